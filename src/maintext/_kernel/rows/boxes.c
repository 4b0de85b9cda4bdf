/* Which unlisted elements are boxes, as <div> is, and which are part of a line, as <span> is.

   Browsers show an unknown element in its line, unless a style sheet makes it a box. Style sheets are not
   read, so its place decides. In a paragraph, a heading or code, it is part of a line, unless a block element is
   inside it. Elsewhere it is a box, too, if it is directly in a listed box without text beside it, or in an
   unlisted box, or if it is empty: a script fills it. */
#include "parse/parser.h"

enum {
    HAS_TEXT = 1,  /* text inside */
    HAS_LINE = 2,  /* text directly inside, or in an element of a line, or a line break */
    HAS_BLOCK = 4, /* a block element inside */
    STANDS = 8,    /* an unlisted element where only boxes are */
    IN_LINES = 16, /* inside an element that has only lines */
    IS_READ = 32,  /* IN_LINES is known */
};

typedef struct {
    Parser *parser;
    const Table *table; /* with its list of nodes */
    Byte *marks;        /* per row */
    int32_t *unlisted;  /* rows of unlisted elements, the last one first */
    int64_t count;
} Boxes;

static const Node *node_at(const Boxes *boxes, int64_t row)
{
    return &boxes->parser->nodes[boxes->table->nodes[row]];
}

static int64_t row_above(const Boxes *boxes, const Node *node)
{
    return node->parent > 0 ? boxes->parser->nodes[node->parent].previous : NONE;
}

static int is_listed_block(const Node *node) { return node->tag < KNOWN_TAGS && mt_tag_is_block[node->tag]; }

static int is_unlisted(const Node *node)
{
    return node->tag >= LISTED_TAGS && node->name_space == NAMESPACE_HTML && !is_listed_block(node);
}

static int is_never_shown(const Node *node)
{
    return node->bits & NODE_IS_HIDDEN || (node->tag < KNOWN_TAGS && mt_tag_flags[node->tag] & FLAG_UNSHOWN);
}

/* Prefixed names, such as st1:place, mark words. */
static int is_prefixed(const Parser *parser, int tag)
{
    if (tag < KNOWN_TAGS)
        return 0;
    Span name = parser->local_tags[tag - KNOWN_TAGS].name;
    return memchr(parser->source + name.start, ':', (size_t)name.length) != NULL;
}

/* Elements with lines inside, and no boxes. */
static int has_only_lines(int tag)
{
    return tag < KNOWN_TAGS && mt_tag_flags[tag] & (FLAG_PARAGRAPH | FLAG_HEADING | FLAG_PRE);
}

/* Mark the rows with text, lines and listed blocks inside, and list the unlisted elements. */
static void mark_content(Boxes *boxes)
{
    for (int64_t row = boxes->table->rows - 1; row > 0; row--) {
        const Node *node = node_at(boxes, row);
        int64_t above = row_above(boxes, node);
        if (UNLIKELY(is_unlisted(node)))
            boxes->unlisted[boxes->count++] = (int32_t)row;
        if (above == NONE || is_never_shown(node))
            continue;
        int marks = boxes->marks[row], is_block = is_listed_block(node);
        if (node->tag == TAG_TEXT && (boxes->marks[above] & (HAS_TEXT | HAS_LINE)) == (HAS_TEXT | HAS_LINE))
            continue; /* other text says the same */
        if (node->tag == TAG_TEXT)
            marks = mt_has_solid_text(boxes->parser, node) ? HAS_TEXT | HAS_LINE : 0;
        else if (node->tag == TAG_BR)
            marks = HAS_LINE;
        else if (is_block)
            marks = HAS_BLOCK | (marks & HAS_TEXT);
        else if (is_unlisted(node))
            marks &= HAS_TEXT | HAS_BLOCK;
        else
            marks = (marks & HAS_BLOCK) ? marks & (HAS_TEXT | HAS_BLOCK)
                                        : (marks & HAS_TEXT ? HAS_TEXT | HAS_LINE : 0);
        boxes->marks[above] |= (Byte)marks;
    }
}

/* Whether an element is inside one that has only lines. The elements around it are marked, so that each is read once,
   however many elements are inside. */
static int is_in_lines(Boxes *boxes, int64_t row)
{
    int64_t at = row;
    int found = 0;
    while (!found && at != NONE && !(boxes->marks[at] & IS_READ)) {
        at = row_above(boxes, node_at(boxes, at));
        found = at != NONE && (has_only_lines(node_at(boxes, at)->tag) || boxes->marks[at] & IN_LINES);
    }
    Byte marks = found ? IS_READ | IN_LINES : IS_READ;
    for (int64_t below = row; below != at; below = row_above(boxes, node_at(boxes, below)))
        boxes->marks[below] |= marks;
    return boxes->marks[row] & IN_LINES;
}

/* Mark the unlisted elements in places of boxes. */
static void mark_standing(Boxes *boxes)
{
    for (int64_t i = boxes->count - 1; i >= 0; i--) {
        int64_t row = boxes->unlisted[i];
        const Node *node = node_at(boxes, row);
        int64_t above = row_above(boxes, node);
        if (above == NONE || is_prefixed(boxes->parser, node->tag) || is_in_lines(boxes, row))
            continue;
        Byte around = boxes->marks[above];
        int is_alone = is_listed_block(node_at(boxes, above)) && !(around & HAS_LINE);
        if (is_alone || around & STANDS || !(boxes->marks[row] & HAS_TEXT))
            boxes->marks[row] |= STANDS;
    }
}

/* A box is a block for what is around it. */
static void mark_around(Boxes *boxes, int64_t row)
{
    while (row != NONE && !is_never_shown(node_at(boxes, row))) {
        row = row_above(boxes, node_at(boxes, row));
        if (row == NONE || boxes->marks[row] & HAS_BLOCK)
            return;
        boxes->marks[row] |= HAS_BLOCK;
    }
}

/* Set NODE_IS_BOX, from the last element to the first: what is inside decides. */
static void choose_boxes(Boxes *boxes)
{
    for (int64_t i = 0; i < boxes->count; i++) {
        int64_t row = boxes->unlisted[i];
        if (!(boxes->marks[row] & (HAS_BLOCK | STANDS)))
            continue;
        boxes->parser->nodes[boxes->table->nodes[row]].bits |= NODE_IS_BOX;
        mark_around(boxes, row);
    }
}

void mt_find_boxes(Parser *parser, const Table *table, int32_t *memory)
{
    Boxes boxes = {parser, table, (Byte *)(memory + table->rows), memory, 0};
    memset(boxes.marks, 0, (size_t)table->rows);
    mark_content(&boxes);
    mark_standing(&boxes);
    choose_boxes(&boxes);
}
