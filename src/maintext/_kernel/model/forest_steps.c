/* Trees whose leaves are whole multiples of one step, on processors with AVX2: 32 units at a time. A leaf is
   looked up by shuffling bytes, and sums are integers, so they are exact in any order. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/processor.h"
#include "model/model.h"

enum {
    LEVELS = 6,
    LEAVES = 1 << LEVELS,
    MOST_STEPS = 4095, /* of a leaf; maintext.model.trees has the same number */
    TOGETHER = 32,     /* units */
    GROUP = 8          /* trees whose sum fits into 16 bits: GROUP * MOST_STEPS < 2 ** 15 */
};

struct StepTree {
    int32_t feature[LEVELS];
    float bound[LEVELS];
    uint8_t low[LEAVES], high[LEAVES]; /* bytes of each leaf, in steps */
};

/* -- preparation -------------------------------------------------------------------------------------- */

/* The step for leaves up to `largest`: a power of two, so that sums of floats are exact as well. */
static double step_for(double largest) { return ldexp(1, ilogb(largest) - 11); }

/* Copy the trees, with leaves as whole steps; 0 if they are not. */
static int write_trees(const Forest *forest, StepTree *trees)
{
    for (int64_t i = 0; i < forest->trees; i++) {
        for (int level = 0; level < LEVELS; level++) {
            trees[i].feature[level] = forest->feature[level * forest->trees + i];
            trees[i].bound[level] = forest->bound[level * forest->trees + i];
        }
        for (int leaf = 0; leaf < LEAVES; leaf++) {
            double count = (double)forest->leaf[i * LEAVES + leaf] / forest->step;
            if (!(fabs(count) <= MOST_STEPS) || count != nearbyint(count))
                return 0;
            uint16_t bits = (uint16_t)(int16_t)count;
            trees[i].low[leaf] = (uint8_t)(bits & 0xFF);
            trees[i].high[leaf] = (uint8_t)(bits >> 8);
        }
    }
    return 1;
}

int mt_prepare_forest(Forest *forest)
{
    double largest = 0;
    forest->steps = NULL;
    if (forest->levels != LEVELS || forest->outputs != 1 || !forest->trees)
        return 1;
    for (int64_t i = 0; i < forest->trees * LEAVES; i++)
        largest = fabs((double)forest->leaf[i]) > largest ? fabs((double)forest->leaf[i]) : largest;
    if (!(largest > 0) || isinf(largest))
        return 1;
    StepTree *trees = mt_allocate((size_t)forest->trees * sizeof *trees);
    if (!trees)
        return 0;
    forest->step = step_for(largest);
    if (write_trees(forest, trees))
        forest->steps = trees;
    else
        mt_release(trees);
    return 1;
}

void mt_release_forest(Forest *forest) { mt_release(forest->steps); }

/* -- AVX2 --------------------------------------------------------------------------------------------- */

#if defined(__GNUC__) && defined(HAS_SSE2)
#include <immintrin.h>

#define WIDE __attribute__((target("avx2")))

typedef float Packed[TOGETHER];

/* Copy the columns of some units; those after the end keep old values. */
WIDE static void pack(const Forest *forest, const float *columns, int64_t units, int count, Packed *packed)
{
    for (int64_t i = 0; count == TOGETHER && i < forest->features; i++)
        memcpy(packed[i], columns + i * units, sizeof *packed); /* a known size is copied without a call */
    for (int64_t i = 0; count < TOGETHER && i < forest->features; i++)
        memcpy(packed[i], columns + i * units, (size_t)count * sizeof **packed);
}

/* Answers of the units to a question, as bytes of 0 or 255: in each half of a register, four units of each
   eight. NaN counts as not above. */
WIDE static inline __m256i ask(const StepTree *tree, const Packed *packed, int level)
{
    const float *values = packed[tree->feature[level]];
    __m256 bound = _mm256_set1_ps(tree->bound[level]);
    __m256i above[4];
    for (int i = 0; i < 4; i++)
        above[i] = _mm256_castps_si256(_mm256_cmp_ps(bound, _mm256_loadu_ps(values + 8 * i), _CMP_LT_OQ));
    return _mm256_packs_epi16(_mm256_packs_epi32(above[0], above[1]), _mm256_packs_epi32(above[2], above[3]));
}

WIDE static inline __m256i bit_of(__m256i answer, char bit)
{
    return _mm256_and_si256(answer, _mm256_set1_epi8(bit));
}

/* One byte of each unit's leaf: four answers select it in each quarter of the leaves, two the quarter. */
WIDE static inline __m256i pick_bytes(const uint8_t *bytes, __m256i low, const __m256i *quarter)
{
    __m256i found[4];
    for (int i = 0; i < 4; i++)
        found[i] = _mm256_shuffle_epi8(
            _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)(bytes + 16 * i))),
            low);
    return _mm256_blendv_epi8(_mm256_blendv_epi8(found[0], found[1], quarter[0]),
                              _mm256_blendv_epi8(found[2], found[3], quarter[0]), quarter[1]);
}

/* Add the leaves of a tree to sums of 16 bits: the first eight units of each half, and the last eight. */
WIDE static inline void add_tree(const StepTree *tree, const Packed *packed, __m256i *sums)
{
    __m256i low = bit_of(ask(tree, packed, 0), 1);
    low = _mm256_or_si256(low, bit_of(ask(tree, packed, 1), 2));
    low = _mm256_or_si256(low, bit_of(ask(tree, packed, 2), 4));
    low = _mm256_or_si256(low, bit_of(ask(tree, packed, 3), 8));
    __m256i quarter[2] = {ask(tree, packed, 4), ask(tree, packed, 5)};
    __m256i first = pick_bytes(tree->low, low, quarter), second = pick_bytes(tree->high, low, quarter);
    sums[0] = _mm256_add_epi16(sums[0], _mm256_unpacklo_epi8(first, second));
    sums[1] = _mm256_add_epi16(sums[1], _mm256_unpackhi_epi8(first, second));
}

/* Sums of up to 32 units, in steps; `sums` are in the order of `answers`. */
WIDE static void sum_packed(const Forest *forest, const Packed *packed, int32_t *sums)
{
    __m256i total[4];
    for (int i = 0; i < 4; i++)
        total[i] = _mm256_setzero_si256();
    for (int64_t tree = 0; tree < forest->trees;) {
        __m256i group[2] = {_mm256_setzero_si256(), _mm256_setzero_si256()};
        int64_t end = forest->trees - tree < GROUP ? forest->trees : tree + GROUP;
        for (; tree < end; tree++)
            add_tree(forest->steps + tree, packed, group);
        for (int i = 0; i < 4; i++) {
            __m128i half =
                i % 2 ? _mm256_extracti128_si256(group[i / 2], 1) : _mm256_castsi256_si128(group[i / 2]);
            total[i] = _mm256_add_epi32(total[i], _mm256_cvtepi16_epi32(half));
        }
    }
    for (int i = 0; i < 4; i++)
        _mm256_storeu_si256((__m256i *)(void *)(sums + 8 * i), total[i]);
}

int mt_sum_steps(const Forest *forest, const float *columns, int64_t units, double *margins)
{
    if (!forest->steps || !mt_processor_has(PROCESSOR_AVX2))
        return 0;
    Packed *packed = mt_allocate((size_t)forest->features * sizeof *packed);
    if (!packed)
        return 0;
    if (units < TOGETHER)
        memset(packed, 0, (size_t)forest->features * sizeof *packed);
    for (int64_t start = 0; start < units; start += TOGETHER) {
        int count = (int)(units - start < TOGETHER ? units - start : TOGETHER);
        int32_t sums[TOGETHER];
        pack(forest, columns + start, units, count, packed);
        sum_packed(forest, (const Packed *)packed, sums);
        for (int i = 0; i < TOGETHER; i++) { /* eight sums of a register: units of one half, four by four */
            int half = i / 8 % 2, place = i % 8 + i / 16 * 8, unit = place / 4 * 8 + half * 4 + place % 4;
            if (unit < count)
                margins[start + unit] = sums[i] * forest->step;
        }
    }
    mt_release(packed);
    return 1;
}
#else
int mt_sum_steps(const Forest *forest, const float *columns, int64_t units, double *margins)
{
    (void)forest, (void)columns, (void)units, (void)margins;
    return 0;
}
#endif
