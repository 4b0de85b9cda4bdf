/* Leaves -> blocks, and blocks of kept leaves: see maintext.page.blocks. */
#include "base/memory.h"
#include "rows/rows.h"

/* -- leaves ------------------------------------------------------------------------------------------ */

/* Counts of visible texts; 0 for all others. */
void mt_count_seen(const int64_t *flags, const int32_t *counts, int64_t rows, int64_t *seen)
{
    for (int64_t row = 0; row < rows; row++)
        seen[row] = flags[row] & (FLAG_UNSHOWN | FLAG_HIDDEN) ? 0 : counts[row];
}

/* Find the rows that have visible characters, and count these. `leaves` and `chars` must hold one item per row.
   Returns the number of leaves. */
static int64_t find_leaves(const int64_t *flags, const int32_t *counts, int64_t rows, int64_t *chars,
                           int64_t *leaves)
{
    int64_t count = 0;
    for (int64_t row = 0; row < rows; row++) {
        int64_t seen = flags[row] & (FLAG_UNSHOWN | FLAG_HIDDEN) ? 0 : counts[row];
        chars[row] = seen;
        leaves[count] = row;
        count += seen > 0;
    }
    return count;
}

/* -- blocks ------------------------------------------------------------------------------------------ */

/* Whether a block element begins between two leaves. */
static int has_border(const Rows *rows, int64_t before, int64_t after)
{
    for (int64_t row = before + 1; row < after; row++)
        if (is_border(rows, row))
            return 1;
    return 0;
}

/* Find the leaves that begin blocks. `first` must hold one item per leaf. Returns the number of blocks. */
int64_t mt_find_blocks(const Rows *rows, const int64_t *leaves, int64_t count, int64_t *first)
{
    int64_t found = 0;
    for (int64_t i = 0; i < count; i++) {
        if (!is_row(rows, leaves[i]) || (i && leaves[i] <= leaves[i - 1]))
            return FOUND_INVALID;
        if (!i || rows->block[leaves[i]] != rows->block[leaves[i - 1]] ||
            has_border(rows, leaves[i - 1], leaves[i]))
            first[found++] = i;
    }
    return found;
}

/* Write one array after another: per block its first leaf, the rows of its first and last leaf, and its
   element; then the block of each leaf. `first` may be the start of `out`. */
static void describe_blocks(const Rows *rows, const int64_t *leaves, int64_t count, const int64_t *first,
                            int64_t blocks, int64_t *out)
{
    int64_t *first_row = out + blocks, *last_row = first_row + blocks, *element = last_row + blocks;
    int64_t *of_leaf = element + blocks;
    for (int64_t block = 0; block < blocks; block++) {
        int64_t end = block + 1 < blocks ? first[block + 1] : count;
        out[block] = first[block];
        first_row[block] = leaves[first[block]];
        last_row[block] = leaves[end - 1];
        element[block] = rows->block[first_row[block]];
        for (int64_t leaf = first[block]; leaf < end; leaf++)
            of_leaf[leaf] = block;
    }
}

/* Find the leaves and blocks of a table. `counts` are the characters of each row. Returns -1 when out of
   memory. */
int mt_find_segments(const Rows *rows, const int32_t *counts, Segments *found)
{
    enum { ROW_PARTS = 2, LEAF_PARTS = 5 }; /* there are at most as many blocks as leaves */
    int64_t *chars = mt_allocate((size_t)(ROW_PARTS * rows->count + 1) * sizeof *chars), *all;
    if (!chars)
        return -1;
    int64_t *leaves = chars + rows->count;
    found->leaf_count = find_leaves(rows->flags, counts, rows->count, chars, leaves);
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
    describe_blocks(rows, found->leaves, found->leaf_count, found->first, found->count, found->first);
    found->first_row = found->first + found->count;
    found->element = found->first_row + 2 * found->count;
    return 0;
}

/* -- kept blocks ------------------------------------------------------------------------------------- */

/* Keep the blocks that have at least half of their characters in kept leaves. */
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
