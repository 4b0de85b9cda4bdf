/* Operations on sixteen bytes at a time: SSE2 on x86-64, NEON on arm64, two 64-bit words elsewhere.

   The three headers define the same functions with the same results. Define MAINTEXT_PORTABLE to force
   the words. `Bytes` are sixteen bytes, `Counts` sixteen sums below 256, `Matches` one flag per byte:

       load, store, every              memory <-> Bytes; one byte repeated
       set_bits, to_lower              set bits in all bytes; lower-case ASCII letters
       keep_first, keep_rest           keep the first `count` bytes, or those after them; the others become 0
       add_bytes                       combine two; each byte must be 0 in one of them
       first_word, second_word         eight bytes as a word, the first in its lowest bits
       is_byte, is_continuation        equal to a byte; UTF-8 continuation byte
       is_at_most, is_outside          up to an ASCII byte; below one, or not ASCII
       is_between                      from first to last, both ASCII or both not ASCII
       is_non_ascii                    these matches can be combined and tested, but not counted
       either, both, but_not           combine two Matches
       match_first                     a match at the first byte, or none
       after_match, last_match         shift matches by one byte, with `carry` as the first; the last match
                                       as the next carry
       mask_of, is_any                 one bit per byte; whether there is a match
       no_counts, count_up, sum_of     add up matches byte by byte; the sum of all bytes */
#ifndef MAINTEXT_VECTORS_H
#define MAINTEXT_VECTORS_H

#include "base/vectors_neon.h"
#include "base/vectors_portable.h"
#include "base/vectors_sse2.h"

enum { STEP = 16 };

#endif
