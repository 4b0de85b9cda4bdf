/* Kept blocks -> text, Markdown, HTML, all from one list of items.

       structure.c          attributes -> roles, spans of cells, numbers of lists
       data_tables.c        tables -> those that hold data
       outline.c            kept blocks -> items (paragraphs, headings, captions, code, tables, images), and the
                            quotes, figures and lists around them
       grid.c               a table -> its cells, in rows and columns
       code.c               a <pre> -> its lines
       folding.c            text nodes -> a line, white space folded
       runs.c               a block -> runs of text of one style, and images
       nesting.c            runs -> begins and ends of links and emphasis, properly nested
       classes.c            what Unicode says about characters
       text.c               items -> plain text
       html.c               items -> HTML
       markdown.c           items -> Markdown: marks of lists and quotes, lines
       markdown_line.c      runs -> a line of Markdown: escapes, code, links
       markdown_emphasis.c  which emphasis a reader of CommonMark sees

   Python gives links, images and languages (maintext.render.content). A column that cannot be one of a table makes
   these functions fail, not crash: whatever is used as a row or an offset is checked. */
#ifndef MAINTEXT_CONTENT_H
#define MAINTEXT_CONTENT_H

#include "render/folding.h"

/* -- what is given ------------------------------------------------------------------------------------ */

typedef struct {
    Sorted at; /* rows */
    const View *source, *alt;
} Images;

typedef struct {
    int64_t count;
    const int64_t *of_row; /* the number of the address that an <a> leads to, or NONE; NULL: no links */
    const View *address;
} Links;

/* A page and the blocks to write, with what the attributes of its elements say. */
typedef struct {
    Rows rows;
    BlockRows blocks;
    const Byte *kept;     /* by block */
    const int64_t *chars; /* by row */
    Sorted gaps;          /* text nodes that a space belongs before */
    Text text;

    /* What attributes say: structure.c. */
    Sorted layout;   /* tables that only place text, by their role */
    Sorted headings; /* by their role */
    const int64_t *levels;
    Sorted spans; /* cells that span several places */
    const int64_t *across, *down;
    Sorted numbered; /* lists that begin with a number, and items that have one */
    const int64_t *numbers;

    /* These only for Markdown and HTML. */
    Images images; /* on lines of their own, or in cells */
    Images inside; /* inside of lines */
    Links links;
    Sorted coded; /* code with a language */
    const View *languages;
} PageContent;

enum { HIGHEST_NUMBER = 999999999 }; /* of a list item */

/* The place of a row in a sorted list; NONE if it is not in it. */
int64_t mt_place_of(Sorted some, int64_t row);

/* -- buffers ------------------------------------------------------------------------------------------ */

typedef struct {
    char *at;
    size_t length, room;
    int has_failed; /* out of memory: what came since is missing */
} Buffer;

void mt_put(Buffer *buffer, const char *text, size_t length);
void mt_put_string(Buffer *buffer, const char *text);
void mt_put_char(Buffer *buffer, char c);
void mt_put_number(Buffer *buffer, int64_t number);
char *mt_room_in(Buffer *buffer, size_t bytes); /* for so many more; NULL: out of memory */

/* An array with room for so many items; NULL if out of memory, and the array is as it was. */
void *mt_reserve(void *array, int64_t *room, int64_t wanted, size_t item);

/* -- structure.c -------------------------------------------------------------------------------------- */

typedef struct {
    int64_t *at, count, room;
} Numbers;

/* The memory of what attributes say. */
typedef struct {
    Numbers layout, headings, levels, spans, across, down, numbered, numbers;
    int has_failed;
} Structure;

/* Read the attributes of a table into `content`, whose rows are known; 0, or what went wrong. */
int64_t mt_read_structure(Parser *parser, const Table *table, PageContent *content, Structure *structure);
void mt_free_structure(Structure *structure);

/* -- data_tables.c, outline.c ------------------------------------------------------------------------- */

/* A grid has so many places for each cell of the source, and some more. */
enum { MOST_GROWTH = 4, FREE_GROWTH = 64 };

int64_t mt_last_row(const PageContent *content);
int64_t mt_find_data_tables(const PageContent *content, int64_t *found);
int64_t mt_find_holders(const PageContent *content, Sorted tables, int64_t *found);

enum { DEEPEST = 8 }; /* containers that an item is shown in: what lies deeper is shown at that level */

typedef struct {
    int32_t at[DEEPEST];
    int length;
} Path; /* rows of containers, from the outside */

typedef enum { ITEM_PARAGRAPH, ITEM_HEADING, ITEM_CAPTION, ITEM_CODE, ITEM_TABLE, ITEM_IMAGE } ItemKind;

typedef struct {
    ItemKind kind;
    int level;            /* of a heading, from 1 to 6 */
    int64_t row;          /* of the element whose whole text it is, or of the image; NONE for a paragraph */
    int64_t image;        /* the number of the image that it is, or NONE */
    int64_t first, count; /* its blocks; those that are not kept are left out. An image has none. */
    Path within;          /* the containers around it */
    int shared;           /* how many of these the item before lies in */
    int is_close;         /* follows the item before without an empty line */
} Item;

typedef struct {
    int32_t container, list; /* the nearest ones, the row itself included; NONE if there is none */
    int32_t number;          /* of an item of an ordered list, NONE for others; items of a list so far */
    uint8_t level;           /* of containers, no more than DEEPEST */
    uint8_t is_used;         /* a container: it is the innermost one of an item */
    uint8_t is_loose;        /* a list: its items stand apart */
} Around;

typedef struct {
    const Rows *rows;
    Item *items;
    int64_t count;
    Around *around, stray; /* by row; `stray` stands for the list of items that have none */
} Outline;

int mt_is_code(int64_t tag);
int mt_is_listed(int64_t tag); /* a list item, term or definition */

/* Find the items of the kept blocks, with the images between them; 0, or what went wrong. */
int64_t mt_find_items(const PageContent *content, Outline *outline);
void mt_free_outline(Outline *outline);

int mt_count_shared(const Path *one, const Path *other);
int mt_is_loose(const Outline *outline, int64_t container); /* whether it is an item of a loose list */
int mt_stands_close(const Outline *outline, const Path *before, const Path *path);

/* -- grid.c ------------------------------------------------------------------------------------------- */

typedef struct {
    int64_t row;
    int64_t first, count; /* its blocks */
    int64_t image, image_count;
    int is_header, has_kept;
} Cell;

typedef struct {
    int32_t cell; /* its number; NONE: empty, or covered by one that spans several places */
    int is_header;
} Slot;

typedef struct {
    Cell *cells;
    int64_t cell_count;
    int64_t caption; /* blocks before the first cell */
    int64_t rows, columns;
    Slot *places; /* rows x columns */
} Grid;

int64_t mt_make_grid(const PageContent *content, const Item *item, Grid *grid); /* 0, or what went wrong */
void mt_free_grid(Grid *grid);

/* -- code.c ------------------------------------------------------------------------------------------- */

/* Write the kept code of an item, line for line; 0 if an offset cannot be right. */
int mt_put_code_lines(const PageContent *content, Writer *writer, const Item *item, Buffer *out);

/* -- text.c ------------------------------------------------------------------------------------------- */

const Byte *mt_skip_back(const Byte *start, const Byte *end); /* the end, less white space before it */
Writer mt_begin_reading(const PageContent *content);
int mt_fold_into(Writer *writer, Buffer *out, const TextNode *node);

/* Write the text of a block; 0 if its offsets cannot be right. */
int mt_put_block(Writer *writer, Buffer *out, int64_t first, int64_t last);

/* Write the kept blocks into `parts`: those of a part are the blocks that `owner` gives its number, or all
   where that is NULL. 0, or what went wrong. */
int64_t mt_write_plain(const PageContent *content, const int64_t *owner, Buffer *parts, int64_t part_count);

/* -- runs.c ------------------------------------------------------------------------------------------- */

enum { STRONG = 1, EM = 2, SUB = 4, SUP = 8, CODE = 16, AS_IT_IS = 32, EMPHASIS = STRONG | EM };

typedef struct {
    int32_t link; /* the number of an address, or NONE */
    uint32_t dress;
} Style;

typedef enum { MARK_LINK, MARK_SUB, MARK_SUP, MARK_STRONG, MARK_EM, MARKS } Mark;

typedef struct {
    size_t start, end; /* in the line's text */
    Style style;
    int64_t image;        /* the number of the one that it is, or NONE */
    int64_t reach[MARKS]; /* the last run up to which it wears a mark; NONE: it does not */
} Run;

typedef struct {
    Run *at;
    int64_t count, room;
} Runs;

typedef struct {
    int64_t run; /* NONE: a mark begins or ends */
    Mark mark;
    int32_t link;
    int opens, is_void;
    int64_t partner;   /* of emphasis that CommonMark reads: where it ends, or began; else NONE */
    size_t start, end; /* of what is written for it */
} LineToken;

typedef struct {
    int64_t image;
    int is_spaced; /* white space stands before it */
} WaitingImage;

typedef struct {
    const PageContent *content;
    Writer writer;
    Style *styles; /* by row */
    Buffer text;   /* of the line, folded */
    Runs runs, tight;
    WaitingImage *waiting; /* images since the last text */
    int64_t waiting_count, waiting_room;
    LineToken *tokens;
    int64_t token_count, token_room;
    Buffer strings; /* of the tokens */
    int has_failed; /* out of memory */
} Line;

int64_t mt_begin_lines(Line *line, const PageContent *content); /* 0, or what went wrong */
void mt_end_lines(Line *line);

/* Find the runs of a block, without the dress that its place implies; 0, or what went wrong. */
int64_t mt_find_runs(Line *line, int64_t block, uint32_t implied);

int mt_is_style(Style one, Style other);
void mt_add_run(Line *line, Runs *runs, const Run *run);

/* -- nesting.c ---------------------------------------------------------------------------------------- */

void mt_nest(Line *line, Runs *runs); /* runs -> tokens */

/* -- classes.c ---------------------------------------------------------------------------------------- */

typedef enum { CLASS_OTHER, CLASS_SPACE, CLASS_WORD, CLASS_DECIMAL, CLASS_PUNCTUATION, CLASS_SYMBOL } Class;

Class mt_class_at(const char *at, const char *end, size_t *length); /* `length` gets the character's bytes */
Class mt_first_class(const char *start, const char *end);
Class mt_last_class(const char *start, const char *end, size_t *length);
int mt_is_word(Class is);   /* a letter or digit of any script */
int mt_is_border(Class is); /* white space, punctuation, a symbol */
int mt_is_ascii_mark(char c);

/* -- markdown_line.c, markdown_emphasis.c, markdown.c --------------------------------------------------- */

/* Write the line's runs as Markdown; in a table, without bars that would end the cell. */
void mt_put_markdown_line(Line *line, Buffer *out, int in_table);
void mt_put_markdown_image(const Images *images, int64_t image, Buffer *out);
void mt_put_token(Line *line, const Runs *runs, const LineToken *token, Buffer *out, int is_last);
int mt_is_bare(const Line *line, const Run *run); /* a link whose text is its address */

void mt_tighten(Line *line);
void mt_drop_void_emphasis(Line *line);

int64_t mt_write_markdown(const PageContent *content, Buffer *out); /* 0, or what went wrong */

/* -- html.c ------------------------------------------------------------------------------------------- */

int64_t mt_write_html(const PageContent *content, Buffer *out); /* 0, or what went wrong */

#endif
