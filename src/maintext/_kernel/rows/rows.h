/* Loops over the table of a page that has been parsed: what maintext.page.blocks, gaps and methods.p_value
   compute, each in one pass. What is written from it is render/content.h's.

       blocks.c       leaves -> blocks; where words of neighbouring elements meet
       p_value.c      the P value of every element, and what it says of blocks
       bind/rows.c    the same for Python

   The NumPy code in those modules says what they compute, and tests hold that both agree. A column that
   cannot be of a table makes them fail, not crash: whatever is used as a row or an offset is checked. */
#ifndef MAINTEXT_ROWS_H
#define MAINTEXT_ROWS_H

#include "parse/parser.h"

typedef struct {
    int64_t count;
    const int64_t *tag, *parent, *end, *flags, *block, *text_start, *text_end;
} Rows;

typedef struct {
    int64_t count;
    const int64_t *first_row, *last_row; /* of each block */
} BlockRows;

enum { FOUND_WRONG = -1, FOUND_NO_MEMORY = -2 }; /* in place of a count */

static inline int is_unseen(const Rows *rows, int64_t row)
{
    return (rows->flags[row] & (FLAG_UNSHOWN | FLAG_HIDDEN)) != 0;
}

static inline int is_border(const Rows *rows, int64_t row) /* a block element, or <br>, that is seen */
{
    int64_t tag = rows->tag[row];
    return (tag < 0 || tag >= LISTED_TAGS || mt_tag_is_block[tag]) && !(rows->flags[row] & FLAG_HIDDEN);
}

static inline int is_row(const Rows *rows, int64_t row) { return row >= 0 && row < rows->count; }

static inline int is_end(const Rows *rows, int64_t row) /* the end of the row's subtree can be one */
{
    return rows->end[row] > row && rows->end[row] <= rows->count;
}

static inline int has_tag(const Byte *tags, int64_t tag) /* by tag; a last entry stands for all others */
{
    return tags[tag < 0 || tag > LISTED_TAGS ? LISTED_TAGS : tag];
}

int mt_are_blocks(const Rows *rows, const BlockRows *blocks);

/* -- blocks.c --------------------------------------------------------------------------------------- */

int64_t mt_find_blocks(const Rows *rows, const int64_t *leaves, int64_t count, int64_t *first);

void mt_count_seen(const int64_t *flags, const int32_t *counts, int64_t rows, int64_t *seen);
int64_t mt_find_leaves(const int64_t *chars, int64_t rows, int64_t *leaves);
void mt_tell_blocks(const Rows *rows, const int64_t *leaves, int64_t count, const int64_t *first,
                    int64_t blocks, int64_t *told);

/* The leaves and the blocks of a page. All is one array, which begins with `chars`. */
typedef struct {
    int64_t leaf_count, count;
    int64_t *chars;               /* by row, of what is seen */
    int64_t *leaves;              /* their rows */
    int64_t *first;               /* by block: the first of its leaves; what tell_blocks tells begins here */
    int64_t *first_row, *element; /* by block */
} Segments;

int mt_find_segments(const Rows *rows, const int32_t *counts, Segments *found);

void mt_keep_blocks(const int64_t *first, int64_t blocks, const int64_t *leaves, const Byte *is_kept,
                    int64_t count, const int64_t *chars, Byte *kept);

/* -- lists of rows ---------------------------------------------------------------------------------- */

typedef struct {
    int64_t count;
    const int64_t *at;
} Sorted; /* rows, each after the one before */

int64_t mt_rows_before(const int64_t *at, int64_t count, int64_t row);
int mt_are_sorted(const Rows *rows, Sorted some);

typedef struct {
    const Byte *start, *end; /* UTF-8 */
    int64_t first, count;    /* code points: the number of the first, and how many */
} Text;

/* -- gaps.c ----------------------------------------------------------------------------------------- */

typedef struct {
    int64_t before, after; /* rows of text nodes */
} Meeting;

int64_t mt_find_meetings(const Rows *rows, const BlockRows *blocks, const Byte *kept, Meeting *found);
int64_t mt_settle_meetings(const Rows *rows, Text text, Meeting *found, int64_t count);

/* -- p_value.c -------------------------------------------------------------------------------------- */

typedef struct {
    const int64_t *chars;     /* of each row */
    const int64_t *weighted;  /* the same, as the method counts them */
    const int64_t *markup;    /* of each row */
    const Byte *removed_tags; /* by tag; one last entry stands for all that are not listed */
    const Byte *wrapper_tags; /* likewise */
    double wrapper_share;     /* of the page's unlinked text, from which on a wrapper is not removed */
    int with_images;          /* their markup counts */
    Sorted noise;             /* leaves that count for nothing */
    Sorted leaves;
} Measured;

int64_t mt_find_p_values(const Rows *rows, const Measured *measured, int64_t *elements, double *values,
                         int64_t *leaf_unit);

enum { METHOD_COLUMNS = 2 };

int mt_write_p_values(const Rows *rows, const Measured *measured, const int64_t *first_row, int64_t blocks,
                      float *out);

#endif
