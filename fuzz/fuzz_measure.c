/* Measures a page with a random model, then chooses blocks and cleans up; reads the head. */
#include <math.h>

#include "fuzz.h"
#include "model/measure.h"

enum { SLOT_BITS = 8, SLOTS = 1 << SLOT_BITS, TREE_LEVELS = 6, TREES = 9 };

/* -- a model ----------------------------------------------------------------------------------------- */

/* ASCII has its usual kinds, so that the fast path is used; other characters have any kind. */
static uint32_t some_kind(uint32_t code)
{
    static const uint8_t signs[] = {CHARACTER_OTHER, CHARACTER_COMMA, CHARACTER_STOP, CHARACTER_QUOTE};
    if (code >= 0x80)
        return code % CHARACTER_KINDS;
    if (is_letter((Byte)code))
        return code & 0x20 ? CHARACTER_LETTER : CHARACTER_UPPER;
    if (code >= '0' && code <= '9')
        return CHARACTER_DIGIT;
    return (code >= 0x09 && code < 0x0E) || (code >= 0x1C && code < 0x21) ? CHARACTER_SPACE : signs[code % 4];
}

static const uint32_t *some_letters(void)
{
    static uint32_t letters[KNOWN_CODES + 1];
    for (uint32_t code = KNOWN_CODES; !letters[0] && code; code--)
        letters[code] =
            (code < 0x80 && is_letter((Byte)code) ? code | 0x20 : code & 0xFFFF) << 8 | some_kind(code);
    letters[0] = CHARACTER_SYMBOL; /* computed once */
    return letters;
}

/* A set with random words. */
static WordSet some_words(FuzzPage *page)
{
    uint64_t *slots = fuzz_array(page, SLOTS, sizeof *slots);
    for (int i = 0; i < SLOTS; i++)
        slots[i] = (uint64_t)fuzz_chance(page) << 40 | fuzz_chance(page);
    return (WordSet){slots, WORD_FACTOR | 1, SLOT_BITS};
}

/* Add short words to a set, so that a page's words and names can match. */
static void add_letters(const WordSet *set, const Alphabet *alphabet)
{
    for (uint32_t letter = 'a'; letter <= 'z'; letter++) {
        uint64_t hash = mix(letter * alphabet->powers[0] + letter * alphabet->powers[1]);
        ((uint64_t *)(uintptr_t)set->slots)[slot_of(set, hash)] = hash;
    }
}

static const int64_t *some_numbers(FuzzPage *page, int64_t count, int64_t limit)
{
    int64_t *numbers = fuzz_array(page, count, sizeof *numbers);
    for (int64_t i = 0; i < count; i++)
        numbers[i] = i % limit;
    return numbers;
}

static Weights some_weights(void)
{
    static int8_t weight[1 << BUCKET_BITS];
    for (int i = (1 << BUCKET_BITS) - 1; !weight[1] && i; i--)
        weight[i] = (int8_t)(i % 251); /* the first one last: then all are set */
    return (Weights){weight, 0.1, -0.5};
}

static Forest some_trees(FuzzPage *page, int levels, int64_t outputs, int64_t features)
{
    int64_t questions = levels * TREES, leaves = ((int64_t)TREES << levels) * outputs;
    int16_t *feature = fuzz_array(page, questions, sizeof *feature);
    float *bound = fuzz_array(page, questions, sizeof *bound), *leaf = fuzz_array(page, leaves, sizeof *leaf);
    float *bias = fuzz_array(page, outputs, sizeof *bias);
    for (int64_t i = 0; i < questions; i++) {
        feature[i] = (int16_t)(fuzz_chance(page) % (uint32_t)features);
        bound[i] = (float)(fuzz_chance(page) % 64) / 16 - 1;
    }
    for (int64_t i = 0; i < leaves; i++)
        leaf[i] = (float)(fuzz_chance(page) % 2001) / 1000 - 1;
    for (int64_t i = 0; i < outputs; i++)
        bias[i] = 0.25f;
    return (Forest){features, TREES, outputs, levels, feature, bound, leaf, bias};
}

static Scorer some_scorer(FuzzPage *page)
{
    static const double exponents[PAGE_KIND_COUNT] = {1.25, 0.75, 1, 0.5, 0.5, 0.5, 0.75};
    Scorer scorer = {.alphabet = mt_alphabet_of(some_letters()),
                     .stops = some_words(page),
                     .years = some_words(page),
                     .names = some_words(page),
                     .subject_by_slot = some_numbers(page, SLOTS, SUBJECT_COUNT),
                     .tag_lengths = some_numbers(page, LISTED_TAGS, 12),
                     .removed_tags = fuzz_tags(page),
                     .wrapper_tags = fuzz_tags(page),
                     .wrapper_share = 0.5,
                     .slope = 1.25,
                     .offset = -0.5,
                     .choice_slope = 1.5,
                     .choice_offset = 0.25,
                     .choice_exponents = exponents,
                     .kinds = some_trees(page, 3, PAGE_KIND_COUNT, PAGE_COUNT)};
    for (int table = 0; table < TABLE_COUNT; table++)
        scorer.weights[table] = some_weights();
    scorer.blocks = some_trees(page, fuzz_chance(page) % 2 ? TREE_LEVELS : 5, 1, FEATURE_COUNT);
    add_letters(&scorer.stops, &scorer.alphabet);
    add_letters(&scorer.names, &scorer.alphabet);
    mt_finish_scorer(&scorer);
    return scorer;
}

/* -- measures ---------------------------------------------------------------------------------------- */

static Measures make_measures(FuzzPage *page)
{
    int64_t blocks = page->blocks;
    return (Measures){.columns = fuzz_array(page, FEATURE_COUNT * blocks, sizeof(float)),
                      .page = fuzz_array(page, PAGE_COUNT, sizeof(float)),
                      .kinds = fuzz_array(page, PAGE_KIND_COUNT, sizeof(double)),
                      .log_odds = fuzz_array(page, blocks, sizeof(double)),
                      .probability = fuzz_array(page, blocks, sizeof(double)),
                      .chars = fuzz_array(page, blocks, sizeof(double)),
                      .words = fuzz_array(page, blocks, sizeof(int64_t)),
                      .unit = fuzz_array(page, blocks, sizeof(int64_t)),
                      .core = fuzz_array(page, blocks, sizeof(int64_t)),
                      .unit_kind = fuzz_array(page, blocks, 1),
                      .chosen = fuzz_array(page, blocks, 1)};
}

/* The sums of a single unit must equal those of all units. */
static void check_trees(FuzzPage *page, const Forest *forest, const Measures *found)
{
    float *alone = fuzz_array(page, FEATURE_COUNT, sizeof *alone);
    double sum, *all = fuzz_array(page, page->blocks, sizeof *all);
    int64_t unit = fuzz_chance(page) % page->blocks;
    for (int64_t i = 0; i < FEATURE_COUNT; i++)
        alone[i] = found->columns[i * page->blocks + unit];
    mt_sum_forest(forest, alone, 1, &sum);
    mt_sum_forest(forest, found->columns, page->blocks, all);
    CHECK(fabs(sum - all[unit]) < 1e-9);
}

static void check_measures(const FuzzPage *page, const Measures *found)
{
    for (int64_t i = 0; i < PAGE_COUNT; i++)
        CHECK(isfinite(found->page[i]));
    for (int64_t i = 0; i < FEATURE_COUNT * page->blocks; i++)
        CHECK(!isinf(found->columns[i]));
    for (int64_t i = 0; i < page->blocks; i++)
        CHECK(found->probability[i] >= 0 && found->probability[i] <= 1 && found->chosen[i] <= 1);
}

/* The buckets must be in range, and their number must match the counts. */
static void check_buckets(const FuzzPage *page, const BucketList *list)
{
    int64_t count = 0;
    for (int64_t i = 0; i < page->blocks; i++)
        count += list->counts[i];
    CHECK(count == list->length && list->length <= list->capacity);
    for (int64_t i = 0; i < list->length; i++)
        CHECK(list->bucket[i] >= 0 && list->bucket[i] < 1 << BUCKET_BITS);
}

/* -- clean-up ---------------------------------------------------------------------------------------- */

static void tidy(FuzzPage *page, const Measures *found)
{
    uint8_t *parts = fuzz_array(page, LISTED_TAGS, 1), *change = fuzz_array(page, page->blocks, 1);
    for (int tag = 0; tag < LISTED_TAGS; tag++)
        parts[tag] = fuzz_chance(page) & 1;
    for (int64_t i = 0; i < page->blocks; i++)
        change[i] = fuzz_chance(page) & 1 ? DROPPED_EARLIER : 0;
    double kinds[PAGE_KIND_COUNT] = {0};
    int16_t feature[2] = {LIST_ODDS, HEADING_ODDS};
    float bound = 0, leaf[2] = {-1, 1}, bias = 0;
    Forest lists = {LIST_COUNT, 1, 1, 1, &feature[0], &bound, leaf, &bias};
    Forest headings = {HEADING_COUNT, 1, 1, 1, &feature[1], &bound, leaf, &bias};
    TidyPage tidied = {.blocks = page->blocks,
                       .rows = page->rows,
                       .tags = LISTED_TAGS,
                       .probability = found->probability,
                       .chars = found->chars,
                       .ends_colon = found->columns + FEATURE_ENDS_COLON * page->blocks,
                       .first_row = page->first_row,
                       .element = page->element,
                       .tag = page->column[COLUMN_TAG],
                       .flags = page->column[COLUMN_FLAGS],
                       .parent = page->column[COLUMN_PARENT],
                       .end = page->column[COLUMN_END],
                       .depth = page->column[COLUMN_DEPTH],
                       .log_odds = found->log_odds,
                       .words = found->words,
                       .link_density = found->columns + FEATURE_LINK_DENSITY * page->blocks,
                       .kinds = kinds,
                       .is_part = parts,
                       .min_part = 0.2,
                       .max_short = 20,
                       .sure = 0.7,
                       .thread = 0.5,
                       .core = found->core,
                       .kept = page->kept,
                       .change = change};
    if (mt_tidy(&tidied, &lists, &headings) < 0)
        return; /* out of memory */
    for (int64_t i = 0; i < page->blocks; i++)
        CHECK(page->kept[i] <= 1 && change[i] < DROPPED_EARLIER);
}

/* Read what the page declares. Returns 0 when out of memory. */
static int declare(FuzzPage *page)
{
    const char *text = page->table->text, *end = text + page->table->text_length;
    View title = mt_title_of(page->table);
    CHECK(!title.length || (title.text >= text && title.text + title.length <= end));
    Scripts scripts = mt_scripts_of(page->table);
    for (View type; (type = mt_next_type(page->table, &scripts)).length;)
        CHECK(type.text >= text && type.text + type.length <= end && type.length <= 64);
    Head head = {{0}, {NULL}, NULL};
    return mt_read_head(page->parser, page->table, &head) == 0;
}

/* -- steps ------------------------------------------------------------------------------------------- */

static PageRows rows_of(const FuzzPage *page)
{
    int64_t *const *column = page->column;
    return (PageRows){.rows = page->rows,
                      .blocks = page->blocks,
                      .leaf_count = page->leaf_count,
                      .tag = column[COLUMN_TAG],
                      .parent = column[COLUMN_PARENT],
                      .end = column[COLUMN_END],
                      .depth = column[COLUMN_DEPTH],
                      .flags = column[COLUMN_FLAGS],
                      .block = column[COLUMN_BLOCK],
                      .text_start = column[COLUMN_TEXT_START],
                      .text_end = column[COLUMN_TEXT_END],
                      .chars = page->chars,
                      .cjk = (const int32_t *)(page->table->cells + COLUMN_COUNT * page->rows) +
                             COUNT_CJK * page->rows,
                      .leaves = page->leaves,
                      .first_row = page->first_row,
                      .last_row = page->last_row,
                      .element = page->element};
}

/* Measure the page, and choose blocks. Returns 0 when out of memory. A page that is not UTF-8 may be
   refused. */
int fuzz_measure(FuzzPage *page)
{
    Scorer scorer = some_scorer(page);
    PageRows rows = rows_of(page);
    Measures found = make_measures(page);
    BucketList buckets[TABLE_COUNT] = {{0}};
    Arena arena = {NULL, 0};
    found.without_names = fuzz_chance(page) % 4 == 0;
    found.only_kind = fuzz_chance(page) % 8 == 0;
    found.buckets = fuzz_chance(page) % 2 ? buckets : NULL;
    Outcome outcome = declare(page) ? OUTCOME_OK : OUTCOME_NO_MEMORY;
    /* The second round reuses the memory. */
    for (int round = 0; round < 2 && outcome == OUTCOME_OK; round++) {
        outcome = mt_measure_page(page->parser, page->table, &scorer, &rows, &arena, &found);
        if (outcome == OUTCOME_OK && found.buckets && !found.only_kind)
            for (int table = 0; table < TABLE_COUNT; table++)
                check_buckets(page, &buckets[table]);
        found.buckets = NULL;
    }
    free(arena.bytes);
    for (int table = 0; table < TABLE_COUNT; table++) {
        free(buckets[table].bucket);
        free(buckets[table].counts);
    }
    CHECK(outcome != OUTCOME_INVALID || !page->is_utf_8);
    if (outcome != OUTCOME_OK || found.only_kind)
        return 0;
    check_measures(page, &found);
    check_trees(page, &scorer.blocks, &found);
    page->kept = fuzz_array(page, page->blocks, 1);
    Calibration calibration = {1.5, -0.25, 2};
    if (mt_choose_weighed(found.log_odds, &calibration, found.words, page->blocks, page->kept) < 0)
        return 0;
    fuzz_lines(page, (LinePage){.probability = found.probability,
                                .chars = found.chars,
                                .words = found.words,
                                .unit = found.unit,
                                .columns = found.columns,
                                .kinds = found.kinds});
    tidy(page, &found);
    return 1;
}
