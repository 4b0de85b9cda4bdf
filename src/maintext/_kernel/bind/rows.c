/* Blocks, gaps, P values and the clean-up of chosen blocks, for Python. */
#include "base/memory.h"
#include "bind/table.h"

#include "model/model.h"

/* -- blocks ------------------------------------------------------------------------------------------ */

PyObject *mt_table_mostly(PyObject *self, PyObject *leaves)
{
    const Segments *found = &((TableObject *)self)->found;
    Arrays arrays = {.count = 0};
    const Byte *is_marked = mt_take(&arrays, leaves, BOOL, found->leaf_count);
    PyObject *result = is_marked ? PyBytes_FromStringAndSize(NULL, (Py_ssize_t)found->count) : NULL;
    if (result)
        mt_keep_blocks(found->first, found->count, found->leaves, is_marked, found->leaf_count, found->chars,
                       (Byte *)PyBytes_AsString(result));
    mt_release_arrays(&arrays);
    return result;
}

PyObject *mt_table_gaps(PyObject *self, PyObject *mask)
{
    const TableObject *table = (TableObject *)self;
    Rows rows = mt_table_rows(table);
    BlockRows blocks = mt_table_blocks(table);
    PyObject *result = NULL;
    Arrays arrays = {.count = 0};
    const Byte *kept = mt_take(&arrays, mask, BOOL, blocks.count);
    Gap *found = mt_allocate_items(rows.count, sizeof *found);
    if (kept && found) {
        int64_t count;
        PyThreadState *thread = mt_release_gil(&rows);
        count = mt_find_gaps(&rows, &blocks, kept, found);
        if (count >= 0)
            count = mt_decide_gaps(&rows, mt_table_text(table), found, count);
        mt_acquire_gil(thread);
        if (mt_raise_error(count) == 0)
            result = mt_bytes_of(found, count, sizeof *found);
    }
    mt_release(found);
    mt_release_arrays(&arrays);
    return result;
}

/* -- methods ----------------------------------------------------------------------------------------- */

PyObject *mt_table_p_values(PyObject *self, PyObject *arguments)
{
    const TableObject *table = (TableObject *)self;
    PyObject *weighted, *markup, *removed, *wrappers, *noise, *result = NULL;
    Rows rows = mt_table_rows(table);
    Measured measured = {.chars = table->found.chars,
                         .leaves = {table->found.leaf_count, table->found.leaves}};
    Arrays arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "OOOOdppO:p_values", &weighted, &markup, &removed, &wrappers,
                          &measured.wrapper_share, &measured.with_images, &measured.with_hidden, &noise))
        return NULL;
    int64_t tags = LISTED_TAGS + 1;
    if (weighted != Py_None)
        measured.weighted = mt_column_of(&arrays, weighted, &rows.count);
    measured.markup = mt_column_of(&arrays, markup, &rows.count);
    measured.removed_tags = mt_items_of(&arrays, removed, BOOL, &tags);
    measured.wrapper_tags = mt_items_of(&arrays, wrappers, BOOL, &tags);
    measured.noise = mt_sorted_of(&arrays, noise, &rows);
    int64_t *elements = mt_allocate_items(rows.count, sizeof *elements);
    double *values = mt_allocate_items(rows.count, sizeof *values);
    int64_t *leaf_unit = mt_allocate_items(measured.leaves.count, sizeof *leaf_unit);
    if (elements && values && leaf_unit) {
        int64_t count;
        PyThreadState *thread = mt_release_gil(&rows);
        count = mt_find_p_values(&rows, &measured, elements, values, leaf_unit);
        mt_acquire_gil(thread);
        if (mt_raise_error(count) == 0)
            result = Py_BuildValue("NNN", mt_bytes_of(elements, count, sizeof *elements),
                                   mt_bytes_of(values, count, sizeof *values),
                                   mt_bytes_of(leaf_unit, measured.leaves.count, sizeof *leaf_unit));
    }
    mt_release(elements);
    mt_release(values);
    mt_release(leaf_unit);
    mt_release_arrays(&arrays);
    return result;
}

PyObject *mt_table_tidy(PyObject *self, PyObject *arguments)
{
    const TableObject *table = (TableObject *)self;
    PyObject *probability, *chars, *ends_colon, *unit, *parts, *kept, *change;
    Rows rows = mt_table_rows(table);
    int64_t blocks = table->found.count;
    long long in_a_row, reach;
    TidyPage page = {
        .blocks = blocks,
        .rows = rows.count,
        .first_row = table->found.first_row,
        .element = table->found.element,
        .tag = rows.tag,
        .flags = rows.flags,
        .parent = rows.parent,
        .end = rows.end,
        .heading = FLAG_HEADING,
        .tags = LISTED_TAGS + 1,
    };
    if (!PyArg_ParseTuple(arguments, "OOOOO(ddddddLL)OO:tidy", &probability, &chars, &ends_colon, &unit,
                          &parts, &page.min_part, &page.min_before, &page.min_heading, &page.max_short,
                          &page.sure, &page.sure_heading, &in_a_row, &reach, &kept, &change))
        return NULL;
    Arrays held = {.count = 0};
    page.headings_in_a_row = in_a_row;
    page.section_reach = reach;
    int is_sound = (page.probability = mt_take(&held, probability, FLOAT64, blocks)) &&
                   (page.chars = mt_take(&held, chars, FLOAT64, blocks)) &&
                   (page.ends_colon = mt_take(&held, ends_colon, FLOAT32, blocks)) &&
                   (page.unit = mt_take_indices(&held, unit, blocks, NONE, rows.count - 1)) &&
                   (page.is_part = mt_take(&held, parts, BOOL, page.tags)) &&
                   (page.kept = mt_fill(&held, kept, BOOL, blocks)) &&
                   (page.change = mt_fill(&held, change, UINT8, blocks));
    if (is_sound)
        mt_tidy(&page);
    return mt_finish(&held, is_sound);
}
