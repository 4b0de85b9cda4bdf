/* The declarations that apply to an element. */
#include "styles/styles.h"
#include "styles/text.h"

typedef struct {
    ComputedStyle *style;
    uint64_t rank[PROPERTY_COUNT]; /* of the declaration that applies so far */
    uint64_t own;                  /* rank of the declarations that are read */
    int32_t source;
} Cascade;

enum { RANK_LAYER = 32, RANK_OWN = 33, RANK_IMPORTANT = 34 }; /* bits above the specificity */

static void take(Cascade *cascade, Property property, Reading reading, int is_important)
{
    uint64_t rank = cascade->own | (is_important ? 1ull << RANK_IMPORTANT : 0);
    if (cascade->style->reading[property] != READING_MISSING && rank < cascade->rank[property])
        return;
    cascade->rank[property] = rank;
    cascade->style->reading[property] = reading;
    cascade->style->source[property] = cascade->source;
}

static void start(Cascade *cascade, ComputedStyle *style)
{
    cascade->style = style;
    cascade->own = 0;
    cascade->source = NONE;
    memset(cascade->rank, 0, sizeof cascade->rank);
    for (int i = 0; i < PROPERTY_COUNT; i++) /* loops of their own can be vectorized */
        style->reading[i] = READING_MISSING;
    for (int i = 0; i < PROPERTY_COUNT; i++)
        style->source[i] = NONE;
}

/* Attributes of old pages: <font color>, <body bgcolor text>. The weakest rank. */
static void read_old_attributes(Parser *parser, const Node *node, Cascade *cascade)
{
    static const struct {
        const char *name;
        Property property;
    } known[] = {{"bgcolor", PROPERTY_BACKGROUND_COLOR},
                 {"background", PROPERTY_BACKGROUND_IMAGE},
                 {"color", PROPERTY_COLOR},
                 {"text", PROPERTY_COLOR}};
    RowAttributes attributes = {node->data, node->extent, node->name_space};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        int is_allowed = known[i].property != PROPERTY_COLOR
                             ? mt_has_old_background(node->tag)
                             : node->tag == (known[i].name[0] == 't' ? TAG_BODY : TAG_FONT);
        const Attribute *found = is_allowed ? mt_attribute_named(parser, attributes, known[i].name) : NULL;
        if (!found)
            continue;
        View value = mt_value_of(parser, found);
        Reading reading = known[i].property == PROPERTY_BACKGROUND_IMAGE ? 1 : mt_read_old_colour(value);
        if (reading >= 0)
            take(cascade, known[i].property, reading, 0);
    }
}

static void take_all(Cascade *cascade, const Byte *at, const Byte *end)
{
    DeclarationReader reader = mt_read_declarations(at, end);
    Declaration declaration;
    Meaning meanings[2];
    while (mt_next_declaration(&reader, &declaration)) {
        int count = mt_read_declaration(&declaration, meanings);
        for (int i = 0; i < count; i++)
            take(cascade, meanings[i].property, meanings[i].reading, declaration.is_important);
    }
}

static void take_style_attribute(View value, Cascade *cascade)
{
    cascade->own = 1ull << RANK_OWN | 1ull << RANK_LAYER;
    cascade->source = NONE;
    if (value.text)
        take_all(cascade, (const Byte *)value.text, (const Byte *)value.text + value.length);
}

void mt_compute_attribute_style(View value, ComputedStyle *style)
{
    Cascade cascade;
    start(&cascade, style);
    take_style_attribute(value, &cascade);
}

void mt_compute_style(Parser *parser, int32_t at, uint32_t properties, MatchedRules *found,
                      ComputedStyle *style)
{
    Styles *styles = parser->styles;
    const Sheets *sheets = &styles->sheets;
    const Node *node = &parser->nodes[at];
    Cascade cascade;
    start(&cascade, style);
    read_old_attributes(parser, node, &cascade);
    mt_match(&styles->matcher, at, OTHER_RULES, properties, found);
    for (int i = 0; i < found->count; i++) {
        const Match *match = &found->matches[i];
        const Rule *rule = &sheets->rules[match->rule];
        cascade.own = match->specificity | (rule->is_layered ? 0 : 1ull << RANK_LAYER);
        cascade.source = match->rule;
        mt_spend(&styles->matcher, rule->count);
        for (int32_t j = rule->first; j < rule->first + rule->count; j++) {
            const Setting *setting = &sheets->settings[j];
            take(&cascade, (Property)setting->property, setting->reading, setting->is_important);
        }
    }
    take_style_attribute(value_with(parser, node, ATTRIBUTE_STYLE), &cascade);
}
