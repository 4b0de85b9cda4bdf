/* The insertion mode "in body". */
#include "parse/parser.h"

/* -- start tags -------------------------------------------------------------------------------------- */

static void insert_closing_p(Parser *parser, Token *token)
{
    mt_close_p(parser);
    mt_insert_element(parser, token);
}

static void insert_with_marker(Parser *parser, Token *token)
{
    reconstruct(parser);
    if (mt_insert_element(parser, token))
        mt_push_marker(parser);
    parser->frameset_ok = 0;
}

static void insert_formatting_element(Parser *parser, Token *token)
{
    reconstruct(parser);
    if (mt_insert_element(parser, token))
        mt_push_formatting(parser, current(parser));
}

/* An open link is closed first. */
static void start_a(Parser *parser, Token *token)
{
    int32_t link = mt_active_link(parser);
    if (link != NONE) {
        mt_run_adoption_agency(parser, TAG_A);
        int entry = mt_find_formatting(parser, link), position = mt_position_of(parser, link);
        if (entry != NONE)
            mt_remove_formatting(parser, entry);
        if (position != NONE)
            mt_remove_open(parser, position);
    }
    insert_formatting_element(parser, token);
}

static void start_nobr(Parser *parser, Token *token)
{
    reconstruct(parser);
    if (mt_find_in_scope(parser, TAG_NOBR, SCOPE_DEFAULT) != NONE) {
        mt_run_adoption_agency(parser, TAG_NOBR);
        reconstruct(parser);
    }
    insert_formatting_element(parser, token);
}

/* An open list item is closed first, unless a special element is in between. */
static void start_list_item(Parser *parser, Token *token)
{
    int is_li = token->tag == TAG_LI;
    for (int i = parser->open_count - 1; i > 0; i--) {
        const Node *node = &parser->nodes[parser->open[i]];
        if (is_li ? is_html(node, TAG_LI) : is_html(node, TAG_DD) || is_html(node, TAG_DT)) {
            pop_to(parser, i);
            break;
        }
        if (mt_is_special(parser, parser->open[i]) && !is_html(node, TAG_ADDRESS) &&
            !is_html(node, TAG_DIV) && !is_html(node, TAG_P))
            break;
    }
    insert_closing_p(parser, token);
}

static void start_heading(Parser *parser, Token *token)
{
    mt_close_p(parser);
    if (classes_of(current_node(parser)) & IS_HEADING)
        pop(parser);
    mt_insert_element(parser, token);
}

static void start_form(Parser *parser, Token *token)
{
    int in_template = mt_is_template_open(parser);
    if (parser->form != NONE && !in_template)
        return;
    mt_close_p(parser);
    int32_t form = parser->node_count;
    mt_insert_element(parser, token);
    if (!in_template)
        parser->form = form;
}

static void start_frameset(Parser *parser, Token *token)
{
    if (!parser->frameset_ok || parser->open_count < 2 || !is_html(&parser->nodes[parser->open[1]], TAG_BODY))
        return;
    mt_detach(parser, parser->open[1]);
    pop_to(parser, 1);
    mt_insert_element(parser, token);
    parser->mode = MODE_IN_FRAMESET;
}

static void start_option(Parser *parser, Token *token)
{
    if (mt_find_in_scope(parser, TAG_SELECT, SCOPE_DEFAULT) != NONE)
        mt_generate_implied_end_tags(parser, token->tag == TAG_OPTION ? TAG_OPTGROUP : NONE);
    else if (current_is(parser, TAG_OPTION))
        pop(parser);
    reconstruct(parser);
    mt_insert_element(parser, token);
}

static void start_select(Parser *parser, Token *token)
{
    int position = mt_find_in_scope(parser, TAG_SELECT, SCOPE_DEFAULT);
    if (position != NONE) {
        pop_to(parser, position);
        return;
    }
    reconstruct(parser);
    mt_insert_element(parser, token);
    parser->frameset_ok = 0;
}

static void start_void(Parser *parser, Token *token)
{
    if (token->tag == TAG_INPUT) {
        int position = mt_find_in_scope(parser, TAG_SELECT, SCOPE_DEFAULT);
        if (position != NONE)
            pop_to(parser, position);
    }
    reconstruct(parser);
    mt_insert_void(parser, token);
    if (token->tag != TAG_INPUT || !mt_attribute_is(parser, token, ATTRIBUTE_TYPE, "hidden"))
        parser->frameset_ok = 0;
}

static void start_button(Parser *parser, Token *token)
{
    int position = mt_find_in_scope(parser, TAG_BUTTON, SCOPE_DEFAULT);
    if (position != NONE)
        pop_to(parser, position);
    reconstruct(parser);
    mt_insert_element(parser, token);
    parser->frameset_ok = 0;
}

static void start_table(Parser *parser, Token *token)
{
    if (!parser->quirks)
        mt_close_p(parser);
    if (mt_insert_element(parser, token))
        parser->mode = MODE_IN_TABLE;
    parser->frameset_ok = 0;
}

static void start_foreign(Parser *parser, Token *token)
{
    reconstruct(parser);
    if (mt_insert_foreign(parser, token, token->tag == TAG_SVG ? NAMESPACE_SVG : NAMESPACE_MATHML) &&
        token->self_closing)
        pop(parser);
}

static void start_ruby_part(Parser *parser, Token *token)
{
    if (mt_find_in_scope(parser, TAG_RUBY, SCOPE_DEFAULT) != NONE)
        mt_generate_implied_end_tags(parser, token->tag == TAG_RP || token->tag == TAG_RT ? TAG_RTC : NONE);
    mt_insert_element(parser, token);
}

static void start_body_again(Parser *parser, Token *token)
{
    if (parser->open_count < 2 || !is_html(&parser->nodes[parser->open[1]], TAG_BODY) ||
        mt_is_template_open(parser))
        return;
    parser->frameset_ok = 0;
    mt_add_missing_attributes(parser, parser->open[1], token);
}

static void start_hr(Parser *parser, Token *token)
{
    mt_close_p(parser);
    if (mt_find_in_scope(parser, TAG_SELECT, SCOPE_DEFAULT) != NONE)
        mt_generate_implied_end_tags(parser, NONE);
    mt_insert_void(parser, token);
    parser->frameset_ok = 0;
}

static void start_raw(Parser *parser, Token *token)
{
    if (token->tag == TAG_XMP) {
        mt_close_p(parser);
        reconstruct(parser);
    }
    if (token->tag != TAG_NOEMBED)
        parser->frameset_ok = 0;
    if (token->tag == TAG_TEXTAREA)
        parser->ignore_line_feed = 1;
    mt_parse_raw(parser, token, token->tag == TAG_TEXTAREA ? CONTENT_RCDATA : CONTENT_RAWTEXT);
}

static void start_ordinary(Parser *parser, Token *token)
{
    uint32_t classes = classes_of_tag(token->tag);
    if (classes & IS_CLOSES_P) {
        insert_closing_p(parser, token);
    } else if (classes & IS_FORMATTING) {
        insert_formatting_element(parser, token);
    } else if (classes & IS_HEAD) {
        mt_in_head(parser, token);
    } else if (classes & IS_HEADING) {
        start_heading(parser, token);
    } else {
        reconstruct(parser);
        mt_insert_element(parser, token);
    }
}

static void start_tag(Parser *parser, Token *token)
{
    switch (token->tag) {
    case TAG_HTML:
        if (!mt_is_template_open(parser))
            mt_add_missing_attributes(parser, parser->open[0], token);
        return;
    case TAG_BODY:
        start_body_again(parser, token);
        return;
    case TAG_FRAMESET:
        start_frameset(parser, token);
        return;
    case TAG_PRE:
    case TAG_LISTING:
        insert_closing_p(parser, token);
        parser->ignore_line_feed = 1;
        parser->frameset_ok = 0;
        return;
    case TAG_FORM:
        start_form(parser, token);
        return;
    case TAG_LI:
    case TAG_DD:
    case TAG_DT:
        parser->frameset_ok = 0;
        start_list_item(parser, token);
        return;
    case TAG_PLAINTEXT:
        insert_closing_p(parser, token);
        parser->content = CONTENT_PLAINTEXT;
        return;
    case TAG_BUTTON:
        start_button(parser, token);
        return;
    case TAG_A:
        start_a(parser, token);
        return;
    case TAG_NOBR:
        start_nobr(parser, token);
        return;
    case TAG_APPLET:
    case TAG_MARQUEE:
    case TAG_OBJECT:
        insert_with_marker(parser, token);
        return;
    case TAG_TABLE:
        start_table(parser, token);
        return;
    case TAG_IMAGE:
        token->tag = TAG_IMG;
        start_void(parser, token);
        return;
    case TAG_AREA:
    case TAG_BR:
    case TAG_EMBED:
    case TAG_IMG:
    case TAG_KEYGEN:
    case TAG_WBR:
    case TAG_INPUT:
        start_void(parser, token);
        return;
    case TAG_PARAM:
    case TAG_SOURCE:
    case TAG_TRACK:
        mt_insert_void(parser, token);
        return;
    case TAG_HR:
        start_hr(parser, token);
        return;
    case TAG_TEXTAREA:
    case TAG_XMP:
    case TAG_IFRAME:
    case TAG_NOEMBED:
        start_raw(parser, token);
        return;
    case TAG_SELECT:
        start_select(parser, token);
        return;
    case TAG_OPTGROUP:
    case TAG_OPTION:
        start_option(parser, token);
        return;
    case TAG_RB:
    case TAG_RTC:
    case TAG_RP:
    case TAG_RT:
        start_ruby_part(parser, token);
        return;
    case TAG_MATH:
    case TAG_SVG:
        start_foreign(parser, token);
        return;
    case TAG_CAPTION:
    case TAG_COL:
    case TAG_COLGROUP:
    case TAG_FRAME:
    case TAG_HEAD:
    case TAG_TBODY:
    case TAG_TD:
    case TAG_TFOOT:
    case TAG_TH:
    case TAG_THEAD:
    case TAG_TR:
        return;
    default:
        start_ordinary(parser, token);
    }
}

/* -- end tags ---------------------------------------------------------------------------------------- */

void mt_any_other_end_tag(Parser *parser, int tag)
{
    if (!is_any_open(parser, tag))
        return;
    for (int i = parser->open_count - 1; i > 0; i--) {
        if (is_html(&parser->nodes[parser->open[i]], tag)) {
            pop_to(parser, i);
            return;
        }
        if (mt_is_special(parser, parser->open[i]))
            return;
    }
}

static void end_in_scope(Parser *parser, int tag, Scope scope)
{
    int position = mt_find_in_scope(parser, tag, scope);
    if (position != NONE)
        pop_to(parser, position);
}

static void end_heading(Parser *parser)
{
    int nearest = NONE;
    for (int tag = TAG_H1; tag <= TAG_H6; tag++) {
        int position = mt_find_in_scope(parser, tag, SCOPE_DEFAULT);
        nearest = position > nearest ? position : nearest;
    }
    if (nearest != NONE)
        pop_to(parser, nearest);
}

static void end_form(Parser *parser)
{
    if (mt_is_template_open(parser)) {
        end_in_scope(parser, TAG_FORM, SCOPE_DEFAULT);
        return;
    }
    int32_t form = parser->form;
    parser->form = NONE;
    if (form == NONE || !is_open(parser, form))
        return;
    int position = mt_position_of(parser, form);
    for (int i = parser->open_count - 1; i > position; i--)
        if (mt_is_scope_border(parser, parser->open[i]))
            return;
    mt_generate_implied_end_tags(parser, NONE);
    mt_remove_open(parser, mt_position_of(parser, form));
}

static void end_tag(Parser *parser, Token *token)
{
    int tag = token->tag;
    switch (tag) {
    case TAG_TEMPLATE:
        mt_end_template(parser);
        return;
    case TAG_BODY:
    case TAG_HTML:
        if (mt_find_in_scope(parser, TAG_BODY, SCOPE_DEFAULT) != NONE) {
            parser->mode = MODE_AFTER_BODY;
            if (tag == TAG_HTML)
                mt_process(parser, token, parser->mode);
        }
        return;
    case TAG_FORM:
        end_form(parser);
        return;
    case TAG_P:
        if (mt_find_in_scope(parser, TAG_P, SCOPE_BUTTON) == NONE && !mt_insert_implied(parser, TAG_P))
            return;
        mt_close_p(parser);
        return;
    case TAG_LI:
        end_in_scope(parser, tag, SCOPE_LIST_ITEM);
        return;
    case TAG_DD:
    case TAG_DT:
        end_in_scope(parser, tag, SCOPE_DEFAULT);
        return;
    case TAG_APPLET:
    case TAG_MARQUEE:
    case TAG_OBJECT: {
        int position = mt_find_in_scope(parser, tag, SCOPE_DEFAULT);
        if (position != NONE) {
            pop_to(parser, position);
            mt_clear_to_marker(parser);
        }
        return;
    }
    case TAG_BR:
        reconstruct(parser);
        if (mt_insert_implied(parser, TAG_BR))
            pop(parser);
        parser->frameset_ok = 0;
        return;
    }
    uint32_t classes = classes_of_tag(tag);
    if (classes & IS_SCOPED_END)
        end_in_scope(parser, tag, SCOPE_DEFAULT);
    else if (classes & IS_FORMATTING)
        mt_run_adoption_agency(parser, tag);
    else if (classes & IS_HEADING)
        end_heading(parser);
    else
        mt_any_other_end_tag(parser, tag);
}

/* -- all tokens -------------------------------------------------------------------------------------- */

static void text(Parser *parser, Token *token)
{
    const Byte *start = token->start;
    if (UNLIKELY(parser->has_nuls) && !(token->how & CHUNK_REPLACES_NULS)) {
        while (start < token->end && *start == 0)
            start++;
        if (start == token->end)
            return; /* only NULs, which are ignored: do not reopen formatting elements for them */
    }
    reconstruct(parser);
    mt_insert_text(parser, start, token->end, token->how);
    if (parser->frameset_ok && !mt_is_blank(start, token->end, token->how))
        parser->frameset_ok = 0;
}

void mt_in_body(Parser *parser, Token *token)
{
    switch (token->type) {
    case TOKEN_TEXT:
        text(parser, token);
        return;
    case TOKEN_START:
        start_tag(parser, token);
        return;
    case TOKEN_END:
        end_tag(parser, token);
        return;
    case TOKEN_COMMENT:
        mt_insert_comment(parser, NONE);
        return;
    case TOKEN_EOF:
        if (parser->template_mode_count)
            mt_in_template(parser, token);
        return;
    case TOKEN_DOCTYPE:
        return;
    }
}
