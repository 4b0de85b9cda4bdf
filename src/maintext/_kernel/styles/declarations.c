/* Declarations: a property and its value. */
#include "styles/styles.h"
#include "styles/text.h"

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

typedef struct {
    const Byte *start, *colon, *end;
    int is_odd; /* has strings, slashes as of comments, or escapes */
} Bounds;

/* Find the next text with a colon, up to `;`, `}` or the end. Nested rules are skipped. */
static Bounds find_declaration(const Byte *at, const Byte *end)
{
    Bounds found = {at, NULL, at, 0};
    int brackets = 0;
    for (; (at = at_punctuation(at, end)) < end; at++) {
        switch (*at) {
        case ':':
            found.colon = found.colon ? found.colon : at;
            continue;
        case ';':
            if (brackets) /* as in url(data:…;base64,…), it ends nothing */
                continue;
            if (found.colon)
                break;
            found.start = at + 1;
            continue;
        case '(':
            brackets++;
            continue;
        case ')':
            brackets -= brackets > 0;
            continue;
        case '"':
        case '\'':
            found.is_odd = 1;
            at = after_string(at, end) - 1;
            continue;
        case '\\':
            found.is_odd = 1;
            at += at + 1 < end;
            continue;
        case '{':
            at = mt_after_block(at + 1, end);
            found = (Bounds){at, NULL, at, 0};
            brackets = 0;
            at--;
            continue;
        case '/':
            found.is_odd = 1;
            if (is_comment(at, end)) {
                int is_first = !found.colon && !stripped(found.start, at).length;
                at = after_comment(at, end);
                found.start = is_first ? at : found.start;
                at--;
            }
            continue;
        case '}':
            break;
        default:
            continue;
        }
        break;
    }
    found.end = at;
    return found;
}

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
    if (!ends_with(value, "important"))
        return value;
    View rest = stripped(value.text, value.text + value.length - strlen("important"));
    *is_important = rest.length && rest.text[rest.length - 1] == '!';
    return *is_important ? stripped(rest.text, rest.text + rest.length - 1) : value;
}

int mt_floats(View style)
{
    static const char *const sides[] = {"left", "right", "inline-start", "inline-end"};
    const Byte *at = (const Byte *)style.text, *end = at + style.length;
    int floats = 0;
    for (Bounds found = find_declaration(at, end); found.colon; found = find_declaration(at, end)) {
        at = found.end < end ? found.end + 1 : end;
        int is_important;
        View value = without_comments(stripped(found.colon + 1, found.end));
        if (is_same_word(stripped(found.start, found.colon), "float"))
            floats = IS_ONE_OF(without_comments(without_important(value, &is_important)), sides);
    }
    return floats;
}

/* Whether a name that is no property may be one: with a prefix, such as -webkit-transition, or with escapes. */
static int may_be_known(View name, int is_odd)
{
    return name.length && (name.text[0] == '-' || (is_odd && memchr(name.text, '\\', name.length)));
}

int mt_next_declaration(const Byte **from, const Byte *end, Declaration *declaration)
{
    Bounds found;
    do {
        found = find_declaration(*from, end);
        *from = found.end < end && *found.end == ';' ? found.end + 1 : found.end;
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
