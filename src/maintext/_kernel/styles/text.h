/* Texts of style sheets and attributes. */
#ifndef MAINTEXT_STYLES_TEXT_H
#define MAINTEXT_STYLES_TEXT_H

#include "base/bits.h"
#include "base/vectors.h"
#include "parse/parser.h"

static inline View stripped(const void *start, const void *end)
{
    const char *from = start, *to = end;
    while (from < to && is_space((Byte)*from))
        from++;
    while (from < to && is_space((Byte)to[-1]))
        to--;
    return (View){from, (size_t)(to - from)};
}

static inline View without(View view, size_t bytes) { return (View){view.text + bytes, view.length - bytes}; }

static inline int begins_with(View view, const char *word)
{
    size_t length = strlen(word);
    return view.length >= length && mt_equals_ignoring_case((const Byte *)view.text, word, length);
}

static inline int ends_with(View view, const char *word)
{
    size_t length = strlen(word);
    return view.length >= length && begins_with(without(view, view.length - length), word);
}

static inline int is_one_of(View view, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_same_word(view, words[i]))
            return 1;
    return 0;
}

static inline int is_same(View one, View other, int ignores_case)
{
    if (one.length != other.length)
        return 0;
    if (memcmp(one.text, other.text, one.length) == 0)
        return 1;
    if (!ignores_case)
        return 0;
    for (size_t i = 0; i < one.length; i++)
        if (lower((Byte)one.text[i]) != lower((Byte)other.text[i]))
            return 0;
    return 1;
}

static inline int is_element(const Node *node) { return node->tag != TAG_TEXT && node->tag != TAG_COMMENT; }

#define IS_ONE_OF(view, words) is_one_of(view, words, sizeof(words) / sizeof *(words))

/* The value of an element's attribute; its text is NULL if there is none. Valid until the next call. */
static inline View attribute_of(Parser *parser, const Node *node, const char *name)
{
    RowAttributes found = {node->data, node->extent, node->name_space};
    const Attribute *attribute = mt_attribute_named(parser, found, name);
    return attribute ? mt_value_of(parser, attribute) : (View){NULL, 0};
}

static inline int has_attribute(Parser *parser, const Node *node, const char *name)
{
    RowAttributes found = {node->data, node->extent, node->name_space};
    return mt_attribute_named(parser, found, name) != NULL;
}

/* The same by the number of a name, ATTRIBUTE_…; sooner. */
static inline const Attribute *attribute_with(const Parser *parser, const Node *node, int id)
{
    for (int i = 0; i < node->extent; i++)
        if (parser->attributes[node->data + i].id == id)
            return &parser->attributes[node->data + i];
    return NULL;
}

static inline View value_with(Parser *parser, const Node *node, int id)
{
    const Attribute *attribute = attribute_with(parser, node, id);
    return attribute ? mt_value_of(parser, attribute) : (View){NULL, 0};
}

/* Of an attribute that may hide: most elements have none of them. */
static inline int has_hiding_attribute(const Parser *parser, const Node *node, int id)
{
    return node->bits & NODE_MAY_HIDE && attribute_with(parser, node, id);
}

static inline const Byte *after_comment(const Byte *at, const Byte *end) /* at its slash */
{
    for (at += 2; end - at >= 2; at++) {
        at = memchr(at, '*', (size_t)(end - at - 1));
        if (!at)
            break;
        if (at[1] == '/')
            return at + 2;
    }
    return end;
}

/* The first byte that a test finds, or the end. Bytes up to `limit` may be read. `stops` says of each byte whether the
   test finds it. */
static inline const Byte *scan(const Byte *at, const Byte *end, const Byte *limit, Matches (*test)(Bytes),
                               const Byte *stops)
{
    for (; at < end && limit - at >= STEP; at += STEP) {
        uint32_t found = mask_of(test(load(at)));
        if (found) {
            at += lowest_bit(found);
            return at < end ? at : end;
        }
    }
    while (at < end && !stops[*at])
        at++;
    return at < end ? at : end;
}

/* Braces, square brackets, backslashes, and `|`, which is rare. */
static inline Matches is_nesting(Bytes bytes) { return is_between(set_bits(bytes, 0x20), '{', '}'); }

#define NESTING ['['] = 1, ['\\'] = 1, [']'] = 1, ['{'] = 1, ['|'] = 1, ['}'] = 1

static inline Matches is_punctuation(Bytes bytes)
{
    Matches quotes = either(is_between(bytes, '\'', ')'), is_byte(bytes, '"'));
    Matches signs = either(is_between(bytes, ':', ';'), is_byte(bytes, '/'));
    return either(either(quotes, signs), is_nesting(bytes));
}

/* Skip bytes that neither nest nor end anything in a sheet. */
static inline const Byte *at_punctuation(const Byte *at, const Byte *end)
{
    static const Byte stops[256] = {
        ['"'] = 1, ['\''] = 1, ['('] = 1, [')'] = 1, ['/'] = 1, [':'] = 1, [';'] = 1, NESTING};
    return scan(at, end, end, is_punctuation, stops);
}

/* Bytes of names in selectors. */
static inline int is_name_byte(Byte c)
{
    return is_letter(c) || is_digit(c) || c == '-' || c == '_' || c >= 0x80;
}

static inline uint32_t name_bytes(Bytes bytes) /* a bit for each byte that is of a name */
{
    Matches letters = either(is_between(set_bits(bytes, 0x20), 'a', 'z'), is_between(bytes, '0', '9'));
    Matches signs = either(is_byte(bytes, '-'), is_byte(bytes, '_'));
    return mask_of(either(either(letters, signs), is_non_ascii(bytes)));
}

/* The first byte that is not of a name, or the end. Bytes up to `limit` may be read. */
static inline const Byte *after_name(const Byte *at, const Byte *end, const Byte *limit)
{
    for (; at < end && limit - at >= STEP; at += STEP) {
        uint32_t others = ~name_bytes(load(at)) & 0xFFFF;
        if (others) {
            at += lowest_bit(others);
            return at < end ? at : end;
        }
    }
    while (at < end && is_name_byte(*at))
        at++;
    return at < end ? at : end;
}

static inline int is_comment(const Byte *at, const Byte *end)
{
    return end - at >= 2 && at[0] == '/' && at[1] == '*';
}

static inline Matches may_end_string(Bytes bytes)
{
    Matches quotes = either(is_byte(bytes, '"'), is_byte(bytes, '\''));
    return either(quotes, either(is_byte(bytes, '\\'), is_byte(bytes, '\n')));
}

static inline const Byte *after_string(const Byte *at, const Byte *end) /* at its quotation mark */
{
    static const Byte stops[256] = {['"'] = 1, ['\''] = 1, ['\\'] = 1, ['\n'] = 1};
    Byte quote = *at++;
    while ((at = scan(at, end, end, may_end_string, stops)) < end && *at != quote && *at != '\n')
        at += *at == '\\' && at + 1 < end ? 2 : 1;
    return at < end ? at + 1 : end;
}

static inline int hex_value(Byte c)
{
    return is_digit(c) ? c - '0' : (Byte)(lower(c) - 'a') < 6 ? lower(c) - 'a' + 10 : -1;
}

/* Decode an escape, after its backslash. Writes at most four bytes, and no more than it reads with the backslash. */
static inline const Byte *read_escape(const Byte *at, const Byte *end, char **out)
{
    uint32_t code = 0;
    int digits = 0;
    for (; at < end && digits < 6 && hex_value(*at) >= 0; at++, digits++)
        code = code * 16 + (uint32_t)hex_value(*at);
    if (digits) {
        int is_valid = code && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
        *out += mt_put_code_point(*out, is_valid ? code : '?');
        return at < end && is_space(*at) ? at + 1 : at;
    }
    if (at < end)
        *(*out)++ = (char)*at++;
    return at;
}

#endif
