/* Arguments and results of the methods of Table. */
#include "base/memory.h"
#include "bind/columns.h"

/* -- arguments --------------------------------------------------------------------------------------- */

/* Items of an array. `length` is the required length, or ANY; it becomes the actual length. After the first
   invalid array, no more are taken. */
const void *mt_items_of(Arrays *arrays, PyObject *array, Type type, int64_t *length)
{
    const void *items = PyErr_Occurred() ? NULL : mt_take(arrays, array, type, *length);
    if (!PyErr_Occurred())
        *length = mt_last_length(arrays);
    return items;
}

const int64_t *mt_column_of(Arrays *arrays, PyObject *array, int64_t *length)
{
    return mt_items_of(arrays, array, INT64, length);
}

Sorted mt_sorted_of(Arrays *arrays, PyObject *array, const Rows *rows)
{
    Sorted some = {ANY, NULL};
    some.at = mt_column_of(arrays, array, &some.count);
    if (some.at && !mt_are_sorted(rows, some))
        PyErr_SetString(PyExc_ValueError, "rows are not in the order of the table");
    return some;
}

/* -- results ----------------------------------------------------------------------------------------- */

int mt_raise_error(int64_t found)
{
    if (found == FOUND_INVALID)
        PyErr_SetString(PyExc_ValueError, "the columns are not those of a table");
    else if (found == FOUND_NO_MEMORY)
        PyErr_NoMemory();
    return found < 0 ? -1 : 0;
}

PyObject *mt_bytes_of(const void *items, int64_t count, size_t item)
{
    return PyBytes_FromStringAndSize(items, (Py_ssize_t)((size_t)count * item));
}

void *mt_allocate_items(int64_t count, size_t item)
{
    void *memory = PyErr_Occurred() ? NULL : mt_allocate((size_t)(count + 1) * item);
    if (!memory && !PyErr_Occurred())
        PyErr_NoMemory();
    return memory;
}

/* -- threads ----------------------------------------------------------------------------------------- */

/* Release Python's lock for large pages only: for small ones, getting it back takes longer than the work. */
PyThreadState *mt_release_gil(const Rows *rows)
{
    enum { MANY_ROWS = 20000 };
    return rows->count > MANY_ROWS ? PyEval_SaveThread() : NULL;
}

void mt_acquire_gil(PyThreadState *thread)
{
    if (thread)
        PyEval_RestoreThread(thread);
}
