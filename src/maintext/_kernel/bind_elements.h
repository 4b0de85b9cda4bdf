/* The functions of bind_elements.c, for the module's table of functions. Python.h comes before. */
#ifndef MAINTEXT_BIND_ELEMENTS_H
#define MAINTEXT_BIND_ELEMENTS_H

PyObject *elements_find(PyObject *module, PyObject *arguments);
PyObject *elements_repeats(PyObject *module, PyObject *arguments);
PyObject *elements_last_headings(PyObject *module, PyObject *arguments);
PyObject *elements_landmarks(PyObject *module, PyObject *arguments);
PyObject *elements_columns(PyObject *module, PyObject *arguments);

#endif
