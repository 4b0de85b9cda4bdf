/* The insertion modes of tables. */
#include "parse/parser.h"

/* -- tables ------------------------------------------------------------------------------------------ */

/* Pop until the current node is one of these, a template or the root. */
static void clear_back_to(Parser *parser, int a, int b, int c)
{
    while (!current_is(parser, a) && !current_is(parser, b) && !current_is(parser, c) &&
           !current_is(parser, TAG_TEMPLATE) && !current_is(parser, TAG_HTML))
        pop(parser);
}

static void clear_to_table(Parser *parser) { clear_back_to(parser, TAG_TABLE, TAG_TABLE, TAG_TABLE); }

static void clear_to_table_body(Parser *parser) { clear_back_to(parser, TAG_TBODY, TAG_TFOOT, TAG_THEAD); }

static void clear_to_row(Parser *parser) { clear_back_to(parser, TAG_TR, TAG_TR, TAG_TR); }

static int is_in_table_scope(const Parser *parser, int tag)
{
    return mt_find_in_scope(parser, tag, SCOPE_TABLE) != NONE;
}

/* Open a part of a table and switch to its mode. Returns 0 if it is nested too deeply. */
static int open_part(Parser *parser, Token *token, Mode mode)
{
    if (!mt_insert_element(parser, token))
        return 0;
    parser->mode = mode;
    return 1;
}

static void open_part_with_marker(Parser *parser, Token *token, Mode mode)
{
    if (open_part(parser, token, mode))
        mt_push_marker(parser);
}

/* Open an implied part, and process the token in its mode. */
static void imply_part(Parser *parser, Token *token, int tag, Mode mode)
{
    if (!mt_insert_implied(parser, tag)) {
        mt_insert_element(parser, token); /* nested too deeply */
        return;
    }
    parser->mode = mode;
    mt_process(parser, token, mode);
}

/* Insert what does not belong in a table before it. */
static void foster(Parser *parser, Token *token)
{
    parser->foster_parenting = 1;
    mt_in_body(parser, token);
    parser->foster_parenting = 0;
}

static void table_text(Parser *parser, Token *token)
{
    if (!(classes_of(current_node(parser)) & IS_FOSTERS) && !current_is(parser, TAG_TEMPLATE)) {
        foster(parser, token); /* inside an element that was itself misplaced */
    } else if (mt_is_blank(token->start, token->end, token->how)) {
        mt_insert_text(parser, token->start, token->end, token->how);
    } else {
        foster(parser, token);
    }
}

static void close_table(Parser *parser)
{
    pop_to(parser, mt_find_in_scope(parser, TAG_TABLE, SCOPE_TABLE));
    mt_reset_insertion_mode(parser);
}

static void table_start_tag(Parser *parser, Token *token)
{
    switch (token->tag) {
    case TAG_CAPTION:
        clear_to_table(parser);
        open_part_with_marker(parser, token, MODE_IN_CAPTION);
        return;
    case TAG_COLGROUP:
        clear_to_table(parser);
        open_part(parser, token, MODE_IN_COLUMN_GROUP);
        return;
    case TAG_COL:
        clear_to_table(parser);
        imply_part(parser, token, TAG_COLGROUP, MODE_IN_COLUMN_GROUP);
        return;
    case TAG_TBODY:
    case TAG_TFOOT:
    case TAG_THEAD:
        clear_to_table(parser);
        open_part(parser, token, MODE_IN_TABLE_BODY);
        return;
    case TAG_TD:
    case TAG_TH:
    case TAG_TR:
        clear_to_table(parser);
        imply_part(parser, token, TAG_TBODY, MODE_IN_TABLE_BODY);
        return;
    case TAG_TABLE:
        if (is_in_table_scope(parser, TAG_TABLE)) {
            close_table(parser);
            mt_process(parser, token, parser->mode);
        }
        return;
    case TAG_STYLE:
    case TAG_SCRIPT:
    case TAG_TEMPLATE:
        mt_in_head(parser, token);
        return;
    case TAG_INPUT:
        if (mt_attribute_is(parser, token, ATTRIBUTE_TYPE, "hidden"))
            mt_insert_void(parser, token);
        else
            foster(parser, token);
        return;
    case TAG_FORM:
        if (!mt_is_template_open(parser) && parser->form == NONE) {
            parser->form = parser->node_count;
            mt_insert_void(parser, token);
        }
        return;
    default:
        foster(parser, token);
    }
}

static int is_table_part(int tag) { return (classes_of_tag(tag) & IS_TABLE_PART) != 0; }

void mt_in_table(Parser *parser, Token *token)
{
    switch (token->type) {
    case TOKEN_TEXT:
        table_text(parser, token);
        return;
    case TOKEN_COMMENT:
        mt_insert_comment(parser, NONE);
        return;
    case TOKEN_DOCTYPE:
        return;
    case TOKEN_START:
        table_start_tag(parser, token);
        return;
    case TOKEN_END:
        if (token->tag == TAG_TABLE) {
            if (is_in_table_scope(parser, TAG_TABLE))
                close_table(parser);
        } else if (token->tag == TAG_TEMPLATE) {
            mt_end_template(parser);
        } else if (!is_table_part(token->tag) && token->tag != TAG_BODY && token->tag != TAG_HTML) {
            foster(parser, token);
        }
        return;
    case TOKEN_EOF:
        mt_in_body(parser, token);
        return;
    }
}

/* -- captions and columns ---------------------------------------------------------------------------- */

static int close_caption(Parser *parser)
{
    int position = mt_find_in_scope(parser, TAG_CAPTION, SCOPE_TABLE);
    if (position == NONE)
        return 0;
    pop_to(parser, position);
    mt_clear_to_marker(parser);
    parser->mode = MODE_IN_TABLE;
    return 1;
}

void mt_in_caption(Parser *parser, Token *token)
{
    int is_start = token->type == TOKEN_START, is_end = token->type == TOKEN_END;
    if (is_end && token->tag == TAG_CAPTION) {
        close_caption(parser);
    } else if ((is_start && is_table_part(token->tag)) || (is_end && token->tag == TAG_TABLE)) {
        if (close_caption(parser))
            mt_process(parser, token, parser->mode);
    } else if (!(is_end && (is_table_part(token->tag) || token->tag == TAG_BODY || token->tag == TAG_HTML))) {
        mt_in_body(parser, token);
    }
}

static void leave_column_group(Parser *parser, Token *token)
{
    if (!current_is(parser, TAG_COLGROUP))
        return;
    pop(parser);
    parser->mode = MODE_IN_TABLE;
    mt_process(parser, token, parser->mode);
}

void mt_in_column_group(Parser *parser, Token *token)
{
    switch (token->type) {
    case TOKEN_TEXT: {
        if (!current_is(parser, TAG_COLGROUP)) { /* in a template: there is no group to leave */
            mt_insert_spaces(parser, token);
            return;
        }
        const Byte *solid = mt_skip_spaces(token->start, token->end, token->how);
        mt_insert_text(parser, token->start, solid, token->how);
        token->start = solid;
        if (solid < token->end)
            leave_column_group(parser, token);
        return;
    }
    case TOKEN_COMMENT:
        mt_insert_comment(parser, NONE);
        return;
    case TOKEN_DOCTYPE:
        return;
    case TOKEN_START:
        if (token->tag == TAG_HTML)
            mt_in_body(parser, token);
        else if (token->tag == TAG_COL)
            mt_insert_void(parser, token);
        else if (token->tag == TAG_TEMPLATE)
            mt_in_head(parser, token);
        else
            leave_column_group(parser, token);
        return;
    case TOKEN_END:
        if (token->tag == TAG_COLGROUP) {
            if (current_is(parser, TAG_COLGROUP)) {
                pop(parser);
                parser->mode = MODE_IN_TABLE;
            }
        } else if (token->tag == TAG_TEMPLATE) {
            mt_end_template(parser);
        } else if (token->tag != TAG_COL) {
            leave_column_group(parser, token);
        }
        return;
    case TOKEN_EOF:
        mt_in_body(parser, token);
        return;
    }
}

/* -- bodies, rows and cells -------------------------------------------------------------------------- */

static void close_table_body(Parser *parser)
{
    clear_to_table_body(parser);
    if (!current_is(parser, TAG_HTML) && !current_is(parser, TAG_TEMPLATE))
        pop(parser);
    parser->mode = MODE_IN_TABLE;
}

static void close_table_body_for(Parser *parser, Token *token)
{
    if (is_in_table_scope(parser, TAG_TBODY) || is_in_table_scope(parser, TAG_THEAD) ||
        is_in_table_scope(parser, TAG_TFOOT)) {
        close_table_body(parser);
        mt_process(parser, token, parser->mode);
    }
}

void mt_in_table_body(Parser *parser, Token *token)
{
    if (token->type == TOKEN_START) {
        switch (token->tag) {
        case TAG_TR:
            clear_to_table_body(parser);
            open_part(parser, token, MODE_IN_ROW);
            return;
        case TAG_TH:
        case TAG_TD:
            clear_to_table_body(parser);
            imply_part(parser, token, TAG_TR, MODE_IN_ROW);
            return;
        case TAG_CAPTION:
        case TAG_COL:
        case TAG_COLGROUP:
        case TAG_TBODY:
        case TAG_TFOOT:
        case TAG_THEAD:
            close_table_body_for(parser, token);
            return;
        }
    } else if (token->type == TOKEN_END) {
        switch (token->tag) {
        case TAG_TBODY:
        case TAG_TFOOT:
        case TAG_THEAD:
            if (is_in_table_scope(parser, token->tag))
                close_table_body(parser);
            return;
        case TAG_TABLE:
            close_table_body_for(parser, token);
            return;
        case TAG_BODY:
        case TAG_CAPTION:
        case TAG_COL:
        case TAG_COLGROUP:
        case TAG_HTML:
        case TAG_TD:
        case TAG_TH:
        case TAG_TR:
            return;
        }
    }
    mt_in_table(parser, token);
}

static int close_row(Parser *parser)
{
    if (!is_in_table_scope(parser, TAG_TR))
        return 0;
    clear_to_row(parser);
    pop(parser);
    parser->mode = MODE_IN_TABLE_BODY;
    return 1;
}

void mt_in_row(Parser *parser, Token *token)
{
    if (token->type == TOKEN_START) {
        switch (token->tag) {
        case TAG_TH:
        case TAG_TD:
            clear_to_row(parser);
            open_part_with_marker(parser, token, MODE_IN_CELL);
            return;
        case TAG_CAPTION:
        case TAG_COL:
        case TAG_COLGROUP:
        case TAG_TBODY:
        case TAG_TFOOT:
        case TAG_THEAD:
        case TAG_TR:
            if (close_row(parser))
                mt_process(parser, token, parser->mode);
            return;
        }
    } else if (token->type == TOKEN_END) {
        switch (token->tag) {
        case TAG_TR:
            close_row(parser);
            return;
        case TAG_TABLE:
            if (close_row(parser))
                mt_process(parser, token, parser->mode);
            return;
        case TAG_TBODY:
        case TAG_TFOOT:
        case TAG_THEAD:
            if (is_in_table_scope(parser, token->tag) && close_row(parser))
                mt_process(parser, token, parser->mode);
            return;
        case TAG_BODY:
        case TAG_CAPTION:
        case TAG_COL:
        case TAG_COLGROUP:
        case TAG_HTML:
        case TAG_TD:
        case TAG_TH:
            return;
        }
    }
    mt_in_table(parser, token);
}

static void close_cell_at(Parser *parser, int position)
{
    pop_to(parser, position);
    mt_clear_to_marker(parser);
    parser->mode = MODE_IN_ROW;
}

static int close_cell(Parser *parser)
{
    int td = mt_find_in_scope(parser, TAG_TD, SCOPE_TABLE),
        th = mt_find_in_scope(parser, TAG_TH, SCOPE_TABLE);
    int position = td > th ? td : th;
    if (position == NONE)
        return 0;
    close_cell_at(parser, position);
    return 1;
}

void mt_in_cell(Parser *parser, Token *token)
{
    if (token->type == TOKEN_END) {
        switch (token->tag) {
        case TAG_TD:
        case TAG_TH: {
            int position = mt_find_in_scope(parser, token->tag, SCOPE_TABLE);
            if (position != NONE)
                close_cell_at(parser, position);
            return;
        }
        case TAG_BODY:
        case TAG_CAPTION:
        case TAG_COL:
        case TAG_COLGROUP:
        case TAG_HTML:
            return;
        case TAG_TABLE:
        case TAG_TBODY:
        case TAG_TFOOT:
        case TAG_THEAD:
        case TAG_TR:
            if (is_in_table_scope(parser, token->tag) && close_cell(parser))
                mt_process(parser, token, parser->mode);
            return;
        }
    } else if (token->type == TOKEN_START && is_table_part(token->tag)) {
        if (close_cell(parser))
            mt_process(parser, token, parser->mode);
        return;
    }
    mt_in_body(parser, token);
}
