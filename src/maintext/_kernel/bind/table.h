/* Table: a parsed page, with its leaves and blocks. Its methods call the kernel's functions:

       table.c          the type, its columns and counts
       table_methods.c  the list of its methods
       attributes.c     attributes of rows
       formulas.c       the same page with formulas as text
       rows.c           blocks, gaps, P values, the clean-up of chosen blocks
       lines.c          lines that readers may skip, labels
       survey.c         what the kept blocks have, for the clean-up
       measure.c        features and scores
       threads.c        posts and comments
       posts.c          the second look at blocks of a thread
       writing.c        text, Markdown, HTML
       unseen.c         characters that a reader cannot see

   The kernel made the table, so its numbers need no check. Arguments from Python do. */
#ifndef MAINTEXT_BIND_TABLE_H
#define MAINTEXT_BIND_TABLE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "bind/columns.h"
#include "parse/parser.h"
#include "rows/paths.h"
#include "rows/rows.h"

/* Decoded names and values share one buffer of the parser: one thread at a time. */
#ifdef Py_GIL_DISABLED
#define ENTER(self) Py_BEGIN_CRITICAL_SECTION(self)
#define LEAVE()     Py_END_CRITICAL_SECTION()
#else
#define ENTER(self) (void)(self)
#define LEAVE()     (void)0
#endif

typedef struct {
    PyObject_HEAD Parser *parser;
    Table table;
    PyObject *source; /* the parser's spans point into it */
    PyObject *base;   /* the table that owns the parser, or NULL */
    PyObject *local_tags;
    PyObject *segments; /* memory of `found` */
    Segments found;     /* leaves and blocks */
    Siblings siblings;  /* numbered when the first path is requested */
} TableObject;

typedef struct {
    PyObject *table_type, *memory_type;
} State;

extern PyType_Spec mt_table_spec;
extern PyMethodDef mt_table_methods[];

Rows mt_table_rows(const TableObject *table);
BlockRows mt_table_blocks(const TableObject *table);

/* Find the leaves and blocks of the table; again if its flags or tags changed. */
Failure mt_find_table_segments(TableObject *table);
int mt_own_table_segments(TableObject *table, const State *state);

PyObject *mt_view_to_str(View view);
PyObject *mt_attribute_dict(Parser *parser, int first, int count, int name_space);

PyObject *mt_table_counts(PyObject *self, PyObject *argument);
PyObject *mt_table_places(PyObject *self, PyObject *unused);
PyObject *mt_table_hidings(PyObject *self, PyObject *unused);
PyObject *mt_table_rewrite(PyObject *self, PyObject *arguments);
PyObject *mt_table_title(PyObject *self, PyObject *unused);
PyObject *mt_table_xpath(PyObject *self, PyObject *argument);
PyObject *mt_table_with_formulas(PyObject *self, PyObject *arguments);
PyObject *mt_table_attributes(PyObject *self, PyObject *row);
PyObject *mt_table_rows_with_attributes(PyObject *self, PyObject *unused);
PyObject *mt_table_values(PyObject *self, PyObject *name);
PyObject *mt_table_shared_values(PyObject *self, PyObject *arguments);
PyObject *mt_table_meta(PyObject *self, PyObject *most);
PyObject *mt_table_values_holding(PyObject *self, PyObject *arguments);
PyObject *mt_table_markup(PyObject *self, PyObject *tag_lengths);
PyObject *mt_table_mostly(PyObject *self, PyObject *leaves);
PyObject *mt_table_gaps(PyObject *self, PyObject *kept);
PyObject *mt_table_p_values(PyObject *self, PyObject *arguments);
PyObject *mt_table_tidy(PyObject *self, PyObject *arguments);
PyObject *mt_table_look(PyObject *self, PyObject *arguments);
PyObject *mt_table_lines(PyObject *self, PyObject *arguments);
PyObject *mt_table_labels(PyObject *self, PyObject *arguments);
PyObject *mt_table_line_columns(PyObject *self, PyObject *arguments);
PyObject *mt_table_clutter(PyObject *self, PyObject *arguments);
PyObject *mt_table_survey(PyObject *self, PyObject *arguments);
PyObject *mt_table_outer_articles(PyObject *self, PyObject *unused);
PyObject *mt_table_mark_threads(PyObject *self, PyObject *has_time);
PyObject *mt_table_post_groups(PyObject *self, PyObject *arguments);
PyObject *mt_table_post_opening(PyObject *self, PyObject *arguments);
PyObject *mt_table_post_texts(PyObject *self, PyObject *arguments);
PyObject *mt_table_post_columns(PyObject *self, PyObject *arguments);
PyObject *mt_table_look_at_posts(PyObject *self, PyObject *arguments);
PyObject *mt_table_measure(PyObject *self, PyObject *arguments);
PyObject *mt_table_write_text(PyObject *self, PyObject *arguments);
PyObject *mt_table_write_texts(PyObject *self, PyObject *arguments);
PyObject *mt_table_write_markdown(PyObject *self, PyObject *arguments);
PyObject *mt_table_write_html(PyObject *self, PyObject *arguments);
PyObject *mt_table_hidden_texts(PyObject *self, PyObject *unused);
PyObject *mt_table_block_texts(PyObject *self, PyObject *arguments);
PyObject *mt_table_row_texts(PyObject *self, PyObject *numbers);
PyObject *mt_table_text_around(PyObject *self, PyObject *arguments);
PyObject *mt_table_unseen(PyObject *self, PyObject *unused);
PyObject *mt_bind_drop_unseen(PyObject *module, PyObject *source);

#endif
