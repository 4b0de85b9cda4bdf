/* Runs -> a line of Markdown: escapes, code, links, images. */
#include <string.h>

#include "render/markdown.h"

/* -- text -------------------------------------------------------------------------------------------- */

static int is_word_at(const char *at, const char *end)
{
    return at < end && mt_is_word(mt_first_class(at, end));
}

/* Whether an ampersand begins a character reference, or may do so with the text that follows. */
static int is_reference(const char *at, const char *end, int least_letters, int is_last)
{
    enum { LONGEST = 31 };
    int letters = 0;
    size_t length;
    at++;
    if (at < end && *at == '#')
        at++;
    for (; at < end && letters <= LONGEST; letters++, at += length)
        if (*at == '_')
            length = 1;
        else if (!mt_is_word(mt_class_at(at, end, &length)))
            break;
    return letters >= least_letters && letters <= LONGEST && (at < end ? *at == ';' : !is_last);
}

/* What is around a text in its line. */
enum {
    IS_FIRST = 1,    /* nothing is before it */
    IS_LAST = 2,     /* only a space may follow; else anything */
    IS_IN_LINK = 4,  /* it is in the text of a link or image */
    BEFORE_LINK = 8, /* a link follows */
    IS_WHOLE = 16,   /* it is the whole text of a link or image */
    HAS_PAIRS = 32,  /* and all its brackets are pairs */
};

/* Whether a few stars are between spaces, where they are no markup. */
static int are_free_stars(const char *start, const char *at, const char *end, int is_last)
{
    enum { MAX_STARS = 3 };
    const char *first = at, *after = at + 1;
    while (first > start && first[-1] == '*' && at - first < MAX_STARS)
        first--;
    while (after < end && *after == '*' && after - at < MAX_STARS)
        after++;
    return after - first <= MAX_STARS && first > start && first[-1] == ' ' &&
           (after < end ? *after == ' ' : is_last);
}

/* Whether all brackets are pairs, so that the text of a link may have them as they are. */
static int has_pairs(const char *start, const char *end)
{
    int64_t depth = 0;
    for (const char *at = start; at < end; at++) {
        char next = at + 1 < end ? at[1] : ' ';
        if (*at == '[')
            depth++;
        if (*at == ']')
            depth--;
        if (depth < 0 || *at == '\\' || (*at == '[' && next == '^') || (*at == ']' && next == '('))
            return 0;
    }
    return depth == 0;
}

/* Whether a character is markup at its position. */
static int is_markup(const char *start, const char *at, const char *end, int place)
{
    int is_last = (place & IS_LAST) != 0, is_end = at + 1 == end && !is_last;
    char next = at + 1 < end ? at[1] : ' ';
    size_t length;
    switch (*at) {
    case '\\':
        return at + 1 == end || mt_is_ascii_punctuation(next) || (next == ' ' && at + 2 == end && !is_last);
    case '_':
        return at == start || !mt_is_word(mt_last_class(start, at, &length)) || !is_word_at(at + 1, end);
    case '~':
        return next == '~' || is_end || (at > start && at[-1] == '~');
    case '<':
        return is_end || is_letter((Byte)next) || next == '/' || next == '!' || next == '?';
    case '&':
        return is_reference(at, end, 0, is_last);
    case '!':
        return at + 1 == end && place & BEFORE_LINK;
    case '*':
        return !are_free_stars(start, at, end, is_last);
    case '[': /* at the beginning of a line, it may begin a definition or a task */
        return !(place & HAS_PAIRS) && (place & IS_IN_LINK || (at == start && place & IS_FIRST));
    case ']': /* there are no definitions, so only a URL makes a link */
        return !(place & HAS_PAIRS) && (place & IS_IN_LINK || next == '(' || is_end);
    default:
        return 1;
    }
}

static int is_special(char c)
{
    switch (c) {
    case '*':
    case '[':
    case ']':
    case '`':
    case '\\':
    case '_':
    case '~':
    case '<':
    case '&':
    case '!':
        return 1;
    default:
        return 0;
    }
}

/* Write text with escaped markup characters. LaTeX stays as it is. */
static void put_escaped(Buffer *out, const char *start, const char *end, int place)
{
    LatexSearch search = {NULL, NULL, NULL};
    const char *from = start;
    if (place & IS_WHOLE && has_pairs(start, end))
        place |= HAS_PAIRS;
    for (const char *at = start; at < end; at++) {
        if (*at == '$' || *at == '\\') {
            const char *stop = mt_latex_end(&search, start, at, end);
            if (stop) {
                at = stop - 1;
                continue;
            }
        }
        if (!is_special(*at) || !is_markup(start, at, end, place))
            continue;
        mt_put(out, from, (size_t)(at - from));
        mt_put(out, "\\", 1);
        from = at;
    }
    mt_put(out, from, (size_t)(end - from));
}

void mt_put_fence(Buffer *out, const char *start, const char *end, int64_t least)
{
    int64_t length = least, same = 0;
    for (const char *at = start; at < end; at++) {
        same = *at == '`' ? same + 1 : 0;
        length = same >= length ? same + 1 : length;
    }
    for (int64_t i = 0; i < length; i++)
        mt_put_char(out, '`');
}

static void put_code(Buffer *out, const char *start, const char *end)
{
    int is_padded = start < end && (*start == '`' || end[-1] == '`');
    mt_put_fence(out, start, end, 1);
    mt_put(out, " ", (size_t)is_padded);
    mt_put(out, start, (size_t)(end - start));
    mt_put(out, " ", (size_t)is_padded);
    mt_put_fence(out, start, end, 1);
}

/* -- URLs -------------------------------------------------------------------------------------------- */

/* Write a URL as the target of a link. */
static void put_url(Buffer *out, View url)
{
    static const char digits[] = "0123456789ABCDEF";
    const char *end = url.text + url.length, *from = url.text;
    for (const char *at = url.text; at < end; at++) {
        Byte c = (Byte)*at;
        int is_unsafe = c <= ' ' || c == 0x7F || strchr("()<>[]\\`|\"", c) != NULL;
        if (!is_unsafe && (c != '&' || !is_reference(at, end, 1, 1)))
            continue;
        mt_put(out, from, (size_t)(at - from));
        from = at + 1;
        if (c == '&')
            mt_put(out, "&amp;", 5);
        else
            mt_put(out, (char[]){'%', digits[c >> 4], digits[c & 15]}, 3);
    }
    mt_put(out, from, (size_t)(end - from));
}

static int is_plain_in_url(char c)
{
    return is_letter((Byte)c) || is_digit((Byte)c) || (c && strchr("_./?=+,;:@!~#$-", c));
}

/* Whether an ampersand in a URL begins an ASCII character reference. */
static int is_ascii_reference(const char *at, const char *end)
{
    const char *from = at + (at < end && *at == '#');
    for (at = from; at < end && (is_letter((Byte)*at) || is_digit((Byte)*at) || *at == '_');)
        at++;
    return at > from && at < end && *at == ';';
}

/* Whether a URL can be written as <URL>: others would be changed when decoded. */
static int is_plain_url(View url)
{
    const char *at = url.text, *end = at + url.length;
    if (url.length < 8 || memcmp(at, "http", 4) != 0)
        return 0;
    at += at[4] == 's' ? 5 : 4;
    if (end - at < 4 || memcmp(at, "://", 3) != 0 || !is_plain_in_url(at[3]))
        return 0;
    for (at += 3; at < end; at++) {
        if (*at == '&' ? is_ascii_reference(at + 1, end) : !is_plain_in_url(*at))
            return 0;
        if (end - at >= 4 && memcmp(at, "xn--", 4) == 0)
            return 0;
    }
    return 1;
}

/* -- runs -------------------------------------------------------------------------------------------- */

/* Whether a run is a link whose text is its URL. */
static int is_bare(const Line *line, const Run *run)
{
    if (run->style.link == NONE || run->style.format)
        return 0;
    View url = line->content->links.url[run->style.link];
    return url.length == run->end - run->start &&
           memcmp(url.text, line->text.at + run->start, url.length) == 0 && is_plain_url(url);
}

static void put_bare(const Line *line, const Run *run, Buffer *out)
{
    mt_put_char(out, '<');
    mt_put(out, line->text.at + run->start, run->end - run->start);
    mt_put_char(out, '>');
}

static void put_link_end(const Line *line, int32_t link, Buffer *out)
{
    mt_put(out, "](", 2);
    put_url(out, line->content->links.url[link]);
    mt_put_char(out, ')');
}

/* In a title, a quotation mark ends it, and a reference is replaced. */
static void put_title(Buffer *out, View title)
{
    for (size_t i = 0; i < (size_t)title.length; i++) {
        char c = title.text[i], next = i + 1 < (size_t)title.length ? title.text[i + 1] : ' ';
        int is_reference = c == '&' && (next == '#' || is_letter((Byte)next));
        if (c == '"' || c == '\\' || is_reference)
            mt_put_char(out, '\\');
        mt_put_char(out, c);
    }
}

void mt_put_markdown_image(const Images *images, int64_t image, Buffer *out)
{
    View alt = images->alt[image], title = images->title[image];
    mt_put(out, "![", 2);
    put_escaped(out, alt.text, alt.text + alt.length, IS_IN_LINK | IS_WHOLE);
    mt_put(out, "](", 2);
    put_url(out, images->source[image]);
    if (title.length) {
        mt_put(out, " \"", 2);
        put_title(out, title);
        mt_put_char(out, '"');
    }
    mt_put_char(out, ')');
}

static int is_emphasis(const LineToken *token)
{
    return token->run == NONE &&
           (token->mark == MARK_STRONG || token->mark == MARK_EM || token->mark == MARK_STRUCK);
}

static int is_link_mark(const LineToken *token) { return token->run == NONE && token->mark == MARK_LINK; }

/* What is around the text of a token. Emphasis may be dropped later. */
static int place_of(const Line *line, const Runs *runs, const LineToken *token)
{
    const LineToken *first = line->tokens, *end = first + line->token_count, *after = token + 1;
    int place = runs->at[token->run].style.link != NONE ? IS_IN_LINK : 0;
    if (place && token > first && after < end && is_link_mark(token - 1) && is_link_mark(after))
        return place | IS_WHOLE;
    if (after == end)
        place |= IS_LAST;
    while (after < end && is_emphasis(after))
        after++;
    if (after < end && after->run == NONE && after->mark == MARK_LINK && after->opens)
        place |= BEFORE_LINK;
    while (token > first && is_emphasis(token - 1))
        token--;
    return token == first ? place | IS_FIRST : place;
}

static void put_token(Line *line, const Runs *runs, const LineToken *token, Buffer *out)
{
    static const char *const begins[MARKS] = {"[", "<sub>", "<sup>", "~~", "<mark>", "**", "*"};
    static const char *const ends[MARKS] = {"", "</sub>", "</sup>", "~~", "</mark>", "**", "*"};
    if (token->run == NONE && token->mark == MARK_LINK && !token->opens) {
        put_link_end(line, token->link, out);
    } else if (token->run == NONE) {
        mt_put_string(out, (token->opens ? begins : ends)[token->mark]);
    } else {
        const Run *run = &runs->at[token->run];
        const char *start = line->text.at + run->start, *end = line->text.at + run->end;
        if (run->image != NONE)
            mt_put_markdown_image(&line->content->inside, run->image, out);
        else if (run->style.format & BARE_URL)
            put_bare(line, run, out);
        else if (run->style.format & CODE)
            put_code(out, start, end);
        else if (run->style.format & RAW)
            mt_put(out, start, (size_t)(end - start));
        else
            put_escaped(out, start, end, place_of(line, runs, token));
    }
}

/* Write runs that are links or plain text. Adjacent runs differ in style, so nothing is nested. */
static void put_linked(Line *line, Buffer *out)
{
    for (int64_t i = 0; i < line->runs.count; i++) {
        const Run *run = &line->runs.at[i];
        const char *start = line->text.at + run->start, *end = line->text.at + run->end;
        int place = (i == 0 ? IS_FIRST : 0) | (i + 1 == line->runs.count ? IS_LAST : BEFORE_LINK);
        if (run->style.link == NONE) {
            put_escaped(out, start, end, place);
        } else if (is_bare(line, run)) {
            put_bare(line, run, out);
        } else {
            mt_put_char(out, '[');
            put_escaped(out, start, end, IS_IN_LINK | IS_WHOLE);
            put_link_end(line, run->style.link, out);
        }
    }
}

/* Write runs with formatting or images. */
static void put_formatted(Line *line, Buffer *out, int is_emphasised)
{
    for (int64_t i = 0; i < line->runs.count; i++)
        if (is_bare(line, &line->runs.at[i]))
            line->runs.at[i].style = (Style){NONE, BARE_URL};
    if (is_emphasised)
        mt_tighten(line);
    Runs *runs = is_emphasised ? &line->tight : &line->runs;
    if (!line->has_failed)
        mt_nest(line, runs);
    line->strings.length = 0;
    for (int64_t i = 0; !line->has_failed && i < line->token_count; i++) {
        LineToken *token = &line->tokens[i];
        token->start = line->strings.length;
        put_token(line, runs, token, &line->strings);
        token->end = line->strings.length;
        line->has_failed = line->strings.has_failed;
    }
    if (line->has_failed)
        return;
    if (is_emphasised)
        mt_drop_invalid_emphasis(line);
    for (int64_t i = 0; i < line->token_count; i++) {
        const LineToken *token = &line->tokens[i];
        if (!token->is_dropped)
            mt_put(out, line->strings.at + token->start, token->end - token->start);
    }
}

void mt_escape_bars(Buffer *out, size_t since)
{
    if (out->has_failed)
        return;
    size_t bars = 0, length = out->length;
    for (size_t i = since; i < length; i++)
        bars += out->at[i] == '|';
    if (!bars || !mt_reserve_bytes(out, bars))
        return;
    out->length += bars;
    for (size_t from = length, to = out->length; from > since;) {
        out->at[--to] = out->at[--from];
        if (out->at[to] == '|')
            out->at[--to] = '\\';
    }
}

void mt_put_cell_code(Buffer *out, const char *start, const char *end)
{
    size_t since = out->length;
    put_code(out, start, end);
    mt_escape_bars(out, since);
}

void mt_put_markdown_line(Line *line, Buffer *out, int in_table)
{
    uint32_t format = 0;
    int has_images = 0;
    size_t since = out->length;
    for (int64_t i = 0; i < line->runs.count; i++) {
        format |= line->runs.at[i].style.format;
        has_images |= line->runs.at[i].image != NONE;
    }
    if (format || has_images)
        put_formatted(line, out, (format & EMPHASIS) != 0);
    else
        put_linked(line, out);
    if (in_table)
        mt_escape_bars(out, since);
}
