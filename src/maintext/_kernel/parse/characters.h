/* Code points and white space in UTF-8. */
#ifndef MAINTEXT_CODE_POINTS_H
#define MAINTEXT_CODE_POINTS_H

#include "parse/parser.h"

/* Read a code point and advance. There must be at least one byte. Invalid UTF-8 gives an arbitrary value. */
static inline uint32_t next_code_point(const Byte **at, const Byte *end)
{
    const Byte *byte = *at;
    ptrdiff_t left = end - byte;
    if (LIKELY(byte[0] < 0x80)) {
        *at = byte + 1;
        return byte[0];
    }
    if (byte[0] < 0xE0 && left >= 2) {
        *at = byte + 2;
        return (uint32_t)(byte[0] & 0x1F) << 6 | (byte[1] & 0x3F);
    }
    if (byte[0] < 0xF0 && left >= 3) {
        *at = byte + 3;
        return (uint32_t)(byte[0] & 0x0F) << 12 | (uint32_t)(byte[1] & 0x3F) << 6 | (byte[2] & 0x3F);
    }
    *at = left >= 4 ? byte + 4 : end;
    return left >= 4 ? (uint32_t)(byte[0] & 0x07) << 18 | (uint32_t)(byte[1] & 0x3F) << 12 |
                           (uint32_t)(byte[2] & 0x3F) << 6 | (byte[3] & 0x3F)
                     : KNOWN_CODES;
}

/* Length in bytes of the white space character at `at`; 0 if there is none. */
static inline int white_space_at(const Byte *at, const Byte *end)
{
    if (*at < 0x80)
        return is_white_space(*at);
    if (*at != 0xC2 && (*at < 0xE1 || *at > 0xE3)) /* first bytes of all white space outside ASCII */
        return 0;
    const Byte *next = at;
    return is_white_space(next_code_point(&next, end)) ? (int)(next - at) : 0;
}

/* Read the next word and advance past it; white space before it is skipped. At the end it is empty. */
static inline View next_word(const Byte **at, const Byte *end)
{
    for (int length; *at < end && (length = white_space_at(*at, end)) > 0;)
        *at += length;
    const Byte *word = *at;
    while (*at < end && !white_space_at(*at, end))
        ++*at;
    return (View){(const char *)word, (size_t)(*at - word)};
}

#endif
