/* Values of attributes for Python. */
#include "bind/arrays.h"

#include <stdlib.h>

#include "bind/words.h"
#include "model/words.h"

static PyObject *raise_outcome(Outcome outcome)
{
    if (outcome == LOOP_NO_MEMORY)
        return PyErr_NoMemory();
    PyErr_SetString(PyExc_ValueError, "arrays do not fit together");
    return NULL;
}

static PyObject *value_string(Parser *parser, int64_t attribute)
{
    View view = mt_value_of(parser, &parser->attributes[attribute]);
    return view.text ? PyUnicode_DecodeUTF8(view.text, (Py_ssize_t)view.length, "surrogatepass")
                     : PyErr_NoMemory();
}

/* The values that the given attributes have, as a list of str. */
static PyObject *strings_of(Parser *parser, const int64_t *attributes, int64_t count)
{
    PyObject *values = PyList_New((Py_ssize_t)count);
    for (int64_t i = 0; values && i < count; i++) {
        PyObject *value = value_string(parser, attributes[i]);
        if (!value || PyList_SetItem(values, (Py_ssize_t)i, value) < 0)
            Py_CLEAR(values);
    }
    return values;
}

PyObject *mt_bind_values(Parser *parser, const Table *table, PyObject *arguments)
{
    const char *name;
    Py_ssize_t length;
    PyObject *given;
    Held held = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "s#O:shared_values", &name, &length, &given))
        return NULL;
    int64_t *of_row = mt_fill(&held, given, INT64, table->rows), *first = NULL, count = 0;
    if (!of_row)
        return mt_finish(&held, 0);
    Outcome outcome = length > INT32_MAX ? LOOP_WRONG
                                         : mt_find_values(parser, table, (const Byte *)name, (int)length,
                                                          of_row, &first, &count);
    mt_release_held(&held);
    PyObject *values = outcome == LOOP_FINE ? strings_of(parser, first, count) : raise_outcome(outcome);
    free(first);
    return values;
}

/* A list of rows and values for each search. */
static PyObject *pairs_of(Parser *parser, const SoughtRows *found, Py_ssize_t searches)
{
    PyObject *lists = PyList_New(searches);
    for (Py_ssize_t i = 0; lists && i < searches; i++) {
        PyObject *list = PyList_New(0);
        if (!list || PyList_SetItem(lists, i, list) < 0)
            Py_CLEAR(lists);
    }
    for (int64_t i = 0; lists && i < found->count; i++) {
        PyObject *value = value_string(parser, found->rows[i].attribute);
        PyObject *pair = value ? Py_BuildValue("LN", (long long)found->rows[i].row, value) : NULL;
        if (!pair || PyList_Append(PyList_GetItem(lists, found->rows[i].which), pair) < 0)
            Py_CLEAR(lists);
        Py_XDECREF(pair);
    }
    return lists;
}

/* Read (name, other name or None, words); 0 and an exception where it is something else. */
static int read_search(PyObject *search, Sought *sought)
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
    sought->names[0] = (View){name, (size_t)length};
    sought->names[1] = (View){otherwise, otherwise ? (size_t)other_length : 0};
    if (length > INT32_MAX || other_length > INT32_MAX ||
        !mt_seek_words(words, (size_t)words_length, sought)) {
        PyErr_SetString(PyExc_ValueError, "too many words");
        return 0;
    }
    return 1;
}

PyObject *mt_bind_sought(Parser *parser, const Table *table, PyObject *arguments)
{
    PyObject *searches;
    long long most;
    if (!PyArg_ParseTuple(arguments, "O!L:values_holding", &PyTuple_Type, &searches, &most))
        return NULL;
    Py_ssize_t count = PyTuple_Size(searches);
    Sought sought[MOST_SOUGHT];
    if (count > MOST_SOUGHT) {
        PyErr_SetString(PyExc_ValueError, "too many searches");
        return NULL;
    }
    for (Py_ssize_t i = 0; i < count; i++)
        if (!read_search(PyTuple_GetItem(searches, i), &sought[i]))
            return NULL;
    SoughtRows found;
    Outcome outcome = mt_find_sought(parser, table, sought, (int)count, most, &found);
    PyObject *lists = outcome == LOOP_FINE ? pairs_of(parser, &found, count) : raise_outcome(outcome);
    free(found.rows);
    return lists;
}
