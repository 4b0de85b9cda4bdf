/* The loops of rows.h for Python: columns come in by the buffer protocol, rows go out as bytes of int64. */
#include "bind/rows.h"

#include <stdlib.h>

#include "bind/columns.h"

/* -- blocks ------------------------------------------------------------------------------------------- */

PyObject *mt_bind_kept_blocks(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *starts, *rows, *mask, *counts, *result = NULL;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "OOOO:kept_blocks", &starts, &rows, &mask, &counts))
        return NULL;
    Rows table = {.count = ANY};
    int64_t blocks = ANY;
    const int64_t *first = mt_column_of(&arrays, starts, &blocks);
    const int64_t *chars = mt_column_of(&arrays, counts, &table.count);
    Sorted leaves = mt_sorted_of(&arrays, rows, &table);
    const Byte *is_kept = mt_items_of(&arrays, mask, BOOL, &leaves.count);
    Rows of_leaves = {.count = leaves.count};
    if (!PyErr_Occurred() && !mt_are_sorted(&of_leaves, (Sorted){blocks, first}))
        mt_raise_wrong(FOUND_WRONG);
    if (!PyErr_Occurred())
        result = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)blocks);
    if (result)
        mt_keep_blocks(first, blocks, leaves.at, is_kept, leaves.count, chars, (Byte *)PyBytes_AsString(result));
    mt_release_held(&arrays);
    return result;
}

PyObject *mt_bind_meetings(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *utf_8, *columns, *first_row, *last_row, *mask, *result = NULL;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "OO!OOO:meetings", &utf_8, &PyTuple_Type, &columns, &first_row,
                          &last_row, &mask))
        return NULL;
    Rows rows = mt_rows_of(&arrays, columns);
    BlockRows blocks = mt_blocks_of(&arrays, first_row, last_row, &rows);
    const Byte *kept = mt_items_of(&arrays, mask, BOOL, &blocks.count);
    Text text = mt_text_of(&arrays, utf_8);
    Meeting *found = mt_room_for(rows.count, sizeof *found);
    if (found) {
        int64_t count;
        PyThreadState *thread = mt_let_go(&rows);
        count = mt_find_meetings(&rows, &blocks, kept, found);
        if (count >= 0)
            count = mt_settle_meetings(&rows, text, found, count);
        mt_take_back(thread);
        if (mt_raise_wrong(count) == 0)
            result = mt_bytes_of(found, count, sizeof *found);
    }
    free(found);
    mt_release_held(&arrays);
    return result;
}

/* -- methods ------------------------------------------------------------------------------------------ */

PyObject *mt_bind_p_values(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *columns, *chars, *weighted, *markup, *removed, *wrappers, *noise, *leaves, *result = NULL;
    Measured measured;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "O!OOOOOdpOO:p_values", &PyTuple_Type, &columns, &chars, &weighted,
                          &markup, &removed, &wrappers, &measured.wrapper_share, &measured.with_images,
                          &noise, &leaves))
        return NULL;
    Rows rows = mt_rows_of(&arrays, columns);
    int64_t tags = LISTED_TAGS + 1;
    measured.chars = mt_column_of(&arrays, chars, &rows.count);
    measured.weighted = mt_column_of(&arrays, weighted, &rows.count);
    measured.markup = mt_column_of(&arrays, markup, &rows.count);
    measured.removed_tags = mt_items_of(&arrays, removed, BOOL, &tags);
    measured.wrapper_tags = mt_items_of(&arrays, wrappers, BOOL, &tags);
    measured.noise = mt_sorted_of(&arrays, noise, &rows);
    measured.leaves = mt_sorted_of(&arrays, leaves, &rows);
    int64_t *elements = mt_room_for(rows.count, sizeof *elements);
    double *values = mt_room_for(rows.count, sizeof *values);
    int64_t *leaf_unit = mt_room_for(measured.leaves.count, sizeof *leaf_unit);
    if (elements && values && leaf_unit) {
        int64_t count;
        PyThreadState *thread = mt_let_go(&rows);
        count = mt_find_p_values(&rows, &measured, elements, values, leaf_unit);
        mt_take_back(thread);
        if (mt_raise_wrong(count) == 0)
            result = Py_BuildValue("NNN", mt_bytes_of(elements, count, sizeof *elements),
                                   mt_bytes_of(values, count, sizeof *values),
                                   mt_bytes_of(leaf_unit, measured.leaves.count, sizeof *leaf_unit));
    }
    free(elements);
    free(values);
    free(leaf_unit);
    mt_release_held(&arrays);
    return result;
}
