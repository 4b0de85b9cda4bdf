/* A growing byte buffer. */
#include <string.h>

#include "base/memory.h"
#include "render/content.h"

char *mt_reserve_bytes(Buffer *buffer, size_t bytes)
{
    if (!buffer->at || bytes > buffer->capacity - buffer->length) {
        size_t capacity = 2 * buffer->capacity + bytes + 64;
        char *at = buffer->has_failed ? NULL : mt_reallocate(buffer->at, capacity);
        if (!at) {
            buffer->has_failed = 1;
            return NULL;
        }
        buffer->at = at;
        buffer->capacity = capacity;
    }
    return buffer->at + buffer->length;
}

void mt_put(Buffer *buffer, const char *text, size_t length)
{
    char *at = length ? mt_reserve_bytes(buffer, length) : NULL;
    if (!at)
        return;
    memcpy(at, text, length);
    buffer->length += length;
}

void mt_put_string(Buffer *buffer, const char *text) { mt_put(buffer, text, strlen(text)); }

void mt_put_char(Buffer *buffer, char c) { mt_put(buffer, &c, 1); }

void mt_put_number(Buffer *buffer, int64_t number)
{
    char digits[20];
    int count = 0;
    for (; count == 0 || number; number /= 10)
        digits[count++] = (char)('0' + number % 10);
    while (count)
        mt_put_char(buffer, digits[--count]);
}
