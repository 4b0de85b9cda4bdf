/* The learned extractor's own loops: surroundings, counts, trees, choice, clean-up; the head. */
#include <math.h>

#include "fuzz.h"
#include "model/head.h"
#include "model/model.h"

static int write_context(FuzzPage *page)
{
    int64_t blocks = page->blocks;
    Surroundings around = {.blocks = blocks,
                           .scores = page->scores,
                           .around = page->text_columns, /* any columns will do */
                           .weight = page->block_chars,
                           .low = page->above_low,
                           .high = page->above_high,
                           .path = page->group,
                           .tags = page->tag_group,
                           .heading = page->heading,
                           .label = page->label};
    page->context_columns = around.out = fuzz_array(page, CONTEXT_COLUMNS * blocks, sizeof(float));
    return mt_write_surroundings(&around) == 0;
}

static int count_all(FuzzPage *page)
{
    Counted counted = {.rows = page->rows,
                       .leaves = page->leaf_count,
                       .blocks = page->blocks,
                       .kinds = page->kind_count,
                       .tags = LISTED_TAGS + 1,
                       .named = page->named_count,
                       .subjects = FUZZ_SUBJECTS,
                       .tag = page->column[COLUMN_TAG],
                       .flags = page->column[COLUMN_FLAGS],
                       .depth = page->column[COLUMN_DEPTH],
                       .chars = page->chars,
                       .cjk = page->cjk,
                       .leaf = page->leaves,
                       .first_row = page->first_row,
                       .element = page->element,
                       .group = page->group,
                       .block_chars = page->block_chars,
                       .link_chars = page->link_chars,
                       .kind = page->kinds,
                       .subject = page->subject,
                       .heading = FLAG_HEADING,
                       .container = {FLAG_LINK, FLAG_PRE, FLAG_CODE},
                       .least_long = 200};
    int64_t count = SUM_COUNT + counted.kinds + counted.tags + counted.subjects;
    double *counts = fuzz_array(page, count, sizeof(double));
    if (mt_count_page(&counted, counts) < 0)
        return 0;
    for (int64_t i = 0; i < count; i++)
        CHECK(isfinite(counts[i]));
    return 1;
}

/* All columns in one matrix, as the trees read them. */
static void gather_columns(FuzzPage *page)
{
    size_t text = (size_t)(page->text_features * page->blocks);
    size_t element = (size_t)(page->element_features * page->blocks);
    size_t context = CONTEXT_COLUMNS * (size_t)page->blocks;
    page->features = page->text_features + page->element_features + CONTEXT_COLUMNS;
    page->columns = fuzz_array(page, page->features * page->blocks, sizeof(float));
    memcpy(page->columns, page->text_columns, text * sizeof(float));
    memcpy(page->columns + text, page->element_columns, element * sizeof(float));
    memcpy(page->columns + text + element, page->context_columns, context * sizeof(float));
}

/* Trees that ask for any column; their sums are compared with those of one unit at a time. */
static double *sum_trees(FuzzPage *page, int levels, int64_t trees, int64_t outputs)
{
    int64_t questions = levels * trees, leaves = (trees << levels) * outputs;
    int16_t *feature = fuzz_array(page, questions, sizeof *feature);
    float *bound = fuzz_array(page, questions, sizeof *bound), *leaf = fuzz_array(page, leaves, sizeof *leaf);
    float *bias = fuzz_array(page, outputs, sizeof *bias);
    for (int64_t i = 0; i < questions; i++) {
        feature[i] = (int16_t)(fuzz_chance(page) % (uint32_t)page->features);
        bound[i] = (float)(fuzz_chance(page) % 64) / 16 - 1;
    }
    for (int64_t i = 0; i < leaves; i++)
        leaf[i] = (float)(fuzz_chance(page) % 2001) / 1000 - 1;
    for (int64_t i = 0; i < outputs; i++)
        bias[i] = 0.25f;
    Forest forest = {page->features, trees, outputs, levels, feature, bound, leaf, bias};
    double *margins = fuzz_array(page, outputs * page->blocks, sizeof *margins);
    mt_sum_forest(&forest, page->columns, page->blocks, margins);
    int64_t unit = fuzz_chance(page) % page->blocks;
    float *alone = fuzz_array(page, page->features, sizeof *alone);
    double *sums = fuzz_array(page, outputs, sizeof *sums);
    for (int64_t i = 0; i < page->features; i++)
        alone[i] = page->columns[i * page->blocks + unit];
    mt_sum_forest(&forest, alone, 1, sums);
    for (int64_t i = 0; i < outputs; i++)
        CHECK(fabs(sums[i] - margins[i * page->blocks + unit]) < 1e-9);
    return margins;
}

static int choose(FuzzPage *page, double *probability)
{
    for (int64_t i = 0; i < page->blocks; i++)
        probability[i] = 1 / (1 + exp(-probability[i]));
    page->kept = fuzz_array(page, page->blocks, 1);
    if (mt_choose_units(probability, page->words, page->blocks, page->kept) < 0)
        return 0;
    uint8_t *parts = fuzz_array(page, LISTED_TAGS, 1), *change = fuzz_array(page, page->blocks, 1);
    for (int tag = 0; tag < LISTED_TAGS; tag++)
        parts[tag] = fuzz_chance(page) & 1;
    Tidied tidied = {.blocks = page->blocks,
                     .rows = page->rows,
                     .tags = LISTED_TAGS,
                     .probability = probability,
                     .chars = page->block_chars,
                     .ends_colon = page->text_columns,
                     .first_row = page->first_row,
                     .element = page->element,
                     .tag = page->column[COLUMN_TAG],
                     .flags = page->column[COLUMN_FLAGS],
                     .parent = page->column[COLUMN_PARENT],
                     .end = page->column[COLUMN_END],
                     .is_part = parts,
                     .least = 0.2,
                     .most_short = 20,
                     .sure = 0.7,
                     .heading = FLAG_HEADING,
                     .headings_in_a_row = 2,
                     .kept = page->kept,
                     .change = change};
    mt_tidy(&tidied);
    for (int64_t i = 0; i < page->blocks; i++)
        CHECK(page->kept[i] <= 1 && change[i] <= DROPPED_STRAY);
    return 1;
}

/* What the page declares of itself; 0 if memory runs out. */
static int declare(FuzzPage *page)
{
    const char *text = page->table->text, *end = text + page->table->text_length;
    View title = mt_title_of(page->table);
    CHECK(!title.length || (title.text >= text && title.text + title.length <= end));
    Scripts scripts = mt_scripts_of(page->table);
    for (View type; (type = mt_next_type(page->table, &scripts)).length;)
        CHECK(type.text >= text && type.text + type.length <= end && type.length <= 64); /* see types_of */
    Head head = {{0}, {NULL}, NULL};
    return mt_read_head(page->parser, page->table, &head) == 0;
}

int fuzz_model(FuzzPage *page)
{
    if (!declare(page) || !write_context(page) || !count_all(page))
        return 0;
    gather_columns(page);
    sum_trees(page, 3, 5, 4);
    sum_trees(page, 5, 3, 1);
    return choose(page, sum_trees(page, 6, 9, 1));
}
