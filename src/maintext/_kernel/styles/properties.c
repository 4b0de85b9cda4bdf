/* Declarations -> properties and what their values mean. */
#include "styles/styles.h"
#include "styles/text.h"

typedef struct {
    Name name;
    Property property;
} PropertyName;

/* By length. */
static const PropertyName properties[] = {
    {{"top", 3}, PROPERTY_TOP},
    {{"clip", 4}, PROPERTY_CLIP},
    {{"flex", 4}, PROPERTY_GROWTH},
    {{"font", 4}, PROPERTY_FONT_SIZE},
    {{"left", 4}, PROPERTY_LEFT},
    {{"color", 5}, PROPERTY_COLOR},
    {{"inset", 5}, PROPERTY_TOP},
    {{"right", 5}, PROPERTY_RIGHT},
    {{"scale", 5}, PROPERTY_TRANSFORM},
    {{"width", 5}, PROPERTY_WIDTH},
    {{"bottom", 6}, PROPERTY_BOTTOM},
    {{"filter", 6}, PROPERTY_FILTER},
    {{"height", 6}, PROPERTY_HEIGHT},
    {{"margin", 6}, PROPERTY_MARGIN_TOP},
    {{"rotate", 6}, PROPERTY_TRANSFORM},
    {{"display", 7}, PROPERTY_DISPLAY},
    {{"opacity", 7}, PROPERTY_OPACITY},
    {{"overflow", 8}, PROPERTY_OVERFLOW},
    {{"position", 8}, PROPERTY_POSITION},
    {{"animation", 9}, PROPERTY_MOTION},
    {{"clip-path", 9}, PROPERTY_CLIP_PATH},
    {{"direction", 9}, PROPERTY_DIRECTION},
    {{"flex-grow", 9}, PROPERTY_GROWTH},
    {{"font-size", 9}, PROPERTY_FONT_SIZE},
    {{"max-width", 9}, PROPERTY_MAX_WIDTH},
    {{"min-width", 9}, PROPERTY_GROWTH},
    {{"transform", 9}, PROPERTY_TRANSFORM},
    {{"translate", 9}, PROPERTY_TRANSFORM},
    {{"background", 10}, PROPERTY_BACKGROUND_COLOR},
    {{"block-size", 10}, PROPERTY_HEIGHT},
    {{"margin-top", 10}, PROPERTY_MARGIN_TOP},
    {{"max-height", 10}, PROPERTY_MAX_HEIGHT},
    {{"min-height", 10}, PROPERTY_GROWTH},
    {{"overflow-x", 10}, PROPERTY_OVERFLOW_X},
    {{"overflow-y", 10}, PROPERTY_OVERFLOW_Y},
    {{"transition", 10}, PROPERTY_MOTION},
    {{"visibility", 10}, PROPERTY_VISIBILITY},
    {{"inline-size", 11}, PROPERTY_WIDTH},
    {{"margin-left", 11}, PROPERTY_MARGIN_LEFT},
    {{"padding-top", 11}, PROPERTY_GROWTH},
    {{"text-indent", 11}, PROPERTY_TEXT_INDENT},
    {{"white-space", 11}, PROPERTY_WHITE_SPACE},
    {{"will-change", 11}, PROPERTY_MOTION},
    {{"unicode-bidi", 12}, PROPERTY_UNICODE_BIDI},
    {{"max-block-size", 14}, PROPERTY_MAX_HEIGHT},
    {{"padding-bottom", 14}, PROPERTY_GROWTH},
    {{"inset-block-end", 15}, PROPERTY_BOTTOM},
    {{"max-inline-size", 15}, PROPERTY_MAX_WIDTH},
    {{"background-color", 16}, PROPERTY_BACKGROUND_COLOR},
    {{"background-image", 16}, PROPERTY_BACKGROUND_IMAGE},
    {{"inset-inline-end", 16}, PROPERTY_RIGHT},
    {{"inset-block-start", 17}, PROPERTY_TOP},
    {{"content-visibility", 18}, PROPERTY_CONTENT_VISIBILITY},
    {{"inset-inline-start", 18}, PROPERTY_LEFT},
    {{"margin-block-start", 18}, PROPERTY_MARGIN_TOP},
    {{"margin-inline-start", 19}, PROPERTY_MARGIN_LEFT},
    {{"-webkit-text-fill-color", 23}, PROPERTY_COLOR},
};

enum { MAX_PROPERTY_LENGTH = 23 };

Property mt_property_of(View name)
{
    /* The first of each length. */
    static const uint8_t first[MAX_PROPERTY_LENGTH + 2] = {0,  0,  0,  0,  1,  5,  10, 15, 17, 19, 28, 37, 43,
                                                           44, 44, 46, 48, 51, 52, 55, 56, 56, 56, 56, 57};
    if (!name.length || name.length > MAX_PROPERTY_LENGTH)
        return PROPERTY_COUNT;
    size_t middle = name.length / 2;
    Byte head = lower((Byte)name.text[0]), inside = lower((Byte)name.text[middle]); /* most differ here */
    for (int i = first[name.length]; i < first[name.length + 1]; i++)
        if (head == (Byte)properties[i].name.text[0] && inside == (Byte)properties[i].name.text[middle] &&
            mt_equals_ignoring_case((const Byte *)name.text, properties[i].name.text, name.length))
            return properties[i].property;
    return PROPERTY_COUNT;
}

static int is_motion(View name)
{
    return ends_with(name, "transform") || ends_with(name, "transition") || ends_with(name, "animation");
}

/* Decode escapes, such as in `d\69splay`. A longer text is none that hides. */
static View unescaped(View view, char *buffer, size_t capacity)
{
    if (!memchr(view.text, '\\', view.length) || view.length > capacity)
        return view;
    const Byte *at = (const Byte *)view.text, *end = at + view.length;
    char *out = buffer;
    while (at < end) {
        if (*at == '\\')
            at = read_escape(at + 1, end, &out);
        else
            *out++ = (char)*at++;
    }
    return (View){buffer, (size_t)(out - buffer)};
}

int mt_read_declaration(const Declaration *declaration, Meaning meanings[2])
{
    char buffers[2][64];
    int is_plain = declaration->is_plain;
    View name = is_plain ? declaration->name : unescaped(declaration->name, buffers[0], sizeof buffers[0]);
    Property property = is_plain ? declaration->property : mt_property_of(name);
    if (property == PROPERTY_COUNT) {
        if (!name.length || name.text[0] != '-' || !is_motion(name)) /* such as -webkit-transition */
            return 0;
        meanings[0] = (Meaning){PROPERTY_MOTION, 1};
        return 1;
    }
    View value = is_plain ? declaration->value : unescaped(declaration->value, buffers[1], sizeof buffers[1]);
    if (property == PROPERTY_BACKGROUND_COLOR && name.length == 10)
        return mt_read_background(value, meanings);
    if (is_same_word(name, "inset") || is_same_word(name, "margin"))
        return mt_read_sides(property, value, meanings);
    if (property == PROPERTY_MOTION) {
        meanings[0] = (Meaning){property, !is_same_word(value, "none")};
        return 1;
    }
    Reading reading = mt_read_style(property, name, value);
    meanings[0] = (Meaning){property, reading};
    return reading != READING_INVALID;
}
