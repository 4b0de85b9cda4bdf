/* Elements that other methods would choose, and the distance of each block from them.

   Density sums (CETD), P values (paper 3) and votes of paragraphs (Readability) choose one element each.
   They are computed in their simplest form, from sums that the features share. */
#include "base/memory.h"
#include "model/measure.h"

#include <math.h>
#include <string.h>

static const double E = 2.718281828459045;

enum { SHORTEST_VOTER = 25, CHARS_PER_VOTE = 100 };

static double larger(double a, double b) { return a > b ? a : b; }

static double chars_in(const Facts *facts, int64_t row)
{
    return facts->chars[facts->high[row]] - facts->chars[facts->low[row]];
}

static double links_in(const Facts *facts, int64_t row)
{
    return facts->links[facts->high[row]] - facts->links[facts->low[row]];
}

/* -- the best elements ------------------------------------------------------------------------------- */

static void measure_holders(Facts *facts)
{
    const PageRows *page = facts->page;
    memset(facts->density_sums, 0, (size_t)page->rows * sizeof *facts->density_sums);
    if (!facts->holder_count)
        return;
    int64_t root = facts->holders[0];
    double root_chars = chars_in(facts, root), root_links = links_in(facts, root);
    double linked = root_links / root_chars, unlinked = larger(root_chars - root_links, 1);
    double last_base = 1, log_base = 0; /* an element often has the same text as its parent */
    for (int64_t i = 0; i < facts->holder_count; i++) {
        int64_t row = facts->holders[i], parent = page->parent[row];
        const RowSums *first = &facts->row_sums[row], *after = &facts->row_sums[page->end[row]];
        double chars = chars_in(facts, row), links = links_in(facts, row);
        double tags = after->counts.tags - first->counts.tags,
               link_tags = larger(after->counts.links - first->counts.links, 1);
        double base = chars / larger(chars - links, 1) * links + linked * chars + E;
        double ratio = chars / larger(links, 1) * tags / link_tags;
        if (base != last_base) {
            last_base = base;
            log_base = log(base);
        }
        if (ratio > 1) /* else the density is not above 0 */
            facts->density_sums[parent > 0 ? parent : 0] += larger(chars / tags * log(ratio) / log_base, 0);
        double markup = (double)(after->markup - first->markup);
        facts->p_values[i] = chars / (chars + markup) * (chars - links) / unlinked;
    }
}

/* A block votes for its element, with half a vote for its parent and a quarter for the next. */
typedef struct {
    double own, up, up_again;
} Votes;

static void count_votes(Facts *facts, Votes *of_row)
{
    int64_t blocks = facts->page->blocks;
    size_t rows = (size_t)facts->page->rows;
    memset(of_row, 0, rows * sizeof *of_row);
    for (int64_t i = 0; i < blocks; i++) {
        double chars = facts->out->chars[i], links = (double)count_of(facts, TEXT_LINK_CHARS)[i];
        if (chars <= SHORTEST_VOTER)
            continue;
        double vote = (chars - links) / CHARS_PER_VOTE + (double)facts->commas[i];
        const int32_t *above = facts->above + i;
        of_row[above[0]].own += vote;
        of_row[above[blocks]].up += vote * 0.5;
        of_row[above[2 * blocks]].up_again += vote * 0.25;
    }
    memset(facts->votes, 0, rows * sizeof *facts->votes);
    for (int64_t i = 0; i < facts->holder_count; i++) {
        int64_t row = facts->holders[i];
        double votes = of_row[row].own + of_row[row].up + of_row[row].up_again;
        if (votes != 0) /* few elements have any */
            facts->votes[row] = votes * (1 - links_in(facts, row) / larger(chars_in(facts, row), 1));
    }
}

/* The first holder with the largest value; `values` is per row. */
static int64_t best_holder(const Facts *facts, const double *values)
{
    int64_t best = facts->holder_count ? facts->holders[0] : 0;
    for (int64_t i = 1; i < facts->holder_count; i++)
        if (values[facts->holders[i]] > values[best])
            best = facts->holders[i];
    return best;
}

static int64_t best_p_value(const Facts *facts)
{
    int64_t best = 0;
    for (int64_t i = 1; i < facts->holder_count; i++)
        if (facts->p_values[i] > facts->p_values[best])
            best = i;
    return facts->holder_count ? facts->holders[best] : 0;
}

Outcome mt_find_landmarks(Facts *facts)
{
    Votes *votes = mt_allocate((size_t)facts->page->rows * sizeof *votes + 1);
    if (!votes)
        return OUTCOME_NO_MEMORY;
    measure_holders(facts);
    count_votes(facts, votes);
    facts->best[BEST_DENSITY] = best_holder(facts, facts->density_sums);
    facts->best[BEST_P_VALUE] = best_p_value(facts);
    facts->best[BEST_VOTES] = best_holder(facts, facts->votes);
    mt_release(votes);
    return OUTCOME_OK;
}

/* -- columns ----------------------------------------------------------------------------------------- */

enum { FAR = 60 }; /* blocks */

typedef struct {
    int levels_to, is_in, from;
} LandmarkColumns;

static const LandmarkColumns landmark_columns[LANDMARKS] = {
    [BEST_DENSITY] = {FEATURE_LEVELS_TO_DENSITY, FEATURE_IN_DENSITY, FEATURE_FROM_DENSITY},
    [BEST_P_VALUE] = {FEATURE_LEVELS_TO_P_VALUE, FEATURE_IN_P_VALUE, FEATURE_FROM_P_VALUE},
    [BEST_VOTES] = {FEATURE_LEVELS_TO_VOTES, FEATURE_IN_VOTES, FEATURE_FROM_VOTES},
};

static void write_distances(const Facts *facts, int64_t landmark, const LandmarkColumns *columns)
{
    int64_t blocks = facts->page->blocks;
    int32_t low = facts->low[landmark], high = facts->high[landmark];
    float *levels = column_of(facts, columns->levels_to), *inside = column_of(facts, columns->is_in);
    float *from = column_of(facts, columns->from);
    memset(levels, 0, (size_t)blocks * sizeof *levels);
    for (int level = 0; level < LEVELS; level++) { /* ancestors contain their descendants: they are counted */
        const int32_t *above_low = facts->above_low + level * blocks;
        const int32_t *above_high = facts->above_high + level * blocks;
        for (int64_t i = 0; i < blocks; i++)
            levels[i] += (float)((above_low[i] > low) | (above_high[i] < high));
    }
    for (int64_t i = 0; i < blocks; i++) {
        int64_t before = min_of(i - low, 0), after = max_of(i - high + 1, 0);
        inside[i] = before == 0 && after == 0;
        from[i] = (float)(max_of(before, -FAR) + min_of(after, FAR));
    }
}

/* The first levels with 30 % and 60 % of the page's text outside links. */
static void write_levels_to_shares(const Facts *facts)
{
    static const double share[] = {0.3, 0.6};
    float *column[] = {column_of(facts, FEATURE_LEVELS_TO_30), column_of(facts, FEATURE_LEVELS_TO_60)};
    int64_t blocks = facts->page->blocks;
    double total = larger(facts->chars[blocks] - facts->links[blocks], 1);
    for (int64_t i = 0; i < blocks; i++) {
        int level = 0;
        for (int nth = 0; nth < 2; nth++) {
            for (; level < LEVELS; level++) {
                int64_t low = facts->above_low[level * blocks + i],
                        high = facts->above_high[level * blocks + i];
                double unlinked =
                    (facts->chars[high] - facts->links[high]) - (facts->chars[low] - facts->links[low]);
                if (unlinked >= share[nth] * total)
                    break;
            }
            column[nth][i] = (float)level;
        }
    }
}

void mt_write_landmarks(const Facts *facts)
{
    int64_t blocks = facts->page->blocks;
    for (int nth = 0; nth < LANDMARKS; nth++)
        write_distances(facts, facts->best[nth], &landmark_columns[nth]);
    const int32_t *own = facts->above, *above = facts->above + blocks;
    double max_density = larger(facts->density_sums[facts->best[BEST_DENSITY]], 1e-9);
    double max_votes = larger(facts->votes[facts->best[BEST_VOTES]], 1e-9);
    float *density = column_of(facts, FEATURE_DENSITY_SHARE), *votes = column_of(facts, FEATURE_VOTES_SHARE);
    float *votes_above = column_of(facts, FEATURE_VOTES_ABOVE);
    for (int64_t i = 0; i < blocks; i++) {
        density[i] = (float)(facts->density_sums[above[i]] / max_density);
        votes[i] = (float)(facts->votes[own[i]] / max_votes);
        votes_above[i] = (float)(facts->votes[above[i]] / max_votes);
    }
    write_levels_to_shares(facts);
}
