/* Pushes of features, for the Python module. */
#ifndef MAINTEXT_BIND_CONTRIBUTIONS_H
#define MAINTEXT_BIND_CONTRIBUTIONS_H

#include <Python.h>

PyObject *mt_bind_find_pushes(PyObject *module, PyObject *arguments);
PyObject *mt_bind_explain(PyObject *module, PyObject *arguments);

#define CONTRIBUTION_METHODS                                                                                 \
    {"find_pushes", mt_bind_find_pushes, METH_VARARGS,                                                       \
     "find_pushes(columns, (feature, bound, leaf, bias), moves, scale, features, pushes)\n\n"                \
     "Fill the last two arrays (most x units) with the features that pushed each unit most."},               \
        {"explain", mt_bind_explain, METH_VARARGS,                                                           \
         "explain(names, features, pushes, values, probability, reason) -> (list[dict], list[str])\n\n"      \
         "By unit its pushes, and a line with the probability and the strongest of them. `reason` is "       \
         "(how many it names, the least push of one, how many rows are there where their value is not "      \
         "0; all others are where they push)."}

#endif
