/* A cell of a table -> its paragraphs, code and tables. */
#include "render/content.h"

/* The nearest row of a table around a row, up to the cell. */
static int64_t line_of(const Rows *rows, const Cell *cell, int64_t row)
{
    while (row > cell->row && rows->tag[row] != TAG_TR)
        row = rows->parent[row];
    return row;
}

int mt_are_in_inner_row(const PageContent *content, const Cell *cell, int64_t one, int64_t other)
{
    const int64_t *first_row = content->blocks.first_row;
    int64_t line = line_of(&content->rows, cell, first_row[one]);
    return line > cell->row && line == line_of(&content->rows, cell, first_row[other]);
}

Item mt_listing_in_cell(const PageContent *content, const Cell *cell, int64_t block)
{
    const Rows *rows = &content->rows;
    int64_t row = mt_listing_of(rows, content->blocks.first_row[block]), end = cell->first + cell->count;
    Item item = {.kind = ITEM_CODE, .row = NONE, .image = NONE, .first = block, .count = 1};
    if (row < cell->row || !is_end(rows, row) ||
        (block > cell->first && content->blocks.first_row[block - 1] > row))
        return item;
    item.row = row;
    while (block + item.count < end && content->blocks.first_row[block + item.count] < rows->end[row])
        item.count++;
    return item;
}

/* The outermost table in a cell around a row, or NONE. */
static int64_t inner_table(const Rows *rows, const Cell *cell, int64_t row)
{
    int64_t table = NONE;
    for (; row > cell->row; row = rows->parent[row])
        if (rows->tag[row] == TAG_TABLE && is_end(rows, row))
            table = row;
    return table;
}

/* The containers in a cell that are around a row. */
static Path path_in_cell(const PageContent *content, const Outline *outline, const Cell *cell, int64_t row)
{
    Path path = mt_path_of(&content->rows, outline->context, outline->context[row].container);
    Path inside = {{0}, 0};
    for (int i = 0; i < path.length; i++)
        if (path.at[i] > cell->row)
            inside.at[inside.length++] = path.at[i];
    return inside;
}

/* The part that begins with a block. */
static Item part_at(const PageContent *content, const Outline *outline, const Cell *cell, int64_t block)
{
    const Rows *rows = &content->rows;
    const int64_t *begins = content->blocks.first_row;
    int64_t end = cell->first + cell->count, table = inner_table(rows, cell, begins[block]);
    Item part = mt_listing_in_cell(content, cell, block);
    if (table != NONE && (part.row == NONE || part.row > table)) {
        part = (Item){.kind = ITEM_TABLE, .row = table, .image = NONE, .first = block, .count = 1};
        while (block + part.count < end && begins[block + part.count] < rows->end[table])
            part.count++;
    } else if (part.row == NONE) {
        part.kind = ITEM_PARAGRAPH;
        while (block + part.count < end && content->kept[block + part.count] &&
               mt_continues(rows, &content->blocks, block + part.count))
            part.count++;
    }
    part.within = path_in_cell(content, outline, cell, part.row == NONE ? begins[block] : part.row);
    return part;
}

Item mt_next_part(const PageContent *content, const Outline *outline, const Cell *cell, int64_t block)
{
    int64_t end = cell->first + cell->count;
    while (block < end) {
        Item part = part_at(content, outline, cell, block);
        block += part.count;
        if (has_kept(content, part.first, block))
            return part;
    }
    return (Item){.kind = ITEM_PARAGRAPH, .row = NONE, .image = NONE, .first = end, .count = 0};
}
