/* Lines by their first characters, for maintext.methods.auto.openings and labels: most lines begin with none that
   matter, and Python need not read them. Python decides; here a line is never missed. */
#ifndef MAINTEXT_OPENINGS_H
#define MAINTEXT_OPENINGS_H

#include "rows/rows.h"

/* What lines begin with, after the characters that are skipped. A start is a hash of code points: capitals of ASCII,
   Latin-1, Greek and Cyrillic count as small letters, a run of digits as one OPENING_DIGITS, and OPENING_END is the
   end of the line. */
typedef struct {
    Sorted skipped; /* code points */
    Sorted
        starts; /* not sorted: a hash table of starts and what they begin with. The last two bits are a StartKind */
    View promises; /* words, separated by line feeds */
    Sorted dates;  /* code points; a date may also begin with a rare character */
    Sorted words;  /* the words that a date may have, as hashes like starts */
    long long longest_date;
    const Byte *pairs; /* LETTER_PAIRS: whether a start or a date may begin with two letters of ASCII */
} Openings;

typedef enum {
    START_UNKNOWN, /* also an empty slot */
    START_PART,    /* a start begins so */
    START_WHOLE,
    START_NOTE /* the line must have one of `promises` further on; a longer start may begin so, too */
} StartKind;

enum { OPENING_END, OPENING_DIGITS, LETTER_PAIRS = 26 * 26 };

int mt_may_have_kind(const Openings *openings, const Byte *at, const Byte *end); /* never a false no */

/* Whether a text begins with one of the starts, dates and promises aside. */
int mt_has_start(const Openings *openings, const Byte *at, const Byte *end);

#endif
