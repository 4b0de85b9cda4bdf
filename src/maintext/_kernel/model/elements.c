/* Which blocks an element holds, which elements are above a block, and which of them are alike. */
#include "model/elements.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t FACTOR = 0x9E3779B97F4A7C15u; /* these three: as maintext.features has them */
static const uint64_t LOOK_FACTOR = 0xD6E8FEB86659FD93u;
static const uint64_t PARENT_FACTOR = 0xA0761D6478BD642Fu;

static uint64_t mix(uint64_t number)
{
    number = (number ^ number >> 32) * FACTOR;
    return number ^ number >> 29;
}

/* All tags that are not listed count as one. */
static uint64_t tag_number(int64_t tag) { return (uint64_t)(tag < LISTED_TAGS ? tag : LISTED_TAGS) + 1; }

/* Number keys from 0, the same for the same keys, in the order in which they appear. */
static int number_keys(const uint64_t *keys, int64_t count, int64_t *number)
{
    int bits = 4;
    while (((int64_t)1 << bits) < 2 * count)
        bits++;
    size_t slot_count = (size_t)1 << bits;
    int32_t *slots = calloc(slot_count, sizeof *slots); /* the first key of each kind, by position + 1 */
    if (!slots)
        return -1;
    /* So that nobody can write a page whose keys all want the same slot. */
    uint64_t spread = ((uint64_t)(uintptr_t)slots * FACTOR ^ (uint64_t)(uintptr_t)keys) * FACTOR | 1;
    int64_t different = 0;
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
    free(slots);
    return 0;
}

/* -- elements above blocks ------------------------------------------------------------------------------ */

static void find_ranges(Elements *elements)
{
    int64_t rows = elements->rows, blocks = elements->blocks, row = 0, holders = 0;
    for (int64_t block = 0; block < blocks; block++)
        while (row <= elements->first_row[block])
            elements->low[row++] = block;
    while (row < rows)
        elements->low[row++] = blocks;
    for (row = 0; row < rows; row++) {
        int64_t end = elements->end[row];
        elements->high[row] = end < rows ? elements->low[end] : blocks;
        elements->holders[holders] = row;
        holders += (elements->high[row] > elements->low[row]) & (elements->tag[row] != TAG_TEXT);
    }
    elements->holder_count = holders;
}

static void climb(Elements *elements)
{
    int64_t blocks = elements->blocks;
    for (int level = 0; level < LEVELS; level++) {
        int64_t first = level * blocks;
        for (int64_t i = first; i < first + blocks; i++) {
            int64_t row;
            if (level) {
                int64_t parent = elements->parent[elements->above[i - blocks]];
                row = elements->block[parent > 0 ? parent : 0];
            } else {
                row = elements->element[i];
            }
            int64_t low = elements->low[row], high = elements->high[row];
            elements->above[i] = row;
            elements->above_low[i] = low;
            elements->above_high[i] = high > low ? high : low + 1;
        }
    }
}

static void find_tag_paths(Elements *elements)
{
    int64_t blocks = elements->blocks;
    uint64_t *paths = elements->tag_paths;
    for (int level = 0; level < TAG_LEVELS; level++, paths += 2 * blocks) {
        for (int64_t i = 0; i < blocks; i++) {
            uint64_t tag = tag_number(elements->tag[elements->above[level * blocks + i]]);
            paths[i] = mix((level ? paths[i - 2 * blocks] * 3 : 0) + tag);
            paths[blocks + i] = mix((level ? paths[i - blocks] * 5 : 0) + tag);
        }
    }
}

int mt_find_elements(Elements *elements)
{
    find_ranges(elements);
    climb(elements);
    find_tag_paths(elements);
    for (int64_t i = 0; i < elements->blocks; i++)
        elements->is_heading[i] = (elements->flags[elements->first_row[i]] & FLAG_HEADING) != 0;
    return number_keys(elements->tag_paths + 2 * (TAG_LEVELS - 1) * elements->blocks, elements->blocks,
                       elements->tag_group);
}

/* -- what repeats --------------------------------------------------------------------------------------- */

typedef struct {
    uint64_t *path;   /* by row, of those that hold blocks: all that is above it, and itself */
    uint64_t *key;    /* by block element: its parent, its tag and its names */
    int64_t *kind;    /* a number for each key */
    int64_t *count;   /* how many have it */
    int32_t *element; /* by row: which block element it is, from 1; 0 if it is none */
    int64_t element_count;
} Repeats;

static void find_looks(const Elements *elements, const int64_t *name, const uint64_t *name_sums,
                       Repeats *repeats)
{
    for (int64_t row = 0; row < elements->rows; row++) {
        int holds = elements->high[row] > elements->low[row] && elements->tag[row] != TAG_TEXT;
        int is_block = elements->block[row] == row;
        if (!holds && !is_block)
            continue;
        int64_t parent = elements->parent[row];
        uint64_t look = mix(mix(tag_number(elements->tag[row]) * LOOK_FACTOR) + name_sums[name[row]]);
        if (holds)
            repeats->path[row] =
                (parent >= 0 ? repeats->path[parent] : 0) + look * ((uint64_t)elements->depth[row] * 2 + 1);
        if (is_block) {
            repeats->key[repeats->element_count++] = mix(look + (uint64_t)(parent + 1) * PARENT_FACTOR);
            repeats->element[row] = (int32_t)repeats->element_count;
        }
    }
}

static int count_alike(const Elements *elements, Repeats *repeats, int64_t *alike)
{
    if (number_keys(repeats->key, repeats->element_count, repeats->kind) < 0)
        return -1;
    memset(repeats->count, 0, (size_t)repeats->element_count * sizeof *repeats->count);
    for (int64_t i = 0; i < repeats->element_count; i++)
        repeats->count[repeats->kind[i]]++;
    for (int64_t i = 0; i < ALIKE_LEVELS * elements->blocks; i++) {
        int32_t element = repeats->element[elements->above[i]];
        alike[i] = element ? repeats->count[repeats->kind[element - 1]] : 0;
    }
    return 0;
}

static int group_blocks(const Elements *elements, Repeats *repeats, int64_t *group)
{
    uint64_t *path = malloc((size_t)elements->blocks * sizeof *path + 1);
    if (!path)
        return -1;
    for (int64_t i = 0; i < elements->blocks; i++)
        path[i] = repeats->path[elements->element[i]];
    int failed = number_keys(path, elements->blocks, group);
    free(path);
    return failed;
}

/* Group blocks by the path of their elements, and count the siblings like each of the elements above them. */
int mt_find_repeats(const Elements *elements, const int64_t *name, const uint64_t *name_sums, int64_t *group,
                 int64_t *alike)
{
    size_t rows = (size_t)elements->rows + 1;
    Repeats repeats = {.path = calloc(rows, sizeof *repeats.path),
                       .key = malloc(rows * sizeof *repeats.key),
                       .kind = malloc(rows * sizeof *repeats.kind),
                       .count = malloc(rows * sizeof *repeats.count),
                       .element = calloc(rows, sizeof *repeats.element)};
    int failed =
        !repeats.path || !repeats.key || !repeats.kind || !repeats.count || !repeats.element ? -1 : 0;
    if (!failed) {
        find_looks(elements, name, name_sums, &repeats);
        failed = group_blocks(elements, &repeats, group);
    }
    if (!failed)
        failed = count_alike(elements, &repeats, alike);
    free(repeats.path);
    free(repeats.key);
    free(repeats.kind);
    free(repeats.count);
    free(repeats.element);
    return failed;
}

/* -- headings ------------------------------------------------------------------------------------------- */

enum { LONGEST_HEADING = 20, LONGEST_LABEL = 12 }; /* words */

static int names_what_follows(int64_t tag)
{
    return tag == TAG_DT || tag == TAG_TH || tag == TAG_SUMMARY || tag == TAG_LEGEND || tag == TAG_CAPTION;
}

/* For each block the last heading up to it, and the last heading or label; -1 where there is none. */
void mt_find_last_headings(const Elements *elements, const int64_t *words, const int64_t *emphasis,
                        const double *chars, int64_t *heading, int64_t *label)
{
    int64_t last_heading = -1, last_label = -1;
    for (int64_t i = 0; i < elements->blocks; i++) {
        int is_label = words[i] > 0 && words[i] <= LONGEST_LABEL &&
                       ((double)emphasis[i] >= 0.9 * chars[i] ||
                        names_what_follows(elements->tag[elements->element[i]]));
        if (elements->is_heading[i] && words[i] <= LONGEST_HEADING)
            last_heading = last_label = i;
        else if (is_label)
            last_label = i;
        heading[i] = last_heading;
        label[i] = last_label;
    }
}
