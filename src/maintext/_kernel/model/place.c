/* The place of a block: its tag, its ancestors, their names, and the distance to headings. */
#include "base/memory.h"
#include "model/measure.h"

#include <string.h>

enum { HEADING_FAR = 50, NO_HEADING = -99, MAX_NAMES = 3, NO_LEVEL = 12 };

typedef struct {
    int32_t what; /* flag, tag or subject */
    int feature;
} Column;

#define IN(NAME) {FLAG_##NAME, FEATURE_IN_##NAME}
static const Column flag_columns[] = {
    IN(LINK),    IN(NAV),       IN(HEADER),  IN(FOOTER), IN(ASIDE),    IN(FORM),     IN(CONTROL),
    IN(HEADING), IN(LIST),      IN(TABLE),   IN(PRE),    IN(CODE),     IN(QUOTE),    IN(FIGURE),
    IN(CAPTION), IN(PARAGRAPH), IN(ARTICLE), IN(MAIN),   IN(NOSCRIPT), IN(EMPHASIS),
};

#define IS(NAME) {TAG_##NAME, FEATURE_IS_##NAME}
static const Column tag_columns[] = {
    IS(P), IS(LI), IS(TD), IS(TH), IS(DIV), IS(H1), IS(H2), IS(H3), IS(DD), IS(BLOCKQUOTE),
};

static const int named_columns[SUBJECT_COUNT] = {NAMED_FEATURES};

#define NEAR(NAME) {SUBJECT_##NAME, FEATURE_LEVELS_TO_##NAME}
static const Column near_columns[] = {
    NEAR(COMMENTS), NEAR(NAVIGATION), NEAR(FOOT),    NEAR(SIDE),
    NEAR(RELATED),  NEAR(CONTENT),    NEAR(ARTICLE), NEAR(MAIN),
};
enum { NEAR_SUBJECTS = sizeof near_columns / sizeof *near_columns }; /* 8: one bit each in a byte */

static void write_position(const Facts *facts)
{
    const PageRows *page = facts->page;
    float *depth = column_of(facts, FEATURE_DEPTH), *position = column_of(facts, FEATURE_BLOCK_POSITION);
    float *text_position = column_of(facts, FEATURE_TEXT_POSITION);
    for (int64_t i = 0; i < page->blocks; i++) {
        depth[i] = (float)page->depth[page->element[i]];
        position[i] = (float)((double)i / (double)page->blocks);
        text_position[i] = (float)(facts->chars[i] / facts->chars[page->blocks]);
    }
}

/* `memory` has an int32 per block: narrow numbers are compared faster. */
static void write_flags_and_tags(const Facts *facts, int32_t *memory)
{
    const PageRows *page = facts->page;
    int64_t blocks = page->blocks;
    for (int64_t i = 0; i < blocks; i++)
        memory[i] = (int32_t)page->flags[page->first_row[i]];
    for (size_t flag = 0; flag < sizeof flag_columns / sizeof *flag_columns; flag++) {
        float *column = column_of(facts, flag_columns[flag].feature);
        for (int64_t i = 0; i < blocks; i++)
            column[i] = (float)((memory[i] & flag_columns[flag].what) != 0);
    }
    for (int64_t i = 0; i < blocks; i++)
        memory[i] = (int32_t)page->tag[page->element[i]];
    for (size_t tag = 0; tag < sizeof tag_columns / sizeof *tag_columns; tag++) {
        float *column = column_of(facts, tag_columns[tag].feature);
        for (int64_t i = 0; i < blocks; i++)
            column[i] = (float)(memory[i] == tag_columns[tag].what);
    }
}

/* The first block of the first <h1> that has blocks; -1 if there is none. */
static int64_t first_of_h1(const Facts *facts)
{
    for (int64_t i = 0; i < facts->holder_count; i++)
        if (facts->page->tag[facts->holders[i]] == TAG_H1)
            return facts->low[facts->holders[i]];
    return -1;
}

static void write_heading_distances(const Facts *facts)
{
    const uint8_t *is_heading = facts->is_heading;
    int64_t blocks = facts->page->blocks, h1 = first_of_h1(facts);
    float *since = column_of(facts, FEATURE_SINCE_HEADING), *until = column_of(facts, FEATURE_UNTIL_HEADING);
    float *from_h1 = column_of(facts, FEATURE_FROM_H1);
    int64_t last = -HEADING_FAR, next = blocks + HEADING_FAR;
    for (int64_t i = 0; i < blocks; i++) {
        if (is_heading[i])
            last = i;
        since[i] = (float)min_of(i - last, HEADING_FAR);
        from_h1[i] = (float)(h1 < 0 ? NO_HEADING : max_of(min_of(i - h1, HEADING_FAR), -HEADING_FAR));
    }
    for (int64_t i = blocks; i-- > 0;) {
        if (is_heading[i])
            next = i;
        until[i] = (float)min_of(next - i, HEADING_FAR);
    }
}

/* Count the elements above each block with a name for each subject: mark where they begin and end, then
   sum. */
static void write_name_counts(const Facts *facts)
{
    int64_t blocks = facts->page->blocks;
    uint8_t is_named[SUBJECT_COUNT] = {0};
    for (int subject = 0; subject < SUBJECT_COUNT; subject++)
        memset(column_of(facts, named_columns[subject]), 0, (size_t)blocks * sizeof(float));
    for (int64_t i = 0; i < facts->named.count; i++) {
        NamedRow named = facts->named.rows[i];
        int64_t low = facts->low[named.row], high = facts->high[named.row];
        float *column = column_of(facts, named_columns[named.subject]);
        if (low < high)
            column[low] += 1;
        if (low < high && high < blocks)
            column[high] -= 1;
        is_named[named.subject] = 1;
    }
    for (int subject = 0; subject < SUBJECT_COUNT; subject++) {
        if (!is_named[subject])
            continue;
        float *column = column_of(facts, named_columns[subject]);
        int32_t count = 0;
        for (int64_t i = 0; i < blocks; i++) {
            count += (int32_t)column[i];
            column[i] = (float)(count < MAX_NAMES ? count : MAX_NAMES);
        }
    }
}

/* Levels from each block up to the nearest element with a name for a subject. `named` has a 0 for each
   row. */
static void write_nearest_names(const Facts *facts, uint8_t *named)
{
    int64_t blocks = facts->page->blocks;
    uint8_t bit[SUBJECT_COUNT] = {0};
    float *columns[NEAR_SUBJECTS];
    for (int near = 0; near < NEAR_SUBJECTS; near++) {
        bit[near_columns[near].what] = (uint8_t)(1 << near);
        columns[near] = column_of(facts, near_columns[near].feature);
        for (int64_t i = 0; i < blocks; i++)
            columns[near][i] = NO_LEVEL;
    }
    for (int64_t i = 0; i < facts->named.count; i++)
        named[facts->named.rows[i].row] |= bit[facts->named.rows[i].subject];
    for (int64_t i = 0; i < blocks; i++) {
        unsigned seen = 0;
        for (int level = 0; level < LEVELS; level++) {
            unsigned found = named[facts->above[level * blocks + i]] & ~seen;
            seen |= found;
            for (int near = 0; found; near++, found >>= 1)
                if (found & 1)
                    columns[near][i] = (float)level;
        }
    }
}

Outcome mt_write_place(const Facts *facts)
{
    uint8_t *named = mt_allocate_zeroed((size_t)facts->page->rows, sizeof *named);
    int32_t *memory = mt_allocate((size_t)facts->page->blocks * sizeof *memory);
    Outcome outcome = named && memory ? OUTCOME_OK : OUTCOME_NO_MEMORY;
    if (outcome == OUTCOME_OK) {
        write_position(facts);
        write_flags_and_tags(facts, memory);
        write_heading_distances(facts);
        write_name_counts(facts);
        write_nearest_names(facts, named);
    }
    mt_release(named);
    mt_release(memory);
    return outcome;
}
