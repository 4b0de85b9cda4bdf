/* The functions of bind_elements.c, for the module's table of functions. Python.h comes before. */
#ifndef MAINTEXT_BIND_ELEMENTS_H
#define MAINTEXT_BIND_ELEMENTS_H

PyObject *mt_elements_find(PyObject *module, PyObject *arguments);
PyObject *mt_elements_repeats(PyObject *module, PyObject *arguments);
PyObject *mt_elements_last_headings(PyObject *module, PyObject *arguments);
PyObject *mt_elements_landmarks(PyObject *module, PyObject *arguments);
PyObject *mt_elements_columns(PyObject *module, PyObject *arguments);

#endif
