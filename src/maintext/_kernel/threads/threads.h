/* Hints at posts and comments: class names, ids, links to profiles, texts that may be a time.

       marks.c      all rows of a page
       words.c      an attribute's value -> marks, and its name
       profiles.c   whether a URL is that of a person's profile
       times.c      whether a text may hold a time

   maintext.threads.marks uses them; tests/reference/threads.py does the same with regular expressions. */
#ifndef MAINTEXT_THREADS_H
#define MAINTEXT_THREADS_H

#include "model/words.h"
#include "rows/rows.h"

/* By row. */
typedef struct {
    int64_t *flags;       /* marks of its attributes, the bits of maintext.threads.vocabulary.Mark */
    int64_t *name;        /* equal for elements with the same tag and first class, or id */
    int64_t *number_name; /* the same of ids with a number, which does not count; NONE for others */
    Byte *is_profile;     /* whether it is a link to a profile */
    Byte *time_hint;      /* of leaves in short lines: MAY_BE_TIME, TIME_ELEMENT or 0 */
} ThreadMarks;

enum { MAY_BE_TIME = 1, TIME_ELEMENT = 2 };

Outcome mt_mark_threads(Parser *parser, const Table *table, const Rows *rows, const Segments *found,
                        ThreadMarks *marks);

/* -- words.c ---------------------------------------------------------------------------------------- */

typedef enum { VALUE_CLASS, VALUE_ID, VALUE_PROPERTY, VALUE_TYPE, VALUE_KINDS } ValueKind;

typedef struct {
    int64_t marks;
    uint64_t name; /* hash of a class attribute's first name, or of an id, without numbers; 0: none is left */
    int is_numbered; /* an id with a number */
} Value;

Value mt_read_value(View text, ValueKind kind, uint64_t seed);

/* -- profiles.c ------------------------------------------------------------------------------------- */

int mt_is_profile_url(View url);

/* -- times.c ---------------------------------------------------------------------------------------- */

int mt_may_be_time(const Byte *at, const Byte *end, int has_digits);

#endif
