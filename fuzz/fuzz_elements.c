/* The elements around blocks, and the features that come from them. */
#include "model/elements.h"
#include "fuzz.h"

static Elements elements_of(const FuzzPage *page)
{
    return (Elements){.rows = page->rows,
                      .blocks = page->blocks,
                      .holder_count = page->holder_count,
                      .tag = page->column[COLUMN_TAG],
                      .parent = page->column[COLUMN_PARENT],
                      .end = page->column[COLUMN_END],
                      .depth = page->column[COLUMN_DEPTH],
                      .flags = page->column[COLUMN_FLAGS],
                      .block = page->column[COLUMN_BLOCK],
                      .first_row = page->first_row,
                      .element = page->element,
                      .low = page->low,
                      .high = page->high,
                      .holders = page->holders,
                      .above = page->above,
                      .above_low = page->above_low,
                      .above_high = page->above_high,
                      .tag_paths = page->tag_paths,
                      .tag_group = page->tag_group,
                      .is_heading = page->is_heading};
}

static void check_all(const int64_t *numbers, int64_t count, int64_t least, int64_t most)
{
    for (int64_t i = 0; i < count; i++)
        CHECK(numbers[i] >= least && numbers[i] <= most);
}

/* Which elements hold which blocks. */
int fuzz_elements(FuzzPage *page)
{
    int64_t blocks = page->blocks;
    page->low = fuzz_array(page, page->rows, sizeof(int64_t));
    page->high = fuzz_array(page, page->rows, sizeof(int64_t));
    page->holders = fuzz_array(page, page->rows, sizeof(int64_t));
    page->above = fuzz_array(page, LEVELS * blocks, sizeof(int64_t));
    page->above_low = fuzz_array(page, LEVELS * blocks, sizeof(int64_t));
    page->above_high = fuzz_array(page, LEVELS * blocks, sizeof(int64_t));
    page->tag_paths = fuzz_array(page, 2 * TAG_LEVELS * blocks, sizeof(uint64_t));
    page->tag_group = fuzz_array(page, blocks, sizeof(int64_t));
    page->is_heading = fuzz_array(page, blocks, 1);
    Elements elements = elements_of(page);
    if (mt_find_elements(&elements) < 0)
        return 0;
    page->holder_count = elements.holder_count;
    check_all(page->holders, page->holder_count, 0, page->rows - 1);
    check_all(page->above, LEVELS * blocks, 0, page->rows - 1);
    check_all(page->above_low, LEVELS * blocks, 0, blocks - 1);
    check_all(page->above_high, LEVELS * blocks, 1, blocks);
    check_all(page->tag_group, blocks, 0, blocks - 1);
    return 1;
}

/* What names and words tell of them: groups, headings, landmarks; then the columns. */
int fuzz_element_columns(FuzzPage *page)
{
    int64_t blocks = page->blocks, near[FUZZ_SUBJECTS], *alike;
    Elements elements = elements_of(page);
    page->group = fuzz_array(page, blocks, sizeof(int64_t));
    alike = fuzz_array(page, ALIKE_LEVELS * blocks, sizeof(int64_t));
    if (mt_find_repeats(&elements, page->of_row, page->name_sums, page->group, alike) < 0)
        return 0;
    check_all(page->group, blocks, 0, blocks - 1);
    page->heading = fuzz_array(page, blocks, sizeof(int64_t));
    page->label = fuzz_array(page, blocks, sizeof(int64_t));
    mt_find_last_headings(&elements, page->words, page->emphasis, page->block_chars, page->heading, page->label);
    BlockTexts texts = {page->block_chars, page->link_chars, page->marks, page->commas};
    int64_t tags = LISTED_TAGS + page->table->local_tag_count;
    int64_t *tag_lengths = fuzz_array(page, tags, sizeof(int64_t));
    for (int64_t tag = 0; tag < tags; tag++)
        tag_lengths[tag] = tag % 12;
    Landmarks landmarks = {.chars = fuzz_array(page, page->rows, sizeof(double)),
                           .link_chars = fuzz_array(page, page->rows, sizeof(double)),
                           .density_sums = fuzz_array(page, page->rows, sizeof(double)),
                           .votes = fuzz_array(page, page->rows, sizeof(double)),
                           .p_values = fuzz_array(page, page->holder_count, sizeof(double))};
    if (mt_find_landmarks(&elements, &texts, tag_lengths, &landmarks) < 0)
        return 0;
    check_all(landmarks.best, LANDMARKS, 0, page->rows - 1);
    for (int i = 0; i < FUZZ_SUBJECTS; i++)
        near[i] = i < NEAR_SUBJECTS ? i : NONE;
    int64_t features = ELEMENT_COLUMNS + FUZZ_SUBJECTS;
    ElementColumns columns = {.elements = &elements,
                              .texts = &texts,
                              .landmarks = &landmarks,
                              .group = page->group,
                              .alike = alike,
                              .leaves = page->leaves,
                              .leaf_count = page->leaf_count,
                              .named = page->named,
                              .subject = page->subject,
                              .named_count = page->named_count,
                              .near = near,
                              .subjects = FUZZ_SUBJECTS,
                              .out = fuzz_array(page, features * blocks, sizeof(float))};
    page->element_columns = columns.out;
    page->element_features = features;
    return mt_write_element_columns(&columns) == 0;
}
