/* Bullets that a page draws itself: <li><div>•</div><div>text</div></li>. Renderers write their own, and to the model a
   block with a sign separates the items. tests/reference/listings.py has the same rule. */
#include "rows/marker.h"

enum {
    MAX_BYTES = 16,      /* of a bullet in the source, with white space around it */
    MAX_ROWS_INSIDE = 4, /* elements around the sign */
    MAX_ROWS_AFTER = 24  /* in which the text of the item begins */
};

static const char *const signs[] = {"•", "·", "▪", "▸", "▶", "►", "◦", "●",
                                    "○", "■", "□", "‣", "–", "—", "-", "*"};

static int is_sign(View text)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (text.length == strlen(signs[i]) && memcmp(text.text, signs[i], text.length) == 0)
            return 1;
    return 0;
}

static int has_text_after(const Marker *marker, int64_t row, int64_t item)
{
    const int32_t *chars = mt_count_column(marker->table, COUNT_CHARS);
    int64_t last = marker->end[row] + MAX_ROWS_AFTER;
    for (int64_t at = marker->end[row]; at < marker->end[item] && at < last; at++)
        if (chars[at] && !(marker->flags[at] & (FLAG_UNSHOWN | FLAG_HIDDEN)))
            return 1;
    return 0;
}

/* Whether an element has only a sign and elements without a meaning: a sign in <code> or <b> is text. */
static int is_plain(const Marker *marker, int64_t row)
{
    if (marker->end[row] - row > MAX_ROWS_INSIDE)
        return 0;
    for (int64_t at = row; at < marker->end[row]; at++) {
        int64_t tag = marker->tag[at];
        if (tag != TAG_TEXT && tag != TAG_DIV && tag != TAG_SPAN && tag != TAG_P && tag != TAG_I &&
            tag != TAG_FONT)
            return 0;
    }
    return 1;
}

int mt_is_bullet(const Marker *marker, int64_t row)
{
    char buffer[4 * MAX_BYTES];
    int64_t item = marker->parent[row];
    if (item == NONE || marker->tag[item] != TAG_LI || marker->flags[row] & FLAG_PRE ||
        !is_plain(marker, row))
        return 0;
    int is_first = row == item + 1 || (row == item + 2 && marker->tag[row - 1] == TAG_TEXT &&
                                       !mt_count_column(marker->table, COUNT_CHARS)[row - 1]);
    return is_first && mt_bytes_below(marker, row, MAX_BYTES) <= MAX_BYTES &&
           is_sign(mt_text_below(marker, row, buffer)) && has_text_after(marker, row, item);
}
