/* The loops of rows.h, as functions of the Python module. */
#ifndef MAINTEXT_BIND_ROWS_H
#define MAINTEXT_BIND_ROWS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

PyObject *mt_bind_kept_blocks(PyObject *module, PyObject *arguments);
PyObject *mt_bind_meetings(PyObject *module, PyObject *arguments);
PyObject *mt_bind_p_values(PyObject *module, PyObject *arguments);

#define ROW_METHODS                                                                                          \
    {"kept_blocks", mt_bind_kept_blocks, METH_VARARGS,                                                      \
         "kept_blocks(first, leaves, kept, chars) -> which blocks are mostly kept leaves, as bytes of "      \
         "bool."},                                                                                           \
        {"meetings", mt_bind_meetings, METH_VARARGS,                                                            \
         "meetings(utf_8, columns, first_row, last_row, kept) -> pairs of texts inside kept blocks whose "   \
         "words may stand apart; the first is -1 where they surely do."},                                    \
    {                                                                                                        \
        "p_values", mt_bind_p_values, METH_VARARGS,                                                             \
            "p_values(columns, chars, weighted, markup, removed, wrappers, share, images, noise, "           \
            "leaves)\n\n"                                                                                    \
            "Elements, their P values, and the unit of each leaf."                                           \
    }

#endif
