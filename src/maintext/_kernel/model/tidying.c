/* Clean-up rules that use a block's neighbours (see maintext.methods.auto.cleanup). */
#include "model/model.h"
#include "rows/rows.h"

#include <string.h>

static int is_formula(const TidyPage *page, int64_t block)
{
    return (page->flags[page->first_row[block]] & FLAG_FORMULA) != 0;
}

static int is_part(const TidyPage *page, int64_t block)
{
    if (is_formula(page, block))
        return 1;
    int64_t row = page->unit[block] != NONE ? page->unit[block] : page->element[block];
    return page->tag[row] < page->tags && page->is_part[page->tag[row]];
}

/* Tables, listings and formulas inside the text belong to it, however improbable their words. */
static double min_part_of(const TidyPage *page, int64_t block)
{
    int64_t row = page->unit[block];
    if (is_formula(page, block))
        return 0;
    return row != NONE && (page->tag[row] == TAG_TABLE || page->flags[row] & FLAG_PRE) ? 0 : page->min_part;
}

/* Keep units, and parts of lists, tables, code and quotations, between two kept blocks. */
static void keep_parts(const TidyPage *page)
{
    for (int64_t i = 0, next; i < page->blocks; i = next) {
        for (next = i + 1; next < page->blocks && page->unit[i] != NONE && page->unit[next] == page->unit[i];)
            next++;
        if (i && next < page->blocks && page->kept[i - 1] && page->kept[next] && !page->kept[i] &&
            page->probability[i] >= min_part_of(page, i) && is_part(page, i))
            memset(page->change + i, KEPT_PART, (size_t)(next - i));
    }
    for (int64_t i = 0; i < page->blocks; i++)
        page->kept[i] |= page->change[i] == KEPT_PART;
}

static int is_heading_of_next(const TidyPage *page, int64_t block)
{
    int64_t next_row = block + 1 < page->blocks ? page->first_row[block + 1] : page->rows;
    int64_t section = page->parent[page->element[block]];
    return (page->flags[page->first_row[block]] & page->heading) &&
           next_row < page->end[section < 0 ? 0 : section] && page->probability[block] >= page->min_before;
}

/* Keep headings before kept text of their own section, up to a number in a row. */
static void keep_headings(const TidyPage *page)
{
    int64_t in_a_row = 0;
    for (int64_t i = page->blocks - 2; i >= 0; i--) {
        if (page->kept[i + 1] && page->change[i + 1] != KEPT_HEADING)
            in_a_row = 0;
        else if (!page->kept[i + 1])
            in_a_row = page->headings_in_a_row;
        if (!page->kept[i] && in_a_row < page->headings_in_a_row && is_heading_of_next(page, i)) {
            page->kept[i] = 1;
            page->change[i] = KEPT_HEADING;
            in_a_row++;
        }
    }
}

static int level_of(const TidyPage *page, int64_t block)
{
    int64_t tag = page->tag[page->element[block]];
    return tag >= TAG_H1 && tag <= TAG_H6 ? (int)(tag - TAG_H1) : TAG_H6 - TAG_H1;
}

/* Keep headings inside the kept text if text of their section is kept; drop those without such text. A section
   ends at the next heading of its level, or of a higher one. An h1 is mostly the title: it has no section. */
static void match_sections(const TidyPage *page)
{
    enum { LEVELS = TAG_H6 - TAG_H1 + 1 };
    int64_t next_text[LEVELS], next_kept = page->blocks, first_kept = 0, has_text = 0;
    for (int level = 0; level < LEVELS; level++)
        next_text[level] = NONE; /* in the section of a heading of this level */
    while (first_kept < page->blocks && !page->kept[first_kept])
        first_kept++;
    for (int64_t i = page->blocks - 1; i >= 0; i--) {
        if (!(page->flags[page->first_row[i]] & page->heading)) {
            for (int level = 0; page->kept[i] && level < LEVELS; level++)
                next_text[level] = i;
            has_text |= page->kept[i];
            next_kept = page->kept[i] ? i : next_kept;
            continue;
        }
        int64_t text = next_text[level_of(page, i)];
        for (int level = level_of(page, i); level < LEVELS; level++)
            next_text[level] = NONE;
        int64_t distance = next_kept - i;
        next_kept = page->kept[i] ? i : next_kept;
        if (level_of(page, i) == 0)
            continue;
        if (!page->kept[i] && i > first_kept && text != NONE && distance <= page->section_reach &&
            page->probability[i] >= page->min_heading) {
            page->kept[i] = 1;
            page->change[i] = KEPT_HEADING;
        } else if (page->kept[i] && text == NONE && page->probability[i] < page->sure_heading) {
            page->change[i] = DROPPED_HEADING;
        }
    }
    for (int64_t i = 0; i < page->blocks; i++) {
        if (page->change[i] != DROPPED_HEADING)
            continue;
        page->kept[i] = !has_text; /* a list of headings is all there is */
        page->change[i] = has_text ? DROPPED_HEADING : 0;
    }
}

/* Drop short blocks of low probability that are isolated, or that introduce dropped text. */
static void drop_strays(const TidyPage *page)
{
    int is_any_long = 0;
    int64_t last = page->blocks - 1;
    for (int64_t i = 0; i <= last; i++) {
        int is_short = page->chars[i] <= page->max_short && page->probability[i] < page->sure;
        is_any_long |= page->kept[i] && !is_short;
        if (page->kept[i] && is_short && page->change[i] != KEPT_HEADING &&
            !(i < last && page->kept[i + 1]) && (!(i && page->kept[i - 1]) || page->ends_colon[i] > 0))
            page->change[i] = DROPPED_STRAY;
    }
    for (int64_t i = 0; i <= last; i++) {
        if (page->change[i] != DROPPED_STRAY)
            continue;
        page->kept[i] = !is_any_long;
        page->change[i] = is_any_long ? DROPPED_STRAY : 0;
    }
}

/* Change which blocks are kept. `change` gets the reasons. */
void mt_tidy(const TidyPage *page)
{
    for (int64_t i = 0; i < page->blocks; i++)
        page->change[i] = 0;
    keep_parts(page);
    keep_headings(page);
    match_sections(page);
    drop_strays(page);
}
