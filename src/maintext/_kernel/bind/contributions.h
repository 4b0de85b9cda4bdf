/* Pushes of features, for the Python module. */
#ifndef MAINTEXT_BIND_CONTRIBUTIONS_H
#define MAINTEXT_BIND_CONTRIBUTIONS_H

#include <Python.h>

PyObject *mt_bind_find_pushes(PyObject *module, PyObject *arguments);
PyObject *mt_bind_explain(PyObject *module, PyObject *arguments);

#define CONTRIBUTION_METHODS                                                                                 \
    {"find_pushes", mt_bind_find_pushes, METH_VARARGS,                                                       \
     "find_pushes(columns, (feature, bound, leaf, bias), moves, scale, features, pushes)\n\n"                \
     "Fill the last two arrays (most x units) with the features that have the largest pushes on each "       \
     "unit."},                                                                                               \
        {"explain", mt_bind_explain, METH_VARARGS,                                                           \
         "explain(names, features, pushes, values, probability, reason) -> (list[dict], list[str])\n\n"      \
         "Per unit: its pushes, and a line with the probability and the largest pushes. `reason` is "        \
         "(maximum number of pushes in a line, minimum push, number of leading rows). Leading rows are "     \
         "included if their value is not 0, other rows if their push is not 0."}

#endif
