/* Rows with certain words in an attribute, such as classes that mention dates, or links to authors. One pass
   runs all searches. */
#include "base/memory.h"
#include "model/words.h"

enum { CACHE_BITS = 8, LONGEST_QUERIED = 4000 };

/* -- words ------------------------------------------------------------------------------------------- */

/* Record that words have a letter at a position, in either case. */
static void note(uint32_t *letters, char letter, uint32_t words)
{
    letters[(Byte)letter] |= words;
    if (is_letter((Byte)letter))
        letters[(Byte)letter ^ 32] |= words;
}

/* Set the words to search: lower case, separated by spaces. They stay owned by the caller. Returns 0 if there
   are too many. */
int mt_set_query_words(const char *words, size_t length, Query *query)
{
    query->word_count = 0;
    memset(query->first, 0, sizeof query->first);
    memset(query->second, 0, sizeof query->second);
    for (size_t at = 0; at < length;) {
        const char *space = memchr(words + at, ' ', length - at);
        size_t size = space ? (size_t)(space - words) - at : length - at;
        if (size) {
            if (query->word_count == MAX_QUERY_WORDS)
                return 0;
            uint32_t bit = (uint32_t)1 << query->word_count;
            note(query->first, words[at], bit);
            if (size > 1)
                note(query->second, words[at + 1], bit);
            for (int byte = 0; size == 1 && byte < 256; byte++) /* any byte may follow */
                query->second[byte] |= bit;
            query->words[query->word_count++] = (View){words + at, size};
        }
        at += size + 1;
    }
    return 1;
}

/* Whether the text begins with the word. The first two letters are already checked. */
static int rest_matches(const Byte *text, size_t length, View word)
{
    if (length < word.length)
        return 0;
    for (size_t i = 2; i < word.length; i++)
        if (lower(text[i]) != (Byte)word.text[i])
            return 0;
    return 1;
}

static int has_word(const Query *query, View value)
{
    const Byte *text = (const Byte *)value.text;
    for (size_t at = 0; at < value.length; at++) {
        uint32_t left = query->first[text[at]];
        if (left && at + 1 < value.length)
            left &= query->second[text[at + 1]];
        for (; left; left &= left - 1)
            if (rest_matches(text + at, value.length - at, query->words[lowest_bit(left)]))
                return 1;
    }
    return 0;
}

/* -- values ------------------------------------------------------------------------------------------ */

/* Result for a value, by its hash: values of attributes often repeat. */
typedef struct {
    int32_t attribute; /* index + 1 of an attribute with the value; 0 if unused */
    int8_t is_match;
} CachedMatch;

typedef struct {
    Parser *parser;
    const Query *queries;
    int count;
    CachedMatch cached[MAX_QUERIES][1 << CACHE_BITS];
    uint32_t named[256]; /* per attribute id: a bit for each name it may match */
} Search;

/* Whether an attribute has one of the words; -1 when out of memory. */
static int matches_query(Search *search, int which, int32_t at)
{
    Parser *parser = search->parser;
    const Attribute *attribute = &parser->attributes[at];
    Span value = attribute->value;
    if (value.length > LONGEST_QUERIED)
        return 0;
    uint64_t hash = hash_bytes(parser->hash_seed, parser->source + value.start, (size_t)value.length);
    CachedMatch *cached = &search->cached[which][hash >> (64 - CACHE_BITS)];
    if (cached->attribute && is_same_value(parser, value, parser->attributes[cached->attribute - 1].value))
        return cached->is_match;
    View view = mt_value_of(parser, attribute);
    if (!view.text)
        return -1;
    *cached = (CachedMatch){at + 1, (int8_t)has_word(&search->queries[which], view)};
    return cached->is_match;
}

/* Whether an attribute has a value; -1 when out of memory. */
static int has_text_in(Parser *parser, const Attribute *attribute)
{
    const Byte *value = parser->source + attribute->value.start;
    if (!attribute->value.length)
        return 0;
    if (!is_space(*value) && *value != '&')
        return 1;
    View view = mt_value_of(parser, attribute);
    return view.text ? view.length > 0 : -1;
}

/* -- rows -------------------------------------------------------------------------------------------- */

static void name_attributes(Search *search)
{
    for (int which = 0; which < search->count; which++)
        for (int i = 0; i < QUERY_NAMES; i++) {
            View name = search->queries[which].names[i];
            if (name.text)
                search->named[mt_attribute_id((const Byte *)name.text, (int)name.length)] |=
                    (uint32_t)1 << (which * QUERY_NAMES + i);
        }
}

/* For each search, find the attribute of a row: the first of its names that has a value. Returns a bit for
   each search with an attribute; -1 when out of memory. */
static int32_t choose_attributes(Search *search, RowAttributes attributes, int32_t *chosen)
{
    Parser *parser = search->parser;
    uint32_t found = 0, settled = 0;
    for (int32_t at = attributes.first; at < attributes.first + attributes.count; at++) {
        const Attribute *attribute = &parser->attributes[at];
        for (uint32_t left = search->named[attribute->id]; left; left &= left - 1) {
            int name = lowest_bit(left), which = name / QUERY_NAMES;
            View text = search->queries[which].names[name % QUERY_NAMES];
            if (settled >> which & 1 ||
                (!attribute->id &&
                 !mt_is_same_name(parser, attribute->name, (const Byte *)text.text, (int)text.length)))
                continue;
            int has_text = has_text_in(parser, attribute);
            if (has_text < 0)
                return -1;
            if (!has_text)
                continue;
            chosen[which] = at;
            found |= (uint32_t)1 << which;
            settled |= (uint32_t)(name % QUERY_NAMES == 0) << which;
        }
    }
    return (int32_t)found;
}

static int add_found(QueryMatches *found, QueryMatch row)
{
    QueryMatch *rows = mt_reserve(found->rows, &found->capacity, found->count + 1, sizeof *rows);
    if (!rows)
        return 0;
    found->rows = rows;
    found->rows[found->count++] = row;
    return 1;
}

/* Find the matching rows, in order, at most `limit` per search. The caller frees them in any case. */
Outcome mt_find_matches(Parser *parser, const Table *table, const Query *queries, int count, int64_t limit,
                        QueryMatches *found)
{
    *found = (QueryMatches){NULL, 0, 0};
    Search *search = mt_allocate_zeroed(1, sizeof *search);
    if (!search)
        return OUTCOME_NO_MEMORY;
    search->parser = parser;
    search->queries = queries;
    search->count = count;
    name_attributes(search);
    int64_t counts[MAX_QUERIES] = {0};
    int32_t chosen[MAX_QUERIES];
    Outcome outcome = OUTCOME_OK;
    for (int64_t row = 0; row < table->rows && outcome == OUTCOME_OK; row++) {
        int32_t searches =
            table->attributes[row].count ? choose_attributes(search, table->attributes[row], chosen) : 0;
        if (searches < 0)
            outcome = OUTCOME_NO_MEMORY;
        for (uint32_t left = (uint32_t)searches; left && outcome == OUTCOME_OK; left &= left - 1) {
            int which = lowest_bit(left);
            int is_match = counts[which] < limit ? matches_query(search, which, chosen[which]) : 0;
            counts[which] += is_match > 0;
            if (is_match < 0 || (is_match && !add_found(found, (QueryMatch){row, chosen[which], which})))
                outcome = OUTCOME_NO_MEMORY;
        }
    }
    mt_release(search);
    return outcome;
}
