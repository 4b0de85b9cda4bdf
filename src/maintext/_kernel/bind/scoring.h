/* scoring.h for the Python module. Python.h comes before. */
#ifndef MAINTEXT_BIND_SCORING_H
#define MAINTEXT_BIND_SCORING_H

#include "model/scoring.h"

PyObject *mt_bind_make_scorer(PyObject *module, PyObject *arguments);
PyObject *mt_bind_declared(Parser *parser, const Table *table, PyObject *words);
PyObject *mt_bind_score(Parser *parser, const Table *table, PyTypeObject *memory, PyObject *arguments);

#endif
