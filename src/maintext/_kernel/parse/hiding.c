/* Whether an element hides itself. maintext.page.visibility has the rules. The clear cases, nearly all, are
   decided here; Python decides the others. */
#include "parse/parser.h"

typedef enum { HIDES_NO, HIDES_YES, HIDES_MAYBE } Hiding;

static Hiding either(Hiding one, Hiding other)
{
    if (one == HIDES_YES || other == HIDES_YES)
        return HIDES_YES;
    return one || other ? HIDES_MAYBE : HIDES_NO;
}

static Hiding both(Hiding one, Hiding other)
{
    if (!one || !other)
        return HIDES_NO;
    return one == HIDES_YES && other == HIDES_YES ? HIDES_YES : HIDES_MAYBE;
}

/* -- texts ------------------------------------------------------------------------------------------- */

static View view_of(const Parser *parser, const Attribute *attribute)
{
    if (!attribute)
        return (View){"", 0};
    return (View){(const char *)parser->source + attribute->value.start, (size_t)attribute->value.length};
}

static View stripped(const char *start, const char *end)
{
    while (start < end && is_space((Byte)*start))
        start++;
    while (start < end && is_space((Byte)end[-1]))
        end--;
    return (View){start, (size_t)(end - start)};
}

static View without(View view, size_t bytes) { return (View){view.text + bytes, view.length - bytes}; }

static int begins_with(View view, const char *word, size_t length)
{
    return view.length >= length && mt_equals_ignoring_case((const Byte *)view.text, word, length);
}

static int ends_with(View view, const char *word)
{
    size_t length = strlen(word);
    return view.length >= length && begins_with(without(view, view.length - length), word, length);
}

/* Whether a value is ASCII and needs no decoding. */
static int is_plain(View view)
{
    Byte odd = 0; /* no early exit, so that the compiler can vectorize */
    for (size_t i = 0; i < view.length; i++) {
        Byte byte = (Byte)view.text[i], is_control = byte < ' ';
        is_control &= (byte != '\t') & (byte != '\n') & (byte != '\f') & (byte != '\r');
        odd |= is_control | (byte >= 0x80) | (byte == '&');
    }
    return !odd;
}

static size_t count_byte(View view, char byte) /* at the beginning */
{
    size_t count = 0;
    while (count < view.length && view.text[count] == byte)
        count++;
    return count;
}

/* -- lengths ----------------------------------------------------------------------------------------- */

static int is_unit_or_empty(View rest)
{
    static const char *const units[] = {"", "px", "pc", "pt", "em", "rem", "ex", "ch", "%", "vw", "vh"};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (is_same_word(rest, units[i]))
            return 1;
    return 0;
}

/* Skip a decimal point followed by zeros. */
static View without_zero_decimals(View value)
{
    size_t zeros = value.length && value.text[0] == '.' ? count_byte(without(value, 1), '0') : 0;
    return zeros ? without(value, zeros + 1) : value;
}

/* A missing number counts as zero, as in `_ZERO` of maintext.page.visibility. */
static int is_zero(View value)
{
    size_t zeros = count_byte(value, '0');
    View rest = without(value, zeros);
    return (zeros && is_same_word(rest, ".")) || is_unit_or_empty(without_zero_decimals(rest));
}

static int is_at_most_one(View value)
{
    if (!value.length)
        return 0;
    char first = value.text[0];
    if ((first == '0' || first == '1') && is_unit_or_empty(without_zero_decimals(without(value, 1))))
        return 1;
    View fraction = first == '0' ? without(value, 1) : value;
    size_t digits = 0;
    while (digits + 1 < fraction.length && is_digit((Byte)fraction.text[digits + 1]))
        digits++;
    return digits && fraction.text[0] == '.' && is_unit_or_empty(without(fraction, digits + 1));
}

/* Whether a length, after its sign, begins with 999 or with four digits. */
static int is_far(View value)
{
    size_t digits = 1;
    while (digits < value.length && digits < 5 && is_digit((Byte)value.text[digits]))
        digits++;
    return digits == 5 || (digits == 4 && memcmp(value.text + 1, "999", 3) == 0);
}

/* Whether this is `rect(` with 0 or 1 as its first number. */
static int may_be_clipping_rect(View value)
{
    size_t at = 5;
    if (!begins_with(value, "rect(", at))
        return 0;
    while (at < value.length && is_space((Byte)value.text[at]))
        at++;
    return at + 1 < value.length && (value.text[at] == '0' || value.text[at] == '1') &&
           value.text[at + 1] != '.' && !is_digit((Byte)value.text[at + 1]);
}

/* -- styles ------------------------------------------------------------------------------------------ */

typedef enum {
    TOP,
    LEFT,
    CLIP,
    RIGHT,
    WIDTH,
    BOTTOM,
    HEIGHT,
    DISPLAY,
    OPACITY,
    OVERFLOW,
    FONT_SIZE,
    MAX_WIDTH,
    CLIP_PATH,
    VISIBILITY,
    MAX_HEIGHT,
    OVERFLOW_X,
    OVERFLOW_Y,
    TEXT_INDENT,
    WHITE_SPACE,
    PROPERTY_COUNT
} Property;

/* The property if the rules use it, else PROPERTY_COUNT. */
static Property find_property(View property)
{
    static const Name names[PROPERTY_COUNT] = {
        [TOP] = {"top", 3},
        [LEFT] = {"left", 4},
        [CLIP] = {"clip", 4},
        [RIGHT] = {"right", 5},
        [WIDTH] = {"width", 5},
        [BOTTOM] = {"bottom", 6},
        [HEIGHT] = {"height", 6},
        [DISPLAY] = {"display", 7},
        [OPACITY] = {"opacity", 7},
        [OVERFLOW] = {"overflow", 8},
        [FONT_SIZE] = {"font-size", 9},
        [MAX_WIDTH] = {"max-width", 9},
        [CLIP_PATH] = {"clip-path", 9},
        [VISIBILITY] = {"visibility", 10},
        [MAX_HEIGHT] = {"max-height", 10},
        [OVERFLOW_X] = {"overflow-x", 10},
        [OVERFLOW_Y] = {"overflow-y", 10},
        [TEXT_INDENT] = {"text-indent", 11},
        [WHITE_SPACE] = {"white-space", 11},
    };
    static const uint8_t first_of_length[] = {TOP,    TOP,     TOP,      TOP,       LEFT,       RIGHT,
                                              BOTTOM, DISPLAY, OVERFLOW, FONT_SIZE, VISIBILITY, TEXT_INDENT};
    if (property.length >= sizeof first_of_length)
        return PROPERTY_COUNT;
    for (int i = first_of_length[property.length]; i < PROPERTY_COUNT; i++) {
        if (names[i].length != property.length)
            break;
        if (mt_equals_ignoring_case((const Byte *)property.text, names[i].text, property.length))
            return (Property)i;
    }
    return PROPERTY_COUNT;
}

/* Whether a declaration can hide an element. */
static Hiding value_hides(Property property, View value)
{
    Byte first = value.length ? lower((Byte)value.text[0]) : 0;
    if (!is_plain(value) || (value.length && memchr(value.text, '!', value.length)))
        return HIDES_MAYBE;
    switch (property) {
    case WHITE_SPACE: /* YES: keeps line breaks */
        return begins_with(value, "pre", 3) || is_same_word(value, "break-spaces") ? HIDES_YES : HIDES_NO;
    case DISPLAY:
        return is_same_word(value, "none") ? HIDES_YES : HIDES_NO;
    case VISIBILITY:
        return is_same_word(value, "hidden") || is_same_word(value, "collapse") ? HIDES_YES : HIDES_NO;
    case OPACITY:
        return is_zero(value) ? HIDES_YES : HIDES_NO;
    case FONT_SIZE: /* if it does not begin with 0, other parts of the style decide */
        return !is_zero(value) ? HIDES_NO : first == '0' ? HIDES_YES : HIDES_MAYBE;
    case OVERFLOW:
    case OVERFLOW_X:
    case OVERFLOW_Y:
        return is_same_word(value, "hidden") || is_same_word(value, "clip") ? HIDES_YES : HIDES_NO;
    case WIDTH:
    case HEIGHT:
    case MAX_WIDTH:
    case MAX_HEIGHT:
        return is_at_most_one(value) ? HIDES_YES : HIDES_NO;
    case CLIP:
    case CLIP_PATH:
        return first == 'i' || first == 'c' || may_be_clipping_rect(value) ? HIDES_MAYBE : HIDES_NO;
    default:
        return first == '-' && is_far(value) ? HIDES_MAYBE : HIDES_NO;
    }
}

static int is_motion(View property)
{
    return ends_with(property, "transform") || ends_with(property, "transition") ||
           ends_with(property, "animation") || ends_with(property, "will-change");
}

static View without_important(View value)
{
    static const char mark[] = "!important";
    return ends_with(value, mark) ? stripped(value.text, value.text + value.length - (sizeof mark - 1))
                                  : value;
}

/* Whether a style hides its element. The last declaration of a property applies. */
static Hiding style_hides(View style, int *keeps_lines)
{
    const char *at = style.text, *end = style.text + style.length;
    Hiding found[PROPERTY_COUNT + 1] = {HIDES_NO};
    int moves = 0;
    while (at < end) {
        const char *stop = memchr(at, ';', (size_t)(end - at));
        stop = stop ? stop : end;
        const char *colon = memchr(at, ':', (size_t)(stop - at));
        View property = stripped(at, colon ? colon : stop);
        Property known = find_property(property);
        if (known < PROPERTY_COUNT) {
            View value = colon ? stripped(colon + 1, stop) : (View){stop, 0};
            found[known] = value_hides(known, without_important(value));
        } else if (is_plain(property)) {
            moves |= is_motion(property);
        } else {
            return HIDES_MAYBE;
        }
        at = stop < end ? stop + 1 : end;
    }
    *keeps_lines = found[WHITE_SPACE] == HIDES_YES;
    Hiding cuts = either(found[OVERFLOW], either(found[OVERFLOW_X], found[OVERFLOW_Y]));
    Hiding tiny = either(either(found[WIDTH], found[HEIGHT]), either(found[MAX_WIDTH], found[MAX_HEIGHT]));
    Hiding hiding = either(found[DISPLAY], found[VISIBILITY]);
    hiding = either(hiding, moves ? HIDES_NO : found[OPACITY]);
    hiding = either(hiding, either(found[FONT_SIZE], both(cuts, tiny)));
    hiding = either(hiding, either(found[CLIP], found[CLIP_PATH]));
    hiding = either(hiding, either(either(found[LEFT], found[TOP]), either(found[RIGHT], found[BOTTOM])));
    return either(hiding, found[TEXT_INDENT]);
}

/* -- elements that a reader can open ----------------------------------------------------------------- */

enum { OPENS = 1, MAY_OPEN = 2 };

static int begins_tab_pane(View names)
{
    size_t at = 3;
    if (!begins_with(names, "tab", at))
        return 0;
    while (at < names.length && (names.text[at] == '-' || names.text[at] == '_'))
        at++;
    return begins_with(without(names, at), "pane", 4) || begins_with(without(names, at), "content", 7);
}

#define PAIR(first, second) ((first) << 8 | (second))

/* Whether a class or id names something that a reader can open: OPENS, MAY_OPEN or 0. */
static int names_openable(View names)
{
    if (!is_plain(names))
        return MAY_OPEN;
    int found = 0;
    for (size_t i = 0; i + 1 < names.length; i++) {
        View rest = without(names, i);
        switch (PAIR(lower((Byte)rest.text[0]), lower((Byte)rest.text[1]))) {
        case PAIR('a', 'c'):
            found |= begins_with(rest, "accordion", 9) ? OPENS : 0;
            break;
        case PAIR('c', 'o'):
            found |= begins_with(rest, "collaps", 7) ? OPENS : 0;
            break;
        case PAIR('e', 'x'):
            found |= begins_with(rest, "expander", 8) ? OPENS : 0;
            break;
        case PAIR('f', 'a'):
            found |= begins_with(rest, "faq", 3) ? OPENS : 0;
            break;
        case PAIR('t', 'a'):
            found |= begins_tab_pane(rest) ? OPENS : 0;
            break;
        case PAIR('j', 's'):
            found |= begins_with(rest, "js_content", 10) ? MAY_OPEN : 0;
            break;
        case PAIR('s', ':'):
            found |= MAY_OPEN;
            break;
        }
    }
    return found;
}

/* Whether a class or id names something that stays closed. */
static int names_closed(View names)
{
    static const Name words[] = {{"nav", 3},     {"menu", 4},   {"modal", 5},   {"popup", 5},  {"dialog", 6},
                                 {"overlay", 7}, {"cookie", 6}, {"consent", 7}, {"search", 6}, {"filter", 6}};
    for (size_t i = 0; i < names.length; i++)
        for (size_t word = 0; word < sizeof words / sizeof *words; word++)
            if (begins_with(without(names, i), words[word].text, words[word].length))
                return 1;
    return 0;
}

/* -- elements ---------------------------------------------------------------------------------------- */

static Hiding aria_hides(View value)
{
    if (value.length == 4 && memcmp(value.text, "true", 4) == 0)
        return HIDES_YES;
    return is_plain(value) ? HIDES_NO : HIDES_MAYBE;
}

/* Whether an element hides itself. NONE: only maintext.page.visibility can decide. */
int mt_hides(Parser *parser, Node *node)
{
    const Attribute *found[ATTRIBUTE_CLASS + 1] = {NULL};
    for (int i = 0; i < node->extent; i++) {
        const Attribute *attribute = &parser->attributes[node->data + i];
        if (attribute->id && attribute->id <= ATTRIBUTE_CLASS)
            found[attribute->id] = attribute;
    }
    Hiding hiding = HIDES_NO;
    if (found[ATTRIBUTE_HIDDEN]) {
        View value = view_of(parser, found[ATTRIBUTE_HIDDEN]);
        if (!is_plain(value) || is_same_word(value, "until-found"))
            return NONE;
        hiding = HIDES_YES;
    } else if (found[ATTRIBUTE_STYLE]) {
        View style = mt_value_of(parser, found[ATTRIBUTE_STYLE]);
        int keeps_lines = 0;
        hiding = style.text ? style_hides(style, &keeps_lines) : HIDES_MAYBE;
        node->bits |= keeps_lines ? NODE_KEEPS_LINES : 0;
    }
    if (hiding != HIDES_YES)
        hiding = either(hiding, aria_hides(view_of(parser, found[ATTRIBUTE_ARIA_HIDDEN])));
    if (hiding == HIDES_NO)
        return 0;
    View role = view_of(parser, found[ATTRIBUTE_ROLE]);
    if (role.length == 8 && memcmp(role.text, "tabpanel", 8) == 0)
        return 0;
    View id = view_of(parser, found[ATTRIBUTE_ID]);
    View classes = view_of(parser, found[ATTRIBUTE_CLASS]);
    int openable = names_openable(classes) | names_openable(id);
    if (hiding == HIDES_MAYBE || openable & MAY_OPEN || !is_plain(role) || is_same_word(role, "region"))
        return NONE;
    return !openable || names_closed(classes) || names_closed(id);
}
