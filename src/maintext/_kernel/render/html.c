/* Items -> clean HTML: only content elements, balanced and escaped. */
#include <string.h>

#include "base/memory.h"
#include "render/html.h"

/* -- text -------------------------------------------------------------------------------------------- */

static void put_escaped(Buffer *out, const char *start, const char *end, int in_attribute)
{
    const char *from = start;
    for (const char *at = start; at < end; at++) {
        const char *escape = *at == '&'                    ? "&amp;"
                             : *at == '<'                  ? "&lt;"
                             : *at == '>'                  ? "&gt;"
                             : *at == '"' && in_attribute  ? "&quot;"
                             : *at == '\'' && in_attribute ? "&#x27;"
                                                           : NULL;
        if (!escape)
            continue;
        mt_put(out, from, (size_t)(at - from));
        mt_put_string(out, escape);
        from = at + 1;
    }
    mt_put(out, from, (size_t)(end - from));
}

static void put_value(Buffer *out, View value)
{
    mt_put_char(out, '"');
    put_escaped(out, value.text, value.text + value.length, 1);
    mt_put_char(out, '"');
}

void mt_put_html_image(Buffer *out, const Images *images, int64_t image)
{
    mt_put_string(out, "<img src=");
    put_value(out, images->source[image]);
    mt_put_string(out, " alt=");
    put_value(out, images->alt[image]);
    if (images->title[image].length) {
        mt_put_string(out, " title=");
        put_value(out, images->title[image]);
    }
    mt_put_char(out, '>');
}

static void put_run(Html *html, const Run *run)
{
    const char *text = html->line->text.at;
    int is_code = (run->style.format & CODE) != 0;
    if (run->image != NONE) {
        mt_put_html_image(html->out, &html->content->inside, run->image);
        return;
    }
    mt_put_string(html->out, is_code ? "<code>" : "");
    for (const char *at = text + run->start, *end = text + run->end, *stop; at < end; at = stop) {
        stop = memchr(at, '\n', (size_t)(end - at));
        put_escaped(html->out, at, stop ? stop : end, 0);
        if (stop)
            mt_put_string(html->out, "<br>\n");
        stop = stop ? stop + 1 : end;
    }
    mt_put_string(html->out, is_code ? "</code>" : "");
}

static void put_token(Html *html, const LineToken *token)
{
    static const char *const begins[MARKS] = {"<a href=", "<sub>",    "<sup>", "<s>",
                                              "<mark>",   "<strong>", "<em>"};
    static const char *const ends[MARKS] = {"</a>",    "</sub>",    "</sup>", "</s>",
                                            "</mark>", "</strong>", "</em>"};
    if (token->run != NONE) {
        put_run(html, &html->line->runs.at[token->run]);
        return;
    }
    mt_put_string(html->out, (token->opens ? begins : ends)[token->mark]);
    if (token->mark == MARK_LINK && token->opens) {
        put_value(html->out, html->content->links.url[token->link]);
        mt_put_char(html->out, '>');
    }
}

int64_t mt_put_html_lines(Html *html, int64_t first, int64_t count, uint32_t implied)
{
    Line *line = html->line;
    int64_t outcome = 0, lines = 0;
    for (int64_t block = first; outcome == 0 && block < first + count; block++) {
        if (!html->content->kept[block])
            continue;
        if (lines++)
            mt_put_string(html->out, "<br>\n");
        outcome = mt_find_runs(line, block, implied);
        if (outcome == 0)
            mt_nest(line, &line->runs);
        if (line->has_failed)
            outcome = FOUND_NO_MEMORY;
        for (int64_t i = 0; outcome == 0 && i < line->token_count; i++)
            put_token(html, &line->tokens[i]);
    }
    return outcome;
}

/* -- containers -------------------------------------------------------------------------------------- */

static int is_listed(const Html *html, int64_t container)
{
    return mt_is_listed(tag_at(html->content, container));
}

static const char *list_name(const Html *html, int64_t container)
{
    if (tag_at(html->content, container) != TAG_LI)
        return "dl";
    return html->outline->context[container].number == NONE ? "ul" : "ol";
}

void mt_put_html_tag(Html *html, const char *begin, const char *name, const char *end)
{
    mt_put_string(html->out, begin);
    mt_put_string(html->out, name);
    mt_put_string(html->out, end);
}

static const char *container_name(const Html *html, int64_t container)
{
    return mt_tag_names[tag_at(html->content, container)].text;
}

/* Whether two containers are items of one list, which stays open between them. */
static int is_one_list(const Html *html, int64_t old, int64_t new)
{
    const RowContext *context = html->outline->context;
    return is_listed(html, old) && is_listed(html, new) && context[old].list == context[new].list &&
           list_name(html, old) == list_name(html, new);
}

static void close_container(Html *html, int64_t container, int list_stays)
{
    mt_put_html_tag(html, "</", container_name(html, container), ">\n");
    if (is_listed(html, container) && !list_stays)
        mt_put_html_tag(html, "</", list_name(html, container), ">\n");
}

static void put_number(Html *html, const char *name, int64_t number)
{
    mt_put_string(html->out, name);
    mt_put_number(html->out, number);
    mt_put_char(html->out, '"');
}

/* Write the attributes of an ordered list that begins with an item. */
static void put_list_attributes(Html *html, int64_t list, int64_t number)
{
    const PageContent *content = html->content;
    int64_t type = mt_index_of(content->types, list);
    if (type != NONE) {
        mt_put_string(html->out, " type=\"");
        mt_put_char(html->out, (char)content->type_letters[type]);
        mt_put_char(html->out, '"');
    }
    if (mt_list_step(content, list) < 0)
        mt_put_string(html->out, " reversed");
    if (number != 1 || mt_list_step(content, list) < 0)
        put_number(html, " start=\"", number);
}

static void open_container(Html *html, int64_t container, int list_stays)
{
    RowContext *context = html->outline->context;
    int64_t list = context[container].list, number = context[container].number;
    int is_numbered = list != NONE && tag_at(html->content, container) == TAG_LI && number != NONE;
    if (is_listed(html, container) && !list_stays) {
        mt_put_html_tag(html, "<", list_name(html, container), "");
        if (is_numbered)
            put_list_attributes(html, list, number);
        mt_put_string(html->out, ">\n");
    }
    mt_put_html_tag(html, "<", container_name(html, container), "");
    if (is_numbered) {
        if (list_stays && context[list].number != number)
            put_number(html, " value=\"", number);
        context[list].number = (int32_t)(number + mt_list_step(html->content, list)); /* of the next item */
    }
    mt_put_string(html->out, is_listed(html, container) ? ">" : ">\n");
    int64_t task = mt_index_of(html->content->tasks, container);
    if (task != NONE)
        mt_put_string(html->out, html->content->are_checked[task]
                                     ? "<input type=\"checkbox\" disabled checked> "
                                     : "<input type=\"checkbox\" disabled> ");
}

void mt_change_containers(Html *html, const Path *old, const Path *new)
{
    int common = mt_count_shared(old, new);
    int stays =
        common < old->length && common < new->length && is_one_list(html, old->at[common], new->at[common]);
    for (int i = old->length - 1; i >= common; i--)
        close_container(html, old->at[i], stays && i == common);
    for (int i = common; i < new->length; i++)
        open_container(html, new->at[i], stays && i == common);
}

/* -- items ------------------------------------------------------------------------------------------- */

static int is_blank(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at == end;
}

/* Write code. A blank line would end an HTML block of Markdown, so there its line break is a reference. */
static void put_code_text(Html *html, const char *at, const char *end)
{
    for (const char *stop; html->in_markdown && (stop = memchr(at, '\n', (size_t)(end - at)));
         at = stop + 1) {
        put_escaped(html->out, at, stop, 0);
        mt_put_string(html->out, is_blank(at, stop) ? "&#10;" : "\n");
    }
    put_escaped(html->out, at, end, 0);
}

int64_t mt_put_html_code(Html *html, const Item *item)
{
    html->code->length = 0;
    if (!mt_put_code_lines(html->content, item, html->code))
        return FOUND_INVALID;
    if (html->code->has_failed)
        return FOUND_NO_MEMORY;
    int64_t language = mt_index_of(html->content->coded, item->row);
    mt_put_string(html->out, "<pre><code");
    if (language != NONE) {
        View name = html->content->languages[language];
        mt_put_string(html->out, " class=\"language-");
        put_escaped(html->out, name.text, name.text + name.length, 1);
        mt_put_string(html->out, "\"");
    }
    mt_put_string(html->out, ">");
    if (html->code->length)
        put_code_text(html, html->code->at, html->code->at + html->code->length);
    mt_put_string(html->out, "</code></pre>");
    return 0;
}

/* Element name of a heading, caption or paragraph; "" if its list item is enough. */
static const char *element_of(const Html *html, const Item *item)
{
    static const char *const headings[] = {"h1", "h2", "h3", "h4", "h5", "h6"};
    const Path *within = &item->within;
    int64_t innermost = within->length ? within->at[within->length - 1] : NONE;
    if (item->kind == ITEM_HEADING)
        return headings[item->level - 1];
    if (innermost == NONE)
        return "p";
    if (item->kind == ITEM_CAPTION && tag_at(html->content, innermost) == TAG_FIGURE)
        return "figcaption";
    return is_listed(html, innermost) && !mt_is_loose(html->outline, innermost) ? "" : "p";
}

static int64_t put_item(Html *html, const Item *item)
{
    switch (item->kind) {
    case ITEM_IMAGE:
        mt_put_html_image(html->out, &html->content->images, item->image);
        mt_put_char(html->out, '\n');
        return 0;
    case ITEM_RULE:
        mt_put_string(html->out, "<hr>\n");
        return 0;
    case ITEM_CODE: {
        int64_t outcome = mt_put_html_code(html, item);
        mt_put_char(html->out, '\n');
        return outcome;
    }
    case ITEM_TABLE:
        return mt_put_html_table(html, item);
    default: {
        const char *name = element_of(html, item);
        if (*name)
            mt_put_html_tag(html, "<", name, ">");
        int64_t outcome =
            mt_put_html_lines(html, item->first, item->count, item->kind == ITEM_HEADING ? STRONG : 0);
        if (*name)
            mt_put_html_tag(html, "</", name, ">\n");
        return outcome;
    }
    }
}

int64_t mt_write_html(const PageContent *content, Buffer *out)
{
    Outline outline;
    Line line = {.content = NULL};
    Buffer code = {NULL, 0, 0, 0};
    Html html = {.content = content, .outline = &outline, .line = &line, .code = &code, .out = out};
    Path open = {{0}, 0}, none = {{0}, 0};
    int64_t outcome = mt_find_items(content, &outline);
    if (outcome == 0)
        outcome = mt_begin_lines(&line, content);
    for (int64_t i = 0; outcome == 0 && i < outline.count; i++) {
        const Item *item = &outline.items[i];
        mt_change_containers(&html, &open, &item->within);
        outcome = put_item(&html, item);
        open = item->within;
    }
    if (outcome == 0)
        mt_change_containers(&html, &open, &none);
    while (outcome == 0 && !out->has_failed && out->length && out->at[out->length - 1] == '\n')
        out->length--;
    mt_end_lines(&line);
    mt_free_outline(&outline);
    mt_release(code.at);
    return outcome == 0 && out->has_failed ? FOUND_NO_MEMORY : outcome;
}
