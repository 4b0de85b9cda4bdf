/* Selectors of style sheets, the names of a page that they ask for, and the rules that an element matches.

       names.c          tags, ids and classes of the page's elements
       filters.c        sets of the names of an element and of those above it
       compounds.c      text -> compounds: `p.note[title]:not(.old)`
       selectors.c      text -> selectors, lists of compounds
       matching.c       whether an element matches a selector
       index.c          selectors by the name that they end with; the rules of an element

   Every tag, id and class of the page has a number, its key. A selector with a name that the page does not have
   matches nothing and is dropped when it is read, and so is one with a name above others that only elements
   with nothing inside have, or with an attribute that no element has. All other comparisons of names are comparisons
   of numbers. */
#ifndef MAINTEXT_SELECTORS_H
#define MAINTEXT_SELECTORS_H

#include "base/vectors.h"
#include "parse/parser.h"

void *mt_style_memory(Parser *parser, size_t count, size_t size); /* zeroed */
void *mt_style_room(Parser *parser, size_t count, size_t size);   /* not zeroed */

enum { NO_KEY = 0 }; /* also the key of selectors that end without a tag, class or id */

typedef enum {
    SIMPLE_TAG,
    SIMPLE_CLASS,
    SIMPLE_ID,
    SIMPLE_ATTRIBUTE,
    SIMPLE_NOT, /* followed by `count` simple selectors that must not all match */
    SIMPLE_ANY, /* followed by `count` simple selectors, in groups that begin with SIMPLE_GROUP; one must match */
    SIMPLE_GROUP,
    SIMPLE_ROOT,
    SIMPLE_FIRST_CHILD,
    SIMPLE_LAST_CHILD,
    SIMPLE_NTH_CHILD, /* step * n + shift */
    SIMPLE_EMPTY,
    SIMPLE_DEFINED,
} SimpleKind;

typedef struct { /* small, because there may be many */
    uint8_t kind;
    int32_t count;
    uint32_t key; /* of a tag, class or id; of an attribute or :nth-child, the number of its details */
} Simple;

typedef struct {
    uint8_t relation; /* of an attribute: 0 present, '=', '~', '|', '^', '$', '*' */
    uint8_t ignores_case;
    uint8_t id;      /* of its name: ATTRIBUTE_… */
    uint16_t number; /* of its name, see `mt_attribute_number` */
    View name, value;
    int32_t step, shift; /* of :nth-child */
} Details;

typedef struct {
    int32_t first, count; /* of its simple selectors */
    Byte combinator;      /* to the compound before it: ' ', '>', '+', '~'; 0 for the first */
} Compound;

/* -- names.c ----------------------------------------------------------------------------------------- */

/* A set of keys, and of attributes by their bits: one may be in it if its bit is set. */
typedef struct {
    uint64_t bits[4];
    uint64_t attributes;
} Filter;

typedef struct {
    int32_t start, length; /* of its text, in the source or among the copies */
    uint64_t last[2]; /* bytes after the last whole sixteen, or these; in lower case if case does not count */
    uint8_t kind, is_copy;
    uint8_t is_above;   /* an element with this name has others inside */
    uint8_t is_removed; /* no selector finds it */
    uint16_t head;      /* see `mt_head_bit` */
} PageName;

typedef struct {
    uint64_t attributes;  /* a bit for the name of each: its number, modulo 64 */
    uint32_t tag, id;     /* keys */
    int32_t first, count; /* of the keys of its classes */
    int32_t filter;       /* number of the filter with its keys and those above it; 0 until needed */
} ElementNames;

enum { RECENT_LISTS = 256, HEAD_BITS = 15, NUMBER_BITS = 10 };

typedef struct {
    const Byte *text; /* of a `class` attribute */
    uint64_t last[2]; /* see `mt_last_bytes` */
    int32_t length, first, count;
} ClassList;

typedef struct {
    uint32_t hash, key; /* NO_KEY if it is free */
} NameSlot;

typedef struct {
    PageName *names; /* by key; the first is not used */
    int32_t name_count, name_capacity;
    NameSlot *slots; /* hash table */
    int32_t slot_count;
    uint64_t heads[(1 << HEAD_BITS) / 64];        /* the bits of all names, see `mt_head_bit` */
    uint64_t heads_above[(1 << HEAD_BITS) / 64];  /* of those that are above others */
    uint64_t attributes[(1 << NUMBER_BITS) / 64]; /* the numbers of all, see `mt_attribute_number` */
    char *copies;                                 /* texts that are not in the source as they are */
    int32_t copy_count, copy_capacity;
    ElementNames *elements; /* of each node */
    uint32_t *keys;         /* of all lists of classes, each with NO_KEY after it */
    uint8_t *is_above;      /* of each list, at its first key: an element with it has others inside */
    int32_t key_count, key_capacity;
    uint32_t *tags; /* the keys of known and local tags; NO_KEY until needed */
    ClassList recent[RECENT_LISTS];
    Filter *filters;
    int32_t filter_count, filter_capacity;
} PageNames;

void mt_name_elements(Parser *parser, PageNames *names); /* all of the page */
void mt_free_page_names(Parser *parser, PageNames *names);
/* The bit of a name by its kind and its first sixteen bytes in lower case, with zeros after its end. */
static inline uint32_t mt_head_bit(SimpleKind kind, Bytes head)
{
    uint64_t words = (first_word(head) + (uint64_t)kind) ^ second_word(head) * 0xC2B2AE3D27D4EB4Fu;
    return (uint32_t)(words * 0x9E3779B97F4A7C15u >> (64 - HEAD_BITS));
}

/* The number of an attribute's name, which is not empty: its id, or by some of its bytes, the same in any case. */
static inline uint32_t mt_attribute_number(int id, const Byte *name, int32_t length)
{
    if (id != ATTRIBUTE_OTHER)
        return (uint32_t)id;
    uint32_t word = (name[length - 1] | 0x20u) | (name[length / 2] | 0x20u) << 8 | (uint32_t)length << 16;
    return word * 0x9E3779B1u >> (32 - NUMBER_BITS);
}

/* The bytes of a name after the last whole sixteen, or these, with zeros after them. */
Bytes mt_last_bytes(const Parser *parser, View text);
/* A hash by the end of a value: many values of a page repeat. */
uint32_t mt_value_hash(const Parser *parser, View text);
uint32_t mt_find_name(const Parser *parser, const PageNames *names, SimpleKind kind, View text, Bytes last);
View mt_next_of_list(View *list); /* the next word of a list; empty at its end */
View mt_tag_name(const Parser *parser, const Node *node);

/* -- filters.c --------------------------------------------------------------------------------------- */

void mt_add_to_filter(Filter *filter, uint32_t key);
/* The keys of an element and of all above it; NULL if there are too many. Valid until the next call. */
const Filter *mt_filter_of(Parser *parser, PageNames *names, int32_t node);

/* -- the index of selectors -------------------------------------------------------------------------- */

typedef enum { OTHER_RULES, HIDING_RULES, RULE_KINDS } RuleKind; /* HIDING_RULES may hide */

typedef struct {
    int32_t rule, first; /* of its compounds, the last one first, without the simple selector of its key */
    uint8_t count;
    uint8_t kind;        /* RuleKind of its rule; this and the next are set before the index is finished */
    uint32_t properties; /* bits of those that its rule sets */
    uint32_t specificity;
    uint32_t key;
    uint64_t attributes; /* bits that its elements have */
    Filter above;        /* keys and attributes of its other compounds that the elements above must have */
} Selector;

/* The selectors of a kind that end with a key: most elements need not be compared with any of them. */
typedef struct {
    uint64_t attributes; /* bits that all of them ask for; every bit if there are none */
    uint32_t properties; /* bits of those that any of their rules sets */
    int32_t first;       /* they end where those of the next key begin */
} KeySelectors;

typedef struct {
    Parser *parser;
    PageNames *names;
    Simple *simples;
    int32_t simple_count, simple_capacity;
    Details *details;
    int32_t detail_count, detail_capacity;
    Compound *compounds;
    int32_t compound_count, compound_capacity;
    Selector *selectors; /* as read; by rule kind and key when the index is complete */
    int32_t selector_count, selector_capacity;
    KeySelectors *by_key[RULE_KINDS]; /* of each key, and one more for the end of the last */
    int has_hiding;
    char *decoded; /* names with escapes; NULL until needed */
    size_t decoded_bytes;
    int64_t steps, max_steps; /* of matching */
    int is_cut;
} Matcher;

/* -- selectors.c, compounds.c ------------------------------------------------------------------------ */

typedef struct {
    Matcher *matcher;
    const Byte *at, *end;
    uint32_t specificity; /* ids, classes and tags, eight bits each */
    int has_failed;       /* not understood: the selector is dropped */
    int is_dead;          /* matches nothing on this page */
    int is_negated;       /* inside of `:not` */
} SelectorReader;

void mt_skip_all_blanks(SelectorReader *reader); /* white space and comments */

static inline void mt_skip_blanks(SelectorReader *reader) /* mostly there are none */
{
    if (reader->at < reader->end && (*reader->at <= ' ' || *reader->at == '/'))
        mt_skip_all_blanks(reader);
}

/* Whether a pseudo-class may match, by the first byte of its name. A state, such as :hover, and a part of an element,
   such as :before or ::before, do not. */
static inline int mt_may_hold(Byte first)
{
    static const Byte of_known[256] = {['\\'] = 1, ['d'] = 1, ['e'] = 1, ['f'] = 1, ['i'] = 1,
                                       ['l'] = 1,  ['m'] = 1, ['n'] = 1, ['r'] = 1, ['w'] = 1};
    return of_known[lower(first)];
}

void mt_read_compound(SelectorReader *reader, int is_inside); /* is_inside: of `:not` or `:is` */
void mt_read_selectors(Matcher *matcher, int32_t rule, View text);

/* -- matching.c -------------------------------------------------------------------------------------- */

/* Whether there are so many steps left. */
static inline int mt_spend(Matcher *matcher, int64_t steps)
{
    matcher->steps += steps;
    if (LIKELY(matcher->steps <= matcher->max_steps))
        return 1;
    matcher->is_cut = 1;
    return 0;
}

int mt_selector_matches(Matcher *matcher, const Selector *selector, int32_t node);

/* -- index.c ----------------------------------------------------------------------------------------- */

void mt_start_index(Parser *parser, PageNames *names, Matcher *matcher);
void mt_finish_index(Matcher *matcher); /* sorts the selectors */
void mt_free_index(Matcher *matcher);

typedef struct {
    int32_t rule;
    uint32_t specificity;
} Match;

enum { MAX_MATCHES = 512 };

typedef struct {
    Match matches[MAX_MATCHES]; /* by order of the sheets */
    int count;
} MatchedRules;

/* Whether there are selectors of a kind with a name of the element and with no attributes but its own. The index must
   have some. */
static inline int mt_may_match(const Matcher *matcher, int32_t node, RuleKind kind)
{
    const KeySelectors *by_key = matcher->by_key[kind];
    const ElementNames *element = &matcher->names->elements[node];
    const uint32_t *keys = matcher->names->keys + element->first;
    uint64_t missing = ~element->attributes;
    if (!(by_key[NO_KEY].attributes & missing) || !(by_key[element->tag].attributes & missing) ||
        !(by_key[element->id].attributes & missing))
        return 1;
    for (int32_t i = 0; i < element->count; i++)
        if (!(by_key[keys[i]].attributes & missing))
            return 1;
    return 0;
}

/* Add the rules of a kind that an element matches and that set any of these properties. */
void mt_match(Matcher *matcher, int32_t node, RuleKind kind, uint32_t properties, MatchedRules *found);

#endif
