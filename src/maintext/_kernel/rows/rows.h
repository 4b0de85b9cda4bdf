/* Loops over the table of a parsed page: what maintext.page.blocks, maintext.page.gaps and
   maintext.methods.papers.p_value compute, each in one pass. render/content.h writes the result.

       characters.c   counts of characters
       columns.c      nodes -> rows and columns (declared in parse/parser.h)
       listings.c     listings of code; their line numbers and buttons
       headings.c     anchor marks and edit links of headings
       marker.c       what these two share
       blocks.c       leaves -> blocks
       formulas.c     elements -> formulas: their LaTeX as text
       gaps.c         spaces between words of adjacent elements
       p_value.c      P values of elements and blocks
       paths.c        XPaths of rows
       places.c       lines and offsets of start tags
       search.c       rows with certain words in an attribute
       values.c       distinct values of an attribute
       bind/rows.c    the interface for Python

   tests/reference/ computes the same in Python; tests check that both agree. Every value that is used as a
   row is checked, so invalid columns cause an error, not a crash. `text_at` is trusted: only columns.c and formulas.c
   write it. */
#ifndef MAINTEXT_ROWS_H
#define MAINTEXT_ROWS_H

#include "parse/parser.h"

typedef struct {
    int64_t count;
    const int64_t *tag, *parent, *end, *flags, *block, *text_start, *text_end;
    const Byte *text;        /* of the page; NULL if it is not needed */
    const uint32_t *text_at; /* where a row's text begins in it, in bytes; one more item for its end */
} Rows;

static inline Rows rows_of_table(const Table *table)
{
    const int64_t *cells = table->cells;
    int64_t rows = table->rows;
    return (Rows){
        .count = rows,
        .tag = cells + COLUMN_TAG * rows,
        .parent = cells + COLUMN_PARENT * rows,
        .end = cells + COLUMN_END * rows,
        .flags = cells + COLUMN_FLAGS * rows,
        .block = cells + COLUMN_BLOCK * rows,
        .text_start = cells + COLUMN_TEXT_START * rows,
        .text_end = cells + COLUMN_TEXT_END * rows,
        .text = (const Byte *)table->text,
        .text_at = table->text_at,
    };
}

typedef struct {
    int64_t count;
    const int64_t *first_row, *last_row; /* per block */
} BlockRows;

enum { FOUND_INVALID = -1, FOUND_NO_MEMORY = -2 }; /* returned in place of a count */

static inline int is_unseen(const Rows *rows, int64_t row)
{
    return (rows->flags[row] & (FLAG_UNSHOWN | FLAG_HIDDEN)) != 0;
}

static inline int is_border(const Rows *rows, int64_t row) /* a visible block element or <br> */
{
    return rows->block[row] == row && !(rows->flags[row] & FLAG_HIDDEN);
}

/* The beginning of a row's text. That of a text node ends where the next row's begins. */
static inline const Byte *text_from(const Rows *rows, int64_t row) { return rows->text + rows->text_at[row]; }

static inline int is_row(const Rows *rows, int64_t row) { return row >= 0 && row < rows->count; }

static inline int is_end(const Rows *rows, int64_t row) /* whether the end of the row's subtree is valid */
{
    return rows->end[row] > row && rows->end[row] <= rows->count;
}

/* Elements that neither the cells of data tables nor listings contain. */
static inline int is_structure(int64_t tag)
{
    switch (tag) {
    case TAG_TABLE:
    case TAG_H1:
    case TAG_H2:
    case TAG_H3:
    case TAG_H4:
    case TAG_H5:
    case TAG_H6:
    case TAG_BLOCKQUOTE:
    case TAG_ARTICLE:
    case TAG_SECTION:
    case TAG_NAV:
    case TAG_ASIDE:
    case TAG_FORM:
    case TAG_DL:
        return 1;
    default:
        return 0;
    }
}

/* `tags` has an entry per listed tag, and a last one for all others. */
static inline int has_tag(const Byte *tags, int64_t tag)
{
    return tags[tag < 0 || tag > LISTED_TAGS ? LISTED_TAGS : tag];
}

/* -- listings.c -------------------------------------------------------------------------------------- */

/* The element of the listing that a row is in, or NONE: the outermost one with FLAG_PRE. It is a <pre>, <xmp>,
   <plaintext> or <textarea>; a table of code with line numbers; or a list of code lines. All its shown text is
   code: line numbers, buttons and labels have FLAG_UNSHOWN. */
int64_t mt_listing_of(const Rows *rows, int64_t row);

/* -- blocks.c ---------------------------------------------------------------------------------------- */

int64_t mt_find_blocks(const Rows *rows, const int64_t *leaves, int64_t count, int64_t *first);

void mt_count_seen(const int64_t *flags, const int32_t *counts, int64_t rows, int64_t *seen);

/* The leaves and blocks of a page, in one array that begins with `chars`. */
typedef struct {
    int64_t leaf_count, count;
    int64_t *chars;               /* per row, visible text only */
    int64_t *leaves;              /* rows */
    int64_t *first;               /* per block: its first leaf; the output of describe_blocks begins here */
    int64_t *first_row, *element; /* per block */
} Segments;

int mt_find_segments(const Rows *rows, const int32_t *counts, Segments *found);

void mt_keep_blocks(const int64_t *first, int64_t blocks, const int64_t *leaves, const Byte *is_kept,
                    int64_t count, const int64_t *chars, Byte *kept);

/* -- lists of rows ----------------------------------------------------------------------------------- */

typedef struct {
    int64_t count;
    const int64_t *at;
} Sorted; /* rows in ascending order */

int64_t mt_rows_before(const int64_t *at, int64_t count, int64_t row);
int mt_are_sorted(const Rows *rows, Sorted some);

/* -- gaps.c ------------------------------------------------------------------------------------------ */

typedef struct {
    int64_t before, after; /* rows of text nodes */
} Gap;

int64_t mt_find_gaps(const Rows *rows, const BlockRows *blocks, const Byte *kept, Gap *found);
int64_t mt_decide_gaps(const Rows *rows, Gap *found, int64_t count);

/* -- formulas.c -------------------------------------------------------------------------------------- */

/* Elements whose content is a formula. */
typedef struct {
    Sorted at;
    const View *texts;      /* with delimiters; empty: the element has no text */
    const Byte *is_display; /* on a separate line */
    const int64_t *flags;
} Formulas;

/* Copy a table, with one text, or none, in place of what the elements of the formulas contain. `table` has been
   zeroed. Returns 0 or FOUND_NO_MEMORY; FOUND_INVALID if a formula is inside another. */
int64_t mt_put_formulas(const Table *from, const Formulas *formulas, Table *table);

/* -- p_value.c --------------------------------------------------------------------------------------- */

typedef struct {
    const int64_t *chars;     /* per row */
    const int64_t *weighted;  /* per row, weighted by the method; NULL: all characters of text nodes */
    const int64_t *markup;    /* per row */
    const Byte *removed_tags; /* per listed tag; the last entry is for all others */
    const Byte *wrapper_tags; /* same layout */
    double wrapper_share; /* a wrapper with more than this share of the page's unlinked text is not removed */
    int with_images;      /* whether the markup of images counts */
    int with_hidden;      /* whether text that is not shown counts, and its markup */
    Sorted noise;         /* leaves to ignore */
    Sorted leaves;
} Measured;

int64_t mt_find_p_values(const Rows *rows, const Measured *measured, int64_t *elements, double *values,
                         int64_t *leaf_unit);

int mt_write_p_values(const Rows *rows, const Measured *measured, const int64_t *first_row, int64_t blocks,
                      float *out);

/* -- places.c ---------------------------------------------------------------------------------------- */

typedef struct {
    int32_t lines, tails; /* line feeds and continuation bytes before a byte */
} PlaceCounts;

typedef struct {
    const Byte *source, *end;
    int has_lone_returns;
    PlaceCounts *marks; /* at every thousandth byte or so */
    int64_t byte;       /* counted last */
    PlaceCounts counts; /* there */
} Places;

typedef struct {
    int32_t line;   /* from 1; 0 if there is no tag */
    int32_t offset; /* in code points; NONE if there is no tag */
} TagPlace;

int mt_start_places(Places *places, const Byte *source, const Byte *end); /* 0: out of memory */
TagPlace mt_place_at(Places *places, int32_t byte); /* of a tag; NONE if there is none */
void mt_end_places(Places *places);

#endif
