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

/* Load sixteen bytes, or those before the end with zeros after them; `is_open`: those after the end can be read. */
static inline Bytes load_before(const Byte *at, const Byte *end, int is_open)
{
    if (LIKELY(is_open || end - at >= STEP))
        return load(at);
    Byte copy[STEP] = {0};
    memcpy(copy, at, (size_t)(end - at));
    return load(copy);
}

/* Whether sixteen bytes from any byte of a text on can be read. */
static inline int is_open_text(const Parser *parser, View text)
{
    return is_in_source(parser, text.text) &&
           (const char *)parser->source_end - text.text >= (ptrdiff_t)text.length + STEP;
}

static inline Bytes last_bytes(View text, int is_open)
{
    View rest = without(text, text.length ? (text.length - 1) / STEP * STEP : 0);
    const Byte *at = (const Byte *)rest.text;
    return keep_first(load_before(at, at + rest.length, is_open), (ptrdiff_t)rest.length);
}

Bytes mt_last_bytes(const Parser *parser, View text) { return last_bytes(text, is_open_text(parser, text)); }

/* The slot of a name, or the free one for it. */
static inline NameSlot *slot_of(const Parser *parser, const PageNames *names, SimpleKind kind, View text,
                                const NameDigest *digest)
{
    uint32_t mask = (uint32_t)names->slot_count - 1, at = digest->hash & mask;
    NameSlot *slots = names->slots;
    for (; slots[at].key != NO_KEY; at = (at + 1) & mask) {
        if (slots[at].hash != digest->hash)
            continue;
        const PageName *name = &names->names[slots[at].key];
        if (name->kind == kind && (size_t)name->length == text.length && name->last[0] == digest->words[0] &&
            name->last[1] == digest->words[1] &&
            (text.length <= STEP ||
             is_same(text_of(parser, names, name), text, ignores_case_of(parser, kind))))
            break;
    }
    return &slots[at];
}

uint32_t mt_find_name(const Parser *parser, const PageNames *names, SimpleKind kind, View text, Bytes last)
{
    NameDigest digest = digest_of(parser, kind, text, last);
    uint32_t key = slot_of(parser, names, kind, text, &digest)->key;
    return names->names[key].is_removed ? NO_KEY : key;
}

enum { LEAST_SLOTS = 1024 }; /* enough for most pages */

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

static uint32_t add_name(Parser *parser, PageNames *names, SimpleKind kind, View text, Bytes last,
                         const NameDigest *digest)
{
    if (names->name_count * 2 >= names->slot_count)
        grow_slots(parser, names);
    if (names->name_count == names->name_capacity)
        names->names = mt_grown(parser, names->names, &names->name_capacity, names->name_count + 1,
                                sizeof *names->names);
    PageName *name = &names->names[names->name_count];
    keep_text(parser, names, text, name);
    memcpy(name->last, digest->words, sizeof name->last);
    name->kind = (uint8_t)kind;
    name->is_above = 0;
    name->is_removed = (uint8_t)is_removed(kind, text);
    name->head = (uint16_t)mt_head_bit(kind, to_lower(text.length > STEP ? load(text.text) : last));
    set_bit(names->heads, name->head);
    *slot_of(parser, names, kind, text, digest) = (NameSlot){digest->hash, (uint32_t)names->name_count};
    return (uint32_t)names->name_count++;
}

/* The key of a name, which is added if it is new. */
static inline uint32_t find_key(Parser *parser, PageNames *names, SimpleKind kind, View text, Bytes last)
{
    NameDigest digest = digest_of(parser, kind, text, last);
    uint32_t key = slot_of(parser, names, kind, text, &digest)->key;
    return LIKELY(key != NO_KEY) ? key : add_name(parser, names, kind, text, last, &digest);
}

static uint32_t key_of(Parser *parser, PageNames *names, SimpleKind kind, View text)
{
    return find_key(parser, names, kind, text, mt_last_bytes(parser, text));
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

static uint32_t key_of_new_tag(Parser *parser, PageNames *names, const Node *node)
{
    View name = mt_tag_name(parser, node);
    return names->tags[node->tag] = key_of(parser, names, SIMPLE_TAG, name);
}

static inline Matches is_blank(Bytes bytes) /* the bytes of `is_space` */
{
    return either(is_byte(bytes, ' '), but_not(is_between(bytes, '\t', '\r'), is_byte(bytes, '\v')));
}

/* The next class of a list, and its last bytes; empty at the end. */
static inline View next_class(View *list, int is_open, Bytes *last)
{
    const Byte *at = (const Byte *)list->text, *end = at + list->length;
    while (at < end && *at <= ' ' && is_space(*at)) /* most bytes need one comparison */
        at++;
    const Byte *start = at;
    ptrdiff_t length = 0;
    for (; at < end; at += STEP) {
        *last = load_before(at, end, is_open);
        length = lowest_bit(mask_of(is_blank(*last)) | 1u << STEP);
        length = length < end - at ? length : end - at;
        if (length < STEP || end - at == STEP || is_space(at[STEP]))
            break;
    }
    *last = keep_first(*last, length);
    *list = (View){(const char *)at + length, (size_t)(end - at - length)};
    return (View){(const char *)start, (size_t)(at + length - start)};
}

static inline void add_key(Parser *parser, PageNames *names, uint32_t key)
{
    if (UNLIKELY(names->key_count == names->key_capacity)) {
        int32_t capacity = names->key_capacity;
        names->is_above = mt_grown(parser, names->is_above, &capacity, names->key_count + 1, 1);
        names->keys =
            mt_grown(parser, names->keys, &names->key_capacity, names->key_count + 1, sizeof *names->keys);
    }
    names->is_above[names->key_count] = 0;
    names->keys[names->key_count++] = key;
}

static void read_classes(Parser *parser, PageNames *names, View list, int is_open, ElementNames *element)
{
    Bytes last = every(0);
    element->first = names->key_count;
    for (View each; (each = next_class(&list, is_open, &last)).length;)
        add_key(parser, names, find_key(parser, names, SIMPLE_CLASS, each, last));
    element->count = names->key_count - element->first;
    add_key(parser, names, NO_KEY); /* ends the list */
}

static inline uint32_t hash_of(size_t length, uint64_t first, uint64_t second)
{
    uint64_t words = first ^ second * 0xC2B2AE3D27D4EB4Fu ^ length;
    return (uint32_t)(words * 0x9E3779B97F4A7C15u >> 32);
}

uint32_t mt_value_hash(const Parser *parser, View text)
{
    Bytes last = mt_last_bytes(parser, text);
    return hash_of(text.length, first_word(last), second_word(last));
}

/* Read a list of classes in the source, unless it is a recent one: many elements of a page have the same. */
static inline void read_list(Parser *parser, PageNames *names, View list, ElementNames *element)
{
    int is_open = (const char *)parser->source_end - list.text >= (ptrdiff_t)list.length + STEP;
    Bytes bytes = last_bytes(list, is_open);
    uint64_t last[2] = {first_word(bytes), second_word(bytes)};
    ClassList *recent = &names->recent[hash_of(list.length, last[0], last[1]) % RECENT_LISTS];
    if (recent->length != (int32_t)list.length || recent->last[0] != last[0] || recent->last[1] != last[1] ||
        (list.length > STEP && memcmp(recent->text, list.text, list.length) != 0)) {
        read_classes(parser, names, list, is_open, element);
        *recent = (ClassList){(const Byte *)list.text,
                              {last[0], last[1]},
                              (int32_t)list.length,
                              element->first,
                              element->count};
    }
    element->first = recent->first;
    element->count = recent->count;
}

static void name_classes(Parser *parser, PageNames *names, const Attribute *attribute, ElementNames *element)
{
    View value = {(const char *)parser->source + attribute->value.start, (size_t)attribute->value.length};
    int is_plain = attribute->is_plain && !parser->has_nuls;
    if (!is_plain)
        value = mt_value_of(parser, attribute);
    if (!value.text || !value.length)
        return;
    if (is_plain)
        read_list(parser, names, value, element);
    else
        read_classes(parser, names, value, 0, element);
}

static void name_id(Parser *parser, PageNames *names, const Attribute *attribute, ElementNames *element)
{
    View value = mt_value_of(parser, attribute);
    if (value.text && value.length)
        element->id = key_of(parser, names, SIMPLE_ID, value);
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
    const Attribute *attributes = &parser->attributes[node->data];
    uint64_t bits = 0;
    int list = NONE, id = NONE; /* the first of a name counts */
    /* Without branches by the id, which could not be predicted. */
    for (int i = node->extent - 1; i >= 0; i--) {
        bits |= note_attribute(parser, names, &attributes[i]);
        list = attributes[i].id == ATTRIBUTE_CLASS ? i : list;
        id = attributes[i].id == ATTRIBUTE_ID ? i : id;
    }
    element->attributes = bits;
    if (list != NONE)
        name_classes(parser, names, &attributes[list], element);
    if (id != NONE)
        name_id(parser, names, &attributes[id], element);
}

static void start_names(Parser *parser, PageNames *names)
{
    names->elements = mt_style_room(parser, (size_t)parser->node_count, sizeof *names->elements);
    names->names = mt_grown(parser, NULL, &names->name_capacity, LEAST_SLOTS / 2, sizeof *names->names);
    names->names[names->name_count++] = (PageName){.length = 0}; /* NO_KEY */
    names->tags =
        mt_style_memory(parser, (size_t)(KNOWN_TAGS + parser->local_tag_count), sizeof *names->tags);
    grow_slots(parser, names);
    names->elements[0] = (ElementNames){.tag = NO_KEY};
    add_key(parser, names, NO_KEY); /* the list of elements without classes */
}

static inline void name_element(Parser *parser, PageNames *names, const Node *node, ElementNames *element)
{
    uint32_t tag = names->tags[node->tag];
    *element = (ElementNames){.tag = tag != NO_KEY ? tag : key_of_new_tag(parser, names, node)};
    if (node->extent)
        name_attributes(parser, names, node, element);
}

/* Note that an element has others inside. Its classes are marked later, once for each list. */
static inline void note_inside(PageNames *names, const ElementNames *element)
{
    names->names[element->tag].is_above = 1;
    names->names[element->id].is_above = 1;
    names->is_above[element->first] = 1;
}

/* Mark the classes of the lists that elements with others inside have, and the heads of all names above others. */
static void finish_above(PageNames *names)
{
    for (int32_t first = 1; first < names->key_count; first++)
        for (int32_t i = first; names->is_above[first] && names->keys[i] != NO_KEY; i++)
            names->names[names->keys[i]].is_above = 1;
    for (int32_t key = 1; key < names->name_count; key++)
        if (names->names[key].is_above)
            set_bit(names->heads_above, names->names[key].head);
}

void mt_name_elements(Parser *parser, PageNames *names)
{
    start_names(parser, names);
    const Node *node = parser->nodes + 1;
    for (int32_t at = 1, count = parser->node_count; at < count; at++, node++) {
        if (UNLIKELY((at & 1023) == 0))
            mt_check_time(parser);
        if (!is_element(node))
            continue;
        name_element(parser, names, node, &names->elements[at]);
        if (LIKELY((uint32_t)node->parent < (uint32_t)at)) /* not NONE */
            note_inside(names, &names->elements[node->parent]);
    }
    /* A parent may come later. */
    for (int32_t at = 1; parser->is_reordered && at < parser->node_count; at++) {
        node = &parser->nodes[at];
        if (is_element(node) && node->parent > at)
            note_inside(names, &names->elements[node->parent]);
    }
    finish_above(names);
}

void mt_free_page_names(Parser *parser, PageNames *names)
{
    void *blocks[] = {names->names,    names->slots, names->copies,   names->tags,
                      names->elements, names->keys,  names->is_above, names->filters};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (blocks[i])
            parser->reallocate(blocks[i], 0);
}
