/* Items -> Markdown: what maintext.render.markdown, markdown_line and inline write.

       markdown_line.c      a block's text nodes -> runs of one style -> a line
       markdown_emphasis.c  runs -> begins and ends of emphasis and links, properly nested
       markdown_classes.c   what Unicode says of characters
       markdown.c           items -> their lines, with the marks of lists and quotes before them

   Python gives what takes more than the table: addresses, images, code, tables, numbers of list items. A line
   that hangs on what only Python knows of a character is left to it: it is told which, and called again with
   their text. */
#ifndef MAINTEXT_MARKDOWN_H
#define MAINTEXT_MARKDOWN_H

#include "render/folding.h"

typedef struct {
    char *at;
    size_t length, room;
    int has_failed; /* there was no memory: what came since is not in it */
} Buffer;

void mt_put(Buffer *buffer, const char *text, size_t length);

typedef struct {
    int64_t count;
    const int64_t *of_row;   /* the number of the address that an <a> leads to, or NONE */
    const HeldText *address; /* as it stands behind a link's text */
    const HeldText *bare;    /* as it reads, if it may be written without a text; else NULL */
} Links;

typedef struct {
    Sorted holders;
    const HeldText *held;  /* the lines of code and tables */
    const int64_t *levels; /* of headings, from 1 to 6 */
    Sorted images;         /* that are items */
    const HeldText *shown; /* those as they are written */
    Sorted inside;         /* images inside of lines, which are left to Python */
    Links links;
    Sorted numbered;        /* items of ordered lists */
    const int64_t *numbers; /* theirs, below a thousand million */
    const HeldText *lines;  /* by block, those that were left; NULL: none yet */
} Given;

/* -- markdown_line.c -------------------------------------------------------------------------------- */

typedef enum { LINE_PLAIN = 1, LINE_HEADING, LINE_TERM } LineKind; /* bold is implied in the last two */

typedef struct {
    int32_t link; /* the number of an address, or NONE */
    uint32_t dress;
} Style;

enum { MARKS = 5 };

typedef struct {
    size_t start, end; /* in the line's text */
    Style style;
    int64_t reach[MARKS]; /* the last run up to which it wears a mark; NONE: it does not */
} Run;

typedef struct {
    Run *at;
    int64_t count, room;
} Runs;

typedef struct {
    int64_t run; /* NONE: a mark begins or ends */
    int32_t mark, link;
    int opens, is_void;
    int64_t partner;   /* of a delimiter that CommonMark reads: the other one; else NONE */
    size_t start, end; /* of its Markdown */
} LineToken;

typedef struct {
    Writer writer;
    Style *styles; /* by row */
    const Links *links;
    char *text; /* of the line, folded */
    int64_t text_room;
    Runs runs, tight;
    LineToken *tokens;
    int64_t token_count, token_room;
    Buffer strings; /* of the tokens */
    Buffer written;
    int is_left, has_failed;
} Line;

enum { STRONG = 1, EM = 2, SUB = 4, SUP = 8, CODE = 16, AS_IT_IS = 32, EMPHASIS = STRONG | EM };

void *mt_reserve(void *array, int64_t *room, int64_t wanted, size_t item);
int mt_is_style(Style one, Style other);
void mt_add_run(Line *line, Runs *runs, size_t start, size_t end, Style style);
void mt_put_escaped(Line *line, Buffer *out, const char *start, const char *end, int is_last);
void mt_put_code(Buffer *out, const char *start, const char *end);
void mt_put_address(Line *line, Buffer *out, int32_t link);
int mt_is_bare(const Line *line, const Run *run);
void mt_put_bare(const Line *line, Buffer *out, const Run *run);

int mt_begin_lines(Line *line, const Rows *rows, Sorted gaps, Text text, const Links *links);
void mt_end_lines(Line *line);
int mt_write_line(Line *line, int64_t first, int64_t last, LineKind kind);

/* -- markdown_emphasis.c ---------------------------------------------------------------------------- */

void mt_put_dressed(Line *line, int is_emphasised);

/* -- markdown_classes.c ----------------------------------------------------------------------------- */

typedef enum { CLASS_OTHER, CLASS_SPACE, CLASS_WORD, CLASS_PUNCTUATION, CLASS_SYMBOL, CLASS_UNKNOWN } Class;

/* `is_left` is set where a class is not known; `length` gets the bytes of the character. */
Class mt_class_at(Line *line, const char *at, const char *end, size_t *length);
Class mt_first_class(Line *line, const char *start, const char *end);
Class mt_last_class(Line *line, const char *start, const char *end, size_t *length);
int mt_is_border_class(Class is);
int mt_is_ascii_mark(char c);

/* -- markdown.c ------------------------------------------------------------------------------------- */

int64_t mt_write_markdown(const Rows *rows, const BlockRows *blocks, const Byte *kept, Sorted gaps, Text text,
                       const Item *items, int64_t count, const Given *given, Byte *left, Buffer *out);

#endif
