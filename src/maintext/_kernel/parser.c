/* The loop over the tokens; memory. */
#include "kernel.h"

enum { TOKENS_BETWEEN_CHECKS = 1024, LEAST_ROOM = 64 };

void fail(Parser *parser, Failure failure) { longjmp(parser->on_failure, (int)failure); }

void *grown(Parser *parser, void *block, int32_t *room, int64_t need, size_t item)
{
    int64_t size = *room ? (int64_t)*room * 2 : LEAST_ROOM;
    if (size < need)
        size = need;
    if (size > INT32_MAX || (uint64_t)size > SIZE_MAX / item)
        fail(parser, FAILED_MEMORY);
    void *larger = parser->reallocate(block, (size_t)size * item);
    if (!larger)
        fail(parser, FAILED_MEMORY);
    *room = (int32_t)size;
    return larger;
}

void check_time(Parser *parser)
{
    if (monotonic_seconds() > parser->ends_at)
        fail(parser, FAILED_TIME);
}

/* Room for an ordinary page at once: arrays that grow must be copied. */
static void reserve(Parser *parser, int64_t bytes)
{
    parser->nodes = grown(parser, NULL, &parser->node_room, bytes / 64 + LEAST_ROOM, sizeof(Node));
    parser->attributes =
        grown(parser, NULL, &parser->attribute_room, bytes / 64 + LEAST_ROOM, sizeof(Attribute));
    parser->chunks = grown(parser, NULL, &parser->chunk_room, bytes / 128 + LEAST_ROOM, sizeof(Chunk));
}

/* Parse the source. The caller has zeroed the parser and set what stands first in it. */
Failure parse_source(Parser *parser)
{
    int failure = setjmp(parser->on_failure);
    if (failure)
        return (Failure)failure;
    int64_t bytes = parser->source_end - parser->source;
    if (bytes > MOST_SOURCE)
        return FAILED_MEMORY;
    parser->ends_at = monotonic_seconds() + parser->seconds;
    /* A formatting element that is never closed is opened again in every block that follows: n of them
       in n blocks make n * n elements. So many, however, no page opens that a person wrote. */
    parser->most_reopened = 10000 + bytes / 2;
    reserve(parser, bytes);
    start_tokenizer(parser);
    parser->head = parser->form = NONE;
    parser->frameset_ok = 1;
    new_element(parser, TAG_DOCUMENT, NAMESPACE_HTML);
    Token *token;
    do {
        if (UNLIKELY((++parser->steps & (TOKENS_BETWEEN_CHECKS - 1)) == 0))
            check_time(parser);
        if (UNLIKELY(parser->node_count > parser->most_nodes)) {
            parser->is_cut = 1;
            parser->at = parser->source_end;
            parser->content = CONTENT_DATA;
        }
        token = next_token(parser);
        construct(parser, token);
    } while (token->type != TOKEN_EOF);
    return FAILED_NOT;
}

static void release(Parser *parser, void **block)
{
    if (*block)
        parser->reallocate(*block, 0);
    *block = NULL;
}

/* Free what only the parser needs: names, attributes and the source stay. */
void free_tree(Parser *parser)
{
    release(parser, (void **)&parser->nodes);
    release(parser, (void **)&parser->chunks);
    release(parser, (void **)&parser->local_slots);
    release(parser, (void **)&parser->seen_slots);
    release(parser, (void **)&parser->formatting);
    release(parser, (void **)&parser->template_modes);
}

void free_parser(Parser *parser)
{
    free_tree(parser);
    release(parser, (void **)&parser->attributes);
    release(parser, (void **)&parser->local_tags);
    release(parser, (void **)&parser->scratch);
}
