/* Listings of code, and parts of listings and headings that are not text of the page.

   A listing is the outermost element with FLAG_PRE: a <pre>, or what a highlighter uses in its place. Line
   numbers, copy buttons and language labels of a listing, and anchor marks of a heading, get FLAG_UNSHOWN, so
   they are in no block, no feature and no format. tests/reference/listings.py has the same rules. */
#include "rows/rows.h"

enum {
    MAX_WIDGET = 60, /* bytes of the text of a button, label or anchor mark */
    MAX_EDIT = 120,  /* bytes of the text of an edit link */
    MAX_BESIDE = 8,  /* children of an element around a listing; one with more is not for the listing alone */
    MAX_ROWS_BESIDE = 24,      /* rows of each of them that are checked */
    MAX_LEVELS = 6,            /* from a line number up to its table */
    MAX_GUTTER = 1 << 16,      /* bytes of line numbers */
    MAX_ROWS_OF_MARK = 32,     /* of an anchor mark or edit link */
    MAX_ROWS_OF_HEADING = 400, /* a longer one is not closed */
};

typedef struct {
    Parser *parser;
    Table *table;
    const int64_t *tag, *parent, *end, *text_start, *text_end;
    int64_t *flags;
    int64_t heading_parent; /* parent of the last heading */
    int64_t checked;        /* the last table that was checked */
    int64_t rows_left;      /* of tables that may still be checked */
} Marker;

int64_t mt_listing_of(const Rows *rows, int64_t row)
{
    int64_t found = NONE;
    while (is_row(rows, row) && rows->flags[row] & FLAG_PRE) {
        found = row;
        row = rows->parent[row] < row ? rows->parent[row] : NONE;
    }
    return found;
}

/* -- classes ----------------------------------------------------------------------------------------- */

enum { NAMES_NUMBERS = 1, NAMES_WIDGET = 2, NAMES_ANCHOR = 4, NAMES_EDIT = 8, NAMES_CODE = 16 };

typedef struct {
    const char *name;
    int means;
    int is_word; /* else it may be a part of a word */
} ClassName;

enum { NAMES_PER_LETTER = 10 };

static const ClassName class_names[26][NAMES_PER_LETTER] = {
    ['a' - 'a'] = {{"anchor", NAMES_ANCHOR, 0}},
    ['b' - 'a'] = {{"blob-num", NAMES_NUMBERS, 0}},
    ['c' - 'a'] = {{"copy", NAMES_WIDGET, 0},
                   {"clipboard", NAMES_WIDGET, 0},
                   {"code-lang", NAMES_WIDGET, 1},
                   {"code-language", NAMES_WIDGET, 1},
                   {"code-label", NAMES_WIDGET, 1},
                   {"crayon-num", NAMES_NUMBERS, 0}},
    ['d' - 'a'] = {{"dp-highlighter", 0, 1}, {"dp-", NAMES_CODE, 0}},
    ['e' - 'a'] = {{"editsection", NAMES_EDIT, 0}, {"edit-section", NAMES_EDIT, 0}},
    ['g' - 'a'] = {{"gutter", NAMES_NUMBERS, 0}},
    ['h' - 'a'] = {{"headerlink", NAMES_ANCHOR, 0},
                   {"header-link", NAMES_ANCHOR, 0},
                   {"heading-link", NAMES_ANCHOR, 0},
                   {"hash-link", NAMES_ANCHOR, 0},
                   {"hljs-ln-n", NAMES_NUMBERS, 0}},
    ['l' - 'a'] = {{"ln", NAMES_NUMBERS, 1},
                   {"lnt", NAMES_NUMBERS, 1},
                   {"lineno", NAMES_NUMBERS, 0},
                   {"linenum", NAMES_NUMBERS, 0},
                   {"line-n", NAMES_NUMBERS, 0},
                   {"line_n", NAMES_NUMBERS, 0},
                   {"lang-label", NAMES_WIDGET, 1},
                   {"language-id", NAMES_WIDGET, 1},
                   {"language-label", NAMES_WIDGET, 1},
                   {"language-name", NAMES_WIDGET, 1}},
    ['p' - 'a'] = {{"permalink", NAMES_ANCHOR, 0}},
    ['t' - 'a'] = {{"toolbar", NAMES_WIDGET, 0}, {"tools", NAMES_WIDGET, 1}},
};

static int is_class_name(View classes, size_t at, const ClassName *name)
{
    size_t length = strlen(name->name), end = at + length;
    if (end > classes.length || !mt_equals_ignoring_case((const Byte *)classes.text + at, name->name, length))
        return 0;
    int is_whole =
        (at == 0 || classes.text[at - 1] == ' ') && (end == classes.length || classes.text[end] == ' ');
    return is_whole || !name->is_word;
}

/* What the classes of an element say about it. */
static int names_of(const Marker *marker, int64_t row)
{
    RowAttributes of = marker->table->attributes[row];
    const Attribute *found = NULL;
    int names = 0;
    for (int i = 0; i < of.count && !found; i++)
        if (marker->parser->attributes[of.first + i].id == ATTRIBUTE_CLASS)
            found = &marker->parser->attributes[of.first + i];
    if (!found)
        return 0;
    View classes = mt_value_of(marker->parser, found);
    if (!classes.text)
        mt_fail(marker->parser, FAILED_MEMORY);
    for (size_t at = 0; at < classes.length; at++) {
        Byte letter = (Byte)(lower((Byte)classes.text[at]) - 'a');
        for (int i = 0; letter < 26 && i < NAMES_PER_LETTER && class_names[letter][i].name; i++)
            if (is_class_name(classes, at, &class_names[letter][i]))
                names |= class_names[letter][i].means;
    }
    return names;
}

/* -- texts ------------------------------------------------------------------------------------------- */

static int64_t chars_below(const Marker *marker, int64_t row)
{
    const int32_t *chars = mt_count_column(marker->table, COUNT_CHARS);
    int64_t sum = 0;
    for (int64_t at = row; at < marker->end[row]; at++)
        sum += marker->flags[at] & FLAG_UNSHOWN ? 0 : chars[at];
    return sum;
}

static const Node *node_of(const Marker *marker, int64_t row)
{
    return &marker->parser->nodes[marker->table->nodes[row]];
}

/* Bytes of an element's text in the source; more than `limit` if there are more. */
static int64_t bytes_below(const Marker *marker, int64_t row, int64_t limit)
{
    int64_t sum = 0;
    for (int64_t at = row; at < marker->end[row] && sum <= limit; at++)
        for (int32_t i = marker->tag[at] == TAG_TEXT ? node_of(marker, at)->data : NONE; i != NONE;
             i = marker->parser->chunks[i].next)
            sum += marker->parser->chunks[i].span.length;
    return sum;
}

/* Read the text of an element without ASCII white space around it. `out` has room for 4 * MAX_EDIT bytes, and the
   element has at most MAX_EDIT. */
static View text_below(const Marker *marker, int64_t row, char *out)
{
    size_t length = 0, start = 0;
    for (int64_t at = row; at < marker->end[row]; at++)
        for (int32_t i = marker->tag[at] == TAG_TEXT ? node_of(marker, at)->data : NONE; i != NONE;
             i = marker->parser->chunks[i].next) {
            const Chunk *chunk = &marker->parser->chunks[i];
            const Byte *text = marker->parser->source + chunk->span.start;
            length += mt_write_text(text, text + chunk->span.length, chunk->how, 0, out + length);
        }
    while (length && is_space((Byte)out[length - 1]))
        length--;
    while (start < length && is_space((Byte)out[start]))
        start++;
    return (View){out + start, length - start};
}

/* Whether the text of an element is line numbers only: digits, white space, and signs around them. */
static int is_of_numbers(const Marker *marker, int64_t row, int64_t *digits)
{
    static const char *const spaces[] = {"&nbsp;", "&#160;", "\xC2\xA0"};
    *digits = 0;
    if (bytes_below(marker, row, MAX_GUTTER) > MAX_GUTTER)
        return 0;
    for (int64_t at = row; at < marker->end[row]; at++)
        for (int32_t i = marker->tag[at] == TAG_TEXT ? node_of(marker, at)->data : NONE; i != NONE;
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

static int is_any_of(View text, const char *const *words)
{
    for (; *words; words++)
        if (is_same_word(text, *words))
            return 1;
    return 0;
}

/* -- flags ------------------------------------------------------------------------------------------- */

/* An element is not text of the page. */
static void leave_out(Marker *marker, int64_t row)
{
    Table *table = marker->table;
    int32_t *counts = (int32_t *)(table->cells + COLUMN_COUNT * table->rows);
    for (int64_t at = row; at < marker->end[row]; at++) {
        if (marker->tag[at] == TAG_TEXT && !(marker->flags[at] & FLAG_UNSHOWN)) {
            int64_t points = marker->text_end[at] - marker->text_start[at];
            *(marker->flags[at] & FLAG_HIDDEN ? &table->hidden_chars : &table->shown_chars) -= points;
            for (int i = 0; i < COUNT_COUNT; i++)
                counts[i * table->rows + at] = 0;
        }
        marker->flags[at] |= FLAG_UNSHOWN;
    }
}

static void make_listing(Marker *marker, int64_t row)
{
    for (int64_t at = row; at < marker->end[row]; at++)
        marker->flags[at] |= FLAG_PRE;
}

/* -- listings ---------------------------------------------------------------------------------------- */

static int is_inside(const Marker *marker, int64_t row, int64_t flag)
{
    return marker->parent[row] != NONE && marker->flags[marker->parent[row]] & flag;
}

/* Whether an element is a button or label of a listing that it is in or beside. */
static int is_widget(const Marker *marker, int64_t row)
{
    return (marker->tag[row] == TAG_BUTTON || names_of(marker, row) & NAMES_WIDGET) &&
           bytes_below(marker, row, MAX_WIDGET) <= MAX_WIDGET;
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
    return names_of(marker, row) & NAMES_NUMBERS && is_of_numbers(marker, row, &digits) && digits;
}

/* Whether a table has nothing that listings do not have. */
static int is_code_table(const Marker *marker, int64_t table)
{
    for (int64_t row = table + 1; row < marker->end[table]; row++)
        switch (marker->tag[row]) {
        case TAG_TABLE:
        case TAG_H1:
        case TAG_H2:
        case TAG_H3:
        case TAG_H4:
        case TAG_H5:
        case TAG_H6:
        case TAG_P:
        case TAG_UL:
        case TAG_DL:
        case TAG_IMG:
        case TAG_FORM:
        case TAG_BLOCKQUOTE:
        case TAG_SECTION:
        case TAG_ARTICLE:
        case TAG_NAV:
        case TAG_ASIDE:
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
                leave_out(marker, row);
    }
}

/* -- headings ---------------------------------------------------------------------------------------- */

/* Whether an edit link, such as [edit], is all text of an element. */
static int is_edit_link(View text)
{
    static const char *const words[] = {"edit",   "编辑",     "編輯",       "編集",     "편집", "править",
                                        "editar", "modifier", "bearbeiten", "modifica", NULL};
    if (text.length < 3 || text.text[0] != '[' || text.text[text.length - 1] != ']')
        return 0;
    text = (View){text.text + 1, text.length - 2};
    while (text.length && is_space((Byte)text.text[text.length - 1]))
        text.length--;
    while (text.length && is_space((Byte)text.text[0]))
        text = (View){text.text + 1, text.length - 1};
    return is_any_of(text, words);
}

static int is_anchor_mark(const Marker *marker, int64_t row, View text, int names)
{
    static const char *const signs[] = {"¶", "#",  "##", "###",    "§",      "🔗",
                                        "∞", "⚓", "†",  "\u200B", "\uFEFF", NULL};
    static const char *const words[] = {"permalink",
                                        "permanent link",
                                        "link to this heading",
                                        "link to this headline",
                                        "link to this section",
                                        "direct link to heading",
                                        "copy link",
                                        NULL};
    static const char *const with_class[] = {"link", "anchor", NULL};
    if (marker->tag[row] != TAG_A && marker->tag[row] != TAG_BUTTON && !(names & NAMES_ANCHOR))
        return 0;
    return is_any_of(text, signs) || is_any_of(text, words) ||
           (names & NAMES_ANCHOR && is_any_of(text, with_class));
}

/* Whether an element in a heading, or an edit link after it, is no text of the heading. */
static int is_heading_mark(const Marker *marker, int64_t row, int is_after)
{
    char buffer[4 * MAX_EDIT];
    if (marker->end[row] - row > MAX_ROWS_OF_MARK || bytes_below(marker, row, MAX_EDIT) > MAX_EDIT)
        return 0;
    int names = names_of(marker, row);
    if (names & NAMES_EDIT)
        return 1;
    View text = text_below(marker, row, buffer);
    if (is_after || !text.length || !(is_edit_link(text) || is_anchor_mark(marker, row, text, names)))
        return 0;
    int64_t heading = row; /* which has other text, too */
    while (is_inside(marker, heading, FLAG_HEADING))
        heading = marker->parent[heading];
    return marker->end[heading] - heading <= MAX_ROWS_OF_HEADING &&
           chars_below(marker, heading) > chars_below(marker, row);
}

/* -- the page ---------------------------------------------------------------------------------------- */

static void mark_row(Marker *marker, int64_t row)
{
    int64_t tag = marker->tag[row], flags = marker->flags[row];
    if (tag >= TAG_H1 && tag <= TAG_H6)
        marker->heading_parent = marker->parent[row];
    if (tag == TAG_OL && !(flags & FLAG_PRE) && names_of(marker, row) & NAMES_CODE) {
        make_listing(marker, row);
        leave_out_beside(marker, row);
    } else if (is_inside(marker, row, FLAG_PRE)) {
        if (is_gutter(marker, row) || is_widget(marker, row))
            leave_out(marker, row);
    } else if (is_inside(marker, row, FLAG_HEADING)) {
        if (is_heading_mark(marker, row, 0))
            leave_out(marker, row);
    } else if (tag == TAG_TD || tag == TAG_TH || tag == TAG_PRE) {
        if (is_gutter(marker, row)) {
            mark_table(marker, row);
            leave_out(marker, row);
        } else if (tag == TAG_PRE) {
            leave_out_beside(marker, row);
        }
    } else if (tag == TAG_SPAN && marker->parent[row] == marker->heading_parent) {
        if (is_heading_mark(marker, row, 1))
            leave_out(marker, row);
    }
}

/* Pages that are nested too deeply stay as they are: their rows have lost their places. */
void mt_mark_listings(Parser *parser, Table *table)
{
    if (table->is_flattened)
        return;
    int64_t *cells = table->cells, rows = table->rows;
    Marker marker = {.parser = parser,
                     .table = table,
                     .tag = cells + COLUMN_TAG * rows,
                     .parent = cells + COLUMN_PARENT * rows,
                     .end = cells + COLUMN_END * rows,
                     .text_start = cells + COLUMN_TEXT_START * rows,
                     .text_end = cells + COLUMN_TEXT_END * rows,
                     .flags = cells + COLUMN_FLAGS * rows,
                     .heading_parent = NONE,
                     .checked = NONE,
                     .rows_left = 2 * rows};
    for (int64_t row = 0; row < rows; row++)
        if (marker.tag[row] != TAG_TEXT && !(marker.flags[row] & FLAG_UNSHOWN))
            mark_row(&marker, row);
}
