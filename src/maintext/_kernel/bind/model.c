/* The loops of model.h as Python functions over NumPy arrays, by the buffer protocol. An array of the wrong
   type, size or layout, and a number in it that points beyond another array, is a ValueError. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "bind/arrays.h"
#include "bind/model.h"
#include "model/model.h"

/* -- trees ------------------------------------------------------------------------------------------ */

PyObject *mt_bind_sum_trees(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *columns, *parts[4], *margins;
    if (!PyArg_ParseTuple(arguments, "OOOOOO:sum_trees", &columns, &parts[0], &parts[1], &parts[2], &parts[3],
                          &margins))
        return NULL;
    Held held = {.count = 0};
    Forest forest = {0};
    const float *values = mt_take(&held, columns, FLOAT32, ANY);
    if (!values)
        return mt_finish(&held, 0);
    if (held.views[0].ndim != 2) {
        PyErr_SetString(PyExc_ValueError, "columns are features x units");
        return mt_finish(&held, 0);
    }
    int64_t features = held.views[0].shape[0], units = held.views[0].shape[1];
    double *sums = NULL;
    if (mt_take_forest(&held, parts, features, &forest))
        sums = mt_fill(&held, margins, FLOAT64, forest.outputs * units);
    if (sums) {
        Py_BEGIN_ALLOW_THREADS mt_sum_forest(&forest, values, units, sums);
        Py_END_ALLOW_THREADS
    }
    return mt_finish(&held, sums != NULL);
}

/* -- surroundings ----------------------------------------------------------------------------------- */

/* Levels x blocks, of which the levels that have means are checked. */
static const int64_t *take_levels(Held *held, PyObject *array, int64_t blocks)
{
    const int64_t *numbers = mt_take(held, array, INT64, ANY);
    if (!numbers)
        return NULL;
    if (mt_items_held(held) < (HIGHEST_CONTAINER + 1) * blocks) {
        PyErr_SetString(PyExc_ValueError, "an array has too few levels");
        return NULL;
    }
    return mt_lie_between(numbers, (HIGHEST_CONTAINER + 1) * blocks, 0, blocks) ? numbers : NULL;
}

PyObject *mt_bind_surroundings(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *scores, *around, *weight, *low, *high, *path, *tags, *heading, *label, *columns;
    if (!PyArg_ParseTuple(arguments, "OOOOOOOOOO:write_surroundings", &scores, &around, &weight, &low, &high,
                          &path, &tags, &heading, &label, &columns))
        return NULL;
    Held held = {.count = 0};
    Surroundings page = {0};
    page.weight = mt_take(&held, weight, FLOAT64, ANY);
    int64_t blocks = page.blocks = page.weight ? mt_items_held(&held) : 0;
    int is_sound = page.weight && (page.scores = mt_take(&held, scores, FLOAT64, SCORES * blocks)) &&
                   (page.around = mt_take(&held, around, FLOAT32, AROUND * blocks)) &&
                   (page.low = take_levels(&held, low, blocks)) &&
                   (page.high = take_levels(&held, high, blocks)) &&
                   (page.path = mt_take_indices(&held, path, blocks, 0, blocks - 1)) &&
                   (page.tags = mt_take_indices(&held, tags, blocks, 0, blocks - 1)) &&
                   (page.heading = mt_take_indices(&held, heading, blocks, -1, blocks - 1)) &&
                   (page.label = mt_take_indices(&held, label, blocks, -1, blocks - 1)) &&
                   (page.out = mt_fill(&held, columns, FLOAT32, CONTEXT_COLUMNS * blocks));
    int failed = 0;
    if (is_sound) {
        Py_BEGIN_ALLOW_THREADS failed = mt_write_surroundings(&page);
        Py_END_ALLOW_THREADS
    }
    if (failed)
        PyErr_NoMemory();
    return mt_finish(&held, is_sound && !failed);
}

/* -- choice ----------------------------------------------------------------------------------------- */

PyObject *mt_bind_choose(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *probability, *size, *kept;
    if (!PyArg_ParseTuple(arguments, "OOO:choose", &probability, &size, &kept))
        return NULL;
    Held held = {.count = 0};
    const double *values = mt_take(&held, probability, FLOAT64, ANY);
    int64_t units = values ? mt_items_held(&held) : 0;
    const int64_t *sizes = values ? mt_take(&held, size, INT64, units) : NULL;
    uint8_t *chosen = sizes ? mt_fill(&held, kept, BOOL, units) : NULL;
    int failed = chosen && mt_choose_units(values, sizes, units, chosen) < 0;
    if (failed)
        PyErr_NoMemory();
    return mt_finish(&held, chosen && !failed);
}

PyObject *mt_bind_choose_weighed(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *log_odds, *size, *kept;
    Weighing weighing;
    if (!PyArg_ParseTuple(arguments, "OdddOO:choose_weighed", &log_odds, &weighing.slope, &weighing.offset,
                          &weighing.exponent, &size, &kept))
        return NULL;
    Held held = {.count = 0};
    const double *values = mt_take(&held, log_odds, FLOAT64, ANY);
    int64_t units = values ? mt_items_held(&held) : 0;
    const int64_t *sizes = values ? mt_take(&held, size, INT64, units) : NULL;
    uint8_t *chosen = sizes ? mt_fill(&held, kept, BOOL, units) : NULL;
    int failed = chosen && mt_choose_weighed(values, &weighing, sizes, units, chosen) < 0;
    if (failed)
        PyErr_NoMemory();
    return mt_finish(&held, chosen && !failed);
}

/* -- clean-up --------------------------------------------------------------------------------------- */

PyObject *mt_bind_tidy(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *probability, *chars, *ends_colon, *first_row, *element, *tag, *flags, *parent, *end, *parts;
    PyObject *kept, *change;
    Tidied page = {0};
    long long heading, in_a_row;
    if (!PyArg_ParseTuple(arguments, "OOOOOOOOOOdddLLOO:tidy", &probability, &chars, &ends_colon, &first_row,
                          &element, &tag, &flags, &parent, &end, &parts, &page.least, &page.most_short,
                          &page.sure, &heading, &in_a_row, &kept, &change))
        return NULL;
    Held held = {.count = 0};
    page.heading = heading;
    page.headings_in_a_row = in_a_row;
    page.probability = mt_take(&held, probability, FLOAT64, ANY);
    int64_t blocks = page.blocks = page.probability ? mt_items_held(&held) : 0;
    page.tag = page.probability ? mt_take(&held, tag, INT64, ANY) : NULL;
    int64_t rows = page.rows = page.tag ? mt_items_held(&held) : 0;
    page.is_part = page.tag ? mt_take(&held, parts, BOOL, ANY) : NULL;
    page.tags = page.is_part ? mt_items_held(&held) : 0;
    int is_sound = page.is_part && mt_lie_between(page.tag, rows, 0, INT64_MAX) &&
                   (page.chars = mt_take(&held, chars, FLOAT64, blocks)) &&
                   (page.ends_colon = mt_take(&held, ends_colon, FLOAT32, blocks)) &&
                   (page.first_row = mt_take_indices(&held, first_row, blocks, 0, rows - 1)) &&
                   (page.element = mt_take_indices(&held, element, blocks, 0, rows - 1)) &&
                   (page.flags = mt_take(&held, flags, INT64, rows)) &&
                   (page.parent = mt_take_indices(&held, parent, rows, -1, rows - 1)) &&
                   (page.end = mt_take(&held, end, INT64, rows)) &&
                   (page.kept = mt_fill(&held, kept, BOOL, blocks)) &&
                   (page.change = mt_fill(&held, change, UINT8, blocks));
    if (is_sound)
        mt_tidy(&page);
    return mt_finish(&held, is_sound);
}

/* -- the page --------------------------------------------------------------------------------------- */

PyObject *mt_bind_count_page(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *tag, *flags, *depth, *chars, *cjk, *leaf, *first_row, *element, *group;
    PyObject *block_chars, *link_chars, *kind, *subject, *counts;
    long long kinds, tags, subjects, heading, container[CONTAINER_FLAGS];
    Counted page = {0};
    if (!PyArg_ParseTuple(arguments, "OOOOOOOOOOOOO(LLL)L(LLL)dO:count_page", &tag, &flags, &depth, &chars,
                          &cjk, &leaf, &first_row, &element, &group, &block_chars, &link_chars, &kind,
                          &subject, &kinds, &tags, &subjects, &heading, &container[0], &container[1],
                          &container[2], &page.least_long, &counts))
        return NULL;
    Held held = {.count = 0};
    page.tag = mt_take(&held, tag, INT64, ANY);
    int64_t rows = page.rows = page.tag ? mt_items_held(&held) : 0;
    page.leaf = page.tag ? mt_take_indices(&held, leaf, ANY, 0, rows - 1) : NULL;
    page.leaves = page.leaf ? mt_items_held(&held) : 0;
    page.block_chars = page.leaf ? mt_take(&held, block_chars, FLOAT64, ANY) : NULL;
    int64_t blocks = page.blocks = page.block_chars ? mt_items_held(&held) : 0;
    page.subject = page.block_chars ? mt_take_indices(&held, subject, ANY, 0, subjects - 1) : NULL;
    page.named = page.subject ? mt_items_held(&held) : 0;
    page.kinds = kinds;
    page.tags = tags;
    page.subjects = subjects;
    page.heading = heading;
    for (int i = 0; i < CONTAINER_FLAGS; i++)
        page.container[i] = container[i];
    double *sums = NULL;
    int is_sound =
        page.subject && mt_lie_between(page.tag, rows, 0, INT64_MAX) && kinds >= 0 && tags > 0 &&
        (page.flags = mt_take(&held, flags, INT64, rows)) && (page.depth = mt_take(&held, depth, INT64, rows)) &&
        (page.chars = mt_take(&held, chars, INT64, rows)) && (page.cjk = mt_take(&held, cjk, INT64, rows)) &&
        (page.first_row = mt_take_indices(&held, first_row, blocks, 0, rows - 1)) &&
        (page.element = mt_take_indices(&held, element, blocks, 0, rows - 1)) &&
        (page.group = mt_take_indices(&held, group, blocks, 0, blocks - 1)) &&
        (page.link_chars = mt_take(&held, link_chars, FLOAT64, blocks)) &&
        (page.kind = mt_take(&held, kind, INT64, kinds * blocks)) &&
        (sums = mt_fill(&held, counts, FLOAT64, SUM_COUNT + kinds + tags + subjects));
    int failed = is_sound && mt_count_page(&page, sums) < 0;
    if (failed)
        PyErr_NoMemory();
    return mt_finish(&held, is_sound && !failed);
}
