/* A small cache of released blocks. A thread that finds it in use calls malloc instead, so no thread waits
   and a forked process cannot deadlock. */
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* MAINTEXT_PLAIN_MEMORY: always use malloc, so that sanitizers and valgrind see each block. */
#if !defined(MAINTEXT_PLAIN_MEMORY) && (defined(__linux__) || defined(__APPLE__))
#include <stdatomic.h>

#if defined(__APPLE__)
#include <malloc/malloc.h>
static size_t size_of(void *block) { return malloc_size(block); }
#else
#include <malloc.h>
static size_t size_of(void *block) { return malloc_usable_size(block); }
#endif

enum {
    MIN_KEPT = 128 << 10, /* bytes per block; malloc caches smaller ones itself */
    MAX_KEPT = 64 << 20,  /* bytes in total */
    MAX_BLOCKS = 128,
    LARGEST_WASTE = 4 /* a block may be this many times larger than requested */
};

typedef struct {
    void *block;
    size_t size;
} Kept;

static Kept kept_blocks[MAX_BLOCKS];
static int kept_count;
static size_t kept_size;
static atomic_flag is_in_use = ATOMIC_FLAG_INIT;

static int begin_use(void) { return !atomic_flag_test_and_set_explicit(&is_in_use, memory_order_acquire); }
static void end_use(void) { atomic_flag_clear_explicit(&is_in_use, memory_order_release); }

/* Remove and return the smallest block that is large enough, or NULL. */
static void *take_kept(size_t size)
{
    if (size < MIN_KEPT || size > MAX_KEPT || !begin_use())
        return NULL;
    int best = -1;
    for (int i = 0; i < kept_count; i++)
        if (kept_blocks[i].size >= size && kept_blocks[i].size / LARGEST_WASTE <= size &&
            (best < 0 || kept_blocks[i].size < kept_blocks[best].size))
            best = i;
    void *block = NULL;
    if (best >= 0) {
        block = kept_blocks[best].block;
        kept_size -= kept_blocks[best].size;
        kept_blocks[best] = kept_blocks[--kept_count];
    }
    end_use();
    return block;
}

/* Put a block into the cache. Returns 0 if it was not accepted. */
static int keep(void *block)
{
    size_t size = block ? size_of(block) : 0;
    if (size < MIN_KEPT || size > MAX_KEPT || !begin_use())
        return 0;
    int has_room = kept_count < MAX_BLOCKS && kept_size + size <= MAX_KEPT;
    if (has_room) {
        kept_blocks[kept_count++] = (Kept){block, size};
        kept_size += size;
    }
    end_use();
    return has_room;
}
#else
static size_t size_of(void *block)
{
    (void)block;
    return SIZE_MAX; /* unknown: realloc decides */
}
static void *take_kept(size_t size)
{
    (void)size;
    return NULL;
}
static int keep(void *block)
{
    (void)block;
    return 0;
}
#endif

void *mt_allocate(size_t size)
{
    void *kept = take_kept(size);
    return kept ? kept : malloc(size);
}

void *mt_allocate_zeroed(size_t count, size_t size)
{
    void *kept = size && count > SIZE_MAX / size ? NULL : take_kept(count * size);
    return kept ? memset(kept, 0, count * size) : calloc(count, size);
}

void *mt_reallocate(void *block, size_t size)
{
    size_t held = block ? size_of(block) : 0;
    void *kept = held < size ? take_kept(size) : NULL;
    if (!kept)
        return realloc(block, size);
    if (block)
        memcpy(kept, block, held);
    mt_release(block);
    return kept;
}

void mt_release(void *block)
{
    if (!keep(block))
        free(block);
}

void *mt_reserve(void *array, int64_t *capacity, int64_t wanted, size_t item)
{
    if (wanted <= *capacity)
        return array;
    int64_t larger = 2 * *capacity > wanted ? 2 * *capacity : wanted + 32;
    void *at = mt_reallocate(array, (size_t)larger * item);
    if (at)
        *capacity = larger;
    return at;
}
