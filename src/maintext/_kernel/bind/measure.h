/* measure.h for the Python module. Python.h comes before. */
#ifndef MAINTEXT_BIND_MEASURE_H
#define MAINTEXT_BIND_MEASURE_H

#include "model/measure.h"

/* What is wanted of Table.measure, a bit each. */
enum { ONLY_KIND = 1, WITH_WORDS = 2, WITHOUT_NAMES = 4 };

PyObject *mt_bind_make_scorer(PyObject *module, PyObject *arguments);
PyObject *mt_bind_measure(Parser *parser, const Table *table, PyTypeObject *memory, PyObject *arguments);

/* A page that is being measured: begun and ended with Python's lock, and run without. */
typedef struct {
    struct Kept *kept; /* the scorer's; NULL: the page is not measured */
    int wanted;
    Room room;
    Outcome outcome;
    void *memory;
    size_t size;
    BucketList buckets[TABLE_COUNT];
} Measuring;

int mt_begin_measuring(Measuring *measuring, PyObject *scorer);
void mt_run_measuring(Measuring *measuring, Parser *parser, const Table *table, const PageRows *page);
PyObject *mt_end_measuring(Measuring *measuring, PyTypeObject *memory);

#endif
