"""Write the kernel's tables: tag ids and classes, character references, kinds and sets of characters.

What C shares with Python is generated from Python, so the two cannot differ:

    python tools/kernel_tables.py    # writes characters.h, tables.h, tables.c to _kernel/generated
"""

import re
from html.entities import html5

from tables.characters import COUNTED, characters_header, kind_tables
from tables.writing import FOLDER, HEAD, array, c_string, hash_of, head_of, perfect, slots

from maintext.page.tags import BLOCK_TAGS, IS_BLOCK, ROLE_FLAGS, TAG_FLAGS, TAGS, VOID_TAGS, Flag

# -- names ------------------------------------------------------------------------------------------

# Nodes without a tag name, and names that tree construction needs but `TAGS` does not list.
NAMELESS = ("#document", "#comment")
PARSED_TAGS = tuple(
    "bgsound keygen listing image desc mi mo mn ms mtext annotation-xml malignmark mglyph".split()
)
SVG_TAGS = tuple(
    "altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend "
    "feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap "
    "feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge "
    "feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence "
    "foreignObject glyphRef linearGradient radialGradient textPath".split()
)
LOWER_SVG_TAGS = tuple(name.lower() for name in SVG_TAGS)
NAMES = TAGS + NAMELESS + PARSED_TAGS + LOWER_SVG_TAGS + SVG_TAGS

SVG_ATTRIBUTES = (
    "attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode "
    "filterUnits glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines "
    "keyTimes lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits "
    "numOctaves pathLength patternContentUnits patternTransform patternUnits pointsAtX pointsAtY pointsAtZ "
    "preserveAlpha preserveAspectRatio primitiveUnits refX refY repeatCount repeatDur requiredExtensions "
    "requiredFeatures specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles "
    "surfaceScale systemLanguage tableValues targetX targetY textLength viewBox viewTarget xChannelSelector "
    "yChannelSelector zoomAndPan".split()
)

# Attributes with a meaning for the parser or the table. Those with lists of words come last: their white
# space is folded.
ATTRIBUTES = (
    "type encoding color face size role hidden style aria-hidden popover shadowrootmode itemprop colspan "
    "rowspan id"
).split()
WORD_LISTS = "class rel rev accept-charset headers accesskey dropzone sizes sandbox archive".split()

# -- classes of tags, in the words of the HTML standard ---------------------------------------------

HEADINGS = "h1 h2 h3 h4 h5 h6"
CLASSES = {
    "SPECIAL": "address applet area article aside base basefont bgsound blockquote body br button caption "
    "center col colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame "
    f"frameset {HEADINGS} head header hgroup hr html iframe img input keygen li link listing main marquee "
    "menu meta nav noembed noframes noscript object ol p param plaintext pre script search section select "
    "source style summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp",
    "FORMATTING": "a b big code em font i nobr s small strike strong tt u",
    "SCOPE": "applet caption html table td th marquee object select template",
    "IMPLIED_END": "dd dt li optgroup option p rb rp rt rtc",
    "IMPLIED_END_THOROUGHLY": "caption colgroup dd dt li optgroup option p rb rp rt rtc tbody td tfoot th "
    "thead tr",
    "HEADING": HEADINGS,
    # start tags that close a paragraph and open an ordinary element
    "CLOSES_P": "address article aside blockquote center details dialog dir div dl fieldset figcaption "
    "figure footer header hgroup main menu nav ol p search section summary ul",
    # end tags that close their element where it is in scope
    "SCOPED_END": "address article aside blockquote button center details dialog dir div dl fieldset "
    "figcaption figure footer header hgroup listing main menu nav ol pre search section select summary ul",
    # start tags that leave foreign content
    "BREAKOUT": f"b big blockquote body br center code dd div dl dt em embed {HEADINGS} head hr i img li "
    "listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var",
    "TABLE_PART": "caption col colgroup tbody td tfoot th thead tr",
    "FOSTERS": "table tbody tfoot thead tr",
    # elements that are parsed by the rules for the head, wherever they are
    "HEAD": "base basefont bgsound link meta noframes script style template title",
    "MATHML_TEXT": "mi mo mn ms mtext",
}

# -- writing C --------------------------------------------------------------------------------------


def identifier(name: str) -> str:
    """A name as part of a C identifier; mixed case, which only SVG has, stays distinct from lower case."""
    word = re.sub(r"\W", "_", name.lstrip("#")).upper()
    return f"SVG_{word}" if name != name.lower() else word


# -- tables.h and tables.c --------------------------------------------------------------------------

TAG_BITS, ATTRIBUTE_BITS = 11, 7
PARSED = [name for name in NAMES[1:] if name not in NAMELESS and name not in SVG_TAGS]
TAG_HASHES = [hash_of(name) for name in PARSED]
KNOWN_ATTRIBUTES = ATTRIBUTES + WORD_LISTS
ATTRIBUTE_HASHES = [hash_of(name) for name in KNOWN_ATTRIBUTES]


def header() -> str:
    """The content of tables.h."""
    lines = [HEAD, "#ifndef MAINTEXT_TABLES_H\n#define MAINTEXT_TABLES_H\n#include <stdint.h>\n"]
    lines.append('#include "generated/characters.h"\n')
    lines.append("/* Tag ids: those of maintext.page.tags, then those that only the parser needs. */")
    lines.append("enum {")
    lines += [f"    TAG_{identifier(name)} = {number}," for number, name in enumerate(NAMES)]
    lines.append(f"    LISTED_TAGS = {len(TAGS)},\n    KNOWN_TAGS = {len(NAMES)},")
    lines.append(f"    TAG_FIRST_LOWER_SVG = {NAMES.index(LOWER_SVG_TAGS[0])},")
    lines.append(f"    TAG_FIRST_SVG = {NAMES.index(SVG_TAGS[0])}\n}};\n")
    lines.append("/* Classes of tags, in the words of the HTML standard. */\nenum {")
    lines += [f"    IS_{name} = 1 << {bit}," for bit, name in enumerate(CLASSES)]
    lines.append("};\n\n/* Flags of rows: maintext.page.tags.Flag. */\nenum {")
    lines += [f"    FLAG_{flag.name} = {int(flag)}," for flag in Flag]
    lines.append("};\n\n/* Attributes with a meaning; lists of words from ATTRIBUTE_CLASS on. */\nenum {")
    lines.append("    ATTRIBUTE_OTHER = 0,")
    lines += [f"    ATTRIBUTE_{identifier(name)}," for name in KNOWN_ATTRIBUTES]
    lines.append(f"}};\n\nenum {{ {', '.join(f'KIND_{name}' for name in COUNTED)} }};\n")
    lines.append(f"#define TAG_FACTOR {perfect(TAG_HASHES, TAG_BITS):#x}ull\n#define TAG_BITS {TAG_BITS}")
    lines.append(f"#define ATTRIBUTE_FACTOR {perfect(ATTRIBUTE_HASHES, ATTRIBUTE_BITS):#x}ull")
    lines.append(f"#define ATTRIBUTE_BITS {ATTRIBUTE_BITS}")
    lines.append(DECLARATIONS)
    lines.append("#endif\n")
    return "\n".join(lines)


DECLARATIONS = """
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
"""


def source() -> str:
    """The content of tables.c."""
    classes = dict.fromkeys(NAMES, 0)
    for bit, names in enumerate(CLASSES.values()):
        for name in names.split():
            classes[name] |= 1 << bit
    unlisted = len(NAMES) - len(TAGS)
    tag_slots = slots(map(NAMES.index, PARSED), TAG_HASHES, TAG_BITS)
    attribute_slots = slots(range(1, len(KNOWN_ATTRIBUTES) + 1), ATTRIBUTE_HASHES, ATTRIBUTE_BITS)
    svg = sorted(SVG_ATTRIBUTES, key=str.lower)
    return "\n".join(
        [
            HEAD + '#include "generated/tables.h"\n',
            array("Name", "mt_tag_names[KNOWN_TAGS]", map(_name, NAMES)),
            array("uint64_t", "mt_tag_heads[KNOWN_TAGS][2]", map(_head, NAMES)),
            array("uint32_t", "mt_tag_classes[KNOWN_TAGS]", (classes[name] for name in NAMES)),
            array("uint32_t", "mt_tag_flags[KNOWN_TAGS]", [*TAG_FLAGS, *[0] * unlisted]),
            array(
                "uint8_t",
                "mt_tag_is_block[KNOWN_TAGS]",
                [*map(int, IS_BLOCK), *(int(name in BLOCK_TAGS) for name in NAMES[len(TAGS) :])],
            ),
            array("uint8_t", "mt_tag_slots[1 << TAG_BITS]", tag_slots),
            array("Name", "mt_attribute_names[]", map(_name, ["", *KNOWN_ATTRIBUTES])),
            array("uint64_t", "mt_attribute_heads[][2]", map(_head, ["", *KNOWN_ATTRIBUTES])),
            array("uint8_t", "mt_attribute_slots[1 << ATTRIBUTE_BITS]", attribute_slots),
            array("Name", "mt_svg_attributes[]", map(_name, svg)),
            f"const int mt_svg_attribute_count = {len(svg)};\n",
            array("Name", "mt_void_tags[]", map(_name, sorted(VOID_TAGS))),
            f"const int mt_void_tag_count = {len(VOID_TAGS)};\n",
            array("Role", "mt_roles[]", (f'{{"{role}", {flags}}}' for role, flags in ROLE_FLAGS.items())),
            f"const int mt_role_count = {len(ROLE_FLAGS)};\n",
            _references(),
            array("uint16_t", "mt_windows_1252[32]", map(_windows_1252, range(0x80, 0xA0))),
            kind_tables(),
        ]
    )


def _name(name: str) -> str:
    return f'{{"{name}", {len(name)}}}'


def _head(name: str) -> str:
    first, second = head_of(name)
    return f"{{{first:#x}u, {second:#x}u}}"


def _references() -> str:
    entries = sorted((name.encode(), value.encode()) for name, value in html5.items())
    ranges = [[0, 0] for _ in range(128)]
    for number, (name, _) in enumerate(entries):
        if not ranges[name[0]][1]:
            ranges[name[0]][0] = number
        ranges[name[0]][1] = number + 1
    rows = (f'{{"{name.decode()}", {c_string(value)}, {len(name)}, {len(value)}}}' for name, value in entries)
    by_first = (f"{{{first}, {last}}}" for first, last in ranges)
    ranges_array = array("uint16_t", "mt_reference_ranges[128][2]", by_first)
    return array("Reference", "mt_references[]", rows) + "\n" + ranges_array


def _windows_1252(code: int) -> int:
    try:
        return ord(bytes([code]).decode("cp1252"))
    except UnicodeDecodeError:
        return 0


if __name__ == "__main__":
    (FOLDER / "characters.h").write_text(characters_header(), encoding="utf-8")
    (FOLDER / "tables.h").write_text(header(), encoding="utf-8")
    (FOLDER / "tables.c").write_text(source(), encoding="utf-8")
