/* Detects the instruction sets of the processor. __builtin_cpu_supports does not link everywhere. */
#include "base/processor.h"

#if defined(__GNUC__) && defined(HAS_SSE2)
#include <cpuid.h>
#include <stdatomic.h>
#include <stdint.h>

enum {
    IS_DETECTED = 128,
    HAS_FMA = 1 << 12,         /* leaf 1, ECX */
    HAS_OSXSAVE = 1 << 27,     /* leaf 1, ECX */
    HAS_AVX2 = 1 << 5,         /* leaf 7, EBX */
    HAS_AVX512F = 1 << 16,     /* leaf 7, EBX */
    HAS_AVX512BW = 1 << 30,    /* leaf 7, EBX */
    HAS_AVX512VBMI = 1 << 1,   /* leaf 7, ECX */
    HAS_GFNI = 1 << 8,         /* leaf 7, ECX */
    SAVES_AVX = 0x06,          /* states that the system saves: xmm and ymm */
    SAVES_AVX512 = 0xE0 | 0x06 /* also masks and zmm */
};

static uint32_t saved_states(void)
{
    uint32_t low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

static int detect(void)
{
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & HAS_OSXSAVE))
        return IS_DETECTED;
    uint32_t saved = saved_states();
    int saves_avx = (saved & SAVES_AVX) == SAVES_AVX, saves_avx512 = (saved & SAVES_AVX512) == SAVES_AVX512;
    int found = IS_DETECTED | (c & HAS_FMA && saves_avx ? PROCESSOR_FMA : 0);
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d))
        return found;
    int has_avx512 = b & HAS_AVX512F && saves_avx512;
    int has_vbmi = has_avx512 && b & HAS_AVX512BW && c & HAS_AVX512VBMI && c & HAS_GFNI;
    return found | (b & HAS_AVX2 && saves_avx ? PROCESSOR_AVX2 : 0) | (has_avx512 ? PROCESSOR_AVX512 : 0) |
           (has_vbmi ? PROCESSOR_VBMI : 0);
}

/* cpuid is slow in virtual machines, so the result is cached; it is the same for every thread. */
int mt_processor_has(int feature)
{
    static atomic_int cached;
    int known = atomic_load_explicit(&cached, memory_order_relaxed);
    if (!known)
        atomic_store_explicit(&cached, known = detect(), memory_order_relaxed);
    return known & feature;
}
#else
int mt_processor_has(int feature)
{
    (void)feature;
    return 0;
}
#endif
