/* Shared by the parts of the fuzzing harness: a page, and the results so far.

       fuzz_kernel.c    bytes -> parser -> table; the sequence of steps
       fuzz_rows.c      table -> leaves, blocks; P values, gaps, text, Markdown, HTML, paths
       fuzz_words.c     words in attributes, runs of words
       fuzz_threads.c   hints at posts and comments
       fuzz_measure.c   features, trees, choice, clean-up
       fuzz_lines.c     short lines that readers may skip

   Each part takes the arrays of a page as bind/ takes them from Python, with the same checks. Every array is
   a separate block, so that the sanitizers detect an access past its end. A step returns 0 when out of
   memory: then the run ends. */
#ifndef MAINTEXT_FUZZ_H
#define MAINTEXT_FUZZ_H

#include <stdio.h>
#include <stdlib.h>

#include "model/lines.h"
#include "parse/parser.h"
#include "rows/rows.h"
#include "text/source.h"

#define CHECK(condition)                                                                                     \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                  \
            abort();                                                                                         \
        }                                                                                                    \
    } while (0)

enum { FUZZ_ARRAYS = 300 };

typedef struct {
    Parser *parser;
    const Table *table;
    int is_utf_8;
    uint32_t chance; /* state of the random numbers, from the input */

    int64_t rows;
    int64_t *column[COLUMN_COUNT]; /* copies; per row, like the next two */
    int64_t *chars, *markup;
    int64_t *leaves, leaf_count;             /* rows */
    int64_t *first, blocks;                  /* first leaf of each block */
    int64_t *first_row, *last_row, *element; /* per block */

    uint8_t *kept; /* per block */

    void *arrays[FUZZ_ARRAYS];
    int array_count;
} FuzzPage;

void *fuzz_array(FuzzPage *page, int64_t count, size_t item);
const Byte *fuzz_tags(FuzzPage *page);
uint32_t fuzz_chance(FuzzPage *page);

Rows fuzz_rows_of(const FuzzPage *page);
int fuzz_blocks(FuzzPage *page);
int fuzz_rows(FuzzPage *page);
void fuzz_damaged_rows(FuzzPage *page);
int fuzz_words(FuzzPage *page);
int fuzz_runs(FuzzPage *page);
int fuzz_threads(FuzzPage *page);
int fuzz_measure(FuzzPage *page);
void fuzz_lines(FuzzPage *page, LinePage lines); /* of chosen blocks */

#endif
