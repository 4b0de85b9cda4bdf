"""Trees of other parsers, as outlines to compare with the kernel's; and broken pages."""

import re
from collections.abc import Iterator
from random import Random

from selectolax.lexbor import LexborHTMLParser, LexborNode

from maintext.page.page import Page
from tests.parse.html5lib_cases import Outline, cases, fold_words
from tests.reference.counts import row_counts
from tests.reference.walk import Walked

_COLUMNS = "tag parent end depth flags block text_start text_end line offset".split()


def differences(page: Page, walked: Walked) -> list[str]:
    """The columns that differ between the kernel's table and the walk's."""
    found = [
        name for name in ("text", "tag_names", "problems") if getattr(page, name) != getattr(walked, name)
    ]
    expected = {name: getattr(walked, name).tolist() for name in _COLUMNS} | row_counts(walked)
    found += [name for name, column in expected.items() if getattr(page, name).tolist() != column]
    ours, theirs = dict(page.attributes), walked.attributes
    if ours != theirs or [*ours] != [*theirs] or any([*ours[row]] != [*theirs[row]] for row in ours):
        found.append("attributes")
    return found


def lexbor_outline(html: str) -> list[Outline]:
    """The rows of lexbor's tree. It does not show the content of templates."""
    rows: list[Outline] = []
    node = LexborHTMLParser(html).root
    depth = 0
    while node is not None:
        keeps = _add(node, depth, rows)
        below = node.first_child if keeps else None
        if below is not None:
            node, depth = below, depth + 1
            continue
        while node is not None and node.next is None:
            node, depth = node.parent, depth - 1
            if depth < 0:
                return rows
        node = node.next if node is not None else None
    return rows


def _add(node: LexborNode, depth: int, rows: list[Outline]) -> bool:
    """Add a node's row; return whether its content has rows."""
    if node.is_text_node:
        rows.append(Outline(depth, "#text", node.text_content or ""))
        return False
    if not node.is_element_node or node.tag is None:
        return False
    attributes = {name: fold_words(name, value or "") for name, value in node.attributes.items()}
    rows.append(Outline(depth, node.tag, "", attributes))
    data = "json" in attributes.get("type", "").lower()
    return node.tag not in ("style", "template") and (node.tag != "script" or data)


def without_templates(rows: list[Outline]) -> list[Outline]:
    """The rows outside of templates."""
    kept: list[Outline] = []
    template = -1
    for row in rows:
        if template >= 0 and row.depth > template:
            continue
        template = row.depth if row.name == "template" else -1
        kept.append(row)
    return kept


def fragments(count: int, seed: int, sources: list[str]) -> Iterator[str]:
    """Pieces of sources, each broken in a few places."""
    random = Random(seed)
    tokens = [re.findall(r"<[^>]*>|[^<]+", source) for source in sources]
    tokens = [pieces for pieces in tokens if pieces]
    for _ in range(count):
        pieces = random.choice(tokens)
        start = random.randrange(len(pieces))
        broken = pieces[start : start + random.randrange(5, 150)]
        for _ in range(random.randrange(1, 8)):
            _break(broken, random, tokens)
        yield random.choice(("", "<!doctype html>")) + "".join(broken)


def _break(pieces: list[str], random: Random, tokens: list[list[str]]) -> None:
    if not pieces:
        return
    at, chance = random.randrange(len(pieces)), random.random()
    if chance < 0.35:
        del pieces[at]
    elif chance < 0.7:
        pieces.insert(at, random.choice(random.choice(tokens)))
    elif chance < 0.85:
        other = random.randrange(len(pieces))
        pieces[at], pieces[other] = pieces[other], pieces[at]
    else:
        pieces[at] = pieces[at][: random.randrange(len(pieces[at]) + 1)]


def case_sources() -> list[str]:
    """The sources of html5lib's cases, a dozen at a time: small pages with every oddity of HTML."""
    # turbohtml fills <selectedcontent>, which the kernel leaves empty.
    sources = [case.source for case in cases() if "selectedcontent" not in case.source]
    return ["".join(sources[at : at + 12]) for at in range(0, len(sources), 12)]
