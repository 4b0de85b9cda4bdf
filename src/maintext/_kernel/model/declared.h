/* What a page declares of itself, as numbers: the last of its features (maintext.features.whole). */
#ifndef MAINTEXT_DECLARED_H
#define MAINTEXT_DECLARED_H

#include "model/head.h"

/* Words to look for, in groups that each have a column: first those of types (og:type), then the types of
   JSON-LD, then those of addresses. Each is the number of its group, its length, and its letters; `#` stands
   for any digit. */
typedef struct {
    const Byte *text;
    size_t length;
    int types, schemas, addresses; /* how many groups there are of each */
} DeclaredWords;

/* Columns beside those of words: an author, a date; parts, a number, no path, no address. */
enum { WHO_AND_WHEN = 2, ADDRESS_COLUMNS = 4 };

typedef struct {
    float *columns; /* declared_count of them */
    char *titles;   /* UTF-8 of the page's title and the one that it declares */
    size_t titles_length;
} Declared;

int64_t mt_declared_count(const DeclaredWords *words);

/* 0: out of memory. */
int mt_read_declared(Parser *parser, const Table *table, const DeclaredWords *words, Declared *declared);
void mt_free_declared(Declared *declared);

#endif
