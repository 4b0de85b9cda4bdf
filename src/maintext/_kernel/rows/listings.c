/* Listings of code, and the parts of listings and headings that are not text of the page.

   A listing is the outermost element with FLAG_PRE: a <pre>, or what a highlighter uses in its place. Line
   numbers, copy buttons and language labels of a listing, anchor marks of a heading, drawn bullets, copies for screen
   readers, and labels of forums get FLAG_UNSHOWN, so they are in no block, no feature and no format.
   tests/reference/listings.py has the same rules. */
#include "rows/marker.h"

enum {
    MAX_WIDGET = 60, /* bytes of the text of a button or label */
    MAX_BESIDE = 8,  /* children of an element around a listing; one with more is not for the listing alone */
    MAX_ROWS_BESIDE = 24, /* rows of each of them that are checked */
    MAX_LEVELS = 6,       /* from a line number up to its table */
    MAX_GUTTER = 1 << 16, /* bytes of line numbers */
    MAX_NUMBER = 12,      /* bytes of one, with the spaces around it */
    MIN_NUMBERED = 3,     /* lines of a listing whose numbers have no class */
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

static void add_flag(Marker *marker, int64_t row, int64_t flag)
{
    for (int64_t at = row; at < marker->end[row]; at++)
        marker->flags[at] |= flag;
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

/* Whether an element is a button or label of a listing that it is in or beside; `names` are its mt_names_of. */
static int is_widget(const Marker *marker, int64_t row, int names)
{
    return (marker->tag[row] == TAG_BUTTON || names & NAMES_WIDGET) &&
           mt_bytes_below(marker, row, MAX_WIDGET) <= MAX_WIDGET;
}

static int has_line_number(const Marker *marker, int64_t row)
{
    return mt_attribute_named(marker->parser, marker->table->attributes[row], "data-line-number") != NULL;
}

/* Whether an element has line numbers: by its class or attribute, and by its text. */
static int is_gutter(const Marker *marker, int64_t row, int names)
{
    int64_t digits;
    if (has_line_number(marker, row))
        return is_of_numbers(marker, row, &digits);
    return names & NAMES_NUMBERS && is_of_numbers(marker, row, &digits) && digits;
}

/* -- beside a listing -------------------------------------------------------------------------------- */

/* Whether an element is the link to the file of a listing, after the file's name in the caption, as Hexo writes it. */
static int is_file_link(const Marker *marker, int64_t row)
{
    static const char *const words[] = {"view raw",    "raw",    "link", "view code",
                                        "view source", "source", NULL};
    char buffer[4 * MAX_WIDGET];
    int64_t caption = marker->parent[row], name = caption + 1;
    int64_t figure = caption == NONE ? NONE : marker->parent[caption];
    if (figure == NONE || marker->tag[figure] != TAG_FIGURE || marker->tag[caption] != TAG_FIGCAPTION ||
        marker->end[row] != marker->end[caption] || marker->tag[name] != TAG_SPAN ||
        marker->end[name] != row || marker->end[row] > row + 2 ||
        mt_bytes_below(marker, row, MAX_WIDGET) > MAX_WIDGET)
        return 0;
    if (!is_any_of(mt_text_below(marker, row, buffer), words))
        return 0;
    int64_t last = marker->end[row] + MAX_ROWS_BESIDE;
    for (int64_t at = marker->end[row]; at < marker->end[figure] && at < last; at++)
        if (marker->tag[at] == TAG_PRE)
            return 1;
    return 0;
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
                is_widget(marker, row, mt_names_of(marker, row)))
                mt_leave_out(marker, row);
    }
}

/* -- tables with code -------------------------------------------------------------------------------- */

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

/* The table around a cell, or NONE. */
static int64_t table_of(const Marker *marker, int64_t cell)
{
    int64_t table = cell;
    for (int level = 0; level < MAX_LEVELS && table != NONE && marker->tag[table] != TAG_TABLE; level++)
        table = marker->parent[table];
    return table != NONE && marker->tag[table] == TAG_TABLE ? table : NONE;
}

/* Whether an element is of SyntaxHighlighter. Its names are read once, however many cells are in it. */
static int is_highlighter(const Marker *marker, int64_t row)
{
    uint16_t *bits = &marker->parser->nodes[marker->table->nodes[row]].bits;
    if (!(*bits & NODE_HAS_READ_NAMES))
        *bits |= mt_names_of(marker, row) & NAMES_HIGHLIGHTER ? NODE_HAS_READ_NAMES | NODE_IS_HIGHLIGHTER
                                                              : NODE_HAS_READ_NAMES;
    return (*bits & NODE_IS_HIGHLIGHTER) != 0;
}

/* Whether a cell has the code of SyntaxHighlighter, which may come without line numbers. */
static int is_code_cell(const Marker *marker, int64_t cell, int names)
{
    int64_t table = names & NAMES_CELL ? table_of(marker, cell) : NONE;
    return table != NONE && marker->parent[table] != NONE && is_highlighter(marker, marker->parent[table]);
}

/* The table around a cell with code or line numbers is a listing. */
static void mark_table(Marker *marker, int64_t row)
{
    int64_t table = table_of(marker, row);
    if (table == NONE || marker->flags[table] & FLAG_PRE || table == marker->checked || marker->rows_left < 0)
        return;
    marker->checked = table;
    marker->rows_left -= marker->end[table] - table;
    if (is_code_table(marker, table)) {
        add_flag(marker, table, FLAG_PRE);
        leave_out_beside(marker, table);
    }
}

/* -- numbers in the lines ---------------------------------------------------------------------------- */

/* Whether an element sets the colour of its text. */
static int has_own_colour(const Marker *marker, int64_t row)
{
    Parser *parser = marker->parser;
    RowAttributes attributes = marker->table->attributes[row];
    if (marker->tag[row] == TAG_FONT && mt_attribute_named(parser, attributes, "color"))
        return 1;
    const Attribute *found = mt_attribute_named(parser, attributes, "style");
    View style = found ? mt_value_of(parser, found) : (View){"", 0};
    if (!style.text)
        mt_fail(parser, FAILED_MEMORY);
    for (size_t at = 0; at + 5 < style.length; at++)
        if (mt_equals_ignoring_case((const Byte *)style.text + at, "color", 5) &&
            (style.text[at + 5] == ':' || is_space((Byte)style.text[at + 5])) &&
            (at == 0 || style.text[at - 1] == ';' || is_space((Byte)style.text[at - 1])))
            return 1;
    return 0;
}

/* The number in a separate element, which has a colour but no class; NONE for anything else. Highlighters give
   a class to the numbers of the code. */
static int64_t number_in_element(const Marker *marker, int64_t row)
{
    char text[4 * MAX_NUMBER];
    int64_t number = 0;
    if ((marker->tag[row] != TAG_SPAN && marker->tag[row] != TAG_FONT) || marker->end[row] != row + 2 ||
        mt_attribute_named(marker->parser, marker->table->attributes[row], "class") ||
        mt_bytes_below(marker, row, MAX_NUMBER) > MAX_NUMBER || !has_own_colour(marker, row))
        return NONE;
    View digits = mt_text_below(marker, row, text);
    for (size_t i = 0; i < digits.length; i++) {
        if (!is_digit((Byte)digits.text[i]))
            return NONE;
        number = 10 * number + (digits.text[i] - '0');
    }
    return digits.length ? number : NONE;
}

/* State of reading the lines of a listing. */
typedef struct {
    int is_start;     /* only white space since the line began */
    int is_numbered;  /* a number has just been read */
    int has_code;     /* there is more than numbers */
    int64_t expected; /* the next number; NONE before the first */
    int64_t count;
} NumberedLines;

/* Read a text of a listing. Returns 0 if a line begins without a number, or with more than a number. */
static int read_lines(const Marker *marker, int64_t row, NumberedLines *lines)
{
    for (int32_t i = mt_node_of(marker, row)->data; i != NONE; i = marker->parser->chunks[i].next) {
        const Chunk *chunk = &marker->parser->chunks[i];
        const Byte *text = marker->parser->source + chunk->span.start;
        for (int32_t at = 0; at < chunk->span.length; at++) {
            if (!is_space(text[at]) && (lines->is_start || lines->is_numbered))
                return 0;
            lines->has_code |= !is_space(text[at]);
            lines->is_start |= text[at] == '\n' || text[at] == '\r';
            lines->is_numbered = 0;
        }
    }
    return 1;
}

/* Whether each line of a listing begins with its number, from 0 or 1, as on cnblogs. Years and other numbers of data
   do not. With `leaves_out`, leave these out. */
static int has_numbered_lines(Marker *marker, int64_t listing, int leaves_out)
{
    NumberedLines lines = {.is_start = 1, .expected = NONE};
    for (int64_t row = listing + 1; row < marker->end[listing]; row++) {
        int64_t number = lines.is_start ? number_in_element(marker, row) : NONE;
        if (number != NONE) {
            if (lines.expected == NONE ? number > 1 : number != lines.expected)
                return 0;
            if (leaves_out)
                mt_leave_out(marker, row);
            lines.is_start = 0;
            lines.is_numbered = 1;
            lines.expected = number + 1;
            lines.count++;
            row++; /* its text */
        } else if (marker->tag[row] == TAG_BR) {
            lines.is_start = 1;
            lines.is_numbered = 0;
        } else if (marker->tag[row] == TAG_TEXT && !read_lines(marker, row, &lines)) {
            return 0;
        }
    }
    return lines.count >= MIN_NUMBERED && lines.has_code;
}

/* -- the page ---------------------------------------------------------------------------------------- */

/* When a rule of `mark_row` concerns an element, by its tag. */
enum {
    ALWAYS = 1,
    IF_HIDDEN = 2,
    IN_ITEM = 4, /* directly in a list item */
    IN_TERM = 8,
    IN_CAPTION = 16,
};

static const Byte concerns[LISTED_TAGS + 1] = {
    [TAG_H1] = ALWAYS,
    [TAG_H2] = ALWAYS,
    [TAG_H3] = ALWAYS,
    [TAG_H4] = ALWAYS,
    [TAG_H5] = ALWAYS,
    [TAG_H6] = ALWAYS,
    [TAG_SPAN] = ALWAYS,
    [TAG_P] = ALWAYS,
    [TAG_DT] = ALWAYS,
    [TAG_OL] = ALWAYS,
    [TAG_TD] = ALWAYS,
    [TAG_TH] = ALWAYS,
    [TAG_PRE] = ALWAYS,
    [TAG_DIV] = IN_ITEM,
    [TAG_I] = IN_ITEM | IF_HIDDEN,
    [TAG_FONT] = IN_ITEM | IF_HIDDEN,
    [TAG_B] = IF_HIDDEN,
    [TAG_STRONG] = IF_HIDDEN,
    [TAG_EM] = IF_HIDDEN,
    [TAG_U] = IF_HIDDEN,
    [TAG_SMALL] = IF_HIDDEN,
    [TAG_MARK] = IF_HIDDEN,
    [TAG_A] = IN_TERM | IN_CAPTION,
};

static const Byte holds_in[LISTED_TAGS + 1] = {
    [TAG_LI] = IN_ITEM,
    [TAG_DT] = IN_TERM,
    [TAG_FIGCAPTION] = IN_CAPTION,
};

/* Whether a rule of `mark_row` may concern a row; none concerns most of them. With few branches: they would be
   mispredicted. */
static int is_concerned(const Marker *marker, int64_t row)
{
    enum { AROUND = FLAG_PRE | FLAG_HEADING | FLAG_QUOTE };
    int64_t tag = marker->tag[row], flags = marker->flags[row], parent = marker->parent[row];
    int64_t above = parent == NONE ? row : parent, tag_above = marker->tag[above];
    int holds = ALWAYS | (flags & FLAG_HIDDEN ? IF_HIDDEN : 0) | has_tag(holds_in, tag_above);
    int by_flags = (tag != TAG_TEXT) & ((marker->flags[above] & AROUND) != 0);
    return (((has_tag(concerns, tag) & holds) != 0) | by_flags) & !(flags & FLAG_UNSHOWN);
}

/* Apply the rules to a row. A rule for another tag needs a line in `concerns`. */
static void mark_row(Marker *marker, int64_t row)
{
    int64_t tag = marker->tag[row], flags = marker->flags[row];
    if (tag >= TAG_H1 && tag <= TAG_H6)
        marker->heading_parent = marker->parent[row];
    if (flags & FLAG_HIDDEN && mt_is_shown_in_line(marker, row))
        mt_show(marker, row);
    if (tag == TAG_DT && !(flags & FLAG_CODE) && mt_names_of(marker, row) & NAMES_SIGNATURE)
        add_flag(marker, row, FLAG_CODE); /* of a function: its parts are elements, and no words */
    if ((tag == TAG_SPAN && mt_is_reader_copy(marker, row)) || mt_is_forum_label(marker, row) ||
        mt_is_bullet(marker, row))
        mt_leave_out(marker, row);
    else if (tag == TAG_OL && !(flags & FLAG_PRE) && mt_names_of(marker, row) & NAMES_CODE) {
        add_flag(marker, row, FLAG_PRE);
        leave_out_beside(marker, row);
    } else if (is_inside(marker, row, FLAG_PRE)) {
        int names = mt_names_of(marker, row);
        if (is_gutter(marker, row, names) || is_widget(marker, row, names))
            mt_leave_out(marker, row);
    } else if (is_inside(marker, row, FLAG_HEADING)) {
        if (mt_is_heading_mark(marker, row, 0))
            mt_leave_out(marker, row);
    } else if (tag == TAG_TD || tag == TAG_TH || tag == TAG_PRE) {
        int names = mt_names_of(marker, row);
        if (is_gutter(marker, row, names)) {
            mark_table(marker, row);
            mt_leave_out(marker, row);
        } else if (is_code_cell(marker, row, names)) {
            mark_table(marker, row);
        } else if (tag == TAG_PRE) {
            leave_out_beside(marker, row);
            if (has_numbered_lines(marker, row, 0))
                has_numbered_lines(marker, row, 1);
        }
    } else if (tag == TAG_SPAN && marker->parent[row] == marker->heading_parent) {
        if (mt_is_heading_mark(marker, row, 1))
            mt_leave_out(marker, row);
    } else if (tag == TAG_A && (mt_is_term_mark(marker, row) || is_file_link(marker, row))) {
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
        if (is_concerned(&marker, row))
            mark_row(&marker, row);
}
