/* A <pre> -> its lines, as a reader sees them. Syntax highlighters put each line into a block element or
   table row, or end it with <br>. */
#include <string.h>

#include "render/content.h"

/* The child of a row's parent before it, or NONE. */
static int64_t sibling_before(const Rows *rows, int64_t row)
{
    int64_t at = row - 1, parent = rows->parent[row];
    if (!is_row(rows, parent))
        return NONE;
    while (at > parent && rows->parent[at] > parent && rows->parent[at] < at)
        at = rows->parent[at];
    return at > parent ? at : NONE;
}

static int64_t sibling_after(const Rows *rows, int64_t row)
{
    int64_t parent = rows->parent[row], after = rows->end[row];
    return is_row(rows, parent) && is_end(rows, parent) && after < rows->end[parent] && after > row ? after
                                                                                                    : NONE;
}

/* Whether an inline element is a line: by its class, or as one <code> right beside another in a <pre>. */
static int is_inline_line(const PageContent *content, int64_t row)
{
    const Rows *rows = &content->rows;
    if (rows->tag[row] == TAG_SPAN)
        return mt_index_of(content->lines, row) != NONE;
    if (rows->tag[row] != TAG_CODE || !is_row(rows, rows->parent[row]) ||
        rows->tag[rows->parent[row]] != TAG_PRE)
        return 0;
    int64_t before = sibling_before(rows, row), after = sibling_after(rows, row);
    return (before != NONE && rows->tag[before] == TAG_CODE) ||
           (after != NONE && rows->tag[after] == TAG_CODE);
}

static int is_plain(const PageContent *content,
                    int64_t row) /* no elements that form lines, no invisible parts */
{
    const Rows *rows = &content->rows;
    for (int64_t at = row + 1; at < rows->end[row]; at++) {
        if (rows->block[at] == at || is_unseen(rows, at) || is_inline_line(content, at))
            return 0;
    }
    return 1;
}

static int is_between_cells(int64_t tag)
{
    switch (tag) {
    case TAG_TABLE:
    case TAG_THEAD:
    case TAG_TBODY:
    case TAG_TFOOT:
    case TAG_TR:
    case TAG_COLGROUP:
        return 1;
    default:
        return 0;
    }
}

/* Whether two texts are in different cells of one row. */
static int are_in_one_row(const Rows *rows, int64_t before, int64_t at)
{
    int64_t one = rows->block[before], other = rows->block[at];
    return is_row(rows, one) && is_row(rows, other) && one != other && is_cell(rows->tag[one]) &&
           is_cell(rows->tag[other]) && rows->parent[one] == rows->parent[other];
}

/* Write the text of the rows from one to another. */
static void put_rows(const Rows *rows, int64_t first, int64_t end, Buffer *out)
{
    mt_put(out, (const char *)text_from(rows, first), rows->text_at[end] - rows->text_at[first]);
}

static int is_block(const Rows *rows, int64_t row)
{
    return is_border(rows, row) && rows->tag[row] != TAG_BR;
}

/* Whether a text is between block elements, or at the beginning or end of one with others inside. */
static int is_between_blocks(const Rows *rows, int64_t row)
{
    int64_t before = sibling_before(rows, row), after = sibling_after(rows, row);
    return (before != NONE || after != NONE) && (before == NONE || is_block(rows, before)) &&
           (after == NONE || is_block(rows, after));
}

/* Whether a blank text of the code is only for layout: between cells or between block elements. */
static int is_layout(const Rows *rows, int64_t row)
{
    int64_t parent = rows->parent[row];
    return (is_row(rows, parent) && is_between_cells(rows->tag[parent])) || is_between_blocks(rows, row);
}

/* Whether a block element has nothing that is shown. A table row may have cells. */
static int is_empty(const PageContent *content, int64_t row)
{
    const Rows *rows = &content->rows;
    int is_table_row = rows->tag[row] == TAG_TR;
    for (int64_t at = row + 1; at < rows->end[row]; at++) {
        int is_shown_text = rows->tag[at] == TAG_TEXT && !is_unseen(rows, at);
        if (is_table_row
                ? rows->tag[at] == TAG_BR || (is_shown_text && (content->chars[at] || !is_layout(rows, at)))
                : rows->tag[at] == TAG_TEXT || is_border(rows, at))
            return 0;
    }
    return 1;
}

/* Whether a block element is an empty line: with nothing inside, between others of its kind. */
static int is_empty_line(const PageContent *content, int64_t row)
{
    const Rows *rows = &content->rows;
    int64_t tag = rows->tag[row];
    if ((tag != TAG_DIV && tag != TAG_LI && tag != TAG_TR) || is_unseen(rows, row) || !is_empty(content, row))
        return 0;
    int64_t before = sibling_before(rows, row), after = sibling_after(rows, row);
    while (before != NONE && rows->tag[before] == TAG_TEXT)
        before = sibling_before(rows, before);
    while (after != NONE && rows->tag[after] == TAG_TEXT)
        after = sibling_after(rows, after);
    return before != NONE && after != NONE && rows->tag[before] == tag && rows->tag[after] == tag;
}

/* State of writing code in parts. */
typedef struct {
    int64_t block;     /* the last block that was checked */
    int64_t before;    /* row of the last text */
    int has_begun;     /* a block element began after it */
    int is_line_start; /* the current line is empty */
    int is_line_open;  /* an inline element that is a line began in the current line */
    int has_code;      /* the current line has more than white space */
    int64_t
        numbered; /* the block of the number that was left out before the code of the current line, or NONE */
    int has_numbers; /* lines begin with a number */
    int has_bare;    /* lines begin without one */
} Parts;

/* Whether a text is shown: in a kept block, or blank, except white space between cells and between blocks. */
static int is_shown(const PageContent *content, const Item *item, Parts *parts, int64_t row)
{
    const Rows *rows = &content->rows;
    const BlockRows *blocks = &content->blocks;
    int64_t end = item->first + item->count;
    if (rows->tag[row] != TAG_TEXT || is_unseen(rows, row))
        return 0;
    if (!content->chars[row])
        return !is_layout(rows, row);
    while (parts->block < end && blocks->last_row[parts->block] < row)
        parts->block++;
    return parts->block < end && blocks->first_row[parts->block] <= row && content->kept[parts->block];
}

/* End the current line. */
static void put_line_end(Parts *parts, Buffer *out)
{
    mt_put_char(out, '\n');
    parts->is_line_start = 1;
    parts->is_line_open = 0;
    parts->has_code = 0;
    parts->numbered = NONE;
}

/* Note which lines of a text begin with code, and whether their number was left out before it. The number in another
   block, such as the cell before, has no space after it. */
static void note_lines(const Rows *rows, Parts *parts, int64_t row, const char *at, const char *end)
{
    for (; at < end; at++) {
        if (*at == '\n') {
            parts->has_code = 0;
            parts->numbered = NONE;
        } else if (!parts->has_code && !is_space((Byte)*at)) {
            int is_numbered = parts->numbered != NONE && parts->numbered == rows->block[row];
            parts->has_numbers |= is_numbered;
            parts->has_bare |= !is_numbered;
            parts->has_code = 1;
            parts->numbered = NONE;
        }
    }
}

/* Whether a text begins on a separate line, or in another cell. */
static int begins_apart(const Rows *rows, const Parts *parts, int64_t row)
{
    return parts->has_begun || rows->block[row] != rows->block[parts->before];
}

/* Note a text that is left out, if it is a number at the beginning of a line. */
static void note_left_out(const Rows *rows, Parts *parts, int64_t row)
{
    const Byte *at = text_from(rows, row), *end = text_from(rows, row + 1);
    while (at < end && is_space(*at))
        at++;
    if (at < end && is_digit(*at) && (!parts->has_code || begins_apart(rows, parts, row)))
        parts->numbered = rows->block[row];
}

/* Write a text of the code, at the beginning of a line where a block element or another cell begins. */
static void put_text(const Rows *rows, Parts *parts, int64_t row, Buffer *out)
{
    if (begins_apart(rows, parts, row) && !parts->is_line_start) {
        int is_beside = are_in_one_row(rows, parts->before, row);
        mt_put_char(out, is_beside ? ' ' : '\n');
        parts->has_code &= is_beside;
    }
    size_t start = out->length;
    put_rows(rows, row, row + 1, out);
    parts->before = row;
    parts->has_begun = 0;
    if (out->length > start && !out->has_failed) {
        parts->is_line_start = out->at[out->length - 1] == '\n';
        parts->is_line_open &= memchr(out->at + start, '\n', out->length - start) == NULL;
        note_lines(rows, parts, row, out->at + start, out->at + out->length);
    }
}

/* Drop the space that all lines begin with: it is between them and their numbers. */
static void drop_first_space(Buffer *out, size_t start)
{
    if (out->has_failed)
        return;
    const char *begin = out->at + start, *end = out->at + out->length;
    char *to = out->at + start;
    for (const char *at = begin; at < end; at++)
        if ((at == begin || at[-1] == '\n') && *at != ' ' && *at != '\n' && *at != '\r')
            return;
    for (int is_first = 1; begin < end; begin++) {
        char c = *begin;
        if (!is_first || c != ' ')
            *to++ = c;
        is_first = c == '\n';
    }
    out->length = (size_t)(to - out->at);
}

static void put_parts(const PageContent *content, const Item *item, Buffer *out)
{
    const Rows *rows = &content->rows;
    Parts parts = {.block = item->first, .before = item->row + 1, .is_line_start = 1, .numbered = NONE};
    size_t start = out->length;
    for (int64_t row = item->row + 1; row < rows->end[item->row]; row++) {
        if (rows->tag[row] == TAG_BR && !(rows->flags[row] & FLAG_HIDDEN)) {
            put_line_end(&parts, out);
        } else if (rows->tag[row] == TAG_TEXT) {
            if (rows->flags[row] & FLAG_UNSHOWN)
                note_left_out(rows, &parts, row);
            if (is_shown(content, item, &parts, row))
                put_text(rows, &parts, row, out);
        } else if (is_empty_line(content, row)) {
            if (!parts.is_line_start)
                put_line_end(&parts, out);
            put_line_end(&parts, out);
        } else if (is_border(rows, row)) {
            parts.has_begun = 1;
        } else if (is_inline_line(content, row) && !is_unseen(rows, row)) {
            if (parts.is_line_open)
                put_line_end(&parts, out);
            parts.is_line_open = 1;
        }
    }
    if (parts.has_numbers && !parts.has_bare)
        drop_first_space(out, start);
}

/* Highlighters without <pre> write no-break spaces for indentation and at the ends of lines. Make them plain, and
   drop those at the ends. */
static void make_plain(Buffer *out, size_t start)
{
    if (out->has_failed || out->length == start)
        return;
    char *to = out->at + start, *begin = to;
    const char *end = out->at + out->length;
    for (const char *at = to; at < end; at++) {
        int is_wide = end - at > 1 && (Byte)at[0] == 0xC2 && (Byte)at[1] == 0xA0;
        at += is_wide;
        while (*at == '\n' && to > begin && to[-1] == ' ')
            to--;
        *to++ = is_wide ? ' ' : *at;
    }
    out->length = (size_t)(to - out->at);
}

/* Normalize line breaks; drop blank lines at the beginning and white space at the end. */
static void trim(Buffer *out, size_t start)
{
    if (out->has_failed || out->length == start)
        return;
    Byte *begin = (Byte *)out->at + start, *to = begin;
    const Byte *end = (Byte *)out->at + out->length;
    for (const Byte *at = begin; at < end; at++)
        if (*at != '\r')
            *to++ = *at;
        else if (at + 1 == end || at[1] != '\n')
            *to++ = '\n';
    end = mt_skip_back(begin, to);
    const Byte *first = begin;
    for (const Byte *at = begin; at < end && white_space_at(at, end); at += mt_length_of(at, end))
        if (*at == '\n')
            first = at + 1;
    memmove(begin, first, (size_t)(end - first));
    out->length = start + (size_t)(end - first);
}

int mt_put_code_lines(const PageContent *content, const Item *item, Buffer *out)
{
    const Rows *rows = &content->rows;
    size_t start = out->length;
    if (!is_end(rows, item->row))
        return 0;
    if (is_plain(content, item->row))
        put_rows(rows, item->row, rows->end[item->row], out);
    else
        put_parts(content, item, out);
    if (tag_at(content, item->row) == TAG_TABLE || tag_at(content, item->row) == TAG_OL)
        make_plain(out, start);
    trim(out, start);
    return 1;
}
