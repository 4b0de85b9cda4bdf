/* Lengths: numbers with units. */
#ifndef MAINTEXT_LENGTHS_H
#define MAINTEXT_LENGTHS_H

#include "parse/parser.h"

typedef enum { UNIT_NONE, UNIT_PIXELS, UNIT_FONT, UNIT_PERCENT, UNIT_VIEW, UNIT_UNKNOWN } Unit;

typedef struct {
    double value; /* in pixels for UNIT_PIXELS */
    Unit unit;
} Length;

Length mt_read_length(View text); /* at the beginning of a text */
int mt_is_tiny(View value);       /* at most one pixel */
int mt_is_far(View value);        /* so far to the left or top that nothing of a line can be seen */
int mt_is_far_any(View value);    /* also so far to the right or bottom */
int mt_is_very_far(View value);   /* -999 pixels or less, in any unit but percent */

#endif
