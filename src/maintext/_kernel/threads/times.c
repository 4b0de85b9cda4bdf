/* Whether a text has a time in it. Of a text that is not ASCII only that it may have one: the patterns of
   maintext.threads.times are worth trying then, and match no other text. Few texts pass. */
#include "generated/time_words.h"
#include "threads/threads.h"

/* A text without digits is a time if it begins with an opener, or with a word of another script. */
static int begins_as_time(const Byte *at, const Byte *end)
{
    while (at < end && !is_letter(*at))
        at++;
    const Byte *stop = at;
    while (stop < end && is_letter(*stop))
        stop++;
    View first = {(const char *)at, (size_t)(stop - at)};
    for (const char *const *opener = mt_time_openers; *opener; opener++)
        if (is_same_word(first, *opener))
            return 1;
    return 0;
}

/* A character in lower case, for the letters of the words below. */
static uint32_t lower_code(uint32_t code)
{
    int is_upper = (code >= 'A' && code <= 'Z') || (code >= 0xC0 && code <= 0xDE) ||
                   (code >= 0x391 && code <= 0x3A9) || (code >= 0x410 && code <= 0x42F);
    return code + (is_upper ? 0x20 : 0);
}

/* A character of a time that no other text needs, or one that `re` takes for a letter of the words: it ignores
   the case of s and the long s, of k and the Kelvin sign, and so on. */
static int is_sign_of_time(uint32_t code)
{
    static const uint16_t signs[] = u"年년前전月昨刚剛어방ưƯſ\u212Aıİϖϱ\u0345\u1FBE";
    for (size_t i = 0; i + 1 < sizeof signs / sizeof *signs; i++)
        if (code == signs[i])
            return 1;
    return code >= 0x1C80 && code <= 0x1C88;
}

/* Whether a text has such a character, or the first letters of a month or another word for a time. */
static int has_foreign_time(const Byte *at, const Byte *end)
{
    uint32_t first = ' ', second = ' ';
    while (at < end) {
        uint32_t third = lower_code(next_code_point(&at, end));
        if ((third >= 0x80 && is_sign_of_time(third)) || (second == 'h' && third == 0xE1)) /* há */
            return 1;
        const uint16_t (*start)[4] = mt_foreign_starts;
        for (; (first | second | third) >= 0x80 && **start; start++)
            if ((*start)[0] == first && (*start)[1] == second && (*start)[2] == third)
                return 1;
        first = second;
        second = third;
    }
    return 0;
}

/* Any other character than those of ASCII may be a space. */
static int is_part(Byte byte) { return is_digit(byte) || byte >= 0x80; }

/* The parts of a date: two places where one of - / . is between digits, with at most one space on either side of
   it; or one such place, and a clock. */
static int has_parts(const Byte *at, const Byte *end)
{
    int places = 0;
    for (const Byte *mark = at + 1; mark + 1 < end && places < 2; mark++) {
        if (*mark != '-' && *mark != '/' && *mark != '.')
            continue;
        const Byte *before = mark - 1, *after = mark + 1;
        before -= is_white_space(*before) && before > at;
        after += is_white_space(*after) && after + 1 < end;
        places += is_part(*before) && is_part(*after);
    }
    return places == 2 || (places && memchr(at, ':', (size_t)(end - at)));
}

/* Three letters that the name of a month, or a word for a time ago, begins with. All but `ago`, which may follow
   its unit (3h ago, 3hago), are the beginning of a word. */
static int has_time_word(const Byte *at, const Byte *end)
{
    Byte before = ' ';
    for (; end - at >= 3; before = *at++) {
        Byte first = lower(*at), second = lower(at[1]), third = lower(at[2]);
        if (first == ' ' && second == 'f' && third == 'a') /* fa */
            return 1;
        if (first < 'a' || first > 'z' || !mt_time_starts[first - 'a'])
            continue;
        if (is_letter(before) || is_digit(before)) {
            if (first == 'a' && second == 'g' && third == 'o')
                return 1;
            continue;
        }
        for (const char *tail = mt_time_starts[first - 'a']; *tail; tail += 2)
            if (second == (Byte)tail[0] && third == (Byte)tail[1])
                return 1;
    }
    return 0;
}

static int64_t count_ascii_digits(const Byte *at, const Byte *end)
{
    int64_t digits = 0;
    for (; at < end; at++)
        digits += is_digit(*at);
    return digits;
}

Byte mt_find_time(const Byte *at, const Byte *end, int64_t length, int64_t digits)
{
    int is_ascii = end - at == length;
    int64_t ascii_digits = is_ascii ? digits : count_ascii_digits(at, end);
    if (digits > ascii_digits)
        return MAY_BE_TIME; /* rare scripts, of which nothing else is known here */
    int may_be = ascii_digits ? has_parts(at, end) || has_time_word(at, end) : begins_as_time(at, end);
    if (is_ascii)
        return may_be && mt_is_plain_time(at, end, digits) ? IS_TIME : 0;
    return may_be || has_foreign_time(at, end) ? MAY_BE_TIME : 0;
}
