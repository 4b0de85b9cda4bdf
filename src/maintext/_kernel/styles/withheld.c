/* Articles whose text is withheld: attributes hide it until a script runs or a reader signs in.

   No <main> or <article> is meant to be blank, or to be a teaser only. docs/hidden-text.md has the evidence. */
#include "styles/styles.h"

enum {
    LONG_TEXT = 70,   /* characters of a text that is prose, outside of links */
    TIMES_LONGER = 3, /* as the prose that is shown in the content */
    BLANK = 10,       /* a content that shows less than a tenth is blank */
};

enum { IN_CONTENT = 1, IN_FRAME = 2, IN_LINK = 4, IS_NOT_SHOWN = 8 };

/* Where a node is: inside of <main> or <article>, in a menu or the like there, in a link, hidden. */
static int place_of(const Parser *parser, const Node *node)
{
    int place = node->parent > 0 ? parser->styles->places[node->parent] : 0;
    uint32_t flags = node->tag < KNOWN_TAGS ? mt_tag_flags[node->tag] : 0;
    place |= (flags & CONTENT_FLAGS ? IN_CONTENT : 0) | (flags & FRAME_FLAGS ? IN_FRAME : 0);
    place |= (flags & FLAG_LINK ? IN_LINK : 0) | (flags & FLAG_UNSHOWN ? IS_NOT_SHOWN : 0);
    return place | (node->bits & NODE_IS_HIDDEN ? IS_NOT_SHOWN : 0);
}

void mt_add_amount(const Parser *parser, Amount *amount, const Node *text, int is_in_link)
{
    int64_t letters = 0;
    for (int32_t i = text->data; i != NONE; i = parser->chunks[i].next) {
        const Byte *at = parser->source + parser->chunks[i].span.start;
        for (const Byte *end = at + parser->chunks[i].span.length; at < end; at++)
            letters += !is_space(*at) && (*at & 0xC0) != 0x80;
    }
    amount->letters += letters;
    amount->prose += letters >= LONG_TEXT && !is_in_link ? letters : 0;
}

/* The text that the content shows, all of it and the prose. */
static Amount count_content(Parser *parser)
{
    Amount shown = {0, 0};
    for (int32_t at = 1; at < parser->node_count; at++) {
        const Node *node = &parser->nodes[at];
        if (node->tag == TAG_COMMENT || node->parent <= 0)
            continue;
        if (node->tag != TAG_TEXT) {
            parser->styles->places[at] = (uint8_t)place_of(parser, node);
            continue;
        }
        int place = parser->styles->places[node->parent];
        if ((place & (IN_CONTENT | IN_FRAME | IS_NOT_SHOWN)) == IN_CONTENT)
            mt_add_amount(parser, &shown, node, place & IN_LINK);
    }
    return shown;
}

/* Sum up what attributes hide in the content, by the element around it. Returns whether it may be an article. */
static int sum_groups(Parser *parser)
{
    Styles *styles = parser->styles;
    int64_t letters = 0;
    for (int32_t i = 0; i < parser->hiding_count; i++)
        if (parser->hidings[i].can_be_withheld)
            letters += parser->hidings[i].amount.letters;
    if (letters < LEAST_WAITING)
        return 0;
    if (!styles->places) {
        styles->places = mt_style_memory(parser, (size_t)parser->node_count, 1);
        styles->groups = mt_style_memory(parser, (size_t)parser->node_count, sizeof *styles->groups);
    }
    memset(styles->groups, 0, (size_t)parser->node_count * sizeof *styles->groups);
    for (int32_t i = 0; i < parser->hiding_count; i++) {
        const HidingNote *note = &parser->hidings[i];
        if (!note->can_be_withheld)
            continue;
        Amount *group = &styles->groups[parser->nodes[note->node].parent];
        group->letters += note->amount.letters;
        group->prose += note->amount.prose;
    }
    return 1;
}

int mt_find_withheld(Parser *parser)
{
    int is_found = 0;
    if (!sum_groups(parser))
        return 0;
    Amount shown = count_content(parser);
    for (int32_t i = 0; i < parser->hiding_count; i++) {
        const HidingNote *note = &parser->hidings[i];
        if (!note->can_be_withheld)
            continue;
        const Amount *group = &parser->styles->groups[parser->nodes[note->node].parent];
        int is_article = group->prose >= LEAST_WAITING && group->prose >= TIMES_LONGER * shown.prose;
        int is_all = group->letters >= LEAST_WAITING && group->letters >= BLANK * shown.letters;
        if ((is_article || is_all) && !mt_names_closed(parser, &parser->nodes[note->node])) {
            mt_exempt(parser, note->node);
            is_found = 1;
        }
    }
    return is_found;
}
