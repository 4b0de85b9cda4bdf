/* The loops of rows.h for Python: columns come in by the buffer protocol, rows go out as bytes of int64. */
#include "bind_arrays.h"

#include <stdlib.h>
#include <string.h>

#include "bind_rows.h"
#include "markdown.h"
#include "rows.h"

/* -- arguments ---------------------------------------------------------------------------------------- */

/* The items of an array, and how many; `length` is how many there must be, ANY if any number will do. Once an
   array was wrong, none is taken. */
static const void *items_of(Held *arrays, PyObject *array, Type type, int64_t *length)
{
    const void *items = PyErr_Occurred() ? NULL : take(arrays, array, type, *length);
    if (!PyErr_Occurred())
        *length = items_held(arrays);
    return items;
}

static const int64_t *column_of(Held *arrays, PyObject *array, int64_t *length)
{
    return items_of(arrays, array, INT64, length);
}

static Sorted sorted_of(Held *arrays, PyObject *array, const Rows *rows)
{
    Sorted some = {ANY, NULL};
    some.at = column_of(arrays, array, &some.count);
    if (some.at && !are_sorted(rows, some))
        PyErr_SetString(PyExc_ValueError, "rows are not in the order of the table");
    return some;
}

/* The columns of a page: `Page.columns`. */
static Rows rows_of(Held *arrays, PyObject *columns)
{
    Rows rows = {.count = ANY};
    const int64_t **column[] = {&rows.tag,   &rows.parent,     &rows.end,     &rows.flags,
                                &rows.block, &rows.text_start, &rows.text_end};
    for (int i = 0; i < (int)(sizeof column / sizeof *column); i++) {
        PyObject *array = PyErr_Occurred() ? NULL : PyTuple_GetItem(columns, i);
        *column[i] = array ? column_of(arrays, array, &rows.count) : NULL;
    }
    return rows;
}

static BlockRows blocks_of(Held *arrays, PyObject *first_row, PyObject *last_row, const Rows *rows)
{
    BlockRows blocks = {.count = ANY};
    blocks.first_row = column_of(arrays, first_row, &blocks.count);
    blocks.last_row = blocks.first_row ? column_of(arrays, last_row, &blocks.count) : NULL;
    if (blocks.last_row && !are_blocks(rows, &blocks))
        PyErr_SetString(PyExc_ValueError, "blocks are not in the order of the table");
    return blocks;
}

/* The whole text, as UTF-8. */
static Text text_of(Held *arrays, PyObject *utf_8)
{
    int64_t size = ANY;
    const Byte *start = items_of(arrays, utf_8, UINT8, &size), *end = start ? start + size : NULL;
    return (Text){start, end, 0, start ? count_code_points(start, end) : 0};
}

/* -- results ------------------------------------------------------------------------------------------ */

static int raise_wrong(int64_t found)
{
    if (found == FOUND_WRONG)
        PyErr_SetString(PyExc_ValueError, "the columns are not those of a table");
    else if (found == FOUND_NO_MEMORY)
        PyErr_NoMemory();
    return found < 0 ? -1 : 0;
}

static PyObject *bytes_of(const void *items, int64_t count, size_t item)
{
    return PyBytes_FromStringAndSize(items, (Py_ssize_t)((size_t)count * item));
}

static void *room_for(int64_t count, size_t item)
{
    void *room = PyErr_Occurred() ? NULL : malloc((size_t)(count + 1) * item);
    if (!room && !PyErr_Occurred())
        PyErr_NoMemory();
    return room;
}

/* -- threads ------------------------------------------------------------------------------------------ */

/* Let go of Python's lock for a large page; with others, to get it back would take longer than the loop. */
static PyThreadState *let_go(const Rows *rows)
{
    enum { MANY_ROWS = 20000 };
    return rows->count > MANY_ROWS ? PyEval_SaveThread() : NULL;
}

static void take_back(PyThreadState *thread)
{
    if (thread)
        PyEval_RestoreThread(thread);
}

/* -- leaves ------------------------------------------------------------------------------------------- */

PyObject *bind_seen_counts(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *flags, *counts, *result = NULL;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "OO:seen_counts", &flags, &counts))
        return NULL;
    int64_t rows = ANY;
    const int64_t *bits = column_of(&arrays, flags, &rows);
    const int32_t *count = items_of(&arrays, counts, INT32, &rows);
    if (!PyErr_Occurred())
        result = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)rows * (Py_ssize_t)sizeof(int64_t));
    int64_t *seen = result ? (int64_t *)(void *)PyBytes_AsString(result) : NULL;
    for (int64_t row = 0; seen && row < rows; row++)
        seen[row] = bits[row] & (FLAG_UNSHOWN | FLAG_HIDDEN) ? 0 : count[row];
    release_held(&arrays);
    return result;
}

PyObject *bind_leaves(PyObject *module, PyObject *counts)
{
    (void)module;
    PyObject *result = NULL;
    Held arrays = {.count = 0};
    int64_t rows = ANY, count = 0;
    const int64_t *chars = column_of(&arrays, counts, &rows);
    int64_t *leaves = room_for(rows, sizeof *leaves);
    if (leaves) {
        for (int64_t row = 0; row < rows; row++) {
            leaves[count] = row;
            count += chars[row] > 0;
        }
        result = bytes_of(leaves, count, sizeof *leaves);
    }
    free(leaves);
    release_held(&arrays);
    return result;
}

/* -- blocks ------------------------------------------------------------------------------------------- */

/* By block: its first leaf, the rows of that and of its last leaf, its element; then the block of each leaf. */
static void tell_blocks(const Rows *rows, const int64_t *leaves, int64_t count, const int64_t *first,
                        int64_t blocks, int64_t *told)
{
    int64_t *first_row = told + blocks, *last_row = first_row + blocks, *element = last_row + blocks;
    int64_t *of_leaf = element + blocks;
    for (int64_t block = 0; block < blocks; block++) {
        int64_t end = block + 1 < blocks ? first[block + 1] : count;
        told[block] = first[block];
        first_row[block] = leaves[first[block]];
        last_row[block] = leaves[end - 1];
        element[block] = rows->block[first_row[block]];
        for (int64_t leaf = first[block]; leaf < end; leaf++)
            of_leaf[leaf] = block;
    }
}

PyObject *bind_blocks(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *columns, *leaves, *result = NULL;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "O!O:blocks", &PyTuple_Type, &columns, &leaves))
        return NULL;
    Rows rows = rows_of(&arrays, columns);
    int64_t count = ANY;
    const int64_t *at = column_of(&arrays, leaves, &count);
    int64_t *first = room_for(count, sizeof *first);
    if (first) {
        int64_t found = find_blocks(&rows, at, count, first);
        if (raise_wrong(found) == 0)
            result = bytes_of(NULL, 4 * found + count, sizeof *first);
        if (result)
            tell_blocks(&rows, at, count, first, found, (int64_t *)(void *)PyBytes_AsString(result));
    }
    free(first);
    release_held(&arrays);
    return result;
}

PyObject *bind_kept_blocks(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *starts, *rows, *mask, *counts, *result = NULL;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "OOOO:kept_blocks", &starts, &rows, &mask, &counts))
        return NULL;
    Rows table = {.count = ANY};
    int64_t blocks = ANY;
    const int64_t *first = column_of(&arrays, starts, &blocks);
    const int64_t *chars = column_of(&arrays, counts, &table.count);
    Sorted leaves = sorted_of(&arrays, rows, &table);
    const Byte *is_kept = items_of(&arrays, mask, BOOL, &leaves.count);
    Rows of_leaves = {.count = leaves.count};
    if (!PyErr_Occurred() && !are_sorted(&of_leaves, (Sorted){blocks, first}))
        raise_wrong(FOUND_WRONG);
    if (!PyErr_Occurred())
        result = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)blocks);
    if (result)
        keep_blocks(first, blocks, leaves.at, is_kept, leaves.count, chars, (Byte *)PyBytes_AsString(result));
    release_held(&arrays);
    return result;
}

PyObject *bind_meetings(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *utf_8, *columns, *first_row, *last_row, *result = NULL;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "OO!OO:meetings", &utf_8, &PyTuple_Type, &columns, &first_row,
                          &last_row))
        return NULL;
    Rows rows = rows_of(&arrays, columns);
    BlockRows blocks = blocks_of(&arrays, first_row, last_row, &rows);
    Text text = text_of(&arrays, utf_8);
    Meeting *found = room_for(rows.count, sizeof *found);
    if (found) {
        int64_t count;
        PyThreadState *thread = let_go(&rows);
        count = find_meetings(&rows, &blocks, found);
        if (count >= 0)
            count = settle_meetings(&rows, text, found, count);
        take_back(thread);
        if (raise_wrong(count) == 0)
            result = bytes_of(found, count, sizeof *found);
    }
    free(found);
    release_held(&arrays);
    return result;
}

/* -- rendering ---------------------------------------------------------------------------------------- */

PyObject *bind_data_tables(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *columns, *first_row, *last_row, *mask, *counts, *tags, *result = NULL;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "O!OOOOO:data_tables", &PyTuple_Type, &columns, &first_row, &last_row,
                          &mask, &counts, &tags))
        return NULL;
    Rows rows = rows_of(&arrays, columns);
    BlockRows blocks = blocks_of(&arrays, first_row, last_row, &rows);
    int64_t all_tags = LISTED_TAGS + 1;
    const Byte *kept = items_of(&arrays, mask, BOOL, &blocks.count);
    const int64_t *chars = column_of(&arrays, counts, &rows.count);
    const Byte *structure = items_of(&arrays, tags, BOOL, &all_tags);
    int64_t *found = room_for(rows.count, sizeof *found);
    if (found) {
        int64_t count;
        PyThreadState *thread = let_go(&rows);
        count = find_data_tables(&rows, &blocks, kept, chars, structure, found);
        take_back(thread);
        if (raise_wrong(count) == 0)
            result = bytes_of(found, count, sizeof *found);
    }
    free(found);
    release_held(&arrays);
    return result;
}

PyObject *bind_holders(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *columns, *first_row, *last_row, *tables, *headings, *result = NULL;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "O!OOOO:holders", &PyTuple_Type, &columns, &first_row, &last_row,
                          &tables, &headings))
        return NULL;
    Rows rows = rows_of(&arrays, columns);
    BlockRows blocks = blocks_of(&arrays, first_row, last_row, &rows);
    Sorted of_data = sorted_of(&arrays, tables, &rows), by_role = sorted_of(&arrays, headings, &rows);
    int64_t *found = room_for(rows.count, sizeof *found);
    if (found) {
        int64_t count;
        PyThreadState *thread = let_go(&rows);
        count = find_holders(&rows, &blocks, of_data, by_role, found);
        take_back(thread);
        if (raise_wrong(count) == 0)
            result = bytes_of(found, count, sizeof *found);
    }
    free(found);
    release_held(&arrays);
    return result;
}

/* Texts as bytes, such as those of the holders that have one of their own; the others have None. */
static HeldText *held_texts(PyObject *texts, int64_t count)
{
    HeldText *held = room_for(count, sizeof *held);
    if (held && PyList_Size(texts) != count) {
        PyErr_SetString(PyExc_ValueError, "a text, or None, is wanted for every holder");
        count = 0;
    }
    for (int64_t i = 0; held && i < count; i++) {
        PyObject *text = PyList_GetItem(texts, (Py_ssize_t)i);
        char *bytes = NULL;
        Py_ssize_t size = 0;
        if (text != Py_None && PyBytes_AsStringAndSize(text, &bytes, &size) < 0)
            break;
        held[i] = (HeldText){bytes, (size_t)size};
    }
    return held;
}

PyObject *bind_write_text(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *utf_8, *columns, *first_row, *last_row, *mask, *gaps, *holders, *texts, *result = NULL;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "OO!OOOOOO!:write_text", &utf_8, &PyTuple_Type, &columns,
                          &first_row, &last_row, &mask, &gaps, &holders, &PyList_Type, &texts))
        return NULL;
    Rows rows = rows_of(&arrays, columns);
    BlockRows blocks = blocks_of(&arrays, first_row, last_row, &rows);
    const Byte *kept = items_of(&arrays, mask, BOOL, &blocks.count);
    Sorted before = sorted_of(&arrays, gaps, &rows), around = sorted_of(&arrays, holders, &rows);
    Text text = text_of(&arrays, utf_8);
    HeldText *held = PyErr_Occurred() ? NULL : held_texts(texts, around.count);
    Item *items = room_for(blocks.count, sizeof *items);
    char *out = NULL;
    if (items)
        out = room_for((int64_t)most_written(&rows, text, &blocks, before, held, around.count), 1);
    if (out) {
        int64_t count;
        PyThreadState *thread = let_go(&rows);
        count = find_items(&rows, &blocks, kept, around, (Sorted){0, NULL}, items);
        if (count >= 0)
            count = write_items(&rows, &blocks, kept, before, text, items, count, around, held, out);
        take_back(thread);
        if (raise_wrong(count) == 0)
            result = PyUnicode_DecodeUTF8(out, (Py_ssize_t)count, "surrogatepass");
    }
    free(out);
    free(items);
    free(held);
    release_held(&arrays);
    return result;
}

/* What write_markdown is given, as Python has it. */
typedef struct {
    PyObject *holders, *held, *levels, *images, *shown, *inside, *of_row, *addresses, *bare, *numbered;
    PyObject *numbers, *lines;
} GivenObjects;

static const HeldText *texts_of(PyObject *texts, int64_t count, int are_all_wanted)
{
    HeldText *held = PyErr_Occurred() ? NULL : held_texts(texts, count);
    for (int64_t i = 0; are_all_wanted && !PyErr_Occurred() && i < count; i++)
        if (!held[i].text)
            raise_wrong(FOUND_WRONG);
    return held;
}

static Given given_of(Held *arrays, const GivenObjects *from, const Rows *rows, const BlockRows *blocks)
{
    Given given = {.holders = sorted_of(arrays, from->holders, rows),
                   .images = sorted_of(arrays, from->images, rows),
                   .inside = sorted_of(arrays, from->inside, rows),
                   .numbered = sorted_of(arrays, from->numbered, rows)};
    int64_t rows_count = rows->count;
    given.levels = column_of(arrays, from->levels, &given.holders.count);
    given.numbers = column_of(arrays, from->numbers, &given.numbered.count);
    given.links.of_row = column_of(arrays, from->of_row, &rows_count);
    given.links.count = (int64_t)PyList_Size(from->addresses);
    given.held = texts_of(from->held, given.holders.count, 0);
    given.shown = texts_of(from->shown, given.images.count, 1);
    given.links.address = texts_of(from->addresses, given.links.count, 1);
    given.links.bare = texts_of(from->bare, given.links.count, 0);
    if (PyList_Size(from->lines) > 0)
        given.lines = texts_of(from->lines, blocks->count, 0);
    enum { HIGHEST_LEVEL = 6, HIGHEST_NUMBER = 999999999 };
    if (!PyErr_Occurred() && lie_between(given.levels, given.holders.count, 0, HIGHEST_LEVEL) &&
        lie_between(given.numbers, given.numbered.count, 0, HIGHEST_NUMBER))
        lie_between(given.links.of_row, rows_count, NONE, given.links.count - 1);
    return given;
}

static void free_given(Given *given)
{
    free((void *)given->held);
    free((void *)given->shown);
    free((void *)given->links.address);
    free((void *)given->links.bare);
    free((void *)given->lines);
}

PyObject *bind_write_markdown(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *utf_8, *columns, *first_row, *last_row, *mask, *gaps, *result = NULL;
    GivenObjects from;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "OO!OOOO(OO!O)(OO!O)(OO!O!)(OO)O!:write_markdown", &utf_8, &PyTuple_Type,
                          &columns, &first_row, &last_row, &mask, &gaps, &from.holders,
                          &PyList_Type, &from.held, &from.levels, &from.images, &PyList_Type, &from.shown,
                          &from.inside, &from.of_row, &PyList_Type, &from.addresses, &PyList_Type, &from.bare,
                          &from.numbered, &from.numbers, &PyList_Type, &from.lines))
        return NULL;
    Rows rows = rows_of(&arrays, columns);
    BlockRows blocks = blocks_of(&arrays, first_row, last_row, &rows);
    const Byte *kept = items_of(&arrays, mask, BOOL, &blocks.count);
    Sorted before = sorted_of(&arrays, gaps, &rows);
    Text text = text_of(&arrays, utf_8);
    Given given = given_of(&arrays, &from, &rows, &blocks);
    Item *items = room_for(blocks.count + given.images.count, sizeof *items);
    Byte *left = room_for(blocks.count, 1);
    if (items && left) {
        int64_t count;
        Buffer out = {NULL, 0, 0, 0};
        memset(left, 0, (size_t)blocks.count);
        PyThreadState *thread = let_go(&rows);
        count = find_items(&rows, &blocks, kept, given.holders, given.images, items);
        if (count >= 0)
            count = write_markdown(&rows, &blocks, kept, before, text, items, count, &given, left, &out);
        take_back(thread);
        if (raise_wrong(count) == 0)
            result = count ? bytes_of(left, blocks.count, 1)
                           : PyUnicode_DecodeUTF8(out.at, (Py_ssize_t)out.length, "surrogatepass");
        free(out.at);
    }
    free(left);
    free(items);
    free_given(&given);
    release_held(&arrays);
    return result;
}

/* -- methods ------------------------------------------------------------------------------------------ */

PyObject *bind_p_values(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *columns, *chars, *weighted, *markup, *removed, *wrappers, *noise, *leaves, *result = NULL;
    Measured measured;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "O!OOOOOdpOO:p_values", &PyTuple_Type, &columns, &chars, &weighted,
                          &markup, &removed, &wrappers, &measured.wrapper_share, &measured.with_images,
                          &noise, &leaves))
        return NULL;
    Rows rows = rows_of(&arrays, columns);
    int64_t tags = LISTED_TAGS + 1;
    measured.chars = column_of(&arrays, chars, &rows.count);
    measured.weighted = column_of(&arrays, weighted, &rows.count);
    measured.markup = column_of(&arrays, markup, &rows.count);
    measured.removed_tags = items_of(&arrays, removed, BOOL, &tags);
    measured.wrapper_tags = items_of(&arrays, wrappers, BOOL, &tags);
    measured.noise = sorted_of(&arrays, noise, &rows);
    measured.leaves = sorted_of(&arrays, leaves, &rows);
    int64_t *elements = room_for(rows.count, sizeof *elements);
    double *values = room_for(rows.count, sizeof *values);
    int64_t *leaf_unit = room_for(measured.leaves.count, sizeof *leaf_unit);
    if (elements && values && leaf_unit) {
        int64_t count;
        PyThreadState *thread = let_go(&rows);
        count = find_p_values(&rows, &measured, elements, values, leaf_unit);
        take_back(thread);
        if (raise_wrong(count) == 0)
            result = Py_BuildValue("NNN", bytes_of(elements, count, sizeof *elements),
                                   bytes_of(values, count, sizeof *values),
                                   bytes_of(leaf_unit, measured.leaves.count, sizeof *leaf_unit));
    }
    free(elements);
    free(values);
    free(leaf_unit);
    release_held(&arrays);
    return result;
}
