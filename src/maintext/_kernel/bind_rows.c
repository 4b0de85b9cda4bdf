/* The loops of rows.h for Python: columns come in by the buffer protocol, rows go out as bytes of int64. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdlib.h>

#include "bind_rows.h"
#include "rows.h"

/* -- arguments ---------------------------------------------------------------------------------------- */

enum { MOST_VIEWS = 20 };

typedef struct {
    Py_buffer views[MOST_VIEWS];
    int count;
} Views; /* of the arrays that a call reads */

static void release(Views *views)
{
    while (views->count)
        PyBuffer_Release(&views->views[--views->count]);
}

/* The items of an array, and how many; `length` is how many there must be, NONE if any number will do. */
static const void *items_of(Views *views, PyObject *array, Py_ssize_t item, int64_t *length)
{
    Py_buffer *view = &views->views[views->count];
    if (PyErr_Occurred() || PyObject_GetBuffer(array, view, PyBUF_ND | PyBUF_C_CONTIGUOUS) < 0)
        return NULL;
    views->count++;
    int64_t found = view->len / item;
    if (view->itemsize != item || (*length != NONE && found != *length)) {
        PyErr_SetString(PyExc_ValueError, "the arrays are not columns of one table");
        return NULL;
    }
    *length = found;
    return view->buf;
}

static const int64_t *column_of(Views *views, PyObject *array, int64_t *length)
{
    return items_of(views, array, sizeof(int64_t), length);
}

static Sorted sorted_of(Views *views, PyObject *array, const Rows *rows)
{
    Sorted some = {NONE, NULL};
    some.at = column_of(views, array, &some.count);
    if (some.at && !are_sorted(rows, some))
        PyErr_SetString(PyExc_ValueError, "rows are not in the order of the table");
    return some;
}

/* The columns of a page: `Page.columns`. */
static Rows rows_of(Views *views, PyObject *columns)
{
    Rows rows = {.count = NONE};
    const int64_t **column[] = {&rows.tag,   &rows.parent,     &rows.end,     &rows.flags,
                                &rows.block, &rows.text_start, &rows.text_end};
    for (int i = 0; i < (int)(sizeof column / sizeof *column); i++) {
        PyObject *array = PyErr_Occurred() ? NULL : PyTuple_GetItem(columns, i);
        *column[i] = array ? column_of(views, array, &rows.count) : NULL;
    }
    return rows;
}

static BlockRows blocks_of(Views *views, PyObject *first_row, PyObject *last_row, const Rows *rows)
{
    BlockRows blocks = {.count = NONE};
    blocks.first_row = column_of(views, first_row, &blocks.count);
    blocks.last_row = blocks.first_row ? column_of(views, last_row, &blocks.count) : NULL;
    if (blocks.last_row && !are_blocks(rows, &blocks))
        PyErr_SetString(PyExc_ValueError, "blocks are not in the order of the table");
    return blocks;
}

/* -- results ------------------------------------------------------------------------------------------ */

static int raise_wrong(int64_t found)
{
    if (found == FOUND_WRONG)
        PyErr_SetString(PyExc_ValueError, "the columns are not those of a table");
    else if (found == FOUND_NO_MEMORY)
        PyErr_NoMemory();
    return found < 0 ? -1 : 0;
}

static PyObject *bytes_of(const void *items, int64_t count, size_t item)
{
    return PyBytes_FromStringAndSize(items, (Py_ssize_t)((size_t)count * item));
}

static void *room_for(int64_t count, size_t item)
{
    void *room = PyErr_Occurred() ? NULL : malloc((size_t)(count + 1) * item);
    if (!room && !PyErr_Occurred())
        PyErr_NoMemory();
    return room;
}

/* -- leaves ------------------------------------------------------------------------------------------- */

PyObject *bind_seen_counts(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *flags, *counts, *result = NULL;
    Views views = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "OO:seen_counts", &flags, &counts))
        return NULL;
    int64_t rows = NONE;
    const int64_t *bits = column_of(&views, flags, &rows);
    const int32_t *count = items_of(&views, counts, sizeof *count, &rows);
    if (!PyErr_Occurred())
        result = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)rows * (Py_ssize_t)sizeof(int64_t));
    int64_t *seen = result ? (int64_t *)(void *)PyBytes_AsString(result) : NULL;
    for (int64_t row = 0; seen && row < rows; row++)
        seen[row] = bits[row] & (FLAG_UNSHOWN | FLAG_HIDDEN) ? 0 : count[row];
    release(&views);
    return result;
}

/* -- blocks ------------------------------------------------------------------------------------------- */

PyObject *bind_blocks(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *columns, *leaves, *result = NULL;
    Views views = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "O!O:blocks", &PyTuple_Type, &columns, &leaves))
        return NULL;
    Rows rows = rows_of(&views, columns);
    int64_t count = NONE;
    const int64_t *at = column_of(&views, leaves, &count);
    int64_t *first = room_for(count, sizeof *first);
    if (first) {
        int64_t found;
        Py_BEGIN_ALLOW_THREADS found = find_blocks(&rows, at, count, first);
        Py_END_ALLOW_THREADS if (raise_wrong(found) == 0) result = bytes_of(first, found, sizeof *first);
    }
    free(first);
    release(&views);
    return result;
}

/* Leave out the meetings with white space, which most have: there is nothing to decide. */
static int64_t without_spaces(PyObject *text, const Rows *rows, Meeting *found, int64_t count)
{
    int64_t left = 0;
    for (int64_t i = 0; i < count; i++) {
        Py_UCS4 last = PyUnicode_ReadChar(text, (Py_ssize_t)rows->text_end[found[i].before] - 1);
        Py_UCS4 next = PyUnicode_ReadChar(text, (Py_ssize_t)rows->text_start[found[i].after]);
        if (last == (Py_UCS4)-1 || next == (Py_UCS4)-1) {
            PyErr_SetString(PyExc_ValueError, "the text is not that of the table");
            return FOUND_WRONG;
        }
        if (last != ' ' && last != '\n' && next != ' ' && next != '\n')
            found[left++] = found[i];
    }
    return left;
}

PyObject *bind_meetings(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *text, *columns, *first_row, *last_row, *result = NULL;
    Views views = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "UO!OO:meetings", &text, &PyTuple_Type, &columns, &first_row, &last_row))
        return NULL;
    Rows rows = rows_of(&views, columns);
    BlockRows blocks = blocks_of(&views, first_row, last_row, &rows);
    Meeting *found = room_for(rows.count, sizeof *found);
    if (found) {
        int64_t count;
        Py_BEGIN_ALLOW_THREADS count = find_meetings(&rows, &blocks, found);
        Py_END_ALLOW_THREADS if (raise_wrong(count) == 0) count = without_spaces(text, &rows, found, count);
        if (count >= 0)
            result = bytes_of(found, count, sizeof *found);
    }
    free(found);
    release(&views);
    return result;
}

/* -- rendering ---------------------------------------------------------------------------------------- */

PyObject *bind_holders(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *columns, *first_row, *last_row, *tables, *headings, *result = NULL;
    Views views = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "O!OOOO:holders", &PyTuple_Type, &columns, &first_row, &last_row,
                          &tables, &headings))
        return NULL;
    Rows rows = rows_of(&views, columns);
    BlockRows blocks = blocks_of(&views, first_row, last_row, &rows);
    Sorted of_data = sorted_of(&views, tables, &rows), by_role = sorted_of(&views, headings, &rows);
    int64_t *found = room_for(rows.count, sizeof *found);
    if (found) {
        int64_t count;
        Py_BEGIN_ALLOW_THREADS count = find_holders(&rows, &blocks, of_data, by_role, found);
        Py_END_ALLOW_THREADS if (raise_wrong(count) == 0) result = bytes_of(found, count, sizeof *found);
    }
    free(found);
    release(&views);
    return result;
}

/* The characters from the first kept block to the last, and those alone; `bytes` keeps their UTF-8 alive. */
static int take_text(PyObject *text, const Rows *rows, const BlockRows *blocks, const Byte *kept,
                     PyObject **bytes, Text *taken)
{
    int64_t first = 0, last = blocks->count - 1;
    while (first <= last && !kept[first])
        first++;
    while (last >= first && !kept[last])
        last--;
    taken->first = first <= last ? rows->text_start[blocks->first_row[first]] : 0;
    int64_t end = first <= last ? rows->text_end[blocks->last_row[last]] : 0;
    if (taken->first < 0 || taken->first > end || end > PyUnicode_GetLength(text))
        return raise_wrong(FOUND_WRONG);
    PyObject *part = PyUnicode_Substring(text, (Py_ssize_t)taken->first, (Py_ssize_t)end);
    *bytes = part ? PyUnicode_AsEncodedString(part, "utf-8", "surrogatepass") : NULL;
    Py_XDECREF(part);
    char *start;
    Py_ssize_t size;
    if (!*bytes || PyBytes_AsStringAndSize(*bytes, &start, &size) < 0)
        return -1;
    taken->start = (const Byte *)start;
    taken->end = taken->start + size;
    taken->count = end - taken->first;
    return 0;
}

/* The texts of the holders that have one of their own, as bytes; the others have None. */
static HeldText *held_texts(PyObject *texts, int64_t count)
{
    HeldText *held = room_for(count, sizeof *held);
    if (held && PyList_Size(texts) != count) {
        PyErr_SetString(PyExc_ValueError, "a text, or None, is wanted for every holder");
        count = 0;
    }
    for (int64_t i = 0; held && i < count; i++) {
        PyObject *text = PyList_GetItem(texts, (Py_ssize_t)i);
        char *bytes = NULL;
        Py_ssize_t size = 0;
        if (text != Py_None && PyBytes_AsStringAndSize(text, &bytes, &size) < 0)
            break;
        held[i] = (HeldText){bytes, (size_t)size};
    }
    return held;
}

PyObject *bind_write_text(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *text, *columns, *first_row, *last_row, *mask, *gaps, *holders, *texts, *bytes = NULL,
                                                                                     *result = NULL;
    Views views = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "UO!OOOOOO!:write_text", &text, &PyTuple_Type, &columns, &first_row,
                          &last_row, &mask, &gaps, &holders, &PyList_Type, &texts))
        return NULL;
    Rows rows = rows_of(&views, columns);
    BlockRows blocks = blocks_of(&views, first_row, last_row, &rows);
    const Byte *kept = items_of(&views, mask, 1, &blocks.count);
    Sorted before = sorted_of(&views, gaps, &rows), around = sorted_of(&views, holders, &rows);
    HeldText *held = PyErr_Occurred() ? NULL : held_texts(texts, around.count);
    Item *items = room_for(blocks.count, sizeof *items);
    Text taken;
    char *out = NULL;
    if (items && take_text(text, &rows, &blocks, kept, &bytes, &taken) == 0)
        out = room_for((int64_t)most_written(taken, &blocks, before, held, around.count), 1);
    if (out) {
        int64_t count;
        Py_BEGIN_ALLOW_THREADS count = find_items(&rows, &blocks, kept, around, items);
        if (count >= 0)
            count = write_items(&rows, &blocks, kept, before, taken, items, count, held, out);
        Py_END_ALLOW_THREADS if (raise_wrong(count) == 0) result =
            PyUnicode_DecodeUTF8(out, (Py_ssize_t)count, "surrogatepass");
    }
    free(out);
    free(items);
    free(held);
    Py_XDECREF(bytes);
    release(&views);
    return result;
}

/* -- methods ------------------------------------------------------------------------------------------ */

PyObject *bind_p_values(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *columns, *chars, *weighted, *markup, *removed, *wrappers, *noise, *leaves, *result = NULL;
    Measured measured;
    Views views = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "O!OOOOOdpOO:p_values", &PyTuple_Type, &columns, &chars, &weighted,
                          &markup, &removed, &wrappers, &measured.wrapper_share, &measured.with_images,
                          &noise, &leaves))
        return NULL;
    Rows rows = rows_of(&views, columns);
    int64_t tags = LISTED_TAGS + 1;
    measured.chars = column_of(&views, chars, &rows.count);
    measured.weighted = column_of(&views, weighted, &rows.count);
    measured.markup = column_of(&views, markup, &rows.count);
    measured.removed_tags = items_of(&views, removed, 1, &tags);
    measured.wrapper_tags = items_of(&views, wrappers, 1, &tags);
    measured.noise = sorted_of(&views, noise, &rows);
    measured.leaves = sorted_of(&views, leaves, &rows);
    int64_t *elements = room_for(rows.count, sizeof *elements);
    double *values = room_for(rows.count, sizeof *values);
    int64_t *leaf_unit = room_for(measured.leaves.count, sizeof *leaf_unit);
    if (elements && values && leaf_unit) {
        int64_t count;
        Py_BEGIN_ALLOW_THREADS count = find_p_values(&rows, &measured, elements, values, leaf_unit);
        Py_END_ALLOW_THREADS if (raise_wrong(count) == 0) result = Py_BuildValue(
            "NNN", bytes_of(elements, count, sizeof *elements), bytes_of(values, count, sizeof *values),
            bytes_of(leaf_unit, measured.leaves.count, sizeof *leaf_unit));
    }
    free(elements);
    free(values);
    free(leaf_unit);
    release(&views);
    return result;
}
