/* Which elements a reader cannot see, and why. docs/hidden-text.md has the rules and the evidence for them. */
#include "styles/styles.h"
#include "styles/text.h"

enum { MAX_WAITING = 3 }; /* elements inside each other that wait for a script */

/* The state of an inherited property. */
static int inherited_state(Reading reading, int inherited, int bit)
{
    if (reading == READING_MISSING || reading == READING_INHERITED || reading == READING_RELATIVE)
        return inherited & bit;
    return reading == 1 ? bit : 0;
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
                     .can_unfold = rule && mt_can_unfold(parser, at, cause),
                     .can_be_withheld = !rule && mt_can_be_withheld(parser, at, cause)};
}

/* The inherited states of an element, by its style. */
static int states_of_style(Parser *parser, int32_t at, const ComputedStyle *style, int inherited)
{
    int state = inherited_state(style->reading[PROPERTY_VISIBILITY], inherited, IS_INVISIBLE) |
                inherited_state(style->reading[PROPERTY_FONT_SIZE], inherited, IS_TINY) |
                (inherited & (IS_LINK | IS_CLOSED | IS_ARIA));
    if (mt_is_suspicious(&parser->styles->sheets, style->reading[PROPERTY_COLOR]) ||
        inherited & IS_COLOURLESS)
        state |= mt_is_colourless(parser, at, style) ? IS_COLOURLESS : 0;
    return state;
}

/* Properties by which an element may hide itself or may stay hidden. */
static uint32_t suspects_of(const Sheets *sheets, uint32_t of_attributes, int inherited,
                            const MatchedRules *found)
{
    uint32_t suspects = of_attributes;
    for (int i = 0; i < found->count; i++)
        suspects |= sheets->rules[found->matches[i].rule].hiding;
    suspects |= inherited & IS_INVISIBLE ? BIT(PROPERTY_VISIBILITY) : 0;
    suspects |= inherited & IS_TINY ? BIT(PROPERTY_FONT_SIZE) : 0;
    return suspects | (inherited & IS_COLOURLESS ? BIT(PROPERTY_COLOR) : 0);
}

/* The state of an element whose attributes or rules may hide it, or that inherits a state. */
static int computed_state(Parser *parser, int32_t at, int inherited, uint32_t suspects, MatchedRules *found)
{
    Styles *styles = parser->styles;
    Node *node = &parser->nodes[at];
    ComputedStyle style;
    mt_compute_style(parser, at, mt_deciding(suspects), found, &style);
    if (UNLIKELY(mt_is_reversed(parser, node, &style))) {
        node->bits |= NODE_IS_REVERSED;
        parser->has_reversed = 1;
    }
    int state = states_of_style(parser, at, &style, inherited);
    Cause cause = mt_cause_of(parser, node, &style, state, inherited);
    if (!cause.reason)
        return state;
    /* An image is transparent, invisible or small until it is loaded. */
    int is_image = node->tag == TAG_IMG && cause.reason != HIDDEN_DISPLAY && cause.reason != HIDDEN_ATTRIBUTE;
    int is_shown = (styles->is_exempt && styles->is_exempt[at]) || (is_image && !parser->is_strict);
    if (is_shown || (!parser->is_strict &&
                     (mt_is_shown_later(parser, node) || mt_waits_for_elements(parser, cause, &style))))
        return inherited;
    if (!(inherited & HIDES))
        note_hiding(parser, at, cause, &style);
    if (cause.reason == HIDDEN_CLOSED && node->tag == TAG_DETAILS)
        return state | IS_CLOSED;
    if (cause.reason == HIDDEN_ARIA)
        return state | IS_ARIA;
    return mt_is_for_all(cause) ? state | HIDES_ALL : state;
}

/* -- the whole page ---------------------------------------------------------------------------------- */

/* Mark the rules whose colour may be that of a background. */
static void mark_colours(Sheets *sheets)
{
    for (int32_t i = 0; i < sheets->rule_count; i++) {
        Rule *rule = &sheets->rules[i];
        for (int32_t j = rule->first; j < rule->first + rule->count; j++)
            if (sheets->settings[j].property == PROPERTY_COLOR &&
                mt_is_suspicious(sheets, sheets->settings[j].reading))
                rule->hiding |= BIT(PROPERTY_COLOR);
    }
}

static void index_rules(Styles *styles)
{
    Matcher *matcher = &styles->matcher;
    mark_colours(&styles->sheets);
    for (int32_t i = 0; i < matcher->selector_count; i++) {
        Selector *selector = &matcher->selectors[i];
        const Rule *rule = &styles->sheets.rules[selector->rule];
        selector->kind = rule->hiding ? HIDING_RULES : OTHER_RULES;
        selector->properties = rule->properties;
    }
    mt_finish_index(matcher);
}

/* Elements of a line that are mostly around words: their own style may put them on separate lines. Style
   sheets are not read for this. */
static int is_of_words(int tag)
{
    switch (tag) {
    case TAG_SPAN:
    case TAG_B:
    case TAG_STRONG:
    case TAG_I:
    case TAG_EM:
    case TAG_U:
    case TAG_SMALL:
    case TAG_BIG:
    case TAG_FONT:
    case TAG_TIME:
    case TAG_CITE:
        return 1;
    default:
        return 0;
    }
}

static uint32_t suspect_colour(const Sheets *sheets, Reading colour)
{
    return mt_is_suspicious(sheets, colour) ? BIT(PROPERTY_COLOR) : 0;
}

/* The properties by which the style of an element may hide it; also whether it keeps lines, and whether it is a box. */
static uint32_t suspects_of_style(Parser *parser, Node *node)
{
    OwnStyle own = mt_find_own_style(parser, attribute_with(parser, node, ATTRIBUTE_STYLE));
    node->bits |= own.keeps_lines ? NODE_KEEPS_LINES : 0;
    node->bits |= own.is_box && is_of_words(node->tag) ? NODE_IS_BOX : 0;
    return own.hiding | suspect_colour(&parser->styles->sheets, own.colour);
}

/* Whether the attributes of an element may hide it, and the properties that decide. */
static int attributes_may_hide(Parser *parser, Node *node, uint32_t *suspects)
{
    int may_hide = 0;
    for (int i = 0; i < node->extent; i++) {
        switch (parser->attributes[node->data + i].id) {
        case ATTRIBUTE_STYLE:
            *suspects |= suspects_of_style(parser, node);
            break;
        case ATTRIBUTE_HIDDEN:
        case ATTRIBUTE_POPOVER: /* a style may display it */
            *suspects |= BIT(PROPERTY_DISPLAY);
            break;
        case ATTRIBUTE_ARIA_HIDDEN:
            may_hide = 1;
            break;
        default:
            break;
        }
    }
    return may_hide || *suspects;
}

/* Whether the tag or attributes of an element may hide it, and the properties that decide. */
static int element_may_hide(Parser *parser, Node *node, uint32_t *suspects)
{
    const Sheets *sheets = &parser->styles->sheets;
    int may_hide = node->bits & NODE_MAY_HIDE ? attributes_may_hide(parser, node, suspects) : 0;
    switch (node->tag) {
    case TAG_FONT:
        *suspects |= suspect_colour(sheets, mt_read_old_colour(attribute_of(parser, node, "color")));
        return may_hide || *suspects;
    case TAG_BODY:
        *suspects |= suspect_colour(sheets, mt_read_old_colour(attribute_of(parser, node, "text")));
        return may_hide || *suspects;
    case TAG_BDO:
        *suspects |= BIT(PROPERTY_UNICODE_BIDI);
        return 1;
    case TAG_DIALOG:
        *suspects |= BIT(PROPERTY_DISPLAY);
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

/* The state of an element that may hide itself, or that inherits more than being in a link. */
static int state_of(Parser *parser, int32_t at, int inherited)
{
    Styles *styles = parser->styles;
    Node *node = &parser->nodes[at];
    inherited = UNLIKELY(inherited & IS_CLOSED) ? without_closed(parser, node, inherited) : inherited;
    if (inherited & (HIDES_ALL | IS_UNSHOWN))
        return inherited;
    uint32_t suspects = 0;
    int may_hide = element_may_hide(parser, node, &suspects) || inherited & INHERITED;
    MatchedRules found;
    found.count = 0;
    mt_match(&styles->matcher, at, HIDING_RULES, ALL_PROPERTIES, &found);
    if (!may_hide && !found.count)
        return inherited;
    suspects = suspects_of(&styles->sheets, suspects, inherited, &found);
    return computed_state(parser, at, inherited, suspects, &found);
}

static int32_t count_points(const Parser *parser, const Node *text)
{
    int64_t points = 0;
    for (int32_t i = text->data; i != NONE; i = parser->chunks[i].next) {
        const Byte *start = parser->source + parser->chunks[i].span.start;
        points +=
            mt_count_code_points_before(start, start + parser->chunks[i].span.length, parser->source_end);
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
    if (note->can_be_withheld)
        mt_add_amount(parser, &note->amount, text, state & IS_LINK);
    note->points += points;
    note->link_points += state & IS_LINK ? points : 0;
    note->longest = note->longest < points ? points : note->longest;
}

/* Mark a node as hidden or not: it may have been when the states were found before. */
static inline void mark(Node *node, int state)
{
    int bits = state & HIDES ? NODE_IS_HIDDEN : 0;
    bits |= state & HIDES & ~IS_ARIA ? NODE_IS_COVERED : 0;
    node->bits = (uint16_t)((node->bits & ~(NODE_IS_HIDDEN | NODE_IS_COVERED)) | bits);
}

/* Whether an element may have another state than the one that it inherits. */
static inline int may_change(const Parser *parser, int32_t at, const Node *node, int state)
{
    const Matcher *matcher = &parser->styles->matcher;
    return state & ~IS_LINK || node->bits & NODE_MAY_HIDE ||
           (matcher->has_hiding && mt_may_match(matcher, at, HIDING_RULES));
}

/* Find the state of a node by that of its parent. Most neither inherit anything nor can hide themselves. */
static inline void visit(Parser *parser, Node *node, uint8_t *states, int32_t at)
{
    int state = node->parent > 0 ? states[node->parent] : 0;
    if (node->tag == TAG_TEXT) {
        if (UNLIKELY(state & HIDES && !(state & IS_UNSHOWN)))
            add_points(parser, node, state);
        return;
    }
    if (node->tag == TAG_COMMENT)
        return;
    uint32_t flags = node->tag < KNOWN_TAGS ? mt_tag_flags[node->tag] : 0;
    state |= (flags & FLAG_UNSHOWN ? IS_UNSHOWN : 0) | (flags & FLAG_LINK ? IS_LINK : 0);
    if (may_change(parser, at, node, state)) {
        if (node->parent == NONE)
            return;
        state = state_of(parser, at, state);
    }
    states[at] = (uint8_t)state;
    if (UNLIKELY(state & HIDES || node->bits & (NODE_IS_HIDDEN | NODE_IS_COVERED)))
        mark(node, state);
}

/* Find the state of every element, in document order. */
static void find_states(Parser *parser)
{
    int32_t steps = 0;
    Node *nodes = parser->nodes;
    uint8_t *states = parser->styles->states;
    parser->hiding_count = 0;
    if (!parser->is_reordered) {
        for (int32_t at = 1, count = parser->node_count; at < count; at++) {
            visit(parser, &nodes[at], states, at);
            if (UNLIKELY((at & 1023) == 0))
                mt_check_time(parser);
        }
        return;
    }
    for (int32_t at = nodes[0].first; at != NONE;) {
        visit(parser, &nodes[at], states, at);
        if (UNLIKELY((++steps & 1023) == 0))
            mt_check_time(parser);
        if (is_element(&nodes[at]) && nodes[at].first != NONE) {
            at = nodes[at].first;
            continue;
        }
        while (at != NONE && nodes[at].next == NONE)
            at = nodes[at].parent;
        at = at == NONE ? NONE : nodes[at].next;
    }
}

/* The characters of the page's text. Those that are shown are only counted if many are hidden, and only until they
   outnumber the hidden ones so far that nothing waits, see `mt_find_waiting`. */
static TextCounts count_text(const Parser *parser)
{
    TextCounts counts = {0, 0};
    for (int32_t i = 0; i < parser->hiding_count; i++)
        counts.hidden += parser->hidings[i].points;
    int64_t enough = counts.hidden >= LEAST_WAITING ? SHOWN_PER_HIDDEN * counts.hidden : -1;
    for (int32_t at = 1; counts.shown <= enough && at < parser->node_count; at++) {
        const Node *node = &parser->nodes[at];
        int is_shown = node->tag == TAG_TEXT && node->parent > 0 &&
                       !(parser->styles->states[node->parent] & (HIDES | IS_UNSHOWN));
        counts.shown += is_shown ? count_points(parser, node) : 0;
    }
    return counts;
}

void *mt_style_room(Parser *parser, size_t count, size_t size)
{
    void *block = parser->reallocate(NULL, count * size);
    if (!block)
        mt_fail(parser, FAILED_MEMORY);
    return block;
}

void *mt_style_memory(Parser *parser, size_t count, size_t size)
{
    return memset(mt_style_room(parser, count, size), 0, count * size);
}

void mt_free_styles(Parser *parser)
{
    Styles *styles = parser->styles;
    if (!styles)
        return;
    mt_free_index(&styles->matcher);
    mt_free_page_names(parser, &styles->names);
    void *blocks[] = {styles->sheets.rules, styles->sheets.settings, styles->paints,
                      styles->is_painted,   styles->states,          styles->is_exempt,
                      styles->places,       styles->groups,          styles};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (blocks[i])
            parser->reallocate(blocks[i], 0);
    parser->styles = NULL;
}

/* Find the states, then show what waits for a script, such as html, then body, and find them again. */
static void find_hidden(Parser *parser)
{
    Styles *styles = parser->styles;
    if (styles->sheets.rule_count)
        index_rules(styles);
    if (!styles->matcher.has_hiding && !styles->sheets.has_suspects)
        return; /* nothing can hide */
    styles->states = mt_style_memory(parser, (size_t)parser->node_count, 1);
    find_states(parser);
    for (int i = 0; i < MAX_WAITING && !parser->is_strict && parser->hiding_count; i++) {
        if (!mt_find_waiting(parser, count_text(parser)))
            break;
        find_states(parser);
    }
}

void mt_find_hidden(Parser *parser)
{
    Styles *styles = parser->styles = mt_style_memory(parser, 1, sizeof *parser->styles);
    mt_start_index(parser, &styles->names, &styles->matcher);
    mt_read_sheets(parser, &styles->sheets);
    find_hidden(parser);
    parser->is_style_cut = styles->matcher.is_cut || styles->sheets.is_cut;
    mt_free_styles(parser);
}
