/* Short lines that readers may skip: see lines.h. */
#include "model/lines.h"

#include <math.h>

#include "generated/features.h"

#define MAX_CHARS       400
#define MIN_PROBABILITY 1e-3 /* log odds are between those of this and of 1 - this */
#define LINKED          0.3f /* share of a line's letters in links from which it leads elsewhere */
#define LIKELY_KIND     0.5f /* probability of a kind of page */

enum {
    LABEL_CHARS = 30,
    SHORT_CHARS = 75
}; /* of a line that says nothing else, and of a short one, at most */

/* The first columns say how a line opens; the next ones are columns of its block. */
enum { OPENINGS = LINE_LINK_DENSITY };
static const int own_features[LINE_ODDS - OPENINGS] = {LINE_OWN_FEATURES};

/* -- lines that are read ----------------------------------------------------------------------------- */

static const float *column_of(const LinePage *page, int feature)
{
    return page->columns + feature * page->blocks;
}

static int may_be_line(const LinePage *page, int64_t block)
{
    return page->kept[block] && page->chars[block] <= MAX_CHARS &&
           page->unit[block] < 0 && /* tables stay whole */
           column_of(page, FEATURE_IN_PRE)[block] == 0 && column_of(page, FEATURE_IN_CODE)[block] == 0;
}

/* Put a number among the smallest ones, in ascending order; the largest goes when there are too many. */
static int64_t put_small(double small[MAX_LINES], int64_t count, double number)
{
    if (count == MAX_LINES && number >= small[MAX_LINES - 1])
        return count;
    int64_t at = count < MAX_LINES ? count : MAX_LINES - 1;
    for (; at > 0 && small[at - 1] > number; at--)
        small[at] = small[at - 1];
    small[at] = number;
    return count < MAX_LINES ? count + 1 : count;
}

/* Find the lines of a page that has more than MAX_LINES. */
static int find_least_probable(const LinePage *page, int64_t blocks[MAX_LINES])
{
    double small[MAX_LINES] = {0};
    int64_t count = 0;
    for (int64_t i = 0; i < page->blocks; i++)
        if (may_be_line(page, i))
            count = put_small(small, count, page->probability[i]);
    /* Of several with the largest probability, the first ones are read. */
    double most = count ? small[count - 1] : 0;
    int64_t alike = 0, found = 0;
    for (int64_t at = count - 1; at >= 0 && small[at] == most; at--)
        alike++;
    for (int64_t i = 0; i < page->blocks && found < count; i++) {
        if (!may_be_line(page, i))
            continue;
        if (page->probability[i] < most || (page->probability[i] == most && alike-- > 0))
            blocks[found++] = i;
    }
    return (int)found;
}

int mt_find_short_lines(const LinePage *page, int64_t blocks[MAX_LINES])
{
    int found = 0;
    for (int64_t i = 0; i < page->blocks; i++) {
        if (!may_be_line(page, i))
            continue;
        if (found == MAX_LINES)
            return find_least_probable(page, blocks);
        blocks[found++] = i;
    }
    return found;
}

/* -- columns ----------------------------------------------------------------------------------------- */

/* What is kept of a page. */
typedef struct {
    int64_t blocks, words;
    int64_t first_text,
        last_text; /* kept blocks that are neither lines nor headings; first_text > last_text: none */
    int64_t alike[OPENINGS]; /* lines of each kind */
} KeptText;

static KeptText read_kept(const LinePage *page, const OpenedLine *lines, int64_t count)
{
    const float *in_heading = column_of(page, FEATURE_IN_HEADING);
    KeptText kept = {.first_text = page->blocks, .last_text = -1};
    int64_t line = 0;
    for (int64_t i = 0; i < page->blocks; i++) {
        int is_line = line < count && lines[line].block == i;
        line += is_line;
        if (!page->kept[i])
            continue;
        kept.blocks++;
        kept.words += page->words[i];
        if (is_line || in_heading[i] != 0)
            continue;
        kept.first_text = kept.last_text < 0 ? i : kept.first_text;
        kept.last_text = i;
    }
    for (int64_t i = 0; i < count; i++)
        kept.alike[lines[i].kind]++;
    return kept;
}

int mt_set_line_columns(const LinePage *page, const OpenedLine *lines, int64_t count, float *columns)
{
    KeptText kept = read_kept(page, lines, count);
    if (kept.last_text < 0)
        return 0;
    double all_words = kept.words > 1 ? (double)kept.words : 1;
    int64_t words = 0, block = 0;
    for (int64_t i = 0; i < count; i++) {
        int64_t at = lines[i].block, next = at + 1 < page->blocks ? at + 1 : at;
        for (; block < at; block++)
            words += page->kept[block] ? page->words[block] : 0;
        double likely = page->probability[at], alike = (double)kept.alike[lines[i].kind];
        likely = likely < MIN_PROBABILITY ? MIN_PROBABILITY : likely;
        likely = likely > 1 - MIN_PROBABILITY ? 1 - MIN_PROBABILITY : likely;
        float *cell = columns + i;
#define SET(name, value) cell[(name) * count] = (float)(value)
        for (int kind = 0; kind < OPENINGS; kind++)
            SET(kind, kind == lines[i].kind);
        for (int own = 0; own < LINE_ODDS - OPENINGS; own++)
            SET(OPENINGS + own, column_of(page, own_features[own])[at]);
        SET(LINE_ODDS, log(likely / (1 - likely)));
        SET(LINE_BEFORE_TEXT, at < kept.first_text);
        SET(LINE_AFTER_TEXT, at > kept.last_text);
        SET(LINE_LAST_KEPT, at > 0 && page->kept[at - 1]);
        SET(LINE_NEXT_KEPT, next > at && page->kept[next]);
        SET(LINE_NEXT_LINKS, column_of(page, FEATURE_LINK_DENSITY)[next]);
        SET(LINE_PLACE, (double)words / all_words);
        SET(LINE_ALIKE, log1p(alike));
        SET(LINE_ALIKE_SHARE, alike / (double)kept.blocks);
        SET(LINE_KEPT, log1p((double)kept.blocks));
        for (int kind = 0; kind < PAGE_KIND_COUNT; kind++)
            SET(LINE_KIND_ARTICLE + kind, page->kinds[kind]);
#undef SET
    }
    return 1;
}

/* -- clear cases ------------------------------------------------------------------------------------- */

int mt_is_clear_line(const float *columns, int64_t count, int64_t number, int kind)
{
    const float *cell = columns + number;
#define GET(name) cell[(name) * count]
    int is_linked = GET(LINE_LINK_DENSITY) > LINKED,
        is_label = (double)GET(LINE_LOG_CHARS) < log1p(LABEL_CHARS);
    int is_short = (double)GET(LINE_LOG_CHARS) < log1p(SHORT_CHARS) && GET(LINE_ENDS_SENTENCE) == 0;
    int heads = GET(LINE_BEFORE_TEXT) > 0 && GET(LINE_KIND_ARTICLE) > LIKELY_KIND && is_short;
    int tails = GET(LINE_AFTER_TEXT) > 0;
    switch (kind) {
    case LINE_OPENS_PLACEHOLDER:
    case LINE_OPENS_CALENDAR:
    case LINE_OPENS_ADVERT:
        return 1;
    case LINE_OPENS_REFERENCE:
        return is_linked || is_label;
    case LINE_OPENS_RELATED:
        return is_label;
    case LINE_OPENS_NAVIGATION:
    case LINE_OPENS_COMMENTS:
        return is_linked;
    case LINE_OPENS_TAGS:
        return tails;
    case LINE_OPENS_BYLINE:
        return heads || (tails && is_short);
    case LINE_OPENS_DATE:
    case LINE_OPENS_SOURCE:
        return heads;
    case LINE_OPENS_POST:
        return GET(LINE_KIND_FORUM) > LIKELY_KIND;
    case LINE_OPENS_NEWSLETTER:
        return GET(LINE_NAMED_FORM) > 0;
    default:
        return 0;
    }
#undef GET
}
