/* What a page's head declares: <title>, <meta>, <link rel=canonical>, JSON-LD types. */
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
    const Attribute *content[DECLARED_COUNT]; /* of the first declaration; NULL if missing */
    const Attribute *canonical;               /* href of <link rel=canonical>; NULL if missing */
} Head;

int mt_read_head(Parser *parser, const Table *table, Head *head);

/* The text of the first <title> with text outside SVG; empty if there is none. */
View mt_title_of(const Table *table);

/* The next type in JSON-LD; empty at the end. `scripts` is the state of the search. */
typedef struct {
    int64_t row;          /* the next one */
    const Byte *at, *end; /* the rest of the current script */
} Scripts;

Scripts mt_scripts_of(const Table *table);
View mt_next_type(const Table *table, Scripts *scripts);

#endif
