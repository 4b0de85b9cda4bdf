/* What the blocks of a page have, so that cleanup.py skips rules that cannot apply. */
#include "bind/lines.h"

#include "generated/features.h"

/* The outermost <article> around a row that is in one. */
static int64_t outer_article(const Rows *rows, int64_t row)
{
    while (rows->parent[row] >= 0 && rows->flags[rows->parent[row]] & FLAG_ARTICLE)
        row = rows->parent[row];
    return row;
}

PyObject *mt_table_survey(PyObject *self, PyObject *arguments)
{
    const TableObject *table = (TableObject *)self;
    PyObject *memory, *mask, *labels;
    double long_copy, least_forum;
    long long longest_label;
    if (!PyArg_ParseTuple(arguments, "OOddO!L:survey", &memory, &mask, &long_copy, &least_forum,
                          &PyTuple_Type, &labels, &longest_label))
        return NULL;
    Rows rows = mt_table_rows(table);
    int64_t blocks = table->found.count, flags = 0;
    int64_t articles = 0, article_end = 0;
    int has_comments = 0, has_copies = 0;
    Arrays held = {.count = 0};
    Measures measures;
    const Byte *kept =
        mt_take_measures(&held, memory, blocks, &measures) ? mt_take(&held, mask, BOOL, blocks) : NULL;
    if (!kept) {
        mt_release_arrays(&held);
        return NULL;
    }
    const float *named = measures.columns + FEATURE_NAMED_COMMENTS * blocks;
    const float *repeated = measures.columns + FEATURE_REPEATED * blocks;
    for (int64_t i = 0; i < blocks; i++) {
        if (!kept[i])
            continue;
        int64_t row = table->found.first_row[i], own = rows.flags[row];
        flags |= measures.chars[i] < long_copy ? own & ~FLAG_CONTROL
                                               : own; /* short ones are labels, not raw text */
        if (own & FLAG_ARTICLE && row >= article_end) {
            article_end = rows.end[outer_article(&rows, row)];
            articles++;
        }
        has_comments |= named[i] > 0;
        has_copies |= repeated[i] > 0 && measures.chars[i] >= long_copy;
    }
    /* posts.py tests this again, as training has no survey; here it saves most pages that call */
    int may_be_thread = measures.kinds[PAGE_KIND_FORUM] >= least_forum;
    int has_recipe = measures.page[PAGE_SCHEMA_RECIPE] > 0;
    int has_label = mt_has_label(table, &measures, labels, longest_label);
    mt_release_arrays(&held);
    if (has_label < 0)
        return NULL;
    return Py_BuildValue("LNNNNNN", (long long)flags, PyBool_FromLong(has_comments),
                         PyBool_FromLong(has_copies), PyBool_FromLong(articles > 1),
                         PyBool_FromLong(has_recipe), PyBool_FromLong(has_label),
                         PyBool_FromLong(may_be_thread));
}

PyObject *mt_table_outer_articles(PyObject *self, PyObject *unused)
{
    const TableObject *table = (TableObject *)self;
    (void)unused;
    Rows rows = mt_table_rows(table);
    int64_t blocks = table->found.count, article = NONE, end = 0;
    PyObject *result = PyBytes_FromStringAndSize(NULL, blocks * (Py_ssize_t)sizeof article);
    int64_t *of_block = result ? (int64_t *)PyBytes_AsString(result) : NULL;
    for (int64_t i = 0; of_block && i < blocks; i++) {
        int64_t row = table->found.first_row[i];
        int is_inside = (rows.flags[row] & FLAG_ARTICLE) != 0;
        if (is_inside && row >= end) {
            article = outer_article(&rows, row);
            end = rows.end[article];
        }
        of_block[i] = is_inside ? article : NONE;
    }
    return result;
}
