/* The functions of model/model.h for the Python module. */
#ifndef MAINTEXT_BIND_MODEL_H
#define MAINTEXT_BIND_MODEL_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "parse/parser.h"

PyObject *mt_bind_sum_trees(PyObject *module, PyObject *arguments);
PyObject *mt_bind_choose_weighed(PyObject *module, PyObject *arguments);
PyObject *mt_bind_score_languages(PyObject *module, PyObject *arguments);

#endif
