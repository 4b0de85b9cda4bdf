/* All that the learned extractor says of a page, in one go. */
#include "fuzz_words.h"
#include "model/scoring.h"

enum { KINDS = 4, LOGGED = 3, DECLARED = 9, TREE_LEVELS = 4, TREES = 6 };

static Forest some_trees(FuzzPage *page, int64_t outputs, int64_t features)
{
    int64_t leaves = (TREES << TREE_LEVELS) * outputs;
    int16_t *feature = fuzz_array(page, TREE_LEVELS * TREES, sizeof *feature);
    float *bound = fuzz_array(page, TREE_LEVELS * TREES, sizeof *bound);
    float *leaf = fuzz_array(page, leaves, sizeof *leaf), *bias = fuzz_array(page, outputs, sizeof *bias);
    for (int i = 0; i < TREE_LEVELS * TREES; i++) {
        feature[i] = (int16_t)(fuzz_chance(page) % (uint32_t)features);
        bound[i] = (float)(fuzz_chance(page) % 64) / 16 - 1;
    }
    for (int64_t i = 0; i < leaves; i++)
        leaf[i] = (float)(fuzz_chance(page) % 2001) / 1000 - 1;
    memset(bias, 0, (size_t)outputs * sizeof *bias);
    return (Forest){features, TREES, outputs, TREE_LEVELS, feature, bound, leaf, bias};
}

/* The numbers from 0 on; -1 from some number on. */
static const int64_t *numbers(FuzzPage *page, int64_t count, int64_t known)
{
    int64_t *all = fuzz_array(page, count, sizeof *all);
    for (int64_t i = 0; i < count; i++)
        all[i] = i < known ? i : NONE;
    return all;
}

static Scorer some_scorer(FuzzPage *page)
{
    Scorer scorer = {.alphabet = mt_alphabet_of(fuzz_letters()),
                     .stops = fuzz_word_set(page, page->word_hash, page->word_count),
                     .years = fuzz_word_set(page, page->word_hash, page->word_count),
                     .speaking = fuzz_word_set(page, page->name_hash, page->name_word_count),
                     .subject_by_slot = fuzz_subjects(page),
                     .near = numbers(page, FUZZ_SUBJECTS, NEAR_SUBJECTS),
                     .subjects = FUZZ_SUBJECTS,
                     .tag_buckets = fuzz_tag_buckets(page),
                     .tag_lengths = numbers(page, LISTED_TAGS, LISTED_TAGS),
                     .around = numbers(page, AROUND, AROUND),
                     .logged = numbers(page, LOGGED, LOGGED),
                     .logged_count = LOGGED,
                     .declared_words = {(const Byte *)"\0\3art\1\7Article\2\4blog\2\4/20#", 26, 1, 1, 1},
                     .least_long = 200,
                     .removed_tags = fuzz_tags(page),
                     .wrapper_tags = fuzz_tags(page),
                     .wrapper_share = 0.5,
                     .slope = 1.25,
                     .offset = -0.5,
                     .choice = {1.5, 0.25, 0.75},
                     .article = 0.5,
                     .article_kind = KINDS - 1,
                     .weights = {fuzz_weights(), fuzz_weights(), fuzz_weights()},
                     .kinds = some_trees(page, KINDS, PAGE_COLUMNS + LOGGED + DECLARED)};
    scorer.blocks = some_trees(page, 1, OWN_COLUMNS + FUZZ_SUBJECTS + CONTEXT_COLUMNS + KINDS);
    return scorer;
}

int fuzz_scoring(FuzzPage *page)
{
    int64_t blocks = page->blocks;
    int64_t *const *column = page->column;
    Scorer scorer = some_scorer(page);
    Scored scored = {.rows = page->rows,
                     .blocks = blocks,
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
                     .element = page->element};
    int64_t features = OWN_COLUMNS + FUZZ_SUBJECTS + CONTEXT_COLUMNS + KINDS;
    Scores scores = {.columns = fuzz_array(page, features * blocks, sizeof(float)),
                     .kinds = fuzz_array(page, KINDS, sizeof(double)),
                     .log_odds = fuzz_array(page, blocks, sizeof(double)),
                     .probability = fuzz_array(page, blocks, sizeof(double)),
                     .chars = fuzz_array(page, blocks, sizeof(double)),
                     .words = fuzz_array(page, blocks, sizeof(int64_t)),
                     .chosen = fuzz_array(page, blocks, 1)};
    Room room = {NULL, 0};
    Outcome outcome = mt_score_page(page->parser, page->table, &scorer, &scored, &room, &scores);
    free(room.bytes);
    CHECK(outcome != LOOP_WRONG || !page->is_utf_8);
    for (int64_t i = 0; outcome == LOOP_FINE && i < blocks; i++)
        CHECK(scores.probability[i] >= 0 && scores.probability[i] <= 1 &&
              scores.chars[i] == page->block_chars[i] && scores.words[i] == page->words[i]);
    if (outcome != LOOP_FINE)
        return 0;
    Weighing weighing = {1.5, -0.25, 2};
    uint8_t *kept = fuzz_array(page, blocks, 1);
    return mt_choose_weighed(scores.log_odds, &weighing, scores.words, blocks, kept) == 0;
}
