/* Lines, code points and kinds of characters, counted; and whether bytes are UTF-8 at all. */
#include "kernel.h"

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#define HAS_SSE2 1
enum { STEP = 16, MOST_STEPS = 255 }; /* bytes at once; steps whose counts fit into a byte */

static int64_t sum_of(__m128i counts)
{
    __m128i sums = _mm_sad_epu8(counts, _mm_setzero_si128());
    return _mm_cvtsi128_si32(sums) + _mm_cvtsi128_si32(_mm_srli_si128(sums, 8));
}

static size_t steps_in(const Byte *at, const Byte *end)
{
    size_t steps = (size_t)(end - at) / STEP;
    return steps < MOST_STEPS ? steps : MOST_STEPS;
}
#endif

#ifdef HAS_SSE2
static int bits_in(unsigned bits) /* of sixteen */
{
    bits = bits - (bits >> 1 & 0x5555);
    bits = (bits & 0x3333) + (bits >> 2 & 0x3333);
    bits = (bits + (bits >> 4)) & 0x0F0F;
    return (int)((bits + (bits >> 8)) & 0x1F);
}
#endif

/* Count line feeds, and bytes that continue a code point. Up to `limit` the bytes can be read. */
void count_bytes(const Byte *at, const Byte *end, const Byte *limit, int32_t *lines, int32_t *continuations)
{
    int64_t ends = 0, continued = 0;
#ifdef HAS_SSE2
    const __m128i feed = _mm_set1_epi8('\n'), first = _mm_set1_epi8((char)0xC0);
    while (end - at >= STEP) {
        __m128i feeds = _mm_setzero_si128(), tails = _mm_setzero_si128();
        for (size_t steps = steps_in(at, end); steps; steps--, at += STEP) {
            __m128i bytes = _mm_loadu_si128((const __m128i *)at);
            feeds = _mm_sub_epi8(feeds, _mm_cmpeq_epi8(bytes, feed));
            tails = _mm_sub_epi8(tails, _mm_cmplt_epi8(bytes, first));
        }
        ends += sum_of(feeds);
        continued += sum_of(tails);
    }
    if (limit - at >= STEP) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)at);
        unsigned wanted = (1u << (end - at)) - 1;
        ends += bits_in((unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, feed)) & wanted);
        continued += bits_in((unsigned)_mm_movemask_epi8(_mm_cmplt_epi8(bytes, first)) & wanted);
        at = end;
    }
#else
    (void)limit;
#endif
    for (; at < end; at++) {
        ends += *at == '\n';
        continued += (*at & 0xC0) == 0x80;
    }
    *lines += (int32_t)ends;
    *continuations += (int32_t)continued;
}

int64_t count_code_points(const Byte *at, const Byte *end) { return count_code_points_before(at, end, end); }

/* Count code points alone; up to `limit` the bytes can be read. */
int64_t count_code_points_before(const Byte *at, const Byte *end, const Byte *limit)
{
    int64_t count = end - at;
#ifdef HAS_SSE2
    const __m128i first = _mm_set1_epi8((char)0xC0);
    while (end - at >= STEP) {
        __m128i tails = _mm_setzero_si128();
        for (size_t steps = steps_in(at, end); steps; steps--, at += STEP)
            tails = _mm_sub_epi8(tails, _mm_cmplt_epi8(_mm_loadu_si128((const __m128i *)at), first));
        count -= sum_of(tails);
    }
    if (limit - at >= STEP) {
        __m128i tails = _mm_cmplt_epi8(_mm_loadu_si128((const __m128i *)at), first);
        return count - bits_in((unsigned)_mm_movemask_epi8(tails) & ((1u << (end - at)) - 1));
    }
#else
    (void)limit;
#endif
    for (; at < end; at++)
        count -= (*at & 0xC0) == 0x80;
    return count;
}

/* Find the quote that ends a value, NULL if there is none; and whether what stands before it reads as it is
   written: ASCII without `&` and carriage returns. */
const Byte *find_quote(const Byte *at, const Byte *end, Byte quote, int *is_plain)
{
    unsigned odd = 0;
#ifdef HAS_SSE2
    const __m128i wanted = _mm_set1_epi8((char)quote);
    const __m128i reference = _mm_set1_epi8('&'), carriage = _mm_set1_epi8('\r');
    for (; end - at >= STEP; at += STEP) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)at);
        __m128i others = _mm_or_si128(_mm_cmpeq_epi8(bytes, reference), _mm_cmpeq_epi8(bytes, carriage));
        unsigned quotes = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, wanted));
        unsigned here = (unsigned)_mm_movemask_epi8(_mm_or_si128(others, bytes));
        if (quotes) {
            unsigned before = (quotes & (0u - quotes)) - 1;
            *is_plain = !(odd | (here & before));
            return at + bits_in(before);
        }
        odd |= here;
    }
#endif
    for (; at < end && *at != quote; at++)
        odd |= *at >= 0x80 || *at == '&' || *at == '\r';
    *is_plain = !odd;
    return at < end ? at : NULL;
}

/* -- kinds of characters: maintext.characters ------------------------------------------------------- */

enum { KINDS = KIND_UPPER + 1 };

typedef struct {
    int64_t by_kind[KINDS];
    int64_t words;
    int after_space;
} Tally;

static int kind_of(const Byte **at, const Byte *end)
{
    const Byte *byte = *at;
    uint32_t code = 0x10000; /* above the basic plane, or broken */
    int length = 1;
    if ((byte[0] & 0xE0) == 0xC0 && end - byte >= 2) {
        code = (uint32_t)(byte[0] & 0x1F) << 6 | (byte[1] & 0x3F);
        length = 2;
    } else if ((byte[0] & 0xF0) == 0xE0 && end - byte >= 3) {
        code = (uint32_t)(byte[0] & 0x0F) << 12 | (uint32_t)(byte[1] & 0x3F) << 6 | (byte[2] & 0x3F);
        length = 3;
    } else if ((byte[0] & 0xF8) == 0xF0 && end - byte >= 4) {
        length = 4;
    }
    *at = byte + length;
    return code < 0x10000 ? kinds[kind_blocks[code >> 8]][code & 0xFF] : KIND_OTHER;
}

/* Count up to `stop`, or a little further where a code point crosses it. */
static const Byte *tally_slowly(const Byte *at, const Byte *stop, const Byte *end, Tally *tally)
{
    enum { MOST_IN_LANE = 255 };
    int after_space = tally->after_space;
    while (at < stop) {
        uint64_t lanes = 0; /* one byte for each kind */
        for (int i = 0; i < MOST_IN_LANE && at < stop; i++) {
            int kind = LIKELY(*at < 0x80) ? ascii_kinds[*at++] : kind_of(&at, end);
            int space = kind == KIND_SPACE;
            lanes += (uint64_t)1 << (8 * kind);
            tally->words += after_space & !space;
            after_space = space;
        }
        for (int kind = 0; kind < KINDS; kind++)
            tally->by_kind[kind] += lanes >> (8 * kind) & 0xFF;
    }
    tally->after_space = after_space;
    return at;
}

#ifdef HAS_SSE2
static __m128i between(__m128i bytes, char low, char high) /* both excluded */
{
    return _mm_and_si128(_mm_cmpgt_epi8(bytes, _mm_set1_epi8(low)),
                         _mm_cmplt_epi8(bytes, _mm_set1_epi8(high)));
}

static __m128i is_byte(__m128i bytes, char byte) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte)); }

/* Count ASCII without rare control characters; stops at the first sixteen bytes that are anything else. */
static const Byte *tally_ascii(const Byte *at, const Byte *end, Tally *tally)
{
    __m128i spaces = _mm_setzero_si128(), marks = spaces, digits = spaces, uppers = spaces, words = spaces;
    __m128i carry = _mm_cvtsi32_si128(tally->after_space ? 0xFF : 0);
    const Byte *start = at;
    for (size_t steps = steps_in(at, end); steps; steps--, at += STEP) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)at);
        __m128i odd = _mm_or_si128(_mm_cmplt_epi8(bytes, _mm_set1_epi8(0x09)), between(bytes, 0x0D, 0x1C));
        if (_mm_movemask_epi8(odd)) /* bytes beyond ASCII are negative */
            break;
        __m128i space = _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x21));
        __m128i mark = _mm_or_si128(
            _mm_or_si128(_mm_or_si128(is_byte(bytes, '.'), is_byte(bytes, ',')), is_byte(bytes, '?')),
            _mm_or_si128(between(bytes, '9', '<'), is_byte(bytes, '!'))); /* between: colon, semicolon */
        __m128i before = _mm_or_si128(_mm_slli_si128(space, 1), carry);
        carry = _mm_srli_si128(space, 15);
        spaces = _mm_sub_epi8(spaces, space);
        marks = _mm_sub_epi8(marks, mark);
        digits = _mm_sub_epi8(digits, between(bytes, '0' - 1, '9' + 1));
        uppers = _mm_sub_epi8(uppers, between(bytes, 'A' - 1, 'Z' + 1));
        words = _mm_sub_epi8(words, _mm_andnot_si128(space, before));
    }
    int64_t space_count = sum_of(spaces), mark_count = sum_of(marks), digit_count = sum_of(digits);
    int64_t upper_count = sum_of(uppers);
    tally->by_kind[KIND_SPACE] += space_count;
    tally->by_kind[KIND_LATIN_MARK] += mark_count;
    tally->by_kind[KIND_DIGIT] += digit_count;
    tally->by_kind[KIND_UPPER] += upper_count;
    tally->by_kind[KIND_OTHER] += at - start - space_count - mark_count - digit_count - upper_count;
    tally->words += sum_of(words);
    tally->after_space = _mm_cvtsi128_si32(carry) != 0;
    return at;
}
#endif

/* Count the characters of one text by kind. */
Counts count_characters(const Byte *at, const Byte *end)
{
    Tally tally = {.after_space = 1};
    const Byte *start = at;
    while (at < end && *at < 0x80 && ascii_kinds[*at] == KIND_SPACE) /* most texts are nothing else */
        at++;
    tally.by_kind[KIND_SPACE] = at - start;
#ifdef HAS_SSE2
    while (end - at >= STEP) {
        at = tally_ascii(at, end, &tally);
        if (end - at >= STEP)
            at = tally_slowly(at, at + STEP, end, &tally);
    }
#endif
    tally_slowly(at, end, end, &tally);
    Counts counts = {{0}, 0};
    for (int kind = 0; kind < KINDS; kind++)
        counts.code_points += tally.by_kind[kind];
    int32_t *column = counts.by_column;
    column[COUNT_CHARS] =
        (int32_t)(counts.code_points - tally.by_kind[KIND_SPACE] + (tally.words > 1 ? tally.words - 1 : 0));
    column[COUNT_WORDS] = (int32_t)tally.words;
    column[COUNT_CJK] = (int32_t)tally.by_kind[KIND_CJK];
    column[COUNT_CJK_PUNCTUATION] = (int32_t)tally.by_kind[KIND_CJK_MARK];
    column[COUNT_LATIN_PUNCTUATION] = (int32_t)tally.by_kind[KIND_LATIN_MARK];
    column[COUNT_DIGITS] = (int32_t)tally.by_kind[KIND_DIGIT];
    column[COUNT_UPPER] = (int32_t)tally.by_kind[KIND_UPPER];
    return counts;
}

/* -- UTF-8 ------------------------------------------------------------------------------------------ */

static int is_tail(Byte byte) { return (byte & 0xC0) == 0x80; }

/* The length of the well-formed code point at a place; 0 if there is none. */
static int code_point_length(const Byte *at, const Byte *end)
{
    ptrdiff_t left = end - at;
    Byte first = at[0];
    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first < 0xE0)
        return left >= 2 && is_tail(at[1]) ? 2 : 0;
    if (first >= 0xE0 && first < 0xF0) {
        if (left < 3 || !is_tail(at[1]) || !is_tail(at[2]))
            return 0;
        if ((first == 0xE0 && at[1] < 0xA0) || (first == 0xED && at[1] >= 0xA0)) /* overlong; a surrogate */
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

/* How many of the first bytes are well-formed UTF-8, and how many code points they make. */
int64_t valid_utf_8(const Byte *at, const Byte *end, int64_t *code_points)
{
    const Byte *start = at;
    int64_t continuations = 0;
    while (at < end) {
#ifdef HAS_SSE2
        while (end - at >= STEP && !_mm_movemask_epi8(_mm_loadu_si128((const __m128i *)at)))
            at += STEP;
        if (at == end)
            break;
#endif
        int length = code_point_length(at, end);
        if (!length)
            break;
        at += length;
        continuations += length - 1;
    }
    *code_points = at - start - continuations;
    return at - start;
}
