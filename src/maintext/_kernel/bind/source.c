/* The bytes of a page before decoding: see text/source.h. */
#include "bind/source.h"

#include "text/source.h"

PyObject *mt_bind_inspect_source(PyObject *module, PyObject *source)
{
    (void)module;
    char *bytes;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(source, &bytes, &size) < 0)
        return NULL;
    enum { LARGE = 1 << 22 }; /* for less, getting Python's lock back takes longer than the work */
    SourceFacts facts;
    PyThreadState *thread = size > LARGE ? PyEval_SaveThread() : NULL;
    facts = mt_inspect_source((const uint8_t *)bytes, size);
    if (thread)
        PyEval_RestoreThread(thread);
    return Py_BuildValue("LLLLNNN", (long long)facts.utf_8.valid, (long long)facts.utf_8.code_points,
                         (long long)facts.controls, (long long)facts.declaration,
                         PyBool_FromLong(facts.may_be_wide), PyBool_FromLong(facts.utf_8.has_escapes),
                         PyBool_FromLong(facts.is_plain));
}

PyObject *mt_bind_count_controls(PyObject *module, PyObject *text)
{
    (void)module;
    char *bytes;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(text, &bytes, &size) < 0)
        return NULL;
    return PyLong_FromLongLong(mt_count_controls((const uint8_t *)bytes, size));
}

PyObject *mt_bind_find_declaration(PyObject *module, PyObject *arguments)
{
    (void)module;
    const char *bytes;
    Py_ssize_t size, from;
    if (!PyArg_ParseTuple(arguments, "y#n:find_declaration", &bytes, &size, &from))
        return NULL;
    if (from < 0) {
        PyErr_SetString(PyExc_ValueError, "a place in a page is not negative");
        return NULL;
    }
    return PyLong_FromLongLong(mt_find_declaration((const uint8_t *)bytes, size, from < size ? from : size));
}
