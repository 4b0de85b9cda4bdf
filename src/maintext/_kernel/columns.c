/* Nodes -> rows and columns. */
#include "kernel.h"

enum { CELL_BYTES = COLUMN_COUNT * sizeof(int64_t) + COUNT_COUNT * sizeof(int32_t) };

static void *allocated(Parser *parser, size_t count, size_t size)
{
    if (count > SIZE_MAX / size)
        fail(parser, FAILED_MEMORY);
    void *block = parser->reallocate(NULL, count * size + 1);
    if (!block)
        fail(parser, FAILED_MEMORY);
    return block;
}

/* -- which nodes have rows -------------------------------------------------------------------------- */

/* Programs and styles have no content, and neither have comments. */
static int has_content(Parser *parser, const Node *node)
{
    if (node->first == NONE || node->tag == TAG_STYLE)
        return 0;
    return node->tag != TAG_SCRIPT || carries_data(parser, node);
}

static int32_t next_outside(const Parser *parser, int32_t node)
{
    while (node != NONE && parser->nodes[node].next == NONE)
        node = parser->nodes[node].parent;
    return node == NONE ? NONE : parser->nodes[node].next;
}

/* List the nodes that have rows, in document order; each learns its row, in place of its link back. */
static void list_rows(Parser *parser, int64_t most_rows, Table *table)
{
    int64_t room = parser->node_count < most_rows ? parser->node_count : most_rows;
    table->nodes = allocated(parser, (size_t)room, sizeof *table->nodes);
    int32_t at = parser->nodes[0].first;
    while (at != NONE) {
        Node *node = &parser->nodes[at];
        if (node->tag != TAG_COMMENT) {
            if (table->rows == most_rows) {
                parser->is_cut = 1;
                return;
            }
            table->nodes[table->rows] = at;
            node->previous = (int32_t)table->rows++;
            if (has_content(parser, node)) {
                at = node->first;
                continue;
            }
        }
        at = next_outside(parser, at);
    }
}

/* -- text ------------------------------------------------------------------------------------------- */

static char *write_chunks(const Parser *parser, const Node *node, char *out)
{
    for (int32_t i = node->data; i != NONE; i = parser->chunks[i].next) {
        const Chunk *chunk = &parser->chunks[i];
        const Byte *text = parser->source + chunk->span.start;
        size_t length = (size_t)chunk->span.length;
        if ((chunk->how & CHUNK_HAS_REFERENCES && memchr(text, '&', length)) ||
            (parser->has_returns && memchr(text, '\r', length)) || (parser->has_nuls && memchr(text, 0, length))) {
            out += write_text(text, text + length, chunk->how, 0, out);
        } else {
            memcpy(out, text, length);
            out += length;
        }
    }
    return out;
}

/* -- elements --------------------------------------------------------------------------------------- */

/* The id in the table: a listed tag's own, or the next one free for a tag of the page's own. */
static int64_t table_tag(int tag, int32_t *ids, Table *table)
{
    if (tag < LISTED_TAGS)
        return tag;
    int32_t *id = &ids[tag - LISTED_TAGS];
    if (*id == NONE) {
        *id = table->local_tag_count;
        table->local_tags[table->local_tag_count++] = tag;
    }
    return LISTED_TAGS + *id;
}

/* An element's own flags: by its tag, its role, and whether it hides itself. */
static uint32_t own_flags(Parser *parser, const Node *node)
{
    uint32_t flags = node->tag < KNOWN_TAGS ? tag_flags[node->tag] : 0;
    int is_shadow_root = 0;
    for (int i = 0; i < node->extent; i++) {
        const Attribute *attribute = &parser->attributes[node->data + i];
        if (attribute->id == ATTRIBUTE_ROLE)
            flags |= role_flags(parser, attribute);
        is_shadow_root |= attribute->id == ATTRIBUTE_SHADOWROOTMODE && node->tag == TAG_TEMPLATE;
    }
    if (is_shadow_root)
        flags = 0; /* a browser shows it in the place of its parent's content */
    return flags | (node->bits & NODE_IS_HIDDEN ? FLAG_HIDDEN : 0);
}

static int has_row_below(Parser *parser, const Node *node)
{
    if (!has_content(parser, node))
        return 0;
    for (int32_t child = node->first; child != NONE; child = parser->nodes[child].next)
        if (parser->nodes[child].tag != TAG_COMMENT)
            return 1;
    return 0;
}

/* -- the table -------------------------------------------------------------------------------------- */

static void write_rows(Parser *parser, int64_t most_depth, Table *table, int32_t *ids)
{
    int64_t rows = table->rows, length = 0;
    int64_t *column[COLUMN_COUNT];
    for (int i = 0; i < COLUMN_COUNT; i++)
        column[i] = table->cells + i * rows;
    int64_t *parents = column[COLUMN_PARENT], *depths = column[COLUMN_DEPTH], *flags = column[COLUMN_FLAGS];
    int64_t *blocks = column[COLUMN_BLOCK];
    int32_t *counted = (int32_t *)(table->cells + COLUMN_COUNT * rows);
    memset(counted, 0, COUNT_COUNT * (size_t)rows * sizeof *counted);
    char *out = table->text;
    for (int64_t row = 0; row < rows; row++) {
        const Node *node = &parser->nodes[table->nodes[row]];
        int64_t above = node->parent > 0 ? parser->nodes[node->parent].previous : NONE;
        int is_too_deep = above != NONE && depths[above] >= most_depth; /* then it is made a sibling */
        parents[row] = is_too_deep ? parents[above] : above;
        depths[row] = above == NONE ? 0 : depths[above] + !is_too_deep;
        flags[row] = above == NONE ? 0 : flags[above];
        blocks[row] = above == NONE ? 0 : blocks[above];
        column[COLUMN_END][row] = row + 1;
        column[COLUMN_TEXT_START][row] = length;
        column[COLUMN_LINE][row] = node->line;
        column[COLUMN_OFFSET][row] = node->offset;
        table->attributes[row] =
            (RowAttributes){node->data, node->tag == TAG_TEXT ? 0 : node->extent, node->name_space};
        if (node->tag == TAG_TEXT) {
            char *start = out;
            out = write_chunks(parser, node, out);
            if (flags[row] & FLAG_UNSHOWN) { /* such as the data in scripts; it needs no counts */
                length += count_code_points((const Byte *)start, (const Byte *)out);
            } else {
                Counts counts = count_characters((const Byte *)start, (const Byte *)out);
                for (int i = 0; i < COUNT_COUNT; i++)
                    counted[i * rows + row] = counts.by_column[i];
                length += counts.code_points;
                *(flags[row] & FLAG_HIDDEN ? &table->hidden_chars : &table->shown_chars) += counts.code_points;
            }
            column[COLUMN_TAG][row] = TAG_TEXT;
        } else {
            flags[row] |= own_flags(parser, node);
            if (node->tag >= KNOWN_TAGS || tag_is_block[node->tag])
                blocks[row] = row;
            column[COLUMN_TAG][row] = table_tag(node->tag, ids, table);
            if (UNLIKELY(depths[row] >= most_depth) && !table->is_flattened)
                table->is_flattened = has_row_below(parser, node);
        }
        column[COLUMN_TEXT_END][row] = length;
    }
    table->text_length = (size_t)(out - table->text);
    for (int64_t row = rows - 1; row > 0; row--) { /* what ends a row ends its parent, or more does */
        int64_t above = parents[row];
        if (column[COLUMN_END][above] < column[COLUMN_END][row])
            column[COLUMN_END][above] = column[COLUMN_END][row];
        if (column[COLUMN_TEXT_END][above] < column[COLUMN_TEXT_END][row])
            column[COLUMN_TEXT_END][above] = column[COLUMN_TEXT_END][row];
    }
}

/* Write the table of a parsed source. The caller has zeroed it. */
Failure write_table(Parser *parser, int64_t most_rows, int64_t most_depth, Table *table)
{
    int failure = setjmp(parser->on_failure);
    if (failure)
        return (Failure)failure;
    check_time(parser);
    list_rows(parser, most_rows, table);
    /* The ids of unlisted tags: their numbers in the table, once they have one. */
    size_t unlisted = (size_t)(KNOWN_TAGS - LISTED_TAGS + parser->local_tag_count);
    table->local_tags = allocated(parser, 2 * unlisted, sizeof *table->local_tags);
    int32_t *ids = table->local_tags + unlisted;
    for (size_t i = 0; i < unlisted; i++)
        ids[i] = NONE;
    table->attributes = allocated(parser, (size_t)table->rows, sizeof *table->attributes);
    table->cells = allocated(parser, (size_t)table->rows, CELL_BYTES);
    table->text = allocated(parser, most_text(parser->text_bytes, parser->has_nuls), 1);
    write_rows(parser, most_depth < MOST_OPEN ? most_depth : MOST_OPEN - 1, table, ids);
    return FAILED_NOT;
}

void free_table(Parser *parser, Table *table)
{
    void *blocks[] = {table->cells, table->nodes, table->attributes, table->local_tags, table->text};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (blocks[i])
            parser->reallocate(blocks[i], 0);
    memset(table, 0, sizeof *table);
}
