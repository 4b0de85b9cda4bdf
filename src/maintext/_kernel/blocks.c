/* Leaves -> blocks, and blocks of kept leaves: maintext.blocks and maintext.selection. */
#include "rows.h"

/* Whether blocks are rows of the table, one after the other. */
int are_blocks(const Rows *rows, const BlockRows *blocks)
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
int64_t find_blocks(const Rows *rows, const int64_t *leaves, int64_t count, int64_t *first)
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

/* Mark the blocks of which at least half the characters lie in kept leaves. */
void keep_blocks(const int64_t *first, int64_t blocks, const int64_t *leaves, const Byte *is_kept,
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
