/* The elements that other methods would choose: by density sums (CETD), by P value (paper 3), by the votes of
   paragraphs (Readability). Arithmetic is in the order of maintext.features.landmarks. */
#include "model/elements.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double E = 2.718281828459045;
static const double SHORTEST_VOTER = 25;

typedef struct { /* of the rows before one */
    int32_t tags, links;
    int64_t markup;
} Passed;

static double larger(double a, double b) { return a > b ? a : b; }

typedef struct {
    double chars, links;
} Texts;

static void sum_texts(const Elements *elements, const BlockTexts *texts, Texts *before, Landmarks *found)
{
    before[0] = (Texts){0, 0};
    for (int64_t i = 0; i < elements->blocks; i++) {
        before[i + 1].chars = before[i].chars + texts->chars[i];
        before[i + 1].links = before[i].links + texts->link_chars[i];
    }
    for (int64_t row = 0; row < elements->rows; row++) {
        const Texts *low = &before[elements->low[row]], *high = &before[elements->high[row]];
        found->chars[row] = high->chars - low->chars;
        found->link_chars[row] = high->links - low->links;
    }
}

static void pass_rows(const Elements *elements, const int64_t *tag_lengths, Passed *passed)
{
    Passed sum = {0, 0, 0};
    for (int64_t row = 0; row < elements->rows; row++) {
        int64_t tag = elements->tag[row];
        passed[row] = sum;
        sum.tags += tag != TAG_TEXT;
        sum.links += tag == TAG_A;
        sum.markup += tag_lengths[tag];
    }
    passed[elements->rows] = sum;
}

static void measure_holders(const Elements *elements, const Passed *passed, Landmarks *found)
{
    memset(found->density_sums, 0, (size_t)elements->rows * sizeof *found->density_sums);
    if (!elements->holder_count)
        return;
    int64_t root = elements->holders[0];
    double root_chars = found->chars[root], root_links = found->link_chars[root];
    double linked = root_links / root_chars, unlinked = larger(root_chars - root_links, 1);
    for (int64_t i = 0; i < elements->holder_count; i++) {
        int64_t row = elements->holders[i], parent = elements->parent[row];
        const Passed *first = &passed[row], *after = &passed[elements->end[row]];
        double chars = found->chars[row], links = found->link_chars[row];
        double tags = after->tags - first->tags, link_tags = larger(after->links - first->links, 1);
        double base = chars / larger(chars - links, 1) * links + linked * chars + E;
        double density = chars / tags * log(chars / larger(links, 1) * tags / link_tags) / log(base);
        found->density_sums[parent > 0 ? parent : 0] += larger(density, 0);
        double markup = (double)(after->markup - first->markup);
        found->p_values[i] = chars / (chars + markup) * (chars - links) / unlinked;
    }
}

/* Only what holds blocks is above one; votes of each level are summed up apart, as they are in NumPy. */
static void count_votes(const Elements *elements, const BlockTexts *texts, double *of_level, Landmarks *found)
{
    static const double part[] = {1.0, 0.5, 0.25};
    size_t rows = (size_t)elements->rows;
    double *up = of_level + rows, *up_again = up + rows;
    memset(of_level, 0, 3 * rows * sizeof *of_level);
    for (int64_t i = 0; i < elements->blocks; i++) {
        if (texts->chars[i] <= SHORTEST_VOTER)
            continue;
        double vote = (texts->chars[i] - texts->link_chars[i]) / 100 + (double)texts->commas[i];
        const int64_t *above = elements->above + i;
        of_level[above[0]] += vote * part[0];
        up[above[elements->blocks]] += vote * part[1];
        up_again[above[2 * elements->blocks]] += vote * part[2];
    }
    memset(found->votes, 0, rows * sizeof *found->votes);
    for (int64_t i = 0; i < elements->holder_count; i++) {
        int64_t row = elements->holders[i];
        double votes = of_level[row] + up[row] + up_again[row];
        found->votes[row] = votes * (1 - found->link_chars[row] / larger(found->chars[row], 1));
    }
}

/* The first holder with the largest of the values by row; all other rows have none. */
static int64_t best_holder(const Elements *elements, const double *values)
{
    int64_t best = elements->holder_count ? elements->holders[0] : 0;
    for (int64_t i = 1; i < elements->holder_count; i++)
        if (values[elements->holders[i]] > values[best])
            best = elements->holders[i];
    return best;
}

static int64_t best_p_value(const Elements *elements, const double *p_values)
{
    int64_t best = 0;
    for (int64_t i = 1; i < elements->holder_count; i++)
        if (p_values[i] > p_values[best])
            best = i;
    return elements->holder_count ? elements->holders[best] : 0;
}

int mt_find_landmarks(const Elements *elements, const BlockTexts *texts, const int64_t *tag_lengths,
                   Landmarks *found)
{
    size_t rows = (size_t)elements->rows + 1;
    Passed *passed = malloc(rows * sizeof *passed);
    Texts *before = malloc(((size_t)elements->blocks + 1) * sizeof *before);
    double *votes = malloc(3 * rows * sizeof *votes);
    int failed = !passed || !before || !votes ? -1 : 0;
    if (!failed) {
        sum_texts(elements, texts, before, found);
        pass_rows(elements, tag_lengths, passed);
        measure_holders(elements, passed, found);
        count_votes(elements, texts, votes, found);
        found->best[0] = best_holder(elements, found->density_sums);
        found->best[1] = best_p_value(elements, found->p_values);
        found->best[2] = best_holder(elements, found->votes);
    }
    free(passed);
    free(before);
    free(votes);
    return failed;
}
