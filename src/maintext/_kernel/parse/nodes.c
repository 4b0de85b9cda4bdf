/* Nodes and their links, the stack of open elements, and inserting nodes. */
#include "parse/parser.h"

/* -- nodes ------------------------------------------------------------------------------------------- */

static int32_t new_node(Parser *parser, int tag, int name_space)
{
    MAKE_ROOM(parser, nodes, node_count, node_capacity);
    Node *node = &parser->nodes[parser->node_count];
    *node = (Node){.parent = NONE,
                   .first = NONE,
                   .last = NONE,
                   .next = NONE,
                   .previous = NONE,
                   .tag = tag,
                   .offset = NONE,
                   .name_space = (uint8_t)name_space};
    return parser->node_count++;
}

int32_t mt_new_element(Parser *parser, int tag, int name_space) { return new_node(parser, tag, name_space); }

/* New element for a start tag. It takes the tag's attributes. */
int32_t mt_new_element_for(Parser *parser, Token *token, int name_space)
{
    int32_t element = new_node(parser, token->tag, name_space);
    Node *node = &parser->nodes[element];
    node->data = token->attribute;
    node->extent = token->attribute_count;
    node->offset = token->offset;
    node->bits |= token->bits;
    parser->has_unlisted |= token->tag >= LISTED_TAGS && name_space == NAMESPACE_HTML;
    token->attributes_taken = 1;
    return element;
}

/* Whether a copy may have the attributes of its element. The total is limited: otherwise a long attribute of
   an element that is never closed is read for every paragraph after it. */
static int may_copy_attributes(Parser *parser, const Node *node)
{
    int64_t limit = MAX_COPIED + 2 * (int64_t)(parser->source_end - parser->source);
    for (int i = 0; i < node->extent && parser->copied_bytes <= limit; i++) {
        const Attribute *attribute = &parser->attributes[node->data + i];
        parser->copied_bytes += attribute->name.length + attribute->value.length + 1;
    }
    int is_allowed = parser->copied_bytes <= limit;
    parser->is_cut |= !is_allowed && node->extent;
    return is_allowed;
}

/* New element for the same start tag. */
int32_t mt_copy_element(Parser *parser, int32_t element)
{
    int32_t copy = new_node(parser, parser->nodes[element].tag, parser->nodes[element].name_space);
    Node *node = &parser->nodes[copy], *original = &parser->nodes[element];
    node->data = original->data;
    node->extent = may_copy_attributes(parser, original) ? original->extent : 0;
    node->offset = original->offset;
    node->bits = original->bits & NODE_BITS_OF_TAG;
    return copy;
}

void mt_append_child(Parser *parser, int32_t parent, int32_t child)
{
    Node *above = &parser->nodes[parent], *node = &parser->nodes[child];
    node->parent = parent;
    node->previous = above->last;
    node->next = NONE;
    if (above->last != NONE)
        parser->nodes[above->last].next = child;
    else
        above->first = child;
    above->last = child;
}

static void insert_before(Parser *parser, int32_t parent, int32_t child, int32_t sibling)
{
    Node *node = &parser->nodes[child], *after = &parser->nodes[sibling];
    parser->is_reordered = 1;
    node->parent = parent;
    node->next = sibling;
    node->previous = after->previous;
    if (after->previous != NONE)
        parser->nodes[after->previous].next = child;
    else
        parser->nodes[parent].first = child;
    after->previous = child;
}

void mt_detach(Parser *parser, int32_t which)
{
    Node *node = &parser->nodes[which];
    if (node->parent == NONE)
        return;
    parser->is_reordered = 1;
    Node *above = &parser->nodes[node->parent];
    if (node->previous != NONE)
        parser->nodes[node->previous].next = node->next;
    else
        above->first = node->next;
    if (node->next != NONE)
        parser->nodes[node->next].previous = node->previous;
    else
        above->last = node->previous;
    node->parent = node->previous = node->next = NONE;
}

/* -- where a node goes ------------------------------------------------------------------------------- */

static Place foster_place(Parser *parser)
{
    parser->is_reordered = 1;
    for (int i = parser->open_count - 1; i >= 0; i--) {
        int32_t element = parser->open[i];
        Node *node = &parser->nodes[element];
        if (is_html(node, TAG_TEMPLATE))
            return (Place){element, NONE};
        if (is_html(node, TAG_TABLE)) {
            if (node->parent != NONE)
                return (Place){node->parent, element};
            return (Place){parser->open[i - 1], NONE};
        }
    }
    return (Place){parser->open[0], NONE};
}

Place mt_appropriate_place(Parser *parser, int32_t target)
{
    if (UNLIKELY(parser->foster_parenting) && classes_of(&parser->nodes[target]) & IS_FOSTERS)
        return foster_place(parser);
    return (Place){target, NONE};
}

void mt_insert_at(Parser *parser, Place place, int32_t node)
{
    if (UNLIKELY(place.before != NONE))
        insert_before(parser, place.parent, node, place.before);
    else
        mt_append_child(parser, place.parent, node);
}

/* -- inserting text, comments and elements ----------------------------------------------------------- */

static int32_t new_chunk(Parser *parser, const Byte *start, const Byte *end, int how)
{
    MAKE_ROOM(parser, chunks, chunk_count, chunk_capacity);
    parser->chunks[parser->chunk_count] =
        (Chunk){{(int32_t)(start - parser->source), (int32_t)(end - start)}, NONE, (uint8_t)how};
    parser->text_bytes += (size_t)(end - start);
    return parser->chunk_count++;
}

/* Insert text. It is appended to a text node right before it. */
void mt_insert_text(Parser *parser, const Byte *start, const Byte *end, int how)
{
    if (UNLIKELY(parser->has_nuls) && !(how & CHUNK_REPLACES_NULS)) {
        while (start < end && *start == 0)
            start++;
    }
    if (start >= end)
        return;
    Place place = mt_appropriate_place(parser, current(parser));
    if (parser->nodes[place.parent].tag == TAG_DOCUMENT)
        return;
    int32_t before =
        place.before != NONE ? parser->nodes[place.before].previous : parser->nodes[place.parent].last;
    int32_t chunk = new_chunk(parser, start, end, how);
    if (before != NONE && parser->nodes[before].tag == TAG_TEXT) {
        parser->chunks[parser->nodes[before].extent].next = chunk;
        parser->nodes[before].extent = chunk;
        return;
    }
    int32_t text = new_node(parser, TAG_TEXT, NAMESPACE_HTML);
    parser->nodes[text].data = parser->nodes[text].extent = chunk;
    mt_insert_at(parser, place, text);
}

/* Comments have no rows, but they separate texts. */
void mt_insert_comment(Parser *parser, int32_t parent)
{
    int32_t comment = new_node(parser, TAG_COMMENT, NAMESPACE_HTML);
    mt_insert_at(parser,
                 parent == NONE ? mt_appropriate_place(parser, current(parser)) : (Place){parent, NONE},
                 comment);
}

void mt_push(Parser *parser, int32_t element)
{
    parser->open[parser->open_count++] = element;
    count_open(parser, parser->nodes[element].tag, 1);
    parser->nodes[element].bits |= NODE_IS_OPEN;
}

/* Insert an element and open it. Returns 0 if the stack is full: then what follows becomes its sibling. */
static int insert_and_open(Parser *parser, int32_t element)
{
    mt_insert_at(parser, mt_appropriate_place(parser, current(parser)), element);
    if (UNLIKELY(parser->open_count >= MAX_OPEN))
        return 0;
    mt_push(parser, element);
    return 1;
}

int mt_insert_element(Parser *parser, Token *token)
{
    return insert_and_open(parser, mt_new_element_for(parser, token, NAMESPACE_HTML));
}

int mt_insert_implied(Parser *parser, int tag)
{
    return insert_and_open(parser, mt_new_element(parser, tag, NAMESPACE_HTML));
}

int mt_insert_foreign(Parser *parser, Token *token, int name_space)
{
    int32_t element = mt_new_element_for(parser, token, name_space);
    Node *node = &parser->nodes[element];
    if (name_space == NAMESPACE_SVG && node->tag >= TAG_FIRST_LOWER_SVG && node->tag < TAG_FIRST_SVG)
        node->tag += TAG_FIRST_SVG - TAG_FIRST_LOWER_SVG;
    if (name_space == NAMESPACE_MATHML && node->tag == TAG_ANNOTATION_XML &&
        (mt_attribute_is(parser, token, ATTRIBUTE_ENCODING, "text/html") ||
         mt_attribute_is(parser, token, ATTRIBUTE_ENCODING, "application/xhtml+xml")))
        node->bits |= NODE_IS_HTML_INTEGRATION;
    return insert_and_open(parser, element);
}

/* Insert an element that has no content. */
void mt_insert_void(Parser *parser, Token *token)
{
    int32_t element = mt_new_element_for(parser, token, NAMESPACE_HTML);
    mt_insert_at(parser, mt_appropriate_place(parser, current(parser)), element);
}

/* Handle a repeated <html> or <body> tag: add the attributes that the element does not have yet. Their number
   is limited because each tag copies all attributes added before. */
void mt_add_missing_attributes(Parser *parser, int32_t element, Token *token)
{
    if (!token->attribute_count)
        return;
    if (++parser->root_tags > MAX_ROOT_TAGS || parser->nodes[element].extent >= MAX_ATTRIBUTES) {
        parser->is_cut = 1;
        return;
    }
    Node *node = &parser->nodes[element];
    int32_t own = node->data, own_count = node->extent, start = parser->attribute_count;
    for (int i = 0; i < own_count + token->attribute_count; i++) {
        MAKE_ROOM(parser, attributes, attribute_count, attribute_capacity);
        Attribute *all = parser->attributes,
                  one = all[i < own_count ? own + i : token->attribute + i - own_count];
        int is_new = 1;
        for (int j = 0; i >= own_count && is_new && j < own_count; j++)
            is_new =
                !mt_is_same_name(parser, all[own + j].name, parser->source + one.name.start, one.name.length);
        if (is_new)
            all[parser->attribute_count++] = one;
    }
    node->data = start;
    node->extent = parser->attribute_count - start;
    node->bits |= token->bits;
    token->attributes_taken = 1;
}

/* -- the stack of open elements ---------------------------------------------------------------------- */

int mt_position_of(const Parser *parser, int32_t element)
{
    int i = parser->open_count - 1;
    while (i >= 0 && parser->open[i] != element)
        i--;
    return i;
}

void mt_remove_open(Parser *parser, int position)
{
    Node *node = &parser->nodes[parser->open[position]];
    count_open(parser, node->tag, -1);
    node->bits &= (uint16_t)~NODE_IS_OPEN;
    parser->open_count--;
    memmove(parser->open + position, parser->open + position + 1,
            (size_t)(parser->open_count - position) * sizeof *parser->open);
}

/* The stack is not full: only the adoption agency calls this, after it removed an element. */
void mt_insert_open(Parser *parser, int position, int32_t element)
{
    memmove(parser->open + position + 1, parser->open + position,
            (size_t)(parser->open_count - position) * sizeof *parser->open);
    parser->open[position] = element;
    parser->open_count++;
    count_open(parser, parser->nodes[element].tag, 1);
    parser->nodes[element].bits |= NODE_IS_OPEN;
}

static int is_foreign_border(const Node *node)
{
    return is_svg_html(node) || is_mathml_text(node) ||
           (node->name_space == NAMESPACE_MATHML && node->tag == TAG_ANNOTATION_XML);
}

int mt_is_special(const Parser *parser, int32_t which)
{
    const Node *node = &parser->nodes[which];
    return node->name_space == NAMESPACE_HTML ? (classes_of(node) & IS_SPECIAL) != 0
                                              : is_foreign_border(node);
}

int mt_is_scope_border(const Parser *parser, int32_t which)
{
    const Node *node = &parser->nodes[which];
    return node->name_space == NAMESPACE_HTML ? (classes_of(node) & IS_SCOPE) != 0 : is_foreign_border(node);
}

/* Position of the nearest element with this tag in scope, or NONE. */
int mt_find_in_scope(const Parser *parser, int tag, Scope scope)
{
    if (!is_any_open(parser, tag))
        return NONE;
    for (int i = parser->open_count - 1; i >= 0; i--) {
        const Node *node = &parser->nodes[parser->open[i]];
        if (is_html(node, tag))
            return i;
        if (scope == SCOPE_TABLE) {
            if (is_html(node, TAG_TABLE) || is_html(node, TAG_TEMPLATE) || is_html(node, TAG_HTML))
                return NONE;
        } else if (mt_is_scope_border(parser, parser->open[i]) ||
                   (scope == SCOPE_BUTTON && is_html(node, TAG_BUTTON)) ||
                   (scope == SCOPE_LIST_ITEM && (is_html(node, TAG_OL) || is_html(node, TAG_UL)))) {
            return NONE;
        }
    }
    return NONE;
}

void mt_generate_implied_end_tags(Parser *parser, int except)
{
    while (classes_of(current_node(parser)) & IS_IMPLIED_END && !current_is(parser, except))
        pop(parser);
}

void mt_generate_all_implied_end_tags(Parser *parser)
{
    while (classes_of(current_node(parser)) & IS_IMPLIED_END_THOROUGHLY)
        pop(parser);
}

/* Close the paragraph that is open in button scope, if any, and everything inside it. */
void mt_close_p(Parser *parser)
{
    int position = mt_find_in_scope(parser, TAG_P, SCOPE_BUTTON);
    if (position != NONE)
        pop_to(parser, position);
}
