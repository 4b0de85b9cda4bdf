/* What surrounds a block: its neighbours, and means around it, in its containers and over blocks of its path
   (maintext.features.context says what each column is). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"

const int mt_container_levels[CONTAINERS] = {0, 1, 2, 3, HIGHEST_CONTAINER};
static const int offsets[NEIGHBOURS] = {-3, -2, -1, 1, 2, 3};
static const int windows[WINDOWS] = {4, 12}; /* BEYOND at most */

enum {
    MOST_SINCE_LABEL = 99,
    LONG = 150,  /* characters of a block that can be the page's best */
    BEYOND = 12, /* how far windows reach beyond the page's ends */
};

/* Where the families of columns begin. */
enum {
    AT_SCORES = 0,
    AT_NEIGHBOURS = AT_SCORES + MEANT,
    AT_WINDOWS = AT_NEIGHBOURS + NEIGHBOURS * (2 + AROUND),
    AT_CONTAINERS = AT_WINDOWS + WINDOWS * AVERAGED,
    AT_PATH = AT_CONTAINERS + MEANT * CONTAINERS,
    AT_TAGS = AT_PATH + MEANT,
    AT_PAGE = AT_TAGS + MEANT,
    AT_HEADINGS = AT_PAGE + MEANT,
    AT_SCORES_LESS_PAGE = AT_HEADINGS + 5,
    AT_PATH_LESS_PAGE = AT_SCORES_LESS_PAGE + MEANT,
    AT_ABOVE_LESS_PAGE = AT_PATH_LESS_PAGE + MEANT,
    AT_PATH_LESS_BEST = AT_ABOVE_LESS_PAGE + MEANT,
    AT_ABOVE_LESS_BEST = AT_PATH_LESS_BEST + MEANT,
    AT_AROUND_LESS_PAGE = AT_ABOVE_LESS_BEST + MEANT,
    AT_RANKS = AT_AROUND_LESS_PAGE + AROUND - 1,
};

/* What is computed on the way. */
typedef struct {
    const Surroundings *page;
    int64_t blocks;
    double *meant;          /* AVERAGED columns */
    double *values;         /* AVERAGED columns, for one family at a time */
    double *path;           /* MEANT columns: means over blocks with the same path */
    double *above;          /* MEANT columns: means two levels above */
    double *span;           /* the weight of what a mean is over */
    double (*group)[MEANT]; /* sums, then means by group */
    double *total;          /* the weight up to each block, at last of all; BEYOND more on both sides */
    double *sums;           /* of what is meant, times the weight, likewise: AVERAGED columns */
    double mean[AVERAGED];  /* of the page */
    Ranked *ranked;         /* 2 x blocks */
} Means;

static float *mt_column_of(const Means *means, int number) { return means->page->out + number * means->blocks; }

static int64_t sums_room(int64_t blocks) { return BEYOND + blocks + 1 + BEYOND; }

static double *sums_of(const Means *means, int number)
{
    return means->sums + number * sums_room(means->blocks);
}

/* -- sums ------------------------------------------------------------------------------------------- */

static void find_meant(Means *means)
{
    int64_t blocks = means->blocks;
    const double *scores = means->page->scores;
    memcpy(means->meant, scores, SCORES * (size_t)blocks * sizeof *scores);
    double *words = means->meant + SCORES * blocks;
    for (int64_t i = 0; i < blocks; i++)
        words[i] = scores[i] + scores[blocks + i] + scores[2 * blocks + i];
    double *around = means->meant + MEANT * blocks;
    for (int64_t i = 0; i < (AROUND - 1) * blocks; i++)
        around[i] = (double)means->page->around[blocks + i];
}

/* The sum up to each block; before the page and after it, it stays what it is there. */
static void sum_up(const double *values, const double *weight, int64_t blocks, double *sums)
{
    double sum = 0;
    for (int64_t i = -BEYOND; i <= 0; i++)
        sums[i] = 0;
    for (int64_t i = 0; i < blocks; i++)
        sums[i + 1] = sum += values ? values[i] * weight[i] : weight[i];
    for (int64_t i = blocks + 1; i <= blocks + BEYOND; i++)
        sums[i] = sum;
}

static void find_sums(Means *means)
{
    int64_t blocks = means->blocks;
    const double *weight = means->page->weight;
    sum_up(NULL, weight, blocks, means->total);
    for (int number = 0; number < AVERAGED; number++) {
        sum_up(means->meant + number * blocks, weight, blocks, sums_of(means, number));
        means->mean[number] = sums_of(means, number)[blocks] / means->total[blocks];
    }
}

/* -- columns ---------------------------------------------------------------------------------------- */

static void write_values(float *out, const double *values, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        out[i] = (float)values[i];
}

static void write_less(float *out, const double *values, double less, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        out[i] = (float)(values[i] - less);
}

/* A column, moved by an offset; unknown beyond the page's ends. */
static void write_moved(float *out, const float *column, int offset, int64_t blocks)
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
    for (int i = 0, number = AT_NEIGHBOURS; i < NEIGHBOURS; i++) {
        for (int score = 0; score < 2; score++)
            write_moved(mt_column_of(means, number++), mt_column_of(means, AT_SCORES + score), offsets[i],
                        means->blocks);
        for (int column = 0; column < AROUND; column++)
            write_moved(mt_column_of(means, number++), means->page->around + column * means->blocks, offsets[i],
                        means->blocks);
    }
}

static void divide(double *restrict values, const double *restrict divisors, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        values[i] /= divisors[i];
}

/* Means over some blocks before each block and as many after it. */
static void write_windows(Means *means)
{
    for (int window = 0; window < WINDOWS; window++) {
        int64_t reach = windows[window], blocks = means->blocks;
        double *values = means->values;
        for (int64_t i = 0; i < blocks; i++)
            means->span[i] = means->total[i + reach + 1] - means->total[i - reach];
        for (int number = 0; number < AVERAGED; number++, values += blocks) {
            const double *sums = sums_of(means, number);
            for (int64_t i = 0; i < blocks; i++)
                values[i] = sums[i + reach + 1] - sums[i - reach];
            divide(values, means->span, blocks);
        }
        write_values(mt_column_of(means, AT_WINDOWS + window * AVERAGED), means->values, AVERAGED * blocks);
    }
}

/* Means over the blocks of the element so many levels above each block: a column for each score. */
static void find_means_above(Means *means, int level, double *values)
{
    int64_t blocks = means->blocks;
    const int64_t *low = means->page->low + level * blocks, *high = means->page->high + level * blocks;
    for (int64_t i = 0; i < blocks; i++)
        means->span[i] = means->total[high[i]] - means->total[low[i]];
    for (int score = 0; score < MEANT; score++, values += blocks) {
        const double *sums = sums_of(means, score);
        for (int64_t i = 0; i < blocks; i++)
            values[i] = sums[high[i]] - sums[low[i]];
        divide(values, means->span, blocks);
    }
}

static void write_containers(Means *means)
{
    int64_t blocks = means->blocks;
    for (int i = 0; i < CONTAINERS; i++) {
        int level = mt_container_levels[i];
        double *values = level == 2 ? means->above : means->values;
        find_means_above(means, level, values);
        for (int score = 0; score < MEANT; score++, values += blocks) {
            write_values(mt_column_of(means, AT_CONTAINERS + score * CONTAINERS + i), values, blocks);
            if (level == 1)
                write_less(mt_column_of(means, AT_ABOVE_LESS_PAGE + score), values, means->mean[score], blocks);
        }
    }
}

/* Means over the blocks of the same group: a column for each score. */
static void find_group_means(Means *means, const int64_t *group, double *values)
{
    int64_t blocks = means->blocks, groups = 0;
    const double *weight = means->page->weight, *meant = means->meant;
    double *total = means->span;
    double(*sums)[MEANT] = means->group;
    memset(total, 0, (size_t)blocks * sizeof *total);
    memset(sums, 0, (size_t)blocks * sizeof *sums);
    for (int64_t i = 0; i < blocks; i++) {
        double *sum = sums[group[i]];
        total[group[i]] += weight[i];
        groups = group[i] >= groups ? group[i] + 1 : groups;
        for (int score = 0; score < MEANT; score++)
            sum[score] += meant[score * blocks + i] * weight[i];
    }
    for (int64_t i = 0; i < groups; i++)
        for (int score = 0; score < MEANT; score++)
            sums[i][score] /= total[i];
    for (int score = 0; score < MEANT; score++, values += blocks)
        for (int64_t i = 0; i < blocks; i++)
            values[i] = sums[group[i]][score];
}

static void write_groups(Means *means)
{
    int64_t blocks = means->blocks;
    find_group_means(means, means->page->tags, means->values);
    write_values(mt_column_of(means, AT_TAGS), means->values, MEANT * blocks);
    find_group_means(means, means->page->path, means->path);
    write_values(mt_column_of(means, AT_PATH), means->path, MEANT * blocks);
    for (int score = 0; score < MEANT; score++) {
        float *page = mt_column_of(means, AT_PAGE + score);
        for (int64_t i = 0; i < blocks; i++)
            page[i] = (float)means->mean[score];
    }
}

static void write_headings(const Means *means)
{
    int64_t blocks = means->blocks;
    const int64_t *last[2] = {means->page->heading, means->page->label};
    for (int which = 0; which < 2; which++) {
        for (int score = 0; score < 2; score++) {
            const float *scores = mt_column_of(means, AT_SCORES + score);
            float *out = mt_column_of(means, AT_HEADINGS + 2 * which + score);
            for (int64_t i = 0; i < blocks; i++)
                out[i] = last[which][i] < 0 ? NAN : scores[last[which][i]];
        }
    }
    float *since = mt_column_of(means, AT_HEADINGS + 4);
    for (int64_t i = 0; i < blocks; i++) {
        int64_t apart = i - means->page->label[i];
        since[i] = means->page->label[i] >= 0 && apart < MOST_SINCE_LABEL ? (float)apart : MOST_SINCE_LABEL;
    }
}

/* -- what is large for its page --------------------------------------------------------------------- */

/* The largest value of a long block; where no block is long, of one of the longest. */
static double best_of(const Means *means, const double *values)
{
    const double *weight = means->page->weight;
    double longest = 0, best = -INFINITY;
    for (int64_t i = 0; i < means->blocks; i++)
        longest = weight[i] > longest ? weight[i] : longest;
    double least = longest < LONG ? longest : LONG;
    for (int64_t i = 0; i < means->blocks; i++)
        if (weight[i] >= least && values[i] > best)
            best = values[i];
    return best;
}

/* List the runs of blocks that have the same value, each by its first block. */
static int64_t list_runs(const double *values, int64_t blocks, Ranked *runs)
{
    int64_t count = 0;
    for (int64_t i = 0; i < blocks; i++)
        if (!i || values[i] != values[i - 1])
            runs[count++] = (Ranked){values[i], i};
    return count;
}

/* The share of the page's text whose value is larger. Weights are whole numbers, so their sums do not depend
   on the order of what has the same value. */
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
    int64_t blocks = means->blocks;
    for (int score = 0; score < MEANT; score++) {
        const double *path = means->path + score * blocks, *above = means->above + score * blocks;
        double mean = means->mean[score];
        write_less(mt_column_of(means, AT_SCORES_LESS_PAGE + score), means->meant + score * blocks, mean,
                   blocks);
        write_less(mt_column_of(means, AT_PATH_LESS_PAGE + score), path, mean, blocks);
        write_less(mt_column_of(means, AT_PATH_LESS_BEST + score), path, best_of(means, path), blocks);
        write_less(mt_column_of(means, AT_ABOVE_LESS_BEST + score), above, best_of(means, above), blocks);
    }
    for (int number = MEANT; number < AVERAGED; number++)
        write_less(mt_column_of(means, AT_AROUND_LESS_PAGE + number - MEANT), means->meant + number * blocks,
                   means->mean[number], blocks);
    int64_t words = (MEANT - 1) * blocks;
    write_rank(means, means->path + words, mt_column_of(means, AT_RANKS));
    write_rank(means, means->above + words, mt_column_of(means, AT_RANKS + 1));
    write_rank(means, means->meant + words, mt_column_of(means, AT_RANKS + 2));
}

/* Write all columns; -1: out of memory. */
int mt_write_surroundings(const Surroundings *page)
{
    size_t blocks = (size_t)page->blocks, columns = 2 * AVERAGED + 3 * MEANT + 1;
    size_t doubles = columns * blocks + (AVERAGED + 1) * (size_t)sums_room(page->blocks);
    double *room = malloc(doubles * sizeof *room + 2 * blocks * sizeof(Ranked));
    if (!room)
        return -1;
    Means means = {.page = page, .blocks = page->blocks, .meant = room};
    means.values = means.meant + AVERAGED * blocks;
    means.path = means.values + AVERAGED * blocks;
    means.above = means.path + MEANT * blocks;
    means.span = means.above + MEANT * blocks;
    means.total = means.span + blocks + BEYOND;
    means.sums = means.total + sums_room(page->blocks);
    means.group = (double(*)[MEANT])(room + doubles - MEANT * blocks);
    means.ranked = (Ranked *)(room + doubles);
    find_meant(&means);
    find_sums(&means);
    write_values(mt_column_of(&means, AT_SCORES), means.meant, MEANT * page->blocks);
    write_neighbours(&means);
    write_windows(&means);
    write_containers(&means);
    write_groups(&means);
    write_headings(&means);
    write_relative(&means);
    free(room);
    return 0;
}
