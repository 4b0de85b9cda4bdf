/* Trees, the choice of blocks and the clean-up, over plain arrays.

       forest.c        boosted trees
       choice.c        the blocks of the largest expected F1
       tidying.c       what the clean-up changes of a choice
       bind/model.c    their Python functions, which check every array and every number that is an index */
#ifndef MAINTEXT_MODEL_H
#define MAINTEXT_MODEL_H

#include <stddef.h>
#include <stdint.h>

#include "base/exponential.h"

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

/* -- choice.c --------------------------------------------------------------------------------------- */

typedef struct {
    double value;
    int64_t number;
} Ranked;

#define WORDLESS 1e-3 /* what a unit without a word counts: it goes with its equals */

Ranked *mt_rank(Ranked *items, Ranked *spare, int64_t count);

typedef struct { /* how log odds count: the probability of slope * x + offset, to the power of the exponent */
    double slope, offset, exponent;
} Weighing;

int mt_choose_weighed(const double *log_odds, const Weighing *weighing, const int64_t *size, int64_t units,
                      uint8_t *kept);

static inline double probability_of(double log_odds) { return 1 / (1 + mt_exp(-log_odds)); }

/* -- tidying.c -------------------------------------------------------------------------------------- */

enum {
    KEPT_PART = 1,
    KEPT_HEADING,
    DROPPED_STRAY
}; /* in the order of the words of maintext.methods.auto.cleanup */

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

#endif
