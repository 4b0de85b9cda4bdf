/* Selectors of rules -> compounds of simple selectors. matching.c finds the elements that match them. */
#include "styles/styles.h"
#include "styles/text.h"

enum {
    MAX_COMPOUNDS = 24,     /* of a selector */
    MAX_OF_COMPOUND = 1000, /* simple selectors of a compound */
    MAX_SIMPLES = 1 << 19,  /* of a matcher */
    UNIVERSAL = 0,          /* key of selectors without a tag, class or id at their end */
};

/* -- names ------------------------------------------------------------------------------------------- */

static int is_name_byte(Byte c) { return is_letter(c) || is_digit(c) || c == '-' || c == '_' || c >= 0x80; }

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

uint32_t mt_hash_name(SimpleKind kind, View name, int ignores_case)
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
    while (reader->at < reader->end && (is_space(*reader->at) || is_comment(reader->at, reader->end)))
        reader->at = is_space(*reader->at) ? reader->at + 1 : after_comment(reader->at, reader->end);
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
        const Byte *start = reader->at + 1;
        reader->at = after_string(reader->at, reader->end);
        const Byte *end = reader->at - (reader->at > start && reader->at[-1] == start[-1]);
        return (View){(const char *)start, (size_t)(end - start)};
    }
    return read_name(reader->matcher, &reader->at, reader->end);
}

/* The relation and value of an attribute, as `^="x" i`. */
static void read_relation(SelectorReader *reader, Simple *found)
{
    found->relation = *reader->at++;
    if (found->relation != '=' && reader->at < reader->end && *reader->at == '=')
        reader->at++;
    else if (found->relation != '=')
        reader->has_failed = 1;
    skip_spaces(reader);
    found->value = read_value(reader);
    skip_spaces(reader);
    if (reader->at < reader->end && (lower(*reader->at) == 'i' || lower(*reader->at) == 's')) {
        found->ignores_case = lower(*reader->at) == 'i';
        reader->at++;
    }
    skip_spaces(reader);
}

static void read_attribute(SelectorReader *reader) /* after its bracket */
{
    Simple found = {.kind = SIMPLE_ATTRIBUTE, .value = {"", 0}};
    skip_spaces(reader);
    found.name = read_name(reader->matcher, &reader->at, reader->end);
    skip_spaces(reader);
    if (reader->at < reader->end && *reader->at != ']')
        read_relation(reader, &found);
    reader->has_failed |= !found.name.length || reader->at >= reader->end || *reader->at != ']';
    reader->at += reader->at < reader->end;
    *add_simple(reader, SIMPLE_ATTRIBUTE) = found;
    add_specificity(reader, 8);
}

static void read_compound(SelectorReader *reader, int is_inside);

/* Read the compounds of a list, each after a simple of this kind that counts what it has. */
static void read_list(SelectorReader *reader, SimpleKind kind) /* after its bracket */
{
    do {
        int32_t place = reader->matcher->simple_count;
        add_simple(reader, kind);
        skip_spaces(reader);
        read_compound(reader, 1);
        skip_spaces(reader);
        reader->matcher->simples[place].count = reader->matcher->simple_count - place - 1;
    } while (!reader->has_failed && reader->at < reader->end && *reader->at++ == ',');
    reader->has_failed |= reader->at[-1] != ')';
}

/* :not(a, b) is :not(a):not(b). */
static void read_not(SelectorReader *reader) { read_list(reader, SIMPLE_NOT); }

/* :is(a, b). Its specificity is that of all of them, which differs from browsers only in the order of rules. */
static void read_any(SelectorReader *reader)
{
    int32_t any = reader->matcher->simple_count;
    add_simple(reader, SIMPLE_ANY);
    read_list(reader, SIMPLE_GROUP);
    reader->matcher->simples[any].count = reader->matcher->simple_count - any - 1;
}

static int32_t read_integer(SelectorReader *reader)
{
    int32_t value = 0;
    for (; reader->at < reader->end && is_digit(*reader->at); reader->at++)
        value = value < 1000000 ? value * 10 + (*reader->at - '0') : value;
    return value;
}

static int takes(SelectorReader *reader, Byte byte)
{
    skip_spaces(reader);
    int is_there = reader->at < reader->end && lower(*reader->at) == byte;
    reader->at += is_there;
    return is_there;
}

/* :nth-child(odd), (even), (3), (2n+1), (-n+3). */
static void read_nth_child(SelectorReader *reader) /* after its bracket */
{
    Simple found = {.kind = SIMPLE_NTH_CHILD};
    skip_spaces(reader);
    View word = read_name(reader->matcher, &(const Byte *){reader->at}, reader->end);
    if (is_same_word(word, "odd") || is_same_word(word, "even")) {
        found.step = 2;
        found.shift = word.length == 3;
        reader->at += word.length;
    } else {
        int is_negative = takes(reader, '-');
        int has_digits = !takes(reader, '+') && reader->at < reader->end && is_digit(*reader->at);
        int32_t number = read_integer(reader);
        number = is_negative ? -number : number;
        if (takes(reader, 'n')) {
            found.step = has_digits ? number : is_negative ? -1 : 1;
            int is_less = takes(reader, '-');
            takes(reader, '+');
            skip_spaces(reader);
            found.shift = is_less ? -read_integer(reader) : read_integer(reader);
        } else {
            found.shift = number;
        }
    }
    reader->has_failed |= !takes(reader, ')');
    *add_simple(reader, SIMPLE_NTH_CHILD) = found;
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
                 {"empty", SIMPLE_EMPTY},
                 {"defined", SIMPLE_DEFINED}};
    View name = read_name(reader->matcher, &reader->at, reader->end);
    int has_arguments = reader->at < reader->end && *reader->at == '(';
    if (!name.length) { /* a part of an element, such as ::before */
        reader->has_failed = 1;
        return;
    }
    int is_any = is_same_word(name, "is") || is_same_word(name, "where") || is_same_word(name, "matches");
    if ((is_any || is_same_word(name, "not")) && has_arguments && !is_inside) {
        uint32_t before = reader->specificity;
        reader->at++;
        if (is_any)
            read_any(reader);
        else
            read_not(reader);
        reader->specificity = is_same_word(name, "where") ? before : reader->specificity;
        return;
    }
    add_specificity(reader, 8);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (is_same_word(name, known[i].name)) {
            add_simple(reader, known[i].kind);
            return;
        }
    }
    if (has_arguments && is_same_word(name, "nth-child")) {
        reader->at++;
        read_nth_child(reader);
        return;
    }
    if (has_arguments)
        skip_arguments(reader);
    add_simple(reader, SIMPLE_NEVER);
}

static void read_compound(SelectorReader *reader, int is_inside)
{
    int32_t before = reader->matcher->simple_count;
    int is_universal = 0;
    if (reader->matcher->simple_count >= MAX_SIMPLES)
        reader->has_failed = reader->matcher->is_cut = 1;
    while (reader->at < reader->end && !reader->has_failed) {
        Byte c = *reader->at;
        reader->has_failed = reader->matcher->simple_count - before > MAX_OF_COMPOUND;
        if (c == '*') {
            reader->at++;
            is_universal = 1; /* no simple selector is needed */
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
    reader->has_failed |= !is_universal && before == reader->matcher->simple_count;
}

/* The key by which an element finds a compound: its id, else a class, else its tag. */
static uint32_t key_of(const Matcher *matcher, const Compound *compound)
{
    const Simple *best = NULL;
    for (int32_t i = 0; i < compound->count; i++) {
        const Simple *simple = &matcher->simples[compound->first + i];
        if (simple->kind == SIMPLE_NOT || simple->kind == SIMPLE_ANY)
            i += simple->count;
        else if (simple->kind <= SIMPLE_ID && (!best || simple->kind > best->kind))
            best = simple;
    }
    return best ? best->key : UNIVERSAL;
}

/* Write the keys of a compound's simple selectors. */
static void set_keys(Matcher *matcher, const Compound *compound)
{
    for (int32_t i = 0; i < compound->count; i++) {
        Simple *simple = &matcher->simples[compound->first + i];
        if (simple->kind <= SIMPLE_ID)
            simple->key = mt_hash_name((SimpleKind)simple->kind, simple->name,
                                       simple->kind == SIMPLE_TAG || matcher->parser->quirks);
    }
}

/* Add the keys that all elements with a compound have. */
static void add_keys(const Matcher *matcher, const Compound *compound, Filter *filter)
{
    for (int32_t i = 0; i < compound->count; i++) {
        const Simple *simple = &matcher->simples[compound->first + i];
        if (simple->kind == SIMPLE_NOT || simple->kind == SIMPLE_ANY)
            i += simple->count;
        else if (simple->kind <= SIMPLE_ID)
            mt_add_to_filter(filter, simple->key);
    }
    filter->bits[FILTER_KNOWN] = 1;
}

static int never_matches(const Matcher *matcher, const Compound *compound)
{
    for (int32_t i = 0; i < compound->count; i++) {
        const Simple *simple = &matcher->simples[compound->first + i];
        if (simple->kind == SIMPLE_NEVER)
            return 1;
        i += simple->kind == SIMPLE_NOT || simple->kind == SIMPLE_ANY ? simple->count : 0;
    }
    return 0;
}

static void add_selector(Matcher *matcher, int32_t rule, const Compound *compounds, int count,
                         uint32_t specificity)
{
    int32_t first = matcher->compound_count;
    Filter above = {{0}};
    for (int i = count - 1; i >= 0; i--) {
        set_keys(matcher, &compounds[i]);
        int is_above =
            i < count - 1 && (compounds[i + 1].combinator == ' ' || compounds[i + 1].combinator == '>');
        if (is_above)
            add_keys(matcher, &compounds[i], &above);
        if (matcher->compound_count == matcher->compound_capacity)
            matcher->compounds = mt_grown(matcher->parser, matcher->compounds, &matcher->compound_capacity,
                                          matcher->compound_count + 1, sizeof *matcher->compounds);
        matcher->compounds[matcher->compound_count++] = compounds[i];
    }
    if (matcher->selector_count == matcher->selector_capacity)
        matcher->selectors = mt_grown(matcher->parser, matcher->selectors, &matcher->selector_capacity,
                                      matcher->selector_count + 1, sizeof *matcher->selectors);
    uint32_t key = key_of(matcher, &matcher->compounds[first]);
    matcher->selectors[matcher->selector_count++] =
        (Selector){rule, first, count, specificity, key, NONE, above};
}

/* The combinator after a compound; 0 at the end of the selector. */
static Byte read_combinator(SelectorReader *reader)
{
    const Byte *end_of_compound = reader->at;
    skip_spaces(reader);
    Byte next = reader->at < reader->end ? *reader->at : ',';
    if (next == ',')
        return 0;
    if (next != '>' && next != '+' && next != '~') {
        reader->has_failed |= reader->at == end_of_compound;
        return ' ';
    }
    reader->at++;
    skip_spaces(reader);
    return next;
}

/* Read one selector, up to a comma. Returns whether it was understood and can match. */
static int read_selector(SelectorReader *reader, int32_t rule)
{
    Matcher *matcher = reader->matcher;
    Compound found[MAX_COMPOUNDS];
    int count = 0, can_match = 1;
    Byte combinator = 0;
    reader->specificity = 0;
    skip_spaces(reader);
    do {
        int32_t first = matcher->simple_count;
        read_compound(reader, 0);
        found[count] = (Compound){first, matcher->simple_count - first, combinator};
        can_match &= !never_matches(matcher, &found[count++]);
        combinator = read_combinator(reader);
        if (combinator && count == MAX_COMPOUNDS)
            reader->has_failed = matcher->is_cut = 1;
    } while (combinator && !reader->has_failed);
    if (reader->has_failed || !can_match)
        return 0;
    add_selector(matcher, rule, found, count, reader->specificity);
    return 1;
}

/* Read the selectors of a rule. One that is not understood is skipped: it may be that only this reader does not
   know it, and the others of its list still count. */
void mt_read_selectors(Matcher *matcher, int32_t rule)
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
                depth += *reader.at == '(' || *reader.at == '['   ? 1
                         : *reader.at == ')' || *reader.at == ']' ? -1
                                                                  : 0;
        }
        reader.at += reader.at < reader.end;
    }
}
