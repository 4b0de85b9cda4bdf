/* Leaves -> blocks, and blocks of kept leaves: maintext.page.blocks and maintext.methods.selection. */
#include <stdlib.h>

#include "base/memory.h"
#include "rows/rows.h"

/* -- leaves ------------------------------------------------------------------------------------------- */

/* The counts of texts that are seen, 0 for all others. */
void mt_count_seen(const int64_t *flags, const int32_t *counts, int64_t rows, int64_t *seen)
{
    for (int64_t row = 0; row < rows; row++)
        seen[row] = flags[row] & (FLAG_UNSHOWN | FLAG_HIDDEN) ? 0 : counts[row];
}

/* Find the rows that have characters; `leaves` has room for every row. */
int64_t mt_find_leaves(const int64_t *chars, int64_t rows, int64_t *leaves)
{
    int64_t count = 0;
    for (int64_t row = 0; row < rows; row++) {
        leaves[count] = row;
        count += chars[row] > 0;
    }
    return count;
}

/* -- blocks ------------------------------------------------------------------------------------------- */

/* Whether blocks are rows of the table, one after the other. */
int mt_are_blocks(const Rows *rows, const BlockRows *blocks)
{
    int64_t after = 0;
    for (int64_t i = 0; i < blocks->count; i++) {
        if (blocks->first_row[i] < after || blocks->last_row[i] < blocks->first_row[i])
            return 0;
        after = blocks->last_row[i] + 1;
    }
    return after <= rows->count;
}

/* Whether a block element begins after one leaf and before another. */
static int has_border(const Rows *rows, int64_t before, int64_t after)
{
    for (int64_t row = before + 1; row < after; row++)
        if (is_border(rows, row))
            return 1;
    return 0;
}

/* Find the leaves that begin blocks; `first` has room for a place of every leaf. */
int64_t mt_find_blocks(const Rows *rows, const int64_t *leaves, int64_t count, int64_t *first)
{
    int64_t found = 0;
    for (int64_t i = 0; i < count; i++) {
        if (!is_row(rows, leaves[i]) || (i && leaves[i] <= leaves[i - 1]))
            return FOUND_WRONG;
        if (!i || rows->block[leaves[i]] != rows->block[leaves[i - 1]] ||
            has_border(rows, leaves[i - 1], leaves[i]))
            first[found++] = i;
    }
    return found;
}

/* By block: its first leaf, the rows of that and of its last leaf, its element; then the block of each leaf.
   `first` may be where `told` begins. */
void mt_tell_blocks(const Rows *rows, const int64_t *leaves, int64_t count, const int64_t *first,
                    int64_t blocks, int64_t *told)
{
    int64_t *first_row = told + blocks, *last_row = first_row + blocks, *element = last_row + blocks;
    int64_t *of_leaf = element + blocks;
    for (int64_t block = 0; block < blocks; block++) {
        int64_t end = block + 1 < blocks ? first[block + 1] : count;
        told[block] = first[block];
        first_row[block] = leaves[first[block]];
        last_row[block] = leaves[end - 1];
        element[block] = rows->block[first_row[block]];
        for (int64_t leaf = first[block]; leaf < end; leaf++)
            of_leaf[leaf] = block;
    }
}

/* Leaves and blocks of a whole table, whose texts have so many characters each; -1 if there is no memory. */
int mt_find_segments(const Rows *rows, const int32_t *counts, Segments *found)
{
    enum { ROW_PARTS = 2, LEAF_PARTS = 5 }; /* no more blocks than leaves */
    int64_t *chars = mt_allocate((size_t)(ROW_PARTS * rows->count + 1) * sizeof *chars), *all;
    if (!chars)
        return -1;
    int64_t *leaves = chars + rows->count;
    mt_count_seen(rows->flags, counts, rows->count, chars);
    found->leaf_count = mt_find_leaves(chars, rows->count, leaves);
    all =
        mt_reallocate(chars, (size_t)(rows->count + (1 + LEAF_PARTS) * found->leaf_count + 1) * sizeof *all);
    if (!all) {
        mt_release(chars);
        return -1;
    }
    found->chars = all;
    found->leaves = all + rows->count;
    found->first = found->leaves + found->leaf_count;
    found->count = mt_find_blocks(rows, found->leaves, found->leaf_count, found->first);
    mt_tell_blocks(rows, found->leaves, found->leaf_count, found->first, found->count, found->first);
    found->first_row = found->first + found->count;
    found->element = found->first_row + 2 * found->count;
    return 0;
}

/* -- what is kept of them ------------------------------------------------------------------------------- */

/* Mark the blocks of which at least half the characters lie in kept leaves. */
void mt_keep_blocks(const int64_t *first, int64_t blocks, const int64_t *leaves, const Byte *is_kept,
                    int64_t count, const int64_t *chars, Byte *kept)
{
    for (int64_t block = 0; block < blocks; block++) {
        int64_t end = block + 1 < blocks ? first[block + 1] : count, all = 0, some = 0;
        for (int64_t leaf = first[block]; leaf < end; leaf++) {
            all += chars[leaves[leaf]];
            some += is_kept[leaf] ? chars[leaves[leaf]] : 0;
        }
        kept[block] = 2 * some >= all;
    }
}
