/* What the `style` attributes of a page say, without its sheets. Many elements have the same; each of the latest ones is
   read once. */
#include "styles/styles.h"
#include "styles/text.h"

/* The place of a value among the latest ones; it may have another. */
static OwnStyle *place_of(Parser *parser, View value)
{
    return &parser->styles->own[mt_value_hash(parser, value) % RECENT_STYLES];
}

static int is_of(const OwnStyle *own, View value) { return own->value.text && is_same(own->value, value, 0); }

/* A value in the source, which can be kept; its text is NULL if it needs decoding. */
static View kept_value(const Parser *parser, const Attribute *attribute)
{
    if (!attribute->is_plain || parser->has_nuls)
        return (View){NULL, 0};
    return (View){(const char *)parser->source + attribute->value.start, (size_t)attribute->value.length};
}

/* -- backgrounds ------------------------------------------------------------------------------------- */

static inline Matches may_name_background(Bytes bytes)
{
    return either(is_byte(set_bits(bytes, 0x20), 'b'),
                  is_byte(bytes, '\\')); /* such as in b\000061ckground */
}

static int names_background(View style)
{
    static const Byte stops[256] = {['b'] = 1, ['B'] = 1, ['\\'] = 1};
    if (!style.length)
        return 0;
    const Byte *at = (const Byte *)style.text, *end = at + style.length;
    for (; (at = scan(at, end, end, may_name_background, stops)) < end; at++)
        if (*at == '\\' || begins_with((View){(const char *)at, (size_t)(end - at)}, "background"))
            return 1;
    return 0;
}

/* Note the colours that declarations paint behind an element. */
static void note_backgrounds(View style, Sheets *sheets)
{
    const Byte *at = (const Byte *)style.text;
    DeclarationReader reader = mt_read_declarations(at, at + style.length);
    Declaration declaration;
    Meaning meanings[2];
    while (mt_next_declaration(&reader, &declaration)) {
        if (declaration.is_plain && declaration.property != PROPERTY_BACKGROUND_COLOR)
            continue;
        int count = mt_read_declaration(&declaration, meanings);
        for (int i = 0; i < count; i++)
            if (meanings[i].property == PROPERTY_BACKGROUND_COLOR)
                mt_note_background(sheets, meanings[i].reading);
    }
}

void mt_note_style_background(Parser *parser, const Node *node)
{
    const Attribute *attribute = attribute_with(parser, node, ATTRIBUTE_STYLE);
    if (!attribute)
        return;
    View value = kept_value(parser, attribute);
    if (value.text) {
        OwnStyle *own = place_of(parser, value);
        if (is_of(own, value))
            return;
        *own = (OwnStyle){.value = value};
    } else {
        value = mt_value_of(parser, attribute);
    }
    if (names_background(value))
        note_backgrounds(value, &parser->styles->sheets);
}

/* -- what may hide ----------------------------------------------------------------------------------- */

/* Whether a style puts an element of a line on separate lines. One that floats is not: a large first letter is a
   part of its word. Nor is one out of the flow. */
static int is_box(View value, const ComputedStyle *style)
{
    return style->reading[PROPERTY_DISPLAY] == READING_BOX && style->reading[PROPERTY_POSITION] != 1 &&
           !mt_floats(value);
}

static OwnStyle read_style(View value)
{
    ComputedStyle style;
    mt_compute_attribute_style(value, &style);
    OwnStyle own = {.value = value,
                    .colour = style.reading[PROPERTY_COLOR],
                    .is_read = 1,
                    .keeps_lines = style.reading[PROPERTY_WHITE_SPACE] == 1,
                    .is_box = (uint8_t)is_box(value, &style)};
    for (int i = 0; i < PROPERTY_COUNT; i++)
        own.hiding |= mt_may_hide((Property)i, style.reading[i]) ? BIT(i) : 0;
    return own;
}

OwnStyle mt_find_own_style(Parser *parser, const Attribute *attribute)
{
    View value = kept_value(parser, attribute);
    if (!value.text)
        return read_style(mt_value_of(parser, attribute));
    OwnStyle *own = place_of(parser, value);
    if (!own->is_read || !is_of(own, value))
        *own = read_style(value);
    return *own;
}
