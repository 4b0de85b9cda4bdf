/* Columns of the page as a whole, from which its kind is predicted. */
#include "base/memory.h"
#include "model/measure.h"

#include <math.h>

enum { LONG_BLOCK = 200 }; /* characters */

typedef struct {
    int what; /* tag or subject */
    int column;
} Logged;

#define TAG(NAME) {TAG_##NAME, PAGE_LOG_##NAME}
static const Logged logged_tags[] = {
    TAG(H1),  TAG(FORM), TAG(ARTICLE), TAG(LI),     TAG(P),    TAG(IMG),   TAG(TR),
    TAG(PRE), TAG(CODE), TAG(INPUT),   TAG(BUTTON), TAG(TIME), TAG(VIDEO),
};

#define NAMED(NAME) {SUBJECT_##NAME, PAGE_NAMED_##NAME}
static const Logged logged_names[] = {
    NAMED(COMMENTS), NAMED(FORUM), NAMED(PRODUCT), NAMED(USER), NAMED(ITEM), NAMED(REVIEWS),
};

/* Number of blocks in the largest group; -1 when out of memory. */
static int64_t largest_group(const Facts *facts)
{
    int64_t largest = 0, blocks = facts->page->blocks;
    int32_t *size = mt_allocate_zeroed((size_t)blocks, sizeof *size);
    if (!size)
        return -1;
    for (int64_t i = 0; i < blocks; i++)
        largest = max_of(largest, ++size[facts->group[i]]);
    mt_release(size);
    return largest;
}

static double largest_p_value(const Facts *facts)
{
    double largest = facts->holder_count ? facts->p_values[0] : 0;
    for (int64_t i = 1; i < facts->holder_count; i++)
        largest = facts->p_values[i] > largest ? facts->p_values[i] : largest;
    return largest;
}

static double sum_of_counts(const Facts *facts, int count)
{
    int64_t sum = 0;
    for (int64_t i = 0; i < facts->page->blocks; i++)
        sum += count_of(facts, count)[i];
    return (double)sum;
}

static void write_blocks(const Facts *facts, float *page)
{
    int64_t blocks = facts->page->blocks, headings = 0, depths = 0, long_blocks = 0, prices = 0;
    for (int64_t i = 0; i < blocks; i++) {
        headings += facts->is_heading[i];
        depths += facts->page->depth[facts->page->element[i]];
        long_blocks += facts->out->chars[i] > LONG_BLOCK;
        prices += count_of(facts, CHARACTER_CURRENCY)[i] != 0;
    }
    double chars = facts->chars[blocks];
    page[PAGE_LOG_CHARS] = (float)log1p(chars);
    page[PAGE_LINK_DENSITY] = (float)(facts->links[blocks] / chars);
    page[PAGE_LOG_BLOCKS] = (float)log1p((double)blocks);
    page[PAGE_BLOCK_LENGTH] = (float)log1p(chars / (double)blocks);
    page[PAGE_MARKS] = (float)(facts->punctuation_sums[blocks] / chars);
    page[PAGE_CJK] = (float)(sum_of_counts(facts, CHARACTER_CJK) / chars);
    page[PAGE_LOG_HEADINGS] = (float)log1p((double)headings);
    page[PAGE_LOG_LONG] = (float)log1p((double)long_blocks);
    page[PAGE_LOG_PRICES] = (float)log1p((double)prices);
    page[PAGE_LOG_QUESTIONS] = (float)log1p(sum_of_counts(facts, TEXT_QUESTIONS));
    page[PAGE_DEPTH] = (float)((double)depths / (double)blocks);
}

static void write_leaves(const Facts *facts, float *page)
{
    int64_t in_paragraph = 0, in_article = 0, in_main = 0;
    for (int64_t i = 0; i < facts->page->leaf_count; i++) {
        int64_t row = facts->page->leaves[i], flags = facts->page->flags[row];
        int64_t chars = facts->page->chars[row] + (CJK_LETTERS - 1) * (int64_t)facts->page->cjk[row];
        in_paragraph += flags & FLAG_PARAGRAPH ? chars : 0;
        in_article += flags & FLAG_ARTICLE ? chars : 0;
        in_main += flags & FLAG_MAIN ? chars : 0;
    }
    double chars = facts->chars[facts->page->blocks];
    page[PAGE_PARAGRAPHS] = (float)((double)in_paragraph / chars);
    page[PAGE_ARTICLE] = (float)((double)in_article / chars);
    page[PAGE_MAIN] = (float)((double)in_main / chars);
}

static float share_of_best(const Facts *facts, int landmark)
{
    int64_t row = facts->best[landmark];
    double chars = facts->chars[facts->high[row]] - facts->chars[facts->low[row]];
    return (float)(chars / facts->chars[facts->page->blocks]);
}

static void write_counts(const Facts *facts, float *page)
{
    int32_t tags[LISTED_TAGS + 1] = {0}, names[SUBJECT_COUNT] = {0};
    for (int64_t row = 0; row < facts->page->rows; row++)
        tags[min_of(facts->page->tag[row], LISTED_TAGS)]++;
    for (int64_t i = 0; i < facts->named.count; i++)
        names[facts->named.rows[i].subject]++;
    for (size_t i = 0; i < sizeof logged_tags / sizeof *logged_tags; i++)
        page[logged_tags[i].column] = (float)log1p(tags[logged_tags[i].what]);
    for (size_t i = 0; i < sizeof logged_names / sizeof *logged_names; i++)
        page[logged_names[i].column] = (float)log1p(names[logged_names[i].what]);
}

/* Write all page columns except those of declared.c. */
Outcome mt_write_page_columns(const Facts *facts)
{
    float *page = facts->out->page;
    int64_t repeats = largest_group(facts);
    if (repeats < 0)
        return OUTCOME_NO_MEMORY;
    write_blocks(facts, page);
    write_leaves(facts, page);
    write_counts(facts, page);
    page[PAGE_LOG_REPEATS] = (float)log1p((double)repeats);
    page[PAGE_DENSITY] = share_of_best(facts, BEST_DENSITY);
    page[PAGE_VOTES] = share_of_best(facts, BEST_VOTES);
    page[PAGE_P_SHARE] = share_of_best(facts, BEST_P_VALUE);
    page[PAGE_P_VALUE] = (float)largest_p_value(facts);
    return OUTCOME_OK;
}
