/* The colours of a text and behind it. */
#include "styles/styles.h"

enum {
    SEEN_FROM = 26,
    SOLID_FROM = 128
}; /* alpha: of a text that can be seen, of a background that covers */
static const Reading WHITE = 0xFFFFFFFF;

/* Whether a page without a background may be of any colour, painted by a sheet that is not read. */
static int is_page_unknown(const Parser *parser)
{
    return parser->styles->sheets.has_linked && !parser->is_strict;
}

void mt_note_page(Parser *parser)
{
    if (!is_page_unknown(parser))
        mt_note_background(&parser->styles->sheets, WHITE);
}

static Paint paint_by(const ComputedStyle *style)
{
    return (Paint){style->reading[PROPERTY_COLOR], style->reading[PROPERTY_BACKGROUND_COLOR],
                   style->reading[PROPERTY_BACKGROUND_IMAGE] == 1, style->reading[PROPERTY_POSITION] == 1};
}

static const Paint *paint_of(Parser *parser, int32_t at)
{
    Styles *styles = parser->styles;
    Paint *paint = &styles->paints[at];
    if (!styles->is_painted[at]) {
        ComputedStyle style;
        MatchedRules found;
        found.count = 0;
        mt_match(&styles->matcher, at, HIDING_RULES, PAINT_PROPERTIES, &found);
        mt_compute_style(parser, at, PAINT_PROPERTIES, &found, &style);
        *paint = paint_by(&style);
        styles->is_painted[at] = 1;
    }
    return paint;
}

/* The colour behind an element. In doubt it is not known: what is painted by a sheet that is not read, or what is
   below an element that is out of the flow. */
static Reading background_behind(Parser *parser, int32_t at, int32_t coloured)
{
    for (; at > 0; at = parser->nodes[at].parent) {
        const Paint *paint = paint_of(parser, at);
        if (paint->has_image || paint->background == READING_UNKNOWN)
            return READING_UNKNOWN;
        if (paint->background >= 0 && (paint->background & 255) >= SOLID_FROM) {
            int is_certain = at == coloured || !is_page_unknown(parser);
            return is_certain ? paint->background : READING_UNKNOWN;
        }
        if (paint->is_positioned && !parser->is_strict)
            return READING_UNKNOWN;
        if (at == coloured && is_page_unknown(parser)) /* and so is what is painted above it */
            return READING_UNKNOWN;
    }
    return is_page_unknown(parser) ? READING_UNKNOWN : WHITE;
}

int mt_is_colourless(Parser *parser, int32_t at, const ComputedStyle *style)
{
    Styles *styles = parser->styles;
    int32_t coloured = at;
    if (!styles->paints) {
        styles->is_painted = mt_style_memory(parser, (size_t)parser->node_count, 1);
        styles->paints = mt_style_room(parser, (size_t)parser->node_count, sizeof *styles->paints);
    }
    styles->paints[at] = paint_by(style);
    styles->is_painted[at] = 1;
    while (coloured > 0 && paint_of(parser, coloured)->colour <= READING_INHERITED)
        coloured = parser->nodes[coloured].parent;
    if (coloured <= 0)
        return 0;
    Reading colour = paint_of(parser, coloured)->colour;
    int tag = parser->nodes[coloured].tag;
    if (colour < 0 ||
        (!parser->is_strict && (tag == TAG_HTML || tag == TAG_BODY))) /* of all the page's text */
        return 0;
    Reading background = background_behind(parser, at, coloured);
    if ((colour & 255) < SEEN_FROM) /* an image may be clipped to the text */
        return !paint_of(parser, coloured)->has_image && !paint_of(parser, at)->has_image &&
               paint_of(parser, coloured)->background != READING_UNKNOWN;
    return mt_is_near(colour, background);
}

int mt_is_suspicious(const Sheets *sheets, Reading colour)
{
    if (colour < 0)
        return 0;
    int is_full = sheets->background_count == MAX_BACKGROUNDS; /* any colour may be one of the others */
    int is_found = is_full || (colour & 255) < SEEN_FROM;
    for (int i = 0; i < sheets->background_count && !is_found; i++)
        is_found = mt_is_near(colour, sheets->backgrounds[i]);
    return is_found;
}
