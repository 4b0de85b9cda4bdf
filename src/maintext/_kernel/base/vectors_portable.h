/* Portable version of base/vectors.h: two 64-bit words. A match is the highest bit of its byte; no addition
   carries from one byte into the next. */
#ifndef MAINTEXT_VECTORS_PORTABLE_H
#define MAINTEXT_VECTORS_PORTABLE_H

#include <stddef.h>

#include "base/bits.h"
#include "base/processor.h"

#if !defined(HAS_SSE2) && !defined(HAS_NEON)

typedef struct {
    uint64_t first, second;
} Bytes;

typedef struct {
    uint64_t first, second;
} Matches;

typedef struct {
    uint64_t first, second;
} Counts;

#define EACH_BYTE    0x0101010101010101u
#define HIGHEST_BITS 0x8080808080808080u

static inline Bytes load(const void *at)
{
    return (Bytes){word_at(at), word_at((const uint8_t *)at + sizeof(uint64_t))};
}

static inline void store(void *at, Bytes bytes)
{
    put_word(at, bytes.first);
    put_word((uint8_t *)at + sizeof(uint64_t), bytes.second);
}

static inline Bytes every(uint8_t byte) { return (Bytes){byte * EACH_BYTE, byte * EACH_BYTE}; }

static inline Bytes set_bits(Bytes bytes, uint8_t bits)
{
    return (Bytes){bytes.first | bits * EACH_BYTE, bytes.second | bits * EACH_BYTE};
}

static inline Bytes keep_first(Bytes bytes, ptrdiff_t count)
{
    return (Bytes){bytes.first & first_bits(8 * (int)count),
                   count > 8 ? bytes.second & first_bits(8 * (int)count - 64) : 0};
}

static inline Bytes keep_rest(Bytes bytes, ptrdiff_t count)
{
    Bytes before = keep_first(bytes, count);
    return (Bytes){bytes.first ^ before.first, bytes.second ^ before.second};
}

static inline Bytes add_bytes(Bytes one, Bytes other)
{
    return (Bytes){one.first | other.first, one.second | other.second};
}

static inline uint64_t first_word(Bytes bytes) { return bytes.first; }
static inline uint64_t second_word(Bytes bytes) { return bytes.second; }

/* Per byte: set the highest bit if the lower seven bits are at least `first`. The other bits are
   undefined. */
static inline uint64_t is_at_least_in(uint64_t word, uint8_t first)
{
    return (word & ~HIGHEST_BITS) + (uint64_t)(0x80 - first) * EACH_BYTE;
}

static inline uint64_t is_zero_in(uint64_t word) { return ~(is_at_least_in(word, 1) | word) & HIGHEST_BITS; }

static inline uint64_t is_between_in(uint64_t word, uint8_t first, uint8_t last)
{
    uint64_t same_half = first & 0x80 ? word : ~word;
    first &= 0x7F;
    last &= 0x7F;
    return is_at_least_in(word, first) & ~is_at_least_in(word, (uint8_t)(last + 1)) & same_half &
           HIGHEST_BITS;
}

static inline Matches is_byte(Bytes bytes, uint8_t byte)
{
    return (Matches){is_zero_in(bytes.first ^ byte * EACH_BYTE), is_zero_in(bytes.second ^ byte * EACH_BYTE)};
}

static inline Matches is_continuation(Bytes bytes)
{
    return (Matches){bytes.first & ~(bytes.first << 1) & HIGHEST_BITS,
                     bytes.second & ~(bytes.second << 1) & HIGHEST_BITS};
}

static inline Matches is_outside(Bytes bytes, uint8_t first)
{
    return (Matches){(~is_at_least_in(bytes.first, first) | bytes.first) & HIGHEST_BITS,
                     (~is_at_least_in(bytes.second, first) | bytes.second) & HIGHEST_BITS};
}

static inline Matches is_at_most(Bytes bytes, uint8_t last)
{
    uint8_t after = (uint8_t)(last + 1);
    return (Matches){~(is_at_least_in(bytes.first, after) | bytes.first) & HIGHEST_BITS,
                     ~(is_at_least_in(bytes.second, after) | bytes.second) & HIGHEST_BITS};
}

static inline Matches is_between(Bytes bytes, uint8_t first, uint8_t last)
{
    return (Matches){is_between_in(bytes.first, first, last), is_between_in(bytes.second, first, last)};
}

static inline Matches is_non_ascii(Bytes bytes)
{
    return (Matches){bytes.first & HIGHEST_BITS, bytes.second & HIGHEST_BITS};
}

static inline Bytes to_lower(Bytes bytes)
{
    Matches capitals = is_between(bytes, 'A', 'Z');
    return (Bytes){bytes.first | capitals.first >> 2, bytes.second | capitals.second >> 2};
}

static inline Matches either(Matches one, Matches other)
{
    return (Matches){one.first | other.first, one.second | other.second};
}

static inline Matches both(Matches one, Matches other)
{
    return (Matches){one.first & other.first, one.second & other.second};
}

static inline Matches but_not(Matches one, Matches other)
{
    return (Matches){one.first & ~other.first, one.second & ~other.second};
}

static inline Matches match_first(int is_match) { return (Matches){is_match ? 0x80 : 0, 0}; }

static inline Matches after_match(Matches matches, Matches carry)
{
    return (Matches){matches.first << 8 | carry.first, matches.second << 8 | matches.first >> 56};
}

static inline Matches last_match(Matches matches) { return (Matches){matches.second >> 56, 0}; }

/* Gather the highest bits of eight bytes; each bit of the factor moves one of them into place. */
static inline uint32_t gather(uint64_t matches)
{
    return (uint32_t)((matches >> 7) * 0x0102040810204080u >> 56);
}

static inline uint32_t mask_of(Matches matches)
{
    return gather(matches.first) | gather(matches.second) << 8;
}
static inline int is_any(Matches matches) { return (matches.first | matches.second) != 0; }

static inline Counts no_counts(void) { return (Counts){0, 0}; }

static inline Counts count_up(Counts counts, Matches matches)
{
    return (Counts){counts.first + (matches.first >> 7), counts.second + (matches.second >> 7)};
}

static inline int64_t sum_of(Counts counts)
{
    uint64_t even = 0x00FF00FF00FF00FFu;
    uint64_t sums = (counts.first & even) + (counts.first >> 8 & even) + (counts.second & even) +
                    (counts.second >> 8 & even);
    return (int64_t)(sums * 0x0001000100010001u >> 48);
}

#endif

#endif
