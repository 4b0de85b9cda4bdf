/* Anchor marks and edit links of headings. */
#include "rows/marker.h"

enum {
    MAX_EDIT = 120,            /* bytes of the text of an anchor mark or edit link */
    MAX_ROWS_OF_MARK = 32,     /* of an anchor mark or edit link */
    MAX_ROWS_OF_HEADING = 400, /* a longer one is not closed */
};

static int64_t chars_below(const Marker *marker, int64_t row)
{
    const int32_t *chars = mt_count_column(marker->table, COUNT_CHARS);
    int64_t sum = 0;
    for (int64_t at = row; at < marker->end[row]; at++)
        sum += marker->flags[at] & FLAG_UNSHOWN ? 0 : chars[at];
    return sum;
}

/* Whether an edit link, such as [edit], is all text of an element. */
static int is_edit_link(View text)
{
    static const char *const words[] = {"edit",   "编辑",     "編輯",       "編集",     "편집", "править",
                                        "editar", "modifier", "bearbeiten", "modifica", NULL};
    if (text.length < 3 || text.text[0] != '[' || text.text[text.length - 1] != ']')
        return 0;
    text = (View){text.text + 1, text.length - 2};
    while (text.length && is_space((Byte)text.text[text.length - 1]))
        text.length--;
    while (text.length && is_space((Byte)text.text[0]))
        text = (View){text.text + 1, text.length - 1};
    return is_any_of(text, words);
}

static const char *const signs[] = {"¶", "#",  "##", "###",    "§",      "🔗",
                                    "∞", "⚓", "†",  "\u200B", "\uFEFF", NULL};

static int is_anchor_mark(const Marker *marker, int64_t row, View text, int names)
{
    static const char *const words[] = {"permalink",
                                        "permanent link",
                                        "link to this heading",
                                        "link to this headline",
                                        "link to this section",
                                        "direct link to heading",
                                        "copy link",
                                        NULL};
    static const char *const with_class[] = {"link", "anchor", NULL};
    if (marker->tag[row] != TAG_A && marker->tag[row] != TAG_BUTTON && !(names & NAMES_ANCHOR))
        return 0;
    return is_any_of(text, signs) || is_any_of(text, words) ||
           (names & NAMES_ANCHOR && is_any_of(text, with_class));
}

int mt_is_heading_mark(const Marker *marker, int64_t row, int is_after)
{
    char buffer[4 * MAX_EDIT];
    if (marker->end[row] - row > MAX_ROWS_OF_MARK || mt_bytes_below(marker, row, MAX_EDIT) > MAX_EDIT)
        return 0;
    int names = mt_names_of(marker, row);
    if (names & NAMES_EDIT)
        return 1;
    View text = mt_text_below(marker, row, buffer);
    if (is_after || !text.length || !(is_edit_link(text) || is_anchor_mark(marker, row, text, names)))
        return 0;
    int64_t heading = row; /* which has other text, too */
    while (is_inside(marker, heading, FLAG_HEADING))
        heading = marker->parent[heading];
    return marker->end[heading] - heading <= MAX_ROWS_OF_HEADING &&
           chars_below(marker, heading) > chars_below(marker, row);
}

/* Whether a link in a term is its anchor mark, as in the documentation that Sphinx makes. */
int mt_is_term_mark(const Marker *marker, int64_t row)
{
    char buffer[4 * MAX_EDIT];
    int64_t term = marker->parent[row];
    if (term == NONE || marker->tag[term] != TAG_DT || marker->end[row] - row > MAX_ROWS_OF_MARK ||
        marker->end[term] - term > MAX_ROWS_OF_HEADING || mt_bytes_below(marker, row, MAX_EDIT) > MAX_EDIT ||
        !(mt_names_of(marker, row) & NAMES_ANCHOR))
        return 0;
    return is_any_of(mt_text_below(marker, row, buffer), signs) &&
           chars_below(marker, term) > chars_below(marker, row);
}
