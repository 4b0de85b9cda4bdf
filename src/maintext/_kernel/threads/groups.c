/* Groups of similar elements that may be the posts of a thread (see maintext.threads.groups).

   Elements marked as posts, and ids with numbers, are groups by themselves. Texts, times and names of people show
   where a post is: it is the largest element that contains exactly one of a group of them. */
#include "base/memory.h"
#include "threads/threads.h"

#include <stdlib.h>

typedef struct {
    int64_t first, count; /* in an array of Keyed */
} GroupSpan;

typedef struct {
    const ThreadPage *page;
    int64_t *bylines, byline_count; /* first rows of the blocks with a time or an author, sorted */
    int64_t *marked, marked_count;  /* shown elements that `add_marked` looks at */
    int is_thread;                  /* the page as a whole is marked as one */
    uint64_t seen[MAX_GROUPS];      /* hashes of groups that were looked at */
    int seen_count;
    PostGroups *groups;
    int is_full, has_failed;
} Finder;

/* -- rows that are alike ---------------------------------------------------------------------------- */

static int compare_keyed(const void *one, const void *other)
{
    const Keyed *a = one, *b = other;
    return a->key != b->key ? (a->key > b->key) - (a->key < b->key) : (a->row > b->row) - (a->row < b->row);
}

void mt_sort_keyed(Keyed *rows, int64_t count) { qsort(rows, (size_t)count, sizeof *rows, compare_keyed); }

static int compare_spans(const void *one, const void *other) /* larger ones first, otherwise in order */
{
    const GroupSpan *a = one, *b = other;
    return a->count != b->count ? (a->count < b->count) - (a->count > b->count)
                                : (a->first > b->first) - (a->first < b->first);
}

/* Sort rows by key, and find the groups of at least two rows with one key. `spans` has room for half of them. */
static int64_t group_alike(Keyed *rows, int64_t count, GroupSpan *spans)
{
    int64_t found = 0;
    mt_sort_keyed(rows, count);
    for (int64_t first = 0, stop; first < count; first = stop) {
        for (stop = first + 1; stop < count && rows[stop].key == rows[first].key;)
            stop++;
        if (stop - first > 1)
            spans[found++] = (GroupSpan){first, stop - first};
    }
    qsort(spans, (size_t)found, sizeof *spans, compare_spans);
    return found;
}

/* -- one group -------------------------------------------------------------------------------------- */

int mt_is_most(const Byte *column, const int64_t *rows, int64_t count)
{
    int64_t marked = 0;
    for (int64_t i = 0; i < count; i++)
        marked += column[rows[i]] != 0;
    return (double)marked / (double)count > MIN_SHARE;
}

static int all_numbered(const Finder *finder, const PostGroup *group)
{
    for (int64_t i = 0; i < group->count; i++)
        if (finder->page->marks->number_name[group->start[i]] == NONE)
            return 0;
    return 1;
}

/* Quick tests, which most groups fail. */
static int may_be_posts(const Finder *finder, const PostGroup *group)
{
    double least = MIN_SHARE * (double)group->count;
    if (group->count < 2 || (double)finder->byline_count < least ||
        mt_is_most(finder->page->marks->is_elsewhere, group->start, group->count))
        return 0;
    if (group->count < MIN_UNMARKED && !finder->is_thread &&
        !mt_is_most(finder->page->marks->in_thread, group->start, group->count) &&
        !all_numbered(finder, group))
        return 0;
    int64_t signed_count = 0;
    for (int64_t i = 0; i < group->count; i++)
        signed_count += mt_rows_before(finder->bylines, finder->byline_count, group->end[i]) >
                        mt_rows_before(finder->bylines, finder->byline_count, group->start[i]);
    return (double)signed_count >= least;
}

static int64_t end_of_parent(const Rows *page, int64_t row)
{
    return page->parent[row] < 0 ? page->count : page->end[page->parent[row]];
}

/* Add a group of rows; each ends with its element, or where the next one starts. */
static void add_group(Finder *finder, const Keyed *rows, int64_t count, int is_run)
{
    const Rows *page = finder->page->rows;
    if (finder->is_full || finder->has_failed)
        return;
    PostGroup group = {.count = count, .is_run = is_run};
    group.start = mt_allocate((size_t)(2 * count) * sizeof *group.start);
    if (!group.start) {
        finder->has_failed = 1;
        return;
    }
    group.end = group.start + count;
    for (int64_t i = 0; i < count; i++) {
        group.start[i] = rows[i].row;
        group.end[i] = page->end[rows[i].row];
        if (is_run)
            group.end[i] = i + 1 < count ? rows[i + 1].row : end_of_parent(page, rows[i].row);
    }
    uint64_t hash = hash_bytes(0, (const Byte *)group.start, (size_t)(2 * count) * sizeof *group.start);
    int is_new = 1;
    for (int i = 0; i < finder->seen_count; i++)
        is_new &= finder->seen[i] != hash;
    if (is_new && finder->seen_count == MAX_GROUPS) {
        finder->is_full = 1;
        is_new = 0;
    }
    if (is_new)
        finder->seen[finder->seen_count++] = hash;
    if (is_new && may_be_posts(finder, &group))
        finder->groups->at[finder->groups->count++] = group;
    else
        mt_release(group.start);
}

/* -- elements that contain one of a group ----------------------------------------------------------- */

/* Replace each row by the largest element, or the row itself, that contains no other one; the number of them. */
static int64_t find_holders(const Rows *page, const Keyed *rows, int64_t count, Keyed *holders)
{
    int64_t found = 0;
    for (int64_t i = 0; i < count; i++) {
        int64_t row = rows[i].row, last = i ? rows[i - 1].row : NONE;
        int64_t next = i + 1 < count ? rows[i + 1].row : page->count;
        if (next < page->end[row])
            continue;
        for (int64_t parent = page->parent[row]; parent >= 0 && last < parent && next >= page->end[parent];
             parent = page->parent[row])
            row = parent;
        holders[found++] = (Keyed){0, row};
    }
    return found;
}

typedef struct {
    Keyed *rows, *holders;
    GroupSpan *spans, *inner;
} Workspace;

static void add_alike(Finder *finder, Keyed *rows, int64_t count, GroupSpan *spans)
{
    int64_t groups = group_alike(rows, count, spans);
    for (int64_t i = 0; i < groups; i++)
        add_group(finder, rows + spans[i].first, spans[i].count, 0);
}

/* Groups around times, or around names of people, that are in similar elements. */
static void add_around(Finder *finder, const Byte *is_anchor, Workspace *work)
{
    const Rows *page = finder->page->rows;
    const int64_t *name = finder->page->marks->name;
    int64_t tags = LISTED_TAGS + finder->page->table->local_tag_count, count = 0;
    uint64_t names = (uint64_t)(tags + 2 * page->count); /* more than all numbers of names */
    for (int64_t row = 0; row < page->count; row++)
        if (is_anchor[row]) {
            int64_t above = page->parent[row] > 0 ? page->parent[row] : 0;
            int64_t higher = page->parent[above] > 0 ? page->parent[above] : 0;
            uint64_t own = page->tag[row] == TAG_TEXT ? 0 : (uint64_t)name[row];
            uint64_t key = (own * names + (uint64_t)name[above]) * names + (uint64_t)name[higher];
            work->rows[count++] = (Keyed){(int64_t)key, row};
        }
    int64_t groups = group_alike(work->rows, count, work->spans);
    for (int64_t i = 0; i < groups && !finder->is_full && !finder->has_failed; i++) {
        const Keyed *rows = work->rows + work->spans[i].first;
        int64_t held = find_holders(page, rows, work->spans[i].count, work->holders);
        for (int64_t j = 0; j < held; j++)
            work->holders[j].key = name[work->holders[j].row];
        add_alike(finder, work->holders, held, work->inner);
        for (int64_t j = 0; j < held; j++) {
            int64_t row = work->holders[j].row;
            work->holders[j].key = page->parent[row] * tags + page->tag[row];
        }
        int64_t siblings = group_alike(work->holders, held, work->inner);
        for (int64_t j = 0; j < siblings; j++) {
            add_group(finder, work->holders + work->inner[j].first, work->inner[j].count, 0);
            add_group(finder, work->holders + work->inner[j].first, work->inner[j].count, 1);
        }
    }
}

/* -- all of them ------------------------------------------------------------------------------------ */

/* Whether an element has visible text. */
static int is_shown(const ThreadPage *page, int64_t row)
{
    int64_t leaf = mt_rows_before(page->found->leaves, page->found->leaf_count, row);
    return leaf < page->found->leaf_count && page->found->leaves[leaf] < page->rows->end[row];
}

/* The shown elements that are marked as posts or their texts, or have an id with a number. */
static void find_marked(Finder *finder)
{
    const Rows *page = finder->page->rows;
    const ThreadMarks *marks = finder->page->marks;
    for (int64_t row = 0; row < page->count; row++)
        if (((marks->flags[row] & (MARK_ITEM | MARK_BODY)) || marks->number_name[row] != NONE) &&
            page->tag[row] != TAG_TEXT && is_shown(finder->page, row))
            finder->marked[finder->marked_count++] = row;
}

/* Groups of shown elements with a mark and one name, or those with ids of one name if `mark` is 0; of the elements
   that contain one each, if `around`. */
static void add_marked(Finder *finder, int64_t mark, int around, Workspace *work)
{
    const Rows *page = finder->page->rows;
    const ThreadMarks *marks = finder->page->marks;
    const int64_t *name = mark ? marks->name : marks->number_name;
    int64_t count = 0;
    for (int64_t i = 0; i < finder->marked_count; i++) {
        int64_t row = finder->marked[i];
        if (mark ? (marks->flags[row] & mark) != 0 : name[row] != NONE)
            work->rows[count++] = (Keyed){name[row], row};
    }
    int64_t groups = group_alike(work->rows, count, work->spans);
    for (int64_t i = 0; i < groups; i++) {
        const Keyed *rows = work->rows + work->spans[i].first;
        int64_t size = work->spans[i].count;
        if (around) {
            size = find_holders(page, rows, size, work->holders);
            rows = work->holders;
        }
        if (size)
            add_group(finder, rows, size, 0);
    }
}

/* The blocks with a time or an author. */
static void find_bylines(Finder *finder)
{
    const Segments *found = finder->page->found;
    for (int64_t block = 0; block < found->count; block++) {
        int64_t stop = block + 1 < found->count ? found->first[block + 1] : found->leaf_count;
        int is_byline = 0;
        for (int64_t i = found->first[block]; i < stop; i++)
            is_byline |=
                finder->page->times[found->leaves[i]] | finder->page->marks->in_person[found->leaves[i]];
        if (is_byline)
            finder->bylines[finder->byline_count++] = found->first_row[block];
    }
}

int mt_is_thread(const ThreadPage *page)
{
    int64_t rows = page->rows->count;
    const int64_t *depth = page->table->cells + COLUMN_DEPTH * rows;
    for (int64_t row = 0; row < rows; row++)
        if (depth[row] <= 1 && (page->marks->flags[row] & MARK_THREAD))
            return 1;
    return 0;
}

static void find_groups(Finder *finder, Workspace *work)
{
    finder->is_thread = mt_is_thread(finder->page);
    find_bylines(finder);
    if (finder->byline_count < 2) /* too few for the smallest group */
        return;
    find_marked(finder);
    add_marked(finder, MARK_ITEM, 0, work);
    add_marked(finder, 0, 0, work);
    add_marked(finder, MARK_BODY, 1, work);
    add_around(finder, finder->page->times, work);
    add_around(finder, finder->page->marks->is_person, work);
}

Outcome mt_find_post_groups(const ThreadPage *page, PostGroups *groups)
{
    size_t count = (size_t)page->rows->count + 1;
    Workspace work = {.rows = mt_allocate(count * sizeof *work.rows),
                      .holders = mt_allocate(count * sizeof *work.holders),
                      .spans = mt_allocate(count * sizeof *work.spans),
                      .inner = mt_allocate(count * sizeof *work.inner)};
    int64_t *bylines = mt_allocate(((size_t)page->found->count + 1) * sizeof *bylines);
    int64_t *marked = mt_allocate(count * sizeof *marked);
    Finder finder = {.page = page,
                     .bylines = bylines,
                     .marked = marked,
                     .groups = groups,
                     .has_failed =
                         !(work.rows && work.holders && work.spans && work.inner && bylines && marked)};
    groups->count = 0;
    if (!finder.has_failed)
        find_groups(&finder, &work);
    mt_release(work.rows);
    mt_release(work.holders);
    mt_release(work.spans);
    mt_release(work.inner);
    mt_release(bylines);
    mt_release(marked);
    return finder.has_failed ? OUTCOME_NO_MEMORY : OUTCOME_OK;
}

void mt_free_post_groups(PostGroups *groups)
{
    while (groups->count)
        mt_release(groups->at[--groups->count].start);
}
