/* What a page's head declares of it, straight from the spans of its attributes (maintext.features.meta). */
#include "head.h"

enum { OUT_OF_MEMORY = -2 };

static const Name declared_names[DECLARED_COUNT] = {
    {"og:title", 8}, {"og:url", 6},          {"og:type", 7},
    {"author", 6},   {"article:author", 14}, {"article:published_time", 22},
};

static const Attribute *find_attribute(const Parser *parser, RowAttributes row, const char *name, int length)
{
    for (int i = 0; i < row.count; i++) {
        const Attribute *attribute = &parser->attributes[row.first + i];
        if (is_same_name(parser, attribute->name, (const Byte *)name, length))
            return attribute;
    }
    return NULL;
}

static int is_word(View view, const char *word, size_t length)
{
    return view.length == length && equals_ignoring_case((const Byte *)view.text, word, length);
}

/* Which of the names a <meta> declares, in `property` or else in `name`; NONE where it is none. */
static int declared_by(Parser *parser, RowAttributes row)
{
    const Attribute *attribute = find_attribute(parser, row, "property", 8);
    if (!attribute || !attribute->value.length)
        attribute = find_attribute(parser, row, "name", 4);
    if (!attribute)
        return NONE;
    View view = value_of(parser, attribute);
    for (int i = 0; view.text && i < DECLARED_COUNT; i++)
        if (is_word(view, declared_names[i].text, declared_names[i].length))
            return i;
    return view.text ? NONE : OUT_OF_MEMORY;
}

static int is_canonical(Parser *parser, RowAttributes row)
{
    const Attribute *relation = find_attribute(parser, row, "rel", 3);
    if (!relation)
        return 0;
    View view = value_of(parser, relation);
    return view.text ? is_word(view, "canonical", 9) : OUT_OF_MEMORY;
}

/* The first that declares something counts; -1: out of memory. */
int read_head(Parser *parser, const Table *table, Head *head)
{
    const int64_t *tag = table->cells + COLUMN_TAG * table->rows;
    for (int64_t row = 0; row < table->rows; row++) {
        RowAttributes attributes = table->attributes[row];
        int found = NONE;
        if (tag[row] == TAG_META && attributes.count) {
            found = declared_by(parser, attributes);
            if (found >= 0 && !head->is_declared[found]) {
                head->is_declared[found] = 1;
                head->content[found] = find_attribute(parser, attributes, "content", 7);
            }
        } else if (tag[row] == TAG_LINK && attributes.count && !head->canonical) {
            const Attribute *address = find_attribute(parser, attributes, "href", 4);
            found = address && address->value.length ? is_canonical(parser, attributes) : 0;
            if (found > 0)
                head->canonical = address;
        }
        if (found == OUT_OF_MEMORY)
            return -1;
    }
    return 0;
}
