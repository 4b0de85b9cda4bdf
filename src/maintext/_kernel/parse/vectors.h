/* Sixteen bytes at once, by what every x86-64 processor has. Elsewhere loops go byte by byte. */
#ifndef MAINTEXT_VECTORS_H
#define MAINTEXT_VECTORS_H

#include <stddef.h>

#if defined(__x86_64__) || defined(_M_X64)
#include <emmintrin.h>
#define HAS_SSE2 1
#endif

enum { STEP = 16 };

#ifdef HAS_SSE2
static inline int bits_in(unsigned bits) /* of sixteen */
{
    bits = bits - (bits >> 1 & 0x5555);
    bits = (bits & 0x3333) + (bits >> 2 & 0x3333);
    bits = (bits + (bits >> 4)) & 0x0F0F;
    return (int)((bits + (bits >> 8)) & 0x1F);
}

/* The bits below the lowest one that is set, and how many those are. There is one. */
static inline unsigned bits_before(unsigned bits) { return (bits & (0u - bits)) - 1; }

static inline int count_before(unsigned bits)
{
#if defined(__GNUC__)
    return __builtin_ctz(bits);
#else
    unsigned before = bits_before(bits);
    return bits_in(before & 0xFFFF) + bits_in(before >> 16);
#endif
}

static inline __m128i sixteen_at(const void *at) { return _mm_loadu_si128((const __m128i *)at); }

static inline __m128i between(__m128i bytes, char low, char high) /* both excluded; of ASCII */
{
    return _mm_and_si128(_mm_cmpgt_epi8(bytes, _mm_set1_epi8(low)),
                         _mm_cmplt_epi8(bytes, _mm_set1_epi8(high)));
}

static inline __m128i is_byte(__m128i bytes, char byte) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte)); }

/* All ones in the first bytes, of which there are at most sixteen. */
static inline __m128i first_bytes(ptrdiff_t count)
{
    static const unsigned char ones[2 * STEP] = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
                                                 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};
    return sixteen_at(ones + STEP - count);
}

static inline unsigned mask_of(__m128i bytes) { return (unsigned)_mm_movemask_epi8(bytes); }
#endif

#endif
