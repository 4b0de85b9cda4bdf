/* model/measure.h for Python. A scorer is a capsule that owns the arrays of a model, which are checked
   once. */
#include "base/memory.h"
#include "bind/arrays.h"

#include <limits.h>
#include <stdlib.h>

#include "bind/memory.h"
#include "bind/measure.h"

#include "bind/table.h"

static const char CAPSULE[] = "maintext.scorer";

typedef struct Kept {
    Held held;
    Scorer scorer;
    Room room; /* of the previous page; used by one thread at a time */
} Kept;

static void free_kept(PyObject *capsule)
{
    Kept *kept = PyCapsule_GetPointer(capsule, CAPSULE);
    mt_release_held(&kept->held);
    mt_release(kept->room.bytes);
    mt_release(kept);
}

/* -- a model ----------------------------------------------------------------------------------------- */

static int take_word_set(Held *held, PyObject *slots, unsigned long long factor, int bits, WordSet *set)
{
    *set = (WordSet){mt_take(held, slots, UINT64, (int64_t)1 << bits), factor, bits};
    return set->slots != NULL;
}

/* The data that the features refer to: a tuple, in the order of maintext.model.auto. */
static int take_references(Held *held, PyObject *references, Scorer *scorer)
{
    PyObject *letters, *stops, *years, *names, *subjects, *removed, *wrappers, *tag_lengths;
    unsigned long long stop_factor, year_factor, name_factor;
    int bits;
    if (!PyArg_ParseTuple(references, "OOKOKOKiOOOdpO:references", &letters, &stops, &stop_factor, &years,
                          &year_factor, &names, &name_factor, &bits, &subjects, &removed, &wrappers,
                          &scorer->wrapper_share, &scorer->with_images, &tag_lengths))
        return 0;
    if (bits < 1 || bits > 30) {
        PyErr_SetString(PyExc_ValueError, "a set of words has 2 to 2 ** 30 slots");
        return 0;
    }
    const uint32_t *codes = mt_take(held, letters, UINT32, KNOWN_CODES + 1);
    if (!codes)
        return 0;
    scorer->alphabet = mt_alphabet_of(codes);
    return take_word_set(held, stops, stop_factor, bits, &scorer->stops) &&
           take_word_set(held, years, year_factor, bits, &scorer->years) &&
           take_word_set(held, names, name_factor, bits, &scorer->names) &&
           (scorer->subject_by_slot =
                mt_take_indices(held, subjects, (int64_t)1 << bits, 0, SUBJECT_COUNT - 1)) &&
           (scorer->removed_tags = mt_take(held, removed, BOOL, LISTED_TAGS + 1)) &&
           (scorer->wrapper_tags = mt_take(held, wrappers, BOOL, LISTED_TAGS + 1)) &&
           (scorer->tag_lengths = mt_take(held, tag_lengths, INT64, LISTED_TAGS));
}

static int take_tables(Held *held, PyObject *tables, Scorer *scorer)
{
    PyObject *weight[TABLE_COUNT];
    Weights *weights = scorer->weights;
    if (!PyArg_ParseTuple(tables, "(Odd)(Odd)(Odd):tables", &weight[0], &weights[0].scale, &weights[0].bias,
                          &weight[1], &weights[1].scale, &weights[1].bias, &weight[2], &weights[2].scale,
                          &weights[2].bias))
        return 0;
    for (int i = 0; i < TABLE_COUNT; i++)
        if (!(weights[i].weight = mt_take(held, weight[i], INT8, (int64_t)1 << BUCKET_BITS)))
            return 0;
    return 1;
}

static int take_trees(Held *held, PyObject *trees, int64_t features, Forest *forest)
{
    PyObject *parts[4];
    return PyArg_ParseTuple(trees, "OOOO:trees", &parts[0], &parts[1], &parts[2], &parts[3]) &&
           mt_take_forest(held, parts, features, forest);
}

PyObject *mt_bind_make_scorer(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *references, *tables, *kinds, *blocks;
    Scorer given = {0};
    if (!PyArg_ParseTuple(arguments, "O!O!O!O!(dd)(dddd):make_scorer", &PyTuple_Type, &references,
                          &PyTuple_Type, &tables, &PyTuple_Type, &kinds, &PyTuple_Type, &blocks, &given.slope,
                          &given.offset, &given.choice.exponent, &given.article, &given.choice.slope,
                          &given.choice.offset))
        return NULL;
    Kept *kept = mt_allocate_zeroed(1, sizeof *kept);
    PyObject *capsule = kept ? PyCapsule_New(kept, CAPSULE, free_kept) : PyErr_NoMemory();
    if (!capsule) {
        mt_release(kept);
        return NULL;
    }
    Scorer *scorer = &kept->scorer;
    *scorer = given;
    mt_finish_scorer(scorer);
    if (!take_references(&kept->held, references, scorer) || !take_tables(&kept->held, tables, scorer) ||
        !take_trees(&kept->held, kinds, PAGE_COUNT, &scorer->kinds) ||
        !take_trees(&kept->held, blocks, FEATURE_COUNT, &scorer->blocks)) {
        Py_CLEAR(capsule);
    } else if (scorer->kinds.outputs != PAGE_KIND_COUNT || scorer->blocks.outputs != 1) {
        PyErr_SetString(PyExc_ValueError, "the trees are not those of a model");
        Py_CLEAR(capsule);
    }
    return capsule;
}

/* -- a page ------------------------------------------------------------------------------------------ */

/* Memory for the results: consecutive arrays, as maintext.model.measure reads them. */
static void *make_measures(int64_t count, Measures *out, size_t *size)
{
    size_t blocks = (size_t)count;
    *size = (PAGE_KIND_COUNT + 3 * blocks) * sizeof(double) + blocks * sizeof(int64_t) +
            (FEATURE_COUNT * (out->only_kind ? 0 : blocks) + PAGE_COUNT) * sizeof(float) + blocks;
    double *memory = mt_allocate(*size);
    if (!memory)
        return NULL;
    out->kinds = memory;
    out->log_odds = out->kinds + PAGE_KIND_COUNT;
    out->probability = out->log_odds + blocks;
    out->chars = out->probability + blocks;
    out->words = (int64_t *)(void *)(out->chars + blocks);
    out->page = (float *)(void *)(out->words + blocks);
    out->columns = out->page + PAGE_COUNT;
    out->chosen = (uint8_t *)(out->columns + FEATURE_COUNT * (out->only_kind ? 0 : blocks));
    return memory;
}

/* -- memory ------------------------------------------------------------------------------------------ */

enum { MOST_KEPT = 1 << 22 }; /* bytes that a scorer keeps between pages */

/* Take the memory of the scorer, unless another thread has it. Python's lock is held. */
static Room borrow_room(Kept *kept)
{
    Room room = {NULL, 0};
#ifndef Py_GIL_DISABLED
    room = kept->room;
    kept->room = (Room){NULL, 0};
#else
    (void)kept;
#endif
    return room;
}

static void return_room(Kept *kept, Room room)
{
#ifndef Py_GIL_DISABLED
    if (!kept->room.bytes && room.size <= MOST_KEPT) {
        kept->room = room;
        return;
    }
#else
    (void)kept;
#endif
    mt_release(room.bytes);
}

/* -- measuring --------------------------------------------------------------------------------------- */

/* A page that is being measured. Python's lock is held at start and end, but not while running. */
typedef struct {
    Kept *kept; /* of the scorer */
    int wanted;
    Room room;
    Outcome outcome;
    void *memory;
    size_t size;
    BucketList buckets[TABLE_COUNT];
} Measuring;

/* Decoded attribute values use the parser's scratch buffer. Use another one here, since another thread may
   use the parser at the same time. */
static void run(Measuring *measuring, Parser *parser, const Table *table, const PageRows *page)
{
    Measures out = {.only_kind = measuring->wanted & ONLY_KIND,
                    .without_names = measuring->wanted & WITHOUT_NAMES,
                    .buckets = measuring->wanted & WITH_WORDS ? measuring->buckets : NULL};
    measuring->memory = make_measures(page->blocks, &out, &measuring->size);
    measuring->outcome = measuring->memory ? LOOP_FINE : LOOP_NO_MEMORY;
    if (measuring->outcome != LOOP_FINE)
        return;
    Parser own = *parser;
    own.scratch = NULL;
    own.scratch_room = 0;
    measuring->outcome = mt_measure_page(&own, table, &measuring->kept->scorer, page, &measuring->room, &out);
    mt_release(own.scratch);
}

/* The results. Returns NULL and sets an exception on failure. */
static PyObject *results_of(Measuring *measuring, PyTypeObject *memory)
{
    if (measuring->outcome == LOOP_FINE)
        return mt_own_memory(memory, measuring->memory, measuring->size);
    mt_release(measuring->memory);
    if (measuring->outcome == LOOP_NO_MEMORY)
        PyErr_NoMemory();
    else
        PyErr_SetString(PyExc_ValueError, "the table cannot be measured");
    return NULL;
}

/* For each table: counts of words per block, and their buckets, as bytes of int32. */
static PyObject *tuple_of_buckets(const BucketList *lists, int64_t blocks)
{
    PyObject *tuple = PyTuple_New(TABLE_COUNT);
    for (int i = 0; tuple && i < TABLE_COUNT; i++) {
        Py_ssize_t item = (Py_ssize_t)sizeof(int32_t);
        PyObject *pair = Py_BuildValue("y#y#", lists[i].counts, (Py_ssize_t)blocks * item, lists[i].bucket,
                                       (Py_ssize_t)lists[i].length * item);
        if (!pair || PyTuple_SetItem(tuple, i, pair) < 0)
            Py_CLEAR(tuple);
    }
    return tuple;
}

PyObject *mt_table_measure(PyObject *self, PyObject *arguments)
{
    const TableObject *object = (TableObject *)self;
    const Table *table = &object->table;
    const State *state = PyType_GetModuleState(Py_TYPE(self));
    PyObject *scorer;
    Measuring measuring = {.kept = NULL};
    if (!PyArg_ParseTuple(arguments, "Oi:measure", &scorer, &measuring.wanted))
        return NULL;
    measuring.kept = PyCapsule_GetPointer(scorer, CAPSULE);
    if (!measuring.kept)
        return NULL;
    if (!object->found.count || table->rows >= INT_MAX / 2) {
        PyErr_SetString(PyExc_ValueError, "the page has no blocks, or too many rows");
        return NULL;
    }
    PageRows page = mt_page_rows(table, &object->found);
    measuring.room = borrow_room(measuring.kept);
    Py_BEGIN_ALLOW_THREADS;
    run(&measuring, object->parser, table, &page);
    Py_END_ALLOW_THREADS;
    return_room(measuring.kept, measuring.room);
    PyObject *result = results_of(&measuring, (PyTypeObject *)state->memory_type);
    if (result)
        result =
            Py_BuildValue("NN", result,
                          measuring.wanted & WITH_WORDS ? tuple_of_buckets(measuring.buckets, page.blocks)
                                                        : Py_NewRef(Py_None));
    for (int i = 0; i < TABLE_COUNT; i++) {
        mt_release(measuring.buckets[i].bucket);
        mt_release(measuring.buckets[i].counts);
    }
    return result;
}
