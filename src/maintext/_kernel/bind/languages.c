/* model/languages.h for Python. */
#include "model/languages.h"

#include "bind/columns.h"
#include "bind/model.h"

PyObject *mt_bind_score_languages(PyObject *module, PyObject *arguments)
{
    (void)module;
    const char *text;
    Py_ssize_t length;
    PyObject *moves, *row_of, *ending, *terms, *scores;
    if (!PyArg_ParseTuple(arguments, "y#(OOOO)O:score_languages", &text, &length, &moves, &row_of, &ending,
                          &terms, &scores))
        return NULL;
    Arrays held = {.count = 0};
    LanguageModel model = {.states = ANY};
    int64_t places = ANY, numbers = ANY, found = FOUND_INVALID;
    double *sums = mt_fill(&held, scores, FLOAT64, ANY);
    model.languages = sums ? mt_last_length(&held) : 0;
    model.moves = mt_items_of(&held, moves, UINT32, &places);
    model.row_of = mt_items_of(&held, row_of, UINT16, &model.states);
    model.ending = mt_items_of(&held, ending, INT32, &model.states);
    model.terms = mt_items_of(&held, terms, UINT16, &numbers);
    if (!PyErr_Occurred() && model.languages) {
        model.move_rows = places / 256;
        model.sequences = numbers / model.languages;
        found = mt_score_languages(&model, (const Byte *)text, length, sums);
    }
    mt_release_arrays(&held);
    if (PyErr_Occurred() || mt_raise_error(found) < 0)
        return NULL;
    return PyLong_FromLongLong((long long)found);
}
