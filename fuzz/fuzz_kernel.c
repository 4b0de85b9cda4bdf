/* The kernel on any bytes, at any limit, with or without enough memory.

   The first bytes of an input choose the limits and when memory runs out; the rest is the page. Built with
   libFuzzer and the sanitizers by `make fuzz`; with -DSTANDALONE it runs the files it is given, once each,
   for valgrind and for inputs that were found before. */
#include "kernel.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                                                     \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                  \
            abort();                                                                                         \
        }                                                                                                    \
    } while (0)

static long allocations_left; /* until memory runs out; negative: never */

static void *reallocate(void *block, size_t size)
{
    if (size == 0) {
        free(block);
        return NULL;
    }
    if (allocations_left == 0)
        return NULL;
    if (allocations_left > 0)
        allocations_left--;
    return realloc(block, size);
}

/* What must hold of every table, whatever it was made from. */
static void check_table(Parser *parser, const Table *table, int64_t most_rows, int64_t most_depth,
                        int is_utf_8)
{
    int64_t rows = table->rows;
    const int64_t *column[COLUMN_COUNT];
    for (int i = 0; i < COLUMN_COUNT; i++)
        column[i] = table->cells + i * rows;
    CHECK(rows >= 1 && rows <= most_rows);
    int64_t length =
        count_code_points((const Byte *)table->text, (const Byte *)table->text + table->text_length);
    int64_t text_at = 0;
    for (int64_t row = 0; row < rows; row++) {
        int64_t parent = column[COLUMN_PARENT][row];
        CHECK(row == 0 ? parent == NONE : parent >= 0 && parent < row);
        CHECK(column[COLUMN_DEPTH][row] == (row ? column[COLUMN_DEPTH][parent] + 1 : 0));
        CHECK(column[COLUMN_DEPTH][row] <= most_depth);
        CHECK(column[COLUMN_END][row] > row && column[COLUMN_END][row] <= rows);
        CHECK(row == 0 || column[COLUMN_END][row] <= column[COLUMN_END][parent]);
        CHECK(column[COLUMN_BLOCK][row] >= 0 && column[COLUMN_BLOCK][row] <= row);
        CHECK(column[COLUMN_TAG][row] >= 0 && column[COLUMN_TAG][row] < LISTED_TAGS + table->local_tag_count);
        CHECK(column[COLUMN_TEXT_START][row] == text_at);
        CHECK(column[COLUMN_TEXT_END][row] >= text_at);
        CHECK(!is_utf_8 || column[COLUMN_TEXT_END][row] <= length);
        if (column[COLUMN_TAG][row] == TAG_TEXT)
            text_at = column[COLUMN_TEXT_END][row];
        RowAttributes attributes = table->attributes[row];
        for (int i = 0; i < attributes.count; i++) {
            const Attribute *attribute = &parser->attributes[attributes.first + i];
            attribute_chars(parser, attribute);
            name_of(parser, attributes.name_space, attribute);
        }
    }
    CHECK(!is_utf_8 || text_at == length);
    for (int32_t i = 0; i < table->local_tag_count; i++)
        tag_name_of(parser, table->local_tags[i]);
}

/* Words of the shown texts and of the elements' names; every text is a block. */
static void read_all_words(Parser *parser, const Table *table)
{
    static uint32_t letters[PLANE + 1];
    for (uint32_t code = PLANE; !letters[0] && code; code--)
        letters[code] =
            (code & 0xFFFF) << 8 | (code < 0x80 && is_letter((Byte)code) ? CHARACTER_LETTER : code % 16);
    letters[0] = CHARACTER_OTHER + 1; /* made once */
    Alphabet alphabet = alphabet_of(letters);
    int64_t rows = table->rows, *zeros = calloc((size_t)(3 * rows), sizeof *zeros);
    int64_t *told = calloc((size_t)(TOLD_COUNT * rows), sizeof *told);
    if (!zeros || !told)
        abort();
    int64_t *all = zeros + rows, *of_row = zeros + 2 * rows;
    for (int64_t row = 0; row < rows; row++)
        all[row] = row;
    Texts texts = {
        .text = (const Byte *)table->text,
        .text_end = (const Byte *)table->text + table->text_length,
        .rows = rows,
        .blocks = rows,
        .tag = table->cells + COLUMN_TAG * rows,
        .flags = table->cells + COLUMN_FLAGS * rows,
        .text_start = table->cells + COLUMN_TEXT_START * rows,
        .text_end_at = table->cells + COLUMN_TEXT_END * rows,
        .chars = zeros,
        .cjk = zeros,
        .first_row = all,
    };
    WordList words = {0};
    if (read_texts(&texts, &alphabet, &words, told) == LOOP_FINE)
        CHECK(told[TOLD_FIRST_WORD * rows + rows - 1] + told[TOLD_WORDS * rows + rows - 1] == words.count);
    free_words(&words);
    NameList names = {.count = 0};
    if (read_names(parser, table, all, rows, &alphabet, &names, of_row) == LOOP_FINE)
        for (int64_t row = 0; row < rows; row++)
            CHECK(of_row[row] >= 0 && of_row[row] < names.count);
    free_names(&names);
    free(zeros);
    free(told);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int64_t most_nodes[] = {1, 7, 100, 1000000}, most_depths[] = {1, 5, 100, 512};
    if (size < 2)
        return 0;
    int64_t most_rows = most_nodes[data[0] & 3], most_depth = most_depths[data[0] >> 2 & 3];
    allocations_left = data[0] & 0x10 ? data[1] : -1;
    size -= 2;
    Byte *page = malloc(size + !size); /* a block of its own: a byte too far is seen */
    Parser *parser = calloc(1, sizeof *parser);
    if (!page || !parser)
        abort();
    memcpy(page, data + 2, size);
    parser->source = page;
    parser->source_end = page + size;
    parser->most_nodes = 2 * most_rows + 16;
    parser->seconds = 1e9;
    parser->reallocate = reallocate;
    int64_t code_points;
    int64_t valid = valid_utf_8(page, page + size, &code_points);
    CHECK(valid <= (int64_t)size && code_points == count_code_points(page, page + valid));
    Table table;
    memset(&table, 0, sizeof table);
    if (parse_source(parser) == FAILED_NOT) {
        for (int32_t i = 0; i < parser->node_count; i++)
            if (parser->nodes[i].bits & NODE_MAY_HIDE && hides(parser, &parser->nodes[i]) == 1)
                parser->nodes[i].bits |= NODE_IS_HIDDEN;
        Failure failure = write_table(parser, most_rows, most_depth, &table);
        free_tree(parser);
        if (failure == FAILED_NOT) {
            check_table(parser, &table, most_rows, most_depth < MOST_OPEN ? most_depth : MOST_OPEN - 1,
                        valid == (int64_t)size);
            read_all_words(parser, &table);
        }
    }
    free_table(parser, &table);
    free_parser(parser);
    free(parser);
    free(page);
    return 0;
}

#ifdef STANDALONE
int main(int count, char **names)
{
    for (int i = 1; i < count; i++) {
        FILE *file = fopen(names[i], "rb");
        if (!file) {
            perror(names[i]);
            return 1;
        }
        fseek(file, 0, SEEK_END);
        long size = ftell(file);
        rewind(file);
        uint8_t *data = malloc((size_t)size + 1);
        if (!data || fread(data, 1, (size_t)size, file) != (size_t)size)
            return 1;
        fclose(file);
        LLVMFuzzerTestOneInput(data, (size_t)size);
        free(data);
    }
    printf("%d inputs\n", count - 1);
    return 0;
}
#endif
