/* Elements and blocks: the features of blocks that come from the elements around them.

   What is found here is what the modules of maintext.features say of it; they have the same in NumPy.

       elements.c          which blocks an element holds, which elements are above a block, what is alike
       landmarks.c         the elements that other methods would choose
       element_columns.c   the columns: place, shape, landmarks, groups
       bind_elements.c     the functions of the Python module

   Arrays are those of the caller. Whoever calls has seen to it that every row, block and tag in them is one
   there is (see bind_elements.c); what else is wrong with them makes wrong numbers, and no more. Functions
   that need memory for themselves give 0, or -1 where there was none. */
#ifndef MAINTEXT_ELEMENTS_H
#define MAINTEXT_ELEMENTS_H

#include <stdint.h>

#include "generated/tables.h"

enum {
    LEVELS = 9,        /* block elements above a block that are looked at */
    TAG_LEVELS = 6,    /* those whose tags make its path of tags */
    ALIKE_LEVELS = 4,  /* those whose siblings are counted */
    NEAR_SUBJECTS = 8, /* what names speak of, where the nearest such element counts */
    LANDMARKS = 3,     /* by density, by P value, by votes */
    CJK_LETTERS = 3,   /* what a CJK character counts for where length is meant */

    PLACE_COLUMNS = 3 + 20 + 10 + 3 + NEAR_SUBJECTS, /* and one for each subject of names */
    SHAPE_COLUMNS = 14 * 5,
    LANDMARK_COLUMNS = 3 * LANDMARKS + 5,
    GROUP_COLUMNS = 2 * 6 + 1 + ALIKE_LEVELS + 2,
    ELEMENT_COLUMNS = PLACE_COLUMNS + SHAPE_COLUMNS + LANDMARK_COLUMNS + GROUP_COLUMNS
};

typedef struct {
    int64_t rows, blocks, holder_count;
    /* by row, as the page has them */
    const int64_t *tag, *parent, *end, *depth, *flags, *block;
    /* by block: its first leaf, the block element that holds it */
    const int64_t *first_row, *element;
    /* what find_elements finds; by row: its first block, the first one after it */
    int64_t *low, *high;
    int64_t *holders; /* elements that hold blocks */
    /* by level and block: the row above it, its first block, the first one after it */
    int64_t *above, *above_low, *above_high;
    uint64_t *tag_paths; /* TAG_LEVELS x 2 x blocks */
    int64_t *tag_group;  /* by block: a number for its path of tags */
    uint8_t *is_heading; /* by block */
} Elements;

typedef struct { /* by block: how much text it has */
    const double *chars, *link_chars;
    const int64_t *marks, *commas;
} BlockTexts;

typedef struct {
    double *chars, *link_chars;   /* by row */
    double *density_sums, *votes; /* by row */
    double *p_values;             /* by holder */
    int64_t best[LANDMARKS];      /* rows */
} Landmarks;

typedef struct {
    const Elements *elements;
    const BlockTexts *texts;
    const Landmarks *landmarks;
    const int64_t *group, *alike; /* by block; by level and block */
    const int64_t *leaves;        /* rows */
    int64_t leaf_count;
    const int64_t *named, *subject; /* rows whose names speak of something, and of what */
    int64_t named_count;
    const int64_t *near; /* by subject: its number among those of which the nearest element counts, or -1 */
    int64_t subjects;
    float *out; /* columns x blocks */
} ElementColumns;

/* -- elements.c --------------------------------------------------------------------------------------- */

int mt_find_elements(Elements *elements);
int mt_find_repeats(const Elements *elements, const int64_t *name, const uint64_t *name_sums, int64_t *group,
                 int64_t *alike);
void mt_find_last_headings(const Elements *elements, const int64_t *words, const int64_t *emphasis,
                        const double *chars, int64_t *heading, int64_t *label);

/* -- landmarks.c -------------------------------------------------------------------------------------- */

int mt_find_landmarks(const Elements *elements, const BlockTexts *texts, const int64_t *tag_lengths,
                   Landmarks *found);

/* -- element_columns.c -------------------------------------------------------------------------------- */

int mt_write_element_columns(const ElementColumns *columns);

#endif
