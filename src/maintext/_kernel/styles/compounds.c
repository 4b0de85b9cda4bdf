/* Compounds of selectors, such as `p.note[title]:not(.old)`. */
#include "styles/selectors.h"
#include "styles/text.h"

enum {
    MAX_OF_COMPOUND = 1000, /* simple selectors of a compound */
    MAX_SIMPLES = 1 << 19,  /* of a page */
};

/* -- names ------------------------------------------------------------------------------------------- */

/* Room for all names of the page's sheets: none is longer when decoded, and none is read twice. */
static char *room_for_decoded(Matcher *matcher)
{
    Parser *parser = matcher->parser;
    if (!matcher->decoded)
        matcher->decoded = parser->reallocate(NULL, (size_t)(parser->source_end - parser->source) + 1);
    if (!matcher->decoded)
        mt_fail(parser, FAILED_MEMORY);
    return matcher->decoded;
}

/* Read a name; its text is in the source, or among the decoded names. Empty if there is none. */
static View read_name(Matcher *matcher, const Byte **from, const Byte *end)
{
    const Byte *start = *from, *at = after_name(start, end, matcher->parser->source_end);
    if (at >= end || *at != '\\') {
        *from = at;
        return (View){(const char *)start, (size_t)(at - start)};
    }
    char *out = room_for_decoded(matcher) + matcher->decoded_bytes, *first = out;
    for (at = start; at < end && (is_name_byte(*at) || *at == '\\');) {
        if (*at == '\\')
            at = read_escape(at + 1, end, &out);
        else
            *out++ = (char)*at++;
    }
    matcher->decoded_bytes += (size_t)(out - first);
    *from = at;
    return (View){first, (size_t)(out - first)};
}

/* -- simple selectors -------------------------------------------------------------------------------- */

void mt_skip_all_blanks(SelectorReader *reader)
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

static void add_with_details(SelectorReader *reader, SimpleKind kind, const Details *details)
{
    Matcher *matcher = reader->matcher;
    if (matcher->detail_count == matcher->detail_capacity)
        matcher->details = mt_grown(matcher->parser, matcher->details, &matcher->detail_capacity,
                                    matcher->detail_count + 1, sizeof *matcher->details);
    add_simple(reader, kind)->key = (uint32_t)matcher->detail_count;
    matcher->details[matcher->detail_count++] = *details;
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
static void read_relation(SelectorReader *reader, Details *found)
{
    found->relation = *reader->at++;
    if (found->relation != '=' && reader->at < reader->end && *reader->at == '=')
        reader->at++;
    else if (found->relation != '=')
        reader->has_failed = 1;
    mt_skip_blanks(reader);
    found->value = read_value(reader);
    mt_skip_blanks(reader);
    if (reader->at < reader->end && (lower(*reader->at) == 'i' || lower(*reader->at) == 's')) {
        found->ignores_case = lower(*reader->at) == 'i';
        reader->at++;
    }
    mt_skip_blanks(reader);
}

/* Whether an element of the page may have an attribute; notes the number of its name. */
static int is_on_page(const PageNames *names, Details *details)
{
    View name = details->name;
    uint32_t number = mt_attribute_number(details->id, (const Byte *)name.text, (int32_t)name.length);
    details->number = (uint16_t)number;
    return (int)(names->attributes[number / 64] >> number % 64 & 1);
}

static void read_attribute(SelectorReader *reader) /* after its bracket */
{
    Details found = {.value = {"", 0}};
    mt_skip_blanks(reader);
    found.name = read_name(reader->matcher, &reader->at, reader->end);
    found.id = (uint8_t)mt_attribute_id((const Byte *)found.name.text, (int)found.name.length);
    mt_skip_blanks(reader);
    if (reader->at < reader->end && *reader->at != ']')
        read_relation(reader, &found);
    reader->has_failed |= !found.name.length || reader->at >= reader->end || *reader->at != ']';
    reader->at += reader->at < reader->end;
    /* What is in `:not` is read to its end: it may not be understood. */
    if (found.name.length && !is_on_page(reader->matcher->names, &found) && !reader->is_negated)
        reader->is_dead = 1;
    add_with_details(reader, SIMPLE_ATTRIBUTE, &found);
    add_specificity(reader, 8);
}

/* Read the compounds of a list, each after a simple of this kind that counts what it has. Those that match nothing
   are left out: in `:not` they exclude nothing. */
static void read_list(SelectorReader *reader, SimpleKind kind) /* after its bracket */
{
    Matcher *matcher = reader->matcher;
    int was_dead = reader->is_dead;
    do {
        int32_t place = matcher->simple_count;
        add_simple(reader, kind);
        mt_skip_blanks(reader);
        reader->is_dead = 0;
        mt_read_compound(reader, 1);
        mt_skip_blanks(reader);
        matcher->simples[place].count = matcher->simple_count - place - 1;
        matcher->simple_count = reader->is_dead ? place : matcher->simple_count;
    } while (!reader->has_failed && reader->at < reader->end && *reader->at++ == ',');
    reader->has_failed |= reader->at[-1] != ')';
    reader->is_dead = was_dead;
}

/* :is(a, b). Its specificity is that of all of them, which differs from browsers only in the order of rules. */
static void read_any(SelectorReader *reader)
{
    int32_t any = reader->matcher->simple_count;
    add_simple(reader, SIMPLE_ANY);
    read_list(reader, SIMPLE_GROUP);
    reader->matcher->simples[any].count = reader->matcher->simple_count - any - 1;
    reader->is_dead |= !reader->matcher->simples[any].count;
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
    mt_skip_blanks(reader);
    int is_there = reader->at < reader->end && lower(*reader->at) == byte;
    reader->at += is_there;
    return is_there;
}

/* :nth-child(odd), (even), (3), (2n+1), (-n+3). */
static void read_nth_child(SelectorReader *reader) /* after its bracket */
{
    Details found = {.step = 0};
    mt_skip_blanks(reader);
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
            mt_skip_blanks(reader);
            found.shift = is_less ? -read_integer(reader) : read_integer(reader);
        } else {
            found.shift = number;
        }
    }
    reader->has_failed |= !takes(reader, ')');
    add_with_details(reader, SIMPLE_NTH_CHILD, &found);
}

static void skip_arguments(SelectorReader *reader)
{
    int depth = 0;
    do {
        depth += *reader->at == '(' ? 1 : *reader->at == ')' ? -1 : 0;
        reader->at++;
    } while (depth && reader->at < reader->end);
}

static int is_state(View name)
{
    return !ends_with(name, "-of-type") && !ends_with(name, "link") && !is_same_word(name, "only-child");
}

static void read_pseudo(SelectorReader *reader, int is_inside) /* after its colon */
{
    /* A new name needs its first letter in `mt_may_hold`. */
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
        int is_part = !is_inside && reader->at < reader->end && *reader->at == ':';
        reader->is_dead |= is_part;
        reader->has_failed |= !is_part;
        return;
    }
    if (!is_inside && !has_arguments && !mt_may_hold((Byte)name.text[0])) {
        reader->is_dead = 1;
        return;
    }
    int is_any = is_same_word(name, "is") || is_same_word(name, "where") || is_same_word(name, "matches");
    if ((is_any || is_same_word(name, "not")) && has_arguments && !is_inside) {
        uint32_t before = reader->specificity;
        reader->at++;
        reader->is_negated = !is_any;
        if (is_any)
            read_any(reader);
        else
            read_list(reader, SIMPLE_NOT); /* :not(a, b) is :not(a):not(b) */
        reader->is_negated = 0;
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
    /* A state, such as :hover, matches nothing. Others, such as :first-of-type, may match, so `:not` needs them. */
    reader->has_failed |= reader->is_negated && !reader->is_dead && (has_arguments || !is_state(name));
    reader->is_dead = 1;
}

/* Read a tag, class or id. */
static void read_named(SelectorReader *reader, SimpleKind kind)
{
    Matcher *matcher = reader->matcher;
    const Parser *parser = matcher->parser;
    const Byte *at = reader->at;
    Bytes last;
    View name = {(const char *)at, 0};
    if (parser->source_end - at > STEP) { /* most names are short, and without escapes */
        last = load(at);
        name.length = (size_t)lowest_bit(~name_bytes(last) | 1u << STEP);
    }
    if (name.length && name.length < STEP && (ptrdiff_t)name.length <= reader->end - at &&
        at[name.length] != '\\') {
        last = keep_first(last, (ptrdiff_t)name.length);
        reader->at += name.length;
    } else {
        name = read_name(matcher, &reader->at, reader->end);
        last = mt_last_bytes(parser, name);
    }
    uint32_t key = mt_find_name(parser, matcher->names, kind, name, last);
    reader->has_failed |= !name.length;
    reader->is_dead |= key == NO_KEY;
    if (key != NO_KEY)
        add_simple(reader, kind)->key = key;
    add_specificity(reader, kind == SIMPLE_TAG ? 0 : kind == SIMPLE_CLASS ? 8 : 16);
}

/* Ends early if the compound cannot match, unless it is inside of another one. */
void mt_read_compound(SelectorReader *reader, int is_inside)
{
    const Byte *start = reader->at;
    int32_t before = reader->matcher->simple_count;
    if (before >= MAX_SIMPLES)
        reader->has_failed = reader->matcher->is_cut = 1;
    while (reader->at < reader->end && !reader->has_failed && (is_inside || !reader->is_dead)) {
        Byte c = *reader->at;
        if (reader->matcher->simple_count - before > MAX_OF_COMPOUND)
            reader->has_failed = reader->matcher->is_cut = 1;
        if (c == '*') {
            reader->at++; /* no simple selector is needed */
        } else if (c == '.' || c == '#') {
            reader->at++;
            read_named(reader, c == '.' ? SIMPLE_CLASS : SIMPLE_ID);
        } else if (c == '[') {
            reader->at++;
            read_attribute(reader);
        } else if (c == ':') {
            reader->at++;
            read_pseudo(reader, is_inside);
        } else if (is_name_byte(c) || c == '\\') {
            read_named(reader, SIMPLE_TAG);
        } else {
            break;
        }
    }
    reader->has_failed |= reader->at == start;
}
