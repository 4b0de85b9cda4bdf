/* The names of a page's elements: their tags, ids and classes. Equal names have equal keys. */
#include "styles/selectors.h"
#include "styles/text.h"

/* -- the table of names ------------------------------------------------------------------------------ */

static View text_of(const Parser *parser, const PageNames *names, const PageName *name)
{
    const char *start = name->is_copy ? names->copies : (const char *)parser->source;
    return (View){start + name->start, (size_t)name->length};
}

static int is_in_source(const Parser *parser, const char *text)
{
    return (const Byte *)text >= parser->source && (const Byte *)text < parser->source_end;
}

static int ignores_case_of(const Parser *parser, SimpleKind kind)
{
    return kind == SIMPLE_TAG || parser->quirks;
}

static uint64_t mixed(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

/* The bytes of a name after the last whole sixteen, or these, and a hash of all. */
typedef struct {
    uint64_t words[2];
    uint32_t hash;
} NameDigest;

/* Sixteen bytes at a time; the seed prevents crafted names with equal hashes. */
static inline NameDigest digest_of(const Parser *parser, SimpleKind kind, View text, Bytes last)
{
    int ignores_case = ignores_case_of(parser, kind);
    uint64_t hash = parser->hash_seed + (uint64_t)kind + (text.length << 8);
    for (; text.length > STEP; text = without(text, STEP)) {
        Bytes bytes = ignores_case ? to_lower(load(text.text)) : load(text.text);
        hash = mixed(mixed(hash, first_word(bytes)), second_word(bytes));
    }
    last = ignores_case ? to_lower(last) : last;
    NameDigest digest = {{first_word(last), second_word(last)}, 0};
    hash = mixed(mixed(hash, digest.words[0]), digest.words[1]);
    digest.hash = (uint32_t)(hash * 0x9E3779B97F4A7C15u >> 32);
    return digest;
}

Bytes mt_last_bytes(const Parser *parser, View text)
{
    size_t before = text.length ? (text.length - 1) / STEP * STEP : 0;
    text = without(text, before);
    if (is_in_source(parser, text.text) && (const char *)parser->source_end - text.text >= STEP)
        return keep_first(load(text.text), (ptrdiff_t)text.length);
    Byte copy[STEP] = {0};
    memcpy(copy, text.text, text.length);
    return load(copy);
}

/* The slot of a name, or the free one for it. */
static inline NameSlot *slot_of(const Parser *parser, const PageNames *names, SimpleKind kind, View text,
                                const NameDigest *digest)
{
    uint32_t mask = (uint32_t)names->slot_count - 1, slot = digest->hash & mask;
    for (; names->slots[slot].key != NO_KEY; slot = (slot + 1) & mask) {
        const PageName *name = &names->names[names->slots[slot].key];
        if (names->slots[slot].hash == digest->hash && name->kind == kind &&
            (size_t)name->length == text.length && name->last[0] == digest->words[0] &&
            name->last[1] == digest->words[1] &&
            (text.length <= STEP ||
             is_same(text_of(parser, names, name), text, ignores_case_of(parser, kind))))
            break;
    }
    return &names->slots[slot];
}

uint32_t mt_find_name(const Parser *parser, const PageNames *names, SimpleKind kind, View text, Bytes last)
{
    NameDigest digest = digest_of(parser, kind, text, last);
    uint32_t key = slot_of(parser, names, kind, text, &digest)->key;
    return names->names[key].is_removed ? NO_KEY : key;
}

enum { LEAST_SLOTS = 1024, MORE_FILTERS = 256 }; /* enough for most pages; room for more at once */

static void grow_slots(Parser *parser, PageNames *names)
{
    int32_t count = names->slot_count ? names->slot_count * 2 : LEAST_SLOTS;
    NameSlot *slots = mt_style_memory(parser, (size_t)count, sizeof *slots);
    for (int32_t i = 0; i < names->slot_count; i++) {
        uint32_t slot = names->slots[i].hash & (uint32_t)(count - 1);
        if (names->slots[i].key == NO_KEY)
            continue;
        while (slots[slot].key != NO_KEY)
            slot = (slot + 1) & (uint32_t)(count - 1);
        slots[slot] = names->slots[i];
    }
    if (names->slots)
        parser->reallocate(names->slots, 0);
    names->slots = slots;
    names->slot_count = count;
}

/* Keep the text of a name: where it is in the source, or a copy that outlives the parser's buffer. */
static void keep_text(Parser *parser, PageNames *names, View text, PageName *name)
{
    name->length = (int32_t)text.length;
    name->is_copy = (uint8_t)!is_in_source(parser, text.text);
    if (!name->is_copy) {
        name->start = (int32_t)(text.text - (const char *)parser->source);
        return;
    }
    int64_t need = (int64_t)names->copy_count + (int64_t)text.length;
    if (need > names->copy_capacity)
        names->copies = mt_grown(parser, names->copies, &names->copy_capacity, need, 1);
    memcpy(names->copies + names->copy_count, text.text, text.length);
    name->start = names->copy_count;
    names->copy_count += (int32_t)text.length;
}

static void set_bit(uint64_t *bits, uint32_t bit) { bits[bit / 64] |= (uint64_t)1 << bit % 64; }

/* A script removes this class, so that rules for readers without scripts do not apply. */
static int is_removed(SimpleKind kind, View text)
{
    return kind == SIMPLE_CLASS && (is_same_word(text, "no-js") || is_same_word(text, "nojs"));
}

static uint32_t key_of(Parser *parser, PageNames *names, SimpleKind kind, View text, Bytes last)
{
    if (names->name_count * 2 >= names->slot_count)
        grow_slots(parser, names);
    NameDigest digest = digest_of(parser, kind, text, last);
    NameSlot *slot = slot_of(parser, names, kind, text, &digest);
    if (slot->key != NO_KEY)
        return slot->key;
    if (names->name_count == names->name_capacity)
        names->names = mt_grown(parser, names->names, &names->name_capacity, names->name_count + 1,
                                sizeof *names->names);
    PageName *name = &names->names[names->name_count];
    keep_text(parser, names, text, name);
    memcpy(name->last, digest.words, sizeof name->last);
    name->kind = (uint8_t)kind;
    name->is_above = 0;
    name->is_removed = (uint8_t)is_removed(kind, text);
    name->head = (uint16_t)mt_head_bit(kind, to_lower(text.length > STEP ? load(text.text) : last));
    set_bit(names->heads, name->head);
    *slot = (NameSlot){digest.hash, (uint32_t)names->name_count++};
    return slot->key;
}

/* -- elements ---------------------------------------------------------------------------------------- */

View mt_next_of_list(View *list)
{
    const char *at = list->text, *end = at + list->length;
    while (at < end && is_space((Byte)*at))
        at++;
    const char *start = at;
    while (at < end && ((Byte)*at > ' ' || !is_space((Byte)*at))) /* most bytes need one comparison */
        at++;
    *list = (View){at, (size_t)(end - at)};
    return (View){start, (size_t)(at - start)};
}

View mt_tag_name(const Parser *parser, const Node *node)
{
    if (node->tag < KNOWN_TAGS)
        return (View){mt_tag_names[node->tag].text, mt_tag_names[node->tag].length};
    Span name = parser->local_tags[node->tag - KNOWN_TAGS].name;
    return (View){(const char *)parser->source + name.start, (size_t)name.length};
}

static uint32_t key_of_tag(Parser *parser, PageNames *names, const Node *node)
{
    if (node->tag < KNOWN_TAGS && names->tags[node->tag] != NO_KEY)
        return names->tags[node->tag];
    View name = mt_tag_name(parser, node);
    uint32_t key = key_of(parser, names, SIMPLE_TAG, name, mt_last_bytes(parser, name));
    if (node->tag < KNOWN_TAGS)
        names->tags[node->tag] = key;
    return key;
}

static void read_classes(Parser *parser, PageNames *names, View list, ElementNames *element)
{
    element->first = names->key_count;
    for (View each = mt_next_of_list(&list); each.length; each = mt_next_of_list(&list)) {
        uint32_t key = key_of(parser, names, SIMPLE_CLASS, each, mt_last_bytes(parser, each));
        if (names->key_count == names->key_capacity)
            names->keys = mt_grown(parser, names->keys, &names->key_capacity, names->key_count + 1,
                                   sizeof *names->keys);
        names->keys[names->key_count++] = key;
    }
    element->count = names->key_count - element->first;
}

uint32_t mt_value_hash(const Parser *parser, View text)
{
    Bytes last = mt_last_bytes(parser, text);
    uint64_t words = first_word(last) ^ second_word(last) * 0xC2B2AE3D27D4EB4Fu ^ text.length;
    return (uint32_t)(words * 0x9E3779B97F4A7C15u >> 32);
}

static void name_classes(Parser *parser, PageNames *names, const Attribute *attribute, ElementNames *element)
{
    const Byte *text = parser->source + attribute->value.start;
    int32_t length = attribute->value.length;
    if (!length)
        return;
    if (!attribute->is_plain || parser->has_nuls) {
        View value = mt_value_of(parser, attribute);
        if (value.text)
            read_classes(parser, names, value, element);
        return;
    }
    /* Many elements of a page have the same classes. */
    uint32_t hash = mt_value_hash(parser, (View){(const char *)text, (size_t)length});
    ClassList *recent = &names->recent[hash % RECENT_LISTS];
    if (recent->length != length || memcmp(recent->text, text, (size_t)length) != 0) {
        read_classes(parser, names, (View){(const char *)text, (size_t)length}, element);
        *recent = (ClassList){text, length, element->first, element->count};
    }
    element->first = recent->first;
    element->count = recent->count;
}

/* Note the name of an attribute. Returns the bit of its number. */
static inline uint64_t note_attribute(const Parser *parser, PageNames *names, const Attribute *attribute)
{
    Span name = attribute->name;
    uint32_t number = mt_attribute_number(attribute->id, parser->source + name.start, name.length);
    uint64_t bit = (uint64_t)1 << number % 64;
    names->attributes[number / 64] |= bit;
    return bit;
}

static void name_attributes(Parser *parser, PageNames *names, const Node *node, ElementNames *element)
{
    int is_found[2] = {0, 0}; /* the first attribute of a name counts */
    uint64_t bits = 0;
    for (int i = 0; i < node->extent; i++) {
        const Attribute *attribute = &parser->attributes[node->data + i];
        bits |= note_attribute(parser, names, attribute);
        if (attribute->id == ATTRIBUTE_CLASS && !is_found[0]) {
            is_found[0] = 1;
            name_classes(parser, names, attribute, element);
        } else if (attribute->id == ATTRIBUTE_ID && !is_found[1]) {
            is_found[1] = 1;
            View value = mt_value_of(parser, attribute);
            if (value.text && value.length)
                element->id = key_of(parser, names, SIMPLE_ID, value, mt_last_bytes(parser, value));
        }
    }
    element->attributes = bits;
}

static void mark_name(PageNames *names, uint32_t key)
{
    names->names[key].is_above = 1;
    set_bit(names->heads_above, names->names[key].head);
}

/* Mark the names of elements with others inside. */
static void mark_above(PageNames *names, const ElementNames *element)
{
    mark_name(names, element->tag);
    mark_name(names, element->id);
    for (int32_t i = 0; i < element->count; i++)
        mark_name(names, names->keys[element->first + i]);
}

/* Mark the names of an element with others inside, once. */
static void note_inside(PageNames *names, ElementNames *element)
{
    if (!element->has_inside)
        mark_above(names, element);
    element->has_inside = 1;
}

void mt_start_names(Parser *parser, PageNames *names)
{
    names->elements = parser->reallocate(NULL, (size_t)parser->node_count * sizeof *names->elements);
    if (!names->elements)
        mt_fail(parser, FAILED_MEMORY);
    names->names = mt_grown(parser, NULL, &names->name_capacity, LEAST_SLOTS / 2, sizeof *names->names);
    names->names[names->name_count++] = (PageName){.length = 0}; /* NO_KEY */
}

void mt_name_element(Parser *parser, PageNames *names, int32_t at)
{
    const Node *node = &parser->nodes[at];
    ElementNames *element =
        &names->elements[at]; /* in place: copying what was just written in parts is slow */
    *element = (ElementNames){.tag = key_of_tag(parser, names, node)};
    name_attributes(parser, names, node, element);
    if (node->parent > 0 && node->parent < at)
        note_inside(names, &names->elements[node->parent]);
}

void mt_finish_names(Parser *parser, PageNames *names)
{
    for (int32_t at = 1; parser->is_reordered && at < parser->node_count; at++) {
        const Node *node = &parser->nodes[at];
        if (is_element(node) && node->parent > at)
            note_inside(names, &names->elements[node->parent]);
    }
}

void mt_free_page_names(Parser *parser, PageNames *names)
{
    void *blocks[] = {names->names,    names->slots, names->copies,
                      names->elements, names->keys,  names->filters};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (blocks[i])
            parser->reallocate(blocks[i], 0);
}

/* -- filters ----------------------------------------------------------------------------------------- */

void mt_add_to_filter(Filter *filter, uint32_t key)
{
    uint32_t bit = key * 0x9E3779B1u >> 24;
    filter->bits[bit / 64] |= (uint64_t)1 << bit % 64;
}

static void add_names(const PageNames *names, const ElementNames *element, Filter *filter)
{
    filter->attributes |= element->attributes;
    mt_add_to_filter(filter, element->tag);
    if (element->id != NO_KEY)
        mt_add_to_filter(filter, element->id);
    for (int32_t i = 0; i < element->count; i++)
        mt_add_to_filter(filter, names->keys[element->first + i]);
}

const Filter *mt_keys_above(Parser *parser, PageNames *names, int32_t at)
{
    static const Filter none = {.attributes = 0};
    int32_t path[MAX_OPEN + 2], parent = parser->nodes[at].parent, above = parent;
    int depth = 0;
    /* The filters of elements that have been searched are known, so there are few steps. */
    for (; above > 0 && !names->elements[above].filter; above = parser->nodes[above].parent) {
        if (depth == MAX_OPEN + 2)
            return NULL;
        path[depth++] = above;
    }
    Filter filter = above > 0 ? names->filters[names->elements[above].filter - 1] : none;
    while (depth) {
        ElementNames *element = &names->elements[path[--depth]];
        add_names(names, element, &filter);
        if (names->filter_count == names->filter_capacity)
            names->filters = mt_grown(parser, names->filters, &names->filter_capacity,
                                      names->filter_count + MORE_FILTERS, sizeof *names->filters);
        names->filters[names->filter_count++] = filter;
        element->filter = names->filter_count;
    }
    return parent > 0 ? &names->filters[names->elements[parent].filter - 1] : &none;
}
