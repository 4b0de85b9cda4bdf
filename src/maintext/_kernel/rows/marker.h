/* Elements of listings and headings that are not text of the page: listings.c, bullets.c, headings.c, beside.c,
   forums.c, marker.c. */
#ifndef MAINTEXT_MARKER_H
#define MAINTEXT_MARKER_H

#include "generated/class_names.h"
#include "rows/rows.h"

typedef struct {
    Parser *parser;
    Table *table;
    const int64_t *tag, *parent, *end, *text_start, *text_end;
    int64_t *flags;
    int64_t heading_parent; /* parent of the last heading */
    int64_t checked;        /* the last table that was checked */
    int64_t rows_left;      /* of tables that may still be checked */
} Marker;

static inline int is_inside(const Marker *marker, int64_t row, int64_t flag)
{
    return marker->parent[row] != NONE && marker->flags[marker->parent[row]] & flag;
}

/* Whether a text is one of some words, in either case. NULL is after the last. */
static inline int is_any_of(View text, const char *const *words)
{
    for (; *words; words++)
        if (is_same_word(text, *words))
            return 1;
    return 0;
}

/* -- marker.c ---------------------------------------------------------------------------------------- */

/* What the classes of an element say about it: NAMES_ bits. */
int mt_names_of(const Marker *marker, int64_t row);

const Node *mt_node_of(const Marker *marker, int64_t row);

/* Bytes of an element's text in the source; more than `limit` if there are more. */
int64_t mt_bytes_below(const Marker *marker, int64_t row, int64_t limit);

/* The text of an element without ASCII white space around it. `out` has room for four times its bytes. */
View mt_text_below(const Marker *marker, int64_t row, char *out);

/* Leave out an element: it is not text of the page. */
void mt_leave_out(Marker *marker, int64_t row);

/* -- bullets.c --------------------------------------------------------------------------------------- */

/* Whether an element is the bullet that a page draws before the text of a list item. */
int mt_is_bullet(const Marker *marker, int64_t row);

/* -- headings.c -------------------------------------------------------------------------------------- */

/* Whether an element in a heading, or an edit link after it, is no text of the heading. */
int mt_is_heading_mark(const Marker *marker, int64_t row, int is_after);
int mt_is_term_mark(const Marker *marker, int64_t row);

/* -- beside.c ---------------------------------------------------------------------------------------- */

/* Whether a <span> repeats the text beside it for screen readers. */
int mt_is_reader_copy(const Marker *marker, int64_t row);

/* Whether an element is a label or count that forum software adds to a post; in forums.c. */
int mt_is_forum_label(const Marker *marker, int64_t row);

/* Whether an element with aria-hidden has words of a line, which browsers show. */
int mt_is_shown_in_line(const Marker *marker, int64_t row);

/* Show a hidden element. */
void mt_show(Marker *marker, int64_t row);

#endif
