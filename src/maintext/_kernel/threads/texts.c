/* The texts of posts: the blocks that are neither author nor time, button nor signature.

   Posts of a group have their texts in similar elements: marked as such, or found from the element of the post
   downwards, as long as nearly all text is in one kind of child. */
#include "base/memory.h"
#include "threads/threads.h"

enum { MAX_TEXT_DEPTH = 40 }; /* levels between the element of a post and that of its text */

#define MAX_EACH    1.2  /* text elements per post */
#define MIN_MARKED  0.6  /* share of the posts that must have a marked text for the mark to count */
#define NEARLY_ALL  0.98 /* share of a marked text that an inner box must contain to replace it */
#define MOST_OF_ALL 0.8  /* share of the text that an element must contain to replace its parent */

typedef struct {
    const ThreadPage *page;
    const PostEvidence *evidence;
    const Posts *posts;
    int is_whole;          /* each post is an element, and not a run of siblings */
    int64_t *before;       /* per row: size of the texts of all rows before it; one more than rows */
    Keyed *found, *chosen; /* rows; the second has those that contain the texts, in order */
    int64_t chosen_count;
    Byte *level, *parent_level; /* per row: the last level at which it, or a child of it, was chosen */
    Byte *has_text, *has_line;  /* per post */
} TextFinder;

static int64_t held_by(const TextFinder *finder, int64_t row)
{
    return finder->before[finder->page->rows->end[row]] - finder->before[row];
}

/* The last post that starts at or before a row and contains it, or NONE. */
static int64_t post_around(const Posts *posts, int64_t row)
{
    int64_t at = mt_rows_before(posts->start, posts->count, row + 1) - 1;
    return at >= 0 && row < posts->end[at] ? at : NONE;
}

/* The size of a block's part of the text of its post, without what surrounds the text. */
static int64_t text_of(const TextFinder *finder, int64_t block)
{
    int64_t post = finder->posts->owner[block], row = finder->page->found->first_row[block];
    if (post == NONE || finder->page->marks->aside[row] >= finder->posts->start[post] + finder->is_whole)
        return 0;
    return finder->evidence->prose[block];
}

static void sum_texts(TextFinder *finder)
{
    const Segments *found = finder->page->found;
    int64_t sum = 0, block = 0;
    for (int64_t row = 0; row < finder->page->rows->count; row++) {
        finder->before[row] = sum;
        if (block < found->count && found->first_row[block] == row)
            sum += text_of(finder, block++);
    }
    finder->before[finder->page->rows->count] = sum;
}

/* -- elements that contain the texts ---------------------------------------------------------------- */

static void choose(TextFinder *finder, const Keyed *rows, int64_t count, int level)
{
    memmove(finder->chosen, rows, (size_t)count * sizeof *rows);
    finder->chosen_count = count;
    for (int64_t i = 0; i < count; i++)
        finder->level[rows[i].row] = (Byte)level;
}

/* Choose the rows of one kind that are marked as texts, if most posts have one: of several kinds, the one with the
   most text. Returns 0 if there is none. */
static int choose_marked(TextFinder *finder)
{
    const ThreadMarks *marks = finder->page->marks;
    int64_t count = 0, most = 0, chosen = 0, chosen_count = 0;
    for (int64_t row = 0; row < finder->page->rows->count; row++)
        if ((marks->flags[row] & MARK_BODY) && held_by(finder, row) > 0 &&
            post_around(finder->posts, row) != NONE)
            finder->found[count++] = (Keyed){marks->name[row], row};
    mt_sort_keyed(finder->found, count);
    for (int64_t first = 0, stop; first < count; first = stop) {
        int64_t size = 0, posts = 0, last = NONE;
        for (stop = first; stop < count && finder->found[stop].key == finder->found[first].key; stop++) {
            int64_t post = post_around(finder->posts, finder->found[stop].row);
            posts += post != last; /* rows are in order, and so are their posts */
            last = post;
            size += held_by(finder, finder->found[stop].row);
        }
        if (size > most && (double)posts > MIN_MARKED * (double)finder->posts->count &&
            (double)(stop - first) / (double)posts <= MAX_EACH) {
            most = size;
            chosen = first;
            chosen_count = stop - first;
        }
    }
    choose(finder, finder->found + chosen, chosen_count, 1);
    return chosen_count > 0;
}

/* Choose the elements of the posts: all siblings, where posts are runs of siblings. */
static void choose_posts(TextFinder *finder)
{
    const Rows *rows = finder->page->rows;
    int64_t count = 0;
    if (finder->is_whole) {
        for (; count < finder->posts->count; count++)
            finder->found[count] = (Keyed){0, finder->posts->start[count]};
    } else {
        for (int64_t i = 0; i < finder->posts->count; i++)
            if (rows->parent[finder->posts->start[i]] >= 0)
                finder->parent_level[rows->parent[finder->posts->start[i]]] = 1;
        for (int64_t row = 1; row < rows->count; row++)
            if (rows->parent[row] >= 0 && finder->parent_level[rows->parent[row]] &&
                post_around(finder->posts, row) != NONE)
                finder->found[count++] = (Keyed){0, row};
    }
    choose(finder, finder->found, count, 1);
}

/* The size of the text in the chosen rows, which may contain each other. */
static int64_t sum_chosen(const TextFinder *finder)
{
    int64_t sum = 0, end = 0;
    for (int64_t i = 0; i < finder->chosen_count; i++) {
        int64_t row = finder->chosen[i].row;
        if (row >= end) {
            sum += held_by(finder, row);
            end = finder->page->rows->end[row];
        }
    }
    return sum;
}

/* Find the children of the chosen rows with text that are not chosen themselves. */
static int64_t find_children(TextFinder *finder, int level)
{
    const Rows *rows = finder->page->rows;
    int64_t count = 0;
    for (int64_t i = 0; i < finder->chosen_count; i++)
        for (int64_t row = finder->chosen[i].row, child = row + 1; child < rows->end[row];
             child = rows->end[child])
            if (finder->level[child] != level && held_by(finder, child) > 0)
                finder->found[count++] = (Keyed){finder->page->marks->name[child], child};
    return count;
}

/* Whether a tag is that of a box, unlike a paragraph. */
static int is_text_box(int64_t tag)
{
    switch (tag) {
    case TAG_DIV:
    case TAG_SECTION:
    case TAG_ARTICLE:
    case TAG_MAIN:
    case TAG_TABLE:
    case TAG_TBODY:
    case TAG_TR:
    case TAG_TD:
    case TAG_DL:
    case TAG_DD:
    case TAG_FORM:
    case TAG_CENTER:
    case TAG_SPAN:
    case TAG_FONT:
        return 1;
    default:
        return 0;
    }
}

/* Replace the chosen rows by their children of one kind, if these have enough of the text, and one each. Returns
   whether they do. */
static int go_down(TextFinder *finder, int level, double least, int only_boxes)
{
    const Rows *rows = finder->page->rows;
    int64_t count = find_children(finder, level), most = 0, chosen = 0, chosen_count = 0, parents = 0;
    mt_sort_keyed(finder->found, count);
    for (int64_t first = 0, stop; first < count; first = stop) {
        int64_t size = 0;
        for (stop = first; stop < count && finder->found[stop].key == finder->found[first].key; stop++)
            size += held_by(finder, finder->found[stop].row);
        if (size > most) {
            most = size;
            chosen = first;
            chosen_count = stop - first;
        }
    }
    if (!chosen_count || (double)most < least)
        return 0;
    for (int64_t i = chosen; i < chosen + chosen_count; i++) {
        int64_t parent = rows->parent[finder->found[i].row];
        parents += finder->parent_level[parent] != level + 1;
        finder->parent_level[parent] = (Byte)(level + 1);
        if (only_boxes && !is_text_box(rows->tag[finder->found[i].row]))
            return 0;
    }
    if ((double)chosen_count / (double)parents > MAX_EACH)
        return 0;
    choose(finder, finder->found + chosen, chosen_count, level + 1);
    return 1;
}

static void choose_elements(TextFinder *finder)
{
    sum_texts(finder);
    int is_marked = choose_marked(finder);
    if (!is_marked)
        choose_posts(finder);
    double least = (is_marked ? NEARLY_ALL : MOST_OF_ALL) * (double)sum_chosen(finder);
    for (int level = 1; level <= MAX_TEXT_DEPTH && go_down(finder, level, least, is_marked);)
        level++;
}

/* -- blocks ------------------------------------------------------------------------------------------ */

/* Mark the blocks of posts in the chosen elements; and where a post has none there, all its blocks with text. */
static void find_inside(TextFinder *finder, Byte *is_inside)
{
    const Segments *found = finder->page->found;
    const int64_t *owner = finder->posts->owner;
    int64_t next = 0, end = 0;
    for (int64_t block = 0; block < found->count; block++) {
        int64_t row = found->first_row[block];
        for (; next < finder->chosen_count && finder->chosen[next].row <= row; next++)
            if (finder->page->rows->end[finder->chosen[next].row] > end)
                end = finder->page->rows->end[finder->chosen[next].row];
        is_inside[block] = row < end && owner[block] != NONE && finder->page->is_free[block];
        if (is_inside[block])
            finder->has_text[owner[block]] = 1;
    }
    for (int64_t block = 0; block < found->count; block++)
        if (owner[block] != NONE && !finder->has_text[owner[block]])
            is_inside[block] = finder->page->is_free[block] && text_of(finder, block) > 0;
}

static int is_byline(const TextFinder *finder, int64_t block)
{
    const PostEvidence *evidence = finder->evidence;
    return (evidence->has_time[block] || evidence->has_person[block]) && mt_is_post_line(evidence, block);
}

/* Drop what is no text. A line with the name or the time is none, unless the post has no other line. */
static void find_texts(TextFinder *finder, PostTexts *texts)
{
    const int64_t *owner = finder->posts->owner;
    for (int64_t block = 0; block < finder->page->found->count; block++)
        if (texts->is_inside[block] && !is_byline(finder, block))
            finder->has_line[owner[block]] = 1;
    for (int64_t block = 0; block < finder->page->found->count; block++) {
        int64_t row = finder->page->found->first_row[block];
        texts->is_text[block] = texts->is_inside[block] && !texts->is_common[block] &&
                                !(finder->page->rows->flags[row] & (FLAG_CONTROL | FLAG_NAV | FLAG_FOOTER)) &&
                                finder->page->marks->aside[row] <= finder->posts->start[owner[block]] &&
                                !(finder->has_line[owner[block]] && is_byline(finder, block));
    }
}

/* Numbers that are equal for equal texts: sums of counts. If a page has marks such as powers, some digits and
   punctuation are written differently. */
static void find_likeness(const TextFinder *finder, PostTexts *texts)
{
    static const uint64_t factors[] = {0x9E3779B97F4A7C15u, 0xC2B2AE3D27D4EB4Fu, 0x165667B19E3779F9u,
                                       0xD6E8FEB86659FD93u};
    const Segments *found = finder->page->found;
    const Table *table = finder->page->table;
    const int32_t *cjk = mt_count_column(table, COUNT_CJK), *upper = mt_count_column(table, COUNT_UPPER);
    const int32_t *words = mt_count_column(table, COUNT_WORDS),
                  *digits = mt_count_column(table, COUNT_DIGITS);
    const int32_t *punctuation = mt_count_column(table, COUNT_LATIN_PUNCTUATION);
    uint64_t is_exact = !finder->page->parser->has_marks;
    for (int64_t i = 0; i < finder->posts->count; i++)
        texts->likeness[i] = 0;
    for (int64_t block = 0; block < found->count; block++) {
        int64_t stop = block + 1 < found->count ? found->first[block + 1] : found->leaf_count;
        for (int64_t i = found->first[block]; texts->is_text[block] && i < stop; i++) {
            int64_t row = found->leaves[i];
            uint64_t solid = (uint64_t)(found->chars[row] - words[row] + 1); /* without white space */
            texts->likeness[finder->posts->owner[block]] +=
                (uint64_t)cjk[row] + (uint64_t)upper[row] * factors[0] +
                is_exact * (solid * factors[1] + (uint64_t)digits[row] * factors[2] +
                            (uint64_t)punctuation[row] * factors[3]);
        }
    }
}

/* -- all of it --------------------------------------------------------------------------------------- */

static Outcome run(TextFinder *finder, const Byte *is_alphabetic, PostTexts *texts)
{
    Outcome outcome =
        mt_find_common_lines(finder->page, finder->evidence, finder->posts, is_alphabetic, texts->is_common);
    if (outcome != OUTCOME_OK)
        return outcome;
    choose_elements(finder);
    find_inside(finder, texts->is_inside);
    find_texts(finder, texts);
    find_likeness(finder, texts);
    return OUTCOME_OK;
}

Outcome mt_find_post_texts(const ThreadPage *page, const PostEvidence *evidence, const Posts *posts,
                           const Byte *is_alphabetic, PostTexts *texts)
{
    size_t rows = (size_t)page->rows->count, count = (size_t)posts->count;
    TextFinder finder = {.page = page, .evidence = evidence, .posts = posts, .is_whole = 1};
    for (int64_t i = 0; i < posts->count; i++)
        finder.is_whole &= posts->end[i] == page->rows->end[posts->start[i]];
    finder.before = mt_allocate((rows + 1) * sizeof *finder.before);
    finder.found = mt_allocate((2 * rows + count) * sizeof *finder.found);
    finder.level = mt_allocate_zeroed(2 * (rows + count), 1);
    Outcome outcome = OUTCOME_NO_MEMORY;
    if (finder.before && finder.found && finder.level) {
        finder.chosen = finder.found + rows;
        finder.parent_level = finder.level + rows;
        finder.has_text = finder.parent_level + rows;
        finder.has_line = finder.has_text + count;
        outcome = run(&finder, is_alphabetic, texts);
    }
    mt_release(finder.before);
    mt_release(finder.found);
    mt_release(finder.level);
    return outcome;
}
