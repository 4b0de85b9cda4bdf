/* Measuring a page: features of its blocks, its kind, the probability of main text, the choice of blocks.

   One call does all of it. The columns are those of generated/features.h, which is written from
   maintext.model.schema; tests/reference/features.py computes each of them a second time, slowly.

       measure.c        the flow
       declared.c       head of the page -> titles, types, what its URL says
       texts.c          shown texts -> words and counts of each block (words.c)
       names.c          class names and ids -> words, subjects
       elements.c       which blocks an element holds, which elements are above a block, what is alike
       sums.c           running sums over blocks and rows
       landmarks.c      the elements that other methods find best, and their columns
       text_columns.c, place.c, shape.c, groups.c    columns of a block
       buckets.c        words, names, headings -> scores by tables of weights
       context.c        columns of a block's surroundings
       page_columns.c   columns of the page
       forest.c         columns -> sums of trees
       choice.c         probabilities -> blocks

   Whoever calls has checked that every row, block and tag in the given arrays exists (see bind/measure.c).
   Sums are taken in double and in a fixed order: a page gives the same numbers everywhere. */
#ifndef MAINTEXT_MEASURE_H
#define MAINTEXT_MEASURE_H

#include <math.h>
#include "generated/features.h"
#include "model/declared.h"
#include "model/model.h"
#include "model/words.h"
#include "rows/rows.h"

enum {
    LEVELS = 9,       /* block elements above a block that are looked at, its own included */
    TAG_LEVELS = 6,   /* those whose tags make its path of tags */
    ALIKE_LEVELS = 4, /* those whose siblings are counted */
    CJK_LETTERS = 3,  /* letters that a CJK character counts for where length is meant */
    SMALL = 64,       /* counts whose logarithms are kept */
};

/* -- a model ------------------------------------------------------------------------------------------ */

typedef struct {
    Alphabet alphabet;
    WordSet stops, years, names;
    const int64_t *subject_by_slot;          /* of `names` */
    const int64_t *tag_lengths;              /* by listed tag: characters of `<tag></tag>` */
    const Byte *removed_tags, *wrapper_tags; /* by the P value; see rows.h */
    double wrapper_share;
    int with_images;
    Weights weights[TABLE_COUNT];
    Forest kinds, blocks;
    double slope, offset;     /* from the sums of the block trees to log odds */
    Weighing choice;          /* how probabilities count on a page that is surely no article */
    double article;           /* what is added to the exponent on a page that surely is one */
    double small_logs[SMALL]; /* log(1 + n) */
} Scorer;

void mt_finish_scorer(Scorer *scorer);

/* -- a page ------------------------------------------------------------------------------------------- */

typedef struct {
    int64_t rows, blocks, leaf_count;
    const int64_t *tag, *parent, *end, *depth, *flags, *block, *text_start, *text_end; /* by row */
    const int64_t *chars; /* by row, of what is shown */
    const int32_t *cjk;   /* by row, of all texts */
    const int64_t *leaves;
    const int64_t *first_row, *element; /* by block */
} PageRows;

PageRows mt_page_rows(const Table *table, const Segments *segments);

/* The buckets of the words of each block, block by block: what a table of weights is fitted to. */
typedef struct {
    int32_t *bucket;
    int64_t length, room;
    int32_t *counts; /* by block */
} BucketList;

typedef struct {
    float *columns;                 /* FEATURE_COUNT x blocks */
    float *page;                    /* PAGE_COUNT */
    double *kinds;                  /* the probability of each kind of page */
    double *log_odds, *probability; /* by block, of main text */
    double *chars;                  /* by block; a CJK character counts for CJK_LETTERS */
    int64_t *words;                 /* by block */
    uint8_t *chosen;                /* by block: whether it is among those of the largest expected F1 */
    BucketList *buckets;            /* by table; NULL: not wanted */
    int only_kind;                  /* only `page` and `kinds` are wanted */
    int without_names;              /* as if elements had no class, id, role or itemprop */
} Measures;

/* Memory that is used again for the next page. */
typedef struct {
    char *bytes;
    size_t size;
} Room;

Outcome mt_measure_page(Parser *parser, const Table *table, const Scorer *scorer, const PageRows *page,
                        Room *room, const Measures *out);

/* -- what is found on the way ------------------------------------------------------------------------- */

/* Counts of each block's text, after one for each kind of character. */
enum {
    TEXT_FIRST_WORD = CHARACTER_KINDS,
    TEXT_WORDS,
    TEXT_CHARS,
    TEXT_LINK_CHARS,
    TEXT_EMPHASIS, /* characters that are bold or italic */
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

typedef struct { /* sums over the rows before one */
    int32_t tags, links, images, controls;
    int64_t markup;
} Passed;

enum { BEST_DENSITY, BEST_P_VALUE, BEST_VOTES, LANDMARKS };

typedef struct {
    Parser *parser;
    const Table *table;
    const Scorer *scorer;
    const PageRows *page;
    const Measures *out;

    Declared declared;

    /* elements.c */
    int32_t *low, *high; /* by row: its first block, the first one after it */
    int32_t *holders;    /* elements that hold blocks */
    int64_t holder_count;
    int32_t *above, *above_low, *above_high; /* by level and block: the element, its blocks */
    uint64_t *tag_paths;                     /* TAG_LEVELS x 2 x blocks */
    int32_t *tag_group;                      /* by block: a number for its path of tags */
    int32_t *group;                          /* by block: a number for its path of tags and names */
    int32_t *alike;                          /* ALIKE_LEVELS x blocks: siblings like the element */
    uint8_t *is_heading;                     /* by block */
    int32_t *heading, *label;                /* by block: the last one up to it; -1: none */

    /* texts.c and names.c */
    WordList words, title;
    int64_t *counts; /* TEXT_COUNTS x blocks */
    NameList names;
    int32_t *name; /* by row */
    NamedRows named;

    /* sums.c */
    int64_t *commas, *marks;                      /* by block */
    double *chars, *links, *marked, *long_blocks; /* sums over the blocks before one, blocks + 1 */
    Passed *passed;                               /* rows + 1 */
    int32_t *children;                            /* by row; blank text left out */
    int64_t *tag_lengths;                         /* by tag, the page's own after the listed ones */

    /* landmarks.c */
    double *density_sums, *votes; /* by row */
    double *p_values;             /* by holder */
    int64_t best[LANDMARKS];      /* rows */

    double *scores;  /* TABLE_COUNT x blocks, by words */
    int64_t *markup; /* by row */
    int64_t *cjk;    /* by row, of leaves */

    Room *room;
    size_t used; /* of the room */
} Facts;

static inline const int64_t *count_of(const Facts *facts, int count)
{
    return facts->counts + count * facts->page->blocks;
}

/* A column of a block. */
static inline float *column_of(const Facts *facts, int feature)
{
    return facts->out->columns + feature * facts->page->blocks;
}

/* log(1 + n) as a float is that of log1p(n): no n here is tiny. */
static inline double log_one_more(double number) { return log(1 + number); }

static inline double log_count(const Facts *facts, int64_t count)
{
    return (uint64_t)count < SMALL ? facts->scorer->small_logs[count] : log_one_more((double)count);
}

static inline int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

/* In the order of the flow. */
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
Outcome mt_score_words(Facts *facts);
Outcome mt_list_words(const Facts *facts);
Outcome mt_write_context(const Facts *facts);

#endif
