/* All that the learned extractor says of a page's blocks, in one go: their features, the page's kind, and the
   probability of main text. The families are those of elements.h, words.h and model.h; scoring.c is where they meet.
   Its twin is the flow of maintext.model.measure, family by family. */
#ifndef MAINTEXT_SCORING_H
#define MAINTEXT_SCORING_H

#include "model/declared.h"
#include "model/model.h"
#include "rows/rows.h"
#include "model/words.h"

/* The features of a block that need no model; one more for each subject of names. */
enum { OWN_COLUMNS = TEXT_FEATURES + ELEMENT_COLUMNS + METHOD_COLUMNS };

/* The features of a page that are counted; then come logarithms of some counts, then what it declares. */
enum { PAGE_COLUMNS = 19 };

/* What the features refer to, and a model. */
typedef struct {
    Alphabet alphabet;
    WordSet stops, years, speaking;
    const int64_t *subject_by_slot; /* what the words of `speaking` speak of */
    const int64_t *near;            /* by subject; see ElementColumns */
    int64_t subjects;
    const int64_t *tag_buckets;
    const int64_t *tag_lengths; /* by listed tag: characters of `<tag></tag>` */
    const int64_t *around;      /* which of the own features have surroundings: AROUND of them */
    const int64_t *logged;      /* which counts have logarithms among the page's features */
    int64_t logged_count;
    DeclaredWords declared_words;
    double least_long;                       /* of a page's long blocks */
    const Byte *removed_tags, *wrapper_tags; /* by the P value; see Measured */
    double wrapper_share;
    int with_images;
    Weights weights[SCORES];
    Forest kinds, blocks;
    double slope, offset; /* from the sums of the block trees to log odds */
    Weighing choice;      /* how blocks are chosen on a page that is surely no article */
    double article;       /* what is added to the exponent on a page that surely is one */
    int64_t article_kind; /* the number of that kind */
} Scorer;

typedef struct {
    int64_t rows, blocks, leaf_count;
    const int64_t *tag, *parent, *end, *depth, *flags, *block, *text_start, *text_end; /* by row */
    const int64_t *chars; /* by row, of what is shown */
    const int32_t *cjk;   /* by row, of all texts */
    const int64_t *leaves;
    const int64_t *first_row, *element; /* by block */
} Scored;

typedef struct {
    float *columns;                 /* all features x blocks */
    double *kinds;                  /* the probability of each kind of page */
    double *log_odds, *probability; /* by block, of main text */
    double *chars;                  /* by block */
    int64_t *words;                 /* by block */
    uint8_t *chosen;                /* by block: whether it is among those of the largest expected F1 */
} Scores;

/* Memory that is used again: most of what a page takes to be scored. */
typedef struct {
    char *bytes;
    size_t size;
} Room;

Scored mt_scored_page(const Table *table, const Segments *segments);

Outcome mt_score_page(Parser *parser, const Table *table, const Scorer *scorer, const Scored *page, Room *room,
                   const Scores *scores);

#endif
