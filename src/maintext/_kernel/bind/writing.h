/* Text, Markdown and HTML for the Python module. */
#ifndef MAINTEXT_BIND_WRITING_H
#define MAINTEXT_BIND_WRITING_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

PyObject *mt_bind_write_text(PyObject *module, PyObject *arguments);
PyObject *mt_bind_write_texts(PyObject *module, PyObject *arguments);
PyObject *mt_bind_write_markdown(PyObject *module, PyObject *arguments);
PyObject *mt_bind_write_html(PyObject *module, PyObject *arguments);
PyObject *mt_bind_block_texts(PyObject *module, PyObject *arguments);

/* `page` is (utf_8, columns, first_row, last_row, kept, gaps, chars); `structure` and `rich` are what
   maintext.render.content has found in attributes. */
#define WRITING_METHODS                                                                                      \
    {"write_text", mt_bind_write_text, METH_VARARGS,                                                         \
     "write_text(page, structure) -> str\n\nThe kept blocks as plain text."},                                \
        {"write_texts", mt_bind_write_texts, METH_VARARGS,                                                   \
         "write_texts(page, structure, owner, count) -> list[str]\n\nThe same of several parts; `owner` is " \
         "the part of each block, or -1."},                                                                  \
        {"write_markdown", mt_bind_write_markdown, METH_VARARGS,                                             \
         "write_markdown(page, structure, rich) -> str\n\nThe kept blocks as Markdown."},                    \
        {"write_html", mt_bind_write_html, METH_VARARGS,                                                     \
         "write_html(page, structure, rich) -> str\n\nThe kept blocks as HTML."},                            \
    {                                                                                                        \
        "block_texts", mt_bind_block_texts, METH_VARARGS,                                                    \
            "block_texts(page) -> list[str]\n\nThe text of every block, kept or not."                        \
    }

#endif
