/* The Table type: columns by the buffer protocol, counts and paths. table.h lists the files with its other
   methods. */
#include "base/memory.h"
#include "bind/table.h"

#include "bind/memory.h"
#include "model/head.h"

/* -- views for the kernel's functions ---------------------------------------------------------------- */

Rows mt_table_rows(const TableObject *table) { return rows_of_table(&table->table); }

BlockRows mt_table_blocks(const TableObject *table)
{
    const Segments *found = &table->found;
    return (BlockRows){found->count, found->first_row, found->first_row + found->count};
}

Failure mt_find_table_segments(TableObject *table)
{
    Rows rows = mt_table_rows(table);
    const int32_t *chars = mt_count_column(&table->table, COUNT_CHARS);
    return mt_find_segments(&rows, chars, &table->found) < 0 ? FAILED_MEMORY : NOT_FAILED;
}

/* Make Python own the memory of the leaves and blocks. Returns -1 on failure. */
int mt_own_table_segments(TableObject *table, const State *state)
{
    int64_t items = table->table.rows + 2 * table->found.leaf_count + 4 * table->found.count;
    PyObject *before = table->segments;
    table->segments = mt_own_memory((PyTypeObject *)state->memory_type, table->found.chars,
                                    (size_t)items * sizeof(int64_t));
    Py_XDECREF(before);
    return table->segments ? 0 : -1;
}

/* -- the object -------------------------------------------------------------------------------------- */

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
        if (!table->base) {
            mt_free_parser(table->parser);
            mt_release(table->parser);
        }
    }
    mt_free_siblings(&table->siblings);
    Py_XDECREF(table->base);
    Py_XDECREF(table->source);
    Py_XDECREF(table->local_tags);
    Py_XDECREF(table->segments);
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

PyObject *mt_table_title(PyObject *self, PyObject *unused)
{
    (void)unused;
    return mt_view_to_str(mt_title_of(&((TableObject *)self)->table));
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

static PyObject *table_block_count(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLongLong(((TableObject *)self)->found.count);
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

static PyObject *table_has_marks(PyObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(((TableObject *)self)->parser->has_marks);
}

static PyObject *table_has_formulas(PyObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(((TableObject *)self)->parser->has_formulas);
}

static PyObject *table_is_style_cut(PyObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(((TableObject *)self)->parser->is_style_cut);
}

static PyObject *table_is_strict(PyObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(((TableObject *)self)->parser->is_strict);
}

enum { MAX_RULE_BYTES = 200 };

/* The selectors of a rule; None for an attribute. */
static PyObject *describe_rule(const Parser *parser, int32_t rule)
{
    if (rule == NONE)
        Py_RETURN_NONE;
    const char *start = (const char *)parser->source + rule;
    Py_ssize_t left = (const char *)parser->source_end - start, length = 0;
    while (length < left && length < MAX_RULE_BYTES && start[length] != '{')
        length++;
    return PyUnicode_DecodeUTF8(start, length, "ignore");
}

PyObject *mt_table_places(PyObject *self, PyObject *unused)
{
    (void)unused;
    const TableObject *table = (TableObject *)self;
    Py_ssize_t rows = (Py_ssize_t)table->table.rows;
    PyObject *result = PyBytes_FromStringAndSize(NULL, 2 * rows * (Py_ssize_t)sizeof(int64_t));
    if (!result)
        return NULL;
    Places places;
    if (!mt_start_places(&places, table->parser->source, table->parser->source_end)) {
        Py_DECREF(result);
        return PyErr_NoMemory();
    }
    int64_t *line = (int64_t *)(void *)PyBytes_AsString(result), *offset = line + rows;
    for (Py_ssize_t row = 0; row < rows; row++) {
        TagPlace place = mt_place_at(&places, table->table.offsets[row]);
        line[row] = place.line;
        offset[row] = place.offset;
    }
    mt_end_places(&places);
    return result;
}

PyObject *mt_table_hidings(PyObject *self, PyObject *unused)
{
    (void)unused;
    const Parser *parser = ((TableObject *)self)->parser;
    Places places;
    if (!mt_start_places(&places, parser->source, parser->source_end))
        return PyErr_NoMemory();
    PyObject *list = PyList_New(parser->hiding_count);
    for (int32_t i = 0; list && i < parser->hiding_count; i++) {
        const HidingNote *note = &parser->hidings[i];
        PyObject *rule = describe_rule(parser, note->rule);
        int offset = mt_place_at(&places, note->offset).offset;
        PyObject *item = rule ? Py_BuildValue("iiNi", offset, note->reason, rule, note->rule) : NULL;
        if (!item || PyList_SetItem(list, i, item) < 0)
            Py_CLEAR(list);
    }
    mt_end_places(&places);
    return list;
}

PyObject *mt_table_counts(PyObject *self, PyObject *argument)
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
        Rows rows = mt_table_rows((TableObject *)self);
        int64_t *seen = (int64_t *)(void *)PyBytes_AsString(result);
        mt_count_seen(rows.flags, mt_count_column(table, column), rows.count, seen);
    }
    return result;
}

PyObject *mt_table_rewrite(PyObject *self, PyObject *arguments)
{
    TableObject *table = (TableObject *)self;
    PyObject *tags, *flags;
    if (!PyArg_ParseTuple(arguments, "OO:rewrite", &tags, &flags))
        return NULL;
    Arrays held = {.count = 0};
    int64_t rows = table->table.rows, last_tag = LISTED_TAGS + table->table.local_tag_count - 1;
    const int64_t *tag = mt_take_indices(&held, tags, rows, 0, last_tag);
    const int64_t *flag = tag ? mt_take(&held, flags, INT64, rows) : NULL;
    if (flag) {
        size_t bytes = (size_t)rows * sizeof(int64_t);
        memmove(table->table.cells + COLUMN_TAG * rows, tag, bytes);
        memmove(table->table.cells + COLUMN_FLAGS * rows, flag, bytes);
        mt_free_siblings(&table->siblings);
    }
    mt_release_arrays(&held);
    if (!flag)
        return NULL;
    if (mt_find_table_segments(table) != NOT_FAILED)
        return PyErr_NoMemory();
    if (mt_own_table_segments(table, PyType_GetModuleState(Py_TYPE(self))) < 0)
        return NULL;
    return Py_NewRef(Py_None);
}

/* Name of a step of a path; valid until the next call. */
static View step_name(void *owner, int64_t tag)
{
    TableObject *table = owner;
    int64_t local = tag - LISTED_TAGS;
    return mt_tag_name_of(table->parser, local < 0 ? (int)tag : (int)table->table.local_tags[local]);
}

PyObject *mt_table_xpath(PyObject *self, PyObject *argument)
{
    TableObject *table = (TableObject *)self;
    Rows rows = mt_table_rows(table);
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
    if (mt_raise_error(out.has_failed ? FOUND_NO_MEMORY : outcome) == 0)
        path = PyUnicode_DecodeUTF8(out.at, (Py_ssize_t)out.length, "surrogatepass");
    mt_release(out.at);
    return path;
}

static PyGetSetDef table_properties[] = {
    {"utf_8", table_utf_8, NULL,
     "The characters of all text nodes in document order, as UTF-8; a lone surrogate takes three bytes.",
     NULL},
    {"local_tags", table_local_tags, NULL, "Names of tags that maintext.page.tags does not list.", NULL},
    {"rows", table_rows, NULL, "Number of rows.", NULL},
    {"leaf_count", table_leaf_count, NULL, "Number of leaves: visible texts.", NULL},
    {"block_count", table_block_count, NULL, "Number of blocks.", NULL},
    {"segments", table_segments, NULL,
     "As int64: visible characters per row; rows of leaves; then the arrays of blocks.", NULL},
    {"source", table_source, NULL, "The source, as UTF-8; a lone surrogate takes three bytes.", NULL},
    {"shown_chars", table_shown_chars, NULL, "Number of visible characters.", NULL},
    {"hidden_chars", table_hidden_chars, NULL, "Number of hidden characters.", NULL},
    {"is_cut", table_is_cut, NULL, "Whether nodes, tags or attributes were dropped.", NULL},
    {"is_style_cut", table_is_style_cut, NULL, "Whether some style rules were not used.", NULL},
    {"is_strict", table_is_strict, NULL, "Whether what a script may show is hidden, too.", NULL},
    {"has_marks", table_has_marks, NULL, "Whether there are quotations, powers or indices.", NULL},
    {"has_formulas", table_has_formulas, NULL, "Whether some elements may be formulas.", NULL},
    {"is_flattened", table_is_flattened, NULL, "Whether rows were nested too deeply.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot table_slots[] = {
    {Py_tp_doc,
     "A node table, by the buffer protocol: `COLUMNS` columns of int64, then `COUNTS` columns of int32."},
    {Py_tp_dealloc, table_dealloc},
    {Py_tp_methods, mt_table_methods},
    {Py_tp_getset, table_properties},
    {Py_bf_getbuffer, table_getbuffer},
    {0, NULL},
};

PyType_Spec mt_table_spec = {
    .name = "maintext._kernel._native.Table",
    .basicsize = sizeof(TableObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = table_slots,
};
