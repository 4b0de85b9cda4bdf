/* The rules that an element matches: an index of selectors, and the comparison with elements. */
#include "styles/styles.h"

enum {
    STEPS_PER_NODE = 64, /* selectors compared, on average over the page's nodes */
    LEAST_STEPS = 1 << 20,
    UNIVERSAL = 0, /* key of selectors without a tag, class or id at their end */
};

/* -- the index --------------------------------------------------------------------------------------- */

static size_t bytes_of_selectors(const Sheets *sheets)
{
    size_t bytes = 1;
    for (int32_t i = 0; i < sheets->rule_count; i++)
        bytes += (size_t)sheets->rules[i].selectors.length;
    return bytes;
}

static void *allocated(Parser *parser, size_t size)
{
    void *block = parser->reallocate(NULL, size);
    if (!block)
        mt_fail(parser, FAILED_MEMORY);
    return block;
}

void mt_fill_matcher(Matcher *matcher, int is_hiding)
{
    const Sheets *sheets = matcher->sheets;
    if (matcher->buckets)
        return;
    if (!matcher->names)
        matcher->names = allocated(matcher->parser, bytes_of_selectors(sheets));
    for (int32_t i = 0; i < sheets->rule_count; i++)
        if (is_hiding == (sheets->rules[i].hiding != 0))
            mt_read_selectors(matcher, i);
    uint32_t size = 16;
    while (size < 2 * (uint32_t)matcher->selector_count)
        size *= 2;
    matcher->buckets = allocated(matcher->parser, size * sizeof *matcher->buckets);
    matcher->bucket_mask = size - 1;
    for (uint32_t i = 0; i < size; i++)
        matcher->buckets[i] = NONE;
    for (int32_t i = matcher->selector_count - 1; i >= 0; i--) { /* so that buckets are in order */
        int32_t *bucket = &matcher->buckets[matcher->selectors[i].key & matcher->bucket_mask];
        matcher->selectors[i].next = *bucket;
        *bucket = i;
    }
}

Matcher *mt_new_matcher(Parser *parser, const Sheets *sheets)
{
    Matcher *matcher = allocated(parser, sizeof *matcher);
    *matcher = (Matcher){.parser = parser, .sheets = sheets};
    matcher->max_steps = LEAST_STEPS + STEPS_PER_NODE * (int64_t)parser->node_count;
    return matcher;
}

void mt_free_matcher(Parser *parser, Matcher *matcher)
{
    if (!matcher)
        return;
    void *blocks[] = {matcher->simples, matcher->compounds, matcher->selectors,
                      matcher->buckets, matcher->names,     matcher};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (blocks[i])
            parser->reallocate(blocks[i], 0);
}

int mt_spend(Matcher *matcher, int64_t steps)
{
    matcher->steps += steps;
    if (LIKELY(matcher->steps <= matcher->max_steps))
        return 1;
    matcher->is_cut = 1;
    return 0;
}

/* -- elements ---------------------------------------------------------------------------------------- */

static int is_same(View one, View other, int ignores_case)
{
    if (one.length != other.length)
        return 0;
    if (!ignores_case)
        return memcmp(one.text, other.text, one.length) == 0;
    for (size_t i = 0; i < one.length; i++)
        if (lower((Byte)one.text[i]) != lower((Byte)other.text[i]))
            return 0;
    return 1;
}

static int list_has(View list, View word, int ignores_case)
{
    for (View each = mt_next_of_list(&list); each.length; each = mt_next_of_list(&list))
        if (is_same(each, word, ignores_case))
            return 1;
    return 0;
}

static int value_matches(Matcher *matcher, View value, const Simple *simple)
{
    View wanted = simple->value;
    int ignores_case = simple->ignores_case;
    if (simple->relation == '=')
        return is_same(value, wanted, ignores_case);
    if (simple->relation == '~')
        return wanted.length && mt_spend(matcher, (int64_t)value.length / 16) &&
               list_has(value, wanted, ignores_case);
    if (!wanted.length || value.length < wanted.length)
        return 0;
    View head = {value.text, wanted.length},
         tail = {value.text + value.length - wanted.length, wanted.length};
    switch (simple->relation) {
    case '^':
        return is_same(head, wanted, ignores_case);
    case '$':
        return is_same(tail, wanted, ignores_case);
    case '|':
        return is_same(head, wanted, ignores_case) &&
               (value.length == wanted.length || value.text[wanted.length] == '-');
    case '*':
        if (!mt_spend(matcher, (int64_t)(value.length - wanted.length + 1) * (int64_t)wanted.length / 16))
            return 0;
        for (; head.text <= tail.text; head.text++)
            if (is_same(head, wanted, ignores_case))
                return 1;
        return 0;
    }
    return 0;
}

static int attribute_matches(Matcher *matcher, const Node *node, const Simple *simple)
{
    Parser *parser = matcher->parser;
    const Attribute *found = NULL;
    for (int i = 0; i < node->extent && !found; i++) {
        const Attribute *each = &parser->attributes[node->data + i];
        if (mt_is_same_name(parser, each->name, (const Byte *)simple->name.text, (int)simple->name.length))
            found = each;
    }
    if (!found || !simple->relation)
        return found != NULL;
    if (!mt_spend(matcher, found->value.length / 64))
        return 0;
    View value = mt_value_of(parser, found);
    return value.text && value_matches(matcher, value, simple);
}

static int32_t element_beside(Matcher *matcher, int32_t node, int is_next)
{
    const Node *nodes = matcher->parser->nodes;
    do
        node = is_next ? nodes[node].next : nodes[node].previous;
    while (node != NONE && (nodes[node].tag == TAG_TEXT || nodes[node].tag == TAG_COMMENT) &&
           mt_spend(matcher, 1));
    return node;
}

static int is_nth_child(Matcher *matcher, int32_t node, const Simple *simple)
{
    int64_t place = 0, step = simple->step;
    for (; node != NONE && mt_spend(matcher, 1); node = element_beside(matcher, node, 0))
        place++;
    place -= simple->shift;
    return step ? place % step == 0 && place / step >= 0 : place == 0;
}

/* Whether a script has defined an element: for a reader, all scripts have run. */
static int is_defined(Parser *parser, const Node *node)
{
    View name = mt_tag_name(parser, node);
    return !parser->is_strict || !memchr(name.text, '-', name.length);
}

/* A class is compared with the keys first; only one with an equal key is read. */
static int class_matches(Matcher *matcher, int32_t at, const Simple *simple)
{
    Parser *parser = matcher->parser;
    ElementKeys element = mt_keys_of(parser, at);
    const uint32_t *keys = parser->styles->keys + element.first;
    int32_t i = 2;
    if (!mt_spend(matcher, element.count / 8))
        return 0;
    while (i < element.count && keys[i] != simple->key)
        i++;
    if (i >= element.count)
        return 0;
    View list = mt_value_with_id(parser, &parser->nodes[at], ATTRIBUTE_CLASS);
    return mt_spend(matcher, (int64_t)list.length / 16) && list_has(list, simple->name, parser->quirks);
}

/* Whether the key of an element's tag (0) or id (1) is that of a simple selector. */
static int has_key(Parser *parser, int32_t at, int which, const Simple *simple)
{
    return parser->styles->keys[mt_keys_of(parser, at).first + which] == simple->key;
}

static int simple_matches(Matcher *matcher, int32_t at, const Simple *simple)
{
    Parser *parser = matcher->parser;
    const Node *node = &parser->nodes[at];
    switch ((SimpleKind)simple->kind) {
    case SIMPLE_TAG:
        return has_key(parser, at, 0, simple) && is_same(mt_tag_name(parser, node), simple->name, 1);
    case SIMPLE_CLASS:
        return class_matches(matcher, at, simple);
    case SIMPLE_ID:
        return has_key(parser, at, 1, simple) &&
               is_same(mt_value_with_id(parser, node, ATTRIBUTE_ID), simple->name, parser->quirks);
    case SIMPLE_ATTRIBUTE:
        return attribute_matches(matcher, node, simple);
    case SIMPLE_ROOT:
        return node->tag == TAG_HTML;
    case SIMPLE_FIRST_CHILD:
        return element_beside(matcher, at, 0) == NONE;
    case SIMPLE_LAST_CHILD:
        return element_beside(matcher, at, 1) == NONE;
    case SIMPLE_NTH_CHILD:
        return is_nth_child(matcher, at, simple);
    case SIMPLE_EMPTY:
        return node->first == NONE;
    case SIMPLE_DEFINED:
        return is_defined(parser, node);
    default:
        return 0;
    }
}

/* Whether `count` simple selectors all match; none of them has others inside. */
static int all_match(Matcher *matcher, int32_t node, const Simple *simples, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        if (!simple_matches(matcher, node, &simples[i]))
            return 0;
    return 1;
}

static int any_matches(Matcher *matcher, int32_t node, const Simple *groups, int32_t count)
{
    for (int32_t i = 0; i < count; i += 1 + groups[i].count)
        if (all_match(matcher, node, &groups[i + 1], groups[i].count))
            return 1;
    return 0;
}

static int compound_matches(Matcher *matcher, int32_t node, const Compound *compound)
{
    for (int32_t i = 0; i < compound->count; i++) {
        const Simple *simple = &matcher->simples[compound->first + i];
        int is_match;
        if (!mt_spend(matcher, 1 + simple->count + matcher->parser->nodes[node].extent / 8))
            return 0;
        if (simple->kind == SIMPLE_NOT)
            is_match = !all_match(matcher, node, simple + 1, simple->count);
        else if (simple->kind == SIMPLE_ANY)
            is_match = any_matches(matcher, node, simple + 1, simple->count);
        else
            is_match = simple_matches(matcher, node, simple);
        if (!is_match)
            return 0;
        i += simple->count;
    }
    return 1;
}

/* MISS_BESIDE: no element beside it will do; MISS_ABOVE: none above it either. So a search that reached the top
   is not made again from further up. */
typedef enum { MATCH, MISS_HERE, MISS_BESIDE, MISS_ABOVE } Outcome;

/* Whether the compounds from `which` on match, with `node` as the element of the one before it. Calls itself once
   for each compound at most. */
static Outcome match_rest(Matcher *matcher, const Selector *selector, int which, int32_t node)
{
    const Compound *compounds = &matcher->compounds[selector->first];
    if (which == selector->count)
        return MATCH;
    Byte combinator = compounds[which - 1].combinator;
    int is_beside = combinator == '+' || combinator == '~', is_once = combinator == '>' || combinator == '+';
    do {
        node = is_beside ? element_beside(matcher, node, 0) : matcher->parser->nodes[node].parent;
        if (node <= 0 || !mt_spend(matcher, 1))
            return is_beside ? MISS_BESIDE : MISS_ABOVE;
        if (!compound_matches(matcher, node, &compounds[which]))
            continue;
        Outcome outcome = match_rest(matcher, selector, which + 1, node);
        if (outcome == MATCH || outcome == MISS_ABOVE || (outcome == MISS_BESIDE && is_beside))
            return outcome;
    } while (!is_once);
    return MISS_HERE;
}

typedef struct {
    Matcher *matcher;
    int32_t node;
    Match *matches;
    int count, capacity;
    const Filter *above; /* keys of the elements above the node; NULL if there are too many */
    int is_above_known;
} Search;

/* Rules are listed once for each element, with the highest specificity of their selectors, in order. */
static void add_match(Search *search, const Selector *selector)
{
    Match found = {selector->rule, selector->specificity};
    int at = search->count;
    while (at && search->matches[at - 1].rule > found.rule)
        at--;
    if (at && search->matches[at - 1].rule == found.rule) {
        if (search->matches[at - 1].specificity < found.specificity)
            search->matches[at - 1].specificity = found.specificity;
        return;
    }
    if (search->count == search->capacity) {
        search->matcher->is_cut |= search->capacity > 1;
        return;
    }
    memmove(search->matches + at + 1, search->matches + at, (size_t)(search->count - at) * sizeof found);
    search->matches[at] = found;
    search->count++;
}

/* Whether the elements above the node may have all that a selector asks of them. */
static int may_be_below(Search *search, const Filter *wanted)
{
    if (!wanted->bits[FILTER_KNOWN])
        return 1;
    if (!search->is_above_known)
        search->above = mt_keys_above(search->matcher->parser, search->node);
    search->is_above_known = 1;
    uint64_t missing = 0;
    for (int i = 0; search->above && i < FILTER_KNOWN; i++)
        missing |= wanted->bits[i] & ~search->above->bits[i];
    return !missing;
}

static void search_bucket(Search *search, uint32_t key)
{
    Matcher *matcher = search->matcher;
    for (int32_t i = matcher->buckets[key & matcher->bucket_mask]; i != NONE;
         i = matcher->selectors[i].next) {
        const Selector *selector = &matcher->selectors[i];
        if (selector->key != key) {
            if (!mt_spend(matcher, 1))
                return;
            continue;
        }
        if (!mt_spend(matcher, 1) || (search->capacity == 1 && search->count))
            return;
        if (may_be_below(search, &selector->above) &&
            compound_matches(matcher, search->node, &matcher->compounds[selector->first]) &&
            match_rest(matcher, selector, 1, search->node) == MATCH)
            add_match(search, selector);
    }
}

int mt_match(Matcher *matcher, int32_t at, Match *matches, int count, int capacity)
{
    Parser *parser = matcher->parser;
    if (!matcher->selector_count)
        return count;
    Search search = {matcher, at, matches, count, capacity, NULL, 0};
    ElementKeys element = mt_keys_of(parser, at);
    search_bucket(&search, UNIVERSAL);
    for (int32_t i = 0; i < element.count; i++) {
        uint32_t key = parser->styles->keys[element.first + i];
        if (key != NO_KEY)
            search_bucket(&search, key);
    }
    return search.count;
}
