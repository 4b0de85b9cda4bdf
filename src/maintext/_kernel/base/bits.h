/* Bit counting, bit search, and loading bytes as 64-bit words. */
#ifndef MAINTEXT_BITS_H
#define MAINTEXT_BITS_H

#include <stdint.h>
#include <string.h>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

/* Load eight bytes; the first is in the lowest bits on every processor. */
static inline uint64_t word_at(const void *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

static inline void put_word(void *at, uint64_t word)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    memcpy(at, &word, sizeof word);
}

static inline int64_t bits_in(uint64_t bits)
{
    bits = bits - (bits >> 1 & 0x5555555555555555u);
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    return (int64_t)(((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
}

static inline uint64_t first_bits(int count)
{
    return count < 64 ? ((uint64_t)1 << count) - 1 : ~(uint64_t)0;
}

/* The bits below the lowest set bit. `bits` must not be 0. */
static inline uint32_t bits_before(uint32_t bits) { return (bits & (0u - bits)) - 1; }

/* Positions of the lowest and the highest set bit. `bits` must not be 0. */
#if defined(__GNUC__)
static inline int lowest_bit(uint64_t bits) { return __builtin_ctzll(bits); }
static inline int highest_bit(uint64_t bits) { return 63 - __builtin_clzll(bits); }
#elif defined(_MSC_VER) && defined(_WIN64)
static inline int lowest_bit(uint64_t bits)
{
    unsigned long place;
    _BitScanForward64(&place, bits);
    return (int)place;
}
static inline int highest_bit(uint64_t bits)
{
    unsigned long place;
    _BitScanReverse64(&place, bits);
    return (int)place;
}
#else
static inline int lowest_bit(uint64_t bits) { return (int)bits_in((bits & (0 - bits)) - 1); }
static inline int highest_bit(uint64_t bits)
{
    for (int i = 1; i < 64; i *= 2)
        bits |= bits >> i;
    return (int)bits_in(bits) - 1;
}
#endif

#endif
