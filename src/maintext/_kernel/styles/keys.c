/* The keys of elements: hashes of their tag, id and classes, which selectors are compared with first. */
#include "styles/styles.h"

static void add_key(Parser *parser, ElementKeys *element, uint32_t key)
{
    Styles *styles = parser->styles;
    if (styles->key_count == styles->key_capacity)
        styles->keys = mt_grown(parser, styles->keys, &styles->key_capacity, styles->key_count + 1,
                                sizeof *styles->keys);
    styles->keys[styles->key_count++] = key;
    element->count++;
}

View mt_next_of_list(View *list)
{
    const char *at = list->text, *end = at + list->length;
    while (at < end && is_space((Byte)*at))
        at++;
    const char *start = at;
    while (at < end && !is_space((Byte)*at))
        at++;
    *list = (View){at, (size_t)(end - at)};
    return (View){start, (size_t)(at - start)};
}

View mt_value_with_id(Parser *parser, const Node *node, int id)
{
    for (int i = 0; i < node->extent; i++)
        if (parser->attributes[node->data + i].id == id) {
            View value = mt_value_of(parser, &parser->attributes[node->data + i]);
            return value.text ? value : (View){"", 0};
        }
    return (View){"", 0};
}

View mt_tag_name(const Parser *parser, const Node *node)
{
    if (node->tag < KNOWN_TAGS)
        return (View){mt_tag_names[node->tag].text, mt_tag_names[node->tag].length};
    Span name = parser->local_tags[node->tag - KNOWN_TAGS].name;
    return (View){(const char *)parser->source + name.start, (size_t)name.length};
}

static uint32_t key_of_tag(const Parser *parser, const Node *node)
{
    if (node->tag >= KNOWN_TAGS)
        return mt_hash_name(SIMPLE_TAG, mt_tag_name(parser, node), 1);
    uint32_t *key = &parser->styles->tag_keys[node->tag];
    if (*key == NO_KEY)
        *key = mt_hash_name(SIMPLE_TAG, mt_tag_name(parser, node), 1);
    return *key;
}

ElementKeys mt_keys_of(Parser *parser, int32_t at)
{
    Styles *styles = parser->styles;
    const Node *node = &parser->nodes[at];
    ElementKeys *element = &styles->elements[at];
    if (LIKELY(element->count))
        return *element;
    element->first = styles->key_count;
    add_key(parser, element, key_of_tag(parser, node));
    View id = mt_value_with_id(parser, node, ATTRIBUTE_ID);
    add_key(parser, element, id.length ? mt_hash_name(SIMPLE_ID, id, parser->quirks) : NO_KEY);
    View classes = mt_value_with_id(parser, node, ATTRIBUTE_CLASS);
    for (View each = mt_next_of_list(&classes); each.length; each = mt_next_of_list(&classes))
        add_key(parser, element, mt_hash_name(SIMPLE_CLASS, each, parser->quirks));
    return *element;
}

void mt_add_to_filter(Filter *filter, uint32_t key)
{
    uint32_t bit = key * 0x9E3779B1u >> 24; /* the last bit of a key is always set */
    filter->bits[bit / 64] |= (uint64_t)1 << bit % 64;
}

const Filter *mt_keys_above(Parser *parser, int32_t at)
{
    static const Filter none = {{0, 0, 0, 0}};
    Styles *styles = parser->styles;
    int32_t path[MAX_OPEN + 2];
    int depth = 0;
    /* The filter of an element that has been searched is known, so there are few steps. */
    for (; parser->nodes[at].parent > 0 && !styles->filters[at].bits[FILTER_KNOWN];
         at = parser->nodes[at].parent) {
        if (depth == MAX_OPEN + 2)
            return NULL;
        path[depth++] = at;
    }
    while (depth) {
        int32_t below = path[--depth], above = parser->nodes[below].parent;
        ElementKeys keys = mt_keys_of(parser, above);
        Filter filter = parser->nodes[above].parent > 0 ? styles->filters[above] : none;
        for (int32_t i = 0; i < keys.count; i++)
            if (styles->keys[keys.first + i] != NO_KEY)
                mt_add_to_filter(&filter, styles->keys[keys.first + i]);
        filter.bits[FILTER_KNOWN] = 1;
        styles->filters[below] = filter;
        at = below;
    }
    return parser->nodes[at].parent > 0 ? &styles->filters[at] : &none;
}
