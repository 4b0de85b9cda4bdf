/* Clean-up rules that use a block's neighbours (see maintext.methods.auto.cleanup). */
#include "base/memory.h"
#include "generated/features.h"
#include "model/model.h"
#include "rows/rows.h"

#include <string.h>

#define MAX_DROPPED 0.4       /* share of the kept words that a second look drops, at most */
#define MAX_ADDED   1.0       /* the same for words that it adds */
#define MIN_PROSE   0.5       /* probability of an article, documentation or forum, on a page of prose */
#define MIN_SECTION 0.5       /* kept share of a section that keeps its heading */
#define MIN_HEADING (-1.3863) /* log odds of that heading by the model: a probability of 0.2 */

enum {
    DEPTHS = 64,
    MIN_ALIKE = 4,      /* tables of a page that decide on others like them, at least */
    PICTURE_LEVELS = 2, /* from a heading up to the element that has its picture */
    MAX_LINES = 8       /* a heading with more blocks is an unclosed element */
};

static int is_formula(const TidyPage *page, int64_t block)
{
    return (page->flags[page->first_row[block]] & FLAG_FORMULA) != 0;
}

static int is_part(const TidyPage *page, int64_t block)
{
    if (is_formula(page, block))
        return 1;
    int64_t row = page->core[block] != NONE ? page->core[block] : page->element[block];
    return page->tag[row] < page->tags && page->is_part[page->tag[row]];
}

/* Whether a block is a formula, or of a table or listing: inside the text these belong to it, however improbable
   their words, and they are no strays. */
static int is_exhibit(const TidyPage *page, int64_t block)
{
    int64_t row = page->core[block];
    if (is_formula(page, block) || page->flags[page->first_row[block]] & FLAG_PRE)
        return 1;
    return row != NONE && (page->tag[row] == TAG_TABLE || page->flags[row] & FLAG_PRE);
}

/* Keep units, and parts of lists, tables, code and quotations, between two kept blocks. */
static void keep_parts(const TidyPage *page)
{
    for (int64_t i = 0, next; i < page->blocks; i = next) {
        for (next = i + 1; next < page->blocks && page->core[i] != NONE && page->core[next] == page->core[i];)
            next++;
        if (i && next < page->blocks && page->kept[i - 1] && page->kept[next] && !page->kept[i] &&
            (page->probability[i] >= page->min_part || is_exhibit(page, i)) && is_part(page, i))
            memset(page->change + i, KEPT_PART, (size_t)(next - i));
    }
    for (int64_t i = 0; i < page->blocks; i++)
        page->kept[i] |= page->change[i] == KEPT_PART;
}

/* What a second look does with a list; 0 if it stays as it was chosen. */
static int list_verdict(const TidyPage *page, double margin)
{
    return margin >= page->list_from ? KEPT_LIST : margin < page->list_below ? DROPPED_LIST : 0;
}

/* Whether headings have text below them; those of products and listings often do not. */
static int is_prose(const TidyPage *page)
{
    const double *kinds = page->kinds;
    double prose = kinds[PAGE_KIND_ARTICLE] + kinds[PAGE_KIND_DOCUMENTATION];
    return prose + kinds[PAGE_KIND_FORUM] > MIN_PROSE && prose > kinds[PAGE_KIND_FORUM];
}

/* Whether there is a picture between a heading and the next one, near the heading: not in a column beside the text or
   in the footer. */
static int has_picture(const TidyPage *page, int64_t block, int64_t heading)
{
    int64_t next = block + 1, around = heading;
    while (next < page->blocks && !(page->flags[page->first_row[next]] & FLAG_HEADING))
        next++;
    for (int level = 0; level < PICTURE_LEVELS && page->parent[around] >= 0; level++)
        around = page->parent[around];
    int64_t end = next < page->blocks ? page->first_row[next] : page->rows;
    end = end < page->end[around] ? end : page->end[around];
    for (int64_t row = page->end[heading]; row < end; row++)
        if (page->tag[row] == TAG_IMG || page->tag[row] == TAG_VIDEO || page->tag[row] == TAG_IFRAME)
            return 1;
    return 0;
}

/* The same for a heading: `column` points to this heading's first feature, and the next ones follow `count` apart.
   An h1 is mostly the title: it is not dropped. A heading is not added if nothing of its section is kept, and is
   sooner dropped; below all kept text of a page of prose it is always dropped, unless a picture follows it. An h2 or
   h3 after kept text, which is not improbable itself, is sooner added if half of its section is kept: without it, two
   sections are one. A heading in a data table is kept or dropped with its table. */
static int heading_verdict(const TidyPage *page, int64_t block, double margin, const float *column,
                           int64_t count)
{
    if (page->core[block] != NONE && page->tag[page->core[block]] == TAG_TABLE)
        return 0;
    int64_t heading = mt_heading_of(page, block), tag = heading == NONE ? NONE : page->tag[heading];
    double section_kept = (double)column[HEADING_SECTION_KEPT * count], from = page->heading_from;
    if ((tag == TAG_H2 || tag == TAG_H3) && column[HEADING_PLACE * count] > 0 && section_kept > MIN_SECTION &&
        page->log_odds[block] >= MIN_HEADING)
        from = (from + page->heading_below) / 2;
    int is_last = tag > TAG_H1 && section_kept <= 0 && column[HEADING_PLACE * count] >= 1;
    if (margin >= from && !(is_last && is_prose(page) && !has_picture(page, block, heading)))
        return section_kept > 0 ? KEPT_HEADING : 0;
    return (section_kept <= 0 || margin < page->heading_below) && tag != TAG_H1 ? DROPPED_HEADING : 0;
}

static int is_changed(const TidyPage *page, int64_t block, int is_kept)
{
    return page->kept[block] != is_kept && !(is_kept && page->change[block] == DROPPED_EARLIER);
}

/* Decide again about lists or headings, by trees that also read what is kept around them. A page of which too
   much would be added or dropped is a page of lists or headings, and stays as it was chosen. */
static void settle(const TidyPage *page, Look look, const BlockRange *ranges, const double *margins,
                   const float *columns, int64_t count)
{
    double words = 0, changed[2] = {0, 0};
    for (int64_t i = 0; i < page->blocks; i++)
        words += page->kept[i] ? (double)page->words[i] : 0;
    for (int is_change = 0; is_change < 2; is_change++) {
        int may[2] = {changed[0] <= MAX_DROPPED * words, changed[1] <= MAX_ADDED * words};
        for (int64_t i = 0; i < count; i++) {
            int change = look == LOOK_LISTS
                             ? list_verdict(page, margins[i])
                             : heading_verdict(page, ranges[i].first, margins[i], columns + i, count);
            int is_kept = change == KEPT_LIST || change == KEPT_HEADING;
            for (int64_t at = ranges[i].first; change && at < ranges[i].end; at++) {
                if (!is_changed(page, at, is_kept))
                    continue;
                changed[is_kept] += (double)page->words[at];
                if (is_change && may[is_kept]) {
                    page->kept[at] = (uint8_t)is_kept;
                    page->change[at] = (uint8_t)change;
                }
            }
        }
    }
}

/* Tables at the same depth: how many there are, and how many of them are kept. */
typedef struct {
    int64_t number, kept;
} Alike;

static Alike *alike_of(const TidyPage *page, Alike *alike, BlockRange table)
{
    int64_t depth = page->depth[page->element[table.first]];
    return alike + (depth < DEPTHS ? depth : DEPTHS - 1);
}

/* A table of which the trees are not sure is kept if most of those at its depth are: pages have the same table for
   each of several things, and readers expect all of them. */
static void join_tables(const TidyPage *page, const BlockRange *ranges, double *margins, const float *columns,
                        int64_t count)
{
    Alike alike[DEPTHS] = {{0, 0}};
    const float *kind = columns + LIST_KIND * count;
    for (int64_t i = 0; i < count; i++) {
        if (kind[i] != LIST_OF_ROWS)
            continue;
        Alike *own = alike_of(page, alike, ranges[i]);
        int change = list_verdict(page, margins[i]);
        own->number++;
        own->kept += change ? change == KEPT_LIST : page->kept[ranges[i].first];
    }
    for (int64_t i = 0; i < count; i++) {
        const Alike *own = alike_of(page, alike, ranges[i]);
        if (kind[i] == LIST_OF_ROWS && own->number >= MIN_ALIKE && 2 * own->kept > own->number &&
            !list_verdict(page, margins[i]))
            margins[i] = page->list_from;
    }
}

static int look_again(const TidyPage *page, Look look, const Forest *forest)
{
    BlockRange *ranges = NULL;
    float *columns = NULL;
    int64_t count = mt_look(page, look, &ranges, &columns);
    double *margins = count > 0 ? mt_allocate((size_t)count * sizeof *margins) : NULL;
    if (margins) {
        mt_sum_forest(forest, columns, count, margins);
        if (look == LOOK_LISTS)
            join_tables(page, ranges, margins, columns, count);
        settle(page, look, ranges, margins, columns, count);
    }
    int failed = count < 0 || (count > 0 && !margins);
    mt_release(margins);
    mt_release(ranges);
    mt_release(columns);
    return failed ? -1 : 0;
}

/* Keep all blocks of a heading if half of its letters are kept: the stars of a hotel, a line below a name. */
static void join_headings(const TidyPage *page)
{
    for (int64_t i = 0, next; i < page->blocks; i = next) {
        int64_t heading = mt_heading_of(page, i);
        double kept = 0, chars = 0;
        for (next = i; next < page->blocks &&
                       (next == i || (heading != NONE && page->first_row[next] < page->end[heading]));
             next++) {
            chars += page->chars[next];
            kept += page->kept[next] ? page->chars[next] : 0;
        }
        if (next - i < 2 || next - i > MAX_LINES || kept <= 0 || 2 * kept < chars)
            continue;
        for (int64_t at = i; at < next; at++) {
            if (is_changed(page, at, 1)) {
                page->kept[at] = 1;
                page->change[at] = KEPT_REST;
            }
        }
    }
}

/* The end of the box beside the text that a block is in: the outermost <nav> or <aside>. */
static int64_t end_of_box(const TidyPage *page, int64_t block)
{
    const int64_t mask = FLAG_NAV | FLAG_ASIDE;
    int64_t row = page->first_row[block];
    while (page->parent[row] >= 0 && page->flags[page->parent[row]] & mask)
        row = page->parent[row];
    return page->end[row];
}

/* Drop the headings of such boxes where the box has no kept text after them: "In this article" is not the heading of
   the text after the box. */
static void drop_box_headings(const TidyPage *page)
{
    int64_t next_text = NONE; /* row of the next kept text */
    for (int64_t i = page->blocks - 1; i >= 0; i--) {
        int64_t row = page->first_row[i], heading;
        if (!page->kept[i])
            continue;
        if (!(page->flags[row] & FLAG_HEADING))
            next_text = row;
        else if (page->flags[row] & (FLAG_NAV | FLAG_ASIDE) && (heading = mt_heading_of(page, i)) != NONE &&
                 page->tag[heading] != TAG_H1 && next_text >= end_of_box(page, i)) {
            page->kept[i] = 0;
            page->change[i] = DROPPED_HEADING;
        }
    }
}

static int is_short(const TidyPage *page, int64_t block)
{
    return page->chars[block] <= page->max_short && page->probability[block] < page->sure;
}

/* Drop short blocks of low probability that are isolated, or that introduce dropped text, unless all are short.
   Listings, tables and formulas may be short.
   The heading of kept text is left to its second look, if it had one: that reads more than the next block. */
static void drop_strays(const TidyPage *page, int is_thread)
{
    int is_any_long = 0;
    int64_t last = page->blocks - 1;
    for (int64_t i = 0; i <= last; i++)
        is_any_long |= page->kept[i] && !is_short(page, i);
    for (int64_t i = last; is_any_long && i >= 0; i--) { /* backwards: strays under a heading are known */
        if (page->kept[i] && is_short(page, i) && !is_exhibit(page, i) &&
            (is_thread || !mt_heads_kept_text(page, i)) && !(i < last && page->kept[i + 1]) &&
            (!(i && page->kept[i - 1]) || page->ends_colon[i] > 0))
            page->change[i] = DROPPED_STRAY;
    }
    for (int64_t i = 0; i <= last; i++)
        page->kept[i] &= page->change[i] != DROPPED_STRAY;
}

static int run_steps(const TidyPage *page, const Forest *lists, const Forest *headings)
{
    keep_parts(page);
    int is_thread =
        page->kinds[PAGE_KIND_FORUM] > page->thread; /* posts and their titles are chosen one by one */
    if (!lists || (!is_thread && look_again(page, LOOK_LISTS, lists) < 0))
        return lists ? -1 : 0;
    if (!headings || (!is_thread && look_again(page, LOOK_HEADINGS, headings) < 0))
        return headings ? -1 : 0;
    join_headings(page);
    if (!is_thread)
        drop_box_headings(page);
    drop_strays(page, is_thread);
    return 0;
}

/* Change which blocks are kept. `change` gets the reasons; on entry it has DROPPED_EARLIER for blocks that no
   second look may add. Stops before a step whose trees are missing, which is for fitting them. Returns -1 when
   out of memory. */
int mt_tidy(const TidyPage *page, const Forest *lists, const Forest *headings)
{
    int failed = run_steps(page, lists, headings);
    for (int64_t i = 0; i < page->blocks; i++)
        if (page->change[i] == DROPPED_EARLIER)
            page->change[i] = 0;
    return failed;
}
