"""Bounds on the source, before a parser sees it.

HTML's rules let a few bytes cost much. A formatting element that is never closed is opened again in
every block that follows, so n unclosed `<b id=…>` in n blocks make n² elements; and every further
`<body …>` adds its attributes to those of all before it. A parser that follows the rules needs
minutes and gigabytes for a page of a megabyte. Here such tags are turned into comments (`<b id=…>`
into `<! id=…>`), and a source with too many tags is cut. What stays keeps its offsets.

The bounds hold whatever surrounds a tag: what looks like one in a script or comment is counted too.
Pages that people wrote pass unchanged, but for frames in `<noscript>` that are never closed: without
scripts such a frame holds all that follows as its raw text, and in a browser, with scripts, it is none.
"""

import re
from dataclasses import dataclass

from maintext.errors import Reason
from maintext.limits import Limits

_TAGS_PER_NODE = 2  # a start and an end tag
_PARSED_PER_NODE = 2  # nodes that the parser may make for each that the table may hold
_PARSER_DEPTH = 512  # turbohtml nests no deeper, so one tag can open no more elements again

# Groups: name, attributes of the plainest form, and an end tag right after the element's text.
# Where the first two are equal, so are the elements, and of equal ones the parser opens at most three
# again (HTML, "Noah's Ark clause"). Where the third is there, the element is closed for certain.
# `a` and `nobr` are missing because a second one closes the first.
_FORMATTING = re.compile(
    r"<(b|big|code|em|font|i|s|small|strike|strong|tt|u)(?=[\s/>])"
    r"""((?:\s++[\w:-]++(?:=(?:"[^"<>]*+"|'[^'<>]*+'|[\w#%.:-]++))?+)*+\s*+/?+>)?+"""
    r"([^<]*+</\1\s*+>)?+",
    re.IGNORECASE | re.ASCII,
)
_ALIKE = 3

_ROOT = re.compile(r"<(?:body|html)[\s/]", re.IGNORECASE | re.ASCII)
_MOST_ROOTS = 16

_NOSCRIPT_OR_FRAME = re.compile(r"<(/?(?:noscript|iframe))(?=[\s/>])", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class Guarded:
    """A source that is safe to parse, and what was done to make it so."""

    html: str
    problems: tuple[Reason, ...] = ()


def guard(html: str, limits: Limits) -> Guarded:
    """Cut the source, and take out tags, where parsing would cost more than the limits allow."""
    html = safe = _without(html, _swallowing(html))
    tags = html.count("<")
    if tags > _TAGS_PER_NODE * limits.nodes:
        tags = _TAGS_PER_NODE * limits.nodes
        safe = _cut(html, tags)
    reopened = _PARSED_PER_NODE * limits.nodes // max(tags, 1)
    if reopened < _PARSER_DEPTH:
        safe = _without(safe, _piling(safe, reopened))
    safe = _without(safe, [tag.start() for tag in _ROOT.finditer(safe)][_MOST_ROOTS:])
    return Guarded(safe, (Reason.NODES,) if safe != html else ())


def _swallowing(html: str) -> list[int]:
    """Where frames start that no end tag follows before their `<noscript>` ends."""
    starts: list[int] = []
    frames: list[int] = []
    inside = False
    for tag in _NOSCRIPT_OR_FRAME.finditer(html):
        name = tag[1].lower()
        if name == "/noscript":
            starts += frames
            inside, frames = False, []
        elif name == "noscript":
            inside = True
        elif name == "/iframe":
            frames = []
        elif inside:
            frames.append(tag.start())
    return starts


def _cut(html: str, tags: int) -> str:
    """The source up to and without the given number of tags."""
    at = -1
    for _ in range(tags + 1):
        at = html.index("<", at + 1)
    return html[:at]


def _piling(html: str, most: int) -> list[int]:
    """Where formatting tags start that could be opened again, past the first kinds of them.

    The kinds that stay are so few that no more than `most` elements can be open at once.
    """
    kinds: set[str] = set()
    unalike = 0
    starts = []
    for tag in _FORMATTING.finditer(html):
        name, attributes, end = tag.groups()
        if end and attributes:
            continue
        kind = name.lower() + attributes if attributes else None
        if kind in kinds:
            continue
        if _ALIKE * len(kinds) + unalike + _ALIKE > most:
            starts.append(tag.start())
        elif kind:
            kinds.add(kind)
        else:
            unalike += 1
    return starts


def _without(html: str, starts: list[int]) -> str:
    """The source with the tags that begin at these places made into comments."""
    if not starts:
        return html
    pieces = [html[: starts[0]]]
    for start, following in zip(starts, [*starts[1:], len(html)], strict=True):
        pieces += "<!", html[start + 2 : following]
    return "".join(pieces)
