/* Marks of all rows of a page, by their attributes and texts. */
#include "base/memory.h"
#include "threads/threads.h"

#include <stdlib.h>

enum {
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

Outcome mt_mark_threads(Parser *parser, const Table *table, const Rows *rows, const Segments *found,
                        ThreadMarks *marks)
{
    Outcome outcome = read_names(parser, table, rows, marks);
    if (outcome == OUTCOME_OK)
        outcome = find_profiles(parser, table, rows, marks->is_profile);
    if (outcome == OUTCOME_OK)
        find_times(table, rows, found, marks->time_hint);
    return outcome;
}
