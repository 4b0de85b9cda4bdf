/* A table's rows: leaves, blocks, and everything that writes their text. */
#include "fuzz.h"
#include "render/held.h"
#include "render/markdown.h"
#include "rows/rows.h"

#include <stdlib.h>
#include <string.h>

static Rows mt_rows_of(const FuzzPage *page)
{
    int64_t *const *column = page->column;
    return (Rows){
        page->rows,           column[COLUMN_TAG],   column[COLUMN_PARENT],     column[COLUMN_END],
        column[COLUMN_FLAGS], column[COLUMN_BLOCK], column[COLUMN_TEXT_START], column[COLUMN_TEXT_END]};
}

/* -- blocks ------------------------------------------------------------------------------------------- */

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

/* All at once is the same. */
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
    Rows rows = mt_rows_of(page);
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
    }
    BlockRows blocks = {page->blocks, page->first_row, page->last_row};
    CHECK(mt_are_blocks(&rows, &blocks));
    check_segments(page, &rows);
    return page->blocks > 0;
}

/* -- what is made of them ------------------------------------------------------------------------------- */

/* Half of all tags, another half for another salt. */
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
                         .noise = {page->leaf_count / 2, page->leaves},
                         .leaves = {page->leaf_count, page->leaves}};
    int64_t found = mt_find_p_values(rows, &measured, elements, values, units);
    for (int64_t i = 0; i < found; i++)
        CHECK(elements[i] >= 0 && elements[i] < page->rows);
    for (int64_t i = 0; found >= 0 && i < page->leaf_count; i++)
        CHECK(units[i] >= NONE && units[i] < found);
    return found;
}

static HeldText *some_texts(FuzzPage *page, int64_t count, uint32_t share)
{
    HeldText *texts = fuzz_array(page, count, sizeof(HeldText));
    for (int64_t i = 0; i < count; i++)
        texts[i] = fuzz_chance(page) % share ? (HeldText){NULL, 0} : (HeldText){"held\n\nlines", 11};
    return texts;
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

/* The same as Markdown, with anything in place of what Python gives; then again, with the lines left to it. */
static int64_t write_rich(FuzzPage *page, const Rows *rows, const BlockRows *blocks, const Byte *kept,
                          Sorted gaps, Text text, Sorted holders)
{
    enum { ADDRESSES = 3 };
    Given given = {.holders = holders, .images = some_rows(page, rows->count)};
    given.inside = some_rows(page, rows->count);
    given.numbered = some_rows(page, rows->count);
    given.held = some_texts(page, holders.count, 4);
    given.levels = some_numbers(page, holders.count, 0, 7);
    given.shown = some_texts(page, given.images.count, 1);
    given.links = (Links){ADDRESSES, some_numbers(page, rows->count, NONE, ADDRESSES + 1),
                          some_texts(page, ADDRESSES, 1), some_texts(page, ADDRESSES, 2)};
    given.numbers = some_numbers(page, given.numbered.count, 0, 1000000000);
    Item *items = fuzz_array(page, blocks->count + given.images.count, sizeof(Item));
    Byte *left = fuzz_array(page, blocks->count, 1);
    int64_t count = mt_find_items(rows, blocks, kept, holders, given.images, items), written = count;
    for (int time = 0; time < 2 && written >= 0; time++) {
        Buffer out = {NULL, 0, 0, 0};
        written = mt_write_markdown(rows, blocks, kept, gaps, text, items, count, &given, left, &out);
        CHECK(time == 0 || written <= 0);
        int64_t points, length = (int64_t)out.length;
        if (page->is_utf_8 && written == 0)
            CHECK(!length ||
                  mt_valid_utf_8((const Byte *)out.at, (const Byte *)out.at + length, &points) == length);
        free(out.at);
        given.lines = some_texts(page, blocks->count, 1);
    }
    return written;
}

/* Blocks, what is kept of them, holders, gaps -> plain text and Markdown. */
static int64_t write_plain(FuzzPage *page, const Rows *rows, const BlockRows *blocks, const Byte *kept)
{
    int64_t *holders = fuzz_array(page, rows->count, sizeof(int64_t));
    int64_t *gaps = fuzz_array(page, rows->count, sizeof(int64_t));
    Meeting *meetings = fuzz_array(page, rows->count, sizeof(Meeting));
    const Byte *start = (const Byte *)page->table->text;
    Text text = {start, start + page->table->text_length, 0, 0};
    text.count = mt_count_code_points(text.start, text.end);
    int64_t gap_count = 0, met = mt_find_meetings(rows, blocks, kept, meetings);
    if (met >= 0)
        met = mt_settle_meetings(rows, text, meetings, met);
    for (int64_t i = 0; i < met; i++)
        gaps[gap_count++] = meetings[i].after;
    Told told = {rows, blocks, kept, page->chars, fuzz_tags(page)};
    Sorted none = {0, holders}, before = {gap_count, gaps};
    if (met < 0 || !mt_are_sorted(rows, before))
        return FOUND_WRONG;
    int64_t *room = fuzz_array(page, 2 * rows->count, sizeof(int64_t));
    int64_t *left = fuzz_array(page, rows->count, sizeof(int64_t));
    int64_t holder_count = mt_find_told_holders(page->parser, page->table, &told, holders, room);
    Sorted around = {holder_count, holders};
    if (holder_count < 0 || !mt_are_sorted(rows, around))
        return holder_count == FOUND_NO_MEMORY ? FOUND_NO_MEMORY : FOUND_WRONG;
    CHECK(mt_find_left(page->parser, page->table, &told, around, left) <= holder_count);
    HeldText *held = fuzz_array(page, holder_count, sizeof(HeldText));
    for (int64_t i = 0; i < holder_count; i++)
        held[i] = fuzz_chance(page) % 4 ? (HeldText){NULL, 0} : (HeldText){"held", 4};
    int64_t most = (int64_t)mt_most_written(rows, text, blocks, before, held, holder_count);
    Item *items = fuzz_array(page, blocks->count, sizeof(Item));
    char *out = fuzz_array(page, most, 1);
    int64_t count = mt_find_items(rows, blocks, kept, around, none, items);
    CHECK(count <= blocks->count);
    if (count >= 0)
        count = mt_write_items(rows, blocks, kept, before, text, items, count, around, held, out);
    CHECK(count <= most);
    int64_t points;
    if (page->is_utf_8 && count > 0) /* whole characters only; surrogates cannot be in it */
        CHECK(mt_valid_utf_8((const Byte *)out, (const Byte *)out + count, &points) == count);
    int64_t rich = write_rich(page, rows, blocks, kept, before, text, around);
    return rich < 0 ? rich : count;
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
    Rows rows = mt_rows_of(page);
    BlockRows blocks = {page->blocks, page->first_row, page->last_row};
    const Byte *kept = page->kept ? page->kept : some_blocks(page);
    int64_t rated = rate(page, &rows), written = write_plain(page, &rows, &blocks, kept);
    CHECK(rated >= 0 || rated == FOUND_NO_MEMORY);
    CHECK(written != FOUND_WRONG || !page->is_utf_8);
    return 1;
}

/* -- columns that are not those of a table ---------------------------------------------------------------- */

/* Whatever stands in them, they make the loops fail, not crash. Blocks, leaves and the like are checked by
   the caller, here as in bind_rows.c. */
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
    Rows rows = mt_rows_of(page);
    BlockRows blocks = {page->blocks, page->first_row, page->last_row};
    int64_t *first = fuzz_array(page, page->leaf_count, sizeof(int64_t));
    mt_find_blocks(&rows, page->leaves, page->leaf_count, first);
    rate(page, &rows);
    page->is_utf_8 = 0; /* what is written may be cut anywhere */
    write_plain(page, &rows, &blocks, some_blocks(page));
}
