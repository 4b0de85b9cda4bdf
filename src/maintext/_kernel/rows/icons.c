/* Icons in a line: drawings between the words of a sentence, or in a link. The shapes of other drawings end a line: most
   icons are between what they separate. `previous` of a node is its row here. */
#include "parse/parser.h"

static int is_text_of(const Parser *parser, int32_t node, int is_solid)
{
    return node != NONE && parser->nodes[node].tag == TAG_TEXT &&
           mt_has_solid_text(parser, &parser->nodes[node]) == is_solid;
}

enum {
    MAX_WORDS = 8, /* levels from the element beside a drawing down to its first text */
    BESIDE_LINK = 1,
    BESIDE_TEXT
};

static int is_phrase(int32_t tag)
{
    switch (tag) {
    case TAG_A:
    case TAG_B:
    case TAG_CODE:
    case TAG_EM:
    case TAG_I:
    case TAG_KBD:
    case TAG_SMALL:
    case TAG_SPAN:
    case TAG_STRONG:
        return 1;
    }
    return 0;
}

/* A node, or the first one after it in the same element, that is no comment and not only white space; or NONE. */
static int32_t past_blanks(const Parser *parser, int32_t node)
{
    while (node != NONE && (parser->nodes[node].tag == TAG_COMMENT || is_text_of(parser, node, 0)))
        node = parser->nodes[node].next;
    return node;
}

/* BESIDE_LINK or BESIDE_TEXT if a node beside a drawing is text, or begins with text and is part of the line. */
static int words_of(const Parser *parser, int32_t node)
{
    int found = BESIDE_TEXT;
    for (int level = 0; level < MAX_WORDS && node != NONE; level++) {
        const Node *at = &parser->nodes[node];
        if (at->tag == TAG_TEXT)
            return mt_has_solid_text(parser, at) ? found : 0;
        if (!is_phrase(at->tag))
            return 0;
        found = at->tag == TAG_A ? BESIDE_LINK : found;
        node = past_blanks(parser, at->first);
    }
    return 0;
}

/* The node before another in the same element, without blanks; or NONE. */
static int32_t word_before(const Parser *parser, const Table *table, const Node *node)
{
    const Node *nodes = parser->nodes;
    int32_t at = table->nodes[node->previous - 1];
    while (at > 0 && at != node->parent) {
        while (at > 0 && nodes[at].parent != node->parent) /* up from the last row below it */
            at = nodes[at].parent;
        if (at <= 0)
            return NONE;
        if (!is_text_of(parser, at, 0))
            return at;
        at = table->nodes[nodes[at].previous - 1];
    }
    return NONE;
}

/* Whether white space is directly before or after a node. Without, its words would stick together. */
static int has_space_beside(const Parser *parser, const Table *table, const Node *node)
{
    const Node *before = &parser->nodes[table->nodes[node->previous - 1]];
    int32_t next = node->next;
    while (next != NONE && parser->nodes[next].tag == TAG_COMMENT)
        next = parser->nodes[next].next;
    if (next != NONE && parser->nodes[next].tag == TAG_TEXT &&
        is_space(parser->source[parser->chunks[parser->nodes[next].data].span.start]))
        return 1;
    if (before->tag != TAG_TEXT || before->parent != node->parent)
        return 0;
    Span last = parser->chunks[before->extent].span;
    return is_space(parser->source[last.start + last.length - 1]);
}

/* Whether a drawing has text, apart from its title and the like. */
static int has_drawn_text(const Parser *parser, const Node *drawing)
{
    const Node *nodes = parser->nodes, *at = drawing;
    for (;;) {
        int is_unseen =
            at->tag == TAG_TITLE || at->tag == TAG_DESC || at->tag == TAG_STYLE || at->tag == TAG_SCRIPT;
        if (at->tag == TAG_TEXT && mt_has_solid_text(parser, at))
            return 1;
        if (at->first != NONE && !is_unseen) {
            at = &nodes[at->first];
            continue;
        }
        while (at != drawing && at->next == NONE)
            at = &nodes[at->parent];
        if (at == drawing)
            return 0;
        at = &nodes[at->next];
    }
}

/* Whether a drawing without text is between words of a paragraph, heading, list item or <span>, beside a space:
   `<p>Press the <svg>...</svg> button`. It may be alone in a <span>, but not between two links. */
static int is_icon_between_words(const Parser *parser, const Table *table, const Node *drawing)
{
    const Node *nodes = parser->nodes, *at = drawing;
    while (at->parent > 0 && nodes[at->parent].tag == TAG_SPAN && past_blanks(parser, at->next) == NONE &&
           word_before(parser, table, at) == NONE)
        at = &nodes[at->parent];
    int32_t around = at->parent > 0 ? nodes[at->parent].tag : TAG_SVG;
    if (around != TAG_P && around != TAG_LI && around != TAG_SPAN && !(around >= TAG_H1 && around <= TAG_H6))
        return 0;
    int after = words_of(parser, past_blanks(parser, at->next));
    if (!after || !has_space_beside(parser, table, at))
        return 0;
    int before = words_of(parser, word_before(parser, table, at));
    return before && before + after > 2 * BESIDE_LINK && !has_drawn_text(parser, drawing);
}

/* Whether a drawing is an icon after the words of a link, with more text of the line after the link:
   `<a>words<svg>...</svg></a> text`. It is the last in the link, or after its first text, so at most two drawings of a
   link are looked at further. */
static int is_icon_of_link(const Parser *parser, const Table *table, const Node *drawing)
{
    const Node *link = &parser->nodes[drawing->parent];
    int32_t before = word_before(parser, table, drawing);
    int is_second =
        is_text_of(parser, before, 1) && word_before(parser, table, &parser->nodes[before]) == NONE;
    if (!is_second && (past_blanks(parser, drawing->next) != NONE ||
                       !is_text_of(parser, past_blanks(parser, link->first), 1)))
        return 0;
    return is_text_of(parser, past_blanks(parser, link->next), 1);
}

int mt_is_icon_in_line(const Parser *parser, const Table *table, const Node *drawing)
{
    if (drawing->parent <= 0)
        return 0;
    return parser->nodes[drawing->parent].tag == TAG_A ? is_icon_of_link(parser, table, drawing)
                                                       : is_icon_between_words(parser, table, drawing);
}
