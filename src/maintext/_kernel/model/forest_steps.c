/* Trees whose leaves are whole multiples of one step, on processors that look up bytes: 32 units at a time
   with AVX2, 64 with AVX-512 VBMI and GFNI. Many trees ask the same questions, so each question is answered once. A leaf
   is looked up by shuffling bytes, and sums are integers, so they are exact in any order. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/processor.h"
#include "model/model.h"

enum {
    LEVELS = 6,
    LEAVES = 1 << LEVELS,
    MOST_STEPS = 4095, /* of a leaf; maintext.model.trees has the same number */
    GROUP = 8,         /* trees whose sum fits into 16 bits: GROUP * MOST_STEPS < 2 ** 15 */
    SEARCH_LEVELS = 5,
    SEARCH_SIZE = 1 << SEARCH_LEVELS
};

typedef struct {
    float bound;
    int16_t feature;
} Question;

typedef struct {
    int32_t question[LEVELS];          /* index in `questions` */
    uint8_t low[LEAVES], high[LEAVES]; /* bytes of each leaf, in steps */
} StepTree;

/* Consecutive questions about a feature. Their bounds are a binary search tree: the root is at 1, and the children of
   i are at 2 * i and 2 * i + 1. Missing bounds are infinite. */
typedef struct {
    float bound[SEARCH_SIZE];
    int32_t first; /* question */
    int16_t feature;
    uint8_t count, levels;
} Search;

struct StepForest {
    int64_t questions, searches, trees;
    double step;
    Question *question; /* each once, by feature */
    Search *search;
    StepTree *tree;
};

void mt_release_forest(Forest *forest)
{
    if (forest->steps) {
        mt_release(forest->steps->question);
        mt_release(forest->steps->search);
        mt_release(forest->steps->tree);
    }
    mt_release(forest->steps);
}

#if defined(__GNUC__) && defined(HAS_SSE2)
#include <immintrin.h>

/* -- preparation -------------------------------------------------------------------------------------- */

/* The step for leaves up to `largest`: a power of two, so that sums of floats are exact as well. */
static double step_for(double largest) { return ldexp(1, ilogb(largest) - 11); }

static int compare_questions(const void *first, const void *second)
{
    const Question *a = first, *b = second;
    if (a->feature != b->feature)
        return a->feature < b->feature ? -1 : 1;
    return (a->bound > b->bound) - (a->bound < b->bound);
}

static double largest_leaf(const Forest *forest)
{
    double largest = 0;
    for (int64_t i = 0; i < forest->trees * LEAVES; i++)
        largest = fabs((double)forest->leaf[i]) > largest ? fabs((double)forest->leaf[i]) : largest;
    return largest;
}

/* Sort the questions of all trees, and keep each once. */
static void collect_questions(const Forest *forest, StepForest *steps)
{
    int64_t asked = LEVELS * forest->trees, kept = 0;
    Question *question = steps->question;
    for (int64_t i = 0; i < asked; i++)
        question[i] = (Question){forest->bound[i], forest->feature[i]};
    qsort(question, (size_t)asked, sizeof *question, compare_questions);
    for (int64_t i = 0; i < asked; i++)
        if (!kept || compare_questions(&question[kept - 1], &question[i]))
            question[kept++] = question[i];
    steps->questions = kept;
}

/* Number of questions from `first` on that one search answers. */
static int count_together(const StepForest *steps, int64_t first)
{
    int64_t after = first + 1;
    while (after < steps->questions && after - first < SEARCH_SIZE - 1 &&
           steps->question[after].feature == steps->question[first].feature)
        after++;
    return (int)(after - first);
}

static void write_search(const StepForest *steps, int64_t first, Search *search)
{
    int count = count_together(steps, first), levels = 1;
    while ((1 << levels) - 1 < count)
        levels++;
    *search = (Search){{0}, (int32_t)first, steps->question[first].feature, (uint8_t)count, (uint8_t)levels};
    for (int level = 0; level < levels; level++)
        for (int i = 0; i < 1 << level; i++) {
            int place = ((2 * i + 1) << (levels - 1 - level)) - 1; /* in the order of bounds */
            search->bound[(1 << level) + i] = place < count ? steps->question[first + place].bound : INFINITY;
        }
}

/* Returns 0 when out of memory. */
static int make_searches(StepForest *steps)
{
    for (int64_t i = 0; i < steps->questions; i += count_together(steps, i))
        steps->searches++;
    steps->search = mt_allocate((size_t)steps->searches * sizeof *steps->search);
    Search *search = steps->search;
    for (int64_t i = 0; search && i < steps->questions; i += (search++)->count)
        write_search(steps, i, search);
    return search != NULL;
}

/* Copy the trees, with leaves as whole steps; 0 if they are not. */
static int write_trees(const Forest *forest, StepForest *steps)
{
    for (int64_t i = 0; i < forest->trees; i++) {
        StepTree *tree = steps->tree + i;
        for (int level = 0; level < LEVELS; level++) {
            int64_t at = level * forest->trees + i;
            Question wanted = {forest->bound[at], forest->feature[at]};
            const Question *found =
                bsearch(&wanted, steps->question, (size_t)steps->questions, sizeof wanted, compare_questions);
            tree->question[level] = (int32_t)(found - steps->question);
        }
        for (int leaf = 0; leaf < LEAVES; leaf++) {
            double count = (double)forest->leaf[i * LEAVES + leaf] / steps->step;
            if (!(fabs(count) <= MOST_STEPS) || count != nearbyint(count))
                return 0;
            uint16_t bits = (uint16_t)(int16_t)count;
            tree->low[leaf] = (uint8_t)(bits & 0xFF);
            tree->high[leaf] = (uint8_t)(bits >> 8);
        }
    }
    return 1;
}

static int has_ordered_bounds(const Forest *forest)
{
    for (int64_t i = 0; i < LEVELS * forest->trees; i++)
        if (isnan(forest->bound[i])) /* NaN has no place in the order of questions */
            return 0;
    return 1;
}

int mt_prepare_forest(Forest *forest)
{
    forest->steps = NULL;
    if (forest->levels != LEVELS || forest->outputs != 1 || forest->trees <= 0 ||
        forest->trees > INT32_MAX / MOST_STEPS || !has_ordered_bounds(forest)) /* sums have 32 bits */
        return 1;
    double largest = largest_leaf(forest);
    if (!(largest > 0) || isinf(largest))
        return 1;
    StepForest *steps = mt_allocate(sizeof *steps);
    if (!steps)
        return 0;
    *steps = (StepForest){.trees = forest->trees, .step = step_for(largest)};
    steps->question = mt_allocate((size_t)(LEVELS * forest->trees) * sizeof *steps->question);
    steps->tree = mt_allocate((size_t)forest->trees * sizeof *steps->tree);
    forest->steps = steps;
    int has_memory = steps->question && steps->tree;
    if (has_memory) {
        collect_questions(forest, steps);
        has_memory = make_searches(steps);
    }
    if (!has_memory || !write_trees(forest, steps)) {
        mt_release_forest(forest);
        forest->steps = NULL;
    }
    return has_memory;
}

/* A column that can be read for `together` units. Those after the last unit are of the next column, or anything: their
   sums are not used. `end` is the end of all columns. */
static inline const float *column_at(const float *column, const float *end, int together, float *copy)
{
    if (LIKELY(end - column >= together))
        return column;
    memcpy(copy, column, (size_t)(end - column) * sizeof *copy);
    return copy;
}

/* -- AVX2: 32 units ----------------------------------------------------------------------------------- */

#define WIDE __attribute__((target("avx2")))

enum { WIDE_UNITS = 32 };

WIDE static inline void load_wide(const float *column, __m256 *values)
{
    for (int part = 0; part < 4; part++)
        values[part] = _mm256_loadu_ps(column + 8 * part);
}

/* The answers of all units to a question, as bytes of 0 or 255: in each half of a register, four units of each
   eight. NaN counts as not above. */
WIDE static inline __m256i compare_wide(const __m256 *values, float bound)
{
    __m256i above[4];
    for (int part = 0; part < 4; part++)
        above[part] = _mm256_castps_si256(_mm256_cmp_ps(_mm256_set1_ps(bound), values[part], _CMP_LT_OQ));
    return _mm256_packs_epi16(_mm256_packs_epi32(above[0], above[1]), _mm256_packs_epi32(above[2], above[3]));
}

WIDE static void answer_wide(const StepForest *forest, const float *columns, const float *end, int64_t units,
                             __m256i *answers)
{
    float copy[WIDE_UNITS] = {0};
    for (int64_t i = 0; i < forest->questions;) {
        int feature = forest->question[i].feature;
        __m256 values[4];
        load_wide(column_at(columns + feature * units, end, WIDE_UNITS, copy), values);
        for (; i < forest->questions && forest->question[i].feature == feature; i++)
            _mm256_storeu_si256(answers + i, compare_wide(values, forest->question[i].bound));
    }
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
WIDE static inline void add_tree_wide(const StepTree *tree, const __m256i *answers, __m256i *sums)
{
    __m256i low = _mm256_setzero_si256(), quarter[2];
    for (int level = 3; level >= 0; level--) /* an answer is -1 or 0 */
        low = _mm256_sub_epi8(_mm256_add_epi8(low, low), _mm256_loadu_si256(answers + tree->question[level]));
    for (int i = 0; i < 2; i++)
        quarter[i] = _mm256_loadu_si256(answers + tree->question[4 + i]);
    __m256i first = pick_bytes(tree->low, low, quarter), second = pick_bytes(tree->high, low, quarter);
    sums[0] = _mm256_add_epi16(sums[0], _mm256_unpacklo_epi8(first, second));
    sums[1] = _mm256_add_epi16(sums[1], _mm256_unpackhi_epi8(first, second));
}

/* Eight sums of a register are those of one half, four by four. */
static inline int unit_wide(int i)
{
    int half = i / 8 % 2, place = i % 8 + i / 16 * 8;
    return place / 4 * 8 + half * 4 + place % 4;
}

WIDE static void sum_wide(const StepForest *forest, const float *columns, const float *end, int64_t units,
                          int count, void *answers, double *margins)
{
    int32_t sums[WIDE_UNITS];
    __m256i total[4];
    answer_wide(forest, columns, end, units, answers);
    for (int i = 0; i < 4; i++)
        total[i] = _mm256_setzero_si256();
    for (int64_t tree = 0; tree < forest->trees;) {
        __m256i group[2] = {_mm256_setzero_si256(), _mm256_setzero_si256()};
        int64_t after = forest->trees - tree < GROUP ? forest->trees : tree + GROUP;
        for (; tree < after; tree++)
            add_tree_wide(forest->tree + tree, answers, group);
        for (int i = 0; i < 4; i++) {
            __m128i half =
                i % 2 ? _mm256_extracti128_si256(group[i / 2], 1) : _mm256_castsi256_si128(group[i / 2]);
            total[i] = _mm256_add_epi32(total[i], _mm256_cvtepi16_epi32(half));
        }
    }
    for (int i = 0; i < 4; i++)
        _mm256_storeu_si256((__m256i *)(void *)(sums + 8 * i), total[i]);
    for (int i = 0; i < WIDE_UNITS; i++)
        if (unit_wide(i) < count)
            margins[unit_wide(i)] = sums[i] * forest->step;
}

/* -- AVX-512 VBMI: 64 units --------------------------------------------------------------------------- */

#define WIDEST __attribute__((target("avx512f,avx512bw,avx512vbmi,gfni")))

enum {
    WIDEST_UNITS = 64,
    AHEAD = 3,            /* columns that are fetched early */
    ANSWERED = 8,         /* questions at once */
    SPARE = ANSWERED - 1, /* answers after the last */
};

typedef uint64_t Answers; /* a bit for each unit */

/* Byte 8 * i + j becomes byte 8 * j + i. */
WIDEST static inline __m512i regroup_bytes(__m512i bytes)
{
    static const uint64_t order[] = {0x3830282018100800, 0x3931292119110901, 0x3A322A221A120A02,
                                     0x3B332B231B130B03, 0x3C342C241C140C04, 0x3D352D251D150D05,
                                     0x3E362E261E160E06, 0x3F372F271F170F07};
    return _mm512_permutexvar_epi8(_mm512_loadu_si512(order), bytes);
}

/* In each eight bytes, bit i of byte j becomes bit 7 - j of byte i. */
WIDEST static inline __m512i regroup_bits(__m512i bytes)
{
    return _mm512_gf2p8affine_epi64_epi8(_mm512_set1_epi64((long long)0x8040201008040201u), bytes, 0);
}

/* Go down a level of a search tree: to the right if the bound is below the value, and if not, or if it is NaN, to the
   left. */
WIDEST static inline __m512i go_down(__m512 bounds, __m512i at, __m512 values)
{
    __mmask16 is_above = _mm512_cmp_ps_mask(_mm512_permutexvar_ps(at, bounds), values, _CMP_LT_OQ);
    at = _mm512_add_epi32(at, at);
    return _mm512_mask_add_epi32(at, is_above, at, _mm512_set1_epi32(1));
}

/* The place of each unit below the last level of a search tree: 2 ** levels, and the number of bounds below it. */
WIDEST static inline __m512i search_widest(const Search *search, const float *column)
{
    enum { PARTS = 4, HALF = SEARCH_SIZE / 2 };
    __m512 values[PARTS], first = _mm512_loadu_ps(search->bound),
                          last = _mm512_loadu_ps(search->bound + HALF);
    __m512i at[PARTS];
    for (int part = 0; part < PARTS; part++) {
        values[part] = _mm512_loadu_ps(column + 16 * part);
        at[part] = _mm512_mask_blend_epi32(
            _mm512_cmp_ps_mask(_mm512_set1_ps(search->bound[1]), values[part], _CMP_LT_OQ),
            _mm512_set1_epi32(2), _mm512_set1_epi32(3));
    }
    for (int level = 1; level < search->levels && level < SEARCH_LEVELS - 1; level++)
        for (int part = 0; part < PARTS; part++)
            at[part] = go_down(first, at[part], values[part]);
    for (int part = 0; part < PARTS && search->levels == SEARCH_LEVELS; part++)
        at[part] = go_down(last, at[part], values[part]);
    return _mm512_packus_epi16(_mm512_packus_epi32(at[0], at[1]), _mm512_packus_epi32(at[2], at[3]));
}

/* A search answers all questions about a feature, eight at once. What it stores after them is overwritten by the
   next search. */
WIDEST static void answer_widest(const StepForest *forest, const float *columns, const float *end,
                                 int64_t units, Answers *answers)
{
    float copy[WIDEST_UNITS] = {0};
    /* The answers to eight questions by the number of bounds below a unit. */
    const __m512i by_rank = _mm512_set_epi64(-1, -1, -1, -1, -1, -1, -1, 0x7F3F1F0F07030100);
    for (const Search *search = forest->search; search < forest->search + forest->searches; search++) {
        const float *own = columns + search->feature * units;
        for (int line = 0; line < WIDEST_UNITS && end - own >= AHEAD * units + WIDEST_UNITS; line += 16)
            PREFETCH(own + AHEAD * units + line); /* most columns are asked about */
        __m512i place = search_widest(search, column_at(own, end, WIDEST_UNITS, copy));
        __m512i rank = _mm512_sub_epi8(place, _mm512_set1_epi8((char)(1 << search->levels)));
        for (int i = 0; i < search->count; i += ANSWERED) {
            __m512i bits = regroup_bits(_mm512_permutexvar_epi8(rank, by_rank));
            _mm512_storeu_si512(answers + search->first + i, regroup_bytes(bits));
            rank = _mm512_subs_epu8(rank, _mm512_set1_epi8(ANSWERED));
        }
    }
}

/* Add the leaves of a tree to sums of 16 bits: in each quarter, the first eight units, and the last eight. */
WIDEST static inline void add_tree_widest(const StepTree *tree, const Answers *answers, __m512i *sums)
{
    long long answer[LEVELS];
    for (int level = 0; level < LEVELS; level++)
        answer[level] = (long long)answers[tree->question[level]];
    __m512i all = _mm512_set_epi64(answer[0], answer[1], answer[2], answer[3], answer[4], answer[5], 0, 0);
    __m512i leaf = regroup_bits(regroup_bytes(all));
    __m512i low = _mm512_permutexvar_epi8(leaf, _mm512_loadu_si512(tree->low));
    __m512i high = _mm512_permutexvar_epi8(leaf, _mm512_loadu_si512(tree->high));
    sums[0] = _mm512_add_epi16(sums[0], _mm512_unpacklo_epi8(low, high));
    sums[1] = _mm512_add_epi16(sums[1], _mm512_unpackhi_epi8(low, high));
}

/* Eight sums of a register are those of a quarter of the answers, from the last to the first. In each sixteen answers
   are those of four of each sixteen units. */
static inline int unit_widest(int i)
{
    int is_last = i / 32, place = i % 32, answer = place / 8 * 16 + is_last * 8 + 7 - place % 8;
    return answer % 16 / 4 * 16 + answer / 16 * 4 + answer % 4;
}

WIDEST static void sum_widest(const StepForest *forest, const float *columns, const float *end, int64_t units,
                              int count, void *answers, double *margins)
{
    int32_t sums[WIDEST_UNITS];
    __m512i total[4];
    answer_widest(forest, columns, end, units, answers);
    for (int i = 0; i < 4; i++)
        total[i] = _mm512_setzero_si512();
    for (int64_t tree = 0; tree < forest->trees;) {
        __m512i group[2] = {_mm512_setzero_si512(), _mm512_setzero_si512()};
        int64_t after = forest->trees - tree < GROUP ? forest->trees : tree + GROUP;
        for (; tree < after; tree++)
            add_tree_widest(forest->tree + tree, answers, group);
        for (int i = 0; i < 4; i++) {
            __m256i half =
                i % 2 ? _mm512_extracti64x4_epi64(group[i / 2], 1) : _mm512_castsi512_si256(group[i / 2]);
            total[i] = _mm512_add_epi32(total[i], _mm512_cvtepi16_epi32(half));
        }
    }
    for (int i = 0; i < 4; i++)
        _mm512_storeu_si512(sums + 16 * i, total[i]);
    for (int i = 0; i < WIDEST_UNITS; i++)
        if (unit_widest(i) < count)
            margins[unit_widest(i)] = sums[i] * forest->step;
}

/* -- choice of a build -------------------------------------------------------------------------------- */

int mt_sum_steps(const Forest *forest, const float *columns, int64_t units, double *margins)
{
    int has_vbmi = mt_processor_has(PROCESSOR_VBMI) != 0;
    if (!forest->steps || (!has_vbmi && !mt_processor_has(PROCESSOR_AVX2)))
        return 0;
    size_t answer = has_vbmi ? sizeof(Answers) : sizeof(__m256i);
    void *answers = mt_allocate((size_t)(forest->steps->questions + SPARE) * answer);
    if (!answers)
        return 0;
    int together = has_vbmi ? WIDEST_UNITS : WIDE_UNITS;
    for (int64_t start = 0; start < units; start += together) {
        int count = (int)(units - start < together ? units - start : together);
        (has_vbmi ? sum_widest : sum_wide)(forest->steps, columns + start, columns + forest->features * units,
                                           units, count, answers, margins + start);
    }
    mt_release(answers);
    return 1;
}
#else
int mt_prepare_forest(Forest *forest)
{
    forest->steps = NULL;
    return 1;
}

int mt_sum_steps(const Forest *forest, const float *columns, int64_t units, double *margins)
{
    (void)forest, (void)columns, (void)units, (void)margins;
    return 0;
}
#endif
