/* Memory that the kernel has filled without Python's lock, as an object with the buffer protocol. */
#ifndef MAINTEXT_BIND_MEMORY_H
#define MAINTEXT_BIND_MEMORY_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

extern PyType_Spec mt_memory_spec;

/* An object of that type which owns the memory; if there is none to make it of, the memory is freed. */
PyObject *mt_own_memory(PyTypeObject *type, void *bytes, size_t size);

#endif
