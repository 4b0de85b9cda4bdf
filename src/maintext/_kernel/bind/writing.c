/* Plain text and Markdown for Python. What the kernel cannot write itself, Python gives it. */
#include "bind/writing.h"

#include <stdlib.h>
#include <string.h>

#include "bind/columns.h"
#include "render/held.h"
#include "render/markdown.h"

/* Texts as bytes, such as those of the holders that have one of their own; the others have None. */
static HeldText *held_texts(PyObject *texts, int64_t count)
{
    HeldText *held = mt_room_for(count, sizeof *held);
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

/* -- plain text --------------------------------------------------------------------------------------- */

/* What is written of a page. */
typedef struct {
    Rows rows;
    BlockRows blocks;
    const Byte *kept;
    Sorted gaps, holders;
    Text text;
} Written;

static PyObject *write_plain(const Written *page, const HeldText *held)
{
    const Rows *rows = &page->rows;
    PyObject *result = NULL;
    char *out = NULL;
    Item *items = mt_room_for(page->blocks.count, sizeof *items);
    if (items)
        out = mt_room_for(
            (int64_t)mt_most_written(rows, page->text, &page->blocks, page->gaps, held, page->holders.count),
            1);
    if (out) {
        int64_t count;
        PyThreadState *thread = mt_let_go(rows);
        count = mt_find_items(rows, &page->blocks, page->kept, page->holders, (Sorted){0, NULL}, items);
        if (count >= 0)
            count = mt_write_items(rows, &page->blocks, page->kept, page->gaps, page->text, items, count,
                                   page->holders, held, out);
        mt_take_back(thread);
        if (mt_raise_wrong(count) == 0)
            result = PyUnicode_DecodeUTF8(out, (Py_ssize_t)count, "surrogatepass");
    }
    free(out);
    free(items);
    return result;
}

/* The text of every holder, NULL for those that are written here; the rows of the others come first in
   `left`, and their texts from Python. */
static HeldText *texts_of_left(PyObject *texts, Sorted holders, const int64_t *left, int64_t left_count)
{
    HeldText *given = held_texts(texts, left_count);
    HeldText *held = PyErr_Occurred() ? NULL : mt_room_for(holders.count, sizeof *held);
    int64_t next = 0;
    for (int64_t i = 0; held && i < holders.count; i++) {
        held[i] = (HeldText){NULL, 0};
        if (next < left_count && left[next] == holders.at[i])
            held[i] = given[next++];
    }
    free(given);
    return held;
}

/* The kept blocks; or, if no texts are given and some are wanted, the rows of the holders whose they are. */
static PyObject *write_or_ask(Parser *parser, const Table *table, Written *page, const HolderPage *told,
                              PyObject *texts)
{
    PyObject *result = NULL;
    HeldText *held = NULL;
    int64_t *found = mt_room_for(3 * table->rows, sizeof *found), left_count = 0;
    if (found) {
        int64_t *left = found + table->rows;
        page->holders = (Sorted){mt_find_told_holders(parser, table, told, found, left), found};
        if (mt_raise_wrong(page->holders.count) == 0)
            left_count = mt_find_left(parser, table, told, page->holders, left);
        if (!PyErr_Occurred() && left_count && !PyList_Size(texts))
            result = mt_bytes_of(left, left_count, sizeof *left);
        else if (!PyErr_Occurred())
            held = texts_of_left(texts, page->holders, left, left_count);
        if (held && !PyErr_Occurred())
            result = write_plain(page, held);
    }
    free(held);
    free(found);
    return result;
}

PyObject *mt_bind_write_text(Parser *parser, const Table *table, PyObject *arguments)
{
    PyObject *columns, *first_row, *last_row, *mask, *counts, *tags, *gaps, *texts, *result = NULL;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "O!OOOOOOO!:write_text", &PyTuple_Type, &columns, &first_row, &last_row,
                          &mask, &counts, &tags, &gaps, &PyList_Type, &texts))
        return NULL;
    const Byte *start = (const Byte *)table->text, *end = start + table->text_length;
    int64_t all_tags = LISTED_TAGS + 1;
    Written page = {.rows = mt_rows_of(&arrays, columns), .text = {start, end, 0, 0}};
    page.blocks = mt_blocks_of(&arrays, first_row, last_row, &page.rows);
    page.kept = mt_items_of(&arrays, mask, BOOL, &page.blocks.count);
    page.gaps = mt_sorted_of(&arrays, gaps, &page.rows);
    page.text.count = mt_count_code_points(start, end);
    HolderPage told = {&page.rows, &page.blocks, page.kept, NULL, NULL};
    told.chars = mt_column_of(&arrays, counts, &page.rows.count);
    told.structure = mt_items_of(&arrays, tags, BOOL, &all_tags);
    if (!PyErr_Occurred() && page.rows.count != table->rows)
        mt_raise_wrong(FOUND_WRONG);
    if (!PyErr_Occurred())
        result = write_or_ask(parser, table, &page, &told, texts);
    mt_release_held(&arrays);
    return result;
}

/* -- Markdown ----------------------------------------------------------------------------------------- */

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
            mt_raise_wrong(FOUND_WRONG);
    return held;
}

static Given given_of(Held *arrays, const GivenObjects *from, const Rows *rows, const BlockRows *blocks)
{
    Given given = {.holders = mt_sorted_of(arrays, from->holders, rows),
                   .images = mt_sorted_of(arrays, from->images, rows),
                   .inside = mt_sorted_of(arrays, from->inside, rows),
                   .numbered = mt_sorted_of(arrays, from->numbered, rows)};
    int64_t rows_count = rows->count;
    given.levels = mt_column_of(arrays, from->levels, &given.holders.count);
    given.numbers = mt_column_of(arrays, from->numbers, &given.numbered.count);
    given.links.of_row = mt_column_of(arrays, from->of_row, &rows_count);
    given.links.count = (int64_t)PyList_Size(from->addresses);
    given.held = texts_of(from->held, given.holders.count, 0);
    given.shown = texts_of(from->shown, given.images.count, 1);
    given.links.address = texts_of(from->addresses, given.links.count, 1);
    given.links.bare = texts_of(from->bare, given.links.count, 0);
    if (PyList_Size(from->lines) > 0)
        given.lines = texts_of(from->lines, blocks->count, 0);
    enum { HIGHEST_LEVEL = 6, HIGHEST_NUMBER = 999999999 };
    if (!PyErr_Occurred() && mt_lie_between(given.levels, given.holders.count, 0, HIGHEST_LEVEL) &&
        mt_lie_between(given.numbers, given.numbered.count, 0, HIGHEST_NUMBER))
        mt_lie_between(given.links.of_row, rows_count, NONE, given.links.count - 1);
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

PyObject *mt_bind_write_markdown(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *utf_8, *columns, *first_row, *last_row, *mask, *gaps, *result = NULL;
    GivenObjects from;
    Held arrays = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "OO!OOOO(OO!O)(OO!O)(OO!O!)(OO)O!:write_markdown", &utf_8, &PyTuple_Type,
                          &columns, &first_row, &last_row, &mask, &gaps, &from.holders, &PyList_Type,
                          &from.held, &from.levels, &from.images, &PyList_Type, &from.shown, &from.inside,
                          &from.of_row, &PyList_Type, &from.addresses, &PyList_Type, &from.bare,
                          &from.numbered, &from.numbers, &PyList_Type, &from.lines))
        return NULL;
    Rows rows = mt_rows_of(&arrays, columns);
    BlockRows blocks = mt_blocks_of(&arrays, first_row, last_row, &rows);
    const Byte *kept = mt_items_of(&arrays, mask, BOOL, &blocks.count);
    Sorted before = mt_sorted_of(&arrays, gaps, &rows);
    Text text = mt_text_of(&arrays, utf_8);
    Given given = given_of(&arrays, &from, &rows, &blocks);
    Item *items = mt_room_for(blocks.count + given.images.count, sizeof *items);
    Byte *left = mt_room_for(blocks.count, 1);
    if (items && left) {
        int64_t count;
        Buffer out = {NULL, 0, 0, 0};
        memset(left, 0, (size_t)blocks.count);
        PyThreadState *thread = mt_let_go(&rows);
        count = mt_find_items(&rows, &blocks, kept, given.holders, given.images, items);
        if (count >= 0)
            count = mt_write_markdown(&rows, &blocks, kept, before, text, items, count, &given, left, &out);
        mt_take_back(thread);
        if (mt_raise_wrong(count) == 0)
            result = count ? mt_bytes_of(left, blocks.count, 1)
                           : PyUnicode_DecodeUTF8(out.at, (Py_ssize_t)out.length, "surrogatepass");
        free(out.at);
    }
    free(left);
    free(items);
    free_given(&given);
    mt_release_held(&arrays);
    return result;
}
