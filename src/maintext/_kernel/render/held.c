/* Elements whose whole text is one item: maintext.render.content and tables. */
#include "render/held.h"

#include <string.h>

/* Whether the role of an element is exactly this; FOUND_NO_MEMORY if that cannot be said. */
static int64_t has_role(Parser *parser, const Table *table, int64_t row, const char *role)
{
    RowAttributes found = table->attributes[row];
    for (int i = 0; i < found.count; i++) {
        const Attribute *attribute = &parser->attributes[found.first + i];
        if (attribute->id != ATTRIBUTE_ROLE)
            continue;
        View value = mt_value_of(parser, attribute);
        if (!value.text)
            return FOUND_NO_MEMORY;
        return value.length == strlen(role) && memcmp(value.text, role, value.length) == 0;
    }
    return 0;
}

/* The tables of data, less those that say that they only place text. */
static int64_t find_tables(Parser *parser, const Table *table, const HolderPage *told, int64_t *tables)
{
    int64_t count =
        mt_find_data_tables(told->rows, told->blocks, told->kept, told->chars, told->structure, tables);
    int64_t left = 0;
    for (int64_t i = 0; i < count; i++) {
        int64_t is_layout = has_role(parser, table, tables[i], "presentation");
        if (!is_layout)
            is_layout = has_role(parser, table, tables[i], "none");
        if (is_layout < 0)
            return is_layout;
        if (!is_layout)
            tables[left++] = tables[i];
    }
    return count < 0 ? count : left;
}

static int64_t find_headings(Parser *parser, const Table *table, const HolderPage *told, int64_t *headings)
{
    int64_t count = 0;
    for (int64_t row = 0; row < table->rows; row++) {
        if (!(told->rows->flags[row] & FLAG_HEADING) || !table->attributes[row].count)
            continue;
        int64_t is_heading = has_role(parser, table, row, "heading");
        if (is_heading < 0)
            return is_heading;
        if (is_heading)
            headings[count++] = row;
    }
    return count;
}

int64_t mt_find_told_holders(Parser *parser, const Table *table, const HolderPage *told, int64_t *found,
                             int64_t *room)
{
    int64_t *headings = room + table->rows;
    int64_t table_count = find_tables(parser, table, told, room);
    int64_t heading_count = find_headings(parser, table, told, headings);
    if (table_count < 0 || heading_count < 0)
        return table_count < 0 ? table_count : heading_count;
    return mt_find_holders(told->rows, told->blocks, (Sorted){table_count, room},
                           (Sorted){heading_count, headings}, found);
}

/* -- what is left to Python --------------------------------------------------------------------------- */

/* Whether code has neither lines that are elements nor parts that are not seen. */
int mt_is_plain_code(const Rows *rows, int64_t row)
{
    for (int64_t at = row + 1; at < rows->end[row]; at++) {
        int64_t tag = rows->tag[at];
        if (tag < 0 || tag >= LISTED_TAGS || mt_tag_is_block[tag] || is_unseen(rows, at))
            return 0;
    }
    return 1;
}

static int has_spans(const Table *table, const Parser *parser, int64_t row, int64_t end)
{
    for (; row < end; row++) {
        RowAttributes found = table->attributes[row];
        for (int i = 0; i < found.count; i++) {
            int id = parser->attributes[found.first + i].id;
            if (id == ATTRIBUTE_COLSPAN || id == ATTRIBUTE_ROWSPAN)
                return 1;
        }
    }
    return 0;
}

int64_t mt_find_left(const Parser *parser, const Table *table, const HolderPage *told, Sorted holders,
                     int64_t *left)
{
    const Rows *rows = told->rows;
    const int64_t *begins = told->blocks->first_row;
    int64_t count = 0, first = 0;
    for (int64_t i = 0; i < holders.count; i++) {
        int64_t row = holders.at[i], end = rows->end[row], blocks = told->blocks->count;
        int is_left = mt_is_code(rows->tag[row])    ? !mt_is_plain_code(rows, row)
                      : rows->tag[row] == TAG_TABLE ? has_spans(table, parser, row, end)
                                                    : 0;
        if (!is_left)
            continue;
        first += mt_rows_before(begins + first, blocks - first, row);
        int64_t within = mt_rows_before(begins + first, blocks - first, end);
        if (within && memchr(told->kept + first, 1, (size_t)within))
            left[count++] = row;
    }
    return count;
}
