/* Items -> Markdown: CommonMark with tables. Text that looks like markup is escaped. */
#include <string.h>

#include "base/memory.h"
#include "render/markdown.h"

/* -- prefixes of lines ------------------------------------------------------------------------------- */

/* Bullet or number of an item. A list directly after another gets another kind. `last` is the marker of the
   item before, if any. */
static ListMarker marker_of(int64_t number, const ListMarker *last, int same_list)
{
    ListMarker marker = {{0}, 0};
    char begins = last->length ? last->text[0] : 0, ends = last->length ? last->text[last->length - 2] : 0;
    if (number == NONE) {
        int stays = same_list && (begins == '-' || begins == '*');
        marker.text[marker.length++] = stays ? begins : begins == '-' ? '*' : '-';
    } else {
        char digits[12];
        int count = 0, stays = same_list && (ends == '.' || ends == ')');
        for (int64_t rest = number; count == 0 || (rest && count < 9); rest /= 10)
            digits[count++] = (char)('0' + rest % 10);
        while (count)
            marker.text[marker.length++] = digits[--count];
        marker.text[marker.length++] = stays ? ends : ends == '.' ? ')' : '.';
    }
    marker.text[marker.length++] = ' ';
    return marker;
}

/* The marker before a footnote. */
static ListMarker note_marker(View label)
{
    ListMarker marker = {{0}, 0};
    size_t length = label.length < sizeof marker.text - 6 ? label.length : sizeof marker.text - 6;
    memcpy(marker.text, "[^", 2);
    memcpy(marker.text + 2, label.text, length);
    memcpy(marker.text + 2 + length, "]: ", 3);
    marker.length = (int)length + 5;
    return marker;
}

/* Write the prefix of a continuation line in the outermost containers. */
static void put_indent(Markdown *markdown, const Path *within, int depth)
{
    for (int i = 0; i < depth; i++) {
        if (tag_at(markdown->content, within->at[i]) == TAG_BLOCKQUOTE)
            mt_put(markdown->out, "> ", 2);
        else
            mt_put(markdown->out, "                ", (size_t)markdown->markers[i].length);
    }
}

/* Drop trailing spaces of what was written after `since`. */
static void drop_spaces(Buffer *out, size_t since)
{
    while (!out->has_failed && out->length > since && out->at[out->length - 1] == ' ')
        out->length--;
}

/* Write the prefix of the first line of an item. `before` may be NULL. */
static void put_first_prefix(Markdown *markdown, const Item *before, const Item *item)
{
    const Path *within = &item->within;
    const RowContext *context = markdown->outline.context;
    put_indent(markdown, within, item->shared);
    for (int i = item->shared; i < within->length; i++) {
        ListMarker *marker = &markdown->markers[i], last = {{0}, 0};
        int64_t row = within->at[i];
        int same_list = 0;
        if (i == item->shared && before && i < before->within.length) {
            last = *marker;
            same_list = context[before->within.at[i]].list == context[row].list;
        }
        *marker = (ListMarker){{0}, 0};
        int64_t note = mt_index_of(markdown->content->notes, row);
        if (note != NONE)
            *marker = note_marker(markdown->content->labels[note]);
        else if (tag_at(markdown->content, row) == TAG_LI)
            *marker = marker_of(context[row].number, &last, same_list);
        if (tag_at(markdown->content, row) == TAG_BLOCKQUOTE)
            mt_put(markdown->out, "> ", 2);
        else
            mt_put(markdown->out, marker->text, (size_t)marker->length);
    }
    if (item->shared < within->length && item->kind == ITEM_PARAGRAPH) {
        int64_t task = mt_index_of(markdown->content->tasks, within->at[within->length - 1]);
        if (task != NONE)
            mt_put(markdown->out, markdown->content->are_checked[task] ? "[x] " : "[ ] ", 4);
    }
}

/* Write a line break, or an empty line inside the quotes that both items share. */
static void put_gap(Markdown *markdown, const Item *before, const Item *item)
{
    const Path *within = &item->within;
    Buffer *out = markdown->out;
    int64_t new = item->shared < within->length ? within->at[item->shared] : NONE;
    mt_put_char(out, '\n');
    if (new != NONE && tag_at(markdown->content, new) == TAG_LI && item->is_close &&
        mt_index_of(markdown->content->notes, new) == NONE) {
        int64_t number = markdown->outline.context[new].number;
        /* inside a paragraph, only a list that starts at 1 can begin; inside HTML, none */
        int is_interruption = item->shared == before->within.length;
        if (!is_interruption ||
            (!markdown->is_html && (number == NONE || number == 1 || before->kind != ITEM_PARAGRAPH)))
            return;
    }
    size_t since = out->length;
    put_indent(markdown, within, item->shared);
    drop_spaces(out, since);
    mt_put_char(out, '\n');
}

void mt_begin_markdown_line(Markdown *markdown, const Item *item, int is_empty)
{
    mt_put_char(markdown->out, '\n');
    size_t since = markdown->out->length;
    put_indent(markdown, &item->within, item->within.length);
    if (is_empty)
        drop_spaces(markdown->out, since);
}

/* -- lines of paragraphs and headings ---------------------------------------------------------------- */

/* Length of the digits at the start of a line that would number a list item, or NONE. */
static int64_t number_length(const char *start, const char *end)
{
    enum { MAX_DIGITS = 9 };
    const char *at = start;
    size_t length;
    for (int digits = 0; at < end && mt_class_at(at, end, &length) == CLASS_DECIMAL; at += length)
        if (++digits > MAX_DIGITS)
            return NONE;
    int is_number = at > start && at < end && (*at == '.' || *at == ')') && (at + 1 == end || at[1] == ' ');
    return is_number ? at - start : NONE;
}

/* Whether a line has only signs that underline a heading or the header of a table. */
static int is_rule(const char *at, const char *end)
{
    while (at < end && strchr("-:| ", *at) && *at)
        at++;
    return at == end;
}

/* Position where a line needs a backslash to stay a paragraph, or NONE. */
static int64_t escape_at(const char *at, const char *end)
{
    int64_t length = end - at, same = 0;
    char next = length > 1 ? at[1] : ' ';
    while (same < length && at[same] == at[0])
        same++;
    switch (at[0]) {
    case '#':
        return same <= 6 && (same == length || at[same] == ' ') ? 0 : NONE;
    case '>':
        return 0;
    case '+':
        return next == ' ' ? 0 : NONE;
    case '-':
        return next == ' ' || is_rule(at, end) ? 0 : NONE;
    case '=':
        while (same < length && at[same] == ' ')
            same++;
        return same == length ? 0 : NONE;
    case '~':
        return same >= 3 ? 0 : NONE;
    case '|':
    case ':':
        return is_rule(at, end) ? 0 : NONE;
    case '_':
        return length > 1 && (next == '_' || next == ' ') ? 0 : NONE;
    default:
        return number_length(at, end);
    }
}

/* Add a backslash if the line written after `since` would begin another kind of block. */
static void escape_start(Buffer *out, size_t since)
{
    if (out->has_failed || out->length == since)
        return;
    int64_t place = escape_at(out->at + since, out->at + out->length);
    if (place == NONE || !mt_reserve_bytes(out, 1))
        return;
    char *at = out->at + since + place;
    memmove(at + 1, at, out->length - since - (size_t)place);
    *at = '\\';
    out->length++;
}

/* Escape number signs at the end of a heading, which would close it. */
static void escape_closing(Buffer *out, size_t since)
{
    size_t signs = 0;
    while (!out->has_failed && signs < out->length - since && out->at[out->length - 1 - signs] == '#')
        signs++;
    if (!signs || (out->length - since > signs && out->at[out->length - 1 - signs] != ' '))
        return;
    mt_put_char(out, '#');
    if (!out->has_failed)
        out->at[out->length - 1 - signs] = '\\';
}

int64_t mt_put_markdown_block(Markdown *markdown, int64_t block, uint32_t added, uint32_t implied,
                              int in_table)
{
    Line *line = &markdown->line;
    int64_t outcome = mt_find_runs(line, block, implied);
    if (outcome < 0)
        return outcome;
    for (int64_t i = 0; added && i < line->runs.count; i++)
        if (line->runs.at[i].image == NONE)
            line->runs.at[i].style.format |= added;
    mt_put_markdown_line(line, markdown->out, in_table);
    return line->has_failed ? FOUND_NO_MEMORY : 0;
}

/* Turn what was written after `since` into the lines of a paragraph: its line breaks are kept. */
static void put_breaks(Markdown *markdown, const Item *item, size_t since)
{
    Buffer *out = markdown->out, *lines = &markdown->code;
    if (out->has_failed || out->length == since || !memchr(out->at + since, '\n', out->length - since)) {
        escape_start(out, since);
        return;
    }
    lines->length = 0;
    mt_put(lines, out->at + since, out->length - since);
    out->length = since;
    for (size_t from = 0, to; !lines->has_failed && from <= lines->length; from = to + 1) {
        const char *stop = memchr(lines->at + from, '\n', lines->length - from);
        to = stop ? (size_t)(stop - lines->at) : lines->length;
        if (from) {
            mt_put(out, "  ", 2);
            mt_begin_markdown_line(markdown, item, 0);
        }
        size_t start = out->length;
        mt_put(out, lines->at + from, to - from);
        escape_start(out, start);
    }
    out->has_failed |= lines->has_failed;
}

int64_t mt_put_markdown_paragraph(Markdown *markdown, const Item *item, int64_t count, int is_strong)
{
    int64_t outcome = 0, lines = 0;
    for (int64_t block = item->first; outcome == 0 && block < item->first + count; block++) {
        if (!markdown->content->kept[block])
            continue;
        if (lines++) {
            mt_put(markdown->out, "  ", 2);
            mt_begin_markdown_line(markdown, item, 0);
        }
        size_t since = markdown->out->length;
        outcome = mt_put_markdown_block(markdown, block, is_strong ? STRONG : 0, 0, 0); /* terms are strong */
        put_breaks(markdown, item, since);
    }
    return outcome;
}

static int64_t put_heading(Markdown *markdown, const Item *item)
{
    Buffer *out = markdown->out;
    int64_t outcome = 0, lines = 0;
    mt_put(out, "###### ", (size_t)item->level);
    mt_put_char(out, ' ');
    size_t since = out->length;
    for (int64_t block = item->first; outcome == 0 && block < item->first + item->count; block++) {
        if (!markdown->content->kept[block])
            continue;
        if (lines++)
            mt_put_char(out, ' ');
        outcome = mt_put_markdown_block(markdown, block, 0, STRONG, 0); /* bold is implied */
    }
    mt_join_lines(out, since);
    escape_closing(out, since);
    return outcome;
}

/* -- code --------------------------------------------------------------------------------- */

static int64_t put_code(Markdown *markdown, const Item *item)
{
    enum { SHORTEST_FENCE = 3 };
    Buffer *out = markdown->out, *code = &markdown->code;
    const PageContent *content = markdown->content;
    code->length = 0;
    if (!mt_put_code_lines(content, item, code))
        return FOUND_INVALID;
    if (code->has_failed)
        return FOUND_NO_MEMORY;
    int64_t language = mt_index_of(content->coded, item->row);
    const char *lines = code->length ? code->at : "", *end = lines + code->length;
    mt_put_fence(out, lines, end, SHORTEST_FENCE);
    if (language != NONE)
        mt_put(out, content->languages[language].text, content->languages[language].length);
    for (size_t from = 0, to; from <= code->length; from = to + 1) {
        const char *stop = memchr(lines + from, '\n', code->length - from);
        to = stop ? (size_t)(stop - lines) : code->length;
        mt_begin_markdown_line(markdown, item, from == to);
        mt_put(out, lines + from, to - from);
    }
    mt_begin_markdown_line(markdown, item, 0);
    mt_put_fence(out, lines, end, SHORTEST_FENCE);
    return 0;
}

/* -- items ------------------------------------------------------------------------------------------- */

static int64_t put_item(Markdown *markdown, const Item *item)
{
    const Path *within = &item->within;
    switch (item->kind) {
    case ITEM_IMAGE:
        mt_put_markdown_image(&markdown->content->images, item->image, markdown->out);
        return 0;
    case ITEM_RULE:
        mt_put(markdown->out, "---", 3);
        return 0;
    case ITEM_CODE:
        return put_code(markdown, item);
    case ITEM_TABLE:
        return mt_put_markdown_table(markdown, item);
    case ITEM_HEADING:
        return put_heading(markdown, item);
    default: {
        int is_term = within->length && tag_at(markdown->content, within->at[within->length - 1]) == TAG_DT;
        return mt_put_markdown_paragraph(markdown, item, item->count, is_term);
    }
    }
}

int64_t mt_write_markdown(const PageContent *content, Buffer *out)
{
    Markdown markdown = {.content = content, .out = out};
    int64_t outcome = mt_find_items(content, &markdown.outline);
    if (outcome == 0)
        outcome = mt_begin_lines(&markdown.line, content);
    for (int64_t i = 0; outcome == 0 && i < markdown.outline.count; i++) {
        const Item *item = &markdown.outline.items[i];
        if (i)
            put_gap(&markdown, item - 1, item);
        put_first_prefix(&markdown, i ? item - 1 : NULL, item);
        markdown.is_html = 0;
        outcome = put_item(&markdown, item);
    }
    mt_end_lines(&markdown.line);
    mt_free_outline(&markdown.outline);
    mt_release(markdown.code.at);
    mt_release(markdown.html.at);
    return outcome == 0 && out->has_failed ? FOUND_NO_MEMORY : outcome;
}
