/* scoring.h for the Python module. */
#ifndef MAINTEXT_BIND_SCORING_H
#define MAINTEXT_BIND_SCORING_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "model/scoring.h"

PyObject *mt_bind_make_scorer(PyObject *module, PyObject *arguments);
PyObject *mt_bind_declared(Parser *parser, const Table *table, PyObject *words);
PyObject *mt_bind_score(Parser *parser, const Table *table, PyTypeObject *memory, PyObject *arguments);

/* A page that is being scored: begun and ended with Python's lock, and run without. */
typedef struct {
    struct Kept *kept; /* the scorer's; NULL: the page is not scored */
    Room room;
    Outcome outcome;
    void *scores;
    size_t size;
} Scoring;

int mt_begin_scoring(Scoring *scoring, PyObject *scorer);
void mt_run_scoring(Scoring *scoring, Parser *parser, const Table *table, const Scored *page);
PyObject *mt_end_scoring(Scoring *scoring, PyTypeObject *memory);

#endif
