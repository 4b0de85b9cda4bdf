/* Selectors of rules -> lists of compounds. matching.c finds the elements that match them. */
#include "styles/selectors.h"
#include "styles/text.h"

enum { MAX_COMPOUNDS = 24, MORE_SELECTORS = 256 }; /* of a selector; room for more at once */

/* The next simple selector of a compound that is not inside of another. */
static int32_t after_simple(const Matcher *matcher, int32_t at)
{
    return at + 1 + matcher->simples[at].count;
}

/* The key by which elements find a compound: its id, else a class, else its tag. They need not be compared with it
   again, so it is taken out where it is easy. */
static uint32_t take_key(const Matcher *matcher, Compound *compound)
{
    Simple *simples = matcher->simples;
    int32_t best = NONE, end = compound->first + compound->count;
    for (int32_t i = compound->first; i < end; i = after_simple(matcher, i))
        if (simples[i].kind <= SIMPLE_ID && (best == NONE || simples[i].kind > simples[best].kind))
            best = i;
    if (best == NONE)
        return NO_KEY;
    uint32_t key = simples[best].key;
    if (simples[compound->first].kind <= SIMPLE_ID) {
        simples[best] = simples[compound->first];
        compound->first++;
        compound->count--;
    }
    return key;
}

/* Add the keys that all elements with a compound have. */
static void add_keys(const Matcher *matcher, const Compound *compound, Filter *filter)
{
    int32_t end = compound->first + compound->count;
    for (int32_t i = compound->first; i < end; i = after_simple(matcher, i))
        if (matcher->simples[i].kind <= SIMPLE_ID)
            mt_add_to_filter(filter, matcher->simples[i].key);
}

/* The bits of the attributes that a compound asks for. */
static uint64_t attributes_of(const Matcher *matcher, const Compound *compound)
{
    uint64_t found = 0;
    int32_t end = compound->first + compound->count;
    for (int32_t i = compound->first; i < end; i = after_simple(matcher, i))
        if (matcher->simples[i].kind == SIMPLE_ATTRIBUTE)
            found |= (uint64_t)1 << matcher->details[matcher->simples[i].key].number % 64;
    return found;
}

/* Whether elements with others inside have the names of a compound. */
static int can_be_above(const Matcher *matcher, const Compound *compound)
{
    int32_t end = compound->first + compound->count;
    for (int32_t i = compound->first; i < end; i = after_simple(matcher, i))
        if (matcher->simples[i].kind <= SIMPLE_ID && !matcher->names->names[matcher->simples[i].key].is_above)
            return 0;
    return 1;
}

static int is_below(Byte combinator) { return combinator == ' ' || combinator == '>'; }

static void add_selector(Matcher *matcher, int32_t rule, const Compound *compounds, int count,
                         uint32_t specificity)
{
    int32_t first = matcher->compound_count;
    Filter above = {.attributes = 0};
    for (int i = count - 1; i >= 0; i--) {
        if (i < count - 1 && is_below(compounds[i + 1].combinator)) {
            add_keys(matcher, &compounds[i], &above);
            above.attributes |= attributes_of(matcher, &compounds[i]);
        }
        if (matcher->compound_count == matcher->compound_capacity)
            matcher->compounds = mt_grown(matcher->parser, matcher->compounds, &matcher->compound_capacity,
                                          matcher->compound_count + 1, sizeof *matcher->compounds);
        matcher->compounds[matcher->compound_count++] = compounds[i];
    }
    if (matcher->selector_count == matcher->selector_capacity)
        matcher->selectors = mt_grown(matcher->parser, matcher->selectors, &matcher->selector_capacity,
                                      matcher->selector_count + MORE_SELECTORS, sizeof *matcher->selectors);
    uint32_t key = take_key(matcher, &matcher->compounds[first]);
    matcher->selectors[matcher->selector_count++] =
        (Selector){.rule = rule,
                   .first = first,
                   .count = count,
                   .specificity = specificity,
                   .key = key,
                   .attributes = attributes_of(matcher, &matcher->compounds[first]),
                   .above = above};
}

/* The combinator after a compound; 0 at the end of the selector. */
static Byte read_combinator(SelectorReader *reader)
{
    const Byte *end_of_compound = reader->at;
    mt_skip_blanks(reader);
    Byte next = reader->at < reader->end ? *reader->at : ',';
    if (next == ',')
        return 0;
    if (next != '>' && next != '+' && next != '~') {
        reader->has_failed |= reader->at == end_of_compound;
        return ' ';
    }
    reader->at++;
    mt_skip_blanks(reader);
    return next;
}

/* Read one selector, up to a comma, or up to what cannot match. Returns whether it was understood and can match. */
static int read_selector(SelectorReader *reader, int32_t rule)
{
    Matcher *matcher = reader->matcher;
    Compound found[MAX_COMPOUNDS];
    int count = 0;
    Byte combinator = 0;
    reader->specificity = 0;
    mt_skip_blanks(reader);
    do {
        int32_t first = matcher->simple_count;
        mt_read_compound(reader, 0);
        if (reader->has_failed || reader->is_dead)
            return 0;
        found[count] = (Compound){first, matcher->simple_count - first, combinator};
        combinator = read_combinator(reader);
        reader->is_dead = is_below(combinator) && !can_be_above(matcher, &found[count]);
        if (combinator && ++count == MAX_COMPOUNDS)
            reader->has_failed = matcher->is_cut = 1;
    } while (combinator && !reader->has_failed && !reader->is_dead);
    if (reader->has_failed || reader->is_dead)
        return 0;
    add_selector(matcher, rule, found, count + 1, reader->specificity);
    return 1;
}

static inline Matches ends_or_quotes(Bytes bytes)
{
    Matches quotes = either(is_between(bytes, '\'', ')'), is_byte(bytes, '"'));
    return either(either(quotes, either(is_byte(bytes, ','), is_byte(bytes, '/'))), is_nesting(bytes));
}

/* Go to the comma after a selector that was not read to its end. */
static void skip_selector(SelectorReader *reader)
{
    static const Byte stops[256] = {
        ['"'] = 1, ['\''] = 1, ['('] = 1, [')'] = 1, [','] = 1, ['/'] = 1, NESTING};
    const Byte *at = reader->at, *end = reader->end, *limit = reader->matcher->parser->source_end;
    for (int depth = 0; (at = scan(at, end, limit, ends_or_quotes, stops)) < end && (depth || *at != ',');) {
        depth += *at == '(' || *at == '[' ? 1 : (*at == ')' || *at == ']') && depth ? -1 : 0;
        if (*at == '"' || *at == '\'')
            at = after_string(at, end);
        else if (is_comment(at, end))
            at = after_comment(at, end);
        else
            at += *at == '\\' && at + 1 < end ? 2 : 1;
    }
    reader->at = at;
}

static inline int has_bit(const uint64_t *bits, uint32_t bit)
{
    return (int)(bits[bit / 64] >> bit % 64 & 1);
}

/* Whether a selector cannot match, as most cannot: it has a name that the page does not have, one above others that
   only elements with nothing inside have, or a part or state such as `:before`. Then the reader is left there. Only
   what is before the first bracket or the like is read. */
static inline int is_dead(SelectorReader *reader)
{
    const Byte *at = reader->at, *end = reader->end, *limit = reader->matcher->parser->source_end;
    const PageNames *names = reader->matcher->names;
    int is_alive = 1, can_be_above = 1, is_joined = 0; /* to the names before, by a combinator */
    while (at < end && limit - at > STEP) {
        Byte first = *at;
        if (first == ' ' || first == '>' || first == '+' || first == '~') {
            can_be_above |= first == '+' || first == '~';
            is_joined = 1;
            at++;
            continue;
        }
        SimpleKind kind = first == '.' ? SIMPLE_CLASS : first == '#' ? SIMPLE_ID : SIMPLE_TAG;
        at += kind != SIMPLE_TAG;
        Bytes bytes = load(at);
        int length = lowest_bit(~name_bytes(bytes) | 1u << STEP);
        if (!length || end - at < length || (length < STEP && at[length] == '\\')) {
            is_alive = first != ':' || end - at < 2 || mt_may_hold(at[1]);
            break;
        }
        uint32_t bit = mt_head_bit(kind, keep_first(to_lower(bytes), length));
        is_alive = (!is_joined || can_be_above) && has_bit(names->heads, bit);
        if (!is_alive)
            break;
        can_be_above = (is_joined || can_be_above) && has_bit(names->heads_above, bit);
        is_joined = 0;
        at = length < STEP ? at + length : after_name(at + STEP, end, limit);
    }
    reader->at = is_alive ? reader->at : at;
    return !is_alive;
}

/* Read the selectors of a rule, which are in the source. One that is not understood is skipped: it may be that only
   this reader does not know it, and the others of its list still count. */
void mt_read_selectors(Matcher *matcher, int32_t rule, View text)
{
    const Byte *start = (const Byte *)text.text;
    SelectorReader reader = {.matcher = matcher, .at = start, .end = start + text.length};
    while (reader.at < reader.end) {
        int32_t simples = matcher->simple_count, details = matcher->detail_count;
        mt_skip_blanks(&reader);
        const Byte *first = reader.at;
        if (is_dead(&reader) || !read_selector(&reader, rule)) {
            matcher->simple_count = simples;
            matcher->detail_count = details;
            reader.at = reader.has_failed ? first : reader.at; /* it may have failed inside of brackets */
            if (!memchr(reader.at, ',', (size_t)(reader.end - reader.at)))
                return; /* most rules have one selector */
            skip_selector(&reader);
        }
        reader.has_failed = reader.is_dead = 0;
        reader.at += reader.at < reader.end;
    }
}
