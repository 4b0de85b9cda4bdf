/* Boosted oblivious trees (maintext.model.trees): all nodes of a level ask the same question, so the answers
   of a tree, as bits, are the number of its leaf. */
#include <string.h>

#include "base/processor.h"
#include "model/model.h"

enum {
    TILE = 256,       /* units whose sums stay in the L1 cache while all trees are evaluated */
    TREES_AT_ONCE = 4 /* trees whose leaves are added in one pass over the units */
};

typedef void SumTile(const Forest *forest, const float *columns, int64_t units, int count, double *sums);

/* Compare the column of each question with its bound. NaN counts as not above. */
INLINE void answer(const float *const *column, const float *bound, int levels, int count,
                   int32_t *restrict leaf)
{
    for (int i = 0; i < count; i++) {
        int32_t number = 0;
        for (int level = 0; level < levels; level++)
            number |= column[level][i] > bound[level] ? 1 << level : 0;
        leaf[i] = number;
    }
}

/* The leaf of one tree for each unit. */
INLINE void find_leaves(const Forest *forest, int64_t tree, const float *columns, int64_t units, int count,
                        int32_t *restrict leaf)
{
    const float *column[MAX_LEVELS];
    float bound[MAX_LEVELS];
    for (int level = 0; level < forest->levels; level++) {
        int64_t question = level * forest->trees + tree;
        column[level] = columns + forest->feature[question] * units;
        bound[level] = forest->bound[question];
    }
    switch (forest->levels) { /* compilers unroll and vectorise a constant depth */
    case 3:
        answer(column, bound, 3, count, leaf);
        break;
    case 4:
        answer(column, bound, 4, count, leaf);
        break;
    case 6:
        answer(column, bound, 6, count, leaf);
        break;
    default:
        answer(column, bound, forest->levels, count, leaf);
    }
}

/* Add the leaves of four trees to each unit's sum, in the order of the trees. */
INLINE void add_four(const float *values, int64_t leaves, int32_t leaf[TREES_AT_ONCE][TILE], int count,
                     double *restrict sums)
{
    const float *first = values, *second = first + leaves, *third = second + leaves, *fourth = third + leaves;
    for (int i = 0; i < count; i++)
        sums[i] = sums[i] + (double)first[leaf[0][i]] + (double)second[leaf[1][i]] +
                  (double)third[leaf[2][i]] + (double)fourth[leaf[3][i]];
}

INLINE void add_one(const float *values, int64_t outputs, const int32_t *leaf, int count,
                    double *restrict sums)
{
    for (int i = 0; i < count; i++)
        sums[i] += (double)values[leaf[i] * outputs];
}

/* Sums of up to TILE units; those of the next output are `units` further. */
INLINE void sum_tile(const Forest *forest, const float *columns, int64_t units, int count, double *sums)
{
    int64_t leaves = (int64_t)1 << forest->levels, tree = 0;
    int32_t leaf[TREES_AT_ONCE][TILE];
    for (; forest->outputs == 1 && tree + TREES_AT_ONCE <= forest->trees; tree += TREES_AT_ONCE) {
        for (int i = 0; i < TREES_AT_ONCE; i++)
            find_leaves(forest, tree + i, columns, units, count, leaf[i]);
        add_four(forest->leaf + tree * leaves, leaves, leaf, count, sums);
    }
    for (; tree < forest->trees; tree++) {
        const float *values = forest->leaf + tree * leaves * forest->outputs;
        find_leaves(forest, tree, columns, units, count, leaf[0]);
        for (int64_t output = 0; output < forest->outputs; output++)
            add_one(values + output, forest->outputs, leaf[0], count, sums + output * units);
    }
}

static void sum_tile_portable(const Forest *forest, const float *columns, int64_t units, int count,
                              double *sums)
{
    sum_tile(forest, columns, units, count, sums);
}

#if HAS_WIDE_BUILD
WIDE_BUILD static void sum_tile_wide(const Forest *forest, const float *columns, int64_t units, int count,
                                     double *sums)
{
    sum_tile(forest, columns, units, count, sums);
}

static SumTile *best_build(void)
{
    return mt_processor_has(PROCESSOR_AVX2) ? sum_tile_wide : sum_tile_portable;
}
#else
static SumTile *best_build(void) { return sum_tile_portable; }
#endif

/* Sums of a single unit, without passes over units. */
INLINE void sum_outputs(const Forest *forest, const float *columns, int levels, int64_t outputs, double *sums)
{
    int64_t trees = forest->trees;
    const int16_t *feature = forest->feature;
    const float *bound = forest->bound, *values = forest->leaf;
    for (int64_t tree = 0; tree < trees; tree++, values += outputs << levels) {
        int64_t leaf = 0;
        for (int level = 0; level < levels; level++) {
            int64_t question = level * trees + tree;
            leaf |= (int64_t)(columns[feature[question]] > bound[question]) << level;
        }
        for (int64_t output = 0; output < outputs; output++)
            sums[output] += (double)values[leaf * outputs + output];
    }
}

static void sum_one(const Forest *forest, const float *columns, double *sums)
{
    enum { USUAL_LEVELS = 3, USUAL_OUTPUTS = 7 }; /* of the trees for kinds of pages */
    if (forest->levels != USUAL_LEVELS || forest->outputs != USUAL_OUTPUTS) {
        sum_outputs(forest, columns, forest->levels, forest->outputs, sums);
        return;
    }
    double kept[USUAL_OUTPUTS]; /* a local array of this size stays in registers */
    memcpy(kept, sums, sizeof kept);
    sum_outputs(forest, columns, USUAL_LEVELS, USUAL_OUTPUTS, kept);
    memcpy(sums, kept, sizeof kept);
}

/* `columns` is features x units, `margins` outputs x units. */
void mt_sum_forest(const Forest *forest, const float *columns, int64_t units, double *margins)
{
    SumTile *sum_units = best_build();
    int is_summed = units > 1 && mt_sum_steps(forest, columns, units, margins);
    if (!is_summed)
        memset(margins, 0, (size_t)(forest->outputs * units) * sizeof *margins);
    if (units == 1)
        sum_one(forest, columns, margins);
    for (int64_t start = 0; units > 1 && !is_summed && start < units; start += TILE) {
        int count = (int)(units - start < TILE ? units - start : TILE);
        sum_units(forest, columns + start, units, count, margins + start);
    }
    for (int64_t output = 0; output < forest->outputs; output++)
        for (int64_t i = 0; i < units; i++)
            margins[output * units + i] += (double)forest->bias[output];
}
