/* Why an element hides itself. docs/hidden-text.md has the rules and the evidence for them. */
#include "styles/styles.h"
#include "styles/text.h"

static int is_one(const ComputedStyle *style, Property property) { return style->reading[property] == 1; }

/* Why an element hides itself and all inside it, by its style. */
static Cause find_cause(const ComputedStyle *style, int is_strict)
{
    int cuts = is_one(style, PROPERTY_OVERFLOW) || is_one(style, PROPERTY_OVERFLOW_X) ||
               is_one(style, PROPERTY_OVERFLOW_Y);
    cuts = cuts && (is_strict || !is_one(style, PROPERTY_GROWTH));
    int moves = !is_strict && is_one(style, PROPERTY_MOTION);
    int fades_in = moves || (!is_strict && style->reading[PROPERTY_TRANSFORM] != READING_MISSING);
    int is_moved = is_one(style, PROPERTY_POSITION) || style->reading[PROPERTY_POSITION] == READING_RELATIVE;
    const struct {
        Property property;
        HidingReason reason;
        int counts;
    } causes[] = {
        {PROPERTY_DISPLAY, HIDDEN_DISPLAY, 1},
        {PROPERTY_CONTENT_VISIBILITY, HIDDEN_DISPLAY, 1},
        {PROPERTY_OPACITY, HIDDEN_OPACITY, !fades_in},
        {PROPERTY_FILTER, HIDDEN_OPACITY, !fades_in},
        {PROPERTY_WIDTH, HIDDEN_SIZE, cuts},
        {PROPERTY_HEIGHT, HIDDEN_SIZE, cuts},
        {PROPERTY_MAX_WIDTH, HIDDEN_SIZE, cuts},
        {PROPERTY_MAX_HEIGHT, HIDDEN_SIZE, cuts},
        {PROPERTY_CLIP, HIDDEN_CLIPPED, 1},
        {PROPERTY_CLIP_PATH, HIDDEN_CLIPPED, 1},
        {PROPERTY_TEXT_INDENT, HIDDEN_OFF_SCREEN, 1},
        {PROPERTY_MARGIN_LEFT, HIDDEN_OFF_SCREEN, 1},
        {PROPERTY_MARGIN_TOP, HIDDEN_OFF_SCREEN, 1},
        {PROPERTY_LEFT, HIDDEN_OFF_SCREEN, is_moved},
        {PROPERTY_TOP, HIDDEN_OFF_SCREEN, is_moved},
        {PROPERTY_RIGHT, HIDDEN_OFF_SCREEN, is_moved},
        {PROPERTY_BOTTOM, HIDDEN_OFF_SCREEN, is_moved},
        {PROPERTY_TRANSFORM, HIDDEN_TRANSFORM, !moves},
    };
    for (size_t i = 0; i < sizeof causes / sizeof *causes; i++)
        if (causes[i].counts && is_one(style, causes[i].property))
            return (Cause){causes[i].reason, causes[i].property};
    return (Cause){NOT_HIDDEN, PROPERTY_COUNT};
}

/* What `find_cause` and the states of hiding.c read beside each property. */
uint32_t mt_deciding(uint32_t suspects)
{
    static const struct {
        uint32_t suspects, beside;
    } deciding[] = {
        {BIT(PROPERTY_OPACITY) | BIT(PROPERTY_FILTER), BIT(PROPERTY_MOTION) | BIT(PROPERTY_TRANSFORM)},
        {BIT(PROPERTY_TRANSFORM), BIT(PROPERTY_MOTION)},
        {BIT(PROPERTY_WIDTH) | BIT(PROPERTY_HEIGHT) | BIT(PROPERTY_MAX_WIDTH) | BIT(PROPERTY_MAX_HEIGHT),
         BIT(PROPERTY_OVERFLOW) | BIT(PROPERTY_OVERFLOW_X) | BIT(PROPERTY_OVERFLOW_Y) | BIT(PROPERTY_GROWTH)},
        {BIT(PROPERTY_LEFT) | BIT(PROPERTY_TOP) | BIT(PROPERTY_RIGHT) | BIT(PROPERTY_BOTTOM),
         BIT(PROPERTY_POSITION)},
        {BIT(PROPERTY_COLOR), PAINT_PROPERTIES},
        {BIT(PROPERTY_UNICODE_BIDI), BIT(PROPERTY_DIRECTION)},
    };
    uint32_t all = suspects;
    for (size_t i = 0; i < sizeof deciding / sizeof *deciding; i++)
        all |= suspects & deciding[i].suspects ? deciding[i].beside : 0;
    return all;
}

/* Why an element hides itself by its tag and attributes. */
static HidingReason attribute_reason(Parser *parser, const Node *node, const ComputedStyle *style)
{
    Reading display = style->reading[PROPERTY_DISPLAY];
    int is_displayed = display == 0 || display == READING_BOX;
    if (has_hiding_attribute(parser, node, ATTRIBUTE_HIDDEN) && !is_displayed)
        return HIDDEN_ATTRIBUTE;
    int can_be_closed = node->tag == TAG_DIALOG || has_hiding_attribute(parser, node, ATTRIBUTE_POPOVER);
    int is_open = node->tag == TAG_DIALOG && has_attribute(parser, node, "open");
    if (can_be_closed && !is_open && !is_displayed)
        return HIDDEN_CLOSED;
    return NOT_HIDDEN;
}

static int has_aria_hidden(Parser *parser, const Node *node)
{
    if (!(node->bits & NODE_MAY_HIDE))
        return 0;
    View value = value_with(parser, node, ATTRIBUTE_ARIA_HIDDEN);
    return value.length == 4 && memcmp(value.text, "true", 4) == 0;
}

Cause mt_cause_of(Parser *parser, const Node *node, const ComputedStyle *style, int state, int inherited)
{
    Cause cause = find_cause(style, parser->is_strict);
    HidingReason reason = attribute_reason(parser, node, style);
    int added = state & ~inherited;
    if (reason || (!cause.reason && has_aria_hidden(parser, node)))
        return (Cause){reason ? reason : HIDDEN_ARIA, PROPERTY_COUNT};
    if (cause.reason)
        return cause;
    if (added & IS_INVISIBLE)
        return (Cause){HIDDEN_VISIBILITY, PROPERTY_VISIBILITY};
    if (added & IS_TINY)
        return (Cause){HIDDEN_SIZE, PROPERTY_FONT_SIZE};
    if (added & IS_COLOURLESS)
        return (Cause){HIDDEN_COLOUR, PROPERTY_COLOR};
    if (parser->is_strict && node->tag == TAG_DETAILS && !has_attribute(parser, node, "open"))
        return (Cause){HIDDEN_CLOSED, PROPERTY_COUNT};
    if (parser->is_strict && node->tag == TAG_NOSCRIPT)
        return (Cause){HIDDEN_NOSCRIPT, PROPERTY_COUNT};
    return cause;
}

int mt_is_for_all(Cause cause)
{
    return cause.property != PROPERTY_VISIBILITY && cause.property != PROPERTY_FONT_SIZE &&
           cause.property != PROPERTY_COLOR;
}

int mt_waits_for_elements(const Parser *parser, Cause cause, const ComputedStyle *style)
{
    int keeps_place = cause.property == PROPERTY_VISIBILITY || cause.property == PROPERTY_OPACITY;
    int32_t source = keeps_place ? style->source[cause.property] : NONE;
    return source != NONE && parser->styles->sheets.rules[source].names_custom;
}

/* Whether an element is inside <main> or <article>, and not in a menu, footer, form or the like inside it. */
static int is_in_content(const Parser *parser, int32_t at)
{
    uint32_t flags = 0;
    for (; at > 0; at = parser->nodes[at].parent)
        flags |= parser->nodes[at].tag < KNOWN_TAGS ? mt_tag_flags[parser->nodes[at].tag] : 0;
    return flags & CONTENT_FLAGS && !(flags & FRAME_FLAGS);
}

int mt_can_unfold(const Parser *parser, int32_t at, Cause cause)
{
    int is_usual = cause.reason == HIDDEN_DISPLAY || cause.reason == HIDDEN_VISIBILITY ||
                   cause.reason == HIDDEN_OPACITY ||
                   (cause.reason == HIDDEN_SIZE && cause.property != PROPERTY_FONT_SIZE);
    return is_usual && is_in_content(parser, at);
}

int mt_can_be_withheld(const Parser *parser, int32_t at, Cause cause)
{
    return (cause.reason == HIDDEN_DISPLAY || cause.reason == HIDDEN_ATTRIBUTE ||
            cause.reason == HIDDEN_VISIBILITY) &&
           is_in_content(parser, at);
}

int mt_is_reversed(Parser *parser, const Node *node, const ComputedStyle *style)
{
    Reading override = style->reading[PROPERTY_UNICODE_BIDI], direction = style->reading[PROPERTY_DIRECTION];
    if (override != 1 && (override >= 0 || node->tag != TAG_BDO))
        return 0;
    return direction >= 0 ? direction == 1 : is_same_word(attribute_of(parser, node, "dir"), "rtl");
}
