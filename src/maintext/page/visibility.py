"""Hidden text: found, left out and reported.

Only the markup is used: attributes and inline styles. Scripts also hide text that they show later, so a
hidden element counts as visible if it can be opened, streams in or fades in. Each rule was tested on labelled
pages; `docs/hidden-text.md` has the evidence.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.errors import Reason
from maintext.page.attributes import NO_ATTRIBUTES, Attributes
from maintext.page.page import Page
from maintext.page.tags import TEMPLATE, TEXT, Flag

# -- one element ------------------------------------------------------------------------------------


_HIDING = ("hidden", "style", "aria-hidden")
"""The attributes that hide an element."""


def hiding_reason(attributes: Attributes) -> str | None:
    """Why an element with these attributes is hidden; None if it is visible.

    >>> hiding_reason({"style": "color: red; display: none"})
    'display:none'
    >>> hiding_reason({"style": "display: none", "role": "tabpanel"})
    """
    reason = None
    if "hidden" in attributes:
        reason = "hidden"
    elif "style" in attributes:
        reason = _style_reason(attributes["style"])
    if reason is None and attributes.get("aria-hidden") == "true":
        reason = "aria-hidden"
    return None if reason is None or _is_shown_later(attributes) else reason


Declarations = Mapping[str, str]

_LENGTH = r"(?:px|p[ct]|r?em|ex|ch|%|v[wh])?"
_ZERO = re.compile(rf"0*(?:\.0+)?{_LENGTH}$|0+\.?$")
_AT_MOST_ONE = re.compile(rf"(?:[01](?:\.0+)?|0?\.\d+){_LENGTH}$")
_FAR_AWAY = re.compile(r"-(?:999|\d{4,})")
_CLIPPED = re.compile(r"rect\(\s*[01](?:px)?[\s,]|inset\(\s*(?:50|100)%|circle\(\s*0")
_MOTION = ("transform", "transition", "animation", "will-change")
# A style without any of these cannot hide; nearly all styles stop here.
_MAY_HIDE = re.compile(r"none|hidden|collapse|opacity|font-size\s*:\s*0|clip|-(?:999|\d{4})", re.IGNORECASE)


def _style_reason(style: str) -> str | None:
    if not _MAY_HIDE.search(style):
        return None
    css = {}
    for declaration in style.lower().split(";"):
        name, _, value = declaration.partition(":")
        css[name.strip()] = value.replace("!important", "").strip()
    for reason, holds in STYLE_RULES.items():
        if holds(css):
            return reason
    return None


def _is_transparent(css: Declarations) -> bool:
    """Opacity 0, unless it is the start of an animation: such a text fades in."""
    return _ZERO.match(css.get("opacity", "1")) is not None and not any(
        name.endswith(_MOTION) for name in css
    )


def _has_no_size(css: Declarations) -> bool:
    """A font of size 0, or a box of at most one pixel that cuts off its overflow."""
    if _ZERO.match(css.get("font-size", "1")):
        return True
    cuts = any(css.get(name) in ("hidden", "clip") for name in ("overflow", "overflow-x", "overflow-y"))
    sizes = (css.get(name, "auto") for name in ("width", "height", "max-width", "max-height"))
    return cuts and any(_AT_MOST_ONE.match(size) for size in sizes)


def _is_clipped(css: Declarations) -> bool:
    return any(_CLIPPED.match(css.get(name, "")) for name in ("clip", "clip-path"))


def _is_off_screen(css: Declarations) -> bool:
    if _FAR_AWAY.match(css.get("text-indent", "")):
        return True
    moved = css.get("position") in ("absolute", "fixed")
    return moved and any(_FAR_AWAY.match(css.get(side, "")) for side in ("left", "top", "right", "bottom"))


STYLE_RULES: Mapping[str, Callable[[Declarations], bool]] = {
    "display:none": lambda css: css.get("display") == "none",
    "visibility:hidden": lambda css: css.get("visibility") in ("hidden", "collapse"),
    "opacity:0": _is_transparent,
    "zero size": _has_no_size,
    "clipped": _is_clipped,
    "off-screen": _is_off_screen,
}
"""Reasons that an inline style can give, in the order in which they are tried."""

# Elements that a reader can open, by the words of their class and id: accordions, expanders, tabs. React
# sends parts of a page hidden, with the id `S:…`, and moves them into place. WeChat hides an article until it
# is styled.
_OPENS = re.compile(
    r"accordion|collaps|expander|faq|tab[-_]*(?:pane|content)|\bS:[0-9a-f]+$|\bjs_content\b", re.IGNORECASE
)
_STAYS_CLOSED = re.compile(r"nav|menu|modal|popup|dialog|overlay|cookie|consent|search|filter", re.IGNORECASE)


def _is_shown_later(attributes: Attributes) -> bool:
    """Whether a script shows the element, at once or on request."""
    if attributes.get("hidden") == "until-found" or attributes.get("role") == "tabpanel":
        return True
    names = f"{attributes.get('class', '')} {attributes.get('id', '')}"
    opens = attributes.get("role") == "region" and "aria-labelledby" in attributes
    return (opens or _OPENS.search(names) is not None) and not _STAYS_CLOSED.search(names)


# -- the whole page ---------------------------------------------------------------------------------

# Ways to hide that keep an element's place: pages use them for content that is not ready yet.
_WAITING = ("visibility:hidden", "opacity:0", "zero size")
_LEAST_WAITING_SHARE = 0.5
_LEAST_WAITING_CHARS = 500
_MOST_SHOWN_SHARE = 0.1
"""Share of the page's text: if no more than this is shown, the rest is waiting for a script, however it is
hidden.
"""


def hides_most(hidden: int, shown: int) -> bool:
    """Whether a page with this much hidden and shown text may be waiting for a script."""
    return hidden >= max(_LEAST_WAITING_SHARE * (hidden + shown), _LEAST_WAITING_CHARS)


def still_hidden(page: Page) -> BoolArray | None:
    """The rows that stay hidden if elements with most of a page hide themselves; else None.

    No page is meant to be blank: such an element waits for a script or a style sheet. Text that is hidden
    inside of it stays hidden.
    """
    outermost = _outermost(page, page.has(Flag.HIDDEN))
    if not len(outermost) or Reason.DEPTH in page.problems:  # flattened rows have lost their hiding elements
        return None
    chars = np.where((page.tag == TEXT) & ~page.has(Flag.UNSHOWN), page.text_end - page.text_start, 0)
    below = page.subtree(chars)
    large = below >= max(_LEAST_WAITING_SHARE * chars.sum(), _LEAST_WAITING_CHARS)
    is_blank = chars[~page.has(Flag.HIDDEN)].sum() <= _MOST_SHOWN_SHARE * chars.sum()

    def waits(row: int) -> bool:
        attributes = page.attributes.get(row, NO_ATTRIBUTES)
        reason = hiding_reason(attributes)
        if is_blank and reason and below[row] >= _LEAST_WAITING_CHARS:
            return not _STAYS_CLOSED.search(f"{attributes.get('class', '')} {attributes.get('id', '')}")
        return bool(large[row]) and reason in _WAITING

    if not any(map(waits, outermost.tolist())):
        return None
    may_hide = {row for name in _HIDING for row, _ in page.values_of(name)}
    hiding = np.zeros(len(page), dtype=np.bool_)
    may_hide = {row for row in may_hide if page.flags[row] & Flag.HIDDEN}  # not words of a line
    hiding[[row for row in may_hide if hiding_reason(page.attributes[row]) and not waits(row)]] = True
    return page.inside(hiding)


@dataclass(frozen=True, slots=True)
class HiddenText:
    """A hidden text."""

    text: str
    xpath: str
    reason: str


def hidden_texts(page: Page) -> tuple[HiddenText, ...]:
    """The text of every outermost hidden element, and of every template, in order.

    >>> from maintext.page.parse import parse
    >>> hidden_texts(parse("<p>Seen.<p hidden>Not <b>seen.</b>"))
    (HiddenText(text='Not seen.', xpath='/html/body/p[2]', reason='hidden'),)
    """
    texts = []
    for row, text in page.table.hidden_texts():
        template = page.tag[row] == TEMPLATE
        reason = hiding_reason(page.attributes.get(row, NO_ATTRIBUTES))
        texts.append(HiddenText(text, page.xpath(row), "template" if template else reason or "hidden"))
    return tuple(texts)


def _outermost(page: Page, rows: BoolArray) -> IntArray:
    """Marked rows whose parent is not marked."""
    found = np.flatnonzero(rows)
    parent = page.parent[found]
    return found[~rows[parent] | (parent < 0)]
