/* Memory for a page. Released blocks are cached for the next page, up to a limit: returning large ones to the
   system and faulting them in again takes half the time of a page of 8,000 blocks. All blocks come from
   malloc: free() accepts them, and mt_release accepts any block from malloc(). */
#ifndef MAINTEXT_MEMORY_H
#define MAINTEXT_MEMORY_H

#include <stddef.h>
#include <stdint.h>

void *mt_allocate(size_t size);
void *mt_allocate_zeroed(size_t count, size_t size);
void *mt_reallocate(void *block, size_t size);
void mt_release(void *block);

/* Grow an array to hold `wanted` items. Returns NULL when out of memory; then the array is unchanged. */
void *mt_reserve(void *array, int64_t *capacity, int64_t wanted, size_t item);

#endif
