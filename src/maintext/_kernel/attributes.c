/* Names and values as they read, and what they say about a row. Both stay spans of the source until
   somebody asks for them. */
#include "kernel.h"

/* -- views ------------------------------------------------------------------------------------------ */

static char *scratch(Parser *parser, size_t room)
{
    if (room > parser->scratch_room) {
        char *larger = parser->reallocate(parser->scratch, room);
        if (!larger)
            return NULL;
        parser->scratch = larger;
        parser->scratch_room = room;
    }
    return parser->scratch;
}

static int holds(const Byte *text, size_t length, int byte) { return length && memchr(text, byte, length); }

/* Words parted by one space each; in place. */
static size_t fold_words(char *text, size_t length)
{
    size_t out = 0;
    for (size_t i = 0; i < length;) {
        while (i < length && is_space((Byte)text[i]))
            i++;
        if (i < length && out)
            text[out++] = ' ';
        while (i < length && !is_space((Byte)text[i]))
            text[out++] = text[i++];
    }
    return out;
}

static int is_folded(const Byte *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (is_space(text[i]) && (text[i] != ' ' || i == 0 || i + 1 == length || text[i - 1] == ' '))
            return 0;
    return 1;
}

View value_of(Parser *parser, const Attribute *attribute)
{
    const Byte *text = parser->source + attribute->value.start;
    size_t length = (size_t)attribute->value.length;
    int is_list = attribute->id >= ATTRIBUTE_CLASS;
    if (!holds(text, length, '&') && !(parser->has_returns && holds(text, length, '\r')) &&
        !(parser->has_nuls && holds(text, length, 0)) && (!is_list || is_folded(text, length)))
        return (View){(const char *)text, length};
    char *out = scratch(parser, most_text(text, text + length));
    if (!out)
        return (View){NULL, 0};
    length = write_text(text, text + length, CHUNK_HAS_REFERENCES | CHUNK_REPLACES_NULS, 1, out);
    return (View){out, is_list ? fold_words(out, length) : length};
}

static size_t write_lower(const Byte *text, size_t length, char *out)
{
    char *start = out;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == 0)
            out += put_code_point(out, 0xFFFD);
        else
            *out++ = (char)lower(text[i]);
    }
    return (size_t)(out - start);
}

static const Name *svg_attribute(const char *name, size_t length)
{
    int low = 0, high = svg_attribute_count;
    while (low < high) {
        int middle = (low + high) / 2, order = 0;
        const Name *other = &svg_attributes[middle];
        for (size_t i = 0; !order && i < length; i++) /* a shorter name ends with a NUL */
            order = i < other->length ? (int)lower((Byte)other->text[i]) - (Byte)name[i] : -1;
        if (!order && other->length == length)
            return other;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

View name_of(Parser *parser, int name_space, const Attribute *attribute)
{
    size_t length = (size_t)attribute->name.length;
    char *out = scratch(parser, 3 * length + 1);
    if (!out)
        return (View){NULL, 0};
    length = write_lower(parser->source + attribute->name.start, length, out);
    if (name_space == NAMESPACE_SVG) {
        const Name *adjusted = svg_attribute(out, length);
        if (adjusted)
            return (View){adjusted->text, adjusted->length};
    } else if (name_space == NAMESPACE_MATHML && length == 13 && memcmp(out, "definitionurl", 13) == 0) {
        return (View){"definitionURL", 13};
    }
    return (View){out, length};
}

View tag_name_of(Parser *parser, int tag)
{
    if (tag < KNOWN_TAGS)
        return (View){tag_names[tag].text, tag_names[tag].length};
    Span name = parser->local_tags[tag - KNOWN_TAGS].name;
    char *out = scratch(parser, 3 * (size_t)name.length + 1);
    if (!out)
        return (View){NULL, 0};
    return (View){out, write_lower(parser->source + name.start, (size_t)name.length, out)};
}

int64_t count_code_points(const char *text, size_t length)
{
    int64_t continued = 0;
    for (size_t i = 0; i < length; i++)
        continued += ((Byte)text[i] & 0xC0) == 0x80;
    return (int64_t)length - continued;
}

/* -- what attributes say ---------------------------------------------------------------------------- */

static int contains(const char *text, size_t length, const char *word, size_t word_length)
{
    for (size_t i = 0; i + word_length <= length; i++)
        if (equals_ignoring_case((const Byte *)text + i, word, word_length))
            return 1;
    return 0;
}

/* Scripts that carry data, such as JSON-LD, keep their text; programs do not. */
int carries_data(Parser *parser, const Node *node)
{
    for (int i = 0; i < node->extent; i++) {
        const Attribute *attribute = &parser->attributes[node->data + i];
        if (attribute->id == ATTRIBUTE_TYPE) {
            View view = value_of(parser, attribute);
            if (!view.text)
                fail(parser, FAILED_MEMORY);
            return contains(view.text, view.length, "json", 4);
        }
    }
    return 0;
}

/* Whether a style can hide at all. What it does say is left to maintext.visibility; this only keeps the
   many styles away from there that cannot. */
static int style_may_hide(const Byte *style, size_t length)
{
    static const char *const words[] = {"none", "hidden", "collapse", "opacity", "font-size", "clip"};
    for (size_t i = 0; i < length; i++) {
        Byte byte = style[i];
        if (byte >= 0x80 || byte == '&' || byte == 0)
            return 1; /* rare: let the rules themselves look */
        if (byte == '-' && i + 1 < length && is_digit(style[i + 1]))
            return 1;
        for (size_t word = 0; word < sizeof words / sizeof *words; word++)
            if (lower(byte) == (Byte)words[word][0] && length - i >= strlen(words[word]) &&
                equals_ignoring_case(style + i, words[word], strlen(words[word])))
                return 1;
    }
    return 0;
}

/* Whether an element has an attribute that may hide it. */
int may_hide(Parser *parser, const Node *node)
{
    for (int i = 0; i < node->extent; i++) {
        const Attribute *attribute = &parser->attributes[node->data + i];
        const Byte *value = parser->source + attribute->value.start;
        size_t length = (size_t)attribute->value.length;
        if (attribute->id == ATTRIBUTE_HIDDEN || attribute->id == ATTRIBUTE_ARIA_HIDDEN ||
            (attribute->id == ATTRIBUTE_STYLE && style_may_hide(value, length)))
            return 1;
    }
    return 0;
}

/* Length of the white space at a place, as Python's `str.split` sees it; 0 if there is none. */
static size_t unicode_space(const Byte *at, const Byte *end)
{
    if (*at == ' ' || (*at >= 0x09 && *at <= 0x0D) || (*at >= 0x1C && *at <= 0x1F))
        return 1;
    if (end - at >= 2 && at[0] == 0xC2 && (at[1] == 0x85 || at[1] == 0xA0))
        return 2;
    if (end - at >= 3) {
        uint32_t code = (uint32_t)(at[0] & 0x0F) << 12 | (uint32_t)(at[1] & 0x3F) << 6 | (at[2] & 0x3F);
        if ((at[0] & 0xF0) == 0xE0 &&
            (code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 || code == 0x2029 ||
             code == 0x202F || code == 0x205F || code == 0x3000))
            return 3;
    }
    return 0;
}

/* The flags that the words of a `role` add. */
uint32_t role_flags(Parser *parser, const Attribute *attribute)
{
    View view = value_of(parser, attribute);
    if (!view.text)
        fail(parser, FAILED_MEMORY);
    const Byte *at = (const Byte *)view.text, *end = at + view.length;
    uint32_t flags = 0;
    while (at < end) {
        size_t space = unicode_space(at, end);
        if (space) {
            at += space;
            continue;
        }
        const Byte *word = at;
        while (at < end && !unicode_space(at, end))
            at++;
        for (int i = 0; i < role_count; i++)
            if (strlen(roles[i].text) == (size_t)(at - word) &&
                equals_ignoring_case(word, roles[i].text, (size_t)(at - word)))
                flags |= roles[i].flags;
    }
    return flags;
}
