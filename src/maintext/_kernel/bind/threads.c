/* Hints at posts and comments, and groups of possible posts, for Python: see threads/threads.h. */
#include "threads/threads.h"

#include "base/memory.h"
#include "bind/memory.h"
#include "bind/table.h"

PyObject *mt_table_mark_threads(PyObject *self, PyObject *unused)
{
    (void)unused;
    TableObject *table = (TableObject *)self;
    Rows rows = mt_table_rows(table);
    void *memory = mt_allocate(mt_thread_mark_size(rows.count) + 1);
    if (!memory)
        return PyErr_NoMemory();
    ThreadMarks marks = mt_thread_marks_in(memory, rows.count);
    Outcome outcome;
    ENTER(self);
    outcome = mt_mark_threads(table->parser, &table->table, &rows, &table->found, &marks);
    LEAVE();
    if (outcome == OUTCOME_OK) {
        const State *state = PyType_GetModuleState(Py_TYPE(self));
        return mt_own_memory((PyTypeObject *)state->memory_type, memory, mt_thread_mark_size(rows.count));
    }
    mt_release(memory);
    return PyErr_NoMemory();
}

/* The groups as a list of (start, end, is_run). */
static PyObject *list_groups(const PostGroups *groups)
{
    PyObject *list = PyList_New(groups->count);
    for (int i = 0; list && i < groups->count; i++) {
        const PostGroup *group = &groups->at[i];
        PyObject *item = Py_BuildValue("NNN", mt_bytes_of(group->start, group->count, sizeof(int64_t)),
                                       mt_bytes_of(group->end, group->count, sizeof(int64_t)),
                                       PyBool_FromLong(group->is_run));
        if (!item || PyList_SetItem(list, i, item) < 0)
            Py_CLEAR(list);
    }
    return list;
}

PyObject *mt_table_post_groups(PyObject *self, PyObject *arguments)
{
    const TableObject *table = (TableObject *)self;
    PyObject *memory, *leaves, *list = NULL;
    if (!PyArg_ParseTuple(arguments, "OO:post_groups", &memory, &leaves))
        return NULL;
    Rows rows = mt_table_rows(table);
    Arrays arrays = {.count = 0};
    const Byte *given = mt_take(&arrays, memory, UINT8, (int64_t)mt_thread_mark_size(rows.count));
    const Byte *times = given ? mt_take(&arrays, leaves, BOOL, rows.count) : NULL;
    if (times) {
        ThreadMarks marks = mt_thread_marks_in((void *)(uintptr_t)given, rows.count);
        PostGroups groups;
        Outcome outcome = mt_find_post_groups(&table->table, &rows, &table->found, &marks, times, &groups);
        list = outcome == OUTCOME_OK ? list_groups(&groups) : PyErr_NoMemory();
        mt_free_post_groups(&groups);
    }
    mt_release_arrays(&arrays);
    return list;
}
