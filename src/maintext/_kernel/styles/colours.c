/* Colours of CSS and of attributes. */
#include "styles/styles.h"
#include "styles/text.h"

enum { OPAQUE = 255, NEAR = 20 }; /* NEAR: largest difference of a channel that a reader does not notice */

static Reading colour(uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha)
{
    return (Reading)(red << 24 | green << 16 | blue << 8 | alpha);
}

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
    Reading named = mt_named_colour(value);
    if (named < 0)
        return other_colour(value);
    return named << 8 | OPAQUE;
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
