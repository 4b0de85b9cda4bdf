/* Rows of a table: leaves, blocks, and everything that writes their text. */
#include "fuzz.h"
#include "model/contributions.h"
#include "render/content.h"
#include "rows/paths.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

Rows fuzz_rows_of(const FuzzPage *page)
{
    int64_t *const *column = page->column;
    return (Rows){page->rows,
                  column[COLUMN_TAG],
                  column[COLUMN_PARENT],
                  column[COLUMN_END],
                  column[COLUMN_FLAGS],
                  column[COLUMN_BLOCK],
                  column[COLUMN_TEXT_START],
                  column[COLUMN_TEXT_END],
                  (const Byte *)page->table->text,
                  page->table->text_at};
}

/* -- blocks ------------------------------------------------------------------------------------------ */

static void find_texts(FuzzPage *page)
{
    const int32_t *counts = (const int32_t *)(page->table->cells + COLUMN_COUNT * page->rows);
    page->chars = fuzz_array(page, page->rows, sizeof(int64_t));
    page->leaves = fuzz_array(page, page->rows, sizeof(int64_t));
    for (int64_t row = 0; row < page->rows; row++) {
        int is_seen = !(page->column[COLUMN_FLAGS][row] & (FLAG_UNSHOWN | FLAG_HIDDEN));
        page->chars[row] = is_seen ? counts[COUNT_CHARS * page->rows + row] : 0;
        if (page->chars[row] > 0)
            page->leaves[page->leaf_count++] = row;
    }
}

/* mt_find_segments must give the same result. */
static void check_segments(const FuzzPage *page, const Rows *rows)
{
    const int32_t *counts = (const int32_t *)(page->table->cells + COLUMN_COUNT * page->rows);
    size_t leaves = (size_t)page->leaf_count * sizeof(int64_t),
           blocks = (size_t)page->blocks * sizeof(int64_t);
    Segments found;
    if (mt_find_segments(rows, counts + COUNT_CHARS * page->rows, &found) < 0)
        return;
    CHECK(found.leaf_count == page->leaf_count && found.count == page->blocks);
    CHECK(memcmp(found.chars, page->chars, (size_t)page->rows * sizeof(int64_t)) == 0);
    CHECK(memcmp(found.leaves, page->leaves, leaves) == 0 && memcmp(found.first, page->first, blocks) == 0);
    CHECK(memcmp(found.first_row, page->first_row, blocks) == 0);
    CHECK(memcmp(found.element, page->element, blocks) == 0);
    free(found.chars);
}

int fuzz_blocks(FuzzPage *page)
{
    find_texts(page);
    Rows rows = fuzz_rows_of(page);
    page->first = fuzz_array(page, page->leaf_count, sizeof(int64_t));
    page->blocks = mt_find_blocks(&rows, page->leaves, page->leaf_count, page->first);
    CHECK(page->blocks >= 0 && (page->blocks > 0) == (page->leaf_count > 0));
    page->first_row = fuzz_array(page, page->blocks, sizeof(int64_t));
    page->last_row = fuzz_array(page, page->blocks, sizeof(int64_t));
    page->element = fuzz_array(page, page->blocks, sizeof(int64_t));
    for (int64_t i = 0; i < page->blocks; i++) {
        int64_t after = i + 1 < page->blocks ? page->first[i + 1] : page->leaf_count;
        page->first_row[i] = page->leaves[page->first[i]];
        page->last_row[i] = page->leaves[after - 1];
        page->element[i] = rows.block[page->first_row[i]];
        CHECK(page->first_row[i] > (i ? page->last_row[i - 1] : -1));
        CHECK(page->last_row[i] >= page->first_row[i] && page->last_row[i] < rows.count);
    }
    check_segments(page, &rows);
    return page->blocks > 0;
}

/* -- features and output ----------------------------------------------------------------------------- */

/* A random half of all tags. */
const Byte *fuzz_tags(FuzzPage *page)
{
    Byte *tags = fuzz_array(page, LISTED_TAGS + 1, 1);
    for (int tag = 0; tag <= LISTED_TAGS; tag++)
        tags[tag] = fuzz_chance(page) & 1;
    return tags;
}

static int64_t rate(FuzzPage *page, const Rows *rows)
{
    int64_t *elements = fuzz_array(page, page->rows, sizeof(int64_t));
    int64_t *units = fuzz_array(page, page->leaf_count, sizeof(int64_t));
    double *values = fuzz_array(page, page->rows, sizeof(double));
    Measured measured = {.chars = page->chars,
                         .weighted = page->chars,
                         .markup = page->markup,
                         .removed_tags = fuzz_tags(page),
                         .wrapper_tags = fuzz_tags(page),
                         .wrapper_share = 0.5,
                         .with_images = (int)(fuzz_chance(page) & 1),
                         .with_hidden = (int)(fuzz_chance(page) & 1),
                         .noise = {page->leaf_count / 2, page->leaves},
                         .leaves = {page->leaf_count, page->leaves}};
    int64_t found = mt_find_p_values(rows, &measured, elements, values, units);
    for (int64_t i = 0; i < found; i++)
        CHECK(elements[i] >= 0 && elements[i] < page->rows);
    for (int64_t i = 0; found >= 0 && i < page->leaf_count; i++)
        CHECK(units[i] >= NONE && units[i] < found);
    return found;
}

static View *some_views(FuzzPage *page, int64_t count)
{
    static const char *const texts[] = {"", "http://e.org/a", "/a b(c)&copy;|d", "[x] *y* \xe6\xb0\xb4",
                                        "&#60;_ \\"};
    View *views = fuzz_array(page, count, sizeof(View));
    for (int64_t i = 0; i < count; i++) {
        const char *text = texts[fuzz_chance(page) % (sizeof texts / sizeof *texts)];
        views[i] = (View){text, strlen(text)};
    }
    return views;
}

/* Some rows, in order. */
static Sorted some_rows(FuzzPage *page, int64_t rows)
{
    int64_t *at = fuzz_array(page, rows, sizeof(int64_t)), count = 0;
    for (int64_t row = 0; row < rows; row++)
        if (fuzz_chance(page) % 16 == 0)
            at[count++] = row;
    return (Sorted){count, at};
}

static int64_t *some_numbers(FuzzPage *page, int64_t count, int64_t first, uint32_t many)
{
    int64_t *numbers = fuzz_array(page, count, sizeof(int64_t));
    for (int64_t i = 0; i < count; i++)
        numbers[i] = first + (int64_t)(fuzz_chance(page) % many);
    return numbers;
}

static Images some_images(FuzzPage *page, int64_t rows)
{
    Images images = {.at = some_rows(page, rows)};
    images.source = some_views(page, images.at.count);
    images.alt = some_views(page, images.at.count);
    images.title = some_views(page, images.at.count);
    return images;
}

/* A page, the kept blocks, and random values in place of what comes from attributes. */
static PageContent some_content(FuzzPage *page, const Rows *rows, const BlockRows *blocks, const Byte *kept)
{
    enum { URLS = 3, LEVELS = 6, WIDEST = 20 };
    PageContent content = {.rows = *rows, .blocks = *blocks, .kept = kept, .chars = page->chars};
    content.layout = some_rows(page, rows->count);
    content.headings = some_rows(page, rows->count);
    content.levels = some_numbers(page, content.headings.count, 1, LEVELS);
    content.spans = some_rows(page, rows->count);
    content.across = some_numbers(page, content.spans.count, 1, WIDEST);
    content.down = some_numbers(page, content.spans.count, 1, WIDEST);
    content.numbered = some_rows(page, rows->count);
    content.numbers = some_numbers(page, content.numbered.count, 0, HIGHEST_NUMBER + 1u);
    content.images = some_images(page, rows->count);
    content.inside = some_images(page, rows->count);
    content.links = (Links){URLS, some_numbers(page, rows->count, NONE, URLS + 1), some_views(page, URLS)};
    content.coded = some_rows(page, rows->count);
    content.languages = some_views(page, content.coded.count);
    return content;
}

/* Find the gaps. Returns 0 for invalid columns. */
static int find_gaps(FuzzPage *page, PageContent *content)
{
    int64_t *gaps = fuzz_array(page, content->rows.count, sizeof(int64_t)), count = 0;
    Gap *pairs = fuzz_array(page, content->rows.count, sizeof(Gap));
    int64_t pair_count = mt_find_gaps(&content->rows, &content->blocks, content->kept, pairs);
    if (pair_count >= 0)
        pair_count = mt_decide_gaps(&content->rows, pairs, pair_count);
    for (int64_t i = 0; i < pair_count; i++)
        gaps[count++] = pairs[i].after;
    content->gaps = (Sorted){count, gaps};
    return pair_count >= 0 && mt_are_sorted(&content->rows, content->gaps);
}

/* Output must be valid UTF-8. */
static void check_written(const FuzzPage *page, const Buffer *out, int64_t outcome)
{
    int64_t length = (int64_t)out->length;
    CHECK(outcome <= 0);
    if (page->is_utf_8 && outcome == 0 && length)
        CHECK(mt_inspect_utf_8((const Byte *)out->at, (const Byte *)out->at + length).valid == length);
}

/* Plain text, of all kept blocks and of several parts. */
static int64_t write_plain(FuzzPage *page, const PageContent *content)
{
    enum { PARTS = 3 };
    Buffer parts[PARTS] = {{0}}, whole = {0};
    int64_t *owner = some_numbers(page, content->blocks.count, 0, PARTS);
    for (int64_t i = 0; i < content->blocks.count; i++)
        owner[i] = content->kept[i] ? owner[i] : NONE;
    int64_t outcome = mt_write_plain(content, NULL, &whole, 1);
    check_written(page, &whole, outcome);
    if (outcome == 0)
        outcome = mt_write_plain(content, owner, parts, PARTS);
    for (int i = 0; i < PARTS; i++) {
        check_written(page, &parts[i], outcome);
        free(parts[i].at);
    }
    free(whole.at);
    return outcome;
}

static int64_t write_rich(const FuzzPage *page, const PageContent *content,
                          int64_t (*write)(const PageContent *, Buffer *))
{
    Buffer out = {0};
    int64_t outcome = write(content, &out);
    check_written(page, &out, outcome);
    free(out.at);
    return outcome;
}

/* Write with the structure from the page's attributes. */
static int64_t write_as_declared(FuzzPage *page, PageContent content)
{
    Structure structure;
    int64_t outcome = mt_read_structure(page->parser, page->table, &content, &structure);
    if (outcome == 0) {
        CHECK(mt_are_sorted(&content.rows, content.layout) && mt_are_sorted(&content.rows, content.headings));
        CHECK(mt_are_sorted(&content.rows, content.spans) && mt_are_sorted(&content.rows, content.numbered));
        for (int64_t i = 0; i < content.headings.count; i++)
            CHECK(content.levels[i] >= 1 && content.levels[i] <= 6);
        for (int64_t i = 0; i < content.numbered.count; i++)
            CHECK(content.numbers[i] >= 0 && content.numbers[i] <= HIGHEST_NUMBER);
        for (int64_t i = 0; i < content.spans.count; i++)
            CHECK(content.across[i] >= 1 && content.across[i] <= 20 && content.down[i] >= 1 &&
                  content.down[i] <= 20);
        outcome = write_rich(page, &content, mt_write_html);
        if (outcome == 0)
            outcome = write_rich(page, &content, mt_write_markdown); /* tables as HTML */
    }
    mt_free_structure(&structure);
    return outcome;
}

static View name_of_tag(void *owner, int64_t tag) { return ((const View *)owner)[tag]; }

/* The paths of some rows. */
static void write_paths(FuzzPage *page, const Rows *rows)
{
    int64_t tags = LISTED_TAGS + page->table->local_tag_count;
    View *names = some_views(page, tags);
    Siblings siblings = {NULL, NULL};
    Sorted some = some_rows(page, rows->count);
    for (int64_t row = 0; row < rows->count; row++)
        if (rows->tag[row] < 0 || rows->tag[row] >= tags)
            return;
    if (mt_number_siblings(rows, tags, &siblings) == 0)
        for (int64_t i = 0; i < some.count; i++) {
            Buffer out = {0};
            mt_put_path(rows, &siblings, name_of_tag, names, some.at[i], &out);
            free(out.at);
        }
    mt_free_siblings(&siblings);
}

/* The texts of all hidden elements: one line each, without space around it. */
static void write_hidden(FuzzPage *page, const Rows *rows)
{
    Byte *marks = fuzz_array(page, rows->count, 1);
    Buffer out = {0};
    mt_mark_hidden(rows, marks);
    for (int64_t row = 0; row < rows->count; row++) {
        out.length = 0;
        if (marks[row] != HIDDEN_OUTER || !mt_put_hidden(rows, row, &out))
            continue;
        check_written(page, &out, 0);
        CHECK(!page->is_utf_8 || !out.length || (out.at[0] != ' ' && !memchr(out.at, '\n', out.length)));
    }
    free(out.at);
}

/* Write kept blocks as text, Markdown and HTML. */
static int64_t write_all(FuzzPage *page, const Rows *rows, const BlockRows *blocks, const Byte *kept)
{
    PageContent content = some_content(page, rows, blocks, kept);
    write_paths(page, rows);
    write_hidden(page, rows);
    if (!find_gaps(page, &content))
        return FOUND_INVALID;
    int64_t outcome = write_plain(page, &content);
    for (int tables = 0; outcome == 0 && tables < TABLE_CHOICES; tables++) {
        content.tables = (TableChoice)tables;
        outcome = write_rich(page, &content, mt_write_markdown);
    }
    if (outcome == 0)
        outcome = write_rich(page, &content, mt_write_html);
    return outcome == 0 ? write_as_declared(page, content) : outcome;
}

/* The largest pushes of a few features for every block: in order, each feature once. */
static void push(FuzzPage *page)
{
    enum { FEATURES = 5, MAX = 3, LEVELS = 3, TREES = 7 };
    int16_t feature[LEVELS * TREES];
    float bound[LEVELS * TREES], *columns = fuzz_array(page, FEATURES * page->blocks, sizeof(float));
    double moves[TREES * ((2 << LEVELS) - 2)];
    for (int i = 0; i < LEVELS * TREES; i++) {
        feature[i] = (int16_t)(fuzz_chance(page) % FEATURES);
        bound[i] = (float)(fuzz_chance(page) % 4);
    }
    for (int64_t i = 0; i < FEATURES * page->blocks; i++)
        columns[i] = (float)(fuzz_chance(page) % 5);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        moves[i] = (double)(fuzz_chance(page) % 9) - 4;
    Forest forest = {
        .features = FEATURES, .trees = TREES, .levels = LEVELS, .feature = feature, .bound = bound};
    Pushes found = {.moves = moves, .scale = -0.5, .per_unit = MAX};
    found.features = fuzz_array(page, MAX * page->blocks, sizeof(int64_t));
    found.pushes = fuzz_array(page, MAX * page->blocks, sizeof(double));
    if (!mt_find_pushes(&forest, columns, page->blocks, &found))
        return;
    for (int64_t i = page->blocks; i < MAX * page->blocks; i++) {
        double stronger = fabs(found.pushes[i - page->blocks]), push = fabs(found.pushes[i]);
        int64_t before = found.features[i - page->blocks], feature_here = found.features[i];
        CHECK(stronger > push || (stronger == push && before < feature_here));
    }
}

static const Byte *some_blocks(FuzzPage *page)
{
    Byte *kept = fuzz_array(page, page->blocks, 1);
    Byte *is_kept = fuzz_array(page, page->leaf_count, 1);
    uint32_t which = fuzz_chance(page) % 3; /* none, some or all */
    for (int64_t i = 0; i < page->leaf_count; i++)
        is_kept[i] = which == 2 || (which == 1 && fuzz_chance(page) & 1);
    mt_keep_blocks(page->first, page->blocks, page->leaves, is_kept, page->leaf_count, page->chars, kept);
    return kept;
}

int fuzz_rows(FuzzPage *page)
{
    Rows rows = fuzz_rows_of(page);
    BlockRows blocks = {page->blocks, page->first_row, page->last_row};
    const Byte *kept = page->kept ? page->kept : some_blocks(page);
    push(page);
    int64_t rated = rate(page, &rows), written = write_all(page, &rows, &blocks, kept);
    CHECK(rated >= 0 || rated == FOUND_NO_MEMORY);
    CHECK(written != FOUND_INVALID || !page->is_utf_8);
    return 1;
}

/* -- invalid columns --------------------------------------------------------------------------------- */

/* Invalid columns must cause an error, not a crash. The caller checks blocks and leaves, as in
   bind/rows.c. */
void fuzz_damaged_rows(FuzzPage *page)
{
    static const int damaged[] = {COLUMN_TAG,   COLUMN_PARENT,     COLUMN_END,     COLUMN_FLAGS,
                                  COLUMN_BLOCK, COLUMN_TEXT_START, COLUMN_TEXT_END};
    int64_t numbers[] = {-1,        0,         1,        page->rows - 1, page->rows, page->rows + 1,
                         INT32_MAX, INT64_MAX, INT64_MIN};
    for (uint32_t many = 1 + fuzz_chance(page) % 4; many; many--) {
        int64_t *column = page->column[damaged[fuzz_chance(page) % (sizeof damaged / sizeof *damaged)]];
        column[fuzz_chance(page) % page->rows] =
            numbers[fuzz_chance(page) % (sizeof numbers / sizeof *numbers)];
    }
    Rows rows = fuzz_rows_of(page);
    BlockRows blocks = {page->blocks, page->first_row, page->last_row};
    int64_t *first = fuzz_array(page, page->leaf_count, sizeof(int64_t));
    mt_find_blocks(&rows, page->leaves, page->leaf_count, first);
    rate(page, &rows);
    page->is_utf_8 = 0; /* the output may be cut anywhere */
    write_all(page, &rows, &blocks, some_blocks(page));
}
