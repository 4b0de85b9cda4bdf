/* Attributes of rows, for Python. */
#include "base/memory.h"
#include "bind/table.h"
#include "model/words.h"

PyObject *mt_view_to_str(View view)
{
    return view.text ? PyUnicode_DecodeUTF8(view.text, (Py_ssize_t)view.length, "surrogatepass")
                     : PyErr_NoMemory();
}

PyObject *mt_attribute_dict(Parser *parser, int first, int count, int name_space)
{
    PyObject *dict = PyDict_New();
    for (int i = 0; dict && i < count; i++) {
        const Attribute *attribute = &parser->attributes[first + i];
        PyObject *name = mt_view_to_str(mt_name_of(parser, name_space, attribute));
        PyObject *value = name ? mt_view_to_str(mt_value_of(parser, attribute)) : NULL;
        if (!value || PyDict_SetItem(dict, name, value) < 0)
            Py_CLEAR(dict);
        Py_XDECREF(name);
        Py_XDECREF(value);
    }
    return dict;
}

PyObject *mt_table_attributes(PyObject *self, PyObject *argument)
{
    TableObject *table = (TableObject *)self;
    Py_ssize_t row = PyNumber_AsSsize_t(argument, NULL); /* clipped if it is too large */
    if (row == -1 && PyErr_Occurred())
        return NULL;
    if (row < 0 || row >= table->table.rows)
        return PyDict_New();
    RowAttributes found = table->table.attributes[row];
    PyObject *dict;
    ENTER(self);
    dict = mt_attribute_dict(table->parser, found.first, found.count, found.name_space);
    LEAVE();
    return dict;
}

PyObject *mt_table_rows_with_attributes(PyObject *self, PyObject *unused)
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

/* Append a row and a value to a list of pairs. Returns -1 on failure. */
static int append_value(PyObject *pairs, int64_t row, View value)
{
    PyObject *text = mt_view_to_str(value);
    PyObject *pair = text ? Py_BuildValue("LN", (long long)row, text) : NULL;
    int failed = !pair || PyList_Append(pairs, pair) < 0;
    Py_XDECREF(pair);
    return failed ? -1 : 0;
}

PyObject *mt_table_values(PyObject *self, PyObject *name)
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

PyObject *mt_table_markup(PyObject *self, PyObject *tag_lengths)
{
    const Table *table = &((TableObject *)self)->table;
    Arrays held = {.count = 0};
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
    mt_release_arrays(&held);
    if (failed) {
        Py_CLEAR(result);
        PyErr_NoMemory();
    }
    return result;
}

/* -- <meta> ------------------------------------------------------------------------------------------ */

/* Append the names of a <meta> element, each with its content. Returns -1 on failure. */
static int append_meta(PyObject *pairs, Parser *parser, RowAttributes found)
{
    static const char *const names[] = {"property", "name", "itemprop", "http-equiv"};
    const Attribute *content = mt_attribute_named(parser, found, "content");
    PyObject *value = NULL;
    int failed = 0;
    for (size_t i = 0; content && !failed && i < sizeof names / sizeof *names; i++) {
        const Attribute *attribute = mt_attribute_named(parser, found, names[i]);
        if (!attribute || !attribute->value.length)
            continue;
        if (!value)
            value = mt_view_to_str(mt_value_of(parser, content));
        PyObject *name = value ? mt_view_to_str(mt_value_of(parser, attribute)) : NULL;
        PyObject *pair = name ? PyTuple_Pack(2, name, value) : NULL;
        failed = !pair || PyList_Append(pairs, pair) < 0;
        Py_XDECREF(name);
        Py_XDECREF(pair);
    }
    Py_XDECREF(value);
    return failed ? -1 : 0;
}

PyObject *mt_table_meta(PyObject *self, PyObject *most)
{
    TableObject *table = (TableObject *)self;
    Rows rows = mt_table_rows(table);
    Py_ssize_t left = PyNumber_AsSsize_t(most, NULL); /* clipped if it is too large */
    PyObject *pairs = left == -1 && PyErr_Occurred() ? NULL : PyList_New(0);
    ENTER(self);
    for (int64_t row = 0; pairs && row < rows.count && left > 0; row++) {
        if (rows.tag[row] != TAG_META)
            continue;
        left--;
        if (append_meta(pairs, table->parser, table->table.attributes[row]) < 0)
            Py_CLEAR(pairs);
    }
    LEAVE();
    return pairs;
}

/* -- distinct values, and values with certain words -------------------------------------------------- */

static PyObject *raise_outcome(Outcome outcome)
{
    if (outcome == OUTCOME_NO_MEMORY)
        return PyErr_NoMemory();
    PyErr_SetString(PyExc_ValueError, "arrays do not fit together");
    return NULL;
}

/* The values of the given attributes, as a list of str. */
static PyObject *strings_of(Parser *parser, const int64_t *attributes, int64_t count)
{
    PyObject *values = PyList_New((Py_ssize_t)count);
    for (int64_t i = 0; values && i < count; i++) {
        PyObject *value = mt_view_to_str(mt_value_of(parser, &parser->attributes[attributes[i]]));
        if (!value || PyList_SetItem(values, (Py_ssize_t)i, value) < 0)
            Py_CLEAR(values);
    }
    return values;
}

static PyObject *shared_values_of(Parser *parser, const Table *table, PyObject *arguments)
{
    const char *name;
    Py_ssize_t length;
    PyObject *given;
    Arrays held = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "s#O:shared_values", &name, &length, &given))
        return NULL;
    int64_t *of_row = mt_fill(&held, given, INT64, table->rows), *first = NULL, count = 0;
    if (!of_row)
        return mt_finish(&held, 0);
    Outcome outcome = length > INT32_MAX ? OUTCOME_INVALID
                                         : mt_find_values(parser, table, (const Byte *)name, (int)length,
                                                          of_row, &first, &count);
    mt_release_arrays(&held);
    PyObject *values = outcome == OUTCOME_OK ? strings_of(parser, first, count) : raise_outcome(outcome);
    mt_release(first);
    return values;
}

/* A list of (row, value) for each search. */
static PyObject *pairs_of(Parser *parser, const QueryMatches *found, Py_ssize_t searches)
{
    PyObject *lists = PyList_New(searches);
    for (Py_ssize_t i = 0; lists && i < searches; i++) {
        PyObject *list = PyList_New(0);
        if (!list || PyList_SetItem(lists, i, list) < 0)
            Py_CLEAR(lists);
    }
    for (int64_t i = 0; lists && i < found->count; i++) {
        const QueryMatch *match = &found->rows[i];
        View value = mt_value_of(parser, &parser->attributes[match->attribute]);
        if (append_value(PyList_GetItem(lists, match->which), match->row, value) < 0)
            Py_CLEAR(lists);
    }
    return lists;
}

/* Read (name, other name or None, words). Returns 0 and sets an exception for anything else. */
static int read_search(PyObject *search, Query *query)
{
    const char *name, *otherwise, *words;
    Py_ssize_t length, other_length, words_length;
    if (!PyTuple_Check(search)) {
        PyErr_SetString(PyExc_TypeError, "a search is a tuple");
        return 0;
    }
    if (!PyArg_ParseTuple(search, "s#z#s#:values_holding", &name, &length, &otherwise, &other_length, &words,
                          &words_length))
        return 0;
    query->names[0] = (View){name, (size_t)length};
    query->names[1] = (View){otherwise, otherwise ? (size_t)other_length : 0};
    if (length > INT32_MAX || other_length > INT32_MAX ||
        !mt_set_query_words(words, (size_t)words_length, query)) {
        PyErr_SetString(PyExc_ValueError, "too many words");
        return 0;
    }
    return 1;
}

static PyObject *values_holding_of(Parser *parser, const Table *table, PyObject *arguments)
{
    PyObject *searches;
    long long limit;
    if (!PyArg_ParseTuple(arguments, "O!L:values_holding", &PyTuple_Type, &searches, &limit))
        return NULL;
    Py_ssize_t count = PyTuple_Size(searches);
    Query queries[MAX_QUERIES];
    if (count > MAX_QUERIES) {
        PyErr_SetString(PyExc_ValueError, "too many searches");
        return NULL;
    }
    for (Py_ssize_t i = 0; i < count; i++)
        if (!read_search(PyTuple_GetItem(searches, i), &queries[i]))
            return NULL;
    QueryMatches found;
    Outcome outcome = mt_find_matches(parser, table, queries, (int)count, limit, &found);
    PyObject *lists = outcome == OUTCOME_OK ? pairs_of(parser, &found, count) : raise_outcome(outcome);
    mt_release(found.rows);
    return lists;
}

PyObject *mt_table_shared_values(PyObject *self, PyObject *arguments)
{
    TableObject *table = (TableObject *)self;
    PyObject *values;
    ENTER(self);
    values = shared_values_of(table->parser, &table->table, arguments);
    LEAVE();
    return values;
}

PyObject *mt_table_values_holding(PyObject *self, PyObject *arguments)
{
    TableObject *table = (TableObject *)self;
    PyObject *pairs;
    ENTER(self);
    pairs = values_holding_of(table->parser, &table->table, arguments);
    LEAVE();
    return pairs;
}
