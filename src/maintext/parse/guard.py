"""Bounds on the source, before a parser sees it.

HTML's rules let a few bytes make many nodes: a formatting element that is never closed is opened
again in every block that follows, so n unclosed `<b id=…>` in n blocks make n² elements. A parser
that follows the rules needs minutes and gigabytes for a page of a megabyte. Here the source is cut
where its nodes would be too many, and formatting tags past a bound on open ones are blanked out.
Both keep the offsets of what stays, and neither touches a page that real people wrote.
"""

import re
from dataclasses import dataclass

from maintext.errors import Reason
from maintext.limits import Limits

# Formatting elements with equal attributes are reopened at most three times (HTML, "Noah's Ark
# clause"), so only those with attributes can pile up. `a` and `nobr` close their predecessors.
_PILING_TAG = re.compile(r"<(?:b|big|code|em|font|i|s|small|strike|strong|tt|u)[\s/]", re.IGNORECASE)
_UNPILED_REOPENINGS = 36

_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)(?=[\s/>])[^<>]*>?", re.IGNORECASE)
_FORMATTING = frozenset("a b big code em font i nobr s small strike strong tt u".split())
_MARKERS = frozenset("applet caption marquee object td template th".split())
_MOST_OPEN_FORMATTING = 32


@dataclass(frozen=True, slots=True)
class Guarded:
    """A source that is safe to parse, and what was cut to make it so."""

    html: str
    problems: tuple[Reason, ...] = ()


def guard(html: str, limits: Limits) -> Guarded:
    """Cut or blank what would cost more than the limits allow."""
    tags = html.count("<")
    piling = sum(1 for _ in _PILING_TAG.finditer(html))
    if tags * (1 + _UNPILED_REOPENINGS + piling) > 4 * limits.nodes:
        safe = _bound_formatting(html, limits.nodes)
        if safe != html:
            return Guarded(safe, (Reason.NODES,))
    return Guarded(html)


def _bound_formatting(html: str, nodes: int) -> str:
    """Blank formatting start tags while too many are open; cut where the nodes would be too many.

    A count of open formatting elements that errs upwards: an end tag closes an element only
    where no table cell or the like was opened in between, as in the parser's own list.
    """
    open_tags: list[str] = []
    pieces: list[str] = []
    copied = 0
    made = 0
    for tag in _TAG.finditer(html):
        name = tag[2].lower()
        made += 2 + len(open_tags)  # the element, its text, and what may be opened again before it
        if made > 2 * nodes:
            pieces.append(html[copied : tag.start()])
            return "".join(pieces)
        if name in _MARKERS:
            if not tag[1]:
                open_tags.append(name)
            elif name in open_tags:
                del open_tags[_last(open_tags, name) :]
        elif name in _FORMATTING:
            if tag[1]:
                at = _last(open_tags, name)
                if at >= 0 and not _MARKERS.intersection(open_tags[at:]):
                    del open_tags[at]
            elif len(open_tags) < _MOST_OPEN_FORMATTING:
                open_tags.append(name)
            else:
                pieces += html[copied : tag.start()], " " * (tag.end() - tag.start())
                copied = tag.end()
    pieces.append(html[copied:])
    return "".join(pieces)


def _last(names: list[str], name: str) -> int:
    """Position of the last such name; -1 if there is none."""
    for at in range(len(names) - 1, -1, -1):
        if names[at] == name:
            return at
    return -1
