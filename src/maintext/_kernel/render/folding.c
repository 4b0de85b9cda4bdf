/* Text nodes -> a line with collapsed white space, as in maintext.page.blocks. */
#include "render/folding.h"

#include <string.h>

/* -- characters -------------------------------------------------------------------------------------- */

ptrdiff_t mt_length_of(const Byte *at, const Byte *end)
{
    ptrdiff_t length = *at < 0xC0 ? 1 : *at < 0xE0 ? 2 : *at < 0xF0 ? 3 : 4;
    return length < end - at ? length : end - at;
}

static int joins_lines_at(const Byte *at, const Byte *end)
{
    return *at >= 0xE3 && joins_lines(next_code_point(&at, end));
}

/* -- a line ------------------------------------------------------------------------------------------ */

static void add_space(Writer *writer, Byte first)
{
    if (writer->keeps_lines && first == '\n')
        writer->run = RUN_LINE;
    else if (writer->run == RUN_NONE || writer->run == RUN_BLANKS)
        writer->run = first == '\n' || first == '\r'  ? RUN_BREAK
                      : first == ' ' || first == '\t' ? RUN_BLANKS
                                                      : RUN_OTHER;
    if (first == '\n')
        writer->has_feed = 1;
}

/* Whether the block's text has a line feed. If not, its other line breaks count as spaces. */
static int has_line_feed(Writer *writer)
{
    const Rows *rows = writer->rows;
    if (writer->has_feed != NONE)
        return writer->has_feed;
    writer->has_feed = 0;
    for (int64_t row = writer->first_row; row <= writer->last_row && !writer->has_feed; row++) {
        if (rows->tag[row] != TAG_TEXT || is_unseen(rows, row))
            continue;
        const Byte *start = text_from(rows, row);
        writer->has_feed = memchr(start, '\n', (size_t)(text_from(rows, row + 1) - start)) != NULL;
    }
    return writer->has_feed;
}

/* Whether the last character of the line joins lines. */
static int is_after_joining(const Writer *writer)
{
    const Byte *start = (const Byte *)writer->line, *end = (const Byte *)writer->out, *last = end;
    while (last > start && (*--last & 0xC0) == 0x80)
        ;
    return last < end && joins_lines_at(last, end);
}

/* Write the pending space before a character, if needed. */
static void end_run(Writer *writer, int joins)
{
    if (writer->run == RUN_NONE)
        return;
    int is_dropped = writer->run == RUN_BREAK && joins && is_after_joining(writer) && has_line_feed(writer);
    if (!is_dropped && writer->out > writer->line)
        *writer->out++ = writer->run == RUN_LINE ? '\n' : ' ';
    writer->run = RUN_NONE;
}

/* Copy text whose only white space is single spaces: the common case. Stops where there may be anything else. */
static const Byte *copy_plain(Writer *writer, const Byte *at, const Byte *end)
{
    while (end - at >= STEP && writer->run == RUN_NONE && (writer->out > writer->line || *at > ' ')) {
        Bytes bytes = load(at);
        Matches spaces = is_byte(bytes, ' '), odd = both(spaces, after_match(spaces, match_first(0)));
        odd = either(odd, is_at_most(bytes, ' ' - 1));
        odd = either(odd, is_byte(bytes, 0xC2)); /* first bytes of white space outside ASCII */
        odd = either(odd, is_between(bytes, 0xE1, 0xE3));
        int copied = is_any(odd) ? lowest_bit(mask_of(odd)) : STEP;
        copied -= copied && at[copied - 1] == ' '; /* the byte after it may be a space, too */
        store(writer->out, bytes);
        at += copied;
        writer->out += copied;
        if (is_any(odd))
            break;
    }
    return at;
}

/* Find the end of a word; or the first ASCII letter after others, where `copy_plain` can continue. */
static const Byte *skip_word(const Byte *at, const Byte *end)
{
    int is_plain = 1;
    while (at < end && (is_plain || *at >= 0x80 || end - at < STEP)) {
        if (*at > ' ' && *at < 0x80) {
            at++;
            continue;
        }
        if (white_space_at(at, end))
            break;
        at += mt_length_of(at, end);
        is_plain = 0;
    }
    return at;
}

/* Write text with collapsed white space. */
static void fold(Writer *writer, const Byte *at, const Byte *end)
{
    while (at < end) {
        if (*at > ' ' && *at < 0x80) /* joins no lines */
            end_run(writer, 0);
        at = copy_plain(writer, at, end);
        const Byte *start = at;
        at = skip_word(at, end);
        if (at > start) {
            end_run(writer, joins_lines_at(start, end));
            memcpy(writer->out, start, (size_t)(at - start));
            writer->out += at - start;
        }
        for (int length; at < end && (length = white_space_at(at, end)) > 0; at += length)
            add_space(writer, *at);
    }
}

/* -- a block's text nodes ---------------------------------------------------------------------------- */

void mt_begin_block(Writer *writer, int64_t first, int64_t last)
{
    writer->line = writer->out;
    writer->run = RUN_NONE;
    writer->has_feed = NONE;
    writer->first_row = first;
    writer->last_row = last;
}

int mt_is_shown_text(const Rows *rows, int64_t row)
{
    return rows->tag[row] == TAG_TEXT && !is_unseen(rows, row) &&
           rows->text_start[row] != rows->text_end[row];
}

/* Find the characters of a text node. */
void mt_read_node(Writer *writer, int64_t row, TextNode *node)
{
    const Rows *rows = writer->rows;
    while (writer->gap < writer->gaps.count && writer->gaps.at[writer->gap] < row)
        writer->gap++;
    node->has_gap = writer->gap < writer->gaps.count && writer->gaps.at[writer->gap] == row;
    node->start = text_from(rows, row);
    node->end = text_from(rows, row + 1);
    node->is_raw = (rows->flags[row] & FLAG_FORMULA) != 0;
    node->keeps_lines = (rows->flags[row] & FLAG_LINES) != 0;
    while (writer->change < writer->changed.at.count && writer->changed.at.at[writer->change] < row)
        writer->change++;
    if (writer->change < writer->changed.at.count && writer->changed.at.at[writer->change] == row) {
        View text = writer->changed.texts[writer->change];
        node->start = (const Byte *)text.text;
        node->end = node->start + text.length;
        node->is_raw = writer->changed.is_raw[writer->change];
    }
}

void mt_fold_node(Writer *writer, const TextNode *node)
{
    writer->keeps_lines = node->keeps_lines;
    if (node->has_gap)
        add_space(writer, ' ');
    fold(writer, node->start, node->end);
}
