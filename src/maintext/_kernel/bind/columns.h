/* Arguments and results of the methods of Table. */
#ifndef MAINTEXT_BIND_COLUMNS_H
#define MAINTEXT_BIND_COLUMNS_H

#include "bind/arrays.h"
#include "rows/rows.h"

/* Arguments. After the first invalid array, no more are taken; an exception is set. */
const void *mt_items_of(Held *arrays, PyObject *array, Type type, int64_t *length);
const int64_t *mt_column_of(Held *arrays, PyObject *array, int64_t *length);
Sorted mt_sorted_of(Held *arrays, PyObject *array, const Rows *rows);

int mt_raise_wrong(int64_t found);
PyObject *mt_bytes_of(const void *items, int64_t count, size_t item);
void *mt_room_for(int64_t count, size_t item);

PyThreadState *mt_let_go(const Rows *rows);
void mt_take_back(PyThreadState *thread);

#endif
