/* Counts lines, code points and kinds of characters. */
#include "base/vectors.h"
#include "parse/characters.h"
#include "parse/parser.h"

enum { MAX_STEPS = 254 }; /* counts of this many steps and one more fit into a byte */

static size_t steps_in(const Byte *at, const Byte *end)
{
    size_t steps = (size_t)(end - at) / STEP;
    return steps < MAX_STEPS ? steps : MAX_STEPS;
}

typedef struct { /* counts per byte, of up to MAX_STEPS + 1 steps */
    Counts feeds, tails;
} LineLanes;

static inline void add_step(LineLanes *lanes, Bytes bytes)
{
    lanes->feeds = count_up(lanes->feeds, is_byte(bytes, '\n'));
    lanes->tails = count_up(lanes->tails, is_continuation(bytes));
}

/* Count whole steps, four at a time while they are ASCII. */
static inline void add_steps(LineLanes *lanes, const Byte *at, const Byte *end)
{
    for (; end - at >= 4 * STEP; at += 4 * STEP) {
        Bytes one = load(at), two = load(at + STEP), three = load(at + 2 * STEP), four = load(at + 3 * STEP);
        Matches non_ascii = either(either(is_non_ascii(one), is_non_ascii(two)),
                                   either(is_non_ascii(three), is_non_ascii(four)));
        if (UNLIKELY(is_any(non_ascii))) {
            add_step(lanes, one);
            add_step(lanes, two);
            add_step(lanes, three);
            add_step(lanes, four);
            continue;
        }
        lanes->feeds = count_up(count_up(lanes->feeds, is_byte(one, '\n')), is_byte(two, '\n'));
        lanes->feeds = count_up(count_up(lanes->feeds, is_byte(three, '\n')), is_byte(four, '\n'));
    }
    for (; at < end; at += STEP)
        add_step(lanes, load(at));
}

/* Count line feeds and continuation bytes. Bytes up to `limit` may be read. */
void mt_count_bytes(const Byte *at, const Byte *end, const Byte *limit, int32_t *lines,
                    int32_t *continuations)
{
    int64_t ends = 0, continued = 0;
    if (limit - at >= STEP) { /* the incomplete step comes first */
        ptrdiff_t odd = (end - at) % STEP;
        LineLanes lanes = {no_counts(), no_counts()};
        add_step(&lanes, keep_first(load(at), odd));
        at += odd;
        for (;;) {
            const Byte *stop = at + STEP * (ptrdiff_t)steps_in(at, end);
            add_steps(&lanes, at, stop);
            ends += sum_of(lanes.feeds);
            continued += sum_of(lanes.tails);
            at = stop;
            if (LIKELY(at == end))
                break;
            lanes.feeds = lanes.tails = no_counts();
        }
    }
    for (; at < end; at++) {
        ends += *at == '\n';
        continued += (*at & 0xC0) == 0x80;
    }
    *lines += (int32_t)ends;
    *continuations += (int32_t)continued;
}

int64_t mt_count_code_points(const Byte *at, const Byte *end)
{
    return mt_count_code_points_before(at, end, end);
}

enum { WIDE_STEP = 4 * STEP };

/* A bit for each continuation byte of four steps. */
static inline uint64_t tails_in(const Byte *at)
{
    uint32_t half = mask_of(is_continuation(load(at))) | mask_of(is_continuation(load(at + STEP))) << STEP;
    at += 2 * STEP;
    uint32_t rest = mask_of(is_continuation(load(at))) | mask_of(is_continuation(load(at + STEP))) << STEP;
    return half | (uint64_t)rest << 2 * STEP;
}

/* Count code points. Bytes up to `limit` may be read: short texts then take no loop, whose end would be
   mispredicted. */
int64_t mt_count_code_points_before(const Byte *at, const Byte *end, const Byte *limit)
{
    int64_t count = end - at;
    uint64_t tails;
    for (; end - at > WIDE_STEP; at += WIDE_STEP)
        if ((tails = tails_in(at)))
            count -= bits_in(tails);
    if (LIKELY(limit - at >= WIDE_STEP))
        return (tails = tails_in(at) & first_bits((int)(end - at))) ? count - bits_in(tails) : count;
    for (; at < end; at++)
        count -= (*at & 0xC0) == 0x80;
    return count;
}

/* Whether there are NULs (nearly never) and carriage returns (rarely). */
void mt_find_odd_bytes(const Byte *at, const Byte *end, int *has_nuls, int *has_returns)
{
    *has_nuls = at < end && memchr(at, 0, (size_t)(end - at));
    *has_returns = at < end && memchr(at, '\r', (size_t)(end - at));
}

/* Whether there is a carriage return without a line feed after it. */
int mt_has_lone_return(const Byte *at, const Byte *end)
{
    Matches lone = match_first(0);
    for (; end - at > STEP; at += STEP)
        lone = either(lone, but_not(is_byte(load(at), '\r'), is_byte(load(at + 1), '\n')));
    if (is_any(lone))
        return 1;
    for (; at < end; at++)
        if (*at == '\r' && (at + 1 == end || at[1] != '\n'))
            return 1;
    return 0;
}

/* -- kinds of characters: maintext.text.characters --------------------------------------------------- */

enum { KINDS = KIND_UPPER + 1 };

typedef struct {
    int64_t code_points, words;
    int64_t by_kind[KINDS]; /* without KIND_OTHER, which is not used */
    int after_space;
} KindTally;

static int kind_of(const Byte **at, const Byte *end)
{
    uint32_t code = next_code_point(at, end);
    return code < KNOWN_CODES ? mt_counted_kinds[mt_kinds[mt_kind_blocks[code >> 8]][code & 0xFF]]
                              : KIND_OTHER;
}

/* Count up to `stop`, or to the end of a code point that crosses it. */
static const Byte *tally_slowly(const Byte *at, const Byte *stop, const Byte *end, KindTally *tally)
{
    enum { MAX_IN_LANE = 255 };
    int after_space = tally->after_space;
    while (at < stop) {
        uint64_t lanes = 0; /* one byte per kind */
        for (int i = 0; i < MAX_IN_LANE && at < stop; i++) {
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

typedef struct { /* counts per byte, of up to MAX_STEPS steps */
    Counts spaces, punctuation, digits, uppers, words;
    Matches carry; /* whether the previous byte was white space */
    int steps;
} Lanes;

/* Count sixteen bytes. Returns 0, without counting, unless they are ASCII without rare control characters. */
static inline int add_to_lanes(Lanes *lanes, Bytes bytes)
{
    if (is_any(either(is_outside(bytes, 0x09), is_between(bytes, 0x0E, 0x1B))))
        return 0;
    Matches space = is_outside(bytes, 0x21);
    Matches is_punctuation =
        either(either(either(is_byte(bytes, '.'), is_byte(bytes, ',')), is_byte(bytes, '?')),
               either(is_between(bytes, ':', ';'), is_byte(bytes, '!')));
    lanes->words = count_up(lanes->words, but_not(after_match(space, lanes->carry), space));
    lanes->carry = last_match(space);
    lanes->spaces = count_up(lanes->spaces, space);
    lanes->punctuation = count_up(lanes->punctuation, is_punctuation);
    lanes->digits = count_up(lanes->digits, is_between(bytes, '0', '9'));
    lanes->uppers = count_up(lanes->uppers, is_between(bytes, 'A', 'Z'));
    lanes->steps++;
    return 1;
}

static inline Lanes new_lanes(int after_space)
{
    Counts none = no_counts();
    return (Lanes){none, none, none, none, none, match_first(after_space), 0};
}

static inline void sum_lanes(const Lanes *lanes, KindTally *tally)
{
    tally->code_points += lanes->steps * STEP;
    tally->words += sum_of(lanes->words);
    tally->by_kind[KIND_SPACE] += sum_of(lanes->spaces);
    tally->by_kind[KIND_LATIN_PUNCTUATION] += sum_of(lanes->punctuation);
    tally->by_kind[KIND_DIGIT] += sum_of(lanes->digits);
    tally->by_kind[KIND_UPPER] += sum_of(lanes->uppers);
    tally->after_space = is_any(lanes->carry);
}

static inline int is_white(Bytes bytes)
{
    return mask_of(either(is_byte(bytes, ' '), is_between(bytes, 0x09, 0x0D))) == 0xFFFF;
}

/* The next sixteen bytes of a text, padded with spaces after its end. */
static inline Bytes next_step(const Byte *at, const Byte *end)
{
    Bytes bytes = load(at);
    if (end - at >= STEP)
        return bytes;
    return add_bytes(keep_first(bytes, end - at), keep_rest(every(' '), end - at));
}

static void tally_by_steps(const Byte *at, const Byte *end, KindTally *tally)
{
    Lanes lanes = new_lanes(1);
    while (at < end) {
        ptrdiff_t left = end - at;
        Bytes bytes = next_step(at, end);
        if (LIKELY(add_to_lanes(&lanes, bytes))) {
            at += STEP;
            if (LIKELY(lanes.steps < MAX_STEPS))
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

/* Count the characters of a text by kind, into columns that are `apart` items from each other. For a blank
   text nothing is written. Bytes up to `limit` may be read. Returns the number of code points. */
int64_t mt_count_characters(const Byte *at, const Byte *end, const Byte *limit, int32_t *column,
                            int64_t apart)
{
    const Byte *start = at;
    int has_room = limit - end >= STEP;
    while (has_room && at < end && is_white(next_step(at, end)))
        at += STEP;
    if (at >= end) /* most texts are only white space */
        return end - start;
    KindTally tally = {.after_space = 1};
    tally.code_points = tally.by_kind[KIND_SPACE] = at - start;
    if (has_room)
        tally_by_steps(at, end, &tally);
    else
        tally_slowly(at, end, end, &tally);
    if (!tally.words)
        return tally.code_points;
    column[COUNT_CHARS * apart] = (int32_t)(tally.code_points - tally.by_kind[KIND_SPACE] + tally.words - 1);
    column[COUNT_WORDS * apart] = (int32_t)tally.words;
    column[COUNT_CJK * apart] = (int32_t)tally.by_kind[KIND_CJK];
    column[COUNT_CJK_PUNCTUATION * apart] = (int32_t)tally.by_kind[KIND_CJK_PUNCTUATION];
    column[COUNT_LATIN_PUNCTUATION * apart] = (int32_t)tally.by_kind[KIND_LATIN_PUNCTUATION];
    column[COUNT_DIGITS * apart] = (int32_t)tally.by_kind[KIND_DIGIT];
    column[COUNT_UPPER * apart] = (int32_t)tally.by_kind[KIND_UPPER];
    return tally.code_points;
}
