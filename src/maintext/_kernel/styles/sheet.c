/* The text of a style sheet -> rules. */
#include "styles/styles.h"
#include "styles/text.h"

enum {
    MAX_RULES = 50000,
    MAX_CONDITIONS = 16, /* of @media and the like inside each other */
};

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
    if (at < end && (*at == '.' || is_letter(*at))) /* of most rules */
        return;
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

/* The end of the text before `{`, `;` or `}`; a `;` in brackets does not end it. */
static const Byte *end_of_prelude(const Byte *at, const Byte *end)
{
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
    return at;
}

static inline Matches ends_plain(Bytes bytes)
{
    Matches quotes = either(is_byte(bytes, '"'), is_byte(bytes, '\''));
    return either(either(quotes, either(is_byte(bytes, '/'), is_byte(bytes, ';'))), is_nesting(bytes));
}

/* The text before `{`, `;` or `}`; the reader is left there. */
static View read_prelude(SheetReader *reader)
{
    static const Byte stops[256] = {['"'] = 1, ['\''] = 1, ['/'] = 1, [';'] = 1, NESTING};
    const Byte *start = reader->at, *at = scan(start, reader->end, reader->end, ends_plain, stops);
    if (at < reader->end && *at != '{' && *at != '}') /* on few rules */
        at = end_of_prelude(start, reader->end);
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
    DeclarationReader declarations = mt_read_declarations(reader->at, reader->end);
    Declaration declaration;
    Meaning meanings[2];
    while (mt_next_declaration(&declarations, &declaration)) {
        int count = mt_read_declaration(&declaration, meanings);
        for (int i = 0; i < count; i++) {
            add_setting(reader, &rule, meanings[i], declaration.is_important);
            rule.properties |= BIT(meanings[i].property);
            if (mt_may_hide(meanings[i].property, meanings[i].reading))
                rule.hiding |= BIT(meanings[i].property);
            if (meanings[i].property == PROPERTY_BACKGROUND_COLOR)
                mt_note_background(sheets, meanings[i].reading);
        }
    }
    reader->at = declarations.at + (declarations.at < reader->end); /* after the closing brace */
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

/* Whether a condition, which is in the source, holds. */
static int media_applies(SheetReader *reader, View condition)
{
    uint32_t hash = mt_value_hash(reader->parser, condition);
    Media *media = &reader->sheets->media[hash % RECENT_MEDIA];
    if (!media->condition.text || !is_same(media->condition, condition, 0))
        *media = (Media){condition, mt_media_matches(condition)};
    return media->applies;
}

/* An at-rule with a block: enter it, or skip it. */
static void enter_at_rule(SheetReader *reader, View prelude)
{
    int applies = 0, is_layer = begins_with(prelude, "@layer");
    if (begins_with(prelude, "@media"))
        applies = media_applies(reader, without(prelude, 6));
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

static void read_rules(SheetReader *reader)
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

void mt_read_sheet(Parser *parser, Sheets *sheets, const Byte *at, const Byte *end)
{
    SheetReader reader = {.parser = parser, .sheets = sheets, .at = at, .end = end};
    read_rules(&reader);
}
