/* Quotes, figures and list items around the rows of a page, and the numbers of list items. */
#include "render/content.h"

enum { IS_LISTED = 1, IS_CONTAINER = 2, IS_LIST = 4, HAS_ITEMS = 8 };

static const Byte container_kinds[LISTED_TAGS] = {
    [TAG_LI] = IS_CONTAINER | IS_LISTED, [TAG_DT] = IS_CONTAINER | IS_LISTED,
    [TAG_DD] = IS_CONTAINER | IS_LISTED, [TAG_BLOCKQUOTE] = IS_CONTAINER,
    [TAG_FIGURE] = IS_CONTAINER,         [TAG_UL] = IS_LIST | HAS_ITEMS,
    [TAG_OL] = IS_LIST | HAS_ITEMS,      [TAG_MENU] = IS_LIST | HAS_ITEMS,
    [TAG_DIR] = IS_LIST | HAS_ITEMS,     [TAG_DL] = IS_LIST,
};

static int kind_of(int64_t tag) { return tag >= 0 && tag < LISTED_TAGS ? container_kinds[tag] : 0; }

int mt_is_listed(int64_t tag) { return kind_of(tag) & IS_LISTED; }

int64_t mt_list_step(const PageContent *content, int64_t list)
{
    return list != NONE && mt_index_of(content->reversed, list) != NONE ? -1 : 1;
}

/* Number of the first item of an ordered list. */
static int32_t first_number(const PageContent *content, int64_t list)
{
    const Rows *rows = &content->rows;
    int64_t start = mt_index_of(content->numbered, list), items = 0;
    if (start != NONE)
        return (int32_t)content->numbers[start];
    if (mt_list_step(content, list) > 0 || !is_end(rows, list))
        return 1;
    for (int64_t row = list + 1; row < rows->end[list]; row++) {
        items += rows->tag[row] == TAG_LI && !is_unseen(rows, row);
        if (kind_of(rows->tag[row]) & IS_LIST && is_end(rows, row))
            row = rows->end[row] - 1;
    }
    return (int32_t)items;
}

/* Number of a list item: its own, or the next of its list. */
static int32_t number_of(const PageContent *content, int64_t row, RowContext *list, int64_t list_row)
{
    if (list_row == NONE || tag_at(content, list_row) != TAG_OL)
        return NONE;
    int64_t own = mt_index_of(content->numbered, row);
    int64_t number = own == NONE ? list->number : content->numbers[own];
    int64_t next = number + mt_list_step(content, list_row);
    list->number = (int32_t)(next < 0 ? 0 : next < HIGHEST_NUMBER ? next : HIGHEST_NUMBER);
    return (int32_t)number;
}

int mt_find_containers(const PageContent *content, RowContext *context, RowContext *stray)
{
    const Rows *rows = &content->rows;
    int64_t begin = mt_first_row(content), last = mt_last_row(content);
    *stray = (RowContext){.container = NONE, .list = NONE, .last_item = NONE};
    for (int64_t row = 0; row < last; row++) {
        int64_t parent = rows->parent[row];
        if (parent >= row || parent < NONE)
            return 0;
        RowContext here = parent == NONE ? *stray : context[parent];
        if (here.list == NONE && is_before(rows, row, begin)) { /* items of a list number those after them */
            for (int64_t end = rows->end[row]; row < end; row++)
                context[row] = *stray;
            row--;
            continue;
        }
        int kind = kind_of(rows->tag[row]);
        if (kind & HAS_ITEMS && parent != NONE && kind_of(rows->tag[parent]) & HAS_ITEMS &&
            here.last_item != NONE) { /* a list that should be in the item before it */
            here.container = context[here.last_item].container;
            here.level = context[here.last_item].level;
        }
        here.number = here.last_item = NONE;
        here.is_used = here.is_loose = 0;
        if (kind & IS_CONTAINER && here.level < DEEPEST) {
            here.container = (int32_t)row;
            here.level++;
        }
        if (kind & IS_LIST) {
            here.list = (int32_t)row;
            here.number = rows->tag[row] == TAG_OL ? first_number(content, row) : NONE;
        }
        if (rows->tag[row] == TAG_LI && !is_unseen(rows, row)) {
            here.number = number_of(content, row, here.list == NONE ? stray : &context[here.list], here.list);
            if (parent != NONE)
                context[parent].last_item = (int32_t)row;
        }
        context[row] = here;
    }
    return 1;
}

Path mt_path_of(const Rows *rows, const RowContext *context, int64_t container)
{
    Path path = {{0}, 0};
    path.length = container == NONE ? 0 : context[container].level;
    for (int i = path.length - 1; i >= 0; i--) {
        path.at[i] = (int32_t)container;
        int64_t parent = rows->parent[container];
        container = parent == NONE ? NONE : context[parent].container;
    }
    return path;
}
