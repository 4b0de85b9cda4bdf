/* What Unicode says of the characters beside marks of Markdown. */
#include "render/markdown.h"

#include <string.h>

typedef struct {
    uint32_t first, last;
} Range;

/* Of the others beyond ASCII it is not known here: the line is left to Python. */
static const Range words[] = {{0xB2, 0xB3},     {0xBC, 0xBE},     {0xC0, 0xD6},     {0xD8, 0xF6},
                              {0xF8, 0x2B8},    {0x388, 0x38A},   {0x38E, 0x3A1},   {0x3A3, 0x3F5},
                              {0x3F7, 0x481},   {0x48A, 0x52F},   {0x5D0, 0x5EA},   {0x620, 0x64A},
                              {0x904, 0x939},   {0x1E00, 0x1F15}, {0x3005, 0x3007}, {0x3041, 0x3096},
                              {0x30A1, 0x30FA}, {0x30FC, 0x30FE}, {0x3400, 0x4DB5}, {0x4E00, 0x9FEF},
                              {0xAC00, 0xD7A3}, {0xFF10, 0xFF19}, {0xFF21, 0xFF3A}, {0xFF41, 0xFF5A}};
static const Range punctuation[] = {{0xA1, 0xA1},     {0xA7, 0xA7},     {0xAB, 0xAB},     {0xB7, 0xB7},
                                    {0xBB, 0xBB},     {0xBF, 0xBF},     {0x2010, 0x2027}, {0x2030, 0x2043},
                                    {0x2045, 0x2051}, {0x3001, 0x3003}, {0x3008, 0x3011}, {0x3014, 0x301F},
                                    {0x30FB, 0x30FB}, {0xFF01, 0xFF03}, {0xFF05, 0xFF0A}, {0xFF0C, 0xFF0F},
                                    {0xFF1A, 0xFF1B}, {0xFF1F, 0xFF20}};
static const Range symbols[] = {{0xA2, 0xA6},     {0xA8, 0xA9},     {0xAC, 0xAC},     {0xAE, 0xB1},
                                {0xD7, 0xD7},     {0xF7, 0xF7},     {0x20A0, 0x20BF}, {0x2190, 0x21FF},
                                {0x2500, 0x2767}, {0xFF0B, 0xFF0B}, {0xFF1C, 0xFF1E}, {0x1F300, 0x1F64F}};

int mt_is_ascii_mark(char c) /* punctuation, in the words of CommonMark */
{
    return c > ' ' && c < 0x7F && !is_letter((Byte)c) && !is_digit((Byte)c);
}

static Class class_of_ascii(char c)
{
    if (is_letter((Byte)c) || is_digit((Byte)c))
        return CLASS_WORD;
    if (!mt_is_ascii_mark(c))
        return white_space_at((const Byte *)&c, (const Byte *)&c + 1) ? CLASS_SPACE : CLASS_OTHER;
    return strchr("$+<=>^`|~", c) ? CLASS_SYMBOL : CLASS_PUNCTUATION;
}

static int is_among(const Range *ranges, size_t count, uint32_t code)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (ranges[middle].last < code)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && ranges[low].first <= code;
}

static Class class_of(uint32_t code)
{
    return is_among(words, sizeof words / sizeof *words, code)                     ? CLASS_WORD
           : is_among(punctuation, sizeof punctuation / sizeof *punctuation, code) ? CLASS_PUNCTUATION
           : is_among(symbols, sizeof symbols / sizeof *symbols, code)             ? CLASS_SYMBOL
                                                                                   : CLASS_UNKNOWN;
}

/* The class of the character at a place; `length` gets its bytes. What is no character is not known. */
Class mt_class_at(Line *line, const char *at, const char *end, size_t *length)
{
    static const Byte first_bits[] = {0, 0, 0x1F, 0x0F, 0x07};
    Byte lead = (Byte)*at;
    *length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (lead < 0x80)
        return class_of_ascii(*at);
    Class found = CLASS_UNKNOWN;
    if (*length > 1 && (size_t)(end - at) >= *length) {
        uint32_t code = lead & first_bits[*length];
        for (size_t i = 1; i < *length; i++)
            code = code << 6 | ((Byte)at[i] & 0x3F);
        found = class_of(code);
    } else {
        *length = 1;
    }
    line->is_left |= found == CLASS_UNKNOWN;
    return found;
}

Class mt_first_class(Line *line, const char *start, const char *end)
{
    size_t length;
    return mt_class_at(line, start, end, &length);
}

/* The class of the last character; `length` gets its bytes. */
Class mt_last_class(Line *line, const char *start, const char *end, size_t *length)
{
    const char *at = end - 1;
    while (at > start && ((Byte)*at & 0xC0) == 0x80)
        at--;
    Class found = mt_class_at(line, at, end, length);
    *length = (size_t)(end - at);
    return found;
}

int mt_is_border_class(Class is) { return is == CLASS_SPACE || is == CLASS_PUNCTUATION || is == CLASS_SYMBOL; }
