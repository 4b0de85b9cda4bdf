/* Sums a random forest with each build that this processor can run: all must give the same sums. Prints the
   name of each build that was tried; behind it "did not run" if there is no such code, and "differs" if it gives other
   sums. A forest with too many trees is not prepared. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/processor.h"
#include "model/model.h"

enum { FEATURES = 40, TREES = 203, FOREST_LEVELS = 6, LEAVES = 1 << FOREST_LEVELS, MOST_UNITS = 200 };

int real_processor_has(int feature); /* mt_processor_has of base/processor.c, by another name */

static int allowed;

int mt_processor_has(int feature) { return real_processor_has(feature) & allowed; }

static uint64_t state = 1;

static int random_below(int limit)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (uint64_t)limit);
}

int main(void)
{
    static const int sizes[] = {2, 15, 31, 32, 33, 63, 64, 65, 130, MOST_UNITS};
    static const struct {
        const char *name;
        int features;
    } builds[] = {{"AVX2", PROCESSOR_AVX2}, {"VBMI", PROCESSOR_AVX2 | PROCESSOR_AVX512 | PROCESSOR_VBMI}};
    static int16_t feature[FOREST_LEVELS * TREES];
    static float bound[FOREST_LEVELS * TREES], leaf[TREES * LEAVES], columns[FEATURES * MOST_UNITS];
    const float bias = 0.25f;
    for (int i = 0; i < FOREST_LEVELS * TREES; i++) {
        int is_often = random_below(2); /* some features have more bounds than one search */
        feature[i] = (int16_t)random_below(is_often ? 3 : FEATURES);
        bound[i] = is_often           ? (float)random_below(90) / 10 - 4
                   : random_below(20) ? (float)random_below(9) - 4
                                      : INFINITY; /* many are asked twice */
    }
    for (int i = 0; i < TREES * LEAVES; i++)
        leaf[i] = (float)(random_below(8191) - 4095) / 2048;
    leaf[0] = 4095.0f / 2048;
    for (int i = 0; i < FEATURES * MOST_UNITS; i++)
        columns[i] = random_below(10) ? (float)random_below(90) / 10 - 4 : NAN;
    Forest forest = {FEATURES, TREES, 1, FOREST_LEVELS, feature, bound, leaf, &bias, NULL};
    Forest too_large = forest;
    too_large.trees = INT32_MAX / 4095 + 1;
    if (!mt_prepare_forest(&too_large) || too_large.steps)
        return 1;
    if (!mt_prepare_forest(&forest))
        return 1;
    for (size_t build = 0; build < sizeof builds / sizeof *builds; build++) {
        int differs = 0, runs = 1;
        if ((real_processor_has(builds[build].features) & builds[build].features) != builds[build].features)
            continue;
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            double expected[MOST_UNITS], found[MOST_UNITS];
            allowed = 0;
            mt_sum_forest(&forest, columns, sizes[i], expected);
            allowed = builds[build].features;
            runs &= mt_sum_steps(&forest, columns, sizes[i], found) == 1;
            for (int unit = 0; runs && unit < sizes[i]; unit++)
                differs |= found[unit] + (double)bias != expected[unit];
        }
        printf("%s%s\n", builds[build].name, !runs ? " did not run" : differs ? " differs" : "");
    }
    mt_release_forest(&forest);
    return 0;
}
