/* Loops over words: what maintext.features computes of a page's words, names and buckets of weights.

       words.c           characters of the shown texts -> words and counts, by block
       names.c           attributes -> words of the elements' names
       values.c          attributes -> the different values of one of them
       seeking.c         words -> the rows whose attribute holds one
       text_features.c   words and counts -> the columns of maintext.features.text
       buckets.c         words, names, headings -> scores by tables of weights
       bind_words.c      the functions of the Python module

   Each has a twin in NumPy, which says what it computes; the tests compare the two. */
#ifndef MAINTEXT_WORDS_H
#define MAINTEXT_WORDS_H

#include "base/vectors.h"
#include "model/elements.h"
#include "parse/parser.h"

/* maintext.text.characters.Kind */
enum {
    CHARACTER_OTHER,
    CHARACTER_SPACE,
    CHARACTER_CJK,
    CHARACTER_CJK_COMMA,
    CHARACTER_CJK_STOP,
    CHARACTER_COMMA,
    CHARACTER_STOP,
    CHARACTER_DIGIT,
    CHARACTER_UPPER,
    CHARACTER_LETTER,
    CHARACTER_SYMBOL,
    CHARACTER_CURRENCY,
    CHARACTER_QUOTE,
    CHARACTER_KINDS
};

enum {
    PLANE = 0x10000,    /* code points of the basic plane; all above it count as this one */
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
Outcome mt_find_different_words(const Byte *text, size_t length, const Alphabet *alphabet, WordList *list);

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

static inline int32_t next_wide_code(const Byte **at, const Byte *end)
{
    const Byte *byte = *at;
    if (byte[0] < 0xE0 && end - byte >= 2) {
        *at = byte + 2;
        return (byte[0] & 0x1F) << 6 | (byte[1] & 0x3F);
    }
    if (byte[0] < 0xF0 && end - byte >= 3) {
        *at = byte + 3;
        return (byte[0] & 0x0F) << 12 | (byte[1] & 0x3F) << 6 | (byte[2] & 0x3F);
    }
    *at = end - byte >= 4 ? byte + 4 : end;
    return PLANE;
}

/* The next code point; PLANE for all above the basic plane. */
static inline int32_t next_code(const Byte **at, const Byte *end)
{
    return LIKELY(**at < 0x80) ? *(*at)++ : next_wide_code(at, end);
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

/* What the scan tells of each block: maintext.features.wording has the same list. */
enum {
    TOLD_FIRST_WORD = CHARACTER_KINDS, /* after how many characters of each kind */
    TOLD_WORDS,
    TOLD_CHARS,
    TOLD_LINK_CHARS,
    TOLD_EMPHASIS,
    TOLD_LINKED_LEAVES,
    TOLD_LEAVES,
    TOLD_TEXT_HASH,
    TOLD_QUESTIONS,
    TOLD_ENDS_SENTENCE,
    TOLD_ENDS_COLON,
    TOLD_STARTS_CAPITAL,
    TOLD_STARTS_DIGIT,
    TOLD_HAS_COPYRIGHT,
    TOLD_COUNT
};

typedef struct {
    const Byte *text, *text_end; /* UTF-8 of all text nodes */
    int64_t rows, blocks;
    const int64_t *tag, *flags, *text_start, *text_end_at, *chars, *cjk; /* by row */
    const int64_t *first_row;                                            /* by block */
} Texts;

Outcome mt_read_texts(const Texts *texts, const Alphabet *alphabet, WordList *list, int64_t *told);

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

Outcome mt_read_names(Parser *parser, const Table *table, const int64_t *rows, int64_t row_count,
                      const Alphabet *alphabet, NameList *names, int64_t *of_row);
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

typedef struct {
    const uint64_t *hash;
    int64_t words;
    const int64_t *first;
    int64_t count;
    const int64_t *of_row;
    int64_t rows;
    const int64_t *named; /* the rows that may have names, in their order; NULL: all */
    int64_t named_count;
} Names;

typedef struct { /* rows whose names speak of something, and what of */
    int64_t *rows, *subjects;
    int64_t count;
} NamedRows;

int mt_are_names_inside(const Names *names);
Outcome mt_find_named_rows(const Names *names, const WordSet *speaking, const int64_t *subject_by_slot,
                           NamedRows *found);

/* -- text_features.c -------------------------------------------------------------------------------- */

enum { TEXT_FEATURES = 29 };

typedef struct {
    const int64_t *told; /* what the scan told: TOLD_COUNT × blocks */
    int64_t blocks;
    const uint64_t *hash; /* of the words */
    const uint8_t *kind;
    int64_t words;
    const uint64_t *title; /* the different words of the title, sorted */
    int64_t title_words;
    WordSet stops, years;
} Told;

Outcome mt_write_text_features(const Told *told, float *out);

/* -- buckets.c -------------------------------------------------------------------------------------- */

enum { BUCKET_BITS = 18, NAME_PLACES = 4, TAG_PLACES = 5, TAG_KINDS = LISTED_TAGS + 1 };

typedef struct {
    const int8_t *weight; /* by bucket */
    double scale, bias;
} Weights;

typedef struct { /* where a block's words are */
    const uint64_t *hash;
    int64_t words;
    const int64_t *first, *count; /* by block */
    int64_t blocks;
} BlockWords;

void mt_score_text(const Weights *weights, const BlockWords *words, const uint64_t *text_hash, double *out);
void mt_score_headings(const Weights *weights, const BlockWords *words, const int64_t *const last[2],
                       const int64_t *ends, double *out);

typedef struct {
    Names names;
    const int64_t *tag;                     /* by row */
    const int64_t *above;                   /* LEVELS × blocks */
    const uint64_t *short_path, *long_path; /* by block */
    const int64_t *tag_buckets;             /* TAG_PLACES × TAG_KINDS */
    int64_t blocks;
} NamedBlocks;

Outcome mt_score_names(const Weights *weights, const NamedBlocks *named, double *out);

#endif
