/* The loops of rows.h for Python: columns come in by the buffer protocol, rows go out as bytes of int64. */
#include "bind_rows.h"

#include <stdlib.h>

#include "bind_columns.h"

/* -- leaves ------------------------------------------------------------------------------------------- */

PyObject *bind_seen_counts(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *flags, *counts, *result = NULL;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "OO:seen_counts", &flags, &counts))
        return NULL;
    int64_t rows = ANY;
    const int64_t *bits = column_of(&arrays, flags, &rows);
    const int32_t *count = items_of(&arrays, counts, INT32, &rows);
    if (!PyErr_Occurred())
        result = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)rows * (Py_ssize_t)sizeof(int64_t));
    int64_t *seen = result ? (int64_t *)(void *)PyBytes_AsString(result) : NULL;
    if (seen)
        count_seen(bits, count, rows, seen);
    release_held(&arrays);
    return result;
}

PyObject *bind_leaves(PyObject *module, PyObject *counts)
{
    (void)module;
    PyObject *result = NULL;
    Held arrays = {.count = 0};
    int64_t rows = ANY;
    const int64_t *chars = column_of(&arrays, counts, &rows);
    int64_t *leaves = room_for(rows, sizeof *leaves);
    if (leaves)
        result = bytes_of(leaves, find_leaves(chars, rows, leaves), sizeof *leaves);
    free(leaves);
    release_held(&arrays);
    return result;
}

/* -- blocks ------------------------------------------------------------------------------------------- */

PyObject *bind_blocks(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *columns, *leaves, *result = NULL;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "O!O:blocks", &PyTuple_Type, &columns, &leaves))
        return NULL;
    Rows rows = rows_of(&arrays, columns);
    int64_t count = ANY;
    const int64_t *at = column_of(&arrays, leaves, &count);
    int64_t *first = room_for(count, sizeof *first);
    if (first) {
        int64_t found = find_blocks(&rows, at, count, first);
        if (raise_wrong(found) == 0)
            result = bytes_of(NULL, 4 * found + count, sizeof *first);
        if (result)
            tell_blocks(&rows, at, count, first, found, (int64_t *)(void *)PyBytes_AsString(result));
    }
    free(first);
    release_held(&arrays);
    return result;
}

PyObject *bind_kept_blocks(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *starts, *rows, *mask, *counts, *result = NULL;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "OOOO:kept_blocks", &starts, &rows, &mask, &counts))
        return NULL;
    Rows table = {.count = ANY};
    int64_t blocks = ANY;
    const int64_t *first = column_of(&arrays, starts, &blocks);
    const int64_t *chars = column_of(&arrays, counts, &table.count);
    Sorted leaves = sorted_of(&arrays, rows, &table);
    const Byte *is_kept = items_of(&arrays, mask, BOOL, &leaves.count);
    Rows of_leaves = {.count = leaves.count};
    if (!PyErr_Occurred() && !are_sorted(&of_leaves, (Sorted){blocks, first}))
        raise_wrong(FOUND_WRONG);
    if (!PyErr_Occurred())
        result = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)blocks);
    if (result)
        keep_blocks(first, blocks, leaves.at, is_kept, leaves.count, chars, (Byte *)PyBytes_AsString(result));
    release_held(&arrays);
    return result;
}

PyObject *bind_meetings(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *utf_8, *columns, *first_row, *last_row, *mask, *result = NULL;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "OO!OOO:meetings", &utf_8, &PyTuple_Type, &columns, &first_row,
                          &last_row, &mask))
        return NULL;
    Rows rows = rows_of(&arrays, columns);
    BlockRows blocks = blocks_of(&arrays, first_row, last_row, &rows);
    const Byte *kept = items_of(&arrays, mask, BOOL, &blocks.count);
    Text text = text_of(&arrays, utf_8);
    Meeting *found = room_for(rows.count, sizeof *found);
    if (found) {
        int64_t count;
        PyThreadState *thread = let_go(&rows);
        count = find_meetings(&rows, &blocks, kept, found);
        if (count >= 0)
            count = settle_meetings(&rows, text, found, count);
        take_back(thread);
        if (raise_wrong(count) == 0)
            result = bytes_of(found, count, sizeof *found);
    }
    free(found);
    release_held(&arrays);
    return result;
}

/* -- rendering ---------------------------------------------------------------------------------------- */

PyObject *bind_data_tables(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *columns, *first_row, *last_row, *mask, *counts, *tags, *result = NULL;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "O!OOOOO:data_tables", &PyTuple_Type, &columns, &first_row, &last_row,
                          &mask, &counts, &tags))
        return NULL;
    Rows rows = rows_of(&arrays, columns);
    BlockRows blocks = blocks_of(&arrays, first_row, last_row, &rows);
    int64_t all_tags = LISTED_TAGS + 1;
    const Byte *kept = items_of(&arrays, mask, BOOL, &blocks.count);
    const int64_t *chars = column_of(&arrays, counts, &rows.count);
    const Byte *structure = items_of(&arrays, tags, BOOL, &all_tags);
    int64_t *found = room_for(rows.count, sizeof *found);
    if (found) {
        int64_t count;
        PyThreadState *thread = let_go(&rows);
        count = find_data_tables(&rows, &blocks, kept, chars, structure, found);
        take_back(thread);
        if (raise_wrong(count) == 0)
            result = bytes_of(found, count, sizeof *found);
    }
    free(found);
    release_held(&arrays);
    return result;
}

PyObject *bind_holders(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *columns, *first_row, *last_row, *tables, *headings, *result = NULL;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "O!OOOO:holders", &PyTuple_Type, &columns, &first_row, &last_row,
                          &tables, &headings))
        return NULL;
    Rows rows = rows_of(&arrays, columns);
    BlockRows blocks = blocks_of(&arrays, first_row, last_row, &rows);
    Sorted of_data = sorted_of(&arrays, tables, &rows), by_role = sorted_of(&arrays, headings, &rows);
    int64_t *found = room_for(rows.count, sizeof *found);
    if (found) {
        int64_t count;
        PyThreadState *thread = let_go(&rows);
        count = find_holders(&rows, &blocks, of_data, by_role, found);
        take_back(thread);
        if (raise_wrong(count) == 0)
            result = bytes_of(found, count, sizeof *found);
    }
    free(found);
    release_held(&arrays);
    return result;
}

/* -- methods ------------------------------------------------------------------------------------------ */

PyObject *bind_p_values(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *columns, *chars, *weighted, *markup, *removed, *wrappers, *noise, *leaves, *result = NULL;
    Measured measured;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "O!OOOOOdpOO:p_values", &PyTuple_Type, &columns, &chars, &weighted,
                          &markup, &removed, &wrappers, &measured.wrapper_share, &measured.with_images,
                          &noise, &leaves))
        return NULL;
    Rows rows = rows_of(&arrays, columns);
    int64_t tags = LISTED_TAGS + 1;
    measured.chars = column_of(&arrays, chars, &rows.count);
    measured.weighted = column_of(&arrays, weighted, &rows.count);
    measured.markup = column_of(&arrays, markup, &rows.count);
    measured.removed_tags = items_of(&arrays, removed, BOOL, &tags);
    measured.wrapper_tags = items_of(&arrays, wrappers, BOOL, &tags);
    measured.noise = sorted_of(&arrays, noise, &rows);
    measured.leaves = sorted_of(&arrays, leaves, &rows);
    int64_t *elements = room_for(rows.count, sizeof *elements);
    double *values = room_for(rows.count, sizeof *values);
    int64_t *leaf_unit = room_for(measured.leaves.count, sizeof *leaf_unit);
    if (elements && values && leaf_unit) {
        int64_t count;
        PyThreadState *thread = let_go(&rows);
        count = find_p_values(&rows, &measured, elements, values, leaf_unit);
        take_back(thread);
        if (raise_wrong(count) == 0)
            result = Py_BuildValue("NNN", bytes_of(elements, count, sizeof *elements),
                                   bytes_of(values, count, sizeof *values),
                                   bytes_of(leaf_unit, measured.leaves.count, sizeof *leaf_unit));
    }
    free(elements);
    free(values);
    free(leaf_unit);
    release_held(&arrays);
    return result;
}
