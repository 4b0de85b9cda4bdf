/* Measures a page: features of its blocks, its kind, the probability of main text, and the chosen blocks.

   One call does all of it. The columns are those of generated/features.h, which is written from
   maintext.model.schema; tests/reference/features.py computes each column again in plain Python.

       measure.c        the sequence of steps
       declared.c       head of the page (head.c) -> titles, types, columns of its URL
       texts.c          visible texts -> words and counts of each block (words.c)
       names.c          class names and ids -> words, subjects
       elements.c       blocks in an element, elements above a block, repetition
       sums.c           cumulative sums over blocks and rows
       landmarks.c      elements that other methods would choose, and their columns
       text_columns.c, place.c, shape.c, groups.c    columns of a block
       buckets.c        words, names, headings -> scores from tables of weights
       context.c        columns of a block's context
       page_columns.c   columns of the page
       forest.c         columns -> sums of trees
       units.c          log odds of blocks -> of listings, tables, figures, ...
       choice.c         probabilities -> blocks

   The caller must check that every row, block and tag in the given arrays exists (see bind/measure.c).
   Sums use double and a fixed order, so a page has the same results on every machine. */
#ifndef MAINTEXT_MEASURE_H
#define MAINTEXT_MEASURE_H

#include <math.h>
#include "generated/features.h"
#include "model/declared.h"
#include "model/model.h"
#include "model/words.h"
#include "rows/rows.h"

enum {
    LEVELS = 9,     /* block elements above a block that are used, including its own */
    TAG_LEVELS = 6, /* of these, levels in the path of tags that groups blocks */
    SHORT_PATH = 3, /* levels in the shorter paths of tags that have weights */
    LONG_PATH = 5,
    ALIKE_LEVELS = 4, /* of these, levels with counted siblings */
    CJK_LETTERS = 3,  /* a CJK character counts as this many letters of length */
    SMALL = 1024,     /* counts with cached logarithms */
};

/* What a row with a tag counts as. */
typedef struct {
    int32_t tags, links, images, controls;
} TagCounts;

/* -- a model ----------------------------------------------------------------------------------------- */

typedef struct {
    Alphabet alphabet;
    WordSet stops, years, names;
    const int64_t *subject_by_slot;          /* per slot of `names` */
    const int64_t *tag_lengths;              /* per listed tag: characters of `<tag></tag>` */
    const Byte *removed_tags, *wrapper_tags; /* for P values; see rows.h */
    double wrapper_share;
    int with_images;
    Weights weights[TABLE_COUNT];
    Forest kinds, blocks;
    double slope, offset;                             /* from the sums of the block trees to log odds */
    double choice_slope, choice_offset;               /* the same for the choice of blocks */
    const double *choice_exponents;                   /* per kind of page */
    float small_logs[SMALL];                          /* log(1 + n) */
    TagCounts tag_counts[LISTED_TAGS + 1];            /* per listed tag; the last is for all others */
    WordFilter stop_filter, year_filter, name_filter; /* of the sets of words */
} Scorer;

void mt_finish_scorer(Scorer *scorer); /* when everything else is set */

/* -- a page ------------------------------------------------------------------------------------------ */

typedef struct {
    int64_t rows, blocks, leaf_count;
    const int64_t *tag, *parent, *end, *depth, *flags, *block, *text_start, *text_end; /* per row */
    const int64_t *chars; /* per row, visible text only */
    const int32_t *cjk;   /* per row, all texts */
    const int64_t *leaves;
    const int64_t *first_row, *last_row, *element; /* per block */
} PageRows;

PageRows mt_page_rows(const Table *table, const Segments *segments);

static inline Rows rows_of_page(const PageRows *page) /* without their text */
{
    return (Rows){
        .count = page->rows,
        .tag = page->tag,
        .parent = page->parent,
        .end = page->end,
        .flags = page->flags,
        .block = page->block,
        .text_start = page->text_start,
        .text_end = page->text_end,
    };
}

/* Buckets of the words of each block, block after block: the tables of weights are fitted to these. */
typedef struct {
    int32_t *bucket;
    int64_t length, capacity;
    int32_t *counts; /* per block */
} BucketList;

typedef struct {
    float *columns;                 /* FEATURE_COUNT x blocks */
    float *page;                    /* PAGE_COUNT */
    double *kinds;                  /* probability of each kind of page */
    double *log_odds, *probability; /* per block, of main text */
    double *chars;                  /* per block; a CJK character counts CJK_LETTERS */
    int64_t *words;                 /* per block */
    int64_t *unit;                  /* per block: the element of its unit, or NONE */
    int64_t *core;                  /* the same; for a figure with code or a table, that inside */
    uint8_t *unit_kind;             /* per block; UNIT_COUNT for none */
    uint8_t *chosen;                /* per block: whether it is in the set with the largest expected F1 */
    BucketList *buckets;            /* per table; NULL if not needed */
    int only_kind;                  /* compute only `page` and `kinds` */
    int without_names;              /* ignore class, id, role and itemprop */
} Measures;

/* Memory that is reused for the next page. */
typedef struct {
    char *bytes;
    size_t size;
} Arena;

Outcome mt_measure_page(Parser *parser, const Table *table, const Scorer *scorer, const PageRows *page,
                        Arena *arena, const Measures *out);

/* -- intermediate results ---------------------------------------------------------------------------- */

/* Counts of each block's text; the first CHARACTER_KINDS are per kind of character, without white space. */
enum {
    TEXT_FIRST_WORD = CHARACTER_KINDS,
    TEXT_WORDS,
    TEXT_CHARS,
    TEXT_LINK_CHARS,
    TEXT_EMPHASIS, /* bold or italic characters */
    TEXT_LINKED_LEAVES,
    TEXT_LEAVES,
    TEXT_HASH,
    TEXT_QUESTIONS,
    TEXT_ENDS_SENTENCE,
    TEXT_ENDS_COLON,
    TEXT_STARTS_CAPITAL,
    TEXT_STARTS_DIGIT,
    TEXT_HAS_COPYRIGHT,
    TEXT_COUNTS
};

typedef struct { /* sums over all rows before a row */
    TagCounts counts;
    int64_t markup;
} RowSums;

enum { BEST_DENSITY, BEST_P_VALUE, BEST_VOTES, LANDMARKS };

typedef struct {
    Parser *parser;
    const Table *table;
    const Scorer *scorer;
    const PageRows *page;
    const Measures *out;

    Declared declared;

    /* elements.c */
    int32_t *low, *high; /* per row: its first block (also after the last row), and the first one after it */
    int32_t *holders;    /* elements that contain blocks */
    int64_t holder_count;
    int32_t *elements; /* holders, and block elements without blocks */
    int64_t element_count;
    int32_t *above, *above_low, *above_high; /* per level and block: the element, its blocks */
    uint64_t *short_path, *long_path;        /* per block: tags of the elements above it */
    int32_t *tag_group;                      /* per block: number of its path of tags */
    int32_t *group;                          /* per block: number of its path of tags and names */
    int32_t *alike;                          /* ALIKE_LEVELS x blocks: number of equal siblings */
    uint8_t *is_heading;                     /* per block */
    int32_t *heading, *label;                /* per block: the last one up to it; -1 if there is none */

    /* texts.c and names.c */
    WordList words, title;
    int64_t *counts; /* TEXT_COUNTS x blocks */
    NameList names;
    int32_t *name; /* per row */
    NamedRows named;

    /* sums.c */
    int64_t *commas, *punctuation;                          /* per block */
    double *chars, *links, *punctuation_sums, *long_blocks; /* cumulative, blocks + 1 */
    RowSums *row_sums;                                      /* rows + 1 */
    int32_t *children;                                      /* per row, without blank text */
    int64_t *tag_lengths;                                   /* per tag; local tags follow the listed ones */

    /* landmarks.c */
    double *density_sums, *votes; /* per row */
    double *p_values;             /* per holder */
    int64_t best[LANDMARKS];      /* rows */

    double *scores;  /* TABLE_COUNT x blocks, by words */
    int64_t *markup; /* per row */

    Arena *arena;
    size_t used; /* bytes of the arena */
} Facts;

static inline const int64_t *count_of(const Facts *facts, int count)
{
    return facts->counts + count * facts->page->blocks;
}

/* A feature column, one value per block. */
static inline float *column_of(const Facts *facts, int feature)
{
    return facts->out->columns + feature * facts->page->blocks;
}

/* As a float, log(1 + n) equals log1p(n): no n here is tiny. */
static inline float log_one_more(double number) { return (float)log(1 + number); }

static inline float log_count(const Facts *facts, int64_t count)
{
    return (uint64_t)count < SMALL ? facts->scorer->small_logs[count] : log_one_more((double)count);
}

/* Of a count that is a sum of doubles. */
static inline float log_whole(const Facts *facts, double count)
{
    return count >= 0 && count < SMALL ? facts->scorer->small_logs[(int)count] : log_one_more(count);
}

/* Of a ratio: elements often have one tag or one block, and then it is a count. */
static inline float log_ratio(const Facts *facts, double number, double divisor)
{
    return divisor == 1 ? log_whole(facts, number) : log_one_more(number / divisor);
}

static inline int64_t min_of(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t max_of(int64_t a, int64_t b) { return a > b ? a : b; }

/* In the order of the steps. */
Outcome mt_find_elements(Facts *facts);
Outcome mt_read_texts(Facts *facts);
Outcome mt_find_names(Facts *facts);
Outcome mt_find_repeats(Facts *facts);
void mt_sum_up(Facts *facts);
Outcome mt_find_landmarks(Facts *facts);
Outcome mt_write_page_columns(const Facts *facts);
Outcome mt_write_text_columns(const Facts *facts);
Outcome mt_write_place(const Facts *facts);
Outcome mt_write_shape(const Facts *facts);
void mt_write_landmarks(const Facts *facts);
Outcome mt_write_groups(const Facts *facts);
void mt_find_last_headings(Facts *facts);
void mt_fetch_words(const Facts *facts, const uint64_t *hash, int64_t count);
Outcome mt_score_words(Facts *facts);
Outcome mt_list_words(const Facts *facts);
Outcome mt_write_context(const Facts *facts);

/* -- units.c ----------------------------------------------------------------------------------------- */

Outcome mt_pool_units(const Facts *facts);

#endif
