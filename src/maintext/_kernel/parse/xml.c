/* Pages that were written by an XML serializer, where <i/> is an empty element.

   In HTML, the slash of <i/> or <iframe/> means nothing: the element stays open, and all that follows is italic, or
   no text at all. XHTML pages and pages that tools have saved as XML rely on the slash. They are known by three
   signs: every void tag has a slash (<br/>, not <br>), other tags have it, too, and more of them than there are
   empty elements with two tags (<i></i>), which a serializer does not write. */
#include "parse/parser.h"

enum {
    MIN_VOID = 8,  /* void tags with a slash that a page must have */
    MIN_EMPTY = 4, /* other tags with a slash */
};

typedef struct {
    const Byte *name, *at; /* `at`: after the ">" */
    size_t length;
    int has_slash;
} Tag;

static int is_named(const Tag *tag, Name name)
{
    return tag->length == name.length && mt_equals_ignoring_case(tag->name, name.text, tag->length);
}

static int is_void(const Tag *tag)
{
    for (int i = 0; i < mt_void_tag_count; i++)
        if (is_named(tag, mt_void_tags[i]))
            return 1;
    return 0;
}

/* Whether tags inside of the element say nothing about the page. */
static int is_skipped(const Tag *tag)
{
    static const int tags[] = {TAG_SCRIPT, TAG_STYLE, TAG_SVG, TAG_MATH};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (is_named(tag, mt_tag_names[tags[i]]))
            return 1;
    return 0;
}

/* Read a start tag at its name. Returns 0 if the source ends inside it. */
static int read_start_tag(const Byte *at, const Byte *end, Tag *tag)
{
    tag->name = at;
    while (at < end && !is_space(*at) && *at != '/' && *at != '>')
        at++;
    tag->length = (size_t)(at - tag->name);
    for (; at < end && *at != '>'; at++)
        if ((*at == '"' || *at == '\'') && !(at = memchr(at + 1, *at, (size_t)(end - at - 1))))
            return 0;
    tag->has_slash = at < end && at[-1] == '/';
    tag->at = at + 1;
    return at < end;
}

/* Go after the end tag of an element; to `end` if there is none. */
static const Byte *skip_element(const Byte *at, const Byte *end, const Tag *tag)
{
    for (; at < end && (at = memchr(at, '<', (size_t)(end - at))); at++)
        if ((size_t)(end - at) > tag->length + 2 && at[1] == '/' &&
            mt_equals_ignoring_case(at + 2, (const char *)tag->name, tag->length))
            return at + 2;
    return end;
}

/* Go after a comment, or after the "<" of an end tag or declaration. */
static const Byte *skip_other(const Byte *at, const Byte *end)
{
    if (end - at < 4 || memcmp(at, "<!--", 4))
        return at + 1;
    for (at += 4; (at = memchr(at, '>', (size_t)(end - at))) && memcmp(at - 2, "--", 2);)
        at++;
    return at ? at + 1 : end;
}

/* Whether an XML serializer wrote the page. */
static int is_written_as_xml(const Byte *at, const Byte *end)
{
    int64_t voids = 0, empty = 0, pairs = 0;
    while (at < end && (at = memchr(at, '<', (size_t)(end - at)))) {
        Tag tag;
        if (end - at < 2 || !is_letter(at[1])) {
            at = skip_other(at, end);
            continue;
        }
        if (!read_start_tag(at + 1, end, &tag))
            break;
        at = tag.at;
        if (is_void(&tag)) {
            if (!tag.has_slash)
                return 0;
            voids++;
        } else if (tag.has_slash) {
            empty++;
        } else {
            pairs += end - at > 1 && at[0] == '<' && at[1] == '/';
            if (is_skipped(&tag))
                at = skip_element(at, end, &tag);
        }
    }
    return voids >= MIN_VOID && empty >= MIN_EMPTY && empty > pairs;
}

/* Close the element of a tag with a slash, if the page is XML. */
void mt_close_empty(Parser *parser, Token *token)
{
    const Node *node = parser->open_count ? current_node(parser) : NULL;
    if (!node || !is_html(node, token->tag) || node->offset != token->offset)
        return; /* void or foreign elements are closed already */
    if (parser->xml == XML_UNKNOWN)
        parser->xml = is_written_as_xml(parser->source, parser->source_end) ? XML_YES : XML_NO;
    if (parser->xml == XML_NO)
        return;
    parser->content = CONTENT_DATA;
    parser->is_in_noscript &= token->tag != TAG_NOSCRIPT;
    token->type = TOKEN_END;
    token->self_closing = 0;
    mt_construct(parser, token);
}
