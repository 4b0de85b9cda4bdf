/* Pushes of features on a unit's sum of trees: see contributions.h. */
#include "base/memory.h"
#include "base/processor.h"
#include "model/contributions.h"

#include <math.h>
#include <string.h>

#if defined(__GNUC__) && defined(HAS_SSE2)
#include <immintrin.h>
#define HAS_WIDE_BUILD 1
#else
#define HAS_WIDE_BUILD 0
#endif

enum { LANES = 16 }; /* units processed together: their additions are independent */

typedef struct {
    float (*values)[LANES]; /* per feature */
    double (*sums)[LANES];  /* per feature */
    int32_t (*leaf)[LANES]; /* per tree: the answers so far, as bits */
} Tile;

/* Copy the columns of some units. After the end, the last unit is repeated. */
static void take_units(const Forest *forest, const float *columns, int64_t units, int64_t first, Tile *tile)
{
    for (int64_t feature = 0; feature < forest->features; feature++)
        for (int i = 0; i < LANES; i++) {
            int64_t unit = first + i < units ? first + i : units - 1;
            tile->values[feature][i] = columns[feature * units + unit];
        }
}

/* Add the pushes of a level, tree by tree: floating-point sums depend on the order. */
static void add_level(const Forest *forest, const double *moves, int level, Tile *tile)
{
    const int16_t *features = forest->feature + level * forest->trees;
    const float *bounds = forest->bound + level * forest->trees;
    for (int64_t tree = 0; tree < forest->trees; tree++, moves += (int64_t)2 << level) {
        const float *value = tile->values[features[tree]];
        double *sum = tile->sums[features[tree]];
        int32_t *leaf = tile->leaf[tree], bit = 1 << level;
        float bound = bounds[tree];
        for (int i = 0; i < LANES; i++)
            leaf[i] |= value[i] > bound ? bit : 0;
        for (int i = 0; i < LANES; i++)
            sum[i] += moves[leaf[i]];
    }
}

typedef void AddLevel(const Forest *forest, const double *moves, int level, Tile *tile);

#if HAS_WIDE_BUILD
#define WIDEST __attribute__((target("avx512f,avx2")))

enum {
    PART = 8,         /* doubles per register */
    PICKED_LEVELS = 6 /* the pushes of a level fit into eight registers */
};

WIDEST static inline __m512d pick_of_sixteen(const double *moves, __m512i leaf)
{
    return _mm512_permutex2var_pd(_mm512_loadu_pd(moves), leaf, _mm512_loadu_pd(moves + PART));
}

/* The push of a tree on each unit, by its answers so far. */
WIDEST static inline __m512d pick_moves(const double *moves, int level, __m512i leaf)
{
    if (level < 3)
        return _mm512_permutexvar_pd(leaf,
                                     _mm512_maskz_loadu_pd((__mmask8)((1u << (2 << level)) - 1), moves));
    __m512d picked = pick_of_sixteen(moves, leaf);
    if (level == 3)
        return picked;
    __mmask8 fifth = _mm512_test_epi64_mask(leaf, _mm512_set1_epi64(16));
    picked = _mm512_mask_blend_pd(fifth, picked, pick_of_sixteen(moves + 16, leaf));
    if (level == 4)
        return picked;
    __mmask8 sixth = _mm512_test_epi64_mask(leaf, _mm512_set1_epi64(32));
    __m512d others =
        _mm512_mask_blend_pd(fifth, pick_of_sixteen(moves + 32, leaf), pick_of_sixteen(moves + 48, leaf));
    return _mm512_mask_blend_pd(sixth, picked, others);
}

/* The same sums, without a load for each unit. */
WIDEST static void add_level_widest(const Forest *forest, const double *moves, int level, Tile *tile)
{
    const int16_t *features = forest->feature + level * forest->trees;
    const float *bounds = forest->bound + level * forest->trees;
    for (int64_t tree = 0; tree < forest->trees; tree++, moves += (int64_t)2 << level) {
        const float *value = tile->values[features[tree]];
        double *sum = tile->sums[features[tree]];
        int32_t *leaf = tile->leaf[tree];
        __m256 bound = _mm256_set1_ps(bounds[tree]);
        for (int i = 0; i < LANES; i += PART) {
            __m256 is_above = _mm256_cmp_ps(_mm256_loadu_ps(value + i), bound, _CMP_GT_OQ);
            __m256i bit = _mm256_and_si256(_mm256_castps_si256(is_above), _mm256_set1_epi32(1 << level));
            __m256i answers = _mm256_or_si256(_mm256_loadu_si256((__m256i *)(leaf + i)), bit);
            _mm256_storeu_si256((__m256i *)(leaf + i), answers);
            __m512d picked = pick_moves(moves, level, _mm512_cvtepi32_epi64(answers));
            _mm512_storeu_pd(sum + i, _mm512_add_pd(_mm512_loadu_pd(sum + i), picked));
        }
    }
}

static AddLevel *best_build(const Forest *forest)
{
    return mt_processor_has(PROCESSOR_AVX512) && forest->levels <= PICKED_LEVELS ? add_level_widest
                                                                                 : add_level;
}
#else
static AddLevel *best_build(const Forest *forest)
{
    (void)forest;
    return add_level;
}
#endif

/* Insert the features with the largest pushes on a unit, in order. */
static void pick(const Forest *forest, const Tile *tile, int lane, const Pushes *found, int64_t units,
                 int64_t unit)
{
    int64_t count = 0;
    double least = 0; /* size of the last one, if there is no room for more */
    for (int64_t feature = 0; feature < forest->features; feature++) {
        double push = found->scale * tile->sums[feature][lane], size = fabs(push);
        int64_t at = count;
        if (count == found->per_unit && !(size > least))
            continue;
        if (count < found->per_unit)
            count++;
        else
            at--;
        for (; at > 0 && size > fabs(found->pushes[(at - 1) * units + unit]); at--) {
            found->pushes[at * units + unit] = found->pushes[(at - 1) * units + unit];
            found->features[at * units + unit] = found->features[(at - 1) * units + unit];
        }
        found->pushes[at * units + unit] = push;
        found->features[at * units + unit] = feature;
        least = fabs(found->pushes[(count - 1) * units + unit]);
    }
}

int mt_find_pushes(const Forest *forest, const float *columns, int64_t units, const Pushes *found)
{
    size_t features = (size_t)forest->features, trees = (size_t)forest->trees;
    Tile tile = {.values = mt_allocate((features + 1) * sizeof *tile.values),
                 .sums = mt_allocate((features + 1) * sizeof *tile.sums),
                 .leaf = mt_allocate((trees + 1) * sizeof *tile.leaf)};
    int has_memory = tile.values && tile.sums && tile.leaf;
    AddLevel *add = best_build(forest);
    for (int64_t first = 0; has_memory && first < units; first += LANES) {
        const double *moves = found->moves;
        take_units(forest, columns, units, first, &tile);
        memset(tile.sums, 0, features * sizeof *tile.sums);
        memset(tile.leaf, 0, trees * sizeof *tile.leaf);
        for (int level = 0; level < forest->levels; level++) {
            add(forest, moves, level, &tile);
            moves += forest->trees * ((int64_t)2 << level);
        }
        for (int i = 0; i < LANES && first + i < units; i++)
            pick(forest, &tile, i, found, units, first + i);
    }
    mt_release(tile.values);
    mt_release(tile.sums);
    mt_release(tile.leaf);
    return has_memory;
}
