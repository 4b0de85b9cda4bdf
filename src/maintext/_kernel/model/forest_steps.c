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

/* -- preparation -------------------------------------------------------------------------------------- */

/* The step for leaves up to `largest`: a power of two, so that sums of floats are exact as well. */
static double step_for(double largest) { return ldexp(1, ilogb(largest) - 11); }

/* Leaves as whole steps; 0 if they are not. Low bytes of a tree's leaves come first, then high bytes. */
static int write_steps(const Forest *forest, double step, uint8_t *steps)
{
    for (int64_t i = 0; i < forest->trees * LEAVES; i++) {
        double count = (double)forest->leaf[i] / step;
        if (!(fabs(count) <= MOST_STEPS) || count != nearbyint(count))
            return 0;
        uint16_t bits = (uint16_t)(int16_t)count;
        uint8_t *tree = steps + i / LEAVES * 2 * LEAVES;
        tree[i % LEAVES] = (uint8_t)(bits & 0xFF);
        tree[LEAVES + i % LEAVES] = (uint8_t)(bits >> 8);
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
    uint8_t *steps = mt_allocate((size_t)forest->trees * 2 * LEAVES);
    if (!steps)
        return 0;
    forest->step = step_for(largest);
    if (write_steps(forest, forest->step, steps))
        forest->steps = steps;
    else
        mt_release(steps);
    return 1;
}

void mt_release_forest(Forest *forest) { mt_release(forest->steps); }

/* -- AVX2 --------------------------------------------------------------------------------------------- */

#if defined(__GNUC__) && defined(HAS_SSE2)
#include <immintrin.h>

#define WIDE __attribute__((target("avx2")))

typedef float Packed[TOGETHER];

/* Answers of the units to a question, as bytes of 0 or 255: in each half of a register, four units of each
   eight. */
WIDE static inline __m256i answers(const float *values, float bound)
{
    __m256 than = _mm256_set1_ps(bound);
    __m256i above[4];
    for (int i = 0; i < 4; i++)
        above[i] = _mm256_castps_si256(_mm256_cmp_ps(_mm256_loadu_ps(values + 8 * i), than, _CMP_GT_OQ));
    return _mm256_packs_epi16(_mm256_packs_epi32(above[0], above[1]), _mm256_packs_epi32(above[2], above[3]));
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
WIDE static inline void add_tree(const Forest *forest, const Packed *packed, int64_t tree, __m256i *sums)
{
    const uint8_t *steps = forest->steps + tree * 2 * LEAVES;
    __m256i answer[LEVELS], low = _mm256_setzero_si256();
    for (int level = 0; level < LEVELS; level++) {
        int64_t question = level * forest->trees + tree;
        answer[level] = answers(packed[forest->feature[question]], forest->bound[question]);
        if (level < 4)
            low = _mm256_or_si256(low, _mm256_and_si256(answer[level], _mm256_set1_epi8((char)(1 << level))));
    }
    __m256i first = pick_bytes(steps, low, answer + 4), second = pick_bytes(steps + LEAVES, low, answer + 4);
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
            add_tree(forest, packed, tree, group);
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
    memset(packed, 0, (size_t)forest->features * sizeof *packed);
    for (int64_t start = 0; start < units; start += TOGETHER) {
        int count = (int)(units - start < TOGETHER ? units - start : TOGETHER);
        int32_t sums[TOGETHER];
        for (int64_t i = 0; i < forest->features; i++)
            memcpy(packed[i], columns + i * units + start, (size_t)count * sizeof **packed);
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
