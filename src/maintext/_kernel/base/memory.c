/* A small cache of released blocks. A thread that finds it in use calls malloc instead, so no thread waits
   and a forked process cannot deadlock. */
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"

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

/* Sizes have classes, four for each power of two. A class keeps a stack of blocks, so that the block released
   last, which may still be in the processor's caches, is used first. */
enum {
    MIN_SHIFT = 10,
    MIN_BLOCK = 1 << MIN_SHIFT, /* malloc caches smaller ones itself */
    MAX_BLOCK = 56 << 20,       /* the last class */
    MAX_KEPT = 64 << 20,        /* bytes in total */
    CLASSES = 64,
    MAX_BLOCKS = 16,    /* per class */
    CLASSES_WASTED = 8, /* a block may be four times larger than requested */
    STAGGER = 5 * 64,
};

typedef struct {
    void *blocks[MAX_BLOCKS];
    int count;
} Stack;

static Stack stacks[CLASSES];
static uint64_t filled; /* a bit for each class that has blocks */
static size_t kept_size;
static atomic_flag is_in_use = ATOMIC_FLAG_INIT;

static int begin_use(void) { return !atomic_flag_test_and_set_explicit(&is_in_use, memory_order_acquire); }
static void end_use(void) { atomic_flag_clear_explicit(&is_in_use, memory_order_release); }

static int is_kept_size(size_t size) { return size >= MIN_BLOCK && size <= MAX_BLOCK; }

/* The largest class that is not above a size. */
static int class_below(size_t size)
{
    int shift = highest_bit(size);
    return 4 * (shift - MIN_SHIFT) + (int)(size >> (shift - 2) & 3);
}

static size_t size_of_class(int class) { return (size_t)(4 + class % 4) << (class / 4 + MIN_SHIFT - 2); }

static int class_above(size_t size)
{
    int class = class_below(size);
    return class + (size_of_class(class) < size);
}

/* Remove and return a block that is large enough, or NULL. */
static void *take_kept(size_t size)
{
    if (!is_kept_size(size) || !begin_use())
        return NULL;
    int class = class_above(size);
    uint64_t usable = filled >> class & first_bits(CLASSES_WASTED);
    void *block = NULL;
    if (usable) {
        class += lowest_bit(usable);
        Stack *stack = &stacks[class];
        block = stack->blocks[--stack->count];
        if (!stack->count)
            filled &= ~((uint64_t)1 << class);
        kept_size -= size_of_class(class);
    }
    end_use();
    return block;
}

/* Put a block into its class. Returns 0 if it was not accepted. */
static int keep(void *block)
{
    size_t size = block ? size_of(block) : 0;
    if (size < MIN_BLOCK || size >= MAX_KEPT || !begin_use())
        return 0;
    int class = class_below(size);
    Stack *stack = &stacks[class];
    int has_room = stack->count < MAX_BLOCKS && kept_size + size_of_class(class) <= MAX_KEPT;
    if (has_room) {
        stack->blocks[stack->count++] = block;
        filled |= (uint64_t)1 << class;
        kept_size += size_of_class(class);
    }
    end_use();
    return has_room;
}

/* Blocks are as large as their class, so that they can be used again for any size in it. They are a bit
   larger, so that they do not all begin at the same place of a page: arrays that are read together would displace
   each other in the processor's caches. */
static size_t rounded(size_t size)
{
    return is_kept_size(size) ? size_of_class(class_above(size)) + STAGGER : size;
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
static size_t rounded(size_t size) { return size; }
#endif

void *mt_allocate(size_t size)
{
    void *kept = take_kept(size);
    return kept ? kept : malloc(rounded(size));
}

void *mt_allocate_zeroed(size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        return NULL;
    void *kept = take_kept(count * size);
    return kept ? memset(kept, 0, count * size) : calloc(1, rounded(count * size));
}

void *mt_reallocate(void *block, size_t size)
{
    size_t held = block ? size_of(block) : 0;
    void *kept = held < size ? take_kept(size) : NULL;
    if (!kept)
        return realloc(block, held < size ? rounded(size) : size);
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
