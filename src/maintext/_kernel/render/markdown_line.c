/* A line of Markdown: runs of one style, escapes, code, links. */
#include "render/markdown.h"

#include <stdlib.h>
#include <string.h>

/* -- room ----------------------------------------------------------------------------------------------- */

void mt_put(Buffer *buffer, const char *text, size_t length)
{
    if (length > buffer->room - buffer->length) {
        size_t room = 2 * buffer->room + length + 64;
        char *at = buffer->has_failed ? NULL : realloc(buffer->at, room);
        if (!at) {
            buffer->has_failed = 1;
            return;
        }
        buffer->at = at;
        buffer->room = room;
    }
    if (length)
        memcpy(buffer->at + buffer->length, text, length);
    buffer->length += length;
}

/* An array with room for so many items; NULL if there is no memory, and the array is as it was. */
void *mt_reserve(void *array, int64_t *room, int64_t wanted, size_t item)
{
    if (wanted <= *room)
        return array;
    int64_t larger = 2 * *room > wanted ? 2 * *room : wanted + 32;
    void *at = realloc(array, (size_t)larger * item);
    if (at)
        *room = larger;
    return at;
}

/* -- styles --------------------------------------------------------------------------------------------- */

static uint32_t dress_of(int64_t tag)
{
    switch (tag) {
    case TAG_B:
    case TAG_STRONG:
        return STRONG;
    case TAG_EM:
    case TAG_I:
        return EM;
    case TAG_SUB:
        return SUB;
    case TAG_SUP:
        return SUP;
    case TAG_CODE:
    case TAG_KBD:
    case TAG_SAMP:
    case TAG_TT:
        return CODE;
    default:
        return 0;
    }
}

static int find_styles(const Rows *rows, const Links *links, Style *styles)
{
    for (int64_t row = 0; row < rows->count; row++) {
        int64_t parent = rows->parent[row];
        if (parent >= row || parent < NONE)
            return 0;
        Style style = parent == NONE ? (Style){NONE, 0} : styles[parent];
        style.dress |= dress_of(rows->tag[row]);
        if (rows->tag[row] == TAG_A && links->of_row[row] != NONE)
            style.link = (int32_t)links->of_row[row];
        styles[row] = style;
    }
    return 1;
}

int mt_is_style(Style one, Style other) { return one.link == other.link && one.dress == other.dress; }

/* The style of a space between two runs: code does not go on from one link to another. */
static Style shared_style(Style one, Style other)
{
    if (one.link == other.link)
        return (Style){one.link, one.dress & other.dress};
    return (Style){NONE, one.dress & other.dress & ~(uint32_t)CODE};
}

/* -- runs ----------------------------------------------------------------------------------------------- */

void mt_add_run(Line *line, Runs *runs, size_t start, size_t end, Style style)
{
    Run *at = mt_reserve(runs->at, &runs->room, runs->count + 1, sizeof *at);
    if (!at) {
        line->has_failed = 1;
        return;
    }
    runs->at = at;
    runs->at[runs->count++] = (Run){.start = start, .end = end, .style = style};
}

/* Add a run, to the last one if both are of one style. */
static void append_run(Line *line, Runs *runs, size_t start, size_t end, Style style)
{
    if (runs->count && mt_is_style(runs->at[runs->count - 1].style, style))
        runs->at[runs->count - 1].end = end;
    else
        mt_add_run(line, runs, start, end, style);
}

/* Fold the text of a node behind that of those before it. The space between gets the style that they share. */
static int add_node(Line *line, const TextNode *node, Style style)
{
    Writer *writer = &line->writer;
    size_t before = (size_t)(writer->out - writer->line), bytes = (size_t)(node->end - node->start);
    char *text = mt_reserve(line->text, &line->text_room, (int64_t)(before + bytes) + STEP + 2, 1);
    if (!text) {
        line->has_failed = 1;
        return 0;
    }
    line->text = writer->line = text;
    writer->out = text + before;
    mt_fold_node(writer, node);
    size_t after = (size_t)(writer->out - writer->line);
    if (before && after > before && line->text[before] == ' ') {
        Style last = line->runs.at[line->runs.count - 1].style;
        append_run(line, &line->runs, before, before + 1, shared_style(last, style));
        before++;
    }
    if (after > before)
        append_run(line, &line->runs, before, after, style);
    return !line->has_failed;
}

/* Inside a stretch of code, only the dress that all of it wears: `**` means nothing in code. */
static void even_code(Line *line)
{
    Runs *runs = &line->runs;
    int64_t count = runs->count;
    runs->count = 0; /* no more are added than were read */
    for (int64_t at = 0; at < count;) {
        uint32_t common = ~(uint32_t)0;
        int64_t stop = at;
        for (; stop < count && runs->at[stop].style.dress & CODE; stop++)
            common &= runs->at[stop].style.dress;
        if (stop == at) {
            runs->at[runs->count++] = runs->at[at++];
            continue;
        }
        for (; at < stop; at++) {
            Run run = runs->at[at];
            append_run(line, runs, run.start, run.end, (Style){run.style.link, common});
        }
    }
}

/* Find the runs of a block; 0 if its offsets cannot be right, or there is no memory. */
static int find_runs(Line *line, int64_t first, int64_t last, LineKind kind)
{
    Writer *writer = &line->writer;
    uint32_t implied = kind == LINE_HEADING ? STRONG : 0, mixed = 0;
    writer->out = line->text;
    mt_begin_block(writer, first, last);
    line->runs.count = 0;
    for (int64_t row = first; row <= last && !line->is_left; row++) {
        TextNode node;
        if (!mt_is_shown_text(writer->rows, row))
            continue;
        if (!mt_read_node(writer, row, &node))
            return 0;
        Style style = {line->styles[row].link, line->styles[row].dress & ~implied};
        mixed |= style.dress & CODE ? style.dress & ~(uint32_t)CODE : 0;
        /* Whether this breaks a line of Chinese hangs on where else line breaks are. */
        line->is_left |= memchr(node.start, '\r', (size_t)(node.end - node.start)) != NULL;
        if (!add_node(line, &node, style))
            return 0;
    }
    if (mixed)
        even_code(line);
    for (int64_t i = 0; kind == LINE_TERM && i < line->runs.count; i++)
        line->runs.at[i].style.dress |= STRONG;
    return 1;
}

/* -- text ----------------------------------------------------------------------------------------------- */

static int is_word_at(Line *line, const char *at, const char *end)
{
    return at < end && mt_first_class(line, at, end) == CLASS_WORD;
}

/* Whether an ampersand begins a character reference, or what may become one. */
static int is_reference(Line *line, const char *at, const char *end, int is_last)
{
    enum { LONGEST = 31 };
    size_t length;
    at++;
    if (at < end && *at == '#')
        at++;
    for (int letters = 0; at < end && letters <= LONGEST; letters++, at += length) {
        if (*at == ';')
            return 1;
        if (*at != '_' && mt_class_at(line, at, end, &length) != CLASS_WORD)
            return 0;
        if (*at == '_')
            length = 1;
        if (letters == LONGEST)
            return 0;
    }
    return at >= end && !is_last;
}

/* Whether a character means something where it stands. The text's end may be followed by anything, but by no
   more than a space if it is the last of its line. */
static int has_meaning(Line *line, const char *start, const char *at, const char *end, int is_last)
{
    int is_end = at + 1 == end && !is_last;
    char next = at + 1 < end ? at[1] : ' ';
    size_t length;
    switch (*at) {
    case '\\':
        return at + 1 == end || mt_is_ascii_mark(next) || (next == ' ' && at + 2 == end && !is_last);
    case '_':
        return at == start || mt_last_class(line, start, at, &length) != CLASS_WORD ||
               !is_word_at(line, at + 1, end);
    case '~':
        return next == '~' || is_end || (at > start && at[-1] == '~');
    case '<':
        return is_end || is_letter((Byte)next) || next == '/' || next == '!' || next == '?';
    case '&':
        return is_reference(line, at, end, is_last);
    case '!':
        return is_end;
    default:
        return 1;
    }
}

static int is_mark(char c)
{
    switch (c) {
    case '*':
    case '[':
    case ']':
    case '`':
    case '\\':
    case '_':
    case '~':
    case '<':
    case '&':
    case '!':
        return 1;
    default:
        return 0;
    }
}

/* Write text whose marks mean themselves. */
void mt_put_escaped(Line *line, Buffer *out, const char *start, const char *end, int is_last)
{
    const char *from = start;
    for (const char *at = start; at < end; at++) {
        if (!is_mark(*at) || !has_meaning(line, start, at, end, is_last))
            continue;
        mt_put(out, from, (size_t)(at - from));
        mt_put(out, "\\", 1);
        from = at;
    }
    mt_put(out, from, (size_t)(end - from));
}

void mt_put_code(Buffer *out, const char *start, const char *end)
{
    int64_t longest = 0, row = 0;
    for (const char *at = start; at < end; at++) {
        row = *at == '`' ? row + 1 : 0;
        longest = row > longest ? row : longest;
    }
    int is_padded = start < end && (*start == '`' || end[-1] == '`');
    for (int64_t i = 0; i <= longest; i++)
        mt_put(out, "`", 1);
    mt_put(out, " ", (size_t)is_padded);
    mt_put(out, start, (size_t)(end - start));
    mt_put(out, " ", (size_t)is_padded);
    for (int64_t i = 0; i <= longest; i++)
        mt_put(out, "`", 1);
}

void mt_put_address(Line *line, Buffer *out, int32_t link)
{
    mt_put(out, "](", 2);
    mt_put(out, line->links->address[link].text, line->links->address[link].length);
    mt_put(out, ")", 1);
}

/* Whether a run is a link whose text is its address, which has a form that shows it once. */
int mt_is_bare(const Line *line, const Run *run)
{
    if (run->style.link == NONE || run->style.dress)
        return 0;
    const HeldText *bare = &line->links->bare[run->style.link];
    return bare->text && bare->length == run->end - run->start &&
           memcmp(bare->text, line->text + run->start, bare->length) == 0;
}

void mt_put_bare(const Line *line, Buffer *out, const Run *run)
{
    mt_put(out, "<", 1);
    mt_put(out, line->text + run->start, run->end - run->start);
    mt_put(out, ">", 1);
}

/* Write runs that are links or plain text: no two neighbours are of one style, so nothing has to be nested. */
static void put_linked(Line *line)
{
    for (int64_t i = 0; i < line->runs.count; i++) {
        const Run *run = &line->runs.at[i];
        const char *start = line->text + run->start, *end = line->text + run->end;
        if (run->style.link == NONE) {
            mt_put_escaped(line, &line->written, start, end, i + 1 == line->runs.count);
        } else if (mt_is_bare(line, run)) {
            mt_put_bare(line, &line->written, run);
        } else {
            mt_put(&line->written, "[", 1);
            mt_put_escaped(line, &line->written, start, end, 0);
            mt_put_address(line, &line->written, run->style.link);
        }
    }
}

/* -- lines ---------------------------------------------------------------------------------------------- */

int mt_begin_lines(Line *line, const Rows *rows, Sorted gaps, Text text, const Links *links)
{
    *line = (Line){.links = links};
    line->writer = (Writer){.rows = rows, .gaps = gaps, .reader = {text, text.start, text.first}};
    line->styles = malloc((size_t)(rows->count + 1) * sizeof *line->styles);
    line->text = mt_reserve(NULL, &line->text_room, STEP, 1);
    if (!line->styles || !line->text)
        return FOUND_NO_MEMORY;
    return find_styles(rows, links, line->styles) ? 0 : FOUND_WRONG;
}

void mt_end_lines(Line *line)
{
    free(line->styles);
    free(line->text);
    free(line->runs.at);
    free(line->tight.at);
    free(line->tokens);
    free(line->strings.at);
    free(line->written.at);
}

/* Write a block as a line into `written`; `is_left` says that Python has to. */
int mt_write_line(Line *line, int64_t first, int64_t last, LineKind kind)
{
    uint32_t dress = 0;
    line->written.length = 0;
    line->is_left = 0;
    if (!find_runs(line, first, last, kind))
        return line->has_failed ? FOUND_NO_MEMORY : FOUND_WRONG;
    for (int64_t i = 0; i < line->runs.count; i++)
        dress |= line->runs.at[i].style.dress;
    if (line->is_left)
        return 0;
    if (dress)
        mt_put_dressed(line, (dress & EMPHASIS) != 0);
    else
        put_linked(line);
    return line->has_failed || line->strings.has_failed || line->written.has_failed ? FOUND_NO_MEMORY : 0;
}
