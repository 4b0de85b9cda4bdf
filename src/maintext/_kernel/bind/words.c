/* The loops over words as functions of the Python module. Arrays come through the buffer protocol: what a
   loop relies on is checked here. */
#include "bind/arrays.h"

#include <stdlib.h>

#include "bind/words.h"
#include "model/words.h"

/* -- arrays ----------------------------------------------------------------------------------------- */

typedef struct {
    PyObject *object;
    Type type;
    int64_t length; /* that it must have */
    int is_written;
} Wanted;

/* Take arrays; on failure none is held, and an error is set. */
static int take_all(Held *held, const Wanted *wanted, int count)
{
    for (int i = 0; i < count; i++) {
        if (wanted[i].is_written)
            mt_fill(held, wanted[i].object, wanted[i].type, wanted[i].length);
        else
            mt_take(held, wanted[i].object, wanted[i].type, wanted[i].length);
        if (PyErr_Occurred()) {
            mt_release_held(held);
            return -1;
        }
    }
    return 0;
}

static int64_t mt_length_of(const Held *arrays, int i)
{
    return (int64_t)(arrays->views[i].len / arrays->views[i].itemsize);
}

static PyObject *raise_outcome(Outcome outcome)
{
    if (outcome == LOOP_NO_MEMORY)
        return PyErr_NoMemory();
    PyErr_SetString(PyExc_ValueError, "arrays do not fit together");
    return NULL;
}

static PyObject *mt_bytes_of(const void *items, int64_t count, size_t size)
{
    return PyBytes_FromStringAndSize(count ? items : NULL, (Py_ssize_t)count * (Py_ssize_t)size);
}

/* -- texts ------------------------------------------------------------------------------------------ */

PyObject *mt_bind_read_texts(PyObject *module, PyObject *arguments)
{
    (void)module;
    enum { TEXT, TITLE, TAG, FLAGS, START, END, CHARS, CJK, FIRST_ROW, LETTERS, TOLD, COUNT };
    PyObject *given[COUNT];
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "OOOOOOOOOOO:read_texts", &given[TEXT], &given[TITLE], &given[TAG],
                          &given[FLAGS], &given[START], &given[END], &given[CHARS], &given[CJK],
                          &given[FIRST_ROW], &given[LETTERS], &given[TOLD]))
        return NULL;
    Py_ssize_t rows = PyObject_Size(given[TAG]), blocks = rows < 0 ? -1 : PyObject_Size(given[FIRST_ROW]);
    if (blocks < 0)
        return NULL;
    const Wanted wanted[COUNT] = {
        {given[TEXT], UINT8, ANY, 0},
        {given[TITLE], UINT8, ANY, 0},
        {given[TAG], INT64, rows, 0},
        {given[FLAGS], INT64, rows, 0},
        {given[START], INT64, rows, 0},
        {given[END], INT64, rows, 0},
        {given[CHARS], INT64, rows, 0},
        {given[CJK], INT64, rows, 0},
        {given[FIRST_ROW], INT64, blocks, 0},
        {given[LETTERS], UINT32, PLANE + 1, 0},
        {given[TOLD], INT64, TOLD_COUNT * blocks, 1},
    };
    if (take_all(&arrays, wanted, COUNT))
        return NULL;
    const Py_buffer *view = arrays.views;
    Texts texts = {
        .text = view[TEXT].buf,
        .text_end = (const Byte *)view[TEXT].buf + view[TEXT].len,
        .rows = rows,
        .blocks = blocks,
        .tag = view[TAG].buf,
        .flags = view[FLAGS].buf,
        .text_start = view[START].buf,
        .text_end_at = view[END].buf,
        .chars = view[CHARS].buf,
        .cjk = view[CJK].buf,
        .first_row = view[FIRST_ROW].buf,
    };
    WordList words = {0}, title = {0};
    Outcome outcome;
    PyObject *result = NULL;
    Py_BEGIN_ALLOW_THREADS;
    Alphabet alphabet = mt_alphabet_of(view[LETTERS].buf);
    outcome = mt_read_texts(&texts, &alphabet, &words, view[TOLD].buf);
    if (outcome == LOOP_FINE)
        outcome = mt_find_different_words(view[TITLE].buf, (size_t)view[TITLE].len, &alphabet, &title);
    Py_END_ALLOW_THREADS;
    mt_release_held(&arrays);
    if (outcome == LOOP_FINE)
        result = Py_BuildValue("NNN", mt_bytes_of(words.hash, words.count, sizeof *words.hash),
                               mt_bytes_of(words.kind, words.count, sizeof *words.kind),
                               mt_bytes_of(title.hash, title.count, sizeof *title.hash));
    else
        raise_outcome(outcome);
    mt_free_words(&words);
    mt_free_words(&title);
    return result;
}

PyObject *mt_bind_text_features(PyObject *module, PyObject *arguments)
{
    (void)module;
    enum { TOLD, HASH, KIND, TITLE, STOPS, YEARS, OUT, COUNT };
    PyObject *given[COUNT];
    unsigned long long stop_factor, year_factor;
    int bits;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "OOOOOKOKiO:text_features", &given[TOLD], &given[HASH], &given[KIND],
                          &given[TITLE], &given[STOPS], &stop_factor, &given[YEARS], &year_factor, &bits,
                          &given[OUT]))
        return NULL;
    Py_ssize_t words = PyObject_Size(given[HASH]);
    if (words < 0)
        return NULL;
    if (bits < 1 || bits > 30)
        return raise_outcome(LOOP_WRONG);
    const Wanted wanted[COUNT] = {
        {given[TOLD], INT64, ANY, 0},
        {given[HASH], UINT64, words, 0},
        {given[KIND], UINT8, words, 0},
        {given[TITLE], UINT64, ANY, 0},
        {given[STOPS], UINT64, (Py_ssize_t)1 << bits, 0},
        {given[YEARS], UINT64, (Py_ssize_t)1 << bits, 0},
        {given[OUT], FLOAT32, ANY, 1},
    };
    if (take_all(&arrays, wanted, COUNT))
        return NULL;
    const Py_buffer *view = arrays.views;
    int64_t blocks = mt_length_of(&arrays, OUT) / TEXT_FEATURES;
    Told told = {
        .told = view[TOLD].buf,
        .blocks = blocks,
        .hash = view[HASH].buf,
        .kind = view[KIND].buf,
        .words = words,
        .title = view[TITLE].buf,
        .title_words = mt_length_of(&arrays, TITLE),
        .stops = {view[STOPS].buf, stop_factor, bits},
        .years = {view[YEARS].buf, year_factor, bits},
    };
    Outcome outcome = LOOP_WRONG;
    if (mt_length_of(&arrays, TOLD) == TOLD_COUNT * blocks &&
        mt_length_of(&arrays, OUT) == TEXT_FEATURES * blocks) {
        Py_BEGIN_ALLOW_THREADS;
        outcome = mt_write_text_features(&told, view[OUT].buf);
        Py_END_ALLOW_THREADS;
    }
    mt_release_held(&arrays);
    return outcome == LOOP_FINE ? Py_NewRef(Py_None) : raise_outcome(outcome);
}

/* -- names ------------------------------------------------------------------------------------------ */

PyObject *mt_bind_names(Parser *parser, const Table *table, PyObject *arguments)
{
    enum { ROWS, LETTERS, OF_ROW, COUNT };
    PyObject *given[COUNT], *result = NULL;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "OOO:names", &given[ROWS], &given[LETTERS], &given[OF_ROW]))
        return NULL;
    const Wanted wanted[COUNT] = {
        {given[ROWS], INT64, ANY, 0},
        {given[LETTERS], UINT32, PLANE + 1, 0},
        {given[OF_ROW], INT64, (Py_ssize_t)table->rows, 1},
    };
    if (take_all(&arrays, wanted, COUNT))
        return NULL;
    NameList names = {.count = 0};
    Alphabet alphabet = mt_alphabet_of(arrays.views[LETTERS].buf);
    memset(arrays.views[OF_ROW].buf, 0, (size_t)arrays.views[OF_ROW].len);
    Outcome outcome = mt_read_names(parser, table, arrays.views[ROWS].buf, mt_length_of(&arrays, ROWS), &alphabet,
                                 &names, arrays.views[OF_ROW].buf);
    mt_release_held(&arrays);
    if (outcome == LOOP_FINE)
        result = Py_BuildValue("NN", mt_bytes_of(names.words.hash, names.words.count, sizeof *names.words.hash),
                               mt_bytes_of(names.first, names.count, sizeof *names.first));
    else
        raise_outcome(outcome);
    mt_free_names(&names);
    return result;
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
                                         : mt_find_values(parser, table, (const Byte *)name, (int)length, of_row,
                                                       &first, &count);
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
    if (length > INT32_MAX || other_length > INT32_MAX || !mt_seek_words(words, (size_t)words_length, sought)) {
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

PyObject *mt_bind_named_rows(PyObject *module, PyObject *arguments)
{
    (void)module;
    enum { HASH, FIRST, OF_ROW, SLOTS, SUBJECTS, COUNT };
    PyObject *given[COUNT], *result = NULL;
    unsigned long long factor;
    int bits;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "OOOOKiO:named_rows", &given[HASH], &given[FIRST], &given[OF_ROW],
                          &given[SLOTS], &factor, &bits, &given[SUBJECTS]))
        return NULL;
    if (bits < 1 || bits > 30)
        return raise_outcome(LOOP_WRONG);
    const Wanted wanted[COUNT] = {
        {given[HASH], UINT64, ANY, 0},
        {given[FIRST], INT64, ANY, 0},
        {given[OF_ROW], INT64, ANY, 0},
        {given[SLOTS], UINT64, (Py_ssize_t)1 << bits, 0},
        {given[SUBJECTS], INT64, (Py_ssize_t)1 << bits, 0},
    };
    if (take_all(&arrays, wanted, COUNT))
        return NULL;
    const Py_buffer *view = arrays.views;
    Names names = {view[HASH].buf,   mt_length_of(&arrays, HASH),  view[FIRST].buf, mt_length_of(&arrays, FIRST),
                   view[OF_ROW].buf, mt_length_of(&arrays, OF_ROW), NULL, 0};
    WordSet speaking = {view[SLOTS].buf, factor, bits};
    NamedRows found = {.count = 0};
    Outcome outcome = mt_are_names_inside(&names) ? LOOP_FINE : LOOP_WRONG;
    if (outcome == LOOP_FINE) {
        Py_BEGIN_ALLOW_THREADS;
        outcome = mt_find_named_rows(&names, &speaking, view[SUBJECTS].buf, &found);
        Py_END_ALLOW_THREADS;
    }
    mt_release_held(&arrays);
    if (outcome == LOOP_FINE)
        result = Py_BuildValue("NN", mt_bytes_of(found.rows, found.count, sizeof *found.rows),
                               mt_bytes_of(found.subjects, found.count, sizeof *found.subjects));
    else
        raise_outcome(outcome);
    free(found.rows);
    return result;
}

/* -- scores ----------------------------------------------------------------------------------------- */

static int are_words_inside(const BlockWords *words)
{
    int is_wrong = 0;
    for (int64_t i = 0; i < words->blocks; i++)
        is_wrong |= words->first[i] < 0 || words->count[i] < 0 || words->first[i] > words->words ||
                    words->count[i] > words->words - words->first[i];
    return !is_wrong;
}

PyObject *mt_bind_score_text(PyObject *module, PyObject *arguments)
{
    (void)module;
    enum { WEIGHT, HASH, FIRST, WORDS, TEXT_HASH, OUT, COUNT };
    PyObject *given[COUNT];
    double scale, bias;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "OddOOOOO:score_text", &given[WEIGHT], &scale, &bias, &given[HASH],
                          &given[FIRST], &given[WORDS], &given[TEXT_HASH], &given[OUT]))
        return NULL;
    Py_ssize_t blocks = PyObject_Size(given[FIRST]);
    if (blocks < 0)
        return NULL;
    const Wanted wanted[COUNT] = {
        {given[WEIGHT], INT8, 1 << BUCKET_BITS, 0}, {given[HASH], UINT64, ANY, 0},
        {given[FIRST], INT64, blocks, 0},           {given[WORDS], INT64, blocks, 0},
        {given[TEXT_HASH], UINT64, blocks, 0},      {given[OUT], FLOAT64, blocks, 1},
    };
    if (take_all(&arrays, wanted, COUNT))
        return NULL;
    const Py_buffer *view = arrays.views;
    Weights weights = {view[WEIGHT].buf, scale, bias};
    BlockWords words = {view[HASH].buf, mt_length_of(&arrays, HASH), view[FIRST].buf, view[WORDS].buf, blocks};
    int is_right = are_words_inside(&words);
    if (is_right) {
        Py_BEGIN_ALLOW_THREADS;
        mt_score_text(&weights, &words, view[TEXT_HASH].buf, view[OUT].buf);
        Py_END_ALLOW_THREADS;
    }
    mt_release_held(&arrays);
    return is_right ? Py_NewRef(Py_None) : raise_outcome(LOOP_WRONG);
}

PyObject *mt_bind_score_headings(PyObject *module, PyObject *arguments)
{
    (void)module;
    enum { WEIGHT, HASH, FIRST, WORDS, HEADING, LABEL, ENDS, OUT, COUNT };
    PyObject *given[COUNT];
    double scale, bias;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "OddOOOOOOO:score_headings", &given[WEIGHT], &scale, &bias, &given[HASH],
                          &given[FIRST], &given[WORDS], &given[HEADING], &given[LABEL], &given[ENDS],
                          &given[OUT]))
        return NULL;
    Py_ssize_t blocks = PyObject_Size(given[FIRST]);
    if (blocks < 0)
        return NULL;
    const Wanted wanted[COUNT] = {
        {given[WEIGHT], INT8, 1 << BUCKET_BITS, 0},
        {given[HASH], UINT64, ANY, 0},
        {given[FIRST], INT64, blocks, 0},
        {given[WORDS], INT64, blocks, 0},
        {given[HEADING], INT64, blocks, 0},
        {given[LABEL], INT64, blocks, 0},
        {given[ENDS], INT64, blocks, 0},
        {given[OUT], FLOAT64, blocks, 1},
    };
    if (take_all(&arrays, wanted, COUNT))
        return NULL;
    const Py_buffer *view = arrays.views;
    Weights weights = {view[WEIGHT].buf, scale, bias};
    BlockWords words = {view[HASH].buf, mt_length_of(&arrays, HASH), view[FIRST].buf, view[WORDS].buf, blocks};
    const int64_t *const last[2] = {view[HEADING].buf, view[LABEL].buf};
    int is_right = are_words_inside(&words) && mt_lie_between(last[0], blocks, NONE, blocks - 1) &&
                   mt_lie_between(last[1], blocks, NONE, blocks - 1);
    if (is_right) {
        Py_BEGIN_ALLOW_THREADS;
        mt_score_headings(&weights, &words, last, view[ENDS].buf, view[OUT].buf);
        Py_END_ALLOW_THREADS;
    }
    mt_release_held(&arrays);
    return is_right ? Py_NewRef(Py_None) : raise_outcome(LOOP_WRONG);
}

static int are_blocks_inside(const NamedBlocks *named)
{
    return mt_are_names_inside(&named->names) && mt_lie_between(named->tag, named->names.rows, 0, INT64_MAX) &&
           mt_lie_between(named->above, LEVELS * named->blocks, 0, named->names.rows - 1) &&
           mt_lie_between(named->tag_buckets, TAG_PLACES * TAG_KINDS, 0, (1 << BUCKET_BITS) - 1);
}

PyObject *mt_bind_score_names(PyObject *module, PyObject *arguments)
{
    (void)module;
    enum { WEIGHT, HASH, FIRST, OF_ROW, TAG, ABOVE, SHORT, LONG, BUCKETS, OUT, COUNT };
    PyObject *given[COUNT];
    double scale, bias;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "OddOOOOOOOOO:score_names", &given[WEIGHT], &scale, &bias, &given[HASH],
                          &given[FIRST], &given[OF_ROW], &given[TAG], &given[ABOVE], &given[SHORT],
                          &given[LONG], &given[BUCKETS], &given[OUT]))
        return NULL;
    Py_ssize_t rows = PyObject_Size(given[TAG]), blocks = rows < 0 ? -1 : PyObject_Size(given[SHORT]);
    if (blocks < 0)
        return NULL;
    const Wanted wanted[COUNT] = {
        {given[WEIGHT], INT8, 1 << BUCKET_BITS, 0},
        {given[HASH], UINT64, ANY, 0},
        {given[FIRST], INT64, ANY, 0},
        {given[OF_ROW], INT64, rows, 0},
        {given[TAG], INT64, rows, 0},
        {given[ABOVE], INT64, LEVELS * blocks, 0},
        {given[SHORT], UINT64, blocks, 0},
        {given[LONG], UINT64, blocks, 0},
        {given[BUCKETS], INT64, TAG_PLACES * TAG_KINDS, 0},
        {given[OUT], FLOAT64, blocks, 1},
    };
    if (take_all(&arrays, wanted, COUNT))
        return NULL;
    const Py_buffer *view = arrays.views;
    Weights weights = {view[WEIGHT].buf, scale, bias};
    NamedBlocks named = {
        .names = {view[HASH].buf, mt_length_of(&arrays, HASH), view[FIRST].buf, mt_length_of(&arrays, FIRST),
                  view[OF_ROW].buf, rows, NULL, 0},
        .tag = view[TAG].buf,
        .above = view[ABOVE].buf,
        .short_path = view[SHORT].buf,
        .long_path = view[LONG].buf,
        .tag_buckets = view[BUCKETS].buf,
        .blocks = blocks,
    };
    Outcome outcome = are_blocks_inside(&named) ? LOOP_FINE : LOOP_WRONG;
    if (outcome == LOOP_FINE) {
        Py_BEGIN_ALLOW_THREADS;
        outcome = mt_score_names(&weights, &named, view[OUT].buf);
        Py_END_ALLOW_THREADS;
    }
    mt_release_held(&arrays);
    return outcome == LOOP_FINE ? Py_NewRef(Py_None) : raise_outcome(outcome);
}
