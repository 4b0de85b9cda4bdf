/* Which elements a reader cannot see, by their attributes, their own styles and the page's style sheets.

   The files, in the order of the data flow:

       elements.c       <style> elements, backgrounds of attributes
       sheet.c          text of a sheet -> rules; media.c: which @media apply
       declarations.c   text -> properties and values
       properties.c     names -> properties
       values.c         what values mean here; lengths.c, colours.c, colour_names.c
       selectors.h      selectors, and the rules that an element matches
       cascade.c        the declarations that apply to an element
       own.c            what its `style` attribute says
       paints.c         the colours of a text and behind it
       later.c          hidden elements that a script shows; withheld.c: articles
       causes.c         why an element hides itself
       hiding.c         which elements are hidden

   Nearly all rules of a page cannot match or cannot hide anything. Those that cannot match are skipped. Every element
   is looked up among the rules that may hide, and the few that match one of these, or whose own attributes may hide,
   also among the others that set a property in question. Only their styles are computed. The work is bounded; what a
   bound cut is noted. */
#ifndef MAINTEXT_STYLES_H
#define MAINTEXT_STYLES_H

#include "styles/selectors.h"

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
    PROPERTY_UNICODE_BIDI,
    PROPERTY_DIRECTION,
    PROPERTY_COUNT
} Property;

_Static_assert(PROPERTY_COUNT <= 32, "a bit for each property");
#define BIT(property)  (1u << (property))
#define ALL_PROPERTIES (~0u)

/* What a value means here: 1 if it may hide (for OVERFLOW: cuts off, POSITION: out of the flow, MOTION: moves,
   BACKGROUND_IMAGE: there is one, WHITE_SPACE: keeps lines, UNICODE_BIDI: an override, DIRECTION: to the left), else 0. COLOR and BACKGROUND_COLOR: red, green, blue
   and alpha, a byte each. */
typedef int64_t Reading;

enum {
    READING_UNKNOWN = -1,   /* depends on what is not read, such as a variable */
    READING_INHERITED = -2, /* as the parent's */
    READING_MISSING = -3,   /* not declared */
    READING_INVALID = -4,   /* a browser ignores the declaration */
    READING_RELATIVE = 2,   /* a font size in terms of the parent's; a position relative to its own place */
    READING_BOX = 3,        /* displayed on separate lines */
};

typedef struct {
    View name, value; /* stripped; the value without `!important` */
    int is_important;
    int is_plain;      /* without escapes */
    Property property; /* of a name without escapes; PROPERTY_COUNT if it is not known */
} Declaration;

typedef struct {
    const Byte *at, *end;
    const Byte *window; /* bytes that are searched at once */
    uint64_t stops;     /* bits of its punctuation that is not read yet */
} DeclarationReader;

DeclarationReader mt_read_declarations(const Byte *at, const Byte *end);
/* Read the next declaration before the end or an unmatched `}`, where the reader is left; nested rules and properties
   that are not known are skipped. Returns 0 if there is none. */
int mt_next_declaration(DeclarationReader *reader, Declaration *declaration);

int mt_floats(View style); /* whether declarations put an element to the side of the text */

const Byte *mt_after_block(const Byte *at, const Byte *end); /* `at`: after its opening brace */

/* Read a declaration: up to two properties (`background`, `inset` and `margin` set two). Returns their number. */
typedef struct {
    Property property;
    Reading reading;
} Meaning;
int mt_read_declaration(const Declaration *declaration, Meaning meanings[2]);
/* The property of a name without escapes; PROPERTY_COUNT if it is not known. Some, such as `margin`, set several. */
Property mt_property_of(View name);

static inline int mt_may_hide(Property property, Reading reading)
{
    static const uint32_t never = BIT(PROPERTY_OVERFLOW) | BIT(PROPERTY_OVERFLOW_X) |
                                  BIT(PROPERTY_OVERFLOW_Y) | BIT(PROPERTY_POSITION) | BIT(PROPERTY_COLOR) |
                                  BIT(PROPERTY_BACKGROUND_COLOR) | BIT(PROPERTY_BACKGROUND_IMAGE) |
                                  BIT(PROPERTY_GROWTH) | BIT(PROPERTY_MOTION) | BIT(PROPERTY_WHITE_SPACE) |
                                  BIT(PROPERTY_DIRECTION);
    return reading == 1 && !(never & BIT(property));
}

Reading mt_read_style(Property property, View name, View value);
int mt_read_sides(Property top, View value, Meaning meanings[2]); /* of `inset` and `margin`: top and left */
int mt_read_background(View value, Meaning meanings[2]); /* the colour, and whether there is an image */

Reading mt_read_colour(View value);
Reading mt_read_old_colour(View value);     /* of an attribute */
Reading mt_named_colour(View name);         /* red, green and blue; READING_UNKNOWN if there is none */
int mt_is_near(Reading one, Reading other); /* colours that a reader cannot tell apart */

/* -- sheet.c ----------------------------------------------------------------------------------------- */

typedef struct {
    Reading reading;
    uint8_t property, is_important;
} Setting;

typedef struct {
    Span selectors;
    int32_t first, count;        /* of its settings: the last one of each property */
    uint32_t properties, hiding; /* bits of those that it sets, and of those by which it may hide */
    int64_t points, link_points; /* characters of the content that it folds away, and of those in links */
    int32_t longest;             /* of its texts */
    uint8_t is_layered;
    uint8_t names_custom; /* a custom element is among its selectors */
} Rule;

enum { MAX_BACKGROUNDS = 64, RECENT_MEDIA = 64 };

typedef struct {
    View condition; /* of @media; its text is NULL at first */
    int applies;
} Media;

typedef struct {
    Rule *rules;
    int32_t rule_count, rule_capacity;
    Setting *settings;
    int32_t setting_count, setting_capacity;
    Reading backgrounds[MAX_BACKGROUNDS]; /* colours that the sheets name as backgrounds */
    int background_count;
    Media media[RECENT_MEDIA]; /* conditions that were read: most of them repeat */
    int has_linked;            /* the page has style sheets that are not read */
    int is_cut;                /* some rules were not read */
    int has_suspects;          /* some elements may hide themselves by their attributes or tags */
} Sheets;

int mt_media_matches(View condition); /* media.c: whether a usual screen has what @media asks for */

void mt_read_sheet(Parser *parser, Sheets *sheets, const Byte *at, const Byte *end);
void mt_read_sheets(Parser *parser, Sheets *sheets); /* elements.c: all of the page */
void mt_note_background(Sheets *sheets, Reading colour);

/* -- cascade.c --------------------------------------------------------------------------------------- */

typedef struct {
    Reading reading[PROPERTY_COUNT];
    int32_t source[PROPERTY_COUNT]; /* rule; NONE for the element's own attributes */
} ComputedStyle;

/* Whether a browser paints its attributes `bgcolor` and `background`. `is_looked_at` in elements.c has these tags, too. */
static inline int mt_has_old_background(int tag)
{
    switch (tag) {
    case TAG_BODY:
    case TAG_TABLE:
    case TAG_THEAD:
    case TAG_TBODY:
    case TAG_TFOOT:
    case TAG_TR:
    case TAG_TH:
    case TAG_TD:
        return 1;
    default:
        return 0;
    }
}

void mt_compute_attribute_style(View value, ComputedStyle *style); /* of a `style` attribute alone */
/* Compute these properties of an element; `found` has those of the rules that may hide and that it matches. */
void mt_compute_style(Parser *parser, int32_t node, uint32_t properties, MatchedRules *found,
                      ComputedStyle *style);

/* -- own.c ------------------------------------------------------------------------------------------- */

typedef struct {
    View value;      /* in the source; its text is NULL if this is free */
    Reading colour;  /* this and what follows are known if it is read */
    uint32_t hiding; /* bits of the properties by which it may hide */
    uint8_t is_read, keeps_lines, is_box;
} OwnStyle;

enum { RECENT_STYLES = 64 };

/* Note the colours that the `style` of an element paints behind it. */
void mt_note_style_background(Parser *parser, const Node *node);
OwnStyle mt_find_own_style(Parser *parser, const Attribute *attribute); /* read, unless it is recent */

/* -- paints.c ---------------------------------------------------------------------------------------- */

typedef struct {
    Reading colour, background;
    uint8_t has_image, is_positioned;
} Paint; /* of an element */

#define PAINT_PROPERTIES                                                                                     \
    (BIT(PROPERTY_COLOR) | BIT(PROPERTY_BACKGROUND_COLOR) | BIT(PROPERTY_BACKGROUND_IMAGE) |                 \
     BIT(PROPERTY_POSITION))

void mt_note_page(
    Parser *parser); /* note the page's own background, if it is known, when the sheets are read */
int mt_is_suspicious(const Sheets *sheets, Reading colour); /* whether it may be that of a background */
/* Whether a text has the colour of its background, or none; `style` is that of its element. */
int mt_is_colourless(Parser *parser, int32_t node, const ComputedStyle *style);

/* -- later.c ----------------------------------------------------------------------------------------- */

int mt_is_shown_later(Parser *parser,
                      const Node *node); /* whether a script shows it, at once or on request */

enum { SHOWN_PER_HIDDEN = 3 }; /* if more of the characters are shown, none of the large notes wait */

typedef struct {
    int64_t shown, hidden; /* characters; of those that are shown, not all may be counted */
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

/* -- causes.c ---------------------------------------------------------------------------------------- */

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

typedef struct {
    HidingReason reason;
    Property property; /* whose rule is the source */
} Cause;

/* The state of an element, inherited by those inside. */
enum {
    HIDES_ALL = 1,
    IS_INVISIBLE = 2,
    IS_TINY = 4,
    IS_COLOURLESS = 8,
    IS_UNSHOWN = 16,
    IS_LINK = 32,
    IS_CLOSED = 64,
    IS_ARIA = 128
};
enum {
    INHERITED = IS_INVISIBLE | IS_TINY | IS_COLOURLESS,
    HIDES = HIDES_ALL | IS_CLOSED | IS_ARIA | INHERITED
};

/* Bits of the properties that decide whether an element hides itself by any of `suspects`. */
uint32_t mt_deciding(uint32_t suspects);
/* Why an element hides itself; `state` is its own, `inherited` that of its parent. */
Cause mt_cause_of(Parser *parser, const Node *node, const ComputedStyle *style, int state, int inherited);
int mt_is_for_all(Cause cause); /* whether it applies to all inside the element, whatever their own styles */
/* Whether a rule keeps the place of custom elements and of what is beside them, until a script defines them. */
int mt_waits_for_elements(const Parser *parser, Cause cause, const ComputedStyle *style);
/* Whether a rule folds an element of the content away, in a way that scripts use. */
int mt_can_unfold(const Parser *parser, int32_t node, Cause cause);
/* Whether an attribute hides an element of the content, in a way that scripts use. */
int mt_can_be_withheld(const Parser *parser, int32_t node, Cause cause);

/* Whether an element shows its text backwards: a <bdo>, or an override by its style. */
int mt_is_reversed(Parser *parser, const Node *node, const ComputedStyle *style);

/* -- hiding.c ---------------------------------------------------------------------------------------- */

struct Styles {
    Sheets sheets;
    PageNames names; /* of a page with sheets */
    Matcher matcher;
    OwnStyle own[RECENT_STYLES]; /* the latest ones, by `mt_value_hash` */
    Paint *paints;               /* of each node, like the next three; NULL until needed */
    uint8_t *is_painted;         /* whether its paint is known */
    uint8_t *states;
    uint8_t *is_exempt; /* nodes that hide themselves, but wait for a script; NULL if none */
    uint8_t *places;    /* of nodes, like `groups`; NULL until needed, see withheld.c */
    Amount *groups;
};

#endif
