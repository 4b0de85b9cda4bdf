/* Scores of words, names and headings, from tables of weights.

   A word falls into one of 2 ** 18 buckets, by its hash and its role. The score of a block is the sum of the
   weights of its words, divided by the square root of their number. `mt_list_words` lists the buckets whose
   weights `mt_score_words` sums: the tables are fitted to these lists. */
#include "base/memory.h"
#include "model/measure.h"

#include <math.h>
#include <string.h>

enum {
    FIRST_WORDS = 40,
    FIRST_PAIRS = 20,
    LAST_WORDS = 3,
    HEADING_WORDS = 8,
    SECTION_LEVEL = 3, /* level above a heading of the element that its section may fill */
    NAME_PLACES = 4,
    FETCH_NAMES = 4, /* blocks ahead */
    TAG_PLACE_STEP = 1000,
    TAG_START = 7,
};

/* Salts for the role of a word: the same word falls into another bucket in another role. */
enum {
    SALT_WORD = 1,
    SALT_PAIR = 2,
    SALT_LAST = 3,
    SALT_SHORT = 4,
    SALT_TAG = 5,
    SALT_NAME = 6,
    SALT_PLACED_NAME = 10, /* and the next three */
    SALT_SHORT_PATH = 22,
    SALT_LONG_PATH = 24,
    SALT_HEADING = 30,
    SALT_LABEL = 31,
    SALT_INSIDE = 4,        /* added if the block is in the heading's section */
    SALT_HEADING_PAIR = 40, /* added to any of the above for a pair */
};

/* Levels above a block, grouped by distance: one scale for names, another for tags. */
static const uint8_t name_place[LEVELS] = {0, 1, 2, 2, 3, 3, 3, 3, 3};
static const uint8_t tag_place[LEVELS] = {0, 1, 2, 3, 4, 4, 4, 4, 4};

typedef struct {
    int64_t total, count;
} Sum;

/* Collects words: as a sum of weights or, if `list` is not NULL, as a list of buckets. */
typedef struct {
    const int8_t *weight;
    BucketList *list;
    Sum sum;
} Collector;

static inline uint64_t bucket_of(uint64_t hash, uint64_t salt)
{
    return (hash ^ salt) * 0xD6E8FEB86659FD93u >> (64 - BUCKET_BITS);
}

static inline void collect(Collector *collector, uint64_t hash, uint64_t salt)
{
    uint64_t bucket = bucket_of(hash, salt);
    if (collector->list)
        collector->list->bucket[collector->list->length++] = (int32_t)bucket;
    else
        collector->sum.total += collector->weight[bucket];
    collector->sum.count++;
}

static inline uint64_t pair_of(const uint64_t *hash) { return hash[0] * 3 + hash[1]; }

static double log_odds(const Weights *weights, Sum sum)
{
    return (double)sum.total * weights->scale / sqrt((double)(sum.count > 1 ? sum.count : 1)) + weights->bias;
}

/* -- the words of a block ---------------------------------------------------------------------------- */

typedef struct {
    const uint64_t *hash;
    int64_t count;
} BlockWords;

static inline BlockWords words_of(const Facts *facts, int64_t block)
{
    return (BlockWords){facts->words.hash + count_of(facts, TEXT_FIRST_WORD)[block],
                        facts->out->words[block]};
}

/* The first words, pairs of them, the last words, and a short block as a whole. */
static inline void collect_text(const Facts *facts, int64_t block, Collector *collector)
{
    BlockWords words = words_of(facts, block);
    for (int64_t i = 0; i < min_of(words.count, FIRST_WORDS); i++)
        collect(collector, words.hash[i], SALT_WORD);
    for (int64_t i = 0; i < min_of(words.count - 1, FIRST_PAIRS); i++)
        collect(collector, pair_of(words.hash + i), SALT_PAIR);
    if (words.count > LAST_WORDS)
        for (int64_t i = words.count - LAST_WORDS; i < words.count; i++)
            collect(collector, words.hash[i], SALT_LAST);
    else if (words.count > 0)
        collect(collector, (uint64_t)count_of(facts, TEXT_HASH)[block], SALT_SHORT);
}

/* Ask the processor for the weights of the words of a block: the tables are too large for its nearest caches, and it
   waits less if it knows early. */
void mt_fetch_words(const Facts *facts, const uint64_t *hash, int64_t count)
{
    const int8_t *weight = facts->scorer->weights[TABLE_TEXT].weight;
    for (int64_t i = 0; i < min_of(count, FIRST_WORDS); i++)
        PREFETCH(weight + bucket_of(hash[i], SALT_WORD));
    for (int64_t i = 0; i < min_of(count - 1, FIRST_PAIRS); i++)
        PREFETCH(weight + bucket_of(pair_of(hash + i), SALT_PAIR));
    for (int64_t i = count - LAST_WORDS; i < count && count > LAST_WORDS; i++)
        PREFETCH(weight + bucket_of(hash[i], SALT_LAST));
}

static void score_texts(const Facts *facts, double *out)
{
    const Weights *weights = &facts->scorer->weights[TABLE_TEXT];
    for (int64_t block = 0; block < facts->page->blocks; block++) {
        Collector collector = {.weight = weights->weight};
        collect_text(facts, block, &collector);
        out[block] = log_odds(weights, collector.sum);
    }
}

/* -- headings ---------------------------------------------------------------------------------------- */

static inline void collect_heading(const Facts *facts, int64_t at, uint64_t salt, Collector *collector)
{
    BlockWords words = words_of(facts, at);
    int64_t count = min_of(words.count, HEADING_WORDS);
    for (int64_t i = 0; i < count; i++)
        collect(collector, words.hash[i], salt);
    for (int64_t i = 0; i + 1 < count; i++)
        collect(collector, pair_of(words.hash + i), salt + SALT_HEADING_PAIR);
}

/* Whether a block is in the section of the heading before it: the element SECTION_LEVEL levels above it. */
static int is_inside(const Facts *facts, int64_t heading, int64_t block)
{
    return facts->above_high[SECTION_LEVEL * facts->page->blocks + heading] > block;
}

typedef struct {
    int64_t at; /* block; NONE before the first */
    Sum sum;
} Heading;

static uint64_t salt_of_heading(int is_label, int is_inside)
{
    return (uint64_t)(is_label ? SALT_LABEL : SALT_HEADING) + (is_inside ? SALT_INSIDE : 0);
}

static Sum sum_of_heading(const Facts *facts, int64_t at, uint64_t salt)
{
    Collector collector = {.weight = facts->scorer->weights[TABLE_HEADING].weight};
    collect_heading(facts, at, salt, &collector);
    return collector.sum;
}

/* Score the last heading before each block, and the last heading or label. Each is read once for the blocks of its
   section, and once for those after it. */
static void score_headings(const Facts *facts, double *out)
{
    const int32_t *const last[2] = {facts->heading, facts->label};
    Heading known[2][2] = {{{.at = NONE}, {.at = NONE}}, {{.at = NONE}, {.at = NONE}}}; /* after, or inside */
    for (int64_t block = 0; block < facts->page->blocks; block++) {
        Sum sum = {0, 0};
        for (int i = 0; i < 2; i++) {
            int64_t at = last[i][block];
            if (at < 0 || at == block)
                continue;
            int inside = is_inside(facts, at, block);
            Heading *heading = &known[i][inside];
            if (heading->at != at)
                *heading = (Heading){at, sum_of_heading(facts, at, salt_of_heading(i, inside))};
            sum.total += heading->sum.total;
            sum.count += heading->sum.count;
        }
        out[block] = log_odds(&facts->scorer->weights[TABLE_HEADING], sum);
    }
}

static void list_heading(const Facts *facts, int64_t block, Collector *collector)
{
    const int32_t *const last[2] = {facts->heading, facts->label};
    for (int i = 0; i < 2; i++) {
        int64_t at = last[i][block];
        if (at >= 0 && at != block)
            collect_heading(facts, at, salt_of_heading(i, is_inside(facts, at, block)), collector);
    }
}

/* -- names ------------------------------------------------------------------------------------------- */

static inline uint64_t tag_word(const Facts *facts, int64_t row, int level)
{
    int64_t tag = min_of(facts->page->tag[row], LISTED_TAGS);
    return (uint64_t)(tag + TAG_PLACE_STEP * tag_place[level] + TAG_START);
}

static inline void collect_paths(const Facts *facts, int64_t block, Collector *collector)
{
    collect(collector, facts->short_path[block], SALT_SHORT_PATH);
    collect(collector, facts->long_path[block], SALT_LONG_PATH);
}

static inline void collect_name(const Facts *facts, int64_t name, uint64_t salt, Collector *collector)
{
    for (int64_t i = facts->names.first[name]; i < name_end(&facts->names, name); i++)
        collect(collector, facts->names.words.hash[i], salt);
}

/* The sum of a name in a place; a count below 0: not known yet. 32 bits are enough: a name is short. */
typedef struct {
    int32_t total, count;
} NameSum;

/* For names x places, none of them known. NULL when out of memory. */
static NameSum *make_name_sums(const Facts *facts)
{
    size_t size = (size_t)facts->names.count * NAME_PLACES * sizeof(NameSum);
    NameSum *sums = mt_allocate(size + 1);
    return sums ? memset(sums, 0xFF, size) : NULL;
}

/* Few names are in more than one place, and those of inline elements in none. */
static NameSum sum_of_name(const Facts *facts, int64_t name, uint64_t place, NameSum *sums)
{
    NameSum *known = &sums[name * NAME_PLACES + (int64_t)place];
    if (known->count < 0) {
        Collector collector = {.weight = facts->scorer->weights[TABLE_NAMES].weight};
        collect_name(facts, name, SALT_NAME, &collector);
        collect_name(facts, name, SALT_PLACED_NAME + place, &collector);
        *known = (NameSum){(int32_t)collector.sum.total, (int32_t)collector.sum.count};
    }
    return *known;
}

static int32_t row_above(const Facts *facts, int level, int64_t block)
{
    return facts->above[level * facts->page->blocks + block];
}

/* The root is its own parent: count it only on its lowest level. */
static int counts_on(const Facts *facts, int level, int64_t block)
{
    return !level || row_above(facts, level, block) != row_above(facts, level - 1, block);
}

/* The lowest level on which a block and the block before it share an ancestor; all higher levels are shared,
   too. The highest level if there is none. */
static int shared_level(const Facts *facts, int64_t block)
{
    int level = block ? 0 : LEVELS - 1;
    while (level < LEVELS - 1 && row_above(facts, level, block) != row_above(facts, level, block - 1))
        level++;
    return level;
}

/* Ask for the weights of the names above a block, as for its words. */
static void fetch_names(const Facts *facts, int64_t block, const NameSum *sums)
{
    const NameList *names = &facts->names;
    const int8_t *weight = facts->scorer->weights[TABLE_NAMES].weight;
    for (int level = shared_level(facts, block); level >= 0; level--) {
        int64_t name = facts->name[row_above(facts, level, block)];
        uint64_t place = name_place[level];
        if (sums[name * NAME_PLACES + (int64_t)place].count >= 0)
            continue;
        for (int64_t i = names->first[name]; i < name_end(names, name); i++) {
            PREFETCH(weight + bucket_of(names->words.hash[i], SALT_NAME));
            PREFETCH(weight + bucket_of(names->words.hash[i], SALT_PLACED_NAME + place));
        }
    }
}

/* Score the tags and names of the elements above each block. */
static Outcome score_names(const Facts *facts, double *out)
{
    const Weights *weights = &facts->scorer->weights[TABLE_NAMES];
    NameSum *names = make_name_sums(facts);
    Sum above[LEVELS] = {{0, 0}}; /* sum of everything above each level */
    if (!names)
        return OUTCOME_NO_MEMORY;
    for (int64_t block = 0; block < facts->page->blocks; block++) {
        if (block + FETCH_NAMES < facts->page->blocks)
            fetch_names(facts, block + FETCH_NAMES, names);
        int level = shared_level(facts, block);
        Collector collector = {.weight = weights->weight, .sum = above[level]};
        for (; level >= 0; level--) {
            int32_t row = row_above(facts, level, block);
            above[level] = collector.sum;
            if (!counts_on(facts, level, block))
                continue;
            NameSum name = sum_of_name(facts, facts->name[row], name_place[level], names);
            collect(&collector, tag_word(facts, row, level), SALT_TAG);
            collector.sum.total += name.total;
            collector.sum.count += name.count;
        }
        collect_paths(facts, block, &collector);
        out[block] = log_odds(weights, collector.sum);
    }
    mt_release(names);
    return OUTCOME_OK;
}

static void list_names(const Facts *facts, int64_t block, Collector *collector)
{
    for (int level = 0; level < LEVELS; level++) {
        int32_t row = row_above(facts, level, block);
        if (!counts_on(facts, level, block))
            continue;
        collect(collector, tag_word(facts, row, level), SALT_TAG);
        collect_name(facts, facts->name[row], SALT_NAME, collector);
        collect_name(facts, facts->name[row], (uint64_t)SALT_PLACED_NAME + name_place[level], collector);
    }
    collect_paths(facts, block, collector);
}

/* -- all tables -------------------------------------------------------------------------------------- */

Outcome mt_score_words(Facts *facts)
{
    int64_t blocks = facts->page->blocks;
    score_texts(facts, facts->scores + TABLE_TEXT * blocks);
    score_headings(facts, facts->scores + TABLE_HEADING * blocks);
    return score_names(facts, facts->scores + TABLE_NAMES * blocks);
}

/* Maximum number of words of a block in a table. */
static int64_t max_words(const Facts *facts, int table, int64_t block)
{
    int64_t words = 0;
    if (table != TABLE_NAMES)
        return FIRST_WORDS + FIRST_PAIRS + LAST_WORDS + 4 * HEADING_WORDS;
    for (int level = 0; level < LEVELS; level++) {
        int32_t name = facts->name[row_above(facts, level, block)];
        words += name_end(&facts->names, name) - facts->names.first[name];
    }
    return 2 * words + LEVELS + 2;
}

static int reserve_buckets(BucketList *list, int64_t more)
{
    if (list->capacity - list->length >= more)
        return 1;
    int32_t *bucket = mt_reserve(list->bucket, &list->capacity, list->length + more, sizeof *bucket);
    list->bucket = bucket ? bucket : list->bucket;
    return bucket != NULL;
}

static Outcome list_table(const Facts *facts, int table, BucketList *list)
{
    list->counts = mt_allocate((size_t)facts->page->blocks * sizeof *list->counts);
    if (!list->counts)
        return OUTCOME_NO_MEMORY;
    for (int64_t block = 0; block < facts->page->blocks; block++) {
        Collector collector = {.list = list};
        if (!reserve_buckets(list, max_words(facts, table, block)))
            return OUTCOME_NO_MEMORY;
        if (table == TABLE_TEXT)
            collect_text(facts, block, &collector);
        else if (table == TABLE_NAMES)
            list_names(facts, block, &collector);
        else
            list_heading(facts, block, &collector);
        list->counts[block] = (int32_t)collector.sum.count;
    }
    return OUTCOME_OK;
}

/* Write the lists of `Measures.buckets`, which must be empty. The caller frees them in any case. */
Outcome mt_list_words(const Facts *facts)
{
    Outcome outcome = OUTCOME_OK;
    for (int table = 0; table < TABLE_COUNT && outcome == OUTCOME_OK; table++)
        outcome = list_table(facts, table, &facts->out->buckets[table]);
    return outcome;
}
