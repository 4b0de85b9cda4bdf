/* Plain text and Markdown for the Python module. Python.h comes before. */
#ifndef MAINTEXT_BIND_WRITING_H
#define MAINTEXT_BIND_WRITING_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "parse/parser.h"

PyObject *mt_bind_write_text(Parser *parser, const Table *table, PyObject *arguments);
PyObject *mt_bind_write_markdown(PyObject *module, PyObject *arguments);

#endif
