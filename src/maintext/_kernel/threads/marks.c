/* Marks of all rows of a page, by their attributes and texts. */
#include "base/memory.h"
#include "threads/threads.h"

enum {
    MAX_PERSON_CHARS = 120,
    NEAR = 6,             /* levels below an element that its mark applies to */
    MAX_TIME_CHARS = 120, /* characters of a line with a time and little else; CJK counts twice */
    MAX_PUNCTUATION = 8,  /* of such a line, the colons of a clock included */
};

/* -- attributes ------------------------------------------------------------------------------------- */

typedef struct {
    uint64_t *slots; /* hashes of tag and name */
    int64_t *numbers;
    uint64_t mask;
    int64_t next;
} Numbers;

/* The number of a tag and a name; numbers are given in the order in which they are asked for. */
static int64_t number_of(Numbers *numbers, int64_t tag, uint64_t name)
{
    uint64_t key = mix(name ^ mix((uint64_t)tag + 1)) | 1;
    uint64_t at = key >> 8 & numbers->mask;
    while (numbers->slots[at] && numbers->slots[at] != key)
        at = (at + 1) & numbers->mask;
    if (!numbers->slots[at]) {
        numbers->slots[at] = key;
        numbers->numbers[at] = numbers->next++;
    }
    return numbers->numbers[at];
}

/* The values of one attribute. */
typedef struct {
    Value *values;
    int64_t *of_row; /* the number of each row's value, or NONE */
    int64_t count;
} Values;

static Outcome read_values(Parser *parser, const Table *table, const char *name, ValueKind kind,
                           Values *found)
{
    int64_t *first = NULL;
    found->of_row = mt_allocate((size_t)(table->rows + 1) * sizeof *found->of_row);
    if (!found->of_row)
        return OUTCOME_NO_MEMORY;
    Outcome outcome = mt_find_values(parser, table, (const Byte *)name, (int)strlen(name), found->of_row,
                                     &first, &found->count);
    if (outcome == OUTCOME_OK) {
        found->values = mt_allocate((size_t)(found->count + 1) * sizeof *found->values);
        outcome = found->values ? OUTCOME_OK : OUTCOME_NO_MEMORY;
    }
    for (int64_t i = 0; outcome == OUTCOME_OK && i < found->count; i++) {
        View text = mt_value_of(parser, &parser->attributes[first[i]]);
        if (text.text)
            found->values[i] = mt_read_value(text, kind, parser->hash_seed);
        else
            outcome = OUTCOME_NO_MEMORY;
    }
    mt_release(first);
    return outcome;
}

static const Value *value_of(const Values *values, int64_t row)
{
    static const Value none = {0, 0, 0};
    return values->of_row[row] == NONE ? &none : &values->values[values->of_row[row]];
}

static void mark_rows(const Rows *rows, const Values *values, Numbers *numbers, ThreadMarks *marks)
{
    for (int64_t row = 0; row < rows->count; row++) {
        const Value *class = value_of(&values[VALUE_CLASS], row), *id = value_of(&values[VALUE_ID], row);
        uint64_t name = class->name ? class->name : id->name;
        marks->flags[row] = class->marks | id->marks | value_of(&values[VALUE_PROPERTY], row)->marks |
                            value_of(&values[VALUE_TYPE], row)->marks;
        marks->name[row] = name ? number_of(numbers, rows->tag[row], name) : rows->tag[row];
        marks->number_name[row] =
            id->is_numbered && id->name ? number_of(numbers, rows->tag[row], id->name) : NONE;
    }
}

static Outcome read_names(Parser *parser, const Table *table, const Rows *rows, ThreadMarks *marks)
{
    static const char *const names[VALUE_KINDS] = {"class", "id", "itemprop", "itemtype"};
    Values values[VALUE_KINDS] = {{NULL, NULL, 0}};
    Outcome outcome = OUTCOME_OK;
    for (int kind = 0; kind < VALUE_KINDS && outcome == OUTCOME_OK; kind++)
        outcome = read_values(parser, table, names[kind], (ValueKind)kind, &values[kind]);
    size_t slots = 16;
    while (slots < 4 * (size_t)rows->count) /* a row has two names at most */
        slots *= 2;
    Numbers numbers = {.mask = slots - 1, .next = LISTED_TAGS + table->local_tag_count};
    if (outcome == OUTCOME_OK) {
        numbers.slots = mt_allocate_zeroed(slots, sizeof *numbers.slots);
        numbers.numbers = mt_allocate(slots * sizeof *numbers.numbers);
        outcome = numbers.slots && numbers.numbers ? OUTCOME_OK : OUTCOME_NO_MEMORY;
    }
    if (outcome == OUTCOME_OK)
        mark_rows(rows, values, &numbers, marks);
    mt_release(numbers.slots);
    mt_release(numbers.numbers);
    for (int kind = 0; kind < VALUE_KINDS; kind++) {
        mt_release(values[kind].values);
        mt_release(values[kind].of_row);
    }
    return outcome;
}

/* -- links ------------------------------------------------------------------------------------------ */

static Outcome find_profiles(Parser *parser, const Table *table, const Rows *rows, Byte *is_profile)
{
    static const Byte name[] = "href";
    memset(is_profile, 0, (size_t)rows->count);
    for (int64_t row = 0; row < rows->count; row++) {
        RowAttributes attributes = table->attributes[row];
        if (rows->tag[row] != TAG_A)
            continue;
        for (int32_t at = attributes.first; at < attributes.first + attributes.count; at++) {
            const Attribute *attribute = &parser->attributes[at];
            if (!mt_is_same_name(parser, attribute->name, name, sizeof name - 1))
                continue;
            View url = mt_value_of(parser, attribute);
            if (!url.text)
                return OUTCOME_NO_MEMORY;
            is_profile[row] = (Byte)mt_is_profile_url(url);
            break;
        }
    }
    return OUTCOME_OK;
}

/* -- elements around and below ---------------------------------------------------------------------- */

typedef struct {
    int64_t *chars_before;  /* of each row, and of the end */
    int64_t *thread, *text; /* nearest element marked as a thread; as the text of a post, or around it */
    Byte *in_box;
} Surroundings;

/* Columns that depend on the rows above; is_person is is_profile before. */
static void look_up(const Table *table, const Rows *rows, Surroundings *above, ThreadMarks *marks)
{
    const int64_t *depth = table->cells + COLUMN_DEPTH * rows->count;
    int64_t total = above->chars_before[rows->count];
    for (int64_t row = 0; row < rows->count; row++) {
        int64_t parent = rows->parent[row], flags = marks->flags[row];
        int64_t chars = above->chars_before[rows->end[row]] - above->chars_before[row];
        int is_author = (flags & MARK_AUTHOR) != 0;
        int is_person = (is_author || marks->is_person[row]) && chars > 0 && chars <= MAX_PERSON_CHARS;
        int has_parent = parent >= 0;
        marks->is_person[row] = (Byte)is_person;
        marks->in_person[row] = (Byte)(is_person || (has_parent && marks->in_person[parent]));
        marks->in_author[row] = (Byte)((is_person && is_author) || (has_parent && marks->in_author[parent]));
        marks->in_comments[row] =
            (Byte)((flags & MARK_COMMENT) != 0 || (has_parent && marks->in_comments[parent]));

        /* A box around most of the page is not for other pages, whatever its name. */
        int is_box = (flags & MARK_OTHER) && 2 * chars < total;
        above->in_box[row] = (Byte)(is_box || (has_parent && above->in_box[parent]));
        marks->is_elsewhere[row] =
            (Byte)(above->in_box[row] || (rows->flags[row] & (FLAG_NAV | FLAG_FOOTER)));

        int is_thread = (flags & (MARK_COMMENT | MARK_THREAD)) && depth[row] > 1;
        above->thread[row] = is_thread ? row : has_parent ? above->thread[parent] : NONE;
        int64_t thread = above->thread[row];
        marks->in_thread[row] = thread != NONE && depth[row] - depth[thread] <= NEAR;

        int is_text = (flags & (MARK_BODY | MARK_ASIDE)) != 0;
        above->text[row] = is_text ? row : has_parent ? above->text[parent] : NONE;
        int64_t text = above->text[row];
        marks->aside[row] = text != NONE && !(marks->flags[text] & MARK_BODY) ? text : NONE;
    }
}

static void look_down(const Rows *rows, ThreadMarks *marks)
{
    for (int64_t row = 0; row < rows->count; row++) {
        marks->has_item[row] = (marks->flags[row] & MARK_ITEM) != 0;
        marks->has_body[row] = (marks->flags[row] & MARK_BODY) != 0;
    }
    for (int64_t row = rows->count - 1; row > 0; row--)
        if (rows->parent[row] >= 0) {
            marks->has_item[rows->parent[row]] |= marks->has_item[row];
            marks->has_body[rows->parent[row]] |= marks->has_body[row];
        }
}

static Outcome look_around(const Table *table, const Rows *rows, const Segments *found, ThreadMarks *marks)
{
    size_t count = (size_t)rows->count + 1;
    int64_t *memory = mt_allocate(count * (3 * sizeof *memory + 1));
    if (!memory)
        return OUTCOME_NO_MEMORY;
    Surroundings above = {memory, memory + count, memory + 2 * count, (Byte *)(memory + 3 * count)};
    above.chars_before[0] = 0;
    for (int64_t row = 0; row < rows->count; row++)
        above.chars_before[row + 1] = above.chars_before[row] + found->chars[row];
    look_up(table, rows, &above, marks);
    look_down(rows, marks);
    mt_release(memory);
    return OUTCOME_OK;
}

/* -- texts ------------------------------------------------------------------------------------------ */

/* A line with a time and little else. */
static int is_short(const Table *table, const Segments *found, int64_t first, int64_t stop)
{
    const int32_t *cjk = mt_count_column(table, COUNT_CJK);
    const int32_t *wide = mt_count_column(table, COUNT_CJK_PUNCTUATION);
    const int32_t *latin = mt_count_column(table, COUNT_LATIN_PUNCTUATION);
    int64_t length = 0, punctuation = 0;
    for (int64_t i = first; i < stop; i++) {
        int64_t row = found->leaves[i];
        length += found->chars[row] + cjk[row];
        punctuation += wide[row] + latin[row];
    }
    return length <= MAX_TIME_CHARS && punctuation <= MAX_PUNCTUATION;
}

static void find_times(const Table *table, const Rows *rows, const Segments *found, Byte *hints)
{
    const int32_t *digits = mt_count_column(table, COUNT_DIGITS);
    const Byte *at = (const Byte *)table->text, *end = at + table->text_length;
    int64_t position = 0, next_row = 0; /* of `at`, in code points; the first row that was not looked at */
    int64_t time_end = 0;               /* of the last <time> element */
    memset(hints, 0, (size_t)rows->count);
    for (int64_t block = 0; block < found->count; block++) {
        int64_t first = found->first[block];
        int64_t stop = block + 1 < found->count ? found->first[block + 1] : found->leaf_count;
        if (!is_short(table, found, first, stop))
            continue;
        for (int64_t i = first; i < stop; i++) {
            int64_t row = found->leaves[i], length = rows->text_end[row] - rows->text_start[row];
            for (; next_row < row; next_row++)
                if (rows->tag[next_row] == TAG_TIME && rows->end[next_row] > time_end)
                    time_end = rows->end[next_row];
            at = mt_skip_code_points(at, end, rows->text_start[row] - position);
            const Byte *after = at ? mt_skip_code_points(at, end, length) : NULL;
            if (!after)
                return;
            hints[row] = row < time_end                               ? TIME_ELEMENT
                         : mt_may_be_time(at, after, digits[row] > 0) ? MAY_BE_TIME
                                                                      : 0;
            at = after;
            position = rows->text_end[row];
        }
    }
}

/* -- all of them ------------------------------------------------------------------------------------ */

size_t mt_thread_mark_size(int64_t rows)
{
    return (size_t)rows * (MARK_NUMBERS * sizeof(int64_t) + MARK_BYTES);
}

ThreadMarks mt_thread_marks_in(void *memory, int64_t rows)
{
    int64_t *numbers = memory;
    Byte *bytes = (Byte *)(numbers + MARK_NUMBERS * rows);
    return (ThreadMarks){
        .flags = numbers,
        .name = numbers + rows,
        .number_name = numbers + 2 * rows,
        .aside = numbers + 3 * rows,
        .time_hint = bytes,
        .is_person = bytes + rows,
        .in_person = bytes + 2 * rows,
        .in_author = bytes + 3 * rows,
        .in_comments = bytes + 4 * rows,
        .in_thread = bytes + 5 * rows,
        .is_elsewhere = bytes + 6 * rows,
        .has_item = bytes + 7 * rows,
        .has_body = bytes + 8 * rows,
    };
}

Outcome mt_mark_threads(Parser *parser, const Table *table, const Rows *rows, const Segments *found,
                        ThreadMarks *marks)
{
    Outcome outcome = read_names(parser, table, rows, marks);
    if (outcome == OUTCOME_OK)
        outcome = find_profiles(parser, table, rows, marks->is_person);
    if (outcome == OUTCOME_OK)
        outcome = look_around(table, rows, found, marks);
    if (outcome == OUTCOME_OK)
        find_times(table, rows, found, marks->time_hint);
    return outcome;
}
