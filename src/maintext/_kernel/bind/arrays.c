/* Arrays of a call: see arrays.h. */
#include "bind/arrays.h"

#include <string.h>

static const char *const type_codes[] = {"f", "d",  "b",  "h", "H", "i",
                                         "I", "lq", "LQ", "B", "?"}; /* some have two names */
static const Py_ssize_t type_sizes[] = {4, 8, 1, 2, 2, 4, 4, 8, 8, 1, 1};
static const char *const type_names[] = {"float32", "float64", "int8",   "int16", "uint16", "int32",
                                         "uint32",  "int64",   "uint64", "uint8", "bool"};

void mt_release_arrays(Arrays *held)
{
    while (held->count)
        PyBuffer_Release(&held->views[--held->count]);
}

static void *hold(Arrays *held, PyObject *array, Type type, int64_t items, int flags)
{
    Py_buffer *view = &held->views[held->count];
    if (held->count == MAX_ARRAYS) {
        PyErr_SetString(PyExc_ValueError, "too many arrays");
        return NULL;
    }
    if (PyObject_GetBuffer(array, view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | flags) < 0)
        return NULL;
    held->count++;
    if (view->itemsize != type_sizes[type] || !view->format || !view->format[0] || view->format[1] ||
        !strchr(type_codes[type], view->format[0])) {
        PyErr_Format(PyExc_ValueError, "an array is not of type %s", type_names[type]);
        return NULL;
    }
    if (items != ANY && view->len != items * view->itemsize) {
        PyErr_Format(PyExc_ValueError, "an array has %zd items, not %lld", view->len / view->itemsize,
                     (long long)items);
        return NULL;
    }
    return view->buf;
}

const void *mt_take(Arrays *held, PyObject *array, Type type, int64_t items)
{
    return hold(held, array, type, items, 0);
}

void *mt_fill(Arrays *held, PyObject *array, Type type, int64_t items)
{
    return hold(held, array, type, items, PyBUF_WRITABLE);
}

/* Number of items of the last array. */
int64_t mt_last_length(const Arrays *held)
{
    const Py_buffer *view = &held->views[held->count - 1];
    return view->len / view->itemsize;
}

/* Negative differences have the highest bit set: this can be vectorized even without an int64 comparison. */
int mt_check_range(const int64_t *numbers, int64_t count, int64_t first, int64_t last)
{
    uint64_t differences = 0;
    for (int64_t i = 0; i < count; i++)
        differences |= ((uint64_t)numbers[i] - (uint64_t)first) | ((uint64_t)last - (uint64_t)numbers[i]);
    if (differences >> 63)
        PyErr_SetString(PyExc_ValueError, "an index in an array is out of range");
    return !(differences >> 63);
}

/* Take an array of indices from `first` to `last`. */
const int64_t *mt_take_indices(Arrays *held, PyObject *array, int64_t items, int64_t first, int64_t last)
{
    const int64_t *numbers = mt_take(held, array, INT64, items);
    if (!numbers)
        return NULL;
    return mt_check_range(numbers, mt_last_length(held), first, last) ? numbers : NULL;
}

PyObject *mt_finish(Arrays *held, int is_done)
{
    mt_release_arrays(held);
    return is_done ? Py_NewRef(Py_None) : NULL;
}

/* -- trees ------------------------------------------------------------------------------------------- */

int mt_take_forest(Arrays *held, PyObject *const *arrays, int64_t features, Forest *forest)
{
    forest->feature = mt_take(held, arrays[0], INT16, ANY);
    if (!forest->feature)
        return 0;
    const Py_buffer *view = &held->views[held->count - 1];
    if (view->ndim != 2 || view->shape[0] > MAX_LEVELS) {
        PyErr_Format(PyExc_ValueError, "trees must be levels x trees, with at most %d levels", MAX_LEVELS);
        return 0;
    }
    forest->features = features;
    forest->levels = (int)view->shape[0];
    forest->trees = view->shape[1];
    int64_t questions = forest->levels * forest->trees;
    int16_t first = 0, last = 0;
    for (int64_t i = 0; i < questions; i++) { /* vectorised */
        first = forest->feature[i] < first ? forest->feature[i] : first;
        last = forest->feature[i] > last ? forest->feature[i] : last;
    }
    if (first < 0 || (questions && last >= features)) {
        PyErr_SetString(PyExc_ValueError, "trees refer to columns that do not exist");
        return 0;
    }
    forest->bound = mt_take(held, arrays[1], FLOAT32, questions);
    forest->bias = forest->bound ? mt_take(held, arrays[3], FLOAT32, ANY) : NULL;
    if (!forest->bias)
        return 0;
    forest->outputs = mt_last_length(held);
    int64_t leaves = (forest->trees << forest->levels) * forest->outputs;
    forest->leaf = mt_take(held, arrays[2], FLOAT32, leaves);
    return forest->leaf != NULL;
}
