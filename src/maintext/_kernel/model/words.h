/* Words of texts and names: hashes of their letters in lower case.

       words.c          characters -> words and counts
       names.c          class names and ids -> words, subjects
       rows/values.c    distinct values of an attribute
       rows/search.c    rows with certain words in an attribute */
#ifndef MAINTEXT_WORDS_H
#define MAINTEXT_WORDS_H

#include "base/vectors.h"
#include "parse/characters.h"
#include "parse/parser.h"

enum {
    LONGEST_WORD = 32,  /* letters with their own factor; later letters share the last one */
    LONGEST_NAME = 160, /* characters of an attribute that are used */
};

#define WORD_FACTOR 0x9E3779B97F4A7C15u

/* -- words.c ----------------------------------------------------------------------------------------- */

typedef enum { OUTCOME_OK, OUTCOME_NO_MEMORY, OUTCOME_INVALID } Outcome;

typedef struct {
    const uint32_t *letters; /* per code point: its kind in the low byte, then its lower case */
    uint64_t powers[LONGEST_WORD];
    int is_plain; /* ASCII words are runs of ASCII letters and digits, with their usual lower case */
} Alphabet;

typedef struct {
    uint64_t *hash;
    uint8_t *kind; /* of the first character */
    int64_t count, capacity;
} WordList;

Alphabet mt_alphabet_of(const uint32_t *letters);
Outcome mt_reserve_words(WordList *list, int64_t more);
void mt_free_words(WordList *list);
const Byte *mt_skip_code_points(const Byte *at, const Byte *end, int64_t count);

/* Spread small differences over all 64 bits. */
static inline uint64_t mix(uint64_t number)
{
    number = (number ^ number >> 32) * WORD_FACTOR;
    return number ^ number >> 29;
}

/* Pack fewer than eight bytes into one number. */
static inline uint64_t few_bytes(const Byte *at, size_t length)
{
    uint32_t first, last;
    if (length < sizeof first)
        return length ? at[0] | (uint64_t)at[length / 2] << 8 | (uint64_t)at[length - 1] << 16 : 0;
    memcpy(&first, at, sizeof first);
    memcpy(&last, at + length - sizeof last, sizeof last);
    return first | (uint64_t)last << 32;
}

/* Two sums run in parallel; the last eight bytes may count twice. */
static inline uint64_t hash_bytes(uint64_t hash, const Byte *at, size_t length)
{
    uint64_t other = hash ^ WORD_FACTOR;
    const Byte *end = at + length;
    for (; end - at > 16; at += 16) {
        hash = mix(hash ^ word_at(at));
        other = mix(other ^ word_at(at + 8));
    }
    if (end - at > 8)
        hash = mix(hash ^ word_at(at));
    uint64_t last = length >= 8 ? word_at(end - 8) : few_bytes(at, length);
    return mix(hash ^ last ^ (uint64_t)length << 48) ^ other;
}

/* The next code point; KNOWN_CODES for all that are not in the alphabet. */
static inline int32_t next_code(const Byte **at, const Byte *end)
{
    uint32_t code = next_code_point(at, end);
    return code < KNOWN_CODES ? (int32_t)code : KNOWN_CODES;
}

/* -- ASCII words, without a branch per letter -------------------------------------------------------- */

enum { STRETCH = 64 };

typedef struct {
    uint64_t words, digits, uppers, spaces, non_ascii; /* one bit per byte */
} Stretch;

static inline uint64_t mask_between(Bytes bytes, Byte first, Byte last)
{
    return mask_of(is_between(bytes, first, last));
}

static inline Stretch classify(const Byte *at)
{
    Stretch found = {0, 0, 0, 0, 0};
    for (int i = 0; i < STRETCH; i += STEP) {
        Bytes bytes = load(at + i), small = set_bits(bytes, 0x20); /* digits have that bit, too */
        uint64_t digits = mask_between(bytes, '0', '9');
        found.digits |= digits << i;
        found.words |= (digits | mask_between(small, 'a', 'z')) << i;
        found.uppers |= mask_between(bytes, 'A', 'Z') << i;
        found.spaces |= (mask_between(bytes, 0x09, 0x0D) | mask_between(bytes, 0x1C, 0x20)) << i;
        found.non_ascii |= (uint64_t)mask_of(is_non_ascii(bytes)) << i;
    }
    return found;
}

/* Number of leading bytes that are ASCII and do not end inside a word. */
static inline int whole_words_in(const Stretch *found, int64_t left)
{
    int length = left < STRETCH ? (int)left : STRETCH;
    uint64_t outside = found->non_ascii & first_bits(length);
    if (outside)
        length = lowest_bit(outside);
    if (length < left && length && found->words >> (length - 1) & 1) {
        uint64_t others = ~found->words & first_bits(length);
        length = others ? highest_bit(others) + 1 : 0;
    }
    return length;
}

/* Contribution of the first `count` of eight letters to a hash. */
static inline uint64_t sum_letters(uint64_t letters, int count, const uint64_t *powers)
{
    letters = count < 8 ? letters & (((uint64_t)1 << 8 * count) - 1) : letters;
    uint64_t even = (letters & 0xFF) * powers[0] + (letters >> 16 & 0xFF) * powers[2] +
                    (letters >> 32 & 0xFF) * powers[4] + (letters >> 48 & 0xFF) * powers[6];
    uint64_t odd = (letters >> 8 & 0xFF) * powers[1] + (letters >> 24 & 0xFF) * powers[3] +
                   (letters >> 40 & 0xFF) * powers[5] + (letters >> 56) * powers[7];
    return even + odd;
}

/* Hash of a word of letters and digits. The alphabet must be plain, and seven bytes after the word readable. */
static inline uint64_t hash_ascii(const Byte *at, int length, const Alphabet *alphabet)
{
    uint64_t sum = 0;
    for (int i = 0; i < length && i < LONGEST_WORD; i += 8)
        sum += sum_letters(word_at(at + i) | 0x2020202020202020u, length - i, alphabet->powers + i);
    for (int i = LONGEST_WORD; i < length; i++)
        sum += (uint64_t)(at[i] | 0x20) * alphabet->powers[LONGEST_WORD - 1];
    return mix(sum);
}

/* -- texts ------------------------------------------------------------------------------------------- */

typedef struct {
    int64_t by_kind[CHARACTER_KINDS]; /* white space is not counted */
    int64_t questions;
    int first, before, last; /* kinds of the first, second last and last character that is not a space */
    int32_t last_code;
    int has_copyright;
} Tally;

static const Tally empty_tally = {.first = NONE};

void mt_read_text(const Byte *at, const Byte *end, const Byte *limit, const Alphabet *alphabet,
                  WordList *list, Tally *tally);

/* -- values.c ---------------------------------------------------------------------------------------- */

static inline int is_same_value(const Parser *parser, Span one, Span other)
{
    return one.length == other.length &&
           memcmp(parser->source + one.start, parser->source + other.start, (size_t)one.length) == 0;
}

Outcome mt_find_values(const Parser *parser, const Table *table, const Byte *name, int length,
                       int64_t *of_row, int64_t **first, int64_t *count);

/* -- search.c ---------------------------------------------------------------------------------------- */

enum { MAX_QUERIES = 8, MAX_QUERY_WORDS = 32, QUERY_NAMES = 2 };

typedef struct {
    View names[QUERY_NAMES]; /* the attribute, and a fallback if it is empty, or NULL */
    View words[MAX_QUERY_WORDS];
    int word_count;
    uint32_t first[256], second[256]; /* per byte: a bit for each word that has it there, in either case */
} Query;

typedef struct {
    int64_t row;
    int32_t attribute, which;
} QueryMatch;

typedef struct {
    QueryMatch *rows;
    int64_t count, capacity;
} QueryMatches;

int mt_set_query_words(const char *words, size_t length, Query *query);
Outcome mt_find_matches(Parser *parser, const Table *table, const Query *queries, int count, int64_t limit,
                        QueryMatches *found);

/* -- names.c ----------------------------------------------------------------------------------------- */

typedef struct {
    WordList words;
    int64_t *first; /* start of each name's words; name 0 has none */
    int64_t count, capacity;
} NameList;

static inline int64_t name_end(const NameList *names, int64_t name)
{
    return name + 1 < names->count ? names->first[name + 1] : names->words.count;
}

void mt_free_names(NameList *names);

typedef struct { /* words, each in its own slot: maintext.text.words.WordSet */
    const uint64_t *slots;
    uint64_t factor;
    int bits;
} WordSet;

static inline int64_t slot_of(const WordSet *set, uint64_t hash)
{
    return (int64_t)(hash * set->factor >> (64 - set->bits));
}

static inline int is_in(const WordSet *set, uint64_t hash) { return set->slots[slot_of(set, hash)] == hash; }

/* A bit for each word of a set; other words may share it. It is far smaller than the set, and stays in the cache. */
enum { FILTER_BITS = 13 };

typedef struct {
    uint64_t bits[1 << (FILTER_BITS - 6)];
} WordFilter;

static inline void add_to_filter(WordFilter *filter, uint64_t hash)
{
    filter->bits[hash >> (64 - FILTER_BITS + 6)] |= (uint64_t)1 << (hash & 63);
}

static inline int may_be_in(const WordFilter *filter, uint64_t hash)
{
    return filter->bits[hash >> (64 - FILTER_BITS + 6)] >> (hash & 63) & 1;
}

typedef struct { /* a row whose name stands for a subject */
    int32_t row, subject;
} NamedRow;

typedef struct {
    NamedRow *rows;
    int64_t count, capacity;
} NamedRows;

/* -- buckets.c --------------------------------------------------------------------------------------- */

enum { BUCKET_BITS = 18 };

typedef struct {
    const int8_t *weight; /* per bucket */
    double scale, bias;
} Weights;

#endif
