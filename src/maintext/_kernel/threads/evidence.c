/* Properties of every block that the search for posts uses: names, times, text. */
#include "threads/threads.h"

enum {
    MAX_LINE_CHARS = 120,  /* of a line with a name or a time */
    MIN_RUNNING_SIZE = 40, /* of running text */
};

PostEvidence mt_post_evidence_in(void *memory, int64_t blocks)
{
    int64_t *numbers = memory;
    Byte *bytes = byte_columns(numbers, EVIDENCE_NUMBERS, blocks);
    return (PostEvidence){
        .chars = numbers,
        .size = numbers + blocks,
        .prose = numbers + 2 * blocks,
        .running = numbers + 3 * blocks,
        .has_time = bytes,
        .has_person = bytes + blocks,
        .is_linked = bytes + 2 * blocks,
        .in_body = bytes + 3 * blocks,
    };
}

void mt_find_post_evidence(const ThreadPage *page, PostEvidence *evidence)
{
    const Rows *rows = page->rows;
    const Segments *found = page->found;
    const ThreadMarks *marks = page->marks;
    const int32_t *cjk = mt_count_column(page->table, COUNT_CJK);
    for (int64_t block = 0; block < found->count; block++) {
        int64_t stop = block + 1 < found->count ? found->first[block + 1] : found->leaf_count;
        int64_t chars = 0, size = 0, linked = 0;
        int has_time = 0, has_person = 0;
        for (int64_t i = found->first[block]; i < stop; i++) {
            int64_t leaf = found->leaves[i];
            chars += found->chars[leaf];
            size += found->chars[leaf] + cjk[leaf];
            linked += rows->flags[leaf] & FLAG_LINK ? found->chars[leaf] : 0;
            has_time |= page->times[leaf];
            has_person |= marks->in_person[leaf];
        }
        int64_t row = found->first_row[block], flags = rows->flags[row];
        int is_apart = 2 * linked > chars || (flags & (FLAG_CONTROL | FLAG_NAV | FLAG_FOOTER));
        int is_line = (flags & FLAG_HEADING) || ((has_time || has_person) && chars <= MAX_LINE_CHARS);
        int is_prose = page->is_free[block] && !is_apart && (marks->in_body[row] || !is_line);
        int is_running = is_prose && size >= MIN_RUNNING_SIZE && !marks->is_elsewhere[row];
        evidence->chars[block] = chars;
        evidence->size[block] = size;
        evidence->prose[block] = is_prose ? size : 0;
        evidence->running[block] = is_running ? size : 0;
        evidence->has_time[block] = (Byte)has_time;
        evidence->has_person[block] = (Byte)has_person;
        evidence->is_linked[block] = 2 * linked > chars;
        evidence->in_body[block] = marks->in_body[row];
    }
}
