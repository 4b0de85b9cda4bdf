/* Lines by their first characters: see openings.h. */
#include "model/openings.h"

#include <string.h>

#include "base/vectors.h"
#include "parse/characters.h"

enum { FIRST_RARE = 0x10000 };
static const uint64_t FACTOR = 0x9E3779B97F4A7C15u;

static int has(Sorted numbers, uint64_t number)
{
    int64_t at = mt_rows_before(numbers.at, numbers.count, (int64_t)number);
    return at < numbers.count && numbers.at[at] == (int64_t)number;
}

static int is_between_codes(uint64_t code, uint64_t first, uint64_t last)
{
    return code - first <= last - first;
}

/* Capitals that are 0x20 before their small letters. Python's `fold` has the same ones. */
static uint64_t small_letter(uint64_t code)
{
    int is_capital = is_between_codes(code, 'A', 'Z') ||
                     (is_between_codes(code, 0xC0, 0xDE) && code != 0xD7) ||
                     is_between_codes(code, 0x391, 0x3A9) || is_between_codes(code, 0x410, 0x42F);
    return is_capital ? code + 0x20 : code;
}

/* The last two bits of a start are 0. */
static uint64_t longer(uint64_t start, uint64_t code) { return start * FACTOR + 4 * small_letter(code); }

/* Every other slot of the table is empty, so that the search ends. */
static StartKind kind_of_start(const Openings *openings, uint64_t start)
{
    const uint64_t kinds = 3, last = (uint64_t)openings->starts.count - 1;
    for (uint64_t at = start * FACTOR >> 32 & last;; at = (at + 1) & last) {
        uint64_t slot = (uint64_t)openings->starts.at[at];
        if (!slot || (slot & ~kinds) == start)
            return (StartKind)(slot & kinds);
    }
}

static void skip(const Openings *openings, const Byte **at, const Byte *end)
{
    while (*at < end && !is_letter(**at)) {
        const Byte *next = *at;
        if (is_space(*next)) { /* faster than a search */
            ++*at;
            continue;
        }
        if (!has(openings->skipped, next_code_point(&next, end)))
            return;
        *at = next;
    }
}

static int is_at_end(const Openings *openings, const Byte *at, const Byte *end)
{
    skip(openings, &at, end);
    return at == end;
}

/* Whether a line contains a word of lower-case ASCII, in small or capital letters. */
static int holds(const Byte *at, const Byte *end, const char *word, size_t length)
{
    for (; (size_t)(end - at) >= length; at++) {
        size_t same = 0;
        while (same < length && (at[same] | (is_letter(at[same]) ? 0x20 : 0)) == (Byte)word[same])
            same++;
        if (same == length)
            return 1;
    }
    return 0;
}

static int holds_promise(const Openings *openings, const Byte *at, const Byte *end)
{
    const char *word = openings->promises.text, *last = word + openings->promises.length;
    while (word < last) {
        const char *feed = memchr(word, '\n', (size_t)(last - word));
        size_t length = (size_t)((feed ? feed : last) - word);
        if (holds(at, end, word, length))
            return 1;
        word += length + 1;
    }
    return 0;
}

static int has_start_at(const Openings *openings, const Byte *at, const Byte *end)
{
    for (uint64_t start = 0; at < end;) {
        uint64_t code, before = start;
        int blank = white_space_at(at, end);
        if (blank) { /* a run of white space is one space */
            for (; at < end && (blank = white_space_at(at, end)) > 0;)
                at += blank;
            code = ' ';
        } else if (!is_digit(*at)) {
            code = next_code_point(&at, end);
        } else {
            while (at < end && is_digit(*at))
                at++;
            if (at < end && *at >= 0x80) /* which may be another digit */
                return kind_of_start(openings, longer(start, OPENING_DIGITS)) != START_UNKNOWN;
            code = OPENING_DIGITS;
        }
        start = longer(start, code);
        StartKind kind = kind_of_start(openings, start);
        if (kind == START_WHOLE || (kind == START_NOTE && holds_promise(openings, at, end)))
            return 1;
        if (kind == START_UNKNOWN) /* unless it is a digit of another script */
            return code >= 0x80 && has(openings->dates, code) &&
                   kind_of_start(openings, longer(before, OPENING_DIGITS)) != START_UNKNOWN;
        if (!(at < end && is_letter(*at)) &&
            kind_of_start(openings, longer(start, OPENING_END)) == START_WHOLE &&
            is_at_end(openings, at, end))
            return 1;
    }
    return 0;
}

/* Whether the first two letters say that a text begins otherwise, as most do: that is faster than to look it up. */
static int begins_otherwise(const Openings *openings, const Byte *at, const Byte *end)
{
    return end - at >= 2 && is_letter(at[0]) && is_letter(at[1]) &&
           !openings->pairs[((at[0] | 0x20) - 'a') * 26 + (at[1] | 0x20) - 'a'];
}

int mt_has_start(const Openings *openings, const Byte *at, const Byte *end)
{
    skip(openings, &at, end);
    return at < end && !begins_otherwise(openings, at, end) && has_start_at(openings, at, end);
}

/* Whether a text may contain a digit and is short enough. */
static int is_short_with_digit(const Openings *openings, const Byte *at, const Byte *end)
{
    enum { FIRST_OTHER_DIGIT = 0xD9 }; /* the first byte of those outside ASCII, or a larger one */
    int64_t solid = 0;
    int has_digit = 0;
    for (; end - at >= STEP && solid <= openings->longest_date; at += STEP) {
        Bytes bytes = load(at);
        solid += STEP - bits_in(mask_of(is_outside(bytes, '!')));
        has_digit |= is_any(either(is_between(bytes, '0', '9'), is_between(bytes, FIRST_OTHER_DIGIT, 0xF4)));
    }
    for (; at < end && solid <= openings->longest_date; at++) {
        solid += *at > ' ' && *at < 0x80;
        has_digit |= (*at >= '0' && *at <= '9') || *at >= FIRST_OTHER_DIGIT;
    }
    return has_digit && solid <= openings->longest_date;
}

/* Whether all words of ASCII letters are words of dates. */
static int has_date_words(const Openings *openings, const Byte *at, const Byte *end)
{
    while (at < end) {
        uint64_t word = 0;
        int is_ascii = 1, length = 0;
        for (; at < end && (is_letter(*at) || *at >= 0x80); at++, length++) {
            is_ascii &= *at < 0x80;
            word = longer(word, *at);
        }
        if (length && is_ascii && !has(openings->words, word))
            return 0;
        at += !length;
    }
    return 1;
}

int mt_may_have_kind(const Openings *openings, const Byte *at, const Byte *end)
{
    enum { SHORTEST_DATE = 4 }; /* bytes: 8:05 */
    skip(openings, &at, end);
    if (at == end || begins_otherwise(openings, at, end))
        return 0;
    if (has_start_at(openings, at, end))
        return 1;
    if (end - at < SHORTEST_DATE)
        return 0;
    const Byte *next = at;
    uint64_t first = small_letter(next_code_point(&next, end));
    return (first >= FIRST_RARE || has(openings->dates, first)) && is_short_with_digit(openings, at, end) &&
           has_date_words(openings, at, end);
}
