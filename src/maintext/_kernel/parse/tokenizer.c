/* Source -> tokens. Text runs are as long as possible, as spans of the source. */
#include "parse/finding.h"
#include "parse/heads.h"
#include "parse/parser.h"

enum { SEEN_SLOTS = 4096, FEW_ATTRIBUTES = 12 };

/* Eight bytes with capitals of ASCII in lower case. */
static inline uint64_t lower_word(const void *text)
{
    const uint64_t ones = 0x0101010101010101u;
    uint64_t word, low;
    memcpy(&word, text, sizeof word);
    low = word & ones * 0x7F;
    uint64_t from_a = low + ones * (0x80 - 'A'), after_z = low + ones * (0x7F - 'Z');
    return word | ((from_a & ~after_z & ~word & ones * 0x80) >> 2);
}

int mt_equals_all(const Byte *text, const char *word, size_t length)
{
    size_t i = 0;
    for (; length - i >= sizeof(uint64_t); i += sizeof(uint64_t)) {
        uint64_t other;
        memcpy(&other, word + i, sizeof other);
        if (lower_word(text + i) != other)
            return 0;
    }
    for (; i < length; i++)
        if (lower(text[i]) != (Byte)word[i])
            return 0;
    return 1;
}

void mt_start_tokenizer(Parser *parser)
{
    const Byte *source = parser->source, *end = parser->source_end;
    parser->at = source;
    parser->hash_seed = (uint64_t)(uintptr_t)parser * 0x9E3779B97F4A7C15u ^ (uint64_t)(uintptr_t)source;
    if (!parser->is_plain)
        mt_find_odd_bytes(source, end, &parser->has_nuls, &parser->has_returns);
}

/* -- tag names --------------------------------------------------------------------------------------- */

int mt_is_same_name(const Parser *parser, Span span, const Byte *name, int length)
{
    if (span.length != length)
        return 0;
    const Byte *other = parser->source + span.start;
    for (int i = 0; i < length; i++)
        if (lower(other[i]) != lower(name[i]))
            return 0;
    return 1;
}

static void grow_local_slots(Parser *parser)
{
    int32_t count = parser->local_slot_count ? parser->local_slot_count * 2 : 64;
    int32_t *slots = parser->reallocate(parser->local_slots, (size_t)count * sizeof *slots);
    if (!slots)
        mt_fail(parser, FAILED_MEMORY);
    memset(slots, 0, (size_t)count * sizeof *slots);
    parser->local_slots = slots;
    parser->local_slot_count = count;
    for (int32_t i = 0; i < parser->local_tag_count; i++) {
        uint32_t slot = parser->local_tags[i].hash & (uint32_t)(count - 1);
        while (slots[slot])
            slot = (slot + 1) & (uint32_t)(count - 1);
        slots[slot] = i + 1;
    }
}

static uint32_t name_hash(const Parser *parser, const Byte *name, int length)
{
    uint64_t hash = parser->hash_seed;
    for (int i = 0; i < length; i++)
        hash = (hash ^ lower(name[i])) * 0x9E3779B97F4A7C15u;
    return (uint32_t)(hash >> 32);
}

/* Id of a name without a fixed id; the same name has the same id within a page. */
static int local_tag(Parser *parser, const Byte *name, int length)
{
    uint32_t hash = name_hash(parser, name, length);
    if (parser->local_tag_count * 2 >= parser->local_slot_count)
        grow_local_slots(parser);
    uint32_t mask = (uint32_t)parser->local_slot_count - 1, slot = hash & mask;
    for (; parser->local_slots[slot]; slot = (slot + 1) & mask) {
        int position = parser->local_slots[slot] - 1;
        if (parser->local_tags[position].hash == hash &&
            mt_is_same_name(parser, parser->local_tags[position].name, name, length))
            return KNOWN_TAGS + position;
    }
    MAKE_ROOM(parser, local_tags, local_tag_count, local_tag_capacity);
    parser->local_tags[parser->local_tag_count] =
        (LocalTag){{(int32_t)(name - parser->source), length}, hash, 0};
    parser->local_slots[slot] = ++parser->local_tag_count;
    return KNOWN_TAGS + parser->local_tag_count - 1;
}

/* Read a tag name at `at`. Sets its id and returns its end. */
static const Byte *read_tag_name(Parser *parser, const Byte *at, int *tag)
{
    NameHead head = read_name(at, parser->source_end, ENDS_TAG_NAME);
    int known = mt_tag_slots[head_slot(head, TAG_FACTOR, TAG_BITS)];
    if (LIKELY(known && is_known(head, at, mt_tag_heads[known], &mt_tag_names[known])))
        *tag = known;
    else
        *tag = local_tag(parser, at, (int)(head.end - at));
    return head.end;
}

/* -- attributes -------------------------------------------------------------------------------------- */

static inline int known_attribute(NameHead head, const Byte *name)
{
    int id = mt_attribute_slots[head_slot(head, ATTRIBUTE_FACTOR, ATTRIBUTE_BITS)];
    return id && is_known(head, name, mt_attribute_heads[id], &mt_attribute_names[id]) ? id : ATTRIBUTE_OTHER;
}

int mt_attribute_id(const Byte *name, int length)
{
    return known_attribute(head_of(name, name + length), name);
}

/* Add the name of an attribute to the hash table. Returns whether it was there. The table is never cleared:
   entries of other tags have other stamps. */
static int add_seen(Parser *parser, const Token *token, int number)
{
    const Attribute *attributes = parser->attributes + token->attribute;
    Span span = attributes[number].name;
    const Byte *name = parser->source + span.start;
    uint32_t slot = name_hash(parser, name, span.length) % SEEN_SLOTS;
    for (;; slot = (slot + 1) % SEEN_SLOTS) {
        uint32_t entry = parser->seen_slots[slot];
        if (entry / SEEN_SLOTS != parser->seen_stamp)
            break;
        if (mt_is_same_name(parser, attributes[entry % SEEN_SLOTS].name, name, span.length))
            return 1;
    }
    parser->seen_slots[slot] = parser->seen_stamp * SEEN_SLOTS + (uint32_t)number;
    return 0;
}

static void start_seen(Parser *parser, const Token *token)
{
    if (!parser->seen_slots || parser->seen_stamp >= UINT32_MAX / SEEN_SLOTS - 1) {
        uint32_t *slots = parser->reallocate(parser->seen_slots, SEEN_SLOTS * sizeof *slots);
        if (!slots)
            mt_fail(parser, FAILED_MEMORY);
        memset(slots, 0, SEEN_SLOTS * sizeof *slots);
        parser->seen_slots = slots;
        parser->seen_stamp = 0;
    }
    parser->seen_stamp++;
    for (int i = 0; i < token->attribute_count; i++)
        add_seen(parser, token, i);
}

/* Whether the last attribute has the name of an earlier one; then it is dropped. */
static inline int is_duplicate(Parser *parser, Token *token, NameHead head)
{
    const Attribute *attributes = parser->attributes + token->attribute;
    int count = token->attribute_count;
    if (LIKELY(count < FEW_ATTRIBUTES)) {
        uint64_t bit = (uint64_t)1 << head_slot(head, ATTRIBUTE_FACTOR, 6), seen = token->seen_names;
        token->seen_names |= bit;
        if (LIKELY(!(seen & bit)))
            return 0;
        Span name = attributes[count].name;
        for (int i = 0; i < count; i++)
            if (attributes[i].name.length == name.length &&
                mt_is_same_name(parser, attributes[i].name, parser->source + name.start, name.length))
                return 1;
        return 0;
    }
    if (count == FEW_ATTRIBUTES)
        start_seen(parser, token);
    return add_seen(parser, token, count);
}

/* Possible effects of an attribute on its element. */
static const uint8_t bits_of_attributes[256] = {
    [ATTRIBUTE_HIDDEN] = NODE_MAY_HIDE,      [ATTRIBUTE_STYLE] = NODE_MAY_HIDE,
    [ATTRIBUTE_ARIA_HIDDEN] = NODE_MAY_HIDE, [ATTRIBUTE_POPOVER] = NODE_MAY_HIDE,
    [ATTRIBUTE_ROLE] = NODE_MAY_HAVE_FLAGS,  [ATTRIBUTE_SHADOWROOTMODE] = NODE_MAY_HAVE_FLAGS,
};

static inline void add_attribute(Parser *parser, Token *token, NameHead head, Span name, Span value,
                                 int is_plain)
{
    if (UNLIKELY(token->attribute_count >= MAX_ATTRIBUTES)) {
        parser->is_cut = 1;
        return;
    }
    MAKE_ROOM(parser, attributes, attribute_count, attribute_capacity);
    Attribute *attribute = &parser->attributes[parser->attribute_count];
    attribute->name = name;
    attribute->value = value;
    attribute->is_plain = (uint8_t)is_plain;
    attribute->id = (uint8_t)known_attribute(head, parser->source + name.start);
    if (!is_duplicate(parser, token, head)) {
        token->bits |= bits_of_attributes[attribute->id];
        parser->attribute_count++;
        token->attribute_count++;
    }
}

typedef struct {
    const Byte *start, *end;
    int is_plain;
} Value;

/* Read the value of an attribute after its name. Returns where it ends; NULL if the source ends before. */
static const Byte *read_value(const Byte *at, const Byte *end, Value *value)
{
    *value = (Value){at, at, 1};
    while (at < end && is_space(*at))
        at++;
    if (at >= end || *at != '=')
        return at;
    at++;
    while (at < end && is_space(*at))
        at++;
    if (at >= end)
        return NULL;
    value->start = at;
    if (*at == '"' || *at == '\'') {
        value->start++;
        value->end = find_quote(value->start, end, *at, &value->is_plain);
        return value->end ? value->end + 1 : NULL;
    }
    for (; at < end && !(name_ends[*at] & ENDS_UNQUOTED_VALUE); at++)
        value->is_plain &= *at < 0x80 && *at != '&';
    return value->end = at;
}

/* The same, faster for name="value", as nearly all attributes are. */
static inline const Byte *read_common_value(const Byte *name, const Byte *at, const Byte *end, Value *value)
{
    ptrdiff_t skipped = at - name + 2;
    if (UNLIKELY(end - name < WINDOW || skipped >= WINDOW || at[0] != '=' || at[1] != '"'))
        return read_value(at, end, value);
    value->start = at + 2;
    value->end = find_quote_in_window(name, end, (int)skipped, &value->is_plain);
    return value->end ? value->end + 1 : NULL;
}

/* Read the rest of a tag after its name. Returns NULL if the source ends inside the tag. */
static const Byte *read_attributes(Parser *parser, const Byte *at, Token *token)
{
    const Byte *source = parser->source, *end = parser->source_end;
    for (;;) {
        while (at < end && (is_space(*at) || *at == '/')) {
            if (*at == '/' && at + 1 < end && at[1] == '>')
                token->self_closing = 1;
            at++;
        }
        if (at >= end)
            return NULL;
        if (*at == '>')
            return at + 1;
        const Byte *start = at; /* the first byte always belongs to the name, even `=` */
        NameHead head = read_name(at, end, ENDS_ATTRIBUTE_NAME);
        Value value;
        at = read_common_value(start, head.end, end, &value);
        if (!at)
            return NULL;
        Span name = {(int32_t)(start - source), (int32_t)(head.end - start)};
        Span span = {(int32_t)(value.start - source), (int32_t)(value.end - value.start)};
        add_attribute(parser, token, head, name, span, value.is_plain && head.is_ascii);
    }
}

/* -- comments and doctypes --------------------------------------------------------------------------- */

static const Byte *skip_comment(const Byte *at, const Byte *end) /* starts after "<!--" */
{
    if (at < end && *at == '>')
        return at + 1;
    if (end - at >= 2 && at[0] == '-' && at[1] == '>')
        return at + 2;
    for (; at < end && (at = memchr(at, '-', (size_t)(end - at))); at++) {
        if (end - at >= 3 && at[1] == '-') {
            if (at[2] == '>')
                return at + 3;
            if (at[2] == '!' && end - at >= 4 && at[3] == '>')
                return at + 4;
        }
    }
    return end;
}

/* Read what begins with "<!", "<?", or "</" without a letter. Returns NULL if it produces no token. */
static Token *read_declaration(Parser *parser, const Byte *at)
{
    const Byte *end = parser->source_end;
    Token *token = &parser->token;
    if (at[1] == '!' && end - at >= 4 && at[2] == '-' && at[3] == '-') {
        parser->at = skip_comment(at + 4, end);
        token->type = TOKEN_COMMENT;
        return token;
    }
    if (at[1] == '!' && end - at >= 9 && memcmp(at + 2, "[CDATA[", 7) == 0 && parser->open_count &&
        current_node(parser)->name_space != NAMESPACE_HTML) {
        token->start = at + 9;
        for (at = token->start; at < end && (at = memchr(at, ']', (size_t)(end - at))); at++)
            if (end - at >= 3 && at[1] == ']' && at[2] == '>')
                break;
        token->end = at && at < end ? at : end;
        parser->at = token->end < end ? token->end + 3 : end;
        token->type = TOKEN_TEXT;
        token->how = 0;
        return token->end > token->start ? token : NULL;
    }
    const Byte *close = memchr(at, '>', (size_t)(end - at));
    parser->at = close ? close + 1 : end;
    if (at[1] == '/' && close == at + 2)
        return NULL; /* "</>" is ignored */
    token->type = TOKEN_COMMENT;
    if (at[1] == '!' && end - at >= 9 && mt_equals_ignoring_case(at + 2, "doctype", 7)) {
        token->type = TOKEN_DOCTYPE;
        token->end = close ? close : end;
        token->start = close ? at + 9 : end; /* an unclosed doctype counts as empty */
    }
    return token;
}

/* -- tags -------------------------------------------------------------------------------------------- */

static int is_end_tag_of(const Byte *at, const Byte *end, int tag) /* at "</" */
{
    int length = mt_tag_names[tag].length;
    if (end - at <= 2 + length || at[1] != '/' ||
        !mt_equals_ignoring_case(at + 2, mt_tag_names[tag].text, (size_t)length))
        return 0;
    Byte after = at[2 + length];
    return after == '>' || after == '/' || is_space(after);
}

/* Whether an iframe is not closed before its <noscript> ends. Without scripts, everything after it would be
   its raw text; browsers run scripts and ignore it. So it is read as a comment. */
static int is_unclosed_iframe(Parser *parser, const Byte *at)
{
    const Byte *end = parser->source_end;
    if (!parser->is_in_noscript)
        return 0;
    if (!parser->frame_end || parser->frame_end < at) {
        while (at < end && (at = memchr(at, '<', (size_t)(end - at))) &&
               !is_end_tag_of(at, end, TAG_NOSCRIPT) && !is_end_tag_of(at, end, TAG_IFRAME))
            at++;
        parser->frame_end = at && at < end ? at : end;
    }
    return parser->frame_end < end && is_end_tag_of(parser->frame_end, end, TAG_NOSCRIPT);
}

/* Read a tag whose name begins at `name`. Returns TOKEN_EOF if the source ends inside it. */
static Token *read_tag(Parser *parser, const Byte *less_than, const Byte *name, TokenType type)
{
    Token *token = &parser->token;
    if (!token->attributes_taken)
        parser->attribute_count = token->attribute; /* the previous tag's attributes are unused */
    token->attribute = parser->attribute_count;
    token->attribute_count = token->attributes_taken = token->self_closing = token->bits = 0;
    token->seen_names = 0;
    const Byte *at = read_tag_name(parser, name, &token->tag);
    if (UNLIKELY(token->tag == TAG_NOSCRIPT))
        parser->is_in_noscript = type == TOKEN_START;
    if (UNLIKELY(token->tag == TAG_IFRAME && type == TOKEN_START && is_unclosed_iframe(parser, at)))
        return read_declaration(parser, less_than);
    if (LIKELY(at < parser->source_end)) {
        if (*at == '>')
            at++;
        else
            at = read_attributes(parser, at, token);
    } else {
        at = NULL;
    }
    if (!at) {
        parser->at = parser->source_end;
        token->type = TOKEN_EOF;
        return token;
    }
    token->offset = (int)(less_than - parser->source);
    parser->at = at;
    token->type = type;
    return token;
}

/* -- raw text ---------------------------------------------------------------------------------------- */

static int begins_script(const Byte *at, const Byte *end) /* at "<" */
{
    return end - at > 7 && mt_equals_ignoring_case(at + 1, "script", 6) &&
           (at[7] == '>' || at[7] == '/' || is_space(at[7]));
}

/* In a script, starting after "<!--": up to "-->", a nested <script> hides its end tag ("double escaped").
   Returns the end of the script or of the escaped part. */
static const Byte *skip_escaped_script(const Byte *at, const Byte *end, int *is_over)
{
    int is_double = 0;
    for (; (at = find_either(at, end, '<', '>')) < end; at++) {
        if (*at == '>') {
            if (at[-1] == '-' && at[-2] == '-')
                return at + 1;
        } else if (is_end_tag_of(at, end, TAG_SCRIPT)) {
            if (!is_double) {
                *is_over = 1;
                return at;
            }
            is_double = 0;
        } else if (!is_double && begins_script(at, end)) {
            is_double = 1;
        }
    }
    return end;
}

static const Byte *end_of_raw_text(const Parser *parser)
{
    const Byte *at = parser->at, *end = parser->source_end;
    if (parser->content == CONTENT_PLAINTEXT)
        return end;
    while (at < end && (at = memchr(at, '<', (size_t)(end - at)))) {
        if (is_end_tag_of(at, end, parser->content_tag))
            return at;
        if (parser->content == CONTENT_SCRIPT && end - at >= 4 && memcmp(at, "<!--", 4) == 0) {
            int is_over = 0;
            at = skip_escaped_script(at + 4, end, &is_over);
            if (is_over)
                return at;
        } else {
            at++;
        }
    }
    return end;
}

static Token *text_token(Parser *parser, const Byte *start, const Byte *end, int how)
{
    Token *token = &parser->token;
    token->type = TOKEN_TEXT;
    token->start = start;
    token->end = end;
    token->how = how;
    parser->at = end;
    return token;
}

/* -- tokens ------------------------------------------------------------------------------------------ */

/* Whether the "<" at `at` begins markup. */
static int begins_markup(const Byte *at, const Byte *end)
{
    if (end - at < 2)
        return 0;
    if (is_letter(at[1]) || at[1] == '!' || at[1] == '?')
        return 1;
    return at[1] == '/' && end - at > 2;
}

Token *mt_next_token(Parser *parser)
{
    const Byte *end = parser->source_end;
    if (UNLIKELY(parser->content != CONTENT_DATA)) {
        const Byte *start = parser->at, *stop = end_of_raw_text(parser);
        int how = mt_nul_mode(parser) | (parser->content == CONTENT_RCDATA ? CHUNK_HAS_REFERENCES : 0);
        parser->content = CONTENT_DATA;
        if (stop > start)
            return text_token(parser, start, stop, how);
    }
    for (;;) {
        const Byte *start = parser->at, *at = start;
        int has_references = 0;
        if (at == end || *at != '<' || !begins_markup(at, end)) {
            while ((at = find_less_than(at, end, &has_references)) < end && !begins_markup(at, end))
                at++;
            if (at > start)
                return text_token(parser, start, at, has_references ? CHUNK_HAS_REFERENCES : 0);
        }
        if (at == end) {
            parser->token.type = TOKEN_EOF;
            return &parser->token;
        }
        if (LIKELY(is_letter(at[1])))
            return read_tag(parser, at, at + 1, TOKEN_START);
        if (LIKELY(at[1] == '/' && is_letter(at[2])))
            return read_tag(parser, at, at + 2, TOKEN_END);
        Token *token = read_declaration(parser, at);
        if (token)
            return token;
    }
}
