/* Items -> clean HTML: only content elements, balanced and escaped. */
#include <string.h>

#include "base/memory.h"
#include "render/content.h"

typedef struct {
    const PageContent *content;
    Outline outline;
    Line line;
    Buffer code;
    Buffer *out;
} Html;

/* -- text -------------------------------------------------------------------------------------------- */

static void put_escaped(Buffer *out, const char *start, const char *end, int in_attribute)
{
    const char *from = start;
    for (const char *at = start; at < end; at++) {
        const char *escape = *at == '&'                    ? "&amp;"
                             : *at == '<'                  ? "&lt;"
                             : *at == '>'                  ? "&gt;"
                             : *at == '"' && in_attribute  ? "&quot;"
                             : *at == '\'' && in_attribute ? "&#x27;"
                                                           : NULL;
        if (!escape)
            continue;
        mt_put(out, from, (size_t)(at - from));
        mt_put_string(out, escape);
        from = at + 1;
    }
    mt_put(out, from, (size_t)(end - from));
}

static void put_value(Buffer *out, View value)
{
    mt_put_char(out, '"');
    put_escaped(out, value.text, value.text + value.length, 1);
    mt_put_char(out, '"');
}

static void put_image(Buffer *out, const Images *images, int64_t image)
{
    mt_put_string(out, "<img src=");
    put_value(out, images->source[image]);
    mt_put_string(out, " alt=");
    put_value(out, images->alt[image]);
    if (images->title[image].length) {
        mt_put_string(out, " title=");
        put_value(out, images->title[image]);
    }
    mt_put_char(out, '>');
}

static void put_run(Html *html, const Run *run)
{
    const char *text = html->line.text.at;
    int is_code = (run->style.format & CODE) != 0;
    if (run->image != NONE) {
        put_image(html->out, &html->content->inside, run->image);
        return;
    }
    mt_put_string(html->out, is_code ? "<code>" : "");
    for (const char *at = text + run->start, *end = text + run->end, *stop; at < end; at = stop) {
        stop = memchr(at, '\n', (size_t)(end - at));
        put_escaped(html->out, at, stop ? stop : end, 0);
        if (stop)
            mt_put_string(html->out, "<br>\n");
        stop = stop ? stop + 1 : end;
    }
    mt_put_string(html->out, is_code ? "</code>" : "");
}

static void put_token(Html *html, const LineToken *token)
{
    static const char *const begins[MARKS] = {"<a href=", "<sub>",    "<sup>", "<s>",
                                              "<mark>",   "<strong>", "<em>"};
    static const char *const ends[MARKS] = {"</a>",    "</sub>",    "</sup>", "</s>",
                                            "</mark>", "</strong>", "</em>"};
    if (token->run != NONE) {
        put_run(html, &html->line.runs.at[token->run]);
        return;
    }
    mt_put_string(html->out, (token->opens ? begins : ends)[token->mark]);
    if (token->mark == MARK_LINK && token->opens) {
        put_value(html->out, html->content->links.url[token->link]);
        mt_put_char(html->out, '>');
    }
}

/* Write the kept blocks of a range, without the style that their place implies. */
static int64_t put_lines(Html *html, int64_t first, int64_t count, uint32_t implied)
{
    Line *line = &html->line;
    int64_t outcome = 0, lines = 0;
    for (int64_t block = first; outcome == 0 && block < first + count; block++) {
        if (!html->content->kept[block])
            continue;
        if (lines++)
            mt_put_string(html->out, "<br>\n");
        outcome = mt_find_runs(line, block, implied);
        if (outcome == 0)
            mt_nest(line, &line->runs);
        if (line->has_failed)
            outcome = FOUND_NO_MEMORY;
        for (int64_t i = 0; outcome == 0 && i < line->token_count; i++)
            put_token(html, &line->tokens[i]);
    }
    return outcome;
}

/* -- containers -------------------------------------------------------------------------------------- */

static int is_listed(const Html *html, int64_t container)
{
    return mt_is_listed(tag_at(html->content, container));
}

static const char *list_name(const Html *html, int64_t container)
{
    if (tag_at(html->content, container) != TAG_LI)
        return "dl";
    return html->outline.context[container].number == NONE ? "ul" : "ol";
}

static void put_tag(Html *html, const char *begin, const char *name, const char *end)
{
    mt_put_string(html->out, begin);
    mt_put_string(html->out, name);
    mt_put_string(html->out, end);
}

static const char *container_name(const Html *html, int64_t container)
{
    return mt_tag_names[tag_at(html->content, container)].text;
}

/* Whether two containers are items of one list, which stays open between them. */
static int is_one_list(const Html *html, int64_t old, int64_t new)
{
    const RowContext *context = html->outline.context;
    return is_listed(html, old) && is_listed(html, new) && context[old].list == context[new].list &&
           list_name(html, old) == list_name(html, new);
}

static void close_container(Html *html, int64_t container, int list_stays)
{
    put_tag(html, "</", container_name(html, container), ">\n");
    if (is_listed(html, container) && !list_stays)
        put_tag(html, "</", list_name(html, container), ">\n");
}

static void put_number(Html *html, const char *name, int64_t number)
{
    mt_put_string(html->out, name);
    mt_put_number(html->out, number);
    mt_put_char(html->out, '"');
}

/* Write the attributes of an ordered list that begins with an item. */
static void put_list_attributes(Html *html, int64_t list, int64_t number)
{
    const PageContent *content = html->content;
    int64_t type = mt_index_of(content->types, list);
    if (type != NONE) {
        mt_put_string(html->out, " type=\"");
        mt_put_char(html->out, (char)content->type_letters[type]);
        mt_put_char(html->out, '"');
    }
    if (mt_list_step(content, list) < 0)
        mt_put_string(html->out, " reversed");
    if (number != 1 || mt_list_step(content, list) < 0)
        put_number(html, " start=\"", number);
}

static void open_container(Html *html, int64_t container, int list_stays)
{
    RowContext *context = html->outline.context;
    int64_t list = context[container].list, number = context[container].number;
    int is_numbered = list != NONE && tag_at(html->content, container) == TAG_LI && number != NONE;
    if (is_listed(html, container) && !list_stays) {
        put_tag(html, "<", list_name(html, container), "");
        if (is_numbered)
            put_list_attributes(html, list, number);
        mt_put_string(html->out, ">\n");
    }
    put_tag(html, "<", container_name(html, container), "");
    if (is_numbered) {
        if (list_stays && context[list].number != number)
            put_number(html, " value=\"", number);
        context[list].number = (int32_t)(number + mt_list_step(html->content, list)); /* of the next item */
    }
    mt_put_string(html->out, is_listed(html, container) ? ">" : ">\n");
    int64_t task = mt_index_of(html->content->tasks, container);
    if (task != NONE)
        mt_put_string(html->out, html->content->are_checked[task]
                                     ? "<input type=\"checkbox\" disabled checked> "
                                     : "<input type=\"checkbox\" disabled> ");
}

/* Close the containers that end, and open those that begin. */
static void change_containers(Html *html, const Path *old, const Path *new)
{
    int common = mt_count_shared(old, new);
    int stays =
        common < old->length && common < new->length && is_one_list(html, old->at[common], new->at[common]);
    for (int i = old->length - 1; i >= common; i--)
        close_container(html, old->at[i], stays && i == common);
    for (int i = common; i < new->length; i++)
        open_container(html, new->at[i], stays && i == common);
}

/* -- items ------------------------------------------------------------------------------------------- */

static int64_t put_code(Html *html, const Item *item)
{
    html->code.length = 0;
    if (!mt_put_code_lines(html->content, &html->line.writer, item, &html->code))
        return FOUND_INVALID;
    if (html->code.has_failed)
        return FOUND_NO_MEMORY;
    mt_put_string(html->out, "<pre><code>");
    if (html->code.length)
        put_escaped(html->out, html->code.at, html->code.at + html->code.length, 0);
    mt_put_string(html->out, "</code></pre>");
    return 0;
}

/* Write the kept blocks of a cell. */
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
        outcome =
            is_line ? put_lines(html, block, 1, cell->is_header ? STRONG : 0) : put_code(html, &listing);
        needs_break = is_line;
        before = block;
        block = end - 1;
    }
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
    put_tag(html, "<", name, "");
    if (cell) {
        put_span(html, " colspan=\"", span_of(place, 1, grid->columns - column));
        put_span(html, " rowspan=\"", span_of(place, grid->columns, end - row));
    }
    mt_put_char(html->out, '>');
    for (int64_t i = 0; cell && i < cell->image_count; i++) {
        mt_put_string(html->out, i ? "<br>" : "");
        put_image(html->out, &html->content->images, cell->image + i);
    }
    if (cell && cell->has_kept)
        outcome = put_cell_lines(html, cell);
    put_tag(html, "</", name, ">");
    return outcome;
}

static int64_t put_rows(Html *html, const Grid *grid, int64_t first, int64_t end, const char *name)
{
    int64_t outcome = 0;
    if (first == end)
        return 0;
    put_tag(html, "<", name, ">\n");
    for (int64_t row = first; outcome == 0 && row < end; row++) {
        mt_put_string(html->out, "<tr>");
        for (int64_t i = 0; outcome == 0 && i < grid->columns; i++)
            outcome = put_cell(html, grid, first, end, row * grid->columns + i);
        mt_put_string(html->out, "</tr>\n");
    }
    put_tag(html, "</", name, ">\n");
    return outcome;
}

static int64_t put_table(Html *html, const Item *item)
{
    Grid grid;
    int64_t outcome = mt_make_grid(html->content, item, &grid);
    if (outcome < 0)
        return outcome;
    mt_put_string(html->out, "<table>\n");
    if (has_kept(html->content, item->first, item->first + grid.caption)) {
        mt_put_string(html->out, "<caption>");
        outcome = put_lines(html, item->first, grid.caption, 0);
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

/* Element name of a heading, caption or paragraph; "" if its list item is enough. */
static const char *element_of(const Html *html, const Item *item)
{
    static const char *const headings[] = {"h1", "h2", "h3", "h4", "h5", "h6"};
    const Path *within = &item->within;
    int64_t innermost = within->length ? within->at[within->length - 1] : NONE;
    if (item->kind == ITEM_HEADING)
        return headings[item->level - 1];
    if (innermost == NONE)
        return "p";
    if (item->kind == ITEM_CAPTION && tag_at(html->content, innermost) == TAG_FIGURE)
        return "figcaption";
    return is_listed(html, innermost) && !mt_is_loose(&html->outline, innermost) ? "" : "p";
}

static int64_t put_item(Html *html, const Item *item)
{
    switch (item->kind) {
    case ITEM_IMAGE:
        put_image(html->out, &html->content->images, item->image);
        mt_put_char(html->out, '\n');
        return 0;
    case ITEM_RULE:
        mt_put_string(html->out, "<hr>\n");
        return 0;
    case ITEM_CODE: {
        int64_t outcome = put_code(html, item);
        mt_put_char(html->out, '\n');
        return outcome;
    }
    case ITEM_TABLE:
        return put_table(html, item);
    default: {
        const char *name = element_of(html, item);
        if (*name)
            put_tag(html, "<", name, ">");
        int64_t outcome = put_lines(html, item->first, item->count, item->kind == ITEM_HEADING ? STRONG : 0);
        if (*name)
            put_tag(html, "</", name, ">\n");
        return outcome;
    }
    }
}

int64_t mt_write_html(const PageContent *content, Buffer *out)
{
    Html html = {.content = content, .out = out};
    Path open = {{0}, 0}, none = {{0}, 0};
    int64_t outcome = mt_find_items(content, &html.outline);
    if (outcome == 0)
        outcome = mt_begin_lines(&html.line, content);
    for (int64_t i = 0; outcome == 0 && i < html.outline.count; i++) {
        const Item *item = &html.outline.items[i];
        change_containers(&html, &open, &item->within);
        outcome = put_item(&html, item);
        open = item->within;
    }
    if (outcome == 0)
        change_containers(&html, &open, &none);
    while (outcome == 0 && !out->has_failed && out->length && out->at[out->length - 1] == '\n')
        out->length--;
    mt_end_lines(&html.line);
    mt_free_outline(&html.outline);
    mt_release(html.code.at);
    return outcome == 0 && out->has_failed ? FOUND_NO_MEMORY : outcome;
}
