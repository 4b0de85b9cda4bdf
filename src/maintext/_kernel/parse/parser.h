/* The parser: UTF-8 HTML in, the columns of a node table out.

   The files, in the order of the data flow:

       parser.c             the loop over the tokens, memory; clock.c the clock
       tokenizer.c          source -> tokens: text runs, tags with attributes, comments, doctypes;
                            heads.h looks up names, finding.h finds the ends
       quirks.c             doctypes that select quirks mode
       xml.c                pages written as XML, where <i/> is an empty element
       references.c         character references, decoded text
       nodes.c              nodes and their links, the stack of open elements, inserting text and elements
       formatting.c         the list of active formatting elements and the adoption agency
       tree.c               tree construction: the insertion modes outside the body, dispatch
       body.c               the insertion mode "in body"
       table.c              the insertion modes of tables
       templates.c          the insertion mode of templates, resetting the insertion mode
       foreign.c            the rules for foreign content
       attributes.c         decoded names and values; what they mean for a row
       styles/              which elements a reader cannot see
       rows/characters.c    counts lines, code points and kinds of characters
       rows/columns.c       nodes -> rows and columns; rows/boxes.c: unlisted elements that are boxes
       rows/unseen.c        drops characters that a reader cannot see
       rows/listings.c      line numbers and buttons of code; with headings.c, anchor marks of headings
       bind/                the Python module

   Names follow the HTML standard (https://html.spec.whatwg.org/multipage/parsing.html).
   Nodes, attributes and text are spans of the source and int32 links in growing arrays: nothing is
   copied until the columns are written. Only bind/ calls Python, and parsers share no state. */
#ifndef MAINTEXT_KERNEL_H
#define MAINTEXT_KERNEL_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/processor.h"
#include "generated/tables.h"

typedef uint8_t Byte;

enum {
    NONE = -1,
    MAX_OPEN = 512,        /* open elements; deeper ones are inserted, but not opened */
    MAX_FORMATTING = 512,  /* active formatting elements since a marker; one more replaces the first */
    MAX_ATTRIBUTES = 1024, /* per tag */
    MAX_COPIED = 1 << 20,  /* bytes of attributes of copied elements, in addition to twice the page's size */
    MAX_ROOT_TAGS = 16,    /* <html> and <body> tags that add attributes */
    MAX_SOURCE = 1 << 30,  /* bytes; offsets are int32 */
};

/* -- the tree ---------------------------------------------------------------------------------------- */

enum { NAMESPACE_HTML, NAMESPACE_SVG, NAMESPACE_MATHML };

enum {
    NODE_IS_OPEN = 1,             /* on the stack of open elements */
    NODE_IS_HIDDEN = 2,           /* hidden (see styles/) */
    NODE_MAY_HIDE = 4,            /* its attributes or tag may hide it */
    NODE_IS_HTML_INTEGRATION = 8, /* <annotation-xml encoding=text/html> */
    NODE_IS_LISTED = 16,          /* in the list of active formatting elements */
    NODE_MAY_HAVE_FLAGS = 32,     /* has an attribute that may add flags to its row or remove them */
    NODE_IS_BOX = 64,             /* ends a line, by its style or as in rows/boxes.c */
    NODE_KEEPS_LINES = 128,       /* its style keeps line breaks */
    NODE_IS_COVERED = 256,        /* hidden by more than aria-hidden */
    NODE_IS_REVERSED = 512,       /* its style shows its text backwards */
    NODE_HAS_READ_NAMES = 1024,   /* NODE_IS_HIGHLIGHTER is known (see rows/listings.c) */
    NODE_IS_HIGHLIGHTER = 2048,   /* its class is that of a highlighter of code */
    NODE_IS_ICON = 4096,          /* a drawing in a line of text (see rows/columns.c) */
    NODE_BITS_OF_TAG = NODE_MAY_HIDE | NODE_MAY_HAVE_FLAGS,
};

typedef struct {
    int32_t parent, first, last, next, previous;
    int32_t data;   /* element: its first attribute; text: its first chunk */
    int32_t extent; /* element: number of attributes; text: its last chunk */
    int32_t tag;
    int32_t offset; /* of the start tag, in bytes; NONE if implied */
    uint8_t name_space;
    uint16_t bits;
} Node;

typedef struct {
    int32_t start, length;
} Span; /* bytes of the source */

typedef struct {
    Span name, value;
    uint8_t id;
    uint8_t is_plain; /* name and value are ASCII and need no decoding */
} Attribute;

enum { CHUNK_HAS_REFERENCES = 1, CHUNK_REPLACES_NULS = 2 };

typedef struct {
    Span span;
    int32_t next;
    uint8_t how; /* CHUNK_ rules that turn the span into text */
} Chunk;

typedef struct { /* a tag name without a fixed id; its id is KNOWN_TAGS + its position */
    Span name;
    uint32_t hash;
    int32_t open; /* number of open elements */
} LocalTag;

typedef struct {
    int32_t node;       /* NONE for a marker */
    uint64_t signature; /* hash of the attributes; 0 if not computed yet */
} Formatting;

/* -- tokens ------------------------------------------------------------------------------------------ */

typedef enum { TOKEN_TEXT, TOKEN_START, TOKEN_END, TOKEN_COMMENT, TOKEN_DOCTYPE, TOKEN_EOF } TokenType;

typedef struct {
    TokenType type;
    int tag;
    int self_closing;
    int attribute; /* index of the tag's first attribute */
    int attribute_count;
    uint64_t seen_names;     /* one bit per attribute name; several names may share one */
    int attributes_taken;    /* by an element */
    uint8_t bits;            /* NODE_MAY_HIDE and NODE_MAY_HAVE_FLAGS, from the names of its attributes */
    int offset;              /* of the tag, in bytes */
    const Byte *start, *end; /* of a text or of a doctype's content */
    int how;                 /* CHUNK_ rules of a text */
} Token;

typedef enum { CONTENT_DATA, CONTENT_RCDATA, CONTENT_RAWTEXT, CONTENT_SCRIPT, CONTENT_PLAINTEXT } Content;

/* -- hidden elements --------------------------------------------------------------------------------- */

typedef struct Styles Styles;

typedef struct {
    int64_t letters; /* characters that are no white space */
    int64_t prose;   /* those of long texts that are no links */
} Amount;

typedef struct {
    int32_t node;
    int32_t offset; /* of its start tag, in bytes */
    int32_t rule;   /* offset of the selectors in the source; NONE for an attribute */
    int32_t source; /* the rule, while styles are known */
    int32_t points; /* characters of its text, of those in links, and of its longest text */
    int32_t link_points, longest;
    Amount amount;
    uint8_t reason;          /* HidingReason */
    uint8_t can_unfold;      /* a part of the content that a rule folds away */
    uint8_t can_be_withheld; /* the same by an attribute */
} HidingNote;

typedef struct {           /* what was dropped from a text (see rows/unseen.h) */
    int32_t offset;        /* of the start tag around it, in bytes; NONE if there is none */
    int32_t start, length; /* of its bytes, in `unseen_bytes` */
    uint8_t kind;          /* UnseenKind */
} UnseenNote;

/* -- the parser -------------------------------------------------------------------------------------- */

typedef enum {
    MODE_INITIAL,
    MODE_BEFORE_HTML,
    MODE_BEFORE_HEAD,
    MODE_IN_HEAD,
    MODE_IN_HEAD_NOSCRIPT,
    MODE_AFTER_HEAD,
    MODE_IN_BODY,
    MODE_TEXT,
    MODE_IN_TABLE,
    MODE_IN_CAPTION,
    MODE_IN_COLUMN_GROUP,
    MODE_IN_TABLE_BODY,
    MODE_IN_ROW,
    MODE_IN_CELL,
    MODE_IN_TEMPLATE,
    MODE_AFTER_BODY,
    MODE_IN_FRAMESET,
    MODE_AFTER_FRAMESET,
    MODE_AFTER_AFTER_BODY,
    MODE_AFTER_AFTER_FRAMESET
} Mode;

typedef enum { XML_UNKNOWN, XML_YES, XML_NO } Xml;

typedef enum { NOT_FAILED = 0, FAILED_MEMORY, FAILED_TIME } Failure;

typedef void *(*Reallocate)(void *block, size_t size); /* size 0 frees */

typedef struct {
    /* input and limits */
    const Byte *source, *source_end;
    int64_t max_nodes;
    double seconds; /* time limit */
    Reallocate reallocate;
    jmp_buf on_failure;
    double ends_at;

    /* the tree */
    Node *nodes;
    int32_t node_count, node_capacity;
    Attribute *attributes;
    int32_t attribute_count, attribute_capacity;
    int64_t copied_bytes; /* bytes of attributes that copied elements have */
    Chunk *chunks;
    int32_t chunk_count, chunk_capacity;
    size_t text_bytes; /* of all chunks */
    LocalTag *local_tags;
    int32_t local_tag_count, local_tag_capacity;
    int32_t *local_slots; /* hash table of local tags: position + 1 */
    int32_t local_slot_count;

    /* tokenizer */
    const Byte *at;
    Content content;
    int content_tag; /* the tag whose end tag ends the content */
    int is_plain;    /* the caller says that there are no NULs and no carriage returns */
    int has_returns, has_nuls;
    Token token;
    uint32_t *seen_slots; /* hash table of the attribute names of one tag; see `is_duplicate` */
    uint32_t seen_stamp;
    int is_in_noscript;    /* the last <noscript> is not closed yet */
    const Byte *frame_end; /* the next end tag of an iframe or <noscript>, if searched */
    uint64_t hash_seed;    /* prevents crafted names with equal hashes */

    /* tree construction */
    Mode mode, original_mode;
    int32_t open[MAX_OPEN + 1];
    int open_count;
    int32_t open_by_tag[KNOWN_TAGS];
    Formatting *formatting;
    int32_t formatting_count, formatting_capacity;
    Mode *template_modes;
    int32_t template_mode_count, template_mode_capacity;
    int32_t head, form;
    int has_unlisted; /* some HTML elements have unlisted tags */
    int has_marks;    /* some elements are drawn with marks (see maintext.page.marks) */
    int has_reversed; /* some elements show their text backwards */
    int has_formulas; /* some elements may be formulas (see maintext.formulas) */
    int is_reordered; /* nodes are not in document order */
    int quirks, frameset_ok, ignore_line_feed, foster_parenting;
    int unopened_raw; /* the next raw text belongs to an element that could not be opened */
    int root_tags;
    Xml xml;                        /* whether the page was written as XML, if a tag asked */
    int64_t reopened, max_reopened; /* number of reopened formatting elements, and its limit */

    struct Styles *styles; /* while hidden elements are searched */
    HidingNote *hidings;   /* elements that hide themselves, in document order */
    int32_t hiding_count, hiding_capacity;
    UnseenNote *unseen; /* characters that a reader cannot see, in document order */
    int32_t unseen_count, unseen_capacity;
    Byte *unseen_bytes;
    int32_t unseen_byte_count, unseen_byte_capacity;
    int is_strict;    /* what a script may show is hidden, too */
    int is_style_cut; /* some style rules were not used */

    char *scratch; /* buffer for a decoded value or name */
    size_t scratch_capacity;
    int is_cut; /* nodes, tags or attributes were dropped */
    uint32_t steps;
} Parser;

/* -- parser.c ---------------------------------------------------------------------------------------- */

Failure mt_parse_source(Parser *parser);
void mt_free_parser(Parser *parser);
void mt_free_tree(Parser *parser);
void *mt_grown(Parser *parser, void *block, int32_t *capacity, int64_t need, size_t item);
void mt_fail(Parser *parser, Failure failure);
void mt_check_time(Parser *parser);
double mt_monotonic_seconds(void);

/* Make room for one more item in a growing array. */
#define MAKE_ROOM(parser, array, count, capacity)                                                            \
    do {                                                                                                     \
        if (UNLIKELY((parser)->count >= (parser)->capacity))                                                 \
            (parser)->array = mt_grown((parser), (parser)->array, &(parser)->capacity,                       \
                                       (int64_t)(parser)->count + 1, sizeof *(parser)->array);               \
    } while (0)

/* -- tokenizer.c ------------------------------------------------------------------------------------- */

void mt_start_tokenizer(Parser *parser);
Token *mt_next_token(Parser *parser);
int mt_doctype_is_quirky(const Token *token);      /* quirks.c */
void mt_close_empty(Parser *parser, Token *token); /* xml.c */

static inline int is_space(Byte c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f'; }
static inline int is_letter(Byte c) { return (Byte)((c | 32) - 'a') < 26; }
static inline int is_digit(Byte c) { return (Byte)(c - '0') < 10; }
static inline Byte lower(Byte c) { return (Byte)(c - 'A') < 26 ? (Byte)(c | 32) : c; }
int mt_is_same_name(const Parser *parser, Span span, const Byte *name, int length);
int mt_attribute_id(const Byte *name, int length);
int mt_equals_all(const Byte *text, const char *word, size_t length);

/* Whether a text is a word, in any case; the word is in lower case. Most differ in their first byte. */
static inline int mt_equals_ignoring_case(const Byte *text, const char *word, size_t length)
{
    return !length || (lower(text[0]) == (Byte)word[0] && mt_equals_all(text, word, length));
}

/* -- references.c ------------------------------------------------------------------------------------ */

enum { MAX_REFERENCE_BYTES = 8 }; /* of a decoded character reference */

int mt_read_reference(const Byte *at, const Byte *end, int in_attribute, char *value, int *value_length);
size_t mt_write_text(const Byte *at, const Byte *end, int how, int in_attribute, char *out);
size_t mt_max_text(size_t length, int has_nuls);

/* Replaced NULs take more room, which is only reserved if the page has NULs; else they are dropped. */
static inline int mt_nul_mode(const Parser *parser) { return parser->has_nuls ? CHUNK_REPLACES_NULS : 0; }
int mt_put_code_point(char *out, uint32_t code);

/* -- nodes.c ----------------------------------------------------------------------------------------- */

int32_t mt_new_element(Parser *parser, int tag, int name_space);
int32_t mt_new_element_for(Parser *parser, Token *token, int name_space);
int32_t mt_copy_element(Parser *parser, int32_t element);
void mt_append_child(Parser *parser, int32_t parent, int32_t child);
void mt_detach(Parser *parser, int32_t node);

typedef struct {
    int32_t parent, before; /* before: NONE to append */
} Place;

Place mt_appropriate_place(Parser *parser, int32_t target);
void mt_insert_at(Parser *parser, Place place, int32_t node);
void mt_insert_text(Parser *parser, const Byte *start, const Byte *end, int how);
void mt_insert_comment(Parser *parser, int32_t parent);
int mt_insert_element(Parser *parser, Token *token);
int mt_insert_implied(Parser *parser, int tag);
int mt_insert_foreign(Parser *parser, Token *token, int name_space);
void mt_insert_void(Parser *parser, Token *token);
void mt_add_missing_attributes(Parser *parser, int32_t element, Token *token);

void mt_push(Parser *parser, int32_t element);
void mt_remove_open(Parser *parser, int position);
void mt_insert_open(Parser *parser, int position, int32_t element);
int mt_position_of(const Parser *parser, int32_t element);

typedef enum { SCOPE_DEFAULT, SCOPE_LIST_ITEM, SCOPE_BUTTON, SCOPE_TABLE } Scope;
int mt_find_in_scope(const Parser *parser, int tag, Scope scope);
int mt_is_special(const Parser *parser, int32_t node);
int mt_is_scope_border(const Parser *parser, int32_t node);
void mt_generate_implied_end_tags(Parser *parser, int except);
void mt_generate_all_implied_end_tags(Parser *parser);
void mt_close_p(Parser *parser);

static inline int32_t current(const Parser *parser) { return parser->open[parser->open_count - 1]; }

static inline Node *current_node(const Parser *parser) { return &parser->nodes[current(parser)]; }

static inline int is_html(const Node *node, int tag)
{
    return node->tag == tag && node->name_space == NAMESPACE_HTML;
}

static inline int current_is(const Parser *parser, int tag) { return is_html(current_node(parser), tag); }

static inline int is_open(const Parser *parser, int32_t node)
{
    return parser->nodes[node].bits & NODE_IS_OPEN;
}

static inline uint32_t classes_of(const Node *node)
{
    return node->tag < KNOWN_TAGS && node->name_space == NAMESPACE_HTML ? mt_tag_classes[node->tag] : 0;
}

static inline uint32_t classes_of_tag(int tag) { return tag < KNOWN_TAGS ? mt_tag_classes[tag] : 0; }

/* Foreign elements with HTML inside: text of MathML, and parts of SVG. */
static inline int is_mathml_text(const Node *node)
{
    return node->name_space == NAMESPACE_MATHML && classes_of_tag(node->tag) & IS_MATHML_TEXT;
}

static inline int is_svg_html(const Node *node)
{
    return node->name_space == NAMESPACE_SVG &&
           (node->tag == TAG_SVG_FOREIGNOBJECT || node->tag == TAG_DESC || node->tag == TAG_TITLE);
}

static inline void count_open(Parser *parser, int tag, int change)
{
    if (LIKELY(tag < KNOWN_TAGS))
        parser->open_by_tag[tag] += change;
    else
        parser->local_tags[tag - KNOWN_TAGS].open += change;
}

static inline int is_any_open(const Parser *parser, int tag)
{
    return tag < KNOWN_TAGS ? parser->open_by_tag[tag] : parser->local_tags[tag - KNOWN_TAGS].open;
}

static inline void pop(Parser *parser)
{
    Node *node = &parser->nodes[parser->open[--parser->open_count]];
    count_open(parser, node->tag, -1);
    node->bits &= (uint16_t)~NODE_IS_OPEN;
}

static inline void pop_to(Parser *parser, int count)
{
    while (parser->open_count > count)
        pop(parser);
}

/* -- formatting.c ------------------------------------------------------------------------------------ */

void mt_push_marker(Parser *parser);
void mt_push_formatting(Parser *parser, int32_t element);
void mt_clear_to_marker(Parser *parser);
int mt_find_formatting(const Parser *parser, int32_t element);
void mt_remove_formatting(Parser *parser, int position);
void mt_reconstruct_slowly(Parser *parser);
void mt_run_adoption_agency(Parser *parser, int tag);
int32_t mt_active_link(const Parser *parser);

static inline void reconstruct(Parser *parser)
{
    if (parser->formatting_count) {
        int32_t last = parser->formatting[parser->formatting_count - 1].node;
        if (UNLIKELY(last != NONE && !is_open(parser, last)))
            mt_reconstruct_slowly(parser);
    }
}

/* -- tree.c, body.c, table.c, templates.c, foreign.c ------------------------------------------------- */

void mt_construct(Parser *parser, Token *token);
void mt_process(Parser *parser, Token *token, Mode mode);

void mt_in_head(Parser *parser, Token *token);
void mt_in_body(Parser *parser, Token *token);
void mt_any_other_end_tag(Parser *parser, int tag);
void mt_parse_raw(Parser *parser, Token *token, Content content);
int mt_attribute_is(Parser *parser, const Token *token, int id, const char *value);
const Byte *mt_skip_spaces(const Byte *at, const Byte *end, int how);
int mt_is_blank(const Byte *at, const Byte *end, int how);

/* Whether a text node has more than white space. */
int mt_has_solid_text(const Parser *parser, const Node *text);
void mt_insert_spaces(Parser *parser, Token *token);

void mt_in_table(Parser *parser, Token *token);
void mt_in_caption(Parser *parser, Token *token);
void mt_in_column_group(Parser *parser, Token *token);
void mt_in_table_body(Parser *parser, Token *token);
void mt_in_row(Parser *parser, Token *token);
void mt_in_cell(Parser *parser, Token *token);

int mt_is_template_open(const Parser *parser);
void mt_start_template(Parser *parser, Token *token);
void mt_end_template(Parser *parser);
void mt_in_template(Parser *parser, Token *token);
void mt_reset_insertion_mode(Parser *parser);

int mt_is_foreign(const Node *node, const Token *token);
void mt_in_foreign_content(Parser *parser, Token *token);

/* -- rows/characters.c ------------------------------------------------------------------------------- */

void mt_count_bytes(const Byte *at, const Byte *end, const Byte *limit, int32_t *lines,
                    int32_t *continuations);
int64_t mt_count_code_points(const Byte *at, const Byte *end);
int64_t mt_count_code_points_before(const Byte *at, const Byte *end, const Byte *limit);
void mt_find_odd_bytes(const Byte *at, const Byte *end, int *has_nuls, int *has_returns);
int mt_has_lone_return(const Byte *at, const Byte *end);

/* -- rows/columns.c ---------------------------------------------------------------------------------- */

enum {
    COLUMN_TAG,
    COLUMN_PARENT,
    COLUMN_END,
    COLUMN_DEPTH,
    COLUMN_FLAGS,
    COLUMN_BLOCK,
    COLUMN_TEXT_START,
    COLUMN_TEXT_END,
    COLUMN_COUNT
};

/* The counts of maintext.text.characters, in the same order. */
enum {
    COUNT_CHARS,
    COUNT_WORDS,
    COUNT_CJK,
    COUNT_CJK_PUNCTUATION,
    COUNT_LATIN_PUNCTUATION,
    COUNT_DIGITS,
    COUNT_UPPER,
    COUNT_COUNT
};

int64_t mt_count_characters(const Byte *at, const Byte *end, const Byte *limit, int32_t *column,
                            int64_t apart);

typedef struct {
    int32_t first, count;
    uint8_t name_space;
} RowAttributes;

typedef struct {
    int64_t *cells; /* COLUMN_COUNT columns of `rows` cells; then COUNT_COUNT columns as int32 */
    int64_t rows;
    int32_t *nodes;            /* node of each row */
    RowAttributes *attributes; /* of each row */
    int32_t *offsets;    /* of each row's start tag, in bytes; NONE if it has none (see rows/places.c) */
    int32_t *local_tags; /* parser tag of each local tag */
    int32_t local_tag_count;
    char *text;
    uint32_t *text_at;                 /* of each row: where its text begins in `text`; then the end of all */
    size_t text_length;                /* bytes */
    int64_t shown_chars, hidden_chars; /* of visible and hidden text that belongs to the page */
    int is_flattened;
} Table;

static inline const int32_t *mt_count_column(const Table *table, int64_t column)
{
    const int32_t *counts = (const int32_t *)(const void *)(table->cells + COLUMN_COUNT * table->rows);
    return counts + column * table->rows;
}

Failure mt_write_table(Parser *parser, int64_t max_rows, int64_t max_depth, Table *table);
void mt_free_table(Parser *parser, Table *table);
void mt_mark_listings(Parser *parser, Table *table);                                   /* rows/listings.c */
int mt_is_icon_in_line(const Parser *parser, const Table *table, const Node *drawing); /* rows/icons.c */

/* -- rows/boxes.c ------------------------------------------------------------------------------------ */

/* Set NODE_IS_BOX of the listed nodes. `memory` has BOX_BYTES per row. */
enum { BOX_BYTES = sizeof(int32_t) + 1 };
void mt_find_boxes(Parser *parser, const Table *table, int32_t *memory);

/* -- attributes.c ------------------------------------------------------------------------------------ */

typedef struct {
    const char *text; /* NULL: out of memory */
    size_t length;
} View; /* valid until the next call */

static inline int is_same_word(View view, const char *word) /* in any case */
{
    return view.length == strlen(word) && mt_equals_ignoring_case((const Byte *)view.text, word, view.length);
}

View mt_value_of(Parser *parser, const Attribute *attribute);
View mt_name_of(Parser *parser, int name_space, const Attribute *attribute);
View mt_tag_name_of(Parser *parser, int tag);

/* The attribute of a row with a name, in any case; NULL if there is none. */
const Attribute *mt_attribute_named(const Parser *parser, RowAttributes found, const char *name);

int mt_is_data_script(Parser *parser, const Node *node);
int mt_is_formula_image(Parser *parser, const Node *node);
uint32_t mt_role_flags(Parser *parser, const Attribute *attribute);
int64_t mt_attribute_chars(Parser *parser, const Attribute *attribute);
int mt_measure_markup(Parser *parser, const Table *table, const int64_t *tag_lengths, int64_t *markup);

/* -- styles/ ----------------------------------------------------------------------------------------- */

void mt_find_hidden(Parser *parser); /* sets NODE_IS_HIDDEN, NODE_KEEPS_LINES and NODE_IS_BOX */
void mt_free_styles(Parser *parser);

#endif
