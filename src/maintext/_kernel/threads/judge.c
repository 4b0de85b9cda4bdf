/* Groups of possible posts -> those in which most are posts (see maintext.threads.groups). */
#include "base/memory.h"
#include "threads/threads.h"

enum {
    MIN_MEAN_SIZE = 8,   /* of the posts */
    MAX_NAME_CHARS = 40, /* of a line that may be a name */
    MIN_TITLE_SIZE = 20,
    LINK_LEVELS = 4, /* above a text, where its link is looked for */
};

#define RUN_FACTOR 0.6 /* weight of a post that is a run of siblings, not one element */

typedef struct {
    const ThreadPage *page;
    const PostEvidence *evidence;
    int is_thread;
    int64_t *nearest;                               /* per row: the post that is around it */
    int64_t *size;                                  /* per post: size of its text */
    Byte *has_time, *has_name, *is_good, *has_line; /* per post */
} Judge;

enum { HAS_NAME_LINE = 1, HAS_TITLE = 2 }; /* in has_line */

static int is_most_of(int64_t part, int64_t whole) { return (double)part / (double)whole > MIN_SHARE; }

/* -- one group -------------------------------------------------------------------------------------- */

/* For each block, the innermost post that contains it, or NONE. */
static void find_owners(Judge *judge, const PostGroup *group, int64_t *owner)
{
    const int64_t *parent = judge->page->rows->parent, *first_row = judge->page->found->first_row;
    int is_nested = 0;
    for (int64_t i = 0; i + 1 < group->count; i++)
        is_nested |= group->end[i] > group->start[i + 1];
    for (int64_t row = 0, next = 0; is_nested && row < judge->page->rows->count; row++) {
        judge->nearest[row] = parent[row] < 0 ? NONE : judge->nearest[parent[row]];
        if (next < group->count && group->start[next] == row)
            judge->nearest[row] = next++;
    }
    for (int64_t block = 0, next = 0; block < judge->page->found->count; block++) {
        int64_t row = first_row[block];
        while (next < group->count && group->start[next] <= row)
            next++;
        int is_inside = next > 0 && row < group->end[next - 1];
        owner[block] = is_nested ? judge->nearest[row] : is_inside ? next - 1 : NONE;
    }
}

/* Find which posts have a time or a name, and the size of their texts without what surrounds these. */
static void sum_blocks(Judge *judge, const PostGroup *group, const int64_t *owner)
{
    const PostEvidence *evidence = judge->evidence;
    int is_whole = 1; /* the element of a post does not surround its own text */
    for (int64_t i = 0; i < group->count; i++) {
        is_whole &= group->end[i] == judge->page->rows->end[group->start[i]];
        judge->size[i] = 0;
        judge->has_time[i] = judge->has_name[i] = judge->has_line[i] = 0;
    }
    for (int64_t block = 0; block < judge->page->found->count; block++) {
        int64_t post = owner[block];
        if (post == NONE)
            continue;
        judge->has_time[post] |= evidence->has_time[block];
        judge->has_name[post] |= evidence->has_person[block];
        if (judge->page->marks->aside[judge->page->found->first_row[block]] < group->start[post] + is_whole)
            judge->size[post] += evidence->prose[block];
    }
}

/* Count the good posts: those with a text, and a name or a time. Returns 0 if there are too few. */
static int64_t count_good(Judge *judge, const PostGroup *group, int *in_thread)
{
    const ThreadMarks *marks = judge->page->marks;
    int64_t count = group->count, signed_count = 0, good = 0;
    int is_numbered = 1;
    for (int64_t i = 0; i < count; i++) {
        int is_signed = judge->has_time[i] || judge->has_name[i];
        signed_count += is_signed;
        judge->is_good[i] = judge->size[i] > 0 && is_signed;
        good += judge->is_good[i];
        is_numbered &= judge->has_time[i] && marks->number_name[group->start[i]] != NONE;
    }
    *in_thread = mt_is_most(marks->in_thread, group->start, count);
    if ((double)signed_count / (double)count < MIN_SHARE ||
        (good < MIN_UNMARKED && !*in_thread && !is_numbered && !judge->is_thread))
        return 0;
    *in_thread |= mt_is_most(marks->has_body, group->start, count);
    if (!group->is_run && (*in_thread || mt_is_most(marks->has_item, group->start, count)))
        return good;
    good = 0;
    for (int64_t i = 0; i < count; i++) { /* a post is more than a paragraph */
        judge->is_good[i] &= judge->has_time[i] && judge->page->rows->tag[group->start[i]] != TAG_P;
        good += judge->is_good[i];
    }
    return good < MIN_UNMARKED ? 0 : good;
}

/* Whether a text links to a place inside a page, as the titles of posts do, or does not link; -1 when out of
   memory. */
static int leads_here(const Judge *judge, int64_t row)
{
    for (int level = 0; level <= LINK_LEVELS && row >= 0; level++, row = judge->page->rows->parent[row]) {
        if (judge->page->rows->tag[row] != TAG_A)
            continue;
        const Attribute *href =
            mt_attribute_named(judge->page->parser, judge->page->table->attributes[row], "href");
        if (!href)
            return 0;
        View url = mt_value_of(judge->page->parser, href);
        return !url.text ? -1 : url.length && memchr(url.text, '#', url.length) != NULL;
    }
    return 1;
}

/* Find the first line of each good post that may be a name, and the first linked title. */
static Outcome find_lines(Judge *judge, JudgedGroup *judged)
{
    const PostEvidence *evidence = judge->evidence;
    for (int64_t block = 0; block < judge->page->found->count; block++) {
        int64_t post = judged->owner[block], row = judge->page->found->first_row[block];
        if (post == NONE || !judge->is_good[post] || evidence->has_time[block])
            continue;
        if (!(judge->has_line[post] & HAS_NAME_LINE) && judge->page->is_free[block] &&
            evidence->chars[block] <= MAX_NAME_CHARS &&
            !(judge->page->rows->flags[row] & (FLAG_HEADING | FLAG_CONTROL))) {
            judge->has_line[post] |= HAS_NAME_LINE;
            judged->names[judged->name_count++] = block;
        }
        if (!(judge->has_line[post] & HAS_TITLE) && evidence->is_linked[block] &&
            evidence->size[block] >= MIN_TITLE_SIZE && !evidence->has_person[block]) {
            int is_here = leads_here(judge, row);
            if (is_here < 0)
                return OUTCOME_NO_MEMORY;
            if (is_here)
                continue;
            judge->has_line[post] |= HAS_TITLE;
            judged->titles[judged->title_count++] = block;
        }
    }
    return OUTCOME_OK;
}

/* Judge a group. `is_kept` says whether most of it may be posts. */
static Outcome judge_group(Judge *judge, JudgedGroup *judged, int *is_kept)
{
    const PostGroup *group = judged->group;
    int64_t size = 0, named = 0, full = 0;
    int in_thread;
    *is_kept = 0;
    find_owners(judge, group, judged->owner);
    sum_blocks(judge, group, judged->owner);
    int64_t good = count_good(judge, group, &in_thread);
    for (int64_t i = 0; i < group->count; i++)
        if (judge->is_good[i]) {
            size += judge->size[i];
            named += judge->has_name[i];
            full += judge->has_name[i] && judge->has_time[i];
        }
    double share = (double)good / (double)group->count;
    if (good < 2 || share < MIN_SHARE || (double)size / (double)good < MIN_MEAN_SIZE)
        return OUTCOME_OK;
    int is_named = is_most_of(named, good);
    if (!is_named && group->is_run)
        return OUTCOME_OK;
    Outcome outcome = find_lines(judge, judged);
    int needs_names = !is_named && !in_thread;
    *is_kept = !needs_names || (double)judged->name_count >= MIN_SHARE * (double)good;
    if (!needs_names)
        judged->name_count = 0;
    if (mt_is_most(judge->page->marks->in_comments, group->start, group->count) ||
        (double)judged->title_count <= MIN_SHARE * (double)good)
        judged->title_count = 0;
    judged->good = good;
    judged->full = (double)full / (double)good;
    judged->score = (group->is_run ? RUN_FACTOR : 1.0) * ((double)size * share);
    return outcome;
}

/* -- all of them ------------------------------------------------------------------------------------ */

static Outcome judge_all(Judge *judge, const PostGroups *groups, JudgedGroups *judged)
{
    Outcome outcome = OUTCOME_OK;
    for (int i = 0; outcome == OUTCOME_OK && i < groups->count; i++) {
        JudgedGroup *next = &judged->at[judged->count];
        size_t numbers = (size_t)(judge->page->found->count + 2 * groups->at[i].count);
        int is_kept = 0;
        *next = (JudgedGroup){.group = &groups->at[i], .owner = mt_allocate(numbers * sizeof *next->owner)};
        if (!next->owner)
            return OUTCOME_NO_MEMORY;
        next->names = next->owner + judge->page->found->count;
        next->titles = next->names + groups->at[i].count;
        outcome = judge_group(judge, next, &is_kept);
        if (is_kept)
            judged->count++;
        else
            mt_release(next->owner);
    }
    return outcome;
}

Outcome mt_judge_groups(const ThreadPage *page, const PostEvidence *evidence, const PostGroups *groups,
                        JudgedGroups *judged)
{
    enum { NUMBERS = 2, BYTES = 4 };
    judged->count = 0;
    if (!groups->count)
        return OUTCOME_OK;
    int64_t count = page->rows->count + 1; /* more than posts of a group */
    int64_t *memory = mt_allocate(column_size(NUMBERS, BYTES, count));
    if (!memory)
        return OUTCOME_NO_MEMORY;
    Byte *bytes = byte_columns(memory, NUMBERS, count);
    Judge judge = {.page = page,
                   .evidence = evidence,
                   .is_thread = mt_is_thread(page),
                   .nearest = memory,
                   .size = memory + count,
                   .has_time = bytes,
                   .has_name = bytes + count,
                   .is_good = bytes + 2 * count,
                   .has_line = bytes + 3 * count};
    Outcome outcome = judge_all(&judge, groups, judged);
    mt_release(memory);
    return outcome;
}

void mt_free_judged_groups(JudgedGroups *judged)
{
    while (judged->count)
        mt_release(judged->at[--judged->count].owner);
}
