/* What a page's head declares of it, for maintext.features.meta. */
#ifndef MAINTEXT_HEAD_H
#define MAINTEXT_HEAD_H

#include "kernel.h"

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
    const Attribute *canonical;               /* the address of <link rel=canonical>; NULL: there is none */
} Head;

int read_head(Parser *parser, const Table *table, Head *head);

#endif
