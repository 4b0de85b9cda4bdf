/* Words and counts -> the columns of maintext.features.text. */
#include "model/words.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_REPEATS = 20 };

/* -- blocks with the same words --------------------------------------------------------------------- */

typedef struct {
    uint64_t text_hash;
    int64_t first, count; /* the first such block; how many there are */
} RepeatSlot;

static RepeatSlot *find_repeat(RepeatSlot *slots, uint64_t mask, uint64_t seed, uint64_t text_hash)
{
    RepeatSlot *slot = &slots[mix(text_hash ^ seed) & mask];
    while (slot->count && slot->text_hash != text_hash)
        slot = &slots[(uint64_t)(slot - slots + 1) & mask];
    return slot;
}

static Outcome write_repeats(const uint64_t *text_hash, int64_t blocks, float *repeats, float *repeated)
{
    size_t slot_count = 64;
    while (slot_count < 2 * (size_t)blocks)
        slot_count *= 2;
    RepeatSlot *slots = calloc(slot_count, sizeof *slots);
    if (!slots)
        return LOOP_NO_MEMORY;
    /* So that nobody can write blocks that all fall into one slot. */
    uint64_t mask = (uint64_t)slot_count - 1, seed = mix((uint64_t)(uintptr_t)slots * WORD_FACTOR);
    for (int64_t block = 0; block < blocks; block++) {
        RepeatSlot *slot = find_repeat(slots, mask, seed, text_hash[block]);
        if (!slot->count++) {
            slot->text_hash = text_hash[block];
            slot->first = block;
        }
    }
    for (int64_t block = 0; block < blocks; block++) {
        const RepeatSlot *slot = find_repeat(slots, mask, seed, text_hash[block]);
        repeats[block] = (float)(slot->count < MOST_REPEATS ? slot->count : MOST_REPEATS);
        repeated[block] = slot->first < block;
    }
    free(slots);
    return LOOP_FINE;
}

/* -- words of blocks -------------------------------------------------------------------------------- */

typedef struct {
    int64_t stops, capitals, numbers, titled;
    int has_year;
} WordCounts;

enum { FILTER_WORDS = 64 };

/* Which hashes may be among the title's words: a bit for each of their last twelve bits. */
typedef struct {
    uint64_t bits[FILTER_WORDS];
} TitleFilter;

static void make_title_filter(const Told *told, TitleFilter *filter)
{
    memset(filter, 0, sizeof *filter);
    for (int64_t i = 0; i < told->title_words; i++)
        filter->bits[told->title[i] >> 6 & (FILTER_WORDS - 1)] |= (uint64_t)1 << (told->title[i] & 63);
}

static int may_be_in_title(const TitleFilter *filter, uint64_t hash)
{
    return filter->bits[hash >> 6 & (FILTER_WORDS - 1)] >> (hash & 63) & 1;
}

static int is_in_title(const Told *told, uint64_t hash)
{
    int64_t low = 0, high = told->title_words;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (told->title[middle] < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low < told->title_words && told->title[low] == hash;
}

static WordCounts count_words(const Told *told, int64_t first, int64_t count, const TitleFilter *filter)
{
    WordCounts counts = {0};
    for (int64_t i = first; i < first + count; i++) {
        uint64_t hash = told->hash[i];
        counts.stops += is_in(&told->stops, hash);
        counts.capitals += told->kind[i] == CHARACTER_UPPER;
        if (told->kind[i] == CHARACTER_DIGIT) {
            counts.numbers++;
            counts.has_year |= is_in(&told->years, hash);
        }
        if (may_be_in_title(filter, hash))
            counts.titled += is_in_title(told, hash);
    }
    return counts;
}

/* -- columns ---------------------------------------------------------------------------------------- */

enum { SMALL = 64 };

typedef struct {
    double small[SMALL]; /* of 0 to 63, and one more: most counts are small */
} Logarithms;

static double log_count(const Logarithms *logarithms, double count)
{
    return count >= 0 && count < SMALL ? logarithms->small[(int)count] : log1p(count);
}

static void write_block(const Told *told, int64_t block, const TitleFilter *filter,
                        const Logarithms *logarithms, float *out)
{
    const int64_t *cell = told->told + block;
    int64_t blocks = told->blocks;
#define TOLD(column) ((double)cell[(column)*blocks])
    double chars = TOLD(TOLD_CHARS), words = TOLD(TOLD_WORDS), some = words > 1 ? words : 1;
    double commas = TOLD(CHARACTER_COMMA) + TOLD(CHARACTER_CJK_COMMA);
    double stops = TOLD(CHARACTER_STOP) + TOLD(CHARACTER_CJK_STOP);
    double title_words = told->title_words > 1 ? (double)told->title_words : 1;
    WordCounts counts = count_words(told, cell[TOLD_FIRST_WORD * blocks], cell[TOLD_WORDS * blocks], filter);
    double titled = (double)counts.titled, cover = titled / title_words;
    const double values[TEXT_FEATURES] = {
        log_count(logarithms, chars),
        log_count(logarithms, words),
        chars / some,
        TOLD(TOLD_LINK_CHARS) / chars,
        (commas + stops) / some,
        log_count(logarithms, commas),
        log_count(logarithms, stops),
        (double)counts.stops / some,
        TOLD(CHARACTER_CJK) / chars,
        TOLD(CHARACTER_DIGIT) / chars,
        TOLD(CHARACTER_UPPER) / chars,
        TOLD(CHARACTER_SYMBOL) / chars,
        TOLD(CHARACTER_CURRENCY) > 0,
        TOLD(CHARACTER_QUOTE) / some,
        (double)counts.capitals / some,
        (double)counts.numbers / some,
        counts.has_year,
        TOLD(TOLD_ENDS_SENTENCE),
        TOLD(TOLD_ENDS_COLON),
        TOLD(TOLD_STARTS_CAPITAL),
        TOLD(TOLD_STARTS_DIGIT),
        TOLD(TOLD_HAS_COPYRIGHT),
        TOLD(TOLD_EMPHASIS) / chars,
        log_count(logarithms, TOLD(TOLD_LINKED_LEAVES)),
        log_count(logarithms, TOLD(TOLD_LEAVES)),
        0, /* repeats, repeated: see below */
        0,
        titled / some,
        cover < 1 ? cover : 1,
    };
#undef TOLD
    for (int i = 0; i < TEXT_FEATURES; i++)
        out[i * blocks + block] = (float)values[i];
}

Outcome mt_write_text_features(const Told *told, float *out)
{
    enum { REPEATS = 25, REPEATED = 26 };
    TitleFilter filter;
    make_title_filter(told, &filter);
    Logarithms logarithms;
    for (int i = 0; i < SMALL; i++)
        logarithms.small[i] = log1p(i);
    for (int64_t block = 0; block < told->blocks; block++) {
        int64_t first = told->told[TOLD_FIRST_WORD * told->blocks + block];
        int64_t count = told->told[TOLD_WORDS * told->blocks + block];
        if (first < 0 || count < 0 || first > told->words || count > told->words - first)
            return LOOP_WRONG;
        write_block(told, block, &filter, &logarithms, out);
    }
    return write_repeats((const uint64_t *)(told->told + TOLD_TEXT_HASH * told->blocks), told->blocks,
                         out + REPEATS * told->blocks, out + REPEATED * told->blocks);
}
