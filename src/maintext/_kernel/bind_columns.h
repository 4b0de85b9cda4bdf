/* The columns of a page and lists of rows, as the loops of rows.h take them. */
#ifndef MAINTEXT_BIND_COLUMNS_H
#define MAINTEXT_BIND_COLUMNS_H

#include "bind_arrays.h"
#include "rows.h"

/* Arguments. Once an array was wrong, none is taken: an exception is set. */
const void *items_of(Held *arrays, PyObject *array, Type type, int64_t *length);
const int64_t *column_of(Held *arrays, PyObject *array, int64_t *length);
Sorted sorted_of(Held *arrays, PyObject *array, const Rows *rows);
Rows rows_of(Held *arrays, PyObject *columns);
BlockRows blocks_of(Held *arrays, PyObject *first_row, PyObject *last_row, const Rows *rows);
Text text_of(Held *arrays, PyObject *utf_8);

/* Results. */
int raise_wrong(int64_t found);
PyObject *bytes_of(const void *items, int64_t count, size_t item);
void *room_for(int64_t count, size_t item);

/* Threads. */
PyThreadState *let_go(const Rows *rows);
void take_back(PyThreadState *thread);

#endif
