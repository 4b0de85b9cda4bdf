/* Items -> plain text: maintext.render.text, and the text of blocks as maintext.blocks folds it. */
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

    char *line; /* where the line begins */
    Run run;
    int after_cjk; /* the last character that is no white space was one */

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

/* Write the space that is due before a character. */
static void end_run(Writer *writer, int cjk)
{
    if (writer->run == RUN_NONE)
        return;
    int is_dropped = writer->run == RUN_BREAK && writer->after_cjk && cjk && has_line_feed(writer);
    if (!is_dropped && writer->out > writer->line)
        *writer->out++ = ' ';
    writer->run = RUN_NONE;
}

/* Copy ASCII whose only white space are single spaces, which is what most texts are; stops at the first sixteen
   bytes that are anything else. */
static const Byte *copy_plain(Writer *writer, const Byte *at, const Byte *end)
{
#ifdef HAS_SSE2
    while (end - at >= STEP && writer->run == RUN_NONE && writer->out > writer->line) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)at), space = _mm_set1_epi8(' ');
        __m128i spaces = _mm_cmpeq_epi8(bytes, space);
        __m128i odd = _mm_or_si128(_mm_cmplt_epi8(bytes, space), /* bytes beyond ASCII are negative */
                                   _mm_and_si128(spaces, _mm_slli_si128(spaces, 1)));
        if (_mm_movemask_epi8(odd))
            break;
        _mm_storeu_si128((__m128i *)writer->out, bytes);
        int copied = at[STEP - 1] == ' ' ? STEP - 1 : STEP; /* what follows the last is not known yet */
        at += copied;
        writer->out += copied;
        writer->after_cjk = 0;
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
        const Byte *start = at, *last = at;
        for (; at < end && !is_space_at(at, end); at += length_of(at, end))
            last = at;
        if (at > start) {
            end_run(writer, is_cjk_at(start, end));
            memcpy(writer->out, start, (size_t)(at - start));
            writer->out += at - start;
            writer->after_cjk = is_cjk_at(last, end);
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
    writer->after_cjk = 0;
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

/* -- items -------------------------------------------------------------------------------------------- */

/* The most bytes that writing takes: no text is written twice, and little comes between. */
size_t most_written(Text text, const BlockRows *blocks, Sorted gaps, const HeldText *held, int64_t holders)
{
    size_t most = (size_t)(text.end - text.start) + 3 * (size_t)blocks->count + (size_t)gaps.count + STEP;
    for (int64_t i = 0; i < holders; i++)
        most += held[i].length;
    return most;
}

/* Write the items; how many bytes that took. */
int64_t write_items(const Rows *rows, const BlockRows *blocks, const Byte *kept, Sorted gaps, Text text,
                    const Item *items, int64_t count, const HeldText *held, char *out)
{
    Writer writer = {.rows = rows, .gaps = gaps, .reader = {text, text.start, text.first}, .out = out};
    for (int64_t i = 0; i < count; i++) {
        const Item *item = &items[i];
        if (i)
            *writer.out++ = '\n';
        if (i && !item->is_close)
            *writer.out++ = '\n';
        if (item->holder != NONE && held[item->holder].text) {
            memcpy(writer.out, held[item->holder].text, held[item->holder].length);
            writer.out += held[item->holder].length;
            continue;
        }
        for (int64_t block = item->first; block < item->first + item->count; block++) {
            if (!kept[block])
                continue;
            if (block > item->first)
                *writer.out++ = '\n';
            if (!write_block(&writer, blocks->first_row[block], blocks->last_row[block]))
                return FOUND_WRONG;
        }
    }
    return writer.out - out;
}
