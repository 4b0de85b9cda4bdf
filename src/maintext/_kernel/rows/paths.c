/* XPaths of rows. */
#include "base/memory.h"
#include "rows/paths.h"

/* Number the children of a row. `seen` has a counter per tag, 0 before and after. Returns 0 for invalid
   rows. */
static int number_children(const Rows *rows, int64_t parent, int32_t *seen, Siblings *siblings)
{
    int64_t end = rows->end[parent];
    for (int64_t child = parent + 1; child < end; child = rows->end[child]) {
        if (!is_end(rows, child))
            return 0;
        siblings->number[child] = ++seen[rows->tag[child]];
    }
    for (int64_t child = parent + 1; child < end; child = rows->end[child])
        siblings->total[child] = seen[rows->tag[child]];
    for (int64_t child = parent + 1; child < end; child = rows->end[child])
        seen[rows->tag[child]] = 0;
    return 1;
}

int64_t mt_number_siblings(const Rows *rows, int64_t tags, Siblings *siblings)
{
    int64_t outcome = 0;
    int32_t *seen = mt_allocate_zeroed((size_t)tags + 1, sizeof *seen);
    siblings->number = mt_allocate_zeroed((size_t)rows->count + 1, sizeof *siblings->number);
    siblings->total = mt_allocate_zeroed((size_t)rows->count + 1, sizeof *siblings->total);
    if (!seen || !siblings->number || !siblings->total)
        outcome = FOUND_NO_MEMORY;
    for (int64_t row = 0; outcome == 0 && row < rows->count; row++)
        if (!is_end(rows, row) || rows->parent[row] >= row || !number_children(rows, row, seen, siblings))
            outcome = FOUND_INVALID;
    mt_release(seen);
    if (outcome < 0)
        mt_free_siblings(siblings);
    return outcome;
}

void mt_free_siblings(Siblings *siblings)
{
    mt_release(siblings->number);
    mt_release(siblings->total);
    *siblings = (Siblings){NULL, NULL};
}

static void put_step(const Rows *rows, const Siblings *siblings, View name, int64_t row, Buffer *out)
{
    mt_put_char(out, '/');
    if (rows->tag[row] == TAG_TEXT)
        mt_put_string(out, "text()");
    else if (name.text)
        mt_put(out, name.text, name.length);
    else
        out->has_failed = 1;
    if (siblings->total[row] > 1) {
        mt_put_char(out, '[');
        mt_put_number(out, siblings->number[row]);
        mt_put_char(out, ']');
    }
}

/* Steps are found from the row upwards, so the ancestors go on a stack first. */
void mt_put_path(const Rows *rows, const Siblings *siblings, TagName name_of, void *owner, int64_t row,
                 Buffer *out)
{
    int64_t few[64], *stack = few, count = 0, depth = 0;
    for (int64_t at = row; at >= 0; at = rows->parent[at])
        depth++;
    if (depth > (int64_t)(sizeof few / sizeof *few) &&
        !(stack = mt_allocate((size_t)depth * sizeof *stack))) {
        out->has_failed = 1;
        return;
    }
    for (int64_t at = row; at >= 0; at = rows->parent[at])
        stack[count++] = at;
    while (count) {
        int64_t step = stack[--count];
        put_step(rows, siblings, name_of(owner, rows->tag[step]), step, out);
    }
    if (stack != few)
        mt_release(stack);
}
