/* The page's own style sheets: <style> elements -> rules. */
#include "styles/styles.h"

enum {
    MAX_RULES = 50000,
    MAX_CONDITIONS = 16, /* of @media and the like inside each other */
    VIEW_WIDTH = 1280,   /* of the reader's screen, in pixels */
    VIEW_HEIGHT = 800,
};

/* -- media ------------------------------------------------------------------------------------------- */

static View stripped(const char *start, const char *end)
{
    while (start < end && is_space((Byte)*start))
        start++;
    while (start < end && is_space((Byte)end[-1]))
        end--;
    return (View){start, (size_t)(end - start)};
}

static int begins_with(View view, const char *word)
{
    size_t length = strlen(word);
    return view.length >= length && mt_equals_ignoring_case((const Byte *)view.text, word, length);
}

static View without(View view, size_t bytes)
{
    return stripped(view.text + bytes, view.text + view.length);
}

static double pixels_of(View value)
{
    double number = 0, scale = 1;
    size_t i = 0;
    for (; i < value.length && is_digit((Byte)value.text[i]); i++)
        number = number < 1e9 ? number * 10 + (value.text[i] - '0') : number;
    if (i < value.length && value.text[i] == '.')
        for (i++; i < value.length && is_digit((Byte)value.text[i]); i++)
            number += (scale /= 10) * (value.text[i] - '0');
    return begins_with((View){value.text + i, value.length - i}, "p") ? number : number * 16; /* em, rem */
}

/* A condition such as `min-width: 600px`. Others are true only if a usual screen has them. */
static int feature_holds(View feature)
{
    const char *colon = memchr(feature.text, ':', feature.length);
    View name = colon ? stripped(feature.text, colon) : feature;
    View value = colon ? stripped(colon + 1, feature.text + feature.length) : (View){"", 0};
    int is_width = is_same_word(name, "min-width") || is_same_word(name, "max-width") ||
                   is_same_word(name, "min-device-width") || is_same_word(name, "max-device-width");
    int is_height = is_same_word(name, "min-height") || is_same_word(name, "max-height");
    if (is_width || is_height) {
        double wanted = pixels_of(value), view = is_width ? VIEW_WIDTH : VIEW_HEIGHT;
        return begins_with(name, "min") ? view >= wanted : view <= wanted;
    }
    if (memchr(feature.text, '<', feature.length) || memchr(feature.text, '>', feature.length)) {
        /* width >= 600px, width < 600px */
        const char *end = feature.text + feature.length, *at = feature.text;
        while (at < end && *at != '<' && *at != '>')
            at++;
        int is_more = *at == '>';
        at += at + 1 < end && at[1] == '=' ? 2 : 1;
        View wanted = stripped(at, end);
        if (!begins_with(feature, "width") || !wanted.length || !is_digit((Byte)wanted.text[0]))
            return 0;
        return is_more ? VIEW_WIDTH >= pixels_of(wanted) : VIEW_WIDTH <= pixels_of(wanted);
    }
    return is_same_word(value, "landscape") || is_same_word(value, "fine") || is_same_word(value, "light") ||
           is_same_word(value, "no-preference") || is_same_word(name, "color") ||
           (is_same_word(name, "hover") && !is_same_word(value, "none"));
}

static int query_holds(View query)
{
    int is_negated = begins_with(query, "not ") || begins_with(query, "not(");
    query = is_negated ? without(query, 3) : begins_with(query, "only ") ? without(query, 5) : query;
    int holds = 1;
    while (query.length) {
        if (query.text[0] == '(') {
            size_t i = 1;
            for (int depth = 1; i < query.length && depth; i++)
                depth += query.text[i] == '(' ? 1 : query.text[i] == ')' ? -1 : 0;
            holds &= feature_holds(stripped(query.text + 1, query.text + i - 1));
            query = without(query, i);
        } else {
            size_t i = 0;
            while (i < query.length && !is_space((Byte)query.text[i]) && query.text[i] != '(')
                i++;
            View word = {query.text, i};
            holds &= is_same_word(word, "and") || is_same_word(word, "all") || is_same_word(word, "screen");
            query = without(query, i);
        }
    }
    return is_negated ? !holds : holds;
}

static int media_matches(View condition)
{
    const char *at = condition.text, *end = at + condition.length;
    if (!stripped(at, end).length)
        return 1;
    while (at <= end) {
        const char *start = at;
        for (int brackets = 0; at < end && (brackets || *at != ','); at++)
            brackets += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        if (query_holds(stripped(start, at)))
            return 1;
        at++;
    }
    return 0;
}

/* -- rules ------------------------------------------------------------------------------------------- */

typedef struct {
    Parser *parser;
    Sheets *sheets;
    const Byte *at, *end;
    uint8_t applies[MAX_CONDITIONS + 1], is_layered[MAX_CONDITIONS + 1];
    int depth;
} SheetReader;

/* Skip white space, comments, and the <!-- and --> of old pages. */
static void skip_blank(SheetReader *reader)
{
    const Byte *at = reader->at, *end = reader->end;
    for (;;) {
        if (at < end && is_space(*at)) {
            at++;
        } else if (at + 1 < end && at[0] == '/' && at[1] == '*') {
            for (at += 2; at < end && !(at + 1 < end && at[0] == '*' && at[1] == '/');)
                at++;
            at = at + 2 < end ? at + 2 : end;
        } else if (end - at >= 4 && memcmp(at, "<!--", 4) == 0) {
            at += 4;
        } else if (end - at >= 3 && memcmp(at, "-->", 3) == 0) {
            at += 3;
        } else {
            break;
        }
    }
    reader->at = at;
}

/* The text before `{`, `;` or `}`; the reader is left there. */
static View read_prelude(SheetReader *reader)
{
    const Byte *start = reader->at, *at = start, *end = reader->end;
    for (int brackets = 0; at < end; at++) {
        if (*at == '{' || *at == '}' || (*at == ';' && !brackets))
            break;
        brackets += *at == '(' || *at == '[' ? 1 : (*at == ')' || *at == ']') && brackets ? -1 : 0;
        if (*at == '\\') {
            at += at + 1 < end;
        } else if (*at == '"' || *at == '\'') {
            Byte quote = *at;
            for (at++; at < end && *at != quote && *at != '\n'; at++)
                at += *at == '\\' && at + 1 < end;
            if (at >= end)
                break;
        }
    }
    reader->at = at < end ? at : end;
    return stripped((const char *)start, (const char *)reader->at);
}

static void skip_block(SheetReader *reader) /* after its brace */
{
    Declaration ignored;
    const Byte *start = reader->at;
    while (mt_next_declaration(&reader->at, reader->end, &ignored))
        ;
    reader->at += reader->at < reader->end; /* the closing brace */
    if (reader->at == start && start < reader->end)
        reader->at++;
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

static void read_rule(SheetReader *reader, View selectors) /* after the brace */
{
    Sheets *sheets = reader->sheets;
    const Byte *source = reader->parser->source, *start = reader->at;
    Rule rule = {.is_layered = reader->is_layered[reader->depth]};
    Declaration declaration;
    Meaning meanings[2];
    while (mt_next_declaration(&reader->at, reader->end, &declaration)) {
        int count = mt_read_declaration(&declaration, meanings);
        for (int i = 0; i < count; i++) {
            rule.declared |= BIT(meanings[i].property);
            if (mt_may_hide(meanings[i].property, meanings[i].reading))
                rule.hiding |= BIT(meanings[i].property);
            if (meanings[i].property == PROPERTY_COLOR)
                rule.colour = meanings[i].reading;
            if (meanings[i].property == PROPERTY_BACKGROUND_COLOR)
                mt_note_background(sheets, meanings[i].reading);
        }
    }
    rule.selectors = (Span){(int32_t)((const Byte *)selectors.text - source), (int32_t)selectors.length};
    rule.block = (Span){(int32_t)(start - source), (int32_t)(reader->at - start)};
    reader->at += reader->at < reader->end;
    if (!rule.declared || !selectors.length)
        return;
    if (sheets->rule_count == MAX_RULES) {
        sheets->is_cut = 1;
        return;
    }
    if (sheets->rule_count == sheets->rule_capacity)
        sheets->rules = mt_grown(reader->parser, sheets->rules, &sheets->rule_capacity, sheets->rule_count + 1,
                                 sizeof *sheets->rules);
    sheets->rules[sheets->rule_count++] = rule;
}

/* An at-rule with a block: enter it, or skip it. */
static void enter_at_rule(SheetReader *reader, View prelude)
{
    int applies = 0, is_layer = begins_with(prelude, "@layer");
    if (begins_with(prelude, "@media"))
        applies = media_matches(without(prelude, 6));
    else if (begins_with(prelude, "@supports"))
        applies = !begins_with(without(prelude, 9), "not");
    else
        applies = is_layer;
    if (!applies || reader->depth == MAX_CONDITIONS) {
        skip_block(reader);
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
        if (stop != '{')
            continue;
        if (prelude.length && prelude.text[0] == '@')
            enter_at_rule(reader, prelude);
        else
            read_rule(reader, prelude);
    }
}

/* -- elements ---------------------------------------------------------------------------------------- */

static View attribute_of(Parser *parser, const Node *node, const char *name)
{
    RowAttributes found = {node->data, node->extent, node->name_space};
    const Attribute *attribute = mt_attribute_named(parser, found, name);
    return attribute ? mt_value_of(parser, attribute) : (View){NULL, 0};
}

/* Whether a <style> applies: not if it is for another medium or language, nor in a template or <noscript>. */
static int sheet_applies(Parser *parser, const Node *node)
{
    View type = attribute_of(parser, node, "type");
    if (type.length && !is_same_word(type, "text/css"))
        return 0;
    View media = attribute_of(parser, node, "media");
    if (media.length && !media_matches(media))
        return 0;
    for (int32_t at = node->parent; at > 0; at = parser->nodes[at].parent)
        if (parser->nodes[at].tag == TAG_TEMPLATE || parser->nodes[at].tag == TAG_NOSCRIPT)
            return 0;
    return 1;
}

static int is_linked_sheet(Parser *parser, const Node *node)
{
    View rel = attribute_of(parser, node, "rel");
    return begins_with(rel, "stylesheet") || begins_with(rel, "preload");
}

void mt_read_sheets(Parser *parser, Sheets *sheets)
{
    for (int32_t at = 1; at < parser->node_count; at++) {
        const Node *node = &parser->nodes[at];
        if (UNLIKELY(node->tag == TAG_LINK)) {
            sheets->has_linked = sheets->has_linked || is_linked_sheet(parser, node);
            continue;
        }
        if (LIKELY(node->tag != TAG_STYLE) || node->parent == NONE || !sheet_applies(parser, node))
            continue;
        for (int32_t text = node->first; text != NONE; text = parser->nodes[text].next) {
            if (parser->nodes[text].tag != TAG_TEXT)
                continue;
            for (int32_t i = parser->nodes[text].data; i != NONE; i = parser->chunks[i].next) {
                Span span = parser->chunks[i].span;
                SheetReader reader = {.parser = parser, .sheets = sheets, .at = parser->source + span.start};
                reader.end = reader.at + span.length;
                read_sheet(&reader);
            }
        }
    }
}
