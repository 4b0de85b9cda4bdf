/* Listings of code, and the parts of listings and headings that are not text of the page.

   A listing is the outermost element with FLAG_PRE: a <pre>, or what a highlighter uses in its place. Line
   numbers, copy buttons and language labels of a listing, anchor marks of a heading, and copies for screen readers
   get FLAG_UNSHOWN, so they are in no block, no feature and no format. tests/reference/listings.py has the same rules. */
#include "rows/marker.h"

enum {
    MAX_WIDGET = 60, /* bytes of the text of a button or label */
    MAX_BESIDE = 8,  /* children of an element around a listing; one with more is not for the listing alone */
    MAX_ROWS_BESIDE = 24, /* rows of each of them that are checked */
    MAX_LEVELS = 6,       /* from a line number up to its table */
    MAX_GUTTER = 1 << 16, /* bytes of line numbers */
};

int64_t mt_listing_of(const Rows *rows, int64_t row)
{
    int64_t found = NONE;
    while (is_row(rows, row) && rows->flags[row] & FLAG_PRE) {
        found = row;
        row = rows->parent[row] < row ? rows->parent[row] : NONE;
    }
    return found;
}

/* -- listings ---------------------------------------------------------------------------------------- */

static void make_listing(Marker *marker, int64_t row)
{
    for (int64_t at = row; at < marker->end[row]; at++)
        marker->flags[at] |= FLAG_PRE;
}

/* Whether the text of an element is line numbers only: digits, white space, and signs around them. */
static int is_of_numbers(const Marker *marker, int64_t row, int64_t *digits)
{
    static const char *const spaces[] = {"&nbsp;", "&#160;", "\xC2\xA0"};
    *digits = 0;
    if (mt_bytes_below(marker, row, MAX_GUTTER) > MAX_GUTTER)
        return 0;
    for (int64_t at = row; at < marker->end[row]; at++)
        for (int32_t i = marker->tag[at] == TAG_TEXT ? mt_node_of(marker, at)->data : NONE; i != NONE;
             i = marker->parser->chunks[i].next) {
            View text = {(const char *)marker->parser->source + marker->parser->chunks[i].span.start,
                         (size_t)marker->parser->chunks[i].span.length};
            for (size_t byte = 0, step = 1; byte < text.length; byte += step) {
                char c = text.text[byte];
                step = is_digit((Byte)c) || is_space((Byte)c) || c == '.' || c == ':' || c == '|';
                *digits += is_digit((Byte)c);
                for (size_t j = 0; !step && j < sizeof spaces / sizeof *spaces; j++) {
                    size_t length = strlen(spaces[j]);
                    if (text.length - byte >= length && memcmp(text.text + byte, spaces[j], length) == 0)
                        step = length;
                }
                if (!step)
                    return 0;
            }
        }
    return 1;
}

/* Whether an element is a button or label of a listing that it is in or beside. */
static int is_widget(const Marker *marker, int64_t row)
{
    return (marker->tag[row] == TAG_BUTTON || mt_names_of(marker, row) & NAMES_WIDGET) &&
           mt_bytes_below(marker, row, MAX_WIDGET) <= MAX_WIDGET;
}

static int has_line_number(const Marker *marker, int64_t row)
{
    return mt_attribute_named(marker->parser, marker->table->attributes[row], "data-line-number") != NULL;
}

/* Whether an element has line numbers: by its class or attribute, and by its text. */
static int is_gutter(const Marker *marker, int64_t row)
{
    int64_t digits;
    if (has_line_number(marker, row))
        return is_of_numbers(marker, row, &digits);
    return mt_names_of(marker, row) & NAMES_NUMBERS && is_of_numbers(marker, row, &digits) && digits;
}

/* Whether a table has nothing that listings do not have. */
static int is_code_table(const Marker *marker, int64_t table)
{
    for (int64_t row = table + 1; row < marker->end[table]; row++) {
        int64_t tag = marker->tag[row];
        if (is_structure(tag) || tag == TAG_P || tag == TAG_UL || tag == TAG_IMG)
            return 0;
    }
    return 1;
}

/* The table around a cell with line numbers is a listing. */
static void mark_table(Marker *marker, int64_t row)
{
    int64_t table = row;
    for (int level = 0; level < MAX_LEVELS && table != NONE && marker->tag[table] != TAG_TABLE; level++)
        table = marker->parent[table];
    if (table == NONE || marker->tag[table] != TAG_TABLE || marker->flags[table] & FLAG_PRE ||
        table == marker->checked || marker->rows_left < 0)
        return;
    marker->checked = table;
    marker->rows_left -= marker->end[table] - table;
    if (is_code_table(marker, table))
        make_listing(marker, table);
}

/* Leave out the buttons and labels beside a listing, in an element that is only around it. */
static void leave_out_beside(Marker *marker, int64_t listing)
{
    int64_t around = marker->parent[listing], children = 0;
    if (around == NONE)
        return;
    for (int64_t row = around + 1; row < marker->end[around] && children <= MAX_BESIDE;
         row = marker->end[row])
        children += marker->tag[row] != TAG_TEXT;
    if (children < 2 || children > MAX_BESIDE)
        return;
    for (int64_t child = around + 1; child < marker->end[around]; child = marker->end[child]) {
        int64_t last =
            marker->end[child] < child + MAX_ROWS_BESIDE ? marker->end[child] : child + MAX_ROWS_BESIDE;
        for (int64_t row = child; row < last && !(marker->flags[child] & FLAG_PRE); row++)
            if (marker->tag[row] != TAG_TEXT && !(marker->flags[row] & FLAG_UNSHOWN) &&
                is_widget(marker, row))
                mt_leave_out(marker, row);
    }
}

/* -- the page ---------------------------------------------------------------------------------------- */

static void mark_row(Marker *marker, int64_t row)
{
    int64_t tag = marker->tag[row], flags = marker->flags[row];
    if (tag >= TAG_H1 && tag <= TAG_H6)
        marker->heading_parent = marker->parent[row];
    if (flags & FLAG_HIDDEN && mt_is_shown_in_line(marker, row))
        mt_show(marker, row);
    if (tag == TAG_SPAN && mt_is_reader_copy(marker, row))
        mt_leave_out(marker, row);
    else if (tag == TAG_OL && !(flags & FLAG_PRE) && mt_names_of(marker, row) & NAMES_CODE) {
        make_listing(marker, row);
        leave_out_beside(marker, row);
    } else if (is_inside(marker, row, FLAG_PRE)) {
        if (is_gutter(marker, row) || is_widget(marker, row))
            mt_leave_out(marker, row);
    } else if (is_inside(marker, row, FLAG_HEADING)) {
        if (mt_is_heading_mark(marker, row, 0))
            mt_leave_out(marker, row);
    } else if (tag == TAG_TD || tag == TAG_TH || tag == TAG_PRE) {
        if (is_gutter(marker, row)) {
            mark_table(marker, row);
            mt_leave_out(marker, row);
        } else if (tag == TAG_PRE) {
            leave_out_beside(marker, row);
        }
    } else if (tag == TAG_SPAN && marker->parent[row] == marker->heading_parent) {
        if (mt_is_heading_mark(marker, row, 1))
            mt_leave_out(marker, row);
    } else if (tag == TAG_A && marker->parent[row] != NONE && marker->tag[marker->parent[row]] == TAG_DT) {
        if (mt_is_term_mark(marker, row))
            mt_leave_out(marker, row);
    }
}

/* Pages that are nested too deeply stay as they are: their rows have lost their places. */
void mt_mark_listings(Parser *parser, Table *table)
{
    if (table->is_flattened)
        return;
    Rows rows = rows_of_table(table);
    Marker marker = {.parser = parser,
                     .table = table,
                     .tag = rows.tag,
                     .parent = rows.parent,
                     .end = rows.end,
                     .text_start = rows.text_start,
                     .text_end = rows.text_end,
                     .flags = table->cells + COLUMN_FLAGS * rows.count,
                     .heading_parent = NONE,
                     .checked = NONE,
                     .rows_left = 2 * rows.count};
    for (int64_t row = 0; row < rows.count; row++)
        if (marker.tag[row] != TAG_TEXT && !(marker.flags[row] & FLAG_UNSHOWN))
            mark_row(&marker, row);
}
