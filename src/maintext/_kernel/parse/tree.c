/* Tree construction: dispatch, and the insertion modes outside the body. */
#include "base/vectors.h"
#include "parse/parser.h"

/* -- tokens ------------------------------------------------------------------------------------------ */

/* Whether the first attribute with this id has this value, ignoring case. */
int mt_attribute_is(Parser *parser, const Token *token, int id, const char *value)
{
    for (int i = 0; i < token->attribute_count; i++) {
        const Attribute *attribute = &parser->attributes[token->attribute + i];
        if (attribute->id == id) {
            View view = mt_value_of(parser, attribute);
            if (!view.text)
                mt_fail(parser, FAILED_MEMORY);
            return is_same_word(view, value);
        }
    }
    return 0;
}

/* The first byte that is not white space. References to white space are skipped, too. */
const Byte *mt_skip_spaces(const Byte *at, const Byte *end, int how)
{
    for (;;) {
        for (; end - at >= STEP; at += STEP) { /* texts between tags are mostly line feeds and spaces */
            Bytes bytes = load(at);
            Matches spaces = either(is_byte(bytes, ' '), is_between(bytes, '\t', '\r'));
            uint32_t others = mask_of(but_not(spaces, is_byte(bytes, '\v'))) ^ 0xFFFF;
            if (others) {
                at += lowest_bit(others);
                break;
            }
        }
        while (at < end && is_space(*at))
            at++;
        if (at == end || *at != '&' || !(how & CHUNK_HAS_REFERENCES))
            return at;
        char value[MAX_REFERENCE_BYTES];
        int length, taken = mt_read_reference(at, end, 0, value, &length);
        if (!taken || length != 1 || !is_space((Byte)value[0]))
            return at;
        at += taken;
    }
}

/* Whether there is only white space and NULs, which a body or a table drops. */
int mt_is_blank(const Byte *at, const Byte *end, int how)
{
    while ((at = mt_skip_spaces(at, end, how)) < end && *at == 0)
        at++;
    return at == end;
}

int mt_has_solid_text(const Parser *parser, const Node *text)
{
    for (int32_t i = text->data; i != NONE; i = parser->chunks[i].next) {
        const Chunk *chunk = &parser->chunks[i];
        const Byte *start = parser->source + chunk->span.start;
        if (!mt_is_blank(start, start + chunk->span.length, chunk->how))
            return 1;
    }
    return 0;
}

/* Remove the white space at the start of a text, and insert it if `insert`. Returns whether text is left. */
static int take_spaces(Parser *parser, Token *token, int insert)
{
    const Byte *solid = mt_skip_spaces(token->start, token->end, token->how);
    if (insert)
        mt_insert_text(parser, token->start, solid, token->how);
    token->start = solid;
    return solid < token->end;
}

/* Insert only the white space of a text. */
void mt_insert_spaces(Parser *parser, Token *token)
{
    const Byte *at = token->start;
    while (at < token->end) {
        const Byte *solid = mt_skip_spaces(at, token->end, token->how);
        mt_insert_text(parser, at, solid, token->how);
        for (at = solid; at < token->end && !is_space(*at) && *at != '&'; at++)
            ;
        if (at == solid && at < token->end)
            at++; /* an ampersand that is not a reference to white space */
    }
}

/* Drop the line feed right after <pre>, <listing> or <textarea>. */
static void drop_line_feed(Parser *parser, Token *token)
{
    parser->ignore_line_feed = 0;
    if (token->type != TOKEN_TEXT)
        return;
    const Byte *at = token->start;
    if (*at == '\r') {
        at++;
        if (at < token->end && *at == '\n')
            at++;
    } else if (*at == '\n') {
        at++;
    } else if (*at == '&' && token->how & CHUNK_HAS_REFERENCES) {
        char value[MAX_REFERENCE_BYTES];
        int length, taken = mt_read_reference(at, token->end, 0, value, &length);
        if (taken && length == 1 && value[0] == '\n')
            at += taken;
    }
    token->start = at;
}

/* -- before the head --------------------------------------------------------------------------------- */

static int32_t push_root(Parser *parser, Token *token, int tag)
{
    int32_t element = token ? mt_new_element_for(parser, token, NAMESPACE_HTML)
                            : mt_new_element(parser, tag, NAMESPACE_HTML);
    mt_append_child(parser, parser->open_count ? current(parser) : 0, element);
    mt_push(parser, element);
    return element;
}

static void initial(Parser *parser, Token *token)
{
    if (token->type == TOKEN_TEXT && !take_spaces(parser, token, 0))
        return;
    if (token->type == TOKEN_COMMENT) {
        mt_insert_comment(parser, 0);
        return;
    }
    parser->mode = MODE_BEFORE_HTML;
    parser->quirks = token->type != TOKEN_DOCTYPE || mt_doctype_is_quirky(token);
    if (token->type != TOKEN_DOCTYPE)
        mt_process(parser, token, parser->mode);
}

static int is_tag_in(const Token *token, int a, int b, int c, int d)
{
    return token->tag == a || token->tag == b || token->tag == c || token->tag == d;
}

/* Process a token that is no tag, before the body. Returns whether nothing is left of it. */
static int take_no_tag(Parser *parser, Token *token, int32_t comment_parent, int inserts_spaces)
{
    if (token->type == TOKEN_COMMENT)
        mt_insert_comment(parser, comment_parent);
    return token->type == TOKEN_COMMENT || token->type == TOKEN_DOCTYPE ||
           (token->type == TOKEN_TEXT && !take_spaces(parser, token, inserts_spaces));
}

static void before_html(Parser *parser, Token *token)
{
    if (take_no_tag(parser, token, 0, 0) ||
        (token->type == TOKEN_END && !is_tag_in(token, TAG_HEAD, TAG_BODY, TAG_HTML, TAG_BR)))
        return;
    int is_root = token->type == TOKEN_START && token->tag == TAG_HTML;
    parser->root_tags += is_root && token->attribute_count > 0;
    push_root(parser, is_root ? token : NULL, TAG_HTML);
    parser->mode = MODE_BEFORE_HEAD;
    if (!is_root)
        mt_process(parser, token, parser->mode);
}

static void before_head(Parser *parser, Token *token)
{
    if (take_no_tag(parser, token, NONE, 0) ||
        (token->type == TOKEN_END && !is_tag_in(token, TAG_HEAD, TAG_BODY, TAG_HTML, TAG_BR)))
        return;
    if (token->type == TOKEN_START && token->tag == TAG_HTML) {
        mt_in_body(parser, token);
        return;
    }
    int is_head = token->type == TOKEN_START && token->tag == TAG_HEAD;
    parser->head = push_root(parser, is_head ? token : NULL, TAG_HEAD);
    parser->mode = MODE_IN_HEAD;
    if (!is_head)
        mt_process(parser, token, parser->mode);
}

/* -- the head ---------------------------------------------------------------------------------------- */

/* Insert an element whose content is not parsed as markup. The tokenizer finds its end. */
void mt_parse_raw(Parser *parser, Token *token, Content content)
{
    parser->unopened_raw = mt_insert_element(parser, token) ? 0 : token->tag;
    parser->content = content;
    parser->content_tag = token->tag;
    parser->original_mode = parser->mode;
    parser->mode = MODE_TEXT;
}

static void in_text(Parser *parser, Token *token)
{
    if (token->type == TOKEN_TEXT) {
        int tag = parser->content_tag;
        int is_program =
            (tag == TAG_STYLE && parser->unopened_raw) ||
            (tag == TAG_SCRIPT && (parser->unopened_raw || !mt_is_data_script(parser, current_node(parser))));
        if (!is_program) /* the text of programs and styles is never used */
            mt_insert_text(parser, token->start, token->end, token->how);
        return;
    }
    if (!parser->unopened_raw)
        pop(parser);
    parser->unopened_raw = 0;
    parser->mode = parser->original_mode;
    if (token->type == TOKEN_EOF)
        mt_process(parser, token, parser->mode);
}

/* Process a start tag that belongs to the head, wherever it occurs. */
static void head_element(Parser *parser, Token *token)
{
    switch (token->tag) {
    case TAG_TITLE:
        mt_parse_raw(parser, token, CONTENT_RCDATA);
        return;
    case TAG_NOFRAMES:
    case TAG_STYLE:
        mt_parse_raw(parser, token, CONTENT_RAWTEXT);
        return;
    case TAG_SCRIPT:
        mt_parse_raw(parser, token, CONTENT_SCRIPT);
        return;
    case TAG_TEMPLATE:
        mt_start_template(parser, token);
        return;
    default: /* base, basefont, bgsound, link, meta */
        mt_insert_void(parser, token);
    }
}

void mt_in_head(Parser *parser, Token *token)
{
    if (take_no_tag(parser, token, NONE, 1))
        return;
    switch (token->type) {
    case TOKEN_START:
        if (token->tag == TAG_HTML) {
            mt_in_body(parser, token);
            return;
        }
        if (classes_of_tag(token->tag) & IS_HEAD) {
            head_element(parser, token);
            return;
        }
        if (token->tag == TAG_NOSCRIPT) {
            mt_insert_element(parser, token);
            parser->mode = MODE_IN_HEAD_NOSCRIPT;
            return;
        }
        if (token->tag == TAG_HEAD)
            return;
        break;
    case TOKEN_END:
        if (token->tag == TAG_HEAD) {
            pop(parser);
            parser->mode = MODE_AFTER_HEAD;
            return;
        }
        if (token->tag == TAG_TEMPLATE) {
            mt_end_template(parser);
            return;
        }
        if (!is_tag_in(token, TAG_BODY, TAG_HTML, TAG_BR, TAG_BR))
            return;
        break;
    default:
        break;
    }
    pop(parser);
    parser->mode = MODE_AFTER_HEAD;
    mt_process(parser, token, parser->mode);
}

static void in_head_noscript(Parser *parser, Token *token)
{
    if (take_no_tag(parser, token, NONE, 1))
        return;
    switch (token->type) {
    case TOKEN_START:
        switch (token->tag) {
        case TAG_HTML:
            mt_in_body(parser, token);
            return;
        case TAG_BASEFONT:
        case TAG_BGSOUND:
        case TAG_LINK:
        case TAG_META:
        case TAG_NOFRAMES:
        case TAG_STYLE:
            mt_in_head(parser, token);
            return;
        case TAG_HEAD:
        case TAG_NOSCRIPT:
            return;
        }
        break;
    case TOKEN_END:
        if (token->tag == TAG_NOSCRIPT) {
            pop(parser);
            parser->mode = MODE_IN_HEAD;
            return;
        }
        if (token->tag != TAG_BR)
            return;
        break;
    default:
        break;
    }
    pop(parser);
    parser->mode = MODE_IN_HEAD;
    mt_process(parser, token, parser->mode);
}

static void after_head(Parser *parser, Token *token)
{
    if (take_no_tag(parser, token, NONE, 1))
        return;
    switch (token->type) {
    case TOKEN_START:
        if (token->tag == TAG_HTML) {
            mt_in_body(parser, token);
            return;
        }
        if (token->tag == TAG_BODY) {
            parser->root_tags += token->attribute_count > 0;
            mt_insert_element(parser, token);
            parser->frameset_ok = 0;
            parser->mode = MODE_IN_BODY;
            return;
        }
        if (token->tag == TAG_FRAMESET) {
            mt_insert_element(parser, token);
            parser->mode = MODE_IN_FRAMESET;
            return;
        }
        if (classes_of_tag(token->tag) & IS_HEAD) { /* it goes into the head anyway */
            parser->is_reordered = 1;
            mt_push(parser, parser->head);
            mt_in_head(parser, token);
            int position = mt_position_of(parser, parser->head);
            if (position != NONE)
                mt_remove_open(parser, position);
            return;
        }
        if (token->tag == TAG_HEAD)
            return;
        break;
    case TOKEN_END:
        if (token->tag == TAG_TEMPLATE) {
            mt_end_template(parser);
            return;
        }
        if (!is_tag_in(token, TAG_BODY, TAG_HTML, TAG_BR, TAG_BR))
            return;
        break;
    default:
        break;
    }
    mt_insert_implied(parser, TAG_BODY);
    parser->mode = MODE_IN_BODY;
    mt_process(parser, token, parser->mode);
}

/* -- after the body, and framesets ------------------------------------------------------------------- */

static void past_body(Parser *parser, Token *token, int32_t comment_parent)
{
    if (token->type == TOKEN_COMMENT) {
        mt_insert_comment(parser, comment_parent);
        return;
    }
    if (token->type == TOKEN_DOCTYPE || token->type == TOKEN_EOF)
        return;
    if ((token->type == TOKEN_TEXT && mt_skip_spaces(token->start, token->end, token->how) == token->end) ||
        (token->type == TOKEN_START && token->tag == TAG_HTML)) {
        mt_in_body(parser, token);
        return;
    }
    parser->mode = MODE_IN_BODY;
    mt_process(parser, token, parser->mode);
}

static void after_body(Parser *parser, Token *token)
{
    if (token->type == TOKEN_END && token->tag == TAG_HTML)
        parser->mode = MODE_AFTER_AFTER_BODY;
    else
        past_body(parser, token, parser->open[0]);
}

static void after_after_body(Parser *parser, Token *token) { past_body(parser, token, 0); }

static void in_frameset(Parser *parser, Token *token)
{
    switch (token->type) {
    case TOKEN_TEXT:
        mt_insert_spaces(parser, token);
        return;
    case TOKEN_COMMENT:
        mt_insert_comment(parser, NONE);
        return;
    case TOKEN_START:
        if (token->tag == TAG_HTML)
            mt_in_body(parser, token);
        else if (token->tag == TAG_FRAMESET)
            mt_insert_element(parser, token);
        else if (token->tag == TAG_FRAME)
            mt_insert_void(parser, token);
        else if (token->tag == TAG_NOFRAMES)
            mt_in_head(parser, token);
        return;
    case TOKEN_END:
        if (token->tag == TAG_FRAMESET && !current_is(parser, TAG_HTML)) {
            pop(parser);
            if (!current_is(parser, TAG_FRAMESET))
                parser->mode = MODE_AFTER_FRAMESET;
        }
        return;
    default:
        return;
    }
}

static void after_frameset(Parser *parser, Token *token)
{
    if (token->type == TOKEN_TEXT)
        mt_insert_spaces(parser, token);
    else if (token->type == TOKEN_COMMENT)
        mt_insert_comment(parser, NONE);
    else if (token->type == TOKEN_START && token->tag == TAG_HTML)
        mt_in_body(parser, token);
    else if (token->type == TOKEN_START && token->tag == TAG_NOFRAMES)
        mt_in_head(parser, token);
    else if (token->type == TOKEN_END && token->tag == TAG_HTML)
        parser->mode = MODE_AFTER_AFTER_FRAMESET;
}

static void after_after_frameset(Parser *parser, Token *token)
{
    if (token->type == TOKEN_COMMENT)
        mt_insert_comment(parser, 0);
    else if (token->type == TOKEN_TEXT)
        mt_insert_spaces(parser, token);
    else if (token->type == TOKEN_START && token->tag == TAG_HTML)
        mt_in_body(parser, token);
    else if (token->type == TOKEN_START && token->tag == TAG_NOFRAMES)
        mt_in_head(parser, token);
}

/* -- dispatch ---------------------------------------------------------------------------------------- */

/* Process a token by the rules of an insertion mode. */
void mt_process(Parser *parser, Token *token, Mode mode)
{
    static void (*const rules[])(Parser *, Token *) = {
        [MODE_INITIAL] = initial,
        [MODE_BEFORE_HTML] = before_html,
        [MODE_BEFORE_HEAD] = before_head,
        [MODE_IN_HEAD] = mt_in_head,
        [MODE_IN_HEAD_NOSCRIPT] = in_head_noscript,
        [MODE_AFTER_HEAD] = after_head,
        [MODE_IN_BODY] = mt_in_body,
        [MODE_TEXT] = in_text,
        [MODE_IN_TABLE] = mt_in_table,
        [MODE_IN_CAPTION] = mt_in_caption,
        [MODE_IN_COLUMN_GROUP] = mt_in_column_group,
        [MODE_IN_TABLE_BODY] = mt_in_table_body,
        [MODE_IN_ROW] = mt_in_row,
        [MODE_IN_CELL] = mt_in_cell,
        [MODE_IN_TEMPLATE] = mt_in_template,
        [MODE_AFTER_BODY] = after_body,
        [MODE_IN_FRAMESET] = in_frameset,
        [MODE_AFTER_FRAMESET] = after_frameset,
        [MODE_AFTER_AFTER_BODY] = after_after_body,
        [MODE_AFTER_AFTER_FRAMESET] = after_after_frameset,
    };
    rules[mode](parser, token);
}

/* Process a token: the tree construction dispatcher. */
void mt_construct(Parser *parser, Token *token)
{
    if (UNLIKELY(parser->ignore_line_feed)) {
        drop_line_feed(parser, token);
        if (token->type == TOKEN_TEXT && token->start == token->end)
            return;
    }
    if (UNLIKELY(parser->open_count && current_node(parser)->name_space != NAMESPACE_HTML) &&
        mt_is_foreign(current_node(parser), token))
        mt_in_foreign_content(parser, token);
    else
        mt_process(parser, token, parser->mode);
}
