/* Text nodes -> a line with collapsed white space, for text.c and runs.c. */
#ifndef MAINTEXT_FOLDING_H
#define MAINTEXT_FOLDING_H

#include "base/vectors.h"
#include "parse/characters.h"
#include "rows/rows.h"

/* White space since the last other character. A line break between characters that join lines is dropped, if
   only blanks precede it. */
typedef enum {
    RUN_NONE,
    RUN_BLANKS,
    RUN_BREAK,
    RUN_OTHER,
    RUN_LINE
} Blank; /* RUN_LINE: a line break that is kept */

/* Text nodes that are written differently. */
typedef struct {
    Sorted at;
    const View *texts;
    const Byte *is_raw; /* Markdown has it as it is */
} Changed;

typedef struct {
    const Rows *rows;
    Sorted gaps;
    int64_t gap; /* index of the next gap */
    Changed changed;
    int64_t change; /* index of the next changed text */
    char *out;

    char *line; /* start of the line */
    Blank run;
    int keeps_lines; /* the current node does */

    int64_t first_row, last_row; /* of the block */
    int has_feed;                /* whether its text has a line feed; NONE if unknown */
} Writer;

typedef struct {
    const Byte *start, *end;
    int has_gap; /* a space is needed before it */
    int is_raw;  /* Markdown has it as it is */
    int keeps_lines;
} TextNode;

ptrdiff_t mt_length_of(const Byte *at, const Byte *end); /* length of the code point, in valid UTF-8 */
int mt_is_shown_text(const Rows *rows, int64_t row);

/* The output needs a byte for each byte of the nodes, one for each node, and STEP spare bytes. */
void mt_begin_block(Writer *writer, int64_t first, int64_t last);
void mt_read_node(Writer *writer, int64_t row, TextNode *node);
void mt_fold_node(Writer *writer, const TextNode *node);

#endif
