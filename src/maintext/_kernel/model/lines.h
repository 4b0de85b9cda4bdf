/* Short lines that readers may skip, and the columns for their second look: see
   maintext.methods.auto.clutter. bind/lines.c checks all arrays and indices. */
#ifndef MAINTEXT_LINES_H
#define MAINTEXT_LINES_H

#include <stdint.h>

enum {
    MAX_LINES = 40
}; /* of a page, the least probable ones: reading takes time, and clutter is among them */

typedef struct {
    int64_t blocks;
    const uint8_t *kept; /* per block, like the next five */
    const double *probability, *chars;
    const int64_t *words, *unit; /* the element of its unit, or NONE */
    const float *columns;        /* FEATURE_COUNT x blocks */
    const double *kinds;         /* probability of each kind of page */
} LinePage;

typedef struct {
    int64_t block;
    int kind; /* index of the column LINE_OPENS_... */
} OpenedLine;

/* Find the kept blocks that may be such lines, in order. Returns their number. */
int mt_find_short_lines(const LinePage *page, int64_t blocks[MAX_LINES]);

/* Write the columns of lines, LINE_COUNT x count. Returns 0 if no other text than headings is kept. */
int mt_set_line_columns(const LinePage *page, const OpenedLine *lines, int64_t count, float *columns);

/* Whether a line is clutter by a rule, whatever the trees say: the clear cases. */
int mt_is_clear_line(const float *columns, int64_t count, int64_t number, int kind);

#endif
