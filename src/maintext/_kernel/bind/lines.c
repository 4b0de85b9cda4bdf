/* Lines that readers may skip: see model/openings.h and model/lines.h. */
#include "bind/lines.h"

#include "generated/features.h"
#include "model/lines.h"
#include "model/openings.h"

enum { MAX_LABELS = 40 }; /* that are listed */

/* -- arguments --------------------------------------------------------------------------------------- */

/* From a tuple (measures, probability, kept). Returns 0 and sets an exception if an array is not as it must be. */
static int take_page(Arrays *held, const TableObject *table, PyObject *from, LinePage *page)
{
    PyObject *memory, *probability, *kept;
    Measures measures;
    int64_t blocks = table->found.count;
    if (!PyArg_ParseTuple(from, "OOO:lines", &memory, &probability, &kept) ||
        !mt_take_measures(held, memory, blocks, &measures))
        return 0;
    *page = (LinePage){.blocks = blocks,
                       .chars = measures.chars,
                       .words = measures.words,
                       .unit = measures.unit,
                       .columns = measures.columns,
                       .kinds = measures.kinds};
    return (page->probability = mt_take_instead(held, probability, blocks, measures.probability)) &&
           (page->kept = mt_take(held, kept, BOOL, blocks));
}

static int take_codes(Arrays *held, PyObject *array, Sorted *codes)
{
    codes->at = mt_take(held, array, INT64, ANY);
    codes->count = codes->at ? mt_last_length(held) : 0;
    return codes->at != NULL;
}

/* A table has a power of two of slots, and some are empty: a search must end. */
static int take_table(Arrays *held, PyObject *array, Sorted *slots)
{
    if (!take_codes(held, array, slots))
        return 0;
    int is_table = slots->count > 0 && (slots->count & (slots->count - 1)) == 0, has_empty = 0;
    for (int64_t i = 0; is_table && i < slots->count && !has_empty; i++)
        has_empty = !slots->at[i];
    if (!has_empty)
        PyErr_SetString(PyExc_ValueError, "an array is not a table of starts");
    return has_empty;
}

/* From a tuple, in the order of the structure. */
static int take_openings(Arrays *held, PyObject *from, Openings *openings)
{
    PyObject *skipped, *starts, *dates, *words;
    const char *pairs;
    Py_ssize_t length, pair_count;
    if (!PyArg_ParseTuple(from, "OOy#OOLy#:openings", &skipped, &starts, &openings->promises.text, &length,
                          &dates, &words, &openings->longest_date, &pairs, &pair_count))
        return 0;
    if (pair_count != LETTER_PAIRS) {
        PyErr_SetString(PyExc_ValueError, "there are 676 pairs of letters");
        return 0;
    }
    openings->promises.length = (size_t)length;
    openings->pairs = (const Byte *)pairs;
    return take_codes(held, skipped, &openings->skipped) && take_table(held, starts, &openings->starts) &&
           take_codes(held, dates, &openings->dates) && take_codes(held, words, &openings->words);
}

/* From a list of (block, kind), in the order of the blocks. Returns the number of lines, or -1 and sets an
   exception. */
static int64_t take_lines(PyObject *list, const LinePage *page, OpenedLine lines[MAX_LINES])
{
    Py_ssize_t count = PyList_Size(list);
    if (count > MAX_LINES)
        PyErr_SetString(PyExc_ValueError, "a page has fewer lines");
    for (Py_ssize_t i = 0; i < count && !PyErr_Occurred(); i++) {
        long long block;
        PyObject *line = PyList_GetItem(list, i);
        if (!PyTuple_Check(line))
            PyErr_SetString(PyExc_TypeError, "a line is a block and a kind");
        if (PyErr_Occurred() || !PyArg_ParseTuple(line, "Li:line", &block, &lines[i].kind))
            break;
        lines[i].block = block;
        if (block < (i ? lines[i - 1].block + 1 : 0) || block >= page->blocks || lines[i].kind < 0 ||
            lines[i].kind >= LINE_LINK_DENSITY)
            PyErr_SetString(PyExc_ValueError, "a line is not one of the page");
    }
    return PyErr_Occurred() ? -1 : (int64_t)count;
}

/* -- methods ----------------------------------------------------------------------------------------- */

static int append_line(PyObject *list, int64_t block, const Byte *at, const Byte *end)
{
    PyObject *text = PyUnicode_DecodeUTF8((const char *)at, end - at, "surrogatepass");
    PyObject *line = text ? Py_BuildValue("LN", (long long)block, text) : NULL;
    int is_added = line && PyList_Append(list, line) == 0;
    Py_XDECREF(line);
    return is_added;
}

PyObject *mt_table_lines(PyObject *self, PyObject *arguments)
{
    const TableObject *table = (TableObject *)self;
    PyObject *from, *starts, *list = NULL;
    LinePage page;
    Openings openings;
    if (!PyArg_ParseTuple(arguments, "O!O!:lines", &PyTuple_Type, &from, &PyTuple_Type, &starts))
        return NULL;
    Rows rows = mt_table_rows(table);
    BlockRows blocks = mt_table_blocks(table);
    Arrays held = {.count = 0};
    int64_t found[MAX_LINES];
    int count = 0;
    if (take_page(&held, table, from, &page) && take_openings(&held, starts, &openings)) {
        count = mt_find_short_lines(&page, found);
        list = PyList_New(0);
    }
    for (int i = 0; list && i < count; i++) {
        const Byte *line = text_from(&rows, blocks.first_row[found[i]]);
        const Byte *end = text_from(&rows, blocks.last_row[found[i]] + 1);
        if (mt_may_have_kind(&openings, line, end) && !append_line(list, found[i], line, end))
            Py_CLEAR(list);
    }
    mt_release_arrays(&held);
    return list;
}

/* The next block, from one on, of up to `longest` characters that begins with one of the starts; the number of blocks if
   there is none. */
static int64_t next_label(const TableObject *table, const Measures *measures, const Openings *openings,
                          long long longest, int64_t block)
{
    Rows rows = mt_table_rows(table);
    BlockRows blocks = mt_table_blocks(table);
    for (; block < blocks.count; block++)
        if (measures->chars[block] <= longest &&
            mt_has_start(openings, text_from(&rows, blocks.first_row[block]),
                         text_from(&rows, blocks.last_row[block] + 1)))
            break;
    return block;
}

int mt_has_label(const TableObject *table, const Measures *measures, PyObject *starts, long long longest)
{
    Openings openings;
    Arrays held = {.count = 0};
    int has_label = -1;
    if (take_openings(&held, starts, &openings))
        has_label = next_label(table, measures, &openings, longest, 0) < table->found.count;
    mt_release_arrays(&held);
    return has_label;
}

PyObject *mt_table_labels(PyObject *self, PyObject *arguments)
{
    const TableObject *table = (TableObject *)self;
    PyObject *memory, *starts, *list = NULL;
    long long longest;
    Measures measures;
    Openings openings;
    if (!PyArg_ParseTuple(arguments, "OO!L:labels", &memory, &PyTuple_Type, &starts, &longest))
        return NULL;
    Rows rows = mt_table_rows(table);
    BlockRows blocks = mt_table_blocks(table);
    Arrays held = {.count = 0};
    if (mt_take_measures(&held, memory, blocks.count, &measures) && take_openings(&held, starts, &openings))
        list = PyList_New(0);
    for (int64_t found = 0, block = 0; list && found < MAX_LABELS; found++, block++) {
        block = next_label(table, &measures, &openings, longest, block);
        if (block == blocks.count)
            break;
        if (!append_line(list, block, text_from(&rows, blocks.first_row[block]),
                         text_from(&rows, blocks.last_row[block] + 1)))
            Py_CLEAR(list);
    }
    mt_release_arrays(&held);
    return list;
}

PyObject *mt_table_line_columns(PyObject *self, PyObject *arguments)
{
    PyObject *from, *list, *result = NULL;
    if (!PyArg_ParseTuple(arguments, "O!O!:line_columns", &PyTuple_Type, &from, &PyList_Type, &list))
        return NULL;
    LinePage page;
    OpenedLine lines[MAX_LINES];
    float columns[LINE_COUNT * MAX_LINES];
    Arrays held = {.count = 0};
    int64_t count = take_page(&held, (TableObject *)self, from, &page) ? take_lines(list, &page, lines) : -1;
    if (count >= 0)
        result = mt_set_line_columns(&page, lines, count, columns)
                     ? mt_bytes_of(columns, LINE_COUNT * count, sizeof *columns)
                     : Py_NewRef(Py_None);
    mt_release_arrays(&held);
    return result;
}

PyObject *mt_table_clutter(PyObject *self, PyObject *arguments)
{
    PyObject *from, *list, *parts[4], *result = NULL;
    double bound;
    if (!PyArg_ParseTuple(arguments, "O!O!(OOOO)d:clutter", &PyTuple_Type, &from, &PyList_Type, &list,
                          &parts[0], &parts[1], &parts[2], &parts[3], &bound))
        return NULL;
    LinePage page;
    OpenedLine lines[MAX_LINES];
    float columns[LINE_COUNT * MAX_LINES];
    double margins[MAX_LINES];
    Byte is_clutter[MAX_LINES];
    Arrays held = {.count = 0};
    Forest trees = {0};
    int64_t count = take_page(&held, (TableObject *)self, from, &page) ? take_lines(list, &page, lines) : -1;
    int is_sound = count >= 0 && mt_take_forest(&held, parts, LINE_COUNT, &trees);
    if (is_sound && trees.outputs != 1) {
        PyErr_SetString(PyExc_ValueError, "the trees of a second look have one output");
    } else if (is_sound && !mt_set_line_columns(&page, lines, count, columns)) {
        result = Py_NewRef(Py_None);
    } else if (is_sound) {
        mt_sum_forest(&trees, columns, count, margins);
        for (int64_t i = 0; i < count; i++)
            is_clutter[i] = margins[i] > bound || mt_is_clear_line(columns, count, i, lines[i].kind);
        result = mt_bytes_of(is_clutter, count, 1);
    }
    mt_release_arrays(&held);
    return result;
}
