/* Lengths: numbers with units. */
#include "styles/lengths.h"
#include "styles/text.h"

static const struct {
    const char *name;
    Unit unit;
    double pixels;
} units[] = {
    {"", UNIT_NONE, 1},        {"px", UNIT_PIXELS, 1},    {"pt", UNIT_PIXELS, 1.333}, {"pc", UNIT_PIXELS, 16},
    {"cm", UNIT_PIXELS, 37.8}, {"mm", UNIT_PIXELS, 3.78}, {"in", UNIT_PIXELS, 96},    {"em", UNIT_FONT, 1},
    {"rem", UNIT_PIXELS, 16},  {"ex", UNIT_FONT, 0.5},    {"ch", UNIT_FONT, 0.5},     {"%", UNIT_PERCENT, 1},
    {"vw", UNIT_VIEW, 1},      {"vh", UNIT_VIEW, 1},      {"vmin", UNIT_VIEW, 1},     {"vmax", UNIT_VIEW, 1},
};

/* Read a number and its unit at the beginning of a text. */
Length mt_read_length(View text)
{
    if (begins_with(text, "calc(")) {
        View inside = stripped(text.text + 5, text.text + text.length - ends_with(text, ")"));
        text = memchr(inside.text, ' ', inside.length) ? text : inside; /* of one length */
    }
    const char *at = text.text, *end = at + text.length;
    double value = 0, scale = 1;
    int digits = 0, is_negative = at < end && *at == '-';
    at += at < end && (*at == '-' || *at == '+');
    for (; at < end && is_digit((Byte)*at); at++, digits++)
        value = value < 1e12 ? value * 10 + (*at - '0') : value;
    if (at < end && *at == '.')
        for (at++; at < end && is_digit((Byte)*at); at++, digits++)
            value += (scale /= 10) * (*at - '0');
    const char *unit = at;
    while (at < end && (is_letter((Byte)*at) || *at == '%'))
        at++;
    View name = {unit, (size_t)(at - unit)};
    char first = name.length ? (char)lower((Byte)name.text[0]) : 0;
    for (size_t i = 0; digits && i < sizeof units / sizeof *units; i++)
        if (units[i].name[0] == first && is_same_word(name, units[i].name))
            return (Length){(is_negative ? -value : value) * units[i].pixels, units[i].unit};
    return (Length){0, UNIT_UNKNOWN};
}

/* At most one pixel; a length without a unit is valid only if it is 0, but pages have others. */
int mt_is_tiny(View value)
{
    Length length = mt_read_length(value);
    double most = length.unit == UNIT_PIXELS || length.unit == UNIT_NONE ? 1 : 0.06;
    return length.unit != UNIT_UNKNOWN && length.value >= 0 && length.value <= most;
}

/* So far to the left or top that nothing of a line can be seen. */
int mt_is_far(View value)
{
    static const double far[] = {[UNIT_NONE] = -999,
                                 [UNIT_PIXELS] = -400,
                                 [UNIT_FONT] = -40,
                                 [UNIT_PERCENT] = -100,
                                 [UNIT_VIEW] = -100};
    Length length = mt_read_length(value);
    return length.unit != UNIT_UNKNOWN && length.value <= far[length.unit];
}

/* About how many pixels a unit has, on a usual screen. */
static double in_pixels(Length length)
{
    static const double pixels[] = {[UNIT_NONE] = 1,    [UNIT_PIXELS] = 1,  [UNIT_FONT] = 16,
                                    [UNIT_VIEW] = 12.8, [UNIT_PERCENT] = 0, [UNIT_UNKNOWN] = 0};
    return length.value * pixels[length.unit];
}

int mt_is_very_far(View value) { return in_pixels(mt_read_length(value)) <= -999; }

/* Also so far to the right or bottom; a slide beside the first one is not. */
int mt_is_far_any(View value) { return mt_is_far(value) || in_pixels(mt_read_length(value)) >= 5000; }
