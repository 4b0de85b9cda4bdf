/* Short lines that the posts of a group share, digits ignored: labels and buttons. In the element with the text,
   nearly all posts must have them. */
#include "base/memory.h"
#include "threads/threads.h"

enum {
    MIN_SHARING = 3,                    /* posts; and half of the group, or four fifths */
    MAX_LETTERS = 4 * MAX_POST_LINE + 4 /* bytes */
};

/* -- letters ---------------------------------------------------------------------------------------- */

typedef struct {
    Byte at[MAX_LETTERS];
    size_t count;
} Letters;

/* Add the letters of a text. A short line has room for all of them. */
static void add_letters(Letters *letters, const Byte *at, const Byte *end, const Byte *is_alphabetic)
{
    while (at < end && letters->count <= MAX_LETTERS - 4) {
        if (*at < 0x80) {
            letters->at[letters->count] = *at;
            letters->count += (size_t)is_letter(*at++);
            continue;
        }
        const Byte *start = at;
        int32_t code = next_code(&at, end);
        if (code < KNOWN_CODES && is_alphabetic[code])
            while (start < at)
                letters->at[letters->count++] = *start++;
    }
}

/* Hash the letters of a block; never 0. */
static uint64_t hash_block(const ThreadPage *page, const Byte *is_alphabetic, int64_t block)
{
    const Segments *found = page->found;
    int64_t stop = block + 1 < found->count ? found->first[block + 1] : found->leaf_count;
    Letters letters;
    letters.count = 0;
    for (int64_t i = found->first[block]; i < stop; i++) {
        int64_t row = found->leaves[i];
        add_letters(&letters, text_from(page->rows, row), text_from(page->rows, row + 1), is_alphabetic);
    }
    return hash_bytes(page->parser->hash_seed, letters.at, letters.count) | 1;
}

/* -- counting ---------------------------------------------------------------------------------------- */

typedef struct {
    uint64_t key; /* of a line, or of a line and a post; 0 if unused */
    int64_t posts;
} LineSlot;

typedef struct {
    LineSlot *slots;
    uint64_t mask;
} LineTable;

static LineSlot *slot_for(const LineTable *table, uint64_t key)
{
    uint64_t at = key >> 8 & table->mask;
    while (table->slots[at].key && table->slots[at].key != key)
        at = (at + 1) & table->mask;
    return &table->slots[at];
}

/* Count a post that has a line, once. */
static void count_post(const LineTable *table, uint64_t line, int64_t post)
{
    LineSlot *both = slot_for(table, mix(line ^ mix((uint64_t)post + 1)) | 1);
    if (both->key)
        return;
    both->key = mix(line ^ mix((uint64_t)post + 1)) | 1;
    LineSlot *slot = slot_for(table, line);
    slot->key = line;
    slot->posts++;
}

/* -- all of them ------------------------------------------------------------------------------------- */

int mt_is_post_line(const PostEvidence *evidence, int64_t block)
{
    return evidence->chars[block] <= MAX_POST_LINE && !evidence->in_body[block];
}

/* Whether a line of a post counts: also one in the element with the text, if it is links or a heading. */
static int may_be_shared(const ThreadPage *page, const PostEvidence *evidence, int64_t block)
{
    int is_set_apart =
        evidence->is_linked[block] || page->rows->flags[page->found->first_row[block]] & FLAG_HEADING;
    return evidence->chars[block] <= MAX_POST_LINE && (!evidence->in_body[block] || is_set_apart);
}

Outcome mt_find_common_lines(const ThreadPage *page, const PostEvidence *evidence, const Posts *posts,
                             const Byte *is_alphabetic, Byte *is_common)
{
    int64_t blocks = page->found->count;
    size_t lines = 0, slots = 16;
    memset(is_common, 0, (size_t)blocks);
    for (int64_t block = 0; block < blocks; block++)
        lines += posts->owner[block] != NONE && may_be_shared(page, evidence, block);
    if (posts->count < MIN_SHARING || lines < MIN_SHARING)
        return OUTCOME_OK;
    while (slots < 3 * lines) /* a line has two keys at most */
        slots *= 2;
    LineTable table = {mt_allocate_zeroed(slots, sizeof *table.slots), slots - 1};
    uint64_t *hashes = mt_allocate((size_t)blocks * sizeof *hashes);
    if (!table.slots || !hashes) {
        mt_release(table.slots);
        mt_release(hashes);
        return OUTCOME_NO_MEMORY;
    }
    for (int64_t block = 0; block < blocks; block++) {
        int is_line = posts->owner[block] != NONE && may_be_shared(page, evidence, block);
        hashes[block] = is_line ? hash_block(page, is_alphabetic, block) : 0;
        if (is_line)
            count_post(&table, hashes[block], posts->owner[block]);
    }
    for (int64_t block = 0; block < blocks; block++) {
        int64_t sharing = hashes[block] ? slot_for(&table, hashes[block])->posts : 0;
        int64_t least = evidence->in_body[block] ? 4 * posts->count / 5 : (posts->count + 1) / 2;
        is_common[block] = sharing >= MIN_SHARING && sharing >= least;
    }
    mt_release(table.slots);
    mt_release(hashes);
    return OUTCOME_OK;
}
