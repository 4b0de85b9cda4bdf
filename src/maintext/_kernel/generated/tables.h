/* Written by tools/kernel_tables.py with Unicode 14.0.0; do not edit. */

#ifndef MAINTEXT_TABLES_H
#define MAINTEXT_TABLES_H
#include <stdint.h>

#include "generated/characters.h"

/* Tag ids: those of maintext.page.tags, then those that only the parser needs. */
enum {
    TAG_TEXT = 0,
    TAG_HTML = 1,
    TAG_HEAD = 2,
    TAG_TITLE = 3,
    TAG_BASE = 4,
    TAG_LINK = 5,
    TAG_META = 6,
    TAG_STYLE = 7,
    TAG_SCRIPT = 8,
    TAG_NOSCRIPT = 9,
    TAG_TEMPLATE = 10,
    TAG_BODY = 11,
    TAG_ARTICLE = 12,
    TAG_SECTION = 13,
    TAG_NAV = 14,
    TAG_ASIDE = 15,
    TAG_H1 = 16,
    TAG_H2 = 17,
    TAG_H3 = 18,
    TAG_H4 = 19,
    TAG_H5 = 20,
    TAG_H6 = 21,
    TAG_HGROUP = 22,
    TAG_HEADER = 23,
    TAG_FOOTER = 24,
    TAG_ADDRESS = 25,
    TAG_MAIN = 26,
    TAG_SEARCH = 27,
    TAG_P = 28,
    TAG_HR = 29,
    TAG_PRE = 30,
    TAG_BLOCKQUOTE = 31,
    TAG_OL = 32,
    TAG_UL = 33,
    TAG_MENU = 34,
    TAG_LI = 35,
    TAG_DL = 36,
    TAG_DT = 37,
    TAG_DD = 38,
    TAG_FIGURE = 39,
    TAG_FIGCAPTION = 40,
    TAG_DIV = 41,
    TAG_A = 42,
    TAG_EM = 43,
    TAG_STRONG = 44,
    TAG_SMALL = 45,
    TAG_S = 46,
    TAG_CITE = 47,
    TAG_Q = 48,
    TAG_DFN = 49,
    TAG_ABBR = 50,
    TAG_RUBY = 51,
    TAG_RT = 52,
    TAG_RP = 53,
    TAG_RB = 54,
    TAG_RTC = 55,
    TAG_DATA = 56,
    TAG_TIME = 57,
    TAG_CODE = 58,
    TAG_VAR = 59,
    TAG_SAMP = 60,
    TAG_KBD = 61,
    TAG_SUB = 62,
    TAG_SUP = 63,
    TAG_I = 64,
    TAG_B = 65,
    TAG_U = 66,
    TAG_MARK = 67,
    TAG_BDI = 68,
    TAG_BDO = 69,
    TAG_SPAN = 70,
    TAG_BR = 71,
    TAG_WBR = 72,
    TAG_INS = 73,
    TAG_DEL = 74,
    TAG_PICTURE = 75,
    TAG_SOURCE = 76,
    TAG_IMG = 77,
    TAG_IFRAME = 78,
    TAG_EMBED = 79,
    TAG_OBJECT = 80,
    TAG_PARAM = 81,
    TAG_VIDEO = 82,
    TAG_AUDIO = 83,
    TAG_TRACK = 84,
    TAG_MAP = 85,
    TAG_AREA = 86,
    TAG_SVG = 87,
    TAG_MATH = 88,
    TAG_TABLE = 89,
    TAG_CAPTION = 90,
    TAG_COLGROUP = 91,
    TAG_COL = 92,
    TAG_TBODY = 93,
    TAG_THEAD = 94,
    TAG_TFOOT = 95,
    TAG_TR = 96,
    TAG_TD = 97,
    TAG_TH = 98,
    TAG_FORM = 99,
    TAG_LABEL = 100,
    TAG_INPUT = 101,
    TAG_BUTTON = 102,
    TAG_SELECT = 103,
    TAG_DATALIST = 104,
    TAG_OPTGROUP = 105,
    TAG_OPTION = 106,
    TAG_TEXTAREA = 107,
    TAG_OUTPUT = 108,
    TAG_PROGRESS = 109,
    TAG_METER = 110,
    TAG_FIELDSET = 111,
    TAG_LEGEND = 112,
    TAG_DETAILS = 113,
    TAG_SUMMARY = 114,
    TAG_DIALOG = 115,
    TAG_SLOT = 116,
    TAG_CANVAS = 117,
    TAG_ACRONYM = 118,
    TAG_APPLET = 119,
    TAG_BASEFONT = 120,
    TAG_BIG = 121,
    TAG_CENTER = 122,
    TAG_DIR = 123,
    TAG_FONT = 124,
    TAG_FRAME = 125,
    TAG_FRAMESET = 126,
    TAG_ISINDEX = 127,
    TAG_MARQUEE = 128,
    TAG_NOBR = 129,
    TAG_NOEMBED = 130,
    TAG_NOFRAMES = 131,
    TAG_PLAINTEXT = 132,
    TAG_STRIKE = 133,
    TAG_TT = 134,
    TAG_XMP = 135,
    TAG_CHANNEL = 136,
    TAG_DOCUMENT = 137,
    TAG_COMMENT = 138,
    TAG_BGSOUND = 139,
    TAG_KEYGEN = 140,
    TAG_LISTING = 141,
    TAG_IMAGE = 142,
    TAG_DESC = 143,
    TAG_MI = 144,
    TAG_MO = 145,
    TAG_MN = 146,
    TAG_MS = 147,
    TAG_MTEXT = 148,
    TAG_ANNOTATION_XML = 149,
    TAG_MALIGNMARK = 150,
    TAG_MGLYPH = 151,
    TAG_ALTGLYPH = 152,
    TAG_ALTGLYPHDEF = 153,
    TAG_ALTGLYPHITEM = 154,
    TAG_ANIMATECOLOR = 155,
    TAG_ANIMATEMOTION = 156,
    TAG_ANIMATETRANSFORM = 157,
    TAG_CLIPPATH = 158,
    TAG_FEBLEND = 159,
    TAG_FECOLORMATRIX = 160,
    TAG_FECOMPONENTTRANSFER = 161,
    TAG_FECOMPOSITE = 162,
    TAG_FECONVOLVEMATRIX = 163,
    TAG_FEDIFFUSELIGHTING = 164,
    TAG_FEDISPLACEMENTMAP = 165,
    TAG_FEDISTANTLIGHT = 166,
    TAG_FEDROPSHADOW = 167,
    TAG_FEFLOOD = 168,
    TAG_FEFUNCA = 169,
    TAG_FEFUNCB = 170,
    TAG_FEFUNCG = 171,
    TAG_FEFUNCR = 172,
    TAG_FEGAUSSIANBLUR = 173,
    TAG_FEIMAGE = 174,
    TAG_FEMERGE = 175,
    TAG_FEMERGENODE = 176,
    TAG_FEMORPHOLOGY = 177,
    TAG_FEOFFSET = 178,
    TAG_FEPOINTLIGHT = 179,
    TAG_FESPECULARLIGHTING = 180,
    TAG_FESPOTLIGHT = 181,
    TAG_FETILE = 182,
    TAG_FETURBULENCE = 183,
    TAG_FOREIGNOBJECT = 184,
    TAG_GLYPHREF = 185,
    TAG_LINEARGRADIENT = 186,
    TAG_RADIALGRADIENT = 187,
    TAG_TEXTPATH = 188,
    TAG_SVG_ALTGLYPH = 189,
    TAG_SVG_ALTGLYPHDEF = 190,
    TAG_SVG_ALTGLYPHITEM = 191,
    TAG_SVG_ANIMATECOLOR = 192,
    TAG_SVG_ANIMATEMOTION = 193,
    TAG_SVG_ANIMATETRANSFORM = 194,
    TAG_SVG_CLIPPATH = 195,
    TAG_SVG_FEBLEND = 196,
    TAG_SVG_FECOLORMATRIX = 197,
    TAG_SVG_FECOMPONENTTRANSFER = 198,
    TAG_SVG_FECOMPOSITE = 199,
    TAG_SVG_FECONVOLVEMATRIX = 200,
    TAG_SVG_FEDIFFUSELIGHTING = 201,
    TAG_SVG_FEDISPLACEMENTMAP = 202,
    TAG_SVG_FEDISTANTLIGHT = 203,
    TAG_SVG_FEDROPSHADOW = 204,
    TAG_SVG_FEFLOOD = 205,
    TAG_SVG_FEFUNCA = 206,
    TAG_SVG_FEFUNCB = 207,
    TAG_SVG_FEFUNCG = 208,
    TAG_SVG_FEFUNCR = 209,
    TAG_SVG_FEGAUSSIANBLUR = 210,
    TAG_SVG_FEIMAGE = 211,
    TAG_SVG_FEMERGE = 212,
    TAG_SVG_FEMERGENODE = 213,
    TAG_SVG_FEMORPHOLOGY = 214,
    TAG_SVG_FEOFFSET = 215,
    TAG_SVG_FEPOINTLIGHT = 216,
    TAG_SVG_FESPECULARLIGHTING = 217,
    TAG_SVG_FESPOTLIGHT = 218,
    TAG_SVG_FETILE = 219,
    TAG_SVG_FETURBULENCE = 220,
    TAG_SVG_FOREIGNOBJECT = 221,
    TAG_SVG_GLYPHREF = 222,
    TAG_SVG_LINEARGRADIENT = 223,
    TAG_SVG_RADIALGRADIENT = 224,
    TAG_SVG_TEXTPATH = 225,
    LISTED_TAGS = 137,
    KNOWN_TAGS = 226,
    TAG_FIRST_LOWER_SVG = 152,
    TAG_FIRST_SVG = 189
};

/* Classes of tags, in the words of the HTML standard. */
enum {
    IS_SPECIAL = 1 << 0,
    IS_FORMATTING = 1 << 1,
    IS_SCOPE = 1 << 2,
    IS_IMPLIED_END = 1 << 3,
    IS_IMPLIED_END_THOROUGHLY = 1 << 4,
    IS_HEADING = 1 << 5,
    IS_CLOSES_P = 1 << 6,
    IS_SCOPED_END = 1 << 7,
    IS_BREAKOUT = 1 << 8,
    IS_TABLE_PART = 1 << 9,
    IS_FOSTERS = 1 << 10,
    IS_HEAD = 1 << 11,
    IS_MATHML_TEXT = 1 << 12,
};

/* Flags of rows: maintext.page.tags.Flag. */
enum {
    FLAG_UNSHOWN = 1,
    FLAG_HIDDEN = 2,
    FLAG_LINK = 4,
    FLAG_NAV = 8,
    FLAG_HEADER = 16,
    FLAG_FOOTER = 32,
    FLAG_ASIDE = 64,
    FLAG_FORM = 128,
    FLAG_CONTROL = 256,
    FLAG_PRE = 512,
    FLAG_CODE = 1024,
    FLAG_TABLE = 2048,
    FLAG_HEADING = 4096,
    FLAG_LIST = 8192,
    FLAG_QUOTE = 16384,
    FLAG_FIGURE = 32768,
    FLAG_CAPTION = 65536,
    FLAG_PARAGRAPH = 131072,
    FLAG_ARTICLE = 262144,
    FLAG_MAIN = 524288,
    FLAG_NOSCRIPT = 1048576,
    FLAG_EMPHASIS = 2097152,
    FLAG_FORMULA = 4194304,
    FLAG_LINES = 8388608,
};

/* Attributes with a meaning; lists of words from ATTRIBUTE_CLASS on. */
enum {
    ATTRIBUTE_OTHER = 0,
    ATTRIBUTE_TYPE,
    ATTRIBUTE_ENCODING,
    ATTRIBUTE_COLOR,
    ATTRIBUTE_FACE,
    ATTRIBUTE_SIZE,
    ATTRIBUTE_ROLE,
    ATTRIBUTE_HIDDEN,
    ATTRIBUTE_STYLE,
    ATTRIBUTE_ARIA_HIDDEN,
    ATTRIBUTE_POPOVER,
    ATTRIBUTE_SHADOWROOTMODE,
    ATTRIBUTE_ITEMPROP,
    ATTRIBUTE_COLSPAN,
    ATTRIBUTE_ROWSPAN,
    ATTRIBUTE_ID,
    ATTRIBUTE_CLASS,
    ATTRIBUTE_REL,
    ATTRIBUTE_REV,
    ATTRIBUTE_ACCEPT_CHARSET,
    ATTRIBUTE_HEADERS,
    ATTRIBUTE_ACCESSKEY,
    ATTRIBUTE_DROPZONE,
    ATTRIBUTE_SIZES,
    ATTRIBUTE_SANDBOX,
    ATTRIBUTE_ARCHIVE,
};

enum { KIND_OTHER, KIND_SPACE, KIND_CJK, KIND_CJK_PUNCTUATION, KIND_LATIN_PUNCTUATION, KIND_DIGIT, KIND_UPPER };

#define TAG_FACTOR 0x80b4f9eb038f61fbull
#define TAG_BITS 11
#define ATTRIBUTE_FACTOR 0x4164d8399f767c45ull
#define ATTRIBUTE_BITS 7

typedef struct {
    const char *text;
    uint8_t length;
} Name;

typedef struct {
    const char *text;
    uint32_t flags;
} Role;

typedef struct {
    const char *name; /* without the ampersand, with the semicolon, if any */
    const char *value; /* UTF-8 */
    uint8_t name_length, value_length;
} Reference;

extern const Name mt_tag_names[KNOWN_TAGS];
extern const uint64_t mt_tag_heads[KNOWN_TAGS][2]; /* first sixteen bytes, as two little-endian words */
extern const uint32_t mt_tag_classes[KNOWN_TAGS];
extern const uint32_t mt_tag_flags[KNOWN_TAGS];
extern const uint8_t mt_tag_is_block[KNOWN_TAGS];
extern const uint8_t mt_tag_slots[1 << TAG_BITS];
extern const Name mt_attribute_names[];
extern const uint64_t mt_attribute_heads[][2];
extern const uint8_t mt_attribute_slots[1 << ATTRIBUTE_BITS];
extern const Name mt_svg_attributes[]; /* in mixed case, sorted ignoring case */
extern const int mt_svg_attribute_count;
extern const Name mt_void_tags[];
extern const int mt_void_tag_count;
extern const Role mt_roles[];
extern const int mt_role_count;
extern const Reference mt_references[]; /* sorted by name */
extern const uint16_t mt_reference_ranges[128][2]; /* by first character: from, to */
extern const uint16_t mt_windows_1252[32]; /* code points of the numbers 0x80 to 0x9F; 0: unchanged */
extern const uint8_t mt_ascii_kinds[128];
extern const uint8_t mt_kind_blocks[KNOWN_CODES / 256]; /* by code point / 256 */
extern const uint8_t mt_kinds[][256]; /* maintext.text.characters.Kind */
extern const uint8_t mt_counted_kinds[]; /* by that kind */

#endif
