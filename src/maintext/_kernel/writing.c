/* Items -> plain text: maintext.render.text, and the text of blocks as maintext.blocks folds it. */
#include <stdlib.h>

#include "rows.h"

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#define HAS_SSE2 1
#endif

enum { STEP = 16 }; /* bytes at once */

/* -- characters ------------------------------------------------------------------------------------- */

static int is_ascii_space(Byte byte)
{
    return byte == ' ' || (byte >= 9 && byte <= 13) || (byte >= 28 && byte <= 31);
}

/* How long a code point of well-formed UTF-8 is. */
static ptrdiff_t length_of(const Byte *at, const Byte *end)
{
    ptrdiff_t length = *at < 0xC0 ? 1 : *at < 0xE0 ? 2 : *at < 0xF0 ? 3 : 4;
    return length < end - at ? length : end - at;
}

/* A code point of two or three bytes; none of the others means anything here. */
static uint32_t read_code_point(const Byte *at, const Byte *end)
{
    switch (*at < 0xC0 ? 0 : length_of(at, end)) {
    case 2:
        return (uint32_t)(at[0] & 0x1F) << 6 | (at[1] & 0x3F);
    case 3:
        return (uint32_t)(at[0] & 0x0F) << 12 | (uint32_t)(at[1] & 0x3F) << 6 | (at[2] & 0x3F);
    default:
        return 0;
    }
}

static int is_space_at(const Byte *at, const Byte *end)
{
    if (*at < 0x80)
        return is_ascii_space(*at);
    if (*at != 0xC2 && (*at < 0xE1 || *at > 0xE3)) /* what all the others begin with */
        return 0;
    uint32_t code = read_code_point(at, end);
    return code == 0x85 || code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) ||
           code == 0x2028 || code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000;
}

static int is_cjk_at(const Byte *at, const Byte *end)
{
    if (*at < 0xE3)
        return 0;
    uint32_t code = read_code_point(at, end);
    return (code >= 0x3000 && code <= 0x30FF) || (code >= 0x3400 && code <= 0x9FFF) ||
           (code >= 0xF900 && code <= 0xFAFF) || (code >= 0xFF00 && code <= 0xFFEF);
}

/* -- where a text node's characters are -------------------------------------------------------------- */

typedef struct {
    Text text;
    const Byte *at;
    int64_t position; /* the code point there */
} Reader;

/* Go on to a code point; 0 if it lies before the place, or beyond the text. */
static int seek(Reader *reader, int64_t position)
{
    const Text *text = &reader->text;
    if (position < reader->position || position > text->first + text->count)
        return 0;
    if (text->end - text->start == text->count) {
        reader->at = text->start + (position - text->first);
        reader->position = position;
        return 1;
    }
    while (reader->position < position) { /* so many bytes hold at most as many code points */
        if (position - reader->position > text->end - reader->at)
            return 0;
        const Byte *stop = reader->at + (position - reader->position);
        reader->position += count_code_points_before(reader->at, stop, text->end);
        reader->at = stop;
    }
    while (reader->at < text->end && (*reader->at & 0xC0) == 0x80)
        reader->at++;
    return 1;
}

/* -- a line ------------------------------------------------------------------------------------------- */

/* White space since the last character that is none. A line break between CJK characters is dropped; only
   blanks may stand before it. */
typedef enum { RUN_NONE, RUN_BLANKS, RUN_BREAK, RUN_OTHER } Run;

typedef struct {
    const Rows *rows;
    Sorted gaps;
    int64_t gap; /* the next one */
    Reader reader;
    char *out;
    int64_t tabs; /* that may still be written */

    char *line; /* where the line begins */
    Run run;

    Reader begin; /* of the block */
    int64_t first_row, last_row;
    int has_feed; /* a line feed is among its text; NONE: not known */
} Writer;

static void add_space(Writer *writer, Byte first)
{
    if (writer->run == RUN_NONE || writer->run == RUN_BLANKS)
        writer->run = first == '\n' || first == '\r'  ? RUN_BREAK
                      : first == ' ' || first == '\t' ? RUN_BLANKS
                                                      : RUN_OTHER;
    if (first == '\n')
        writer->has_feed = 1;
}

/* Whether the block's text has a line feed: if not, its other line breaks are no more than spaces. */
static int has_line_feed(Writer *writer)
{
    const Rows *rows = writer->rows;
    Reader reader = writer->begin;
    if (writer->has_feed != NONE)
        return writer->has_feed;
    writer->has_feed = 0;
    for (int64_t row = writer->first_row; row <= writer->last_row && !writer->has_feed; row++) {
        if (rows->tag[row] != TAG_TEXT || is_unseen(rows, row) || !seek(&reader, rows->text_start[row]))
            continue;
        const Byte *start = reader.at;
        if (seek(&reader, rows->text_end[row]))
            writer->has_feed = memchr(start, '\n', (size_t)(reader.at - start)) != NULL;
    }
    return writer->has_feed;
}

/* Whether the last character of the line is one. */
static int is_after_cjk(const Writer *writer)
{
    const Byte *start = (const Byte *)writer->line, *end = (const Byte *)writer->out, *last = end;
    while (last > start && (*--last & 0xC0) == 0x80)
        ;
    return last < end && is_cjk_at(last, end);
}

/* Write the space that is due before a character. */
static void end_run(Writer *writer, int cjk)
{
    if (writer->run == RUN_NONE)
        return;
    int is_dropped = writer->run == RUN_BREAK && cjk && is_after_cjk(writer) && has_line_feed(writer);
    if (!is_dropped && writer->out > writer->line)
        *writer->out++ = ' ';
    writer->run = RUN_NONE;
}

/* Copy text whose only white space are single spaces, which is what most is; stops at the first sixteen bytes
   that may be anything else. */
static const Byte *copy_plain(Writer *writer, const Byte *at, const Byte *end)
{
#ifdef HAS_SSE2
    const __m128i space = _mm_set1_epi8(' '), control = _mm_set1_epi8(' ' - 1);
    const __m128i c2 = _mm_set1_epi8((char)0xC2), e1 = _mm_set1_epi8((char)0xE1), two = _mm_set1_epi8(2);
    while (end - at >= STEP && writer->run == RUN_NONE && writer->out > writer->line) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)at), from_e1 = _mm_sub_epi8(bytes, e1);
        __m128i spaces = _mm_cmpeq_epi8(bytes, space);
        __m128i odd = _mm_and_si128(spaces, _mm_slli_si128(spaces, 1));
        odd = _mm_or_si128(odd, _mm_cmpeq_epi8(_mm_min_epu8(bytes, control), bytes));
        odd = _mm_or_si128(odd, _mm_cmpeq_epi8(bytes, c2)); /* what white space beyond ASCII begins with */
        odd = _mm_or_si128(odd, _mm_cmpeq_epi8(_mm_min_epu8(from_e1, two), from_e1));
        if (_mm_movemask_epi8(odd))
            break;
        _mm_storeu_si128((__m128i *)writer->out, bytes);
        int copied = at[STEP - 1] == ' ' ? STEP - 1 : STEP; /* what follows the last is not known yet */
        at += copied;
        writer->out += copied;
    }
#else
    (void)writer;
    (void)end;
#endif
    return at;
}

/* Write a piece of text, white space folded. */
static void fold(Writer *writer, const Byte *at, const Byte *end)
{
    while (at < end) {
        at = copy_plain(writer, at, end);
        const Byte *start = at;
        while (at < end && !is_space_at(at, end))
            at += length_of(at, end);
        if (at > start) {
            end_run(writer, is_cjk_at(start, end));
            memcpy(writer->out, start, (size_t)(at - start));
            writer->out += at - start;
        }
        for (; at < end && is_space_at(at, end); at += length_of(at, end))
            add_space(writer, *at);
    }
}

/* Take white space from the end of what is written, and line breaks from its beginning. */
static void trim(Writer *writer)
{
    char *start = writer->line, *end = writer->out;
    while (start < end && (*start == '\n' || *start == '\r'))
        start++;
    while (end > start) {
        char *last = end - 1;
        while (last > start && ((Byte)*last & 0xC0) == 0x80)
            last--;
        if (!is_space_at((const Byte *)last, (const Byte *)end))
            break;
        end = last;
    }
    memmove(writer->line, start, (size_t)(end - start));
    writer->out = writer->line + (end - start);
}

/* Write the text of a block; 0 if its offsets cannot be right. */
static int write_block(Writer *writer, int64_t first, int64_t last)
{
    const Rows *rows = writer->rows;
    int is_pre = (rows->flags[first] & FLAG_PRE) != 0;
    writer->line = writer->out;
    writer->run = RUN_NONE;
    writer->begin = writer->reader;
    writer->has_feed = NONE;
    writer->first_row = first;
    writer->last_row = last;
    for (int64_t row = first; row <= last; row++) {
        if (rows->tag[row] != TAG_TEXT || is_unseen(rows, row) ||
            rows->text_start[row] == rows->text_end[row])
            continue;
        while (writer->gap < writer->gaps.count && writer->gaps.at[writer->gap] < row)
            writer->gap++;
        int has_gap = writer->gap < writer->gaps.count && writer->gaps.at[writer->gap] == row;
        if (!seek(&writer->reader, rows->text_start[row]))
            return 0;
        const Byte *start = writer->reader.at;
        if (has_gap && is_pre)
            *writer->out++ = ' ';
        else if (has_gap)
            add_space(writer, ' ');
        if (!seek(&writer->reader, rows->text_end[row]))
            return 0;
        if (is_pre) {
            memcpy(writer->out, start, (size_t)(writer->reader.at - start));
            writer->out += writer->reader.at - start;
        } else {
            fold(writer, start, writer->reader.at);
        }
    }
    if (is_pre)
        trim(writer);
    return 1;
}

/* -- tables: maintext.render.tables, where no cell spans several places ---------------------------------- */

typedef struct {
    int64_t row, after;    /* of the cell, and of the next one, or the table's end */
    int64_t column;        /* its number in the row */
    int begins;            /* a row */
    int64_t first, blocks; /* the item's blocks in it */
} Cell;

static int64_t next_cell(const Rows *rows, int64_t row, int64_t end)
{
    while (row < end && rows->tag[row] != TAG_TD && rows->tag[row] != TAG_TH)
        row++;
    return row;
}

/* Go on to the next cell of a table, in the order of the source; 0 if there is none. Before the first stands
   what is before all cells. */
static int go_on(const Rows *rows, const BlockRows *blocks, const Item *item, int64_t end, Cell *cell)
{
    if (cell->after >= end)
        return 0;
    int64_t row = cell->after, last = item->first + item->count;
    cell->begins = cell->row == NONE || rows->parent[cell->row] != rows->parent[row];
    cell->column = cell->begins ? 0 : cell->column + 1;
    cell->row = row;
    cell->after = next_cell(rows, row + 1, end);
    cell->first += cell->blocks;
    for (cell->blocks = 0; cell->first + cell->blocks < last; cell->blocks++)
        if (blocks->first_row[cell->first + cell->blocks] >= cell->after)
            break;
    return 1;
}

static Cell before_cells(const Rows *rows, const BlockRows *blocks, const Item *item, int64_t table)
{
    Cell cell = {NONE, next_cell(rows, table, rows->end[table]), 0, 0, item->first, 0};
    while (cell.blocks < item->count && blocks->first_row[item->first + cell.blocks] < cell.after)
        cell.blocks++;
    return cell;
}

/* Write the kept ones of some blocks, each after a mark but the first; how many there are, NONE if an offset
   cannot be right. */
static int64_t write_blocks(Writer *writer, const BlockRows *blocks, const Byte *kept, int64_t first,
                            int64_t count, char mark)
{
    int64_t written = 0;
    for (int64_t block = first; block < first + count; block++) {
        if (!kept[block])
            continue;
        if (written++)
            *writer->out++ = mark;
        if (!write_block(writer, blocks->first_row[block], blocks->last_row[block]))
            return NONE;
    }
    return written;
}

static int has_kept(const Byte *kept, const Cell *cell)
{
    return cell->blocks && memchr(kept + cell->first, 1, (size_t)cell->blocks) != NULL;
}

/* Write a table: a line for every row with kept text, a tab between the columns that have any. `used` has
   room for every row. */
static int write_table_item(Writer *writer, const BlockRows *blocks, const Byte *kept, const Item *item,
                            int64_t table, Byte *used)
{
    const Rows *rows = writer->rows;
    int64_t end = rows->end[table], columns = 0, tabs = 0;
    Cell caption = before_cells(rows, blocks, item, table), cell = caption;
    while (go_on(rows, blocks, item, end, &cell)) {
        if (cell.column == columns)
            used[columns++] = 0;
        used[cell.column] |= (Byte)has_kept(kept, &cell);
    }
    int64_t written = write_blocks(writer, blocks, kept, caption.first, caption.blocks, '\n');
    int is_begun = 0;
    for (cell = caption; written != NONE && go_on(rows, blocks, item, end, &cell);) {
        if (cell.begins)
            tabs = is_begun = 0;
        if (has_kept(kept, &cell)) {
            if (!is_begun && written++)
                *writer->out++ = '\n';
            is_begun = 1;
            writer->tabs -= tabs;
            if (writer->tabs < 0)
                return 0;
            for (; tabs; tabs--)
                *writer->out++ = '\t';
            if (write_blocks(writer, blocks, kept, cell.first, cell.blocks, ' ') == NONE)
                return 0;
        }
        tabs += used[cell.column];
    }
    return written != NONE;
}

/* -- items -------------------------------------------------------------------------------------------- */

static int64_t most_tabs(const Rows *rows, int64_t holders)
{
    return MOST_GROWTH * rows->count + FREE_GROWTH * holders;
}

/* The most bytes that writing takes: no text is written twice, and little comes between. */
size_t most_written(const Rows *rows, Text text, const BlockRows *blocks, Sorted gaps, const HeldText *held,
                    int64_t holders)
{
    size_t most = (size_t)(text.end - text.start) + 3 * (size_t)blocks->count + (size_t)gaps.count + STEP;
    most += (size_t)most_tabs(rows, holders);
    for (int64_t i = 0; i < holders; i++)
        most += held[i].length;
    return most;
}

/* Write an item; 0 if the columns cannot be right. */
static int write_item(Writer *writer, const BlockRows *blocks, const Byte *kept, const Item *item,
                      Sorted holders, const HeldText *held, Byte *used)
{
    if (item->holder != NONE && held[item->holder].text) {
        memcpy(writer->out, held[item->holder].text, held[item->holder].length);
        writer->out += held[item->holder].length;
        return 1;
    }
    int64_t row = item->holder == NONE ? NONE : holders.at[item->holder];
    if (row != NONE && writer->rows->tag[row] == TAG_TABLE)
        return is_end(writer->rows, row) && write_table_item(writer, blocks, kept, item, row, used);
    return write_blocks(writer, blocks, kept, item->first, item->count, '\n') != NONE;
}

/* Write the items; how many bytes that took. */
int64_t write_items(const Rows *rows, const BlockRows *blocks, const Byte *kept, Sorted gaps, Text text,
                    const Item *items, int64_t count, Sorted holders, const HeldText *held, char *out)
{
    Writer writer = {.rows = rows, .gaps = gaps, .reader = {text, text.start, text.first}, .out = out};
    Byte *used = holders.count ? malloc((size_t)rows->count) : NULL;
    if (holders.count && !used)
        return FOUND_NO_MEMORY;
    writer.tabs = most_tabs(rows, holders.count);
    int is_right = 1;
    for (int64_t i = 0; i < count && is_right; i++) {
        if (i)
            *writer.out++ = '\n';
        if (i && !items[i].is_close)
            *writer.out++ = '\n';
        is_right = write_item(&writer, blocks, kept, &items[i], holders, held, used);
    }
    free(used);
    return is_right ? writer.out - out : FOUND_WRONG;
}
