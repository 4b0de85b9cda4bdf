/* P values of all elements (see maintext.methods.papers.p_value), and two feature columns from them. */
#include "base/memory.h"
#include "rows/rows.h"

typedef struct {
    int64_t text, unlinked_text, markup; /* sums over all rows before that are not removed */
} Sums;

/* Sum the text outside links before each row, including removed rows. Returns 0 for invalid rows. */
static int sum_unlinked(const Rows *rows, const Measured *measured, int64_t *unlinked)
{
    int64_t sum = 0;
    for (int64_t row = 0; row < rows->count; row++) {
        if (!is_end(rows, row))
            return 0;
        unlinked[row] = sum;
        sum += rows->flags[row] & FLAG_LINK ? 0 : measured->chars[row];
    }
    unlinked[rows->count] = sum;
    return 1;
}

static int64_t text_of(const Rows *rows, const Measured *measured, int64_t row)
{
    if (measured->weighted)
        return measured->weighted[row];
    return rows->tag[row] == TAG_TEXT ? rows->text_end[row] - rows->text_start[row] : 0;
}

/* Working memory, per row. */
typedef struct {
    int64_t *unlinked;    /* one more than rows, like `sums` */
    int64_t *unit_of_row; /* number of a rated element; NONE for other rows */
    Sums *sums;
    Byte *removed;
} Work;

/* Mark the removed rows, sum the others, and number their elements. Returns the number of elements. */
static int64_t sum_others(const Rows *rows, const Measured *measured, const Work *work, int64_t *elements)
{
    int64_t until = 0, noise = 0, units = 0, unseen = measured->with_hidden ? 0 : FLAG_UNSHOWN | FLAG_HIDDEN;
    const Rows given = *rows; /* copies: what is written could be part of these structures */
    const Measured by = *measured;
    const Work to = *work;
    const int64_t *unlinked = work->unlinked;
    double limit = rows->count ? measured->wrapper_share * (double)unlinked[rows->end[0]] : 0;
    Sums sum = {0, 0, 0};
    for (int64_t row = 0; row < given.count; row++) {
        int64_t tag = given.tag[row], flags = given.flags[row], end = given.end[row];
        int is_noise = noise < by.noise.count && by.noise.at[noise] == row;
        noise += is_noise;
        if (has_tag(by.removed_tags, tag) && end > until &&
            !(has_tag(by.wrapper_tags, tag) && (double)(unlinked[end] - unlinked[row]) > limit))
            until = end;
        int is_removed =
            (row < until) | ((flags & unseen) != 0) | is_noise | ((tag == TAG_IMG) & !by.with_images);
        int is_rated = !is_removed & (tag != TAG_TEXT);
        int64_t text = text_of(&given, &by, row);
        to.removed[row] = (Byte)is_removed;
        to.unit_of_row[row] = is_rated ? units : NONE;
        elements[units] = row; /* branchless: a branch would be mispredicted */
        units += is_rated;
        to.sums[row] = sum;
        sum.text += is_removed ? 0 : text;
        sum.unlinked_text += (is_removed | ((flags & FLAG_LINK) != 0)) ? 0 : text;
        sum.markup += is_removed ? 0 : text + by.markup[row];
    }
    to.sums[given.count] = sum;
    return units;
}

/* Compute the P values of the elements. Returns the one with the largest, or NONE. */
static int64_t rate(const Rows *rows, const Sums *sums, const int64_t *elements, int64_t units,
                    double *values)
{
    int64_t best = NONE;
    int64_t whole = rows->count ? sums[rows->end[0]].unlinked_text : 0;
    double largest = 0;
    for (int64_t unit = 0; unit < units; unit++) {
        const Sums *from = &sums[elements[unit]], *to = &sums[rows->end[elements[unit]]];
        double value = 0;
        if (whole) {
            double share = (double)(to->unlinked_text - from->unlinked_text) / (double)whole;
            value = (double)(to->text - from->text) / (double)(to->markup - from->markup) * share;
        }
        values[unit] = value;
        if (best == NONE || value > largest) {
            best = unit;
            largest = value;
        }
    }
    return best;
}

static int holds(const Rows *rows, int64_t row, int64_t inner)
{
    return row <= inner && inner < rows->end[row];
}

/* Find for each leaf the element whose P decides about it: the best one, or the largest around the leaf that
   does not contain the best one. */
static void find_leaf_units(const Rows *rows, const Measured *measured, const Work *work, int64_t chosen,
                            int64_t *leaf_unit)
{
    const int64_t *leaves = measured->leaves.at;
    int64_t row = 0, leaf = 0, count = measured->leaves.count;
    while (row < rows->count && leaf < count) {
        int is_above = chosen != NONE && row != chosen && holds(rows, row, chosen);
        int64_t end = is_above || chosen == NONE ? row + 1 : rows->end[row], element = row;
        if (rows->tag[row] == TAG_TEXT && chosen != NONE)
            element = rows->parent[row]; /* text beside the best one */
        int64_t unit = is_row(rows, element) ? work->unit_of_row[element] : NONE;
        for (; leaf < count && leaves[leaf] < end; leaf++)
            leaf_unit[leaf] = !is_row(rows, leaves[leaf]) || work->removed[leaves[leaf]] ? NONE : unit;
        row = end;
    }
}

/* Find the rated elements, their P values, and the unit of each leaf. `elements` must hold one item per row.
   Returns the number of elements, or FOUND_INVALID or FOUND_NO_MEMORY. */
int64_t mt_find_p_values(const Rows *rows, const Measured *measured, int64_t *elements, double *values,
                         int64_t *leaf_unit)
{
    size_t count = (size_t)rows->count + 1;
    Work work = {.unlinked = mt_allocate(count * (sizeof(Sums) + 2 * sizeof(int64_t) + 1))};
    if (!work.unlinked)
        return FOUND_NO_MEMORY;
    work.unit_of_row = work.unlinked + count;
    work.sums = (Sums *)(void *)(work.unit_of_row + count);
    work.removed = (Byte *)(work.sums + count);
    int64_t found = FOUND_INVALID;
    if (sum_unlinked(rows, measured, work.unlinked)) {
        found = sum_others(rows, measured, &work, elements);
        int64_t best = rate(rows, work.sums, elements, found, values);
        find_leaf_units(rows, measured, &work, best == NONE ? NONE : elements[best], leaf_unit);
    }
    mt_release(work.unlinked);
    return found;
}

/* Write two columns: the mean P of the leaves of each block, and whether the method keeps the block. Every
   block begins with a leaf. */
static void write_block_columns(const Rows *rows, const Measured *measured, const int64_t *first_row,
                                int64_t blocks, const int64_t *elements, int64_t units, const double *values,
                                const int64_t *leaf_unit, float *out)
{
    int64_t best = 0, leaf = 0;
    for (int64_t unit = 1; unit < units; unit++)
        if (values[unit] > values[best])
            best = unit;
    int keeps = units && values[best] > 0;
    int64_t from = keeps ? elements[best] : 0, until = keeps ? rows->end[from] : 0;
    for (int64_t block = 0; block < blocks; block++) {
        int64_t end = block + 1 < blocks ? first_row[block + 1] : rows->count, all = 0, kept = 0;
        double sum = 0;
        for (; leaf < measured->leaves.count && measured->leaves.at[leaf] < end; leaf++) {
            int64_t row = measured->leaves.at[leaf], chars = measured->chars[row];
            all += chars;
            if (leaf_unit[leaf] == NONE)
                continue;
            sum += values[leaf_unit[leaf]] * (double)chars;
            kept += from <= row && row < until ? chars : 0;
        }
        out[block] = (float)(sum / (double)all);
        out[blocks + block] = 2 * kept >= all;
    }
}

/* Returns 0, FOUND_INVALID or FOUND_NO_MEMORY. */
int mt_write_p_values(const Rows *rows, const Measured *measured, const int64_t *first_row, int64_t blocks,
                      float *out)
{
    size_t count = (size_t)rows->count, leaves = (size_t)measured->leaves.count;
    int64_t *elements = mt_allocate((count + 1) * sizeof *elements);
    int64_t *leaf_unit = mt_allocate((leaves + 1) * sizeof *leaf_unit);
    double *values = mt_allocate((count + 1) * sizeof *values);
    int64_t found = FOUND_NO_MEMORY;
    if (elements && leaf_unit && values)
        found = mt_find_p_values(rows, measured, elements, values, leaf_unit);
    if (found >= 0)
        write_block_columns(rows, measured, first_row, blocks, elements, found, values, leaf_unit, out);
    mt_release(elements);
    mt_release(leaf_unit);
    mt_release(values);
    return found < 0 ? (int)found : 0;
}
