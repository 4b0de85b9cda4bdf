/* model/measure.h for the Python module. */
#ifndef MAINTEXT_BIND_MEASURE_H
#define MAINTEXT_BIND_MEASURE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "bind/arrays.h"
#include "model/measure.h"

/* Options of Table.measure. */
enum { ONLY_KIND = 1, WITH_WORDS = 2, WITHOUT_NAMES = 4 };

/* The results of Table.measure, from their memory. Returns 0 and sets an exception if it is not that of a page with so
   many blocks. */
int mt_take_measures(Arrays *held, PyObject *memory, int64_t blocks, Measures *found);

/* A number for each block; that of the measures for None. */
const double *mt_take_instead(Arrays *held, PyObject *array, int64_t blocks, const double *measured);

PyObject *mt_bind_make_scorer(PyObject *module, PyObject *arguments);

#endif
