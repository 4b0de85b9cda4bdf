/* The function of text/runs.h for the Python module. */
#ifndef MAINTEXT_BIND_RUNS_H
#define MAINTEXT_BIND_RUNS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

PyObject *mt_bind_measure_runs(PyObject *module, PyObject *arguments);

#endif
