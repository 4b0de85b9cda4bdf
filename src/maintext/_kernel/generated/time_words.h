/* Written by tools/thread_tables.py from maintext.threads.times; do not edit. */
#ifndef MAINTEXT_TIME_WORDS_H
#define MAINTEXT_TIME_WORDS_H
#include <stdint.h>

/* Words of ASCII, in lower case; NULL is after the last. The openers begin a time that has no digits. */
extern const char *const mt_months[];
extern const char *const mt_units[];
extern const char *const mt_spans[];
extern const char *const mt_numerals[];
extern const char *const mt_ago_after[];
extern const char *const mt_ago_before[];
extern const char *const mt_ordinals[];
extern const char *const mt_clocks[];
extern const char *const mt_days[];
extern const char *const mt_times_alone[];
extern const char *const mt_time_openers[];

/* The first three letters of words in times with digits. By the first letter, the two after it, pair by pair;
   NULL if there are none. */
extern const char *const mt_time_starts[26];

/* The first three letters of the other words that are not all ASCII; an empty text is after the last. */
extern const uint16_t mt_foreign_starts[][4];

#endif
