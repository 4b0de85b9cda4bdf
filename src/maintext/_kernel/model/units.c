/* Units: what a reader sees as one thing. All blocks of a unit get the same log odds, so that all of them are
   kept, or none: the mean of its blocks' log odds, weighted by words. */
#include "base/memory.h"
#include "model/measure.h"
#include "render/content.h"

enum { MAX_SHARE = 2 }; /* a unit has at most this fraction of the page's words: else it is the page */

static int is_heading_tag(int64_t tag) { return tag >= TAG_H1 && tag <= TAG_H6; }

/* A figure, list or quotation with a heading inside is a section. */
static int has_heading(const PageRows *page, int64_t row)
{
    for (int64_t below = row + 1; below < page->end[row]; below++)
        if (is_heading_tag(page->tag[below]))
            return 1;
    return 0;
}

/* The kind of unit that an element is; UNIT_COUNT for others. */
static int kind_of(const Facts *facts, const TablePage *tables, int64_t row)
{
    const PageRows *page = facts->page;
    int kind;
    if (facts->low[row] == facts->high[row])
        return UNIT_COUNT;
    if (page->flags[row] & FLAG_PRE) /* the outermost such element is the listing */
        return page->tag[row] == TAG_TEXTAREA ? UNIT_COUNT : UNIT_CODE;
    switch (page->tag[row]) {
    case TAG_TABLE:
        return mt_is_data_table(tables, row, facts->low[row], facts->high[row]) ? UNIT_TABLE : UNIT_COUNT;
    case TAG_FIGURE:
        kind = UNIT_FIGURE;
        break;
    case TAG_DL:
        kind = UNIT_DEFINITIONS;
        break;
    case TAG_BLOCKQUOTE:
        kind = UNIT_QUOTE;
        break;
    default:
        return UNIT_COUNT;
    }
    return has_heading(page, row) ? UNIT_COUNT : kind;
}

/* Most rows cannot. */
static int may_be_unit(const PageRows *page, int64_t row)
{
    static const Byte tags[LISTED_TAGS + 1] = {
        [TAG_TABLE] = 1, [TAG_FIGURE] = 1, [TAG_DL] = 1, [TAG_BLOCKQUOTE] = 1};
    return page->flags[row] & FLAG_PRE || has_tag(tags, page->tag[row]);
}

static double weight_of(const Facts *facts, int64_t block)
{
    return (double)facts->out->words[block] + EMPTY_WEIGHT;
}

/* The core of a figure: the code or table inside, if it has one. Blogs put listings into figures, with line numbers
   beside them, and editors put tables there. They are listings and tables, not pictures. */
static int64_t core_of(const Facts *facts, int64_t figure)
{
    const PageRows *page = facts->page;
    for (int64_t block = facts->low[figure]; block < facts->high[figure]; block++) {
        int64_t row = page->first_row[block], flag = page->flags[row] & FLAG_PRE ? FLAG_PRE : FLAG_TABLE;
        if (!(page->flags[row] & flag))
            continue;
        while (page->parent[row] > figure && page->flags[page->parent[row]] & flag)
            row = page->parent[row];
        return row;
    }
    return figure;
}

static void pool(const Facts *facts, int64_t row, int kind, double page_weight)
{
    double *log_odds = facts->out->log_odds, sum = 0, weight = 0;
    int64_t first = facts->low[row], end = facts->high[row];
    for (int64_t block = first; block < end; block++) {
        sum += weight_of(facts, block) * log_odds[block];
        weight += weight_of(facts, block);
    }
    if (MAX_SHARE * weight > page_weight)
        return;
    int64_t core = kind == UNIT_FIGURE ? core_of(facts, row) : row;
    for (int64_t block = first; block < end; block++) {
        log_odds[block] = sum / weight;
        facts->out->unit[block] = row;
        facts->out->core[block] = core;
        facts->out->unit_kind[block] = (uint8_t)kind;
    }
}

Outcome mt_pool_units(const Facts *facts)
{
    const PageRows *page = facts->page;
    Rows rows = rows_of_page(page);
    BlockRows blocks = {page->blocks, page->first_row, page->last_row};
    TablePage tables = {&rows, &blocks, page->chars, NULL};
    double page_weight = 0;
    for (int64_t block = 0; block < page->blocks; block++) {
        facts->out->unit[block] = facts->out->core[block] = NONE;
        facts->out->unit_kind[block] = UNIT_COUNT;
        page_weight += weight_of(facts, block);
    }
    for (int64_t row = 0; row < page->rows; row++) {
        if (!may_be_unit(page, row))
            continue;
        if (page->tag[row] == TAG_TABLE && !tables.width &&
            !(tables.width = mt_allocate_zeroed((size_t)page->rows, sizeof *tables.width)))
            return OUTCOME_NO_MEMORY;
        int kind = kind_of(facts, &tables, row);
        if (kind == UNIT_COUNT)
            continue;
        pool(facts, row, kind, page_weight);
        row = page->end[row] - 1; /* what is inside is part of it */
    }
    mt_release(tables.width);
    return OUTCOME_OK;
}
