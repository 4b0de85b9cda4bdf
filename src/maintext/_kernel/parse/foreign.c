/* The rules for foreign content: SVG and MathML. */
#include "parse/parser.h"

static int has_attribute(const Parser *parser, const Token *token, int id)
{
    for (int i = 0; i < token->attribute_count; i++)
        if (parser->attributes[token->attribute + i].id == id)
            return 1;
    return 0;
}

static int html_integration_point(const Node *node)
{
    return is_svg_html(node) || node->bits & NODE_IS_HTML_INTEGRATION;
}

/* Whether the rules for foreign content apply. The current node must be foreign. */
int mt_is_foreign(const Node *node, const Token *token)
{
    int is_start = token->type == TOKEN_START, is_text = token->type == TOKEN_TEXT;
    if (token->type == TOKEN_EOF)
        return 0;
    if (is_mathml_text(node) &&
        (is_text || (is_start && token->tag != TAG_MGLYPH && token->tag != TAG_MALIGNMARK)))
        return 0;
    if (node->name_space == NAMESPACE_MATHML && node->tag == TAG_ANNOTATION_XML && is_start &&
        token->tag == TAG_SVG)
        return 0;
    return !(html_integration_point(node) && (is_start || is_text));
}

static void leave_foreign(Parser *parser)
{
    while (parser->open_count > 1 && current_node(parser)->name_space != NAMESPACE_HTML &&
           !is_mathml_text(current_node(parser)) && !html_integration_point(current_node(parser)))
        pop(parser);
}

static int breaks_out(const Parser *parser, const Token *token)
{
    if (classes_of_tag(token->tag) & IS_BREAKOUT)
        return 1;
    return token->tag == TAG_FONT &&
           (has_attribute(parser, token, ATTRIBUTE_COLOR) || has_attribute(parser, token, ATTRIBUTE_FACE) ||
            has_attribute(parser, token, ATTRIBUTE_SIZE));
}

/* The tag as written in the source; mixed-case SVG elements have separate ids. */
static int lower_tag(int tag)
{
    return tag >= TAG_FIRST_SVG && tag < KNOWN_TAGS ? tag - TAG_FIRST_SVG + TAG_FIRST_LOWER_SVG : tag;
}

static void foreign_end_tag(Parser *parser, Token *token)
{
    if (token->tag == TAG_BR || token->tag == TAG_P) {
        leave_foreign(parser);
        mt_process(parser, token, parser->mode);
        return;
    }
    for (int i = parser->open_count - 1; i >= 0; i--) {
        const Node *node = &parser->nodes[parser->open[i]];
        if (node->name_space == NAMESPACE_HTML) {
            mt_process(parser, token, parser->mode);
            return;
        }
        if (lower_tag(node->tag) == token->tag) {
            pop_to(parser, i);
            return;
        }
    }
}

void mt_in_foreign_content(Parser *parser, Token *token)
{
    switch (token->type) {
    case TOKEN_TEXT:
        if (parser->frameset_ok && !mt_is_blank(token->start, token->end, token->how))
            parser->frameset_ok = 0;
        mt_insert_text(parser, token->start, token->end, token->how | mt_nul_mode(parser));
        return;
    case TOKEN_COMMENT:
        mt_insert_comment(parser, NONE);
        return;
    case TOKEN_END:
        foreign_end_tag(parser, token);
        return;
    case TOKEN_START:
        if (breaks_out(parser, token)) {
            leave_foreign(parser);
            mt_process(parser, token, parser->mode);
        } else if (mt_insert_foreign(parser, token, current_node(parser)->name_space) &&
                   token->self_closing) {
            pop(parser);
        }
        return;
    default:
        return;
    }
}
