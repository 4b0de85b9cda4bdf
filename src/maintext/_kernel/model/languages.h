/* The language of a text: naive Bayes over byte sequences, which an automaton finds. */
#ifndef MAINTEXT_LANGUAGES_H
#define MAINTEXT_LANGUAGES_H

#include "rows/rows.h"

/* The model of py3langid (see maintext.metadata.classifier). */
typedef struct {
    const uint32_t *moves;  /* by row and byte: the next state */
    const uint16_t *row_of; /* by state: its row of `moves` */
    const int32_t *ending;  /* by state: the sequence that ends there, or -1 */
    const uint16_t *terms;  /* sequences x languages: float16 */
    int64_t move_rows, states, sequences, languages;
} LanguageModel;

/* Add the log likelihood of a text to the score of each language. Returns the number of different sequences in
   the text, FOUND_NO_MEMORY, or FOUND_INVALID if the model refers to something that it does not have. */
int64_t mt_score_languages(const LanguageModel *model, const Byte *text, int64_t length, double *scores);

#endif
