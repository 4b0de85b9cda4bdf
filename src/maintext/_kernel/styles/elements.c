/* The page's own style sheets, and what the attributes of its elements say. */
#include "styles/styles.h"
#include "styles/text.h"

/* Whether a <style> applies: not if it is for another medium or language, nor in a template or <noscript>. */
static int sheet_applies(Parser *parser, const Node *node)
{
    View type = attribute_of(parser, node, "type");
    if (type.length && !is_same_word(type, "text/css"))
        return 0;
    View media = attribute_of(parser, node, "media");
    if (media.length && !mt_media_matches(media))
        return 0;
    for (int32_t at = node->parent; at > 0; at = parser->nodes[at].parent)
        if (parser->nodes[at].tag == TAG_TEMPLATE || parser->nodes[at].tag == TAG_NOSCRIPT)
            return 0;
    return 1;
}

static int is_linked_sheet(Parser *parser, const Node *node)
{
    View rel = attribute_of(parser, node, "rel");
    for (; rel.length; rel = without(rel, 1))
        if (begins_with(rel, "stylesheet"))
            return 1;
    return is_same_word(attribute_of(parser, node, "as"), "style");
}

/* Read a <style>. Its text is a part of the source, often in several chunks. Inside of <svg> it may have references;
   such a sheet is not read. */
static void read_style(Parser *parser, const Node *node, Sheets *sheets)
{
    const Byte *at = NULL, *end = NULL;
    for (int32_t text = node->first; text != NONE; text = parser->nodes[text].next) {
        if (parser->nodes[text].tag != TAG_TEXT)
            continue;
        for (int32_t i = parser->nodes[text].data; i != NONE; i = parser->chunks[i].next) {
            Span span = parser->chunks[i].span;
            const Byte *start = parser->source + span.start;
            int has_reference =
                parser->chunks[i].how & CHUNK_HAS_REFERENCES && memchr(start, '&', (size_t)span.length);
            sheets->is_cut |= has_reference;
            at = end ? at : start;
            end = start + span.length;
        }
    }
    if (at < end)
        mt_read_sheet(parser, sheets, at, end);
}

/* Note the colours that an element's attributes paint behind it. */
static void note_own_background(Parser *parser, const Node *node, Sheets *sheets)
{
    if (node->bits & NODE_MAY_HIDE)
        mt_note_style_background(parser, node);
    if (mt_has_old_background(node->tag))
        mt_note_background(sheets, mt_read_old_colour(attribute_of(parser, node, "bgcolor")));
}

/* Whether an element's tag or attributes can hide it, or say a colour. Another tag needs a line in `is_looked_at`. */
static int is_suspect(const Parser *parser, const Node *node)
{
    switch (node->tag) {
    case TAG_FONT:
    case TAG_BODY:
        return node->extent > 0;
    case TAG_BDO:
    case TAG_DIALOG:
        return 1;
    case TAG_DETAILS:
    case TAG_NOSCRIPT:
        return parser->is_strict;
    default:
        return node->bits & NODE_MAY_HIDE;
    }
}

/* Tags whose elements are looked at without attributes that may hide: those of sheets, of `is_suspect` and of
   `mt_has_old_background`. */
static const uint8_t is_looked_at[KNOWN_TAGS] = {
    [TAG_LINK] = 1,   [TAG_STYLE] = 1,   [TAG_FONT] = 1,  [TAG_BODY] = 1,  [TAG_BDO] = 1,
    [TAG_DIALOG] = 1, [TAG_DETAILS] = 1, [TAG_TABLE] = 1, [TAG_THEAD] = 1, [TAG_TBODY] = 1,
    [TAG_TFOOT] = 1,  [TAG_TR] = 1,      [TAG_TH] = 1,    [TAG_TD] = 1,    [TAG_NOSCRIPT] = 1,
};

/* Note what an element says by its tag and its attributes. */
static void note_element(Parser *parser, Node *node, Sheets *sheets)
{
    if (node->tag == TAG_LINK)
        sheets->has_linked = sheets->has_linked || is_linked_sheet(parser, node);
    if (node->extent)
        note_own_background(parser, node, sheets);
    if (is_suspect(parser, node)) {
        node->bits |= NODE_MAY_HIDE;
        sheets->has_suspects = 1;
    }
}

/* Read the <style> elements of a page; the names that they ask for come first. */
static void read_styles(Parser *parser, int32_t first, int32_t last, Sheets *sheets)
{
    mt_name_elements(parser, &parser->styles->names);
    for (int32_t at = first; at <= last; at++) {
        const Node *node = &parser->nodes[at];
        if (node->tag == TAG_STYLE && node->parent != NONE && sheet_applies(parser, node))
            read_style(parser, node, sheets);
    }
}

void mt_read_sheets(Parser *parser, Sheets *sheets)
{
    int32_t first = NONE, last = NONE; /* <style> */
    Node *node = parser->nodes + 1;
    for (int32_t at = 1, looks = 0, count = parser->node_count; at < count; at++, node++) {
        if (!(node->bits & NODE_MAY_HIDE) && (node->tag >= KNOWN_TAGS || !is_looked_at[node->tag]))
            continue;
        if (UNLIKELY((++looks & 1023) == 0))
            mt_check_time(parser);
        note_element(parser, node, sheets);
        if (node->tag == TAG_STYLE) {
            first = first == NONE ? at : first;
            last = at;
        }
    }
    if (first != NONE)
        read_styles(parser, first, last, sheets);
    mt_note_page(parser);
}
