/* The text of a block: its length, its style, its first and last characters. */
#include "base/memory.h"
#include "model/measure.h"

#include <math.h>
#include <string.h>

enum { MAX_REPEATS = 20 };

/* -- blocks with the same words ---------------------------------------------------------------------- */

typedef struct {
    uint64_t text_hash;
    int64_t first, count; /* the first block with this text, and their number */
} RepeatSlot;

static RepeatSlot *find_repeat(RepeatSlot *slots, uint64_t mask, uint64_t seed, uint64_t text_hash)
{
    RepeatSlot *slot = &slots[mix(text_hash ^ seed) & mask];
    while (slot->count && slot->text_hash != text_hash)
        slot = &slots[(uint64_t)(slot - slots + 1) & mask];
    return slot;
}

static Outcome write_repeats(const Facts *facts)
{
    const uint64_t *text_hash = (const uint64_t *)count_of(facts, TEXT_HASH);
    float *repeats = column_of(facts, FEATURE_REPEATS), *repeated = column_of(facts, FEATURE_REPEATED);
    int64_t blocks = facts->page->blocks;
    size_t slot_count = 64;
    while (slot_count < 2 * (size_t)blocks)
        slot_count *= 2;
    RepeatSlot *slots = mt_allocate_zeroed(slot_count, sizeof *slots);
    if (!slots)
        return OUTCOME_NO_MEMORY;
    uint64_t mask = (uint64_t)slot_count - 1, seed = facts->parser->hash_seed; /* as in number_keys */
    for (int64_t block = 0; block < blocks; block++) {
        RepeatSlot *slot = find_repeat(slots, mask, seed, text_hash[block]);
        if (!slot->count++) {
            slot->text_hash = text_hash[block];
            slot->first = block;
        }
    }
    for (int64_t block = 0; block < blocks; block++) {
        const RepeatSlot *slot = find_repeat(slots, mask, seed, text_hash[block]);
        repeats[block] = (float)(slot->count < MAX_REPEATS ? slot->count : MAX_REPEATS);
        repeated[block] = slot->first < block;
    }
    mt_release(slots);
    return OUTCOME_OK;
}

/* -- words of blocks --------------------------------------------------------------------------------- */

typedef struct {
    int64_t stops, capitals, numbers, titled;
    int has_year;
} WordCounts;

enum { FILTER_WORDS = 64 };

/* Bloom filter of the title's words: one bit per value of the last twelve bits of a hash. */
typedef struct {
    uint64_t bits[FILTER_WORDS];
} TitleFilter;

static void make_title_filter(const WordList *title, TitleFilter *filter)
{
    memset(filter, 0, sizeof *filter);
    for (int64_t i = 0; i < title->count; i++)
        filter->bits[title->hash[i] >> 6 & (FILTER_WORDS - 1)] |= (uint64_t)1 << (title->hash[i] & 63);
}

static int may_be_in_title(const TitleFilter *filter, uint64_t hash)
{
    return filter->bits[hash >> 6 & (FILTER_WORDS - 1)] >> (hash & 63) & 1;
}

/* The title's words are sorted. */
static int is_in_title(const WordList *title, uint64_t hash)
{
    int64_t low = 0, high = title->count;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (title->hash[middle] < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low < title->count && title->hash[low] == hash;
}

static WordCounts count_words(const Facts *facts, int64_t first, int64_t count, const TitleFilter *filter)
{
    const WordList *words = &facts->words;
    const Scorer *scorer = facts->scorer;
    const uint64_t *stops = scorer->stops.slots;
    WordCounts counts = {0};
    for (int64_t i = first; i < first + count; i++) {
        uint64_t hash = words->hash[i];
        int64_t may_be_stop = may_be_in(&scorer->stop_filter, hash); /* if not, look at the first slot */
        counts.stops +=
            stops[slot_of(&scorer->stops, hash) & -may_be_stop] == hash; /* a branch would be mispredicted */
        counts.capitals += words->kind[i] == CHARACTER_UPPER;
        if (words->kind[i] == CHARACTER_DIGIT) {
            counts.numbers++;
            counts.has_year |= may_be_in(&scorer->year_filter, hash) && is_in(&scorer->years, hash);
        }
        if (may_be_in_title(filter, hash))
            counts.titled += is_in_title(&facts->title, hash);
    }
    return counts;
}

/* -- columns ----------------------------------------------------------------------------------------- */

static void write_block(const Facts *facts, int64_t block, const TitleFilter *filter)
{
    const int64_t *counts = facts->counts + block;
    float *columns = facts->out->columns + block;
    int64_t blocks = facts->page->blocks;
#define COUNT(NAME)      ((double)counts[(NAME) * blocks])
#define SET(NAME, VALUE) columns[FEATURE_##NAME * blocks] = (float)(VALUE)
    double chars = COUNT(TEXT_CHARS), words = COUNT(TEXT_WORDS), some = words > 1 ? words : 1;
    int64_t commas = facts->commas[block], stops = facts->punctuation[block] - commas;
    WordCounts of = count_words(facts, counts[TEXT_FIRST_WORD * blocks], counts[TEXT_WORDS * blocks], filter);
    double title_words = facts->title.count > 1 ? (double)facts->title.count : 1;
    double titled = (double)of.titled, cover = titled / title_words;
    SET(LOG_CHARS, log_count(facts, counts[TEXT_CHARS * blocks]));
    SET(LOG_WORDS, log_count(facts, counts[TEXT_WORDS * blocks]));
    SET(CHARS_PER_WORD, chars / some);
    SET(LINK_DENSITY, COUNT(TEXT_LINK_CHARS) / chars);
    SET(MARKS_PER_WORD, (double)facts->punctuation[block] / some);
    SET(LOG_COMMAS, log_count(facts, commas));
    SET(LOG_STOPS, log_count(facts, stops));
    SET(STOP_WORDS, (double)of.stops / some);
    SET(CJK_SHARE, COUNT(CHARACTER_CJK) / chars);
    SET(DIGIT_SHARE, COUNT(CHARACTER_DIGIT) / chars);
    SET(CAPITAL_SHARE, COUNT(CHARACTER_UPPER) / chars);
    SET(SYMBOL_SHARE, COUNT(CHARACTER_SYMBOL) / chars);
    SET(HAS_CURRENCY, COUNT(CHARACTER_CURRENCY) > 0);
    SET(QUOTES_PER_WORD, COUNT(CHARACTER_QUOTE) / some);
    SET(CAPITAL_WORDS, (double)of.capitals / some);
    SET(NUMBER_WORDS, (double)of.numbers / some);
    SET(HAS_YEAR, of.has_year);
    SET(ENDS_SENTENCE, COUNT(TEXT_ENDS_SENTENCE));
    SET(ENDS_COLON, COUNT(TEXT_ENDS_COLON));
    SET(STARTS_CAPITAL, COUNT(TEXT_STARTS_CAPITAL));
    SET(STARTS_DIGIT, COUNT(TEXT_STARTS_DIGIT));
    SET(HAS_COPYRIGHT, COUNT(TEXT_HAS_COPYRIGHT));
    SET(EMPHASIS, COUNT(TEXT_EMPHASIS) / chars);
    SET(LOG_LINKS, log_count(facts, counts[TEXT_LINKED_LEAVES * blocks]));
    SET(LOG_LEAVES, log_count(facts, counts[TEXT_LEAVES * blocks]));
    SET(TITLE_SHARE, titled / some);
    SET(TITLE_COVER, cover < 1 ? cover : 1);
#undef COUNT
#undef SET
}

Outcome mt_write_text_columns(const Facts *facts)
{
    TitleFilter filter;
    make_title_filter(&facts->title, &filter);
    for (int64_t block = 0; block < facts->page->blocks; block++)
        write_block(facts, block, &filter);
    return write_repeats(facts);
}
