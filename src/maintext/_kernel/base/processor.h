/* Features of the processor and the compiler. Define MAINTEXT_PORTABLE to use only standard C. */
#ifndef MAINTEXT_PROCESSOR_H
#define MAINTEXT_PROCESSOR_H

#if defined(__GNUC__)
#define LIKELY(x)    __builtin_expect(!!(x), 1)
#define UNLIKELY(x)  __builtin_expect(!!(x), 0)
#define PREFETCH(at) __builtin_prefetch(at)
#else
#define LIKELY(x)    (x)
#define UNLIKELY(x)  (x)
#define PREFETCH(at) (void)(at)
#endif

/* Functions marked INLINE can be compiled twice: for any processor, and for one with AVX2. */
#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

/* Sixteen bytes at a time; see base/vectors.h. */
#if defined(MAINTEXT_PORTABLE)
#elif defined(__x86_64__) || defined(_M_X64)
#define HAS_SSE2 1
#elif (defined(__aarch64__) && !defined(__ARM_BIG_ENDIAN)) || defined(_M_ARM64)
#define HAS_NEON 1
#endif

#if defined(__GNUC__) && defined(HAS_SSE2)
#define HAS_WIDE_BUILD 1
#define WIDE_BUILD     __attribute__((target("avx2")))
#else
#define HAS_WIDE_BUILD 0
#endif

/* Instruction sets that not every x86-64 processor has. The operating system must support them, too.
   PROCESSOR_VBMI is VBMI and GFNI with the parts of AVX-512 for floats and for bytes. */
enum { PROCESSOR_AVX2 = 1, PROCESSOR_AVX512 = 2, PROCESSOR_FMA = 4, PROCESSOR_VBMI = 8 };
int mt_processor_has(int feature);

#endif
