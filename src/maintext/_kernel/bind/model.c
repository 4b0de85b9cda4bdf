/* model/model.h for Python; arrays.h explains how arrays are checked. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "bind/arrays.h"
#include "bind/model.h"
#include "model/model.h"

/* -- trees ------------------------------------------------------------------------------------------- */

PyObject *mt_bind_sum_trees(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *columns, *parts[4], *margins;
    if (!PyArg_ParseTuple(arguments, "OOOOOO:sum_trees", &columns, &parts[0], &parts[1], &parts[2], &parts[3],
                          &margins))
        return NULL;
    Arrays held = {.count = 0};
    Forest forest = {0};
    const float *values = mt_take(&held, columns, FLOAT32, ANY);
    if (!values)
        return mt_finish(&held, 0);
    if (held.views[0].ndim != 2) {
        PyErr_SetString(PyExc_ValueError, "columns are features x units");
        return mt_finish(&held, 0);
    }
    int64_t features = held.views[0].shape[0], units = held.views[0].shape[1];
    double *sums = NULL;
    if (mt_take_forest(&held, parts, features, &forest))
        sums = mt_fill(&held, margins, FLOAT64, forest.outputs * units);
    if (sums) {
        Py_BEGIN_ALLOW_THREADS mt_sum_forest(&forest, values, units, sums);
        Py_END_ALLOW_THREADS
    }
    return mt_finish(&held, sums != NULL);
}

/* -- choice ------------------------------------------------------------------------------------------ */

PyObject *mt_bind_choose_weighed(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *log_odds, *size, *kept;
    Calibration calibration;
    if (!PyArg_ParseTuple(arguments, "OdddOO:choose_weighed", &log_odds, &calibration.slope,
                          &calibration.offset, &calibration.exponent, &size, &kept))
        return NULL;
    Arrays held = {.count = 0};
    const double *values = mt_take(&held, log_odds, FLOAT64, ANY);
    int64_t units = values ? mt_last_length(&held) : 0;
    const int64_t *sizes = values ? mt_take(&held, size, INT64, units) : NULL;
    uint8_t *chosen = sizes ? mt_fill(&held, kept, BOOL, units) : NULL;
    int failed = chosen && mt_choose_weighed(values, &calibration, sizes, units, chosen) < 0;
    if (failed)
        PyErr_NoMemory();
    return mt_finish(&held, chosen && !failed);
}
