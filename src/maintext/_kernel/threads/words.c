/* An attribute's value -> marks, by the words in it, and the name that makes elements alike. */
#include "threads/threads.h"

enum {
    MAX_VALUE = 200, /* code points that are read */
    MAX_BYTES = 4 * MAX_VALUE,
};

static const char property_mark[] = "prop ";

enum { PROPERTY_LENGTH = sizeof property_mark - 1 };

/* -- one word --------------------------------------------------------------------------------------- */

typedef struct {
    const Byte *start, *end; /* a name in lower case */
} LowerName;

static int is_lower(const LowerName *name, const Byte *at)
{
    return at >= name->start && at < name->end && *at >= 'a' && *at <= 'z';
}

static int is_hyphen(const LowerName *name, const Byte *at)
{
    return at >= name->start && at < name->end && *at == '-';
}

static int may_begin(const LowerName *name, const Byte *at, int condition)
{
    switch (condition) {
    case BEFORE_PROPERTY:
        return at - name->start >= PROPERTY_LENGTH &&
               memcmp(at - PROPERTY_LENGTH, property_mark, PROPERTY_LENGTH) == 0;
    case BEFORE_NO_HYPHEN:
        return !is_hyphen(name, at - 1);
    default:
        return 1;
    }
}

static int may_end(const LowerName *name, const Byte *at, int condition)
{
    switch (condition) {
    case AFTER_NO_LETTER:
        return !is_lower(name, at);
    case AFTER_NO_LETTER_OR_HYPHEN:
        return !is_lower(name, at) && !is_hyphen(name, at);
    case AFTER_NO_WORD:
        return !is_lower(name, at) && !(is_hyphen(name, at) && is_lower(name, at + 1));
    case AFTER_SPACE_OR_AREA:
        return at < name->end && (*at == ' ' || (name->end - at >= 5 && memcmp(at, "-area", 5) == 0));
    default:
        return 1;
    }
}

enum { ALL_LETTERS = 255 };

/* Number of letters of a word that a name has at a place: ALL_LETTERS if it has all of them. `end` is after them. */
static int match_letters(const LowerName *name, const Byte *at, const char *word, const Byte **end)
{
    for (const char *letter = word; *letter; letter++) {
        if (*letter == '~') {
            at += is_hyphen(name, at);
            continue;
        }
        if (at >= name->end || *at != (Byte)*letter)
            return (int)(letter - word);
        at++;
    }
    *end = at;
    return ALL_LETTERS;
}

/* The marks of the words from `word` on that a name has at a place. A word that shares with the one before it more
   letters than that one has there is not there either. */
static int64_t marks_at(const LowerName *name, const Byte *at, const ThreadWord *word, const ThreadWord *stop)
{
    int64_t marks = 0;
    for (int matched = ALL_LETTERS; word < stop; word++) {
        const Byte *end = at;
        if (word->shared > matched)
            continue;
        matched = match_letters(name, at, word->text, &end);
        if (matched == ALL_LETTERS && may_begin(name, at, word->before) && may_end(name, end, word->after))
            marks |= word->marks;
    }
    return marks;
}

static int64_t marks_of(const LowerName *name)
{
    int64_t marks = 0;
    for (const Byte *at = name->start; at < name->end; at++) {
        if (*at < 'a' || *at > 'z')
            continue;
        int pair = at + 1 < name->end ? letter_pair(at[0], at[1]) : -1;
        if (pair >= 0)
            marks |= marks_at(name, at, mt_thread_words + mt_thread_words_from[pair],
                              mt_thread_words + mt_thread_words_from[pair + 1]);
        while (at + 1 < name->end && at[1] >= 'a' && at[1] <= 'z')
            at++;
    }
    return marks;
}

/* -- values ----------------------------------------------------------------------------------------- */

static int is_word_byte(Byte c) { return is_letter(c) || is_digit(c) || c == '_' || c >= 0x80; }

/* Skip a number: a digit, and all letters and digits after it. */
static const Byte *skip_number(const Byte *at, const Byte *end)
{
    while (at < end && is_word_byte(*at))
        at++;
    return at;
}

/* Write a value in lower case, with a hyphen for `_` and before a capital that follows a small letter. Classes and
   ids lose their numbers. */
static LowerName write_lower(View value, ValueKind kind, Byte *out)
{
    const Byte *at = (const Byte *)value.text, *end = at + value.length;
    int with_numbers = kind == VALUE_PROPERTY || kind == VALUE_TYPE;
    Byte *start = out, before = 0;
    if (kind == VALUE_PROPERTY) {
        memcpy(out, property_mark, PROPERTY_LENGTH);
        out += PROPERTY_LENGTH;
    }
    while (at < end) {
        Byte c = *at++;
        if (is_letter(c)) {
            if (!(c & 32) && before >= 'a' && before <= 'z')
                *out++ = '-';
            *out++ = c | 32;
        } else if (is_digit(c) && !with_numbers) {
            at = skip_number(at, end);
        } else {
            *out++ = c == '_' ? '-' : c;
        }
        before = c;
    }
    if (kind != VALUE_TYPE)
        *out++ = ' ';
    return (LowerName){start, out};
}

/* Hash the first name of a class attribute, or a whole id, without numbers. A class and an id never have the same
   hash. */
static void hash_name(View value, ValueKind kind, uint64_t seed, Value *found)
{
    Byte name[MAX_BYTES];
    const Byte *at = (const Byte *)value.text, *end = at + value.length;
    size_t length = 0;
    while (at < end) {
        if (is_digit(*at)) {
            at = skip_number(at, end);
            found->is_numbered = kind == VALUE_ID;
            continue;
        }
        if (kind == VALUE_CLASS && (*at <= ' ' || *at >= 0x80) && white_space_at(at, end)) {
            if (length)
                break;
            at += white_space_at(at, end);
            continue;
        }
        name[length++] = *at++;
    }
    found->name = length ? hash_bytes(seed ^ (uint64_t)kind, name, length) | 1 : 0;
}

Value mt_read_value(View text, ValueKind kind, uint64_t seed)
{
    Byte small[2 * MAX_BYTES + PROPERTY_LENGTH + 1];
    const Byte *start = (const Byte *)text.text, *end = start + text.length;
    const Byte *stop = text.length > MAX_VALUE ? mt_skip_code_points(start, end, MAX_VALUE) : end;
    View value = {text.text, (size_t)((stop ? stop : end) - start)};
    value.length = value.length < MAX_BYTES ? value.length : MAX_BYTES;
    if (kind == VALUE_TYPE) /* a URL: its last part */
        for (size_t at = value.length; at > 0; at--)
            if (value.text[at - 1] == '/') {
                value = (View){value.text + at, value.length - at};
                break;
            }
    Value found = {0, 0, 0};
    if (kind == VALUE_CLASS || kind == VALUE_ID)
        hash_name(value, kind, seed, &found);
    LowerName name = write_lower(value, kind, small);
    found.marks = marks_of(&name);
    return found;
}
