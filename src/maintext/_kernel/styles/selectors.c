/* Selectors of rules, and the elements that match them. */
#include "styles/styles.h"

enum {
    MAX_COMPOUNDS = 24,       /* of a selector */
    STEPS_PER_NODE = 64,      /* compounds compared, on average over the page's nodes */
    LEAST_STEPS = 1 << 20,
    UNIVERSAL = 0,            /* key of selectors without a tag, class or id at their end */
};

typedef enum {
    SIMPLE_TAG,
    SIMPLE_CLASS,
    SIMPLE_ID,
    SIMPLE_ATTRIBUTE,
    SIMPLE_NOT, /* followed by `count` simple selectors that must not all match */
    SIMPLE_ROOT,
    SIMPLE_FIRST_CHILD,
    SIMPLE_LAST_CHILD,
    SIMPLE_EMPTY,
    SIMPLE_NEVER, /* a state, such as :hover */
} SimpleKind;

typedef struct {
    uint8_t kind, relation; /* of an attribute: 0 present, '=', '~', '|', '^', '$', '*' */
    uint8_t ignores_case;
    int32_t count;
    View name, value;
} Simple;

typedef struct {
    int32_t first, count; /* of its simple selectors */
    Byte combinator;      /* to the compound before it: ' ', '>', '+', '~'; 0 for the first */
} Compound;

typedef struct {
    int32_t rule, first, count; /* of its compounds, the last one first */
    uint32_t specificity;
    uint32_t key;
    int32_t next; /* of the same bucket */
} Selector;

struct Matcher {
    Parser *parser;
    const Sheets *sheets;
    Simple *simples;
    int32_t simple_count, simple_capacity;
    Compound *compounds;
    int32_t compound_count, compound_capacity;
    Selector *selectors;
    int32_t selector_count, selector_capacity;
    int32_t *buckets; /* first selector of each; NONE if empty */
    uint32_t bucket_mask;
    char *names; /* names with escapes, decoded */
    size_t name_bytes;
    int64_t steps, max_steps;
};

/* -- names ------------------------------------------------------------------------------------------- */

static int is_name_byte(Byte c) { return is_letter(c) || is_digit(c) || c == '-' || c == '_' || c >= 0x80; }

static int hex_value(Byte c)
{
    return is_digit(c) ? c - '0' : (Byte)(lower(c) - 'a') < 6 ? lower(c) - 'a' + 10 : -1;
}

/* Decode an escape after its backslash. */
static const Byte *read_escape(const Byte *at, const Byte *end, char **out)
{
    uint32_t code = 0;
    int digits = 0;
    for (; at < end && digits < 6 && hex_value(*at) >= 0; at++, digits++)
        code = code * 16 + (uint32_t)hex_value(*at);
    if (digits) {
        int is_valid = code && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
        *out += mt_put_code_point(*out, is_valid ? code : '?');
        return at < end && is_space(*at) ? at + 1 : at;
    }
    if (at < end)
        *(*out)++ = (char)*at++;
    return at;
}

/* Read a name; its text is in the source, or among the decoded names. Empty if there is none. */
static View read_name(Matcher *matcher, const Byte **from, const Byte *end)
{
    const Byte *start = *from, *at = start;
    while (at < end && is_name_byte(*at))
        at++;
    if (at >= end || *at != '\\') {
        *from = at;
        return (View){(const char *)start, (size_t)(at - start)};
    }
    char *out = matcher->names + matcher->name_bytes, *first = out;
    for (at = start; at < end && (is_name_byte(*at) || *at == '\\');) {
        if (*at == '\\')
            at = read_escape(at + 1, end, &out);
        else
            *out++ = (char)*at++;
    }
    matcher->name_bytes += (size_t)(out - first);
    *from = at;
    return (View){first, (size_t)(out - first)};
}

static uint32_t hash_of(SimpleKind kind, View name, int ignores_case)
{
    uint32_t hash = 2166136261u ^ (uint32_t)kind;
    for (size_t i = 0; i < name.length; i++) {
        Byte byte = (Byte)name.text[i];
        hash = (hash ^ (ignores_case ? lower(byte) : byte)) * 16777619u;
    }
    return hash | 1; /* not UNIVERSAL */
}

/* -- reading selectors ------------------------------------------------------------------------------- */

typedef struct {
    Matcher *matcher;
    const Byte *at, *end;
    uint32_t specificity; /* ids, classes and tags, eight bits each */
    int has_failed;       /* not understood: the whole list is dropped */
} SelectorReader;

static void skip_spaces(SelectorReader *reader)
{
    while (reader->at < reader->end) {
        if (is_space(*reader->at)) {
            reader->at++;
        } else if (reader->end - reader->at >= 2 && reader->at[0] == '/' && reader->at[1] == '*') {
            for (reader->at += 2; reader->at < reader->end; reader->at++)
                if (reader->at[0] == '/' && reader->at[-1] == '*')
                    break;
            reader->at += reader->at < reader->end;
        } else {
            return;
        }
    }
}

static Simple *add_simple(SelectorReader *reader, SimpleKind kind)
{
    Matcher *matcher = reader->matcher;
    if (matcher->simple_count == matcher->simple_capacity)
        matcher->simples = mt_grown(matcher->parser, matcher->simples, &matcher->simple_capacity,
                                    matcher->simple_count + 1, sizeof *matcher->simples);
    Simple *simple = &matcher->simples[matcher->simple_count++];
    *simple = (Simple){.kind = (uint8_t)kind};
    return simple;
}

static void add_specificity(SelectorReader *reader, int shift)
{
    if ((reader->specificity >> shift & 255) < 255)
        reader->specificity += 1u << shift;
}

static View read_value(SelectorReader *reader)
{
    if (reader->at < reader->end && (*reader->at == '"' || *reader->at == '\'')) {
        Byte quote = *reader->at++;
        const Byte *start = reader->at;
        while (reader->at < reader->end && *reader->at != quote)
            reader->at++;
        View value = {(const char *)start, (size_t)(reader->at - start)};
        reader->at += reader->at < reader->end;
        return value;
    }
    return read_name(reader->matcher, &reader->at, reader->end);
}

static void read_attribute(SelectorReader *reader) /* after its bracket */
{
    Simple *simple = add_simple(reader, SIMPLE_ATTRIBUTE);
    skip_spaces(reader);
    View name = read_name(reader->matcher, &reader->at, reader->end), value = {"", 0};
    Byte relation = 0, ignores_case = 0;
    skip_spaces(reader);
    if (reader->at < reader->end && *reader->at != ']') {
        relation = *reader->at++;
        if (relation != '=' && reader->at < reader->end && *reader->at == '=')
            reader->at++;
        else if (relation != '=')
            reader->has_failed = 1;
        skip_spaces(reader);
        value = read_value(reader);
        skip_spaces(reader);
        if (reader->at < reader->end && lower(*reader->at) == 'i') {
            ignores_case = 1;
            reader->at++;
        }
        skip_spaces(reader);
    }
    reader->has_failed |= !name.length || reader->at >= reader->end || *reader->at != ']';
    reader->at += reader->at < reader->end;
    simple = &reader->matcher->simples[reader->matcher->simple_count - 1];
    simple->name = name;
    simple->value = value;
    simple->relation = relation;
    simple->ignores_case = ignores_case;
    add_specificity(reader, 8);
}

static void read_compound(SelectorReader *reader, int is_inside);

/* :not(a, b) is :not(a):not(b). */
static void read_not(SelectorReader *reader) /* after its bracket */
{
    do {
        int32_t place = reader->matcher->simple_count;
        add_simple(reader, SIMPLE_NOT);
        skip_spaces(reader);
        read_compound(reader, 1);
        skip_spaces(reader);
        reader->matcher->simples[place].count = reader->matcher->simple_count - place - 1;
    } while (!reader->has_failed && reader->at < reader->end && *reader->at++ == ',');
    reader->has_failed |= reader->at[-1] != ')';
}

static void skip_arguments(SelectorReader *reader)
{
    int depth = 0;
    do {
        depth += *reader->at == '(' ? 1 : *reader->at == ')' ? -1 : 0;
        reader->at++;
    } while (depth && reader->at < reader->end);
}

static void read_pseudo(SelectorReader *reader, int is_inside) /* after its colon */
{
    static const struct {
        const char *name;
        SimpleKind kind;
    } known[] = {{"root", SIMPLE_ROOT},
                 {"first-child", SIMPLE_FIRST_CHILD},
                 {"last-child", SIMPLE_LAST_CHILD},
                 {"empty", SIMPLE_EMPTY}};
    View name = read_name(reader->matcher, &reader->at, reader->end);
    int has_arguments = reader->at < reader->end && *reader->at == '(';
    if (!name.length) { /* a part of an element, such as ::before */
        reader->has_failed = 1;
        return;
    }
    if (is_same_word(name, "not") && has_arguments && !is_inside) {
        reader->at++;
        read_not(reader);
        return;
    }
    add_specificity(reader, 8);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (is_same_word(name, known[i].name)) {
            add_simple(reader, known[i].kind);
            return;
        }
    }
    if (has_arguments)
        skip_arguments(reader);
    add_simple(reader, SIMPLE_NEVER);
}

static void read_compound(SelectorReader *reader, int is_inside)
{
    int32_t before = reader->matcher->simple_count;
    while (reader->at < reader->end && !reader->has_failed) {
        Byte c = *reader->at;
        if (c == '*') {
            reader->at++;
            before = NONE; /* no simple selector is needed */
        } else if (c == '.' || c == '#') {
            reader->at++;
            View name = read_name(reader->matcher, &reader->at, reader->end);
            /* A script removes this class, so that rules for readers without scripts do not apply. */
            int is_removed = c == '.' && (is_same_word(name, "no-js") || is_same_word(name, "nojs"));
            add_simple(reader, is_removed ? SIMPLE_NEVER : c == '.' ? SIMPLE_CLASS : SIMPLE_ID)->name = name;
            add_specificity(reader, c == '.' ? 8 : 16);
            reader->has_failed |= !name.length;
        } else if (c == '[') {
            reader->at++;
            read_attribute(reader);
        } else if (c == ':') {
            reader->at++;
            read_pseudo(reader, is_inside);
        } else if (is_name_byte(c) || c == '\\') {
            View name = read_name(reader->matcher, &reader->at, reader->end);
            add_simple(reader, SIMPLE_TAG)->name = name;
            add_specificity(reader, 0);
        } else {
            break;
        }
    }
    reader->has_failed |= before == reader->matcher->simple_count;
}

/* The key by which an element finds a compound: its id, else a class, else its tag. */
static uint32_t key_of(const Matcher *matcher, const Compound *compound)
{
    const Simple *best = NULL;
    for (int32_t i = 0; i < compound->count; i++) {
        const Simple *simple = &matcher->simples[compound->first + i];
        if (simple->kind == SIMPLE_NOT)
            i += simple->count;
        else if (simple->kind <= SIMPLE_ID && (!best || simple->kind > best->kind))
            best = simple;
    }
    if (!best)
        return UNIVERSAL;
    int ignores_case = best->kind == SIMPLE_TAG || matcher->parser->quirks;
    return hash_of((SimpleKind)best->kind, best->name, ignores_case);
}

static int never_matches(const Matcher *matcher, const Compound *compound)
{
    for (int32_t i = 0; i < compound->count; i++) {
        const Simple *simple = &matcher->simples[compound->first + i];
        if (simple->kind == SIMPLE_NEVER)
            return 1;
        i += simple->kind == SIMPLE_NOT ? simple->count : 0;
    }
    return 0;
}

/* Read one selector, up to a comma. Returns whether it was understood and can match. */
static int read_selector(SelectorReader *reader, int32_t rule)
{
    Matcher *matcher = reader->matcher;
    Compound found[MAX_COMPOUNDS];
    int count = 0, can_match = 1;
    Byte combinator = 0;
    reader->specificity = 0;
    for (skip_spaces(reader); !reader->has_failed; count++) {
        if (count == MAX_COMPOUNDS) {
            reader->has_failed = 1;
            break;
        }
        int32_t first = matcher->simple_count;
        read_compound(reader, 0);
        found[count] = (Compound){first, matcher->simple_count - first, combinator};
        can_match &= !never_matches(matcher, &found[count]);
        const Byte *end_of_compound = reader->at;
        skip_spaces(reader);
        Byte next = reader->at < reader->end ? *reader->at : ',';
        if (next == ',') {
            count++;
            break;
        }
        combinator = next == '>' || next == '+' || next == '~' ? next : ' ';
        reader->has_failed |= combinator == ' ' && reader->at == end_of_compound;
        reader->at += combinator != ' ';
        skip_spaces(reader);
    }
    if (reader->has_failed || !can_match)
        return 0;
    int32_t first = matcher->compound_count;
    for (int i = count - 1; i >= 0; i--) {
        if (matcher->compound_count == matcher->compound_capacity)
            matcher->compounds = mt_grown(matcher->parser, matcher->compounds, &matcher->compound_capacity,
                                          matcher->compound_count + 1, sizeof *matcher->compounds);
        matcher->compounds[matcher->compound_count++] = found[i];
    }
    if (matcher->selector_count == matcher->selector_capacity)
        matcher->selectors = mt_grown(matcher->parser, matcher->selectors, &matcher->selector_capacity,
                                      matcher->selector_count + 1, sizeof *matcher->selectors);
    matcher->selectors[matcher->selector_count++] = (Selector){
        rule, first, count, reader->specificity, key_of(matcher, &matcher->compounds[first]), NONE};
    return 1;
}

/* Read the selectors of a rule. One that is not understood makes the whole list invalid, as in browsers; those
   that only this reader does not know are rare enough. */
static void read_selectors(Matcher *matcher, int32_t rule)
{
    Span span = matcher->sheets->rules[rule].selectors;
    const Byte *start = matcher->parser->source + span.start;
    SelectorReader reader = {matcher, start, start + span.length, 0, 0};
    while (reader.at < reader.end) {
        int32_t simples = matcher->simple_count;
        if (!read_selector(&reader, rule))
            matcher->simple_count = simples;
        if (reader.has_failed) { /* go on after the next comma */
            reader.has_failed = 0;
            for (int depth = 0; reader.at < reader.end && (depth || *reader.at != ','); reader.at++)
                depth += *reader.at == '(' || *reader.at == '[' ? 1 : *reader.at == ')' || *reader.at == ']' ? -1 : 0;
        }
        reader.at += reader.at < reader.end;
    }
}

/* -- the index --------------------------------------------------------------------------------------- */

static size_t bytes_of_selectors(const Sheets *sheets)
{
    size_t bytes = 1;
    for (int32_t i = 0; i < sheets->rule_count; i++)
        bytes += (size_t)sheets->rules[i].selectors.length;
    return bytes;
}

static void *allocated(Parser *parser, size_t size)
{
    void *block = parser->reallocate(NULL, size);
    if (!block)
        mt_fail(parser, FAILED_MEMORY);
    return block;
}

void mt_fill_matcher(Matcher *matcher, uint32_t declared, uint32_t hiding)
{
    const Sheets *sheets = matcher->sheets;
    if (matcher->buckets)
        return;
    matcher->names = allocated(matcher->parser, bytes_of_selectors(sheets));
    for (int32_t i = 0; i < sheets->rule_count; i++)
        if (sheets->rules[i].declared & declared || sheets->rules[i].hiding & hiding)
            read_selectors(matcher, i);
    uint32_t size = 16;
    while (size < 2 * (uint32_t)matcher->selector_count)
        size *= 2;
    matcher->buckets = allocated(matcher->parser, size * sizeof *matcher->buckets);
    matcher->bucket_mask = size - 1;
    for (uint32_t i = 0; i < size; i++)
        matcher->buckets[i] = NONE;
    for (int32_t i = matcher->selector_count - 1; i >= 0; i--) { /* so that buckets are in order */
        int32_t *bucket = &matcher->buckets[matcher->selectors[i].key & matcher->bucket_mask];
        matcher->selectors[i].next = *bucket;
        *bucket = i;
    }
}

Matcher *mt_new_matcher(Parser *parser, const Sheets *sheets)
{
    Matcher *matcher = allocated(parser, sizeof *matcher);
    *matcher = (Matcher){.parser = parser, .sheets = sheets};
    matcher->max_steps = LEAST_STEPS + STEPS_PER_NODE * (int64_t)parser->node_count;
    return matcher;
}

void mt_free_matcher(Parser *parser, Matcher *matcher)
{
    if (!matcher)
        return;
    void *blocks[] = {matcher->simples, matcher->compounds, matcher->selectors, matcher->buckets,
                      matcher->names,   matcher};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (blocks[i])
            parser->reallocate(blocks[i], 0);
}

int mt_matcher_is_cut(const Matcher *matcher) { return matcher && matcher->steps > matcher->max_steps; }

/* -- elements ---------------------------------------------------------------------------------------- */

static const Attribute *attribute_with_id(const Parser *parser, const Node *node, int id)
{
    for (int i = 0; i < node->extent; i++)
        if (parser->attributes[node->data + i].id == id)
            return &parser->attributes[node->data + i];
    return NULL;
}

static View value_with_id(Parser *parser, const Node *node, int id)
{
    const Attribute *attribute = attribute_with_id(parser, node, id);
    View value = attribute ? mt_value_of(parser, attribute) : (View){"", 0};
    return value.text ? value : (View){"", 0};
}

static View tag_name(Parser *parser, const Node *node)
{
    if (node->tag < KNOWN_TAGS)
        return (View){mt_tag_names[node->tag].text, mt_tag_names[node->tag].length};
    Span name = parser->local_tags[node->tag - KNOWN_TAGS].name;
    return (View){(const char *)parser->source + name.start, (size_t)name.length};
}

static int is_same(View one, View other, int ignores_case)
{
    if (one.length != other.length)
        return 0;
    if (!ignores_case)
        return memcmp(one.text, other.text, one.length) == 0;
    for (size_t i = 0; i < one.length; i++)
        if (lower((Byte)one.text[i]) != lower((Byte)other.text[i]))
            return 0;
    return 1;
}

/* The next word of a list; empty at its end. */
static View next_of_list(View *list)
{
    const char *at = list->text, *end = at + list->length;
    while (at < end && is_space((Byte)*at))
        at++;
    const char *start = at;
    while (at < end && !is_space((Byte)*at))
        at++;
    *list = (View){at, (size_t)(end - at)};
    return (View){start, (size_t)(at - start)};
}

static int list_has(View list, View word, int ignores_case)
{
    for (View each = next_of_list(&list); each.length; each = next_of_list(&list))
        if (is_same(each, word, ignores_case))
            return 1;
    return 0;
}

static int attribute_matches(Parser *parser, const Node *node, const Simple *simple)
{
    const Attribute *found = NULL;
    for (int i = 0; i < node->extent && !found; i++) {
        const Attribute *each = &parser->attributes[node->data + i];
        if (mt_is_same_name(parser, each->name, (const Byte *)simple->name.text, (int)simple->name.length))
            found = each;
    }
    if (!found || !simple->relation)
        return found != NULL;
    View value = mt_value_of(parser, found), wanted = simple->value;
    if (!value.text)
        return 0;
    if (simple->relation == '=')
        return is_same(value, wanted, simple->ignores_case);
    if (simple->relation == '~')
        return wanted.length && list_has(value, wanted, simple->ignores_case);
    if (!wanted.length || value.length < wanted.length)
        return 0;
    View head = {value.text, wanted.length}, tail = {value.text + value.length - wanted.length, wanted.length};
    switch (simple->relation) {
    case '^':
        return is_same(head, wanted, simple->ignores_case);
    case '$':
        return is_same(tail, wanted, simple->ignores_case);
    case '|':
        return is_same(head, wanted, simple->ignores_case) &&
               (value.length == wanted.length || value.text[wanted.length] == '-');
    case '*':
        for (; head.text <= tail.text; head.text++)
            if (is_same(head, wanted, simple->ignores_case))
                return 1;
        return 0;
    }
    return 0;
}

static int32_t element_beside(const Parser *parser, int32_t node, int is_next)
{
    do
        node = is_next ? parser->nodes[node].next : parser->nodes[node].previous;
    while (node != NONE && (parser->nodes[node].tag == TAG_TEXT || parser->nodes[node].tag == TAG_COMMENT));
    return node;
}

static int simple_matches(Matcher *matcher, int32_t at, const Simple *simple)
{
    Parser *parser = matcher->parser;
    const Node *node = &parser->nodes[at];
    switch ((SimpleKind)simple->kind) {
    case SIMPLE_TAG:
        return is_same(tag_name(parser, node), simple->name, 1);
    case SIMPLE_CLASS:
        return list_has(value_with_id(parser, node, ATTRIBUTE_CLASS), simple->name, parser->quirks);
    case SIMPLE_ID:
        return is_same(value_with_id(parser, node, ATTRIBUTE_ID), simple->name, parser->quirks);
    case SIMPLE_ATTRIBUTE:
        return attribute_matches(parser, node, simple);
    case SIMPLE_ROOT:
        return node->tag == TAG_HTML;
    case SIMPLE_FIRST_CHILD:
        return element_beside(parser, at, 0) == NONE;
    case SIMPLE_LAST_CHILD:
        return element_beside(parser, at, 1) == NONE;
    case SIMPLE_EMPTY:
        return node->first == NONE;
    default:
        return 0;
    }
}

static int compound_matches(Matcher *matcher, int32_t node, const Compound *compound)
{
    const Simple *simples = &matcher->simples[compound->first];
    matcher->steps += 1 + compound->count;
    for (int32_t i = 0; i < compound->count; i++) {
        if (simples[i].kind != SIMPLE_NOT) {
            if (!simple_matches(matcher, node, &simples[i]))
                return 0;
            continue;
        }
        int all = 1;
        for (int32_t j = 1; j <= simples[i].count && all; j++)
            all = simple_matches(matcher, node, &simples[i + j]);
        if (all)
            return 0;
        i += simples[i].count;
    }
    return 1;
}

/* Whether the compounds from `which` on match, with `node` as the element of the one before it. Calls itself once
   for each compound at most. */
static int rest_matches(Matcher *matcher, const Selector *selector, int which, int32_t node)
{
    const Compound *compounds = &matcher->compounds[selector->first];
    if (which == selector->count)
        return 1;
    Byte combinator = compounds[which - 1].combinator;
    int is_beside = combinator == '+' || combinator == '~', is_once = combinator == '>' || combinator == '+';
    do {
        node = is_beside ? element_beside(matcher->parser, node, 0) : matcher->parser->nodes[node].parent;
        if (node <= 0 || matcher->steps > matcher->max_steps)
            return 0;
        if (compound_matches(matcher, node, &compounds[which]) && rest_matches(matcher, selector, which + 1, node))
            return 1;
    } while (!is_once);
    return 0;
}

typedef struct {
    Matcher *matcher;
    int32_t node;
    Match *matches;
    int count, capacity;
} Search;

/* Rules are listed once for each element, with the highest specificity of their selectors, in order. */
static void add_match(Search *search, const Selector *selector)
{
    Match found = {selector->rule, selector->specificity};
    int at = search->count;
    while (at && search->matches[at - 1].rule > found.rule)
        at--;
    if (at && search->matches[at - 1].rule == found.rule) {
        if (search->matches[at - 1].specificity < found.specificity)
            search->matches[at - 1].specificity = found.specificity;
        return;
    }
    if (search->count == search->capacity)
        return;
    memmove(search->matches + at + 1, search->matches + at, (size_t)(search->count - at) * sizeof found);
    search->matches[at] = found;
    search->count++;
}

static void search_bucket(Search *search, uint32_t key)
{
    Matcher *matcher = search->matcher;
    for (int32_t i = matcher->buckets[key & matcher->bucket_mask]; i != NONE; i = matcher->selectors[i].next) {
        const Selector *selector = &matcher->selectors[i];
        if (selector->key != key)
            continue;
        if (matcher->steps++ > matcher->max_steps)
            return;
        if (compound_matches(matcher, search->node, &matcher->compounds[selector->first]) &&
            rest_matches(matcher, selector, 1, search->node))
            add_match(search, selector);
    }
}

int mt_match(Matcher *matcher, int32_t at, Match *matches, int capacity)
{
    Parser *parser = matcher->parser;
    const Node *node = &parser->nodes[at];
    Search search = {matcher, at, matches, 0, capacity};
    if (!matcher->selector_count)
        return 0;
    search_bucket(&search, UNIVERSAL);
    search_bucket(&search, hash_of(SIMPLE_TAG, tag_name(parser, node), 1));
    View id = value_with_id(parser, node, ATTRIBUTE_ID);
    if (id.length)
        search_bucket(&search, hash_of(SIMPLE_ID, id, parser->quirks));
    /* The text of a decoded value is lost at the next one, so its words are hashed first. */
    uint32_t keys[64];
    int count = 0;
    View classes = value_with_id(parser, node, ATTRIBUTE_CLASS);
    for (View each = next_of_list(&classes); each.length && count < 64; each = next_of_list(&classes))
        keys[count++] = hash_of(SIMPLE_CLASS, each, parser->quirks);
    for (int i = 0; i < count; i++)
        search_bucket(&search, keys[i]);
    return search.count;
}
