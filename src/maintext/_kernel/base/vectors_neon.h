/* NEON version of base/vectors.h. Every arm64 processor has NEON. */
#ifndef MAINTEXT_VECTORS_NEON_H
#define MAINTEXT_VECTORS_NEON_H

#include "base/processor.h"

#if defined(HAS_NEON)
#include <arm_neon.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8x16_t Bytes, Matches, Counts;

static inline Bytes load(const void *at) { return vld1q_u8((const uint8_t *)at); }
static inline void store(void *at, Bytes bytes) { vst1q_u8((uint8_t *)at, bytes); }
static inline Bytes every(uint8_t byte) { return vdupq_n_u8(byte); }

static inline Bytes set_bits(Bytes bytes, uint8_t bits) { return vorrq_u8(bytes, every(bits)); }

/* All ones in the first `count` bytes; at most sixteen. */
static inline uint8x16_t first_ones(ptrdiff_t count)
{
    static const uint8_t ones[32] = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
                                     0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};
    return load(ones + 16 - count);
}

static inline Bytes keep_first(Bytes bytes, ptrdiff_t count) { return vandq_u8(bytes, first_ones(count)); }
static inline Bytes keep_rest(Bytes bytes, ptrdiff_t count) { return vbicq_u8(bytes, first_ones(count)); }

static inline Bytes add_bytes(Bytes one, Bytes other) { return vorrq_u8(one, other); }
static inline uint64_t first_word(Bytes bytes) { return vgetq_lane_u64(vreinterpretq_u64_u8(bytes), 0); }
static inline uint64_t second_word(Bytes bytes) { return vgetq_lane_u64(vreinterpretq_u64_u8(bytes), 1); }

static inline Matches is_byte(Bytes bytes, uint8_t byte) { return vceqq_u8(bytes, every(byte)); }
static inline Matches is_non_ascii(Bytes bytes)
{
    return vcltq_s8(vreinterpretq_s8_u8(bytes), vdupq_n_s8(0));
}
static inline Matches is_continuation(Bytes bytes)
{
    return vcltq_s8(vreinterpretq_s8_u8(bytes), vdupq_n_s8(-0x40));
}
static inline Matches is_at_most(Bytes bytes, uint8_t last) { return vcleq_u8(bytes, every(last)); }
static inline Matches is_outside(Bytes bytes, uint8_t first)
{
    return vcltq_s8(vreinterpretq_s8_u8(bytes), vdupq_n_s8((int8_t)first));
}
static inline Matches is_between(Bytes bytes, uint8_t first, uint8_t last)
{
    return vcleq_u8(vsubq_u8(bytes, every(first)), every((uint8_t)(last - first)));
}

static inline Bytes to_lower(Bytes bytes)
{
    return vorrq_u8(bytes, vandq_u8(is_between(bytes, 'A', 'Z'), every(0x20)));
}

static inline Matches either(Matches one, Matches other) { return vorrq_u8(one, other); }
static inline Matches both(Matches one, Matches other) { return vandq_u8(one, other); }
static inline Matches but_not(Matches one, Matches other) { return vbicq_u8(one, other); }

static inline Matches match_first(int is_match) { return vsetq_lane_u8(is_match ? 0xFF : 0, every(0), 0); }
static inline Matches after_match(Matches matches, Matches carry)
{
    return vorrq_u8(vextq_u8(every(0), matches, 15), carry);
}
static inline Matches last_match(Matches matches) { return vextq_u8(matches, every(0), 15); }

static inline uint32_t mask_of(Matches matches)
{
    static const uint8_t places[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t bits = vandq_u8(matches, load(places));
    return vaddv_u8(vget_low_u8(bits)) | (uint32_t)vaddv_u8(vget_high_u8(bits)) << 8;
}
static inline int is_any(Matches matches) { return vmaxvq_u8(matches) != 0; }

static inline Counts no_counts(void) { return every(0); }
static inline Counts count_up(Counts counts, Matches matches) { return vsubq_u8(counts, matches); }
static inline int64_t sum_of(Counts counts) { return vaddlvq_u8(counts); }

#endif

#endif
