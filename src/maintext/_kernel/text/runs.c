/* Runs of words that occur more than once: see runs.h.

   A longer run can only be repeated where a shorter one is, so each size looks only at the places that are left
   by the one before. Runs are compared by 64 bits of a hash. */
#include "text/runs.h"

#include <string.h>

#include "base/bits.h"
#include "base/memory.h"

/* Where a run begins that may occur more than once, and its slot in the table. */
typedef struct {
    uint64_t hash;
    int64_t place, slot;
} Run;

typedef struct {
    uint64_t hash;
    int32_t count; /* 0: the slot is free */
    int32_t is_seen;
} Slot;

typedef struct {
    Run *runs;
    int64_t count;
    Slot *slots;
} Runs;

/* Put all runs into a table of at least twice their number, and count equal ones. */
static void count_runs(Runs *runs)
{
    int bits = highest_bit((uint64_t)runs->count | 1) + 2;
    int64_t last = ((int64_t)1 << bits) - 1;
    memset(runs->slots, 0, ((size_t)last + 1) * sizeof *runs->slots);
    for (int64_t i = 0; i < runs->count; i++) {
        Run *run = &runs->runs[i];
        int64_t at = (int64_t)(run->hash >> (64 - bits));
        while (runs->slots[at].count && runs->slots[at].hash != run->hash)
            at = (at + 1) & last;
        runs->slots[at].hash = run->hash;
        runs->slots[at].count++;
        run->slot = at;
    }
}

/* Make all runs a word longer; the one that ends with the text is dropped. */
static void grow(Runs *runs, const uint64_t *word, int64_t words, int64_t size)
{
    if (runs->count && runs->runs[runs->count - 1].place + size > words)
        runs->count--;
    for (int64_t i = 0; i < runs->count; i++) {
        Run *run = &runs->runs[i];
        run->hash = (run->hash ^ run->hash >> 29) * 0x9E3779B97F4A7C15u + word[run->place + size - 1];
    }
}

static int64_t most_frequent(const Runs *runs, const int64_t *end, int64_t words, int64_t size)
{
    int64_t most = words >= size, place = 0; /* the first, if all occur once */
    for (int64_t i = 0; i < runs->count; i++) {
        int64_t count = runs->slots[runs->runs[i].slot].count;
        if (count > most) {
            most = count;
            place = runs->runs[i].place;
        }
    }
    return most ? most * (end[place + size] - end[place] + size - 1) : 0;
}

static int64_t sum_repeated(Runs *runs, const int64_t *end, int64_t size)
{
    int64_t total = 0, next = 0;
    for (int64_t i = 0; i < runs->count; i++) {
        int64_t place = runs->runs[i].place;
        Slot *slot = &runs->slots[runs->runs[i].slot];
        if (place < next)
            continue;
        if (slot->is_seen) {
            total += end[place + size] - end[place];
            next = place + size;
        }
        slot->is_seen = 1;
    }
    return total;
}

static void drop_single(Runs *runs)
{
    int64_t kept = 0;
    for (int64_t i = 0; i < runs->count; i++)
        if (runs->slots[runs->runs[i].slot].count > 1)
            runs->runs[kept++] = runs->runs[i];
    runs->count = kept;
}

int mt_measure_runs(const uint64_t *word, const int64_t *length, int64_t count, int64_t *top,
                    int64_t *repeated)
{
    size_t slots = (size_t)4 << highest_bit((uint64_t)count | 1);
    Runs runs = {mt_allocate((size_t)(count + 1) * sizeof(Run)), count, mt_allocate(slots * sizeof(Slot))};
    int64_t *end = mt_allocate((size_t)(count + 1) * sizeof *end);
    int is_done = runs.runs && runs.slots && end;
    if (is_done) {
        end[0] = 0;
        for (int64_t i = 0; i < count; i++) {
            end[i + 1] = end[i] + length[i];
            runs.runs[i] = (Run){word[i], i, 0};
        }
        for (int64_t size = FIRST_RUN; size <= LAST_RUN; size++) {
            grow(&runs, word, count, size);
            count_runs(&runs);
            *top++ = most_frequent(&runs, end, count, size);
            *repeated++ = sum_repeated(&runs, end, size);
            drop_single(&runs);
        }
    }
    mt_release(end);
    mt_release(runs.slots);
    mt_release(runs.runs);
    return is_done ? 0 : -1;
}
