/* Character references and decoded text. */
#include "base/vectors.h"
#include "parse/parser.h"

static const uint32_t REPLACEMENT = 0xFFFD;

int mt_put_code_point(char *out, uint32_t code)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xE0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 0x3F));
        out[2] = (char)(0x80 | (code & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | code >> 18);
    out[1] = (char)(0x80 | (code >> 12 & 0x3F));
    out[2] = (char)(0x80 | (code >> 6 & 0x3F));
    out[3] = (char)(0x80 | (code & 0x3F));
    return 4;
}

static int hex_value(Byte c)
{
    if (is_digit(c))
        return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Read a numeric reference, starting at "&#". */
static int read_number(const Byte *start, const Byte *end, char *value, int *value_length)
{
    const Byte *at = start + 2;
    uint32_t code = 0;
    int base = 10;
    if (at < end && (*at | 32) == 'x') {
        base = 16;
        at++;
    }
    const Byte *digits = at;
    for (; at < end; at++) {
        int digit = hex_value(*at);
        if (digit < 0 || digit >= base)
            break;
        code = code * (uint32_t)base + (uint32_t)digit;
        if (code > 0x10FFFF)
            code = 0x110000; /* stays above the limit */
    }
    if (at == digits)
        return 0;
    if (at < end && *at == ';')
        at++;
    if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
        code = REPLACEMENT;
    else if (code >= 0x80 && code < 0xA0 && mt_windows_1252[code - 0x80])
        code = mt_windows_1252[code - 0x80];
    *value_length = mt_put_code_point(value, code);
    return (int)(at - start);
}

/* Narrow a range of references to those whose names have `byte` at `position`. */
static void narrow(int *from, int *to, int position, Byte byte)
{
    int bounds[2];
    for (int which = 0; which < 2; which++) {
        int low = *from, high = *to;
        while (low < high) {
            int middle = (low + high) / 2;
            /* Shorter names end with NUL. */
            int found = (Byte)mt_references[middle].name[position];
            if (found < byte + which)
                low = middle + 1;
            else
                high = middle;
        }
        bounds[which] = low;
    }
    *from = bounds[0];
    *to = bounds[1];
}

/* Five names make up nearly all references of real pages. */
static int read_common(const Byte *name, size_t left, char *value, int *value_length)
{
    static const struct {
        const char *name, *value;
        uint8_t name_length, value_length;
    } common[] = {{"quot;", "\"", 5, 1},
                  {"amp;", "&", 4, 1},
                  {"nbsp;", "\302\240", 5, 2},
                  {"lt;", "<", 3, 1},
                  {"gt;", ">", 3, 1}};
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        if (*name == (Byte)*common[i].name && left >= common[i].name_length &&
            memcmp(name, common[i].name, common[i].name_length) == 0) {
            memcpy(value, common[i].value, common[i].value_length);
            *value_length = common[i].value_length;
            return common[i].name_length + 1;
        }
    return 0;
}

/* Decode the reference at the ampersand `at`. Returns its length in bytes, 0 if it is not a reference. */
int mt_read_reference(const Byte *at, const Byte *end, int in_attribute, char *value, int *value_length)
{
    if (end - at < 2)
        return 0;
    if (at[1] == '#')
        return read_number(at, end, value, value_length);
    if (!is_letter(at[1]))
        return 0;
    const Byte *name = at + 1;
    int taken = read_common(name, (size_t)(end - name), value, value_length);
    if (LIKELY(taken))
        return taken;
    int from = mt_reference_ranges[*name][0], to = mt_reference_ranges[*name][1], longest = NONE, length = 0;
    for (int i = 1; from < to; i++) {
        if (mt_references[from].name_length == i) { /* the shortest of a range comes first */
            longest = from;
            length = i;
        }
        if (name + i >= end || name[i] == 0)
            break;
        narrow(&from, &to, i, name[i]);
    }
    if (longest == NONE)
        return 0;
    if (in_attribute && name[length - 1] != ';' && name + length < end) {
        Byte after = name[length]; /* "?a=1&copy=2" is a URL without a copyright sign */
        if (after == '=' || is_letter(after) || is_digit(after))
            return 0;
    }
    memcpy(value, mt_references[longest].value, mt_references[longest].value_length);
    *value_length = mt_references[longest].value_length;
    return length + 1;
}

/* Maximum size of the decoded text of `length` bytes. Loops may read and write one step beyond. */
size_t mt_max_text(size_t length, int has_nuls)
{
    if (has_nuls)
        return 3 * length + STEP;
    return length + length / 4 + 1 + STEP; /* "&nGt;", five bytes, becomes six */
}

/* Write the decoded text of a span. Returns its length. */
size_t mt_write_text(const Byte *at, const Byte *end, int how, int in_attribute, char *out)
{
    char *start = out;
    while (at < end) {
        if (end - at >= STEP) { /* most bytes stay as they are */
            Bytes bytes = load(at);
            Matches odd = either(is_byte(bytes, '&'), either(is_byte(bytes, '\r'), is_byte(bytes, 0)));
            int plain = lowest_bit(mask_of(odd) | 1u << STEP);
            store(out, bytes);
            at += plain;
            out += plain;
            if (plain == STEP)
                continue;
        }
        Byte byte = *at;
        if (byte == '&' && how & CHUNK_HAS_REFERENCES) {
            int length, taken = mt_read_reference(at, end, in_attribute, out, &length);
            if (taken) {
                at += taken;
                out += length;
                continue;
            }
        } else if (byte == '\r') {
            at += at + 1 < end && at[1] == '\n' ? 2 : 1;
            *out++ = '\n';
            continue;
        } else if (byte == 0) {
            at++;
            if (how & CHUNK_REPLACES_NULS)
                out += mt_put_code_point(out, REPLACEMENT);
            continue;
        }
        *out++ = (char)byte;
        at++;
    }
    return (size_t)(out - start);
}
