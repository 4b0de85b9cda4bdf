/* Lines by their first characters, for maintext.methods.auto.openings: most lines begin with none that matter, and
   Python need not read them. Python decides; here a line is never missed. */
#ifndef MAINTEXT_OPENINGS_H
#define MAINTEXT_OPENINGS_H

#include "rows/rows.h"

/* What lines begin with, after the characters that are skipped. A start is a hash of code points: A to Z count as a
   to z, a run of digits as one OPENING_DIGITS, and OPENING_END is the end of the line. */
typedef struct {
    Sorted skipped; /* code points */
    Sorted starts;
    Sorted parts; /* what starts and notes begin with */
    Sorted notes; /* starts of lines that have one of `promises` further on, each with a line feed after it */
    View promises;
    Sorted dates; /* code points; a date may also begin with a rare character */
    Sorted words; /* the words that a date may have, as hashes like starts */
    long long longest_date;
} Openings;

enum { OPENING_END, OPENING_DIGITS };

int mt_may_have_kind(const Openings *openings, const Byte *at, const Byte *end);

#endif
