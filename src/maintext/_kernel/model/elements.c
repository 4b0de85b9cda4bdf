/* Blocks in an element, elements above a block, and elements that repeat. */
#include "base/memory.h"
#include "model/measure.h"

#include <string.h>

static const uint64_t LOOK_FACTOR = 0xD6E8FEB86659FD93u;
static const uint64_t PARENT_FACTOR = 0xA0761D6478BD642Fu;

/* All unlisted tags count as one. */
static uint64_t tag_number(int64_t tag) { return (uint64_t)min_of(tag, LISTED_TAGS) + 1; }

/* Number keys from 0 in order of occurrence; equal keys have the same number. */
static Outcome number_keys(const Facts *facts, const uint64_t *keys, int64_t count, int32_t *number)
{
    int bits = 4;
    while (((int64_t)1 << bits) < 2 * count)
        bits++;
    size_t slot_count = (size_t)1 << bits;
    int32_t *slots =
        mt_allocate_zeroed(slot_count, sizeof *slots); /* position + 1 of the first of equal keys */
    if (!slots)
        return OUTCOME_NO_MEMORY;
    uint64_t spread = mix(facts->parser->hash_seed) | 1; /* prevents crafted keys that share one slot */
    int32_t different = 0;
    for (int64_t i = 0; i < count; i++) {
        size_t slot = (size_t)(keys[i] * spread >> (64 - bits));
        while (slots[slot] && keys[slots[slot] - 1] != keys[i])
            slot = (slot + 1) & (slot_count - 1);
        if (slots[slot]) {
            number[i] = number[slots[slot] - 1];
        } else {
            slots[slot] = (int32_t)(i + 1);
            number[i] = different++;
        }
    }
    mt_release(slots);
    return OUTCOME_OK;
}

/* -- elements above blocks --------------------------------------------------------------------------- */

static void find_ranges(Facts *facts)
{
    const PageRows *page = facts->page;
    int64_t rows = page->rows, row = 0, holders = 0, elements = 0;
    int32_t blocks = (int32_t)page->blocks;
    for (int32_t block = 0; block < blocks; block++)
        while (row <= page->first_row[block])
            facts->low[row++] = block;
    while (row <= rows)
        facts->low[row++] = blocks;
    for (row = 0; row < rows; row++) {
        facts->high[row] = facts->low[page->end[row]];
        int holds = (facts->high[row] > facts->low[row]) & (page->tag[row] != TAG_TEXT);
        facts->holders[holders] = facts->elements[elements] = (int32_t)row;
        holders += holds;
        elements += holds | (page->block[row] == row);
    }
    facts->holder_count = holders;
    facts->element_count = elements;
}

/* Find the elements above each block. Returns 0 if one of them has no blocks. */
static int find_ancestors(Facts *facts)
{
    const PageRows *page = facts->page;
    int64_t blocks = page->blocks;
    int32_t highest = 0;
    for (int64_t i = 0; i < LEVELS * blocks; i++) {
        int64_t row;
        if (i < blocks) {
            row = page->element[i];
        } else {
            int64_t parent = page->parent[facts->above[i - blocks]];
            row = page->block[parent > 0 ? parent : 0];
        }
        int32_t low = facts->low[row], high = facts->high[row];
        facts->above[i] = (int32_t)row;
        facts->above_low[i] = low;
        facts->above_high[i] = high > low ? high : low + 1;
        highest = facts->above_high[i] > highest ? facts->above_high[i] : highest;
    }
    return highest <= blocks;
}

/* Hash the tags of the elements above each block, and number the longest paths. */
static Outcome find_tag_paths(Facts *facts)
{
    int64_t blocks = facts->page->blocks;
    uint64_t *keys = mt_allocate((size_t)blocks * sizeof *keys);
    if (!keys)
        return OUTCOME_NO_MEMORY;
    for (int64_t i = 0; i < blocks; i++) {
        uint64_t key = 0, path = 0;
        for (int level = 0; level < TAG_LEVELS; level++) {
            uint64_t tag = tag_number(facts->page->tag[facts->above[level * blocks + i]]);
            key = mix(key * 3 + tag);
            path = mix(path * 5 + tag);
            if (level == SHORT_PATH - 1)
                facts->short_path[i] = path;
            if (level == LONG_PATH - 1)
                facts->long_path[i] = path;
        }
        keys[i] = key;
    }
    Outcome outcome = number_keys(facts, keys, blocks, facts->tag_group);
    mt_release(keys);
    return outcome;
}

Outcome mt_find_elements(Facts *facts)
{
    const PageRows *page = facts->page;
    find_ranges(facts);
    if (!find_ancestors(facts))
        return OUTCOME_INVALID;
    for (int64_t i = 0; i < page->blocks; i++)
        facts->is_heading[i] = (page->flags[page->first_row[i]] & FLAG_HEADING) != 0;
    return find_tag_paths(facts);
}

/* -- repetition -------------------------------------------------------------------------------------- */

typedef struct {
    uint64_t *path;   /* per row with blocks: hash of its ancestors and itself */
    uint64_t *key;    /* per block element: hash of its parent, tag and names */
    int32_t *kind;    /* number of each key */
    int32_t *count;   /* number of elements per kind */
    int32_t *element; /* per row: number of the block element, from 1; 0 for other rows */
    int64_t element_count;
} Repeats;

/* Sum of the word hashes of each name. */
static uint64_t *sum_names(const Facts *facts)
{
    const NameList *names = &facts->names;
    uint64_t *sums = mt_allocate_zeroed((size_t)names->count, sizeof *sums);
    for (int64_t name = 0; sums && name < names->count; name++)
        for (int64_t i = names->first[name]; i < name_end(names, name); i++)
            sums[name] += names->words.hash[i];
    return sums;
}

static void hash_elements(const Facts *facts, const uint64_t *name_sums, Repeats *repeats)
{
    const PageRows *page = facts->page;
    int64_t blocks = 0;
    for (int64_t i = 0; i < facts->element_count; i++) { /* without a branch: it would be mispredicted */
        int64_t row = facts->elements[i], parent = page->parent[row];
        int64_t holds = facts->high[row] > facts->low[row], is_block = page->block[row] == row;
        uint64_t look = mix(mix(tag_number(page->tag[row]) * LOOK_FACTOR) + name_sums[facts->name[row]]);
        uint64_t above = parent >= 0 ? repeats->path[parent] : 0;
        repeats->path[row] = (above + look * ((uint64_t)page->depth[row] * 2 + 1)) & (uint64_t)-holds;
        repeats->key[blocks] = mix(look + (uint64_t)(parent + 1) * PARENT_FACTOR);
        blocks += is_block;
        repeats->element[row] = (int32_t)(blocks & -is_block);
    }
    repeats->element_count = blocks;
}

static Outcome count_alike(Facts *facts, Repeats *repeats)
{
    Outcome outcome = number_keys(facts, repeats->key, repeats->element_count, repeats->kind);
    if (outcome != OUTCOME_OK)
        return outcome;
    memset(repeats->count, 0, (size_t)repeats->element_count * sizeof *repeats->count);
    for (int64_t i = 0; i < repeats->element_count; i++)
        repeats->count[repeats->kind[i]]++;
    for (int64_t i = 0; i < ALIKE_LEVELS * facts->page->blocks; i++) {
        int32_t element = repeats->element[facts->above[i]];
        facts->alike[i] = element ? repeats->count[repeats->kind[element - 1]] : 0;
    }
    return OUTCOME_OK;
}

/* `key` is unused memory for the path of each block. */
static Outcome group_blocks(Facts *facts, Repeats *repeats, uint64_t *key)
{
    for (int64_t i = 0; i < facts->page->blocks; i++)
        key[i] = repeats->path[facts->page->element[i]];
    return number_keys(facts, key, facts->page->blocks, facts->group);
}

/* Group blocks by the path of their elements, and count the equal siblings of each element above them. */
Outcome mt_find_repeats(Facts *facts)
{
    size_t rows = (size_t)facts->page->rows + 1, of_row = 3 * sizeof(uint64_t) + 3 * sizeof(int32_t);
    uint64_t *name_sums = sum_names(facts);
    uint64_t *memory = mt_allocate(rows * of_row);
    Outcome outcome = name_sums && memory ? OUTCOME_OK : OUTCOME_NO_MEMORY;
    if (outcome == OUTCOME_OK) {
        Repeats repeats = {
            .path = memory, .key = memory + rows, .kind = (int32_t *)(void *)(memory + 3 * rows)};
        repeats.count = repeats.kind + rows;
        repeats.element = repeats.count + rows;
        memset(repeats.path, 0, rows * sizeof *repeats.path);
        memset(repeats.element, 0, rows * sizeof *repeats.element);
        hash_elements(facts, name_sums, &repeats);
        outcome = group_blocks(facts, &repeats, memory + 2 * rows);
        if (outcome == OUTCOME_OK)
            outcome = count_alike(facts, &repeats);
    }
    mt_release(memory);
    mt_release(name_sums);
    return outcome;
}

/* -- headings ---------------------------------------------------------------------------------------- */

enum { LONGEST_HEADING = 20, LONGEST_LABEL = 12 }; /* words */

static int is_label_tag(int64_t tag)
{
    return tag == TAG_DT || tag == TAG_TH || tag == TAG_SUMMARY || tag == TAG_LEGEND || tag == TAG_CAPTION;
}

/* Find for each block the last heading up to it, and the last heading or label. A label is a short block that
   is bold or italic, or whose tag is a label. */
void mt_find_last_headings(Facts *facts)
{
    const PageRows *page = facts->page;
    const int64_t *words = facts->out->words, *emphasis = count_of(facts, TEXT_EMPHASIS);
    int32_t last_heading = -1, last_label = -1;
    for (int32_t i = 0; i < (int32_t)page->blocks; i++) {
        int is_label =
            words[i] > 0 && words[i] <= LONGEST_LABEL &&
            ((double)emphasis[i] >= 0.9 * facts->out->chars[i] || is_label_tag(page->tag[page->element[i]]));
        if (facts->is_heading[i] && words[i] <= LONGEST_HEADING)
            last_heading = last_label = i;
        else if (is_label)
            last_label = i;
        facts->heading[i] = last_heading;
        facts->label[i] = last_label;
    }
}
