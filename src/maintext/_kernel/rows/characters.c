/* Lines, code points and kinds of characters, counted; and whether bytes are UTF-8 at all. */
#include "parse/characters.h"
#include "parse/parser.h"
#include "parse/vectors.h"

#ifdef HAS_SSE2
enum { MOST_STEPS = 254 }; /* whose counts, and one step's more, fit into a byte */

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
typedef struct { /* counts of up to MOST_STEPS steps and one, byte by byte */
    __m128i feeds, tails;
} LineLanes;

static inline void add_step(LineLanes *lanes, __m128i bytes)
{
    lanes->feeds = _mm_sub_epi8(lanes->feeds, is_byte(bytes, '\n'));
    lanes->tails = _mm_sub_epi8(lanes->tails, _mm_cmplt_epi8(bytes, _mm_set1_epi8((char)0xC0)));
}

/* Count whole steps, four at once where these are ASCII. */
static inline void add_steps(LineLanes *lanes, const Byte *at, const Byte *end)
{
    for (; end - at >= 4 * STEP; at += 4 * STEP) {
        __m128i one = sixteen_at(at), two = sixteen_at(at + STEP);
        __m128i three = sixteen_at(at + 2 * STEP), four = sixteen_at(at + 3 * STEP);
        if (UNLIKELY(mask_of(_mm_or_si128(_mm_or_si128(one, two), _mm_or_si128(three, four))))) {
            add_step(lanes, one);
            add_step(lanes, two);
            add_step(lanes, three);
            add_step(lanes, four);
            continue;
        }
        __m128i feeds = _mm_add_epi8(is_byte(one, '\n'), is_byte(two, '\n'));
        feeds = _mm_add_epi8(feeds, _mm_add_epi8(is_byte(three, '\n'), is_byte(four, '\n')));
        lanes->feeds = _mm_sub_epi8(lanes->feeds, feeds);
    }
    for (; at < end; at += STEP)
        add_step(lanes, sixteen_at(at));
}
#endif

/* Count line feeds, and bytes that continue a code point. Up to `limit` the bytes can be read. */
void mt_count_bytes(const Byte *at, const Byte *end, const Byte *limit, int32_t *lines, int32_t *continuations)
{
    int64_t ends = 0, continued = 0;
#ifdef HAS_SSE2
    if (limit - at >= STEP) { /* what is no whole step comes first */
        ptrdiff_t odd = (end - at) % STEP;
        LineLanes lanes = {_mm_setzero_si128(), _mm_setzero_si128()};
        add_step(&lanes, _mm_and_si128(sixteen_at(at), first_bytes(odd)));
        at += odd;
        for (;;) {
            const Byte *stop = at + STEP * (ptrdiff_t)steps_in(at, end);
            add_steps(&lanes, at, stop);
            ends += sum_of(lanes.feeds);
            continued += sum_of(lanes.tails);
            at = stop;
            if (LIKELY(at == end))
                break;
            lanes.feeds = lanes.tails = _mm_setzero_si128();
        }
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

int64_t mt_count_code_points(const Byte *at, const Byte *end) { return mt_count_code_points_before(at, end, end); }

/* Count code points alone; up to `limit` the bytes can be read. */
int64_t mt_count_code_points_before(const Byte *at, const Byte *end, const Byte *limit)
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

/* Whether there are NULs and carriage returns: nearly no page has one of these, and few have the other. */
void mt_find_odd_bytes(const Byte *at, const Byte *end, int *has_nuls, int *has_returns)
{
    *has_nuls = *has_returns = 0;
#ifdef HAS_SSE2
    __m128i least = _mm_set1_epi8((char)0xFF), carriages = _mm_setzero_si128();
    for (; end - at >= 2 * STEP; at += 2 * STEP) {
        __m128i bytes = sixteen_at(at), more = sixteen_at(at + STEP);
        least = _mm_min_epu8(least, _mm_min_epu8(bytes, more));
        carriages = _mm_or_si128(carriages, _mm_or_si128(is_byte(bytes, '\r'), is_byte(more, '\r')));
    }
    *has_nuls = mask_of(is_byte(least, 0)) != 0;
    *has_returns = mask_of(carriages) != 0;
#endif
    if (at < end) {
        *has_nuls |= memchr(at, 0, (size_t)(end - at)) != NULL;
        *has_returns |= memchr(at, '\r', (size_t)(end - at)) != NULL;
    }
}

/* Whether a carriage return stands without a line feed after it. */
int mt_holds_lone_return(const Byte *at, const Byte *end)
{
#ifdef HAS_SSE2
    __m128i lone = _mm_setzero_si128();
    for (; end - at > STEP; at += STEP) {
        __m128i feeds_after = is_byte(sixteen_at(at + 1), '\n');
        lone = _mm_or_si128(lone, _mm_andnot_si128(feeds_after, is_byte(sixteen_at(at), '\r')));
    }
    if (mask_of(lone))
        return 1;
#endif
    for (; at < end; at++)
        if (*at == '\r' && (at + 1 == end || at[1] != '\n'))
            return 1;
    return 0;
}

/* -- kinds of characters: maintext.text.characters ------------------------------------------------------- */

enum { KINDS = KIND_UPPER + 1 };

typedef struct {
    int64_t code_points, words;
    int64_t by_kind[KINDS]; /* but for KIND_OTHER, which nobody asks for */
    int after_space;
} Tally;

static int kind_of(const Byte **at, const Byte *end)
{
    uint32_t code = next_code_point(at, end);
    return code < KNOWN_CODES ? mt_kinds[mt_kind_blocks[code >> 8]][code & 0xFF] : KIND_OTHER;
}

/* Count up to `stop`, or a little further where a code point crosses it. */
static const Byte *tally_slowly(const Byte *at, const Byte *stop, const Byte *end, Tally *tally)
{
    enum { MOST_IN_LANE = 255 };
    int after_space = tally->after_space;
    while (at < stop) {
        uint64_t lanes = 0; /* one byte for each kind */
        for (int i = 0; i < MOST_IN_LANE && at < stop; i++) {
            int kind = LIKELY(*at < 0x80) ? mt_ascii_kinds[*at++] : kind_of(&at, end);
            int space = kind == KIND_SPACE;
            lanes += (uint64_t)1 << (8 * kind);
            tally->code_points++;
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
typedef struct { /* counts of up to MOST_STEPS steps, byte by byte */
    __m128i spaces, marks, digits, uppers, words;
    __m128i carry; /* whether the byte before was white space */
    int steps;
} Lanes;

/* Count sixteen bytes of ASCII without rare control characters; says whether they are that. */
static inline int add_to_lanes(Lanes *lanes, __m128i bytes)
{
    __m128i odd = _mm_or_si128(_mm_cmplt_epi8(bytes, _mm_set1_epi8(0x09)), between(bytes, 0x0D, 0x1C));
    if (mask_of(odd)) /* bytes beyond ASCII are negative */
        return 0;
    __m128i space = _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x21));
    __m128i mark = _mm_or_si128(
        _mm_or_si128(_mm_or_si128(is_byte(bytes, '.'), is_byte(bytes, ',')), is_byte(bytes, '?')),
        _mm_or_si128(between(bytes, '9', '<'), is_byte(bytes, '!'))); /* between: colon, semicolon */
    __m128i before = _mm_or_si128(_mm_slli_si128(space, 1), lanes->carry);
    lanes->carry = _mm_srli_si128(space, 15);
    lanes->spaces = _mm_sub_epi8(lanes->spaces, space);
    lanes->marks = _mm_sub_epi8(lanes->marks, mark);
    lanes->digits = _mm_sub_epi8(lanes->digits, between(bytes, '0' - 1, '9' + 1));
    lanes->uppers = _mm_sub_epi8(lanes->uppers, between(bytes, 'A' - 1, 'Z' + 1));
    lanes->words = _mm_sub_epi8(lanes->words, _mm_andnot_si128(space, before));
    lanes->steps++;
    return 1;
}

static inline Lanes new_lanes(int after_space)
{
    __m128i none = _mm_setzero_si128();
    return (Lanes){none, none, none, none, none, _mm_cvtsi32_si128(after_space ? 0xFF : 0), 0};
}

static inline void sum_lanes(const Lanes *lanes, Tally *tally)
{
    tally->code_points += lanes->steps * STEP;
    tally->words += sum_of(lanes->words);
    tally->by_kind[KIND_SPACE] += sum_of(lanes->spaces);
    tally->by_kind[KIND_LATIN_MARK] += sum_of(lanes->marks);
    tally->by_kind[KIND_DIGIT] += sum_of(lanes->digits);
    tally->by_kind[KIND_UPPER] += sum_of(lanes->uppers);
    tally->after_space = _mm_cvtsi128_si32(lanes->carry) != 0;
}

static inline int is_white(__m128i bytes)
{
    __m128i space = _mm_or_si128(is_byte(bytes, ' '), between(bytes, 0x08, 0x0E));
    return mask_of(space) == 0xFFFF;
}

/* The next sixteen bytes of a text; behind its end there are spaces. */
static inline __m128i next_step(const Byte *at, const Byte *end)
{
    __m128i bytes = sixteen_at(at);
    if (end - at >= STEP)
        return bytes;
    __m128i wanted = first_bytes(end - at);
    return _mm_or_si128(_mm_and_si128(wanted, bytes), _mm_andnot_si128(wanted, _mm_set1_epi8(' ')));
}

/* Count a text in steps. */
static void tally_by_steps(const Byte *at, const Byte *end, Tally *tally)
{
    const Byte *start = at;
    while (at < end && is_white(next_step(at, end))) /* most texts are nothing else */
        at += STEP;
    if (at >= end) {
        tally->code_points = end - start;
        return;
    }
    tally->code_points = tally->by_kind[KIND_SPACE] = at - start;
    Lanes lanes = new_lanes(1);
    while (at < end) {
        ptrdiff_t left = end - at;
        __m128i bytes = next_step(at, end);
        if (LIKELY(add_to_lanes(&lanes, bytes))) {
            at += STEP;
            if (LIKELY(lanes.steps < MOST_STEPS))
                continue;
            sum_lanes(&lanes, tally);
        } else {
            if (lanes.steps)
                sum_lanes(&lanes, tally);
            at = tally_slowly(at, left < STEP ? end : at + STEP, end, tally);
        }
        lanes = new_lanes(tally->after_space);
    }
    sum_lanes(&lanes, tally);
    if (at > end) {
        tally->code_points -= at - end;
        tally->by_kind[KIND_SPACE] -= at - end;
    }
}
#endif

/* Count the characters of one text by kind into columns, each `apart` from the one before; where it is blank
   nothing is written. Up to `limit` the bytes can be read. Returns how many code points there are. */
int64_t mt_count_characters(const Byte *at, const Byte *end, const Byte *limit, int32_t *column, int64_t apart)
{
    Tally tally = {.after_space = 1};
#ifdef HAS_SSE2
    if (limit - end >= STEP)
        tally_by_steps(at, end, &tally);
    else
#else
    (void)limit;
#endif
        tally_slowly(at, end, end, &tally);
    if (!tally.words)
        return tally.code_points;
    column[COUNT_CHARS * apart] = (int32_t)(tally.code_points - tally.by_kind[KIND_SPACE] + tally.words - 1);
    column[COUNT_WORDS * apart] = (int32_t)tally.words;
    column[COUNT_CJK * apart] = (int32_t)tally.by_kind[KIND_CJK];
    column[COUNT_CJK_PUNCTUATION * apart] = (int32_t)tally.by_kind[KIND_CJK_MARK];
    column[COUNT_LATIN_PUNCTUATION * apart] = (int32_t)tally.by_kind[KIND_LATIN_MARK];
    column[COUNT_DIGITS * apart] = (int32_t)tally.by_kind[KIND_DIGIT];
    column[COUNT_UPPER * apart] = (int32_t)tally.by_kind[KIND_UPPER];
    return tally.code_points;
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

/* Skip ASCII by whole steps. */
static const Byte *skip_ascii(const Byte *at, const Byte *end)
{
#ifdef HAS_SSE2
    if (end - at >= STEP && mask_of(sixteen_at(at)))
        return at;
    for (; end - at >= 4 * STEP; at += 4 * STEP) {
        __m128i half = _mm_or_si128(sixteen_at(at), sixteen_at(at + STEP));
        __m128i other = _mm_or_si128(sixteen_at(at + 2 * STEP), sixteen_at(at + 3 * STEP));
        if (mask_of(_mm_or_si128(half, other)))
            break;
    }
    while (end - at >= STEP && !mask_of(sixteen_at(at)))
        at += STEP;
#else
    for (uint64_t word; end - at >= (ptrdiff_t)sizeof word; at += sizeof word) {
        memcpy(&word, at, sizeof word);
        if (word & 0x8080808080808080u)
            break;
    }
#endif
    return at;
}

/* How many of the first bytes are well-formed UTF-8, and how many code points they make. */
int64_t mt_valid_utf_8(const Byte *at, const Byte *end, int64_t *code_points)
{
    const Byte *start = at;
    int64_t continuations = 0;
    while (at < end) {
        at = skip_ascii(at, end);
        const Byte *stop = end - at < STEP ? end : at + STEP;
        int length = 1;
        while (at < stop && (length = code_point_length(at, end))) {
            at += length;
            continuations += length - 1;
        }
        if (!length)
            break;
    }
    *code_points = at - start - continuations;
    return at - start;
}
