/* Four threads take, grow and release blocks of all sizes; no block may change under its owner. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { THREADS = 4, BLOCKS = 24, ROUNDS = 6000 };

typedef struct {
    unsigned char *bytes;
    size_t size;
    unsigned char mark;
} Block;

static size_t random_size(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)1 << (*state >> 60) << (*state >> 61 & 7) | (*state >> 33 & 0xFFF);
}

static int is_marked(const Block *block, size_t size)
{
    return !size || (block->bytes[0] == block->mark && block->bytes[size - 1] == block->mark &&
                     memcmp(block->bytes, block->bytes + 1, size - 1) == 0);
}

static void *use_blocks(void *number)
{
    uint64_t state = (uintptr_t)number;
    Block blocks[BLOCKS] = {{NULL, 0, 0}};
    for (int round = 0; round < ROUNDS; round++) {
        Block *block = &blocks[round % BLOCKS];
        size_t size = random_size(&state), held = block->size < size ? block->size : size;
        if (!is_marked(block, block->size))
            return "a block was changed";
        if (round & 64) {
            block->bytes = mt_reallocate(block->bytes, size);
            if (!is_marked(block, held))
                return "a grown block lost its content";
        } else {
            mt_release(block->bytes);
            block->bytes = round & 1 ? mt_allocate_zeroed(size, 1) : mt_allocate(size);
            for (size_t i = 0; round & 1 && i < size; i++)
                if (block->bytes[i])
                    return "a block is not zero";
        }
        block->size = size;
        block->mark = (unsigned char)(state >> 40);
        memset(block->bytes, block->mark, size);
    }
    for (int i = 0; i < BLOCKS; i++)
        mt_release(blocks[i].bytes);
    return NULL;
}

/* Whether the block that was released last is the next one of its size. */
static int is_kept(size_t size)
{
#ifdef MAINTEXT_PLAIN_MEMORY
    (void)size;
    return 1; /* malloc decides */
#else
    void *block = mt_allocate(size);
    mt_release(block);
    void *again = mt_allocate(size);
    free(again);
    return again == block;
#endif
}

int main(void)
{
    for (size_t size = 1 << 10; size <= (size_t)56 << 20; size = size * 9 / 8)
        if (!is_kept(size)) {
            printf("a block of %zu bytes is not kept\n", size);
            return 1;
        }
    pthread_t threads[THREADS];
    for (uintptr_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, use_blocks, (void *)(i + 1));
    for (int i = 0; i < THREADS; i++) {
        void *fault;
        pthread_join(threads[i], &fault);
        if (fault) {
            puts(fault);
            return 1;
        }
    }
    return 0;
}
