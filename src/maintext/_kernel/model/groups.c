/* Repetition: blocks with the same path, and equal siblings. */
#include "base/memory.h"
#include "model/measure.h"

enum { LONG_BLOCK = 150 }; /* characters */

typedef struct {
    double chars, links, punctuation, long_blocks;
    int64_t blocks;
} Group;

enum { OF_LOG_BLOCKS, OF_BLOCK_LENGTH, OF_LINK_DENSITY, OF_SHARE, OF_MARKS, OF_LONG_BLOCKS, OF_GROUP };

#define COLUMNS_OF(GROUP)                                                                                    \
    {[OF_LOG_BLOCKS] = FEATURE_##GROUP##_LOG_BLOCKS,                                                         \
     [OF_BLOCK_LENGTH] = FEATURE_##GROUP##_BLOCK_LENGTH,                                                     \
     [OF_LINK_DENSITY] = FEATURE_##GROUP##_LINK_DENSITY,                                                     \
     [OF_SHARE] = FEATURE_##GROUP##_SHARE,                                                                   \
     [OF_MARKS] = FEATURE_##GROUP##_MARKS,                                                                   \
     [OF_LONG_BLOCKS] = FEATURE_##GROUP##_LONG_BLOCKS}

static const int path_columns[OF_GROUP] = COLUMNS_OF(PATH);
static const int tags_columns[OF_GROUP] = COLUMNS_OF(TAGS);
static const int alike_columns[ALIKE_LEVELS] = {FEATURE_ALIKE0, FEATURE_ALIKE1, FEATURE_ALIKE2,
                                                FEATURE_ALIKE3};

static Outcome write_repetition(const Facts *facts, const int32_t *group, const int *columns)
{
    int64_t blocks = facts->page->blocks, groups = 0;
    Group *sums = mt_allocate_zeroed((size_t)blocks, sizeof *sums);
    float (*values)[OF_GROUP] = mt_allocate((size_t)blocks * sizeof *values);
    if (!sums || !values) {
        mt_release(sums);
        mt_release(values);
        return OUTCOME_NO_MEMORY;
    }
    for (int64_t i = 0; i < blocks; i++) {
        Group *sum = &sums[group[i]];
        sum->chars += facts->out->chars[i];
        sum->links += (double)count_of(facts, TEXT_LINK_CHARS)[i];
        sum->punctuation += (double)facts->punctuation[i];
        sum->long_blocks += facts->out->chars[i] > LONG_BLOCK;
        sum->blocks++;
        groups = max_of(groups, group[i] + 1);
    }
    for (int64_t i = 0; i < groups; i++) {
        double count = (double)sums[i].blocks;
        values[i][OF_LOG_BLOCKS] = log_count(facts, sums[i].blocks);
        values[i][OF_BLOCK_LENGTH] = log_ratio(facts, sums[i].chars, count);
        values[i][OF_LINK_DENSITY] = (float)(sums[i].links / sums[i].chars);
        values[i][OF_SHARE] = (float)(sums[i].chars / facts->chars[blocks]);
        values[i][OF_MARKS] = (float)(sums[i].punctuation / sums[i].chars);
        values[i][OF_LONG_BLOCKS] = (float)(sums[i].long_blocks / count);
    }
    for (int value = 0; value < OF_GROUP; value++) {
        float *column = column_of(facts, columns[value]);
        for (int64_t i = 0; i < blocks; i++)
            column[i] = values[group[i]][value];
    }
    mt_release(sums);
    mt_release(values);
    return OUTCOME_OK;
}

static void write_siblings(const Facts *facts)
{
    const PageRows *page = facts->page;
    int64_t blocks = page->blocks;
    float *siblings = column_of(facts, FEATURE_LOG_SIBLINGS);
    for (int64_t i = 0; i < blocks; i++)
        siblings[i] = log_count(facts, facts->children[max_of(page->parent[page->element[i]], 0)]);
    for (int level = 0; level < ALIKE_LEVELS; level++) {
        float *column = column_of(facts, alike_columns[level]);
        for (int64_t i = 0; i < blocks; i++)
            column[i] = log_count(facts, facts->alike[level * blocks + i]);
    }
}

/* Levels up to the element that also contains the previous block, and to the one that contains the next. */
static void write_levels_to_neighbours(const Facts *facts)
{
    int64_t blocks = facts->page->blocks;
    float *previous = column_of(facts, FEATURE_LEVELS_TO_PREVIOUS);
    float *following = column_of(facts, FEATURE_LEVELS_TO_NEXT);
    for (int64_t i = 0; i < blocks; i++) {
        int up = 0, down = 0;
        while (up < LEVELS && facts->above_low[up * blocks + i] > i - 1)
            up++;
        while (down < LEVELS && facts->above_high[down * blocks + i] <= i + 1)
            down++;
        previous[i] = (float)(i ? up : LEVELS);
        following[i] = (float)(i + 1 < blocks ? down : LEVELS);
    }
}

Outcome mt_write_groups(const Facts *facts)
{
    Outcome outcome = write_repetition(facts, facts->group, path_columns);
    if (outcome == OUTCOME_OK)
        outcome = write_repetition(facts, facts->tag_group, tags_columns);
    write_siblings(facts);
    write_levels_to_neighbours(facts);
    return outcome;
}
