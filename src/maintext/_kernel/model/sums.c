/* Cumulative sums over blocks and rows: a sum over an element is one subtraction. */
#include "model/measure.h"

#include <string.h>

enum { LONG_BLOCK = 120 }; /* characters */

static void sum_blocks(Facts *facts)
{
    const int64_t *chars = count_of(facts, TEXT_CHARS), *links = count_of(facts, TEXT_LINK_CHARS);
    const int64_t *comma = count_of(facts, CHARACTER_COMMA),
                  *wide_comma = count_of(facts, CHARACTER_CJK_COMMA);
    const int64_t *stop = count_of(facts, CHARACTER_STOP), *wide_stop = count_of(facts, CHARACTER_CJK_STOP);
    facts->chars[0] = facts->links[0] = facts->punctuation_sums[0] = facts->long_blocks[0] = 0;
    for (int64_t i = 0; i < facts->page->blocks; i++) {
        facts->out->chars[i] = (double)chars[i];
        facts->out->words[i] = count_of(facts, TEXT_WORDS)[i];
        facts->commas[i] = comma[i] + wide_comma[i];
        facts->punctuation[i] = facts->commas[i] + stop[i] + wide_stop[i];
        facts->chars[i + 1] = facts->chars[i] + (double)chars[i];
        facts->links[i + 1] = facts->links[i] + (double)links[i];
        facts->punctuation_sums[i + 1] = facts->punctuation_sums[i] + (double)facts->punctuation[i];
        facts->long_blocks[i + 1] = facts->long_blocks[i] + (chars[i] > LONG_BLOCK);
    }
}

static void sum_rows(Facts *facts)
{
    const PageRows *page = facts->page;
    const TagCounts *counts = facts->scorer->tag_counts;
    RowSums sum = {{0, 0, 0, 0}, 0};
    memset(facts->children, 0, (size_t)page->rows * sizeof *facts->children);
    for (int64_t row = 0; row < page->rows; row++) {
        int64_t tag = page->tag[row], parent = page->parent[row];
        facts->row_sums[row] = sum;
        const TagCounts *more = &counts[min_of(tag, LISTED_TAGS)];
        sum.counts.tags += more->tags;
        sum.counts.links += more->links;
        sum.counts.images += more->images;
        sum.counts.controls += more->controls;
        sum.markup += facts->tag_lengths[tag];
        if (parent >= 0)
            facts->children[parent] += tag != TAG_TEXT;
    }
    facts->row_sums[page->rows] = sum;
    for (int64_t i = 0; i < page->leaf_count; i++)
        if (page->parent[page->leaves[i]] >= 0)
            facts->children[page->parent[page->leaves[i]]]++;
}

void mt_sum_up(Facts *facts)
{
    sum_blocks(facts);
    sum_rows(facts);
}
