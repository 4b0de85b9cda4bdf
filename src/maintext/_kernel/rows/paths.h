/* XPaths of rows. */
#ifndef MAINTEXT_PATHS_H
#define MAINTEXT_PATHS_H

#include "render/content.h"

/* Per row: its number, from 1, among siblings with the same tag, and the number of those siblings. */
typedef struct {
    int32_t *number, *total;
} Siblings;

/* Tags must be below `tags`. Returns 0, FOUND_INVALID or FOUND_NO_MEMORY. */
int64_t mt_number_siblings(const Rows *rows, int64_t tags, Siblings *siblings);
void mt_free_siblings(Siblings *siblings);

/* Write the path of a row. Steps have numbers only if siblings share the tag. */
typedef View (*TagName)(void *owner, int64_t tag);
void mt_put_path(const Rows *rows, const Siblings *siblings, TagName name_of, void *owner, int64_t row,
                 Buffer *out);

#endif
