/* The page's own style sheets: <style> elements -> rules. */
#include "styles/styles.h"
#include "styles/text.h"

enum {
    MAX_RULES = 50000,
    MAX_CONDITIONS = 16, /* of @media and the like inside each other */
};

/* -- rules ------------------------------------------------------------------------------------------- */

typedef struct {
    Parser *parser;
    Sheets *sheets;
    const Byte *at, *end;
    uint8_t is_layered[MAX_CONDITIONS + 1];
    int depth;
} SheetReader;

/* Skip white space, comments, and the <!-- and --> of old pages. */
static void skip_blank(SheetReader *reader)
{
    const Byte *at = reader->at, *end = reader->end;
    for (;;) {
        if (at < end && is_space(*at))
            at++;
        else if (is_comment(at, end))
            at = after_comment(at, end);
        else if (end - at >= 4 && memcmp(at, "<!--", 4) == 0)
            at += 4;
        else if (end - at >= 3 && memcmp(at, "-->", 3) == 0)
            at += 3;
        else
            break;
    }
    reader->at = at;
}

/* The text before `{`, `;` or `}`; the reader is left there. */
static View read_prelude(SheetReader *reader)
{
    const Byte *start = reader->at, *at = start, *end = reader->end;
    int brackets = 0;
    while ((at = at_punctuation(at, end)) < end && *at != '{' && *at != '}' && (*at != ';' || brackets)) {
        brackets += *at == '(' || *at == '[' ? 1 : (*at == ')' || *at == ']') && brackets ? -1 : 0;
        if (*at == '"' || *at == '\'')
            at = after_string(at, end);
        else if (is_comment(at, end))
            at = after_comment(at, end);
        else
            at += *at == '\\' && at + 1 < end ? 2 : 1;
    }
    reader->at = at;
    return stripped(start, at);
}

void mt_note_background(Sheets *sheets, Reading colour)
{
    if (colour < 0 || !(colour & 255) || sheets->background_count == MAX_BACKGROUNDS)
        return;
    for (int i = 0; i < sheets->background_count; i++)
        if (sheets->backgrounds[i] == colour)
            return;
    sheets->backgrounds[sheets->background_count++] = colour;
}

/* Whether a selector names a custom element: a tag with a hyphen. */
static int names_custom_element(View selectors)
{
    int is_start = 1, is_tag = 0;
    for (size_t i = 0; i < selectors.length; i++) {
        Byte c = (Byte)selectors.text[i];
        is_tag = is_tag ? is_letter(c) || is_digit(c) || c == '-' : is_start && is_letter(c);
        if (is_tag && c == '-')
            return 1;
        is_start = is_space(c) || c == ',' || c == '>' || c == '+' || c == '~';
    }
    return 0;
}

/* Keep the last setting of a property in a rule. */
static void add_setting(SheetReader *reader, Rule *rule, Meaning meaning, int is_important)
{
    Sheets *sheets = reader->sheets;
    Setting setting = {meaning.reading, (uint8_t)meaning.property, (uint8_t)is_important};
    for (int32_t i = 0; i < rule->count; i++) {
        Setting *other = &sheets->settings[rule->first + i];
        if (other->property == setting.property && other->is_important == setting.is_important) {
            *other = setting;
            return;
        }
    }
    if (sheets->setting_count == sheets->setting_capacity)
        sheets->settings = mt_grown(reader->parser, sheets->settings, &sheets->setting_capacity,
                                    sheets->setting_count + 1, sizeof *sheets->settings);
    sheets->settings[sheets->setting_count++] = setting;
    rule->count++;
}

static void add_rule(SheetReader *reader, const Rule *rule)
{
    Sheets *sheets = reader->sheets;
    if (sheets->rule_count == sheets->rule_capacity)
        sheets->rules = mt_grown(reader->parser, sheets->rules, &sheets->rule_capacity,
                                 sheets->rule_count + 1, sizeof *sheets->rules);
    sheets->rules[sheets->rule_count++] = *rule;
}

/* Read the declarations of a rule. */
static Rule read_settings(SheetReader *reader)
{
    Sheets *sheets = reader->sheets;
    Rule rule = {.first = sheets->setting_count, .is_layered = reader->is_layered[reader->depth]};
    Declaration declaration;
    Meaning meanings[2];
    while (mt_next_declaration(&reader->at, reader->end, &declaration)) {
        int count = mt_read_declaration(&declaration, meanings);
        for (int i = 0; i < count; i++) {
            add_setting(reader, &rule, meanings[i], declaration.is_important);
            if (mt_may_hide(meanings[i].property, meanings[i].reading))
                rule.hiding |= BIT(meanings[i].property);
            if (meanings[i].property == PROPERTY_BACKGROUND_COLOR)
                mt_note_background(sheets, meanings[i].reading);
        }
    }
    reader->at += reader->at < reader->end; /* the closing brace */
    return rule;
}

/* Read a rule, unless nothing on the page can match it. */
static void read_rule(SheetReader *reader, View selectors) /* after the brace */
{
    Sheets *sheets = reader->sheets;
    Matcher *matcher = &reader->parser->styles->matcher;
    int32_t before = matcher->selector_count;
    mt_read_selectors(matcher, sheets->rule_count, selectors);
    if (matcher->selector_count == before) {
        reader->at = mt_after_block(reader->at, reader->end);
        return;
    }
    Rule rule = read_settings(reader);
    int is_full = sheets->rule_count == MAX_RULES;
    if (!rule.count || is_full) {
        sheets->is_cut |= rule.count && is_full;
        sheets->setting_count = rule.first;
        matcher->selector_count = before;
        return;
    }
    rule.selectors =
        (Span){(int32_t)((const Byte *)selectors.text - reader->parser->source), (int32_t)selectors.length};
    rule.names_custom = (uint8_t)(rule.hiding && names_custom_element(selectors));
    add_rule(reader, &rule);
}

/* An at-rule with a block: enter it, or skip it. */
static void enter_at_rule(SheetReader *reader, View prelude)
{
    int applies = 0, is_layer = begins_with(prelude, "@layer");
    if (begins_with(prelude, "@media"))
        applies = mt_media_matches(without(prelude, 6));
    else if (begins_with(prelude, "@supports"))
        applies = !begins_with(stripped(prelude.text + 9, prelude.text + prelude.length), "not");
    else
        applies = is_layer;
    reader->sheets->is_cut |= applies && reader->depth == MAX_CONDITIONS;
    if (!applies || reader->depth == MAX_CONDITIONS) {
        reader->at = mt_after_block(reader->at, reader->end);
        return;
    }
    int layered = is_layer || reader->is_layered[reader->depth];
    reader->is_layered[++reader->depth] = (uint8_t)layered;
}

static void read_sheet(SheetReader *reader)
{
    for (skip_blank(reader); reader->at < reader->end; skip_blank(reader)) {
        if (*reader->at == '}') {
            reader->depth -= reader->depth > 0;
            reader->at++;
            continue;
        }
        View prelude = read_prelude(reader);
        if (reader->at >= reader->end)
            return;
        Byte stop = *reader->at;
        reader->at += stop != '}';
        if (stop == ';' && begins_with(prelude, "@import"))
            reader->sheets->has_linked = 1;
        if (stop != '{')
            continue;
        if (prelude.length && prelude.text[0] == '@')
            enter_at_rule(reader, prelude);
        else
            read_rule(reader, prelude);
    }
}

/* -- elements ---------------------------------------------------------------------------------------- */

/* Whether a <style> applies: not if it is for another medium or language, nor in a template or <noscript>. */
static int sheet_applies(Parser *parser, const Node *node)
{
    View type = attribute_of(parser, node, "type");
    if (type.length && !is_same_word(type, "text/css"))
        return 0;
    View media = attribute_of(parser, node, "media");
    if (media.length && !mt_media_matches(media))
        return 0;
    for (int32_t at = node->parent; at > 0; at = parser->nodes[at].parent)
        if (parser->nodes[at].tag == TAG_TEMPLATE || parser->nodes[at].tag == TAG_NOSCRIPT)
            return 0;
    return 1;
}

static int is_linked_sheet(Parser *parser, const Node *node)
{
    View rel = attribute_of(parser, node, "rel");
    for (; rel.length; rel = without(rel, 1))
        if (begins_with(rel, "stylesheet"))
            return 1;
    return is_same_word(attribute_of(parser, node, "as"), "style");
}

/* Read a <style>. Its text is a part of the source, often in several chunks. Inside of <svg> it may have references;
   such a sheet is not read. */
static void read_style(Parser *parser, const Node *node, Sheets *sheets)
{
    SheetReader reader = {.parser = parser, .sheets = sheets};
    for (int32_t text = node->first; text != NONE; text = parser->nodes[text].next) {
        if (parser->nodes[text].tag != TAG_TEXT)
            continue;
        for (int32_t i = parser->nodes[text].data; i != NONE; i = parser->chunks[i].next) {
            Span span = parser->chunks[i].span;
            const Byte *start = parser->source + span.start;
            int has_reference =
                parser->chunks[i].how & CHUNK_HAS_REFERENCES && memchr(start, '&', (size_t)span.length);
            sheets->is_cut |= has_reference;
            reader.at = reader.end ? reader.at : start;
            reader.end = start + span.length;
        }
    }
    if (reader.end && reader.at < reader.end)
        read_sheet(&reader);
}

static int names_background(View style)
{
    if (style.text && memchr(style.text, '\\', style.length)) /* b\61ckground */
        return 1;
    for (; style.length >= 10; style = without(style, 1))
        if ((*style.text == 'b' || *style.text == 'B') && begins_with(style, "background"))
            return 1;
    return 0;
}

/* Whether a browser paints the background that the attribute `bgcolor` of a tag names. */
static int has_bgcolor(int tag)
{
    switch (tag) {
    case TAG_BODY:
    case TAG_TABLE:
    case TAG_THEAD:
    case TAG_TBODY:
    case TAG_TFOOT:
    case TAG_TR:
    case TAG_TH:
    case TAG_TD:
        return 1;
    default:
        return 0;
    }
}

/* Note the colour that an element's attributes paint behind it. */
static void note_own_background(Parser *parser, const Node *node, Sheets *sheets)
{
    if (node->bits & NODE_MAY_HIDE && names_background(attribute_of(parser, node, "style"))) {
        ComputedStyle style;
        mt_own_style(parser, node, &style);
        mt_note_background(sheets, style.reading[PROPERTY_BACKGROUND_COLOR]);
    }
    if (has_bgcolor(node->tag))
        mt_note_background(sheets, mt_read_old_colour(attribute_of(parser, node, "bgcolor")));
}

/* Whether an element's tag or attributes can hide it, or say a colour. */
static int is_suspect(const Parser *parser, const Node *node)
{
    switch (node->tag) {
    case TAG_FONT:
    case TAG_BODY:
        return node->extent > 0;
    case TAG_DIALOG:
        return 1;
    case TAG_DETAILS:
    case TAG_NOSCRIPT:
        return parser->is_strict;
    default:
        return node->bits & NODE_MAY_HIDE;
    }
}

/* Read the <style> elements from `first` on. */
static void read_styles(Parser *parser, int32_t first, Sheets *sheets)
{
    Styles *styles = parser->styles;
    mt_name_elements(parser, &styles->names);
    for (int32_t at = first; at < parser->node_count; at++) {
        const Node *node = &parser->nodes[at];
        if (UNLIKELY(node->tag == TAG_STYLE) && node->parent != NONE && sheet_applies(parser, node))
            read_style(parser, node, sheets);
    }
}

void mt_read_sheets(Parser *parser, Sheets *sheets)
{
    int32_t first_style = NONE;
    for (int32_t at = 1; at < parser->node_count; at++) {
        const Node *node = &parser->nodes[at];
        if (node->tag == TAG_TEXT)
            continue;
        if (UNLIKELY(node->tag == TAG_LINK))
            sheets->has_linked = sheets->has_linked || is_linked_sheet(parser, node);
        else if (UNLIKELY(node->tag == TAG_STYLE) && first_style == NONE)
            first_style = at;
        if (node->extent)
            note_own_background(parser, node, sheets);
        if (!sheets->has_suspects)
            sheets->has_suspects = is_suspect(parser, node);
    }
    if (first_style != NONE)
        read_styles(parser, first_style, sheets);
}
