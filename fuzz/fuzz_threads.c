/* Hints at posts and comments, and the second look at blocks of a thread. */
#include "fuzz.h"
#include "generated/features.h"
#include "model/model.h"
#include "threads/threads.h"

/* The columns of a thread are numbers; its changes are of blocks that were kept, or were not. */
static Outcome look(FuzzPage *page, const ThreadPage *threads, const Posts *posts, const PostTexts *texts)
{
    int64_t blocks = threads->found->count, count = 0;
    double *probability = fuzz_array(page, blocks, sizeof *probability);
    double *kinds = fuzz_array(page, PAGE_KIND_COUNT, sizeof *kinds);
    int64_t *words = fuzz_array(page, blocks, sizeof *words), *post = fuzz_array(page, blocks, sizeof *post);
    int64_t *chosen = fuzz_array(page, blocks, sizeof *chosen);
    float *columns = fuzz_array(page, blocks * POST_COUNT, sizeof *columns);
    Byte *kept = fuzz_array(page, blocks, 1), *in_comment = fuzz_array(page, blocks, 1);
    for (int64_t i = 0; i < PAGE_KIND_COUNT; i++)
        kinds[i] = 0.125;
    for (int64_t block = 0; block < blocks; block++) {
        probability[block] = (double)(fuzz_chance(page) % 65) / 64;
        words[block] = fuzz_chance(page) % 100;
        post[block] = texts->is_text[block] ? posts->owner[block] : NONE;
        count = post[block] >= count ? post[block] + 1 : count;
        kept[block] = fuzz_chance(page) % 2;
        in_comment[block] = post[block] == NONE && fuzz_chance(page) % 8 == 0;
    }
    Thread thread = {.blocks = blocks,
                     .rows = page->rows,
                     .posts = count,
                     .probability = probability,
                     .words = words,
                     .element = threads->found->element,
                     .post = post,
                     .in_comment = in_comment,
                     .kept = kept,
                     .parent = threads->rows->parent,
                     .name = threads->marks->name,
                     .kinds = kinds,
                     .seed = page->parser->hash_seed};
    int64_t found = mt_describe_posts(&thread, chosen, columns);
    for (int64_t i = 0; i < found; i++)
        CHECK(columns[POST_NUMBER * found + i] == (float)post[chosen[i]] &&
              columns[POST_SIMILAR_BLOCKS * found + i] > 0);
    if (found < 0)
        return OUTCOME_NO_MEMORY;
    int16_t feature = POST_ODDS;
    float bound = 0, leaf[2] = {-1, 1}, bias = 0;
    Forest trees = {POST_COUNT, 1, 1, 1, &feature, &bound, leaf, &bias};
    Byte *added = fuzz_array(page, blocks, 1), *dropped = fuzz_array(page, blocks, 1);
    if (mt_look_at_posts(&thread, &trees, 0.5, -0.5, in_comment, added, dropped) < 0)
        return OUTCOME_NO_MEMORY;
    for (int64_t block = 0; block < blocks; block++) {
        CHECK(!added[block] || (!kept[block] && !in_comment[block] && post[block] != NONE));
        CHECK(!dropped[block] || kept[block]);
    }
    return OUTCOME_OK;
}

/* Texts are inside of their elements, and of posts. */
static Outcome find_texts(FuzzPage *page, const ThreadPage *threads, const PostEvidence *evidence,
                          const JudgedGroup *judged)
{
    static Byte is_alphabetic[KNOWN_CODES];
    for (int code = 0x80; code < KNOWN_CODES && !is_alphabetic[KNOWN_CODES - 1]; code++)
        is_alphabetic[code] = code & 1;
    int64_t blocks = threads->found->count;
    Posts posts = {judged->group->start, judged->group->end, judged->group->count, judged->owner};
    PostTexts texts = {.likeness = fuzz_array(page, posts.count, sizeof(uint64_t)),
                       .is_text = fuzz_array(page, blocks, 1),
                       .is_inside = fuzz_array(page, blocks, 1),
                       .is_common = fuzz_array(page, blocks, 1)};
    Outcome outcome = mt_find_post_texts(threads, evidence, &posts, is_alphabetic, &texts);
    for (int64_t block = 0; outcome == OUTCOME_OK && block < blocks; block++) {
        CHECK(!texts.is_text[block] || (texts.is_inside[block] && !texts.is_common[block]));
        CHECK(!texts.is_inside[block] || (posts.owner[block] != NONE && threads->is_free[block]));
    }
    return outcome == OUTCOME_OK ? look(page, threads, &posts, &texts) : outcome;
}

/* Every block belongs to a post around it; lists of blocks are in order. */
static Outcome judge(FuzzPage *page, ThreadPage threads, const PostGroups *groups)
{
    const Segments *found = threads.found;
    void *memory = fuzz_array(page, (int64_t)post_evidence_size(found->count) + 1, 1);
    Byte *is_free = fuzz_array(page, found->count, 1);
    for (int64_t block = 0; block < found->count; block++)
        is_free[block] = fuzz_chance(page) % 8 > 0;
    PostEvidence evidence = mt_post_evidence_in(memory, found->count);
    threads.is_free = is_free;
    mt_find_post_evidence(&threads, &evidence);
    for (int64_t block = 0; block < found->count; block++)
        CHECK(evidence.chars[block] > 0 && evidence.size[block] >= evidence.prose[block] &&
              evidence.prose[block] >= evidence.running[block]);
    JudgedGroups judged;
    Outcome outcome = mt_judge_groups(&threads, &evidence, groups, &judged);
    for (int i = 0; outcome == OUTCOME_OK && i < judged.count; i++) {
        const JudgedGroup *one = &judged.at[i];
        CHECK(one->good > 1 && one->good <= one->group->count && one->full >= 0 && one->full <= 1);
        CHECK(one->name_count <= one->good && one->title_count <= one->good && one->score > 0);
        for (int64_t block = 0; block < found->count; block++) {
            int64_t post = one->owner[block], row = found->first_row[block];
            CHECK(post == NONE || (one->group->start[post] <= row && row < one->group->end[post]));
        }
        int64_t *owner = fuzz_array(page, found->count, sizeof *owner), reply = one->group->start[0];
        int64_t opening = mt_find_opening(threads.rows, found, &evidence, reply, owner);
        CHECK(opening >= NONE && opening <= reply);
        for (int64_t block = 0; opening != NONE && block < found->count; block++)
            CHECK(owner[block] == NONE || found->first_row[block] >= opening);
        for (int64_t j = 1; j < one->name_count; j++)
            CHECK(one->names[j - 1] < one->names[j]);
        for (int64_t j = 1; j < one->title_count; j++)
            CHECK(one->titles[j - 1] < one->titles[j]);
    }
    if (outcome == OUTCOME_OK && judged.count)
        outcome = find_texts(page, &threads, &evidence, &judged.at[0]);
    mt_free_judged_groups(&judged);
    return outcome;
}

/* Every number is within its bounds; every hint belongs to a leaf; the rows of a group are in order. */
int fuzz_threads(FuzzPage *page)
{
    Rows rows = fuzz_rows_of(page);
    Segments found = {.leaf_count = page->leaf_count,
                      .count = page->blocks,
                      .chars = page->chars,
                      .leaves = page->leaves,
                      .first = page->first,
                      .first_row = page->first_row,
                      .element = page->element};
    ThreadMarks marks = {.flags = fuzz_array(page, page->rows, sizeof(int64_t)),
                         .name = fuzz_array(page, page->rows, sizeof(int64_t)),
                         .number_name = fuzz_array(page, page->rows, sizeof(int64_t)),
                         .aside = fuzz_array(page, page->rows, sizeof(int64_t))};
    Byte **const columns[] = {&marks.is_time,     &marks.is_person, &marks.in_person,    &marks.in_author,
                              &marks.in_comments, &marks.in_thread, &marks.is_elsewhere, &marks.has_item,
                              &marks.has_body,    &marks.in_body};
    for (int i = 0; i < MARK_BYTES; i++)
        *columns[i] = fuzz_array(page, page->rows, 1);
    if (mt_mark_threads(page->parser, page->table, &rows, &found, &marks) != OUTCOME_OK)
        return 0;
    int64_t tags = LISTED_TAGS + page->table->local_tag_count;
    for (int64_t row = 0; row < page->rows; row++) {
        CHECK(marks.flags[row] >= 0 && marks.flags[row] < 256);
        CHECK(marks.name[row] == rows.tag[row] ||
              (marks.name[row] >= tags && marks.name[row] < tags + 2 * page->rows));
        CHECK(marks.number_name[row] == NONE || marks.number_name[row] >= tags);
        CHECK(!marks.is_person[row] || rows.tag[row] == TAG_A || (marks.flags[row] & MARK_AUTHOR));
        CHECK(marks.aside[row] <= row);
        CHECK(!marks.is_time[row] || page->chars[row] > 0);
        CHECK(!page->table->attributes[row].count ? marks.name[row] == rows.tag[row] && !marks.flags[row]
                                                  : 1);
    }
    PostGroups groups;
    Byte *times = fuzz_array(page, page->rows, 1);
    for (int64_t row = 0; row < page->rows; row++)
        times[row] = marks.is_time[row] && fuzz_chance(page) % 4;
    ThreadPage threads = {page->parser, page->table, &rows, &found, &marks, times, NULL};
    Outcome outcome = mt_find_post_groups(&threads, &groups);
    if (outcome == OUTCOME_OK)
        outcome = judge(page, threads, &groups);
    for (int i = 0; outcome == OUTCOME_OK && i < groups.count; i++) {
        const PostGroup *group = &groups.at[i];
        CHECK(group->count > 1 && group->start[0] > 0);
        for (int64_t j = 0; j < group->count; j++)
            CHECK(group->start[j] < group->end[j] && group->end[j] <= page->rows &&
                  (j == 0 || group->start[j - 1] < group->start[j]));
    }
    mt_free_post_groups(&groups);
    return outcome == OUTCOME_OK;
}
