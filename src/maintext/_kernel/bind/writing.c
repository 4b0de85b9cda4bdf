/* Text, Markdown and HTML for Python, and the texts of blocks: see render/content.h. */
#include "base/memory.h"
#include "bind/table.h"

#include "render/content.h"

/* -- input ------------------------------------------------------------------------------------------- */

enum { MAX_LISTS = 10 }; /* changed texts, three for each kind of images, URLs, languages, labels */

/* The arrays and lists of a call, until it ends. */
typedef struct {
    Arrays arrays;
    View *lists[MAX_LISTS];
    int list_count;
    Structure structure;
} Input;

static void release(Input *input)
{
    while (input->list_count)
        mt_release(input->lists[--input->list_count]);
    mt_free_structure(&input->structure);
    mt_release_arrays(&input->arrays);
}

/* Bytes of a list. `count` is the required length, or ANY. */
static const View *views_of(Input *input, PyObject *list, int64_t count)
{
    int64_t size = PyErr_Occurred() ? 0 : (int64_t)PyList_Size(list);
    if (!PyErr_Occurred() && count != ANY && size != count)
        PyErr_Format(PyExc_ValueError, "a list has %lld items, not %lld", (long long)size, (long long)count);
    View *views = mt_allocate_items(size, sizeof *views);
    if (!views)
        return NULL;
    input->lists[input->list_count++] = views;
    for (int64_t i = 0; i < size; i++) {
        char *bytes = NULL;
        Py_ssize_t length = 0;
        if (PyBytes_AsStringAndSize(PyList_GetItem(list, (Py_ssize_t)i), &bytes, &length) < 0)
            return NULL;
        views[i] = (View){bytes, (size_t)length};
    }
    return views;
}

/* An array of numbers from `first` to `last`. */
static const int64_t *numbers_of(Input *input, PyObject *array, int64_t count, int64_t first, int64_t last)
{
    const int64_t *numbers = mt_column_of(&input->arrays, array, &count);
    return numbers && mt_check_range(numbers, count, first, last) ? numbers : NULL;
}

/* Text nodes that are written differently: (rows, texts, is_raw). */
static Changed changed_of(Input *input, PyObject *from, const Rows *rows)
{
    Changed changed = {.texts = NULL};
    PyObject *at, *texts, *raw;
    if (PyErr_Occurred() || !PyArg_ParseTuple(from, "OO!O:changed", &at, &PyList_Type, &texts, &raw))
        return changed;
    changed.at = mt_sorted_of(&input->arrays, at, rows);
    changed.texts = views_of(input, texts, changed.at.count);
    if (!PyErr_Occurred())
        changed.is_raw = mt_items_of(&input->arrays, raw, BOOL, &changed.at.count);
    return changed;
}

/* The page, its blocks, which of them are kept, and the text nodes that need a space before them. */
static PageContent content_of(Input *input, const TableObject *table, PyObject *kept, PyObject *gaps,
                              PyObject *changed)
{
    PageContent content = {
        .rows = mt_table_rows(table),
        .blocks = mt_table_blocks(table),
        .chars = table->found.chars,
    };
    content.kept = mt_items_of(&input->arrays, kept, BOOL, &content.blocks.count);
    content.gaps = mt_sorted_of(&input->arrays, gaps, &content.rows);
    content.changed = changed_of(input, changed, &content.rows);
    return content;
}

/* Read the structure from attributes. */
static void take_structure(Input *input, PyObject *self, PageContent *content)
{
    TableObject *table = (TableObject *)self;
    if (PyErr_Occurred())
        return;
    int64_t outcome;
    ENTER(self);
    outcome = mt_read_structure(table->parser, &table->table, content, &input->structure);
    LEAVE();
    mt_raise_error(outcome);
}

/* From a tuple (rows, sources, alts, titles). */
static Images images_of(Input *input, PyObject *from, const Rows *table)
{
    PyObject *rows, *sources, *alts, *titles;
    PyTypeObject *list = &PyList_Type;
    Images images = {.source = NULL};
    if (PyErr_Occurred() ||
        !PyArg_ParseTuple(from, "OO!O!O!:images", &rows, list, &sources, list, &alts, list, &titles))
        return images;
    images.at = mt_sorted_of(&input->arrays, rows, table);
    images.source = views_of(input, sources, images.at.count);
    images.alt = views_of(input, alts, images.at.count);
    images.title = views_of(input, titles, images.at.count);
    return images;
}

/* What only Markdown and HTML show: (images, images inside lines, (links, URLs), (code, languages), (notes,
   labels), whether emphasis is left out). */
static void take_rich(Input *input, PyObject *from, PageContent *content)
{
    PyObject *of_row, *urls, *coded, *languages, *notes, *labels, *images, *inside;
    Arrays *arrays = &input->arrays;
    const Rows *rows = &content->rows;
    PyTypeObject *list = &PyList_Type;
    if (PyErr_Occurred() || !PyArg_ParseTuple(from, "O!O!(OO!)(OO!)(OO!)p:rich", &PyTuple_Type, &images,
                                              &PyTuple_Type, &inside, &of_row, list, &urls, &coded, list,
                                              &languages, &notes, list, &labels, &content->is_unformatted))
        return;
    content->images = images_of(input, images, rows);
    content->inside = images_of(input, inside, rows);
    content->links.url = views_of(input, urls, ANY);
    content->links.count = (int64_t)PyList_Size(urls);
    content->links.of_row = numbers_of(input, of_row, rows->count, NONE, content->links.count - 1);
    content->coded = mt_sorted_of(arrays, coded, rows);
    content->languages = views_of(input, languages, content->coded.count);
    content->notes = mt_sorted_of(arrays, notes, rows);
    content->labels = views_of(input, labels, content->notes.count);
}

/* -- text -------------------------------------------------------------------------------------------- */

static PyObject *str_of(const Buffer *buffer)
{
    return PyUnicode_DecodeUTF8(buffer->length ? buffer->at : "", (Py_ssize_t)buffer->length,
                                "surrogatepass");
}

/* The parts as a list of str. */
static PyObject *list_of(const Buffer *parts, int64_t count)
{
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (int64_t i = 0; list && i < count; i++) {
        PyObject *text = str_of(&parts[i]);
        if (!text || PyList_SetItem(list, (Py_ssize_t)i, text) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static void free_parts(Buffer *parts, int64_t count)
{
    for (int64_t i = 0; parts && i < count; i++)
        mt_release(parts[i].at);
    mt_release(parts);
}

PyObject *mt_table_write_texts(PyObject *self, PyObject *arguments)
{
    PyObject *kept, *gaps, *changed, *owners, *result = NULL;
    Input input = {.list_count = 0};
    long long count;
    if (!PyArg_ParseTuple(arguments, "OOO!OL:write_texts", &kept, &gaps, &PyTuple_Type, &changed, &owners,
                          &count))
        return NULL;
    PageContent content = content_of(&input, (TableObject *)self, kept, gaps, changed);
    take_structure(&input, self, &content);
    const int64_t *owner = numbers_of(&input, owners, content.blocks.count, NONE, count - 1);
    for (int64_t i = 0; owner && i < content.blocks.count; i++)
        if (content.kept[i] != (owner[i] != NONE))
            mt_raise_error(FOUND_INVALID);
    Buffer *parts = PyErr_Occurred() ? NULL : mt_allocate_zeroed((size_t)count + 1, sizeof *parts);
    if (parts) {
        int64_t outcome;
        PyThreadState *thread = mt_release_gil(&content.rows);
        outcome = mt_write_plain(&content, owner, parts, count);
        mt_acquire_gil(thread);
        if (mt_raise_error(outcome) == 0)
            result = list_of(parts, count);
    } else if (!PyErr_Occurred()) {
        PyErr_NoMemory();
    }
    free_parts(parts, count);
    release(&input);
    return result;
}

/* -- text, Markdown and HTML ------------------------------------------------------------------------- */

/* Write the kept blocks. `format` is that of the arguments: kept, gaps, changed; for Markdown and HTML, rich; for
   Markdown, the choice of tables. */
static PyObject *write_page(PyObject *self, PyObject *arguments, const char *format,
                            int64_t (*write)(const PageContent *, Buffer *))
{
    PyObject *kept, *gaps, *changed, *rich = NULL, *result = NULL;
    Input input = {.list_count = 0};
    Buffer out = {NULL, 0, 0, 0};
    int tables = TABLES_PIPE;
    if (!PyArg_ParseTuple(arguments, format, &kept, &gaps, &PyTuple_Type, &changed, &PyTuple_Type, &rich,
                          &tables))
        return NULL;
    if (tables < 0 || tables >= TABLE_CHOICES) {
        PyErr_SetString(PyExc_ValueError, "no such choice of tables");
        return NULL;
    }
    PageContent content = content_of(&input, (TableObject *)self, kept, gaps, changed);
    take_structure(&input, self, &content);
    if (rich)
        take_rich(&input, rich, &content);
    content.tables = (TableChoice)tables;
    if (!PyErr_Occurred()) {
        int64_t outcome;
        PyThreadState *thread = mt_release_gil(&content.rows);
        outcome = write(&content, &out);
        mt_acquire_gil(thread);
        if (mt_raise_error(outcome) == 0)
            result = str_of(&out);
    }
    mt_release(out.at);
    release(&input);
    return result;
}

static int64_t write_plain(const PageContent *content, Buffer *out)
{
    return mt_write_plain(content, NULL, out, 1);
}

PyObject *mt_table_write_text(PyObject *self, PyObject *arguments)
{
    return write_page(self, arguments, "OOO!:write_text", write_plain);
}

PyObject *mt_table_write_markdown(PyObject *self, PyObject *arguments)
{
    return write_page(self, arguments, "OOO!O!i:write_markdown", mt_write_markdown);
}

PyObject *mt_table_write_html(PyObject *self, PyObject *arguments)
{
    return write_page(self, arguments, "OOO!O!:write_html", mt_write_html);
}

/* -- hidden texts ------------------------------------------------------------------------------------ */

/* Add the text of a hidden row to a list of (row, text), unless it is empty. Returns 0 and sets an exception on
   failure. */
static int append_hidden(PyObject *list, const Rows *rows, int64_t row, Buffer *out)
{
    out->length = 0;
    int is_valid = mt_put_hidden(rows, row, out);
    if (mt_raise_error(!is_valid ? FOUND_INVALID : out->has_failed ? FOUND_NO_MEMORY : 0) < 0)
        return 0;
    if (!out->length)
        return 1;
    PyObject *text = str_of(out), *pair = text ? Py_BuildValue("LN", (long long)row, text) : NULL;
    int is_added = pair && PyList_Append(list, pair) == 0;
    Py_XDECREF(pair);
    return is_added;
}

PyObject *mt_table_hidden_texts(PyObject *self, PyObject *unused)
{
    (void)unused;
    const TableObject *table = (TableObject *)self;
    Rows rows = mt_table_rows(table);
    Buffer out = {NULL, 0, 0, 0};
    Byte *marks = mt_allocate_items(rows.count, 1);
    PyObject *list = marks ? PyList_New(0) : NULL;
    if (list)
        mt_mark_hidden(&rows, marks);
    for (int64_t row = 0; list && row < rows.count; row++)
        if (marks[row] == HIDDEN_OUTER && !append_hidden(list, &rows, row, &out))
            Py_CLEAR(list);
    mt_release(out.at);
    mt_release(marks);
    return list;
}

/* -- blocks ------------------------------------------------------------------------------------------ */

/* The texts of the kept blocks, as a list of str. Returns NULL and sets an exception on failure. */
static PyObject *texts_of(const PageContent *content)
{
    Writer writer = mt_new_writer(content);
    Buffer out = {NULL, 0, 0, 0};
    Py_ssize_t kept = 0;
    for (int64_t i = 0; i < content->blocks.count; i++)
        kept += content->kept[i] != 0;
    PyObject *list = PyList_New(kept);
    Py_ssize_t at = 0;
    for (int64_t i = 0; list && i < content->blocks.count; i++) {
        if (!content->kept[i])
            continue;
        PyObject *text = NULL;
        out.length = 0;
        mt_put_block(&writer, &out, content->blocks.first_row[i], content->blocks.last_row[i]);
        if (mt_raise_error(out.has_failed ? FOUND_NO_MEMORY : 0) == 0)
            text = str_of(&out);
        if (!text || PyList_SetItem(list, at++, text) < 0)
            Py_CLEAR(list);
    }
    mt_release(out.at);
    return list;
}

PyObject *mt_table_block_texts(PyObject *self, PyObject *arguments)
{
    PyObject *kept, *gaps, *changed, *result = NULL;
    Input input = {.list_count = 0};
    if (!PyArg_ParseTuple(arguments, "OOO!:block_texts", &kept, &gaps, &PyTuple_Type, &changed))
        return NULL;
    PageContent content = content_of(&input, (TableObject *)self, kept, gaps, changed);
    if (!PyErr_Occurred())
        result = texts_of(&content);
    release(&input);
    return result;
}

/* -- parts of the text ------------------------------------------------------------------------------- */

static const Byte *characters_back(const Byte *start, const Byte *at, long count)
{
    for (; count > 0 && at > start; count--)
        do
            at--;
        while (at > start && (*at & 0xC0) == 0x80);
    return at;
}

static const Byte *characters_on(const Byte *at, const Byte *end, long count)
{
    for (; count > 0 && at < end; count--)
        do
            at++;
        while (at < end && (*at & 0xC0) == 0x80);
    return at;
}

/* Append a text to a list. Returns 0 and sets an exception on failure. */
static int append_text(PyObject *list, const Byte *start, const Byte *end)
{
    PyObject *text = PyUnicode_DecodeUTF8((const char *)start, end - start, "surrogatepass");
    int is_added = text && PyList_Append(list, text) == 0;
    Py_XDECREF(text);
    return is_added;
}

PyObject *mt_table_row_texts(PyObject *self, PyObject *numbers)
{
    Rows rows = mt_table_rows((TableObject *)self);
    Arrays held = {.count = 0};
    int64_t count = ANY;
    const int64_t *row = mt_column_of(&held, numbers, &count);
    PyObject *list = row ? PyList_New(0) : NULL;
    for (int64_t i = 0; list && i < count; i++)
        if (mt_raise_error(is_row(&rows, row[i]) && is_end(&rows, row[i]) ? 0 : FOUND_INVALID) < 0 ||
            !append_text(list, text_from(&rows, row[i]), text_from(&rows, rows.end[row[i]])))
            Py_CLEAR(list);
    mt_release_arrays(&held);
    return list;
}

PyObject *mt_table_text_around(PyObject *self, PyObject *arguments)
{
    PyObject *numbers;
    long before, after;
    if (!PyArg_ParseTuple(arguments, "Oll:text_around", &numbers, &before, &after))
        return NULL;
    Rows rows = mt_table_rows((TableObject *)self);
    Arrays held = {.count = 0};
    int64_t count = ANY;
    const int64_t *row = mt_column_of(&held, numbers, &count);
    PyObject *list = row ? PyList_New(0) : NULL;
    for (int64_t i = 0; list && i < count; i++) {
        int is_known =
            row[i] == rows.count || is_row(&rows, row[i]); /* after the last row, all text has ended */
        const Byte *at = is_known ? text_from(&rows, row[i]) : NULL;
        if (mt_raise_error(is_known ? 0 : FOUND_INVALID) < 0 ||
            !append_text(list, characters_back(rows.text, at, before),
                         characters_on(at, text_from(&rows, rows.count), after)))
            Py_CLEAR(list);
    }
    mt_release_arrays(&held);
    return list;
}
