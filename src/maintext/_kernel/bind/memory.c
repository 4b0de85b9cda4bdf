/* Memory from malloc for NumPy: not copied, and freed with the last array that uses it. */
#include "base/memory.h"
#include "bind/memory.h"

typedef struct {
    PyObject_HEAD void *bytes;
    Py_ssize_t size;
} Memory;

PyObject *mt_own_memory(PyTypeObject *type, void *bytes, size_t size)
{
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    Memory *self = (Memory *)allocate(type, 0);
    if (self) {
        self->bytes = bytes;
        self->size = (Py_ssize_t)size;
    } else {
        mt_release(bytes);
    }
    return (PyObject *)self;
}

static int memory_getbuffer(PyObject *self, Py_buffer *view, int flags)
{
    const Memory *memory = (Memory *)self;
    return PyBuffer_FillInfo(view, self, memory->bytes, memory->size, 1, flags);
}

static void memory_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    mt_release(((Memory *)self)->bytes);
    release(self);
    Py_DECREF(type);
}

static PyType_Slot memory_slots[] = {
    {Py_tp_doc, "Output of the kernel, by the buffer protocol."},
    {Py_tp_dealloc, memory_dealloc},
    {Py_bf_getbuffer, memory_getbuffer},
    {0, NULL},
};

PyType_Spec mt_memory_spec = {
    .name = "maintext._kernel._native.Memory",
    .basicsize = sizeof(Memory),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = memory_slots,
};
