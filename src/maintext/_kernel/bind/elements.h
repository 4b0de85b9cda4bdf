/* The functions of bind_elements.c, for the module's table of functions. */
#ifndef MAINTEXT_BIND_ELEMENTS_H
#define MAINTEXT_BIND_ELEMENTS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

PyObject *mt_elements_find(PyObject *module, PyObject *arguments);
PyObject *mt_elements_repeats(PyObject *module, PyObject *arguments);
PyObject *mt_elements_last_headings(PyObject *module, PyObject *arguments);
PyObject *mt_elements_landmarks(PyObject *module, PyObject *arguments);
PyObject *mt_elements_columns(PyObject *module, PyObject *arguments);

#endif
