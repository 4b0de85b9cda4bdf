/* Items -> plain text: an empty line between paragraphs; lines of a paragraph, list items and table rows on
   separate lines; a tab between cells. */
#include <string.h>

#include "base/memory.h"
#include "render/content.h"

/* -- blocks ------------------------------------------------------------------------------------------ */

const Byte *mt_skip_back(const Byte *start, const Byte *end)
{
    while (end > start) {
        const Byte *last = end - 1;
        while (last > start && (*last & 0xC0) == 0x80)
            last--;
        if (!white_space_at(last, end))
            break;
        end = last;
    }
    return end;
}

Writer mt_new_writer(const PageContent *content)
{
    return (Writer){.rows = &content->rows, .gaps = content->gaps, .changed = content->changed};
}

/* Append a text node to the line with collapsed white space. The line begins at `writer->line`, in this
   buffer. Returns 0 when out of memory. */
int mt_fold_into(Writer *writer, Buffer *out, const TextNode *node)
{
    size_t line = (size_t)(writer->line - out->at);
    char *at = mt_reserve_bytes(out, (size_t)(node->end - node->start) + STEP + 2);
    if (!at)
        return 0;
    writer->line = out->at + line;
    writer->out = at;
    mt_fold_node(writer, node);
    out->length = (size_t)(writer->out - out->at);
    return 1;
}

/* Drop white space at the end of preformatted text, and line breaks at its beginning. */
static void trim(Buffer *out, size_t since)
{
    if (out->has_failed || out->length == since)
        return;
    Byte *begin = (Byte *)out->at + since;
    const Byte *start = begin, *end = (Byte *)out->at + out->length;
    while (start < end && (*start == '\n' || *start == '\r'))
        start++;
    end = mt_skip_back(start, end);
    memmove(begin, start, (size_t)(end - start));
    out->length = since + (size_t)(end - start);
}

void mt_put_block(Writer *writer, Buffer *out, int64_t first, int64_t last)
{
    const Rows *rows = writer->rows;
    int is_pre = (rows->flags[first] & FLAG_PRE) != 0;
    size_t since = out->length;
    if (!mt_reserve_bytes(out, 1))
        return; /* out->has_failed is set */
    writer->out = out->at + since;
    mt_begin_block(writer, first, last);
    for (int64_t row = first; row <= last; row++) {
        TextNode node;
        if (!mt_is_shown_text(rows, row))
            continue;
        mt_read_node(writer, row, &node);
        if (is_pre) {
            mt_put(out, " ", (size_t)node.has_gap);
            mt_put(out, (const char *)node.start, (size_t)(node.end - node.start));
        } else if (!mt_fold_into(writer, out, &node)) {
            return;
        }
    }
    if (is_pre)
        trim(out, since);
}

/* -- items ------------------------------------------------------------------------------------------- */

/* Write the kept blocks of a range with a separator between them. */
static void put_blocks(const PageContent *content, Writer *writer, int64_t first, int64_t count,
                       char separator, Buffer *out)
{
    const BlockRows *blocks = &content->blocks;
    int is_first = 1;
    for (int64_t block = first; block < first + count; block++) {
        if (!content->kept[block])
            continue;
        if (!is_first)
            mt_put_char(out, separator);
        is_first = 0;
        mt_put_block(writer, out, blocks->first_row[block], blocks->last_row[block]);
    }
}

/* Make one line of a cell: lines and tabs of code become a space. */
void mt_join_lines(Buffer *out, size_t since)
{
    if (out->has_failed || out->length == since)
        return;
    char *to = out->at + since;
    const char *at = to, *end = out->at + out->length;
    while (at < end) {
        const char *start = at;
        int has_break = 0;
        for (; at < end && strchr(" \n\r\t", *at) && *at; at++)
            has_break |= *at != ' ';
        if (has_break)
            *to++ = ' ';
        else if (at > start)
            to = (char *)memmove(to, start, (size_t)(at - start)) + (at - start);
        else
            *to++ = *at++;
    }
    out->length = (size_t)(to - out->at);
}

static int64_t put_table(const PageContent *content, Writer *writer, const Item *item, Buffer *out)
{
    Grid grid;
    int64_t outcome = mt_make_grid(content, item, &grid);
    if (outcome < 0)
        return outcome;
    size_t since = out->length;
    put_blocks(content, writer, item->first, grid.caption, '\n', out);
    for (int64_t row = 0; row < grid.rows; row++) {
        if (out->length > since)
            mt_put_char(out, '\n');
        for (int64_t column = 0, tabs = 0; column < grid.columns; column++, tabs++) {
            const Slot *place = &grid.places[row * grid.columns + column];
            const Cell *cell = place->cell == NONE || place->is_covered ? NULL : &grid.cells[place->cell];
            if (!cell || !cell->has_kept)
                continue;
            for (; tabs; tabs--)
                mt_put_char(out, '\t');
            size_t start = out->length;
            put_blocks(content, writer, cell->first, cell->count, ' ', out);
            mt_join_lines(out, start);
        }
    }
    mt_free_grid(&grid);
    return 0;
}

static int64_t put_item(const PageContent *content, Writer *writer, const Item *item, Buffer *out)
{
    if (item->kind == ITEM_TABLE)
        return put_table(content, writer, item, out);
    if (item->kind == ITEM_CODE)
        return mt_put_code_lines(content, item, out) ? 0 : FOUND_INVALID;
    put_blocks(content, writer, item->first, item->count, '\n', out);
    return 0;
}

/* -- parts ------------------------------------------------------------------------------------------- */

typedef struct {
    const PageContent *content;
    const Outline *outline;
    Writer writer;
    const int64_t *owner;
    Buffer *parts;
    const Item **last; /* per part: the item that was written last */
} TextWriter;

static int64_t put_in_part(TextWriter *text, const Item *origin, const Item *item, int64_t part)
{
    Buffer *out = &text->parts[part];
    const Item *before = text->last[part];
    text->last[part] = origin;
    if (before) {
        int is_close = mt_is_close(text->outline, &before->within, &item->within);
        mt_put(out, "\n\n", is_close ? 1 : 2);
    }
    return put_item(text->content, &text->writer, item, out);
}

/* Write an item whose blocks belong to several parts: one paragraph for each. */
static int64_t put_split(TextWriter *text, const Item *item)
{
    const Byte *kept = text->content->kept;
    int64_t outcome = 0, end = item->first + item->count;
    for (int64_t block = item->first; outcome == 0 && block < end;) {
        Item piece = *item;
        int64_t part = text->owner[block];
        piece.kind = ITEM_PARAGRAPH;
        piece.first = block;
        while (block < end && (!kept[block] || text->owner[block] == part))
            block++;
        piece.count = block - piece.first;
        outcome = put_in_part(text, item, &piece, part);
    }
    return outcome;
}

static int is_of_one_part(const TextWriter *text, const Item *item)
{
    for (int64_t block = item->first; text->owner && block < item->first + item->count; block++)
        if (text->content->kept[block] && text->owner[block] != text->owner[item->first])
            return 0;
    return 1;
}

int64_t mt_write_plain(const PageContent *content, const int64_t *owner, Buffer *parts, int64_t part_count)
{
    Outline outline;
    int64_t outcome = mt_find_items(content, &outline);
    TextWriter text = {content, &outline, mt_new_writer(content), owner, parts, NULL};
    text.last = mt_allocate_zeroed((size_t)part_count + 1, sizeof *text.last);
    if (outcome == 0 && !text.last)
        outcome = FOUND_NO_MEMORY;
    for (int64_t i = 0; outcome == 0 && i < outline.count; i++) {
        const Item *item = &outline.items[i];
        if (item->kind == ITEM_IMAGE || item->kind == ITEM_RULE)
            continue;
        outcome = is_of_one_part(&text, item) ? put_in_part(&text, item, item, owner ? owner[item->first] : 0)
                                              : put_split(&text, item);
    }
    for (int64_t i = 0; outcome == 0 && i < part_count; i++)
        outcome = parts[i].has_failed ? FOUND_NO_MEMORY : 0;
    mt_release(text.last);
    mt_free_outline(&outline);
    return outcome;
}
