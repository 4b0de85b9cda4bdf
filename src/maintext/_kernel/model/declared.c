/* What a page declares of itself, as numbers: the last of its features (maintext.features.whole). */
#include "model/declared.h"

#include <stdlib.h>
#include <string.h>

#include "model/words.h"

enum { LONGEST = 500 }; /* code points of an address or a type that count */

/* A text in small letters, as far as it counts. */
typedef struct {
    Byte text[4 * LONGEST];
    size_t length;
} Lowered;

static int lower_value(Parser *parser, const Attribute *attribute, Lowered *lowered)
{
    lowered->length = 0;
    if (!attribute)
        return 1;
    View value = mt_value_of(parser, attribute);
    if (!value.text)
        return 0;
    const Byte *start = (const Byte *)value.text, *end = start + value.length;
    const Byte *stop = mt_skip_code_points(start, end, LONGEST);
    size_t length = (size_t)((stop ? stop : end) - start);
    lowered->length = length < sizeof lowered->text ? length : sizeof lowered->text;
    for (size_t i = 0; i < lowered->length; i++)
        lowered->text[i] = lower(start[i]);
    return 1;
}

/* Whether a text begins with a word; `#` in it stands for any digit. */
static int begins_with(const Byte *text, const Byte *word, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (word[i] == '#' ? !is_digit(text[i]) : text[i] != word[i])
            return 0;
    return 1;
}

static int contains(const Byte *text, size_t size, const Byte *word, size_t length)
{
    for (size_t at = 0; at + length <= size; at++)
        if (begins_with(text + at, word, length))
            return 1;
    return 0;
}

/* -- words: (group, length, letters), one after the other -------------------------------------------- */

typedef struct {
    int group;
    size_t length;
    const Byte *letters;
} Word;

/* The next word; 0 if there is none. */
static int next_word(const DeclaredWords *words, size_t *at, Word *word)
{
    if (words->length - *at < 2 || words->length - *at - 2 < words->text[*at + 1])
        return 0;
    *word = (Word){words->text[*at], words->text[*at + 1], words->text + *at + 2};
    *at += 2 + word->length;
    return word->group < words->types + words->schemas + words->addresses;
}

int64_t mt_declared_count(const DeclaredWords *words)
{
    return words->types + WHO_AND_WHEN + words->schemas + words->addresses + ADDRESS_COLUMNS;
}

/* Mark the columns of the groups from `first` on, `count` of them, of which a text has a word. */
static void mark_words(const DeclaredWords *words, int first, int count, const Lowered *text, float *columns)
{
    Word word;
    for (size_t at = 0; next_word(words, &at, &word);)
        if (word.group >= first && word.group < first + count && !columns[word.group - first])
            columns[word.group - first] =
                (float)contains(text->text, text->length, word.letters, word.length);
}

static void mark_schema(const DeclaredWords *words, View type, float *columns)
{
    Word word;
    for (size_t at = 0; next_word(words, &at, &word);) {
        int column = word.group - words->types;
        if (column >= 0 && column < words->schemas && word.length == type.length &&
            mt_equals_ignoring_case((const Byte *)type.text, (const char *)word.letters, word.length))
            columns[column] = 1;
    }
}

/* -- addresses -------------------------------------------------------------------------------------- */

static int is_scheme(Byte c)
{
    return (c >= 'a' && c <= 'z') || is_digit(c) || c == '+' || c == '.' || c == '-';
}

/* Where the path of an address begins: after its scheme and host, if it has them. */
static const Byte *path_start(const Byte *at, const Byte *end)
{
    const Byte *scheme = at;
    while (scheme < end && is_scheme(*scheme))
        scheme++;
    if (!is_letter(at < end ? *at : 0) || end - scheme < 3 || memcmp(scheme, "://", 3) != 0)
        return at;
    for (at = scheme + 3; at < end && *at != '/' && *at != '?' && *at != '#';)
        at++;
    return at;
}

static void write_address(const Lowered *address, float *columns)
{
    const Byte *end = address->text + address->length, *start = path_start(address->text, end);
    const Byte *query = memchr(start, '?', (size_t)(end - start));
    end = query ? query : end;
    while (start < end && *start == '/')
        start++;
    while (end > start && end[-1] == '/')
        end--;
    int parts = end > start;
    for (const Byte *at = start; at < end; at++)
        parts += *at == '/';
    columns[0] = (float)parts;
    columns[1] = (float)contains(start, (size_t)(end - start), (const Byte *)"####", 4);
    columns[2] = (float)(address->length > 0 && start == end);
    columns[3] = (float)(address->length == 0);
}

/* -- a page ----------------------------------------------------------------------------------------- */

static int write_declared(Parser *parser, const Table *table, const DeclaredWords *words, const Head *head,
                          float *columns)
{
    Lowered type, address;
    const Attribute *canonical = head->canonical ? head->canonical : head->content[DECLARED_URL];
    if (!lower_value(parser, head->content[DECLARED_TYPE], &type) ||
        !lower_value(parser, canonical, &address))
        return 0;
    memset(columns, 0, (size_t)mt_declared_count(words) * sizeof *columns);
    mark_words(words, 0, words->types, &type, columns);
    columns += words->types;
    columns[0] = (float)(head->is_declared[DECLARED_AUTHOR] || head->is_declared[DECLARED_ARTICLE_AUTHOR]);
    columns[1] = (float)head->is_declared[DECLARED_DATE];
    columns += WHO_AND_WHEN;
    Scripts scripts = mt_scripts_of(table);
    for (View name; (name = mt_next_type(table, &scripts)).length;)
        mark_schema(words, name, columns);
    columns += words->schemas;
    mark_words(words, words->types + words->schemas, words->addresses, &address, columns);
    write_address(&address, columns + words->addresses);
    return 1;
}

/* The page's title and the one that it declares, a space between them. */
static int join_titles(Parser *parser, const Table *table, const Head *head, Declared *declared)
{
    const Attribute *content = head->content[DECLARED_TITLE];
    View own = mt_title_of(table), other = content ? mt_value_of(parser, content) : (View){"", 0};
    declared->titles = other.text ? malloc(own.length + 1 + other.length) : NULL;
    if (!declared->titles)
        return 0;
    memcpy(declared->titles, own.text, own.length);
    declared->titles[own.length] = ' ';
    memcpy(declared->titles + own.length + 1, other.text, other.length);
    declared->titles_length = own.length + 1 + other.length;
    return 1;
}

int mt_read_declared(Parser *parser, const Table *table, const DeclaredWords *words, Declared *declared)
{
    Head head = {0};
    *declared = (Declared){.columns = malloc((size_t)mt_declared_count(words) * sizeof(float))};
    if (declared->columns && mt_read_head(parser, table, &head) == 0 &&
        write_declared(parser, table, words, &head, declared->columns) &&
        join_titles(parser, table, &head, declared))
        return 1;
    mt_free_declared(declared);
    return 0;
}

void mt_free_declared(Declared *declared)
{
    free(declared->columns);
    free(declared->titles);
    *declared = (Declared){0};
}
