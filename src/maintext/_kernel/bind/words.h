/* The loops over words as functions of the Python module; see words.h for what they do. */
#ifndef MAINTEXT_BIND_WORDS_H
#define MAINTEXT_BIND_WORDS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "parse/parser.h"

PyObject *mt_bind_read_texts(PyObject *module, PyObject *arguments);
PyObject *mt_bind_text_features(PyObject *module, PyObject *arguments);
PyObject *mt_bind_names(Parser *parser, const Table *table, PyObject *arguments);
PyObject *mt_bind_values(Parser *parser, const Table *table, PyObject *arguments);
PyObject *mt_bind_sought(Parser *parser, const Table *table, PyObject *arguments);
PyObject *mt_bind_named_rows(PyObject *module, PyObject *arguments);
PyObject *mt_bind_score_text(PyObject *module, PyObject *arguments);
PyObject *mt_bind_score_headings(PyObject *module, PyObject *arguments);
PyObject *mt_bind_score_names(PyObject *module, PyObject *arguments);

#endif
