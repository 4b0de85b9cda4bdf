/* Words, names, headings -> scores by tables of weights: maintext.features.hashed. */
#include "model/words.h"

#include <math.h>
#include <stdlib.h>

enum {
    FIRST_WORDS = 40,
    FIRST_PAIRS = 20,
    LAST_WORDS = 3,
    HEADING_WORDS = 8,
};

/* Where words stand: the same word falls into another bucket in another place. */
enum {
    SALT_WORD = 1,
    SALT_PAIR = 2,
    SALT_LAST = 3,
    SALT_SHORT = 4,
    SALT_NAME = 6,
    SALT_PLACED_NAME = 10, /* and the three after it */
    SALT_SHORT_PATH = 22,
    SALT_LONG_PATH = 24,
    SALT_HEADING_PAIR = 40, /* on top of a heading's */
};

typedef struct {
    int64_t total, count;
} Sum;

static uint64_t bucket_of(uint64_t hash, uint64_t salt)
{
    return (hash ^ salt) * 0xD6E8FEB86659FD93u >> (64 - BUCKET_BITS);
}

static void add(Sum *sum, const Weights *weights, uint64_t hash, uint64_t salt)
{
    sum->total += weights->weight[bucket_of(hash, salt)];
    sum->count++;
}

static uint64_t pair_of(const uint64_t *hash) { return hash[0] * 3 + hash[1]; }

static double log_odds(const Weights *weights, Sum sum)
{
    return (double)sum.total * weights->scale / sqrt((double)(sum.count > 1 ? sum.count : 1)) + weights->bias;
}

/* -- text ------------------------------------------------------------------------------------------- */

static int64_t least(int64_t one, int64_t other) { return one < other ? one : other; }

/* The first words, pairs of them, the last ones, and a short block as a whole. */
void mt_score_text(const Weights *weights, const BlockWords *words, const uint64_t *text_hash, double *out)
{
    for (int64_t block = 0; block < words->blocks; block++) {
        const uint64_t *hash = words->hash + words->first[block];
        int64_t count = words->count[block];
        Sum sum = {0, 0};
        for (int64_t i = 0; i < least(count, FIRST_WORDS); i++)
            add(&sum, weights, hash[i], SALT_WORD);
        for (int64_t i = 0; i < least(count - 1, FIRST_PAIRS); i++)
            add(&sum, weights, pair_of(hash + i), SALT_PAIR);
        if (count > LAST_WORDS)
            for (int64_t i = count - LAST_WORDS; i < count; i++)
                add(&sum, weights, hash[i], SALT_LAST);
        else if (count > 0)
            add(&sum, weights, text_hash[block], SALT_SHORT);
        out[block] = log_odds(weights, sum);
    }
}

/* -- headings --------------------------------------------------------------------------------------- */

typedef struct {
    int64_t at; /* NONE: none so far */
    Sum sum[2]; /* before the block, and in one element with it */
} Heading;

static void read_heading(const Weights *weights, const BlockWords *words, int64_t at, const uint64_t salts[2],
                         Heading *heading)
{
    const uint64_t *hash = words->hash + words->first[at];
    int64_t count = least(words->count[at], HEADING_WORDS);
    heading->at = at;
    for (int inside = 0; inside < 2; inside++) {
        heading->sum[inside] = (Sum){0, 0};
        for (int64_t i = 0; i < count; i++)
            add(&heading->sum[inside], weights, hash[i], salts[inside]);
        for (int64_t i = 0; i + 1 < count; i++)
            add(&heading->sum[inside], weights, pair_of(hash + i), salts[inside] + SALT_HEADING_PAIR);
    }
}

/* The words of the last heading before each block, and of the last heading or label. */
void mt_score_headings(const Weights *weights, const BlockWords *words, const int64_t *const last[2],
                    const int64_t *ends, double *out)
{
    static const uint64_t salts[2][2] = {{30, 34}, {31, 35}};
    Heading headings[2] = {{.at = NONE}, {.at = NONE}};
    for (int64_t block = 0; block < words->blocks; block++) {
        Sum sum = {0, 0};
        for (int i = 0; i < 2; i++) {
            int64_t at = last[i][block];
            if (at < 0 || at == block)
                continue;
            if (headings[i].at != at)
                read_heading(weights, words, at, salts[i], &headings[i]);
            Sum found = headings[i].sum[ends[at] > block];
            sum.total += found.total;
            sum.count += found.count;
        }
        out[block] = log_odds(weights, sum);
    }
}

/* -- names ------------------------------------------------------------------------------------------ */

/* How near an element is counts by its level, on one scale for names and on another for tags. */
static const uint8_t name_place[LEVELS] = {0, 1, 2, 2, 3, 3, 3, 3, 3};
static const uint8_t tag_place[LEVELS] = {0, 1, 2, 3, 4, 4, 4, 4, 4};

/* The sum of each name in each of its places: names × places. */
static Sum *sum_names(const Weights *weights, const Names *named)
{
    Sum *sums = calloc((size_t)named->count * NAME_PLACES + 1, sizeof *sums);
    for (int64_t name = 0; sums && name < named->count; name++) {
        int64_t end = name + 1 < named->count ? named->first[name + 1] : named->words;
        Sum anywhere = {0, 0}, *placed = &sums[name * NAME_PLACES];
        for (int64_t i = named->first[name]; i < end; i++) {
            add(&anywhere, weights, named->hash[i], SALT_NAME);
            for (int place = 0; place < NAME_PLACES; place++)
                add(&placed[place], weights, named->hash[i], (uint64_t)(SALT_PLACED_NAME + place));
        }
        for (int place = 0; place < NAME_PLACES; place++) {
            placed[place].total += anywhere.total;
            placed[place].count += anywhere.count;
        }
    }
    return sums;
}

static int64_t row_above(const NamedBlocks *named, int level, int64_t block)
{
    return named->above[level * named->blocks + block];
}

/* The lowest level on which a block has the same element above it as the block before: all further up are the
   same as well. The highest where there is none. */
static int shared_level(const NamedBlocks *named, int64_t block)
{
    int level = block ? 0 : LEVELS - 1;
    while (level < LEVELS - 1 && row_above(named, level, block) != row_above(named, level, block - 1))
        level++;
    return level;
}

static void add_element(const Weights *weights, const NamedBlocks *named, const Sum *name, int64_t row,
                        int level, Sum *sum)
{
    int64_t tag = least(named->tag[row], TAG_KINDS - 1);
    name += name_place[level];
    sum->total += name->total + weights->weight[named->tag_buckets[tag_place[level] * TAG_KINDS + tag]];
    sum->count += name->count + 1;
}

/* The tags and names of the elements above each block. */
Outcome mt_score_names(const Weights *weights, const NamedBlocks *named, double *out)
{
    Sum *sums = sum_names(weights, &named->names);
    if (!sums)
        return LOOP_NO_MEMORY;
    Sum above[LEVELS] = {{0, 0}}; /* all that is above the element on each level, of the block before */
    for (int64_t block = 0; block < named->blocks; block++) {
        int level = shared_level(named, block);
        Sum sum = above[level];
        for (; level >= 0; level--) {
            int64_t row = row_above(named, level, block);
            above[level] = sum;
            /* The root is above itself: it counts on its lowest level. */
            if (!level || row != row_above(named, level - 1, block))
                add_element(weights, named, &sums[named->names.of_row[row] * NAME_PLACES], row, level, &sum);
        }
        add(&sum, weights, named->short_path[block], SALT_SHORT_PATH);
        add(&sum, weights, named->long_path[block], SALT_LONG_PATH);
        out[block] = log_odds(weights, sum);
    }
    free(sums);
    return LOOP_FINE;
}
