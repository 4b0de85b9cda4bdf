/* Characters that a reader cannot see, and text that is shown in another order than it is written. */
#ifndef MAINTEXT_UNSEEN_H
#define MAINTEXT_UNSEEN_H

#include "parse/parser.h"

typedef enum {
    UNSEEN_TAGS,       /* tag characters, which copy ASCII */
    UNSEEN_SELECTORS,  /* variation selectors, which can copy any byte */
    UNSEEN_ZERO_WIDTH, /* runs of zero-width characters */
    UNSEEN_REVERSED,   /* text that an override shows backwards */
} UnseenKind;

enum { MAX_BIDI = 64 }; /* embeddings, overrides and isolates inside each other; deeper ones are ignored */

typedef struct {
    int32_t offset;      /* of the element that the notes are for: its start tag */
    int64_t block;       /* that the embeddings are in */
    Byte open[MAX_BIDI]; /* the characters that opened them */
    int depth;
    int is_reversed; /* an element around the text shows it backwards */
} Unseen;

/* Whether a text may have such characters. */
int mt_has_unseen(const Byte *at, const Byte *end);

/* Drop them from a text, in place, and note in the parser what was dropped. Returns the new length. */
size_t mt_drop_unseen(Parser *parser, Unseen *unseen, Byte *text, size_t length);

#endif
