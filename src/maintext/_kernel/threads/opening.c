/* The first post of a thread, which is often unlike the others. */
#include "threads/threads.h"

enum { MAX_LEVELS = 12 }; /* from the first reply up to the element that holds the first post */

static int64_t larger(int64_t one, int64_t other) { return one > other ? one : other; }

/* The last <h1> with text before a row; the first row if there is none. */
static int64_t title_before(const Rows *rows, const Segments *found, int64_t before)
{
    for (int64_t row = before - 1; row > 0; row--) {
        int64_t leaf = rows->tag[row] == TAG_H1 ? mt_rows_before(found->leaves, found->leaf_count, row)
                                                : found->leaf_count;
        if (leaf < found->leaf_count && found->leaves[leaf] < rows->end[row])
            return row;
    }
    return 0;
}

/* The last block before a row that has running text, or that has a time or a name, whichever is first. NONE if there is
   no text, or neither time nor name. */
static int64_t needed_block(const Segments *found, const PostEvidence *evidence, int64_t before)
{
    int64_t text = NONE, signature = NONE;
    for (int64_t block = 0; block < found->count && found->first_row[block] < before; block++) {
        text = evidence->running[block] ? block : text;
        signature = evidence->has_time[block] || evidence->has_person[block] ? block : signature;
    }
    return text < signature ? text : signature;
}

int64_t mt_find_opening(const Rows *rows, const Segments *found, const PostEvidence *evidence, int64_t reply,
                        int64_t *owner)
{
    int64_t block = needed_block(found, evidence, reply), title = title_before(rows, found, reply);
    int64_t above = rows->parent[reply];
    if (block == NONE)
        return NONE;
    for (int level = 0; level < MAX_LEVELS && above >= 0; level++, above = rows->parent[above]) {
        if (found->first_row[block] < larger(above, title))
            continue;
        int64_t start = larger(above + 1, title);
        for (int64_t i = 0; i < found->count; i++)
            owner[i] = found->first_row[i] >= start && found->first_row[i] < reply ? 0 : NONE;
        return above + 1;
    }
    return NONE;
}
