/* The loop over the tokens, and memory. */
#include "parse/parser.h"

enum { TOKENS_BETWEEN_CHECKS = 1024, MIN_CAPACITY = 64, MAX_RESERVED = 1 << 16 };

void mt_fail(Parser *parser, Failure failure) { longjmp(parser->on_failure, (int)failure); }

void *mt_grown(Parser *parser, void *block, int32_t *capacity, int64_t need, size_t item)
{
    int64_t size = *capacity ? (int64_t)*capacity * 2 : MIN_CAPACITY;
    if (size < need)
        size = need;
    if (size > INT32_MAX || (uint64_t)size > SIZE_MAX / item)
        mt_fail(parser, FAILED_MEMORY);
    void *larger = parser->reallocate(block, (size_t)size * item);
    if (!larger)
        mt_fail(parser, FAILED_MEMORY);
    *capacity = (int32_t)size;
    return larger;
}

void mt_check_time(Parser *parser)
{
    if (mt_monotonic_seconds() > parser->ends_at)
        mt_fail(parser, FAILED_TIME);
}

/* Reserve memory for most pages: growing an array copies it. Memory that is not used costs little. */
static void *reserved(Parser *parser, int32_t *capacity, int64_t bytes, int64_t bytes_per_item, size_t item)
{
    int64_t count = MIN_CAPACITY + bytes / bytes_per_item;
    return mt_grown(parser, NULL, capacity, count < MAX_RESERVED ? count : MAX_RESERVED, item);
}

static void reserve_room(Parser *parser, int64_t bytes)
{
    parser->nodes = reserved(parser, &parser->node_capacity, bytes, 24, sizeof(Node));
    parser->attributes = reserved(parser, &parser->attribute_capacity, bytes, 40, sizeof(Attribute));
    parser->chunks = reserved(parser, &parser->chunk_capacity, bytes, 48, sizeof(Chunk));
}

/* Parse the source. The caller has zeroed the parser and set its first group of fields. */
Failure mt_parse_source(Parser *parser)
{
    int failure = setjmp(parser->on_failure);
    if (failure)
        return (Failure)failure;
    int64_t bytes = parser->source_end - parser->source;
    if (bytes > MAX_SOURCE)
        return FAILED_MEMORY;
    parser->ends_at = mt_monotonic_seconds() + parser->seconds;
    /* A formatting element that is never closed is reopened in every later block: n of them in n blocks make
       n * n elements. Pages written by people stay far below this limit. */
    parser->max_reopened = 10000 + bytes / 2;
    reserve_room(parser, bytes);
    mt_start_tokenizer(parser);
    parser->head = parser->form = NONE;
    parser->frameset_ok = 1;
    mt_new_element(parser, TAG_DOCUMENT, NAMESPACE_HTML);
    Token *token;
    do {
        if (UNLIKELY((++parser->steps & (TOKENS_BETWEEN_CHECKS - 1)) == 0))
            mt_check_time(parser);
        if (UNLIKELY(parser->node_count > parser->max_nodes)) {
            parser->is_cut = 1;
            parser->at = parser->source_end;
            parser->content = CONTENT_DATA;
        }
        token = mt_next_token(parser);
        mt_construct(parser, token);
        if (UNLIKELY(token->type == TOKEN_START && token->self_closing))
            mt_close_empty(parser, token);
    } while (token->type != TOKEN_EOF);
    return NOT_FAILED;
}

static void release(Parser *parser, void **block)
{
    if (*block)
        parser->reallocate(*block, 0);
    *block = NULL;
}

/* Free what only the parser needs. Names, attributes and the source stay. */
void mt_free_tree(Parser *parser)
{
    mt_free_styles(parser);
    release(parser, (void **)&parser->nodes);
    release(parser, (void **)&parser->chunks);
    release(parser, (void **)&parser->local_slots);
    release(parser, (void **)&parser->seen_slots);
    release(parser, (void **)&parser->formatting);
    release(parser, (void **)&parser->template_modes);
}

void mt_free_parser(Parser *parser)
{
    mt_free_tree(parser);
    release(parser, (void **)&parser->attributes);
    release(parser, (void **)&parser->local_tags);
    release(parser, (void **)&parser->hidings);
    release(parser, (void **)&parser->unseen);
    release(parser, (void **)&parser->unseen_bytes);
    release(parser, (void **)&parser->scratch);
}
