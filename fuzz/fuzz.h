/* What the parts of the fuzzing harness share: a page and what has been found of it so far.

       fuzz_kernel.c    bytes -> parser -> table; the flow
       fuzz_rows.c      table -> leaves, blocks; P values, gaps, text, Markdown, HTML, paths
       fuzz_elements.c  elements around blocks, landmarks, their columns
       fuzz_words.c     words in attributes and texts, names, scores by words
       fuzz_model.c     surroundings, trees, choice, clean-up
       fuzz_scoring.c   all of these in one go

   Parts are files of their own because the headers they test stand alone. A part takes the arrays of a page
   as bind_*.c take them from Python, and checks as much of them; every array is a block of its own, so that
   the sanitizers see an item too far. A step gives 0 where memory ran out: the flow ends there. */
#ifndef MAINTEXT_FUZZ_H
#define MAINTEXT_FUZZ_H

#include <stdio.h>
#include <stdlib.h>

#include "parse/parser.h"

#define CHECK(condition)                                                                                     \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                  \
            abort();                                                                                         \
        }                                                                                                    \
    } while (0)

enum { FUZZ_SUBJECTS = 12, FUZZ_ARRAYS = 200, FUZZ_SCORES = 3 };

typedef struct {
    Parser *parser;
    const Table *table;
    int is_utf_8;
    uint32_t chance; /* what is left to chance, from the input */

    int64_t rows;
    int64_t *column[COLUMN_COUNT]; /* copies, by row, as are these: */
    int64_t *chars, *cjk, *markup;
    int64_t *leaves, leaf_count;             /* rows */
    int64_t *first, blocks;                  /* the first leaf of each block */
    int64_t *first_row, *last_row, *element; /* by block */

    /* fuzz_elements.c; see elements.h */
    int64_t *low, *high, *holders, holder_count, *above, *above_low, *above_high, *tag_group;
    uint64_t *tag_paths;
    uint8_t *is_heading;
    int64_t *group, *heading, *label;

    /* fuzz_words.c; see words.h */
    int64_t *told, *words, *emphasis, *marks, *commas, *kinds, kind_count; /* by block */
    double *block_chars, *link_chars, *scores;
    uint64_t *word_hash, *title, *name_hash, *name_sums;
    uint8_t *word_kind;
    int64_t word_count, title_count, *name_first, name_count, name_word_count, *of_row;
    int64_t *named, *subject, named_count;

    /* features x blocks; the last are all of the others */
    float *text_columns, *element_columns, *context_columns, *columns;
    int64_t text_features, element_features, features;
    uint8_t *kept; /* by block */

    void *arrays[FUZZ_ARRAYS];
    int array_count;
} FuzzPage;

void *fuzz_array(FuzzPage *page, int64_t count, size_t item);
const Byte *fuzz_tags(FuzzPage *page);
uint32_t fuzz_chance(FuzzPage *page);

int fuzz_blocks(FuzzPage *page);
int fuzz_rows(FuzzPage *page);
void fuzz_damaged_rows(FuzzPage *page);
int fuzz_elements(FuzzPage *page);
int fuzz_element_columns(FuzzPage *page);
int fuzz_words(FuzzPage *page);
int fuzz_scores(FuzzPage *page);
int fuzz_model(FuzzPage *page);
int fuzz_scoring(FuzzPage *page);

#endif
