/* LaTeX between delimiters in a line of text: $$...$$, \(...\), \[...\], \begin{...}...\end{...}, and $...$ if it
   does not look like two prices. */
#include <string.h>

#include "render/content.h"

static int is_word(char c) { return is_letter((Byte)c) || is_digit((Byte)c); }

/* The next `\` and sign at or after a position, or the end. Remembered, so that a line is searched once. */
static const char *next_escaped(const char **known, const char *at, const char *end, char sign)
{
    if (*known && *known >= at)
        return *known;
    for (; at + 1 < end; at++)
        if (at[0] == '\\' && at[1] == sign)
            break;
    return *known = at + 1 < end ? at : end;
}

/* End of a formula between two dollar signs, or NULL. */
static const char *dollar_end(const char *start, const char *at, const char *end)
{
    int is_double = at + 1 < end && at[1] == '$';
    const char *from = at + 1 + is_double,
               *stop = from < end ? memchr(from, '$', (size_t)(end - from)) : NULL;
    if (!stop || stop == from || (at > start && (at[-1] == '\\' || at[-1] == '$')))
        return NULL;
    if (is_double)
        return stop + 1 < end && stop[1] == '$' ? stop + 2 : NULL;
    int has_sign = 0;
    for (const char *sign = from; sign < stop; sign++)
        has_sign |= *sign == '\\' || *sign == '^' || *sign == '_' || *sign == '{' || *sign == '=';
    int is_tight = *from != ' ' && stop[-1] != ' ' && stop[-1] != '\\' && (at == start || !is_word(at[-1]));
    return has_sign && is_tight && (stop + 1 == end || (!is_word(stop[1]) && stop[1] != '$')) ? stop + 1
                                                                                              : NULL;
}

/* End of an environment that begins here, or NULL. */
static const char *environment_end(LatexSearch *search, const char *at, const char *end)
{
    static const char begin[] = "\\begin{", finish[] = "\\end{";
    size_t length = sizeof begin - 1;
    if ((size_t)(end - at) < length || memcmp(at, begin, length) != 0)
        return NULL;
    const char *stop = next_escaped(&search->environment, at + length, end, 'e');
    while (stop < end &&
           ((size_t)(end - stop) < sizeof finish - 1 || memcmp(stop, finish, sizeof finish - 1)))
        stop = next_escaped(&search->environment, stop + 1, end, 'e');
    const char *brace = stop < end ? memchr(stop, '}', (size_t)(end - stop)) : NULL;
    return brace ? brace + 1 : NULL;
}

const char *mt_latex_end(LatexSearch *search, const char *start, const char *at, const char *end)
{
    enum { SHORTEST = 5 };
    if (*at == '$')
        return dollar_end(start, at, end);
    if (*at != '\\' || end - at < SHORTEST || (at > start && at[-1] == '\\'))
        return NULL;
    if (at[1] == 'b')
        return environment_end(search, at, end);
    if (at[1] != '(' && at[1] != '[')
        return NULL;
    const char *stop = at[1] == '(' ? next_escaped(&search->round, at + 3, end, ')')
                                    : next_escaped(&search->square, at + 3, end, ']');
    return stop < end ? stop + 2 : NULL;
}
