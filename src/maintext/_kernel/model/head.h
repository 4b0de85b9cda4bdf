/* What a page's head declares: <title>, <meta>, <link rel=canonical>, types of JSON-LD. */
#ifndef MAINTEXT_HEAD_H
#define MAINTEXT_HEAD_H

#include "parse/parser.h"

enum {
    DECLARED_TITLE,
    DECLARED_URL,
    DECLARED_TYPE,
    DECLARED_AUTHOR,
    DECLARED_ARTICLE_AUTHOR,
    DECLARED_DATE,
    DECLARED_COUNT
};

typedef struct {
    int is_declared[DECLARED_COUNT];
    const Attribute *content[DECLARED_COUNT]; /* of the first that declares it; NULL: it has none */
    const Attribute *canonical;               /* the href of <link rel=canonical>; NULL: there is none */
} Head;

int mt_read_head(Parser *parser, const Table *table, Head *head);

/* The text of the first <title> that has any and names no drawing; empty where there is none. */
View mt_title_of(const Table *table);

/* The next type that JSON-LD names; `scripts` is where the search stands. Empty: no more. */
typedef struct {
    int64_t row, position; /* the next row, and the code point that `at` is */
    const Byte *at, *end;  /* what is left of a script */
    const Byte *after;     /* where the next row is looked for */
} Scripts;

Scripts mt_scripts_of(const Table *table);
View mt_next_type(const Table *table, Scripts *scripts);

#endif
