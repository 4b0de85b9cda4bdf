/* Elements whose whole text is one item, by what their attributes say too. */
#ifndef MAINTEXT_HELD_H
#define MAINTEXT_HELD_H

#include "rows/rows.h"

/* What there is to tell holders by. */
typedef struct {
    const Rows *rows;
    const BlockRows *blocks;
    const Byte *kept;      /* by block */
    const int64_t *chars;  /* by row */
    const Byte *structure; /* by tag; see find_data_tables */
} HolderPage;

/* Find the holders, as find_holders does. `found` has room for every row, `room` for twice as many. */
int64_t mt_find_told_holders(Parser *parser, const Table *table, const HolderPage *told, int64_t *found,
                             int64_t *room);

/* Find the holders with kept text that Python writes: code of several lines or with parts that are not seen, and
   tables with cells that span several places. How many there are. */
int64_t mt_find_left(const Parser *parser, const Table *table, const HolderPage *told, Sorted holders,
                     int64_t *left);

int mt_is_plain_code(const Rows *rows, int64_t row);

#endif
