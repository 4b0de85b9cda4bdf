/* Arrays from Python, by the buffer protocol: the one place where they are checked. An array of the wrong
   type, size or layout, or with an index out of range, is a ValueError. */
#ifndef MAINTEXT_BIND_ARRAYS_H
#define MAINTEXT_BIND_ARRAYS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "model/model.h"

enum { MAX_ARRAYS = 32, ANY = -1 };

/* The arrays of a call, until it ends. */
typedef struct {
    Py_buffer views[MAX_ARRAYS];
    int count;
} Arrays;

typedef enum { FLOAT32, FLOAT64, INT8, INT16, UINT16, INT32, UINT32, INT64, UINT64, UINT8, BOOL } Type;

/* Take the items of an array of this type and length (ANY: any length). Returns NULL and sets an exception if
   the array is different. `mt_fill` is for arrays that are written. */
const void *mt_take(Arrays *held, PyObject *array, Type type, int64_t items);
void *mt_fill(Arrays *held, PyObject *array, Type type, int64_t items);
const int64_t *mt_take_indices(Arrays *held, PyObject *array, int64_t items, int64_t first, int64_t last);
int mt_take_forest(Arrays *held, PyObject *const *arrays, int64_t features, Forest *forest);

int mt_check_range(const int64_t *numbers, int64_t count, int64_t first, int64_t last);
int64_t mt_last_length(const Arrays *held);
void mt_release_arrays(Arrays *held);
PyObject *mt_finish(Arrays *held, int is_done);

#endif
