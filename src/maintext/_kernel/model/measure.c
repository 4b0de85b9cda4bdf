/* Measures a page: the sequence of steps (see measure.h). */
#include "base/memory.h"
#include "model/measure.h"

#include <math.h>
#include <string.h>

static void make_filter(const WordSet *set, WordFilter *filter)
{
    memset(filter, 0, sizeof *filter);
    for (int64_t slot = 0; slot < (int64_t)1 << set->bits; slot++)
        add_to_filter(filter, set->slots[slot]);
}

static TagCounts counts_of(int tag)
{
    return (TagCounts){
        .tags = tag != TAG_TEXT,
        .links = tag == TAG_A,
        .images = tag == TAG_IMG,
        .controls = tag == TAG_INPUT || tag == TAG_BUTTON || tag == TAG_SELECT || tag == TAG_TEXTAREA,
    };
}

void mt_finish_scorer(Scorer *scorer)
{
    make_filter(&scorer->stops, &scorer->stop_filter);
    make_filter(&scorer->years, &scorer->year_filter);
    make_filter(&scorer->names, &scorer->name_filter);
    for (int i = 0; i < SMALL; i++)
        scorer->small_logs[i] = log_one_more(i);
    for (int tag = 0; tag <= LISTED_TAGS; tag++)
        scorer->tag_counts[tag] = counts_of(tag);
}

/* -- memory ------------------------------------------------------------------------------------------ */

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
enum { RED_ZONE = 64 }; /* bytes between arrays that the sanitizer checks */
#define POISON(start, size)   ASAN_POISON_MEMORY_REGION(start, size)
#define UNPOISON(start, size) ASAN_UNPOISON_MEMORY_REGION(start, size)
#endif
#endif
#ifndef POISON
enum { RED_ZONE = 0 };
#define POISON(start, size)   (void)0
#define UNPOISON(start, size) (void)0
#endif

static void *place_array(Facts *facts, int64_t count, size_t size)
{
    size_t first = facts->used, length = ((size_t)count * size + 7) / 8 * 8;
    facts->used += length + RED_ZONE;
    if (facts->used > facts->arena->size)
        return NULL;
    POISON(facts->arena->bytes + first + (size_t)count * size, length + RED_ZONE - (size_t)count * size);
    return facts->arena->bytes + first;
}

#define PLACE(POINTER, COUNT) (POINTER) = place_array(facts, COUNT, sizeof *(POINTER))

/* Assign all arrays. If there is too little memory, `used` still becomes the size that is needed. */
static void place_arrays(Facts *facts)
{
    int64_t rows = facts->page->rows, blocks = facts->page->blocks;
    facts->used = 0;
    PLACE(facts->low, rows + 1);
    PLACE(facts->high, rows);
    PLACE(facts->holders, rows);
    PLACE(facts->elements, rows);
    PLACE(facts->name, rows);
    PLACE(facts->markup, rows);
    PLACE(facts->children, rows);
    PLACE(facts->density_sums, rows);
    PLACE(facts->votes, rows);
    PLACE(facts->p_values, rows);
    PLACE(facts->row_sums, rows + 1);
    PLACE(facts->above, LEVELS * blocks);
    PLACE(facts->above_low, LEVELS * blocks);
    PLACE(facts->above_high, LEVELS * blocks);
    PLACE(facts->short_path, blocks);
    PLACE(facts->long_path, blocks);
    PLACE(facts->tag_group, blocks);
    PLACE(facts->group, blocks);
    PLACE(facts->alike, ALIKE_LEVELS * blocks);
    PLACE(facts->is_heading, blocks);
    PLACE(facts->heading, blocks);
    PLACE(facts->label, blocks);
    PLACE(facts->counts, TEXT_COUNTS * blocks);
    PLACE(facts->commas, blocks);
    PLACE(facts->punctuation, blocks);
    PLACE(facts->chars, blocks + 1);
    PLACE(facts->links, blocks + 1);
    PLACE(facts->punctuation_sums, blocks + 1);
    PLACE(facts->long_blocks, blocks + 1);
    PLACE(facts->scores, TABLE_COUNT * blocks);
    PLACE(facts->tag_lengths, LISTED_TAGS + facts->table->local_tag_count);
}

static Outcome reserve_arena(Facts *facts)
{
    place_arrays(facts);
    if (facts->used <= facts->arena->size)
        return OUTCOME_OK;
    mt_release(facts->arena->bytes);
    facts->arena->bytes = mt_allocate(facts->used);
    facts->arena->size = facts->arena->bytes ? facts->used : 0;
    if (!facts->arena->size)
        return OUTCOME_NO_MEMORY;
    place_arrays(facts);
    return OUTCOME_OK;
}

/* -- markup, for the P value ------------------------------------------------------------------------- */

/* Local tags follow the listed ones. None of them is void: void tags are listed. */
static Outcome find_tag_lengths(Facts *facts)
{
    enum { BRACKETS = 5 }; /* <></> */
    const Table *table = facts->table;
    memcpy(facts->tag_lengths, facts->scorer->tag_lengths, LISTED_TAGS * sizeof *facts->tag_lengths);
    for (int32_t i = 0; i < table->local_tag_count; i++) {
        View name = mt_tag_name_of(facts->parser, table->local_tags[i]);
        if (!name.text)
            return OUTCOME_NO_MEMORY;
        const Byte *start = (const Byte *)name.text;
        facts->tag_lengths[LISTED_TAGS + i] = 2 * mt_count_code_points(start, start + name.length) + BRACKETS;
    }
    return OUTCOME_OK;
}

/* Subtract the attributes that a page without names does not have. Its tags may differ, too. */
static Outcome remove_names(Facts *facts)
{
    const Table *table = facts->table;
    const int64_t *tag = table->cells + COLUMN_TAG * table->rows;
    for (int64_t row = 0; row < table->rows; row++) {
        RowAttributes found = table->attributes[row];
        facts->markup[row] += facts->tag_lengths[facts->page->tag[row]] - facts->tag_lengths[tag[row]];
        for (int i = 0; i < found.count; i++) {
            const Attribute *attribute = &facts->parser->attributes[found.first + i];
            if (attribute->id != ATTRIBUTE_ROLE && attribute->id != ATTRIBUTE_ITEMPROP)
                continue;
            int64_t chars = mt_attribute_chars(facts->parser, attribute);
            if (chars < 0)
                return OUTCOME_NO_MEMORY;
            facts->markup[row] -= chars;
        }
    }
    return OUTCOME_OK;
}

_Static_assert(FEATURE_KEPT_BY_P_VALUE == FEATURE_P_VALUE + 1, "mt_write_p_values writes both");

static Outcome write_p_values(Facts *facts)
{
    const PageRows *page = facts->page;
    const Scorer *scorer = facts->scorer;
    Rows rows = rows_of_page(page);
    Measured measured = {
        .chars = page->chars,
        .weighted = page->chars,
        .markup = facts->markup,
        .removed_tags = scorer->removed_tags,
        .wrapper_tags = scorer->wrapper_tags,
        .wrapper_share = scorer->wrapper_share,
        .with_images = scorer->with_images,
        .noise = {0, NULL},
        .leaves = {page->leaf_count, page->leaves},
    };
    if (mt_measure_markup(facts->parser, facts->table, facts->tag_lengths, facts->markup) < 0 ||
        (facts->out->without_names && remove_names(facts) != OUTCOME_OK))
        return OUTCOME_NO_MEMORY;
    int failed =
        mt_write_p_values(&rows, &measured, page->first_row, page->blocks, column_of(facts, FEATURE_P_VALUE));
    return !failed ? OUTCOME_OK : failed == FOUND_NO_MEMORY ? OUTCOME_NO_MEMORY : OUTCOME_INVALID;
}

/* -- kind -------------------------------------------------------------------------------------------- */

static void find_kind(const Facts *facts)
{
    double *kinds = facts->out->kinds, largest, sum = 0;
    mt_sum_forest(&facts->scorer->kinds, facts->out->page, 1, kinds);
    largest = kinds[0];
    for (int kind = 1; kind < PAGE_KIND_COUNT; kind++)
        largest = kinds[kind] > largest ? kinds[kind] : largest;
    for (int kind = 0; kind < PAGE_KIND_COUNT; kind++)
        sum += kinds[kind] = mt_exp(kinds[kind] - largest);
    for (int kind = 0; kind < PAGE_KIND_COUNT; kind++)
        kinds[kind] /= sum;
}

static void write_kind_columns(const Facts *facts)
{
    static const int columns[PAGE_KIND_COUNT] = {KIND_FEATURES};
    for (int kind = 0; kind < PAGE_KIND_COUNT; kind++) {
        float *column = column_of(facts, columns[kind]);
        for (int64_t i = 0; i < facts->page->blocks; i++)
            column[i] = (float)facts->out->kinds[kind];
    }
}

/* -- blocks ------------------------------------------------------------------------------------------ */

static Outcome find_probabilities(const Facts *facts)
{
    const Scorer *scorer = facts->scorer;
    double *log_odds = facts->out->log_odds;
    mt_sum_forest(&scorer->blocks, facts->out->columns, facts->page->blocks, log_odds);
    if (mt_pool_units(facts) != OUTCOME_OK)
        return OUTCOME_NO_MEMORY;
    for (int64_t i = 0; i < facts->page->blocks; i++) {
        log_odds[i] = scorer->slope * log_odds[i] + scorer->offset;
        facts->out->probability[i] = probability_of(log_odds[i]);
    }
    return OUTCOME_OK;
}

static Outcome choose_blocks(const Facts *facts)
{
    const Measures *out = facts->out;
    const Scorer *scorer = facts->scorer;
    Calibration calibration = {scorer->choice_slope, scorer->choice_offset, 0};
    for (int kind = 0; kind < PAGE_KIND_COUNT; kind++)
        calibration.exponent += scorer->choice_exponents[kind] * out->kinds[kind];
    return mt_choose_weighed(out->log_odds, &calibration, out->words, facts->page->blocks, out->chosen) < 0
               ? OUTCOME_NO_MEMORY
               : OUTCOME_OK;
}

/* -- steps ------------------------------------------------------------------------------------------- */

#define TRY(STEP)                                                                                            \
    do {                                                                                                     \
        Outcome outcome = STEP;                                                                              \
        if (outcome != OUTCOME_OK)                                                                           \
            return outcome;                                                                                  \
    } while (0)

static Outcome find_facts(Facts *facts)
{
    TRY(reserve_arena(facts));
    TRY(find_tag_lengths(facts));
    if (!mt_read_declared(facts->parser, facts->table, facts->out->page, &facts->declared))
        return OUTCOME_NO_MEMORY;
    TRY(mt_find_elements(facts));
    TRY(mt_read_texts(facts));
    TRY(mt_find_names(facts));
    TRY(mt_find_repeats(facts));
    mt_sum_up(facts);
    return mt_find_landmarks(facts);
}

static Outcome measure_blocks(Facts *facts)
{
    TRY(mt_write_text_columns(facts));
    TRY(mt_write_place(facts));
    TRY(mt_write_shape(facts));
    mt_write_landmarks(facts);
    TRY(mt_write_groups(facts));
    TRY(write_p_values(facts));
    mt_find_last_headings(facts);
    TRY(mt_score_words(facts));
    TRY(mt_write_context(facts));
    write_kind_columns(facts);
    TRY(find_probabilities(facts));
    TRY(choose_blocks(facts));
    return facts->out->buckets ? mt_list_words(facts) : OUTCOME_OK;
}

static Outcome measure(Facts *facts)
{
    TRY(find_facts(facts));
    TRY(mt_write_page_columns(facts));
    find_kind(facts);
    return facts->out->only_kind ? OUTCOME_OK : measure_blocks(facts);
}

Outcome mt_measure_page(Parser *parser, const Table *table, const Scorer *scorer, const PageRows *page,
                        Arena *arena, const Measures *out)
{
    Facts facts = {
        .parser = parser, .table = table, .scorer = scorer, .page = page, .out = out, .arena = arena};
    Outcome outcome = measure(&facts);
    mt_free_declared(&facts.declared);
    mt_free_words(&facts.words);
    mt_free_words(&facts.title);
    mt_free_names(&facts.names);
    mt_release(facts.named.rows);
    UNPOISON(arena->bytes, arena->size);
    return outcome;
}

/* Rows of a page whose table is unchanged since parsing. */
PageRows mt_page_rows(const Table *table, const Segments *segments)
{
    const int64_t *cells = table->cells;
    int64_t rows = table->rows;
    return (PageRows){
        .rows = rows,
        .blocks = segments->count,
        .leaf_count = segments->leaf_count,
        .tag = cells + COLUMN_TAG * rows,
        .parent = cells + COLUMN_PARENT * rows,
        .end = cells + COLUMN_END * rows,
        .depth = cells + COLUMN_DEPTH * rows,
        .flags = cells + COLUMN_FLAGS * rows,
        .block = cells + COLUMN_BLOCK * rows,
        .text_start = cells + COLUMN_TEXT_START * rows,
        .text_end = cells + COLUMN_TEXT_END * rows,
        .chars = segments->chars,
        .cjk = (const int32_t *)(const void *)(cells + COLUMN_COUNT * rows) + COUNT_CJK * rows,
        .leaves = segments->leaves,
        .first_row = segments->first_row,
        .last_row = segments->first_row + segments->count,
        .element = segments->element,
    };
}
