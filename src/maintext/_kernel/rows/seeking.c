/* Rows with certain words in an attribute, such as classes that mention dates, or links to authors. One pass
   runs all searches. */
#include "base/memory.h"
#include "model/words.h"

#include <stdlib.h>

enum { KNOWN_BITS = 8, LONGEST_SOUGHT = 4000 };

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
int mt_seek_words(const char *words, size_t length, Sought *sought)
{
    sought->word_count = 0;
    memset(sought->first, 0, sizeof sought->first);
    memset(sought->second, 0, sizeof sought->second);
    for (size_t at = 0; at < length;) {
        const char *space = memchr(words + at, ' ', length - at);
        size_t size = space ? (size_t)(space - words) - at : length - at;
        if (size) {
            if (sought->word_count == MOST_SOUGHT_WORDS)
                return 0;
            uint32_t bit = (uint32_t)1 << sought->word_count;
            note(sought->first, words[at], bit);
            if (size > 1)
                note(sought->second, words[at + 1], bit);
            for (int byte = 0; size == 1 && byte < 256; byte++) /* any byte may follow */
                sought->second[byte] |= bit;
            sought->words[sought->word_count++] = (View){words + at, size};
        }
        at += size + 1;
    }
    return 1;
}

/* Whether the text begins with the word. The first two letters are already checked. */
static int goes_on(const Byte *text, size_t length, View word)
{
    if (length < word.length)
        return 0;
    for (size_t i = 2; i < word.length; i++)
        if (lower(text[i]) != (Byte)word.text[i])
            return 0;
    return 1;
}

static int holds_word(const Sought *sought, View value)
{
    const Byte *text = (const Byte *)value.text;
    for (size_t at = 0; at < value.length; at++) {
        uint32_t left = sought->first[text[at]];
        if (left && at + 1 < value.length)
            left &= sought->second[text[at + 1]];
        for (; left; left &= left - 1)
            if (goes_on(text + at, value.length - at, sought->words[lowest_bit(left)]))
                return 1;
    }
    return 0;
}

/* -- values ------------------------------------------------------------------------------------------ */

/* Result for a value, by its hash: values of attributes often repeat. */
typedef struct {
    int32_t attribute; /* index + 1 of an attribute with the value; 0 if unused */
    int8_t holds;
} Known;

typedef struct {
    Parser *parser;
    const Sought *sought;
    int count;
    Known known[MOST_SOUGHT][1 << KNOWN_BITS];
    uint32_t named[256]; /* per attribute id: a bit for each name it may match */
} Search;

/* Whether an attribute has one of the words; -1 when out of memory. */
static int holds_sought(Search *search, int which, int32_t at)
{
    Parser *parser = search->parser;
    const Attribute *attribute = &parser->attributes[at];
    Span value = attribute->value;
    if (value.length > LONGEST_SOUGHT)
        return 0;
    uint64_t hash = hash_bytes(parser->hash_seed, parser->source + value.start, (size_t)value.length);
    Known *known = &search->known[which][hash >> (64 - KNOWN_BITS)];
    if (known->attribute && is_written_alike(parser, value, parser->attributes[known->attribute - 1].value))
        return known->holds;
    View view = mt_value_of(parser, attribute);
    if (!view.text)
        return -1;
    *known = (Known){at + 1, (int8_t)holds_word(&search->sought[which], view)};
    return known->holds;
}

/* Whether an attribute has a value; -1 when out of memory. */
static int is_told(Parser *parser, const Attribute *attribute)
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
        for (int i = 0; i < SOUGHT_NAMES; i++) {
            View name = search->sought[which].names[i];
            if (name.text)
                search->named[mt_attribute_id((const Byte *)name.text, (int)name.length)] |=
                    (uint32_t)1 << (which * SOUGHT_NAMES + i);
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
            int name = lowest_bit(left), which = name / SOUGHT_NAMES;
            View text = search->sought[which].names[name % SOUGHT_NAMES];
            if (settled >> which & 1 ||
                (!attribute->id &&
                 !mt_is_same_name(parser, attribute->name, (const Byte *)text.text, (int)text.length)))
                continue;
            int told = is_told(parser, attribute);
            if (told < 0)
                return -1;
            if (!told)
                continue;
            chosen[which] = at;
            found |= (uint32_t)1 << which;
            settled |= (uint32_t)(name % SOUGHT_NAMES == 0) << which;
        }
    }
    return (int32_t)found;
}

static int add_found(SoughtRows *found, SoughtRow row)
{
    if (found->count == found->room) {
        int64_t room = 2 * found->room + 64;
        SoughtRow *larger = mt_reallocate(found->rows, (size_t)room * sizeof *larger);
        if (!larger)
            return 0;
        found->rows = larger;
        found->room = room;
    }
    found->rows[found->count++] = row;
    return 1;
}

/* Find the matching rows, in order, at most `most` per search. The caller frees them in any case. */
Outcome mt_find_sought(Parser *parser, const Table *table, const Sought *sought, int count, int64_t most,
                       SoughtRows *found)
{
    *found = (SoughtRows){NULL, 0, 0};
    Search *search = mt_allocate_zeroed(1, sizeof *search);
    if (!search)
        return LOOP_NO_MEMORY;
    search->parser = parser;
    search->sought = sought;
    search->count = count;
    name_attributes(search);
    int64_t counts[MOST_SOUGHT] = {0};
    int32_t chosen[MOST_SOUGHT];
    Outcome outcome = LOOP_FINE;
    for (int64_t row = 0; row < table->rows && outcome == LOOP_FINE; row++) {
        int32_t searches =
            table->attributes[row].count ? choose_attributes(search, table->attributes[row], chosen) : 0;
        if (searches < 0)
            outcome = LOOP_NO_MEMORY;
        for (uint32_t left = (uint32_t)searches; left && outcome == LOOP_FINE; left &= left - 1) {
            int which = lowest_bit(left);
            int holds = counts[which] < most ? holds_sought(search, which, chosen[which]) : 0;
            counts[which] += holds > 0;
            if (holds < 0 || (holds && !add_found(found, (SoughtRow){row, chosen[which], which})))
                outcome = LOOP_NO_MEMORY;
        }
    }
    mt_release(search);
    return outcome;
}
