/* Selectors by the name that they end with, and the rules that an element matches. */
#include "styles/selectors.h"

enum {
    STEPS_PER_NODE =
        48, /* of matching, on average over the page's nodes; development pages take at most 37 */
    LEAST_STEPS = 1 << 19,
};

/* -- the index --------------------------------------------------------------------------------------- */

void mt_start_index(Parser *parser, PageNames *names, Matcher *matcher)
{
    *matcher = (Matcher){.parser = parser, .names = names};
    matcher->max_steps = LEAST_STEPS + STEPS_PER_NODE * (int64_t)parser->node_count;
}

/* Count the selectors of each kind and key, so that starts[kind][key + 1] is where the first of them goes. */
static void count_selectors(Matcher *matcher)
{
    int32_t size = matcher->names->name_count + 2, start = 0;
    for (int kind = 0; kind < RULE_KINDS; kind++)
        matcher->starts[kind] = mt_style_memory(matcher->parser, (size_t)size, sizeof *matcher->starts[kind]);
    for (int32_t i = 0; i < matcher->selector_count; i++)
        matcher->starts[matcher->selectors[i].kind][matcher->selectors[i].key + 2]++;
    for (int kind = 0; kind < RULE_KINDS; kind++)
        for (int32_t i = 0; i < size; i++)
            matcher->starts[kind][i] = start += matcher->starts[kind][i];
}

static void sort_selectors(Matcher *matcher)
{
    Selector *sorted = mt_style_memory(matcher->parser, (size_t)matcher->selector_count, sizeof *sorted);
    for (int32_t i = 0; i < matcher->selector_count; i++) {
        const Selector *selector = &matcher->selectors[i];
        sorted[matcher->starts[selector->kind][selector->key + 1]++] = *selector;
        matcher->has_hiding |= selector->kind == HIDING_RULES;
    }
    matcher->parser->reallocate(matcher->selectors, 0);
    matcher->selectors = sorted;
}

/* Put the simple selectors in the order of the selectors: they are read in this order, and there may be a million. */
static void sort_simples(Matcher *matcher)
{
    int32_t count = 0;
    Simple *sorted = mt_style_memory(matcher->parser, (size_t)matcher->simple_count + 1, sizeof *sorted);
    for (int32_t i = 0; i < matcher->selector_count; i++) {
        const Selector *selector = &matcher->selectors[i];
        for (int32_t j = selector->first; j < selector->first + selector->count; j++) {
            Compound *compound = &matcher->compounds[j];
            for (int32_t k = 0; k < compound->count; k++)
                sorted[count + k] = matcher->simples[compound->first + k];
            compound->first = count;
            count += compound->count;
        }
    }
    if (matcher->simples)
        matcher->parser->reallocate(matcher->simples, 0);
    matcher->simples = sorted;
}

void mt_finish_index(Matcher *matcher)
{
    if (!matcher->selector_count)
        return;
    count_selectors(matcher);
    sort_selectors(matcher);
    sort_simples(matcher);
}

void mt_free_index(Matcher *matcher)
{
    void *blocks[] = {matcher->simples,   matcher->details,   matcher->compounds, matcher->selectors,
                      matcher->starts[0], matcher->starts[1], matcher->decoded};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (blocks[i])
            matcher->parser->reallocate(blocks[i], 0);
}

/* -- elements ---------------------------------------------------------------------------------------- */

typedef struct {
    Matcher *matcher;
    int32_t node;
    uint64_t attributes; /* of the element */
    uint32_t properties; /* that are wanted */
    MatchedRules *found;
    const Filter *above; /* keys of the elements above the node; NULL if there are too many */
    int is_above_known;
} Search;

/* Rules are listed once for each element, with the highest specificity of their selectors, in order. */
static void add_match(Search *search, const Selector *selector)
{
    MatchedRules *found = search->found;
    Match *matches = found->matches, match = {selector->rule, selector->specificity};
    int at = found->count;
    while (at && matches[at - 1].rule > match.rule)
        at--;
    if (at && matches[at - 1].rule == match.rule) {
        if (matches[at - 1].specificity < match.specificity)
            matches[at - 1].specificity = match.specificity;
        return;
    }
    if (found->count == MAX_MATCHES) {
        search->matcher->is_cut = 1;
        return;
    }
    memmove(matches + at + 1, matches + at, (size_t)(found->count - at) * sizeof match);
    matches[at] = match;
    found->count++;
}

/* Whether the elements above the node may have all that a selector asks of them. */
static int may_be_below(Search *search, const Selector *selector)
{
    if (selector->count == 1)
        return 1;
    if (!search->is_above_known)
        search->above = mt_keys_above(search->matcher->parser, search->matcher->names, search->node);
    search->is_above_known = 1;
    if (!search->above)
        return 1;
    uint64_t missing = selector->above.attributes & ~search->above->attributes;
    for (int i = 0; i < 4; i++)
        missing |= selector->above.bits[i] & ~search->above->bits[i];
    return !missing;
}

/* The selectors of a key. */
static void search_key(Search *search, RuleKind kind, uint32_t key)
{
    Matcher *matcher = search->matcher;
    const int32_t *starts = matcher->starts[kind];
    for (int32_t i = starts[key]; i < starts[key + 1]; i++) {
        const Selector *selector = &matcher->selectors[i];
        if (!mt_spend(matcher, 1))
            return;
        if (selector->attributes & ~search->attributes || !(selector->properties & search->properties))
            continue;
        if (may_be_below(search, selector) && mt_selector_matches(matcher, selector, search->node))
            add_match(search, selector);
    }
}

static void search_all(Search *search, RuleKind kind)
{
    const PageNames *names = search->matcher->names;
    const ElementNames *element = &names->elements[search->node];
    search->attributes = element->attributes;
    search_key(search, kind, NO_KEY);
    search_key(search, kind, element->tag);
    if (element->id != NO_KEY)
        search_key(search, kind, element->id);
    for (int32_t i = 0; i < element->count; i++)
        search_key(search, kind, names->keys[element->first + i]);
}

void mt_match(Matcher *matcher, int32_t node, RuleKind kind, uint32_t properties, MatchedRules *found)
{
    Search search = {.matcher = matcher, .node = node, .properties = properties, .found = found};
    if (matcher->selector_count)
        search_all(&search, kind);
}
