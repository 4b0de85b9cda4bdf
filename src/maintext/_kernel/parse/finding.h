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

enum { WINDOW = 4 * STEP };

static inline uint64_t window_mask(Matches one, Matches two, Matches three, Matches four)
{
    return wide_mask(one, two) | (uint64_t)wide_mask(three, four) << WIDE_STEP;
}

/* Find the quote that ends a value, as `find_quote` does. The value begins `skipped` bytes after `at`, in the window,
   with a quote before it. The search begins at the name: it need not wait until the end of the name is known. */
static inline const Byte *find_quote_in_window(const Byte *at, const Byte *end, int skipped, int *is_plain)
{
    Bytes one = load(at), two = load(at + STEP), three = load(at + 2 * STEP), four = load(at + 3 * STEP);
    uint64_t quotes =
        window_mask(is_byte(one, '"'), is_byte(two, '"'), is_byte(three, '"'), is_byte(four, '"'));
    uint64_t odd = window_mask(is_odd_in_value(one), is_odd_in_value(two), is_odd_in_value(three),
                               is_odd_in_value(four)) >>
                   skipped << skipped;
    if (LIKELY(lowest_bit(quotes) == skipped - 1))
        quotes &= quotes - 1;
    else /* there are quotes in the name */
        quotes = quotes >> skipped << skipped;
    if (LIKELY(quotes)) {
        *is_plain = !(odd & (quotes ^ (quotes - 1)));
        return at + lowest_bit(quotes);
    }
    const Byte *found = find_quote(at + WINDOW, end, '"', is_plain);
    *is_plain &= !odd;
    return found;
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
