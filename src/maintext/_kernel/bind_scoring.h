/* scoring.h for the Python module. Python.h comes before. */
#ifndef MAINTEXT_BIND_SCORING_H
#define MAINTEXT_BIND_SCORING_H

#include "kernel.h"

PyObject *bind_make_scorer(PyObject *module, PyObject *arguments);
PyObject *bind_declared(Parser *parser, const Table *table, PyObject *words);
PyObject *bind_score(Parser *parser, const Table *table, PyObject *arguments);

#endif
