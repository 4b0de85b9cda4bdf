/* Whether a text may hold a time, so that the patterns of maintext.threads.times are worth trying: they match
   no other text. Few texts pass. */
#include "threads/threads.h"

/* A text without digits is a time if it begins with one of these words, ... */
static int begins_as_time(const Byte *at, const Byte *end)
{
    static const char *const words[] = {"a",         "an",      "one",  "few",  "just",
                                        "yesterday", "gestern", "hier", "ayer", "ieri"};
    while (at < end && !is_letter(*at))
        at++;
    const Byte *stop = at;
    while (stop < end && is_letter(*stop))
        stop++;
    View first = {(const char *)at, (size_t)(stop - at)};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_same_word(first, words[i]))
            return 1;
    return 0;
}

/* ... or has the first character of one of these. */
static int has_foreign_time(const Byte *at, const Byte *end)
{
    static const char *const letters[] = {"в", "В", "刚", "剛", "昨", "前", "어", "방"};
    for (; at < end; at++)
        for (size_t i = 0; *at >= 0x80 && i < sizeof letters / sizeof *letters; i++) {
            size_t length = strlen(letters[i]);
            if ((size_t)(end - at) >= length && memcmp(at, letters[i], length) == 0)
                return 1;
        }
    return 0;
}

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
        places += is_digit(*before) && is_digit(*after);
    }
    return places == 2 || (places && memchr(at, ':', (size_t)(end - at)));
}

/* Three letters that the name of a month, or a word for a time ago, begins with. All but `ago`, which may follow
   its unit (3h ago, 3hago), are the beginning of a word. */
static int has_time_word(const Byte *at, const Byte *end)
{
    static const char *const tails[26] = {
        /* by the first letter, the two after it */
        ['a' - 'a'] = "prugvrbrgoye", ['d' - 'a'] = "ecezic",   ['e' - 'a'] = "ne",
        ['f' - 'a'] = "ebev",         ['g' - 'a'] = "eniuesel", ['h' - 'a'] = "euieac",
        ['i' - 'a'] = "erl ",         ['j' - 'a'] = "anunului", ['l' - 'a'] = "ugal",
        ['m' - 'a'] = "arayaiag",     ['n' - 'a'] = "ov",       ['o' - 'a'] = "ctktuttt",
        ['s' - 'a'] = "epet",         ['t' - 'a'] = "odem",     ['v' - 'a'] = "or",
        ['y' - 'a'] = "esan"};
    Byte before = ' ';
    for (; end - at >= 3; before = *at++) {
        Byte first = lower(*at), second = lower(at[1]), third = lower(at[2]);
        if (first == ' ' && second == 'f' && third == 'a')
            return 1;
        if (first < 'a' || first > 'z' || !tails[first - 'a'])
            continue;
        if (is_letter(before) || is_digit(before)) {
            if (first == 'a' && second == 'g' && third == 'o')
                return 1;
            continue;
        }
        for (const char *tail = tails[first - 'a']; *tail; tail += 2)
            if (second == (Byte)tail[0] && third == (Byte)tail[1])
                return 1;
    }
    return 0;
}

int mt_may_be_time(const Byte *at, const Byte *end, int has_digits)
{
    if (!has_digits)
        return begins_as_time(at, end) || has_foreign_time(at, end);
    for (const Byte *byte = at; byte < end; byte++)
        if (*byte >= 0x80)
            return 1; /* many languages, in many forms */
    return has_parts(at, end) || has_time_word(at, end);
}
