/* Items -> Markdown: lines, and the marks of lists and quotes before them. */
#include "render/markdown.h"

#include <stdlib.h>
#include <string.h>

/* -- marks before lines --------------------------------------------------------------------------------- */

typedef struct {
    char text[16]; /* of a list item: a bullet or a number, and a space; else empty */
    int length;
} Mark;

typedef struct {
    const Rows *rows;
    const Given *given;
    Line line;
    Mark marks[DEEPEST]; /* of the containers around the item */
    Byte *left;
    int64_t left_count;
    Buffer *out;
} Markdown;

static void put_char(Buffer *out, char c) { mt_put(out, &c, 1); }

/* The number of an item of an ordered list; NONE if it is of another. */
static int64_t number_of(const Given *given, int64_t row)
{
    Sorted numbered = given->numbered;
    int64_t at = mt_rows_before(numbered.at, numbered.count, row);
    return at < numbered.count && numbered.at[at] == row ? given->numbers[at] : NONE;
}

/* An item's bullet or number; of another kind where a list directly follows another. `last` is the mark of
   the item that it follows, if it does. */
static Mark mark_of(int64_t number, const Mark *last, int same_list)
{
    Mark mark = {{0}, 0};
    char begins = last->length ? last->text[0] : 0, ends = last->length ? last->text[last->length - 2] : 0;
    if (number == NONE) {
        int goes_on = same_list && (begins == '-' || begins == '*');
        mark.text[mark.length++] = goes_on ? begins : begins == '-' ? '*' : '-';
    } else {
        char digits[12];
        int count = 0, goes_on = same_list && (ends == '.' || ends == ')');
        for (int64_t rest = number; count == 0 || (rest && count < 9); rest /= 10)
            digits[count++] = (char)('0' + rest % 10);
        while (count)
            mark.text[mark.length++] = digits[--count];
        mark.text[mark.length++] = goes_on ? ends : ends == '.' ? ')' : '.';
    }
    mark.text[mark.length++] = ' ';
    return mark;
}

static int is_quote(const Markdown *markdown, int64_t row)
{
    return markdown->rows->tag[row] == TAG_BLOCKQUOTE;
}

/* Write what stands before a further line in the outermost containers. */
static void put_indent(Markdown *markdown, const Path *within, int depth)
{
    for (int i = 0; i < depth; i++) {
        if (is_quote(markdown, within->at[i]))
            mt_put(markdown->out, "> ", 2);
        else
            mt_put(markdown->out, "                ", (size_t)markdown->marks[i].length);
    }
}

/* Take spaces from the end of what was written since. */
static void drop_spaces(Buffer *out, size_t since)
{
    while (!out->has_failed && out->length > since && out->at[out->length - 1] == ' ')
        out->length--;
}

/* Write what stands before the first line of an item that follows another, or none. */
static void put_first_marks(Markdown *markdown, const Item *before, const Item *item)
{
    const Path *within = &item->within;
    put_indent(markdown, within, item->shared);
    for (int i = item->shared; i < within->length; i++) {
        Mark *mark = &markdown->marks[i], last = {{0}, 0};
        if (i == item->shared && before && i < before->within.length)
            last = *mark;
        *mark = (Mark){{0}, 0};
        if (markdown->rows->tag[within->at[i]] == TAG_LI)
            *mark = mark_of(number_of(markdown->given, within->at[i]), &last, item->same_list);
        if (is_quote(markdown, within->at[i]))
            mt_put(markdown->out, "> ", 2);
        else
            mt_put(markdown->out, mark->text, (size_t)mark->length);
    }
}

static int is_paragraph(const Item *item) { return item->holder == NONE && item->image == NONE; }

/* Write a line break, or an empty line inside the quotes that both items share. */
static void put_gap(Markdown *markdown, const Item *before, const Item *item)
{
    const Path *within = &item->within;
    Buffer *out = markdown->out;
    int64_t new = item->shared < within->length ? within->at[item->shared] : NONE;
    put_char(out, '\n');
    if (new != NONE && markdown->rows->tag[new] == TAG_LI && item->is_close) {
        int64_t number = number_of(markdown->given, new);
        /* inside a paragraph, only a list that counts from 1 can begin */
        if (item->shared < before->within.length || number == NONE || number == 1 || !is_paragraph(before))
            return;
    }
    size_t since = out->length;
    put_indent(markdown, within, item->shared);
    drop_spaces(out, since);
    put_char(out, '\n');
}

/* Begin a further line of an item. */
static void begin_line(Markdown *markdown, const Item *item, int is_empty)
{
    put_char(markdown->out, '\n');
    size_t since = markdown->out->length;
    put_indent(markdown, &item->within, item->within.length);
    if (is_empty)
        drop_spaces(markdown->out, since);
}

/* -- items ---------------------------------------------------------------------------------------------- */

/* Write lines that Python has made. */
static void put_held(Markdown *markdown, const Item *item, const HeldText *held)
{
    const char *at = held->text, *end = at + held->length;
    for (;;) {
        const char *stop = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
        mt_put(markdown->out, at, (size_t)((stop ? stop : end) - at));
        if (!stop)
            return;
        at = stop + 1;
        begin_line(markdown, item, at == end || *at == '\n');
    }
}

/* How many digits a line begins with that would number a list item; NONE if none, or if it hangs on what is a
   digit beyond ASCII, and the line is left to Python. */
static int64_t number_length(Line *line)
{
    enum { MOST_DIGITS = 9 };
    const char *at = line->written.at;
    int64_t length = (int64_t)line->written.length, end = 0;
    int is_ascii = 1, digits = 0;
    for (; end < length && (is_digit((Byte)at[end]) || (Byte)at[end] >= 0x80); end++) {
        is_ascii &= (Byte)at[end] < 0x80;
        digits += ((Byte)at[end] & 0xC0) != 0x80;
        if (digits > MOST_DIGITS)
            return NONE;
    }
    int is_number = end && end < length && (at[end] == '.' || at[end] == ')') &&
                    (end + 1 == length || at[end + 1] == ' ');
    line->is_left |= is_number && !is_ascii;
    return is_number ? end : NONE;
}

/* How many bytes of a line stand before the place where a backslash belongs, lest it begin a block of another
   kind; NONE if none does. */
static int64_t escape_at(Line *line)
{
    const char *at = line->written.at;
    int64_t length = (int64_t)line->written.length, same = 0;
    if (!length)
        return NONE;
    char next = length > 1 ? at[1] : ' ';
    while (same < length && at[same] == at[0])
        same++;
    switch (at[0]) {
    case '#':
        return same <= 6 && (same == length || at[same] == ' ') ? 0 : NONE;
    case '>':
        return 0;
    case '-':
    case '+':
        return next && strchr("-+:| ", next) ? 0 : NONE;
    case '=':
        while (same < length && at[same] == ' ')
            same++;
        return same == length ? 0 : NONE;
    case '~':
        return same >= 3 ? 0 : NONE;
    case '|':
    case ':':
        return next && strchr("-:| ", next) ? 0 : NONE;
    case '_':
        return length > 1 && (next == '_' || next == ' ') ? 0 : NONE;
    default:
        return number_length(line);
    }
}

/* Write a block as a line into the line's own buffer, or take what Python made of it. */
static int64_t make_line(Markdown *markdown, const BlockRows *blocks, int64_t block, LineKind kind,
                         HeldText *made, int64_t *escape)
{
    const Given *given = markdown->given;
    Line *line = &markdown->line;
    *escape = NONE;
    *made = given->lines ? given->lines[block] : (HeldText){NULL, 0};
    if (made->text)
        return 0;
    int64_t first = blocks->first_row[block], last = blocks->last_row[block];
    int64_t image = mt_rows_before(given->inside.at, given->inside.count, first);
    int64_t outcome = 0;
    if (image < given->inside.count && given->inside.at[image] < last) {
        line->is_left = 1;
        line->written.length = 0;
    } else {
        outcome = mt_write_line(line, first, last, kind);
        if (outcome == 0 && !line->is_left && kind != LINE_HEADING)
            *escape = escape_at(line);
    }
    if (line->is_left) {
        markdown->left[block] = (Byte)kind;
        markdown->left_count++;
    }
    *made = (HeldText){line->written.at, line->written.length};
    return outcome;
}

static void put_made(Buffer *out, const HeldText *made, int64_t escape)
{
    size_t before = escape == NONE ? 0 : (size_t)escape;
    if (!made->length)
        return;
    mt_put(out, made->text, before);
    if (escape != NONE)
        mt_put(out, "\\", 1);
    mt_put(out, made->text + before, made->length - before);
}

/* Number signs at the end of a heading would be taken for its closing ones. */
static void escape_closing(Buffer *out, size_t since)
{
    size_t signs = 0;
    while (!out->has_failed && signs < out->length - since && out->at[out->length - 1 - signs] == '#')
        signs++;
    if (!signs || (out->length - since > signs && out->at[out->length - 1 - signs] != ' '))
        return;
    put_char(out, '#');
    if (!out->has_failed)
        out->at[out->length - 1 - signs] = '\\';
}

/* Write the kept ones of an item's blocks: lines of a paragraph, or the words of a heading. */
static int64_t put_blocks(Markdown *markdown, const BlockRows *blocks, const Byte *kept, const Item *item,
                          LineKind kind)
{
    Buffer *out = markdown->out;
    int64_t outcome = 0, lines = 0;
    if (kind == LINE_HEADING) {
        int64_t level = markdown->given->levels[item->holder];
        mt_put(out, "###### ", (size_t)level);
        put_char(out, ' ');
    }
    size_t since = out->length;
    for (int64_t block = item->first; outcome == 0 && block < item->first + item->count; block++) {
        HeldText made;
        int64_t escape;
        if (!kept[block])
            continue;
        if (lines++) {
            mt_put(out, "  ", kind == LINE_HEADING ? 1 : 2);
            if (kind != LINE_HEADING)
                begin_line(markdown, item, 0);
        }
        outcome = make_line(markdown, blocks, block, kind, &made, &escape);
        put_made(out, &made, escape);
    }
    if (kind == LINE_HEADING)
        escape_closing(out, since);
    return outcome;
}

static int64_t put_item(Markdown *markdown, const BlockRows *blocks, const Byte *kept, const Item *item)
{
    const Given *given = markdown->given;
    const Rows *rows = markdown->rows;
    const Path *within = &item->within;
    if (item->image != NONE) {
        put_held(markdown, item, &given->shown[item->image]);
        return 0;
    }
    if (item->holder != NONE && given->held[item->holder].text) {
        put_held(markdown, item, &given->held[item->holder]);
        return 0;
    }
    if (item->holder != NONE && given->levels[item->holder])
        return put_blocks(markdown, blocks, kept, item, LINE_HEADING);
    int is_term = within->length && rows->tag[within->at[within->length - 1]] == TAG_DT;
    return put_blocks(markdown, blocks, kept, item, is_term ? LINE_TERM : LINE_PLAIN);
}

/* Write the items; how many lines are left to Python, which `left` then tells by block: if there are any, what
   was written is worth nothing. */
int64_t mt_write_markdown(const Rows *rows, const BlockRows *blocks, const Byte *kept, Sorted gaps, Text text,
                       const Item *items, int64_t count, const Given *given, Byte *left, Buffer *out)
{
    Markdown markdown = {.rows = rows, .given = given, .left = left, .out = out};
    int64_t outcome = mt_begin_lines(&markdown.line, rows, gaps, text, &given->links);
    for (int64_t i = 0; outcome == 0 && i < count; i++) {
        if (i)
            put_gap(&markdown, &items[i - 1], &items[i]);
        put_first_marks(&markdown, i ? &items[i - 1] : NULL, &items[i]);
        outcome = put_item(&markdown, blocks, kept, &items[i]);
    }
    mt_end_lines(&markdown.line);
    if (outcome == 0 && out->has_failed)
        outcome = FOUND_NO_MEMORY;
    return outcome < 0 ? outcome : markdown.left_count;
}
