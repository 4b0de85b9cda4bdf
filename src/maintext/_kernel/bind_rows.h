/* The loops of rows.h, as functions of the Python module. */
#ifndef MAINTEXT_BIND_ROWS_H
#define MAINTEXT_BIND_ROWS_H

#include <Python.h>

PyObject *bind_seen_counts(PyObject *module, PyObject *arguments);
PyObject *bind_blocks(PyObject *module, PyObject *arguments);
PyObject *bind_meetings(PyObject *module, PyObject *arguments);
PyObject *bind_holders(PyObject *module, PyObject *arguments);
PyObject *bind_write_text(PyObject *module, PyObject *arguments);
PyObject *bind_p_values(PyObject *module, PyObject *arguments);

#define ROW_METHODS                                                                                          \
    {"seen_counts", bind_seen_counts, METH_VARARGS,                                                          \
     "seen_counts(flags, counts) -> the counts of texts that are shown, 0 for all others."},                 \
        {"blocks", bind_blocks, METH_VARARGS, "blocks(columns, leaves) -> the leaves that begin a block."},  \
        {"meetings", bind_meetings, METH_VARARGS,                                                            \
         "meetings(text, columns, first_row, last_row) -> pairs of texts inside blocks whose words may "     \
         "stand apart."},                                                                                    \
        {"holders", bind_holders, METH_VARARGS,                                                              \
         "holders(columns, first_row, last_row, tables, headings) -> rows whose whole text is one item."},   \
        {"write_text", bind_write_text, METH_VARARGS,                                                        \
         "write_text(text, columns, first_row, last_row, kept, gaps, holders, texts) -> the kept blocks."},  \
    {                                                                                                        \
        "p_values", bind_p_values, METH_VARARGS,                                                             \
            "p_values(columns, chars, weighted, markup, removed, wrappers, share, images, noise, "           \
            "leaves)\n\n"                                                                                    \
            "Elements, their P values, and the unit of each leaf."                                           \
    }

#endif
