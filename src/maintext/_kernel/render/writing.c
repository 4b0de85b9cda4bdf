/* Items -> plain text: maintext.render.text. */
#include <stdlib.h>
#include <string.h>

#include "render/folding.h"

/* -- blocks ------------------------------------------------------------------------------------------- */

/* Where a text ends that has white space behind it. */
static const Byte *skip_back(const Byte *start, const Byte *end)
{
    while (end > start) {
        const Byte *last = end - 1;
        while (last > start && (*last & 0xC0) == 0x80)
            last--;
        if (!white_space_at(last, end))
            break;
        end = last;
    }
    return end;
}

/* Take white space from the end of what is written, and line breaks from its beginning. */
static void trim(Writer *writer)
{
    char *start = writer->line, *end = writer->out;
    while (start < end && (*start == '\n' || *start == '\r'))
        start++;
    end = start + (skip_back((const Byte *)start, (const Byte *)end) - (const Byte *)start);
    memmove(writer->line, start, (size_t)(end - start));
    writer->out = writer->line + (end - start);
}

/* Write the text of a block; 0 if its offsets cannot be right. */
static int write_block(Writer *writer, int64_t first, int64_t last)
{
    const Rows *rows = writer->rows;
    int is_pre = (rows->flags[first] & FLAG_PRE) != 0;
    mt_begin_block(writer, first, last);
    for (int64_t row = first; row <= last; row++) {
        TextNode node;
        if (!mt_is_shown_text(rows, row))
            continue;
        if (!mt_read_node(writer, row, &node))
            return 0;
        if (!is_pre) {
            mt_fold_node(writer, &node);
            continue;
        }
        if (node.has_gap)
            *writer->out++ = ' ';
        memcpy(writer->out, node.start, (size_t)(node.end - node.start));
        writer->out += node.end - node.start;
    }
    if (is_pre)
        trim(writer);
    return 1;
}

/* -- code: maintext.render.preformatted, where it is one text ------------------------------------------- */

static int is_break(const Byte *at) { return *at == '\n' || *at == '\r'; }

/* Where the first line begins that is not blank. */
static const Byte *skip_blank_lines(const Byte *at, const Byte *end)
{
    for (const Byte *line = at; line < end && white_space_at(line, end); line += mt_length_of(line, end))
        if (is_break(line))
            at = line + 1;
    return at;
}

static int write_code(Writer *writer, int64_t row)
{
    if (!mt_seek(&writer->reader, writer->rows->text_start[row]))
        return 0;
    const Byte *at = writer->reader.at;
    if (!mt_seek(&writer->reader, writer->rows->text_end[row]))
        return 0;
    const Byte *end = skip_back(at, writer->reader.at);
    for (at = skip_blank_lines(at, end); at < end; at++)
        if (*at != '\r')
            *writer->out++ = (char)*at;
        else if (at + 1 == end || at[1] != '\n')
            *writer->out++ = '\n';
    return 1;
}

/* -- tables: maintext.render.tables, where no cell spans several places ---------------------------------- */

typedef struct {
    int64_t row, after;    /* of the cell, and of the next one, or the table's end */
    int64_t column;        /* its number in the row */
    int begins;            /* a row */
    int64_t first, blocks; /* the item's blocks in it */
} Cell;

static int64_t next_cell(const Rows *rows, int64_t row, int64_t end)
{
    while (row < end && rows->tag[row] != TAG_TD && rows->tag[row] != TAG_TH)
        row++;
    return row;
}

/* Go on to the next cell of a table, in the order of the source; 0 if there is none. Before the first stands
   what is before all cells. */
static int go_on(const Rows *rows, const BlockRows *blocks, const Item *item, int64_t end, Cell *cell)
{
    if (cell->after >= end)
        return 0;
    int64_t row = cell->after, last = item->first + item->count;
    cell->begins = cell->row == NONE || rows->parent[cell->row] != rows->parent[row];
    cell->column = cell->begins ? 0 : cell->column + 1;
    cell->row = row;
    cell->after = next_cell(rows, row + 1, end);
    cell->first += cell->blocks;
    for (cell->blocks = 0; cell->first + cell->blocks < last; cell->blocks++)
        if (blocks->first_row[cell->first + cell->blocks] >= cell->after)
            break;
    return 1;
}

static Cell before_cells(const Rows *rows, const BlockRows *blocks, const Item *item, int64_t table)
{
    Cell cell = {NONE, next_cell(rows, table, rows->end[table]), 0, 0, item->first, 0};
    while (cell.blocks < item->count && blocks->first_row[item->first + cell.blocks] < cell.after)
        cell.blocks++;
    return cell;
}

/* Write the kept ones of some blocks, each after a mark but the first; how many there are, NONE if an offset
   cannot be right. */
static int64_t write_blocks(Writer *writer, const BlockRows *blocks, const Byte *kept, int64_t first,
                            int64_t count, char mark)
{
    int64_t written = 0;
    for (int64_t block = first; block < first + count; block++) {
        if (!kept[block])
            continue;
        if (written++)
            *writer->out++ = mark;
        if (!write_block(writer, blocks->first_row[block], blocks->last_row[block]))
            return NONE;
    }
    return written;
}

static int has_kept(const Byte *kept, const Cell *cell)
{
    return cell->blocks && memchr(kept + cell->first, 1, (size_t)cell->blocks) != NULL;
}

/* Write a table: a line for every row with kept text, a tab between the columns that have any. `used` has
   room for every row. */
static int write_table_item(Writer *writer, const BlockRows *blocks, const Byte *kept, const Item *item,
                            int64_t table, Byte *used)
{
    const Rows *rows = writer->rows;
    int64_t end = rows->end[table], columns = 0, tabs = 0;
    Cell caption = before_cells(rows, blocks, item, table), cell = caption;
    while (go_on(rows, blocks, item, end, &cell)) {
        if (cell.column == columns)
            used[columns++] = 0;
        used[cell.column] |= (Byte)has_kept(kept, &cell);
    }
    int64_t written = write_blocks(writer, blocks, kept, caption.first, caption.blocks, '\n');
    int is_begun = 0;
    for (cell = caption; written != NONE && go_on(rows, blocks, item, end, &cell);) {
        if (cell.begins)
            tabs = is_begun = 0;
        if (has_kept(kept, &cell)) {
            if (!is_begun && written++)
                *writer->out++ = '\n';
            is_begun = 1;
            writer->tabs -= tabs;
            if (writer->tabs < 0)
                return 0;
            for (; tabs; tabs--)
                *writer->out++ = '\t';
            if (write_blocks(writer, blocks, kept, cell.first, cell.blocks, ' ') == NONE)
                return 0;
        }
        tabs += used[cell.column];
    }
    return written != NONE;
}

/* -- items -------------------------------------------------------------------------------------------- */

static int64_t most_tabs(const Rows *rows, int64_t holders)
{
    return MOST_GROWTH * rows->count + FREE_GROWTH * holders;
}

/* The most bytes that writing takes: no text is written twice, and little comes between. */
size_t mt_most_written(const Rows *rows, Text text, const BlockRows *blocks, Sorted gaps, const HeldText *held,
                    int64_t holders)
{
    size_t most = (size_t)(text.end - text.start) + 3 * (size_t)blocks->count + (size_t)gaps.count + STEP;
    most += (size_t)most_tabs(rows, holders);
    for (int64_t i = 0; i < holders; i++)
        most += held[i].length;
    return most;
}

/* Write an item; 0 if the columns cannot be right. */
static int write_item(Writer *writer, const BlockRows *blocks, const Byte *kept, const Item *item,
                      Sorted holders, const HeldText *held, Byte *used)
{
    if (item->holder != NONE && held[item->holder].text) {
        memcpy(writer->out, held[item->holder].text, held[item->holder].length);
        writer->out += held[item->holder].length;
        return 1;
    }
    int64_t row = item->holder == NONE ? NONE : holders.at[item->holder];
    if (row != NONE && mt_is_code(writer->rows->tag[row]))
        return write_code(writer, row);
    if (row != NONE && writer->rows->tag[row] == TAG_TABLE)
        return is_end(writer->rows, row) && write_table_item(writer, blocks, kept, item, row, used);
    return write_blocks(writer, blocks, kept, item->first, item->count, '\n') != NONE;
}

/* Write the items; how many bytes that took. */
int64_t mt_write_items(const Rows *rows, const BlockRows *blocks, const Byte *kept, Sorted gaps, Text text,
                    const Item *items, int64_t count, Sorted holders, const HeldText *held, char *out)
{
    Writer writer = {.rows = rows, .gaps = gaps, .reader = {text, text.start, text.first}, .out = out};
    Byte *used = holders.count ? malloc((size_t)rows->count) : NULL;
    if (holders.count && !used)
        return FOUND_NO_MEMORY;
    writer.tabs = most_tabs(rows, holders.count);
    int is_right = 1;
    for (int64_t i = 0; i < count && is_right; i++) {
        if (i)
            *writer.out++ = '\n';
        if (i && !items[i].is_close)
            *writer.out++ = '\n';
        is_right = write_item(&writer, blocks, kept, &items[i], holders, held, used);
    }
    free(used);
    return is_right ? writer.out - out : FOUND_WRONG;
}
