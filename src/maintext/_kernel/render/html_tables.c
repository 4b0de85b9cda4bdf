/* Tables -> HTML. */
#include "render/html.h"

/* Write the kept blocks of a cell, as lines and code. */
static int64_t put_cell_lines(Html *html, const Cell *cell)
{
    const PageContent *content = html->content;
    int64_t outcome = 0, before = NONE;
    int needs_break = cell->image_count > 0;
    for (int64_t block = cell->first; outcome == 0 && block < cell->first + cell->count; block++) {
        Item listing = mt_listing_in_cell(content, cell, block);
        int64_t end = block + listing.count;
        int is_line = listing.row == NONE;
        if (!has_kept(content, block, end))
            continue;
        int is_joined = before != NONE && mt_are_in_inner_row(content, cell, before, block);
        mt_put_string(html->out, is_joined ? " " : is_line && needs_break ? "<br>\n" : "");
        outcome = is_line ? mt_put_html_lines(html, block, 1, cell->is_header ? STRONG : 0)
                          : mt_put_html_code(html, &listing);
        needs_break = is_line;
        before = block;
        block = end - 1;
    }
    return outcome;
}

static int is_same_path(const Path *one, const Path *other)
{
    return one->length == other->length && mt_count_shared(one, other) == one->length;
}

/* Write a table in a cell. The cell around it has written the images. It has no tables inside: data_tables.c. */
static int64_t put_inner_table(Html *html, const Item *item)
{
    html->is_inner = 1;
    int64_t outcome = mt_put_html_table(html, item);
    html->is_inner = 0;
    return outcome;
}

/* Write the kept blocks of a cell, as paragraphs, lists, code and tables. A paragraph beside another part is a <p>. */
static int64_t put_parts(Html *html, const Cell *cell)
{
    const PageContent *content = html->content;
    Path open = {{0}, 0}, none = {{0}, 0};
    Item before = {.count = 0}, part = mt_next_part(content, html->outline, cell, cell->first);
    int64_t outcome = 0;
    while (outcome == 0 && part.count) {
        Item next = mt_next_part(content, html->outline, cell, part.first + part.count);
        int is_one_of_several = (before.count && is_same_path(&before.within, &part.within)) ||
                                (next.count && is_same_path(&next.within, &part.within));
        const char *tag = is_one_of_several ? "p" : NULL;
        mt_change_containers(html, &open, &part.within);
        open = part.within;
        if (part.kind == ITEM_CODE) {
            outcome = mt_put_html_code(html, &part);
        } else if (part.kind == ITEM_TABLE) {
            outcome = put_inner_table(html, &part);
        } else {
            if (tag)
                mt_put_html_tag(html, "<", tag, ">");
            else if (!before.count && cell->image_count && !html->is_inner)
                mt_put_string(html->out, "<br>\n");
            outcome = mt_put_html_lines(html, part.first, part.count, cell->is_header ? STRONG : 0);
            if (tag)
                mt_put_html_tag(html, "</", tag, ">");
        }
        before = part;
        part = next;
    }
    mt_change_containers(html, &open, &none);
    return outcome;
}

/* Write the number of places that a cell covers in one direction. */
static void put_span(Html *html, const char *name, int64_t span)
{
    if (span > 1) {
        mt_put_string(html->out, name);
        mt_put_number(html->out, span);
        mt_put_char(html->out, '"');
    }
}

/* Number of places from `place` on, `step` apart, that its cell covers; `count` are there. */
static int64_t span_of(const Slot *place, int64_t step, int64_t count)
{
    int64_t span = 1;
    while (span < count && place[span * step].is_covered && place[span * step].cell == place->cell)
        span++;
    return span;
}

/* Write the place of a table in a part, thead or tbody, with the rows from `first` to `end`. */
static int64_t put_cell(Html *html, const Grid *grid, int64_t first, int64_t end, int64_t at)
{
    const Slot *place = &grid->places[at];
    const char *name = place->is_header ? "th" : "td";
    const Cell *cell = place->cell == NONE ? NULL : &grid->cells[place->cell];
    int64_t outcome = 0, row = at / grid->columns, column = at % grid->columns;
    int is_from_above =
        first && place->is_covered && place[(first - 1 - row) * grid->columns].cell == place->cell;
    if (is_from_above)
        cell = NULL; /* a cell does not reach from one part into the next */
    else if (place->is_covered)
        return 0;
    mt_put_html_tag(html, "<", name, "");
    if (cell) {
        put_span(html, " colspan=\"", span_of(place, 1, grid->columns - column));
        put_span(html, " rowspan=\"", span_of(place, grid->columns, end - row));
    }
    mt_put_char(html->out, '>');
    for (int64_t i = 0; cell && !html->is_inner && i < cell->image_count; i++) {
        mt_put_string(html->out, i ? "<br>" : "");
        mt_put_html_image(html->out, &html->content->images, cell->image + i);
    }
    if (cell && cell->has_kept)
        outcome = html->in_markdown ? put_parts(html, cell) : put_cell_lines(html, cell);
    mt_put_html_tag(html, "</", name, ">");
    return outcome;
}

static int64_t put_rows(Html *html, const Grid *grid, int64_t first, int64_t end, const char *name)
{
    int64_t outcome = 0;
    if (first == end)
        return 0;
    mt_put_html_tag(html, "<", name, ">\n");
    for (int64_t row = first; outcome == 0 && row < end; row++) {
        mt_put_string(html->out, "<tr>");
        for (int64_t i = 0; outcome == 0 && i < grid->columns; i++)
            outcome = put_cell(html, grid, first, end, row * grid->columns + i);
        mt_put_string(html->out, "</tr>\n");
    }
    mt_put_html_tag(html, "</", name, ">\n");
    return outcome;
}

int64_t mt_put_html_table(Html *html, const Item *item)
{
    Grid grid;
    int64_t outcome = mt_make_grid(html->content, item, &grid);
    if (outcome < 0)
        return outcome;
    mt_put_string(html->out, "<table>\n");
    if (has_kept(html->content, item->first, item->first + grid.caption)) {
        mt_put_string(html->out, "<caption>");
        outcome = mt_put_html_lines(html, item->first, grid.caption, 0);
        mt_put_string(html->out, "</caption>\n");
    }
    int64_t head = mt_is_headed(&grid);
    if (outcome == 0)
        outcome = put_rows(html, &grid, 0, head, "thead");
    if (outcome == 0)
        outcome = put_rows(html, &grid, head, grid.rows, "tbody");
    mt_put_string(html->out, "</table>\n");
    mt_free_grid(&grid);
    return outcome;
}
