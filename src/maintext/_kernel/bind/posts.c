/* The second look at blocks of a thread, for Python: see post_look.c in model/model.h. */
#include "base/memory.h"
#include "bind/measure.h"
#include "bind/table.h"

#include "generated/features.h"
#include "model/model.h"

/* The arrays of a thread: (measures, probability, name, post, in_comment, kept). Returns 0 and sets an exception if they
   are not valid. */
static int take_thread(Arrays *held, const TableObject *table, PyObject *arrays, Thread *thread)
{
    PyObject *memory, *probability, *name, *post, *in_comment, *kept;
    Measures measures;
    int64_t count = table->found.count;
    if (!PyArg_ParseTuple(arrays, "OOOOOO:thread", &memory, &probability, &name, &post, &in_comment, &kept) ||
        !mt_take_measures(held, memory, count, &measures))
        return 0;
    Rows rows = mt_table_rows(table);
    *thread = (Thread){.blocks = count,
                       .rows = rows.count,
                       .words = measures.words,
                       .kinds = measures.kinds,
                       .element = table->found.element,
                       .parent = rows.parent,
                       .seed = table->parser->hash_seed};
    if (!(thread->probability = mt_take_instead(held, probability, count, measures.probability)) ||
        !(thread->name = mt_take(held, name, INT64, rows.count)) ||
        !(thread->post = mt_take_indices(held, post, count, NONE, count - 1)) ||
        !(thread->in_comment = mt_take(held, in_comment, BOOL, count)) ||
        !(thread->kept = mt_take(held, kept, BOOL, count)))
        return 0;
    for (int64_t i = 0; i < count; i++)
        thread->posts = thread->post[i] >= thread->posts ? thread->post[i] + 1 : thread->posts;
    return 1;
}

PyObject *mt_table_post_columns(PyObject *self, PyObject *arguments)
{
    PyObject *arrays, *result = NULL;
    Thread thread;
    Arrays held = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "O!:post_columns", &PyTuple_Type, &arrays))
        return NULL;
    if (take_thread(&held, (TableObject *)self, arrays, &thread)) {
        int64_t *blocks = mt_allocate_items(thread.blocks, sizeof *blocks);
        float *columns = mt_allocate_items(thread.blocks * POST_COUNT, sizeof *columns);
        int has_memory = blocks && columns;
        int64_t found = has_memory ? mt_describe_posts(&thread, blocks, columns) : 0;
        if (has_memory && mt_raise_error(found) == 0)
            result = Py_BuildValue("NN", mt_bytes_of(blocks, found, sizeof *blocks),
                                   mt_bytes_of(columns, found * POST_COUNT, sizeof *columns));
        mt_release(blocks);
        mt_release(columns);
    }
    mt_release_arrays(&held);
    return result;
}

PyObject *mt_table_look_at_posts(PyObject *self, PyObject *arguments)
{
    PyObject *arrays, *trees, *parts[4], *earlier, *result = NULL;
    double from, below;
    Thread thread;
    Forest forest = {0};
    Arrays held = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "O!O!(dd)O:look_at_posts", &PyTuple_Type, &arrays, &PyTuple_Type, &trees,
                          &from, &below, &earlier) ||
        !PyArg_ParseTuple(trees, "OOOO:trees", &parts[0], &parts[1], &parts[2], &parts[3]))
        return NULL;
    const Byte *was_dropped = NULL;
    if (take_thread(&held, (TableObject *)self, arrays, &thread) &&
        mt_take_forest(&held, parts, POST_COUNT, &forest))
        was_dropped = mt_take(&held, earlier, BOOL, thread.blocks);
    if (was_dropped && forest.outputs != 1) {
        PyErr_SetString(PyExc_ValueError, "the trees of a second look have one output");
    } else if (was_dropped) {
        Byte *added = mt_allocate_items(2 * thread.blocks, 1);
        int64_t outcome =
            added ? mt_look_at_posts(&thread, &forest, from, below, was_dropped, added, added + thread.blocks)
                  : 0;
        if (added && mt_raise_error(outcome) == 0)
            result = Py_BuildValue("NN", mt_bytes_of(added, thread.blocks, 1),
                                   mt_bytes_of(added + thread.blocks, thread.blocks, 1));
        mt_release(added);
    }
    mt_release_arrays(&held);
    return result;
}
