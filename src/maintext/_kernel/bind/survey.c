/* What the kept blocks of a page have, so that cleanup.py skips rules that cannot apply. */
#include "bind/table.h"

PyObject *mt_table_survey(PyObject *self, PyObject *arguments)
{
    const TableObject *table = (TableObject *)self;
    PyObject *mask, *sizes, *named, *copies;
    double long_copy;
    if (!PyArg_ParseTuple(arguments, "OOOOd:survey", &mask, &sizes, &named, &copies, &long_copy))
        return NULL;
    Rows rows = mt_table_rows(table);
    int64_t blocks = table->found.count, flags = 0;
    int has_comments = 0, has_copies = 0;
    Arrays arrays = {.count = 0};
    const Byte *kept = mt_items_of(&arrays, mask, BOOL, &blocks);
    const double *chars = mt_items_of(&arrays, sizes, FLOAT64, &blocks);
    const float *names_comments = mt_items_of(&arrays, named, FLOAT32, &blocks);
    const float *is_repeated = mt_items_of(&arrays, copies, FLOAT32, &blocks);
    for (int64_t i = 0; is_repeated && i < blocks; i++) {
        if (!kept[i])
            continue;
        flags |= rows.flags[table->found.first_row[i]];
        has_comments |= names_comments[i] > 0;
        has_copies |= is_repeated[i] > 0 && chars[i] >= long_copy;
    }
    mt_release_arrays(&arrays);
    if (!is_repeated)
        return NULL;
    return Py_BuildValue("LNN", (long long)flags, PyBool_FromLong(has_comments), PyBool_FromLong(has_copies));
}
