"""Hidden text: left out by the kernel, and reported here.

The kernel reads attributes, inline styles and the page's own style sheets (`_kernel/styles`). Scripts also
hide text that they show later, so for a reader a hidden element counts as visible if it can be opened,
streams in or fades in. Each rule was tested on labelled pages; `docs/hidden-text.md` has the evidence.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from maintext.page.page import Page
from maintext.page.tags import TAG_ID, TEMPLATE
from maintext.text.unseen import REASONS, find_unseen, meaning

_META = TAG_ID["meta"]
_MOST_META = 2_000

_REASONS = (
    "hidden",
    "hidden",
    "display:none",
    "visibility:hidden",
    "opacity:0",
    "zero size",
    "clipped",
    "off-screen",
    "transform",
    "colour",
    "aria-hidden",
    "closed",
    "noscript",
)
"""By number, as the kernel's `HidingReason`."""


@dataclass(frozen=True, slots=True)
class HiddenText:
    """A hidden text."""

    text: str
    xpath: str
    reason: str
    rule: str | None = None
    """The selectors of the style rule that hides it; None if an attribute does."""
    line: int | None = None
    """The line of that rule in the page's source."""


def hidden_texts(page: Page) -> tuple[HiddenText, ...]:
    """The text of every outermost hidden element, and of every template, in order; then hidden characters.

    >>> from maintext.page.parse import parse
    >>> hidden_texts(parse("<style>.x {opacity: 0}</style><p>Seen.<p class=x>Not <b>seen.</b>"))
    (HiddenText(text='Not seen.', xpath='/html/body/p[2]', reason='opacity:0', rule='.x', line=1),)
    """
    texts = []
    found = page.table.hidden_texts()
    causes = hiding_causes(page) if found else {}
    for row, text in found:
        reason, rule, line = causes.get(int(page.offset[row]), (_REASONS[0], None, None))
        reason = "template" if page.tag[row] == TEMPLATE else reason
        texts.append(HiddenText(text, page.xpath(row), reason, rule, line))
    return (*texts, *_unseen_characters(page))


def hidden_length(page: Page) -> int:
    """Characters of all `hidden_texts`, without looking for the causes."""
    texts = (text for _, text in page.table.hidden_texts())
    return sum(map(len, texts)) + sum(len(hidden.text) for hidden in _unseen_characters(page))


def _unseen_characters(page: Page) -> Iterator[HiddenText]:
    """What characters hide that readers cannot see: in texts, and in the content of `<meta>`."""
    found: dict[tuple[int, int], bytes] = {}
    for offset, kind, dropped in page.table.unseen():
        found[offset, kind] = found.get((offset, kind), b"") + dropped
    rows = {offset: row for row, offset in reversed([*enumerate(page.offset.tolist())])} if found else {}
    for (offset, kind), dropped in found.items():
        if text := meaning(kind, dropped):
            yield HiddenText(text, page.xpath(rows.get(offset, 0)), REASONS[kind])
    others = ((row, value) for row, value in page.values_of("content") if not value.isascii())
    for row, value in islice(
        ((row, value) for row, value in others if page.tag.item(row) == _META), _MOST_META
    ):
        for reason, text in find_unseen(value):
            yield HiddenText(text, page.xpath(row), reason)


def hiding_causes(page: Page) -> dict[int, tuple[str, str | None, int | None]]:
    """Why elements hide themselves, by the offset of their start tag: reason, and the rule with its line."""
    found = page.table.hidings()
    if not found:
        return {}
    lines = _lines_at(page.table.source, {start for _, _, rule, start in found if rule is not None})
    return {
        offset: (_REASONS[reason], None, None)
        if rule is None
        else (_REASONS[reason], " ".join(rule.split()), lines[start])
        for offset, reason, rule, start in found
    }


def _lines_at(source: bytes, places: Iterable[int]) -> dict[int, int]:
    """The line of each place in the source, from 1."""
    lines = {}
    line, done = 1, 0
    for place in sorted(places):
        line += source.count(b"\n", done, place)
        lines[place], done = line, place
    return lines
