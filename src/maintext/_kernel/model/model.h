/* Trees, the choice of blocks and the clean-up, on plain arrays.

       forest.c        boosted trees
       forest_steps.c  the same, if their leaves are whole multiples of one step
       choice.c        the blocks with the largest expected F1
       tidying.c       clean-up of the chosen blocks
       second_look.c   columns of lists and headings, for their second look
       post_look.c     the same for blocks of a thread
       lines.c         columns of lines that readers may skip, for theirs (lines.h)
       openings.c      lines by their first characters (openings.h)
       bind/model.c    the Python functions, which check all arrays and indices */
#ifndef MAINTEXT_MODEL_H
#define MAINTEXT_MODEL_H

#include <stddef.h>
#include <stdint.h>

#include "base/exponential.h"

/* -- forest.c ---------------------------------------------------------------------------------------- */

enum { MAX_LEVELS = 16 };

typedef struct StepForest StepForest;

typedef struct {
    int64_t features, trees, outputs;
    int levels;
    const int16_t *feature; /* levels x trees */
    const float *bound;     /* levels x trees */
    const float *leaf;      /* trees x 2 ** levels x outputs */
    const float *bias;      /* outputs */
    StepForest *steps;      /* set by mt_prepare_forest; NULL if leaves are not multiples of a step */
} Forest;

/* Prepare for many pages; optional. Returns 0 when out of memory. mt_release_forest frees what it made. */
int mt_prepare_forest(Forest *forest);
void mt_release_forest(Forest *forest);

/* Sums without the bias, with equal results; returns 0 if the forest is not prepared or the processor cannot. */
int mt_sum_steps(const Forest *forest, const float *columns, int64_t units, double *margins);

void mt_sum_forest(const Forest *forest, const float *columns, int64_t units, double *margins);

/* -- choice.c ---------------------------------------------------------------------------------------- */

typedef struct {
    double value;
    int64_t number;
} Ranked;

#define EMPTY_WEIGHT 1e-3 /* weight of a unit without words, so that it follows units of equal probability */

Ranked *mt_rank(Ranked *items, Ranked *spare, int64_t count);

typedef struct { /* log odds x -> (probability of slope * x + offset) ** exponent */
    double slope, offset, exponent;
} Calibration;

int mt_choose_weighed(const double *log_odds, const Calibration *calibration, const int64_t *size,
                      int64_t units, uint8_t *kept);

static inline double probability_of(double log_odds) { return 1 / (1 + mt_exp(-log_odds)); }

/* -- tidying.c --------------------------------------------------------------------------------------- */

enum {
    KEPT_PART = 1,
    KEPT_HEADING,
    DROPPED_STRAY,
    DROPPED_HEADING,
    KEPT_LIST,
    DROPPED_LIST,
    KEPT_REST,
    DROPPED_EARLIER
}; /* in the order of the words of maintext.methods.auto.cleanup */

typedef struct {
    int64_t blocks, rows, tags;
    const double *probability, *log_odds, *chars; /* per block, like the next six */
    const int64_t *words;
    const float *link_density, *ends_colon; /* the latter is above 0 if it does */
    const int64_t *first_row, *element;
    const int64_t *core;                               /* the core of its unit, or NONE */
    const int64_t *tag, *flags, *parent, *end, *depth; /* per row */
    const uint8_t *is_part;                            /* per tag */
    const double *kinds;                               /* probability of each kind of page */
    double min_part;        /* minimum probability of a part that is kept for its neighbours */
    double max_short, sure; /* a stray has at most this many characters, and a probability below `sure` */
    double list_from, list_below; /* log odds from which a list is kept, and below which it is dropped */
    double heading_from, heading_below; /* the same for headings */
    double thread;                      /* a forum with more than this probability has posts in its lists */
    uint8_t *kept, *change;             /* per block */
} TidyPage;

int mt_tidy(const TidyPage *page, const Forest *lists, const Forest *headings);

/* -- second_look.c ----------------------------------------------------------------------------------- */

typedef enum { LOOK_LISTS, LOOK_HEADINGS } Look;

enum { LIST_OF_ROWS = 4 }; /* the kind of a data table among lists */

typedef struct {
    int64_t first, end; /* blocks */
} BlockRange;

int64_t mt_heading_of(const TidyPage *page, int64_t block);
int mt_heads_kept_text(const TidyPage *page, int64_t block);
int64_t mt_look(const TidyPage *page, Look look, BlockRange **spans, float **columns);

/* -- post_look.c ------------------------------------------------------------------------------------- */

/* A thread. The numbers of posts have no gaps. */
typedef struct {
    int64_t blocks, rows, posts;
    const double *probability; /* per block, like the next five */
    const int64_t *words, *element;
    const int64_t *post; /* the number of the post that it is text of, or NONE */
    const uint8_t *in_comment, *kept;
    const int64_t *parent; /* per row */
    const int64_t *name;   /* per row: equal for similar elements */
    const double *kinds;   /* probability of each kind of page */
    uint64_t seed;         /* prevents crafted names that share one slot */
} Thread;

/* Write the numbers of the blocks that are kept or in a post or comment, and their columns: features x blocks, with
   no space between them. Both have room for all blocks. Returns the number of these blocks; negative when out of
   memory. */
int64_t mt_describe_posts(const Thread *thread, int64_t *blocks, float *columns);

/* Mark the blocks that are added, with log odds above `from`, and dropped, with log odds below `below`. Blocks in
   `was_dropped` are not added. Returns a negative number when out of memory. */
int64_t mt_look_at_posts(const Thread *thread, const Forest *trees, double from, double below,
                         const uint8_t *was_dropped, uint8_t *added, uint8_t *dropped);

#endif
