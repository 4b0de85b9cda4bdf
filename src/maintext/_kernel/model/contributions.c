/* Pushes of features on a unit's sum of trees: see contributions.h. */
#include "base/memory.h"
#include "model/contributions.h"

#include <math.h>
#include <string.h>

enum { LANES = 8 }; /* units processed together: their additions are independent */

typedef struct {
    float (*values)[LANES]; /* per feature */
    double (*sums)[LANES];  /* per feature */
    int32_t (*leaf)[LANES]; /* per tree: the answers so far, as bits */
} Tile;

/* Copy the columns of some units. After the end, the last unit is repeated. */
static void take_units(const Forest *forest, const float *columns, int64_t units, int64_t first, Tile *tile)
{
    for (int64_t feature = 0; feature < forest->features; feature++)
        for (int i = 0; i < LANES; i++) {
            int64_t unit = first + i < units ? first + i : units - 1;
            tile->values[feature][i] = columns[feature * units + unit];
        }
}

/* Add the pushes of a level, tree by tree: floating-point sums depend on the order. */
static void add_level(const Forest *forest, const double *moves, int level, Tile *tile)
{
    const int16_t *features = forest->feature + level * forest->trees;
    const float *bounds = forest->bound + level * forest->trees;
    for (int64_t tree = 0; tree < forest->trees; tree++, moves += (int64_t)2 << level) {
        const float *value = tile->values[features[tree]];
        double *sum = tile->sums[features[tree]];
        int32_t *leaf = tile->leaf[tree], bit = 1 << level;
        float bound = bounds[tree];
        for (int i = 0; i < LANES; i++)
            leaf[i] |= value[i] > bound ? bit : 0;
        for (int i = 0; i < LANES; i++)
            sum[i] += moves[leaf[i]];
    }
}

/* Insert the features with the largest pushes on a unit, in order. */
static void pick(const Forest *forest, const Tile *tile, int lane, const Pushes *found, int64_t units,
                 int64_t unit)
{
    int64_t count = 0;
    for (int64_t feature = 0; feature < forest->features; feature++) {
        double push = found->scale * tile->sums[feature][lane], size = fabs(push);
        int64_t at = count;
        if (count == found->per_unit && !(size > fabs(found->pushes[(count - 1) * units + unit])))
            continue;
        if (count < found->per_unit)
            count++;
        else
            at--;
        for (; at > 0 && size > fabs(found->pushes[(at - 1) * units + unit]); at--) {
            found->pushes[at * units + unit] = found->pushes[(at - 1) * units + unit];
            found->features[at * units + unit] = found->features[(at - 1) * units + unit];
        }
        found->pushes[at * units + unit] = push;
        found->features[at * units + unit] = feature;
    }
}

int mt_find_pushes(const Forest *forest, const float *columns, int64_t units, const Pushes *found)
{
    size_t features = (size_t)forest->features, trees = (size_t)forest->trees;
    Tile tile = {.values = mt_allocate((features + 1) * sizeof *tile.values),
                 .sums = mt_allocate((features + 1) * sizeof *tile.sums),
                 .leaf = mt_allocate((trees + 1) * sizeof *tile.leaf)};
    int has_memory = tile.values && tile.sums && tile.leaf;
    for (int64_t first = 0; has_memory && first < units; first += LANES) {
        const double *moves = found->moves;
        take_units(forest, columns, units, first, &tile);
        memset(tile.sums, 0, features * sizeof *tile.sums);
        memset(tile.leaf, 0, trees * sizeof *tile.leaf);
        for (int level = 0; level < forest->levels; level++) {
            add_level(forest, moves, level, &tile);
            moves += forest->trees * ((int64_t)2 << level);
        }
        for (int i = 0; i < LANES && first + i < units; i++)
            pick(forest, &tile, i, found, units, first + i);
    }
    mt_release(tile.values);
    mt_release(tile.sums);
    mt_release(tile.leaf);
    return has_memory;
}
