/* Whether a text of ASCII has a time in it: what the patterns of maintext.threads.times match. */
#include "generated/time_words.h"
#include "threads/threads.h"

typedef struct {
    const Byte *start, *end;
} Line;

/* -- characters and words ---------------------------------------------------------------------------- */

static int is_word_byte(Byte byte) { return is_letter(byte) || is_digit(byte) || byte == '_'; }

static int is_word(const Line *line, const Byte *at) { return at < line->end && is_word_byte(*at); }

static int is_number(const Line *line, const Byte *at) { return at < line->end && is_digit(*at); }

static int is_one_of(const Line *line, const Byte *at, const char *bytes)
{
    return at < line->end && *at && strchr(bytes, *at);
}

static Byte byte_before(const Line *line, const Byte *at) { return at > line->start ? at[-1] : ' '; }

static const Byte *skip_one_of(const Line *line, const Byte *at, const char *bytes)
{
    return at + is_one_of(line, at, bytes);
}

static const Byte *skip_space(const Line *line, const Byte *at) /* one, if there is one */
{
    return at + (at < line->end && is_white_space(*at));
}

/* Skip a run of digits, of `most` at most; NULL if there are more, or none. */
static const Byte *skip_number(const Line *line, const Byte *at, ptrdiff_t most)
{
    const Byte *start = at;
    while (is_number(line, at))
        at++;
    return at > start && at - start <= most ? at : NULL;
}

/* Skip a word in any case; NULL if another is there. More letters may follow. */
static const Byte *skip_word(const Line *line, const Byte *at, const char *word)
{
    if (at >= line->end || lower(*at) != (Byte)*word) /* most are not there */
        return NULL;
    size_t length = strlen(word);
    return (size_t)(line->end - at) >= length && mt_equals_ignoring_case(at, word, length) ? at + length
                                                                                           : NULL;
}

/* A year from 1900 to 2099, which digits may follow. */
static int is_year(const Line *line, const Byte *at)
{
    return line->end - at >= 4 && ((at[0] == '1' && at[1] == '9') || (at[0] == '2' && at[1] == '0')) &&
           is_digit(at[2]) && is_digit(at[3]);
}

/* Skip the name of a month: what names begin with, and up to seven more letters; NULL if none is there. */
static const Byte *skip_month(const Line *line, const Byte *at)
{
    enum { MAX_MORE = 7 };
    const Byte *end = at;
    while (end < line->end && is_letter(*end))
        end++;
    for (const char *const *month = mt_months; *month; month++) {
        const Byte *next = skip_word(line, at, *month);
        if (next && end - next <= MAX_MORE)
            return end;
    }
    return NULL;
}

static const Byte *skip_ordinal(const Line *line, const Byte *at)
{
    const Byte *next = NULL;
    for (const char *const *ending = mt_ordinals; !next && *ending; ending++)
        next = skip_word(line, at, *ending);
    return next ? next : at;
}

static const char gaps[] = " -";

/* -- times ago --------------------------------------------------------------------------------------- */

static int is_ago(const Line *line, const Byte *at)
{
    at = skip_word(line, skip_space(line, at), "ago");
    return at && !is_word(line, at);
}

/* Whether a unit and `ago` are here, or two units: `hours ago`, `h, 5 min ago`. */
static int is_time_ago(const Line *line, const Byte *at)
{
    at = skip_space(line, at);
    for (const char *const *unit = mt_units; at < line->end && *unit; unit++) {
        const Byte *end = skip_word(line, at, *unit);
        if (!end)
            continue;
        if (is_ago(line, end))
            return 1;
        const Byte *next = skip_one_of(line, end, ",");
        if (!is_one_of(line, next, " "))
            continue;
        const Byte *after = skip_word(line, next + 1, "and ");
        next = skip_number(line, after ? after : next + 1, 4);
        next = next ? skip_space(line, next) : NULL;
        for (const char *const *other = mt_units; next && *other; other++) {
            end = skip_word(line, next, *other);
            if (end && is_ago(line, end))
                return 1;
        }
    }
    return 0;
}

/* `hari yang lalu`, after a number: a word of up to twelve letters, and one of some languages for `ago`. */
static int is_foreign_ago(const Line *line, const Byte *at)
{
    enum { MAX_UNIT = 12 };
    if (!is_one_of(line, at, " "))
        return 0;
    const Byte *word = ++at;
    while (is_word(line, at))
        at++;
    if (at == word || at - word > MAX_UNIT || !is_one_of(line, at++, " "))
        return 0;
    for (const char *const *ago = mt_ago_after; *ago; ago++) {
        const Byte *end = skip_word(line, at, *ago);
        if (end && !is_word(line, end))
            return 1;
    }
    return 0;
}

/* -- dates that begin with a digit, and times ago ---------------------------------------------------- */

/* 2024-5-1, 2024 / 05 / 01 */
static int is_year_first(const Line *line, const Byte *at)
{
    if (!is_year(line, at))
        return 0;
    at = skip_space(line, at + 4);
    if (!is_one_of(line, at, "-/."))
        return 0;
    at = skip_number(line, skip_space(line, at + 1), 2);
    at = at ? skip_space(line, at) : NULL;
    return at && is_one_of(line, at, "-/.") && is_number(line, skip_space(line, at + 1));
}

/* 1/5/24, 01.05.2024, 1-5-2024; `at` is after the first number */
static int is_day_first(const Line *line, const Byte *at)
{
    if (!is_one_of(line, at, "/.-"))
        return 0;
    Byte sign = *at;
    at = skip_number(line, at + 1, 2);
    if (!at || at >= line->end || *at != sign)
        return 0;
    const Byte *end = skip_number(line, ++at, 4);
    return end && (end - at == 4 ? is_year(line, at) : end - at == 2 && sign != '-') &&
           !is_one_of(line, end, "./-");
}

/* 1st May, 12. de mayo 2024; `at` is after the number. A year may follow. */
static int is_day_of_month(const Line *line, const Byte *at)
{
    const Byte *next = skip_ordinal(line, at);
    at = next > at ? next : skip_one_of(line, at, ".");
    if (!is_one_of(line, at++, gaps))
        return 0;
    next = skip_word(line, at, "de ");
    at = next ? next : at;
    at = at < line->end ? skip_month(line, at) : NULL;
    return at && !is_word(line, at);
}

/* 5-1 12:30; `at` is after the first number */
static int is_day_and_clock(const Line *line, const Byte *at)
{
    at = is_one_of(line, at, "-") ? skip_number(line, at + 1, 2) : NULL;
    at = at && is_one_of(line, at, " ") ? skip_number(line, at + 1, 2) : NULL;
    if (!at || !is_one_of(line, at, ":"))
        return 0;
    const Byte *end = skip_number(line, at + 1, 2);
    return end && end - at == 3;
}

/* Whether a run of digits, from `at` to `end`, begins a time. */
static int begins_with_number(const Line *line, const Byte *at, const Byte *end)
{
    ptrdiff_t digits = end - at;
    Byte before = byte_before(line, at);
    int is_apart = !is_word_byte(before), is_after_sign = before == '.' || before == '/' || before == '-';
    if (is_year_first(line, at))
        return 1;
    if (digits <= 2 && ((!is_after_sign && is_day_first(line, end)) ||
                        (is_apart && is_day_of_month(line, end)) || is_day_and_clock(line, end)))
        return 1;
    return is_apart && digits <= 4 &&
           (is_time_ago(line, skip_one_of(line, end, "+")) || is_foreign_ago(line, end));
}

/* -- those that begin with a letter ------------------------------------------------------------------ */

/* May 5th, Sep. '24, May 2024; `at` is after the month */
static int is_day_after_month(const Line *line, const Byte *at)
{
    if (is_one_of(line, at, gaps) && is_year(line, at + 1) && !is_number(line, at + 5))
        return 1;
    at = skip_one_of(line, at, ".");
    if (!is_one_of(line, at, gaps))
        return 0;
    at = skip_number(line, skip_one_of(line, at + 1, "'"), 2);
    return at && !is_word(line, skip_ordinal(line, at));
}

/* vor 3 Tagen, il y a 3 jours, hace 3 horas */
static int is_ago_before(const Line *line, const Byte *at)
{
    for (const char *const *ago = mt_ago_before; *ago; ago++) {
        const Byte *next = skip_word(line, at, *ago);
        next = next && is_one_of(line, next, " ") ? skip_number(line, next + 1, 4) : NULL;
        if (next && is_one_of(line, next, " ") && is_word(line, next + 1))
            return 1;
    }
    return 0;
}

/* yesterday at, today, 12:30 */
static int is_day_by_name(const Line *line, const Byte *at)
{
    for (const char *const *day = mt_days; *day; day++) {
        const Byte *next = skip_word(line, at, *day);
        if (!next)
            continue;
        for (const char *const *clock = mt_clocks; is_one_of(line, next, " ") && *clock; clock++)
            if (skip_word(line, next + 1, *clock))
                return 1;
        next = skip_one_of(line, next, ",");
        if (is_one_of(line, next, " ") && is_number(line, next + 1))
            return 1;
    }
    return 0;
}

static int begins_with_letter(const Line *line, const Byte *at)
{
    if (is_ago_before(line, at))
        return 1;
    if (is_word_byte(byte_before(line, at))) /* a `_` */
        return 0;
    const Byte *next = skip_month(line, at);
    if (next && is_day_after_month(line, next))
        return 1;
    for (const char *const *numeral = mt_numerals; *numeral; numeral++)
        if ((next = skip_word(line, at, *numeral)) && is_time_ago(line, next))
            return 1;
    return is_day_by_name(line, at);
}

/* -- texts ------------------------------------------------------------------------------------------- */

/* A text without digits that is a time and nothing else. */
static int is_time_in_words(const Line *line)
{
    static const char *const ends[] = {" ago", "s ago"};
    const Byte *at = line->start, *end = NULL;
    while (at < line->end && !is_word(line, at))
        at++;
    for (const char *const *time = mt_times_alone; !end && *time; time++)
        end = skip_word(line, at, *time);
    for (const char *const *numeral = mt_numerals; !end && *numeral; numeral++) {
        const Byte *gap = skip_word(line, at, *numeral);
        if (!gap || !is_one_of(line, gap, " "))
            continue;
        for (const char *const *span = mt_spans; !end && *span; span++) {
            const Byte *next = skip_word(line, gap + 1, *span);
            for (size_t k = 0; next && !end && k < sizeof ends / sizeof *ends; k++)
                end = skip_word(line, next, ends[k]);
        }
    }
    while (end && end < line->end && !is_word(line, end))
        end++;
    return end == line->end;
}

int mt_is_plain_time(const Byte *at, const Byte *end, int64_t digits)
{
    Line line = {at, end};
    if (!digits)
        return at < end && is_time_in_words(&line);
    while (at < end) {
        if (is_digit(*at)) {
            const Byte *stop = at;
            while (stop < end && is_digit(*stop))
                stop++;
            if (begins_with_number(&line, at, stop))
                return 1;
            at = stop;
        } else if (is_letter(*at)) {
            if (!is_digit(byte_before(&line, at)) && begins_with_letter(&line, at))
                return 1;
            while (at < end && is_letter(*at))
                at++;
        } else {
            at++;
        }
    }
    return 0;
}
