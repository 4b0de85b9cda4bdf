/* Boosted oblivious trees (maintext.models.trees): all nodes of a level ask the same question, so the answers
   to a tree's questions, read as bits, are the number of its leaf. */
#include <string.h>

#include "model.h"

/* What is compiled twice, for any processor and for one that compares eight floats at once, is one function
   to the reader: it is inlined into both. */
#if defined(__GNUC__) && defined(__x86_64__)
#define HAS_WIDE_BUILD 1
#define INLINE         static inline __attribute__((always_inline))
#else
#define HAS_WIDE_BUILD 0
#define INLINE         static inline
#endif

enum {
    TILE = 256, /* units whose sums stay in the processor's nearest cache while all trees are asked */
    ABREAST = 4 /* trees whose leaves are added in one pass over the units */
};

/* Is the column of each question above its bound? What is not known (NaN) is not. */
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

/* The number of the leaf of one tree that each unit falls into. */
INLINE void find_leaves(const Forest *forest, int64_t tree, const float *columns, int64_t units, int count,
                        int32_t *restrict leaf)
{
    const float *column[MOST_LEVELS];
    float bound[MOST_LEVELS];
    for (int level = 0; level < forest->levels; level++) {
        int64_t question = level * forest->trees + tree;
        column[level] = columns + forest->feature[question] * units;
        bound[level] = forest->bound[question];
    }
    switch (forest->levels) { /* compilers unroll and vectorise what has a constant depth */
    case 3:
        answer(column, bound, 3, count, leaf);
        break;
    case 6:
        answer(column, bound, 6, count, leaf);
        break;
    default:
        answer(column, bound, forest->levels, count, leaf);
    }
}

/* Add the leaves of four trees to each unit's sum, in the order of the trees. */
INLINE void add_four(const float *values, int64_t leaves, int32_t leaf[ABREAST][TILE], int count,
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

/* Sums of up to TILE units; those of the next output lie `units` further on. */
INLINE void sum_tile(const Forest *forest, const float *columns, int64_t units, int count, double *sums)
{
    int64_t leaves = (int64_t)1 << forest->levels, tree = 0;
    int32_t leaf[ABREAST][TILE];
    for (; forest->outputs == 1 && tree + ABREAST <= forest->trees; tree += ABREAST) {
        for (int i = 0; i < ABREAST; i++)
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

static void sum_tile_anywhere(const Forest *forest, const float *columns, int64_t units, int count,
                              double *sums)
{
    sum_tile(forest, columns, units, count, sums);
}

#if HAS_WIDE_BUILD
__attribute__((target("avx2"))) static void sum_tile_wide(const Forest *forest, const float *columns,
                                                          int64_t units, int count, double *sums)
{
    sum_tile(forest, columns, units, count, sums);
}

static int is_wide(void) { return __builtin_cpu_supports("avx2") != 0; }
#else
#define sum_tile_wide sum_tile_anywhere
static int is_wide(void) { return 0; }
#endif

/* The sums of a single unit: not worth the passes over units. */
static void sum_one(const Forest *forest, const float *columns, double *sums)
{
    for (int64_t tree = 0; tree < forest->trees; tree++) {
        int64_t leaf = tree << forest->levels;
        for (int level = 0; level < forest->levels; level++) {
            int64_t question = level * forest->trees + tree;
            leaf += columns[forest->feature[question]] > forest->bound[question] ? 1 << level : 0;
        }
        for (int64_t output = 0; output < forest->outputs; output++)
            sums[output] += (double)forest->leaf[leaf * forest->outputs + output];
    }
}

/* `columns` is features x units, `margins` outputs x units. */
void sum_forest(const Forest *forest, const float *columns, int64_t units, double *margins)
{
    int wide = is_wide();
    memset(margins, 0, (size_t)(forest->outputs * units) * sizeof *margins);
    if (units == 1)
        sum_one(forest, columns, margins);
    for (int64_t start = 0; units > 1 && start < units; start += TILE) {
        int count = (int)(units - start < TILE ? units - start : TILE);
        (wide ? sum_tile_wide : sum_tile_anywhere)(forest, columns + start, units, count, margins + start);
    }
    for (int64_t output = 0; output < forest->outputs; output++)
        for (int64_t i = 0; i < units; i++)
            margins[output * units + i] += (double)forest->bias[output];
}
