/* The bytes of a page, before it is known how to decode them: see maintext.text.decode. */
#ifndef MAINTEXT_SOURCE_H
#define MAINTEXT_SOURCE_H

#include <stdint.h>

#include "text/utf_8.h"

enum {
    SOURCE_HEAD = 4096,            /* bytes that show what a file is */
    SOURCE_LONGEST_HEAD = 1 << 16, /* bytes that may declare an encoding */
};

typedef struct {
    Utf8Facts utf_8;
    int64_t controls;    /* in the head */
    int64_t declaration; /* as mt_find_declaration finds it */
    int may_be_wide;     /* UTF-16: a byte order mark of it, or a NUL in the head */
    int is_plain;        /* all bytes are valid, and none is odd */
} SourceFacts;

SourceFacts mt_inspect_source(const uint8_t *source, int64_t size);

/* Number of control characters of ASCII, but white space and escapes. */
int64_t mt_count_controls(const uint8_t *source, int64_t size);

/* Where the next tag begins, at `from` or after it, that may declare an encoding: a <meta> with the word `charset`; in
   the head, also an XML declaration with `encoding`. -1 if there is none. */
int64_t mt_find_declaration(const uint8_t *source, int64_t size, int64_t from);

#endif
