/* Pushes of features, for Python: see model/contributions.h; and what else blocks are described by. */
#include "base/memory.h"
#include "bind/contributions.h"

#include <math.h>

#include "bind/arrays.h"
#include "model/contributions.h"
#include "render/content.h"

PyObject *mt_bind_find_pushes(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *columns, *parts[4], *moves, *features, *pushes;
    Pushes found = {.moves = NULL};
    if (!PyArg_ParseTuple(arguments, "O(OOOO)OdOO:find_pushes", &columns, &parts[0], &parts[1], &parts[2],
                          &parts[3], &moves, &found.scale, &features, &pushes))
        return NULL;
    Arrays held = {.count = 0};
    Forest forest = {0};
    const float *values = mt_take(&held, columns, FLOAT32, ANY);
    if (values && held.views[0].ndim != 2) {
        PyErr_SetString(PyExc_ValueError, "columns are features x units");
        values = NULL;
    }
    int is_taken = values && mt_take_forest(&held, parts, held.views[0].shape[0], &forest);
    int64_t units = is_taken ? held.views[0].shape[1] : 0;
    if (is_taken)
        found.moves = mt_take(&held, moves, FLOAT64, forest.trees * (((int64_t)2 << forest.levels) - 2));
    if (found.moves)
        found.features = mt_fill(&held, features, INT64, ANY);
    if (found.features) {
        found.per_unit = units ? mt_last_length(&held) / units : 0;
        found.pushes = mt_fill(&held, pushes, FLOAT64, found.per_unit * units);
    }
    if (found.pushes && (found.per_unit < 1 || found.per_unit > forest.features) && units) {
        PyErr_SetString(PyExc_ValueError, "more features are requested than there are columns");
        found.pushes = NULL;
    }
    int has_memory = 1;
    if (found.pushes) {
        Py_BEGIN_ALLOW_THREADS has_memory = mt_find_pushes(&forest, values, units, &found);
        Py_END_ALLOW_THREADS
    }
    if (!has_memory)
        PyErr_NoMemory();
    return mt_finish(&held, found.pushes && has_memory);
}

/* -- explanations ------------------------------------------------------------------------------------ */

typedef struct {
    PyObject *names; /* list of str */
    int64_t per_unit, units;
    const int64_t *features; /* per_unit x units, like the next two */
    const double *pushes;
    const float *values;
    const double *probability; /* per unit */
    long long named;           /* maximum number of features in a reason */
    double min_push;           /* minimum push of a feature in a reason */
    long long leading;         /* rows selected by a value other than 0; later ones by their push */
} Explained;

static int is_present(const Explained *from, int64_t row, int64_t unit)
{
    int64_t at = row * from->units + unit;
    return row < from->leading ? from->values[at] != 0 : from->pushes[at] != 0;
}

/* Write a number with fixed decimals. Returns 0 and sets an exception when out of memory. */
static int put_decimal(Buffer *out, double number, int decimals, int flags)
{
    char *text = PyOS_double_to_string(number, 'f', decimals, flags, NULL);
    if (!text)
        return 0;
    mt_put_string(out, text);
    PyMem_Free(text);
    return 1;
}

/* Write a value with two decimals, without trailing zeros. */
static int put_short(Buffer *out, double value)
{
    size_t since = out->length;
    if (!isfinite(value)) {
        mt_put_string(out, "none");
        return 1;
    }
    if (!put_decimal(out, value, 2, 0))
        return 0;
    while (!out->has_failed && out->length > since && out->at[out->length - 1] == '0')
        out->length--;
    if (!out->has_failed && out->length > since && out->at[out->length - 1] == '.')
        out->length--;
    return 1;
}

static int put_push(Buffer *out, const Explained *from, int64_t at, const char *separator)
{
    Py_ssize_t length;
    const char *name =
        PyUnicode_AsUTF8AndSize(PyList_GetItem(from->names, (Py_ssize_t)from->features[at]), &length);
    if (!name)
        return 0;
    mt_put_string(out, separator);
    mt_put(out, name, (size_t)length);
    mt_put_char(out, ' ');
    if (!put_short(out, (double)from->values[at]))
        return 0;
    mt_put(out, " (", 2);
    if (!put_decimal(out, from->pushes[at], 1, Py_DTSF_SIGN))
        return 0;
    mt_put_char(out, ')');
    return 1;
}

/* The reason for a unit's probability, in one line. */
static PyObject *reason_of(const Explained *from, int64_t unit, Buffer *out)
{
    out->length = 0;
    mt_put_string(out, "probability ");
    int is_written = put_decimal(out, from->probability[unit], 2, 0);
    int64_t named = 0;
    int has_any = 0;
    for (int64_t i = 0; is_written && i < from->per_unit && named < from->named; i++) {
        int64_t at = i * from->units + unit;
        if (!is_present(from, i, unit))
            continue;
        named++;
        if (fabs(from->pushes[at]) < from->min_push)
            continue;
        is_written = put_push(out, from, at, has_any ? ", " : ": ");
        has_any = 1;
    }
    if (is_written && out->has_failed)
        PyErr_NoMemory();
    return is_written && !out->has_failed ? PyUnicode_FromStringAndSize(out->at, (Py_ssize_t)out->length)
                                          : NULL;
}

/* Pushes on a unit by name, largest first. */
static PyObject *pushes_of(const Explained *from, int64_t unit)
{
    PyObject *pushes = PyDict_New();
    for (int64_t i = 0; pushes && i < from->per_unit; i++) {
        int64_t at = i * from->units + unit;
        if (!is_present(from, i, unit))
            continue;
        PyObject *push = PyFloat_FromDouble(from->pushes[at]);
        if (!push ||
            PyDict_SetItem(pushes, PyList_GetItem(from->names, (Py_ssize_t)from->features[at]), push) < 0)
            Py_CLEAR(pushes);
        Py_XDECREF(push);
    }
    return pushes;
}

static PyObject *explain_units(const Explained *from)
{
    Buffer out = {NULL, 0, 0, 0};
    PyObject *pushes = PyList_New((Py_ssize_t)from->units), *reasons = PyList_New((Py_ssize_t)from->units);
    int is_done = pushes && reasons;
    for (int64_t unit = 0; is_done && unit < from->units; unit++) {
        PyObject *push = pushes_of(from, unit), *reason = push ? reason_of(from, unit, &out) : NULL;
        is_done = push && PyList_SetItem(pushes, (Py_ssize_t)unit, push) == 0 && reason &&
                  PyList_SetItem(reasons, (Py_ssize_t)unit, reason) == 0;
    }
    mt_release(out.at);
    if (is_done)
        return Py_BuildValue("NN", pushes, reasons);
    Py_XDECREF(pushes);
    Py_XDECREF(reasons);
    return NULL;
}

PyObject *mt_bind_explain(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *features, *pushes, *values, *probability, *result = NULL;
    Explained from = {.units = 0};
    if (!PyArg_ParseTuple(arguments, "O!OOOO(LdL):explain", &PyList_Type, &from.names, &features, &pushes,
                          &values, &probability, &from.named, &from.min_push, &from.leading))
        return NULL;
    Arrays held = {.count = 0};
    from.probability = mt_take(&held, probability, FLOAT64, ANY);
    from.units = from.probability ? mt_last_length(&held) : 0;
    if (from.probability)
        from.features = mt_take_indices(&held, features, ANY, 0, (int64_t)PyList_Size(from.names) - 1);
    if (from.features) {
        from.per_unit = from.units ? mt_last_length(&held) / from.units : 0;
        from.pushes = mt_take(&held, pushes, FLOAT64, from.per_unit * from.units);
    }
    if (from.pushes)
        from.values = mt_take(&held, values, FLOAT32, from.per_unit * from.units);
    if (from.values)
        result = explain_units(&from);
    mt_release_arrays(&held);
    return result;
}

/* -- evidence of blocks ------------------------------------------------------------------------------ */

/* A copy of a dict, with new values; the values of a unit are `step` apart. */
static PyObject *dict_of(PyObject *model, PyObject *names, const float *values, int64_t step)
{
    PyObject *dict = PyDict_Copy(model);
    for (Py_ssize_t i = 0; dict && i < PyList_Size(names); i++) {
        PyObject *value = PyFloat_FromDouble((double)values[i * step]);
        if (!value || PyDict_SetItem(dict, PyList_GetItem(names, i), value) < 0)
            Py_CLEAR(dict);
        Py_XDECREF(value);
    }
    return dict;
}

PyObject *mt_bind_describe(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *names, *columns, *list = NULL, *model = PyDict_New();
    Arrays held = {.count = 0};
    if (!model || !PyArg_ParseTuple(arguments, "O!O:describe", &PyList_Type, &names, &columns)) {
        Py_XDECREF(model);
        return NULL;
    }
    int is_ready = 1; /* a copied dict has room for all names */
    for (Py_ssize_t i = 0; is_ready && i < PyList_Size(names); i++)
        is_ready = PyDict_SetItem(model, PyList_GetItem(names, i), Py_None) == 0;
    const float *values = is_ready ? mt_take(&held, columns, FLOAT32, ANY) : NULL;
    if (values && (held.views[0].ndim != 2 || held.views[0].shape[0] != PyList_Size(names))) {
        PyErr_SetString(PyExc_ValueError, "columns are names x units");
        values = NULL;
    }
    int64_t units = values ? held.views[0].shape[1] : 0;
    if (values)
        list = PyList_New((Py_ssize_t)units);
    for (int64_t unit = 0; list && unit < units; unit++) {
        PyObject *dict = dict_of(model, names, values + unit, units);
        if (!dict || PyList_SetItem(list, (Py_ssize_t)unit, dict) < 0)
            Py_CLEAR(list);
    }
    Py_DECREF(model);
    mt_release_arrays(&held);
    return list;
}

/* A new instance with the values of one row. */
static PyObject *record_of(PyTypeObject *type, PyObject *names, PyObject *columns, Py_ssize_t row)
{
    PyObject *record = PyType_GenericNew(type, NULL, NULL);
    for (Py_ssize_t i = 0; record && i < PyTuple_Size(names); i++) {
        PyObject *value = PyList_GetItem(PyTuple_GetItem(columns, i), row);
        if (!value || PyObject_GenericSetAttr(record, PyTuple_GetItem(names, i), value) < 0)
            Py_CLEAR(record);
    }
    return record;
}

PyObject *mt_bind_make_records(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *type, *names, *columns;
    if (!PyArg_ParseTuple(arguments, "O!O!O!:make_records", &PyType_Type, &type, &PyTuple_Type, &names,
                          &PyTuple_Type, &columns))
        return NULL;
    Py_ssize_t count = 0;
    int is_valid =
        PyTuple_Size(names) == PyTuple_Size(columns) &&
        PyType_GetSlot((PyTypeObject *)type, Py_tp_new) == PyType_GetSlot(&PyBaseObject_Type, Py_tp_new);
    for (Py_ssize_t i = 0; is_valid && i < PyTuple_Size(columns); i++) {
        PyObject *column = PyTuple_GetItem(columns, i);
        is_valid = PyList_Check(column) && (i == 0 || PyList_Size(column) == count);
        count = is_valid ? PyList_Size(column) : 0;
    }
    if (!is_valid) {
        PyErr_SetString(PyExc_ValueError, "records need a plain class, and a list of equal length per name");
        return NULL;
    }
    PyObject *records = PyTuple_New(count);
    for (Py_ssize_t row = 0; records && row < count; row++) {
        PyObject *record = record_of((PyTypeObject *)type, names, columns, row);
        if (!record || PyTuple_SetItem(records, row, record) < 0)
            Py_CLEAR(records);
    }
    return records;
}
