/* The Python module: parse(source, ...) -> Table.

   A Table provides its columns through the buffer protocol, int64 and then int32, and creates the attributes
   of a row on request. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <limits.h>

#include "base/memory.h"
#include "bind/contributions.h"
#include "bind/measure.h"
#include "bind/memory.h"
#include "bind/model.h"
#include "bind/runs.h"
#include "bind/source.h"
#include "bind/table.h"

static void *reallocate(void *block, size_t size)
{
    if (size == 0) {
        mt_release(block);
        return NULL;
    }
    return mt_reallocate(block, size);
}

/* -- parse ------------------------------------------------------------------------------------------- */

static PyObject *name_local_tags(TableObject *self)
{
    PyObject *names = PyTuple_New(self->table.local_tag_count);
    for (int32_t i = 0; names && i < self->table.local_tag_count; i++) {
        PyObject *name = mt_view_to_str(mt_tag_name_of(self->parser, self->table.local_tags[i]));
        if (!name || PyTuple_SetItem(names, i, name) < 0)
            Py_CLEAR(names);
    }
    return names;
}

static int raise_failure(Failure failure)
{
    if (failure == FAILED_MEMORY)
        PyErr_NoMemory();
    else if (failure == FAILED_TIME)
        PyErr_SetString(PyExc_TimeoutError, "the time for the page is up");
    return failure ? -1 : 0;
}

/* Set the UTF-8 source; `self` keeps it alive. Lone surrogates of a str are kept. */
static int take_source(TableObject *self, PyObject *source)
{
    char *bytes;
    Py_ssize_t size;
    if (PyBytes_Check(source)) {
        self->source = Py_NewRef(source);
    } else {
        self->source = PyUnicode_AsEncodedString(source, "utf-8", "surrogatepass");
        if (!self->source)
            return -1;
    }
    if (PyBytes_AsStringAndSize(self->source, &bytes, &size) < 0)
        return -1;
    if (size > MAX_SOURCE) {
        PyErr_SetString(PyExc_ValueError, "the source is too long");
        return -1;
    }
    self->parser->source = (const Byte *)bytes;
    self->parser->source_end = (const Byte *)bytes + size;
    return 0;
}

/* Write the table, its leaves and its blocks. */
static Failure write_all(TableObject *self, long long nodes, long long depth)
{
    Failure failure = mt_write_table(self->parser, nodes, depth, &self->table);
    mt_free_tree(self->parser);
    mt_release(self->table.nodes); /* only needed while rows are written */
    self->table.nodes = NULL;
    return failure == NOT_FAILED ? mt_find_table_segments(self) : failure;
}

/* Release Python's lock once: getting it back is slow if several threads want it. */
static Failure parse_unlocked(TableObject *self, long long nodes, long long depth)
{
    PyThreadState *thread = PyEval_SaveThread();
    Failure failure = mt_parse_source(self->parser);
    if (failure == NOT_FAILED)
        failure = write_all(self, nodes, depth);
    PyEval_RestoreThread(thread);
    return failure;
}

static int fill_table(TableObject *self, const State *state, long long nodes, long long depth)
{
    Failure failure = parse_unlocked(self, nodes, depth);
    if (self->found.chars && mt_own_table_segments(self, state) < 0)
        return -1;
    if (raise_failure(failure) < 0)
        return -1;
    self->local_tags = name_local_tags(self);
    return self->local_tags ? 0 : -1;
}

static PyObject *parse(PyObject *module, PyObject *arguments)
{
    PyObject *source;
    int is_strict, is_plain = 0;
    long long nodes, depth;
    double seconds;
    if (!PyArg_ParseTuple(arguments, "OpLLd|p:parse", &source, &is_strict, &nodes, &depth, &seconds,
                          &is_plain))
        return NULL;
    if (nodes < 1 || depth < 1) {
        PyErr_SetString(PyExc_ValueError, "limits must be positive");
        return NULL;
    }
    State *state = PyModule_GetState(module);
    PyTypeObject *type = (PyTypeObject *)state->table_type;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    TableObject *self = (TableObject *)allocate(type, 0);
    if (!self)
        return NULL;
    self->parser = mt_allocate_zeroed(1, sizeof *self->parser);
    if (!self->parser) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    self->parser->reallocate = reallocate;
    /* Comments are nodes, and formatting elements make some nodes without rows. */
    self->parser->max_nodes = nodes < INT32_MAX / 4 ? 2 * nodes + 16 : INT32_MAX / 2;
    self->parser->seconds = seconds;
    self->parser->is_strict = is_strict;
    self->parser->is_plain = is_plain;
    if (take_source(self, source) < 0 || fill_table(self, state, nodes, depth) < 0)
        Py_CLEAR(self);
    return (PyObject *)self;
}

/* The kind of every known character, and one entry for all others. */
static PyObject *character_kinds(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    PyObject *kinds = PyBytes_FromStringAndSize(NULL, KNOWN_CODES + 1);
    char *kind = kinds ? PyBytes_AsString(kinds) : NULL;
    for (int32_t code = 0; kind && code < KNOWN_CODES; code++)
        kind[code] = (char)mt_kinds[mt_kind_blocks[code >> 8]][code & 0xFF];
    if (kind)
        kind[KNOWN_CODES] = 0;
    return kinds;
}

/* -- module ------------------------------------------------------------------------------------------ */

static int execute(PyObject *module)
{
    State *state = PyModule_GetState(module);
    state->table_type = PyType_FromModuleAndSpec(module, &mt_table_spec, NULL);
    if (!state->table_type || PyModule_AddType(module, (PyTypeObject *)state->table_type) < 0)
        return -1;
    state->memory_type = PyType_FromModuleAndSpec(module, &mt_memory_spec, NULL);
    if (!state->memory_type || PyModule_AddType(module, (PyTypeObject *)state->memory_type) < 0)
        return -1;
    if (PyModule_AddIntConstant(module, "COLUMNS", COLUMN_COUNT) < 0 ||
        PyModule_AddIntConstant(module, "COUNTS", COUNT_COUNT) < 0 ||
        PyModule_AddIntConstant(module, "MOST_SOURCE", MAX_SOURCE) < 0 ||
        PyModule_AddIntConstant(module, "ONLY_KIND", ONLY_KIND) < 0 ||
        PyModule_AddIntConstant(module, "WITH_WORDS", WITH_WORDS) < 0 ||
        PyModule_AddIntConstant(module, "WITHOUT_NAMES", WITHOUT_NAMES) < 0)
        return -1;
    return 0;
}

static int traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(((State *)PyModule_GetState(module))->table_type);
    Py_VISIT(((State *)PyModule_GetState(module))->memory_type);
    return 0;
}

static int clear(PyObject *module)
{
    Py_CLEAR(((State *)PyModule_GetState(module))->table_type);
    Py_CLEAR(((State *)PyModule_GetState(module))->memory_type);
    return 0;
}

static PyMethodDef module_methods[] = {
    {"parse", parse, METH_VARARGS,
     "parse(source, strict, nodes, depth, seconds, is_plain=False) -> Table\n\n"
     "Parse a page, a str or valid UTF-8, and find its leaves and blocks. With `strict`, all that hides "
     "itself is hidden, also what a script may show. `is_plain` says that it has no NUL and no carriage "
     "return.\n"
     "Raises TimeoutError after `seconds`."},
    {"character_kinds", character_kinds, METH_NOARGS,
     "character_kinds() -> bytes\n\n"
     "The maintext.text.characters.Kind of every character of planes 0 to 3, and one entry for all above."},
    {"inspect_source", mt_bind_inspect_source, METH_O,
     "inspect_source(source: bytes) -> (int, int, int, int, bool, bool, bool)\n\n"
     "`SourceFacts` in text/source.h: leading bytes that are valid UTF-8, their code points, control "
     "characters in the head, where an encoding may be declared or -1, whether it may be UTF-16, whether "
     "it has escapes, whether it is plain."},
    {"count_controls", mt_bind_count_controls, METH_O,
     "count_controls(text: bytes) -> int\n\n"
     "Number of control characters of ASCII, but white space and escapes."},
    {"find_declaration", mt_bind_find_declaration, METH_VARARGS,
     "find_declaration(source: bytes, from: int) -> int\n\n"
     "Where the next tag begins that may declare an encoding; -1 if there is none."},
    {"drop_unseen", mt_bind_drop_unseen, METH_O,
     "drop_unseen(text: bytes) -> (bytes, [(int, int, bytes)])\n\n"
     "A text in UTF-8 without characters that a reader cannot see; and what was dropped, as by "
     "Table.unseen."},
    {"measure_runs", mt_bind_measure_runs, METH_VARARGS,
     "measure_runs(words, lengths, top, repeated)\n\n"
     "Characters of the most frequent and of repeated runs of 2 to 10 words (maintext.batch.quality)."},
    {"sum_trees", mt_bind_sum_trees, METH_VARARGS,
     "sum_trees(columns, feature, bound, leaf, bias, margins)\n\nSum trees (maintext.model.trees)."},
    {"choose_weighed", mt_bind_choose_weighed, METH_VARARGS,
     "choose_weighed(log_odds, slope, offset, exponent, size, kept)\n\n"
     "Keep the units with the largest expected F1 (maintext.model.measure.choose)."},
    {"score_languages", mt_bind_score_languages, METH_VARARGS,
     "score_languages(text: bytes, (moves, row_of, ending, terms), scores) -> int\n\n"
     "Add the log likelihood of a text to the score of each language. Returns the number of different known "
     "sequences of bytes in it."},
    {"make_scorer", mt_bind_make_scorer, METH_VARARGS,
     "make_scorer(references, tables, kinds, blocks, (slope, offset), (exponents, slope, offset))\n\n"
     "A model, for Table.measure."},
    CONTRIBUTION_METHODS,
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, execute},
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "maintext._kernel._native",
    .m_doc = "The parser kernel: UTF-8 HTML in, the columns of a node table out.",
    .m_size = sizeof(State),
    .m_methods = module_methods,
    .m_slots = module_slots,
    .m_traverse = traverse,
    .m_clear = clear,
};

PyMODINIT_FUNC PyInit__native(void) { return PyModuleDef_Init(&definition); }
