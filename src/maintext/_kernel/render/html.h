/* The parts of the HTML writer. Tables inside Markdown use it, too. */
#ifndef MAINTEXT_HTML_H
#define MAINTEXT_HTML_H

#include "render/content.h"

typedef struct {
    const PageContent *content;
    Outline *outline;
    Line *line;
    Buffer *code, *out;
    int in_markdown; /* a table in Markdown: cells have paragraphs, lists and tables, and no line is blank */
    int is_inner;    /* a table in a cell is being written */
} Html;

void mt_put_html_tag(Html *html, const char *begin, const char *name, const char *end);
void mt_put_html_image(Buffer *out, const Images *images, int64_t image);

/* Write the kept blocks of a range, without the style that their place implies. */
int64_t mt_put_html_lines(Html *html, int64_t first, int64_t count, uint32_t implied);
int64_t mt_put_html_code(Html *html, const Item *item);

/* Close the containers that end, and open those that begin. */
void mt_change_containers(Html *html, const Path *old, const Path *new);

/* -- html_tables.c ----------------------------------------------------------------------------------- */

int64_t mt_put_html_table(Html *html, const Item *item);

#endif
