/* The list of active formatting elements, and the adoption agency algorithm, which repairs misnested ones. */
#include "parse/parser.h"

enum { MAX_ALIKE = 3, MAX_OUTER_ROUNDS = 8, MAX_INNER_ROUNDS = 3 };

static void insert_formatting(Parser *parser, int position, Formatting entry)
{
    MAKE_ROOM(parser, formatting, formatting_count, formatting_capacity);
    memmove(parser->formatting + position + 1, parser->formatting + position,
            (size_t)(parser->formatting_count - position) * sizeof entry);
    parser->formatting[position] = entry;
    parser->formatting_count++;
}

/* Each listed node has a flag: most lookups are for nodes that are not in the list. */
static void set_entry(Parser *parser, int position, int32_t element)
{
    parser->nodes[parser->formatting[position].node].bits &= (uint16_t)~NODE_IS_LISTED;
    parser->nodes[element].bits |= NODE_IS_LISTED;
    parser->formatting[position].node = element;
}

void mt_remove_formatting(Parser *parser, int position)
{
    parser->nodes[parser->formatting[position].node].bits &= (uint16_t)~NODE_IS_LISTED;
    parser->formatting_count--;
    memmove(parser->formatting + position, parser->formatting + position + 1,
            (size_t)(parser->formatting_count - position) * sizeof *parser->formatting);
}

int mt_find_formatting(const Parser *parser, int32_t element)
{
    if (!(parser->nodes[element].bits & NODE_IS_LISTED))
        return NONE;
    int i = parser->formatting_count - 1;
    while (i >= 0 && parser->formatting[i].node != element)
        i--;
    return i;
}

void mt_push_marker(Parser *parser)
{
    insert_formatting(parser, parser->formatting_count, (Formatting){NONE, 0});
}

void mt_clear_to_marker(Parser *parser)
{
    while (parser->formatting_count) {
        int32_t node = parser->formatting[--parser->formatting_count].node;
        if (node == NONE)
            return;
        parser->nodes[node].bits &= (uint16_t)~NODE_IS_LISTED;
    }
}

/* Hash of the attributes, independent of their order; never 0. */
static uint64_t signature_of(const Parser *parser, int32_t element)
{
    const Node *node = &parser->nodes[element];
    uint64_t sum = 1;
    for (int i = 0; i < node->extent; i++) {
        const Attribute *attribute = &parser->attributes[node->data + i];
        uint64_t hash = 0xCBF29CE484222325u;
        for (int j = 0; j < attribute->name.length; j++)
            hash = (hash ^ lower(parser->source[attribute->name.start + j])) * 0x100000001B3u;
        hash = (hash ^ 0x100) * 0x100000001B3u;
        for (int j = 0; j < attribute->value.length; j++)
            hash = (hash ^ parser->source[attribute->value.start + j]) * 0x100000001B3u;
        sum += hash ^ hash >> 32;
    }
    return sum ? sum : 1;
}

static uint64_t signature_at(Parser *parser, int position)
{
    Formatting *entry = &parser->formatting[position];
    if (!entry->signature)
        entry->signature = signature_of(parser, entry->node);
    return entry->signature;
}

/* Keep at most three equal elements ("Noah's Ark clause"), and at most MAX_FORMATTING since the last
   marker. */
void mt_push_formatting(Parser *parser, int32_t element)
{
    const Node *node = &parser->nodes[element];
    uint64_t signature = 0;
    int alike = 0, first_alike = NONE, first = parser->formatting_count;
    while (first > 0 && parser->formatting[first - 1].node != NONE) {
        const Node *other = &parser->nodes[parser->formatting[--first].node];
        if (other->tag != node->tag || other->extent != node->extent)
            continue;
        if (!signature)
            signature = signature_of(parser, element);
        if (signature_at(parser, first) == signature) {
            alike++;
            first_alike = first;
        }
    }
    if (alike >= MAX_ALIKE)
        mt_remove_formatting(parser, first_alike);
    else if (parser->formatting_count - first >= MAX_FORMATTING)
        mt_remove_formatting(parser, first);
    insert_formatting(parser, parser->formatting_count, (Formatting){element, signature});
    parser->nodes[element].bits |= NODE_IS_LISTED;
}

/* The last <a> since the last marker, or NONE. */
int32_t mt_active_link(const Parser *parser)
{
    for (int i = parser->formatting_count - 1; i >= 0 && parser->formatting[i].node != NONE; i--)
        if (parser->nodes[parser->formatting[i].node].tag == TAG_A)
            return parser->formatting[i].node;
    return NONE;
}

/* Reopen the formatting elements that were closed with the block around them. */
void mt_reconstruct_slowly(Parser *parser)
{
    int i = parser->formatting_count - 1;
    while (i > 0 && parser->formatting[i - 1].node != NONE &&
           !is_open(parser, parser->formatting[i - 1].node))
        i--;
    for (; i < parser->formatting_count; i++) {
        if (parser->open_count >= MAX_OPEN)
            return;
        if (parser->reopened >= parser->max_reopened) {
            parser->is_cut = 1;
            return;
        }
        parser->reopened++;
        int32_t copy = mt_copy_element(parser, parser->formatting[i].node);
        mt_insert_at(parser, mt_appropriate_place(parser, current(parser)), copy);
        mt_push(parser, copy);
        set_entry(parser, i, copy);
    }
}

/* -- the adoption agency ----------------------------------------------------------------------------- */

/* Position in the list of the last element with this tag since the last marker, or NONE. */
static int last_formatting(const Parser *parser, int tag)
{
    for (int i = parser->formatting_count - 1; i >= 0 && parser->formatting[i].node != NONE; i--)
        if (parser->nodes[parser->formatting[i].node].tag == tag)
            return i;
    return NONE;
}

/* The outermost special element inside the element at `position` of the stack, or NONE. */
static int furthest_block(const Parser *parser, int position)
{
    for (int i = position + 1; i < parser->open_count; i++)
        if (mt_is_special(parser, parser->open[i]))
            return i;
    return NONE;
}

static int is_in_scope(const Parser *parser, int position)
{
    for (int i = parser->open_count - 1; i > position; i--)
        if (mt_is_scope_border(parser, parser->open[i]))
            return 0;
    return 1;
}

/* Copy the formatting elements between the formatting element and the furthest block, and nest them. Returns
   the outermost; moves the bookmark after the first copy's entry. */
static int32_t copy_between(Parser *parser, int32_t formatting, int block_position, int *bookmark)
{
    int32_t block = parser->open[block_position], last = block;
    int position = block_position;
    for (int round = 1;; round++) {
        int32_t element = parser->open[--position];
        if (element == formatting)
            return last;
        int entry = mt_find_formatting(parser, element);
        if (round > MAX_INNER_ROUNDS && entry != NONE) {
            mt_remove_formatting(parser, entry);
            if (entry < *bookmark)
                --*bookmark;
            entry = NONE;
        }
        if (entry == NONE) {
            mt_remove_open(parser, position);
            continue;
        }
        int32_t copy = mt_copy_element(parser, element);
        set_entry(parser, entry, copy);
        parser->nodes[element].bits &= (uint16_t)~NODE_IS_OPEN;
        parser->nodes[copy].bits |= NODE_IS_OPEN;
        parser->open[position] = copy;
        if (last == block)
            *bookmark = entry + 1;
        mt_detach(parser, last);
        mt_append_child(parser, copy, last);
        last = copy;
    }
}

static void move_children(Parser *parser, int32_t from, int32_t to)
{
    int32_t child = parser->nodes[from].first;
    while (child != NONE) {
        int32_t next = parser->nodes[child].next;
        mt_detach(parser, child);
        mt_append_child(parser, to, child);
        child = next;
    }
}

/* One round of the outer loop. Returns whether another one is needed. */
static int adopt(Parser *parser, int entry)
{
    int32_t formatting = parser->formatting[entry].node;
    if (!is_open(parser, formatting)) {
        mt_remove_formatting(parser, entry);
        return 0;
    }
    int position = mt_position_of(parser, formatting);
    if (!is_in_scope(parser, position))
        return 0;
    int block_position = furthest_block(parser, position);
    if (block_position == NONE) {
        pop_to(parser, position);
        mt_remove_formatting(parser, entry);
        return 0;
    }
    int32_t ancestor = parser->open[position - 1], block = parser->open[block_position];
    int bookmark = entry;
    int32_t last = copy_between(parser, formatting, block_position, &bookmark);
    mt_detach(parser, last);
    mt_insert_at(parser, mt_appropriate_place(parser, ancestor), last);
    int32_t copy = mt_copy_element(parser, formatting);
    move_children(parser, block, copy);
    mt_append_child(parser, block, copy);
    entry = mt_find_formatting(parser, formatting);
    Formatting moved = {copy, parser->formatting[entry].signature};
    mt_remove_formatting(parser, entry);
    insert_formatting(parser, entry < bookmark ? bookmark - 1 : bookmark, moved);
    parser->nodes[copy].bits |= NODE_IS_LISTED;
    mt_remove_open(parser, mt_position_of(parser, formatting));
    mt_insert_open(parser, mt_position_of(parser, block) + 1, copy);
    return 1;
}

void mt_run_adoption_agency(Parser *parser, int tag)
{
    if (current_is(parser, tag) && mt_find_formatting(parser, current(parser)) == NONE) {
        pop(parser);
        return;
    }
    for (int round = 0; round < MAX_OUTER_ROUNDS; round++) {
        int entry = last_formatting(parser, tag);
        if (entry == NONE) {
            mt_any_other_end_tag(parser, tag);
            return;
        }
        if (!adopt(parser, entry))
            return;
    }
}
