/* Columns of the blocks of a thread, for a second look when it is known what is kept (see
   maintext.methods.auto.posts). */
#include "base/memory.h"
#include "generated/features.h"
#include "model/model.h"
#include "model/words.h"
#include "rows/rows.h"

#include <math.h>
#include <stdlib.h>

#define MAX_ODDS    7.0
#define NO_POST     (-8.0f) /* the value of features of a post, for other blocks */
#define MIN_CHANCE  1e-9
#define MOSTLY_KEPT 0.5

/* Sums over some blocks. A block weighs as much as its words, and one more. */
typedef struct {
    double weight, odds, kept, words, best;
    int64_t blocks;
} BlockSums;

typedef struct {
    uint64_t key; /* of an element and its parent; 0 if unused */
    BlockSums sums;
} SimilarSlot;

typedef struct {
    const Thread *thread;
    double *odds;                  /* per block */
    BlockSums *posts;              /* per post */
    int64_t *lines;                /* per post: blocks that were written */
    double *sorted;                /* room for a number per post */
    SimilarSlot *slots, **similar; /* the latter per block */
    uint64_t mask, spread;
    int64_t first, last;      /* blocks with text of posts */
    float shared[POST_COUNT]; /* the columns that are the same for all blocks */
} PostLook;

static double odds_of(double probability)
{
    double chance = fmin(fmax(probability, MIN_CHANCE), 1 - MIN_CHANCE);
    return fmin(fmax(log(chance / (1 - chance)), -MAX_ODDS), MAX_ODDS);
}

static void add_block(const PostLook *look, int64_t block, BlockSums *sums)
{
    double words = (double)look->thread->words[block], weight = words + 1;
    sums->weight += weight;
    sums->odds += look->odds[block] * weight;
    sums->kept += look->thread->kept[block] ? weight : 0;
    sums->words += words;
    sums->best = !sums->blocks || look->odds[block] > sums->best ? look->odds[block] : sums->best;
    sums->blocks++;
}

/* -- sums -------------------------------------------------------------------------------------------- */

/* The slot of the blocks whose element and the one above are named as those of a block: text of posts, or not. */
static SimilarSlot *similar_slot(const PostLook *look, int64_t block)
{
    const Thread *thread = look->thread;
    int64_t element = thread->element[block], above = thread->parent[element];
    uint64_t names = (uint64_t)thread->name[element] * (uint64_t)thread->rows +
                     (uint64_t)thread->name[above > 0 ? above : 0];
    uint64_t key = 2 * (2 * names + (thread->post[block] != NONE)) + 1; /* not 0 */
    uint64_t at = (key * look->spread >> 32) & look->mask;
    while (look->slots[at].key && look->slots[at].key != key)
        at = (at + 1) & look->mask;
    look->slots[at].key = key;
    return &look->slots[at];
}

static void sum_blocks(PostLook *look)
{
    const Thread *thread = look->thread;
    look->first = thread->blocks;
    look->last = NONE;
    for (int64_t block = 0; block < thread->blocks; block++) {
        look->odds[block] = odds_of(thread->probability[block]);
        look->similar[block] = similar_slot(look, block);
        add_block(look, block, &look->similar[block]->sums);
        if (thread->post[block] == NONE)
            continue;
        add_block(look, block, &look->posts[thread->post[block]]);
        look->first = block < look->first ? block : look->first;
        look->last = block;
    }
}

/* -- the page ---------------------------------------------------------------------------------------- */

static int compare_numbers(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static double median_of(double *numbers, int64_t count)
{
    qsort(numbers, (size_t)count, sizeof *numbers, compare_numbers);
    return (numbers[(count - 1) / 2] + numbers[count / 2]) / 2;
}

static double share_of(int64_t part, int64_t whole) { return (double)part / (double)(whole > 1 ? whole : 1); }

/* Set the columns that all blocks share. */
static void describe_page(PostLook *look)
{
    const Thread *thread = look->thread;
    int64_t posts = thread->posts, mostly_kept = 0, kept = 0, in_posts = 0, both = 0;
    float *shared = look->shared;
    for (int64_t block = 0; block < thread->blocks; block++) {
        int64_t words = thread->words[block];
        int in_post = thread->post[block] != NONE;
        kept += thread->kept[block] ? words : 0;
        in_posts += in_post ? words : 0;
        both += in_post && thread->kept[block] ? words : 0;
    }
    for (int64_t i = 0; i < posts; i++) {
        look->sorted[i] = look->posts[i].odds / look->posts[i].weight;
        mostly_kept += look->posts[i].kept / look->posts[i].weight > MOSTLY_KEPT;
    }
    shared[POST_POSTS] = (float)log((double)posts);
    shared[POST_POSTS_KEPT] = (float)((double)mostly_kept / (double)posts);
    shared[POST_POSTS_ODDS] = (float)median_of(look->sorted, posts);
    for (int64_t i = 0; i < posts; i++)
        look->sorted[i] = look->posts[i].words;
    shared[POST_POSTS_WORDS] = (float)log1p(median_of(look->sorted, posts));
    shared[POST_TEXT_KEPT] = (float)share_of(both, in_posts);
    shared[POST_KEPT_IN_TEXT] = (float)share_of(both, kept);
    for (int kind = 0; kind < PAGE_KIND_COUNT; kind++)
        shared[POST_COUNT - PAGE_KIND_COUNT + kind] = (float)thread->kinds[kind];
}

/* -- blocks ------------------------------------------------------------------------------------------ */

static void describe_post(PostLook *look, int64_t post, float *values)
{
    const BlockSums *own = &look->posts[post];
    values[POST_LINE] = (float)look->lines[post]++;
    values[POST_OWN_ODDS] = (float)(own->odds / own->weight);
    values[POST_OWN_BEST] = (float)own->best;
    values[POST_OWN_KEPT] = (float)(own->kept / own->weight);
    values[POST_OWN_WORDS] = (float)log1p(own->words);
    values[POST_OWN_LINES] = (float)own->blocks;
    values[POST_PLACE] = (float)((double)post / (double)look->thread->posts);
}

static void describe_block(PostLook *look, int64_t block, float *values)
{
    const Thread *thread = look->thread;
    const BlockSums *similar = &look->similar[block]->sums;
    int64_t post = thread->post[block];
    values[POST_ODDS] = (float)look->odds[block];
    values[POST_KEPT] = thread->kept[block] != 0;
    values[POST_IN_TEXT] = post != NONE;
    values[POST_IN_COMMENT] = thread->in_comment[block] != 0;
    values[POST_WORDS] = (float)log1p((double)thread->words[block]);
    values[POST_NUMBER] = (float)post;
    values[POST_LINE] = 0;
    values[POST_OWN_ODDS] = values[POST_OWN_BEST] = values[POST_OWN_KEPT] = values[POST_OWN_WORDS] =
        values[POST_OWN_LINES] = values[POST_PLACE] = NO_POST;
    if (post != NONE)
        describe_post(look, post, values);
    values[POST_SIMILAR_ODDS] = (float)(similar->odds / similar->weight);
    values[POST_SIMILAR_KEPT] = (float)(similar->kept / similar->weight);
    values[POST_SIMILAR_BLOCKS] = (float)log1p((double)similar->blocks);
    values[POST_LAST_KEPT] = block > 0 && thread->kept[block - 1];
    values[POST_NEXT_KEPT] = block + 1 < thread->blocks && thread->kept[block + 1];
    values[POST_BEFORE] = block < look->first;
    values[POST_AFTER] = block > look->last;
}

static int64_t describe_blocks(PostLook *look, int64_t *blocks, float *columns)
{
    const Thread *thread = look->thread;
    int64_t count = 0;
    for (int64_t block = 0; block < thread->blocks; block++)
        if (thread->post[block] != NONE || thread->in_comment[block] || thread->kept[block])
            blocks[count++] = block;
    for (int64_t i = 0; i < count; i++) {
        float values[POST_COUNT];
        memcpy(values, look->shared, sizeof values);
        describe_block(look, blocks[i], values);
        for (int column = 0; column < POST_COUNT; column++)
            columns[column * count + i] = values[column];
    }
    return count;
}

int64_t mt_describe_posts(const Thread *thread, int64_t *blocks, float *columns)
{
    size_t slots = 16, count = (size_t)thread->blocks, posts = (size_t)thread->posts;
    while (slots < 2 * count)
        slots *= 2;
    PostLook look = {.thread = thread, .mask = slots - 1, .spread = mix(thread->seed) | 1};
    look.slots = mt_allocate_zeroed(slots, sizeof *look.slots);
    look.posts = mt_allocate_zeroed(posts + 1, sizeof *look.posts + sizeof *look.lines + sizeof *look.sorted);
    look.odds = mt_allocate((count + 1) * (sizeof *look.odds + sizeof *look.similar));
    int64_t found = FOUND_NO_MEMORY;
    if (look.slots && look.posts && look.odds) {
        look.lines = (int64_t *)(void *)(look.posts + posts);
        look.sorted = (double *)(void *)(look.lines + posts);
        look.similar = (SimilarSlot **)(void *)(look.odds + count);
        sum_blocks(&look);
        describe_page(&look);
        found = describe_blocks(&look, blocks, columns);
    }
    mt_release(look.slots);
    mt_release(look.posts);
    mt_release(look.odds);
    return found;
}

/* -- changes ----------------------------------------------------------------------------------------- */

int64_t mt_look_at_posts(const Thread *thread, const Forest *trees, double from, double below,
                         const uint8_t *was_dropped, uint8_t *added, uint8_t *dropped)
{
    size_t count = (size_t)thread->blocks;
    int64_t *blocks = mt_allocate((count + 1) * sizeof *blocks);
    double *log_odds = mt_allocate((count + 1) * sizeof *log_odds);
    float *columns = mt_allocate((count + 1) * POST_COUNT * sizeof *columns);
    int64_t found =
        blocks && log_odds && columns ? mt_describe_posts(thread, blocks, columns) : FOUND_NO_MEMORY;
    if (found > 0)
        mt_sum_forest(trees, columns, found, log_odds);
    memset(added, 0, count);
    memset(dropped, 0, count);
    for (int64_t i = 0; i < found; i++) {
        int64_t block = blocks[i];
        int in_post = thread->post[block] != NONE || thread->in_comment[block];
        added[block] = !thread->kept[block] && !was_dropped[block] && in_post && log_odds[i] > from;
        dropped[block] = thread->kept[block] && log_odds[i] < below;
    }
    mt_release(blocks);
    mt_release(log_odds);
    mt_release(columns);
    return found;
}
