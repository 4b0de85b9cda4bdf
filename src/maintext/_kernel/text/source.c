/* One pass over the bytes of a page finds whether they are UTF-8; its head is read again, for everything else. */
#include "text/source.h"

#include <string.h>

#include "base/bits.h"
#include "base/vectors.h"

enum { ESCAPE = 0x1B, NOT_FOUND = -1 };

/* -- UTF-8 ------------------------------------------------------------------------------------------- */

static int is_tail(uint8_t byte) { return (byte & 0xC0) == 0x80; }

/* Length of the valid code point at `at`; 0 if there is none. */
static int code_point_length(const uint8_t *at, const uint8_t *end)
{
    ptrdiff_t left = end - at;
    uint8_t first = at[0];
    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first < 0xE0)
        return left >= 2 && is_tail(at[1]) ? 2 : 0;
    if (first >= 0xE0 && first < 0xF0) {
        if (left < 3 || !is_tail(at[1]) || !is_tail(at[2]))
            return 0;
        if ((first == 0xE0 && at[1] < 0xA0) || (first == 0xED && at[1] >= 0xA0)) /* overlong; surrogate */
            return 0;
        return 3;
    }
    if (first >= 0xF0 && first < 0xF5) {
        if (left < 4 || !is_tail(at[1]) || !is_tail(at[2]) || !is_tail(at[3]))
            return 0;
        if ((first == 0xF0 && at[1] < 0x90) || (first == 0xF4 && at[1] >= 0x90))
            return 0;
        return 4;
    }
    return 0;
}

static inline Matches is_odd(Bytes bytes)
{
    return either(is_byte(bytes, ESCAPE), either(is_byte(bytes, 0), is_byte(bytes, '\r')));
}

/* Skip ASCII in whole steps. Odd bytes are added to those found before. */
static const uint8_t *skip_ascii(const uint8_t *at, const uint8_t *end, Matches *odd)
{
    if (end - at >= STEP && is_any(is_non_ascii(load(at))))
        return at;
    Matches found = *odd;
    for (; end - at >= 4 * STEP; at += 4 * STEP) {
        Bytes one = load(at), two = load(at + STEP), three = load(at + 2 * STEP), four = load(at + 3 * STEP);
        if (is_any(either(either(is_non_ascii(one), is_non_ascii(two)),
                          either(is_non_ascii(three), is_non_ascii(four)))))
            break;
        found = either(found, either(either(is_odd(one), is_odd(two)), either(is_odd(three), is_odd(four))));
    }
    for (; end - at >= STEP && !is_any(is_non_ascii(load(at))); at += STEP)
        found = either(found, is_odd(load(at)));
    *odd = found;
    return at;
}

int64_t mt_valid_utf_8(const uint8_t *at, const uint8_t *end, int64_t *code_points, int *has_odd)
{
    const uint8_t *start = at;
    int64_t continuations = 0;
    int is_odd_byte = 0;
    Matches odd = match_first(0);
    while (at < end) {
        at = skip_ascii(at, end, &odd);
        const uint8_t *stop = end - at < STEP ? end : at + STEP;
        int length = 1;
        while (at < stop && (length = code_point_length(at, end))) {
            is_odd_byte |= *at == ESCAPE || !*at || *at == '\r';
            at += length;
            continuations += length - 1;
        }
        if (!length)
            break;
    }
    *code_points = at - start - continuations;
    *has_odd = is_odd_byte || is_any(odd);
    return at - start;
}

/* -- declared encodings ------------------------------------------------------------------------------ */

/* Whether bytes are a word of small ASCII letters, in any case. */
static int is_word(const uint8_t *at, const uint8_t *end, const char *word)
{
    for (; *word; at++, word++)
        if (at == end || (*at | 0x20) != *word)
            return 0;
    return 1;
}

/* Whether a tag has a word inside; `at` is after its '<'. */
static int tag_has(const uint8_t *at, const uint8_t *end, const char *word)
{
    for (; at < end && *at != '<' && *at != '>'; at++)
        if ((*at | 0x20) == *word && is_word(at, end, word))
            return 1;
    return 0;
}

/* Whether the '<' before `at` begins a tag that may declare an encoding. */
static int may_declare(const uint8_t *at, const uint8_t *end, int is_in_head)
{
    if (is_word(at, end, "meta"))
        return tag_has(at, end, "charset");
    return is_in_head && at < end && *at == '?' && is_word(at + 1, end, "xml") &&
           tag_has(at, end, "encoding");
}

int64_t mt_find_declaration(const uint8_t *source, int64_t size, int64_t from)
{
    const uint8_t *end = source + (size < SOURCE_LONGEST_HEAD ? size : SOURCE_LONGEST_HEAD);
    const uint8_t *at = source + from;
    while (at < end) {
        uint32_t tags = 1;
        ptrdiff_t step = 1;
        if (end - at > STEP) { /* most tags have another first letter */
            Bytes next = load(at + 1);
            Matches letters = either(is_byte(set_bits(next, 0x20), 'm'), is_byte(next, '?'));
            tags = mask_of(both(is_byte(load(at), '<'), letters));
            step = STEP;
        }
        for (; tags; tags &= tags - 1) {
            const uint8_t *tag = at + lowest_bit(tags);
            if (*tag == '<' && may_declare(tag + 1, end, tag - source < SOURCE_HEAD))
                return tag - source;
        }
        at += step;
    }
    return NOT_FOUND;
}

/* -- all of it --------------------------------------------------------------------------------------- */

int64_t mt_count_controls(const uint8_t *source, int64_t size)
{
    int64_t count = 0;
    for (int64_t i = 0; i < size; i++) { /* without branches, so that it is vectorised */
        uint8_t byte = source[i];
        count += ((byte < ' ') & ((byte < '\t') | (byte > '\r')) & (byte != ESCAPE)) | (byte == 0x7F);
    }
    return count;
}

static int may_be_wide(const uint8_t *source, int64_t size, int64_t controls)
{
    if (size >= 2 && source[0] + source[1] == 0xFE + 0xFF && (source[0] == 0xFE || source[0] == 0xFF))
        return 1;
    return controls && memchr(source, 0, (size_t)size); /* a NUL is a control character */
}

SourceFacts mt_inspect_source(const uint8_t *source, int64_t size)
{
    SourceFacts facts;
    int64_t head = size < SOURCE_HEAD ? size : SOURCE_HEAD;
    int has_odd;
    facts.valid = mt_valid_utf_8(source, source + size, &facts.code_points, &has_odd);
    facts.has_escapes = has_odd && memchr(source, ESCAPE, (size_t)facts.valid);
    facts.is_plain = !has_odd && facts.valid == size;
    facts.controls = mt_count_controls(source, head);
    facts.may_be_wide = may_be_wide(source, head, facts.controls);
    facts.declaration = mt_find_declaration(source, size, 0);
    return facts;
}
