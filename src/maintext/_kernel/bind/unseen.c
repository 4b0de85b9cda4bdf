/* Characters that a reader cannot see, for Python: see rows/unseen.c. */
#include "base/memory.h"
#include "bind/table.h"
#include "rows/unseen.h"

/* What was dropped: offset of the element's start tag, kind, and its bytes, as a list. */
static PyObject *list_notes(const Parser *parser)
{
    Places places;
    if (!mt_start_places(&places, parser->source, parser->source_end))
        return PyErr_NoMemory();
    PyObject *list = PyList_New(parser->unseen_count);
    for (int32_t i = 0; list && i < parser->unseen_count; i++) {
        const UnseenNote *note = &parser->unseen[i];
        PyObject *item =
            Py_BuildValue("iiy#", mt_place_at(&places, note->offset).offset, note->kind,
                          (const char *)parser->unseen_bytes + note->start, (Py_ssize_t)note->length);
        if (!item || PyList_SetItem(list, i, item) < 0)
            Py_CLEAR(list);
    }
    mt_end_places(&places);
    return list;
}

PyObject *mt_table_unseen(PyObject *self, PyObject *unused)
{
    (void)unused;
    return list_notes(((TableObject *)self)->parser);
}

static void *reallocate(void *block, size_t size)
{
    if (size == 0) {
        mt_release(block);
        return NULL;
    }
    return mt_reallocate(block, size);
}

/* Drop what cannot be seen from `text`, in place. Returns the new length, or -1 without memory. */
static int64_t drop(Parser *parser, Byte *text, size_t length)
{
    Unseen unseen = {.depth = 0};
    if (setjmp(parser->on_failure))
        return -1;
    return (int64_t)mt_drop_unseen(parser, &unseen, text, length);
}

PyObject *mt_bind_drop_unseen(PyObject *module, PyObject *source)
{
    (void)module;
    char *bytes;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(source, &bytes, &size) < 0)
        return NULL;
    Byte *text = mt_allocate((size_t)size + 1);
    Parser *parser = mt_allocate_zeroed(1, sizeof *parser);
    PyObject *result = NULL, *notes = NULL;
    if (text && parser) {
        parser->source = parser->source_end = text;
        parser->reallocate = reallocate;
        memcpy(text, bytes, (size_t)size);
        int64_t length = drop(parser, text, (size_t)size);
        notes = length >= 0 ? list_notes(parser) : PyErr_NoMemory();
        result = notes ? Py_BuildValue("y#N", (const char *)text, (Py_ssize_t)length, notes) : NULL;
        mt_free_parser(parser);
    } else {
        PyErr_NoMemory();
    }
    mt_release(parser);
    mt_release(text);
    return result;
}
