/* Runs the kernel on any bytes, with any limits, with or without enough memory.

   The first bytes of an input choose the limits, when memory runs out, and the random seed; the rest is the
   page. `make fuzz` builds it with libFuzzer and the sanitizers. With -DSTANDALONE it runs the given files
   once each, for valgrind and for inputs that were found before.

   The linker replaces the kernel's memory functions by those that begin with __wrap_. */
#include "fuzz.h"

/* -- memory ------------------------------------------------------------------------------------------ */

static long allocations_left = -1; /* until memory runs out; negative: never */

static int runs_out(void)
{
    if (allocations_left > 0)
        allocations_left--;
    return allocations_left == 0;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);

void *__wrap_malloc(size_t size) { return runs_out() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return runs_out() ? NULL : __real_calloc(count, size); }
void *__wrap_realloc(void *block, size_t size) { return runs_out() ? NULL : __real_realloc(block, size); }

static void *reallocate(void *block, size_t size)
{
    if (size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, size);
}

/* An array of the caller. It is always allocated, and freed with the page. */
void *fuzz_array(FuzzPage *page, int64_t count, size_t item)
{
    CHECK(page->array_count < FUZZ_ARRAYS && count >= 0);
    void *array = __real_malloc((size_t)count * item + !count);
    CHECK(array);
    return page->arrays[page->array_count++] = array;
}

uint32_t fuzz_chance(FuzzPage *page)
{
    page->chance = page->chance * 1664525u + 1013904223u;
    return page->chance >> 8;
}

/* -- the table --------------------------------------------------------------------------------------- */

/* What must hold for every table. */
static void check_table(Parser *parser, const Table *table, int64_t max_rows, int64_t max_depth, int is_utf_8)
{
    int64_t rows = table->rows;
    const int64_t *column[COLUMN_COUNT];
    for (int i = 0; i < COLUMN_COUNT; i++)
        column[i] = table->cells + i * rows;
    CHECK(rows >= 1 && rows <= max_rows);
    const Byte *text = (const Byte *)table->text;
    int64_t length = mt_count_code_points(text, text + table->text_length), text_at = 0;
    CHECK(table->text_at[rows] == table->text_length);
    for (int64_t row = 0; row < rows; row++) {
        int64_t parent = column[COLUMN_PARENT][row];
        CHECK(row == 0 ? parent == NONE : parent >= 0 && parent < row);
        CHECK(column[COLUMN_DEPTH][row] == (row ? column[COLUMN_DEPTH][parent] + 1 : 0));
        CHECK(column[COLUMN_DEPTH][row] <= max_depth);
        CHECK(column[COLUMN_END][row] > row && column[COLUMN_END][row] <= rows);
        CHECK(row == 0 || column[COLUMN_END][row] <= column[COLUMN_END][parent]);
        CHECK(column[COLUMN_BLOCK][row] >= 0 && column[COLUMN_BLOCK][row] <= row);
        CHECK(column[COLUMN_TAG][row] >= 0 && column[COLUMN_TAG][row] < LISTED_TAGS + table->local_tag_count);
        CHECK(column[COLUMN_TEXT_START][row] == text_at);
        const Byte *start = text + table->text_at[row], *end = text + table->text_at[row + 1];
        int64_t own = column[COLUMN_TAG][row] == TAG_TEXT ? column[COLUMN_TEXT_END][row] - text_at : 0;
        CHECK(start <= end && (!is_utf_8 || mt_count_code_points(start, end) == own));
        CHECK(column[COLUMN_TEXT_END][row] >= text_at);
        CHECK(!is_utf_8 || column[COLUMN_TEXT_END][row] <= length);
        if (column[COLUMN_TAG][row] == TAG_TEXT)
            text_at = column[COLUMN_TEXT_END][row];
        RowAttributes attributes = table->attributes[row];
        for (int i = 0; i < attributes.count; i++) {
            const Attribute *attribute = &parser->attributes[attributes.first + i];
            mt_attribute_chars(parser, attribute);
            mt_name_of(parser, attributes.name_space, attribute);
        }
    }
    CHECK(!is_utf_8 || text_at == length);
    for (int32_t i = 0; i < table->local_tag_count; i++)
        mt_tag_name_of(parser, table->local_tags[i]);
}

/* Lines and offsets of start tags. */
static void check_places(const Parser *parser, const Table *table, int is_utf_8)
{
    Places places;
    if (!mt_start_places(&places, parser->source, parser->source_end))
        return;
    for (int64_t row = 0; row < table->rows; row++) {
        int32_t offset = table->offsets[row];
        TagPlace place = mt_place_at(&places, offset);
        CHECK(offset == NONE ? place.line == 0 && place.offset == NONE : place.line >= 1);
        CHECK(offset == NONE || parser->source[offset] == '<');
        CHECK(offset == NONE || !is_utf_8 ||
              place.offset == mt_count_code_points(parser->source, parser->source + offset));
    }
    mt_end_places(&places);
}

/* -- steps ------------------------------------------------------------------------------------------- */

/* Characters of each row's markup, with tags of equal length. Returns 0 when out of memory. */
static int find_markup(FuzzPage *page)
{
    int64_t tags = LISTED_TAGS + page->table->local_tag_count;
    int64_t *lengths = fuzz_array(page, tags, sizeof *lengths);
    for (int64_t tag = 0; tag < tags; tag++)
        lengths[tag] = tag == TAG_TEXT ? 0 : 5;
    page->markup = fuzz_array(page, page->rows, sizeof *page->markup);
    return mt_measure_markup(page->parser, page->table, lengths, page->markup) == 0;
}

/* Everything that `p_value` and `auto` run on a table. */
static void run_loops(FuzzPage *page, int is_damaged)
{
    page->rows = page->table->rows;
    for (int i = 0; i < COLUMN_COUNT; i++) {
        page->column[i] = fuzz_array(page, page->rows, sizeof(int64_t));
        memcpy(page->column[i], page->table->cells + i * page->rows, (size_t)page->rows * sizeof(int64_t));
    }
    if (find_markup(page) && fuzz_blocks(page)) {
        if (is_damaged)
            fuzz_damaged_rows(page);
        else if (fuzz_rows(page) && fuzz_words(page) && fuzz_runs(page) && fuzz_threads(page) &&
                 fuzz_measure(page))
            fuzz_rows(page); /* with the chosen blocks */
    }
    while (page->array_count)
        free(page->arrays[--page->array_count]);
}

/* Write the table of a page, and run everything on it. Stops when out of memory. */
static void run_page(Parser *parser, int64_t max_rows, int64_t max_depth, int is_utf_8,
                     const uint8_t *options)
{
    Table table;
    memset(&table, 0, sizeof table);
    if (mt_parse_source(parser) == NOT_FAILED) {
        for (int32_t i = 0; i < parser->node_count; i++)
            if (parser->nodes[i].bits & NODE_MAY_HIDE) /* as Python may decide */
                parser->nodes[i].bits |= NODE_IS_HIDDEN;
        Failure failure = mt_write_table(parser, max_rows, max_depth, &table);
        mt_free_tree(parser);
        if (failure == NOT_FAILED) {
            FuzzPage page = {
                .parser = parser, .table = &table, .is_utf_8 = is_utf_8, .chance = options[1] * 2654435761u};
            check_table(parser, &table, max_rows, max_depth < MAX_OPEN ? max_depth : MAX_OPEN - 1, is_utf_8);
            check_places(parser, &table, is_utf_8);
            run_loops(&page, options[0] & 0x20);
        }
    }
    mt_free_table(parser, &table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int64_t max_nodes[] = {1, 7, 100, 1000000}, max_depths[] = {1, 5, 100, 512};
    if (size < 2)
        return 0;
    int64_t max_rows = max_nodes[data[0] & 3], max_depth = max_depths[data[0] >> 2 & 3];
    size -= 2;
    Byte *page = malloc(size + !size); /* a separate block, so that an access past its end is detected */
    Parser *parser = calloc(1, sizeof *parser);
    if (!page || !parser)
        abort();
    memcpy(page, data + 2, size);
    parser->source = page;
    parser->source_end = page + size;
    parser->max_nodes = 2 * max_rows + 16;
    parser->seconds = 1e9;
    parser->is_strict = data[1] & 1;
    parser->is_plain = data[1] >> 1 & 1; /* true or not */
    parser->reallocate = reallocate;
    allocations_left = data[0] & 0x10 ? data[1] : -1;
    SourceFacts facts = mt_inspect_source(page, (int64_t)size);
    CHECK(facts.utf_8.valid <= (int64_t)size &&
          facts.utf_8.code_points == mt_count_code_points(page, page + facts.utf_8.valid));
    CHECK(facts.controls <= (int64_t)size && facts.declaration < (int64_t)size);
    run_page(parser, max_rows, max_depth, facts.utf_8.valid == (int64_t)size, data);
    allocations_left = -1;
    mt_free_parser(parser);
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
