/* Selectors by the name that they end with, and the rules that an element matches. */
#include "styles/selectors.h"

enum {
    STEPS_PER_NODE = 48, /* of matching, on average over the page's nodes; see docs/hidden-text.md */
    LEAST_STEPS = 1 << 19,
};

/* -- the index --------------------------------------------------------------------------------------- */

void mt_start_index(Parser *parser, PageNames *names, Matcher *matcher)
{
    *matcher = (Matcher){.parser = parser, .names = names};
    matcher->max_steps = LEAST_STEPS + STEPS_PER_NODE * (int64_t)parser->node_count;
}

/* Sum up the selectors of each kind and key. `first` of the next key is where the first of them goes. */
static void sum_keys(Matcher *matcher)
{
    int32_t size = matcher->names->name_count + 2, start = 0;
    for (int kind = 0; kind < RULE_KINDS; kind++) {
        matcher->by_key[kind] = mt_style_room(matcher->parser, (size_t)size, sizeof *matcher->by_key[kind]);
        for (int32_t i = 0; i < size; i++)
            matcher->by_key[kind][i] = (KeySelectors){.attributes = ~(uint64_t)0};
    }
    for (int32_t i = 0; i < matcher->selector_count; i++) {
        const Selector *selector = &matcher->selectors[i];
        KeySelectors *of_key = &matcher->by_key[selector->kind][selector->key];
        of_key->attributes &= selector->attributes;
        of_key->properties |= selector->properties;
        of_key[2].first++;
    }
    for (int kind = 0; kind < RULE_KINDS; kind++)
        for (int32_t i = 0; i < size; i++)
            matcher->by_key[kind][i].first = start += matcher->by_key[kind][i].first;
}

static void sort_selectors(Matcher *matcher)
{
    Selector *sorted = mt_style_room(matcher->parser, (size_t)matcher->selector_count, sizeof *sorted);
    for (int32_t i = 0; i < matcher->selector_count; i++) {
        const Selector *selector = &matcher->selectors[i];
        sorted[matcher->by_key[selector->kind][selector->key + 1].first++] = *selector;
        matcher->has_hiding |= selector->kind == HIDING_RULES;
    }
    matcher->parser->reallocate(matcher->selectors, 0);
    matcher->selectors = sorted;
}

/* Put the simple selectors in the order of the selectors: they are read in this order, and there may be a million. */
static void sort_simples(Matcher *matcher)
{
    int32_t count = 0;
    Simple *sorted = mt_style_room(matcher->parser, (size_t)matcher->simple_count + 1, sizeof *sorted);
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
    sum_keys(matcher);
    sort_selectors(matcher);
    sort_simples(matcher);
}

void mt_free_index(Matcher *matcher)
{
    void *blocks[] = {matcher->simples,   matcher->details,   matcher->compounds, matcher->selectors,
                      matcher->by_key[0], matcher->by_key[1], matcher->decoded};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (blocks[i])
            matcher->parser->reallocate(blocks[i], 0);
}

/* -- elements ---------------------------------------------------------------------------------------- */

typedef struct {
    Matcher *matcher;
    int32_t node;
    uint64_t missing;    /* bits of attributes that the element lacks */
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

static inline const Filter *keys_above(Matcher *matcher, int32_t node)
{
    static const Filter none = {.attributes = 0};
    int32_t parent = matcher->parser->nodes[node].parent;
    if (parent <= 0)
        return &none;
    int32_t number = matcher->names->elements[parent].filter;
    return number ? &matcher->names->filters[number - 1]
                  : mt_filter_of(matcher->parser, matcher->names, parent);
}

/* Whether the elements above the node may have all that a selector asks of them. */
static int may_be_below(Search *search, const Selector *selector)
{
    if (!search->is_above_known)
        search->above = keys_above(search->matcher, search->node);
    search->is_above_known = 1;
    if (!search->above)
        return 1;
    uint64_t missing = selector->above.attributes & ~search->above->attributes;
    for (int i = 0; i < 4; i++)
        missing |= selector->above.bits[i] & ~search->above->bits[i];
    return !missing;
}

static void search_selectors(Search *search, const Selector *selector, int32_t count)
{
    Matcher *matcher = search->matcher;
    if (!mt_spend(matcher, count))
        return;
    for (const Selector *end = selector + count; selector < end; selector++) {
        if (selector->attributes & search->missing || !(selector->properties & search->properties))
            continue;
        if ((selector->count == 1 || may_be_below(search, selector)) &&
            mt_selector_matches(matcher, selector, search->node))
            add_match(search, selector);
    }
}

/* The selectors of a key, unless all have an attribute that the element lacks, or set nothing that is wanted. */
static inline void search_key(Search *search, const KeySelectors *of_key)
{
    if (!(of_key->attributes & search->missing) && of_key->properties & search->properties)
        search_selectors(search, &search->matcher->selectors[of_key->first], of_key[1].first - of_key->first);
}

static void search_all(Search *search, RuleKind kind)
{
    const PageNames *names = search->matcher->names;
    const ElementNames *element = &names->elements[search->node];
    const KeySelectors *by_key = search->matcher->by_key[kind];
    search->missing = ~element->attributes;
    search_key(search, &by_key[NO_KEY]);
    search_key(search, &by_key[element->tag]);
    if (element->id != NO_KEY)
        search_key(search, &by_key[element->id]);
    for (int32_t i = 0; i < element->count; i++)
        search_key(search, &by_key[names->keys[element->first + i]]);
}

void mt_match(Matcher *matcher, int32_t node, RuleKind kind, uint32_t properties, MatchedRules *found)
{
    Search search = {.matcher = matcher, .node = node, .properties = properties, .found = found};
    if (matcher->selector_count)
        search_all(&search, kind);
}
