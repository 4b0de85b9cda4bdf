/* Where words of adjacent elements need a space between them: see maintext.page.gaps. */
#include <string.h>

#include "parse/characters.h"
#include "rows/rows.h"

/* -- elements ---------------------------------------------------------------------------------------- */

static int is_attached(int64_t tag)
{
    switch (tag) {
    case TAG_SUB:
    case TAG_SUP:
    case TAG_RUBY:
    case TAG_RB:
    case TAG_RT:
    case TAG_RP:
    case TAG_RTC:
    case TAG_TT:
    case TAG_VAR:
    case TAG_MATH:
    case TAG_WBR:
        return 1;
    default:
        return 0;
    }
}

static int is_inline_style(int64_t tag)
{
    switch (tag) {
    case TAG_B:
    case TAG_STRONG:
    case TAG_I:
    case TAG_EM:
    case TAG_U:
    case TAG_S:
    case TAG_STRIKE:
    case TAG_DEL:
    case TAG_INS:
    case TAG_MARK:
    case TAG_FONT:
    case TAG_SMALL:
    case TAG_BIG:
        return 1;
    default:
        return 0;
    }
}

/* State since the last text node. */
typedef struct {
    int64_t text;      /* row of the last text node; NONE before the first */
    int is_attached;   /* it is in an element that attaches to its neighbours */
    int image, breaks; /* an image or a <wbr> came after it */
} Seen;

/* Whether two elements, or an image, separate the text nodes. */
static int are_separated(const Rows *rows, const Seen *seen, int64_t after)
{
    int64_t left = rows->parent[seen->text], right = rows->parent[after];
    return seen->image || (rows->end[left] <= after && right > seen->text);
}

/* Whether both are in elements of the same inline style, such as two adjacent <b>. */
static int is_same_style(const Rows *rows, int64_t before, int64_t after)
{
    int64_t left = rows->parent[before], right = rows->parent[after];
    return after == before + 2 && left != right && rows->tag[left] == rows->tag[right] &&
           is_inline_style(rows->tag[left]) && rows->parent[left] == rows->parent[right];
}

/* End of the elements around a row that attach to their neighbours. */
static int64_t end_of_attached(const Rows *rows, int64_t row)
{
    int64_t end = 0;
    for (int64_t above = rows->parent[row]; is_row(rows, above) && above < row; above = rows->parent[above]) {
        if (is_attached(rows->tag[above]) && rows->end[above] > end)
            end = rows->end[above];
        row = above;
    }
    return end;
}

/* The end of the attached elements that begin from one row on, up to another: of the one that reaches furthest. */
static int64_t attached_in(const Rows *rows, int64_t row, int64_t stop, int64_t attached_until)
{
    for (; row < stop; row++)
        if (is_attached(rows->tag[row]) && rows->end[row] > attached_until)
            attached_until = rows->end[row];
    return attached_until;
}

/* Find possible gaps between words inside kept blocks. `found` must hold one item less than there are
   rows. */
int64_t mt_find_gaps(const Rows *rows, const BlockRows *blocks, const Byte *kept, Gap *found)
{
    int64_t count = 0, next_row = NONE, attached_until = 0;
    for (int64_t block = 0; block < blocks->count; block++) {
        if (!kept[block])
            continue;
        int64_t row = blocks->first_row[block], last = blocks->last_row[block];
        if (!is_row(rows, row) || last >= rows->count || row < next_row)
            return FOUND_INVALID;
        attached_until =
            next_row == NONE ? end_of_attached(rows, row) : attached_in(rows, next_row, row, attached_until);
        Seen seen = {.text = NONE};
        for (; row <= last; row++) {
            int64_t tag = rows->tag[row];
            if (tag != TAG_TEXT) {
                if (is_attached(tag) && rows->end[row] > attached_until)
                    attached_until = rows->end[row];
                seen.image |= tag == TAG_IMG && !(rows->flags[row] & FLAG_FORMULA);
                seen.breaks |= tag == TAG_WBR;
                continue;
            }
            if (rows->text_start[row] >= rows->text_end[row] || is_unseen(rows, row))
                continue;
            if (!is_row(rows, rows->parent[row]))
                return FOUND_INVALID;
            int attached = row < attached_until;
            if (seen.text != NONE && are_separated(rows, &seen, row) && !seen.breaks && !seen.is_attached &&
                !attached && !((rows->flags[seen.text] | rows->flags[row]) & (FLAG_PRE | FLAG_CODE)) &&
                !is_same_style(rows, seen.text, row))
                found[count++] = (Gap){seen.text, row};
            seen = (Seen){.text = row, .is_attached = attached};
        }
        next_row = row;
    }
    return count;
}

/* -- characters -------------------------------------------------------------------------------------- */

/* The last character before a gap and the first three after it; 0 after the end of the text. */
typedef struct {
    uint32_t last, next[3];
} Border;

typedef enum { TOGETHER, APART, UNKNOWN } Distance;

static int is_ascii_digit(uint32_t code) { return code >= '0' && code <= '9'; }

static int is_ascii_lower(uint32_t code) { return code >= 'a' && code <= 'z'; }

static int is_ascii_letter(uint32_t code) { return is_ascii_lower(code | 0x20); }

static int is_ascii_word(uint32_t code)
{
    return is_ascii_letter(code) || is_ascii_digit(code) || code == '_';
}

static int is_one_of(const char *signs, uint32_t code)
{
    return code && code < 0x80 && strchr(signs, (int)code) != NULL;
}

static int needs_no_space(uint32_t code)
{
    return is_white_space(code) || is_invisible(code) || is_spaceless(code);
}

/* Whether a number continues: $20, 3rd, but not -25 %. */
static Distance number_continues(const Border *border)
{
    const uint32_t *next = border->next;
    if (border->last == '$' && is_ascii_digit(next[0]))
        return TOGETHER;
    if (next[0] == '-' && !is_ascii_digit(next[1]))
        return next[1] < 0x80 ? TOGETHER : UNKNOWN;
    static const char endings[4][2] = {{'s', 't'}, {'n', 'd'}, {'r', 'd'}, {'t', 'h'}};
    for (int i = 0; is_ascii_digit(border->last) && i < 4; i++)
        if (next[0] == (uint32_t)endings[i][0] && next[1] == (uint32_t)endings[i][1])
            return next[2] >= 0x80 ? UNKNOWN : is_ascii_word(next[2]) ? APART : TOGETHER;
    return APART;
}

/* Decide with ASCII and script ranges only; maintext.page.gaps knows the rest of Unicode. */
static Distance distance_at(const Border *border, int are_links)
{
    uint32_t last = border->last, first = border->next[0];
    if (needs_no_space(last) || needs_no_space(first) || is_one_of("([{\"'#@_/-", last) ||
        is_one_of(",.;:!?)]}%\"'_/", first))
        return TOGETHER;
    if (!last || last >= 0x80 || !first || first >= 0x80)
        return UNKNOWN;
    if (last == first && !is_ascii_word(last))
        return TOGETHER;
    Distance distance = number_continues(border);
    if (distance == APART && is_ascii_lower(first) && is_ascii_letter(last))
        return are_links ? UNKNOWN : TOGETHER; /* two links cannot share a word */
    return distance;
}

/* The next code point; 0 at the end of the text. */
static uint32_t next_point(const Byte **at, const Byte *end)
{
    return *at < end ? next_code_point(at, end) : 0;
}

static Border read_border(const Rows *rows, int64_t before, int64_t after)
{
    Border border;
    const Byte *end = text_from(rows, rows->count), *at = text_from(rows, before + 1);
    while (at > rows->text && (*--at & 0xC0) == 0x80)
        ;
    border.last = next_point(&at, end);
    at = text_from(rows, after);
    for (int i = 0; i < 3; i++)
        border.next[i] = next_point(&at, end);
    return border;
}

/* Drop the gaps whose words belong together. If a gap surely needs a space, `before` becomes NONE; the others
   are left for Python to decide. Returns the number of gaps left. */
int64_t mt_decide_gaps(const Rows *rows, Gap *found, int64_t count)
{
    int64_t left = 0;
    for (int64_t i = 0; i < count; i++) {
        int64_t before = found[i].before, after = found[i].after;
        Border border = read_border(rows, before, after);
        Distance distance = distance_at(&border, (rows->flags[before] & rows->flags[after] & FLAG_LINK) != 0);
        if (distance != TOGETHER)
            found[left++] = (Gap){distance == APART ? NONE : before, after};
    }
    return left;
}
