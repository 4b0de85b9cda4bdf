/* Tables -> Markdown: with pipes, or as HTML. */
#include <string.h>

#include "render/html.h"
#include "render/markdown.h"

/* -- pipes ------------------------------------------------------------------------------------------- */

/* Write the code of a cell, a line at a time. */
static int64_t put_cell_code(Markdown *markdown, const Item *listing)
{
    Buffer *out = markdown->out, *code = &markdown->code;
    code->length = 0;
    if (!mt_put_code_lines(markdown->content, listing, code))
        return FOUND_INVALID;
    if (code->has_failed)
        return FOUND_NO_MEMORY;
    int is_first = 1;
    for (size_t from = 0, to; from < code->length; from = to + 1) {
        const char *stop = memchr(code->at + from, '\n', code->length - from);
        to = stop ? (size_t)(stop - code->at) : code->length;
        if (mt_skip_back((const Byte *)code->at + from, (const Byte *)code->at + to) ==
            (const Byte *)code->at + from)
            continue; /* an empty line */
        mt_put_string(out, is_first ? "" : "<br>");
        mt_put_cell_code(out, code->at + from, code->at + to);
        is_first = 0;
    }
    return 0;
}

static void put_images(Markdown *markdown, const Cell *cell)
{
    size_t since = markdown->out->length;
    for (int64_t i = 0; i < cell->image_count; i++) {
        mt_put_string(markdown->out, i ? "<br>" : "");
        mt_put_markdown_image(&markdown->content->images, cell->image + i, markdown->out);
    }
    mt_escape_bars(markdown->out, since);
    mt_put_string(markdown->out, cell->image_count && cell->has_kept ? "<br>" : "");
}

static int64_t put_cell(Markdown *markdown, const Cell *cell)
{
    const PageContent *content = markdown->content;
    Buffer *out = markdown->out;
    int64_t outcome = 0, before = NONE;
    int is_first = 1;
    for (int64_t block = cell->first; outcome == 0 && block < cell->first + cell->count; block++) {
        Item listing = mt_listing_in_cell(content, cell, block);
        int64_t end = block + listing.count;
        if (!has_kept(content, block, end))
            continue;
        int is_joined = before != NONE && mt_are_in_inner_row(content, cell, before, block);
        mt_put_string(out, is_first ? "" : is_joined ? " " : "<br>");
        is_first = 0;
        before = block;
        size_t since = out->length;
        if (listing.row == NONE) {
            outcome = mt_put_markdown_block(markdown, block, 0, cell->is_header ? STRONG : 0, 1);
            mt_join_lines(out, since);
        } else {
            outcome = put_cell_code(markdown, &listing);
        }
        block = end - 1;
    }
    return outcome;
}

enum { MAX_REPEATED = 200 }; /* bytes of a cell that is repeated in the places that it covers */

/* Write a place of a table. The text of a cell is repeated in all places that it covers. */
static int64_t put_place(Markdown *markdown, Grid *grid, const Slot *place)
{
    Buffer *out = markdown->out;
    Cell *cell = place->cell == NONE ? NULL : &grid->cells[place->cell];
    if (!cell)
        return 0;
    if (place->is_covered) {
        size_t length = cell->written_end - cell->written;
        if (length <= MAX_REPEATED && mt_reserve_bytes(out, length))
            mt_put(out, out->at + cell->written, length);
        return 0;
    }
    put_images(markdown, cell);
    cell->written = out->length;
    int64_t outcome = put_cell(markdown, cell);
    cell->written_end = out->length;
    return outcome;
}

/* Begin a line of a table, unless it is the first of the item. */
static void begin_row(Markdown *markdown, const Item *item, int *has_lines)
{
    if (*has_lines)
        mt_begin_markdown_line(markdown, item, 0);
    *has_lines = 1;
}

static void put_dashes(Markdown *markdown, const Item *item, const Grid *grid)
{
    mt_begin_markdown_line(markdown, item, 0);
    mt_put_char(markdown->out, '|');
    for (int64_t column = 0; column < grid->columns; column++)
        mt_put(markdown->out, " --- |", 6);
}

/* Write the rows. A table without a header gets an empty one: Markdown requires it. */
static int64_t put_rows(Markdown *markdown, const Item *item, Grid *grid, int has_lines)
{
    Buffer *out = markdown->out;
    int64_t outcome = 0, first = mt_is_headed(grid) ? 0 : -1; /* -1: an empty row */
    for (int64_t row = first; outcome == 0 && row < grid->rows; row++) {
        begin_row(markdown, item, &has_lines);
        for (int64_t column = 0; outcome == 0 && column < grid->columns; column++) {
            mt_put(out, "| ", 2);
            if (row >= 0)
                outcome = put_place(markdown, grid, &grid->places[row * grid->columns + column]);
            mt_put_char(out, ' ');
        }
        mt_put_char(out, '|');
        if (row == first)
            put_dashes(markdown, item, grid);
    }
    return outcome;
}

static int64_t put_pipes(Markdown *markdown, const Item *item, Grid *grid)
{
    Buffer *out = markdown->out;
    size_t since = out->length;
    int64_t outcome = mt_put_markdown_paragraph(markdown, item, grid->caption, 0);
    int has_lines = out->length > since;
    if (outcome == 0 && has_lines && grid->rows)
        mt_begin_markdown_line(markdown, item, 1);
    if (outcome == 0 && grid->rows)
        outcome = put_rows(markdown, item, grid, has_lines);
    return outcome;
}

/* -- HTML -------------------------------------------------------------------------------------------- */

/* Whether a listing in a cell has several lines. */
static int has_several_lines(Markdown *markdown, const Item *listing)
{
    Buffer *code = &markdown->code;
    code->length = 0;
    return mt_put_code_lines(markdown->content, listing, code) && code->length &&
           memchr(code->at, '\n', code->length);
}

/* Whether a cell has more than one paragraph, a list, a table or a listing of several lines. */
static int has_structure(Markdown *markdown, const Cell *cell)
{
    const PageContent *content = markdown->content;
    Item part = mt_next_part(content, &markdown->outline, cell, cell->first);
    if (!part.count)
        return 0;
    return part.within.length || part.kind == ITEM_TABLE ||
           mt_next_part(content, &markdown->outline, cell, part.first + part.count).count ||
           (part.kind == ITEM_CODE && has_several_lines(markdown, &part));
}

/* Whether pipes cannot hold a table: a cell has structure, or spans several places. */
static int needs_html(Markdown *markdown, const Grid *grid)
{
    for (int64_t i = 0; i < grid->rows * grid->columns; i++) {
        const Slot *place = &grid->places[i];
        if (place->cell == NONE)
            continue;
        if (place->is_covered || has_structure(markdown, &grid->cells[place->cell]))
            return 1;
    }
    return 0;
}

/* Write a table as one HTML block: CommonMark ends it at the first blank line. */
static int64_t put_html(Markdown *markdown, const Item *item)
{
    Buffer *table = &markdown->html;
    Html html = {.content = markdown->content,
                 .outline = &markdown->outline,
                 .line = &markdown->line,
                 .code = &markdown->code,
                 .out = table,
                 .in_markdown = 1};
    table->length = 0;
    int64_t outcome = mt_put_html_table(&html, item);
    if (outcome == 0 && table->has_failed)
        outcome = FOUND_NO_MEMORY;
    for (size_t from = 0, to; outcome == 0 && from < table->length; from = to + 1) {
        const char *stop = memchr(table->at + from, '\n', table->length - from);
        to = stop ? (size_t)(stop - table->at) : table->length;
        if (from)
            mt_begin_markdown_line(markdown, item, 0);
        mt_put(markdown->out, table->at + from, to - from);
    }
    markdown->is_html = 1;
    return outcome;
}

int64_t mt_put_markdown_table(Markdown *markdown, const Item *item)
{
    Grid grid;
    TableChoice choice = markdown->content->tables;
    int64_t outcome = mt_make_grid(markdown->content, item, &grid);
    if (outcome < 0)
        return outcome;
    if (grid.rows && (choice == TABLES_HTML || (choice == TABLES_AUTO && needs_html(markdown, &grid))))
        outcome = put_html(markdown, item);
    else
        outcome = put_pipes(markdown, item, &grid);
    mt_free_grid(&grid);
    return outcome;
}
