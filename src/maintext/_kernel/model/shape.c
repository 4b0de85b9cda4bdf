/* The elements above a block: the amount, density and division of their text. */
#include "base/memory.h"
#include "model/measure.h"

#include <string.h>

enum { SHAPE_LEVELS = 5 };

static const int shape_levels[SHAPE_LEVELS] = {0, 1, 2, 3, 5};

/* Properties of an element; each has a column per level. */
enum {
    LOG_CHARS,
    LINK_DENSITY,
    TEXT_DENSITY,
    PLAIN_DENSITY,
    MARKS,
    BLOCK_LENGTH,
    SHARE,
    LOG_BLOCKS,
    TAGS_PER_BLOCK,
    LOG_CHILDREN,
    LOG_IMAGES,
    LOG_CONTROLS,
    LONG_BLOCKS,
    SHAPES
};

#define COLUMNS_OF(NAME)                                                                                     \
    {FEATURE_ABOVE0_##NAME, FEATURE_ABOVE1_##NAME, FEATURE_ABOVE2_##NAME, FEATURE_ABOVE3_##NAME,             \
     FEATURE_ABOVE5_##NAME}
#define COLUMNS(NAME) [NAME] = COLUMNS_OF(NAME)

static const int shape_columns[SHAPES][SHAPE_LEVELS] = {
    COLUMNS(LOG_CHARS),      COLUMNS(LINK_DENSITY), COLUMNS(TEXT_DENSITY), COLUMNS(PLAIN_DENSITY),
    COLUMNS(MARKS),          COLUMNS(BLOCK_LENGTH), COLUMNS(SHARE),        COLUMNS(LOG_BLOCKS),
    COLUMNS(TAGS_PER_BLOCK), COLUMNS(LOG_CHILDREN), COLUMNS(LOG_IMAGES),   COLUMNS(LOG_CONTROLS),
    COLUMNS(LONG_BLOCKS),
};
static const int position_columns[SHAPE_LEVELS] = COLUMNS_OF(POSITION);

typedef float Shape[SHAPES];

typedef struct {
    Shape *shapes;     /* of each measured element */
    int32_t *of_row;   /* position in `shapes`, from 1; 0 if not measured yet */
    int32_t *of_block; /* position in `shapes`, for one level */
    int32_t count;
} Shapes;

static void measure_shape(const Facts *facts, int64_t row, int64_t low, int64_t high, float *shape)
{
    const RowSums *first = &facts->row_sums[row], *after = &facts->row_sums[facts->page->end[row]];
    double chars = facts->chars[high] - facts->chars[low], links = facts->links[high] - facts->links[low];
    int64_t tags = after->counts.tags - first->counts.tags,
            plain_tags = tags - (after->counts.links - first->counts.links);
    double blocks = (double)(high - low);
    shape[LOG_CHARS] = log_whole(facts, chars);
    shape[LINK_DENSITY] = (float)(links / chars);
    shape[TEXT_DENSITY] = log_ratio(facts, chars, (double)tags);
    shape[PLAIN_DENSITY] = log_ratio(facts, chars - links, (double)max_of(plain_tags, 1));
    shape[MARKS] = (float)((facts->punctuation_sums[high] - facts->punctuation_sums[low]) / chars);
    shape[BLOCK_LENGTH] = log_ratio(facts, chars, blocks);
    shape[SHARE] = (float)(chars / facts->chars[facts->page->blocks]);
    shape[LOG_BLOCKS] = log_count(facts, high - low);
    shape[TAGS_PER_BLOCK] = (float)((double)tags / blocks);
    shape[LOG_CHILDREN] = log_count(facts, facts->children[row]);
    shape[LOG_IMAGES] = log_count(facts, after->counts.images - first->counts.images);
    shape[LOG_CONTROLS] = log_count(facts, after->counts.controls - first->counts.controls);
    shape[LONG_BLOCKS] = (float)((facts->long_blocks[high] - facts->long_blocks[low]) / blocks);
}

/* Elements are above many blocks, on several levels: each is measured once. */
static void find_shapes(const Facts *facts, int level, Shapes *found)
{
    int64_t blocks = facts->page->blocks, at = level * blocks;
    for (int64_t i = 0; i < blocks; i++, at++) {
        int64_t row = facts->above[at];
        if (!found->of_row[row]) {
            float *shape = found->shapes[found->count++];
            found->of_row[row] = found->count;
            measure_shape(facts, row, facts->above_low[at], facts->above_high[at], shape);
        }
        found->of_block[i] = found->of_row[row] - 1;
    }
}

/* Write the shapes of all blocks to their columns, four blocks at a time. */
static void spread_shapes(const Facts *facts, const Shapes *found, int nth)
{
    enum { AT_ONCE = 4 };
    int64_t blocks = facts->page->blocks, i = 0;
    float *column[SHAPES];
    for (int value = 0; value < SHAPES; value++)
        column[value] = column_of(facts, shape_columns[value][nth]);
    for (; i + AT_ONCE <= blocks; i += AT_ONCE) {
        const int32_t *at = found->of_block + i;
        const float *first = found->shapes[at[0]], *second = found->shapes[at[1]],
                    *third = found->shapes[at[2]], *fourth = found->shapes[at[3]];
        for (int value = 0; value < SHAPES; value++) {
            float four[AT_ONCE] = {first[value], second[value], third[value], fourth[value]};
            memcpy(column[value] + i, four, sizeof four);
        }
    }
    for (; i < blocks; i++)
        for (int value = 0; value < SHAPES; value++)
            column[value][i] = found->shapes[found->of_block[i]][value];
}

Outcome mt_write_shape(const Facts *facts)
{
    int64_t blocks = facts->page->blocks;
    size_t rows = (size_t)facts->page->rows;
    Shapes found = {.shapes = mt_allocate(rows * sizeof(Shape)),
                    .of_row = mt_allocate_zeroed(rows, sizeof *found.of_row),
                    .of_block = mt_allocate((size_t)blocks * sizeof *found.of_block)};
    Outcome outcome = found.shapes && found.of_row && found.of_block ? OUTCOME_OK : OUTCOME_NO_MEMORY;
    for (int nth = 0; nth < SHAPE_LEVELS && outcome == OUTCOME_OK; nth++) {
        int level = shape_levels[nth];
        const int32_t *low = facts->above_low + level * blocks, *high = facts->above_high + level * blocks;
        find_shapes(facts, level, &found);
        spread_shapes(facts, &found, nth);
        float *position = column_of(facts, position_columns[nth]);
        for (int32_t i = 0; i < (int32_t)blocks; i++) /* narrow numbers are converted several at a time */
            position[i] = (float)((double)(i - low[i]) / (double)(high[i] - low[i]));
    }
    mt_release(found.shapes);
    mt_release(found.of_row);
    mt_release(found.of_block);
    return outcome;
}
