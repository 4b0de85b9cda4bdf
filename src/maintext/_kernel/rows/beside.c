/* Text for screen readers beside the same text for the eye, and the reverse.

   A <span> whose class says that it is for screen readers is left out where the text beside it is the same. Words
   with aria-hidden in the middle of a line are shown: a browser shows them, and they are no icon.
   tests/reference/beside.py has the same rules. */
#include "rows/marker.h"

enum {
    MAX_COPY = 240,        /* bytes of a copy */
    MAX_MORE = 16,         /* characters that a copy and the text beside it differ by: white space */
    MAX_WORDS = 2000,      /* bytes of words in a line */
    MAX_ROWS_OF_LINE = 16, /* of an element with words */
    MAX_UP = 4,            /* levels from the text before an element up to its sibling */
};

static int is_text(const Marker *marker, int64_t row) { return marker->tag[row] == TAG_TEXT; }

static int is_blank(const Marker *marker, int64_t row)
{
    return is_text(marker, row) && !mt_count_column(marker->table, COUNT_CHARS)[row];
}

/* -- copies for screen readers ----------------------------------------------------------------------- */

static int is_same_text(const Marker *marker, int64_t row, int64_t other)
{
    char one[4 * MAX_COPY], two[4 * MAX_COPY];
    if (mt_bytes_below(marker, row, MAX_COPY) > MAX_COPY ||
        mt_bytes_below(marker, other, MAX_COPY) > MAX_COPY)
        return 0;
    View first = mt_text_below(marker, row, one), second = mt_text_below(marker, other, two);
    return first.length && first.length == second.length &&
           memcmp(first.text, second.text, first.length) == 0;
}

/* Whether a text node beside an element may have the same text: it is shown, and about as long. */
static int may_be_same(const Marker *marker, int64_t text, int64_t row)
{
    int64_t more = (marker->text_end[text] - marker->text_start[text]) -
                   (marker->text_end[row] - marker->text_start[row]);
    return is_text(marker, text) && !(marker->flags[text] & (FLAG_UNSHOWN | FLAG_HIDDEN)) &&
           more <= MAX_MORE && more >= -MAX_MORE;
}

/* The text node before an element, beside it or in the element beside it; else NONE. */
static int64_t text_before(const Marker *marker, int64_t row)
{
    int64_t parent = marker->parent[row], text = row - 1 - is_blank(marker, row - 1);
    if (text <= parent || !is_text(marker, text))
        return NONE;
    int64_t above = marker->parent[text];
    return above == parent || marker->parent[above] == parent ? text : NONE;
}

static int64_t text_after(const Marker *marker, int64_t row)
{
    int64_t last = marker->end[marker->parent[row]], text = marker->end[row];
    text += text < last && is_blank(marker, text);
    text += text < last && !is_text(marker, text);
    return text < last && is_text(marker, text) ? text : NONE;
}

int mt_is_reader_copy(const Marker *marker, int64_t row)
{
    if (marker->end[row] != row + 2 || !is_text(marker, row + 1) || marker->parent[row] == NONE)
        return 0;
    int64_t before = text_before(marker, row), after = text_after(marker, row);
    int is_before = before != NONE && may_be_same(marker, before, row);
    int is_after = after != NONE && may_be_same(marker, after, row);
    return (is_before || is_after) && mt_names_of(marker, row) & NAMES_READER &&
           ((is_before && is_same_text(marker, row, before)) ||
            (is_after && is_same_text(marker, row, after)));
}

/* -- words with aria-hidden -------------------------------------------------------------------------- */

static int is_of_line(int64_t tag)
{
    return tag == TAG_B || tag == TAG_STRONG || tag == TAG_EM || tag == TAG_I || tag == TAG_U ||
           tag == TAG_SPAN || tag == TAG_FONT || tag == TAG_SMALL || tag == TAG_MARK;
}

/* Whether only aria-hidden hides an element. */
static int is_aria_hidden(const Marker *marker, int64_t row)
{
    RowAttributes of = marker->table->attributes[row];
    int found = 0;
    for (int i = 0; i < of.count; i++) {
        int id = marker->parser->attributes[of.first + i].id;
        if (id == ATTRIBUTE_HIDDEN || id == ATTRIBUTE_STYLE)
            return 0;
        found |= id == ATTRIBUTE_ARIA_HIDDEN;
    }
    return found && !(mt_node_of(marker, row)->bits & NODE_IS_COVERED);
}

/* Whether a text has two words of two letters or more, or four characters beyond ASCII. */
static int has_words(const Marker *marker, int64_t row)
{
    char buffer[4 * MAX_WORDS];
    int words = 0, letters = 0, wide = 0;
    if (mt_bytes_below(marker, row, MAX_WORDS) > MAX_WORDS)
        return is_text(marker, row);
    View text = mt_text_below(marker, row, buffer);
    for (size_t i = 0; i < text.length; i++) {
        Byte byte = (Byte)text.text[i], small = lower(byte);
        letters = (small >= 'a' && small <= 'z') || byte == '_' || byte >= 0x80 ? letters + 1 : 0;
        words += letters == 2;
        wide += byte >= 0xC0;
    }
    return words >= 2 || wide >= 4;
}

/* Whether an element has only text and elements of the line inside, none of which hides itself. */
static int is_line(const Marker *marker, int64_t row)
{
    if (marker->end[row] - row > MAX_ROWS_OF_LINE)
        return 0;
    for (int64_t at = row + 1; at < marker->end[row]; at++)
        if (!is_text(marker, at) &&
            (!is_of_line(marker->tag[at]) || mt_node_of(marker, at)->bits & NODE_IS_COVERED))
            return 0;
    return 1;
}

/* Whether the element before or after is for screen readers: its text is shown in place of this one. */
static int has_reader_text(const Marker *marker, int64_t row)
{
    int64_t parent = marker->parent[row], at = row - 1 - is_blank(marker, row - 1);
    for (int level = 0; level < MAX_UP && at > parent && marker->parent[at] != parent; level++)
        at = marker->parent[at];
    if (at > parent && !is_text(marker, at) && mt_names_of(marker, at) & NAMES_READER)
        return 1;
    at = marker->end[row];
    at += at < marker->end[parent] && is_blank(marker, at);
    return at < marker->end[parent] && !is_text(marker, at) && mt_names_of(marker, at) & NAMES_READER;
}

int mt_is_shown_in_line(const Marker *marker, int64_t row)
{
    int64_t parent = marker->parent[row], flags = marker->flags[row];
    if (!is_of_line(marker->tag[row]) || parent == NONE || flags & (FLAG_HEADING | FLAG_PRE) ||
        is_inside(marker, row, FLAG_HIDDEN) || !is_aria_hidden(marker, row))
        return 0;
    int64_t next = marker->end[row];
    int is_before = row - 1 > parent && is_text(marker, row - 1) && marker->parent[row - 1] == parent &&
                    has_words(marker, row - 1);
    int is_after = next < marker->end[parent] && is_text(marker, next) && has_words(marker, next);
    return (is_before || is_after) && is_line(marker, row) &&
           mt_bytes_below(marker, row, MAX_WORDS) <= MAX_WORDS && has_words(marker, row) &&
           !(is_before && is_same_text(marker, row, row - 1)) &&
           !(is_after && is_same_text(marker, row, next)) && !has_reader_text(marker, row);
}

void mt_show(Marker *marker, int64_t row)
{
    for (int64_t at = row; at < marker->end[row]; at++) {
        int64_t points = is_text(marker, at) ? marker->text_end[at] - marker->text_start[at] : 0;
        marker->flags[at] &= ~(int64_t)FLAG_HIDDEN;
        marker->table->hidden_chars -= points;
        marker->table->shown_chars += points;
    }
}
