/* Kept blocks -> text, Markdown, HTML, all from one list of items.

       structure.c          attributes -> roles, spans of cells, numbers of lists
       data_tables.c        tables -> those that contain data
       containers.c         quotes, figures and lists around rows; numbers of list items
       outline.c            kept blocks -> items (paragraphs, headings, captions, code, tables, images), and
                            the quotes, figures and lists around them
       grid.c               a table -> its cells, in rows and columns
       cells.c              a cell -> its paragraphs, code and tables
       code.c               a <pre> -> its lines
       folding.c            text nodes -> a line with collapsed white space
       runs.c               a block -> runs of text of one style, and images
       nesting.c            runs -> starts and ends of links and emphasis, properly nested
       classes.c            Unicode classes of characters
       buffer.c             the bytes that are written
       text.c               items -> plain text
       hidden.c             texts of hidden elements
       html.c               items -> HTML
       html_tables.c        tables -> HTML
       markdown.c           items -> Markdown: prefixes of lists and quotes, lines
       markdown_tables.c    tables -> Markdown, with pipes or as HTML
       latex.c              LaTeX in a line of text
       markdown_line.c      runs -> a line of Markdown: escapes, code, links
       markdown_emphasis.c  emphasis that CommonMark recognizes

   Python provides links, images and languages (maintext.render.content). Every value that is used as a row
   or an offset is checked, so invalid columns cause an error, not a crash. Functions that return int64_t
   return 0, FOUND_INVALID or FOUND_NO_MEMORY, unless they return a number. */
#ifndef MAINTEXT_CONTENT_H
#define MAINTEXT_CONTENT_H

#include "render/folding.h"

/* -- input ------------------------------------------------------------------------------------------- */

typedef struct {
    Sorted at;                        /* rows */
    const View *source, *alt, *title; /* the title is a caption that is not in the text, or empty */
} Images;

typedef struct {
    int64_t count;
    const int64_t *of_row; /* per row: number of the URL of an <a>, or NONE; NULL: no links */
    const View *url;
} Links;

/* How Markdown writes tables. */
typedef enum {
    TABLES_PIPE, /* all with pipes */
    TABLES_AUTO, /* those that pipes cannot hold as HTML */
    TABLES_HTML, /* all as HTML */
    TABLE_CHOICES
} TableChoice;

/* A page and the blocks to write. */
typedef struct {
    Rows rows;
    BlockRows blocks;
    const Byte *kept;     /* per block */
    const int64_t *chars; /* per row */
    Sorted gaps;          /* text nodes that need a space before them */
    Changed changed;      /* text nodes that are written differently */

    /* From attributes: structure.c. */
    Sorted layout;   /* layout tables, by their role */
    Sorted headings; /* by their role */
    const int64_t *levels;
    Sorted spans; /* cells that span several places */
    const int64_t *across, *down;
    Sorted numbered; /* lists with a start number, and items with a number */
    const int64_t *numbers;
    Sorted reversed; /* lists that count down */
    Sorted types;    /* lists that are numbered by letters or Roman numerals */
    const int64_t *type_letters;
    Sorted tasks; /* list items with a checkbox */
    const int64_t *are_checked;
    Sorted lines; /* inline elements of listings that are lines, by their class */

    /* Only for Markdown and HTML. */
    Images images; /* on their own lines, or in cells */
    Images inside; /* inside lines */
    Links links;
    Sorted coded; /* code with a language */
    const View *languages;
    Sorted notes; /* list items that are footnotes */
    const View *labels;
    TableChoice tables; /* only for Markdown */
    int is_unformatted; /* no bold, italic, struck and marked text */
} PageContent;

enum { HIGHEST_NUMBER = 999999999 }; /* of a list item */

static inline int is_cell(int64_t tag) { return tag == TAG_TD || tag == TAG_TH; }

static inline int64_t tag_at(const PageContent *content, int64_t row) { return content->rows.tag[row]; }

static inline int has_kept(const PageContent *content, int64_t first, int64_t end) /* blocks */
{
    for (int64_t block = first; block < end; block++)
        if (content->kept[block])
            return 1;
    return 0;
}

/* Index of a row in a sorted list, or NONE. */
int64_t mt_index_of(Sorted some, int64_t row);

/* -- buffers ----------------------------------------------------------------------------------------- */

typedef struct {
    char *at;
    size_t length, capacity;
    int has_failed; /* out of memory: later output is missing */
} Buffer;

void mt_put(Buffer *buffer, const char *text, size_t length);
void mt_put_string(Buffer *buffer, const char *text);
void mt_put_char(Buffer *buffer, char c);
void mt_put_number(Buffer *buffer, int64_t number);
char *mt_reserve_bytes(Buffer *buffer, size_t bytes); /* room for more bytes; NULL when out of memory */

/* -- structure.c ------------------------------------------------------------------------------------- */

typedef struct {
    int64_t *at, count, capacity;
} Numbers;

/* Memory of what was read from attributes. */
typedef struct {
    Numbers layout, headings, levels, spans, across, down, numbered, numbers;
    Numbers reversed, types, type_letters, tasks, are_checked, lines;
    Numbers posts, quotes, tags; /* of a forum; tags by row */
    int has_failed;
} Structure;

/* Read the attributes of a table into `content`, whose rows are set. */
int64_t mt_read_structure(Parser *parser, const Table *table, PageContent *content, Structure *structure);
void mt_free_structure(Structure *structure);

/* -- data_tables.c, outline.c ------------------------------------------------------------------------ */

/* Limits on the places of a grid: MAX_GROWTH per cell, plus FREE_GROWTH. */
enum { MAX_GROWTH = 4, FREE_GROWTH = 64 };

int64_t mt_first_row(const PageContent *content);
int64_t mt_last_row(const PageContent *content);

/* Whether a row and all below it come before a row. */
static inline int is_before(const Rows *rows, int64_t row, int64_t begin)
{
    return rows->end[row] <= begin && is_end(rows, row);
}

int64_t mt_find_data_tables(const PageContent *content, int64_t *found);

typedef struct {
    const Rows *rows;
    const BlockRows *blocks;
    const int64_t *chars; /* per row */
    int32_t *width;       /* per row: number of cells found directly below it; all 0 before and after */
} TablePage;

int mt_is_data_table(const TablePage *page, int64_t table, int64_t first, int64_t end);

enum { DEEPEST = 8 }; /* nested containers of an item; deeper ones are shown at this level */

typedef struct {
    int32_t at[DEEPEST];
    int length;
} Path; /* rows of containers, outermost first */

typedef enum {
    ITEM_PARAGRAPH,
    ITEM_HEADING,
    ITEM_CAPTION,
    ITEM_CODE,
    ITEM_TABLE,
    ITEM_IMAGE,
    ITEM_RULE
} ItemKind;

typedef struct {
    ItemKind kind;
    int level;     /* of a heading, 1 to 6 */
    int64_t row;   /* of the element whose text it is, or of the image; NONE for a paragraph */
    int64_t image; /* number of the image, or NONE */
    int64_t first,
        count;    /* its blocks, of which only the kept ones are written; images and rules have none */
    Path within;  /* the containers around it */
    int shared;   /* number of these that also contain the previous item */
    int is_close; /* no empty line after the previous item */
} Item;

typedef struct {
    int32_t container, list; /* the nearest ones, including the row itself, or NONE */
    int32_t last_item;       /* for a list: its last item so far, or NONE */
    int32_t number;          /* of an item of an ordered list, else NONE; for such a list: of the next item */
    uint8_t level;           /* depth of containers, at most DEEPEST */
    uint8_t is_used;         /* a container that is the innermost one of an item */
    uint8_t is_loose;        /* a list with empty lines between its items */
} RowContext;

typedef struct {
    const Rows *rows;
    Item *items;
    int64_t count;
    RowContext *context, stray; /* per row; `stray` is for list items without a list */
} Outline;

int mt_is_listed(int64_t tag); /* a list item, term or definition */

/* Find the containers around every row that matters. Returns 0 for invalid parents. */
int mt_find_containers(const PageContent *content, RowContext *context, RowContext *stray);
Path mt_path_of(const Rows *rows, const RowContext *context, int64_t container);
int64_t mt_list_step(const PageContent *content, int64_t list); /* from one number to the next: 1 or -1 */

/* Find the items of the kept blocks, with the images between them. */
int64_t mt_find_items(const PageContent *content, Outline *outline);
void mt_free_outline(Outline *outline);

int mt_count_shared(const Path *one, const Path *other);
int mt_is_loose(const Outline *outline, int64_t container); /* whether it is an item of a loose list */
int mt_is_close(const Outline *outline, const Path *before, const Path *path);

/* Whether a block continues the paragraph before it, with a single <br> between them. */
int mt_continues(const Rows *rows, const BlockRows *blocks, int64_t block);

/* -- grid.c ------------------------------------------------------------------------------------------ */

typedef struct {
    int64_t row;
    int64_t first, count; /* its blocks */
    int64_t image, image_count;
    size_t written, written_end; /* its text in the Markdown */
    int is_header, has_kept;
} Cell;

typedef struct {
    int32_t cell; /* index of the cell; NONE if empty */
    int is_header;
    int is_covered; /* by a cell that spans several places; only the first of them is not */
} Slot;

typedef struct {
    Cell *cells;
    int64_t cell_count;
    int64_t caption; /* number of blocks before the first cell */
    int64_t rows, columns;
    Slot *places; /* rows x columns */
} Grid;

int64_t mt_make_grid(const PageContent *content, const Item *item, Grid *grid);
void mt_free_grid(Grid *grid);

/* Whether the first row is a header: all its cells with text are header cells. */
int mt_is_headed(const Grid *grid);

/* The row after the table that begins at a row inside another one; the row itself for anything else. */
int64_t mt_skip_inner_table(const Rows *rows, int64_t table, int64_t row);

/* -- cells.c ----------------------------------------------------------------------------------------- */

/* Whether two blocks of a cell are in one row of a table inside it. */
int mt_are_in_inner_row(const PageContent *content, const Cell *cell, int64_t one, int64_t other);

/* A listing in a cell that begins with a block, as an item; its `row` is NONE if there is none. */
Item mt_listing_in_cell(const PageContent *content, const Cell *cell, int64_t block);

/* The first part of a cell with kept text, from a block on: a paragraph, code or table as an item, within the
   containers in the cell. Its `count` is 0 if there is none. */
Item mt_next_part(const PageContent *content, const Outline *outline, const Cell *cell, int64_t block);

/* -- code.c ------------------------------------------------------------------------------------------ */

/* Write the kept code of an item, line by line. Returns 0 for invalid rows. */
int mt_put_code_lines(const PageContent *content, const Item *item, Buffer *out);

/* -- text.c ------------------------------------------------------------------------------------------ */

const Byte *mt_skip_back(const Byte *start, const Byte *end); /* skip white space before `end` */
Writer mt_new_writer(const PageContent *content);
int mt_fold_into(Writer *writer, Buffer *out, const TextNode *node);

void mt_join_lines(Buffer *out, size_t since); /* of what was written after `since` */

/* Write the text of a block. */
void mt_put_block(Writer *writer, Buffer *out, int64_t first, int64_t last);

/* Write the kept blocks into `parts`. `owner` is the part of each block; NULL: all in one. */
int64_t mt_write_plain(const PageContent *content, const int64_t *owner, Buffer *parts, int64_t part_count);

/* -- hidden.c ---------------------------------------------------------------------------------------- */

enum { HIDDEN_NONE, HIDDEN_INNER, HIDDEN_OUTER };

/* Mark the rows that are hidden, or in a template; the outermost of them as HIDDEN_OUTER. */
void mt_mark_hidden(const Rows *rows, Byte *marks);

/* Append the words of a hidden row. Data in scripts is left out. Returns 0 for invalid rows. */
int mt_put_hidden(const Rows *rows, int64_t row, Buffer *out);

/* -- runs.c ------------------------------------------------------------------------------------------ */

enum {
    STRONG = 1,
    EM = 2,
    SUB = 4,
    SUP = 8,
    CODE = 16,
    STRUCK = 32,
    MARKED = 64,
    BARE_URL = 128,
    RAW = 256, /* already Markdown: a formula, or a reference to a note */
    EMPHASIS = STRONG | EM | STRUCK
};

typedef struct {
    int32_t link; /* number of a URL, or NONE */
    uint32_t format;
} Style;

typedef enum { MARK_LINK, MARK_SUB, MARK_SUP, MARK_STRUCK, MARK_MARKED, MARK_STRONG, MARK_EM, MARKS } Mark;

typedef struct {
    size_t start, end; /* in the line's text */
    Style style;
    int64_t image;        /* number of the image, or NONE */
    int64_t reach[MARKS]; /* per mark: the last run with the same mark; NONE if this run does not have it */
} Run;

typedef struct {
    Run *at;
    int64_t count, capacity;
} Runs;

typedef struct {
    int64_t run; /* NONE: a mark begins or ends */
    Mark mark;
    int32_t link;
    int opens, is_dropped;
    int64_t partner;   /* the matching delimiter of valid emphasis, else NONE */
    size_t start, end; /* of the string that is written */
} LineToken;

typedef struct {
    int64_t image;
    int is_spaced; /* white space comes before it */
} WaitingImage;

typedef struct {
    const PageContent *content;
    Writer writer;
    Style *styles; /* per row */
    Buffer text;   /* of the line, with collapsed white space */
    Runs runs, tight;
    WaitingImage *waiting; /* images since the last text */
    int64_t waiting_count, waiting_capacity;
    LineToken *tokens;
    int64_t token_count, token_capacity;
    Buffer strings; /* of the tokens */
    int has_failed; /* out of memory */
} Line;

int64_t mt_begin_lines(Line *line, const PageContent *content);
void mt_end_lines(Line *line);

/* Find the runs of a block, without the style that its place implies. */
int64_t mt_find_runs(Line *line, int64_t block, uint32_t implied);

int mt_is_same_style(Style one, Style other);
void mt_add_run(Line *line, Runs *runs, const Run *run);

/* -- nesting.c --------------------------------------------------------------------------------------- */

void mt_nest(Line *line, Runs *runs); /* runs -> tokens */

/* -- classes.c --------------------------------------------------------------------------------------- */

typedef enum { CLASS_OTHER, CLASS_SPACE, CLASS_WORD, CLASS_DECIMAL, CLASS_PUNCTUATION, CLASS_SYMBOL } Class;

Class mt_class_at(const char *at, const char *end, size_t *length); /* `length`: bytes of the character */
Class mt_first_class(const char *start, const char *end);
Class mt_last_class(const char *start, const char *end, size_t *length);
int mt_is_word(Class is);   /* letter or digit of any script */
int mt_is_border(Class is); /* white space, punctuation or symbol */
int mt_is_ascii_punctuation(char c);

/* -- latex.c ----------------------------------------------------------------------------------------- */

typedef struct {
    const char *round, *square, *environment; /* the next ends in the text, if searched */
} LatexSearch;

/* End of the LaTeX that begins at a dollar sign or backslash of a text; NULL if none does. */
const char *mt_latex_end(LatexSearch *search, const char *start, const char *at, const char *end);

/* -- markdown.c, html.c ------------------------------------------------------------------------------ */

int64_t mt_write_markdown(const PageContent *content, Buffer *out);
int64_t mt_write_html(const PageContent *content, Buffer *out);

#endif
