/* P values of all elements (see maintext.methods.papers.p_value), and two feature columns from them. */
#include "base/memory.h"
#include "rows/rows.h"

typedef struct {
    int64_t unlinked, text, unlinked_text,
        markup; /* sums over all rows before; the last three without removed rows */
} Sums;

/* Sum the text outside links, including removed rows. Returns 0 for invalid rows. */
static int sum_unlinked(const Rows *rows, const Measured *measured, Sums *sums)
{
    sums[0] = (Sums){0, 0, 0, 0};
    for (int64_t row = 0; row < rows->count; row++) {
        if (!is_end(rows, row))
            return 0;
        sums[row + 1].unlinked =
            sums[row].unlinked + (rows->flags[row] & FLAG_LINK ? 0 : measured->chars[row]);
    }
    return 1;
}

static int64_t text_of(const Rows *rows, const Measured *measured, int64_t row)
{
    if (measured->weighted)
        return measured->weighted[row];
    return rows->tag[row] == TAG_TEXT ? rows->text_end[row] - rows->text_start[row] : 0;
}

/* Mark the removed rows, and sum the others. */
static void sum_others(const Rows *rows, const Measured *measured, Byte *removed, Sums *sums)
{
    int64_t until = 0, noise = 0, unseen = measured->with_hidden ? 0 : FLAG_UNSHOWN | FLAG_HIDDEN;
    double limit = rows->count ? measured->wrapper_share * (double)sums[rows->end[0]].unlinked : 0;
    for (int64_t row = 0; row < rows->count; row++) {
        int64_t tag = rows->tag[row], flags = rows->flags[row], end = rows->end[row];
        int is_noise = noise < measured->noise.count && measured->noise.at[noise] == row;
        noise += is_noise;
        if (has_tag(measured->removed_tags, tag) && end > until &&
            !(has_tag(measured->wrapper_tags, tag) &&
              (double)(sums[end].unlinked - sums[row].unlinked) > limit))
            until = end;
        removed[row] =
            (row < until) | ((flags & unseen) != 0) | is_noise | ((tag == TAG_IMG) & !measured->with_images);
        int64_t text = removed[row] ? 0 : text_of(rows, measured, row);
        sums[row + 1].text = sums[row].text + text;
        sums[row + 1].unlinked_text = sums[row].unlinked_text + (flags & FLAG_LINK ? 0 : text);
        sums[row + 1].markup = sums[row].markup + (removed[row] ? 0 : text + measured->markup[row]);
    }
}

/* Number the elements and compute their P values. Returns the one with the largest, or NONE. */
static int64_t rate(const Rows *rows, const Byte *removed, const Sums *sums, int64_t *unit_of_row,
                    int64_t *elements, double *values, int64_t *count)
{
    int64_t best = NONE, units = 0;
    int64_t whole = rows->count ? sums[rows->end[0]].unlinked_text : 0;
    for (int64_t row = 0; row < rows->count; row++) { /* branchless: a branch would be mispredicted */
        int is_rated = !removed[row] & (rows->tag[row] != TAG_TEXT);
        unit_of_row[row] = is_rated ? units : NONE;
        elements[units] = row;
        units += is_rated;
    }
    for (int64_t unit = 0; unit < units; unit++) {
        const Sums *from = &sums[elements[unit]], *to = &sums[rows->end[elements[unit]]];
        double value = 0;
        if (whole) {
            double share = (double)(to->unlinked_text - from->unlinked_text) / (double)whole;
            value = (double)(to->text - from->text) / (double)(to->markup - from->markup) * share;
        }
        values[unit] = value;
        if (best == NONE || value > values[best])
            best = unit;
    }
    *count = units;
    return best;
}

/* Find for each leaf the element whose P decides about it: the best one, or the largest around the leaf that
   does not contain the best one. */
static void find_leaf_units(const Rows *rows, const Measured *measured, const Byte *removed,
                            const int64_t *unit_of_row, int64_t chosen, int64_t *leaf_unit)
{
    int64_t branch = 0, leaf = 0;
    for (int64_t row = 0; row < rows->count && leaf < measured->leaves.count; row++) {
        int64_t parent = rows->parent[row];
        int holds_chosen = row <= chosen && chosen < rows->end[row];
        if (!holds_chosen && parent >= 0 && parent <= chosen && chosen < rows->end[parent])
            branch = row;
        if (measured->leaves.at[leaf] != row)
            continue;
        int64_t element = chosen == NONE ? row : branch;
        if (chosen != NONE && chosen <= row && row < rows->end[chosen])
            element = chosen;
        else if (rows->tag[element] == TAG_TEXT && chosen != NONE)
            element = rows->parent[element]; /* text beside the best one */
        leaf_unit[leaf++] = removed[row] || !is_row(rows, element) ? NONE : unit_of_row[element];
    }
}

/* Find the rated elements, their P values, and the unit of each leaf. `elements` must hold one item per row.
   Returns the number of elements, or FOUND_INVALID or FOUND_NO_MEMORY. */
int64_t mt_find_p_values(const Rows *rows, const Measured *measured, int64_t *elements, double *values,
                         int64_t *leaf_unit)
{
    size_t count = (size_t)rows->count;
    Sums *sums = mt_allocate((count + 1) * sizeof *sums);
    int64_t *unit_of_row = mt_allocate((count + 1) * sizeof *unit_of_row);
    Byte *removed = mt_allocate(count + 1);
    int64_t found = FOUND_NO_MEMORY;
    if (sums && unit_of_row && removed) {
        found = FOUND_INVALID;
        if (sum_unlinked(rows, measured, sums)) {
            sum_others(rows, measured, removed, sums);
            int64_t best = rate(rows, removed, sums, unit_of_row, elements, values, &found);
            find_leaf_units(rows, measured, removed, unit_of_row, best == NONE ? NONE : elements[best],
                            leaf_unit);
        }
    }
    mt_release(sums);
    mt_release(unit_of_row);
    mt_release(removed);
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
