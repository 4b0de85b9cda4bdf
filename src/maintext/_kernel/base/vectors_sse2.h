/* SSE2 version of base/vectors.h. Every x86-64 processor has SSE2. Comparisons are signed. */
#ifndef MAINTEXT_VECTORS_SSE2_H
#define MAINTEXT_VECTORS_SSE2_H

#include "base/processor.h"

#if defined(HAS_SSE2)
#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

typedef __m128i Bytes, Matches, Counts;

static inline Bytes load(const void *at) { return _mm_loadu_si128((const __m128i *)at); }
static inline void store(void *at, Bytes bytes) { _mm_storeu_si128((__m128i *)at, bytes); }
static inline Bytes every(uint8_t byte) { return _mm_set1_epi8((char)byte); }

static inline Bytes set_bits(Bytes bytes, uint8_t bits) { return _mm_or_si128(bytes, every(bits)); }

/* All ones in the first `count` bytes; at most sixteen. */
static inline __m128i first_ones(ptrdiff_t count)
{
    static const uint8_t ones[32] = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
                                     0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};
    return load(ones + 16 - count);
}

static inline Bytes keep_first(Bytes bytes, ptrdiff_t count)
{
    return _mm_and_si128(bytes, first_ones(count));
}

static inline Bytes keep_rest(Bytes bytes, ptrdiff_t count)
{
    return _mm_andnot_si128(first_ones(count), bytes);
}

static inline Bytes add_bytes(Bytes one, Bytes other) { return _mm_or_si128(one, other); }
static inline uint64_t first_word(Bytes bytes) { return (uint64_t)_mm_cvtsi128_si64(bytes); }
static inline uint64_t second_word(Bytes bytes)
{
    return (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(bytes, bytes));
}

static inline Matches is_byte(Bytes bytes, uint8_t byte) { return _mm_cmpeq_epi8(bytes, every(byte)); }
static inline Matches is_continuation(Bytes bytes) { return _mm_cmplt_epi8(bytes, every(0xC0)); }
static inline Matches is_at_most(Bytes bytes, uint8_t last)
{
    return _mm_cmpeq_epi8(_mm_min_epu8(bytes, every(last)), bytes);
}
static inline Matches is_outside(Bytes bytes, uint8_t first) { return _mm_cmplt_epi8(bytes, every(first)); }
static inline Matches is_between(Bytes bytes, uint8_t first, uint8_t last)
{
    return _mm_and_si128(_mm_cmpgt_epi8(bytes, every((uint8_t)(first - 1))),
                         _mm_cmplt_epi8(bytes, every((uint8_t)(last + 1))));
}
static inline Matches is_non_ascii(Bytes bytes) { return bytes; }

static inline Bytes to_lower(Bytes bytes)
{
    return _mm_or_si128(bytes, _mm_and_si128(is_between(bytes, 'A', 'Z'), every(0x20)));
}

static inline Matches either(Matches one, Matches other) { return _mm_or_si128(one, other); }
static inline Matches both(Matches one, Matches other) { return _mm_and_si128(one, other); }
static inline Matches but_not(Matches one, Matches other) { return _mm_andnot_si128(other, one); }

static inline Matches match_first(int is_match) { return _mm_cvtsi32_si128(is_match ? 0xFF : 0); }
static inline Matches after_match(Matches matches, Matches carry)
{
    return _mm_or_si128(_mm_slli_si128(matches, 1), carry);
}
static inline Matches last_match(Matches matches) { return _mm_srli_si128(matches, 15); }

static inline uint32_t mask_of(Matches matches) { return (uint32_t)_mm_movemask_epi8(matches); }
static inline int is_any(Matches matches) { return mask_of(matches) != 0; }

static inline Counts no_counts(void) { return _mm_setzero_si128(); }
static inline Counts count_up(Counts counts, Matches matches) { return _mm_sub_epi8(counts, matches); }
static inline int64_t sum_of(Counts counts)
{
    __m128i sums = _mm_sad_epu8(counts, _mm_setzero_si128());
    return _mm_cvtsi128_si32(sums) + _mm_cvtsi128_si32(_mm_srli_si128(sums, 8));
}

#endif

#endif
