/* Pushes of features, and records of blocks, for the Python module. */
#ifndef MAINTEXT_BIND_CONTRIBUTIONS_H
#define MAINTEXT_BIND_CONTRIBUTIONS_H

#include <Python.h>

PyObject *mt_bind_find_pushes(PyObject *module, PyObject *arguments);
PyObject *mt_bind_explain(PyObject *module, PyObject *arguments);
PyObject *mt_bind_describe(PyObject *module, PyObject *arguments);
PyObject *mt_bind_make_records(PyObject *module, PyObject *arguments);

#define CONTRIBUTION_METHODS                                                                                 \
    {"find_pushes", mt_bind_find_pushes, METH_VARARGS,                                                       \
     "find_pushes(columns, (feature, bound, leaf, bias), moves, scale, features, pushes)\n\n"                \
     "Fill the last two arrays (most x units) with the features that have the largest pushes on each "       \
     "unit."},                                                                                               \
        {"explain", mt_bind_explain, METH_VARARGS,                                                           \
         "explain(names, features, pushes, values, probability, reason) -> (list[dict], list[str])\n\n"      \
         "Per unit: its pushes, and a line with the probability and the largest pushes. `reason` is "        \
         "(maximum number of pushes in a line, minimum push, number of leading rows). Leading rows are "     \
         "included if their value is not 0, other rows if their push is not 0."},                            \
        {"describe", mt_bind_describe, METH_VARARGS,                                                         \
         "describe(names, columns) -> list[dict]\n\nThe values of each unit, by name."},                     \
        {"make_records", mt_bind_make_records, METH_VARARGS,                                                 \
         "make_records(type, names, columns) -> tuple\n\n"                                                   \
         "Instances of a class with these attributes, a list of values each. `__init__` is not called."}

#endif
