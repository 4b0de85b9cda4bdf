/* Reads what a page's head declares, from the spans of its attributes. */
#include "model/head.h"

#include "model/words.h"
#include "parse/characters.h"

enum { OUT_OF_MEMORY = -2 };

static const char *const declared_names[DECLARED_COUNT] = {
    "og:title", "og:url", "og:type", "author", "article:author", "article:published_time",
};

static const Attribute *find_attribute(const Parser *parser, RowAttributes row, const char *name, int length)
{
    for (int i = 0; i < row.count; i++) {
        const Attribute *attribute = &parser->attributes[row.first + i];
        if (mt_is_same_name(parser, attribute->name, (const Byte *)name, length))
            return attribute;
    }
    return NULL;
}

/* The name that a <meta> declares, in `property` or else in `name`; NONE for other names. */
static int declared_by(Parser *parser, RowAttributes row)
{
    const Attribute *attribute = find_attribute(parser, row, "property", 8);
    if (!attribute || !attribute->value.length)
        attribute = find_attribute(parser, row, "name", 4);
    if (!attribute)
        return NONE;
    View view = mt_value_of(parser, attribute);
    for (int i = 0; view.text && i < DECLARED_COUNT; i++)
        if (is_same_word(view, declared_names[i]))
            return i;
    return view.text ? NONE : OUT_OF_MEMORY;
}

static int is_canonical(Parser *parser, RowAttributes row)
{
    const Attribute *relation = find_attribute(parser, row, "rel", 3);
    if (!relation)
        return 0;
    View view = mt_value_of(parser, relation);
    return view.text ? is_same_word(view, "canonical") : OUT_OF_MEMORY;
}

/* The first declaration of each name counts. Returns -1 when out of memory. */
int mt_read_head(Parser *parser, const Table *table, Head *head)
{
    const int64_t *tag = table->cells + COLUMN_TAG * table->rows;
    for (int64_t row = 0; row < table->rows; row++) {
        /* The attributes of other rows, nearly all, are not fetched. */
        if (tag[row] != TAG_META && tag[row] != TAG_LINK)
            continue;
        RowAttributes attributes = table->attributes[row];
        int found = NONE;
        if (tag[row] == TAG_META && attributes.count) {
            found = declared_by(parser, attributes);
            if (found >= 0 && !head->is_declared[found]) {
                head->is_declared[found] = 1;
                head->content[found] = find_attribute(parser, attributes, "content", 7);
            }
        } else if (tag[row] == TAG_LINK && attributes.count && !head->canonical) {
            const Attribute *href = find_attribute(parser, attributes, "href", 4);
            found = href && href->value.length ? is_canonical(parser, attributes) : 0;
            if (found > 0)
                head->canonical = href;
        }
        if (found == OUT_OF_MEMORY)
            return -1;
    }
    return 0;
}

/* -- titles ------------------------------------------------------------------------------------------ */

static const int64_t *column_of(const Table *table, int column)
{
    return table->cells + column * table->rows;
}

/* The beginning of a row's text. All text of its subtree ends where that of the row after it begins. */
static const Byte *text_of(const Table *table, int64_t row)
{
    return (const Byte *)table->text + table->text_at[row];
}

static const Byte *skip_space(const Byte *at, const Byte *end)
{
    for (int length; at < end && (length = white_space_at(at, end)) > 0;)
        at += length;
    return at;
}

View mt_title_of(const Table *table)
{
    const int64_t *tag = column_of(table, COLUMN_TAG), *end = column_of(table, COLUMN_END);
    int64_t drawing_end = 0;
    for (int64_t row = 0; row < table->rows; row++) {
        if (tag[row] == TAG_SVG && end[row] > drawing_end)
            drawing_end = end[row];
        if (tag[row] != TAG_TITLE || row < drawing_end)
            continue;
        const Byte *at = text_of(table, row), *stop = text_of(table, end[row]);
        if (skip_space(at, stop) < stop)
            return (View){(const char *)at, (size_t)(stop - at)};
    }
    return (View){"", 0};
}

/* -- types of JSON-LD -------------------------------------------------------------------------------- */

enum { LONGEST_SCRIPT = 20000, LONGEST_TYPE = 40 }; /* code points */

/* Skip white space and a character. Returns NULL if there is another character. */
static const Byte *skip_sign(const Byte *at, const Byte *end, Byte sign)
{
    at = skip_space(at, end);
    return at < end && *at == sign ? at + 1 : NULL;
}

/* The type after the key: `: "Name` or `: ["Name`. */
static View type_after(const Byte *at, const Byte *end)
{
    at = skip_sign(at, end, ':');
    if (!at)
        return (View){NULL, 0};
    const Byte *list = skip_sign(at, end, '[');
    at = skip_sign(list ? list : at, end, '"');
    size_t length = 0;
    while (at && at + length < end && length < LONGEST_TYPE && is_letter(at[length]))
        length++;
    return (View){(const char *)at, length};
}

Scripts mt_scripts_of(const Table *table)
{
    const Byte *text = (const Byte *)table->text;
    return (Scripts){.at = text, .end = text};
}

/* Advance to the next script that has text. Returns 0 if there is none. */
static int next_script(const Table *table, Scripts *scripts)
{
    const int64_t *tag = column_of(table, COLUMN_TAG);
    const int64_t *end = column_of(table, COLUMN_END);
    while (scripts->row < table->rows) {
        int64_t row = scripts->row++;
        if (tag[row] != TAG_SCRIPT)
            continue;
        scripts->at = text_of(table, row);
        scripts->end = text_of(table, end[row]);
        if (scripts->at == scripts->end)
            continue;
        const Byte *longest = mt_skip_code_points(scripts->at, scripts->end, LONGEST_SCRIPT);
        scripts->end = longest ? longest : scripts->end;
        return 1;
    }
    return 0;
}

View mt_next_type(const Table *table, Scripts *scripts)
{
    static const char key[] = "\"@type\"";
    const size_t length = sizeof key - 1;
    do {
        while ((size_t)(scripts->end - scripts->at) >= length) {
            const Byte *found = memchr(scripts->at + 1, '@', (size_t)(scripts->end - scripts->at) - 1);
            if (!found || (size_t)(scripts->end - --found) < length) /* the quote before it */
                break;
            scripts->at = found + 1;
            if (memcmp(found, key, length) != 0)
                continue;
            View type = type_after(found + length, scripts->end);
            if (type.length)
                return type;
        }
    } while (next_script(table, scripts));
    return (View){"", 0};
}
