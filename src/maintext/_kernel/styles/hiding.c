/* Which elements a reader cannot see, and why. docs/hidden-text.md has the rules and the evidence for them. */
#include "styles/styles.h"
#include "styles/text.h"

enum { MAX_WAITING = 3 }; /* elements inside each other that wait for a script */

/* -- one element ------------------------------------------------------------------------------------- */

static int is_one(const ComputedStyle *style, Property property) { return style->reading[property] == 1; }

typedef struct {
    HidingReason reason;
    Property property; /* whose rule is the source */
} Cause;

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

enum {
    HIDES_ALL = 1,
    IS_INVISIBLE = 2,
    IS_TINY = 4,
    IS_COLOURLESS = 8,
    IS_UNSHOWN = 16,
    IS_LINK = 32,
    IS_CLOSED = 64,
    IS_ARIA = 128
};
enum {
    INHERITED = IS_INVISIBLE | IS_TINY | IS_COLOURLESS,
    HIDES = HIDES_ALL | IS_CLOSED | IS_ARIA | INHERITED
};

/* The state of an inherited property. */
static int inherited_state(Reading reading, int inherited, int bit)
{
    if (reading == READING_MISSING || reading == READING_INHERITED || reading == READING_RELATIVE)
        return inherited & bit;
    return reading == 1 ? bit : 0;
}

/* Whether an element is inside <main> or <article>, and not in a menu, footer, form or the like inside it. */
static int is_in_content(const Parser *parser, int32_t at)
{
    uint32_t flags = 0;
    for (; at > 0; at = parser->nodes[at].parent)
        flags |= parser->nodes[at].tag < KNOWN_TAGS ? mt_tag_flags[parser->nodes[at].tag] : 0;
    return flags & CONTENT_FLAGS && !(flags & FRAME_FLAGS);
}

/* Whether a rule folds an element of the content away, in a way that scripts use. */
static int can_unfold(const Parser *parser, int32_t at, Cause cause)
{
    int is_usual = cause.reason == HIDDEN_DISPLAY || cause.reason == HIDDEN_VISIBILITY ||
                   cause.reason == HIDDEN_OPACITY ||
                   (cause.reason == HIDDEN_SIZE && cause.property != PROPERTY_FONT_SIZE);
    return is_usual && is_in_content(parser, at);
}

/* Whether an attribute hides an element of the content, in a way that scripts use. */
static int can_be_withheld(const Parser *parser, int32_t at, Cause cause)
{
    return (cause.reason == HIDDEN_DISPLAY || cause.reason == HIDDEN_ATTRIBUTE ||
            cause.reason == HIDDEN_VISIBILITY) &&
           is_in_content(parser, at);
}

static void note_hiding(Parser *parser, int32_t at, Cause cause, const ComputedStyle *style)
{
    int32_t source = cause.property < PROPERTY_COUNT ? style->source[cause.property] : NONE;
    const Rule *rule = source == NONE ? NULL : &parser->styles->sheets.rules[source];
    if (parser->hiding_count == parser->hiding_capacity)
        parser->hidings = mt_grown(parser, parser->hidings, &parser->hiding_capacity,
                                   parser->hiding_count + 1, sizeof *parser->hidings);
    parser->hidings[parser->hiding_count++] =
        (HidingNote){.node = at,
                     .offset = parser->nodes[at].offset,
                     .rule = rule ? rule->selectors.start : NONE,
                     .source = source,
                     .reason = (uint8_t)cause.reason,
                     .can_unfold = rule && can_unfold(parser, at, cause),
                     .can_be_withheld = !rule && can_be_withheld(parser, at, cause)};
}

/* Why an element hides itself by its tag and attributes. */
static HidingReason attribute_reason(Parser *parser, const Node *node, const ComputedStyle *style)
{
    if (has_attribute(parser, node, "hidden") && style->reading[PROPERTY_DISPLAY] != 0)
        return HIDDEN_ATTRIBUTE;
    int can_be_closed = node->tag == TAG_DIALOG || has_attribute(parser, node, "popover");
    int is_open = node->tag == TAG_DIALOG && has_attribute(parser, node, "open");
    if (can_be_closed && !is_open && style->reading[PROPERTY_DISPLAY] != 0)
        return HIDDEN_CLOSED;
    return NOT_HIDDEN;
}

static int has_aria_hidden(Parser *parser, const Node *node)
{
    View value = attribute_of(parser, node, "aria-hidden");
    return value.length == 4 && memcmp(value.text, "true", 4) == 0;
}

/* The inherited states of an element, by its style. */
static int states_of_style(Parser *parser, int32_t at, const ComputedStyle *style, int inherited)
{
    int state = inherited_state(style->reading[PROPERTY_VISIBILITY], inherited, IS_INVISIBLE) |
                inherited_state(style->reading[PROPERTY_FONT_SIZE], inherited, IS_TINY) |
                (inherited & (IS_LINK | IS_CLOSED | IS_ARIA));
    if (style->reading[PROPERTY_COLOR] >= 0 || inherited & IS_COLOURLESS)
        state |= mt_is_colourless(parser, at) ? IS_COLOURLESS : 0;
    return state;
}

/* Why an element hides itself; `state` is its own, `inherited` that of its parent. */
static Cause cause_of(Parser *parser, const Node *node, const ComputedStyle *style, int state, int inherited)
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

/* Whether a cause holds for all inside the element, whatever their own styles. */
static int is_for_all(Cause cause)
{
    return cause.property != PROPERTY_VISIBILITY && cause.property != PROPERTY_FONT_SIZE &&
           cause.property != PROPERTY_COLOR;
}

/* Whether a rule keeps the place of custom elements and of what is beside them, until a script defines them. */
static int waits_for_elements(const Parser *parser, Cause cause, const ComputedStyle *style)
{
    int keeps_place = cause.property == PROPERTY_VISIBILITY || cause.property == PROPERTY_OPACITY;
    int32_t source = keeps_place ? style->source[cause.property] : NONE;
    return source != NONE && parser->styles->sheets.rules[source].names_custom;
}

/* The state of an element whose attributes or rules may hide it, or that inherits a state. */
static int computed_state(Parser *parser, int32_t at, int inherited)
{
    Styles *styles = parser->styles;
    const Node *node = &parser->nodes[at];
    ComputedStyle style;
    mt_compute_style(parser, at, &style);
    int state = states_of_style(parser, at, &style, inherited);
    Cause cause = cause_of(parser, node, &style, state, inherited);
    if (!cause.reason)
        return state;
    /* An image is transparent, invisible or small until it is loaded. */
    int is_image = node->tag == TAG_IMG && cause.reason != HIDDEN_DISPLAY && cause.reason != HIDDEN_ATTRIBUTE;
    int is_shown = (styles->is_exempt && styles->is_exempt[at]) || (is_image && !parser->is_strict);
    if (is_shown || (!parser->is_strict &&
                     (mt_is_shown_later(parser, node) || waits_for_elements(parser, cause, &style))))
        return inherited;
    if (!(inherited & HIDES))
        note_hiding(parser, at, cause, &style);
    if (cause.reason == HIDDEN_CLOSED && node->tag == TAG_DETAILS)
        return state | IS_CLOSED;
    if (cause.reason == HIDDEN_ARIA)
        return state | IS_ARIA;
    return is_for_all(cause) ? state | HIDES_ALL : state;
}

/* -- the whole page ---------------------------------------------------------------------------------- */

/* Mark the rules whose colour may be that of a background. Returns whether any rule may hide. */
static int mark_colours(Sheets *sheets)
{
    uint32_t hiding = 0;
    for (int32_t i = 0; i < sheets->rule_count; i++) {
        Rule *rule = &sheets->rules[i];
        for (int32_t j = rule->first; j < rule->first + rule->count; j++)
            if (sheets->settings[j].property == PROPERTY_COLOR &&
                mt_is_suspicious(sheets, sheets->settings[j].reading))
                rule->hiding |= BIT(PROPERTY_COLOR);
        hiding |= rule->hiding;
    }
    return hiding != 0;
}

/* Whether the style of an element may hide it; also whether it keeps lines. */
static int own_style_may_hide(Parser *parser, Node *node)
{
    Sheets *sheets = &parser->styles->sheets;
    ComputedStyle style;
    int may_hide = 0;
    mt_own_style(parser, node, &style);
    for (int i = 0; i < PROPERTY_COUNT; i++)
        may_hide |= mt_may_hide((Property)i, style.reading[i]);
    node->bits |= style.reading[PROPERTY_WHITE_SPACE] == 1 ? NODE_KEEPS_LINES : 0;
    return may_hide || mt_is_suspicious(sheets, style.reading[PROPERTY_COLOR]) ||
           has_attribute(parser, node, "hidden") || has_attribute(parser, node, "aria-hidden") ||
           has_attribute(parser, node, "popover");
}

/* Whether the tag or attributes of an element may hide it. */
static int attributes_may_hide(Parser *parser, Node *node)
{
    Sheets *sheets = &parser->styles->sheets;
    int may_hide = node->bits & NODE_MAY_HIDE ? own_style_may_hide(parser, node) : 0;
    switch (node->tag) {
    case TAG_FONT:
        return may_hide || mt_is_suspicious(sheets, mt_read_old_colour(attribute_of(parser, node, "color")));
    case TAG_BODY:
        return may_hide || mt_is_suspicious(sheets, mt_read_old_colour(attribute_of(parser, node, "text")));
    case TAG_DIALOG:
        return 1;
    case TAG_DETAILS:
    case TAG_NOSCRIPT:
        return may_hide || parser->is_strict;
    default:
        return may_hide;
    }
}

/* The summary of a closed <details> is shown. */
static int without_closed(const Parser *parser, const Node *node, int state)
{
    int is_summary =
        node->tag == TAG_SUMMARY && node->parent > 0 && parser->nodes[node->parent].tag == TAG_DETAILS;
    return is_summary ? state & ~IS_CLOSED : state;
}

static int state_of(Parser *parser, int32_t at)
{
    Styles *styles = parser->styles;
    Node *node = &parser->nodes[at];
    uint32_t flags = node->tag < KNOWN_TAGS ? mt_tag_flags[node->tag] : 0;
    int inherited = node->parent > 0 ? styles->states[node->parent] : 0;
    inherited |= (flags & FLAG_UNSHOWN ? IS_UNSHOWN : 0) | (flags & FLAG_LINK ? IS_LINK : 0);
    inherited = UNLIKELY(inherited & IS_CLOSED) ? without_closed(parser, node, inherited) : inherited;
    if (inherited & (HIDES_ALL | IS_UNSHOWN))
        return inherited;
    Match match;
    int may_hide = attributes_may_hide(parser, node) || inherited & INHERITED;
    if (!may_hide && styles->hiding)
        may_hide = mt_match(styles->hiding, at, &match, 0, 1);
    return may_hide ? computed_state(parser, at, inherited) : inherited;
}

static int32_t count_points(const Parser *parser, const Node *text)
{
    int64_t points = 0;
    for (int32_t i = text->data; i != NONE; i = parser->chunks[i].next) {
        const Byte *start = parser->source + parser->chunks[i].span.start;
        points += mt_count_code_points(start, start + parser->chunks[i].span.length);
    }
    return (int32_t)points;
}

/* Count the characters of a hidden text for the element that was noted last. */
static void add_points(Parser *parser, const Node *text, int state)
{
    if (!parser->hiding_count)
        return;
    HidingNote *note = &parser->hidings[parser->hiding_count - 1];
    int32_t points = count_points(parser, text);
    mt_add_amount(parser, &note->amount, text, state & IS_LINK);
    note->points += points;
    note->link_points += state & IS_LINK ? points : 0;
    note->longest = note->longest < points ? points : note->longest;
}

static void visit(Parser *parser, int32_t at)
{
    Styles *styles = parser->styles;
    Node *node = &parser->nodes[at];
    if (node->tag == TAG_TEXT) {
        int state = node->parent > 0 ? styles->states[node->parent] : 0;
        if (UNLIKELY(state & HIDES) && !(state & IS_UNSHOWN))
            add_points(parser, node, state);
    } else if (node->tag != TAG_COMMENT && node->parent != NONE) {
        int state = state_of(parser, at);
        styles->states[at] = (uint8_t)state;
        int bits = state & HIDES ? NODE_IS_HIDDEN : 0;
        bits |= state & HIDES & ~IS_ARIA ? NODE_IS_COVERED : 0;
        node->bits = (uint16_t)((node->bits & ~(NODE_IS_HIDDEN | NODE_IS_COVERED)) | bits);
    }
}

/* Find the state of every element, in document order. */
static void find_states(Parser *parser)
{
    int32_t steps = 0;
    parser->hiding_count = 0;
    if (!parser->is_reordered) {
        for (int32_t at = 1; at < parser->node_count; at++) {
            visit(parser, at);
            if (UNLIKELY((++steps & 1023) == 0))
                mt_check_time(parser);
        }
        return;
    }
    for (int32_t at = parser->nodes[0].first; at != NONE;) {
        visit(parser, at);
        if (UNLIKELY((++steps & 1023) == 0))
            mt_check_time(parser);
        int is_text = parser->nodes[at].tag == TAG_TEXT || parser->nodes[at].tag == TAG_COMMENT;
        if (!is_text && parser->nodes[at].first != NONE) {
            at = parser->nodes[at].first;
            continue;
        }
        while (at != NONE && parser->nodes[at].next == NONE)
            at = parser->nodes[at].parent;
        at = at == NONE ? NONE : parser->nodes[at].next;
    }
}

/* The characters of the page's text. Those that are shown are only counted if many are hidden. */
static TextCounts count_text(const Parser *parser)
{
    TextCounts counts = {0, 0};
    for (int32_t i = 0; i < parser->hiding_count; i++)
        counts.hidden += parser->hidings[i].points;
    for (int32_t at = 1; counts.hidden >= LEAST_WAITING && at < parser->node_count; at++) {
        const Node *node = &parser->nodes[at];
        int is_shown = node->tag == TAG_TEXT && node->parent > 0 &&
                       !(parser->styles->states[node->parent] & (HIDES | IS_UNSHOWN));
        counts.shown += is_shown ? count_points(parser, node) : 0;
    }
    return counts;
}

void *mt_style_memory(Parser *parser, size_t count, size_t size)
{
    void *block = parser->reallocate(NULL, count * size);
    if (!block)
        mt_fail(parser, FAILED_MEMORY);
    return memset(block, 0, count * size);
}

void mt_free_styles(Parser *parser)
{
    Styles *styles = parser->styles;
    if (!styles)
        return;
    mt_free_matcher(parser, styles->hiding);
    mt_free_matcher(parser, styles->others);
    void *blocks[] = {styles->sheets.rules,
                      styles->sheets.settings,
                      styles->elements,
                      styles->keys,
                      styles->filters,
                      styles->paints,
                      styles->states,
                      styles->is_exempt,
                      styles->places,
                      styles->groups,
                      styles};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (blocks[i])
            parser->reallocate(blocks[i], 0);
    parser->styles = NULL;
}

/* Find the states, then show what waits for a script, such as html, then body, and find them again. */
static void find_hidden(Parser *parser)
{
    Styles *styles = parser->styles;
    if (styles->sheets.rule_count && mark_colours(&styles->sheets)) {
        styles->hiding = mt_new_matcher(parser, &styles->sheets);
        mt_fill_matcher(styles->hiding, 1);
    } else if (!styles->sheets.has_suspects) {
        return; /* nothing can hide */
    }
    styles->others = mt_new_matcher(parser, &styles->sheets);
    if (styles->sheets.rule_count) {
        styles->elements = mt_style_memory(parser, (size_t)parser->node_count, sizeof *styles->elements);
        styles->filters = mt_style_memory(parser, (size_t)parser->node_count, sizeof *styles->filters);
    }
    styles->states = mt_style_memory(parser, (size_t)parser->node_count, 1);
    find_states(parser);
    for (int i = 0; i < MAX_WAITING && !parser->is_strict && parser->hiding_count; i++) {
        if (!mt_find_waiting(parser, count_text(parser)))
            break;
        find_states(parser);
    }
    parser->is_style_cut = (styles->hiding && styles->hiding->is_cut) || styles->others->is_cut;
}

void mt_find_hidden(Parser *parser)
{
    parser->styles = mt_style_memory(parser, 1, sizeof *parser->styles);
    mt_read_sheets(parser, &parser->styles->sheets);
    find_hidden(parser);
    parser->is_style_cut |= parser->styles->sheets.is_cut;
    mt_free_styles(parser);
}
