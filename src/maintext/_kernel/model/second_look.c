/* Columns of lists, data tables and headings, for a second look when it is known what is kept around them (see
   maintext.model.second_look). All sums over ranges of blocks are differences of prefix sums. */
#include "base/memory.h"
#include "generated/features.h"
#include "model/model.h"
#include "rows/rows.h"

#define MAX_ODDS     6.0
#define NO_ODDS      (-7.0f) /* below all odds: there is no such text */
#define NO_SHARE     (-1.0f)
#define EMPTY_WORDS  0.1 /* weight of a block without words */
#define FAR          20  /* blocks; all greater distances are alike */
#define NEAR_HEADING 8   /* blocks from a heading to a list under it, at most */

enum { DEPTHS = 64, LEVELS = 6 };

typedef struct {
    double words, kept, odds, links; /* of text; headings do not count */
} Sums;

typedef struct {
    const TidyPage *page;
    Sums *before;             /* sums of all blocks before one; one more than there are blocks */
    int64_t *last, *next;     /* last kept text before a block, and the first at or after it */
    int64_t *heading, *below; /* the same for headings, kept or not */
    int64_t first_kept, last_kept;
} State;

static int is_heading(const TidyPage *page, int64_t block)
{
    return (page->flags[page->first_row[block]] & FLAG_HEADING) != 0;
}

/* The h1 to h6 around a block, or NONE; that of `<h2><div>…` is the h2. An element with role=heading is none. */
int64_t mt_heading_of(const TidyPage *page, int64_t block)
{
    int64_t row = page->first_row[block];
    for (; row >= 0 && page->flags[row] & FLAG_HEADING; row = page->parent[row])
        if (page->tag[row] >= TAG_H1 && page->tag[row] <= TAG_H6)
            return row;
    return NONE;
}

/* 0 for h1 and so on; a heading by its role counts as the lowest. */
static int level_of(const TidyPage *page, int64_t block)
{
    int64_t heading = mt_heading_of(page, block);
    return heading == NONE ? LEVELS - 1 : (int)(page->tag[heading] - TAG_H1);
}

/* Whether a block is another line of the heading of the block before it. */
static int is_next_line(const TidyPage *page, int64_t block)
{
    int64_t heading = block ? mt_heading_of(page, block - 1) : NONE;
    return heading != NONE && mt_heading_of(page, block) == heading;
}

static double odds_of(const TidyPage *page, int64_t block)
{
    double odds = page->log_odds[block];
    return odds < -MAX_ODDS ? -MAX_ODDS : odds > MAX_ODDS ? MAX_ODDS : odds;
}

static void read_page(State *state)
{
    const TidyPage *page = state->page;
    int64_t blocks = page->blocks, last = NONE, heading = NONE;
    Sums sums = {0};
    state->first_kept = blocks;
    for (int64_t i = 0; i <= blocks; i++) {
        state->before[i] = sums;
        state->last[i] = last;
        state->heading[i] = heading;
        if (i == blocks)
            break;
        if (is_heading(page, i)) {
            heading = i;
            continue;
        }
        double words = (double)page->words[i] + EMPTY_WORDS;
        sums.words += words;
        sums.odds += words * odds_of(page, i);
        sums.links += words * (double)page->link_density[i];
        if (page->kept[i]) {
            sums.kept += words;
            last = i;
            if (state->first_kept == blocks)
                state->first_kept = i;
        }
    }
    state->last_kept = last;
    last = heading = blocks;
    for (int64_t i = blocks; i >= 0; i--) {
        if (i < blocks && is_heading(page, i))
            heading = i;
        else if (i < blocks && page->kept[i])
            last = i;
        state->next[i] = last;
        state->below[i] = heading;
    }
}

static Sums between(const State *state, int64_t first, int64_t end)
{
    Sums low = state->before[first], high = state->before[end];
    return (Sums){high.words - low.words, high.kept - low.kept, high.odds - low.odds, high.links - low.links};
}

static float share_of(Sums sums) { return sums.words > 0 ? (float)(sums.kept / sums.words) : NO_SHARE; }
static float odds_in(Sums sums) { return sums.words > 0 ? (float)(sums.odds / sums.words) : NO_ODDS; }
static float distance(int64_t blocks) { return (float)(blocks < FAR ? blocks : FAR); }

/* Whether a block is a heading, and text of its section is kept and no stray. */
int mt_heads_kept_text(const TidyPage *page, int64_t block)
{
    if (!is_heading(page, block))
        return 0;
    int64_t i = block + 1;
    while (i < page->blocks && is_next_line(page, i))
        i++;
    for (; i < page->blocks; i++) {
        if (is_heading(page, i) ? level_of(page, i) <= level_of(page, block)
                                : page->kept[i] && page->change[i] != DROPPED_STRAY)
            return !is_heading(page, i);
    }
    return 0;
}

/* -- columns of both --------------------------------------------------------------------------------- */

/* Where a column of one list or heading is written: columns[name * count + number]. */
typedef struct {
    float *columns;
    int64_t count, number;
} Cells;

static void set(Cells cells, int name, double value)
{
    cells.columns[name * cells.count + cells.number] = (float)value;
}

static float place_of(const State *state, int64_t block)
{
    int64_t length = state->last_kept - state->first_kept;
    return (float)(block - state->first_kept) / (float)(length > 1 ? length : 1);
}

static float last_distance(const State *state, int64_t block)
{
    return state->last[block] == NONE ? FAR : distance(block - state->last[block]);
}

static float next_distance(const State *state, int64_t end)
{
    return state->next[end] == state->page->blocks ? FAR : distance(state->next[end] - end + 1);
}

static int is_aside(const TidyPage *page, int64_t block)
{
    return (page->flags[page->first_row[block]] & (FLAG_NAV | FLAG_ASIDE | FLAG_FOOTER)) != 0;
}

static void set_kinds(const TidyPage *page, Cells cells, int first)
{
    for (int kind = 0; kind < PAGE_KIND_COUNT; kind++)
        set(cells, first + kind, page->kinds[kind]);
}

/* -- lists ------------------------------------------------------------------------------------------- */

/* 1 for ul, 2 for ol, 3 for dl, LIST_OF_ROWS for a data table, 0 for other elements. */
static int list_kind(const TidyPage *page, int64_t row, int64_t block)
{
    switch (page->tag[row]) {
    case TAG_UL:
        return 1;
    case TAG_OL:
        return 2;
    case TAG_DL:
        return 3;
    case TAG_TABLE:
        return page->core[block] == row ? LIST_OF_ROWS : 0;
    default:
        return 0;
    }
}

static int64_t first_block(const TidyPage *page, int64_t row, int64_t from)
{
    int64_t low = from, high = page->blocks;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (page->first_row[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The outermost lists of two blocks or more without a heading inside. */
static int64_t find_lists(const State *state, BlockRange **spans, int **kinds)
{
    const TidyPage *page = state->page;
    int64_t count = 0, capacity = 0, kind_capacity = 0, block = 0;
    for (int64_t row = 0; row < page->rows; row++) {
        if (page->tag[row] != TAG_UL && page->tag[row] != TAG_OL && page->tag[row] != TAG_DL &&
            page->tag[row] != TAG_TABLE)
            continue;
        block = first_block(page, row, block);
        if (block == page->blocks)
            break;
        int64_t end = first_block(page, page->end[row], block);
        int kind = end - block > 1 && state->below[block] >= end ? list_kind(page, row, block) : 0;
        if (!kind)
            continue;
        BlockRange *more = mt_reserve(*spans, &capacity, count + 1, sizeof **spans);
        int *more_kinds = more ? mt_reserve(*kinds, &kind_capacity, count + 1, sizeof **kinds) : NULL;
        *spans = more ? more : *spans;
        *kinds = more_kinds ? more_kinds : *kinds;
        if (!more_kinds)
            return FOUND_NO_MEMORY;
        (*spans)[count] = (BlockRange){block, end};
        (*kinds)[count++] = kind;
        row = page->end[row] - 1; /* lists inside are part of it */
    }
    return count;
}

static void set_list(const State *state, BlockRange span, int kind, Cells cells)
{
    const TidyPage *page = state->page;
    int64_t first = span.first, end = span.end, above = state->heading[first];
    double least = MAX_ODDS, most = -MAX_ODDS;
    for (int64_t i = first; i < end; i++) {
        double odds = odds_of(page, i);
        least = odds < least ? odds : least;
        most = odds > most ? odds : most;
    }
    Sums own = between(state, first, end);
    Sums before = between(state, above == NONE ? 0 : above, first);
    Sums around = between(state, end, state->below[end]);
    around.words += before.words;
    around.kept += before.kept;
    around.odds += before.odds;
    int has_heading = above != NONE && first - above <= NEAR_HEADING;
    set(cells, LIST_ODDS, odds_in(own));
    set(cells, LIST_LEAST, least);
    set(cells, LIST_MOST, most);
    set(cells, LIST_KEPT, share_of(own));
    set(cells, LIST_BLOCKS, (double)(end - first));
    set(cells, LIST_WORDS, own.words / (double)(end - first));
    set(cells, LIST_LINKS, own.links / own.words);
    set(cells, LIST_LAST_ODDS, first ? odds_of(page, first - 1) : NO_ODDS);
    set(cells, LIST_NEXT_ODDS, end < page->blocks ? odds_of(page, end) : NO_ODDS);
    set(cells, LIST_HEADING_ODDS, has_heading ? odds_of(page, above) : NO_ODDS);
    set(cells, LIST_HEADING_KEPT, has_heading && page->kept[above]);
    set(cells, LIST_LAST, last_distance(state, first));
    set(cells, LIST_NEXT, next_distance(state, end));
    set(cells, LIST_PLACE, place_of(state, first));
    set(cells, LIST_AROUND_KEPT, share_of(around));
    set(cells, LIST_AROUND_ODDS, odds_in(around));
    set(cells, LIST_ASIDE, is_aside(page, first));
    set(cells, LIST_KIND, kind);
    set(cells, LIST_PAGE_KEPT, share_of(state->before[page->blocks]));
    set_kinds(page, cells, LIST_KIND_ARTICLE);
}

static int64_t look_at_lists(const State *state, BlockRange **spans, float **columns)
{
    int *kinds = NULL;
    int64_t count = find_lists(state, spans, &kinds);
    if (count > 0 && !(*columns = mt_allocate((size_t)count * LIST_COUNT * sizeof **columns)))
        count = FOUND_NO_MEMORY;
    for (int64_t i = 0; i < count; i++)
        set_list(state, (*spans)[i], kinds[i], (Cells){*columns, count, i});
    mt_release(kinds);
    return count;
}

/* -- headings ---------------------------------------------------------------------------------------- */

/* Sums over the headings of the same level at the same depth. */
typedef struct {
    double number, kept, odds, texts;
} Peers;

static Peers *peers_of(const TidyPage *page, Peers *peers, int64_t block)
{
    int64_t depth = page->depth[page->element[block]];
    return peers + level_of(page, block) * DEPTHS + (depth < DEPTHS ? depth : DEPTHS - 1);
}

static int has_kept_text_beside(const State *state, int64_t block)
{
    const TidyPage *page = state->page;
    int64_t next = state->next[block], around = page->parent[page->element[block]];
    return next < page->blocks && page->first_row[next] < page->end[around < 0 ? 0 : around];
}

static void set_heading(const State *state, int64_t block, int64_t section_end, Cells cells)
{
    const TidyPage *page = state->page;
    int64_t above = state->heading[block];
    Sums own = between(state, block, state->below[block + 1]), section = between(state, block, section_end);
    Sums before = between(state, above == NONE ? 0 : above, block);
    set(cells, HEADING_ODDS, odds_of(page, block));
    set(cells, HEADING_LEVEL, level_of(page, block) + 1);
    set(cells, HEADING_CHARS, page->chars[block]);
    set(cells, HEADING_LINKS, (double)page->link_density[block]);
    set(cells, HEADING_KEPT, page->kept[block]);
    set(cells, HEADING_OWN_KEPT, share_of(own));
    set(cells, HEADING_OWN_ODDS, odds_in(own));
    set(cells, HEADING_SECTION_WORDS, section.words);
    set(cells, HEADING_SECTION_KEPT, share_of(section));
    set(cells, HEADING_SECTION_ODDS, odds_in(section));
    set(cells, HEADING_BEFORE_KEPT, share_of(before));
    set(cells, HEADING_BEFORE_ODDS, odds_in(before));
    set(cells, HEADING_NEXT_KEPT, block + 1 < page->blocks && page->kept[block + 1]);
    set(cells, HEADING_LAST, last_distance(state, block));
    set(cells, HEADING_NEXT, next_distance(state, block + 1));
    set(cells, HEADING_BESIDE, has_kept_text_beside(state, block));
    set(cells, HEADING_PLACE, place_of(state, block));
    set(cells, HEADING_ASIDE, is_aside(page, block));
    set(cells, HEADING_PAGE_KEPT, share_of(state->before[page->blocks]));
    set_kinds(page, cells, HEADING_KIND_ARTICLE);
}

/* Columns on the other headings of the same level at the same depth. */
static void set_peers(const TidyPage *page, const BlockRange *spans, float *columns, int64_t count,
                      Peers *peers)
{
    const float *texts = columns + HEADING_SECTION_KEPT * count;
    for (int64_t i = 0; i < count; i++) {
        Peers *group = peers_of(page, peers, spans[i].first);
        group->number++;
        group->kept += page->kept[spans[i].first];
        group->odds += odds_of(page, spans[i].first);
        group->texts += texts[i] > 0 ? (double)texts[i] : 0;
    }
    for (int64_t i = 0; i < count; i++) {
        Peers group = *peers_of(page, peers, spans[i].first);
        double others = group.number - 1;
        Cells cells = {columns, count, i};
        set(cells, HEADING_PEERS, others);
        group.kept -= page->kept[spans[i].first];
        group.odds -= odds_of(page, spans[i].first);
        group.texts -= texts[i] > 0 ? (double)texts[i] : 0;
        set(cells, HEADING_PEERS_KEPT, others > 0 ? group.kept / others : NO_SHARE);
        set(cells, HEADING_PEERS_ODDS, others > 0 ? group.odds / others : NO_ODDS);
        set(cells, HEADING_PEERS_TEXTS, others > 0 ? group.texts / others : NO_SHARE);
    }
}

static int64_t look_at_headings(const State *state, BlockRange **spans, float **columns)
{
    const TidyPage *page = state->page;
    int64_t count = 0, number, section_end[LEVELS];
    for (int64_t i = 0; i < page->blocks; i++)
        count += is_heading(page, i);
    if (!count)
        return 0;
    Peers *peers = mt_allocate_zeroed(LEVELS * DEPTHS, sizeof *peers);
    *spans = mt_allocate((size_t)count * sizeof **spans);
    *columns = mt_allocate((size_t)count * HEADING_COUNT * sizeof **columns);
    if (!peers || !*spans || !*columns) {
        mt_release(peers);
        return FOUND_NO_MEMORY;
    }
    for (int level = 0; level < LEVELS; level++)
        section_end[level] = page->blocks;
    number = count;
    for (int64_t i = page->blocks - 1; i >= 0; i--) {
        if (!is_heading(page, i))
            continue;
        (*spans)[--number] = (BlockRange){i, i + 1};
        set_heading(state, i, section_end[level_of(page, i)], (Cells){*columns, count, number});
        for (int level = level_of(page, i); level < LEVELS && !is_next_line(page, i); level++)
            section_end[level] = i;
    }
    set_peers(page, *spans, *columns, count, peers);
    mt_release(peers);
    return count;
}

/* Find the lists or headings of a page, and their columns: features x count. Returns the count, or
   FOUND_NO_MEMORY. The caller releases both arrays. */
int64_t mt_look(const TidyPage *page, Look look, BlockRange **spans, float **columns)
{
    size_t places = (size_t)page->blocks + 1;
    int64_t count = FOUND_NO_MEMORY, *numbers = mt_allocate(4 * places * sizeof *numbers);
    State state = {.page = page, .before = mt_allocate(places * sizeof *state.before)};
    if (numbers && state.before) {
        state.last = numbers;
        state.next = numbers + places;
        state.heading = numbers + 2 * places;
        state.below = numbers + 3 * places;
        read_page(&state);
        count = look == LOOK_LISTS ? look_at_lists(&state, spans, columns)
                                   : look_at_headings(&state, spans, columns);
    }
    mt_release(numbers);
    mt_release(state.before);
    return count;
}
