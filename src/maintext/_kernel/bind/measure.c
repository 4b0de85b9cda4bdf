/* model/measure.h for Python. A scorer is a capsule that owns the arrays of a model, which are checked
   once. */
#include "base/memory.h"
#include "bind/arrays.h"

#include <limits.h>

#include "bind/memory.h"
#include "bind/measure.h"

#include "bind/table.h"

static const char CAPSULE[] = "maintext.scorer";

typedef struct ScorerHandle {
    Arrays held;
    Scorer scorer;
    Arena arena; /* of the previous page; used by one thread at a time */
} ScorerHandle;

static void free_handle(PyObject *capsule)
{
    ScorerHandle *handle = PyCapsule_GetPointer(capsule, CAPSULE);
    mt_release_arrays(&handle->held);
    mt_release_forest(&handle->scorer.blocks);
    mt_release(handle->arena.bytes);
    mt_release(handle);
}

/* -- a model ----------------------------------------------------------------------------------------- */

static int take_word_set(Arrays *held, PyObject *slots, unsigned long long factor, int bits, WordSet *set)
{
    *set = (WordSet){mt_take(held, slots, UINT64, (int64_t)1 << bits), factor, bits};
    return set->slots != NULL;
}

/* The data that the features refer to: a tuple, in the order of maintext.model.auto. */
static int take_references(Arrays *held, PyObject *references, Scorer *scorer)
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

static int take_tables(Arrays *held, PyObject *tables, Scorer *scorer)
{
    if (PyTuple_Size(tables) != TABLE_COUNT) {
        PyErr_SetString(PyExc_ValueError, "the tables are not those of a model");
        return 0;
    }
    for (int i = 0; i < TABLE_COUNT; i++) {
        PyObject *weight;
        Weights *weights = &scorer->weights[i];
        if (!PyArg_ParseTuple(PyTuple_GetItem(tables, i), "Odd:tables", &weight, &weights->scale,
                              &weights->bias) ||
            !(weights->weight = mt_take(held, weight, INT8, (int64_t)1 << BUCKET_BITS)))
            return 0;
    }
    return 1;
}

static int take_trees(Arrays *held, PyObject *trees, int64_t features, Forest *forest)
{
    PyObject *parts[4];
    return PyArg_ParseTuple(trees, "OOOO:trees", &parts[0], &parts[1], &parts[2], &parts[3]) &&
           mt_take_forest(held, parts, features, forest);
}

PyObject *mt_bind_make_scorer(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *references, *tables, *kinds, *blocks, *exponents;
    Scorer given = {0};
    if (!PyArg_ParseTuple(arguments, "O!O!O!O!(dd)(Odd):make_scorer", &PyTuple_Type, &references,
                          &PyTuple_Type, &tables, &PyTuple_Type, &kinds, &PyTuple_Type, &blocks, &given.slope,
                          &given.offset, &exponents, &given.choice_slope, &given.choice_offset))
        return NULL;
    ScorerHandle *handle = mt_allocate_zeroed(1, sizeof *handle);
    PyObject *capsule = handle ? PyCapsule_New(handle, CAPSULE, free_handle) : PyErr_NoMemory();
    if (!capsule) {
        mt_release(handle);
        return NULL;
    }
    Scorer *scorer = &handle->scorer;
    *scorer = given;
    if (!take_references(&handle->held, references, scorer) || !take_tables(&handle->held, tables, scorer) ||
        !take_trees(&handle->held, kinds, PAGE_COUNT, &scorer->kinds) ||
        !take_trees(&handle->held, blocks, FEATURE_COUNT, &scorer->blocks) ||
        !(scorer->choice_exponents = mt_take(&handle->held, exponents, FLOAT64, PAGE_KIND_COUNT))) {
        Py_CLEAR(capsule);
    } else if (scorer->kinds.outputs != PAGE_KIND_COUNT || scorer->blocks.outputs != 1) {
        PyErr_SetString(PyExc_ValueError, "the trees are not those of a model");
        Py_CLEAR(capsule);
    } else if (!mt_prepare_forest(&scorer->blocks)) {
        PyErr_NoMemory();
        Py_CLEAR(capsule);
    } else {
        mt_finish_scorer(scorer);
    }
    return capsule;
}

/* -- a page ------------------------------------------------------------------------------------------ */

/* Bytes of the results. */
static size_t size_of_measures(size_t blocks, int only_kind)
{
    return (PAGE_KIND_COUNT + 3 * blocks) * sizeof(double) + 3 * blocks * sizeof(int64_t) +
           (FEATURE_COUNT * (only_kind ? 0 : blocks) + PAGE_COUNT) * sizeof(float) + 2 * blocks;
}

/* Their places: consecutive arrays, as maintext.model.measure reads them. */
static void place_measures(double *memory, size_t blocks, Measures *out)
{
    out->kinds = memory;
    out->log_odds = out->kinds + PAGE_KIND_COUNT;
    out->probability = out->log_odds + blocks;
    out->chars = out->probability + blocks;
    out->words = (int64_t *)(void *)(out->chars + blocks);
    out->unit = out->words + blocks;
    out->core = out->unit + blocks;
    out->page = (float *)(void *)(out->core + blocks);
    out->columns = out->page + PAGE_COUNT;
    out->unit_kind = (uint8_t *)(out->columns + FEATURE_COUNT * (out->only_kind ? 0 : blocks));
    out->chosen = out->unit_kind + blocks;
}

int mt_take_measures(Arrays *held, PyObject *memory, int64_t blocks, Measures *found)
{
    *found = (Measures){.only_kind = 0};
    if (!mt_take(held, memory, UINT8, (int64_t)size_of_measures((size_t)blocks, 0)))
        return 0;
    void *bytes = held->views[held->count - 1].buf;
    if ((uintptr_t)bytes % sizeof(double)) {
        PyErr_SetString(PyExc_ValueError, "the memory of measures is not aligned");
        return 0;
    }
    place_measures(bytes, (size_t)blocks, found);
    return 1;
}

const double *mt_take_instead(Arrays *held, PyObject *array, int64_t blocks, const double *measured)
{
    return array == Py_None ? measured : mt_take(held, array, FLOAT64, blocks);
}

/* -- memory ------------------------------------------------------------------------------------------ */

enum { MAX_KEPT = 1 << 22 }; /* bytes that a scorer keeps between pages */

/* Take the memory of the scorer, unless another thread has it. Python's lock is held. */
static Arena borrow_arena(ScorerHandle *handle)
{
    Arena arena = {NULL, 0};
#ifndef Py_GIL_DISABLED
    arena = handle->arena;
    handle->arena = (Arena){NULL, 0};
#else
    (void)handle;
#endif
    return arena;
}

static void return_arena(ScorerHandle *handle, Arena arena)
{
#ifndef Py_GIL_DISABLED
    if (!handle->arena.bytes && arena.size <= MAX_KEPT) {
        handle->arena = arena;
        return;
    }
#else
    (void)handle;
#endif
    mt_release(arena.bytes);
}

/* -- measuring --------------------------------------------------------------------------------------- */

/* A page that is being measured. Python's lock is held at start and end, but not while running. */
typedef struct {
    ScorerHandle *handle; /* of the scorer */
    int wanted;
    Arena arena;
    Outcome outcome;
    void *memory;
    size_t size;
    BucketList buckets[TABLE_COUNT];
} Measurement;

/* Python's lock is released; `parser` is a copy. */
static void run(Measurement *measurement, Parser *parser, const Table *table, const PageRows *page)
{
    Measures out = {.only_kind = measurement->wanted & ONLY_KIND,
                    .without_names = measurement->wanted & WITHOUT_NAMES,
                    .buckets = measurement->wanted & WITH_WORDS ? measurement->buckets : NULL};
    measurement->size = size_of_measures((size_t)page->blocks, out.only_kind);
    measurement->memory = mt_allocate(measurement->size);
    measurement->outcome = measurement->memory ? OUTCOME_OK : OUTCOME_NO_MEMORY;
    if (measurement->outcome != OUTCOME_OK)
        return;
    place_measures(measurement->memory, (size_t)page->blocks, &out);
    measurement->outcome =
        mt_measure_page(parser, table, &measurement->handle->scorer, page, &measurement->arena, &out);
}

/* The results. Returns NULL and sets an exception on failure. */
static PyObject *results_of(Measurement *measurement, PyTypeObject *memory)
{
    if (measurement->outcome == OUTCOME_OK)
        return mt_own_memory(memory, measurement->memory, measurement->size);
    mt_release(measurement->memory);
    if (measurement->outcome == OUTCOME_NO_MEMORY)
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
    Measurement measurement = {.handle = NULL};
    if (!PyArg_ParseTuple(arguments, "Oi:measure", &scorer, &measurement.wanted))
        return NULL;
    measurement.handle = PyCapsule_GetPointer(scorer, CAPSULE);
    if (!measurement.handle)
        return NULL;
    if (!object->found.count || table->rows >= INT_MAX / 2) {
        PyErr_SetString(PyExc_ValueError, "the page has no blocks, or too many rows");
        return NULL;
    }
    PageRows page = mt_page_rows(table, &object->found);
    measurement.arena = borrow_arena(measurement.handle);
    /* Decoded attribute values use the parser's scratch buffer. A copy of the parser has another one, since
       another thread may use the parser at the same time. */
    Parser parser;
    ENTER(self);
    parser = *object->parser;
    LEAVE();
    parser.scratch = NULL;
    parser.scratch_capacity = 0;
    Py_BEGIN_ALLOW_THREADS;
    run(&measurement, &parser, table, &page);
    Py_END_ALLOW_THREADS;
    mt_release(parser.scratch);
    return_arena(measurement.handle, measurement.arena);
    PyObject *result = results_of(&measurement, (PyTypeObject *)state->memory_type);
    if (result)
        result =
            Py_BuildValue("NN", result,
                          measurement.wanted & WITH_WORDS ? tuple_of_buckets(measurement.buckets, page.blocks)
                                                          : Py_NewRef(Py_None));
    for (int i = 0; i < TABLE_COUNT; i++) {
        mt_release(measurement.buckets[i].bucket);
        mt_release(measurement.buckets[i].counts);
    }
    return result;
}
