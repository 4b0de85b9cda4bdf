/* Colours of CSS and of attributes. */
#include <stdlib.h>

#include "styles/styles.h"
#include "styles/text.h"

enum { OPAQUE = 255, NEAR = 20 }; /* NEAR: largest difference of a channel that a reader does not notice */

static Reading colour(uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha)
{
    return (Reading)(red << 24 | green << 16 | blue << 8 | alpha);
}

typedef struct {
    const char *name;
    uint32_t rgb;
} NamedColour;

/* In the order of their names. */
static const NamedColour named[] = {
    {"aliceblue", 0xF0F8FF},
    {"antiquewhite", 0xFAEBD7},
    {"aqua", 0x00FFFF},
    {"aquamarine", 0x7FFFD4},
    {"azure", 0xF0FFFF},
    {"beige", 0xF5F5DC},
    {"bisque", 0xFFE4C4},
    {"black", 0x000000},
    {"blanchedalmond", 0xFFEBCD},
    {"blue", 0x0000FF},
    {"blueviolet", 0x8A2BE2},
    {"brown", 0xA52A2A},
    {"burlywood", 0xDEB887},
    {"cadetblue", 0x5F9EA0},
    {"chartreuse", 0x7FFF00},
    {"chocolate", 0xD2691E},
    {"coral", 0xFF7F50},
    {"cornflowerblue", 0x6495ED},
    {"cornsilk", 0xFFF8DC},
    {"crimson", 0xDC143C},
    {"cyan", 0x00FFFF},
    {"darkblue", 0x00008B},
    {"darkcyan", 0x008B8B},
    {"darkgoldenrod", 0xB8860B},
    {"darkgray", 0xA9A9A9},
    {"darkgreen", 0x006400},
    {"darkgrey", 0xA9A9A9},
    {"darkkhaki", 0xBDB76B},
    {"darkmagenta", 0x8B008B},
    {"darkolivegreen", 0x556B2F},
    {"darkorange", 0xFF8C00},
    {"darkorchid", 0x9932CC},
    {"darkred", 0x8B0000},
    {"darksalmon", 0xE9967A},
    {"darkseagreen", 0x8FBC8F},
    {"darkslateblue", 0x483D8B},
    {"darkslategray", 0x2F4F4F},
    {"darkslategrey", 0x2F4F4F},
    {"darkturquoise", 0x00CED1},
    {"darkviolet", 0x9400D3},
    {"deeppink", 0xFF1493},
    {"deepskyblue", 0x00BFFF},
    {"dimgray", 0x696969},
    {"dimgrey", 0x696969},
    {"dodgerblue", 0x1E90FF},
    {"firebrick", 0xB22222},
    {"floralwhite", 0xFFFAF0},
    {"forestgreen", 0x228B22},
    {"fuchsia", 0xFF00FF},
    {"gainsboro", 0xDCDCDC},
    {"ghostwhite", 0xF8F8FF},
    {"gold", 0xFFD700},
    {"goldenrod", 0xDAA520},
    {"gray", 0x808080},
    {"green", 0x008000},
    {"greenyellow", 0xADFF2F},
    {"grey", 0x808080},
    {"honeydew", 0xF0FFF0},
    {"hotpink", 0xFF69B4},
    {"indianred", 0xCD5C5C},
    {"indigo", 0x4B0082},
    {"ivory", 0xFFFFF0},
    {"khaki", 0xF0E68C},
    {"lavender", 0xE6E6FA},
    {"lavenderblush", 0xFFF0F5},
    {"lawngreen", 0x7CFC00},
    {"lemonchiffon", 0xFFFACD},
    {"lightblue", 0xADD8E6},
    {"lightcoral", 0xF08080},
    {"lightcyan", 0xE0FFFF},
    {"lightgoldenrodyellow", 0xFAFAD2},
    {"lightgray", 0xD3D3D3},
    {"lightgreen", 0x90EE90},
    {"lightgrey", 0xD3D3D3},
    {"lightpink", 0xFFB6C1},
    {"lightsalmon", 0xFFA07A},
    {"lightseagreen", 0x20B2AA},
    {"lightskyblue", 0x87CEFA},
    {"lightslategray", 0x778899},
    {"lightslategrey", 0x778899},
    {"lightsteelblue", 0xB0C4DE},
    {"lightyellow", 0xFFFFE0},
    {"lime", 0x00FF00},
    {"limegreen", 0x32CD32},
    {"linen", 0xFAF0E6},
    {"magenta", 0xFF00FF},
    {"maroon", 0x800000},
    {"mediumaquamarine", 0x66CDAA},
    {"mediumblue", 0x0000CD},
    {"mediumorchid", 0xBA55D3},
    {"mediumpurple", 0x9370DB},
    {"mediumseagreen", 0x3CB371},
    {"mediumslateblue", 0x7B68EE},
    {"mediumspringgreen", 0x00FA9A},
    {"mediumturquoise", 0x48D1CC},
    {"mediumvioletred", 0xC71585},
    {"midnightblue", 0x191970},
    {"mintcream", 0xF5FFFA},
    {"mistyrose", 0xFFE4E1},
    {"moccasin", 0xFFE4B5},
    {"navajowhite", 0xFFDEAD},
    {"navy", 0x000080},
    {"oldlace", 0xFDF5E6},
    {"olive", 0x808000},
    {"olivedrab", 0x6B8E23},
    {"orange", 0xFFA500},
    {"orangered", 0xFF4500},
    {"orchid", 0xDA70D6},
    {"palegoldenrod", 0xEEE8AA},
    {"palegreen", 0x98FB98},
    {"paleturquoise", 0xAFEEEE},
    {"palevioletred", 0xDB7093},
    {"papayawhip", 0xFFEFD5},
    {"peachpuff", 0xFFDAB9},
    {"peru", 0xCD853F},
    {"pink", 0xFFC0CB},
    {"plum", 0xDDA0DD},
    {"powderblue", 0xB0E0E6},
    {"purple", 0x800080},
    {"rebeccapurple", 0x663399},
    {"red", 0xFF0000},
    {"rosybrown", 0xBC8F8F},
    {"royalblue", 0x4169E1},
    {"saddlebrown", 0x8B4513},
    {"salmon", 0xFA8072},
    {"sandybrown", 0xF4A460},
    {"seagreen", 0x2E8B57},
    {"seashell", 0xFFF5EE},
    {"sienna", 0xA0522D},
    {"silver", 0xC0C0C0},
    {"skyblue", 0x87CEEB},
    {"slateblue", 0x6A5ACD},
    {"slategray", 0x708090},
    {"slategrey", 0x708090},
    {"snow", 0xFFFAFA},
    {"springgreen", 0x00FF7F},
    {"steelblue", 0x4682B4},
    {"tan", 0xD2B48C},
    {"teal", 0x008080},
    {"thistle", 0xD8BFD8},
    {"tomato", 0xFF6347},
    {"turquoise", 0x40E0D0},
    {"violet", 0xEE82EE},
    {"wheat", 0xF5DEB3},
    {"white", 0xFFFFFF},
    {"whitesmoke", 0xF5F5F5},
    {"yellow", 0xFFFF00},
    {"yellowgreen", 0x9ACD32},
};

/* #rgb, #rgba, #rrggbb, #rrggbbaa, after the `#`. */
static Reading hex_colour(const char *text, size_t length)
{
    uint32_t digit[8], channel[4] = {0, 0, 0, OPAQUE};
    if (length != 3 && length != 4 && length != 6 && length != 8)
        return READING_UNKNOWN;
    for (size_t i = 0; i < length; i++) {
        int value = hex_value((Byte)text[i]);
        if (value < 0)
            return READING_UNKNOWN;
        digit[i] = (uint32_t)value;
    }
    size_t channels = length < 6 ? length : length / 2;
    for (size_t i = 0; i < channels; i++)
        channel[i] = length < 6 ? digit[i] * 17 : digit[2 * i] * 16 + digit[2 * i + 1];
    return colour(channel[0], channel[1], channel[2], channel[3]);
}

static uint32_t clamped(double value)
{
    return value < 0 ? 0 : value > OPAQUE ? OPAQUE : (uint32_t)(value + 0.5);
}

/* The numbers of a function, without their units; percentages are negative. Returns their count. */
static int read_numbers(const char *at, const char *end, double *numbers, int capacity)
{
    int count = 0;
    while (at < end && count < capacity) {
        double value = 0, scale = 1;
        int digits = 0, is_negative = 0;
        while (at < end && !is_digit((Byte)*at) && *at != '.' && *at != '-')
            at++;
        if (at < end && *at == '-') {
            is_negative = 1;
            at++;
        }
        for (; at < end && is_digit((Byte)*at); at++, digits++)
            value = value < 1e9 ? value * 10 + (*at - '0') : value;
        if (at < end && *at == '.')
            for (at++; at < end && is_digit((Byte)*at); at++, digits++)
                value += (scale /= 10) * (*at - '0');
        if (!digits)
            continue;
        value = is_negative ? 0 : value;
        if (at < end && *at == '%')
            value = -value - 1e-9;
        numbers[count++] = value;
        while (at < end && is_letter((Byte)*at)) /* a unit, such as deg */
            at++;
    }
    return count;
}

static double alpha_of(const double *numbers, int count)
{
    double alpha = count < 4 ? 1 : numbers[3] < 0 ? -numbers[3] / 100 : numbers[3];
    return alpha * OPAQUE;
}

static Reading rgb_colour(const double *numbers, int count)
{
    uint32_t channel[3];
    for (int i = 0; i < 3; i++)
        channel[i] = clamped(numbers[i] < 0 ? -numbers[i] / 100 * OPAQUE : numbers[i]);
    return colour(channel[0], channel[1], channel[2], clamped(alpha_of(numbers, count)));
}

static double hsl_channel(double hue, double saturation, double lightness, double shift)
{
    double k = shift + hue / 30, spread = saturation * (lightness < 0.5 ? lightness : 1 - lightness);
    while (k >= 12)
        k -= 12;
    double edge = k - 3 < 9 - k ? k - 3 : 9 - k;
    edge = edge > 1 ? 1 : edge < -1 ? -1 : edge;
    return (lightness - spread * edge) * OPAQUE;
}

static Reading hsl_colour(const double *numbers, int count)
{
    double hue = numbers[0] < 0 || numbers[0] > 3600 ? 0 : numbers[0];
    double saturation = numbers[1] < 0 ? -numbers[1] / 100 : numbers[1] / 100;
    double lightness = numbers[2] < 0 ? -numbers[2] / 100 : numbers[2] / 100;
    saturation = saturation > 1 ? 1 : saturation;
    lightness = lightness > 1 ? 1 : lightness;
    return colour(clamped(hsl_channel(hue, saturation, lightness, 0)),
                  clamped(hsl_channel(hue, saturation, lightness, 8)),
                  clamped(hsl_channel(hue, saturation, lightness, 4)), clamped(alpha_of(numbers, count)));
}

static int compare_names(const void *wanted, const void *other)
{
    const View *name = wanted;
    const char *text = ((const NamedColour *)other)->name;
    for (size_t i = 0; i < name->length; i++) { /* NUL ends a shorter name */
        int order = (int)lower((Byte)name->text[i]) - (Byte)text[i];
        if (order || !text[i])
            return order ? order : 1;
    }
    return text[name->length] ? -1 : 0;
}

/* A name that is not listed: one of the user's colours, or none. */
static Reading other_colour(View value)
{
    static const char *const words[] = {"initial",  "revert",     "revert-layer", "canvas",     "canvastext",
                                        "linktext", "buttonface", "buttontext",   "highlight",  "field",
                                        "mark",     "marktext",   "graytext",     "visitedtext"};
    if (is_same_word(value, "inherit") || is_same_word(value, "unset") || is_same_word(value, "currentcolor"))
        return READING_INHERITED;
    for (size_t i = 0; i < value.length; i++)
        if (!is_letter((Byte)value.text[i]) && value.text[i] != '-')
            return READING_UNKNOWN;
    return IS_ONE_OF(value, words) || value.text[0] == '-' ? READING_UNKNOWN : READING_INVALID;
}

Reading mt_read_colour(View value)
{
    double numbers[4];
    if (!value.length)
        return READING_UNKNOWN;
    if (value.text[0] == '#') {
        Reading hex = hex_colour(value.text + 1, value.length - 1);
        return hex == READING_UNKNOWN ? READING_INVALID : hex;
    }
    if (is_same_word(value, "transparent"))
        return colour(0, 0, 0, 0);
    int is_rgb = begins_with(value, "rgb(") || begins_with(value, "rgba(");
    if (is_rgb || begins_with(value, "hsl(") || begins_with(value, "hsla(")) {
        int count = read_numbers(value.text, value.text + value.length, numbers, 4);
        const char *bracket = memchr(value.text, '(', value.length), *inside = bracket + 1;
        int is_plain =
            !memchr(inside, '(', (size_t)(value.text + value.length - inside)); /* no calc() or var() */
        if (count < 3 || !is_plain)
            return READING_UNKNOWN;
        return is_rgb ? rgb_colour(numbers, count) : hsl_colour(numbers, count);
    }
    const NamedColour *found =
        bsearch(&value, named, sizeof named / sizeof *named, sizeof *named, compare_names);
    if (!found)
        return other_colour(value);
    return colour(found->rgb >> 16, found->rgb >> 8 & OPAQUE, found->rgb & OPAQUE, OPAQUE);
}

/* Attributes also take a number without its `#`. */
Reading mt_read_old_colour(View value)
{
    if (!value.text)
        return READING_MISSING;
    value = stripped(value.text, value.text + value.length);
    Reading found = mt_read_colour(value);
    return found >= 0 ? found : hex_colour(value.text, value.length);
}

int mt_is_near(Reading one, Reading other)
{
    if (one < 0 || other < 0)
        return 0;
    for (int shift = 8; shift <= 24; shift += 8) {
        int difference = (int)(one >> shift & OPAQUE) - (int)(other >> shift & OPAQUE);
        if (difference > NEAR || difference < -NEAR)
            return 0;
    }
    return 1;
}
