/* The Python module: parse(source, ...) -> Table.

   A Table gives its columns through the buffer protocol, as one block of int64, and makes the attributes
   of a row when they are asked for. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <limits.h>
#include <stdlib.h>

#include "bind/arrays.h"
#include "bind/columns.h"
#include "bind/contributions.h"
#include "bind/measure.h"
#include "bind/memory.h"
#include "bind/model.h"
#include "bind/rows.h"
#include "model/head.h"
#include "parse/parser.h"
#include "rows/paths.h"
#include "bind/words.h"
#include "bind/writing.h"

/* Names and values are written into one buffer of the parser's: one thread at a time. */
#ifdef Py_GIL_DISABLED
#define ENTER(self) Py_BEGIN_CRITICAL_SECTION(self)
#define LEAVE()     Py_END_CRITICAL_SECTION()
#else
#define ENTER(self) (void)(self)
#define LEAVE()     (void)0
#endif

typedef struct {
    PyObject_HEAD Parser *parser;
    Table table;
    PyObject *source; /* what the parser's spans point into */
    PyObject *local_tags;
    PyObject *segments; /* the memory of `found` */
    Segments found;     /* leaves and blocks */
    Siblings siblings;  /* numbered when the first path is asked for */
} TableObject;

typedef struct {
    PyObject *table_type, *memory_type;
} State;

static void *reallocate(void *block, size_t size)
{
    if (size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, size);
}

/* -- attributes ------------------------------------------------------------------------------------- */

static PyObject *view_to_str(View view)
{
    return view.text ? PyUnicode_DecodeUTF8(view.text, (Py_ssize_t)view.length, "surrogatepass")
                     : PyErr_NoMemory();
}

static PyObject *attribute_dict(Parser *parser, int first, int count, int name_space)
{
    PyObject *dict = PyDict_New();
    for (int i = 0; dict && i < count; i++) {
        const Attribute *attribute = &parser->attributes[first + i];
        PyObject *name = view_to_str(mt_name_of(parser, name_space, attribute));
        PyObject *value = name ? view_to_str(mt_value_of(parser, attribute)) : NULL;
        if (!value || PyDict_SetItem(dict, name, value) < 0)
            Py_CLEAR(dict);
        Py_XDECREF(name);
        Py_XDECREF(value);
    }
    return dict;
}

/* Ask Python's rules about the elements that may hide themselves. */
static int ask_rules(Parser *parser, PyObject *rules)
{
    for (int32_t i = 0; i < parser->node_count; i++) {
        Node *node = &parser->nodes[i];
        if (!(node->bits & NODE_MAY_HIDE))
            continue;
        PyObject *dict = attribute_dict(parser, node->data, node->extent, node->name_space);
        PyObject *answer = dict ? PyObject_CallFunctionObjArgs(rules, dict, NULL) : NULL;
        Py_XDECREF(dict);
        int is_hidden = answer ? PyObject_IsTrue(answer) : -1;
        Py_XDECREF(answer);
        if (is_hidden < 0)
            return -1;
        if (is_hidden)
            node->bits |= NODE_IS_HIDDEN;
    }
    return 0;
}

/* -- Table ------------------------------------------------------------------------------------------ */

static int table_getbuffer(PyObject *self, Py_buffer *view, int flags)
{
    TableObject *table = (TableObject *)self;
    Py_ssize_t row = COLUMN_COUNT * sizeof(int64_t) + COUNT_COUNT * sizeof(int32_t);
    return PyBuffer_FillInfo(view, self, table->table.cells, (Py_ssize_t)table->table.rows * row, 1, flags);
}

static void table_dealloc(PyObject *self)
{
    TableObject *table = (TableObject *)self;
    if (table->parser) {
        mt_free_table(table->parser, &table->table);
        mt_free_parser(table->parser);
        free(table->parser);
    }
    mt_free_siblings(&table->siblings);
    Py_XDECREF(table->source);
    Py_XDECREF(table->local_tags);
    Py_XDECREF(table->segments);
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static PyObject *table_attributes(PyObject *self, PyObject *argument)
{
    TableObject *table = (TableObject *)self;
    Py_ssize_t row = PyNumber_AsSsize_t(argument, NULL); /* beyond all rows where it is too large */
    if (row == -1 && PyErr_Occurred())
        return NULL;
    if (row < 0 || row >= table->table.rows)
        return PyDict_New();
    RowAttributes found = table->table.attributes[row];
    PyObject *dict;
    ENTER(self);
    dict = attribute_dict(table->parser, found.first, found.count, found.name_space);
    LEAVE();
    return dict;
}

static PyObject *table_rows_with_attributes(PyObject *self, PyObject *unused)
{
    (void)unused;
    TableObject *table = (TableObject *)self;
    PyObject *rows = PyList_New(0);
    for (int64_t row = 0; rows && row < table->table.rows; row++) {
        if (!table->table.attributes[row].count)
            continue;
        PyObject *number = PyLong_FromLongLong(row);
        if (!number || PyList_Append(rows, number) < 0)
            Py_CLEAR(rows);
        Py_XDECREF(number);
    }
    return rows;
}

/* A row and a value, appended to a list of such pairs; -1 where there is no memory. */
static int append_value(PyObject *pairs, int64_t row, View value)
{
    PyObject *text = view_to_str(value);
    PyObject *pair = text ? Py_BuildValue("LN", (long long)row, text) : NULL;
    int failed = !pair || PyList_Append(pairs, pair) < 0;
    Py_XDECREF(pair);
    return failed ? -1 : 0;
}

static PyObject *table_values(PyObject *self, PyObject *name)
{
    TableObject *table = (TableObject *)self;
    Py_ssize_t size;
    const char *wanted = PyUnicode_AsUTF8AndSize(name, &size);
    PyObject *pairs = wanted ? PyList_New(0) : NULL;
    ENTER(self);
    for (int64_t row = 0; pairs && row < table->table.rows; row++) {
        RowAttributes found = table->table.attributes[row];
        for (int i = 0; pairs && i < found.count; i++) {
            const Attribute *attribute = &table->parser->attributes[found.first + i];
            if (size <= INT32_MAX &&
                mt_is_same_name(table->parser, attribute->name, (const Byte *)wanted, (int)size) &&
                append_value(pairs, row, mt_value_of(table->parser, attribute)) < 0)
                Py_CLEAR(pairs);
        }
    }
    LEAVE();
    return pairs;
}

static PyObject *table_rows_with_role(PyObject *self, PyObject *role)
{
    TableObject *table = (TableObject *)self;
    Py_ssize_t size;
    const char *wanted = PyUnicode_AsUTF8AndSize(role, &size);
    PyObject *rows = wanted ? PyList_New(0) : NULL;
    const int64_t *flags = table->table.cells + COLUMN_FLAGS * table->table.rows;
    int64_t implied = 0; /* flags that a row with this role has */
    for (int i = 0; wanted && i < mt_role_count; i++)
        if (strcmp(mt_roles[i].text, wanted) == 0)
            implied = mt_roles[i].flags;
    ENTER(self);
    for (int64_t row = 0; rows && row < table->table.rows; row++) {
        if ((flags[row] & implied) != implied)
            continue;
        RowAttributes found = table->table.attributes[row];
        for (int i = 0; rows && i < found.count; i++) {
            const Attribute *attribute = &table->parser->attributes[found.first + i];
            if (attribute->id != ATTRIBUTE_ROLE)
                continue;
            View value = mt_value_of(table->parser, attribute);
            if (!value.text)
                PyErr_NoMemory();
            else if (value.length != (size_t)size || memcmp(value.text, wanted, value.length) != 0)
                continue;
            PyObject *number = value.text ? PyLong_FromLongLong(row) : NULL;
            if (!number || PyList_Append(rows, number) < 0)
                Py_CLEAR(rows);
            Py_XDECREF(number);
        }
    }
    LEAVE();
    return rows;
}

static PyObject *table_markup(PyObject *self, PyObject *tag_lengths)
{
    const Table *table = &((TableObject *)self)->table;
    Held held = {.count = 0};
    const int64_t *lengths = mt_take(&held, tag_lengths, INT64, LISTED_TAGS + table->local_tag_count);
    PyObject *result = NULL;
    if (lengths)
        result = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)table->rows * (Py_ssize_t)sizeof(int64_t));
    int failed = 0;
    if (result) {
        ENTER(self);
        int64_t *markup = (int64_t *)(void *)PyBytes_AsString(result);
        failed = mt_measure_markup(((TableObject *)self)->parser, table, lengths, markup);
        LEAVE();
    }
    mt_release_held(&held);
    if (failed) {
        Py_CLEAR(result);
        PyErr_NoMemory();
    }
    return result;
}

static PyObject *table_shared_values(PyObject *self, PyObject *arguments)
{
    TableObject *table = (TableObject *)self;
    PyObject *values;
    ENTER(self);
    values = mt_bind_values(table->parser, &table->table, arguments);
    LEAVE();
    return values;
}

static PyObject *table_values_holding(PyObject *self, PyObject *arguments)
{
    TableObject *table = (TableObject *)self;
    PyObject *pairs;
    ENTER(self);
    pairs = mt_bind_sought(table->parser, &table->table, arguments);
    LEAVE();
    return pairs;
}

static PyObject *table_title(PyObject *self, PyObject *unused)
{
    (void)unused;
    return view_to_str(mt_title_of(&((TableObject *)self)->table));
}

static PyObject *table_measure(PyObject *self, PyObject *arguments)
{
    const TableObject *table = (TableObject *)self;
    const State *state = PyType_GetModuleState(Py_TYPE(self));
    return mt_bind_measure(table->parser, &table->table, &table->found, (PyTypeObject *)state->memory_type,
                           arguments);
}

static PyObject *table_utf_8(PyObject *self, void *unused)
{
    (void)unused;
    const Table *table = &((TableObject *)self)->table;
    return PyBytes_FromStringAndSize(table->text, (Py_ssize_t)table->text_length);
}

static PyObject *table_local_tags(PyObject *self, void *unused)
{
    (void)unused;
    return Py_NewRef(((TableObject *)self)->local_tags);
}

static PyObject *table_is_cut(PyObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(((TableObject *)self)->parser->is_cut);
}

static PyObject *table_rows(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLongLong(((TableObject *)self)->table.rows);
}

static PyObject *table_leaf_count(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLongLong(((TableObject *)self)->found.leaf_count);
}

static PyObject *table_segments(PyObject *self, void *unused)
{
    (void)unused;
    return Py_NewRef(((TableObject *)self)->segments);
}

static PyObject *table_source(PyObject *self, void *unused)
{
    (void)unused;
    return Py_NewRef(((TableObject *)self)->source);
}

static PyObject *table_shown_chars(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLongLong(((TableObject *)self)->table.shown_chars);
}

static PyObject *table_hidden_chars(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLongLong(((TableObject *)self)->table.hidden_chars);
}

static PyObject *table_is_flattened(PyObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(((TableObject *)self)->table.is_flattened);
}

static Rows rows_of_table(const Table *table)
{
    const int64_t *cells = table->cells;
    int64_t rows = table->rows;
    return (Rows){
        .count = rows,
        .tag = cells + COLUMN_TAG * rows,
        .parent = cells + COLUMN_PARENT * rows,
        .end = cells + COLUMN_END * rows,
        .flags = cells + COLUMN_FLAGS * rows,
        .block = cells + COLUMN_BLOCK * rows,
        .text_start = cells + COLUMN_TEXT_START * rows,
        .text_end = cells + COLUMN_TEXT_END * rows,
    };
}

static const int32_t *counts_of_table(const Table *table, int64_t column)
{
    const int32_t *counts = (const int32_t *)(const void *)(table->cells + COLUMN_COUNT * table->rows);
    return counts + column * table->rows;
}

static Failure find_table_segments(TableObject *self)
{
    Rows rows = rows_of_table(&self->table);
    return mt_find_segments(&rows, counts_of_table(&self->table, COUNT_CHARS), &self->found) < 0 ? FAILED_MEMORY
                                                                                             : FAILED_NOT;
}

/* Let Python own the memory of the leaves and blocks that were found. */
static int own_segments(TableObject *self, const State *state)
{
    int64_t items = self->table.rows + 2 * self->found.leaf_count + 4 * self->found.count;
    PyObject *before = self->segments;
    self->segments = mt_own_memory((PyTypeObject *)state->memory_type, self->found.chars,
                                   (size_t)items * sizeof(int64_t));
    Py_XDECREF(before);
    return self->segments ? 0 : -1;
}

static PyObject *table_counts(PyObject *self, PyObject *argument)
{
    const Table *table = &((TableObject *)self)->table;
    Py_ssize_t column = PyNumber_AsSsize_t(argument, PyExc_IndexError);
    if (column == -1 && PyErr_Occurred())
        return NULL;
    if (column < 0 || column >= COUNT_COUNT) {
        PyErr_SetString(PyExc_IndexError, "there is no such count");
        return NULL;
    }
    PyObject *result = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)table->rows * (Py_ssize_t)sizeof(int64_t));
    if (result) {
        Rows rows = rows_of_table(table);
        int64_t *seen = (int64_t *)(void *)PyBytes_AsString(result);
        mt_count_seen(rows.flags, counts_of_table(table, column), rows.count, seen);
    }
    return result;
}

static PyObject *table_rewrite(PyObject *self, PyObject *arguments)
{
    TableObject *table = (TableObject *)self;
    PyObject *tags, *flags;
    if (!PyArg_ParseTuple(arguments, "OO:rewrite", &tags, &flags))
        return NULL;
    Held held = {.count = 0};
    int64_t rows = table->table.rows, last_tag = LISTED_TAGS + table->table.local_tag_count - 1;
    const int64_t *tag = mt_take_indices(&held, tags, rows, 0, last_tag);
    const int64_t *flag = tag ? mt_take(&held, flags, INT64, rows) : NULL;
    if (flag) {
        size_t bytes = (size_t)rows * sizeof(int64_t);
        memmove(table->table.cells + COLUMN_TAG * rows, tag, bytes);
        memmove(table->table.cells + COLUMN_FLAGS * rows, flag, bytes);
        mt_free_siblings(&table->siblings);
    }
    mt_release_held(&held);
    if (!flag)
        return NULL;
    if (find_table_segments(table) != FAILED_NOT)
        return PyErr_NoMemory();
    if (own_segments(table, PyType_GetModuleState(Py_TYPE(self))) < 0)
        return NULL;
    return Py_NewRef(Py_None);
}

/* The name of a step of a path; valid until the next one is asked for. */
static View step_name(void *owner, int64_t tag)
{
    TableObject *table = owner;
    int64_t local = tag - LISTED_TAGS;
    return mt_tag_name_of(table->parser, local < 0 ? (int)tag : (int)table->table.local_tags[local]);
}

static PyObject *table_xpath(PyObject *self, PyObject *argument)
{
    TableObject *table = (TableObject *)self;
    Rows rows = rows_of_table(&table->table);
    Py_ssize_t row = PyNumber_AsSsize_t(argument, PyExc_IndexError);
    if (row == -1 && PyErr_Occurred())
        return NULL;
    if (row < 0 || row >= rows.count) {
        PyErr_SetString(PyExc_IndexError, "there is no such row");
        return NULL;
    }
    Buffer out = {NULL, 0, 0, 0};
    int64_t outcome = 0;
    ENTER(self);
    if (!table->siblings.number)
        outcome = mt_number_siblings(&rows, LISTED_TAGS + table->table.local_tag_count, &table->siblings);
    if (outcome == 0)
        mt_put_path(&rows, &table->siblings, step_name, self, row, &out);
    LEAVE();
    PyObject *path = NULL;
    if (outcome < 0 || out.has_failed)
        PyErr_NoMemory();
    else
        path = PyUnicode_DecodeUTF8(out.at, (Py_ssize_t)out.length, "surrogatepass");
    free(out.at);
    return path;
}

static PyMethodDef table_methods[] = {
    {"attributes", table_attributes, METH_O,
     "The attributes of a row, as a new dict; empty if it has none."},
    {"rows_with_attributes", table_rows_with_attributes, METH_NOARGS, "Rows that have attributes, in order."},
    {"values", table_values, METH_O,
     "values(name: str) -> [(int, str)]\n\nThe rows that have an attribute, and its values."},
    {"shared_values", table_shared_values, METH_VARARGS,
     "shared_values(name, of_row) -> [str]\n\nThe different values of an attribute; `of_row` gets the number "
     "of every row's, or -1."},
    {"values_holding", table_values_holding, METH_VARARGS,
     "values_holding(searches, most) -> [[(int, str)]]\n\nFor each search, which is the name of an "
     "attribute, "
     "another or None, and words: the first rows whose attribute, or where that is empty the other, holds a "
     "word, and its values."},
    {"counts", table_counts, METH_O,
     "counts(column) -> bytes\n\nA count of maintext.text.characters.Counts by row, 0 where no shown text is, "
     "as the bytes of int64."},
    {"xpath", table_xpath, METH_O, "xpath(row: int) -> str\n\nThe absolute XPath of a row."},
    {"rewrite", table_rewrite, METH_VARARGS,
     "rewrite(tag, flags)\n\nChange the tags and flags of rows, and find leaves and blocks again. Only before "
     "anything else is read from the table."},
    {"rows_with_role", table_rows_with_role, METH_O, "Rows whose role is exactly this, in order."},
    {"markup", table_markup, METH_O,
     "Characters of each row's tags and of its attributes but id, class and style, as the bytes of int64."},
    {"title", table_title, METH_NOARGS, "The text of the first <title> that has any and names no drawing."},
    {"measure", table_measure, METH_VARARGS,
     "measure(scorer, wanted) -> (Memory, words or None)\n\nFeatures of the page and its "
     "blocks, and what a model says of them (maintext.model.measure). `wanted` is a sum of ONLY_KIND, "
     "WITH_WORDS and WITHOUT_NAMES."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef table_properties[] = {
    {"utf_8", table_utf_8, NULL,
     "Every text node's characters, in document order, as UTF-8; a lone surrogate takes three bytes.", NULL},
    {"local_tags", table_local_tags, NULL, "Names of tags that maintext.page.tags does not list.", NULL},
    {"rows", table_rows, NULL, "How many rows there are.", NULL},
    {"leaf_count", table_leaf_count, NULL, "How many of them are texts that are seen.", NULL},
    {"segments", table_segments, NULL,
     "As int64: by row the characters that are seen; the rows of leaves; then what `blocks` tells.", NULL},
    {"source", table_source, NULL, "The source, as UTF-8; a lone surrogate takes three bytes.", NULL},
    {"shown_chars", table_shown_chars, NULL, "Characters of the page's texts that are shown.", NULL},
    {"hidden_chars", table_hidden_chars, NULL, "Characters of the page's texts that are hidden.", NULL},
    {"is_cut", table_is_cut, NULL, "Whether nodes, tags or attributes were left out.", NULL},
    {"is_flattened", table_is_flattened, NULL, "Whether rows were nested too deep.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot table_slots[] = {
    {Py_tp_doc,
     "A node table, by the buffer protocol: `COLUMNS` columns of int64, then `COUNTS` columns of int32."},
    {Py_tp_dealloc, table_dealloc},
    {Py_tp_methods, table_methods},
    {Py_tp_getset, table_properties},
    {Py_bf_getbuffer, table_getbuffer},
    {0, NULL},
};

static PyType_Spec table_spec = {
    .name = "maintext._kernel._native.Table",
    .basicsize = sizeof(TableObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = table_slots,
};

/* -- parse ------------------------------------------------------------------------------------------ */

static PyObject *name_local_tags(TableObject *self)
{
    PyObject *names = PyTuple_New(self->table.local_tag_count);
    for (int32_t i = 0; names && i < self->table.local_tag_count; i++) {
        PyObject *name = view_to_str(mt_tag_name_of(self->parser, self->table.local_tags[i]));
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

/* Find the UTF-8 of the source; `self` keeps it alive. A str with lone surrogates keeps them. */
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
    self->parser->source = (const Byte *)bytes;
    self->parser->source_end = (const Byte *)bytes + size;
    return 0;
}

/* The tree -> the table, its leaves and its blocks. */
static Failure write_all(TableObject *self, long long nodes, long long depth)
{
    Failure failure = mt_write_table(self->parser, nodes, depth, &self->table);
    mt_free_tree(self->parser);
    free(self->table.nodes); /* only the writing of rows needs them */
    self->table.nodes = NULL;
    return failure == FAILED_NOT ? find_table_segments(self) : failure;
}

/* Python's lock is released once: getting it back takes long where several threads want it. */
static Failure parse_unlocked(TableObject *self, PyObject *rules, long long nodes, long long depth)
{
    Parser *parser = self->parser;
    PyThreadState *thread = PyEval_SaveThread();
    Failure failure = mt_parse_source(parser);
    if (failure == FAILED_NOT && parser->has_unsure) {
        PyEval_RestoreThread(thread);
        if (ask_rules(parser, rules) < 0)
            return FAILED_NOT;
        thread = PyEval_SaveThread();
    }
    if (failure == FAILED_NOT)
        failure = write_all(self, nodes, depth);
    PyEval_RestoreThread(thread);
    return failure;
}

static int fill_table(TableObject *self, const State *state, PyObject *rules, long long nodes, long long depth)
{
    Failure failure = parse_unlocked(self, rules, nodes, depth);
    if (self->found.chars && own_segments(self, state) < 0)
        return -1;
    if (PyErr_Occurred() || raise_failure(failure) < 0)
        return -1;
    self->local_tags = name_local_tags(self);
    return self->local_tags ? 0 : -1;
}

static PyObject *parse(PyObject *module, PyObject *arguments)
{
    PyObject *source, *rules;
    long long nodes, depth;
    double seconds;
    if (!PyArg_ParseTuple(arguments, "OOLLd:parse", &source, &rules, &nodes, &depth, &seconds))
        return NULL;
    State *state = PyModule_GetState(module);
    PyTypeObject *type = (PyTypeObject *)state->table_type;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    TableObject *self = (TableObject *)allocate(type, 0);
    if (!self)
        return NULL;
    self->parser = calloc(1, sizeof *self->parser);
    if (!self->parser) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    self->parser->reallocate = reallocate;
    /* Comments are nodes here, and formatting makes some that no row comes from. */
    self->parser->most_nodes = nodes < INT32_MAX / 4 ? 2 * nodes + 16 : INT32_MAX / 2;
    self->parser->seconds = seconds;
    if (take_source(self, source) < 0 || fill_table(self, state, rules, nodes, depth) < 0)
        Py_CLEAR(self);
    return (PyObject *)self;
}

static PyObject *valid_utf_8_of(PyObject *module, PyObject *source)
{
    (void)module;
    char *bytes;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(source, &bytes, &size) < 0)
        return NULL;
    enum { LARGE = 1 << 22 }; /* with less, to get Python's lock back would take longer */
    int64_t valid, points;
    PyThreadState *thread = size > LARGE ? PyEval_SaveThread() : NULL;
    valid = mt_valid_utf_8((const Byte *)bytes, (const Byte *)bytes + size, &points);
    if (thread)
        PyEval_RestoreThread(thread);
    return Py_BuildValue("LL", (long long)valid, (long long)points);
}

/* -- module ----------------------------------------------------------------------------------------- */

static int execute(PyObject *module)
{
    State *state = PyModule_GetState(module);
    state->table_type = PyType_FromModuleAndSpec(module, &table_spec, NULL);
    if (!state->table_type || PyModule_AddType(module, (PyTypeObject *)state->table_type) < 0)
        return -1;
    state->memory_type = PyType_FromModuleAndSpec(module, &mt_memory_spec, NULL);
    if (!state->memory_type || PyModule_AddType(module, (PyTypeObject *)state->memory_type) < 0)
        return -1;
    if (PyModule_AddIntConstant(module, "COLUMNS", COLUMN_COUNT) < 0 ||
        PyModule_AddIntConstant(module, "COUNTS", COUNT_COUNT) < 0 ||
        PyModule_AddIntConstant(module, "MOST_SOURCE", MOST_SOURCE) < 0 ||
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
     "parse(source, hides, nodes, depth, seconds) -> Table\n\n"
     "Parse a page, a str or well-formed UTF-8, and find its leaves and blocks; `hides` says of a dict of "
     "attributes whether they hide an element.\n"
     "TimeoutError: it took longer than `seconds`."},
    {"valid_utf_8", valid_utf_8_of, METH_O,
     "valid_utf_8(source: bytes) -> (int, int)\n\nHow many bytes are well-formed UTF-8, from the first on, "
     "and how "
     "many code points these are."},
    {"sum_trees", mt_bind_sum_trees, METH_VARARGS,
     "sum_trees(columns, feature, bound, leaf, bias, margins)\n\nSum trees (maintext.model.trees)."},
    {"choose_weighed", mt_bind_choose_weighed, METH_VARARGS,
     "choose_weighed(log_odds, slope, offset, exponent, size, kept)\n\nKeep the units of the largest expected "
     "F1 (maintext.model.measure.choose)."},
    {"tidy", mt_bind_tidy, METH_VARARGS,
     "tidy(probability, chars, ends_colon, first_row, element, tag, flags, parent, end, parts, least, short, "
     "sure, heading, headings_in_a_row, kept, change)\n\nClean up a choice of blocks (maintext.methods.auto.cleanup)."},
    {"make_scorer", mt_bind_make_scorer, METH_VARARGS,
     "make_scorer(references, tables, kinds, blocks, (slope, offset), choice)\n\nA model as Table.measure "
     "takes it."},
    WRITING_METHODS,
    CONTRIBUTION_METHODS,
    ROW_METHODS,
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
