/* Written by tools/kernel_tables.py with Unicode 14.0.0; do not edit. */

#ifndef MAINTEXT_CHARACTERS_H
#define MAINTEXT_CHARACTERS_H
#include <stdint.h>

/* Kinds and sets of characters: maintext.text.characters. */
enum {
    CHARACTER_OTHER,
    CHARACTER_SPACE,
    CHARACTER_CJK,
    CHARACTER_CJK_COMMA,
    CHARACTER_CJK_STOP,
    CHARACTER_COMMA,
    CHARACTER_STOP,
    CHARACTER_DIGIT,
    CHARACTER_UPPER,
    CHARACTER_LETTER,
    CHARACTER_SYMBOL,
    CHARACTER_CURRENCY,
    CHARACTER_QUOTE,
    CHARACTER_KINDS
};

enum { KNOWN_CODES = 0x40000 }; /* code points with a kind; all above are OTHER */

static inline int is_white_space(uint32_t code)
{
    return (code >= 0x9 && code <= 0xd) ||
           (code >= 0x1c && code <= 0x20) ||
           code == 0x85 ||
           code == 0xa0 ||
           code == 0x1680 ||
           (code >= 0x2000 && code <= 0x200a) ||
           (code >= 0x2028 && code <= 0x2029) ||
           code == 0x202f ||
           code == 0x205f ||
           code == 0x3000;
}

static inline int is_invisible(uint32_t code)
{
    return code == 0xad ||
           (code >= 0x200b && code <= 0x200f) ||
           code == 0x2060 ||
           code == 0xfeff;
}

static inline int is_spaceless(uint32_t code)
{
    return (code >= 0xe00 && code <= 0x109f) ||
           (code >= 0x1780 && code <= 0x17ff) ||
           (code >= 0x2e80 && code <= 0x9fff) ||
           (code >= 0xac00 && code <= 0xd7af) ||
           (code >= 0xf900 && code <= 0xfaff) ||
           (code >= 0xfe30 && code <= 0xfe4f) ||
           (code >= 0xff00 && code <= 0xffef) ||
           (code >= 0x20000 && code <= 0x3ffff);
}

static inline int joins_lines(uint32_t code)
{
    return (code >= 0x3000 && code <= 0x30ff) ||
           (code >= 0x3400 && code <= 0x4dbf) ||
           (code >= 0x4e00 && code <= 0x9fff) ||
           (code >= 0xf900 && code <= 0xfaff) ||
           (code >= 0xff00 && code <= 0xffef) ||
           (code >= 0x20000 && code <= 0x3ffff);
}

#endif
