/* Leaves -> blocks, and where words of neighbouring elements meet: maintext.blocks and maintext.gaps. */
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

/* -- gaps ------------------------------------------------------------------------------------------- */

static int is_clinging(int64_t tag)
{
    switch (tag) {
    case TAG_SUB:
    case TAG_SUP:
    case TAG_RUBY:
    case TAG_RB:
    case TAG_RT:
    case TAG_RP:
    case TAG_RTC:
    case TAG_TT:
    case TAG_VAR:
    case TAG_MATH:
    case TAG_WBR:
        return 1;
    default:
        return 0;
    }
}

static int is_dress(int64_t tag)
{
    switch (tag) {
    case TAG_B:
    case TAG_STRONG:
    case TAG_I:
    case TAG_EM:
    case TAG_U:
    case TAG_S:
    case TAG_STRIKE:
    case TAG_DEL:
    case TAG_INS:
    case TAG_MARK:
    case TAG_FONT:
    case TAG_SMALL:
    case TAG_BIG:
        return 1;
    default:
        return 0;
    }
}

/* What has been seen since the last text node. */
typedef struct {
    int64_t text;      /* its row; NONE before the first */
    int is_clinging;   /* it lies in an element that clings to its neighbours */
    int image, breaks; /* an image, a <wbr> came after it */
} Seen;

/* Whether two elements meet between the text nodes, or an image stands there. */
static int elements_meet(const Rows *rows, const Seen *seen, int64_t after)
{
    int64_t left = rows->parent[seen->text], right = rows->parent[after];
    return seen->image || (rows->end[left] <= after && right > seen->text);
}

/* Whether both lie in one dress, such as two <b> side by side. */
static int is_one_dress(const Rows *rows, int64_t before, int64_t after)
{
    int64_t left = rows->parent[before], right = rows->parent[after];
    return after == before + 2 && left != right && rows->tag[left] == rows->tag[right] &&
           is_dress(rows->tag[left]) && rows->parent[left] == rows->parent[right];
}

/* Find where words may stand apart inside a block; `found` has room for one less than there are rows. */
int64_t find_meetings(const Rows *rows, const BlockRows *blocks, Meeting *found)
{
    int64_t count = 0, block = 0, clings_until = 0;
    Seen seen = {.text = NONE};
    for (int64_t row = 0; row < rows->count; row++) {
        int64_t tag = rows->tag[row];
        if (tag != TAG_TEXT) {
            if (is_clinging(tag) && rows->end[row] > clings_until)
                clings_until = rows->end[row];
            seen.image |= tag == TAG_IMG;
            seen.breaks |= tag == TAG_WBR;
            continue;
        }
        if (rows->text_start[row] >= rows->text_end[row] || is_unseen(rows, row))
            continue;
        if (!is_row(rows, rows->parent[row]))
            return FOUND_WRONG;
        int clings = row < clings_until;
        while (block < blocks->count && blocks->last_row[block] < row)
            block++;
        if (seen.text != NONE && block < blocks->count && blocks->first_row[block] <= seen.text &&
            elements_meet(rows, &seen, row) && !seen.breaks && !seen.is_clinging && !clings &&
            !((rows->flags[seen.text] | rows->flags[row]) & (FLAG_PRE | FLAG_CODE)) &&
            !is_one_dress(rows, seen.text, row))
            found[count++] = (Meeting){seen.text, row};
        seen = (Seen){.text = row, .is_clinging = clings};
    }
    return count;
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
