/* Finds the ends of tags, text and attribute values. */
#ifndef MAINTEXT_FINDING_H
#define MAINTEXT_FINDING_H

#include "base/vectors.h"
#include "parse/parser.h"

enum { WIDE_STEP = 2 * STEP }; /* most searches end within the first step */

static inline uint32_t wide_mask(Matches matches, Matches more)
{
    return mask_of(matches) | mask_of(more) << STEP;
}

static inline Matches is_odd_in_value(Bytes bytes) /* not ASCII, `&` or a carriage return */
{
    return either(either(is_byte(bytes, '&'), is_byte(bytes, '\r')), is_non_ascii(bytes));
}

/* Find the quote that ends a value, or NULL. `is_plain`: the value is ASCII without `&` and carriage returns,
   so it needs no decoding. */
static inline const Byte *find_quote(const Byte *at, const Byte *end, Byte quote, int *is_plain)
{
    uint32_t odd = 0;
    for (; end - at >= WIDE_STEP; at += WIDE_STEP) {
        Bytes bytes = load(at), more = load(at + STEP);
        uint32_t quotes = wide_mask(is_byte(bytes, quote), is_byte(more, quote));
        uint32_t here = wide_mask(is_odd_in_value(bytes), is_odd_in_value(more));
        if (quotes) {
            *is_plain = !(odd | (here & bits_before(quotes)));
            return at + lowest_bit(quotes);
        }
        odd |= here;
    }
    for (; at < end && *at != quote; at++)
        odd |= *at >= 0x80 || *at == '&' || *at == '\r';
    *is_plain = !odd;
    return at < end ? at : NULL;
}

/* Find the next `<`, or the end. Sets `has_references` if there is an `&` before it. */
static inline const Byte *find_less_than(const Byte *at, const Byte *end, int *has_references)
{
    for (; end - at >= WIDE_STEP; at += WIDE_STEP) {
        Bytes bytes = load(at), more = load(at + STEP);
        uint32_t found = wide_mask(is_byte(bytes, '<'), is_byte(more, '<'));
        uint32_t references = wide_mask(is_byte(bytes, '&'), is_byte(more, '&'));
        if (found) {
            *has_references |= (references & bits_before(found)) != 0;
            return at + lowest_bit(found);
        }
        *has_references |= references != 0;
    }
    const Byte *found = at < end ? memchr(at, '<', (size_t)(end - at)) : NULL;
    found = found ? found : end;
    *has_references |= found > at && memchr(at, '&', (size_t)(found - at));
    return found;
}

/* Find the next of two bytes, or the end. */
static inline const Byte *find_either(const Byte *at, const Byte *end, Byte one, Byte other)
{
    for (; end - at >= STEP; at += STEP) {
        Bytes bytes = load(at);
        uint32_t found = mask_of(either(is_byte(bytes, one), is_byte(bytes, other)));
        if (found)
            return at + lowest_bit(found);
    }
    while (at < end && *at != one && *at != other)
        at++;
    return at;
}

#endif
