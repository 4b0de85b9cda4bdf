/* The algorithm of the ARM optimized routines (MIT license), as in glibc: e^x = 2^(k/128) * e^r with |r| <=
   ln 2 / 256, and a polynomial for e^r. Every rounding is explicit: fma() is exact everywhere, and the
   compiler may not fuse anything else (-ffp-contract=off). Error: below 0.512 units in the last place. */
#include "base/exponential.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/processor.h"
#include "generated/powers.h"

static const double LARGEST = 700; /* beyond it, results may overflow or lose bits */

INLINE double from_bits(uint64_t bits)
{
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

INLINE double exp_by_table(double x)
{
    const double steps_by_ln2 = 0x1.71547652b82fep0 * POWER_STEPS, rounder = 0x1.8p52;
    const double minus_ln2_high = -0x1.62e42fefa0000p-8, minus_ln2_low = -0x1.cf79abc9e3b39p-47;
    const double c2 = 0x1.ffffffffffdbdp-2, c3 = 0x1.555555555543cp-3;
    const double c4 = 0x1.55555cf172b91p-5, c5 = 0x1.1111167a4d017p-7;
    double steps = fma(steps_by_ln2, x, rounder); /* the lowest bits are the nearest integer */
    uint64_t bits;
    memcpy(&bits, &steps, sizeof bits);
    steps -= rounder;
    double r = fma(steps, minus_ln2_low, fma(steps, minus_ln2_high, x)), square = r * r;
    const uint64_t *power = powers[bits % POWER_STEPS];
    double scale = from_bits(power[1] + (bits << 45));
    double rest = fma(square * square, fma(r, c5, c4), fma(square, fma(r, c3, c2), from_bits(power[0]) + r));
    return fma(scale, rest, scale);
}

#if defined(__GNUC__) && defined(__x86_64__) && !defined(__FMA__)
__attribute__((target("fma"))) static double exp_fused(double x) { return exp_by_table(x); }
#else
static double exp_fused(double x) { return exp_by_table(x); }
#endif

static double exp_portable(double x) { return exp_by_table(x); }

double mt_exp(double number)
{
    if (!(fabs(number) < LARGEST))
        return exp(number);
    return mt_processor_has(PROCESSOR_FMA) ? exp_fused(number) : exp_portable(number);
}
