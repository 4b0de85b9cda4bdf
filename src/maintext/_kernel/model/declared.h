/* What a page declares of itself: its titles, and columns for its head and its URL. */
#ifndef MAINTEXT_DECLARED_H
#define MAINTEXT_DECLARED_H

#include "model/head.h"

typedef struct {
    char *titles; /* UTF-8 of the page's title and the one that it declares */
    size_t titles_length;
} Declared;

/* Write the columns of a page that its head and its URL give. 0: out of memory. */
int mt_read_declared(Parser *parser, const Table *table, float *page, Declared *declared);
void mt_free_declared(Declared *declared);

#endif
