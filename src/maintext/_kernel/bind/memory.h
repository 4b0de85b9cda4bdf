/* Memory that the kernel filled without Python's lock, as an object with the buffer protocol. */
#ifndef MAINTEXT_BIND_MEMORY_H
#define MAINTEXT_BIND_MEMORY_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

extern PyType_Spec mt_memory_spec;

/* New object that owns the memory. On failure the memory is freed. */
PyObject *mt_own_memory(PyTypeObject *type, void *bytes, size_t size);

#endif
