/* Hints at posts and comments for Python: see threads/threads.h. */
#include "threads/threads.h"

#include "base/memory.h"
#include "bind/memory.h"
#include "bind/table.h"

PyObject *mt_table_mark_threads(PyObject *self, PyObject *unused)
{
    (void)unused;
    TableObject *table = (TableObject *)self;
    Rows rows = mt_table_rows(table);
    size_t size = (size_t)rows.count * (3 * sizeof(int64_t) + 2);
    int64_t *cells = mt_allocate(size + 1);
    if (!cells)
        return PyErr_NoMemory();
    Byte *bytes = (Byte *)(cells + 3 * rows.count);
    ThreadMarks marks = {cells, cells + rows.count, cells + 2 * rows.count, bytes, bytes + rows.count};
    Outcome outcome;
    ENTER(self);
    outcome = mt_mark_threads(table->parser, &table->table, &rows, &table->found, &marks);
    LEAVE();
    if (outcome == OUTCOME_OK) {
        const State *state = PyType_GetModuleState(Py_TYPE(self));
        return mt_own_memory((PyTypeObject *)state->memory_type, cells, size);
    }
    mt_release(cells);
    return PyErr_NoMemory();
}
