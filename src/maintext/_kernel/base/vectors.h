/* Sixteen bytes at once: by SSE2 on x86-64, by NEON on arm64, by two words of 64 bits elsewhere.

   Each of the three headers has the same functions, and gives the same results; define
   MAINTEXT_PORTABLE to force the words. `Bytes` are sixteen bytes, `Counts` sixteen sums below 256, and
   `Matches` say of each byte whether it matches:

       load, store, every              memory, or one byte for all <-> Bytes
       set_bits, to_lower              bits set in all; ASCII capitals as small letters
       keep_first, keep_rest           the first bytes or those after them, the others 0
       add_bytes                       two of which each byte is 0 in one
       first_word, second_word         eight bytes as a word, the first in its lowest bits
       is_byte, is_continuation        one byte; what continues a code point of UTF-8
       is_at_most, is_outside          up to an ASCII byte; below one or beyond ASCII
       is_between                      from first to last, both ASCII or both beyond
       is_beyond_ascii                 such matches can be combined and looked at, but not counted
       either, both, but_not           Matches of two
       match_first                     whether the first byte matches; no other does
       after_match, last_match         of each byte whether the one before it matches, of the first whether
                                       `carry` does; the last match as such a carry
       mask_of, is_any                 a bit for each byte; whether there is a match
       no_counts, count_up, sum_of     Matches added up, byte by byte; the sum of all */
#ifndef MAINTEXT_VECTORS_H
#define MAINTEXT_VECTORS_H

#include "base/vectors_neon.h"
#include "base/vectors_portable.h"
#include "base/vectors_sse2.h"

enum { STEP = 16 }; /* bytes at once */

#endif
