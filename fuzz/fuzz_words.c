/* Words of the texts and of the elements' names, and scores by them. */
#include "fuzz_words.h"

enum { SLOT_BITS = 8, SLOTS = 1 << SLOT_BITS };

/* In ASCII as a page's alphabet has it, so that its stretches are read at once; any kind beyond. */
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

const uint32_t *fuzz_letters(void)
{
    static uint32_t letters[KNOWN_CODES + 1];
    for (uint32_t code = KNOWN_CODES; !letters[0] && code; code--)
        letters[code] =
            (code < 0x80 && is_letter((Byte)code) ? code | 0x20 : code) << 8 | some_kind(code);
    letters[0] = CHARACTER_SYMBOL; /* made once */
    return letters;
}

/* A set that has some of the words. */
WordSet fuzz_word_set(FuzzPage *page, const uint64_t *hash, int64_t count)
{
    uint64_t *slots = fuzz_array(page, SLOTS, sizeof(uint64_t));
    memset(slots, 0, SLOTS * sizeof *slots);
    WordSet set = {slots, WORD_FACTOR | 1, SLOT_BITS};
    for (int64_t i = fuzz_chance(page) % 5; i < count; i += 5)
        slots[slot_of(&set, hash[i])] = hash[i];
    return set;
}

const int64_t *fuzz_subjects(FuzzPage *page)
{
    int64_t *subject_by_slot = fuzz_array(page, SLOTS, sizeof(int64_t));
    for (int slot = 0; slot < SLOTS; slot++)
        subject_by_slot[slot] = slot % FUZZ_SUBJECTS;
    return subject_by_slot;
}

static void *copy_of(FuzzPage *page, const void *items, int64_t count, size_t item)
{
    void *copy = fuzz_array(page, count, item);
    if (count)
        memcpy(copy, items, (size_t)count * item);
    return copy;
}

/* -- texts ---------------------------------------------------------------------------------------------- */

static double *as_double(FuzzPage *page, const int64_t *numbers)
{
    double *values = fuzz_array(page, page->blocks, sizeof *values);
    for (int64_t i = 0; i < page->blocks; i++)
        values[i] = (double)numbers[i];
    return values;
}

static void take_told(FuzzPage *page, int64_t *told)
{
    int64_t blocks = page->blocks;
    page->told = told;
    page->kinds = told;
    page->kind_count = CHARACTER_KINDS;
    page->words = told + TOLD_WORDS * blocks;
    page->emphasis = told + TOLD_EMPHASIS * blocks;
    page->block_chars = as_double(page, told + TOLD_CHARS * blocks);
    page->link_chars = as_double(page, told + TOLD_LINK_CHARS * blocks);
    page->commas = fuzz_array(page, blocks, sizeof(int64_t));
    page->marks = fuzz_array(page, blocks, sizeof(int64_t));
    for (int64_t i = 0; i < blocks; i++) {
        page->commas[i] = told[CHARACTER_COMMA * blocks + i] + told[CHARACTER_CJK_COMMA * blocks + i];
        page->marks[i] = page->commas[i] + told[CHARACTER_STOP * blocks + i];
    }
}

static int read_all_texts(FuzzPage *page, const Alphabet *alphabet)
{
    int64_t *told = fuzz_array(page, TOLD_COUNT * page->blocks, sizeof(int64_t));
    Texts texts = {.text = (const Byte *)page->table->text,
                   .text_end = (const Byte *)page->table->text + page->table->text_length,
                   .rows = page->rows,
                   .blocks = page->blocks,
                   .tag = page->column[COLUMN_TAG],
                   .flags = page->column[COLUMN_FLAGS],
                   .text_start = page->column[COLUMN_TEXT_START],
                   .text_end_at = page->column[COLUMN_TEXT_END],
                   .chars = page->chars,
                   .cjk = page->cjk,
                   .first_row = page->first_row};
    WordList words = {0}, title = {0};
    Outcome outcome = mt_read_texts(&texts, alphabet, &words, told);
    CHECK(outcome != LOOP_WRONG || !page->is_utf_8);
    if (outcome == LOOP_FINE) {
        int64_t last = page->blocks - 1;
        CHECK(told[TOLD_FIRST_WORD * page->blocks + last] + told[TOLD_WORDS * page->blocks + last] ==
              words.count);
        page->word_count = words.count;
        page->word_hash = copy_of(page, words.hash, words.count, sizeof *words.hash);
        page->word_kind = copy_of(page, words.kind, words.count, 1);
        take_told(page, told);
        size_t titled = page->table->text_length < 100 ? page->table->text_length : 100;
        outcome = mt_find_different_words((const Byte *)page->table->text, titled, alphabet, &title);
        page->title_count = title.count;
        page->title = copy_of(page, title.hash, title.count, sizeof *title.hash);
    }
    mt_free_words(&words);
    mt_free_words(&title);
    return outcome == LOOP_FINE;
}

static int write_text_columns(FuzzPage *page)
{
    Told told = {.told = page->told,
                 .blocks = page->blocks,
                 .hash = page->word_hash,
                 .kind = page->word_kind,
                 .words = page->word_count,
                 .title = page->title,
                 .title_words = page->title_count,
                 .stops = fuzz_word_set(page, page->word_hash, page->word_count),
                 .years = fuzz_word_set(page, page->word_hash, page->word_count)};
    page->text_columns = fuzz_array(page, TEXT_FEATURES * page->blocks, sizeof(float));
    page->text_features = TEXT_FEATURES;
    return mt_write_text_features(&told, page->text_columns) == LOOP_FINE;
}

/* -- words in attributes -------------------------------------------------------------------------------- */

static int holds_one_of(View value, const Sought *sought)
{
    for (int word = 0; word < sought->word_count; word++)
        for (size_t at = 0; at + sought->words[word].length <= value.length; at++)
            if (mt_equals_ignoring_case((const Byte *)value.text + at, sought->words[word].text,
                                     sought->words[word].length))
                return 1;
    return 0;
}

/* What is found holds a word, and comes in order. */
static int seek_in_attributes(FuzzPage *page)
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

/* -- names ---------------------------------------------------------------------------------------------- */

static void sum_names(FuzzPage *page, const NameList *names)
{
    page->name_sums = fuzz_array(page, names->count, sizeof(uint64_t));
    for (int64_t name = 0; name < names->count; name++) {
        int64_t end = name + 1 < names->count ? names->first[name + 1] : names->words.count;
        page->name_sums[name] = 0;
        for (int64_t word = names->first[name]; word < end; word++)
            page->name_sums[name] += names->words.hash[word];
    }
}

static int find_named(FuzzPage *page, const Names *names)
{
    WordSet speaking = fuzz_word_set(page, names->hash, names->words);
    NamedRows found = {.count = 0};
    CHECK(mt_are_names_inside(names));
    Outcome outcome = mt_find_named_rows(names, &speaking, fuzz_subjects(page), &found);
    if (outcome == LOOP_FINE) {
        page->named_count = found.count;
        page->named = copy_of(page, found.rows, found.count, sizeof *found.rows);
        page->subject = copy_of(page, found.subjects, found.count, sizeof *found.subjects);
    }
    free(found.rows);
    return outcome == LOOP_FINE;
}

static int read_all_names(FuzzPage *page, const Alphabet *alphabet)
{
    NameList names = {.count = 0};
    page->of_row = fuzz_array(page, page->rows, sizeof(int64_t));
    memset(page->of_row, 0, (size_t)page->rows * sizeof *page->of_row);
    int is_done = mt_read_names(page->parser, page->table, page->holders, page->holder_count, alphabet, &names,
                             page->of_row) == LOOP_FINE;
    if (is_done) {
        sum_names(page, &names);
        page->name_count = names.count;
        page->name_word_count = names.words.count;
        page->name_hash = copy_of(page, names.words.hash, names.words.count, sizeof *names.words.hash);
        page->name_first = copy_of(page, names.first, names.count, sizeof *names.first);
        Names found = {page->name_hash,  page->name_word_count, page->name_first,
                       page->name_count, page->of_row,          page->rows};
        is_done = find_named(page, &found);
    }
    mt_free_names(&names);
    return is_done;
}

int fuzz_words(FuzzPage *page)
{
    Alphabet alphabet = mt_alphabet_of(fuzz_letters());
    return seek_in_attributes(page) && read_all_texts(page, &alphabet) && write_text_columns(page) &&
           read_all_names(page, &alphabet);
}

/* -- scores --------------------------------------------------------------------------------------------- */

const int64_t *fuzz_tag_buckets(FuzzPage *page)
{
    int64_t *buckets = fuzz_array(page, TAG_PLACES * TAG_KINDS, sizeof(int64_t));
    for (int i = 0; i < TAG_PLACES * TAG_KINDS; i++)
        buckets[i] = i * 7919 % (1 << BUCKET_BITS);
    return buckets;
}

Weights fuzz_weights(void)
{
    static int8_t weight[1 << BUCKET_BITS];
    for (int i = (1 << BUCKET_BITS) - 1; !weight[1] && i; i--)
        weight[i] = (int8_t)(i % 251); /* the first last: it says that all are made */
    return (Weights){weight, 0.1, -0.5};
}

int fuzz_scores(FuzzPage *page)
{
    int64_t blocks = page->blocks, *ends = fuzz_array(page, blocks, sizeof(int64_t));
    memcpy(ends, page->above_high, (size_t)blocks * sizeof *ends);
    Weights weights = fuzz_weights();
    BlockWords words = {page->word_hash, page->word_count, page->told + TOLD_FIRST_WORD * blocks, page->words,
                        blocks};
    const int64_t *const last[2] = {page->heading, page->label};
    NamedBlocks named = {.names = {page->name_hash, page->name_word_count, page->name_first, page->name_count,
                                   page->of_row, page->rows},
                         .tag = page->column[COLUMN_TAG],
                         .above = page->above,
                         .short_path = page->tag_paths + 5 * blocks,
                         .long_path = page->tag_paths + 9 * blocks,
                         .tag_buckets = fuzz_tag_buckets(page),
                         .blocks = blocks};
    page->scores = fuzz_array(page, FUZZ_SCORES * blocks, sizeof(double));
    mt_score_text(&weights, &words, (const uint64_t *)page->told + TOLD_TEXT_HASH * blocks, page->scores);
    mt_score_headings(&weights, &words, last, ends, page->scores + 2 * blocks);
    return mt_score_names(&weights, &named, page->scores + blocks) == LOOP_FINE;
}
