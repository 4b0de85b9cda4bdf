/* Declarations: a property and its value. */
#include "styles/styles.h"
#include "styles/text.h"

/* -- blocks ------------------------------------------------------------------------------------------ */

/* Skip bytes that neither nest nor end a block. Most blocks are skipped. A slash counts only where a comment begins: data
   in URLs is full of them. */
static inline const Byte *at_nesting(const Byte *at, const Byte *end)
{
    static const Byte stops[256] = {['"'] = 1, ['\''] = 1, ['/'] = 1, NESTING};
    for (; end - at > STEP; at += STEP) {
        Bytes bytes = load(at);
        Matches quotes = either(is_byte(bytes, '"'), is_byte(bytes, '\''));
        Matches comments = both(is_byte(bytes, '/'), is_byte(load(at + 1), '*'));
        uint32_t found = mask_of(either(either(quotes, comments), is_nesting(bytes)));
        if (found)
            return at + lowest_bit(found);
    }
    while (at < end && !stops[*at])
        at++;
    return at;
}

const Byte *mt_after_block(const Byte *at, const Byte *end)
{
    for (int depth = 1; depth && (at = at_nesting(at, end)) < end;) {
        if (*at == '"' || *at == '\'') {
            at = after_string(at, end);
        } else if (is_comment(at, end)) {
            at = after_comment(at, end);
        } else {
            depth += *at == '{' ? 1 : *at == '}' ? -1 : 0;
            at += *at == '\\' && at + 1 < end ? 2 : 1;
        }
    }
    return at;
}

/* -- bounds of declarations -------------------------------------------------------------------------- */

enum { WINDOW = 64 }; /* bytes that are searched at once */

static inline uint64_t punctuation_in(const Byte *at)
{
    uint64_t found = 0;
    for (int i = 0; i < WINDOW; i += STEP)
        found |= (uint64_t)mask_of(is_punctuation(load(at + i))) << i;
    return found;
}

static void open_window(DeclarationReader *reader, const Byte *at)
{
    ptrdiff_t left = reader->end - at;
    reader->window = at;
    if (left >= WINDOW) {
        reader->stops = punctuation_in(at);
        return;
    }
    Byte copy[WINDOW] = {0};
    memcpy(copy, at, (size_t)left);
    reader->stops = punctuation_in(copy);
}

DeclarationReader mt_read_declarations(const Byte *at, const Byte *end)
{
    DeclarationReader reader = {.at = at, .end = end};
    open_window(&reader, at);
    return reader;
}

/* The next punctuation, or the end. */
static inline const Byte *next_stop(DeclarationReader *reader)
{
    while (!reader->stops) {
        if (reader->end - reader->window <= WINDOW)
            return reader->end;
        open_window(reader, reader->window + WINDOW);
    }
    return reader->window + lowest_bit(reader->stops);
}

static inline void pass_stop(DeclarationReader *reader) { reader->stops &= reader->stops - 1; }

static inline void jump_to(DeclarationReader *reader, const Byte *at)
{
    if (at - reader->window < WINDOW)
        reader->stops &= ~first_bits((int)(at - reader->window));
    else
        open_window(reader, at);
}

typedef struct {
    const Byte *start, *colon, *end;
    int is_odd; /* has strings, slashes as of comments, or escapes */
} Bounds;

/* Find the next text with a colon, up to `;`, which is passed, `}` or the end. Nested rules are skipped. */
static Bounds find_declaration(DeclarationReader *reader)
{
    const Byte *at, *end = reader->end;
    Bounds found = {reader->at, NULL, reader->at, 0};
    int brackets = 0;
    while ((at = next_stop(reader)) < end && *at != '}') {
        pass_stop(reader);
        if (*at == ':') {
            found.colon = found.colon ? found.colon : at;
            continue;
        }
        if (*at == ';') { /* in brackets, as in url(data:…;base64,…), it ends nothing */
            if (found.colon && !brackets)
                break;
            found.start = found.colon || brackets ? found.start : at + 1;
            continue;
        }
        switch (*at) {
        case '(':
            brackets++;
            break;
        case ')':
            brackets -= brackets > 0;
            break;
        case '"':
        case '\'':
            found.is_odd = 1;
            jump_to(reader, after_string(at, end));
            break;
        case '\\':
            found.is_odd = 1;
            jump_to(reader, end - at > 2 ? at + 2 : end);
            break;
        case '{':
            found = (Bounds){mt_after_block(at + 1, end), NULL, at, 0};
            brackets = 0;
            jump_to(reader, found.start);
            break;
        case '/':
            found.is_odd = 1;
            if (is_comment(at, end)) {
                int is_first = !found.colon && !stripped(found.start, at).length;
                const Byte *after = after_comment(at, end);
                found.start = is_first ? after : found.start;
                jump_to(reader, after);
            }
            break;
        default:
            break;
        }
    }
    found.end = at;
    reader->at = at < end && *at == ';' ? at + 1 : at;
    return found;
}

/* -- declarations ------------------------------------------------------------------------------------ */

/* A value without comments at its ends. */
static View without_comments(View value)
{
    const Byte *at = (const Byte *)value.text, *end = at + value.length;
    while (is_comment(at, end)) {
        View rest = stripped(after_comment(at, end), end);
        at = (const Byte *)rest.text;
        end = at + rest.length;
    }
    while (end - at >= 4 && end[-1] == '/' && end[-2] == '*') {
        const Byte *start = end - 3;
        while (start > at && !(start[-1] == '/' && start[0] == '*'))
            start--;
        View rest = stripped(at, start > at ? start - 1 : start);
        end = at + rest.length;
    }
    return (View){(const char *)at, (size_t)(end - at)};
}

static View without_important(View value, int *is_important)
{
    *is_important = 0;
    if (!value.length || lower((Byte)value.text[value.length - 1]) != 't' || !ends_with(value, "important"))
        return value;
    View rest = stripped(value.text, value.text + value.length - strlen("important"));
    *is_important = rest.length && rest.text[rest.length - 1] == '!';
    return *is_important ? stripped(rest.text, rest.text + rest.length - 1) : value;
}

int mt_floats(View style)
{
    static const char *const sides[] = {"left", "right", "inline-start", "inline-end"};
    const Byte *at = (const Byte *)style.text;
    DeclarationReader reader = mt_read_declarations(at, at + style.length);
    int floats = 0;
    for (Bounds found; (found = find_declaration(&reader)).colon;) {
        int is_important;
        View value = without_comments(stripped(found.colon + 1, found.end));
        if (is_same_word(stripped(found.start, found.colon), "float"))
            floats = IS_ONE_OF(without_comments(without_important(value, &is_important)), sides);
        if (found.end < reader.end && *found.end == '}') {
            pass_stop(&reader);
            reader.at++;
        }
    }
    return floats;
}

/* Whether a name that is no property may be one: with a prefix, such as -webkit-transition, or with escapes. */
static int may_be_known(View name, int is_odd)
{
    return name.length && (name.text[0] == '-' || (is_odd && memchr(name.text, '\\', name.length)));
}

int mt_next_declaration(DeclarationReader *reader, Declaration *declaration)
{
    Bounds found;
    do {
        found = find_declaration(reader);
        if (!found.colon)
            return 0;
        declaration->name = stripped(found.start, found.colon);
        declaration->property = mt_property_of(declaration->name);
    } while (declaration->property == PROPERTY_COUNT && !may_be_known(declaration->name, found.is_odd));
    View value = stripped(found.colon + 1, found.end);
    value = found.is_odd ? without_comments(value) : value;
    value = without_important(value, &declaration->is_important);
    declaration->value = found.is_odd ? without_comments(value) : value;
    declaration->is_plain = !found.is_odd;
    return 1;
}
