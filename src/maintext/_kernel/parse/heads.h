/* Looks up names of tags and attributes by their heads: the first sixteen bytes in lower case, as two
   words. */
#ifndef MAINTEXT_HEADS_H
#define MAINTEXT_HEADS_H

#include "base/vectors.h"
#include "parse/parser.h"

enum { HEAD_BYTES = 16 };

typedef struct {
    uint64_t first, second;
    int is_ascii;    /* the whole name */
    const Byte *end; /* of the name */
} NameHead;

/* Which parts of a tag a byte ends. */
enum { ENDS_TAG_NAME = 1, ENDS_ATTRIBUTE_NAME = 2, ENDS_UNQUOTED_VALUE = 4, ENDS_ALL = 7 };
static const uint8_t name_ends[256] = {
    ['\t'] = ENDS_ALL,
    ['\n'] = ENDS_ALL,
    ['\f'] = ENDS_ALL,
    ['\r'] = ENDS_ALL,
    [' '] = ENDS_ALL,
    ['>'] = ENDS_ALL,
    ['/'] = ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME,
    ['='] = ENDS_ATTRIBUTE_NAME,
};

/* Head of the name from `name` to `end`. */
static inline NameHead head_of(const Byte *name, const Byte *end)
{
    uint64_t words[2] = {0, 0};
    unsigned bits = 0;
    for (int i = 0; i < end - name; i++) {
        bits |= name[i];
        if (i < HEAD_BYTES)
            words[i / 8] |= (uint64_t)lower(name[i]) << (i % 8 * 8);
    }
    return (NameHead){words[0], words[1], bits < 0x80, end};
}

static NameHead read_name_slowly(const Byte *name, const Byte *end, int ending)
{
    const Byte *at = name + 1;
    while (at < end && !(name_ends[*at] & ending))
        at++;
    return head_of(name, at);
}

/* Keep the first bytes of a word, one to eight of them. */
static inline uint64_t first_bytes(uint64_t word, int count)
{
    return word & ~(uint64_t)0 >> (64 - 8 * count);
}

/* Read a name. Its first byte always belongs to it. */
static inline NameHead read_name(const Byte *name, const Byte *end, int ending)
{
    if (LIKELY(end - name >= HEAD_BYTES)) {
        Bytes bytes = load(name);
        /* Control characters are only candidates; name_ends decides. */
        Matches stops = either(is_at_most(bytes, ' '), either(is_byte(bytes, '>'), is_byte(bytes, '/')));
        if (ending == ENDS_ATTRIBUTE_NAME)
            stops = either(stops, is_byte(bytes, '='));
        int length = lowest_bit((mask_of(stops) & ~1u) | 1u << HEAD_BYTES);
        Bytes lower_case = to_lower(bytes);
        uint64_t first = first_word(lower_case), second = 0;
        if (LIKELY(length <= 8))
            first = first_bytes(first, length);
        else
            second = first_bytes(second_word(lower_case), length - 8);
        int is_ascii = !((first | second) & 0x8080808080808080u);
        const Byte *at = name + length;
        if (LIKELY(length < HEAD_BYTES && name_ends[*at] & ending))
            return (NameHead){first, second, is_ascii, at};
        if (length == HEAD_BYTES) {
            unsigned bits = is_ascii ? 0 : 0x80;
            for (; at < end && !(name_ends[*at] & ending); at++)
                bits |= *at;
            return (NameHead){first, second, bits < 0x80, at};
        }
    }
    return read_name_slowly(name, end, ending);
}

static inline unsigned head_slot(NameHead head, uint64_t factor, int bits)
{
    return (unsigned)((head.first + head.second) * factor >> (64 - bits));
}

static inline int is_known(NameHead head, const Byte *name, const uint64_t *known_head, const Name *known)
{
    return head.first == known_head[0] && head.second == known_head[1] && known->length == head.end - name &&
           (LIKELY(known->length <= HEAD_BYTES) ||
            mt_equals_ignoring_case(name + HEAD_BYTES, known->text + HEAD_BYTES,
                                    (size_t)(known->length - HEAD_BYTES)));
}

#endif
