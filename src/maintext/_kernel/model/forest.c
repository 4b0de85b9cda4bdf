/* Boosted oblivious trees (maintext.model.trees): all nodes of a level ask the same question, so the answers
   of a tree, as bits, are the number of its leaf. */
#include <string.h>

#include "base/processor.h"
#include "model/model.h"

/* Functions marked INLINE are compiled twice: for any processor, and for one that compares eight floats at a
   time. */
#if defined(__GNUC__) && defined(HAS_SSE2)
#include <immintrin.h>
#define HAS_WIDE_BUILD 1
#define INLINE         static inline __attribute__((always_inline))
#else
#define HAS_WIDE_BUILD 0
#define INLINE         static inline
#endif

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
__attribute__((target("avx2"))) static void sum_tile_wide(const Forest *forest, const float *columns,
                                                          int64_t units, int count, double *sums)
{
    sum_tile(forest, columns, units, count, sums);
}

/* -- AVX-512 ----------------------------------------------------------------------------------------- */

enum {
    LANES = 16,        /* floats per register */
    PARTS = 2,         /* registers per column, for the units processed together */
    PICKED_LEVELS = 6, /* trees of this depth have leaves that fit into four registers */
    MAX_PACKED = 512   /* columns */
};

#define WIDEST __attribute__((target("avx512f")))

typedef float Packed[PARTS][LANES];

/* Copy the columns of some units, so that they stay in the L1 cache. */
WIDEST static void pack(const float *columns, int64_t features, int64_t units, uint32_t known, Packed *packed)
{
    for (int64_t i = 0; i < features; i++)
        for (int part = 0; part < PARTS; part++)
            _mm512_storeu_ps(packed[i][part], _mm512_maskz_loadu_ps((__mmask16)(known >> part * LANES),
                                                                    columns + i * units + part * LANES));
}

/* Look up each unit's leaf of a tree: five answers select an entry in both halves, the last one the half. */
WIDEST static inline void pick_leaves(const Forest *forest, Packed *packed, int64_t tree, __m512 *picked)
{
    const float *leaf = forest->leaf + (tree << PICKED_LEVELS);
    __m512i number[PARTS] = {_mm512_setzero_si512(), _mm512_setzero_si512()};
    __mmask16 above[PARTS];
    for (int level = 0; level < PICKED_LEVELS; level++) {
        int64_t question = level * forest->trees + tree;
        const Packed *asked = &packed[forest->feature[question]];
        __m512 bound = _mm512_set1_ps(forest->bound[question]);
        for (int part = 0; part < PARTS; part++) {
            above[part] = _mm512_cmp_ps_mask(_mm512_loadu_ps((*asked)[part]), bound, _CMP_GT_OQ);
            if (level < PICKED_LEVELS - 1)
                number[part] = _mm512_mask_or_epi32(number[part], above[part], number[part],
                                                    _mm512_set1_epi32(1 << level));
        }
    }
    __m512 first = _mm512_loadu_ps(leaf), second = _mm512_loadu_ps(leaf + LANES);
    __m512 third = _mm512_loadu_ps(leaf + 2 * LANES), fourth = _mm512_loadu_ps(leaf + 3 * LANES);
    for (int part = 0; part < PARTS; part++)
        picked[part] = _mm512_mask_blend_ps(above[part], _mm512_permutex2var_ps(first, number[part], second),
                                            _mm512_permutex2var_ps(third, number[part], fourth));
}

WIDEST static void sum_tile_widest(const Forest *forest, const float *columns, int64_t units, int count,
                                   double *sums)
{
    enum { TOGETHER = PARTS * LANES, HALF = LANES / 2 };
    Packed packed[MAX_PACKED];
    for (int start = 0; start < count; start += TOGETHER) {
        int left = count - start;
        uint32_t known = left < TOGETHER ? ((uint32_t)1 << left) - 1 : 0xFFFFFFFFu;
        __m512d sum[2 * PARTS];
        for (int i = 0; i < 2 * PARTS; i++)
            sum[i] = _mm512_setzero_pd();
        pack(columns + start, forest->features, units, known, packed);
        for (int64_t tree = 0; tree < forest->trees; tree++) {
            __m512 leaf[PARTS];
            pick_leaves(forest, packed, tree, leaf);
            for (int part = 0; part < PARTS; part++) {
                __m256d upper = _mm512_extractf64x4_pd(_mm512_castps_pd(leaf[part]), 1);
                sum[2 * part] =
                    _mm512_add_pd(sum[2 * part], _mm512_cvtps_pd(_mm512_castps512_ps256(leaf[part])));
                sum[2 * part + 1] =
                    _mm512_add_pd(sum[2 * part + 1], _mm512_cvtps_pd(_mm256_castpd_ps(upper)));
            }
        }
        for (int i = 0; i < 2 * PARTS; i++)
            _mm512_mask_storeu_pd(sums + start + i * HALF, (__mmask8)(known >> i * HALF), sum[i]);
    }
}

static SumTile *best_build(const Forest *forest)
{
    if (mt_processor_has(PROCESSOR_AVX512) && forest->levels == PICKED_LEVELS && forest->outputs == 1 &&
        forest->features <= MAX_PACKED)
        return sum_tile_widest;
    return mt_processor_has(PROCESSOR_AVX2) ? sum_tile_wide : sum_tile_portable;
}
#else
static SumTile *best_build(const Forest *forest)
{
    (void)forest;
    return sum_tile_portable;
}
#endif

/* Sums of a single unit, without passes over units. */
static void sum_one(const Forest *forest, const float *columns, double *sums)
{
    for (int64_t tree = 0; tree < forest->trees; tree++) {
        int64_t leaf = tree << forest->levels;
        for (int level = 0; level < forest->levels; level++) {
            int64_t question = level * forest->trees + tree;
            leaf += (int64_t)(columns[forest->feature[question]] > forest->bound[question]) << level;
        }
        const float *values = forest->leaf + leaf * forest->outputs;
        for (int64_t output = 0; output < forest->outputs; output++)
            sums[output] += (double)values[output];
    }
}

/* `columns` is features x units, `margins` outputs x units. */
void mt_sum_forest(const Forest *forest, const float *columns, int64_t units, double *margins)
{
    SumTile *sum_units = best_build(forest);
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
