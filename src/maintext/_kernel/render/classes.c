/* Unicode classes of characters; generated/classes.c has the table. */
#include <string.h>

#include "generated/classes.h"
#include "render/content.h"

int mt_is_ascii_punctuation(char c) /* ASCII punctuation as CommonMark defines it */
{
    return c > ' ' && c < 0x7F && !is_letter((Byte)c) && !is_digit((Byte)c);
}

static Class class_of_ascii(char c)
{
    if (is_letter((Byte)c))
        return CLASS_WORD;
    if (is_digit((Byte)c))
        return CLASS_DECIMAL;
    if (!mt_is_ascii_punctuation(c))
        return white_space_at((const Byte *)&c, (const Byte *)&c + 1) ? CLASS_SPACE : CLASS_OTHER;
    return strchr("$+<=>^`|~", c) ? CLASS_SYMBOL : CLASS_PUNCTUATION;
}

/* Class of the last range that begins at or before a code point. */
static Class class_of(uint32_t code)
{
    int low = 0, high = mt_class_count;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (mt_classes[middle] >> CLASS_BITS <= code)
            low = middle;
        else
            high = middle;
    }
    return (Class)(mt_classes[low] & ((1 << CLASS_BITS) - 1));
}

Class mt_class_at(const char *at, const char *end, size_t *length)
{
    static const Byte first_bits[] = {0, 0, 0x1F, 0x0F, 0x07};
    Byte lead = (Byte)*at;
    *length = 1;
    if (lead < 0x80)
        return class_of_ascii(*at);
    size_t bytes = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (bytes == 1 || (size_t)(end - at) < bytes)
        return CLASS_OTHER; /* not a valid character */
    uint32_t code = lead & first_bits[bytes];
    for (size_t i = 1; i < bytes; i++)
        code = code << 6 | ((Byte)at[i] & 0x3F);
    *length = bytes;
    return class_of(code);
}

Class mt_first_class(const char *start, const char *end)
{
    size_t length;
    return mt_class_at(start, end, &length);
}

Class mt_last_class(const char *start, const char *end, size_t *length)
{
    const char *at = end - 1;
    while (at > start && ((Byte)*at & 0xC0) == 0x80)
        at--;
    Class found = mt_class_at(at, end, length);
    *length = (size_t)(end - at);
    return found;
}

int mt_is_word(Class is) { return is == CLASS_WORD || is == CLASS_DECIMAL; }

int mt_is_border(Class is) { return is == CLASS_SPACE || is == CLASS_PUNCTUATION || is == CLASS_SYMBOL; }
