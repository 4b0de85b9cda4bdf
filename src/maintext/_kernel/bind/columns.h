/* Arguments and results of the methods of Table. */
#ifndef MAINTEXT_BIND_COLUMNS_H
#define MAINTEXT_BIND_COLUMNS_H

#include "bind/arrays.h"
#include "rows/rows.h"

/* Arguments. After the first invalid array, no more are taken; an exception is set. */
const void *mt_items_of(Arrays *arrays, PyObject *array, Type type, int64_t *length);
const int64_t *mt_column_of(Arrays *arrays, PyObject *array, int64_t *length);
Sorted mt_sorted_of(Arrays *arrays, PyObject *array, const Rows *rows);

int mt_raise_error(int64_t found);
PyObject *mt_bytes_of(const void *items, int64_t count, size_t item);
void *mt_allocate_items(int64_t count, size_t item);

PyThreadState *mt_release_gil(const Rows *rows);
void mt_acquire_gil(PyThreadState *thread);

#endif
