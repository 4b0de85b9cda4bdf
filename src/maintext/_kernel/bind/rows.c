/* Blocks, gaps, P values and the clean-up of chosen blocks, for Python. */
#include "base/memory.h"
#include "bind/measure.h"
#include "bind/table.h"

#include "generated/features.h"
#include "model/model.h"

/* -- blocks ------------------------------------------------------------------------------------------ */

PyObject *mt_table_mostly(PyObject *self, PyObject *leaves)
{
    const Segments *found = &((TableObject *)self)->found;
    Arrays arrays = {.count = 0};
    const Byte *is_marked = mt_take(&arrays, leaves, BOOL, found->leaf_count);
    PyObject *result = is_marked ? PyBytes_FromStringAndSize(NULL, (Py_ssize_t)found->count) : NULL;
    if (result)
        mt_keep_blocks(found->first, found->count, found->leaves, is_marked, found->leaf_count, found->chars,
                       (Byte *)PyBytes_AsString(result));
    mt_release_arrays(&arrays);
    return result;
}

/* The rows that surely need a space before them, and the pairs of rows that may need one between them. `found` is
   overwritten. */
static PyObject *split_gaps(Gap *found, int64_t count)
{
    int64_t *rows = mt_allocate_items(count, sizeof *rows), sure = 0, unsure = 0;
    if (!rows)
        return NULL;
    for (int64_t i = 0; i < count; i++) {
        if (found[i].before == NONE)
            rows[sure++] = found[i].after;
        else
            found[unsure++] = found[i];
    }
    PyObject *result =
        Py_BuildValue("NN", mt_bytes_of(rows, sure, sizeof *rows), mt_bytes_of(found, unsure, sizeof *found));
    mt_release(rows);
    return result;
}

PyObject *mt_table_gaps(PyObject *self, PyObject *mask)
{
    const TableObject *table = (TableObject *)self;
    Rows rows = mt_table_rows(table);
    BlockRows blocks = mt_table_blocks(table);
    PyObject *result = NULL;
    Arrays arrays = {.count = 0};
    const Byte *kept = mt_take(&arrays, mask, BOOL, blocks.count);
    Gap *found = mt_allocate_items(rows.count, sizeof *found);
    if (kept && found) {
        int64_t count;
        PyThreadState *thread = mt_release_gil(&rows);
        count = mt_find_gaps(&rows, &blocks, kept, found);
        if (count >= 0)
            count = mt_decide_gaps(&rows, found, count);
        mt_acquire_gil(thread);
        if (mt_raise_error(count) == 0)
            result = split_gaps(found, count);
    }
    mt_release(found);
    mt_release_arrays(&arrays);
    return result;
}

/* -- methods ----------------------------------------------------------------------------------------- */

PyObject *mt_table_p_values(PyObject *self, PyObject *arguments)
{
    const TableObject *table = (TableObject *)self;
    PyObject *weighted, *markup, *removed, *wrappers, *noise, *result = NULL;
    Rows rows = mt_table_rows(table);
    Measured measured = {.chars = table->found.chars,
                         .leaves = {table->found.leaf_count, table->found.leaves}};
    Arrays arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "OOOOdppO:p_values", &weighted, &markup, &removed, &wrappers,
                          &measured.wrapper_share, &measured.with_images, &measured.with_hidden, &noise))
        return NULL;
    int64_t tags = LISTED_TAGS + 1;
    if (weighted != Py_None)
        measured.weighted = mt_column_of(&arrays, weighted, &rows.count);
    measured.markup = mt_column_of(&arrays, markup, &rows.count);
    measured.removed_tags = mt_items_of(&arrays, removed, BOOL, &tags);
    measured.wrapper_tags = mt_items_of(&arrays, wrappers, BOOL, &tags);
    measured.noise = mt_sorted_of(&arrays, noise, &rows);
    int64_t *elements = mt_allocate_items(rows.count, sizeof *elements);
    double *values = mt_allocate_items(rows.count, sizeof *values);
    int64_t *leaf_unit = mt_allocate_items(measured.leaves.count, sizeof *leaf_unit);
    if (elements && values && leaf_unit) {
        int64_t count;
        PyThreadState *thread = mt_release_gil(&rows);
        count = mt_find_p_values(&rows, &measured, elements, values, leaf_unit);
        mt_acquire_gil(thread);
        if (mt_raise_error(count) == 0)
            result = Py_BuildValue("NNN", mt_bytes_of(elements, count, sizeof *elements),
                                   mt_bytes_of(values, count, sizeof *values),
                                   mt_bytes_of(leaf_unit, measured.leaves.count, sizeof *leaf_unit));
    }
    mt_release(elements);
    mt_release(values);
    mt_release(leaf_unit);
    mt_release_arrays(&arrays);
    return result;
}

/* What the clean-up reads, and `kept`. The tuple is (measures, probability, log_odds); the last two are None if they are
   those of the measures. */
static int take_choice(Arrays *held, const TableObject *table, PyObject *arrays, PyObject *kept,
                       TidyPage *page)
{
    PyObject *memory, *probability, *log_odds;
    Measures measures;
    Rows rows = mt_table_rows(table);
    int64_t blocks = table->found.count;
    if (!PyArg_ParseTuple(arrays, "OOO:tidy", &memory, &probability, &log_odds) ||
        !mt_take_measures(held, memory, blocks, &measures))
        return 0;
    page->blocks = blocks;
    page->rows = rows.count;
    page->first_row = table->found.first_row;
    page->element = table->found.element;
    page->tag = rows.tag;
    page->flags = rows.flags;
    page->parent = rows.parent;
    page->end = rows.end;
    page->depth = table->table.cells + COLUMN_DEPTH * rows.count;
    page->tags = LISTED_TAGS + 1;
    page->chars = measures.chars;
    page->words = measures.words;
    page->link_density = measures.columns + FEATURE_LINK_DENSITY * blocks;
    page->ends_colon = measures.columns + FEATURE_ENDS_COLON * blocks;
    page->kinds = measures.kinds;
    page->core = measures.core;
    return mt_check_range(page->core, blocks, NONE, rows.count - 1) &&
           (page->probability = mt_take_instead(held, probability, blocks, measures.probability)) &&
           (page->log_odds = mt_take_instead(held, log_odds, blocks, measures.log_odds)) &&
           (page->kept = mt_fill(held, kept, BOOL, blocks));
}

/* The trees of a tuple of their arrays; none for None. Returns 0 and sets an exception if they are not valid. */
static int take_trees(Arrays *held, PyObject *trees, int64_t features, Forest *forest, const Forest **found)
{
    PyObject *parts[4];
    *found = NULL;
    if (trees == Py_None)
        return 1;
    if (!PyArg_ParseTuple(trees, "OOOO:tidy", &parts[0], &parts[1], &parts[2], &parts[3]) ||
        !mt_take_forest(held, parts, features, forest))
        return 0;
    if (forest->outputs != 1) {
        PyErr_SetString(PyExc_ValueError, "the trees of a second look have one output");
        return 0;
    }
    *found = forest;
    return 1;
}

/* The changed blocks and the rules, as a list of pairs. */
static PyObject *changes_of(const TidyPage *page)
{
    PyObject *list = PyList_New(0);
    for (int64_t i = 0; list && i < page->blocks; i++) {
        if (!page->change[i])
            continue;
        PyObject *pair = Py_BuildValue("Li", (long long)i, (int)page->change[i]);
        if (!pair || PyList_Append(list, pair) < 0)
            Py_CLEAR(list);
        Py_XDECREF(pair);
    }
    return list;
}

PyObject *mt_table_tidy(PyObject *self, PyObject *arguments)
{
    PyObject *arrays, *parts, *trees[2], *kept, *dropped, *result = NULL;
    TidyPage page = {0};
    if (!PyArg_ParseTuple(arguments, "O!O(OO)(dddddddd)OO:tidy", &PyTuple_Type, &arrays, &parts, &trees[0],
                          &trees[1], &page.min_part, &page.max_short, &page.sure, &page.list_from,
                          &page.list_below, &page.heading_from, &page.heading_below, &page.thread, &kept,
                          &dropped))
        return NULL;
    Arrays held = {.count = 0};
    Forest forests[2] = {{0}};
    const Forest *lists, *headings;
    const Byte *was_dropped = NULL;
    int is_sound = take_choice(&held, (TableObject *)self, arrays, kept, &page) &&
                   (page.is_part = mt_take(&held, parts, BOOL, page.tags)) &&
                   (dropped == Py_None || (was_dropped = mt_take(&held, dropped, BOOL, page.blocks))) &&
                   take_trees(&held, trees[0], LIST_COUNT, &forests[0], &lists) &&
                   take_trees(&held, trees[1], HEADING_COUNT, &forests[1], &headings);
    page.change = is_sound ? mt_allocate_items(page.blocks, 1) : NULL;
    if (page.change) {
        for (int64_t i = 0; i < page.blocks; i++)
            page.change[i] = was_dropped && was_dropped[i] ? DROPPED_EARLIER : 0;
        if (mt_tidy(&page, lists, headings) < 0)
            PyErr_NoMemory();
        else
            result = changes_of(&page);
    }
    mt_release(page.change);
    mt_release_arrays(&held);
    return result;
}

PyObject *mt_table_look(PyObject *self, PyObject *arguments)
{
    PyObject *arrays, *kept, *result = NULL;
    int is_headings;
    TidyPage page = {0};
    if (!PyArg_ParseTuple(arguments, "O!pO:look", &PyTuple_Type, &arrays, &is_headings, &kept))
        return NULL;
    Arrays held = {.count = 0};
    BlockRange *spans = NULL;
    float *columns = NULL;
    if (take_choice(&held, (TableObject *)self, arrays, kept, &page)) {
        int64_t count = mt_look(&page, is_headings ? LOOK_HEADINGS : LOOK_LISTS, &spans, &columns);
        int64_t features = is_headings ? HEADING_COUNT : LIST_COUNT;
        if (mt_raise_error(count) == 0)
            result = Py_BuildValue("NN", mt_bytes_of(spans, count, sizeof *spans),
                                   mt_bytes_of(columns, features * count, sizeof *columns));
    }
    mt_release(spans);
    mt_release(columns);
    mt_release_arrays(&held);
    return result;
}
