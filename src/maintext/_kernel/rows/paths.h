/* The XPaths of rows. */
#ifndef MAINTEXT_PATHS_H
#define MAINTEXT_PATHS_H

#include "render/content.h"

/* By row: its number, from 1, among siblings of the same tag, and how many those are. */
typedef struct {
    int32_t *number, *total;
} Siblings;

/* Tags must lie below `tags`. 0, or what went wrong. */
int64_t mt_number_siblings(const Rows *rows, int64_t tags, Siblings *siblings);
void mt_free_siblings(Siblings *siblings);

/* Write the path of a row, with a number only where siblings share the tag. */
typedef View (*TagName)(void *owner, int64_t tag);
void mt_put_path(const Rows *rows, const Siblings *siblings, TagName name_of, void *owner, int64_t row,
                 Buffer *out);

#endif
