/* Kept blocks -> items, and how close they stand: maintext.render.content and containers. */
#include <stdlib.h>

#include "rows/rows.h"

enum { MOST_LINES = 8 }; /* of a heading or caption */

int mt_are_sorted(const Rows *rows, Sorted some)
{
    for (int64_t i = 0; i < some.count; i++)
        if (!is_row(rows, some.at[i]) || (i && some.at[i] <= some.at[i - 1]))
            return 0;
    return 1;
}

/* -- holders: elements whose whole text is one item --------------------------------------------------- */

int mt_is_code(int64_t tag)
{
    return tag == TAG_PRE || tag == TAG_XMP || tag == TAG_PLAINTEXT || tag == TAG_TEXTAREA;
}

static int is_heading_or_caption(int64_t tag)
{
    return (tag >= TAG_H1 && tag <= TAG_H6) || tag == TAG_FIGCAPTION || tag == TAG_CAPTION;
}

/* How many of the sorted rows lie before a row. */
int64_t mt_rows_before(const int64_t *at, int64_t count, int64_t row)
{
    int64_t low = 0, high = count;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (at[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Find the outermost holders that have blocks, given the tables that hold data and the elements that are
   headings by their role. `found` has room for every row. */
int64_t mt_find_holders(const Rows *rows, const BlockRows *blocks, Sorted tables, Sorted headings,
                     int64_t *found)
{
    int64_t count = 0, table = 0, heading = 0, code = 0;
    for (int64_t row = 0; row < rows->count;) {
        int is_table = table < tables.count && tables.at[table] == row;
        int is_heading = heading < headings.count && headings.at[heading] == row;
        table += is_table;
        heading += is_heading;
        int takes_all = is_table || mt_is_code(rows->tag[row]);
        if (!takes_all && !is_heading && !is_heading_or_caption(rows->tag[row])) {
            row++;
            continue;
        }
        if (!is_end(rows, row))
            return FOUND_WRONG;
        int64_t end = rows->end[row];
        int64_t first = mt_rows_before(blocks->first_row, blocks->count, row);
        int64_t lines = mt_rows_before(blocks->first_row, blocks->count, end) - first;
        for (code = code < row ? row : code; code < rows->count && !mt_is_code(rows->tag[code]); code++)
            ;
        int holds_code = code < end || (table < tables.count && tables.at[table] < end);
        if (!lines || (!takes_all && (lines > MOST_LINES || holds_code))) {
            row++;
            continue;
        }
        found[count++] = row;
        table += mt_rows_before(tables.at + table, tables.count - table, end);
        heading += mt_rows_before(headings.at + heading, headings.count - heading, end);
        row = end;
    }
    return count;
}

/* -- containers: quotes, figures and list items around items ------------------------------------------- */

enum { IS_LISTED = 1, IS_CONTAINER = 2, IS_LIST = 4 };

static int box_of(int64_t tag)
{
    switch (tag) {
    case TAG_LI:
    case TAG_DT:
    case TAG_DD:
        return IS_CONTAINER | IS_LISTED;
    case TAG_BLOCKQUOTE:
    case TAG_FIGURE:
        return IS_CONTAINER;
    case TAG_UL:
    case TAG_OL:
    case TAG_MENU:
    case TAG_DIR:
    case TAG_DL:
        return IS_LIST;
    default:
        return 0;
    }
}

typedef struct {
    int32_t container, list; /* the nearest ones, the row itself included; NONE if there is none */
    uint8_t level;           /* of containers, no more than DEEPEST */
    uint8_t is_used;         /* a container: it is the innermost one of an item */
    uint8_t is_loose;        /* a list: its items stand apart */
} Around;

static int look_around(const Rows *rows, Around *around)
{
    for (int64_t row = 0; row < rows->count; row++) {
        int64_t parent = rows->parent[row];
        if (parent >= row || parent < NONE)
            return 0;
        int box = box_of(rows->tag[row]);
        Around here = parent == NONE ? (Around){NONE, NONE, 0, 0, 0} : around[parent];
        here.is_used = here.is_loose = 0;
        if (box & IS_CONTAINER && here.level < DEEPEST) {
            here.container = (int32_t)row;
            here.level++;
        }
        if (box & IS_LIST)
            here.list = (int32_t)row;
        around[row] = here;
    }
    return 1;
}

static Path path_of(const Rows *rows, const Around *around, int64_t container)
{
    Path path = {{0}, 0};
    path.length = container == NONE ? 0 : around[container].level;
    for (int i = path.length - 1; i >= 0; i--) {
        path.at[i] = (int32_t)container;
        int64_t parent = rows->parent[container];
        container = parent == NONE ? NONE : around[parent].container;
    }
    return path;
}

static int is_listed(const Rows *rows, int64_t container) { return box_of(rows->tag[container]) & IS_LISTED; }

/* Lists with an item of several paragraphs are loose. `stray` stands for the list of items that have none. */
static void loosen(const Rows *rows, Around *around, Around *stray, const Item *items, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        int64_t container = items[i].container;
        if (container == NONE || !is_listed(rows, container))
            continue;
        int64_t list = around[container].list;
        if (around[container].is_used)
            (list == NONE ? stray : &around[list])->is_loose = 1;
        around[container].is_used = 1;
    }
}

static int is_in_loose(const Around *around, const Around *stray, int64_t container)
{
    int64_t list = around[container].list;
    return (list == NONE ? stray : &around[list])->is_loose;
}

/* Whether an item follows another without an empty line: items of a list, a definition. */
static int stands_close(const Rows *rows, const Around *around, const Around *stray, const Path *before,
                        const Path *path, int common)
{
    if (common == path->length || !is_listed(rows, path->at[common]))
        return 0;
    int64_t new = path->at[common];
    if (common == before->length) /* a list begins; close to its text if that is a list item */
        return common && is_listed(rows, before->at[common - 1]) &&
               !is_in_loose(around, stray, before->at[common - 1]);
    int64_t old = before->at[common];
    if (rows->tag[old] == TAG_DT && rows->tag[new] == TAG_DD)
        return 1;
    return is_listed(rows, old) && around[old].list == around[new].list && !is_in_loose(around, stray, new);
}

/* Say how an item stands to the one before it, which lies within `before`. */
static void compare(const Rows *rows, const Around *around, const Around *stray, const Path *before,
                    Item *item)
{
    const Path *path = &item->within;
    int common = 0;
    while (common < before->length && common < path->length && before->at[common] == path->at[common])
        common++;
    item->shared = common;
    item->same_list = common < before->length && common < path->length &&
                      around[before->at[common]].list == around[path->at[common]].list;
    item->is_close = stands_close(rows, around, stray, before, path, common);
}

/* -- items -------------------------------------------------------------------------------------------- */

/* Whether a block is a further line of the one before it: a single <br> between. */
static int continues(const Rows *rows, const BlockRows *blocks, int64_t block)
{
    int64_t before = blocks->last_row[block - 1], after = blocks->first_row[block];
    if (rows->block[blocks->first_row[block - 1]] != rows->block[after])
        return 0;
    int borders = 0, breaks = 0;
    for (int64_t row = before; row < after && borders < 2; row++) {
        int border = is_border(rows, row);
        borders += border;
        breaks += border && rows->tag[row] == TAG_BR;
    }
    return borders == 1 && breaks == 1;
}

/* The number of the holder that a row lies in, or NONE; `next` goes on to the first one behind the row. */
static int64_t holder_of(const Rows *rows, Sorted holders, int64_t *next, int64_t row)
{
    while (*next < holders.count && holders.at[*next] <= row)
        ++*next;
    return *next && rows->end[holders.at[*next - 1]] > row ? *next - 1 : NONE;
}

static int has_own_images(const Rows *rows, int64_t holder) /* or none, as code has */
{
    return rows->tag[holder] == TAG_TABLE || mt_is_code(rows->tag[holder]);
}

static int64_t gather(const Rows *rows, const BlockRows *blocks, const Byte *kept, Sorted holders,
                      Sorted images, const Around *around, Item *items)
{
    int64_t count = 0, next = 0, image = 0, held = NONE; /* the last item of a holder */
    for (int64_t block = 0; block <= blocks->count; block++) {
        if (block < blocks->count && !kept[block])
            continue;
        int64_t row = block < blocks->count ? blocks->first_row[block] : rows->count;
        for (; image < images.count && images.at[image] < row; image++) {
            int64_t at = images.at[image], holder = holder_of(rows, holders, &next, at);
            if (holder == NONE || !has_own_images(rows, holders.at[holder]))
                items[count++] = (Item){.image = image, .holder = NONE, .container = around[at].container};
        }
        if (block == blocks->count)
            break;
        int64_t holder = holder_of(rows, holders, &next, row);
        Item *last = holder != NONE ? (held == NONE ? NULL : &items[held]) : count ? &items[count - 1] : NULL;
        if (last && last->image == NONE && last->holder == holder &&
            (holder != NONE || (kept[block - 1] && continues(rows, blocks, block)))) {
            last->count = block + 1 - last->first; /* those of them that are not kept are left out */
            continue;
        }
        if (holder != NONE)
            held = count;
        int64_t container = around[holder == NONE ? row : holders.at[holder]].container;
        items[count++] =
            (Item){.first = block, .count = 1, .image = NONE, .holder = holder, .container = container};
    }
    return count;
}

/* Find the items of the kept blocks, with the images between them; there is room for one of each. */
int64_t mt_find_items(const Rows *rows, const BlockRows *blocks, const Byte *kept, Sorted holders, Sorted images,
                   Item *items)
{
    if (rows->count > INT32_MAX)
        return FOUND_WRONG;
    Around *around = malloc((size_t)(rows->count + 1) * sizeof *around), stray = {NONE, NONE, 0, 0, 0};
    if (!around)
        return FOUND_NO_MEMORY;
    int64_t count = FOUND_WRONG;
    if (look_around(rows, around)) {
        count = gather(rows, blocks, kept, holders, images, around, items);
        loosen(rows, around, &stray, items, count);
        Path before = {{0}, 0};
        for (int64_t i = 0; i < count; i++) {
            items[i].within = path_of(rows, around, items[i].container);
            compare(rows, around, &stray, &before, &items[i]);
            before = items[i].within;
        }
    }
    free(around);
    return count;
}
