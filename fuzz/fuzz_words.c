/* Searches for words in attributes; runs of words. */
#include "fuzz.h"
#include "model/words.h"
#include "text/runs.h"

static int has_one_of(View value, const Query *query)
{
    for (int word = 0; word < query->word_count; word++)
        for (size_t at = 0; at + query->words[word].length <= value.length; at++)
            if (mt_equals_ignoring_case((const Byte *)value.text + at, query->words[word].text,
                                        query->words[word].length))
                return 1;
    return 0;
}

/* Each match has one of the words; matches are in order. */
int fuzz_words(FuzzPage *page)
{
    static const char words[] = "a id  x: ", names[][6] = {"class", "id", "href"};
    Query queries[] = {{.names = {{names[0], 5}, {names[1], 2}}}, {.names = {{names[2], 4}, {NULL, 0}}}};
    CHECK(mt_set_query_words(words, sizeof words - 1, &queries[0]) && queries[0].word_count == 3);
    CHECK(mt_set_query_words(words + 2, 2, &queries[1]) && queries[1].word_count == 1);
    int64_t limit = fuzz_chance(page) % 4 ? page->rows : 2, counts[2] = {0}, last[2] = {NONE, NONE};
    QueryMatches found;
    Outcome outcome = mt_find_matches(page->parser, page->table, queries, 2, limit, &found);
    for (int64_t i = 0; outcome == OUTCOME_OK && i < found.count; i++) {
        QueryMatch row = found.rows[i];
        View value = mt_value_of(page->parser, &page->parser->attributes[row.attribute]);
        if (!value.text)
            outcome = OUTCOME_NO_MEMORY;
        else
            CHECK(has_one_of(value, &queries[row.which]));
        CHECK(row.row > last[row.which] && ++counts[row.which] <= limit);
        last[row.which] = row.row;
    }
    free(found.rows);
    return outcome == OUTCOME_OK;
}

/* Any hashes, also equal ones and those that share a slot of the table. */
int fuzz_runs(FuzzPage *page)
{
    int64_t count = fuzz_chance(page) % 300, total = 0, top[RUN_SIZES], repeated[RUN_SIZES];
    uint32_t different = 1 + fuzz_chance(page) % 40, high = fuzz_chance(page) % 64;
    uint64_t *word = fuzz_array(page, count, sizeof *word);
    int64_t *length = fuzz_array(page, count, sizeof *length);
    for (int64_t i = 0; i < count; i++) {
        word[i] = (uint64_t)(fuzz_chance(page) % different) << high;
        total += length[i] = 1 + fuzz_chance(page) % 9;
    }
    if (mt_measure_runs(word, length, count, top, repeated) < 0)
        return 0;
    for (int i = 0; i < RUN_SIZES; i++) {
        int64_t size = FIRST_RUN + i;
        CHECK(repeated[i] >= 0 && repeated[i] <= total);
        CHECK((top[i] > 0) == (count >= size));
        CHECK(top[i] <= count * (9 * size + size - 1));
    }
    return 1;
}
