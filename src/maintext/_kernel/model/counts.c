/* How much of everything a page has: maintext.features.whole makes its features of it. */
#include <stdlib.h>

#include "model/model.h"

/* The blocks of the largest group; `size` has a 0 for each. */
static int64_t largest_group(const int64_t *group, int64_t blocks, int64_t *size)
{
    int64_t largest = 0;
    for (int64_t i = 0; i < blocks; i++) {
        int64_t members = ++size[group[i]];
        largest = members > largest ? members : largest;
    }
    return largest;
}

/* The rows of each tag, all that are not listed as one; `count` has a 0 for each. */
static void count_tags(const Counted *page, int64_t *count, double *tags)
{
    int64_t last = page->tags - 1;
    for (int64_t row = 0; row < page->rows; row++)
        count[page->tag[row] < last ? page->tag[row] : last]++;
    for (int64_t tag = 0; tag <= last; tag++)
        tags[tag] = (double)count[tag];
}

static void count_blocks(const Counted *page, double *sums)
{
    for (int64_t i = 0; i < page->blocks; i++) {
        sums[SUM_CHARS] += page->block_chars[i];
        sums[SUM_LINK_CHARS] += page->link_chars[i];
        sums[SUM_LONG] += page->block_chars[i] > page->least_long;
        sums[SUM_HEADINGS] += (page->flags[page->first_row[i]] & page->heading) != 0;
        sums[SUM_DEPTHS] += (double)page->depth[page->element[i]];
    }
}

static void count_leaves(const Counted *page, double *sums)
{
    int64_t inside[CONTAINER_FLAGS] = {0};
    for (int64_t i = 0; i < page->leaves; i++) {
        int64_t row = page->leaf[i], chars = page->chars[row] + (CJK_LETTERS - 1) * page->cjk[row];
        for (int flag = 0; flag < CONTAINER_FLAGS; flag++)
            inside[flag] += page->flags[row] & page->container[flag] ? chars : 0;
    }
    for (int flag = 0; flag < CONTAINER_FLAGS; flag++)
        sums[SUM_INSIDE + flag] = (double)inside[flag];
}

/* The sums, then those of the kinds of characters, the elements of each tag, the rows of each subject. */
int mt_count_page(const Counted *page, double *counts)
{
    double *kinds = counts + SUM_COUNT, *tags = kinds + page->kinds, *subjects = tags + page->tags;
    int64_t *room = calloc((size_t)(page->blocks + page->tags), sizeof *room);
    if (!room)
        return -1;
    for (double *count = counts; count < subjects + page->subjects; count++)
        *count = 0;
    count_blocks(page, counts);
    count_leaves(page, counts);
    counts[SUM_REPEATS] = (double)largest_group(page->group, page->blocks, room);
    count_tags(page, room + page->blocks, tags);
    for (int64_t kind = 0; kind < page->kinds; kind++) {
        int64_t sum = 0;
        for (int64_t i = 0; i < page->blocks; i++)
            sum += page->kind[kind * page->blocks + i];
        kinds[kind] = (double)sum;
    }
    for (int64_t i = 0; i < page->named; i++)
        subjects[page->subject[i]]++;
    free(room);
    return 0;
}
