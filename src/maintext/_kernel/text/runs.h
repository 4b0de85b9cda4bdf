/* Runs of words in a text, for maintext.batch.quality. */
#ifndef MAINTEXT_RUNS_H
#define MAINTEXT_RUNS_H

#include <stdint.h>

enum { FIRST_RUN = 2, LAST_RUN = 10, RUN_SIZES = LAST_RUN - FIRST_RUN + 1 };

/* For runs of FIRST_RUN to LAST_RUN words: characters of all occurrences of the most frequent run, of several
   the first, with a space between its words; and characters of runs that repeat an earlier one, where the next
   run begins after a repeated one. `word` has a hash for each word, `length` its characters. Returns -1 without
   memory. */
int mt_measure_runs(const uint64_t *word, const int64_t *length, int64_t count, int64_t *top,
                    int64_t *repeated);

#endif
