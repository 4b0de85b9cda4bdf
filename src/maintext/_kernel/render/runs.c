/* A block -> runs of text of one style, and images. */
#include "base/memory.h"
#include "render/content.h"

/* -- styles ------------------------------------------------------------------------------------------ */

static uint32_t format_of(int64_t tag)
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
    case TAG_S:
    case TAG_DEL:
    case TAG_STRIKE:
        return STRUCK;
    case TAG_MARK:
        return MARKED;
    default:
        return 0;
    }
}

static int find_styles(const PageContent *content, Style *styles)
{
    const Rows *rows = &content->rows;
    const int64_t *link_of = content->links.of_row;
    uint32_t shown = content->is_unformatted ? ~(uint32_t)(EMPHASIS | MARKED) : ~(uint32_t)0;
    for (int64_t row = 0; row < rows->count; row++) {
        int64_t parent = rows->parent[row];
        if (parent >= row || parent < NONE)
            return 0;
        Style style = parent == NONE ? (Style){NONE, 0} : styles[parent];
        style.format |= format_of(rows->tag[row]) & shown;
        if (rows->tag[row] == TAG_A && link_of[row] != NONE)
            style.link = (int32_t)link_of[row];
        styles[row] = style;
    }
    return 1;
}

int mt_is_same_style(Style one, Style other) { return one.link == other.link && one.format == other.format; }

/* Style of a space between two runs. Code does not continue from one link to another. */
static Style shared_style(Style one, Style other)
{
    if (one.link == other.link)
        return (Style){one.link, one.format & other.format};
    return (Style){NONE, one.format & other.format & ~(uint32_t)CODE};
}

/* -- runs -------------------------------------------------------------------------------------------- */

void mt_add_run(Line *line, Runs *runs, const Run *run)
{
    Run *at = mt_reserve(runs->at, &runs->capacity, runs->count + 1, sizeof *at);
    if (!at) {
        line->has_failed = 1;
        return;
    }
    runs->at = at;
    runs->at[runs->count++] = *run;
}

/* Add text; it extends the last run if that is text of the same style. */
static void append_text(Line *line, size_t start, size_t end, Style style)
{
    Runs *runs = &line->runs;
    Run *last = runs->count ? &runs->at[runs->count - 1] : NULL;
    if (last && last->image == NONE && mt_is_same_style(last->style, style))
        last->end = end;
    else
        mt_add_run(line, runs, &(Run){.start = start, .end = end, .style = style, .image = NONE});
}

/* Add the images before a text. The pending space after the last text goes before the first image that has
   white space before it. Returns whether it was used. */
static int add_waiting(Line *line, size_t space, int is_due)
{
    static const Style plain = {NONE, 0};
    int is_used = 0;
    for (int64_t i = 0; i < line->waiting_count; i++) {
        const WaitingImage *image = &line->waiting[i];
        if (image->is_spaced && is_due && !is_used) {
            mt_add_run(line, &line->runs,
                       &(Run){.start = space, .end = space + 1, .style = plain, .image = NONE});
            is_used = 1;
        }
        mt_add_run(line, &line->runs, &(Run){.style = plain, .image = image->image});
    }
    line->waiting_count = 0;
    return is_used;
}

static int begins_with_space(const TextNode *node)
{
    return node->has_gap || (node->start < node->end && white_space_at(node->start, node->end));
}

static int ends_with_space(const TextNode *node)
{
    const Byte *last = node->end - 1;
    while (last > node->start && (*last & 0xC0) == 0x80)
        last--;
    return node->start < node->end && white_space_at(last, node->end);
}

/* Append a text node with collapsed white space. `is_spaced`: white space came after the last text or image.
   The space between two texts has the style they share. */
static void add_node(Line *line, const TextNode *node, Style style, int *is_spaced)
{
    size_t before = line->text.length;
    if (!mt_fold_into(&line->writer, &line->text, node))
        return;
    size_t after = line->text.length;
    if (after == before) {
        *is_spaced = 1;
        return;
    }
    int is_due = before && (line->text.at[before] == ' ' || line->text.at[before] == '\n');
    int is_used = line->waiting_count && add_waiting(line, before, is_due);
    size_t begin = before + (size_t)is_due;
    if (line->has_failed)
        return;
    if (is_used ? *is_spaced || begins_with_space(node) : is_due)
        append_text(line, before, before + 1, shared_style(line->runs.at[line->runs.count - 1].style, style));
    append_text(line, begin, after, style);
    *is_spaced = ends_with_space(node);
}

static void add_image(Line *line, int64_t image, int *is_spaced)
{
    WaitingImage *waiting =
        mt_reserve(line->waiting, &line->waiting_capacity, line->waiting_count + 1, sizeof *waiting);
    if (!waiting) {
        line->has_failed = 1;
        return;
    }
    line->waiting = waiting;
    line->waiting[line->waiting_count++] = (WaitingImage){image, *is_spaced};
    *is_spaced = 0;
}

/* Within adjacent code, keep only the formatting that all of it shares: `**` has no meaning in code. */
static void unify_code(Line *line)
{
    Runs *runs = &line->runs;
    int64_t count = runs->count;
    runs->count = 0; /* never adds more than were read */
    for (int64_t at = 0; at < count;) {
        uint32_t common = ~(uint32_t)0;
        int64_t stop = at;
        for (; stop < count && runs->at[stop].style.format & CODE; stop++)
            common &= runs->at[stop].style.format;
        if (stop == at) {
            runs->at[runs->count++] = runs->at[at++];
            continue;
        }
        for (; at < stop; at++) {
            Run run = runs->at[at];
            append_text(line, run.start, run.end, (Style){run.style.link, common});
        }
    }
}

/* Style of text that is already Markdown. A formula has no emphasis; a reference is no link, and not raised. */
static Style raw_style(const Rows *rows, int64_t row, Style style)
{
    int is_formula = (rows->flags[row] & FLAG_FORMULA) != 0;
    return is_formula ? (Style){style.link, (style.format & ~(uint32_t)EMPHASIS) | RAW} : (Style){NONE, RAW};
}

/* -- lines ------------------------------------------------------------------------------------------- */

int64_t mt_find_runs(Line *line, int64_t block, uint32_t implied)
{
    const PageContent *content = line->content;
    const Rows *rows = &content->rows;
    Sorted images = content->inside.at;
    int64_t first = content->blocks.first_row[block], last = content->blocks.last_row[block];
    int64_t image = images.count ? mt_rows_before(images.at, images.count, first) : 0;
    uint32_t mixed = 0;
    int is_spaced = 0;
    line->runs.count = line->waiting_count = 0;
    line->text.length = 0;
    line->writer.out = line->text.at;
    mt_begin_block(&line->writer, first, last);
    for (int64_t row = first; row <= last && !line->has_failed; row++) {
        TextNode node;
        if (image < images.count && images.at[image] == row)
            add_image(line, image++, &is_spaced);
        if (!mt_is_shown_text(rows, row))
            continue;
        mt_read_node(&line->writer, row, &node);
        Style style = {line->styles[row].link, line->styles[row].format & ~implied};
        if (node.is_raw)
            style = raw_style(rows, row, style);
        mixed |= style.format & CODE ? style.format & ~(uint32_t)CODE : 0;
        add_node(line, &node, style, &is_spaced);
        line->has_failed |= line->text.has_failed;
    }
    add_waiting(line, 0, 0);
    if (mixed && !line->has_failed)
        unify_code(line);
    return line->has_failed ? FOUND_NO_MEMORY : 0;
}

int64_t mt_begin_lines(Line *line, const PageContent *content)
{
    *line = (Line){.content = content, .writer = mt_new_writer(content)};
    line->styles = mt_allocate((size_t)(content->rows.count + 1) * sizeof *line->styles);
    if (!line->styles || !mt_reserve_bytes(&line->text, STEP))
        return FOUND_NO_MEMORY;
    return find_styles(content, line->styles) ? 0 : FOUND_INVALID;
}

void mt_end_lines(Line *line)
{
    mt_release(line->styles);
    mt_release(line->text.at);
    mt_release(line->runs.at);
    mt_release(line->tight.at);
    mt_release(line->waiting);
    mt_release(line->tokens);
    mt_release(line->strings.at);
}
