/* Doctypes that select quirks mode. */
#include "parse/parser.h"

static const char *const quirky_publics[] = {
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
};

typedef struct {
    const Byte *start;
    size_t length;
    int is_present;
} Identifier;

static int identifier_starts(Identifier id, const char *word)
{
    size_t length = strlen(word);
    return id.is_present && id.length >= length && mt_equals_ignoring_case(id.start, word, length);
}

static int identifier_is(Identifier id, const char *word)
{
    return id.length == strlen(word) && identifier_starts(id, word);
}

/* Read a quoted identifier. Returns 0 if there is none, or if it is not closed. */
static int read_identifier(const Byte **at, const Byte *end, Identifier *id)
{
    while (*at < end && is_space(**at))
        ++*at;
    if (*at == end || (**at != '"' && **at != '\''))
        return 0;
    const Byte *close = memchr(*at + 1, **at, (size_t)(end - *at - 1));
    if (!close)
        return 0;
    *id = (Identifier){*at + 1, (size_t)(close - *at - 1), 1};
    *at = close + 1;
    return 1;
}

int mt_doctype_is_quirky(const Token *token)
{
    const Byte *at = token->start, *end = token->end;
    Identifier public_id = {0}, system_id = {0};
    while (at < end && is_space(*at))
        at++;
    const Byte *name = at;
    while (at < end && !is_space(*at))
        at++;
    if (at - name != 4 || !mt_equals_ignoring_case(name, "html", 4))
        return 1;
    while (at < end && is_space(*at))
        at++;
    if (at == end)
        return 0;
    if (end - at >= 6 && mt_equals_ignoring_case(at, "public", 6)) {
        at += 6;
        if (!read_identifier(&at, end, &public_id))
            return 1;
        while (at < end && is_space(*at))
            at++;
        if (at < end && !read_identifier(&at, end, &system_id))
            return 1;
    } else if (end - at >= 6 && mt_equals_ignoring_case(at, "system", 6)) {
        at += 6;
        if (!read_identifier(&at, end, &system_id))
            return 1;
    } else {
        return 1;
    }
    for (size_t i = 0; i < sizeof quirky_publics / sizeof *quirky_publics; i++)
        if (identifier_starts(public_id, quirky_publics[i]))
            return 1;
    if (identifier_is(public_id, "-//w3o//dtd w3 html strict 3.0//en//") ||
        identifier_is(public_id, "-/w3c/dtd html 4.0 transitional/en") || identifier_is(public_id, "html") ||
        identifier_is(system_id, "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"))
        return 1;
    return !system_id.is_present && (identifier_starts(public_id, "-//w3c//dtd html 4.01 frameset//") ||
                                     identifier_starts(public_id, "-//w3c//dtd html 4.01 transitional//"));
}
