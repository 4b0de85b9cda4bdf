/* Structure from attributes: roles of tables and headings, spans of cells, numbers of lists, posts. */
#include <string.h>

#include "base/memory.h"
#include "render/content.h"

enum { DEFAULT_LEVEL = 2, HIGHEST_LEVEL = 6, WIDEST_SPAN = 20 };

/* -- values ------------------------------------------------------------------------------------------ */

typedef struct {
    Parser *parser;
    RowAttributes of;
    int has_failed; /* out of memory */
} RowReader;

static View value_at(RowReader *reader, int i)
{
    View value = mt_value_of(reader->parser, &reader->parser->attributes[reader->of.first + i]);
    reader->has_failed |= !value.text;
    return value.text ? value : (View){"", 0};
}

/* Value of an attribute by id; its text is NULL if the row does not have it. */
static View value_of_id(RowReader *reader, int id)
{
    for (int i = 0; i < reader->of.count; i++)
        if (reader->parser->attributes[reader->of.first + i].id == id)
            return value_at(reader, i);
    return (View){NULL, 0};
}

/* Value of an attribute by name; its text is NULL if the row does not have it. */
static View value_of_name(RowReader *reader, const char *name)
{
    for (int i = 0; i < reader->of.count; i++)
        if (mt_is_same_name(reader->parser, reader->parser->attributes[reader->of.first + i].name,
                            (const Byte *)name, (int)strlen(name)))
            return value_at(reader, i);
    return (View){NULL, 0};
}

static int is_text(View value, const char *text)
{
    return value.text && value.length == strlen(text) && memcmp(value.text, text, value.length) == 0;
}

/* A number of ASCII digits, optionally with white space around it; NONE for anything else. */
static int64_t number_in(View value, int64_t max_digits)
{
    if (!value.text)
        return NONE;
    const Byte *at = (const Byte *)value.text, *end = at + value.length;
    while (at < end && white_space_at(at, end))
        at += mt_length_of(at, end);
    end = mt_skip_back(at, end);
    int64_t number = 0, digits = end - at;
    if (digits < 1 || digits > max_digits)
        return NONE;
    for (; at < end; at++) {
        if (!is_digit(*at))
            return NONE;
        number = 10 * number + (*at - '0');
    }
    return number;
}

/* Number of places that a cell spans. */
static int64_t span_in(View value)
{
    enum { MAX_DIGITS = 8 };
    int64_t span = number_in(value, MAX_DIGITS);
    return span < 1 ? 1 : span < WIDEST_SPAN ? span : WIDEST_SPAN;
}

static int64_t level_in(View value)
{
    int is_level =
        value.text && value.length == 1 && value.text[0] >= '1' && value.text[0] <= '0' + HIGHEST_LEVEL;
    return is_level ? value.text[0] - '0' : DEFAULT_LEVEL;
}

/* -- rows -------------------------------------------------------------------------------------------- */

static void add(Structure *structure, Numbers *numbers, int64_t number)
{
    int64_t *at = mt_reserve(numbers->at, &numbers->capacity, numbers->count + 1, sizeof *at);
    if (!at) {
        structure->has_failed = 1;
        return;
    }
    numbers->at = at;
    numbers->at[numbers->count++] = number;
}

static void read_cell(RowReader *reader, int64_t row, Structure *structure)
{
    int64_t across = span_in(value_of_id(reader, ATTRIBUTE_COLSPAN));
    int64_t down = span_in(value_of_id(reader, ATTRIBUTE_ROWSPAN));
    if (across == 1 && down == 1)
        return;
    add(structure, &structure->spans, row);
    add(structure, &structure->across, across);
    add(structure, &structure->down, down);
}

/* Read the start number of a list, or the number of a list item. */
static void read_number(RowReader *reader, int64_t row, const char *name, Structure *structure)
{
    enum { MAX_DIGITS = 9 };
    int64_t number = number_in(value_of_name(reader, name), MAX_DIGITS);
    if (number == NONE)
        return;
    add(structure, &structure->numbered, row);
    add(structure, &structure->numbers, number);
}

static int has_word(View value, const char *word)
{
    size_t length = strlen(word);
    for (size_t at = 0; value.text && at + length <= value.length; at++)
        if (memcmp(value.text + at, word, length) == 0)
            return 1;
    return 0;
}

/* The letter of a list that is numbered by letters or Roman numerals, or 0. Without `type`, classes of Docutils and the
   names of `list-style-type` say so. */
static char type_letter(RowReader *reader)
{
    static const struct {
        const char *word;
        char letter;
    } words[] = {{"loweralpha", 'a'},  {"lower-alpha", 'a'}, {"lower-latin", 'a'}, {"lowerroman", 'i'},
                 {"lower-roman", 'i'}, {"upperalpha", 'A'},  {"upper-alpha", 'A'}, {"upper-latin", 'A'},
                 {"upperroman", 'I'},  {"upper-roman", 'I'}};
    View type = value_of_name(reader, "type");
    if (type.text)
        return type.length == 1 && strchr("aAiI", type.text[0]) ? type.text[0] : 0;
    View style = value_of_name(reader, "style"), names = value_of_id(reader, ATTRIBUTE_CLASS);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (has_word(style, words[i].word) || has_word(names, words[i].word))
            return words[i].letter;
    return 0;
}

static void read_list(RowReader *reader, int64_t row, Structure *structure)
{
    read_number(reader, row, "start", structure);
    if (value_of_name(reader, "reversed").text)
        add(structure, &structure->reversed, row);
    char letter = type_letter(reader);
    if (letter) {
        add(structure, &structure->types, row);
        add(structure, &structure->type_letters, letter);
    }
}

/* Read a checkbox: a list item that begins with it is a task. */
static void read_checkbox(RowReader *reader, const PageContent *content, int64_t row, Structure *structure)
{
    enum { LEVELS = 3 }; /* from a checkbox up to its item */
    const Rows *rows = &content->rows;
    const Numbers *tasks = &structure->tasks;
    View type = value_of_id(reader, ATTRIBUTE_TYPE);
    int64_t item = rows->parent[row];
    for (int level = 0; level < LEVELS && is_row(rows, item) && rows->tag[item] != TAG_LI; level++)
        item = rows->parent[item];
    if (!type.text || !is_same_word(type, "checkbox") || !is_row(rows, item) || rows->tag[item] != TAG_LI ||
        (tasks->count && tasks->at[tasks->count - 1] >= item))
        return;
    for (int64_t at = item; at < row; at++)
        if (content->chars[at])
            return;
    add(structure, &structure->tasks, item);
    add(structure, &structure->are_checked, value_of_name(reader, "checked").text != NULL);
}

/* Whether a class names a line of code: `line`, `token-line`, `view-line`. */
static int names_line(View classes)
{
    static const char word[] = "line";
    size_t length = sizeof word - 1;
    for (size_t end = length; classes.text && end <= classes.length; end++) {
        size_t at = end - length;
        if ((end == classes.length || classes.text[end] == ' ') &&
            (at == 0 || classes.text[at - 1] == ' ' || classes.text[at - 1] == '-') &&
            mt_equals_ignoring_case((const Byte *)classes.text + at, word, length))
            return 1;
    }
    return 0;
}

/* Whether a class has a word. */
static int has_class(View classes, const char *word)
{
    size_t length = strlen(word);
    for (size_t at = 0; classes.text && at + length <= classes.length; at++)
        if ((at == 0 || classes.text[at - 1] == ' ') &&
            (at + length == classes.length || classes.text[at + length] == ' ') &&
            mt_equals_ignoring_case((const Byte *)classes.text + at, word, length))
            return 1;
    return 0;
}

/* Posts of vBulletin and XenForo 1 are in a <blockquote>, and what vBulletin's quote is in a <div>: show them as
   what they are. */
static void read_post(RowReader *reader, int64_t tag, int64_t row, Structure *structure)
{
    View classes = value_of_id(reader, ATTRIBUTE_CLASS);
    if (tag == TAG_BLOCKQUOTE && (has_class(classes, "postcontent") || has_class(classes, "messagetext")))
        add(structure, &structure->posts, row);
    else if (tag == TAG_DIV && structure->posts.count && has_class(classes, "bbcode_quote"))
        add(structure, &structure->quotes, row);
}

enum { MAX_LEVELS = 8 }; /* from a post up to its list item */

/* Give posts and quotations of a forum the tags that fit. A post is no item of a list, either. */
static void change_tags(const Table *table, PageContent *content, Structure *structure)
{
    Numbers *tags = &structure->tags;
    if (!structure->posts.count || structure->has_failed)
        return;
    tags->at = mt_reserve(tags->at, &tags->capacity, table->rows, sizeof *tags->at);
    if (!tags->at) {
        structure->has_failed = 1;
        return;
    }
    memcpy(tags->at, content->rows.tag, (size_t)table->rows * sizeof *tags->at);
    for (int64_t i = 0; i < structure->posts.count; i++) {
        int64_t item = structure->posts.at[i];
        tags->at[item] = TAG_DIV;
        for (int level = 0; level < MAX_LEVELS && item != NONE && tags->at[item] != TAG_LI; level++)
            item = content->rows.parent[item];
        if (item != NONE && tags->at[item] == TAG_LI)
            tags->at[item] = TAG_DIV;
    }
    for (int64_t i = 0; i < structure->quotes.count; i++)
        tags->at[structure->quotes.at[i]] = TAG_BLOCKQUOTE;
    content->rows.tag = tags->at;
}

static void read_row(RowReader *reader, const PageContent *content, int64_t row, Structure *structure)
{
    const Rows *rows = &content->rows;
    int64_t tag = rows->tag[row];
    if (rows->flags[row] & FLAG_HEADING && is_text(value_of_id(reader, ATTRIBUTE_ROLE), "heading")) {
        add(structure, &structure->headings, row);
        add(structure, &structure->levels, level_in(value_of_name(reader, "aria-level")));
    }
    if (tag == TAG_TABLE) {
        View role = value_of_id(reader, ATTRIBUTE_ROLE);
        if (is_text(role, "presentation") || is_text(role, "none"))
            add(structure, &structure->layout, row);
    } else if (tag == TAG_TD || tag == TAG_TH) {
        read_cell(reader, row, structure);
    } else if (tag == TAG_OL) {
        read_list(reader, row, structure);
    } else if (tag == TAG_INPUT) {
        read_checkbox(reader, content, row, structure);
    } else if (tag == TAG_LI) {
        read_number(reader, row, "value", structure);
    } else if (tag == TAG_SPAN && rows->flags[row] & FLAG_PRE) {
        if (names_line(value_of_id(reader, ATTRIBUTE_CLASS)))
            add(structure, &structure->lines, row);
    } else if (tag == TAG_BLOCKQUOTE || tag == TAG_DIV) {
        read_post(reader, tag, row, structure);
    }
}

/* Tags of `read_row`: most rows have another one. */
enum { ALWAYS = 1, AFTER_POST = 2 };
static const Byte has_structure[LISTED_TAGS + 1] = {
    [TAG_TABLE] = ALWAYS, [TAG_TD] = ALWAYS,         [TAG_TH] = ALWAYS,
    [TAG_OL] = ALWAYS,    [TAG_LI] = ALWAYS,         [TAG_INPUT] = ALWAYS,
    [TAG_SPAN] = ALWAYS,  [TAG_BLOCKQUOTE] = ALWAYS, [TAG_DIV] = AFTER_POST,
};

static Sorted sorted_of(const Numbers *numbers)
{
    static const int64_t none[1]; /* empty lists need a valid pointer, too */
    return (Sorted){numbers->count, numbers->at ? numbers->at : none};
}

int64_t mt_read_structure(Parser *parser, const Table *table, PageContent *content, Structure *structure)
{
    const int64_t *tag = content->rows.tag, *flags = content->rows.flags;
    int wanted = ALWAYS;
    *structure = (Structure){.has_failed = 0};
    for (int64_t row = 0; row < table->rows; row++) {
        if (LIKELY(!(has_tag(has_structure, tag[row]) & wanted) && !(flags[row] & FLAG_HEADING)) ||
            !table->attributes[row].count)
            continue;
        RowReader reader = {parser, table->attributes[row], 0};
        read_row(&reader, content, row, structure);
        structure->has_failed |= reader.has_failed;
        if (structure->has_failed)
            break;
        wanted |= structure->posts.count ? AFTER_POST : 0;
    }
    change_tags(table, content, structure);
    content->layout = sorted_of(&structure->layout);
    content->headings = sorted_of(&structure->headings);
    content->levels = structure->levels.at;
    content->spans = sorted_of(&structure->spans);
    content->across = structure->across.at;
    content->down = structure->down.at;
    content->numbered = sorted_of(&structure->numbered);
    content->numbers = structure->numbers.at;
    content->reversed = sorted_of(&structure->reversed);
    content->types = sorted_of(&structure->types);
    content->type_letters = structure->type_letters.at;
    content->tasks = sorted_of(&structure->tasks);
    content->are_checked = structure->are_checked.at;
    content->lines = sorted_of(&structure->lines);
    return structure->has_failed ? FOUND_NO_MEMORY : 0;
}

void mt_free_structure(Structure *structure)
{
    mt_release(structure->layout.at);
    mt_release(structure->headings.at);
    mt_release(structure->levels.at);
    mt_release(structure->spans.at);
    mt_release(structure->across.at);
    mt_release(structure->down.at);
    mt_release(structure->numbered.at);
    mt_release(structure->numbers.at);
    mt_release(structure->reversed.at);
    mt_release(structure->types.at);
    mt_release(structure->type_letters.at);
    mt_release(structure->tasks.at);
    mt_release(structure->are_checked.at);
    mt_release(structure->lines.at);
    mt_release(structure->posts.at);
    mt_release(structure->quotes.at);
    mt_release(structure->tags.at);
}
