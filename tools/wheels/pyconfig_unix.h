/* What Python's headers ask of 64-bit Linux and macOS; in place of the file that Python's own build writes. */
#ifndef MAINTEXT_PYCONFIG_H
#define MAINTEXT_PYCONFIG_H
#define ALIGNOF_LONG         8
#define ALIGNOF_MAX_ALIGN_T  16
#define ALIGNOF_SIZE_T       8
#define HAVE_BUILTIN_ATOMIC  1
#define HAVE_DYNAMIC_LOADING 1
#define HAVE_INTTYPES_H      1
#define HAVE_PTHREAD_H       1
#define HAVE_STDINT_H        1
#define HAVE_STD_ATOMIC      1
#define HAVE_SYS_STAT_H      1
#define HAVE_SYS_TIME_H      1
#define HAVE_SYS_TYPES_H     1
#define HAVE_UNISTD_H        1
#define HAVE_WCHAR_H         1
#define PY_FORMAT_SIZE_T     "z"
#define SIZEOF_DOUBLE        8
#define SIZEOF_FLOAT         4
#define SIZEOF_INT           4
#define SIZEOF_LONG          8
#define SIZEOF_LONG_LONG     8
#define SIZEOF_PID_T         4
#define SIZEOF_PTHREAD_T     8
#define SIZEOF_SHORT         2
#define SIZEOF_SIZE_T        8
#define SIZEOF_TIME_T        8
#define SIZEOF_UINTPTR_T     8
#define SIZEOF_VOID_P        8
#define SIZEOF_WCHAR_T       4
#define STDC_HEADERS         1
#define WITH_DOC_STRINGS     1
#define WITH_PYMALLOC        1
#if defined(__APPLE__)
#define PTHREAD_KEY_T_IS_COMPATIBLE_WITH_INT 0
#else
#define PTHREAD_KEY_T_IS_COMPATIBLE_WITH_INT 1
#define _GNU_SOURCE                          1
#endif
#endif
