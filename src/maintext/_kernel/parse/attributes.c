/* Decoded names and values of attributes, and what they mean for a row. Both stay spans of the source until
   they are needed. */
#include "parse/characters.h"
#include "parse/finding.h"
#include "parse/parser.h"

/* -- decoded names and values ------------------------------------------------------------------------ */

static char *scratch(Parser *parser, size_t capacity)
{
    if (capacity > parser->scratch_capacity) {
        char *larger = parser->reallocate(parser->scratch, capacity);
        if (!larger)
            return NULL;
        parser->scratch = larger;
        parser->scratch_capacity = capacity;
    }
    return parser->scratch;
}

static int has_byte(const Byte *text, size_t length, int byte)
{
    return length && memchr(text, byte, length);
}

/* Collapse white space, in place: words with one space between them. Returns the new length. */
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

/* Whether `fold_words` surely changes nothing: 0 in doubt. Bytes up to `limit` may be read. */
static int is_folded(const Byte *text, size_t length, const Byte *limit)
{
    if (!length)
        return 1;
    if (is_space(text[length - 1]) || limit - text < (ptrdiff_t)length + STEP)
        return 0;
    Matches before = match_first(1); /* a space at the beginning, or after another one, goes */
    for (size_t i = 0; i < length; i += STEP) {
        Bytes bytes = load(text + i);
        Matches spaces = is_byte(bytes, ' '), others = is_between(bytes, '\t', '\r');
        Matches odd = either(both(spaces, after_match(spaces, before)), others);
        if (mask_of(odd) & first_bits(length - i < STEP ? (int)(length - i) : STEP))
            return 0;
        before = last_match(spaces);
    }
    return 1;
}

View mt_value_of(Parser *parser, const Attribute *attribute)
{
    const Byte *text = parser->source + attribute->value.start;
    size_t length = (size_t)attribute->value.length;
    int is_list = attribute->id >= ATTRIBUTE_CLASS;
    if ((attribute->is_plain ||
         (!has_byte(text, length, '&') && !(parser->has_returns && has_byte(text, length, '\r')))) &&
        !(parser->has_nuls && has_byte(text, length, 0)) &&
        (!is_list || is_folded(text, length, parser->source_end)))
        return (View){(const char *)text, length};
    char *out = scratch(parser, mt_max_text(length, parser->has_nuls));
    if (!out)
        return (View){NULL, 0};
    length = mt_write_text(text, text + length, CHUNK_HAS_REFERENCES | mt_nul_mode(parser), 1, out);
    return (View){out, is_list ? fold_words(out, length) : length};
}

const Attribute *mt_attribute_named(const Parser *parser, RowAttributes found, const char *name)
{
    int length = (int)strlen(name);
    for (int32_t at = found.first; at < found.first + found.count; at++) {
        Span span = parser->attributes[at].name;
        if (span.length == length && lower(parser->source[span.start]) == lower((Byte)name[0]) &&
            mt_is_same_name(parser, span, (const Byte *)name, length))
            return &parser->attributes[at];
    }
    return NULL;
}

static size_t write_lower(const Byte *text, size_t length, char *out)
{
    char *start = out;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == 0)
            out += mt_put_code_point(out, 0xFFFD);
        else
            *out++ = (char)lower(text[i]);
    }
    return (size_t)(out - start);
}

static const Name *svg_attribute(const char *name, size_t length)
{
    int low = 0, high = mt_svg_attribute_count;
    while (low < high) {
        int middle = (low + high) / 2, order = 0;
        const Name *other = &mt_svg_attributes[middle];
        for (size_t i = 0; !order && i < length; i++) /* NUL ends a shorter name */
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

View mt_name_of(Parser *parser, int name_space, const Attribute *attribute)
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

View mt_tag_name_of(Parser *parser, int tag)
{
    if (tag < KNOWN_TAGS)
        return (View){mt_tag_names[tag].text, mt_tag_names[tag].length};
    Span name = parser->local_tags[tag - KNOWN_TAGS].name;
    char *out = scratch(parser, 3 * (size_t)name.length + 1);
    if (!out)
        return (View){NULL, 0};
    return (View){out, write_lower(parser->source + name.start, (size_t)name.length, out)};
}

/* Number of characters of a value after decoding its references, without writing it. */
static int64_t count_value(const Byte *at, const Byte *end, const Byte *limit)
{
    int64_t count = mt_count_code_points_before(at, end, limit);
    while ((at = find_either(at, end, '&', '&')) < end) {
        char value[MAX_REFERENCE_BYTES];
        int length, taken = mt_read_reference(at, end, 1, value, &length); /* of ASCII */
        if (taken)
            count += (length > 1 ? mt_count_code_points((Byte *)value, (Byte *)value + length) : 1) - taken;
        at += taken ? taken : 1;
    }
    return count;
}

/* Number of characters of ` name="value"`; 0 for id, class and style, which do not count as markup. NONE: out
   of memory. */
int64_t mt_attribute_chars(Parser *parser, const Attribute *attribute)
{
    if (attribute->id == ATTRIBUTE_ID || attribute->id == ATTRIBUTE_CLASS || attribute->id == ATTRIBUTE_STYLE)
        return 0;
    if (LIKELY(attribute->is_plain && attribute->id < ATTRIBUTE_CLASS))
        return attribute->name.length + attribute->value.length + 4;
    const Byte *name = parser->source + attribute->name.start,
               *value = parser->source + attribute->value.start;
    const Byte *end = value + attribute->value.length;
    int64_t chars = mt_count_code_points_before(name, name + attribute->name.length, parser->source_end) + 4;
    if (attribute->id >= ATTRIBUTE_CLASS ||
        (parser->has_returns && has_byte(value, (size_t)(end - value), '\r'))) {
        View view = mt_value_of(parser, attribute);
        if (!view.text)
            return NONE;
        value = (const Byte *)view.text;
        return chars + mt_count_code_points(value, value + view.length);
    }
    return chars + count_value(value, end, parser->source_end);
}

/* -- meaning of attributes --------------------------------------------------------------------------- */

static int contains(const char *text, size_t length, const char *word, size_t word_length)
{
    for (size_t i = 0; i + word_length <= length; i++)
        if (mt_equals_ignoring_case((const Byte *)text + i, word, word_length))
            return 1;
    return 0;
}

/* Whether a script contains data, such as JSON-LD or a formula, rather than a program. Only data keeps its
   text. */
int mt_is_data_script(Parser *parser, const Node *node)
{
    for (int i = 0; i < node->extent; i++) {
        const Attribute *attribute = &parser->attributes[node->data + i];
        if (attribute->id == ATTRIBUTE_TYPE) {
            View view = mt_value_of(parser, attribute);
            if (!view.text)
                mt_fail(parser, FAILED_MEMORY);
            int is_formula = contains(view.text, view.length, "math/", 5);
            parser->has_formulas |= is_formula;
            return is_formula || contains(view.text, view.length, "json", 4);
        }
    }
    return 0;
}

/* Whether a class of an image says that it shows a formula; its `alt` may be LaTeX. */
int mt_is_formula_image(Parser *parser, const Node *node)
{
    for (int i = 0; i < node->extent; i++) {
        const Attribute *attribute = &parser->attributes[node->data + i];
        if (attribute->id != ATTRIBUTE_CLASS)
            continue;
        const Byte *at = parser->source + attribute->value.start, *end = at + attribute->value.length;
        while (at < end) {
            const Byte *word = at;
            while (at < end && !is_space(*at))
                at++;
            size_t length = (size_t)(at - word);
            if ((length == 3 && memcmp(word, "tex", 3) == 0) ||
                (length == 5 && memcmp(word, "latex", 5) == 0) ||
                (length > 8 && memcmp(word, "mwe-math", 8) == 0))
                return 1;
            at += at < end;
        }
    }
    return 0;
}

/* The flags that the words of a `role` attribute add. */
uint32_t mt_role_flags(Parser *parser, const Attribute *attribute)
{
    View view = mt_value_of(parser, attribute);
    if (!view.text)
        mt_fail(parser, FAILED_MEMORY);
    const Byte *at = (const Byte *)view.text, *end = at + view.length;
    uint32_t flags = 0;
    for (View word = next_word(&at, end); word.length; word = next_word(&at, end))
        for (int i = 0; i < mt_role_count; i++)
            if (lower((Byte)word.text[0]) == (Byte)mt_roles[i].text[0] &&
                is_same_word(word, mt_roles[i].text))
                flags |= mt_roles[i].flags;
    return flags;
}

/* Count the markup characters of each row. Returns -1 when out of memory. */
int mt_measure_markup(Parser *parser, const Table *table, const int64_t *tag_lengths, int64_t *markup)
{
    const int64_t *tag = table->cells + COLUMN_TAG * table->rows;
    for (int64_t row = 0; row < table->rows; row++) {
        RowAttributes found = table->attributes[row];
        int64_t sum = tag_lengths[tag[row]];
        for (int i = 0; i < found.count; i++) {
            int64_t chars = mt_attribute_chars(parser, &parser->attributes[found.first + i]);
            if (chars < 0)
                return -1;
            sum += chars;
        }
        markup[row] = sum;
    }
    return 0;
}
