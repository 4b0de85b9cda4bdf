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
    uint64_t key; /* hash of tag and name; 0 if unused */
    int64_t number;
} Number;

typedef struct {
    Number *slots;
    uint64_t mask;
    int64_t next;
} Numbers;

/* The number of a tag and a name; numbers are given in the order in which they are asked for. */
static int64_t number_of(Numbers *numbers, int64_t tag, uint64_t name)
{
    uint64_t key = mix(name ^ mix((uint64_t)tag + 1)) | 1;
    uint64_t at = key >> 8 & numbers->mask;
    while (numbers->slots[at].key && numbers->slots[at].key != key)
        at = (at + 1) & numbers->mask;
    if (!numbers->slots[at].key)
        numbers->slots[at] = (Number){key, numbers->next++};
    return numbers->slots[at].number;
}

enum { CACHE_BITS = 9 };

/* A value and what it means, by its hash: values often repeat. */
typedef struct {
    int32_t attribute; /* index + 1 of an attribute with the value; 0 if unused */
    ValueKind kind;
    Value value;
} CachedValue;

typedef struct {
    Parser *parser;
    CachedValue cached[1 << CACHE_BITS];
    Numbers numbers;
} Marker;

/* Read an attribute's value; NULL when out of memory. */
static const Value *read_value(Marker *marker, int32_t at, ValueKind kind)
{
    Parser *parser = marker->parser;
    Span span = parser->attributes[at].value;
    uint64_t seed = parser->hash_seed ^ (uint64_t)kind;
    uint64_t hash = hash_bytes(seed, parser->source + span.start, (size_t)span.length);
    CachedValue *cached = &marker->cached[hash >> (64 - CACHE_BITS)];
    if (cached->attribute && cached->kind == kind &&
        is_same_value(parser, span, parser->attributes[cached->attribute - 1].value))
        return &cached->value;
    View text = mt_value_of(parser, &parser->attributes[at]);
    if (!text.text)
        return NULL;
    *cached = (CachedValue){at + 1, kind, mt_read_value(text, kind, parser->hash_seed)};
    return &cached->value;
}

/* The kind of an attribute's value; VALUE_KINDS for others. */
static ValueKind kind_of(const Parser *parser, const Attribute *attribute)
{
    static const Byte type[] = "itemtype";
    switch (attribute->id) {
    case ATTRIBUTE_CLASS:
        return VALUE_CLASS;
    case ATTRIBUTE_ID:
        return VALUE_ID;
    case ATTRIBUTE_ITEMPROP:
        return VALUE_PROPERTY;
    case ATTRIBUTE_OTHER:
        return mt_is_same_name(parser, attribute->name, type, sizeof type - 1) ? VALUE_TYPE : VALUE_KINDS;
    default:
        return VALUE_KINDS;
    }
}

static Outcome mark_row(Marker *marker, RowAttributes found, int64_t tag, int64_t row, ThreadMarks *marks)
{
    uint64_t class_name = 0, id_name = 0;
    int is_numbered = 0;
    for (int32_t at = found.first; at < found.first + found.count; at++) {
        ValueKind kind = kind_of(marker->parser, &marker->parser->attributes[at]);
        if (kind == VALUE_KINDS)
            continue;
        const Value *value = read_value(marker, at, kind);
        if (!value)
            return OUTCOME_NO_MEMORY;
        marks->flags[row] |= value->marks;
        class_name = kind == VALUE_CLASS ? value->name : class_name;
        id_name = kind == VALUE_ID ? value->name : id_name;
        is_numbered |= value->is_numbered;
    }
    uint64_t name = class_name ? class_name : id_name;
    if (name)
        marks->name[row] = number_of(&marker->numbers, tag, name);
    if (is_numbered && id_name)
        marks->number_name[row] = number_of(&marker->numbers, tag, id_name);
    return OUTCOME_OK;
}

static Outcome read_names(Parser *parser, const Table *table, const Rows *rows, ThreadMarks *marks)
{
    size_t slots = 16, named = 0;
    for (int64_t row = 0; row < rows->count; row++)
        named += table->attributes[row].count > 0;
    while (slots < 3 * named) /* a row has two names at most */
        slots *= 2;
    Marker *marker = mt_allocate_zeroed(1, sizeof *marker);
    Number *numbered = mt_allocate_zeroed(slots, sizeof *numbered);
    Outcome outcome = marker && numbered ? OUTCOME_OK : OUTCOME_NO_MEMORY;
    if (outcome == OUTCOME_OK) {
        marker->parser = parser;
        marker->numbers = (Numbers){numbered, slots - 1, LISTED_TAGS + table->local_tag_count};
    }
    for (int64_t row = 0; outcome == OUTCOME_OK && row < rows->count; row++) {
        marks->flags[row] = 0;
        marks->name[row] = rows->tag[row];
        marks->number_name[row] = NONE;
        if (table->attributes[row].count)
            outcome = mark_row(marker, table->attributes[row], rows->tag[row], row, marks);
    }
    mt_release(marker);
    mt_release(numbered);
    return outcome;
}

/* -- links ------------------------------------------------------------------------------------------ */

/* Whether a row is a link to a profile. */
static int is_profile(Parser *parser, const Table *table, const Rows *rows, int64_t row, Outcome *outcome)
{
    const Attribute *href =
        rows->tag[row] == TAG_A ? mt_attribute_named(parser, table->attributes[row], "href") : NULL;
    View url = href ? mt_value_of(parser, href) : (View){"", 0};
    if (!url.text)
        *outcome = OUTCOME_NO_MEMORY;
    return url.text && url.length && mt_is_profile_url(url);
}

/* -- elements around and below ---------------------------------------------------------------------- */

enum { IN_PERSON = 1, IN_AUTHOR = 2, IN_COMMENTS = 4, IN_BODY = 8, IN_BOX = 16 };

/* What a row passes on to the rows below it. */
typedef struct {
    int64_t aside; /* see ThreadMarks */
    int64_t
        thread_depth; /* of the nearest element marked as a thread; far above the first if there is none */
    int inside;       /* IN_ bits */
} Surroundings;

#define NO_THREAD (-1 - NEAR)

/* Mark a row and all above it, up to one that is marked. */
static void mark_above(const Rows *rows, int64_t row, Byte *column)
{
    for (; row >= 0 && !column[row]; row = rows->parent[row])
        column[row] = 1;
}

/* Add what an element with marks, or a link, says of itself. */
static void look_at(const Rows *rows, int64_t row, int64_t depth, int is_small, int is_person,
                    Surroundings *around, ThreadMarks *marks)
{
    int64_t flags = marks->flags[row];
    around->inside |= (is_person ? IN_PERSON : 0) | (is_person && (flags & MARK_AUTHOR) ? IN_AUTHOR : 0) |
                      (flags & MARK_COMMENT ? IN_COMMENTS : 0) | (flags & MARK_BODY ? IN_BODY : 0) |
                      (is_small && (flags & MARK_OTHER) ? IN_BOX : 0);
    if ((flags & (MARK_COMMENT | MARK_THREAD)) && depth > 1)
        around->thread_depth = depth;
    if (flags & (MARK_BODY | MARK_ASIDE))
        around->aside = flags & MARK_BODY ? NONE : row;
    if (flags & MARK_ITEM)
        mark_above(rows, row, marks->has_item);
    if (flags & MARK_BODY)
        mark_above(rows, row, marks->has_body);
}

/* Columns that depend on the rows above and below. `passed` has room for all rows. */
static Outcome look_at_rows(Parser *parser, const Table *table, const Rows *rows, const int64_t *chars_before,
                            Surroundings *passed, ThreadMarks *marks)
{
    Outcome outcome = OUTCOME_OK;
    const int64_t *depth = table->cells + COLUMN_DEPTH * rows->count;
    int64_t total = chars_before[rows->count];
    for (int64_t row = 0; row < rows->count; row++) {
        int64_t parent = rows->parent[row], flags = marks->flags[row];
        int is_person = 0;
        Surroundings around = parent < 0 ? (Surroundings){NONE, NO_THREAD, 0} : passed[parent];
        if (flags || rows->tag[row] == TAG_A) {
            int64_t chars = chars_before[rows->end[row]] - chars_before[row];
            is_person = chars > 0 && chars <= MAX_PERSON_CHARS &&
                        ((flags & MARK_AUTHOR) || is_profile(parser, table, rows, row, &outcome));
            /* A box around most of the page is not for other pages, whatever its name. */
            look_at(rows, row, depth[row], 2 * chars < total, is_person, &around, marks);
        }
        passed[row] = around;
        marks->aside[row] = around.aside;
        marks->is_person[row] = (Byte)is_person;
        marks->in_person[row] = (around.inside & IN_PERSON) != 0;
        marks->in_author[row] = (around.inside & IN_AUTHOR) != 0;
        marks->in_comments[row] = (around.inside & IN_COMMENTS) != 0;
        marks->in_body[row] = (around.inside & IN_BODY) != 0;
        marks->in_thread[row] = depth[row] - around.thread_depth <= NEAR;
        marks->is_elsewhere[row] = (around.inside & IN_BOX) || (rows->flags[row] & (FLAG_NAV | FLAG_FOOTER));
    }
    return outcome;
}

static Outcome look_around(Parser *parser, const Table *table, const Rows *rows, const Segments *found,
                           ThreadMarks *marks)
{
    size_t count = (size_t)rows->count;
    int64_t *chars_before = mt_allocate((count + 1) * sizeof *chars_before);
    Surroundings *passed = mt_allocate((count + 1) * sizeof *passed);
    Outcome outcome = OUTCOME_NO_MEMORY;
    if (chars_before && passed) {
        chars_before[0] = 0;
        for (int64_t row = 0; row < rows->count; row++)
            chars_before[row + 1] = chars_before[row] + found->chars[row];
        memset(marks->has_item, 0, count);
        memset(marks->has_body, 0, count);
        outcome = look_at_rows(parser, table, rows, chars_before, passed, marks);
    }
    mt_release(chars_before);
    mt_release(passed);
    return outcome;
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
    int64_t next_row = 0; /* the first row that was not looked at */
    int64_t time_end = 0; /* of the last <time> element */
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
            hints[row] = row < time_end ? IS_TIME
                                        : mt_find_time(text_from(rows, row), text_from(rows, row + 1), length,
                                                       digits[row]);
        }
    }
}

/* -- all of them ------------------------------------------------------------------------------------ */

ThreadMarks mt_thread_marks_in(void *memory, int64_t rows)
{
    int64_t *numbers = memory;
    Byte *bytes = byte_columns(numbers, MARK_NUMBERS, rows);
    return (ThreadMarks){
        .flags = numbers,
        .name = numbers + rows,
        .number_name = numbers + 2 * rows,
        .aside = numbers + 3 * rows,
        .is_time = bytes,
        .is_person = bytes + rows,
        .in_person = bytes + 2 * rows,
        .in_author = bytes + 3 * rows,
        .in_comments = bytes + 4 * rows,
        .in_thread = bytes + 5 * rows,
        .is_elsewhere = bytes + 6 * rows,
        .has_item = bytes + 7 * rows,
        .has_body = bytes + 8 * rows,
        .in_body = bytes + 9 * rows,
    };
}

Outcome mt_mark_threads(Parser *parser, const Table *table, const Rows *rows, const Segments *found,
                        ThreadMarks *marks)
{
    Outcome outcome = read_names(parser, table, rows, marks);
    if (outcome == OUTCOME_OK)
        outcome = look_around(parser, table, rows, found, marks);
    if (outcome == OUTCOME_OK)
        find_times(table, rows, found, marks->is_time);
    return outcome;
}
