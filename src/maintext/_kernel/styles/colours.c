/* Colours of CSS and of attributes. */
#include "styles/styles.h"

enum { OPAQUE = 255, NEAR = 20 }; /* NEAR: largest difference of a channel that a reader does not notice */

static Reading colour(uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha)
{
    return (Reading)(red << 24 | green << 16 | blue << 8 | alpha);
}

typedef struct {
    const char *name;
    uint32_t rgb;
} NamedColour;

/* By name. Those that are left out are neither very light nor very dark, nor common. */
static const NamedColour named[] = {
    {"aliceblue", 0xF0F8FF},   {"antiquewhite", 0xFAEBD7}, {"azure", 0xF0FFFF},         {"beige", 0xF5F5DC},
    {"black", 0x000000},       {"blue", 0x0000FF},         {"brown", 0xA52A2A},         {"cornsilk", 0xFFF8DC},
    {"cyan", 0x00FFFF},        {"darkblue", 0x00008B},     {"darkgray", 0xA9A9A9},      {"darkgreen", 0x006400},
    {"darkgrey", 0xA9A9A9},    {"darkred", 0x8B0000},      {"darkslategray", 0x2F4F4F}, {"dimgray", 0x696969},
    {"floralwhite", 0xFFFAF0}, {"fuchsia", 0xFF00FF},      {"gainsboro", 0xDCDCDC},     {"ghostwhite", 0xF8F8FF},
    {"gold", 0xFFD700},        {"gray", 0x808080},         {"green", 0x008000},         {"grey", 0x808080},
    {"honeydew", 0xF0FFF0},    {"indigo", 0x4B0082},       {"ivory", 0xFFFFF0},         {"khaki", 0xF0E68C},
    {"lavender", 0xE6E6FA},    {"lavenderblush", 0xFFF0F5}, {"lemonchiffon", 0xFFFACD}, {"lightcyan", 0xE0FFFF},
    {"lightgray", 0xD3D3D3},   {"lightgrey", 0xD3D3D3},    {"lightyellow", 0xFFFFE0},   {"lime", 0x00FF00},
    {"linen", 0xFAF0E6},       {"magenta", 0xFF00FF},      {"maroon", 0x800000},        {"midnightblue", 0x191970},
    {"mintcream", 0xF5FFFA},   {"mistyrose", 0xFFE4E1},    {"navy", 0x000080},          {"oldlace", 0xFDF5E6},
    {"olive", 0x808000},       {"orange", 0xFFA500},       {"papayawhip", 0xFFEFD5},    {"pink", 0xFFC0CB},
    {"purple", 0x800080},      {"red", 0xFF0000},          {"seashell", 0xFFF5EE},      {"silver", 0xC0C0C0},
    {"snow", 0xFFFAFA},        {"teal", 0x008080},         {"white", 0xFFFFFF},         {"whitesmoke", 0xF5F5F5},
    {"yellow", 0xFFFF00},
};

static int hex_digit(Byte c)
{
    return is_digit(c) ? c - '0' : (Byte)(lower(c) - 'a') < 6 ? lower(c) - 'a' + 10 : -1;
}

/* #rgb, #rgba, #rrggbb, #rrggbbaa, after the `#`. */
static Reading hex_colour(const char *text, size_t length)
{
    uint32_t digit[8], channel[4] = {0, 0, 0, OPAQUE};
    if (length != 3 && length != 4 && length != 6 && length != 8)
        return READING_UNKNOWN;
    for (size_t i = 0; i < length; i++) {
        int value = hex_digit((Byte)text[i]);
        if (value < 0)
            return READING_UNKNOWN;
        digit[i] = (uint32_t)value;
    }
    size_t channels = length < 6 ? length : length / 2;
    for (size_t i = 0; i < channels; i++)
        channel[i] = length < 6 ? digit[i] * 17 : digit[2 * i] * 16 + digit[2 * i + 1];
    return colour(channel[0], channel[1], channel[2], channel[3]);
}

static uint32_t clamped(double value) { return value < 0 ? 0 : value > OPAQUE ? OPAQUE : (uint32_t)(value + 0.5); }

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

static int is_function(View value, const char *name)
{
    size_t length = strlen(name);
    return value.length > length && mt_equals_ignoring_case((const Byte *)value.text, name, length);
}

Reading mt_read_colour(View value)
{
    double numbers[4];
    if (!value.length)
        return READING_UNKNOWN;
    if (value.text[0] == '#')
        return hex_colour(value.text + 1, value.length - 1);
    if (is_same_word(value, "transparent"))
        return colour(0, 0, 0, 0);
    int is_rgb = is_function(value, "rgb(") || is_function(value, "rgba(");
    if (is_rgb || is_function(value, "hsl(") || is_function(value, "hsla(")) {
        int count = read_numbers(value.text, value.text + value.length, numbers, 4);
        int is_plain = !memchr(value.text + 4, '(', value.length - 4); /* no calc() or var() inside */
        is_plain |= value.text[4] == '(' && !memchr(value.text + 5, '(', value.length - 5);
        if (count < 3 || !is_plain)
            return READING_UNKNOWN;
        return is_rgb ? rgb_colour(numbers, count) : hsl_colour(numbers, count);
    }
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (is_same_word(value, named[i].name))
            return colour(named[i].rgb >> 16, named[i].rgb >> 8 & OPAQUE, named[i].rgb & OPAQUE, OPAQUE);
    return READING_UNKNOWN;
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
