/* Selects the blocks with the largest expected F1. */
#include "base/memory.h"
#include "base/processor.h"
#include "model/model.h"

#include <math.h>

/* -- order ------------------------------------------------------------------------------------------- */

enum { RUN = 4 }; /* items sorted before runs are merged */

/* Four items, by the number of items before each; branchless like `merge`. Returns 0, and leaves the items as
   they are, if two would get the same place, as a NaN can cause: it is neither larger nor smaller than others. */
static int sort_four(Ranked *items)
{
    Ranked a = items[0], b = items[1], c = items[2], d = items[3];
    int ba = b.value > a.value, ca = c.value > a.value, da = d.value > a.value; /* the second comes first */
    int cb = c.value > b.value, db = d.value > b.value, dc = d.value > c.value;
    int at_a = ba + ca + da, at_b = 1 - ba + cb + db, at_c = 2 - ca - cb + dc, at_d = 3 - da - db - dc;
    if (UNLIKELY((1 << at_a | 1 << at_b | 1 << at_c | 1 << at_d) != (1 << RUN) - 1))
        return 0;
    items[at_a] = a;
    items[at_b] = b;
    items[at_c] = c;
    items[at_d] = d;
    return 1;
}

static void sort_run(Ranked *items, int64_t count)
{
    if (count == RUN && sort_four(items))
        return;
    for (int64_t i = 1; i < count; i++) {
        Ranked item = items[i];
        int64_t at = i;
        for (; at > 0 && items[at - 1].value < item.value; at--)
            items[at] = items[at - 1];
        items[at] = item;
    }
}

/* One of two items of an array; compilers would make a branch of a conditional, which is mispredicted. */
static inline const Ranked *pick(const Ranked *item, const Ranked *other, ptrdiff_t is_other)
{
    return item + ((other - item) & -is_other);
}

static void merge(const Ranked *first, const Ranked *middle, const Ranked *last, Ranked *out)
{
    const Ranked *second = middle;
    while (first < middle && second < last) {
        int is_larger = first->value < second->value;
        *out++ = *pick(first, second, is_larger);
        second += is_larger;
        first += !is_larger;
    }
    while (first < middle)
        *out++ = *first++;
    while (second < last)
        *out++ = *second++;
}

/* Merge two runs of the same length from both ends at once: neither half waits for the other. Returns 0 if both
   halves took the same item, as a NaN can cause. */
static int merge_ends(const Ranked *first, int64_t length, Ranked *out)
{
    const Ranked *second = first + length, *first_end = second - 1, *second_end = second + length - 1;
    Ranked *out_end = out + 2 * length - 1;
    for (int64_t i = 0; i < length; i++) {
        int is_larger = first->value < second->value, is_smaller = first_end->value < second_end->value;
        *out++ = *pick(first, second, is_larger);
        second += is_larger;
        first += !is_larger;
        *out_end-- = *pick(second_end, first_end, is_smaller);
        first_end -= is_smaller;
        second_end -= !is_smaller;
    }
    return first == first_end + 1;
}

/* Sort by value, largest first; stable. With a NaN among the values, the order may be any, but each item is in it
   once. Returns the array that has the result. */
Ranked *mt_rank(Ranked *items, Ranked *spare, int64_t count)
{
    for (int64_t start = 0; start < count; start += RUN)
        sort_run(items + start, count - start < RUN ? count - start : RUN);
    for (int64_t width = RUN; width < count; width *= 2) {
        for (int64_t start = 0; start < count; start += 2 * width) {
            int64_t middle = start + width < count ? start + width : count;
            int64_t last = start + 2 * width < count ? start + 2 * width : count;
            if (last - start < 2 * width || !merge_ends(items + start, width, spare + start))
                merge(items + start, items + middle, items + last, spare + start);
        }
        Ranked *sorted = spare;
        spare = items;
        items = sorted;
    }
    return items;
}

/* -- choice ------------------------------------------------------------------------------------------ */

/* Of all prefixes of the order, find the one with the largest expected F1, and return its smallest
   probability. */
static double min_kept(const Ranked *order, const int64_t *size, int64_t units)
{
    double all = 0, found = 0, taken = 0, best = -1, min_probability = 0;
    for (int64_t i = 0; i < units; i++)
        all += order[i].value * ((double)size[order[i].number] + EMPTY_WEIGHT);
    for (int64_t i = 0; i < units; i++) {
        double weight = (double)size[order[i].number] + EMPTY_WEIGHT;
        found += order[i].value * weight;
        taken += weight;
        if (found / (taken + all) > best) {
            best = found / (taken + all);
            min_probability = order[i].value;
        }
    }
    return all > 0 ? min_probability : 2; /* above all probabilities */
}

static void keep_best(Ranked *items, const int64_t *size, int64_t units, uint8_t *kept)
{
    const Ranked *order = mt_rank(items, items + units, units);
    double min_probability = min_kept(order, size, units);
    for (int64_t i = 0; i < units; i++)
        kept[order[i].number] = order[i].value >= min_probability;
}

/* Keep the units with the largest expected F1, by calibrated probabilities. Returns -1 when out of memory. */
int mt_choose_weighed(const double *log_odds, const Calibration *calibration, const int64_t *size,
                      int64_t units, uint8_t *kept)
{
    Ranked *items = mt_allocate(2 * (size_t)units * sizeof *items + 1);
    if (!items)
        return -1;
    for (int64_t i = 0; i < units; i++) {
        double probability = probability_of(calibration->slope * log_odds[i] + calibration->offset);
        items[i] = (Ranked){pow(probability, calibration->exponent), i};
    }
    keep_best(items, size, units, kept);
    mt_release(items);
    return 0;
}
