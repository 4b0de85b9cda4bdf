/* What forum software adds to posts: links that unfold a quotation, labels of listings, and counts of clicks. */
#include "rows/marker.h"

enum { MAX_LABEL = 60, MAX_COUNT = 8 /* bytes of their text */ };

/* Whether a text is a count: 28, 1.2k. */
static int is_count(const Marker *marker, int64_t row)
{
    char buffer[4 * MAX_COUNT];
    if (mt_bytes_below(marker, row, MAX_COUNT) > MAX_COUNT)
        return 0;
    View text = mt_text_below(marker, row, buffer);
    for (size_t i = 0; i < text.length; i++)
        if (!is_digit((Byte)text.text[i]) && text.text[i] != '.' && text.text[i] != 'k')
            return 0;
    return text.length > 0;
}

/* Whether an element is "Click to expand..." of XenForo, "Code: Select all" of phpBB, or a count of Discourse. */
int mt_is_forum_label(const Marker *marker, int64_t row)
{
    int64_t tag = marker->tag[row], parent = marker->parent[row];
    if (parent == NONE)
        return 0;
    if (tag == TAG_SPAN)
        return marker->tag[parent] == TAG_A && is_count(marker, row) &&
               mt_names_of(marker, row) & NAMES_CLICKS;
    if (tag == TAG_DIV)
        return is_inside(marker, row, FLAG_QUOTE) && mt_names_of(marker, row) & NAMES_EXPAND &&
               mt_bytes_below(marker, row, MAX_LABEL) <= MAX_LABEL;
    return (tag == TAG_P || tag == TAG_DT) && row - parent <= 2 &&
           mt_bytes_below(marker, row, MAX_LABEL) <= MAX_LABEL && mt_names_of(marker, parent) & NAMES_CODEBOX;
}
