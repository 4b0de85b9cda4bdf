/* What stands for the words, sets and weights of a model; see fuzz_words.c. */
#ifndef MAINTEXT_FUZZ_WORDS_H
#define MAINTEXT_FUZZ_WORDS_H

#include "fuzz.h"
#include "model/words.h"

const uint32_t *fuzz_letters(void);
WordSet fuzz_word_set(FuzzPage *page, const uint64_t *hash, int64_t count);
const int64_t *fuzz_subjects(FuzzPage *page);
const int64_t *fuzz_tag_buckets(FuzzPage *page);
Weights fuzz_weights(void);

#endif
