/* What Python's headers ask of 64-bit Windows; in place of the file that comes with Python for Windows. */
#ifndef MAINTEXT_PYCONFIG_H
#define MAINTEXT_PYCONFIG_H
#define ALIGNOF_MAX_ALIGN_T 8
#define HAVE_DECLSPEC_DLL   1
#define HAVE_INTTYPES_H     1
#define HAVE_STDINT_H       1
#define HAVE_SYS_STAT_H     1
#define HAVE_SYS_TYPES_H    1
#define HAVE_WCHAR_H        1
#define MS_COREDLL          1
#define MS_WIN32            1
#define MS_WIN64            1
#define MS_WINDOWS          1
#define NT_THREADS          1
#define PLATLIBDIR          "DLLs"
#define PY_FORMAT_SIZE_T    "z"
#define Py_ENABLE_SHARED    1
#define SIZEOF_DOUBLE       8
#define SIZEOF_FLOAT        4
#define SIZEOF_HKEY         8
#define SIZEOF_INT          4
#define SIZEOF_LONG         4
#define SIZEOF_LONG_LONG    8
#define SIZEOF_PID_T        4
#define SIZEOF_SHORT        2
#define SIZEOF_SIZE_T       8
#define SIZEOF_TIME_T       8
#define SIZEOF_UINTPTR_T    8
#define SIZEOF_VOID_P       8
#define SIZEOF_WCHAR_T      2
#define STDC_HEADERS        1
#define WITH_DOC_STRINGS    1
#define WITH_PYMALLOC       1

#if defined(__aarch64__) && !defined(_MSC_VER)
/* Python's headers read the thread's id by it; register 18 is the one that they ask for. */
static inline unsigned long long __getReg(int number)
{
    unsigned long long value;
    (void)number;
    __asm__("mov %0, x18" : "=r"(value));
    return value;
}
#endif
#endif
