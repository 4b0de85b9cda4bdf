/* The columns of maintext.features.place, shape, landmarks and groups, in the order of their MEANINGS.

   Numbers are computed in double and in the order of the arithmetic there. Of logarithms log(1 + x) is
   taken: it is as good as log1p(x) once it is a float, for no x here is tiny. */
#include "model/elements.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct { /* of the rows before one */
    int32_t tags, links, images, controls;
} Passed;

enum { SHAPE_LEVELS = 5, SHAPES = 13, SMALL = 64 };

static const int shape_levels[SHAPE_LEVELS] = {0, 1, 2, 3, 5};

typedef struct {
    const ElementColumns *given;
    const Elements *elements;
    int64_t blocks;
    float *out;                                  /* where the next column goes */
    double *chars, *links, *marks, *long_blocks; /* sums of the blocks before one */
    Passed *passed;
    int32_t *children;      /* by row; blank text left out */
    uint8_t *speaks;        /* by row: of which subjects that count where they are near, a bit for each */
    uint8_t *is_named;      /* by subject: whether any row speaks of it */
    float (*shape)[SHAPES]; /* of each element that was asked for */
    int32_t *shape_of;      /* by row: its place there, from 1 */
    int32_t *shape_at;      /* by block, of one level */
    int32_t shape_count;
    float (*group)[6];   /* of each group */
    double small[SMALL]; /* logarithms of small numbers, and one more */
} Work;

static float *next_column(Work *work)
{
    float *column = work->out;
    work->out += work->blocks;
    return column;
}

static double log_one_more(double number) { return log(1 + number); }

static double log_count(const Work *work, int64_t count)
{
    return (uint64_t)count < SMALL ? work->small[count] : log_one_more((double)count);
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

/* -- place ---------------------------------------------------------------------------------------------- */

enum { HEADING_FAR = 50, NO_HEADING = -99, MOST_NAMES = 3, NO_LEVEL = 12 };

static const int16_t place_tags[] = {TAG_P,  TAG_LI, TAG_TD, TAG_TH, TAG_DIV,
                                     TAG_H1, TAG_H2, TAG_H3, TAG_DD, TAG_BLOCKQUOTE};

static void write_position(Work *work)
{
    const Elements *elements = work->elements;
    float *depth = next_column(work), *position = next_column(work), *text_position = next_column(work);
    for (int64_t i = 0; i < work->blocks; i++) {
        depth[i] = (float)elements->depth[elements->element[i]];
        position[i] = (float)((double)i / (double)work->blocks);
        text_position[i] = (float)(work->chars[i] / work->chars[work->blocks]);
    }
}

static void write_flags_and_tags(Work *work)
{
    const Elements *elements = work->elements;
    int64_t blocks = work->blocks;
    float *column = work->out;
    int32_t *flags = work->shape_at; /* a column that is free so far: flags and tags as int32 */
    for (int64_t i = 0; i < blocks; i++)
        flags[i] = (int32_t)elements->flags[elements->first_row[i]];
    for (int32_t flag = FLAG_LINK; flag <= FLAG_EMPHASIS; flag <<= 1, column += blocks)
        for (int64_t i = 0; i < blocks; i++)
            column[i] = (float)((flags[i] & flag) != 0);
    for (int64_t i = 0; i < blocks; i++)
        flags[i] = (int32_t)elements->tag[elements->element[i]];
    for (size_t tag = 0; tag < sizeof place_tags / sizeof *place_tags; tag++, column += blocks)
        for (int64_t i = 0; i < blocks; i++)
            column[i] = (float)(flags[i] == place_tags[tag]);
    work->out = column;
}

/* Of the first <h1> that holds blocks, the first of them; -1 where there is none. */
static int64_t first_of_h1(const Elements *elements)
{
    for (int64_t i = 0; i < elements->holder_count; i++)
        if (elements->tag[elements->holders[i]] == TAG_H1)
            return elements->low[elements->holders[i]];
    return -1;
}

static void write_heading_distances(Work *work)
{
    const uint8_t *is_heading = work->elements->is_heading;
    int64_t blocks = work->blocks, h1 = first_of_h1(work->elements);
    float *since = next_column(work), *until = next_column(work), *from_h1 = next_column(work);
    int64_t last = -HEADING_FAR, next = blocks + HEADING_FAR;
    for (int64_t i = 0; i < blocks; i++) {
        if (is_heading[i])
            last = i;
        since[i] = (float)least(i - last, HEADING_FAR);
        from_h1[i] = (float)(h1 < 0 ? NO_HEADING : most(least(i - h1, HEADING_FAR), -HEADING_FAR));
    }
    for (int64_t i = blocks; i-- > 0;) {
        if (is_heading[i])
            next = i;
        until[i] = (float)least(next - i, HEADING_FAR);
    }
}

/* How many elements above each block speak of each subject: where such begin and end, summed up. */
static void write_name_counts(Work *work)
{
    const ElementColumns *given = work->given;
    const Elements *elements = work->elements;
    int64_t blocks = work->blocks;
    float *columns = work->out;
    work->out += given->subjects * blocks;
    memset(columns, 0, (size_t)(given->subjects * blocks) * sizeof *columns);
    for (int64_t i = 0; i < given->named_count; i++) {
        int64_t row = given->named[i], low = elements->low[row], high = elements->high[row];
        float *column = columns + given->subject[i] * blocks;
        if (low < high)
            column[low] += 1;
        if (low < high && high < blocks)
            column[high] -= 1;
        work->is_named[given->subject[i]] = 1;
    }
    for (int64_t subject = 0; subject < given->subjects; subject++) {
        float *column = columns + subject * blocks;
        int count = 0; /* sums of int do not wait for each other as long as those of float */
        for (int64_t i = 0; i < blocks && work->is_named[subject]; i++) {
            count += (int)column[i];
            column[i] = (float)(count < MOST_NAMES ? count : MOST_NAMES);
        }
    }
}

/* How many levels above each block the nearest element is that speaks of some subjects. */
static void write_nearest_names(Work *work)
{
    const ElementColumns *given = work->given;
    int64_t blocks = work->blocks;
    float *columns = work->out;
    work->out += NEAR_SUBJECTS * blocks;
    for (float *value = columns; value < work->out; value++)
        *value = NO_LEVEL;
    for (int64_t i = 0; i < given->named_count; i++)
        if (given->near[given->subject[i]] >= 0)
            work->speaks[given->named[i]] |= (uint8_t)(1 << given->near[given->subject[i]]);
    for (int64_t i = 0; i < blocks; i++) {
        unsigned seen = 0;
        for (int level = 0; level < LEVELS; level++) {
            unsigned spoken = work->speaks[work->elements->above[level * blocks + i]] & ~seen;
            seen |= spoken;
            for (int subject = 0; spoken; subject++, spoken >>= 1)
                if (spoken & 1)
                    columns[subject * blocks + i] = (float)level;
        }
    }
}

/* -- shape ---------------------------------------------------------------------------------------------- */

enum { SHAPE_LONG = 120 };

static void measure_shape(Work *work, int64_t row, int64_t low, int64_t high, float *shape)
{
    const Passed *first = &work->passed[row], *after = &work->passed[work->elements->end[row]];
    double chars = work->chars[high] - work->chars[low], links = work->links[high] - work->links[low];
    double marks = work->marks[high] - work->marks[low];
    double long_blocks = work->long_blocks[high] - work->long_blocks[low];
    int64_t tags = after->tags - first->tags, plain_tags = tags - (after->links - first->links);
    double blocks = (double)(high - low);
    float *value = shape;
    *value++ = (float)log_one_more(chars);
    *value++ = (float)(links / chars);
    *value++ = (float)log_one_more(chars / (double)tags);
    *value++ = (float)log_one_more((chars - links) / (double)most(plain_tags, 1));
    *value++ = (float)(marks / chars);
    *value++ = (float)log_one_more(chars / blocks);
    *value++ = (float)(chars / work->chars[work->blocks]);
    *value++ = (float)log_count(work, high - low);
    *value++ = (float)((double)tags / blocks);
    *value++ = (float)log_count(work, work->children[row]);
    *value++ = (float)log_count(work, after->images - first->images);
    *value++ = (float)log_count(work, after->controls - first->controls);
    *value++ = (float)(long_blocks / blocks);
}

/* Elements are above many blocks, and on several levels: each is measured once. */
static void find_shapes(Work *work, int level)
{
    const Elements *elements = work->elements;
    int64_t at = level * work->blocks;
    for (int64_t i = 0; i < work->blocks; i++, at++) {
        int64_t row = elements->above[at];
        if (!work->shape_of[row]) {
            float *shape = work->shape[work->shape_count++];
            work->shape_of[row] = work->shape_count;
            measure_shape(work, row, elements->above_low[at], elements->above_high[at], shape);
        }
        work->shape_at[i] = work->shape_of[row] - 1;
    }
}

/* Write the values of each block's shape into their columns, four blocks at a time. */
static void spread_shapes(const Work *work, float *column)
{
    enum { SIDE_BY_SIDE = 4 };
    int64_t blocks = work->blocks, apart = SHAPE_LEVELS * blocks, i = 0;
    for (; i + SIDE_BY_SIDE <= blocks; i += SIDE_BY_SIDE) {
        const int32_t *at = work->shape_at + i;
        const float *first = work->shape[at[0]], *second = work->shape[at[1]], *third = work->shape[at[2]],
                    *fourth = work->shape[at[3]];
        for (int value = 0; value < SHAPES; value++) {
            float *out = column + value * apart + i,
                  four[SIDE_BY_SIDE] = {first[value], second[value], third[value], fourth[value]};
            memcpy(out, four, sizeof four);
        }
    }
    for (; i < blocks; i++)
        for (int value = 0; value < SHAPES; value++)
            column[value * apart + i] = work->shape[work->shape_at[i]][value];
}

static void write_shape(Work *work)
{
    const Elements *elements = work->elements;
    int64_t blocks = work->blocks;
    for (int nth = 0; nth < SHAPE_LEVELS; nth++) {
        int level = shape_levels[nth];
        const int64_t *low = elements->above_low + level * blocks,
                      *high = elements->above_high + level * blocks;
        find_shapes(work, level);
        float *column = work->out + nth * blocks;
        spread_shapes(work, column);
        column += SHAPES * SHAPE_LEVELS * blocks;
        for (int64_t i = 0; i < blocks; i++)
            column[i] = (float)((double)(i - low[i]) / (double)(high[i] - low[i]));
    }
    work->out += SHAPE_COLUMNS * blocks;
}

/* -- landmarks ------------------------------------------------------------------------------------------ */

enum { LANDMARK_FAR = 60 };

static void write_distances(Work *work, int64_t landmark, float *levels, float *inside, float *from)
{
    const Elements *elements = work->elements;
    int64_t blocks = work->blocks, low = elements->low[landmark], high = elements->high[landmark];
    for (int64_t i = 0; i < blocks; i++) {
        int level =
            0; /* an element holds all that one below it holds: no branch that nobody could foretell */
        for (int64_t at = i; at < LEVELS * blocks; at += blocks)
            level += elements->above_low[at] > low || elements->above_high[at] < high;
        int64_t before = least(i - low, 0), after = most(i - high + 1, 0);
        levels[i] = (float)level;
        inside[i] = before == 0 && after == 0;
        from[i] = (float)(most(before, -LANDMARK_FAR) + least(after, LANDMARK_FAR));
    }
}

/* The first levels with 30 % and 60 % of the page's text outside links. */
static void write_levels_to_shares(Work *work)
{
    const Elements *elements = work->elements;
    int64_t blocks = work->blocks;
    float *column[] = {next_column(work), next_column(work)};
    double total = work->chars[blocks] - work->links[blocks], share[] = {0.3, 0.6};
    if (total < 1)
        total = 1;
    for (int64_t i = 0; i < blocks; i++) {
        int level = 0;
        for (int nth = 0; nth < 2; nth++) {
            for (; level < LEVELS; level++) {
                int64_t low = elements->above_low[level * blocks + i];
                int64_t high = elements->above_high[level * blocks + i];
                double unlinked =
                    (work->chars[high] - work->links[high]) - (work->chars[low] - work->links[low]);
                if (unlinked >= share[nth] * total)
                    break;
            }
            column[nth][i] = (float)level;
        }
    }
}

static void write_landmarks(Work *work)
{
    const Elements *elements = work->elements;
    const Landmarks *landmarks = work->given->landmarks;
    int64_t blocks = work->blocks;
    float *distance = work->out;
    for (int nth = 0; nth < LANDMARKS; nth++, distance += blocks)
        write_distances(work, landmarks->best[nth], distance, distance + LANDMARKS * blocks,
                        distance + 2 * LANDMARKS * blocks);
    work->out += 3 * LANDMARKS * blocks;
    const int64_t *own = elements->above, *above = elements->above + blocks;
    double most_density = fmax(landmarks->density_sums[landmarks->best[0]], 1e-9);
    double most_votes = fmax(landmarks->votes[landmarks->best[2]], 1e-9);
    float *density = next_column(work), *votes = next_column(work), *votes_above = next_column(work);
    for (int64_t i = 0; i < blocks; i++) {
        density[i] = (float)(landmarks->density_sums[above[i]] / most_density);
        votes[i] = (float)(landmarks->votes[own[i]] / most_votes);
        votes_above[i] = (float)(landmarks->votes[above[i]] / most_votes);
    }
    write_levels_to_shares(work);
}

/* -- groups --------------------------------------------------------------------------------------------- */

enum { GROUP_LONG = 150 };

typedef struct {
    double chars, links, marks, long_blocks;
    int64_t blocks;
} Group;

static int write_repetition(Work *work, const int64_t *group)
{
    const BlockTexts *texts = work->given->texts;
    int64_t blocks = work->blocks, groups = 0;
    Group *sums = calloc((size_t)blocks, sizeof *sums);
    if (!sums)
        return -1;
    for (int64_t i = 0; i < blocks; i++) {
        Group *sum = &sums[group[i]];
        sum->chars += texts->chars[i];
        sum->links += texts->link_chars[i];
        sum->marks += (double)texts->marks[i];
        sum->long_blocks += texts->chars[i] > GROUP_LONG;
        sum->blocks++;
        groups = most(groups, group[i] + 1);
    }
    for (int64_t i = 0; i < groups; i++) {
        double count = (double)sums[i].blocks;
        float *value = work->group[i];
        *value++ = (float)log_count(work, sums[i].blocks);
        *value++ = (float)log_one_more(sums[i].chars / count);
        *value++ = (float)(sums[i].links / sums[i].chars);
        *value++ = (float)(sums[i].chars / work->chars[blocks]);
        *value++ = (float)(sums[i].marks / sums[i].chars);
        *value++ = (float)(sums[i].long_blocks / count);
    }
    free(sums);
    for (int value = 0; value < 6; value++) {
        float *column = next_column(work);
        for (int64_t i = 0; i < blocks; i++)
            column[i] = work->group[group[i]][value];
    }
    return 0;
}

static void write_siblings(Work *work)
{
    const Elements *elements = work->elements;
    const int64_t *alike = work->given->alike;
    float *siblings = next_column(work);
    for (int64_t i = 0; i < work->blocks; i++)
        siblings[i] = (float)log_count(work, work->children[most(elements->parent[elements->element[i]], 0)]);
    float *column = work->out;
    work->out += ALIKE_LEVELS * work->blocks;
    for (int64_t i = 0; i < ALIKE_LEVELS * work->blocks; i++)
        column[i] = (float)log_count(work, alike[i]);
}

/* How many levels up the element is that holds the block before, too, and the one that holds the next. */
static void write_levels_to_neighbours(Work *work)
{
    const Elements *elements = work->elements;
    int64_t blocks = work->blocks;
    float *previous = next_column(work), *following = next_column(work);
    for (int64_t i = 0; i < blocks; i++) {
        int up = 0, down = 0;
        while (up < LEVELS && elements->above_low[up * blocks + i] > i - 1)
            up++;
        while (down < LEVELS && elements->above_high[down * blocks + i] <= i + 1)
            down++;
        previous[i] = (float)(i ? up : LEVELS);
        following[i] = (float)(i + 1 < blocks ? down : LEVELS);
    }
}

/* -- all of them ---------------------------------------------------------------------------------------- */

static void pass_blocks(Work *work)
{
    const BlockTexts *texts = work->given->texts;
    work->chars[0] = work->links[0] = work->marks[0] = work->long_blocks[0] = 0;
    for (int64_t i = 0; i < work->blocks; i++) {
        work->chars[i + 1] = work->chars[i] + texts->chars[i];
        work->links[i + 1] = work->links[i] + texts->link_chars[i];
        work->marks[i + 1] = work->marks[i] + (double)texts->marks[i];
        work->long_blocks[i + 1] = work->long_blocks[i] + (texts->chars[i] > SHAPE_LONG);
    }
}

static void pass_rows(Work *work)
{
    const Elements *elements = work->elements;
    Passed sum = {0, 0, 0, 0};
    for (int64_t row = 0; row < elements->rows; row++) {
        int64_t tag = elements->tag[row], parent = elements->parent[row];
        work->passed[row] = sum;
        sum.tags += tag != TAG_TEXT;
        sum.links += tag == TAG_A;
        sum.images += tag == TAG_IMG;
        sum.controls += tag == TAG_INPUT || tag == TAG_BUTTON || tag == TAG_SELECT || tag == TAG_TEXTAREA;
        if (parent >= 0)
            work->children[parent] += tag != TAG_TEXT;
    }
    work->passed[elements->rows] = sum;
    for (int64_t i = 0; i < work->given->leaf_count; i++)
        if (elements->parent[work->given->leaves[i]] >= 0)
            work->children[elements->parent[work->given->leaves[i]]]++;
}

static int write_columns(Work *work)
{
    for (int i = 0; i < SMALL; i++)
        work->small[i] = log_one_more(i);
    pass_blocks(work);
    pass_rows(work);
    write_position(work);
    write_flags_and_tags(work);
    write_heading_distances(work);
    write_name_counts(work);
    write_nearest_names(work);
    write_shape(work);
    write_landmarks(work);
    if (write_repetition(work, work->given->group) < 0 ||
        write_repetition(work, work->elements->tag_group) < 0)
        return -1;
    write_siblings(work);
    write_levels_to_neighbours(work);
    return 0;
}

int mt_write_element_columns(const ElementColumns *given)
{
    const Elements *elements = given->elements;
    size_t rows = (size_t)elements->rows + 1, blocks = (size_t)elements->blocks + 1;
    Work work = {.given = given, .elements = elements, .blocks = elements->blocks, .out = given->out};
    double *sums = malloc(4 * blocks * sizeof *sums);
    work.passed = malloc(rows * sizeof *work.passed);
    work.children = calloc(rows, sizeof *work.children);
    work.speaks = calloc(rows, sizeof *work.speaks);
    work.is_named = calloc((size_t)given->subjects + 1, sizeof *work.is_named);
    work.shape = malloc(rows * sizeof *work.shape);
    work.shape_of = calloc(rows, sizeof *work.shape_of);
    work.shape_at = malloc(blocks * sizeof *work.shape_at);
    work.group = malloc(blocks * sizeof *work.group);
    int failed = !sums || !work.passed || !work.children || !work.speaks || !work.is_named || !work.shape ||
                         !work.shape_of || !work.shape_at || !work.group
                     ? -1
                     : 0;
    if (!failed) {
        work.chars = sums;
        work.links = sums + blocks;
        work.marks = sums + 2 * blocks;
        work.long_blocks = sums + 3 * blocks;
        failed = write_columns(&work);
    }
    free(sums);
    free(work.passed);
    free(work.children);
    free(work.speaks);
    free(work.is_named);
    free(work.shape);
    free(work.shape_of);
    free(work.shape_at);
    free(work.group);
    return failed;
}
