/* text/source.h for the Python module. */
#ifndef MAINTEXT_BIND_SOURCE_H
#define MAINTEXT_BIND_SOURCE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

PyObject *mt_bind_inspect_source(PyObject *module, PyObject *source);
PyObject *mt_bind_count_controls(PyObject *module, PyObject *text);
PyObject *mt_bind_find_declaration(PyObject *module, PyObject *arguments);

#endif
