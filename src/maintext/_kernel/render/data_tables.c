/* Tables -> those that contain data; the others are only for layout. */
#include "base/memory.h"
#include "render/content.h"

enum {
    MAX_CHARS = 400,
    MAX_BLOCKS = 4, /* per cell; a cell with more contains running text */
    MAX_CHARS_REGULAR = 500,
    MAX_BLOCKS_REGULAR = 8, /* the same for tables with many rows of several cells */
    MAX_CHARS_HEADED = 2000,
    MAX_BLOCKS_HEADED = 20, /* the same for tables with header cells */
    MAX_INNER_CELLS = 24,
    MAX_INNER_ROWS = 400, /* of a table inside a cell */
    MIN_SEVERAL = 3,      /* rows with several cells, in a table with notes */
    MIN_REGULAR = 4,      /* the same in a regular table: a post of a forum has three */
};

/* Elements that cells of data tables do not contain. */
static int is_no_data(int64_t tag)
{
    switch (tag) {
    case TAG_PLAINTEXT:
    case TAG_TEXTAREA:
    case TAG_FIGURE:
    case TAG_HEADER:
    case TAG_FOOTER:
    case TAG_MAIN:
    case TAG_HR:
        return 1;
    default:
        return is_structure(tag);
    }
}

/* Whether a table inside a cell is small, and contains no structure. */
static int is_small(const Rows *rows, int64_t table)
{
    int64_t cells = 0;
    if (!is_end(rows, table) || rows->end[table] - table > MAX_INNER_ROWS)
        return 0;
    for (int64_t row = table + 1; row < rows->end[table]; row++) {
        cells += is_cell(rows->tag[row]);
        if (is_no_data(rows->tag[row]) || cells > MAX_INNER_CELLS)
            return 0;
    }
    return 1;
}

/* Whether a table contains no structure. With a header, it may have small tables in its cells. It stops at any other
   nested table, so that nested tables are not read repeatedly. Lines above and below the text, which is from the row
   `text` to `text_end`, are no structure. Nor are quotations, which editors indent cells with, and headings in header
   cells. */
static int is_simple(const Rows *rows, int64_t table, int is_headed, int64_t text, int64_t text_end)
{
    int64_t header_end = NONE;
    for (int64_t row = table + 1; row < rows->end[table]; row++) {
        int64_t tag = rows->tag[row];
        if (tag == TAG_TH || tag == TAG_THEAD)
            header_end = rows->end[row] > header_end ? rows->end[row] : header_end;
        if (tag >= TAG_H1 && tag <= TAG_H6 && row < header_end)
            continue;
        if (tag == TAG_TABLE && is_headed && is_small(rows, row))
            row = rows->end[row] - 1;
        else if (is_no_data(tag) && tag != TAG_BLOCKQUOTE &&
                 !(tag == TAG_HR && (row < text || row > text_end)))
            return 0;
    }
    return 1;
}

/* What the rows of a table are like. */
typedef struct {
    int is_headed;
    int has_notes;  /* most rows have several cells: a cell alone in its row may be a title or a note */
    int is_regular; /* several cells with text, in most rows and in four or more */
} Shape;

/* Whether there are two rows with several cells, or one if there is a header, and the rows form columns. */
static int has_columns(const TablePage *page, int64_t table, Shape *shape, int64_t first, int64_t end)
{
    const Rows *rows = page->rows;
    int64_t cells = 0, lines = 0, of_several = 0, widest = 0, line = NONE, filled = 0, of_filled = 0;
    for (int64_t row = table + 1; row < rows->end[table]; row++) {
        int64_t next = mt_skip_inner_table(rows, table, row), parent = rows->parent[row];
        if (next > row)
            row = next - 1;
        if (next > row || !is_cell(rows->tag[row]) || !is_row(rows, parent))
            continue;
        int32_t width = ++page->width[parent];
        cells++;
        lines += width == 1;
        of_several += width == 2;
        widest = width > widest ? width : widest;
        while (first < end && page->blocks->first_row[first] < row)
            first++;
        filled = (parent == line ? filled : 0);
        line = parent;
        if (first < end && page->blocks->first_row[first] < rows->end[row])
            of_filled += ++filled == 2;
    }
    for (int64_t row = table + 1; row < rows->end[table]; row++)
        if (is_cell(rows->tag[row]) && is_row(rows, rows->parent[row]))
            page->width[rows->parent[row]] = 0;
    shape->has_notes = of_several >= MIN_SEVERAL && of_several >= 2 * (lines - of_several);
    shape->is_regular = of_filled >= MIN_REGULAR && of_filled >= 2 * (lines - of_filled);
    return cells >= 2 && of_several >= (shape->is_headed ? 1 : 2) && (shape->is_headed || of_filled) &&
           widest * lines <= MAX_GROWTH * cells + FREE_GROWTH;
}

static int64_t chars_of(const TablePage *page, int64_t block)
{
    int64_t chars = 0;
    for (int64_t row = page->blocks->first_row[block]; row <= page->blocks->last_row[block]; row++)
        chars += page->chars[row];
    return chars;
}

/* Whether no other cell is in the row of a cell that is the first one there. */
static int is_alone(const Rows *rows, int64_t cell)
{
    int64_t parent = rows->parent[cell];
    if (!is_row(rows, parent) || !is_end(rows, parent) || !is_end(rows, cell))
        return 0;
    for (int64_t row = rows->end[cell]; row < rows->end[parent]; row = rows->end[row])
        if (is_cell(rows->tag[row]) || !is_end(rows, row))
            return 0;
    return 1;
}

/* Whether all text is in cells, and no cell has running text. `first` and `end` are the table's blocks. */
static int has_short_cells(const TablePage *page, int64_t table, const Shape *shape, int64_t first,
                           int64_t end)
{
    const Rows *rows = page->rows;
    const int64_t *begins = page->blocks->first_row;
    int64_t max_blocks = shape->is_headed    ? MAX_BLOCKS_HEADED
                         : shape->is_regular ? MAX_BLOCKS_REGULAR
                                             : MAX_BLOCKS;
    int64_t max_chars = shape->is_headed    ? MAX_CHARS_HEADED
                        : shape->is_regular ? MAX_CHARS_REGULAR
                                            : MAX_CHARS;
    int64_t of_note = max_chars, line = NONE;
    int64_t block = first, cell_end = NONE, blocks = 0, chars = 0, inner_end = NONE;
    for (int64_t row = table + 1; row < rows->end[table]; row++) {
        if (rows->tag[row] == TAG_TABLE)
            inner_end = rows->end[row];
        if (is_cell(rows->tag[row]) && row >= inner_end) {
            if (row < cell_end && block < end && begins[block] < cell_end)
                return 0; /* nested cells */
            cell_end = rows->end[row];
            blocks = chars = 0;
            of_note = shape->has_notes && rows->parent[row] != line && is_alone(rows, row) ? MAX_CHARS_HEADED
                                                                                           : max_chars;
            line = rows->parent[row];
        }
        if (block == end || begins[block] != row)
            continue;
        if (cell_end != NONE) { /* else it is a caption */
            chars += chars_of(page, block);
            if (row >= cell_end || ++blocks > max_blocks || chars > of_note)
                return 0;
        }
        block++;
    }
    return 1;
}

/* Whether there are header cells or a caption, before any table inside. */
static int is_headed(const Rows *rows, int64_t table)
{
    for (int64_t row = table + 1; row < rows->end[table] && rows->tag[row] != TAG_TABLE; row++)
        if (rows->tag[row] == TAG_TH || rows->tag[row] == TAG_THEAD || rows->tag[row] == TAG_CAPTION)
            return 1;
    return 0;
}

/* Whether a table contains data. `first` and `end` are its blocks; its subtree must be valid. */
int mt_is_data_table(const TablePage *page, int64_t table, int64_t first, int64_t end)
{
    Shape shape = {.is_headed = is_headed(page->rows, table)};
    int64_t text = first < end ? page->blocks->first_row[first] : table;
    int64_t text_end = first < end ? page->blocks->last_row[end - 1] : table;
    return is_simple(page->rows, table, shape.is_headed, text, text_end) &&
           has_columns(page, table, &shape, first, end) && has_short_cells(page, table, &shape, first, end);
}

/* Find the data tables with kept text. `found` must hold one item per row. Returns their number,
   FOUND_INVALID or FOUND_NO_MEMORY. */
int64_t mt_find_data_tables(const PageContent *content, int64_t *found)
{
    const Rows *rows = &content->rows;
    const BlockRows *blocks = &content->blocks;
    TablePage page = {rows, blocks, content->chars, NULL};
    int64_t count = 0, first = 0, begin = mt_first_row(content), last = mt_last_row(content);
    for (int64_t row = 0; row < last && count >= 0; row++) {
        if (is_before(rows, row, begin)) {
            row = rows->end[row] - 1;
            continue;
        }
        if (rows->tag[row] != TAG_TABLE || rows->flags[row] & FLAG_PRE) /* a table of code is a listing */
            continue;
        if (!is_end(rows, row))
            count = FOUND_INVALID;
        else if (!page.width && !(page.width = mt_allocate_zeroed((size_t)rows->count, sizeof *page.width)))
            count = FOUND_NO_MEMORY;
        if (count < 0)
            continue;
        first += mt_rows_before(blocks->first_row + first, blocks->count - first, row);
        int64_t end =
            first + mt_rows_before(blocks->first_row + first, blocks->count - first, rows->end[row]);
        if (has_kept(content, first, end) && mt_index_of(content->layout, row) == NONE &&
            mt_is_data_table(&page, row, first, end))
            found[count++] = row;
    }
    mt_release(page.width);
    return count;
}
