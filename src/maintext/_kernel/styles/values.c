/* What the values of properties mean here. */
#include "styles/lengths.h"
#include "styles/styles.h"
#include "styles/text.h"

/* The part after the first occurrence of a word; NULL if there is none. */
static View after(View view, const char *word)
{
    size_t length = strlen(word);
    for (; view.length >= length; view = without(view, 1))
        if (mt_equals_ignoring_case((const Byte *)view.text, word, length))
            return without(view, length);
    return (View){NULL, 0};
}

/* Values that every property, or every length, takes. A browser ignores a declaration with another value that it
   does not know, so that the one before it applies. */
static int is_keyword(View value)
{
    static const char *const words[] = {"inherit", "initial", "unset", "revert", "revert-layer"};
    return IS_ONE_OF(value, words) || after(value, "var(").text || begins_with(value, "-");
}

static int is_length_keyword(View value)
{
    static const char *const words[] = {"auto",        "none",        "min-content",
                                        "max-content", "fit-content", "stretch"};
    return is_keyword(value) || IS_ONE_OF(value, words) || memchr(value.text, '(', value.length) != NULL;
}

static int is_inherited(View value) { return is_same_word(value, "inherit") || is_same_word(value, "unset"); }

static View leading_word(View value)
{
    size_t length = 0;
    while (length < value.length && !is_space((Byte)value.text[length]))
        length++;
    return (View){value.text, length};
}

static Reading read_display(View value)
{
    static const char *const boxes[] = {"block", "flex", "grid", "table", "list-item", "flow", "flow-root"};
    static const char *const others[] = {"inline", "ruby", "math", "run-in", "contents", "compact", "marker"};
    View word = leading_word(value);
    if (is_same_word(value, "none"))
        return 1;
    if (IS_ONE_OF(word, boxes) || begins_with(word, "table-"))
        return READING_BOX;
    if (IS_ONE_OF(word, others) || begins_with(word, "inline-") || begins_with(word, "ruby-"))
        return 0;
    return is_keyword(value) ? 0 : READING_INVALID;
}

static Reading read_visibility(View value)
{
    if (is_inherited(value))
        return READING_INHERITED;
    if (is_same_word(value, "hidden") || is_same_word(value, "collapse"))
        return 1;
    return is_same_word(value, "visible") || is_keyword(value) ? 0 : READING_INVALID;
}

static Reading read_tiny(View value)
{
    if (mt_read_length(value).unit == UNIT_UNKNOWN && !is_length_keyword(value))
        return READING_INVALID;
    return mt_is_tiny(value);
}

static Reading read_opacity(View value)
{
    Length length = mt_read_length(value);
    if (length.unit == UNIT_PERCENT)
        return length.value <= 5;
    if (length.unit == UNIT_NONE)
        return length.value <= 0.05;
    return is_length_keyword(value) ? 0 : READING_INVALID;
}

static Reading read_filter(View value)
{
    View argument = after(value, "opacity(");
    return argument.text && read_opacity(argument) == 1;
}

static Reading read_font_size(View value)
{
    if (is_inherited(value) || is_same_word(value, "larger") || is_same_word(value, "smaller"))
        return READING_INHERITED;
    Length length = mt_read_length(value);
    if (length.unit == UNIT_FONT || length.unit == UNIT_PERCENT)
        return length.value <= (length.unit == UNIT_FONT ? 0.1 : 10) ? 1 : READING_RELATIVE;
    if (length.unit == UNIT_VIEW)
        return length.value <= 0.1;
    if (length.unit != UNIT_UNKNOWN)
        return length.value <= 1.5;
    return is_length_keyword(value) || ends_with(value, "small") || ends_with(value, "large") ||
                   is_same_word(value, "medium")
               ? 0
               : READING_INVALID;
}

/* The size in `font: italic 0/1 Arial`: the first length. */
static Reading read_font(View value)
{
    while (value.length) {
        if ((is_digit((Byte)value.text[0]) || value.text[0] == '.') &&
            mt_read_length(value).unit != UNIT_NONE)
            return read_font_size(value);
        if (value.text[0] == '0' &&
            (value.length == 1 || is_space((Byte)value.text[1]) || value.text[1] == '/'))
            return 1;
        const char *space = memchr(value.text, ' ', value.length);
        if (!space)
            break;
        value = without(value, (size_t)(space - value.text) + 1);
    }
    return READING_UNKNOWN;
}

/* Whether nothing is left between two sides. */
static int is_empty_inset(View value)
{
    double side[4] = {0, 0, 0, 0};
    int count = 0;
    while (count < 4 && value.length && value.text[0] != ')') {
        Length length = mt_read_length(value);
        if (length.unit != UNIT_PERCENT && length.value != 0)
            return 0;
        side[count++] = length.value;
        const char *space = memchr(value.text, ' ', value.length);
        value = space ? stripped(space, value.text + value.length) : (View){"", 0};
    }
    double right = count > 1 ? side[1] : side[0];
    double bottom = count > 2 ? side[2] : side[0], left = count > 3 ? side[3] : right;
    return side[0] + bottom >= 100 || left + right >= 100;
}

static int is_of(View value, const char *bytes)
{
    for (size_t i = 0; i < value.length; i++)
        if (!strchr(bytes, value.text[i]) || !value.text[i])
            return 0;
    return 1;
}

static Reading read_clip(View value)
{
    View rect = after(value, "rect(");
    if (rect.text) {
        rect = stripped((const Byte *)rect.text, (const Byte *)rect.text + rect.length);
        return mt_is_tiny(rect);
    }
    View inset = after(value, "inset("), circle = after(value, "circle("), polygon = after(value, "polygon(");
    if (inset.text)
        return is_empty_inset(inset);
    if (polygon.text) /* all of its points are the same */
        return is_of(polygon, "0 px%,)");
    return circle.text && mt_is_tiny(circle);
}

/* Whether all of the numbers that scale, the first four of a matrix, are nearly 0. */
static int is_flat(View matrix)
{
    for (int i = 0; i < 4; i++) {
        Length length = mt_read_length(stripped(matrix.text, matrix.text + matrix.length));
        const char *comma = memchr(matrix.text, ',', matrix.length);
        if (length.unit != UNIT_NONE || length.value > 0.02 || length.value < -0.02 || !comma)
            return 0;
        matrix = without(matrix, (size_t)(comma - matrix.text) + 1);
    }
    return 1;
}

static Reading read_transform(View value)
{
    static const char *const scales[] = {"scale(", "scale3d(", "scalex(", "scaley("};
    static const char *const moves[] = {"translate(", "translate3d(", "translatex(", "translatey("};
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        View argument = after(value, scales[i]);
        if (argument.text) {
            Length length = mt_read_length(argument);
            return (length.unit == UNIT_NONE || length.unit == UNIT_PERCENT) && length.value >= 0 &&
                   length.value <= 0.02;
        }
    }
    View matrix = after(value, "matrix(");
    if (matrix.text)
        return is_flat(matrix);
    View turn = after(value, "rotatex(").text ? after(value, "rotatex(") : after(value, "rotatey(");
    if (turn.text && begins_with(turn, "90deg"))
        return 1; /* seen from its edge */
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        View argument = after(value, moves[i]);
        if (argument.text) {
            Length length = mt_read_length(argument);
            return length.unit != UNIT_PERCENT && mt_is_far(argument); /* -100 % is the start of a slide */
        }
    }
    return 0;
}

static Reading read_background_colour(View value)
{
    if (is_same_word(value, "none") || is_same_word(value, "initial") || is_same_word(value, "unset"))
        return 0;
    Reading found = mt_read_colour(value);
    return found == READING_INHERITED ? READING_UNKNOWN : found;
}

/* The colour in `background: url(x) #fff no-repeat`, and whether there is an image. */
int mt_read_background(View value, Meaning meanings[2])
{
    int has_image =
        after(value, "url(").text || after(value, "gradient(").text || after(value, "image(").text;
    Reading found = after(value, "var(").text ? READING_UNKNOWN : 0;
    const char *at = value.text, *end = at + value.length;
    while (at < end) {
        while (at < end && is_space((Byte)*at))
            at++;
        const char *start = at;
        for (int brackets = 0; at < end && (brackets || !is_space((Byte)*at)); at++)
            brackets += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        Reading colour = mt_read_colour((View){start, (size_t)(at - start)});
        if (at > start &&
            (colour >= 0 || (colour == READING_UNKNOWN && memchr(start, '(', (size_t)(at - start)))))
            found = colour;
    }
    meanings[0] = (Meaning){PROPERTY_BACKGROUND_COLOR, found};
    meanings[1] = (Meaning){PROPERTY_BACKGROUND_IMAGE, has_image};
    return 2;
}

/* Whether a box gets a size by other means: flex: 1 0 0, min-width: 100%, padding-bottom: 56%. */
static Reading read_growth(View value)
{
    Length length = mt_read_length(value);
    int is_space = length.unit == UNIT_PERCENT || length.unit == UNIT_VIEW;
    if (is_same_word(value, "auto") || (length.unit == UNIT_NONE && length.value > 0) ||
        (is_space && length.value >= 10))
        return 1;
    return (length.unit == UNIT_PIXELS || length.unit == UNIT_FONT) && length.value >= 20;
}

static Reading read_value(Property property, View value)
{
    switch (property) {
    case PROPERTY_DISPLAY:
        return read_display(value);
    case PROPERTY_VISIBILITY:
        return read_visibility(value);
    case PROPERTY_CONTENT_VISIBILITY:
        return is_same_word(value, "hidden");
    case PROPERTY_OPACITY:
        return read_opacity(value);
    case PROPERTY_FILTER:
        return read_filter(value);
    case PROPERTY_FONT_SIZE:
        return read_font_size(value);
    case PROPERTY_WIDTH:
    case PROPERTY_HEIGHT:
    case PROPERTY_MAX_WIDTH:
    case PROPERTY_MAX_HEIGHT:
        return read_tiny(value);
    case PROPERTY_OVERFLOW:
    case PROPERTY_OVERFLOW_X:
    case PROPERTY_OVERFLOW_Y:
        return begins_with(value, "hidden") || begins_with(value, "clip");
    case PROPERTY_CLIP:
    case PROPERTY_CLIP_PATH:
        return read_clip(value);
    case PROPERTY_TRANSFORM:
        return read_transform(value);
    case PROPERTY_POSITION:
        if (is_same_word(value, "absolute") || is_same_word(value, "fixed"))
            return 1;
        return is_same_word(value, "relative") ? READING_RELATIVE : 0;
    case PROPERTY_LEFT:
    case PROPERTY_TOP:
    case PROPERTY_RIGHT:
    case PROPERTY_BOTTOM:
        return mt_is_far_any(value);
    case PROPERTY_TEXT_INDENT:
        return mt_is_very_far(value) || (mt_is_far_any(value) && !mt_is_far(value));
    case PROPERTY_MARGIN_LEFT:
    case PROPERTY_MARGIN_TOP: /* a box may be moved up by the height of a picture */
        return mt_is_very_far(value);
    case PROPERTY_COLOR:
        return is_inherited(value) ? READING_INHERITED : mt_read_colour(value);
    case PROPERTY_BACKGROUND_COLOR:
        return read_background_colour(value);
    case PROPERTY_BACKGROUND_IMAGE:
        return !is_same_word(value, "none");
    case PROPERTY_GROWTH:
        return read_growth(value);
    case PROPERTY_UNICODE_BIDI:
        return ends_with(value, "override");
    case PROPERTY_DIRECTION:
        return is_same_word(value, "rtl");
    case PROPERTY_WHITE_SPACE:
        return begins_with(value, "pre") || is_same_word(value, "break-spaces");
    default:
        return 0;
    }
}

Reading mt_read_style(Property property, View name, View value)
{
    if (property == PROPERTY_FONT_SIZE && name.length == 4)
        return read_font(value);
    if (property == PROPERTY_TRANSFORM && name.length == 5) { /* scale: 0 */
        Length length = mt_read_length(value);
        return length.unit == UNIT_NONE && length.value <= 0.02;
    }
    if (property == PROPERTY_TRANSFORM &&
        is_same_word(name, "rotate")) /* about an axis: seen from its edge */
        return after(value, "x 90deg").text || after(value, "y 90deg").text ||
               begins_with(value, "90deg x") || begins_with(value, "90deg y");
    if (property == PROPERTY_TRANSFORM && is_same_word(name, "translate"))
        return mt_is_far(value) && mt_read_length(value).unit != UNIT_PERCENT;
    return read_value(property, value);
}

int mt_read_sides(Property top, View value, Meaning meanings[2])
{
    View side[4];
    int count = 0;
    while (count < 4 && value.length) {
        side[count++] = value; /* a length is read at the beginning of a text */
        size_t length = 0;
        while (length < value.length && !is_space((Byte)value.text[length]))
            length++;
        value = stripped(value.text + length, value.text + value.length);
    }
    int is_margin = top == PROPERTY_MARGIN_TOP;
    if (!count ||
        (is_margin && !memchr(side[0].text, '-', side[0].length))) /* nearly every rule has a margin */
        return 0;
    Property left = is_margin ? PROPERTY_MARGIN_LEFT : PROPERTY_LEFT;
    meanings[0] = (Meaning){top, read_value(top, side[0])};
    meanings[1] = (Meaning){left, read_value(left, side[count > 3 ? 3 : count > 1 ? 1 : 0])};
    return 2;
}
