/* A <pre> -> its lines, as a reader sees them. Syntax highlighters put each line into a block element or
   table row, or end it with <br>. */
#include <string.h>

#include "render/content.h"

static int is_plain(const Rows *rows, int64_t row) /* no elements that form lines, and no invisible parts */
{
    for (int64_t at = row + 1; at < rows->end[row]; at++) {
        if (rows->block[at] == at || is_unseen(rows, at))
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

static int put_row(Writer *writer, int64_t row, Buffer *out)
{
    const Rows *rows = writer->rows;
    if (!mt_seek(&writer->reader, rows->text_start[row]))
        return 0;
    const Byte *start = writer->reader.at;
    if (!mt_seek(&writer->reader, rows->text_end[row]))
        return 0;
    mt_put(out, (const char *)start, (size_t)(writer->reader.at - start));
    return 1;
}

/* State of writing code in parts. */
typedef struct {
    int64_t block;     /* the last block that was checked */
    int64_t before;    /* row of the last text */
    int has_begun;     /* a block element began after it */
    int is_line_start; /* the current line is empty */
} Parts;

/* Whether a text is shown: in a kept block, or blank, except white space between table cells. */
static int is_shown(const PageContent *content, const Item *item, Parts *parts, int64_t row)
{
    const Rows *rows = &content->rows;
    const BlockRows *blocks = &content->blocks;
    int64_t end = item->first + item->count, parent = rows->parent[row];
    if (rows->tag[row] != TAG_TEXT || is_unseen(rows, row))
        return 0;
    if (!content->chars[row])
        return !is_row(rows, parent) || !is_between_cells(rows->tag[parent]);
    while (parts->block < end && blocks->last_row[parts->block] < row)
        parts->block++;
    return parts->block < end && blocks->first_row[parts->block] <= row && content->kept[parts->block];
}

static int put_parts(const PageContent *content, Writer *writer, const Item *item, Buffer *out)
{
    const Rows *rows = &content->rows;
    Parts parts = {.block = item->first, .before = item->row + 1, .is_line_start = 1};
    for (int64_t row = item->row + 1; row < rows->end[item->row]; row++) {
        int is_line_break = rows->tag[row] == TAG_BR && !(rows->flags[row] & FLAG_HIDDEN);
        if (is_line_break) {
            mt_put_char(out, '\n');
            parts.is_line_start = 1;
            continue;
        }
        if (is_border(rows, row) && rows->tag[row] != TAG_BR)
            parts.has_begun = 1;
        if (!is_shown(content, item, &parts, row))
            continue;
        int begins = parts.has_begun || rows->block[row] != rows->block[parts.before];
        if (begins && !parts.is_line_start)
            mt_put_char(out, are_in_one_row(rows, parts.before, row) ? ' ' : '\n');
        size_t start = out->length;
        if (!put_row(writer, row, out))
            return 0;
        int is_empty = out->length == start;
        parts.is_line_start =
            is_empty ? parts.is_line_start : !out->has_failed && out->at[out->length - 1] == '\n';
        parts.before = row;
        parts.has_begun = 0;
    }
    return 1;
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

int mt_put_code_lines(const PageContent *content, Writer *writer, const Item *item, Buffer *out)
{
    size_t start = out->length;
    if (!is_end(&content->rows, item->row))
        return 0;
    int is_right = is_plain(&content->rows, item->row) ? put_row(writer, item->row, out)
                                                       : put_parts(content, writer, item, out);
    trim(out, start);
    return is_right;
}
