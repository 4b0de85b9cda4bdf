/* What a page declares about itself: its titles, and columns from its head and URL. */
#ifndef MAINTEXT_DECLARED_H
#define MAINTEXT_DECLARED_H

#include "model/head.h"

typedef struct {
    char *titles; /* UTF-8: the page's title, a space, and the declared title */
    size_t titles_length;
} Declared;

/* Write the columns that come from the head and the URL of a page. Returns 0 when out of memory. */
int mt_read_declared(Parser *parser, const Table *table, float *page, Declared *declared);
void mt_free_declared(Declared *declared);

#endif
