/* text/runs.h for Python; arrays.h explains how arrays are checked. */
#include "bind/runs.h"

#include "bind/arrays.h"
#include "text/runs.h"

PyObject *mt_bind_measure_runs(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *words, *lengths, *tops, *repeats;
    if (!PyArg_ParseTuple(arguments, "OOOO:measure_runs", &words, &lengths, &tops, &repeats))
        return NULL;
    Arrays held = {.count = 0};
    const uint64_t *word = mt_take(&held, words, UINT64, ANY);
    int64_t count = word ? mt_last_length(&held) : 0;
    const int64_t *length = word ? mt_take(&held, lengths, INT64, count) : NULL;
    int64_t *top = length ? mt_fill(&held, tops, INT64, RUN_SIZES) : NULL;
    int64_t *repeated = top ? mt_fill(&held, repeats, INT64, RUN_SIZES) : NULL;
    int failed = repeated && mt_measure_runs(word, length, count, top, repeated) < 0;
    if (failed)
        PyErr_NoMemory();
    return mt_finish(&held, repeated && !failed);
}
