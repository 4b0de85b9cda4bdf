/* Short lines: those that are read, how they open, and their second look. */
#include <math.h>

#include "fuzz.h"
#include "generated/features.h"
#include "model/lines.h"
#include "model/model.h"
#include "model/openings.h"

enum { START_SLOTS = 64 };

/* -- openings ---------------------------------------------------------------------------------------- */

/* Put a start into the table, as Python does. A `#` is a run of digits, a `$` the end of the line. */
static void add_start(int64_t slots[START_SLOTS], const char *start)
{
    uint64_t number = 0;
    for (; *start; start++) {
        uint64_t code = *start == '#' ? OPENING_DIGITS : *start == '$' ? OPENING_END : (Byte)*start;
        StartKind kind = start[1] ? START_PART : *start == 'e' ? START_NOTE : START_WHOLE;
        number = number * 0x9E3779B97F4A7C15u + 4 * code;
        uint64_t at = number * 0x9E3779B97F4A7C15u >> 32 & (START_SLOTS - 1);
        while (slots[at] && ((uint64_t)slots[at] & ~(uint64_t)3) != number)
            at = (at + 1) & (START_SLOTS - 1);
        slots[at] = (int64_t)(number | (uint64_t)(slots[at] & 3 ? slots[at] & 3 : kind));
    }
}

static Openings some_openings(void)
{
    static const int64_t skipped[] = {'\t', '\n', ' ', '"', '(', '*', 0xA0, 0x3010};
    static const int64_t dates[] = {'0', '1', '2', '3', 'd', 'm', 0x661, 0x5E74};
    static const char promises[] = "commission\nad";
    static int64_t starts[START_SLOTS], words[2];
    static Byte all_pairs[LETTER_PAIRS];
    memset(all_pairs, 1, sizeof all_pairs);
    if (!words[1]) {
        static const char *const all[] = {"by ", "re", "we", "#-", "# c", "a$", "<$", "\1$", "tag$", "x#$"};
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            add_start(starts, all[i]);
        words[0] = 4 * 'a';
        words[1] = 4 * 'd';
    }
    return (Openings){.skipped = {.at = skipped, .count = 8},
                      .starts = {.at = starts, .count = START_SLOTS},
                      .promises = {promises, sizeof promises - 1},
                      .dates = {.at = dates, .count = 8},
                      .words = {.at = words, .count = 2},
                      .longest_date = 20,
                      .pairs = all_pairs};
}

/* Copy the text of each line, so that an access past its end is detected. */
static int64_t open_lines(FuzzPage *page, const LinePage *lines, OpenedLine opened[MAX_LINES])
{
    const Byte *text = (const Byte *)page->table->text;
    const uint32_t *text_at = page->table->text_at;
    Openings openings = some_openings();
    int64_t blocks[MAX_LINES], count = 0;
    int found = mt_find_short_lines(lines, blocks);
    CHECK(found >= 0 && found <= MAX_LINES);
    for (int i = 0; i < found; i++) {
        CHECK(blocks[i] < page->blocks && blocks[i] > (i ? blocks[i - 1] : NONE) && lines->kept[blocks[i]]);
        const Byte *from = text + text_at[page->first_row[blocks[i]]];
        int64_t length = text + text_at[page->last_row[blocks[i]] + 1] - from;
        Byte *line = fuzz_array(page, length, 1);
        memcpy(line, from, (size_t)length);
        CHECK(mt_may_have_kind(&openings, line, line + length) ||
              !mt_has_start(&openings, line, line + length));
        if (mt_may_have_kind(&openings, line, line + length) || fuzz_chance(page) % 4 == 0)
            opened[count++] = (OpenedLine){blocks[i], (int)(fuzz_chance(page) % LINE_LINK_DENSITY)};
    }
    return count;
}

/* -- the second look --------------------------------------------------------------------------------- */

void fuzz_lines(FuzzPage *page, LinePage lines)
{
    lines.blocks = page->blocks;
    lines.kept = page->kept;
    OpenedLine opened[MAX_LINES];
    int64_t count = open_lines(page, &lines, opened);
    float *columns = fuzz_array(page, LINE_COUNT * count, sizeof *columns);
    double *margins = fuzz_array(page, count, sizeof *margins);
    if (!mt_set_line_columns(&lines, opened, count, columns))
        return;
    int16_t feature = LINE_ODDS;
    float bound = 0, leaf[2] = {-1, 1}, bias = 0;
    Forest trees = {LINE_COUNT, 1, 1, 1, &feature, &bound, leaf, &bias};
    mt_sum_forest(&trees, columns, count, margins);
    for (int64_t i = 0; i < LINE_COUNT * count; i++)
        CHECK(!isinf(columns[i]));
    for (int64_t i = 0; i < count; i++) {
        CHECK(fabs(margins[i]) <= 1);
        CHECK(columns[LINE_PLACE * count + i] >= 0 && columns[LINE_PLACE * count + i] <= 1);
        int is_clear = mt_is_clear_line(columns, count, i, opened[i].kind);
        CHECK(is_clear == 0 || is_clear == 1);
    }
}
