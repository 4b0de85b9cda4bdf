/* Templates, and resetting the insertion mode when a template or table ends. */
#include "parse/parser.h"

/* -- resetting the insertion mode -------------------------------------------------------------------- */

int mt_is_template_open(const Parser *parser)
{
    if (!parser->open_by_tag[TAG_TEMPLATE])
        return 0;
    for (int i = parser->open_count - 1; i >= 0; i--)
        if (is_html(&parser->nodes[parser->open[i]], TAG_TEMPLATE))
            return 1;
    return 0;
}

static Mode mode_for(const Parser *parser, const Node *node, int is_root)
{
    if (node->name_space == NAMESPACE_HTML) {
        switch (node->tag) {
        case TAG_TD:
        case TAG_TH:
            return MODE_IN_CELL;
        case TAG_TR:
            return MODE_IN_ROW;
        case TAG_TBODY:
        case TAG_THEAD:
        case TAG_TFOOT:
            return MODE_IN_TABLE_BODY;
        case TAG_CAPTION:
            return MODE_IN_CAPTION;
        case TAG_COLGROUP:
            return MODE_IN_COLUMN_GROUP;
        case TAG_TABLE:
            return MODE_IN_TABLE;
        case TAG_TEMPLATE:
            return parser->template_mode_count ? parser->template_modes[parser->template_mode_count - 1]
                                               : MODE_IN_BODY;
        case TAG_HEAD:
            return MODE_IN_HEAD;
        case TAG_BODY:
            return MODE_IN_BODY;
        case TAG_FRAMESET:
            return MODE_IN_FRAMESET;
        case TAG_HTML:
            return parser->head == NONE ? MODE_BEFORE_HEAD : MODE_AFTER_HEAD;
        }
    }
    return is_root ? MODE_IN_BODY : MODE_INITIAL; /* "initial": continue with the parent */
}

void mt_reset_insertion_mode(Parser *parser)
{
    for (int i = parser->open_count - 1; i >= 0; i--) {
        Mode mode = mode_for(parser, &parser->nodes[parser->open[i]], i == 0);
        if (mode != MODE_INITIAL) {
            parser->mode = mode;
            return;
        }
    }
}

/* -- templates --------------------------------------------------------------------------------------- */

static void push_template_mode(Parser *parser, Mode mode)
{
    MAKE_ROOM(parser, template_modes, template_mode_count, template_mode_capacity);
    parser->template_modes[parser->template_mode_count++] = mode;
}

void mt_start_template(Parser *parser, Token *token)
{
    if (!mt_insert_element(parser, token))
        return;
    mt_push_marker(parser);
    parser->frameset_ok = 0;
    parser->mode = MODE_IN_TEMPLATE;
    push_template_mode(parser, MODE_IN_TEMPLATE);
}

void mt_end_template(Parser *parser)
{
    if (!mt_is_template_open(parser))
        return;
    mt_generate_all_implied_end_tags(parser);
    while (!current_is(parser, TAG_TEMPLATE))
        pop(parser);
    pop(parser);
    mt_clear_to_marker(parser);
    if (parser->template_mode_count)
        parser->template_mode_count--;
    mt_reset_insertion_mode(parser);
}

static void switch_template_mode(Parser *parser, Token *token, Mode mode)
{
    parser->template_modes[parser->template_mode_count - 1] = mode;
    parser->mode = mode;
    mt_process(parser, token, mode);
}

void mt_in_template(Parser *parser, Token *token)
{
    if (token->type == TOKEN_START) {
        switch (token->tag) {
        case TAG_CAPTION:
        case TAG_COLGROUP:
        case TAG_TBODY:
        case TAG_TFOOT:
        case TAG_THEAD:
            switch_template_mode(parser, token, MODE_IN_TABLE);
            return;
        case TAG_COL:
            switch_template_mode(parser, token, MODE_IN_COLUMN_GROUP);
            return;
        case TAG_TR:
            switch_template_mode(parser, token, MODE_IN_TABLE_BODY);
            return;
        case TAG_TD:
        case TAG_TH:
            switch_template_mode(parser, token, MODE_IN_ROW);
            return;
        }
        if (classes_of_tag(token->tag) & IS_HEAD)
            mt_in_head(parser, token);
        else
            switch_template_mode(parser, token, MODE_IN_BODY);
    } else if (token->type == TOKEN_END) {
        if (token->tag == TAG_TEMPLATE)
            mt_end_template(parser);
    } else if (token->type == TOKEN_EOF) {
        /* Close every open template. */
        while (mt_is_template_open(parser))
            mt_end_template(parser);
        parser->template_mode_count = 0;
        mt_process(parser, token, parser->mode);
    } else {
        mt_in_body(parser, token);
    }
}
