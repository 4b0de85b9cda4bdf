/* Whether an element matches a selector. */
#include "styles/selectors.h"
#include "styles/text.h"

/* -- attributes -------------------------------------------------------------------------------------- */

static int list_has(View list, View word, int ignores_case)
{
    for (View each = mt_next_of_list(&list); each.length; each = mt_next_of_list(&list))
        if (is_same(each, word, ignores_case))
            return 1;
    return 0;
}

static int value_matches(Matcher *matcher, View value, const Details *details)
{
    View wanted = details->value;
    int ignores_case = details->ignores_case;
    if (details->relation == '=')
        return is_same(value, wanted, ignores_case);
    if (details->relation == '~')
        return wanted.length && mt_spend(matcher, (int64_t)value.length / 16) &&
               list_has(value, wanted, ignores_case);
    if (!wanted.length || value.length < wanted.length)
        return 0;
    View head = {value.text, wanted.length},
         tail = {value.text + value.length - wanted.length, wanted.length};
    switch (details->relation) {
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

static int has_name(const Parser *parser, const Attribute *attribute, View name)
{
    if ((size_t)attribute->name.length != name.length)
        return 0;
    return memcmp(parser->source + attribute->name.start, name.text, name.length) == 0 || /* mostly */
           mt_is_same_name(parser, attribute->name, (const Byte *)name.text, (int)name.length);
}

static int attribute_matches(Matcher *matcher, const Node *node, const Details *details)
{
    Parser *parser = matcher->parser;
    const Attribute *found = NULL;
    for (int i = 0; i < node->extent && !found; i++) {
        const Attribute *each = &parser->attributes[node->data + i];
        if (each->id == details->id && has_name(parser, each, details->name))
            found = each;
    }
    if (!found || !details->relation)
        return found != NULL;
    if (!mt_spend(matcher, 2 + found->value.length / 64))
        return 0;
    View value = mt_value_of(parser, found);
    return value.text && value_matches(matcher, value, details);
}

/* -- elements ---------------------------------------------------------------------------------------- */

static int32_t element_beside(Matcher *matcher, int32_t node, int is_next)
{
    const Node *nodes = matcher->parser->nodes;
    do
        node = is_next ? nodes[node].next : nodes[node].previous;
    while (node != NONE && !is_element(&nodes[node]) && mt_spend(matcher, 1));
    return node;
}

static int is_nth_child(Matcher *matcher, int32_t node, const Details *details)
{
    int64_t place = 0, step = details->step;
    for (; node != NONE && mt_spend(matcher, 1); node = element_beside(matcher, node, 0))
        place++;
    place -= details->shift;
    return step ? place % step == 0 && place / step >= 0 : place == 0;
}

/* Whether a script has defined an element: for a reader, all scripts have run. */
static int is_defined(Parser *parser, const Node *node)
{
    View name = mt_tag_name(parser, node);
    return !parser->is_strict || !memchr(name.text, '-', name.length);
}

static int class_matches(Matcher *matcher, const ElementNames *element, uint32_t wanted)
{
    const uint32_t *keys = matcher->names->keys + element->first;
    if (element->count >= 8 && !mt_spend(matcher, element->count / 8))
        return 0;
    for (int32_t i = 0; i < element->count; i++)
        if (keys[i] == wanted)
            return 1;
    return 0;
}

/* A simple selector that is no tag, class or id. */
static int other_matches(Matcher *matcher, int32_t at, const Simple *simple)
{
    Parser *parser = matcher->parser;
    const Node *node = &parser->nodes[at];
    switch ((SimpleKind)simple->kind) {
    case SIMPLE_ATTRIBUTE:
        return attribute_matches(matcher, node, &matcher->details[simple->key]);
    case SIMPLE_ROOT:
        return node->tag == TAG_HTML;
    case SIMPLE_FIRST_CHILD:
        return element_beside(matcher, at, 0) == NONE;
    case SIMPLE_LAST_CHILD:
        return element_beside(matcher, at, 1) == NONE;
    case SIMPLE_NTH_CHILD:
        return is_nth_child(matcher, at, &matcher->details[simple->key]);
    case SIMPLE_EMPTY:
        return node->first == NONE;
    case SIMPLE_DEFINED:
        return is_defined(parser, node);
    default:
        return 0;
    }
}

static inline int simple_matches(Matcher *matcher, int32_t at, const Simple *simple)
{
    const ElementNames *element = &matcher->names->elements[at];
    if (simple->kind == SIMPLE_CLASS)
        return class_matches(matcher, element, simple->key);
    if (simple->kind == SIMPLE_TAG)
        return element->tag == simple->key;
    return simple->kind == SIMPLE_ID ? element->id == simple->key : other_matches(matcher, at, simple);
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

static int simples_match(Matcher *matcher, int32_t node, const Compound *compound)
{
    int64_t steps = 0, steps_each = 1 + (uint32_t)matcher->parser->nodes[node].extent / 8;
    int is_match = 1;
    for (int32_t i = 0; i < compound->count && is_match; i++) {
        const Simple *simple = &matcher->simples[compound->first + i];
        steps += steps_each + simple->count;
        if (simple->kind == SIMPLE_NOT)
            is_match = !all_match(matcher, node, simple + 1, simple->count);
        else if (simple->kind == SIMPLE_ANY)
            is_match = any_matches(matcher, node, simple + 1, simple->count);
        else
            is_match = simple_matches(matcher, node, simple);
        i += simple->count;
    }
    return mt_spend(matcher, steps) && is_match; /* without steps, a `:not` may not have been compared */
}

static inline int compound_matches(Matcher *matcher, int32_t node, const Compound *compound)
{
    const Simple *only = &matcher->simples[compound->first];
    if (!compound->count)
        return mt_spend(matcher, 0);
    if (LIKELY(compound->count == 1 && only->kind <= SIMPLE_ID)) /* as most */
        return mt_spend(matcher, 1 + (uint32_t)matcher->parser->nodes[node].extent / 8) &&
               simple_matches(matcher, node, only);
    return simples_match(matcher, node, compound);
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

int mt_selector_matches(Matcher *matcher, const Selector *selector, int32_t node)
{
    return compound_matches(matcher, node, &matcher->compounds[selector->first]) &&
           match_rest(matcher, selector, 1, node) == MATCH;
}
