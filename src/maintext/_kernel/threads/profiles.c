/* Whether a URL is that of a person's profile: /users/ann, ?uid=7, profile.php, ... */
#include "threads/threads.h"

enum { MAX_URL = 200 }; /* code points that are read */

/* Bytes of the word at a place, in either case; 0 if another is there. */
static size_t match_word(const Byte *at, const Byte *end, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(end - at) >= length && mt_equals_ignoring_case(at, word, length) ? length : 0;
}

static int is_one_of(const Byte *at, const Byte *end, const char *bytes)
{
    return at < end && *at && strchr(bytes, *at);
}

/* After a slash: a folder of profiles and one in it, `@name` or `user?id=`. */
static int is_folder(const Byte *at, const Byte *end)
{
    static const char *const folders[] = {"u",        "user",   "users",  "member",  "members", "profile",
                                          "profiles", "people", "author", "authors", "~"};
    if (at == end || !*at || !strchr("@uUmMpPaA~", *at))
        return 0;
    if (*at == '@')
        return at + 1 < end && (is_letter(at[1]) || is_digit(at[1]) || at[1] == '_' || at[1] >= 0x80);
    if (match_word(at, end, "user?id="))
        return 1;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        size_t length = at < end && lower(*at) == (Byte)folders[i][0] ? match_word(at, end, folders[i]) : 0;
        if (!length)
            continue;
        const Byte *next = at + length;
        if (is_one_of(next, end, "/?~-") && next + 1 < end && next[1] != '#')
            return 1;
        next += match_word(next, end, ".php");
        if (is_one_of(next, end, "/?~-") && next + 1 < end && next[1] != '#')
            return 1;
    }
    return 0;
}

/* After `?`, `&` or `;`: the number or the name of a user. */
static int is_parameter(const Byte *at, const Byte *end)
{
    static const char *const names[] = {"u=", "uid=", "user=", "userid=", "user_id="};
    for (size_t i = 0; at < end && lower(*at) == 'u' && i < sizeof names / sizeof *names; i++)
        if (match_word(at, end, names[i]))
            return 1;
    return 0;
}

/* A part of URLs of forum software; there are two bytes at least. */
static int is_page(const Byte *at, const Byte *end)
{
    static const char *const pages[] = {"space-uid",      "mod=space",   "member.php",
                                        "memberlist.php", "profile.php", "action=profile"};
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        if (lower(at[1]) == (Byte)pages[i][1] && match_word(at, end, pages[i]))
            return 1;
    return 0;
}

enum { BEGINS_FOLDER = 1, BEGINS_PARAMETER, BEGINS_PAGE };

/* What may begin with a byte: nothing with most of them. */
static const Byte beginnings[256] = {
    ['/'] = BEGINS_FOLDER, ['?'] = BEGINS_PARAMETER, ['&'] = BEGINS_PARAMETER, [';'] = BEGINS_PARAMETER,
    ['s'] = BEGINS_PAGE,   ['m'] = BEGINS_PAGE,      ['p'] = BEGINS_PAGE,      ['a'] = BEGINS_PAGE,
    ['S'] = BEGINS_PAGE,   ['M'] = BEGINS_PAGE,      ['P'] = BEGINS_PAGE,      ['A'] = BEGINS_PAGE,
};

int mt_is_profile_url(View url)
{
    const Byte *at = (const Byte *)url.text, *end = at + url.length;
    const Byte *stop = url.length > MAX_URL ? mt_skip_code_points(at, end, MAX_URL) : end;
    for (end = stop ? stop : end; at < end; at++) {
        int begins = beginnings[*at];
        if ((begins == BEGINS_FOLDER && is_folder(at + 1, end)) ||
            (begins == BEGINS_PARAMETER && is_parameter(at + 1, end)) ||
            (begins == BEGINS_PAGE && at + 1 < end && strchr("pPoOeErRcC", at[1]) && is_page(at, end)))
            return 1;
    }
    return 0;
}
