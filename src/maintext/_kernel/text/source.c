/* One pass over the bytes of a page finds whether they are UTF-8 (utf_8.c); its head is read again, for everything
   else. */
#include "text/source.h"

#include <string.h>

#include "base/bits.h"
#include "base/vectors.h"

enum { NOT_FOUND = -1 };

/* -- declared encodings ------------------------------------------------------------------------------ */

/* Whether bytes are a word of small ASCII letters, in any case. */
static int is_word(const uint8_t *at, const uint8_t *end, const char *word)
{
    for (; *word; at++, word++)
        if (at == end || (*at | 0x20) != *word)
            return 0;
    return 1;
}

/* Whether a tag has a word inside; `at` is after its '<'. */
static int tag_has(const uint8_t *at, const uint8_t *end, const char *word)
{
    for (; at < end && *at != '<' && *at != '>'; at++)
        if ((*at | 0x20) == *word && is_word(at, end, word))
            return 1;
    return 0;
}

/* Whether the '<' before `at` begins a tag that may declare an encoding. */
static int may_declare(const uint8_t *at, const uint8_t *end, int is_in_head)
{
    if (is_word(at, end, "meta"))
        return tag_has(at, end, "charset");
    return is_in_head && at < end && *at == '?' && is_word(at + 1, end, "xml") &&
           tag_has(at, end, "encoding");
}

int64_t mt_find_declaration(const uint8_t *source, int64_t size, int64_t from)
{
    const uint8_t *end = source + (size < SOURCE_LONGEST_HEAD ? size : SOURCE_LONGEST_HEAD);
    const uint8_t *at = source + from;
    while (at < end) {
        uint32_t tags = 1;
        ptrdiff_t step = 1;
        if (end - at > STEP) { /* most tags have another first letter */
            Bytes next = load(at + 1);
            Matches letters = either(is_byte(set_bits(next, 0x20), 'm'), is_byte(next, '?'));
            tags = mask_of(both(is_byte(load(at), '<'), letters));
            step = STEP;
        }
        for (; tags; tags &= tags - 1) {
            const uint8_t *tag = at + lowest_bit(tags);
            if (*tag == '<' && may_declare(tag + 1, end, tag - source < SOURCE_HEAD))
                return tag - source;
        }
        at += step;
    }
    return NOT_FOUND;
}

/* -- all of it --------------------------------------------------------------------------------------- */

int64_t mt_count_controls(const uint8_t *source, int64_t size)
{
    int64_t count = 0;
    for (int64_t i = 0; i < size; i++) { /* without branches, so that it is vectorised */
        uint8_t byte = source[i];
        count += ((byte < ' ') & ((byte < '\t') | (byte > '\r')) & (byte != ESCAPE)) | (byte == 0x7F);
    }
    return count;
}

static int may_be_wide(const uint8_t *source, int64_t size, int64_t controls)
{
    if (size >= 2 && source[0] + source[1] == 0xFE + 0xFF && (source[0] == 0xFE || source[0] == 0xFF))
        return 1;
    return controls && memchr(source, 0, (size_t)size); /* a NUL is a control character */
}

SourceFacts mt_inspect_source(const uint8_t *source, int64_t size)
{
    SourceFacts facts;
    int64_t head = size < SOURCE_HEAD ? size : SOURCE_HEAD;
    facts.utf_8 = mt_inspect_utf_8(source, source + size);
    facts.is_plain = !facts.utf_8.has_odd && facts.utf_8.valid == size;
    facts.controls = mt_count_controls(source, head);
    facts.may_be_wide = may_be_wide(source, head, facts.controls);
    facts.declaration = mt_find_declaration(source, size, 0);
    return facts;
}
