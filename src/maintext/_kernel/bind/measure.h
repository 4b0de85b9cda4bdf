/* model/measure.h for the Python module. */
#ifndef MAINTEXT_BIND_MEASURE_H
#define MAINTEXT_BIND_MEASURE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "model/measure.h"

/* Options of Table.measure. */
enum { ONLY_KIND = 1, WITH_WORDS = 2, WITHOUT_NAMES = 4 };

PyObject *mt_bind_make_scorer(PyObject *module, PyObject *arguments);

#endif
