/* How many bytes are UTF-8. */
#ifndef MAINTEXT_UTF_8_H
#define MAINTEXT_UTF_8_H

#include <stdint.h>

enum { ESCAPE = 0x1B };

typedef struct {
    int64_t valid; /* leading bytes that are valid UTF-8; the others are of these */
    int64_t code_points;
    int has_escapes;
    int has_odd; /* escapes, NULs or carriage returns */
} Utf8Facts;

Utf8Facts mt_inspect_utf_8(const uint8_t *at, const uint8_t *end);

#endif
