/* Whether a text of ASCII has a time in it: what the patterns of maintext.threads.times match. */
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

/* Skip the name of a month, which begins with one of these and has up to seven more letters; NULL if none is
   there. */
static const Byte *skip_month(const Line *line, const Byte *at)
{
    enum { MAX_MORE = 7 };
    static const char *const months[] = {"jan",  "feb", "mar",  "apr",  "may", "jun", "jul", "aug",
                                         "sep",  "oct", "nov",  "dec",  "mai", "dez", "okt", "janv",
                                         "mars", "avr", "juin", "juil", "ene", "abr", "ago", "dic",
                                         "fev",  "set", "out",  "gen",  "mag", "giu", "lug", "ott"};
    const Byte *end = at;
    while (end < line->end && is_letter(*end))
        end++;
    for (size_t i = 0; i < sizeof months / sizeof *months; i++) {
        const Byte *next = lower(*at) == (Byte)months[i][0] ? skip_word(line, at, months[i]) : NULL;
        if (next && end - next <= MAX_MORE)
            return end;
    }
    return NULL;
}

static const Byte *skip_ordinal(const Line *line, const Byte *at)
{
    static const char *const endings[] = {"st", "nd", "rd", "th"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (skip_word(line, at, endings[i]))
            return at + 2;
    return at;
}

static const char gaps[] = " -";

/* -- times ago --------------------------------------------------------------------------------------- */

static int is_ago(const Line *line, const Byte *at)
{
    at = skip_word(line, skip_space(line, at), "ago");
    return at && !is_word(line, at);
}

static const char *const units[] = {"s",    "m",       "h",      "d",      "w",   "y",    "mo",     "mos",
                                    "sec",  "seconds", "second", "secs",   "min", "mins", "minute", "minutes",
                                    "hr",   "hrs",     "hour",   "hours",  "day", "days", "wk",     "wks",
                                    "week", "weeks",   "month",  "months", "yr",  "yrs",  "year",   "years"};

enum { UNITS = sizeof units / sizeof *units };

/* Whether a unit and `ago` are here, or two units: `hours ago`, `h, 5 min ago`. */
static int is_time_ago(const Line *line, const Byte *at)
{
    at = skip_space(line, at);
    for (int i = 0; at < line->end && i < UNITS; i++) {
        const Byte *end = lower(*at) == (Byte)units[i][0] ? skip_word(line, at, units[i]) : NULL;
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
        for (int j = 0; next && j < UNITS; j++) {
            end = skip_word(line, next, units[j]);
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
    static const char *const words[] = {"fa", "geleden", "temu", "yang lalu", "lalu"};
    if (!is_one_of(line, at, " "))
        return 0;
    const Byte *word = ++at;
    while (is_word(line, at))
        at++;
    if (at == word || at - word > MAX_UNIT || !is_one_of(line, at++, " "))
        return 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const Byte *end = skip_word(line, at, words[i]);
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
    static const char *const words[] = {"vor ", "il y a ", "hace "};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const Byte *next = skip_word(line, at, words[i]);
        next = next ? skip_number(line, next, 4) : NULL;
        if (next && is_one_of(line, next, " ") && is_word(line, next + 1))
            return 1;
    }
    return 0;
}

/* yesterday at, today, 12:30 */
static int is_day_by_name(const Line *line, const Byte *at)
{
    static const char *const days[] = {"yesterday", "today", "gestern", "heute", "hier", "ayer", "ieri"};
    for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
        const Byte *next = skip_word(line, at, days[i]);
        if (!next)
            continue;
        if (skip_word(line, next, " at") || skip_word(line, next, " um"))
            return 1;
        next = skip_one_of(line, next, ",");
        if (is_one_of(line, next, " ") && is_number(line, next + 1))
            return 1;
    }
    return 0;
}

static int begins_with_letter(const Line *line, const Byte *at)
{
    static const char *const ones[] = {"a few", "an", "a", "one", "few"};
    if (is_ago_before(line, at))
        return 1;
    if (is_word_byte(byte_before(line, at))) /* a `_` */
        return 0;
    const Byte *next = skip_month(line, at);
    if (next && is_day_after_month(line, next))
        return 1;
    for (size_t i = 0; i < sizeof ones / sizeof *ones; i++)
        if ((next = skip_word(line, at, ones[i])) && is_time_ago(line, next))
            return 1;
    return is_day_by_name(line, at);
}

/* -- texts ------------------------------------------------------------------------------------------- */

/* A text without digits that is a time and nothing else. */
static int is_time_in_words(const Line *line)
{
    static const char *const times[] = {"just now", "yesterday", "gestern", "hier", "ayer", "ieri"};
    static const char *const ones[] = {"an ", "a few ", "a ", "one ", "few "};
    static const char *const spans[] = {"second", "minute", "hour", "day", "week", "month", "year"};
    static const char *const ends[] = {" ago", "s ago"};
    const Byte *at = line->start, *end = NULL;
    while (at < line->end && !is_word(line, at))
        at++;
    for (size_t i = 0; !end && i < sizeof times / sizeof *times; i++)
        end = skip_word(line, at, times[i]);
    for (size_t i = 0; !end && i < sizeof ones / sizeof *ones; i++) {
        const Byte *span = skip_word(line, at, ones[i]);
        for (size_t j = 0; span && !end && j < sizeof spans / sizeof *spans; j++) {
            const Byte *next = skip_word(line, span, spans[j]);
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
