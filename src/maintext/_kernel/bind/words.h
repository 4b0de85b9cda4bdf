/* Values of attributes for the Python module; see words.h. */
#ifndef MAINTEXT_BIND_WORDS_H
#define MAINTEXT_BIND_WORDS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "parse/parser.h"

PyObject *mt_bind_values(Parser *parser, const Table *table, PyObject *arguments);
PyObject *mt_bind_sought(Parser *parser, const Table *table, PyObject *arguments);

#endif
