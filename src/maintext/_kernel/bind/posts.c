/* The second look at blocks of a thread, for Python: see post_look.c in model/model.h. */
#include "base/memory.h"
#include "bind/table.h"

#include "generated/features.h"
#include "model/model.h"

PyObject *mt_table_post_columns(PyObject *self, PyObject *arguments)
{
    const TableObject *table = (TableObject *)self;
    PyObject *probability, *words, *kinds, *name, *post, *in_comment, *kept, *result = NULL;
    if (!PyArg_ParseTuple(arguments, "OOOOOOO:post_columns", &probability, &words, &kinds, &name, &post,
                          &in_comment, &kept))
        return NULL;
    Rows rows = mt_table_rows(table);
    int64_t count = table->found.count;
    Thread thread = {
        .blocks = count, .rows = rows.count, .element = table->found.element, .parent = rows.parent};
    Arrays held = {.count = 0};
    int is_sound = (thread.probability = mt_take(&held, probability, FLOAT64, count)) &&
                   (thread.words = mt_take(&held, words, INT64, count)) &&
                   (thread.kinds = mt_take(&held, kinds, FLOAT64, PAGE_KIND_COUNT)) &&
                   (thread.name = mt_take(&held, name, INT64, rows.count)) &&
                   (thread.post = mt_take_indices(&held, post, count, NONE, count - 1)) &&
                   (thread.in_comment = mt_take(&held, in_comment, BOOL, count)) &&
                   (thread.kept = mt_take(&held, kept, BOOL, count));
    for (int64_t i = 0; is_sound && i < count; i++)
        thread.posts = thread.post[i] >= thread.posts ? thread.post[i] + 1 : thread.posts;
    int64_t *blocks = is_sound ? mt_allocate_items(count, sizeof *blocks) : NULL;
    float *columns = blocks ? mt_allocate_items(count * POST_COUNT, sizeof *columns) : NULL;
    if (columns) {
        int64_t found = mt_look_at_posts(&thread, blocks, columns);
        if (mt_raise_error(found) == 0)
            result = Py_BuildValue("NN", mt_bytes_of(blocks, found, sizeof *blocks),
                                   mt_bytes_of(columns, found * POST_COUNT, sizeof *columns));
    }
    mt_release(blocks);
    mt_release(columns);
    mt_release_arrays(&held);
    return result;
}
