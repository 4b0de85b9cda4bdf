/* The hot loops of the learned extractor, over the columns of NumPy arrays. Each has a twin in Python that
   says the same in NumPy, and that the tests compare it with:

       forest.c        boosted trees                     maintext.model.trees
       surroundings.c  features of a block's context     maintext.features.context
       counts.c        what a page has how much of       maintext.features.whole
       choice.c        the largest expected F1           maintext.methods.selection
       tidying.c       what the clean-up changes         maintext.methods.auto.cleanup
       head.c          what a page's head declares       maintext.features.meta
       bind_model.c    their Python functions, which check every array and every number that is an index

   Sums are taken in double and in a fixed order: the same page gives the same numbers everywhere. */
#ifndef MAINTEXT_MODEL_H
#define MAINTEXT_MODEL_H

#include <stddef.h>
#include <stdint.h>

#include "base/exponential.h"
#include "model/elements.h"

/* -- forest.c --------------------------------------------------------------------------------------- */

enum { MOST_LEVELS = 16 };

typedef struct {
    int64_t features, trees, outputs;
    int levels;
    const int16_t *feature; /* levels x trees */
    const float *bound;     /* levels x trees */
    const float *leaf;      /* trees x 2 ** levels x outputs */
    const float *bias;      /* outputs */
} Forest;

void mt_sum_forest(const Forest *forest, const float *columns, int64_t units, double *margins);

/* -- surroundings.c --------------------------------------------------------------------------------- */

enum {
    SCORES = 3,                    /* by words: text, names, heading */
    MEANT = SCORES + 1,            /* those and their sum */
    AROUND = 7,                    /* columns whose surroundings count; the first has no means */
    AVERAGED = MEANT + AROUND - 1, /* what has means */
    CONTAINERS = 5,                /* levels above a block that have means */
    HIGHEST_CONTAINER = 5,         /* the last of these levels */
    NEIGHBOURS = 6,                /* blocks before and after */
    WINDOWS = 2,
    CONTEXT_COLUMNS = 144,
};

typedef struct {
    int64_t blocks;
    const double *scores;           /* SCORES x blocks */
    const float *around;            /* AROUND x blocks */
    const double *weight;           /* characters, by block */
    const int64_t *low, *high;      /* the blocks of the elements above each block: levels x blocks */
    const int64_t *path, *tags;     /* the group of each block, by its path and by its tags */
    const int64_t *heading, *label; /* the last one up to each block; -1: none */
    float *out;                     /* CONTEXT_COLUMNS x blocks */
} Surroundings;

extern const int mt_container_levels[CONTAINERS];
int mt_write_surroundings(const Surroundings *page);

/* -- choice.c --------------------------------------------------------------------------------------- */

typedef struct {
    double value;
    int64_t number;
} Ranked;

#define WORDLESS 1e-3 /* what a unit without a word counts: it goes with its equals */

Ranked *mt_rank(Ranked *items, Ranked *spare, int64_t count);
int mt_choose_units(const double *probability, const int64_t *size, int64_t units, uint8_t *kept);

typedef struct { /* how log odds count: maintext.methods.auto.method.weighed */
    double slope, offset, exponent;
} Weighing;

int mt_choose_weighed(const double *log_odds, const Weighing *weighing, const int64_t *size, int64_t units,
                   uint8_t *kept);

static inline double probability_of(double log_odds) { return 1 / (1 + mt_exp(-log_odds)); }

/* -- tidying.c -------------------------------------------------------------------------------------- */

enum { KEPT_PART = 1, KEPT_HEADING, DROPPED_STRAY }; /* in the order of the words of maintext.methods.auto.cleanup */

typedef struct {
    int64_t blocks, rows, tags;
    const double *probability, *chars; /* by block, as are these: */
    const float *ends_colon;           /* above 0 where it does */
    const int64_t *first_row, *element;
    const int64_t *tag, *flags, *parent, *end; /* by row */
    const uint8_t *is_part;                    /* by tag */
    double least;                              /* probability of what is kept for its surroundings */
    double most_short, sure;                   /* characters of a stray, and where its probability ends */
    int64_t heading, headings_in_a_row;        /* the flag of a heading */
    uint8_t *kept, *change;                    /* by block */
} Tidied;

void mt_tidy(const Tidied *page);

/* -- counts.c --------------------------------------------------------------------------------------- */

enum {
    SUM_CHARS,
    SUM_LINK_CHARS,
    SUM_HEADINGS,
    SUM_LONG,
    SUM_DEPTHS,
    SUM_REPEATS,
    SUM_INSIDE, /* characters in paragraphs, articles and main elements */
    CONTAINER_FLAGS = 3,
    SUM_COUNT = SUM_INSIDE + CONTAINER_FLAGS,
};

typedef struct {
    int64_t rows, leaves, blocks, kinds, tags, named, subjects;
    const int64_t *tag, *flags, *depth, *chars, *cjk; /* by row */
    const int64_t *leaf;                              /* the rows of leaves */
    const int64_t *first_row, *element, *group;       /* by block */
    const double *block_chars, *link_chars;           /* by block */
    const int64_t *kind;                              /* kinds x blocks */
    const int64_t *subject;                           /* what each row with a telling name speaks of */
    int64_t heading, container[CONTAINER_FLAGS];      /* flags */
    double least_long;
} Counted;

int mt_count_page(const Counted *page, double *counts);

#endif
