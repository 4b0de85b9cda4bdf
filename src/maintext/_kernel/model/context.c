/* The context of a block: its neighbours, and means around it, in its containers and over blocks with its
   path.

   Means weight every block by its characters. A tree tests one column at a time, so values relative to the
   page have their own columns: differences from the page's mean and from its best path, and ranks. */
#include "base/memory.h"
#include "base/processor.h"
#include "model/measure.h"

#include <math.h>
#include <string.h>

enum {
    SCORES = TABLE_COUNT + 1,       /* scores by words, and their sum */
    AROUND = 7,                     /* columns with context; the first has no means */
    AVERAGED = SCORES + AROUND - 1, /* columns with means */
    CONTAINERS = 5,                 /* levels above a block with means */
    NEIGHBOURS = 6,                 /* blocks before and after */
    SHIFTED = 2 + AROUND,           /* columns of a neighbour: two scores, and those with context */
    WINDOWS = 2,
    MAX_SINCE_LABEL = 99,
    LONG_BLOCK = 150, /* minimum characters of the page's best block, if there is such a block */
    PADDING = 12,     /* sums are extended by this many blocks at both ends */
};

static const int offsets[NEIGHBOURS] = {-3, -2, -1, 1, 2, 3};
static const int windows[WINDOWS] = {4, 12}; /* at most PADDING */
static const int container_levels[CONTAINERS] = {0, 1, 2, 3, 5};

/* -- columns ----------------------------------------------------------------------------------------- */

static const int around_columns[AROUND] = {
    FEATURE_LOG_WORDS,     FEATURE_LINK_DENSITY, FEATURE_MARKS_PER_WORD, FEATURE_STOP_WORDS,
    FEATURE_ENDS_SENTENCE, FEATURE_DEPTH,        FEATURE_CAPITAL_SHARE,
};

#define OF_SCORES(WHAT)                                                                                      \
    FEATURE_TEXT_##WHAT, FEATURE_NAMES_##WHAT, FEATURE_HEADING_##WHAT, FEATURE_WORDS_##WHAT
#define OF_AROUND(WHAT)                                                                                      \
    FEATURE_LINK_DENSITY_##WHAT, FEATURE_MARKS_PER_WORD_##WHAT, FEATURE_STOP_WORDS_##WHAT,                   \
        FEATURE_ENDS_SENTENCE_##WHAT, FEATURE_DEPTH_##WHAT, FEATURE_CAPITAL_SHARE_##WHAT
#define OF_NEIGHBOUR(WHERE)                                                                                  \
    {FEATURE_TEXT_##WHERE, FEATURE_NAMES_##WHERE, FEATURE_LOG_WORDS_##WHERE, OF_AROUND(WHERE)}

static const int score_columns[SCORES] = {OF_SCORES(SCORE)};
static const int neighbour_columns[NEIGHBOURS][SHIFTED] = {OF_NEIGHBOUR(BEFORE_3), OF_NEIGHBOUR(BEFORE_2),
                                                           OF_NEIGHBOUR(BEFORE_1), OF_NEIGHBOUR(AFTER_1),
                                                           OF_NEIGHBOUR(AFTER_2),  OF_NEIGHBOUR(AFTER_3)};
static const int window_columns[WINDOWS][AVERAGED] = {{OF_SCORES(NEAR_4), OF_AROUND(NEAR_4)},
                                                      {OF_SCORES(NEAR_12), OF_AROUND(NEAR_12)}};
static const int container_columns[CONTAINERS][SCORES] = {
    {OF_SCORES(OVER_0)}, {OF_SCORES(OVER_1)}, {OF_SCORES(OVER_2)}, {OF_SCORES(OVER_3)}, {OF_SCORES(OVER_5)}};
static const int path_columns[SCORES] = {OF_SCORES(OVER_PATH)};
static const int tags_columns[SCORES] = {OF_SCORES(OVER_TAGS)};
static const int page_columns[SCORES] = {OF_SCORES(OVER_PAGE)};
static const int last_columns[2][2] = {{FEATURE_HEADING_TEXT, FEATURE_HEADING_NAMES},
                                       {FEATURE_LABEL_TEXT, FEATURE_LABEL_NAMES}};
static const int score_less_page[SCORES] = {OF_SCORES(SCORE_LESS_PAGE)};
static const int path_less_page[SCORES] = {OF_SCORES(OVER_PATH_LESS_PAGE)};
static const int above_less_page[SCORES] = {OF_SCORES(OVER_1_LESS_PAGE)};
static const int path_less_best[SCORES] = {OF_SCORES(OVER_PATH_LESS_BEST)};
static const int above_less_best[SCORES] = {OF_SCORES(OVER_2_LESS_BEST)};
static const int around_less_page[AROUND - 1] = {OF_AROUND(LESS_PAGE)};

/* Divisions, for any processor or for this one. */
typedef struct {
    void (*divide)(double *values, const double *divisors, int64_t count, float *out);
    void (*divide_between)(const double *from, const double *to, const double *divisors, int64_t count,
                           float *out);
} Division;

/* Working memory. */
typedef struct {
    const Facts *facts;
    const Division *by;
    int64_t blocks;
    const double *weight;    /* characters, per block */
    double *inputs;          /* AVERAGED columns: what is averaged */
    double *values;          /* SCORES columns, for one family at a time */
    double *path;            /* SCORES columns: means over blocks with the same path */
    double *above;           /* SCORES columns: means two levels above */
    double *span;            /* the weights that the means are divided by */
    double (*group)[SCORES]; /* sums, then means, per group */
    double *total;           /* cumulative weight; padded by PADDING on both sides */
    double *sums;            /* cumulative weighted values, padded likewise: AVERAGED columns */
    double mean[AVERAGED];   /* of the page */
    int32_t *longest;        /* numbers of its long blocks; if there are none, of its longest */
    int64_t longest_count;
    Ranked *ranked; /* 2 x blocks */
} Means;

static int64_t sums_size(int64_t blocks) { return PADDING + blocks + 1 + PADDING; }

static double *sums_of(const Means *means, int number)
{
    return means->sums + number * sums_size(means->blocks);
}

/* -- sums -------------------------------------------------------------------------------------------- */

static void load_inputs(Means *means)
{
    int64_t blocks = means->blocks;
    const double *scores = means->facts->scores;
    memcpy(means->inputs, scores, TABLE_COUNT * (size_t)blocks * sizeof *scores);
    double *words = means->inputs + TABLE_COUNT * blocks;
    for (int64_t i = 0; i < blocks; i++)
        words[i] = scores[i] + scores[blocks + i] + scores[2 * blocks + i];
    double *values = means->inputs + SCORES * blocks;
    for (int around = 1; around < AROUND; around++, values += blocks)
        for (int64_t i = 0; i < blocks; i++)
            values[i] = (double)column_of(means->facts, around_columns[around])[i];
}

/* Cumulative sums, padded at both ends. */
static void sum_up(const double *values, const double *weight, int64_t blocks, double *sums)
{
    double sum = 0;
    for (int64_t i = -PADDING; i <= 0; i++)
        sums[i] = 0;
    for (int64_t i = 0; i < blocks; i++)
        sums[i + 1] = sum += values ? values[i] * weight[i] : weight[i];
    for (int64_t i = blocks + 1; i <= blocks + PADDING; i++)
        sums[i] = sum;
}

static void find_sums(Means *means)
{
    int64_t blocks = means->blocks;
    const double *weight = means->weight;
    sum_up(NULL, weight, blocks, means->total);
    for (int number = 0; number < AVERAGED; number++) {
        sum_up(means->inputs + number * blocks, weight, blocks, sums_of(means, number));
        means->mean[number] = sums_of(means, number)[blocks] / means->total[blocks];
    }
}

/* -- neighbours and means ---------------------------------------------------------------------------- */

/* Write consecutive columns to the listed features. */
static void write_values(const Means *means, const int *columns, int count, const double *values)
{
    for (int number = 0; number < count; number++, values += means->blocks) {
        float *out = column_of(means->facts, columns[number]);
        for (int64_t i = 0; i < means->blocks; i++)
            out[i] = (float)values[i];
    }
}

static void write_less(float *out, const double *values, double less, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        out[i] = (float)(values[i] - less);
}

/* A column shifted by an offset; NaN beyond the page's ends. */
static void write_shifted(float *out, const float *column, int offset, int64_t blocks)
{
    int64_t apart = offset < 0 ? -offset : offset, rest = blocks > apart ? blocks - apart : 0;
    int64_t missing = blocks - rest;
    float *unknown = offset < 0 ? out : out + rest;
    memcpy(offset < 0 ? out + missing : out, offset < 0 ? column : column + missing,
           (size_t)rest * sizeof *out);
    for (int64_t i = 0; i < missing; i++)
        unknown[i] = NAN;
}

static void write_neighbours(const Means *means)
{
    for (int i = 0; i < NEIGHBOURS; i++) {
        for (int shifted = 0; shifted < SHIFTED; shifted++) {
            int from = shifted < 2 ? score_columns[shifted] : around_columns[shifted - 2];
            write_shifted(column_of(means->facts, neighbour_columns[i][shifted]),
                          column_of(means->facts, from), offsets[i], means->blocks);
        }
    }
}

/* Divide sums, and write the means to a column. */
INLINE void divide(double *restrict values, const double *restrict divisors, int64_t count,
                   float *restrict out)
{
    for (int64_t i = 0; i < count; i++) {
        values[i] /= divisors[i];
        out[i] = (float)values[i];
    }
}

/* The same for differences of cumulative sums. */
INLINE void divide_between(const double *from, const double *to, const double *restrict divisors,
                           int64_t count, float *restrict out)
{
    for (int64_t i = 0; i < count; i++)
        out[i] = (float)((to[i] - from[i]) / divisors[i]);
}

static void divide_portable(double *values, const double *divisors, int64_t count, float *out)
{
    divide(values, divisors, count, out);
}

static void divide_between_portable(const double *from, const double *to, const double *divisors,
                                    int64_t count, float *out)
{
    divide_between(from, to, divisors, count, out);
}

static const Division portable_division = {divide_portable, divide_between_portable};

#if HAS_WIDE_BUILD
WIDE_BUILD static void divide_wide(double *values, const double *divisors, int64_t count, float *out)
{
    divide(values, divisors, count, out);
}

WIDE_BUILD static void divide_between_wide(const double *from, const double *to, const double *divisors,
                                           int64_t count, float *out)
{
    divide_between(from, to, divisors, count, out);
}

static const Division wide_division = {divide_wide, divide_between_wide};

static const Division *best_division(void)
{
    return mt_processor_has(PROCESSOR_AVX2) ? &wide_division : &portable_division;
}
#else
static const Division *best_division(void) { return &portable_division; }
#endif

/* Means over the blocks within reach before and after each block. */
static void write_windows(Means *means)
{
    for (int window = 0; window < WINDOWS; window++) {
        int64_t reach = windows[window], blocks = means->blocks;
        for (int64_t i = 0; i < blocks; i++)
            means->span[i] = means->total[i + reach + 1] - means->total[i - reach];
        for (int number = 0; number < AVERAGED; number++) {
            const double *sums = sums_of(means, number);
            means->by->divide_between(sums - reach, sums + reach + 1, means->span, blocks,
                                      column_of(means->facts, window_columns[window][number]));
        }
    }
}

/* Means over the blocks of each block's ancestor on a level: one column per score, also written as a feature. */
static void find_means_above(Means *means, int level, const int *columns, double *values)
{
    int64_t blocks = means->blocks;
    const int32_t *low = means->facts->above_low + level * blocks;
    const int32_t *high = means->facts->above_high + level * blocks;
    for (int64_t i = 0; i < blocks; i++)
        means->span[i] = means->total[high[i]] - means->total[low[i]];
    for (int score = 0; score < SCORES; score++, values += blocks) {
        const double *sums = sums_of(means, score);
        for (int64_t i = 0; i < blocks; i++)
            values[i] = sums[high[i]] - sums[low[i]];
        means->by->divide(values, means->span, blocks, column_of(means->facts, columns[score]));
    }
}

static void write_containers(Means *means)
{
    int64_t blocks = means->blocks;
    for (int i = 0; i < CONTAINERS; i++) {
        int level = container_levels[i];
        double *values = level == 2 ? means->above : means->values;
        find_means_above(means, level, container_columns[i], values);
        for (int score = 0; score < SCORES && level == 1; score++)
            write_less(column_of(means->facts, above_less_page[score]), values + score * blocks,
                       means->mean[score], blocks);
    }
}

/* Means over the blocks of the same group: one column per score. */
static void find_group_means(Means *means, const int32_t *group, double *values)
{
    int64_t blocks = means->blocks, groups = 0;
    const double *weight = means->weight, *inputs = means->inputs;
    double *total = means->span;
    double (*sums)[SCORES] = means->group;
    memset(total, 0, (size_t)blocks * sizeof *total);
    memset(sums, 0, (size_t)blocks * sizeof *sums);
    for (int64_t i = 0; i < blocks; i++) {
        double *sum = sums[group[i]];
        total[group[i]] += weight[i];
        groups = group[i] >= groups ? group[i] + 1 : groups;
        for (int score = 0; score < SCORES; score++)
            sum[score] += inputs[score * blocks + i] * weight[i];
    }
    for (int64_t i = 0; i < groups; i++)
        for (int score = 0; score < SCORES; score++)
            sums[i][score] /= total[i];
    for (int score = 0; score < SCORES; score++, values += blocks)
        for (int64_t i = 0; i < blocks; i++)
            values[i] = sums[group[i]][score];
}

static void write_groups(Means *means)
{
    find_group_means(means, means->facts->tag_group, means->values);
    write_values(means, tags_columns, SCORES, means->values);
    find_group_means(means, means->facts->group, means->path);
    write_values(means, path_columns, SCORES, means->path);
    for (int score = 0; score < SCORES; score++) {
        float *page = column_of(means->facts, page_columns[score]);
        for (int64_t i = 0; i < means->blocks; i++)
            page[i] = (float)means->mean[score];
    }
}

static void write_headings(const Means *means)
{
    int64_t blocks = means->blocks;
    const int32_t *last[2] = {means->facts->heading, means->facts->label};
    for (int which = 0; which < 2; which++) {
        for (int score = 0; score < 2; score++) {
            const float *scores = column_of(means->facts, score_columns[score]);
            float *out = column_of(means->facts, last_columns[which][score]);
            for (int64_t i = 0; i < blocks; i++)
                out[i] = last[which][i] < 0 ? NAN : scores[last[which][i]];
        }
    }
    float *since = column_of(means->facts, FEATURE_SINCE_LABEL);
    for (int64_t i = 0; i < blocks; i++) {
        int64_t label = means->facts->label[i];
        since[i] = label >= 0 ? (float)min_of(i - label, MAX_SINCE_LABEL) : MAX_SINCE_LABEL;
    }
}

/* -- relative to the page ---------------------------------------------------------------------------- */

static void find_longest(Means *means)
{
    const double *weight = means->weight;
    double most = 0;
    for (int64_t i = 0; i < means->blocks; i++)
        most = weight[i] > most ? weight[i] : most;
    double least = most < LONG_BLOCK ? most : LONG_BLOCK;
    for (int64_t i = 0; i < means->blocks; i++) {
        means->longest[means->longest_count] = (int32_t)i;
        means->longest_count += weight[i] >= least;
    }
}

/* The largest value of the longest blocks. */
static double best_of(const Means *means, const double *values)
{
    double best = -INFINITY;
    for (int64_t i = 0; i < means->longest_count; i++)
        if (values[means->longest[i]] > best)
            best = values[means->longest[i]];
    return best;
}

/* List the runs of blocks with equal values, each by its first block. */
static int64_t list_runs(const double *values, int64_t blocks, Ranked *runs)
{
    int64_t count = 0;
    for (int64_t i = 0; i < blocks; i++)
        if (!i || values[i] != values[i - 1])
            runs[count++] = (Ranked){values[i], i};
    return count;
}

/* The share of the page's text with a larger value. Weights are whole numbers, so the sums do not depend on
   the order of equal values. */
static void write_rank(const Means *means, const double *values, float *out)
{
    int64_t blocks = means->blocks, count = list_runs(values, blocks, means->ranked);
    const Ranked *order = mt_rank(means->ranked, means->ranked + blocks, count);
    double larger = 0, so_far = 0;
    for (int64_t i = 0; i < count; i++) {
        int64_t first = order[i].number, after = first + 1;
        if (i && order[i].value < order[i - 1].value)
            larger = so_far;
        float share = (float)(larger / means->total[blocks]);
        for (out[first] = share; after < blocks && values[after] == values[first]; after++)
            out[after] = share;
        so_far += means->total[after] - means->total[first];
    }
}

static void write_relative(const Means *means)
{
    const Facts *facts = means->facts;
    int64_t blocks = means->blocks;
    for (int score = 0; score < SCORES; score++) {
        const double *path = means->path + score * blocks, *above = means->above + score * blocks;
        double mean = means->mean[score];
        write_less(column_of(facts, score_less_page[score]), means->inputs + score * blocks, mean, blocks);
        write_less(column_of(facts, path_less_page[score]), path, mean, blocks);
        write_less(column_of(facts, path_less_best[score]), path, best_of(means, path), blocks);
        write_less(column_of(facts, above_less_best[score]), above, best_of(means, above), blocks);
    }
    for (int number = SCORES; number < AVERAGED; number++)
        write_less(column_of(facts, around_less_page[number - SCORES]), means->inputs + number * blocks,
                   means->mean[number], blocks);
    int64_t words = (SCORES - 1) * blocks;
    write_rank(means, means->path + words, column_of(facts, FEATURE_PATH_RANK));
    write_rank(means, means->above + words, column_of(facts, FEATURE_ABOVE_RANK));
    write_rank(means, means->inputs + words, column_of(facts, FEATURE_WORDS_RANK));
}

Outcome mt_write_context(const Facts *facts)
{
    int64_t count = facts->page->blocks;
    size_t blocks = (size_t)count, columns = AVERAGED + 4 * SCORES + 1;
    size_t doubles = columns * blocks + (AVERAGED + 1) * (size_t)sums_size(count);
    double *memory = mt_allocate(doubles * sizeof *memory + blocks * (2 * sizeof(Ranked) + sizeof(int32_t)));
    if (!memory)
        return OUTCOME_NO_MEMORY;
    Means means = {.facts = facts,
                   .by = best_division(),
                   .blocks = count,
                   .weight = facts->out->chars,
                   .inputs = memory};
    means.values = means.inputs + AVERAGED * blocks;
    means.path = means.values + SCORES * blocks;
    means.above = means.path + SCORES * blocks;
    means.span = means.above + SCORES * blocks;
    means.total = means.span + blocks + PADDING;
    means.sums = means.total + sums_size(count);
    means.group = (double (*)[SCORES])(memory + doubles - SCORES * blocks);
    means.ranked = (Ranked *)(void *)(memory + doubles);
    means.longest = (int32_t *)(void *)(means.ranked + 2 * blocks);
    load_inputs(&means);
    find_sums(&means);
    find_longest(&means);
    write_values(&means, score_columns, SCORES, means.inputs);
    write_neighbours(&means);
    write_windows(&means);
    write_containers(&means);
    write_groups(&means);
    write_headings(&means);
    write_relative(&means);
    mt_release(memory);
    return OUTCOME_OK;
}
