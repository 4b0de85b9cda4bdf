/* Text nodes -> a line, white space folded: what writing.c and markdown_line.c make their lines of. */
#ifndef MAINTEXT_FOLDING_H
#define MAINTEXT_FOLDING_H

#include "base/vectors.h"
#include "parse/characters.h"
#include "rows/rows.h"

typedef struct {
    Text text;
    const Byte *at;
    int64_t position; /* the code point there */
} Reader;

/* Go on to a code point; 0 if it lies before the place, or beyond the text. */
int mt_seek(Reader *reader, int64_t position);

/* White space since the last character that is none. A line break between characters that join lines is dropped; only
   blanks may stand before it. */
typedef enum { RUN_NONE, RUN_BLANKS, RUN_BREAK, RUN_OTHER } Blank;

typedef struct {
    const Rows *rows;
    Sorted gaps;
    int64_t gap; /* the next one */
    Reader reader;
    char *out;
    int64_t tabs; /* that may still be written */

    char *line; /* where the line begins */
    Blank run;

    Reader begin; /* of the block */
    int64_t first_row, last_row;
    int has_feed; /* a line feed is among its text; NONE: not known */
} Writer;

typedef struct {
    const Byte *start, *end;
    int has_gap; /* a space belongs before it */
} TextNode;

ptrdiff_t mt_length_of(const Byte *at, const Byte *end); /* of the code point there, well-formed UTF-8 */
int mt_is_shown_text(const Rows *rows, int64_t row);

/* Writing takes a byte for each of the nodes' bytes and for each node, and STEP beyond, which may be touched. */
void mt_begin_block(Writer *writer, int64_t first, int64_t last);
int mt_read_node(Writer *writer, int64_t row, TextNode *node);
void mt_fold_node(Writer *writer, const TextNode *node);

#endif
