/* Which elements a reader cannot see, and why. docs/hidden-text.md has the rules and the evidence for them. */
#include "styles/styles.h"

/* -- elements that scripts show later ---------------------------------------------------------------- */

static View attribute_of(Parser *parser, const Node *node, const char *name)
{
    RowAttributes found = {node->data, node->extent, node->name_space};
    const Attribute *attribute = mt_attribute_named(parser, found, name);
    View value = attribute ? mt_value_of(parser, attribute) : (View){NULL, 0};
    return value;
}

static View without(View view, size_t bytes) { return (View){view.text + bytes, view.length - bytes}; }

static int begins_with(View view, const char *word)
{
    size_t length = strlen(word);
    return view.length >= length && mt_equals_ignoring_case((const Byte *)view.text, word, length);
}

static int has_any(View names, const char *const *words, size_t count)
{
    for (size_t i = 0; i < names.length; i++)
        for (size_t word = 0; word < count; word++)
            if (lower((Byte)names.text[i]) == (Byte)words[word][0] && begins_with(without(names, i), words[word]))
                return 1;
    return 0;
}

static int has_tab_pane(View names)
{
    for (; names.length > 3; names = without(names, 1)) {
        size_t at = 3;
        if (!begins_with(names, "tab"))
            continue;
        while (at < names.length && (names.text[at] == '-' || names.text[at] == '_'))
            at++;
        if (begins_with(without(names, at), "pane") || begins_with(without(names, at), "content"))
            return 1;
    }
    return 0;
}

/* Parts of a page that React sends, with the id `S:` and a number; and WeChat's article. */
static int streams_in(View id)
{
    if (is_same_word(id, "js_content"))
        return 1;
    if (id.length < 3 || id.text[0] != 'S' || id.text[1] != ':')
        return 0;
    for (size_t i = 2; i < id.length; i++)
        if (!is_digit((Byte)id.text[i]) && (Byte)(lower((Byte)id.text[i]) - 'a') >= 6)
            return 0;
    return 1;
}

/* Whether a class or id names something that a reader can open. */
static int names_opening(View names)
{
    static const char *const words[] = {"accordion", "collaps", "expander", "faq"};
    return has_any(names, words, sizeof words / sizeof *words) || has_tab_pane(names);
}

static int names_closed(View names)
{
    static const char *const words[] = {"nav",     "menu",   "modal",   "popup",  "dialog",
                                        "overlay", "cookie", "consent", "search", "filter"};
    return has_any(names, words, sizeof words / sizeof *words);
}

/* Whether a class or id of the element has such names. */
static int element_names(Parser *parser, const Node *node, int (*test)(View))
{
    return test(attribute_of(parser, node, "class")) || test(attribute_of(parser, node, "id"));
}

/* Whether a script shows the element, at once or on request. */
static int is_shown_later(Parser *parser, const Node *node)
{
    View hidden = attribute_of(parser, node, "hidden");
    if (is_same_word(hidden, "until-found") || is_same_word(attribute_of(parser, node, "role"), "tabpanel"))
        return 1;
    int opens = is_same_word(attribute_of(parser, node, "role"), "region") &&
                attribute_of(parser, node, "aria-labelledby").text;
    opens = opens || streams_in(attribute_of(parser, node, "id")) || element_names(parser, node, names_opening);
    return opens && !element_names(parser, node, names_closed);
}

/* -- colours ----------------------------------------------------------------------------------------- */

enum { SEEN_FROM = 26, SOLID_FROM = 128 }; /* alpha: of a text that can be seen, of a background that covers */
static const Reading WHITE = 0xFFFFFFFF;

typedef struct {
    Parser *parser;
    Styles *styles;
    int is_strict;
} Hider;

static const Paint *paint_of(Hider *hider, int32_t at)
{
    Styles *styles = hider->styles;
    Paint *paint = &styles->paints[at];
    if (!paint->is_known) {
        Style style;
        mt_compute_style(hider->parser, &styles->sheets, styles->all, at, &style);
        *paint = (Paint){style.reading[PROPERTY_COLOR], style.reading[PROPERTY_BACKGROUND_COLOR], 1,
                         style.reading[PROPERTY_BACKGROUND_IMAGE] == 1, style.reading[PROPERTY_POSITION] == 1};
    }
    return paint;
}

/* The colour behind an element. In doubt it is not known: what is painted by a sheet that is not read, or what is
   below an element that is out of the flow. */
static Reading background_behind(Hider *hider, int32_t at, int32_t coloured)
{
    const Sheets *sheets = &hider->styles->sheets;
    for (; at > 0; at = hider->parser->nodes[at].parent) {
        const Paint *paint = paint_of(hider, at);
        if (paint->has_image || paint->background == READING_UNKNOWN)
            return READING_UNKNOWN;
        if (paint->background >= 0 && (paint->background & 255) >= SOLID_FROM) {
            int is_certain = !sheets->has_linked || at == coloured || hider->is_strict;
            return is_certain ? paint->background : READING_UNKNOWN;
        }
        if (paint->is_positioned && !hider->is_strict)
            return READING_UNKNOWN;
    }
    return sheets->has_linked && !hider->is_strict ? READING_UNKNOWN : WHITE;
}

/* Whether the text of an element has the colour of its background, or none. */
static int is_colourless(Hider *hider, int32_t at)
{
    int32_t coloured = at;
    while (coloured > 0 && paint_of(hider, coloured)->colour <= READING_INHERITED)
        coloured = hider->parser->nodes[coloured].parent;
    if (coloured <= 0)
        return 0;
    Reading colour = paint_of(hider, coloured)->colour;
    int tag = hider->parser->nodes[coloured].tag;
    if (colour < 0 || (!hider->is_strict && (tag == TAG_HTML || tag == TAG_BODY))) /* of all the page's text */
        return 0;
    Reading background = background_behind(hider, at, coloured);
    if ((colour & 255) < SEEN_FROM) /* an image may be clipped to the text */
        return !paint_of(hider, coloured)->has_image && !paint_of(hider, at)->has_image &&
               paint_of(hider, coloured)->background != READING_UNKNOWN;
    return mt_is_near(colour, background);
}

/* -- one element ------------------------------------------------------------------------------------- */

static int is_one(const Style *style, Property property) { return style->reading[property] == 1; }

typedef struct {
    HidingReason reason;
    Property property; /* whose rule is the source */
} Cause;

/* Why an element hides itself and all inside it, by its style. */
static Cause find_cause(const Style *style, int is_strict)
{
    int cuts = is_one(style, PROPERTY_OVERFLOW) || is_one(style, PROPERTY_OVERFLOW_X) ||
               is_one(style, PROPERTY_OVERFLOW_Y);
    int moves = !is_strict && is_one(style, PROPERTY_MOTION);
    int fades_in = moves || (!is_strict && style->reading[PROPERTY_TRANSFORM] != READING_MISSING);
    int is_moved = is_one(style, PROPERTY_POSITION);
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

enum { HIDES_ALL = 1, IS_INVISIBLE = 2, IS_TINY = 4, IS_COLOURLESS = 8, IS_UNSHOWN = 16, IS_LINK = 32 };
enum { INHERITED = IS_INVISIBLE | IS_TINY | IS_COLOURLESS, HIDES = HIDES_ALL | INHERITED };

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
    enum {
        CONTENT = FLAG_MAIN | FLAG_ARTICLE,
        FRAME = FLAG_NAV | FLAG_HEADER | FLAG_FOOTER | FLAG_ASIDE | FLAG_FORM | FLAG_CONTROL
    };
    uint32_t flags = 0;
    for (; at > 0; at = parser->nodes[at].parent)
        flags |= parser->nodes[at].tag < KNOWN_TAGS ? mt_tag_flags[parser->nodes[at].tag] : 0;
    return flags & CONTENT && !(flags & FRAME);
}

static void note_hiding(Hider *hider, int32_t at, Cause cause, const Style *style)
{
    Parser *parser = hider->parser;
    int32_t source = cause.property < PROPERTY_COUNT ? style->source[cause.property] : NONE;
    if (parser->hiding_count == parser->hiding_capacity)
        parser->hidings = mt_grown(parser, parser->hidings, &parser->hiding_capacity, parser->hiding_count + 1,
                                   sizeof *parser->hidings);
    parser->hidings[parser->hiding_count++] =
        (HidingNote){.node = at,
                     .offset = parser->nodes[at].offset,
                     .rule = source,
                     .reason = (uint8_t)cause.reason,
                     .is_content = (uint8_t)(source != NONE && is_in_content(parser, at))};
}

/* The state of an element whose attributes or rules may hide it, or that inherits a state. */
static int computed_state(Hider *hider, int32_t at, int inherited)
{
    Parser *parser = hider->parser;
    Node *node = &parser->nodes[at];
    Style style;
    mt_compute_style(parser, &hider->styles->sheets, hider->styles->all, at, &style);
    int state = inherited_state(style.reading[PROPERTY_VISIBILITY], inherited, IS_INVISIBLE) |
                inherited_state(style.reading[PROPERTY_FONT_SIZE], inherited, IS_TINY) | (inherited & IS_LINK);
    if (style.reading[PROPERTY_COLOR] >= 0 || inherited & IS_COLOURLESS)
        state |= is_colourless(hider, at) ? IS_COLOURLESS : 0;
    Cause cause = find_cause(&style, hider->is_strict);
    View aria = attribute_of(parser, node, "aria-hidden");
    if (attribute_of(parser, node, "hidden").text && style.reading[PROPERTY_DISPLAY] != 0)
        cause = (Cause){HIDDEN_ATTRIBUTE, PROPERTY_COUNT};
    else if (!cause.reason && aria.length == 4 && memcmp(aria.text, "true", 4) == 0)
        cause = (Cause){HIDDEN_ARIA, PROPERTY_COUNT};
    if (cause.reason)
        state |= HIDES_ALL;
    else if (state & ~inherited & IS_INVISIBLE)
        cause = (Cause){HIDDEN_VISIBILITY, PROPERTY_VISIBILITY};
    else if (state & ~inherited & IS_TINY)
        cause = (Cause){HIDDEN_SIZE, PROPERTY_FONT_SIZE};
    else if (state & ~inherited & IS_COLOURLESS)
        cause = (Cause){HIDDEN_COLOUR, PROPERTY_COLOR};
    if (!cause.reason)
        return state;
    int is_shown = hider->styles->is_exempt && hider->styles->is_exempt[at];
    if (is_shown || (!hider->is_strict && is_shown_later(parser, node)))
        return inherited;
    if (!(inherited & HIDES))
        note_hiding(hider, at, cause, &style);
    return state;
}

/* -- the whole page ---------------------------------------------------------------------------------- */

static int is_suspicious(const Sheets *sheets, Reading colour)
{
    if (colour < 0)
        return 0;
    int is_found = (colour & 255) < SEEN_FROM || mt_is_near(colour, WHITE);
    for (int i = 0; i < sheets->background_count && !is_found; i++)
        is_found = mt_is_near(colour, sheets->backgrounds[i]);
    return is_found;
}

/* Mark the rules whose colour may be that of a background. */
static uint32_t mark_colours(Sheets *sheets)
{
    uint32_t hiding = 0;
    for (int32_t i = 0; i < sheets->rule_count; i++) {
        if (sheets->rules[i].declared & BIT(PROPERTY_COLOR) && is_suspicious(sheets, sheets->rules[i].colour))
            sheets->rules[i].hiding |= BIT(PROPERTY_COLOR);
        hiding |= sheets->rules[i].hiding;
    }
    return hiding;
}

/* Whether the attributes of an element may hide it; also whether its style keeps lines. */
static int attributes_may_hide(Hider *hider, Node *node)
{
    Sheets *sheets = &hider->styles->sheets;
    int may_hide = 0;
    if (node->bits & NODE_MAY_HIDE) {
        Style style;
        mt_own_style(hider->parser, node, &style);
        for (int i = 0; i < PROPERTY_COUNT; i++)
            may_hide |= mt_may_hide((Property)i, style.reading[i]);
        mt_note_background(sheets, style.reading[PROPERTY_BACKGROUND_COLOR]);
        may_hide |= is_suspicious(sheets, style.reading[PROPERTY_COLOR]);
        node->bits |= style.reading[PROPERTY_WHITE_SPACE] == 1 ? NODE_KEEPS_LINES : 0;
        may_hide |= attribute_of(hider->parser, node, "hidden").text != NULL;
        may_hide |= attribute_of(hider->parser, node, "aria-hidden").text != NULL;
    }
    if (node->tag == TAG_FONT || node->tag == TAG_BODY)
        may_hide |= is_suspicious(sheets, mt_read_colour(attribute_of(hider->parser, node,
                                                                      node->tag == TAG_FONT ? "color" : "text")));
    if (node->tag == TAG_BODY || node->tag == TAG_TABLE || node->tag == TAG_TR || node->tag == TAG_TD)
        mt_note_background(sheets, mt_read_colour(attribute_of(hider->parser, node, "bgcolor")));
    return may_hide;
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

typedef struct {
    int64_t shown, hidden;
} Counts;

static int state_of(Hider *hider, int32_t at)
{
    Parser *parser = hider->parser;
    Node *node = &parser->nodes[at];
    int inherited = node->parent > 0 ? hider->styles->states[node->parent] : 0;
    uint32_t flags = node->tag < KNOWN_TAGS ? mt_tag_flags[node->tag] : 0;
    inherited |= (flags & FLAG_UNSHOWN ? IS_UNSHOWN : 0) | (flags & FLAG_LINK ? IS_LINK : 0);
    if (inherited & (HIDES_ALL | IS_UNSHOWN))
        return inherited;
    Match match;
    int may_hide = attributes_may_hide(hider, node) || inherited & INHERITED;
    if (!may_hide && hider->styles->hiding)
        may_hide = mt_match(hider->styles->hiding, at, &match, 1);
    return may_hide ? computed_state(hider, at, inherited) : inherited;
}

static void add_points(HidingNote *note, int32_t points, int is_link)
{
    note->points += points;
    note->link_points += is_link ? points : 0;
    note->longest = note->longest < points ? points : note->longest;
}

/* Find the state of every element, and count the characters. */
static Counts find_states(Hider *hider)
{
    Parser *parser = hider->parser;
    Styles *styles = hider->styles;
    Counts counts = {0, 0};
    int32_t at = parser->nodes[0].first, steps = 0;
    parser->hiding_count = 0;
    while (at != NONE) {
        Node *node = &parser->nodes[at];
        if (UNLIKELY((++steps & 1023) == 0))
            mt_check_time(parser);
        if (node->tag == TAG_TEXT) {
            int state = node->parent > 0 ? styles->states[node->parent] : 0;
            if (!(state & IS_UNSHOWN)) {
                int32_t points = count_points(parser, node);
                *(state & HIDES ? &counts.hidden : &counts.shown) += points;
                if (state & HIDES && parser->hiding_count)
                    add_points(&parser->hidings[parser->hiding_count - 1], points, state & IS_LINK);
            }
        } else if (node->tag != TAG_COMMENT) {
            int state = state_of(hider, at);
            styles->states[at] = (uint8_t)state;
            node->bits = (uint8_t)((node->bits & ~NODE_IS_HIDDEN) | (state & HIDES ? NODE_IS_HIDDEN : 0));
            if (node->first != NONE && node->tag != TAG_STYLE && node->tag != TAG_SCRIPT) {
                at = node->first;
                continue;
            }
        }
        while (at != NONE && parser->nodes[at].next == NONE)
            at = parser->nodes[at].parent;
        at = at == NONE ? NONE : parser->nodes[at].next;
    }
    return counts;
}

enum {
    LEAST_WAITING = 500, /* characters */
    MAX_WAITING = 3,     /* elements inside each other */
    LONG_TEXT = 120,     /* characters */
};


/* Ways to hide that keep an element's place: pages use them for content that is not ready yet. */
static int keeps_place(const HidingNote *note)
{
    return note->reason == HIDDEN_VISIBILITY || note->reason == HIDDEN_OPACITY || note->reason == HIDDEN_SIZE ||
           note->reason == HIDDEN_COLOUR;
}

/* The rule that hides half of the hidden text or more, in its place; NONE if there is none. */
static int32_t main_rule(const Parser *parser)
{
    const HidingNote *largest = NULL;
    int64_t all = 0, same = 0;
    for (int32_t i = 0; i < parser->hiding_count; i++)
        if (!largest || parser->hidings[i].points > largest->points)
            largest = &parser->hidings[i];
    if (!largest || !keeps_place(largest))
        return NONE;
    for (int32_t i = 0; i < parser->hiding_count; i++) {
        all += parser->hidings[i].points;
        same += parser->hidings[i].rule == largest->rule ? parser->hidings[i].points : 0;
    }
    return 2 * same >= all ? largest->rule : NONE;
}

/* Text of the content that a rule folds away, for a script that opens it: of such text 65 % is in the gold texts of
   the development data, of other text that rules hide 10 %, and of such text that attributes hide 22 %. */
static int is_folded(const HidingNote *note)
{
    return note->is_content && note->longest >= LONG_TEXT && 10 * (int64_t)note->link_points < 3 * (int64_t)note->points;
}

/* Find the elements that a script shows. No page is meant to be blank: an element with most of its text waits for
   a script, or for a sheet that is not read. Returns whether there is one. */
static int find_waiting(Hider *hider, Counts counts)
{
    Parser *parser = hider->parser;
    int64_t all = counts.shown + counts.hidden, large = all / 2 > LEAST_WAITING ? all / 2 : LEAST_WAITING;
    int is_blank = counts.shown * 10 <= all, is_found = 0;
    if (hider->is_strict || !parser->hiding_count)
        return 0;
    if (!hider->styles->is_exempt)
        hider->styles->is_exempt = mt_style_memory(parser, (size_t)parser->node_count);
    uint8_t *is_exempt = hider->styles->is_exempt;
    int32_t rule = 4 * counts.hidden >= all && counts.hidden >= LEAST_WAITING ? main_rule(parser) : NONE;
    for (int32_t i = 0; i < parser->hiding_count; i++) {
        const HidingNote *note = &parser->hidings[i];
        int waits = keeps_place(note) && (note->points >= large || (rule != NONE && note->rule == rule));
        waits |= is_folded(note);
        if (is_blank && note->points >= LEAST_WAITING)
            waits |= !element_names(parser, &parser->nodes[note->node], names_closed);
        is_exempt[note->node] |= (uint8_t)waits;
        is_found |= waits;
    }
    return is_found;
}

void *mt_style_memory(Parser *parser, size_t size)
{
    void *block = parser->reallocate(NULL, size);
    if (!block)
        mt_fail(parser, FAILED_MEMORY);
    return memset(block, 0, size);
}

void mt_free_styles(Parser *parser)
{
    Styles *styles = parser->styles;
    if (!styles)
        return;
    mt_free_matcher(parser, styles->hiding);
    mt_free_matcher(parser, styles->all);
    void *blocks[] = {styles->sheets.rules, styles->paints, styles->states, styles->is_exempt, styles};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (blocks[i])
            parser->reallocate(blocks[i], 0);
    parser->styles = NULL;
}

void mt_find_hidden(Parser *parser)
{
    Styles *styles = mt_style_memory(parser, sizeof *styles);
    Hider hider = {parser, styles, parser->is_strict};
    parser->styles = styles;
    mt_read_sheets(parser, &styles->sheets);
    uint32_t hiding = mark_colours(&styles->sheets);
    if (hiding) {
        styles->hiding = mt_new_matcher(parser, &styles->sheets);
        mt_fill_matcher(styles->hiding, 0, hiding);
    }
    styles->all = mt_new_matcher(parser, &styles->sheets);
    styles->states = mt_style_memory(parser, (size_t)parser->node_count);
    styles->paints = mt_style_memory(parser, (size_t)parser->node_count * sizeof *styles->paints);
    Counts counts = find_states(&hider);
    for (int i = 0; i < MAX_WAITING && find_waiting(&hider, counts); i++) /* such as html, then body */
        counts = find_states(&hider);
    parser->is_style_cut = styles->sheets.is_cut || mt_matcher_is_cut(styles->hiding) || mt_matcher_is_cut(styles->all);
    mt_free_styles(parser);
}
