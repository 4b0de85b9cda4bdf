/* Words of texts and names: hashes of their letters in lower case.

       words.c     characters -> words and counts
       names.c     class names and ids -> words, subjects
       values.c    attributes -> the different values of one of them
       seeking.c   words -> the rows whose attribute holds one */
#ifndef MAINTEXT_WORDS_H
#define MAINTEXT_WORDS_H

#include "base/vectors.h"
#include "parse/characters.h"
#include "parse/parser.h"

enum {
    LONGEST_WORD = 32,  /* letters that count; of a longer word the last of them counts for all that follow */
    LONGEST_NAME = 160, /* characters of an attribute that count */
};

#define WORD_FACTOR 0x9E3779B97F4A7C15u

/* -- words.c ---------------------------------------------------------------------------------------- */

typedef enum { LOOP_FINE, LOOP_NO_MEMORY, LOOP_WRONG } Outcome;

typedef struct {
    const uint32_t *letters; /* by code point: its kind, and from the ninth bit on its small letter */
    uint64_t powers[LONGEST_WORD];
    int is_plain; /* the words of ASCII are runs of its letters and digits, and have its small letters */
} Alphabet;

typedef struct {
    uint64_t *hash;
    uint8_t *kind; /* of the first character */
    int64_t count, room;
} WordList;

Alphabet mt_alphabet_of(const uint32_t *letters);
Outcome mt_make_word_room(WordList *list, int64_t more);
void mt_free_words(WordList *list);
const Byte *mt_skip_code_points(const Byte *at, const Byte *end, int64_t count);

/* Spread numbers that differ a little over all 64 bits. */
static inline uint64_t mix(uint64_t number)
{
    number = (number ^ number >> 32) * WORD_FACTOR;
    return number ^ number >> 29;
}

/* Fewer than eight bytes, all of them, as one number. */
static inline uint64_t few_bytes(const Byte *at, size_t length)
{
    uint32_t first, last;
    if (length < sizeof first)
        return length ? at[0] | (uint64_t)at[length / 2] << 8 | (uint64_t)at[length - 1] << 16 : 0;
    memcpy(&first, at, sizeof first);
    memcpy(&last, at + length - sizeof last, sizeof last);
    return first | (uint64_t)last << 32;
}

/* Two sums do not wait for each other; the last eight bytes may count twice. */
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

/* The next code point that letters are known of; KNOWN_CODES for all above. */
static inline int32_t next_code(const Byte **at, const Byte *end)
{
    uint32_t code = next_code_point(at, end);
    return code < KNOWN_CODES ? (int32_t)code : KNOWN_CODES;
}

/* -- words of ASCII, without a branch for each letter ------------------------------------------------- */

typedef struct {
    uint32_t letters, digits, uppers; /* a bit for each byte */
    uint64_t small[2];                /* the bytes, capitals as small letters */
} Sixteen;

static inline uint32_t mask_between(Bytes bytes, Byte first, Byte last)
{
    return mask_of(is_between(bytes, first, last));
}

/* Look at sixteen bytes, which can be read; what lies behind the end is neither letter nor digit. */
static inline Sixteen read_sixteen(const Byte *at, const Byte *end)
{
    Bytes bytes = load(at), small = set_bits(bytes, 0x20); /* digits have that bit */
    uint32_t inside = end - at < STEP ? ((uint32_t)1 << (end - at)) - 1 : 0xFFFF;
    return (Sixteen){
        mask_between(small, 'a', 'z') & inside,
        mask_between(bytes, '0', '9') & inside,
        mask_between(bytes, 'A', 'Z') & inside,
        {first_word(small), second_word(small)},
    };
}

/* What the first of eight letters add to a hash. */
static inline uint64_t sum_letters(uint64_t letters, int count, const uint64_t *powers)
{
    letters = count < 8 ? letters & (((uint64_t)1 << 8 * count) - 1) : letters;
    uint64_t even = (letters & 0xFF) * powers[0] + (letters >> 16 & 0xFF) * powers[2] +
                    (letters >> 32 & 0xFF) * powers[4] + (letters >> 48 & 0xFF) * powers[6];
    uint64_t odd = (letters >> 8 & 0xFF) * powers[1] + (letters >> 24 & 0xFF) * powers[3] +
                   (letters >> 40 & 0xFF) * powers[5] + (letters >> 56) * powers[7];
    return even + odd;
}

/* The hash of a word of fewer than sixteen letters and digits; the alphabet is plain. */
static inline uint64_t hash_short(const Sixteen *bytes, int length, const Alphabet *alphabet)
{
    uint64_t sum = sum_letters(bytes->small[0], length, alphabet->powers);
    if (length > 8)
        sum += sum_letters(bytes->small[1], length - 8, alphabet->powers + 8);
    return mix(sum);
}

/* -- texts ------------------------------------------------------------------------------------------ */

typedef struct {
    int64_t by_kind[CHARACTER_KINDS];
    int64_t questions;
    int first, before, last; /* kinds of the first, the last but one and the last that is no space */
    int32_t last_code;
    int has_copyright;
} Tally;

static const Tally empty_tally = {.first = NONE};

void mt_read_text(const Byte *at, const Byte *end, const Byte *limit, const Alphabet *alphabet,
                  WordList *list, Tally *tally);

/* -- values.c --------------------------------------------------------------------------------------- */

static inline int is_written_alike(const Parser *parser, Span one, Span other)
{
    return one.length == other.length &&
           memcmp(parser->source + one.start, parser->source + other.start, (size_t)one.length) == 0;
}

Outcome mt_find_values(const Parser *parser, const Table *table, const Byte *name, int length,
                       int64_t *of_row, int64_t **first, int64_t *count);

/* -- seeking.c -------------------------------------------------------------------------------------- */

enum { MOST_SOUGHT = 8, MOST_SOUGHT_WORDS = 32, SOUGHT_NAMES = 2 };

typedef struct {
    View names[SOUGHT_NAMES]; /* of an attribute, and of one that counts where that is empty, or NULL */
    View words[MOST_SOUGHT_WORDS];
    int word_count;
    uint32_t first[256], second[256]; /* by byte: a bit for each word that has it there, in either case */
} Sought;

typedef struct {
    int64_t row;
    int32_t attribute, which;
} SoughtRow;

typedef struct {
    SoughtRow *rows;
    int64_t count, room;
} SoughtRows;

int mt_seek_words(const char *words, size_t length, Sought *sought);
Outcome mt_find_sought(Parser *parser, const Table *table, const Sought *sought, int count, int64_t most,
                       SoughtRows *found);

/* -- names.c ---------------------------------------------------------------------------------------- */

typedef struct {
    WordList words;
    int64_t *first; /* where each name's words begin; the first name has none */
    int64_t count, room;
} NameList;

/* Where the words of a name end. */
static inline int64_t name_end(const NameList *names, int64_t name)
{
    return name + 1 < names->count ? names->first[name + 1] : names->words.count;
}

void mt_free_names(NameList *names);

typedef struct { /* words, each in a slot of its own: maintext.text.words.WordSet */
    const uint64_t *slots;
    uint64_t factor;
    int bits;
} WordSet;

static inline int64_t slot_of(const WordSet *set, uint64_t hash)
{
    return (int64_t)(hash * set->factor >> (64 - set->bits));
}

static inline int is_in(const WordSet *set, uint64_t hash) { return set->slots[slot_of(set, hash)] == hash; }

typedef struct { /* rows whose names stand for a subject, and the subject */
    int32_t *rows, *subjects;
    int64_t count;
} NamedRows;

/* -- buckets.c -------------------------------------------------------------------------------------- */

enum { BUCKET_BITS = 18 };

typedef struct {
    const int8_t *weight; /* by bucket */
    double scale, bias;
} Weights;

#endif
