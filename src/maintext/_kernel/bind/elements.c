/* The functions of elements.h for Python: over the buffers of NumPy arrays, all of which are checked.

   An array of a wrong size, and a row, block or tag that there is none of, is a ValueError. What was found of
   a page's elements is handed on as a capsule, which keeps its arrays: they need not be checked again. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <limits.h>
#include <stdlib.h>

#include "bind/elements.h"
#include "model/elements.h"

/* -- arrays --------------------------------------------------------------------------------------------- */

enum { MOST_ARRAYS = 20, ANY = -1 };

typedef struct {
    Py_buffer view[MOST_ARRAYS];
    int count;
    int failed; /* an exception is set */
    PyObject *arguments;
    Py_ssize_t next;
} Arrays;

static Arrays arrays_of(PyObject *arguments) { return (Arrays){.arguments = arguments}; }

static void release(Arrays *arrays)
{
    for (int i = 0; i < arrays->count; i++)
        PyBuffer_Release(&arrays->view[i]);
}

static void refuse(Arrays *arrays, const char *why)
{
    if (!arrays->failed)
        PyErr_SetString(PyExc_ValueError, why);
    arrays->failed = 1;
}

static PyObject *next_argument(Arrays *arrays)
{
    if (!arrays->failed && arrays->next < PyTuple_Size(arrays->arguments))
        return PyTuple_GetItem(arrays->arguments, arrays->next++);
    refuse(arrays, "too few arguments");
    return NULL;
}

/* The items of the next array; *count is how many there must be, or becomes how many there are. */
static void *mt_take(Arrays *arrays, size_t item, int64_t *count, int flags)
{
    PyObject *argument = next_argument(arrays);
    if (argument && arrays->count == MOST_ARRAYS)
        refuse(arrays, "too many arguments");
    if (arrays->failed)
        return NULL;
    Py_buffer *view = &arrays->view[arrays->count];
    if (PyObject_GetBuffer(argument, view, flags) < 0) {
        arrays->failed = 1;
        return NULL;
    }
    arrays->count++;
    if (view->itemsize != (Py_ssize_t)item || (uintptr_t)view->buf % item)
        refuse(arrays, "an array of another type was expected");
    if (*count == ANY)
        *count = view->len / (Py_ssize_t)item;
    else if (view->len != *count * (Py_ssize_t)item)
        refuse(arrays, "arrays do not fit together");
    return view->buf;
}

static const void *read_from(Arrays *arrays, size_t item, int64_t count)
{
    return mt_take(arrays, item, &count, PyBUF_SIMPLE);
}

static void *write_to(Arrays *arrays, size_t item, int64_t count)
{
    return mt_take(arrays, item, &count, PyBUF_WRITABLE);
}

/* See to it that all numbers are at least `least`, which is 0 or -1, and less than `limit`. */
static void check(Arrays *arrays, const int64_t *numbers, int64_t count, int64_t least, int64_t limit)
{
    uint64_t wrong = 0; /* one that is too small is negative, and so is what is left to one too large */
    if (arrays->failed)
        return;
    for (int64_t i = 0; i < count; i++) {
        uint64_t number = (uint64_t)numbers[i] - (uint64_t)least;
        wrong |= number | ((uint64_t)(limit - least - 1) - number);
    }
    if (wrong >> 63)
        refuse(arrays, "an array names a row, block or tag that there is none of");
}

/* -- elements ------------------------------------------------------------------------------------------- */

static void take_rows(Arrays *arrays, Elements *elements)
{
    size_t item = sizeof(int64_t);
    elements->rows = ANY;
    elements->tag = mt_take(arrays, item, &elements->rows, PyBUF_SIMPLE);
    elements->parent = read_from(arrays, item, elements->rows);
    elements->end = read_from(arrays, item, elements->rows);
    elements->depth = read_from(arrays, item, elements->rows);
    elements->flags = read_from(arrays, item, elements->rows);
    elements->block = read_from(arrays, item, elements->rows);
    elements->blocks = ANY;
    elements->first_row = mt_take(arrays, item, &elements->blocks, PyBUF_SIMPLE);
    elements->element = read_from(arrays, item, elements->blocks);
    if (!arrays->failed && (elements->rows >= INT_MAX / 2 || elements->blocks > elements->rows))
        refuse(arrays, "more rows or blocks than there can be");
    check(arrays, elements->tag, elements->rows, 0, INT_MAX);
    check(arrays, elements->parent, elements->rows, -1, elements->rows);
    check(arrays, elements->end, elements->rows, 0, elements->rows + 1);
    check(arrays, elements->block, elements->rows, 0, elements->rows);
    check(arrays, elements->first_row, elements->blocks, 0, elements->rows);
    check(arrays, elements->element, elements->blocks, 0, elements->rows);
}

static void take_found(Arrays *arrays, Elements *elements)
{
    size_t item = sizeof(int64_t);
    int64_t rows = elements->rows, blocks = elements->blocks, levels = LEVELS * blocks;
    elements->low = write_to(arrays, item, rows);
    elements->high = write_to(arrays, item, rows);
    elements->holders = write_to(arrays, item, rows);
    elements->above = write_to(arrays, item, levels);
    elements->above_low = write_to(arrays, item, levels);
    elements->above_high = write_to(arrays, item, levels);
    elements->tag_paths = write_to(arrays, sizeof(uint64_t), 2 * TAG_LEVELS * blocks);
    elements->tag_group = write_to(arrays, item, blocks);
    elements->is_heading = write_to(arrays, sizeof(uint8_t), blocks);
}

typedef struct {
    Arrays arrays;
    Elements elements;
} Found;

static const char CAPSULE[] = "maintext.features.elements";

static void free_found(PyObject *capsule)
{
    Found *found = PyCapsule_GetPointer(capsule, CAPSULE);
    release(&found->arrays);
    free(found);
}

/* The elements that were found before: the first argument. */
static const Elements *take_elements(Arrays *arrays)
{
    static const Elements none;
    PyObject *argument = next_argument(arrays);
    Found *found = argument ? PyCapsule_GetPointer(argument, CAPSULE) : NULL;
    if (argument && !found)
        arrays->failed = 1;
    return found ? &found->elements : &none;
}

static PyObject *mt_finish(Arrays *arrays, int failed, PyObject *result)
{
    release(arrays);
    if (!arrays->failed && failed)
        PyErr_NoMemory();
    if (arrays->failed || failed)
        Py_CLEAR(result);
    return result;
}

PyObject *mt_elements_find(PyObject *module, PyObject *arguments)
{
    (void)module;
    Found *found = calloc(1, sizeof *found);
    PyObject *capsule = found ? PyCapsule_New(found, CAPSULE, free_found) : NULL;
    int failed = 0;
    if (!found)
        return PyErr_NoMemory();
    if (!capsule) {
        free(found);
        return NULL;
    }
    found->arrays = arrays_of(arguments);
    take_rows(&found->arrays, &found->elements);
    take_found(&found->arrays, &found->elements);
    if (!found->arrays.failed) {
        Py_BEGIN_ALLOW_THREADS failed = mt_find_elements(&found->elements);
        Py_END_ALLOW_THREADS
    }
    /* Blocks whose elements do not hold them would have elements above them that hold none. */
    check(&found->arrays, found->elements.above_high, LEVELS * found->elements.blocks, 0,
          found->elements.blocks + 1);
    if (!found->arrays.failed && failed)
        PyErr_NoMemory();
    PyObject *result = found->arrays.failed || failed
                           ? NULL
                           : Py_BuildValue("OL", capsule, (long long)found->elements.holder_count);
    Py_DECREF(capsule);
    return result;
}

PyObject *mt_elements_repeats(PyObject *module, PyObject *arguments)
{
    (void)module;
    Arrays arrays = arrays_of(arguments);
    const Elements *elements = take_elements(&arrays);
    int failed = 0;
    int64_t name_count = ANY;
    const int64_t *name = read_from(&arrays, sizeof *name, elements->rows);
    const uint64_t *name_sums = mt_take(&arrays, sizeof *name_sums, &name_count, PyBUF_SIMPLE);
    int64_t *group = write_to(&arrays, sizeof *group, elements->blocks);
    int64_t *alike = write_to(&arrays, sizeof *alike, ALIKE_LEVELS * elements->blocks);
    check(&arrays, name, elements->rows, 0, name_count);
    if (!arrays.failed) {
        Py_BEGIN_ALLOW_THREADS failed = mt_find_repeats(elements, name, name_sums, group, alike);
        Py_END_ALLOW_THREADS
    }
    return mt_finish(&arrays, failed, Py_NewRef(Py_None));
}

PyObject *mt_elements_last_headings(PyObject *module, PyObject *arguments)
{
    (void)module;
    Arrays arrays = arrays_of(arguments);
    const Elements *elements = take_elements(&arrays);
    const int64_t *words = read_from(&arrays, sizeof *words, elements->blocks);
    const int64_t *emphasis = read_from(&arrays, sizeof *emphasis, elements->blocks);
    const double *chars = read_from(&arrays, sizeof *chars, elements->blocks);
    int64_t *last = write_to(&arrays, sizeof *last, 2 * elements->blocks);
    if (!arrays.failed)
        mt_find_last_headings(elements, words, emphasis, chars, last, last + elements->blocks);
    return mt_finish(&arrays, 0, Py_NewRef(Py_None));
}

/* -- landmarks and columns ------------------------------------------------------------------------------ */

PyObject *mt_elements_landmarks(PyObject *module, PyObject *arguments)
{
    (void)module;
    Arrays arrays = arrays_of(arguments);
    const Elements *elements = take_elements(&arrays);
    int failed = 0;
    size_t item = sizeof(double);
    BlockTexts texts = {.chars = read_from(&arrays, item, elements->blocks)};
    texts.link_chars = read_from(&arrays, item, elements->blocks);
    texts.commas = read_from(&arrays, sizeof(int64_t), elements->blocks);
    int64_t tag_count = ANY;
    const int64_t *tag_lengths = mt_take(&arrays, sizeof *tag_lengths, &tag_count, PyBUF_SIMPLE);
    Landmarks found = {.chars = write_to(&arrays, item, elements->rows)};
    found.link_chars = write_to(&arrays, item, elements->rows);
    found.density_sums = write_to(&arrays, item, elements->rows);
    found.votes = write_to(&arrays, item, elements->rows);
    found.p_values = write_to(&arrays, item, elements->holder_count);
    check(&arrays, elements->tag, elements->rows, 0, tag_count);
    if (!arrays.failed) {
        Py_BEGIN_ALLOW_THREADS failed = mt_find_landmarks(elements, &texts, tag_lengths, &found);
        Py_END_ALLOW_THREADS
    }
    PyObject *best = arrays.failed || failed
                         ? NULL
                         : Py_BuildValue("(LLL)", (long long)found.best[0], (long long)found.best[1],
                                         (long long)found.best[2]);
    return mt_finish(&arrays, failed, best);
}

static void take_best(Arrays *arrays, int64_t rows, int64_t *best)
{
    PyObject *argument = next_argument(arrays);
    long long row[LANDMARKS];
    if (!argument)
        return;
    if (!PyTuple_Check(argument)) {
        refuse(arrays, "a tuple of rows was expected");
    } else if (!PyArg_ParseTuple(argument, "LLL", &row[0], &row[1], &row[2])) {
        arrays->failed = 1;
    } else {
        for (int i = 0; i < LANDMARKS; i++)
            best[i] = row[i];
        check(arrays, best, LANDMARKS, 0, rows);
    }
}

static void take_columns(Arrays *arrays, BlockTexts *texts, Landmarks *landmarks, ElementColumns *columns)
{
    size_t item = sizeof(int64_t), real = sizeof(double);
    const Elements *elements = columns->elements = take_elements(arrays);
    int64_t rows = elements->rows, blocks = elements->blocks;
    texts->chars = read_from(arrays, real, blocks);
    texts->link_chars = read_from(arrays, real, blocks);
    texts->marks = read_from(arrays, item, blocks);
    columns->group = read_from(arrays, item, blocks);
    columns->alike = read_from(arrays, item, ALIKE_LEVELS * blocks);
    columns->leaf_count = columns->named_count = columns->subjects = ANY;
    columns->leaves = mt_take(arrays, item, &columns->leaf_count, PyBUF_SIMPLE);
    columns->named = mt_take(arrays, item, &columns->named_count, PyBUF_SIMPLE);
    columns->subject = read_from(arrays, item, columns->named_count);
    columns->near = mt_take(arrays, item, &columns->subjects, PyBUF_SIMPLE);
    landmarks->density_sums = (double *)read_from(arrays, real, rows);
    landmarks->votes = (double *)read_from(arrays, real, rows);
    take_best(arrays, rows, landmarks->best);
    columns->out = write_to(arrays, sizeof(float), (ELEMENT_COLUMNS + columns->subjects) * blocks);
    check(arrays, columns->group, blocks, 0, blocks);
    check(arrays, columns->leaves, columns->leaf_count, 0, rows);
    check(arrays, columns->named, columns->named_count, 0, rows);
    check(arrays, columns->subject, columns->named_count, 0, columns->subjects);
    check(arrays, columns->near, columns->subjects, -1, NEAR_SUBJECTS);
}

PyObject *mt_elements_columns(PyObject *module, PyObject *arguments)
{
    (void)module;
    BlockTexts texts = {NULL, NULL, NULL, NULL};
    Landmarks landmarks = {.chars = NULL};
    ElementColumns columns = {.texts = &texts, .landmarks = &landmarks};
    Arrays arrays = arrays_of(arguments);
    int failed = 0;
    take_columns(&arrays, &texts, &landmarks, &columns);
    if (!arrays.failed) {
        Py_BEGIN_ALLOW_THREADS failed = mt_write_element_columns(&columns);
        Py_END_ALLOW_THREADS
    }
    return mt_finish(&arrays, failed, Py_NewRef(Py_None));
}
