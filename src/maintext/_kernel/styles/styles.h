/* Which elements a reader cannot see, by their attributes, their own styles and the page's style sheets.

   The files, in the order of the data flow:

       sheet.c          <style> elements -> rules; media.c: which @media apply
       declarations.c   text -> properties and values
       properties.c     names -> properties
       values.c         what values mean here; colours.c: colours
       selectors.c      selectors -> compounds
       keys.c           hashes of tags, ids and classes
       matching.c       the rules that an element matches
       cascade.c        the declarations that apply to an element
       paints.c         the colours of a text and behind it
       later.c          hidden elements that a script shows
       hiding.c         which elements are hidden, and why

   Nearly all rules of a page cannot hide anything. So there are two indices: one of the rules that may hide, which
   every element is looked up in, and one of the others, for the few elements that match one of these or whose own
   attributes may hide. Only their styles are computed. The work is bounded; what a bound cut is noted. */
#ifndef MAINTEXT_STYLES_H
#define MAINTEXT_STYLES_H

#include "parse/parser.h"

typedef enum {
    PROPERTY_DISPLAY,
    PROPERTY_VISIBILITY,
    PROPERTY_CONTENT_VISIBILITY,
    PROPERTY_OPACITY,
    PROPERTY_FILTER,
    PROPERTY_FONT_SIZE,
    PROPERTY_WIDTH,
    PROPERTY_HEIGHT,
    PROPERTY_MAX_WIDTH,
    PROPERTY_MAX_HEIGHT,
    PROPERTY_OVERFLOW,
    PROPERTY_OVERFLOW_X,
    PROPERTY_OVERFLOW_Y,
    PROPERTY_CLIP,
    PROPERTY_CLIP_PATH,
    PROPERTY_TRANSFORM,
    PROPERTY_POSITION,
    PROPERTY_LEFT,
    PROPERTY_TOP,
    PROPERTY_RIGHT,
    PROPERTY_BOTTOM,
    PROPERTY_TEXT_INDENT,
    PROPERTY_MARGIN_LEFT,
    PROPERTY_MARGIN_TOP,
    PROPERTY_COLOR,
    PROPERTY_BACKGROUND_COLOR,
    PROPERTY_BACKGROUND_IMAGE,
    PROPERTY_MOTION, /* transition, animation, will-change */
    PROPERTY_GROWTH, /* flex, padding in percent and the like */
    PROPERTY_WHITE_SPACE,
    PROPERTY_COUNT
} Property;

#define BIT(property) (1u << (property))

/* What a value means here: 1 if it may hide (for OVERFLOW: cuts off, POSITION: out of the flow, MOTION: moves,
   BACKGROUND_IMAGE: there is one, WHITE_SPACE: keeps lines), else 0. COLOR and BACKGROUND_COLOR: red, green, blue
   and alpha, a byte each. */
typedef int64_t Reading;

enum {
    READING_UNKNOWN = -1,   /* depends on what is not read, such as a variable */
    READING_INHERITED = -2, /* as the parent's */
    READING_MISSING = -3,   /* not declared */
    READING_INVALID = -4,   /* a browser ignores the declaration */
    READING_RELATIVE = 2,   /* a font size in terms of the parent's; a position relative to its own place */
};

typedef struct {
    View name, value; /* stripped; the value without `!important` */
    int is_important;
} Declaration;

/* Read the next declaration before `end` or an unmatched `}`, where `*at` is left; nested rules and properties that
   are not known are skipped. Returns 0 if there is none. */
int mt_next_declaration(const Byte **at, const Byte *end, Declaration *declaration);

/* Read a declaration: up to two properties (`background` sets two). Returns their number. */
typedef struct {
    Property property;
    Reading reading;
} Meaning;
int mt_read_declaration(const Declaration *declaration, Meaning meanings[2]);
int mt_may_be_known(View name); /* the name of a property, perhaps with escapes */
int mt_may_hide(Property property, Reading reading);

Reading mt_read_style(Property property, View name, View value);
int mt_read_background(View value, Meaning meanings[2]); /* the colour, and whether there is an image */

Reading mt_read_colour(View value);
Reading mt_read_old_colour(View value);     /* of an attribute */
int mt_is_near(Reading one, Reading other); /* colours that a reader cannot tell apart */

/* -- sheet.c ----------------------------------------------------------------------------------------- */

typedef struct {
    Reading reading;
    uint8_t property, is_important;
} Setting;

typedef struct {
    Span selectors;
    int32_t first, count;        /* of its settings: the last one of each property */
    uint32_t hiding;             /* bits of properties */
    int64_t points, link_points; /* characters of the content that it folds away, and of those in links */
    int32_t longest;             /* of its texts */
    uint8_t is_layered;
    uint8_t names_custom; /* a custom element is among its selectors */
} Rule;

enum { MAX_BACKGROUNDS = 64 };

typedef struct {
    Rule *rules;
    int32_t rule_count, rule_capacity;
    Setting *settings;
    int32_t setting_count, setting_capacity;
    Reading backgrounds[MAX_BACKGROUNDS]; /* colours that the sheets name as backgrounds */
    int background_count;
    int has_linked;   /* the page has style sheets that are not read */
    int is_cut;       /* some rules were not read */
    int has_suspects; /* some elements may hide themselves by their attributes or tags */
} Sheets;

int mt_media_matches(View condition); /* media.c: whether a usual screen has what @media asks for */

void mt_read_sheets(Parser *parser, Sheets *sheets);
void mt_note_background(Sheets *sheets, Reading colour);

/* -- selectors.c ------------------------------------------------------------------------------------- */

typedef struct Matcher Matcher;

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
    SIMPLE_NEVER, /* a state, such as :hover */
} SimpleKind;

typedef struct {
    uint8_t kind, relation; /* of an attribute: 0 present, '=', '~', '|', '^', '$', '*' */
    uint8_t ignores_case;
    int32_t count;
    int32_t step, shift;
    uint32_t key; /* of a tag, class or id */
    View name, value;
} Simple;

typedef struct {
    int32_t first, count; /* of its simple selectors */
    Byte combinator;      /* to the compound before it: ' ', '>', '+', '~'; 0 for the first */
} Compound;

/* A set of keys: a key may be in it if its bit is set. The last word says whether the set is known. */
typedef struct {
    uint64_t bits[5];
} Filter;

enum { FILTER_KNOWN = 4, NO_KEY = 0 };

typedef struct {
    int32_t rule, first, count; /* of its compounds, the last one first */
    uint32_t specificity;
    uint32_t key;
    int32_t next; /* of the same bucket */
    Filter above; /* keys of its other compounds that the elements above must have; known if there are any */
} Selector;

/* An index of selectors. */
struct Matcher {
    Parser *parser;
    const Sheets *sheets;
    Simple *simples;
    int32_t simple_count, simple_capacity;
    Compound *compounds;
    int32_t compound_count, compound_capacity;
    Selector *selectors;
    int32_t selector_count, selector_capacity;
    int32_t *buckets; /* first selector of each; NONE if empty */
    uint32_t bucket_mask;
    char *names; /* names with escapes, decoded */
    size_t name_bytes;
    int64_t steps, max_steps; /* of matching */
    int is_cut;
};

uint32_t mt_hash_name(SimpleKind kind, View name, int ignores_case);
void mt_read_selectors(Matcher *matcher, int32_t rule);

/* -- keys.c ------------------------------------------------------------------------------------------ */

typedef struct {
    int32_t first, count; /* of its keys: tag, id or NO_KEY, classes; 0 until they are read */
} ElementKeys;

ElementKeys mt_keys_of(Parser *parser, int32_t node);
void mt_add_to_filter(Filter *filter, uint32_t key);
const Filter *mt_keys_above(Parser *parser,
                            int32_t node); /* of all elements above; NULL if there are too many */

View mt_next_of_list(View *list); /* the next word of a list; empty at its end */
View mt_value_with_id(Parser *parser, const Node *node, int id); /* empty if there is none */
View mt_tag_name(const Parser *parser, const Node *node);

/* -- matching.c -------------------------------------------------------------------------------------- */

/* A matcher is filled with the rules that may hide, or the others, the first time only. */
Matcher *mt_new_matcher(Parser *parser, const Sheets *sheets);
void mt_fill_matcher(Matcher *matcher, int is_hiding);
void mt_free_matcher(Parser *parser, Matcher *matcher);
int mt_spend(Matcher *matcher, int64_t steps); /* whether there are so many left */

typedef struct {
    int32_t rule;
    uint32_t specificity;
} Match;

/* Add the rules that an element matches to `count` others, by order of the sheets; at most `capacity` in all.
   Returns their number. */
int mt_match(Matcher *matcher, int32_t node, Match *matches, int count, int capacity);

/* -- cascade.c --------------------------------------------------------------------------------------- */

typedef struct {
    Reading reading[PROPERTY_COUNT];
    int32_t source[PROPERTY_COUNT]; /* rule; NONE for the element's own attributes */
} ComputedStyle;

void mt_own_style(Parser *parser, const Node *node, ComputedStyle *style);
void mt_compute_style(Parser *parser, int32_t node, ComputedStyle *style);

/* -- paints.c ---------------------------------------------------------------------------------------- */

typedef struct {
    Reading colour, background;
    uint8_t is_known, has_image, is_positioned;
} Paint; /* of an element */

int mt_is_suspicious(const Sheets *sheets, Reading colour); /* whether it may be that of a background */
int mt_is_colourless(Parser *parser,
                     int32_t node); /* whether a text has the colour of its background, or none */

/* -- later.c ----------------------------------------------------------------------------------------- */

int mt_is_shown_later(Parser *parser,
                      const Node *node); /* whether a script shows it, at once or on request */

typedef struct {
    int64_t shown, hidden; /* characters */
} TextCounts;

/* Mark the elements of the notes that wait for a script. Returns whether there is one. */
int mt_find_waiting(Parser *parser, TextCounts counts);
/* Show an element that hides itself. */
void mt_exempt(Parser *parser, int32_t node);
/* Whether an element is named after a menu, dialog or the like. */
int mt_names_closed(Parser *parser, const Node *node);

/* -- withheld.c -------------------------------------------------------------------------------------- */

void mt_add_amount(const Parser *parser, Amount *amount, const Node *text, int is_in_link);
/* Show the text of an article that attributes hide. Returns whether there is one. */
int mt_find_withheld(Parser *parser);

enum { /* flags of the content of a page, and of what is no content inside it */
       CONTENT_FLAGS = FLAG_MAIN | FLAG_ARTICLE,
       FRAME_FLAGS = FLAG_NAV | FLAG_HEADER | FLAG_FOOTER | FLAG_ASIDE | FLAG_FORM | FLAG_CONTROL
};

enum { LEAST_WAITING = 500 }; /* characters of a page that waits for a script */

/* -- hiding.c ---------------------------------------------------------------------------------------- */

struct Styles {
    Sheets sheets;
    Matcher *hiding, *others; /* rules that may hide, and the others, which are read when first needed */
    ElementKeys *elements;    /* of each node, like the next three */
    uint32_t *keys;           /* of all elements */
    int32_t key_count, key_capacity;
    uint32_t tag_keys[KNOWN_TAGS]; /* NO_KEY until needed */
    Filter *filters;
    Paint *paints; /* NULL until needed */
    uint8_t *states;
    uint8_t *is_exempt; /* nodes that hide themselves, but wait for a script; NULL if none */
    uint8_t *places;    /* of nodes, like `groups`; NULL until needed, see withheld.c */
    Amount *groups;
};

void *mt_style_memory(Parser *parser, size_t count, size_t size); /* zeroed */

typedef enum {
    NOT_HIDDEN,
    HIDDEN_ATTRIBUTE,
    HIDDEN_DISPLAY,
    HIDDEN_VISIBILITY,
    HIDDEN_OPACITY,
    HIDDEN_SIZE,
    HIDDEN_CLIPPED,
    HIDDEN_OFF_SCREEN,
    HIDDEN_TRANSFORM,
    HIDDEN_COLOUR,
    HIDDEN_ARIA,
    HIDDEN_CLOSED, /* <details>, <dialog> or popover that is not open */
    HIDDEN_NOSCRIPT,
    HIDDEN_REASONS
} HidingReason;

#endif
