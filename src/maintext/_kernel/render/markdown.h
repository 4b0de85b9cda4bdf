/* The parts of the Markdown writer. */
#ifndef MAINTEXT_MARKDOWN_H
#define MAINTEXT_MARKDOWN_H

#include "render/content.h"

typedef struct {
    char text[16]; /* bullet or number of a list item, and a space; else empty */
    int length;
} ListMarker;

typedef struct {
    const PageContent *content;
    Outline outline;
    Line line;
    ListMarker markers[DEEPEST]; /* of the containers around the item */
    Buffer code, html;
    Buffer *out;
    int is_html; /* the last item was written as HTML */
} Markdown;

/* -- markdown.c -------------------------------------------------------------------------------------- */

/* Begin a continuation line of an item. */
void mt_begin_markdown_line(Markdown *markdown, const Item *item, int is_empty);

/* Write a block with one style added, and without the one that its place implies. */
int64_t mt_put_markdown_block(Markdown *markdown, int64_t block, uint32_t added, uint32_t implied,
                              int in_table);

/* Write the kept blocks of an item as the lines of a paragraph. */
int64_t mt_put_markdown_paragraph(Markdown *markdown, const Item *item, int64_t count, int is_strong);

/* -- markdown_line.c --------------------------------------------------------------------------------- */

/* Write the line's runs as Markdown; in a table, with escaped bars. */
void mt_put_markdown_line(Line *line, Buffer *out, int in_table);

/* Write a fence that is longer than those in the code. */
void mt_put_fence(Buffer *out, const char *start, const char *end, int64_t least);
void mt_escape_bars(Buffer *out, size_t since); /* escape the bars of what was written after `since` */
void mt_put_cell_code(Buffer *out, const char *start, const char *end); /* a line of code in a table */
void mt_put_markdown_image(const Images *images, int64_t image, Buffer *out);

/* -- markdown_emphasis.c ----------------------------------------------------------------------------- */

void mt_tighten(Line *line);
void mt_drop_invalid_emphasis(Line *line);

/* -- markdown_tables.c ------------------------------------------------------------------------------- */

int64_t mt_put_markdown_table(Markdown *markdown, const Item *item);

#endif
