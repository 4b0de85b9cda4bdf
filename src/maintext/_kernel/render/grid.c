/* A table -> its cells, in rows and columns. A cell that spans several places covers them all. Rows without kept
   text and empty columns are dropped. */
#include <string.h>

#include "base/memory.h"
#include "render/content.h"

/* -- cells ------------------------------------------------------------------------------------------- */

int64_t mt_skip_inner_table(const Rows *rows, int64_t table, int64_t row)
{
    return row > table && rows->tag[row] == TAG_TABLE && is_end(rows, row) ? rows->end[row] : row;
}

static int64_t count_cells(const Rows *rows, int64_t table)
{
    int64_t count = 0;
    for (int64_t row = table; row < rows->end[table]; row++)
        count += is_cell(rows->tag[row]);
    return count;
}

/* Whether a cell is a header: <th>, or in <thead>. */
static int is_header(const Rows *rows, int64_t cell)
{
    int64_t line = rows->parent[cell], part = is_row(rows, line) ? rows->parent[line] : NONE;
    return rows->tag[cell] == TAG_TH || (is_row(rows, part) && rows->tag[part] == TAG_THEAD);
}

/* Find the cells, and the blocks and images between each cell and the next. */
static void find_cells(const PageContent *content, const Item *item, Grid *grid)
{
    const Rows *rows = &content->rows;
    const int64_t *begins = content->blocks.first_row;
    Sorted images = content->images.at;
    int64_t end = rows->end[item->row], block = item->first, last = item->first + item->count;
    int64_t image = mt_rows_before(images.at, images.count, item->row);
    Cell *cell = NULL;
    for (int64_t row = item->row; row <= end; row++) {
        if (row < end)
            row = mt_skip_inner_table(rows, item->row, row);
        if (row < end && !is_cell(rows->tag[row]))
            continue;
        for (; block < last && begins[block] < row; block++) {
            grid->caption += !cell;
            if (cell) {
                cell->count++;
                cell->has_kept |= content->kept[block];
            }
        }
        for (; image < images.count && images.at[image] < row; image++)
            if (cell)
                cell->image_count++;
        if (row < end) {
            cell = &grid->cells[grid->cell_count++];
            *cell = (Cell){.row = row, .first = block, .image = image, .is_header = is_header(rows, row)};
        }
    }
}

/* -- places ------------------------------------------------------------------------------------------ */

typedef struct {
    int64_t across, down;
} Extent;

static Extent extent_of(const PageContent *content, int64_t row, int with_spans)
{
    int64_t at = with_spans ? mt_index_of(content->spans, row) : NONE;
    return at == NONE ? (Extent){1, 1} : (Extent){content->across[at], content->down[at]};
}

/* What is in a column, in the rows from this one on that a cell above covers. */
typedef struct {
    int64_t left; /* number of these rows */
    int32_t cell;
} Covered;

typedef struct {
    int64_t *begins; /* per row: its first place; one more at the end */
    int64_t rows, longest;
    Covered *covered; /* per column */
} Layout;

/* Fill the places that cells of the rows above cover. Returns the next free place. */
static int64_t cover(Grid *grid, const Layout *layout, int64_t start, int64_t next, int with_spans)
{
    while (with_spans && layout->covered[next - start].left) {
        int32_t cell = layout->covered[next - start].cell;
        grid->places[next++] = (Slot){cell, grid->cells[cell].is_header, 1};
    }
    return next;
}

/* Place the cells of a row, which have the same parent. Returns the index of the next cell. */
static int64_t place_row(const PageContent *content, Grid *grid, Layout *layout, int64_t cell, int with_spans)
{
    const int64_t *parent = content->rows.parent;
    int64_t of = parent[grid->cells[cell].row], start = layout->begins[layout->rows], next = start;
    for (; cell < grid->cell_count && parent[grid->cells[cell].row] == of; cell++) {
        Extent extent = extent_of(content, grid->cells[cell].row, with_spans);
        next = cover(grid, layout, start, next, with_spans);
        for (int64_t i = 0; i < extent.across; i++) {
            layout->covered[next - start] = (Covered){extent.down, (int32_t)cell};
            grid->places[next++] = (Slot){(int32_t)cell, grid->cells[cell].is_header, i > 0};
        }
    }
    next = cover(grid, layout, start, next, with_spans);
    layout->begins[++layout->rows] = next;
    if (next - start > layout->longest)
        layout->longest = next - start;
    return cell;
}

/* Place all cells, with or without their spans. Returns 0 if there are more than `limit` places. */
static int lay_out(const PageContent *content, Grid *grid, Layout *layout, int64_t limit, int with_spans)
{
    memset(layout->covered, 0, (size_t)(limit + 1) * sizeof *layout->covered);
    layout->begins[0] = layout->rows = layout->longest = 0;
    for (int64_t cell = 0; cell < grid->cell_count;) {
        cell = place_row(content, grid, layout, cell, with_spans);
        if (with_spans && layout->longest * layout->rows > limit)
            return 0;
        for (int64_t i = 0; with_spans && i < layout->longest; i++)
            layout->covered[i].left -= layout->covered[i].left > 0;
    }
    return 1;
}

/* Whether the cells stay within `limit` places with their spans. */
static int can_span(const PageContent *content, const Grid *grid, int64_t limit)
{
    int64_t places = 0;
    for (int64_t i = 0; i < grid->cell_count && places <= limit; i++) {
        Extent extent = extent_of(content, grid->cells[i].row, 1);
        places += extent.across * extent.down;
    }
    return places <= limit;
}

/* -- kept rows and columns --------------------------------------------------------------------------- */

static int row_is_kept(const Grid *grid, const Layout *layout, int64_t row)
{
    for (int64_t i = layout->begins[row]; i < layout->begins[row + 1]; i++)
        if (!grid->places[i].is_covered && grid->cells[grid->places[i].cell].has_kept)
            return 1;
    return 0;
}

/* Drop rows without kept text, then columns without text or images. All rows get the same length. `used` must
   hold one byte per column. */
static int64_t keep_places(Grid *grid, const Layout *layout, Byte *used)
{
    int64_t columns = 0, kept = 0;
    memset(used, 0, (size_t)layout->longest);
    for (int64_t row = 0; row < layout->rows; row++) {
        if (!row_is_kept(grid, layout, row))
            continue;
        kept++;
        for (int64_t i = 0; i < layout->begins[row + 1] - layout->begins[row]; i++) {
            Slot place = grid->places[layout->begins[row] + i];
            if (!place.is_covered)
                used[i] |= grid->cells[place.cell].has_kept || grid->cells[place.cell].image_count;
        }
    }
    for (int64_t i = 0; i < layout->longest; i++)
        columns += used[i];
    Slot *places = mt_allocate((size_t)(kept * columns + 1) * sizeof *places);
    if (!places)
        return FOUND_NO_MEMORY;
    int64_t next = 0;
    for (int64_t row = 0; row < layout->rows; row++) {
        int64_t length = layout->begins[row + 1] - layout->begins[row];
        if (!row_is_kept(grid, layout, row))
            continue;
        for (int64_t i = 0; i < layout->longest; i++)
            if (used[i])
                places[next++] = i < length ? grid->places[layout->begins[row] + i] : (Slot){NONE, 0, 0};
    }
    mt_release(grid->places);
    grid->places = places;
    grid->rows = kept;
    grid->columns = columns;
    return 0;
}

int64_t mt_make_grid(const PageContent *content, const Item *item, Grid *grid)
{
    *grid = (Grid){.cells = NULL};
    if (!is_end(&content->rows, item->row))
        return FOUND_INVALID;
    int64_t cells = count_cells(&content->rows, item->row), limit = MAX_GROWTH * cells + FREE_GROWTH;
    int64_t outcome = FOUND_NO_MEMORY;
    Layout layout = {.begins = mt_allocate((size_t)(cells + 1) * sizeof *layout.begins),
                     .covered = mt_allocate((size_t)(limit + 1) * sizeof *layout.covered)};
    Byte *used = mt_allocate((size_t)limit + 1);
    grid->cells = mt_allocate((size_t)(cells + 1) * sizeof *grid->cells);
    grid->places = mt_allocate((size_t)(2 * limit + 1) * sizeof *grid->places);
    if (layout.begins && layout.covered && used && grid->cells && grid->places) {
        find_cells(content, item, grid);
        int with_spans = content->spans.count && can_span(content, grid, limit);
        if (!lay_out(content, grid, &layout, limit, with_spans))
            lay_out(content, grid, &layout, limit, 0);
        outcome = keep_places(grid, &layout, used);
    }
    mt_release(layout.begins);
    mt_release(layout.covered);
    mt_release(used);
    if (outcome < 0)
        mt_free_grid(grid);
    return outcome;
}

int mt_is_headed(const Grid *grid)
{
    int has_text = 0;
    for (int64_t i = 0; i < grid->columns; i++) {
        const Slot *place = &grid->places[i];
        int is_filled = place->cell != NONE && grid->cells[place->cell].has_kept;
        if (is_filled && !place->is_header)
            return 0;
        has_text |= is_filled;
    }
    return grid->rows > 0 && has_text;
}

void mt_free_grid(Grid *grid)
{
    mt_release(grid->cells);
    mt_release(grid->places);
    *grid = (Grid){.cells = NULL};
}
