/* How many bytes of a page are UTF-8: in steps of 64 bytes on processors with AVX2, of 16 bytes of ASCII and single
   characters elsewhere, and after the last whole step. */
#include "base/bits.h"
#include "base/processor.h"
#include "base/vectors.h"
#include "text/utf_8.h"

/* The bytes read so far. */
typedef struct {
    const uint8_t *at;     /* the next one */
    int64_t continuations; /* bytes of characters, without the first of each */
    int has_escapes, has_odd;
} Progress;

static int is_tail(uint8_t byte) { return (byte & 0xC0) == 0x80; }

/* -- any processor ----------------------------------------------------------------------------------- */

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

/* What ASCII has. */
typedef struct {
    Matches escapes, others; /* others: NULs and carriage returns */
} OddBytes;

INLINE void add_odd(OddBytes *odd, Bytes bytes)
{
    odd->escapes = either(odd->escapes, is_byte(bytes, ESCAPE));
    odd->others = either(odd->others, either(is_byte(bytes, 0), is_byte(bytes, '\r')));
}

/* Skip ASCII in whole steps. Odd bytes are added to those found before. */
static const uint8_t *skip_ascii(const uint8_t *at, const uint8_t *end, OddBytes *odd)
{
    if (end - at >= STEP && is_any(is_non_ascii(load(at))))
        return at;
    OddBytes found = *odd;
    for (; end - at >= 4 * STEP; at += 4 * STEP) {
        Bytes one = load(at), two = load(at + STEP), three = load(at + 2 * STEP), four = load(at + 3 * STEP);
        if (is_any(either(either(is_non_ascii(one), is_non_ascii(two)),
                          either(is_non_ascii(three), is_non_ascii(four)))))
            break;
        add_odd(&found, one);
        add_odd(&found, two);
        add_odd(&found, three);
        add_odd(&found, four);
    }
    for (; end - at >= STEP && !is_any(is_non_ascii(load(at))); at += STEP)
        add_odd(&found, load(at));
    *odd = found;
    return at;
}

static void read_by_character(Progress *progress, const uint8_t *end)
{
    OddBytes odd = {match_first(0), match_first(0)};
    while (progress->at < end) {
        const uint8_t *at = skip_ascii(progress->at, end, &odd);
        const uint8_t *stop = end - at < STEP ? end : at + STEP;
        int length = 1;
        while (at < stop && (length = code_point_length(at, end))) {
            progress->has_escapes |= *at == ESCAPE;
            progress->has_odd |= !*at || *at == '\r';
            at += length;
            progress->continuations += length - 1;
        }
        progress->at = at;
        if (!length)
            break;
    }
    progress->has_escapes |= is_any(odd.escapes);
    progress->has_odd |= progress->has_escapes || is_any(odd.others);
}

/* -- AVX2 -------------------------------------------------------------------------------------------- */

#if HAS_WIDE_BUILD
#include <immintrin.h>

enum { WIDE_STEP = 64 };

/* A byte and the one before it are wrong together if three tables, by the two halves of the first byte and the upper
   half of the second, have a bit in common: J. Keiser and D. Lemire, Validating UTF-8 in less than one instruction per
   byte (2021). */
enum {
    TOO_SHORT = 1, /* a lead byte, and no continuation after it */
    TOO_LONG = 2,  /* ASCII, and a continuation */
    OVERLONG_3 = 4,
    TOO_LARGE = 8, /* above U+10FFFF */
    SURROGATE = 16,
    OVERLONG_2 = 32,
    OVERLONG_4 = 64, /* also TOO_LARGE, from 0xF5 on */
    TWO_TAILS = 128, /* right if the second is the third or fourth byte of a character */
    ALL_LOW = TOO_SHORT | TOO_LONG | TWO_TAILS,
    FROM_F5 = ALL_LOW | TOO_LARGE | OVERLONG_4,
    AFTER_TAIL = TOO_LONG | OVERLONG_2 | TWO_TAILS,
};

static const uint8_t by_first_upper[16] = {
    TOO_LONG,
    TOO_LONG,
    TOO_LONG,
    TOO_LONG,
    TOO_LONG,
    TOO_LONG,
    TOO_LONG,
    TOO_LONG,
    TWO_TAILS,
    TWO_TAILS,
    TWO_TAILS,
    TWO_TAILS,
    TOO_SHORT | OVERLONG_2,
    TOO_SHORT,
    TOO_SHORT | OVERLONG_3 | SURROGATE,
    TOO_SHORT | TOO_LARGE | OVERLONG_4,
};
static const uint8_t by_first_lower[16] = {
    ALL_LOW | OVERLONG_2 | OVERLONG_3 | OVERLONG_4,
    ALL_LOW | OVERLONG_2,
    ALL_LOW,
    ALL_LOW,
    ALL_LOW | TOO_LARGE,
    FROM_F5,
    FROM_F5,
    FROM_F5,
    FROM_F5,
    FROM_F5,
    FROM_F5,
    FROM_F5,
    FROM_F5,
    FROM_F5 | SURROGATE,
    FROM_F5,
    FROM_F5,
};
static const uint8_t by_second_upper[16] = {
    TOO_SHORT,
    TOO_SHORT,
    TOO_SHORT,
    TOO_SHORT,
    TOO_SHORT,
    TOO_SHORT,
    TOO_SHORT,
    TOO_SHORT,
    AFTER_TAIL | OVERLONG_3 | OVERLONG_4,
    AFTER_TAIL | OVERLONG_3 | TOO_LARGE,
    AFTER_TAIL | SURROGATE | TOO_LARGE,
    AFTER_TAIL | SURROGATE | TOO_LARGE,
    TOO_SHORT,
    TOO_SHORT,
    TOO_SHORT,
    TOO_SHORT,
};
/* The odd bytes, each by its lower half; no other byte is equal to what it finds here. */
static const uint8_t odd_by_lower[16] = {0,    0xFF, 0xFF, 0xFF,   0xFF, 0xFF, 0xFF, 0xFF,
                                         0xFF, 0xFF, 0xFF, ESCAPE, 0xFF, '\r', 0xFF, 0xFF};

INLINE WIDE_BUILD __m256i twice(const uint8_t table[16])
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
}

INLINE WIDE_BUILD __m256i upper_halves(__m256i bytes)
{
    return _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F));
}

/* Not zero where the bytes, after those before them, are not UTF-8. A character that is cut at the end is no error. */
INLINE WIDE_BUILD __m256i errors_in(__m256i bytes, __m256i before)
{
    __m256i seam = _mm256_permute2x128_si256(before, bytes, 0x21);
    __m256i one_before = _mm256_alignr_epi8(bytes, seam, 15);
    __m256i lower = _mm256_and_si256(one_before, _mm256_set1_epi8(0x0F));
    __m256i special = _mm256_and_si256(
        _mm256_and_si256(_mm256_shuffle_epi8(twice(by_first_upper), upper_halves(one_before)),
                         _mm256_shuffle_epi8(twice(by_first_lower), lower)),
        _mm256_shuffle_epi8(twice(by_second_upper), upper_halves(bytes)));
    __m256i third = _mm256_subs_epu8(_mm256_alignr_epi8(bytes, seam, 14), _mm256_set1_epi8(0xE0 - 0x80));
    __m256i fourth = _mm256_subs_epu8(_mm256_alignr_epi8(bytes, seam, 13), _mm256_set1_epi8(0xF0 - 0x80));
    __m256i must_be_tails = _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8((char)0x80));
    return _mm256_xor_si256(must_be_tails, special);
}

INLINE WIDE_BUILD uint32_t tails_in(__m256i bytes)
{
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(_mm256_set1_epi8((char)0xC0), bytes));
}

/* The odd bytes, with their highest bit set, and zeros for the others. */
INLINE WIDE_BUILD __m256i odd_in(__m256i bytes)
{
    __m256i is_odd = _mm256_cmpeq_epi8(_mm256_shuffle_epi8(twice(odd_by_lower), bytes), bytes);
    return _mm256_and_si256(is_odd, _mm256_or_si256(bytes, _mm256_set1_epi8((char)0x80)));
}

/* Go back to the beginning of a character that continues after `progress->at`. */
static void leave_cut_character(Progress *progress, const uint8_t *start)
{
    const uint8_t *at = progress->at;
    int tails = 0;
    while (at > start && tails < 3 && is_tail(at[-1]))
        at--, tails++;
    if (at == start || at[-1] < 0xC0)
        return;
    int needed = at[-1] >= 0xF0 ? 3 : at[-1] >= 0xE0 ? 2 : 1;
    if (tails < needed) {
        progress->at = at - 1;
        progress->continuations -= tails;
    }
}

/* Read whole steps, up to the first with an error. */
WIDE_BUILD static void read_wide(Progress *progress, const uint8_t *end)
{
    const uint8_t *start = progress->at, *at = start;
    __m256i odd = _mm256_setzero_si256(), before = odd; /* no byte before: an ASCII one */
    int is_cut = 0;                                     /* the bytes before may end within a character */
    for (; end - at >= WIDE_STEP; at += WIDE_STEP) {
        __m256i one = _mm256_loadu_si256((const __m256i *)at);
        __m256i two = _mm256_loadu_si256((const __m256i *)(at + WIDE_STEP / 2));
        int has_other = _mm256_movemask_epi8(_mm256_or_si256(one, two));
        if (has_other | is_cut) {
            __m256i errors = _mm256_or_si256(errors_in(one, before), errors_in(two, one));
            if (!_mm256_testz_si256(errors, errors))
                break;
            uint64_t tails = tails_in(one) | (uint64_t)tails_in(two) << 32;
            progress->continuations += bits_in(tails);
            is_cut = _mm256_movemask_epi8(two) < 0;
        }
        odd = _mm256_or_si256(odd, _mm256_or_si256(odd_in(one), odd_in(two)));
        before = two;
    }
    progress->at = at;
    progress->has_odd = _mm256_movemask_epi8(odd) != 0;
    progress->has_escapes = !_mm256_testz_si256(odd, _mm256_set1_epi8(ESCAPE & ~'\r'));
    leave_cut_character(progress, start);
}
#endif

/* -- the whole text -------------------------------------------------------------------------------------------- */

Utf8Facts mt_inspect_utf_8(const uint8_t *at, const uint8_t *end)
{
    Progress progress = {at, 0, 0, 0};
#if HAS_WIDE_BUILD
    if (mt_processor_has(PROCESSOR_AVX2))
        read_wide(&progress, end);
#endif
    read_by_character(&progress, end);
    int64_t valid = progress.at - at;
    return (Utf8Facts){valid, valid - progress.continuations, progress.has_escapes, progress.has_odd};
}
