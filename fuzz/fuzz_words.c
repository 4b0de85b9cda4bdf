/* Searches for words in attributes. */
#include "fuzz.h"
#include "model/words.h"

static int holds_one_of(View value, const Sought *sought)
{
    for (int word = 0; word < sought->word_count; word++)
        for (size_t at = 0; at + sought->words[word].length <= value.length; at++)
            if (mt_equals_ignoring_case((const Byte *)value.text + at, sought->words[word].text,
                                        sought->words[word].length))
                return 1;
    return 0;
}

/* Each match has one of the words; matches are in order. */
int fuzz_words(FuzzPage *page)
{
    static const char words[] = "a id  x: ", names[][6] = {"class", "id", "href"};
    Sought sought[] = {{.names = {{names[0], 5}, {names[1], 2}}}, {.names = {{names[2], 4}, {NULL, 0}}}};
    CHECK(mt_seek_words(words, sizeof words - 1, &sought[0]) && sought[0].word_count == 3);
    CHECK(mt_seek_words(words + 2, 2, &sought[1]) && sought[1].word_count == 1);
    int64_t most = fuzz_chance(page) % 4 ? page->rows : 2, counts[2] = {0}, last[2] = {NONE, NONE};
    SoughtRows found;
    Outcome outcome = mt_find_sought(page->parser, page->table, sought, 2, most, &found);
    for (int64_t i = 0; outcome == LOOP_FINE && i < found.count; i++) {
        SoughtRow row = found.rows[i];
        View value = mt_value_of(page->parser, &page->parser->attributes[row.attribute]);
        if (!value.text)
            outcome = LOOP_NO_MEMORY;
        else
            CHECK(holds_one_of(value, &sought[row.which]));
        CHECK(row.row > last[row.which] && ++counts[row.which] <= most);
        last[row.which] = row.row;
    }
    free(found.rows);
    return outcome == LOOP_FINE;
}
