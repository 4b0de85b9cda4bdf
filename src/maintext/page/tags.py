"""HTML tags: ids, classes, and the flags that a row inherits from its ancestors.

Ids are indices in `TAGS` and never change, so a table means the same whatever parser made it.
A tag that is not listed gets an id past the end, local to its page (`Page.tag_names`).
"""

from enum import IntFlag

import numpy as np

from maintext.arrays import BoolArray, IntArray

TEXT = 0
"""The tag id of a text node."""

TAGS: tuple[str, ...] = tuple(
    "#text html head title base link meta style script noscript template body article section nav aside "
    "h1 h2 h3 h4 h5 h6 hgroup header footer address main search p hr pre blockquote ol ul menu li dl dt dd "
    "figure figcaption div a em strong small s cite q dfn abbr ruby rt rp rb rtc data time code var samp kbd "
    "sub sup i b u mark bdi bdo span br wbr ins del picture source img iframe embed object param video audio "
    "track map area svg math table caption colgroup col tbody thead tfoot tr td th form label input button "
    "select datalist optgroup option textarea output progress meter fieldset legend details summary dialog "
    "slot canvas acronym applet basefont big center dir font frame frameset isindex marquee nobr noembed "
    "noframes plaintext strike tt xmp channel".split()
)
TAG_ID: dict[str, int] = {name: i for i, name in enumerate(TAGS)}

HTML, BODY, P, A, IMG, BR, PRE, TITLE, SCRIPT, STYLE, META, TEMPLATE, SVG = (
    TAG_ID[name] for name in "html body p a img br pre title script style meta template svg".split()
)

VOID_TAGS = frozenset(
    "area base br col embed hr img input link meta param source track wbr basefont frame".split()
)

# Elements inside a line of text. Every other listed element ends a block. For an unlisted one its place
# decides, see `_kernel/rows/boxes.c`.
INLINE_TAGS = frozenset(
    "#text a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark math nobr "
    "picture q rb rp rt rtc ruby s samp small source span strike strong sub sup time tt u var wbr "
    "svg script style template link meta map area input param track slot output meter progress".split()
)

BLOCK_TAGS = frozenset(["listing"])
"""Unlisted tags that end a block anywhere."""

HEADING_TAGS = frozenset("h1 h2 h3 h4 h5 h6".split())

# Text below these is never shown as text of the page.
UNSHOWN_TAGS = frozenset(
    "head title script style template iframe noembed noframes object embed applet audio video canvas svg "
    "datalist frameset".split()
)


class Flag(IntFlag):
    """What a row is, or is inside of. A row has its own flags and those of its ancestors."""

    UNSHOWN = 1 << 0
    """inside head, script, style, template, svg, ...: never text of the page"""
    HIDDEN = 1 << 1
    """inside an element that a reader cannot see (see `maintext.page.visibility`)"""
    LINK = 1 << 2
    NAV = 1 << 3
    HEADER = 1 << 4
    FOOTER = 1 << 5
    ASIDE = 1 << 6
    FORM = 1 << 7
    CONTROL = 1 << 8
    """inside button, select, option, textarea or label"""
    PRE = 1 << 9
    CODE = 1 << 10
    TABLE = 1 << 11
    HEADING = 1 << 12
    LIST = 1 << 13
    QUOTE = 1 << 14
    FIGURE = 1 << 15
    CAPTION = 1 << 16
    PARAGRAPH = 1 << 17
    ARTICLE = 1 << 18
    MAIN = 1 << 19
    NOSCRIPT = 1 << 20
    EMPHASIS = 1 << 21
    FORMULA = 1 << 22
    """a formula: its text is LaTeX between dollar signs (see `maintext.formulas`)"""
    LINES = 1 << 23
    """inside an element whose style keeps line breaks: `white-space: pre-wrap`"""


_FLAG_TAGS: dict[Flag, str] = {
    Flag.UNSHOWN: " ".join(UNSHOWN_TAGS),
    Flag.LINK: "a",
    Flag.NAV: "nav",
    Flag.HEADER: "header",
    Flag.FOOTER: "footer",
    Flag.ASIDE: "aside",
    Flag.FORM: "form",
    Flag.CONTROL: "button select option optgroup textarea label",
    Flag.PRE: "pre xmp plaintext textarea",
    Flag.CODE: "code samp kbd",
    Flag.TABLE: "table",
    Flag.HEADING: " ".join(HEADING_TAGS),
    Flag.LIST: "ul ol dl menu dir",
    Flag.QUOTE: "blockquote q",
    Flag.FIGURE: "figure",
    Flag.CAPTION: "figcaption caption",
    Flag.PARAGRAPH: "p",
    Flag.ARTICLE: "article",
    Flag.MAIN: "main",
    Flag.NOSCRIPT: "noscript",
    Flag.EMPHASIS: "b strong em i",
}

ROLE_FLAGS: dict[str, int] = {
    "navigation": int(Flag.NAV),
    "menu": int(Flag.NAV),
    "menubar": int(Flag.NAV),
    "banner": int(Flag.HEADER),
    "contentinfo": int(Flag.FOOTER),
    "complementary": int(Flag.ASIDE),
    "main": int(Flag.MAIN),
    "article": int(Flag.ARTICLE),
    "heading": int(Flag.HEADING),
    "list": int(Flag.LIST),
    "form": int(Flag.FORM),
    "search": int(Flag.FORM),
    "button": int(Flag.CONTROL),
}
"""The flags that an element's `role` attribute adds to those of its tag."""


def _flags_by_tag() -> tuple[int, ...]:
    flags = [0] * len(TAGS)
    for flag, names in _FLAG_TAGS.items():
        for name in names.split():
            flags[TAG_ID[name]] |= int(flag)
    return tuple(flags)


TAG_FLAGS: tuple[int, ...] = _flags_by_tag()
"""Flags of an element by its tag alone, by tag id."""

IS_BLOCK: tuple[bool, ...] = tuple(name not in INLINE_TAGS for name in TAGS)
"""Whether an element ends a line of text, by tag id."""


def tag_mask(names: str) -> BoolArray:
    """A lookup table by tag id: true for the given tag names, separated by spaces. See `in_tags`."""
    mask = np.zeros(len(TAGS) + 1, dtype=np.bool_)
    mask[[TAG_ID[name] for name in names.split()]] = True
    return mask


def in_tags(tag: IntArray, mask: BoolArray) -> BoolArray:
    """Which of the tag ids are in a `tag_mask`; an unlisted tag never is.

    >>> in_tags(np.array([TAG_ID["td"], TAG_ID["p"], 9999]), tag_mask("td th")).tolist()
    [True, False, False]
    """
    return mask[np.minimum(tag, len(TAGS))]
