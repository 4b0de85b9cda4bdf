/* The same page with formulas as text, for Python: see rows/formulas.c. */
#include "base/memory.h"
#include "bind/table.h"

/* A table that shares the parser of another one. */
static TableObject *new_table(TableObject *from)
{
    PyTypeObject *type = Py_TYPE((PyObject *)from);
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    TableObject *self = (TableObject *)allocate(type, 0);
    if (!self)
        return NULL;
    self->base = Py_NewRef((PyObject *)from);
    self->parser = from->parser;
    self->source = Py_NewRef(from->source);
    self->local_tags = Py_NewRef(from->local_tags);
    return self;
}

/* The texts of a list of bytes. Returns NULL and sets an exception on failure. */
static View *texts_of(PyObject *list, int64_t count)
{
    if (PyList_Size(list) != count) {
        PyErr_SetString(PyExc_ValueError, "there must be a text for each row");
        return NULL;
    }
    View *views = mt_allocate((size_t)(count + 1) * sizeof *views);
    if (!views)
        PyErr_NoMemory();
    for (int64_t i = 0; views && i < count; i++) {
        char *bytes = NULL;
        Py_ssize_t length = 0;
        if (PyBytes_AsStringAndSize(PyList_GetItem(list, (Py_ssize_t)i), &bytes, &length) < 0) {
            mt_release(views);
            return NULL;
        }
        views[i] = (View){bytes, (size_t)length};
    }
    return views;
}

static int fill(TableObject *self, const Table *from, const Formulas *formulas)
{
    int64_t outcome = mt_put_formulas(from, formulas, &self->table);
    if (mt_raise_error(outcome) < 0)
        return -1;
    if (mt_find_table_segments(self) != NOT_FAILED) {
        PyErr_NoMemory();
        return -1;
    }
    return mt_own_table_segments(self, PyType_GetModuleState(Py_TYPE((PyObject *)self)));
}

PyObject *mt_table_with_formulas(PyObject *self, PyObject *arguments)
{
    TableObject *from = (TableObject *)self;
    PyObject *rows, *texts, *is_display, *flags;
    if (!PyArg_ParseTuple(arguments, "OO!OO:with_formulas", &rows, &PyList_Type, &texts, &is_display, &flags))
        return NULL;
    Arrays held = {.count = 0};
    Formulas formulas = {.at = {.count = PyList_Size(texts)}};
    TableObject *table = NULL;
    View *views = NULL;
    formulas.at.at = mt_take_indices(&held, rows, formulas.at.count, 0, from->table.rows - 1);
    if (formulas.at.at)
        formulas.is_display = mt_take(&held, is_display, BOOL, formulas.at.count);
    if (formulas.is_display)
        formulas.flags = mt_take(&held, flags, INT64, formulas.at.count);
    if (formulas.flags)
        formulas.texts = views = texts_of(texts, formulas.at.count);
    if (views)
        table = new_table(from);
    if (table && fill(table, &from->table, &formulas) < 0)
        Py_CLEAR(table);
    mt_release(views);
    mt_release_arrays(&held);
    return (PyObject *)table;
}
