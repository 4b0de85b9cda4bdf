/* Which elements a reader cannot see, by their attributes, their own styles and the page's style sheets.

   The files, in the order of the data flow:

       sheet.c       <style> elements -> rules; which @media apply
       values.c      properties, and what their values mean here; colours.c the colours
       selectors.c   selectors -> compounds, and whether an element matches
       cascade.c     the declarations that apply to an element
       hiding.c      which elements are hidden, and why

   Nearly all rules of a page cannot hide anything. So rules are read twice: once to find those with a declaration
   that may hide, and again for the few elements that match one of these, or whose own style may hide. Only their
   styles are computed. */
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
    READING_RELATIVE = 2,   /* a font size in terms of the parent's */
};

typedef struct {
    View name, value; /* stripped; the value without `!important` */
    int is_important;
} Declaration;

/* Read the next declaration before `end` or an unmatched `}`, where `*at` is left; nested rules are skipped.
   Returns 0 if there is none. */
int mt_next_declaration(const Byte **at, const Byte *end, Declaration *declaration);

/* Read a declaration: up to two properties (`background` sets two). Returns their number. */
typedef struct {
    Property property;
    Reading reading;
} Meaning;
int mt_read_declaration(const Declaration *declaration, Meaning meanings[2]);
int mt_may_hide(Property property, Reading reading);

Reading mt_read_colour(View value);
int mt_is_near(Reading one, Reading other); /* colours that a reader cannot tell apart */

/* -- sheet.c ----------------------------------------------------------------------------------------- */

typedef struct {
    Span selectors, block;
    uint32_t declared, hiding; /* bits of properties */
    Reading colour;            /* if declared */
    uint8_t is_layered;
} Rule;

enum { MAX_BACKGROUNDS = 64 };

typedef struct {
    Rule *rules;
    int32_t rule_count, rule_capacity;
    Reading backgrounds[MAX_BACKGROUNDS]; /* colours that the sheets name as backgrounds */
    int background_count;
    int has_linked; /* the page has style sheets that are not read */
    int is_cut;     /* some rules were not read */
} Sheets;

void mt_read_sheets(Parser *parser, Sheets *sheets);
void mt_note_background(Sheets *sheets, Reading colour);

/* -- selectors.c ------------------------------------------------------------------------------------- */

typedef struct Matcher Matcher;

/* An index of selectors. It is filled with those of all rules with a property of `declared`, or with a hiding one
   of `hiding`, the first time only. */
Matcher *mt_new_matcher(Parser *parser, const Sheets *sheets);
void mt_fill_matcher(Matcher *matcher, uint32_t declared, uint32_t hiding);
void mt_free_matcher(Parser *parser, Matcher *matcher);

typedef struct {
    int32_t rule;
    uint32_t specificity;
} Match;

/* The rules that an element matches, by order of the sheets; at most `capacity`. Returns their number. */
int mt_match(Matcher *matcher, int32_t node, Match *matches, int capacity);
int mt_matcher_is_cut(const Matcher *matcher);

/* -- cascade.c --------------------------------------------------------------------------------------- */

typedef struct {
    Reading reading[PROPERTY_COUNT];
    int32_t source[PROPERTY_COUNT]; /* offset of the rule's selectors; NONE for the element's own style */
} Style;

void mt_own_style(Parser *parser, const Node *node, Style *style);
void mt_compute_style(Parser *parser, const Sheets *sheets, Matcher *all, int32_t node, Style *style);

/* -- hiding.c ---------------------------------------------------------------------------------------- */

typedef struct {
    Reading colour, background;
    uint8_t is_known, has_image, is_positioned;
} Paint; /* of an element */

struct Styles {
    Sheets sheets;
    Matcher *hiding, *all; /* `all` is filled when it is first needed */
    Paint *paints;         /* of each node */
    uint8_t *states;       /* of each node */
    uint8_t *is_exempt;    /* nodes that hide themselves, but wait for a script; NULL if none */
};

void *mt_style_memory(Parser *parser, size_t size); /* zeroed */

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
    HIDDEN_REASONS
} HidingReason;

#endif
