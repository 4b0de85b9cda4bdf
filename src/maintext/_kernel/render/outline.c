/* Kept blocks -> items, the containers around them, and the spacing between them. */
#include "base/memory.h"
#include "render/content.h"

enum { MAX_LINES = 8 }; /* a "heading" or caption with more blocks is an unclosed element */

int mt_are_sorted(const Rows *rows, Sorted some)
{
    for (int64_t i = 0; i < some.count; i++)
        if (!is_row(rows, some.at[i]) || (i && some.at[i] <= some.at[i - 1]))
            return 0;
    return 1;
}

/* -- holders: elements whose whole text is one item -------------------------------------------------- */

enum { HOLDS_CODE = 1, HOLDS_LINES = 2, MAY_HOLD_CODE = 4 };

static const Byte holder_tags[LISTED_TAGS] = {
    [TAG_PRE] = HOLDS_CODE,      [TAG_XMP] = HOLDS_CODE,         [TAG_PLAINTEXT] = HOLDS_CODE,
    [TAG_TEXTAREA] = HOLDS_CODE, [TAG_H1] = HOLDS_LINES,         [TAG_H2] = HOLDS_LINES,
    [TAG_H3] = HOLDS_LINES,      [TAG_H4] = HOLDS_LINES,         [TAG_H5] = HOLDS_LINES,
    [TAG_H6] = HOLDS_LINES,      [TAG_FIGCAPTION] = HOLDS_LINES, [TAG_CAPTION] = HOLDS_LINES,
    [TAG_TABLE] = MAY_HOLD_CODE, [TAG_OL] = MAY_HOLD_CODE,
};

static int holder_of_tag(int64_t tag) { return tag >= 0 && tag < LISTED_TAGS ? holder_tags[tag] : 0; }

/* A table or list of code is a listing, too: rows/listings.c finds them. */
static int is_code(const Rows *rows, int64_t row)
{
    int holds = holder_of_tag(rows->tag[row]);
    return holds && (holds == HOLDS_CODE || (holds == MAY_HOLD_CODE && rows->flags[row] & FLAG_PRE));
}

/* The first row that is kept. */
int64_t mt_first_row(const PageContent *content)
{
    int64_t block = 0, blocks = content->blocks.count;
    while (block < blocks && !content->kept[block])
        block++;
    int64_t row = block < blocks ? content->blocks.first_row[block] : content->rows.count;
    return content->images.at.count && content->images.at.at[0] < row ? content->images.at.at[0] : row;
}

/* One past the last row that matters: nothing kept begins after it. */
int64_t mt_last_row(const PageContent *content)
{
    int64_t block = content->blocks.count, images = content->images.at.count;
    while (block && !content->kept[block - 1])
        block--;
    int64_t end = block ? content->blocks.last_row[block - 1] + 1 : 0;
    int64_t image = images ? content->images.at.at[images - 1] + 1 : 0;
    return image > end ? image : end;
}

/* Number of the sorted rows that come before a row. */
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

int64_t mt_index_of(Sorted some, int64_t row)
{
    int64_t at = mt_rows_before(some.at, some.count, row);
    return at < some.count && some.at[at] == row ? at : NONE;
}

/* Find the outermost holders that have blocks. `tables` are the data tables. `found` must hold one item per
   row. Returns their number, or FOUND_INVALID. */
static int64_t find_holders(const PageContent *content, Sorted tables, int64_t *found)
{
    const Rows *rows = &content->rows;
    const BlockRows *blocks = &content->blocks;
    Sorted headings = content->headings;
    int64_t count = 0, table = 0, heading = 0, code = 0;
    int64_t begin = mt_first_row(content), last = mt_last_row(content);
    for (int64_t row = 0; row < last;) {
        if (is_before(rows, row, begin)) {
            row = rows->end[row];
            continue;
        }
        while (heading < headings.count && headings.at[heading] < row)
            heading++;
        int is_table = table < tables.count && tables.at[table] == row;
        int is_heading = heading < headings.count && headings.at[heading] == row;
        int holds = is_code(rows, row) ? HOLDS_CODE : holder_of_tag(rows->tag[row]) & HOLDS_LINES;
        if (!holds && !is_table && !is_heading) {
            row++;
            continue;
        }
        table += is_table;
        heading += is_heading;
        is_heading &= (rows->flags[row] & FLAG_HEADING) != 0;
        int takes_all = is_table || holds == HOLDS_CODE;
        if (!holds && !takes_all && !is_heading) {
            row++;
            continue;
        }
        if (!is_end(rows, row))
            return FOUND_INVALID;
        int64_t end = rows->end[row];
        int64_t first = mt_rows_before(blocks->first_row, blocks->count, row);
        int64_t lines = mt_rows_before(blocks->first_row, blocks->count, end) - first;
        for (code = code < row ? row : code; code < rows->count && !is_code(rows, code); code++)
            ;
        int holds_code = code < end || (table < tables.count && tables.at[table] < end);
        if (!lines || (!takes_all && (lines > MAX_LINES || holds_code))) {
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

/* -- spacing ------------------------------------------------------------------------------------------ */

/* Mark lists as loose if an item has several paragraphs, also in a quotation or figure: then empty lines separate all
   items. */
static void mark_loose_lists(Outline *outline)
{
    RowContext *context = outline->context;
    for (int64_t i = 0; i < outline->count; i++) {
        const Path *within = &outline->items[i].within;
        int level = within->length;
        while (level && !mt_is_listed(outline->rows->tag[within->at[level - 1]]))
            level--;
        if (!level)
            continue;
        int64_t container = within->at[level - 1];
        int64_t list = context[container].list;
        if (context[container].is_used)
            (list == NONE ? &outline->stray : &context[list])->is_loose = 1;
        context[container].is_used = 1;
    }
}

int mt_is_loose(const Outline *outline, int64_t container)
{
    int64_t list = outline->context[container].list;
    return (list == NONE ? &outline->stray : &outline->context[list])->is_loose;
}

int mt_count_shared(const Path *one, const Path *other)
{
    int common = 0;
    while (common < one->length && common < other->length && one->at[common] == other->at[common])
        common++;
    return common;
}

/* Whether no empty line separates two items: items of a list, or a term and its definition. */
int mt_is_close(const Outline *outline, const Path *before, const Path *path)
{
    const int64_t *tag = outline->rows->tag;
    const RowContext *context = outline->context;
    int common = mt_count_shared(before, path);
    if (common == path->length || !mt_is_listed(tag[path->at[common]]))
        return 0;
    int64_t new = path->at[common];
    if (common == before->length) { /* a list begins; close to the text before it if that is in a list item */
        int64_t last = common ? before->at[common - 1] : NONE;
        return last != NONE && mt_is_listed(tag[last]) && !mt_is_loose(outline, last);
    }
    int64_t old = before->at[common];
    if (tag[old] == TAG_DT && tag[new] == TAG_DD)
        return 1;
    return mt_is_listed(tag[old]) && context[old].list == context[new].list && !mt_is_loose(outline, new);
}

/* -- items ------------------------------------------------------------------------------------------- */

int mt_continues(const Rows *rows, const BlockRows *blocks, int64_t block)
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

/* Index of the holder around a row, or NONE. Advances `next` to the first holder after the row. */
static int64_t holder_of(const Rows *rows, Sorted holders, int64_t *next, int64_t row)
{
    while (*next < holders.count && holders.at[*next] <= row)
        ++*next;
    return *next && rows->end[holders.at[*next - 1]] > row ? *next - 1 : NONE;
}

static int has_own_images(const Rows *rows, int64_t holder) /* tables write their images; code has none */
{
    return rows->tag[holder] == TAG_TABLE || is_code(rows, holder);
}

/* An item for a holder, without blocks. */
static Item item_of_holder(const PageContent *content, int64_t row)
{
    int64_t tag = content->rows.tag[row];
    Item item = {.kind = ITEM_HEADING, .row = row, .image = NONE};
    if (is_code(&content->rows, row)) {
        item.kind = ITEM_CODE;
    } else if (tag == TAG_TABLE) {
        item.kind = ITEM_TABLE;
    } else if (tag == TAG_FIGCAPTION || tag == TAG_CAPTION) {
        item.kind = ITEM_CAPTION;
    } else if (tag >= TAG_H1 && tag <= TAG_H6) {
        item.level = (int)(tag - TAG_H1) + 1;
    } else {
        int64_t place = mt_index_of(content->headings, row);
        item.level = place == NONE ? 1 : (int)content->levels[place];
    }
    return item;
}

/* State of `gather_items`. */
typedef struct {
    int64_t next;    /* next holder */
    int64_t image;   /* next image */
    int64_t held;    /* the last item of a holder, or NONE */
    int64_t held_by; /* the holder of that item */
} GatherState;

/* Add the images before a row, except those of code and tables. */
static void add_images(const PageContent *content, Sorted holders, Outline *outline, GatherState *state,
                       int64_t row)
{
    const Rows *rows = &content->rows;
    Sorted images = content->images.at;
    for (; state->image < images.count && images.at[state->image] < row; state->image++) {
        int64_t at = images.at[state->image], holder = holder_of(rows, holders, &state->next, at);
        if (holder != NONE && has_own_images(rows, holders.at[holder]))
            continue;
        Item item = {.kind = ITEM_IMAGE, .row = at, .image = state->image};
        item.within = mt_path_of(rows, outline->context, outline->context[at].container);
        outline->items[outline->count++] = item;
    }
}

/* Add the first <hr> between a kept block and the one before, which is kept, too. Lists and headings have
   none. */
static void add_rule(const PageContent *content, Sorted holders, Outline *outline, GatherState *state,
                     int64_t block)
{
    const Rows *rows = &content->rows;
    int64_t row = content->blocks.last_row[block - 1], end = content->blocks.first_row[block];
    while (row < end && (rows->tag[row] != TAG_HR || is_unseen(rows, row)))
        row++;
    if (row == end || rows->flags[row] & (FLAG_LIST | FLAG_PRE | FLAG_HEADING | FLAG_CAPTION))
        return;
    add_images(content, holders, outline, state, row);
    if (holder_of(rows, holders, &state->next, row) != NONE)
        return;
    Item item = {.kind = ITEM_RULE, .row = row, .image = NONE};
    item.within = mt_path_of(rows, outline->context, outline->context[row].container);
    for (int i = 0; i < item.within.length; i++)
        if (mt_is_listed(rows->tag[item.within.at[i]])) /* an item without a list */
            return;
    outline->items[outline->count++] = item;
}

/* Add a kept block: to the item before it, or as a new one. */
static void add_block(const PageContent *content, Sorted holders, Outline *outline, GatherState *state,
                      int64_t block)
{
    const Rows *rows = &content->rows;
    const BlockRows *blocks = &content->blocks;
    int64_t row = blocks->first_row[block], holder = holder_of(rows, holders, &state->next, row);
    Item *last = NULL, item = {.kind = ITEM_PARAGRAPH, .row = NONE, .image = NONE};
    if (holder != NONE && state->held != NONE && state->held_by == holder)
        last = &outline->items[state->held];
    else if (holder == NONE && outline->count && outline->items[outline->count - 1].kind == ITEM_PARAGRAPH &&
             content->kept[block - 1] && mt_continues(rows, blocks, block))
        last = &outline->items[outline->count - 1];
    if (last) {
        last->count = block + 1 - last->first;
        return;
    }
    if (holder != NONE) {
        item = item_of_holder(content, holders.at[holder]);
        state->held = outline->count;
        state->held_by = holder;
    }
    item.first = block;
    item.count = 1;
    int64_t at = holder == NONE ? row : holders.at[holder];
    item.within = mt_path_of(rows, outline->context, outline->context[at].container);
    outline->items[outline->count++] = item;
}

static void gather_items(const PageContent *content, Sorted holders, Outline *outline)
{
    GatherState state = {.held = NONE};
    for (int64_t block = 0; block < content->blocks.count; block++) {
        if (!content->kept[block])
            continue;
        if (block && content->kept[block - 1])
            add_rule(content, holders, outline, &state, block);
        add_images(content, holders, outline, &state, content->blocks.first_row[block]);
        add_block(content, holders, outline, &state, block);
    }
    add_images(content, holders, outline, &state, content->rows.count);
    mark_loose_lists(outline);
    Path before = {{0}, 0};
    for (int64_t i = 0; i < outline->count; i++) {
        Item *item = &outline->items[i];
        item->shared = mt_count_shared(&before, &item->within);
        item->is_close = mt_is_close(outline, &before, &item->within);
        before = item->within;
    }
}

/* Find the holders: data tables, code, headings and captions. */
static int64_t find_all_holders(const PageContent *content, int64_t *found, int64_t *tables)
{
    int64_t count = mt_find_data_tables(content, tables);
    return count < 0 ? count : find_holders(content, (Sorted){count, tables}, found);
}

int64_t mt_find_items(const PageContent *content, Outline *outline)
{
    const Rows *rows = &content->rows;
    int64_t limit = 2 * content->blocks.count + content->images.at.count; /* a rule before each block */
    *outline = (Outline){.rows = rows};
    if (rows->count > INT32_MAX)
        return FOUND_INVALID;
    int64_t *found = mt_allocate((size_t)(2 * rows->count + 1) * sizeof *found), count = FOUND_NO_MEMORY;
    outline->context = mt_allocate((size_t)(rows->count + 1) * sizeof *outline->context);
    outline->items = mt_allocate((size_t)(limit + 1) * sizeof *outline->items);
    if (found && outline->context && outline->items)
        count = find_all_holders(content, found, found + rows->count);
    if (count >= 0 && !mt_find_containers(content, outline->context, &outline->stray))
        count = FOUND_INVALID;
    if (count >= 0)
        gather_items(content, (Sorted){count, found}, outline);
    mt_release(found);
    return count < 0 ? count : 0;
}

void mt_free_outline(Outline *outline)
{
    mt_release(outline->items);
    mt_release(outline->context);
}
