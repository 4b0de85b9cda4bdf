/* Where tags, texts and values end. */
#ifndef MAINTEXT_FINDING_H
#define MAINTEXT_FINDING_H

#include "parse/parser.h"
#include "parse/vectors.h"

#ifdef HAS_SSE2
enum { WIDE_STEP = 2 * STEP }; /* where most of what is looked for ends within the first */

static inline uint32_t wide_mask(__m128i bytes, __m128i more)
{
    return mask_of(bytes) | mask_of(more) << STEP;
}

static inline __m128i is_odd_in_value(__m128i bytes) /* beyond ASCII, `&` or a carriage return */
{
    return _mm_or_si128(_mm_or_si128(is_byte(bytes, '&'), is_byte(bytes, '\r')), bytes);
}
#endif

/* Find the quote that ends a value, NULL if there is none; and whether what stands before it reads as it is
   written: ASCII without `&` and carriage returns. */
static inline const Byte *find_quote(const Byte *at, const Byte *end, Byte quote, int *is_plain)
{
    uint32_t odd = 0;
#ifdef HAS_SSE2
    for (; end - at >= WIDE_STEP; at += WIDE_STEP) {
        __m128i bytes = sixteen_at(at), more = sixteen_at(at + STEP);
        uint32_t quotes = wide_mask(is_byte(bytes, (char)quote), is_byte(more, (char)quote));
        uint32_t here = wide_mask(is_odd_in_value(bytes), is_odd_in_value(more));
        if (quotes) {
            *is_plain = !(odd | (here & bits_before(quotes)));
            return at + count_before(quotes);
        }
        odd |= here;
    }
#endif
    for (; at < end && *at != quote; at++)
        odd |= *at >= 0x80 || *at == '&' || *at == '\r';
    *is_plain = !odd;
    return at < end ? at : NULL;
}

/* Find the next `<`, or else the end; and whether there are ampersands before it. */
static inline const Byte *find_less_than(const Byte *at, const Byte *end, int *has_references)
{
#ifdef HAS_SSE2
    for (; end - at >= WIDE_STEP; at += WIDE_STEP) {
        __m128i bytes = sixteen_at(at), more = sixteen_at(at + STEP);
        uint32_t found = wide_mask(is_byte(bytes, '<'), is_byte(more, '<'));
        uint32_t references = wide_mask(is_byte(bytes, '&'), is_byte(more, '&'));
        if (found) {
            *has_references |= (references & bits_before(found)) != 0;
            return at + count_before(found);
        }
        *has_references |= references != 0;
    }
#endif
    const Byte *found = at < end ? memchr(at, '<', (size_t)(end - at)) : NULL;
    found = found ? found : end;
    *has_references |= found > at && memchr(at, '&', (size_t)(found - at));
    return found;
}

/* Find the next of two bytes, or else the end. */
static inline const Byte *find_either(const Byte *at, const Byte *end, Byte one, Byte other)
{
#ifdef HAS_SSE2
    for (; end - at >= STEP; at += STEP) {
        __m128i bytes = sixteen_at(at);
        unsigned found = mask_of(_mm_or_si128(is_byte(bytes, (char)one), is_byte(bytes, (char)other)));
        if (found)
            return at + count_before(found);
    }
#endif
    while (at < end && *at != one && *at != other)
        at++;
    return at;
}

#endif
