/* Hints at posts and comments. */
#include "fuzz.h"
#include "threads/threads.h"

/* Equal rows have equal names; every hint belongs to a leaf, every profile to a link. */
int fuzz_threads(FuzzPage *page)
{
    Rows rows = fuzz_rows_of(page);
    Segments found = {.leaf_count = page->leaf_count,
                      .count = page->blocks,
                      .chars = page->chars,
                      .leaves = page->leaves,
                      .first = page->first};
    ThreadMarks marks = {.flags = fuzz_array(page, page->rows, sizeof(int64_t)),
                         .name = fuzz_array(page, page->rows, sizeof(int64_t)),
                         .number_name = fuzz_array(page, page->rows, sizeof(int64_t)),
                         .is_profile = fuzz_array(page, page->rows, 1),
                         .time_hint = fuzz_array(page, page->rows, 1)};
    if (mt_mark_threads(page->parser, page->table, &rows, &found, &marks) != OUTCOME_OK)
        return 0;
    int64_t tags = LISTED_TAGS + page->table->local_tag_count;
    for (int64_t row = 0; row < page->rows; row++) {
        CHECK(marks.flags[row] >= 0 && marks.flags[row] < 256);
        CHECK(marks.name[row] == rows.tag[row] ||
              (marks.name[row] >= tags && marks.name[row] < tags + 2 * page->rows));
        CHECK(marks.number_name[row] == NONE || marks.number_name[row] >= tags);
        CHECK(!marks.is_profile[row] || rows.tag[row] == TAG_A);
        CHECK(!marks.time_hint[row] || page->chars[row] > 0);
        CHECK(!page->table->attributes[row].count ? marks.name[row] == rows.tag[row] && !marks.flags[row]
                                                  : 1);
    }
    return 1;
}
