/* Nodes -> rows and columns. */
#include "base/vectors.h"
#include "parse/parser.h"
#include "rows/unseen.h"

enum { CELL_BYTES = COLUMN_COUNT * sizeof(int64_t) + COUNT_COUNT * sizeof(int32_t) };

static void *allocated(Parser *parser, size_t count, size_t size)
{
    if (count > SIZE_MAX / size)
        mt_fail(parser, FAILED_MEMORY);
    void *block = parser->reallocate(NULL, count * size + 1);
    if (!block)
        mt_fail(parser, FAILED_MEMORY);
    return block;
}

/* -- nodes with rows --------------------------------------------------------------------------------- */

/* Programs, styles and comments have no content. */
static int has_content(Parser *parser, const Node *node)
{
    if (node->first == NONE || node->tag == TAG_STYLE)
        return 0;
    return node->tag != TAG_SCRIPT || mt_is_data_script(parser, node);
}

static int32_t next_outside(const Parser *parser, int32_t node)
{
    while (node != NONE && parser->nodes[node].next == NONE)
        node = parser->nodes[node].parent;
    return node == NONE ? NONE : parser->nodes[node].next;
}

/* List the nodes that have rows, in document order. `previous` of each becomes its row. */
static void list_by_links(Parser *parser, int64_t max_rows, Table *table)
{
    int32_t at = parser->nodes[0].first;
    while (at != NONE) {
        Node *node = &parser->nodes[at];
        if (node->tag != TAG_COMMENT) {
            if (table->rows == max_rows) {
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

/* The last descendant of a node, or a comment after it. Nodes must be in document order. */
static int32_t last_below(const Parser *parser, int32_t above)
{
    int32_t at = above;
    while (at + 1 < parser->node_count &&
           (parser->nodes[at + 1].parent >= above || parser->nodes[at + 1].tag == TAG_COMMENT))
        at++;
    return at;
}

/* Faster version for nodes that are already in document order, as on most pages. */
static void list_in_order(Parser *parser, int64_t max_rows, Table *table)
{
    for (int32_t at = 1; at < parser->node_count; at++) {
        Node *node = &parser->nodes[at];
        if (node->tag == TAG_COMMENT)
            continue;
        if (table->rows == max_rows) {
            parser->is_cut = 1;
            return;
        }
        table->nodes[table->rows] = at;
        node->previous = (int32_t)table->rows++;
        if (UNLIKELY(node->tag == TAG_STYLE || node->tag == TAG_SCRIPT) && !has_content(parser, node))
            at = last_below(parser, at);
    }
}

static void list_rows(Parser *parser, int64_t max_rows, Table *table)
{
    int64_t capacity = parser->node_count < max_rows ? parser->node_count : max_rows;
    table->nodes = allocated(parser, (size_t)capacity, sizeof *table->nodes);
    if (parser->is_reordered)
        list_by_links(parser, max_rows, table);
    else
        list_in_order(parser, max_rows, table);
}

static void find_boxes(Parser *parser, const Table *table)
{
    int32_t *memory = allocated(parser, (size_t)table->rows, BOX_BYTES);
    mt_find_boxes(parser, table, memory);
    parser->reallocate(memory, 0);
}

/* -- text -------------------------------------------------------------------------------------------- */

/* Copy a text. Most are short, and need no call: the output has room for a step beyond. */
static void copy_text(const Parser *parser, const Byte *text, size_t length, char *out)
{
    enum { SHORT = 4 * STEP };
    if (length > SHORT || parser->source_end - text < SHORT) {
        memcpy(out, text, length);
        return;
    }
    for (size_t i = 0; i < length; i += STEP)
        store(out + i, load(text + i));
}

static char *write_chunks(const Parser *parser, const Node *node, char *out)
{
    for (int32_t i = node->data; i != NONE; i = parser->chunks[i].next) {
        const Chunk *chunk = &parser->chunks[i];
        const Byte *text = parser->source + chunk->span.start;
        size_t length = (size_t)chunk->span.length;
        if (chunk->how & CHUNK_HAS_REFERENCES || (parser->has_returns && memchr(text, '\r', length)) ||
            (parser->has_nuls && memchr(text, 0, length))) {
            out += mt_write_text(text, text + length, chunk->how, 0, out);
        } else {
            copy_text(parser, text, length, out);
            out += length;
        }
    }
    return out;
}

/* -- elements ---------------------------------------------------------------------------------------- */

/* Flags by the tag and the attributes of an element. */
static uint32_t declared_flags(Parser *parser, const Node *node)
{
    uint32_t flags = node->tag < KNOWN_TAGS ? mt_tag_flags[node->tag] : 0;
    if (LIKELY(!(node->bits & NODE_MAY_HAVE_FLAGS)))
        return flags;
    int is_shadow_root = 0;
    for (int i = 0; i < node->extent; i++) {
        const Attribute *attribute = &parser->attributes[node->data + i];
        if (attribute->id == ATTRIBUTE_ROLE)
            flags |= mt_role_flags(parser, attribute);
        is_shadow_root |= attribute->id == ATTRIBUTE_SHADOWROOTMODE && node->tag == TAG_TEMPLATE;
    }
    return is_shadow_root ? 0 : flags; /* a browser shows it in place of its parent's content */
}

/* Flags of the element itself: from its tag, its role, and whether it hides itself. */
static uint32_t own_flags(Parser *parser, const Node *node)
{
    uint32_t flags = declared_flags(parser, node);
    flags |= node->bits & NODE_KEEPS_LINES ? FLAG_LINES : 0;
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

/* -- rows -------------------------------------------------------------------------------------------- */

typedef struct {
    Parser *parser;
    Table *table;
    int64_t *column[COLUMN_COUNT];
    int32_t *counts;  /* indexed by count, then by row */
    int32_t *tag_ids; /* table ids of unlisted tags; NONE if not assigned yet */
    int64_t max_depth;
    char *out;         /* position of the next text */
    const Byte *limit; /* end of the text buffer */
    int64_t length;    /* of the text so far, in code points */
    Unseen unseen;
    int has_unseen, drops_unseen;
} RowWriter;

/* Whether a tag is <math> with a prefix, such as <mml:math>. */
static int is_prefixed_math(const Parser *parser, int tag)
{
    static const char end[] = ":math";
    if (tag < KNOWN_TAGS)
        return 0;
    Span name = parser->local_tags[tag - KNOWN_TAGS].name;
    int length = (int)sizeof end - 1;
    return name.length > length &&
           mt_equals_ignoring_case(parser->source + name.start + name.length - length, end, (size_t)length);
}

/* Id in the table: a listed tag keeps its id; any other tag gets the next free one. */
static int64_t table_tag(RowWriter *writer, int tag)
{
    if (tag < LISTED_TAGS)
        return tag;
    int32_t *id = &writer->tag_ids[tag - LISTED_TAGS];
    if (*id == NONE) {
        *id = writer->table->local_tag_count++;
        writer->table->local_tags[*id] = tag;
        writer->parser->has_formulas |= is_prefixed_math(writer->parser, tag);
    }
    return LISTED_TAGS + *id;
}

typedef struct {
    int64_t parent, depth, flags, block;
} RowPlace;

/* What a row gets from its parent. A row that is too deep becomes a sibling of it. */
static inline RowPlace place_of(const RowWriter *writer, const Node *node)
{
    int64_t *const *column = writer->column;
    int64_t above = node->parent > 0 ? writer->parser->nodes[node->parent].previous : NONE;
    if (above == NONE)
        return (RowPlace){.parent = NONE};
    RowPlace place = {above, column[COLUMN_DEPTH][above] + 1, column[COLUMN_FLAGS][above],
                      column[COLUMN_BLOCK][above]};
    if (UNLIKELY(place.depth > writer->max_depth)) {
        place.parent = column[COLUMN_PARENT][above];
        place.depth--;
    }
    return place;
}

static inline void put_place(const RowWriter *writer, int64_t row, int64_t tag, RowPlace place)
{
    int64_t *const *column = writer->column;
    column[COLUMN_TAG][row] = tag;
    column[COLUMN_PARENT][row] = place.parent;
    column[COLUMN_DEPTH][row] = place.depth;
    column[COLUMN_FLAGS][row] = place.flags;
    column[COLUMN_BLOCK][row] = place.block;
}

enum { MAX_DRAWN = 8 }; /* levels from a shape up to its drawing */

static int is_shape_of_icon(const Parser *parser, const Node *shape)
{
    const Node *at = shape;
    for (int level = 0; level < MAX_DRAWN && at->tag != TAG_SVG && at->parent > 0; level++)
        at = &parser->nodes[at->parent];
    return (at->bits & NODE_IS_ICON) != 0;
}

/* Whether an element ends a line. The shapes of a drawing do, and so do its title and style, unless it is an icon in a
   line: most icons are between what they separate. */
static int ends_line(const Parser *parser, const Node *node)
{
    int is_box = node->bits & NODE_IS_BOX || (node->tag < KNOWN_TAGS && mt_tag_is_block[node->tag]);
    if (UNLIKELY(node->name_space == NAMESPACE_SVG))
        return (is_box || node->tag >= LISTED_TAGS) && !is_shape_of_icon(parser, node);
    return is_box;
}

/* Whether an element of the same line shows a text backwards. */
static int is_reversed(const Parser *parser, const Node *node)
{
    for (int32_t at = node->parent; at > 0; at = node->parent) {
        node = &parser->nodes[at];
        if (node->bits & NODE_IS_REVERSED)
            return 1;
        if (ends_line(parser, node) || node->tag == TAG_BDO || node->tag == TAG_BDI)
            return 0;
    }
    return 0;
}

/* Drop what a reader cannot see from a text that was just written. */
static void drop_unseen(RowWriter *writer, const Node *node, Byte *start, int64_t row)
{
    Unseen *unseen = &writer->unseen;
    int64_t block = writer->column[COLUMN_BLOCK][row];
    unseen->depth = unseen->block == block ? unseen->depth : 0; /* a block ends all embeddings */
    unseen->block = block;
    int64_t above = row;
    while (above > 0 && writer->table->offsets[above] == NONE)
        above = writer->column[COLUMN_PARENT][above];
    unseen->offset = writer->table->offsets[above];
    unseen->is_reversed = writer->parser->has_reversed && is_reversed(writer->parser, node);
    if (unseen->depth || unseen->is_reversed || mt_has_unseen(start, (Byte *)writer->out))
        writer->out = (char *)start +
                      mt_drop_unseen(writer->parser, unseen, start, (size_t)(writer->out - (char *)start));
}

static void write_text_row(RowWriter *writer, const Node *node, int64_t row)
{
    RowPlace place = place_of(writer, node);
    put_place(writer, row, TAG_TEXT, place);
    Byte *start = (Byte *)writer->out;
    writer->out = write_chunks(writer->parser, node, writer->out);
    if (UNLIKELY(writer->drops_unseen))
        drop_unseen(writer, node, start, row);
    const Byte *end = (const Byte *)writer->out;
    Table *table = writer->table;
    int64_t points;
    if (place.flags & FLAG_UNSHOWN) { /* such as data in scripts; needs no counts */
        points = mt_count_code_points_before(start, end, writer->limit);
    } else {
        points = mt_count_characters(start, end, writer->limit, writer->counts + row, table->rows);
        *(place.flags & FLAG_HIDDEN ? &table->hidden_chars : &table->shown_chars) += points;
    }
    writer->length += points;
    if (points != end - start) /* not ASCII */
        writer->has_unseen = writer->has_unseen || mt_has_unseen(start, end);
}

/* Note what a page has: signs that mark text, formulas, and icons in a line. */
static void note_element(RowWriter *writer, const Node *node, int64_t row)
{
    Parser *parser = writer->parser;
    switch (node->tag) {
    case TAG_Q:
    case TAG_SUP:
    case TAG_SUB:
        parser->has_marks = 1;
        return;
    case TAG_MATH:
        parser->has_formulas = 1;
        return;
    case TAG_IMG:
        parser->has_formulas |= mt_is_formula_image(parser, node);
        return;
    case TAG_SVG:
        if (mt_is_icon_in_line(parser, writer->table, node))
            parser->nodes[writer->table->nodes[row]].bits |= NODE_IS_ICON;
        return;
    }
}

static void write_element_row(RowWriter *writer, const Node *node, int64_t row)
{
    RowPlace place = place_of(writer, node);
    note_element(writer, node, row);
    place.flags = (place.flags & ~(int64_t)FLAG_HIDDEN) | own_flags(writer->parser, node);
    if (ends_line(writer->parser, node))
        place.block = row;
    put_place(writer, row, table_tag(writer, node->tag), place);
    Table *table = writer->table;
    if (UNLIKELY(place.depth >= writer->max_depth) && !table->is_flattened)
        table->is_flattened = has_row_below(writer->parser, node);
}

static void write_rows(RowWriter *writer)
{
    int64_t **column = writer->column;
    Table *table = writer->table;
    for (int64_t row = 0; row < table->rows; row++) {
        const Node *node = &writer->parser->nodes[table->nodes[row]];
        int is_text = node->tag == TAG_TEXT;
        column[COLUMN_END][row] = row + 1;
        column[COLUMN_TEXT_START][row] = writer->length;
        table->text_at[row] = (uint32_t)(writer->out - table->text);
        table->offsets[row] = node->offset;
        table->attributes[row] = (RowAttributes){node->data, is_text ? 0 : node->extent, node->name_space};
        if (is_text)
            write_text_row(writer, node, row);
        else
            write_element_row(writer, node, row);
        column[COLUMN_TEXT_END][row] = writer->length;
    }
    table->text_length = (size_t)(writer->out - table->text);
    table->text_at[table->rows] = (uint32_t)table->text_length;
}

/* Write the rows; if some texts have characters that a reader cannot see, write them again without. */
static void write_seen_rows(RowWriter *writer)
{
    Table *table = writer->table;
    write_rows(writer);
    writer->drops_unseen = writer->parser->has_reversed || writer->has_unseen;
    if (LIKELY(!writer->drops_unseen))
        return;
    writer->out = table->text;
    writer->length = table->shown_chars = table->hidden_chars = 0;
    memset(writer->counts, 0, COUNT_COUNT * (size_t)table->rows * sizeof *writer->counts);
    write_rows(writer);
}

/* A row ends where its last descendant ends. */
static void close_rows(RowWriter *writer)
{
    int64_t *parent = writer->column[COLUMN_PARENT], *end = writer->column[COLUMN_END];
    int64_t *text_end = writer->column[COLUMN_TEXT_END];
    for (int64_t row = writer->table->rows - 1; row >= 0; row--) {
        int64_t above = row ? parent[row] : row;
        end[above] = end[above] < end[row] ? end[row] : end[above];
        text_end[row] = text_end[end[row] - 1];
    }
}

/* -- the table --------------------------------------------------------------------------------------- */

/* Write the table of a parsed source. The caller has zeroed it. */
Failure mt_write_table(Parser *parser, int64_t max_rows, int64_t max_depth, Table *table)
{
    int failure = setjmp(parser->on_failure);
    if (failure)
        return (Failure)failure;
    mt_check_time(parser);
    mt_find_hidden(parser);
    list_rows(parser, max_rows, table);
    if (parser->has_unlisted)
        find_boxes(parser, table);
    size_t rows = (size_t)table->rows,
           unlisted = (size_t)(KNOWN_TAGS - LISTED_TAGS + parser->local_tag_count);
    table->attributes = allocated(parser, rows, sizeof *table->attributes);
    table->offsets = allocated(parser, rows, sizeof *table->offsets);
    table->local_tags = allocated(parser, 2 * unlisted, sizeof *table->local_tags);
    table->cells = allocated(parser, rows, CELL_BYTES);
    size_t text_capacity = mt_max_text(parser->text_bytes, parser->has_nuls);
    table->text = allocated(parser, text_capacity, 1);
    table->text_at = allocated(parser, rows + 1, sizeof *table->text_at);
    RowWriter writer = {.parser = parser, .table = table, .out = table->text};
    writer.limit = (const Byte *)table->text + text_capacity;
    writer.max_depth = max_depth < MAX_OPEN ? max_depth : MAX_OPEN - 1;
    writer.tag_ids = table->local_tags + unlisted;
    for (size_t i = 0; i < unlisted; i++)
        writer.tag_ids[i] = NONE;
    for (int i = 0; i < COLUMN_COUNT; i++)
        writer.column[i] = table->cells + i * table->rows;
    writer.counts = (int32_t *)(table->cells + COLUMN_COUNT * table->rows);
    memset(writer.counts, 0, COUNT_COUNT * rows * sizeof *writer.counts);
    write_seen_rows(&writer);
    close_rows(&writer);
    mt_mark_listings(parser, table);
    return NOT_FAILED;
}

void mt_free_table(Parser *parser, Table *table)
{
    void *blocks[] = {table->cells,      table->nodes, table->attributes, table->offsets,
                      table->local_tags, table->text,  table->text_at};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (blocks[i])
            parser->reallocate(blocks[i], 0);
    memset(table, 0, sizeof *table);
}
