"""What the Markdown of a page should hold: the markup of the page where its text is in the gold text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from turbohtml import Element

from maintext.arrays import BoolArray
from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.structure.blocks import PageBlocks, Spot, TextBlock, read_blocks
from maintext.evaluation.structure.code import language
from maintext.evaluation.structure.formulas import FormulaKey
from maintext.evaluation.structure.images import GoldImage, picture
from maintext.evaluation.structure.sheets import hidden_by_sheets
from maintext.evaluation.structure.tables import Grid, grid, rows
from maintext.evaluation.structure.text import is_web, joined, squeezed, url_keys
from maintext.evaluation.structure.tree import (
    HEADINGS,
    LISTS,
    attribute,
    children,
    classes,
    inner,
    is_for_screen_readers,
    parents,
    read_page,
)
from maintext.text.words import tokens
from maintext.training.align import Alignment, align_tokens

NEARLY_WHOLE = 0.9
"""The share of an element's words that the gold text must have."""
_LONGEST_HEADING = 300  # characters; a longer one was never closed
_LONG_HEADING = 15  # letters of a heading that are hardly in the gold text by accident
_HALF = 0.5
_FEW = 3  # words of a paragraph that counts; shorter ones are often labels
_MOST_BLOCKS = 6  # of a list item; one with more is a part of the page's layout

_SEPARATOR = re.compile(r"\s+[|\u2013\u2014\u00b7\u00bb:-]+\s+|[:\uff1a|_]\s*")
"""Between the title of a page and the name of its site or section."""
_SHORT_PART = 10  # characters, such as "JavaScript": also the heading of a section
_REPLY = re.compile(r"^(?:re|aw|回复|回覆)[:：]", re.IGNORECASE)
"""Before the title of a thread, above each reply."""
_LONG_TEXT = 20
"""Letters and digits of a text that is hardly elsewhere by accident."""
_USERS = frozenset("username message-name userTitle cAuthorPane_author".split())
"""Classes of users' names and ranks, by forum software."""
_NOTES = frozenset("footnotes footnotes-list references reflist endnotes".split())
"""Classes of lists that may become footnotes."""


@dataclass(frozen=True, slots=True)
class GoldListing:
    """A code listing."""

    code: str
    language: str
    """Empty if the page names none."""


@dataclass(frozen=True, slots=True)
class GoldItem:
    """An item of a list; nested lists are not part of it."""

    text: str
    depth: int
    ordered: bool


@dataclass(frozen=True, slots=True)
class GoldTable:
    """A data table."""

    filled: Grid
    """A cell that spans several places is in each."""
    once: Grid
    """It is in the first."""


@dataclass(frozen=True, slots=True)
class GoldLink:
    """A link."""

    text: str
    urls: frozenset[str]
    """Each is right."""


@dataclass(frozen=True, slots=True)
class Gold:
    """What should be there."""

    listings: tuple[GoldListing, ...] = ()
    tables: tuple[GoldTable, ...] = ()
    headings: tuple[str, ...] = ()
    items: tuple[GoldItem, ...] = ()
    paragraphs: tuple[str, ...] = ()
    formulas: tuple[FormulaKey, ...] = ()
    links: tuple[GoldLink, ...] = ()
    images: tuple[GoldImage, ...] = ()
    titles: frozenset[str] = frozenset()
    """The page's title: as a heading, it is neither right nor wrong."""
    section_headings: tuple[str, ...] = ()
    """The headings with text of their section in gold."""
    section_texts: tuple[tuple[str, ...], ...] = ()
    """For each of them, the longer texts of its section in gold."""
    hidden_headings: tuple[str, ...] = ()
    """Headings that the page hides: neither right nor wrong."""

    def is_title(self, heading: str) -> bool:
        """Whether a heading is the title, or repeats it above a reply."""
        return is_title(heading, self.titles)


def is_title(heading: str, titles: frozenset[str]) -> bool:
    """Whether a heading is one of the titles, or repeats one above a reply."""
    return heading in titles or _REPLY.sub("", heading) in titles


def find_gold(page: LabelledPage) -> Gold:
    """The structure of a page inside its gold text."""
    root = read_page(page.html)
    body = root and next(inner(root, "body"), None)
    if root is None or body is None or not page.text:
        return Gold()
    titles = _titles(root, page)
    hidden = _remove_hidden(root)
    found = read_blocks(body)
    words = [tokens(block.text) for block in found.blocks]
    aligned = align_tokens(words, gold := tokens(page.text))
    in_gold = aligned.coverage >= NEARLY_WHOLE
    _find_headings(found.blocks, words, gold, aligned, in_gold)
    return _Reader(found, _base(root, page.url), in_gold, titles, hidden).gold()


def _find_headings(
    blocks: Sequence[TextBlock],
    words: Sequence[Sequence[str]],
    gold: Sequence[str],
    aligned: Alignment,
    in_gold: BoolArray,
) -> None:
    """Add the headings that the gold text has with other spaces, or where the alignment does not look.

    Spans that a style sheet sets apart stick together in a block ("The North FaceWawona 6 Tent"), and the
    words at the seam do not match. A heading counts if half of it was matched and the gold text has all its
    letters in a row, or if the rest of the gold text, which was not matched, has them.
    """
    all_letters = "".join(gold)
    rest = "".join(" " if matched else token for token, matched in zip(gold, aligned.matched, strict=True))
    for at, block in enumerate(blocks):
        letters = "".join(words[at])
        if block.kind != "heading" or in_gold[at] or len(letters) < _LONG_HEADING:
            continue
        if aligned.coverage[at] >= _HALF:
            in_gold[at] = letters in all_letters
        elif letters in rest:
            in_gold[at] = True
            rest = rest.replace(letters, " ", 1)


def _remove_hidden(root: Element) -> tuple[str, ...]:
    """Take what readers do not see out of a page; return its headings."""
    found = dict.fromkeys([*hidden_by_sheets(root), *filter(is_for_screen_readers, inner(root))])
    hidden = [element for element in found if found.keys().isdisjoint(parents(element))]  # the outermost
    headings = [heading for element in hidden for heading in (element, *inner(element, *HEADINGS))]
    texts = tuple(joined(heading.text) for heading in headings if heading.tag in HEADINGS)
    for element in hidden:
        element.extract()
    return texts


def _titles(root: Element, page: LabelledPage) -> frozenset[str]:
    """The page's title, as the labels, the page's head and its first `<h1>` have it.

    The head adds the site's name, so the long parts of its titles count, too.
    """
    found = [page.title or "", *(element.text for element in islice(inner(root, "h1"), 1))]
    heads = [element.text for element in islice(inner(root, "title"), 1)]
    heads += [
        attribute(meta, "content")
        for meta in inner(root, "meta")
        if attribute(meta, "property") == "og:title"
    ]
    parts = [part for head in heads for part in _SEPARATOR.split(head) if len(part) > _SHORT_PART]
    return frozenset(filter(None, map(joined, (*found, *heads, *parts))))


def _base(root: Element, url: str | None) -> str | None:
    declared = next((attribute(base, "href") for base in inner(root, "base") if attribute(base, "href")), "")
    return next(iter(url_keys(declared, url) - {declared}), declared) if declared else url


@dataclass(frozen=True, slots=True)
class _Reader:
    """The blocks of a page, and which are in the gold text."""

    page: PageBlocks
    base: str | None
    main: BoolArray
    titles: frozenset[str]
    hidden: tuple[str, ...]

    def gold(self) -> Gold:
        blocks = [block for at, block in enumerate(self.page.blocks) if self.main[at]]
        headings = list(self._headings())
        return Gold(
            tuple(
                GoldListing(block.text, language(block.element)) for block in blocks if block.kind == "pre"
            ),
            tuple(self._tables()),
            tuple(text for text, *_ in headings),
            tuple(self._items()),
            tuple(filter(None, (squeezed(block.text) for block in blocks if _is_paragraph(block)))),
            tuple(spot.formula for spot in self.page.formulas if spot.formula and self._is_enclosed(spot)),
            tuple(self._links()),
            tuple(self._images()),
            self.titles,
            tuple(text for text, has_text, _ in headings if has_text),
            tuple(texts for _, has_text, texts in headings if has_text),
            self.hidden,
        )

    def _headings(self) -> Iterator[tuple[str, bool, tuple[str, ...]]]:
        """The headings, whether text of their section is in gold, and its longer texts.

        One for each element: a block element inside it does not make two of it.
        """
        parts: dict[Element, list[int]] = {}
        for at, block in enumerate(self.page.blocks):
            if block.kind == "heading":
                parts.setdefault(block.element, []).append(at)
        for element, own in parts.items():
            text = joined("".join(self.page.blocks[at].text for at in own))
            is_whole = self.main[own].all() and all(self.page.blocks[at].regular for at in own)
            if (
                is_whole
                and len(text) <= _LONGEST_HEADING
                and not is_title(text, self.titles)
                and not _is_user(element)
            ):
                section = self._section(element, own[-1])
                long = (key for key in map(squeezed, section) if len(key) >= _LONG_TEXT)
                yield text, bool(section), tuple(long)

    def _section(self, heading: Element, last: int) -> list[str]:
        """The texts in gold up to the next heading of that level."""
        found = []
        for at in range(last + 1, len(self.page.blocks)):
            block = self.page.blocks[at]
            if block.kind == "heading" and _level(block.element) <= _level(heading):
                break
            if block.kind != "heading" and self.main[at]:
                found.append(block.text)
        return found

    def _tables(self) -> list[GoldTable]:
        row_blocks = {block.element: at for at, block in enumerate(self.page.blocks) if block.kind == "tr"}
        found = []
        for table in self.page.tables:
            own = [row_blocks[row] for row in rows(table) if row in row_blocks]
            lengths = [len(self.page.blocks[at].text) for at in own]
            kept = sum(length for at, length in zip(own, lengths, strict=True) if self.main[at])
            if own and kept >= NEARLY_WHOLE * sum(lengths):
                found.append(GoldTable(grid(table, filled=True), grid(table, filled=False)))
        return [table for table in found if len(table.once) > 1]

    def _items(self) -> list[GoldItem]:
        texts: dict[Element, list[int]] = {}
        for at, block in enumerate(self.page.blocks):
            if block.kind == "li":
                texts.setdefault(block.element, []).append(at)
        whole = {item: own for item, own in texts.items() if self.main[own].all() and _is_item(item, own)}
        lists = {next(parents(item)) for item in whole}
        found = []
        for item, own in whole.items():
            text = squeezed("".join(self.page.blocks[at].text for at in own))
            ordered = next(parents(item)).tag == "ol"
            regular = all(self.page.blocks[at].regular for at in own)
            if text and regular:
                found.append(GoldItem(text, sum(parent in lists for parent in parents(item)), ordered))
        return found

    def _links(self) -> list[GoldLink]:
        found = []
        for spot in self.page.links:
            url = attribute(spot.element, "href")
            in_gold = spot.before < len(self.main) and self.main[spot.before]
            if in_gold and is_web(url, self.base) and (text := squeezed(spot.text)):
                found.append(GoldLink(text, url_keys(url, self.base)))
        return found

    def _images(self) -> list[GoldImage]:
        pictures = [picture(spot.element, self.base) for spot in self.page.images if self._is_enclosed(spot)]
        return [each for each in pictures if each]

    def _is_enclosed(self, spot: Spot) -> bool:
        """Whether a spot is inside a block of the gold text, or the blocks before and after it are."""
        if spot.inside:
            return bool(self.main[spot.before])
        before = range(spot.before - 1, -1, -1)
        after = range(spot.before, len(self.main))
        beside = [next((at for at in way if self._is_beside(at)), -1) for way in (before, after)]
        return all(at >= 0 and self.main[at] for at in beside)

    def _is_beside(self, at: int) -> bool:
        return self.page.blocks[at].kind != "caption"


def _is_user(heading: Element) -> bool:
    """Whether a heading is the name or rank of a user, which forums write above each post."""
    return any(not _USERS.isdisjoint(classes(element)) for element in (heading, *inner(heading)))


def _level(heading: Element) -> int:
    return int(heading.tag[1]) if heading.tag in HEADINGS else len(HEADINGS)


def _is_paragraph(block: TextBlock) -> bool:
    return block.kind == "p" and block.regular and len(tokens(block.text)) >= _FEW


def _is_item(item: Element, own: list[int]) -> bool:
    """Whether an element is an item of a list, and not a footnote, a card or a column of the page."""
    above = list(parents(item))
    if len(own) > _MOST_BLOCKS or above[0].tag not in LISTS:
        return False
    if any(not _NOTES.isdisjoint(classes(element)) for element in above):
        return False
    return not any(element.tag in (*HEADINGS, "table", "pre", "figure") for element in _own_elements(item))


def _own_elements(item: Element) -> list[Element]:
    """The elements of an item, without nested lists."""
    found, waiting = [], children(item)
    while waiting:
        element = waiting.pop()
        if element.tag not in LISTS:
            found.append(element)
            waiting += children(element)
    return found
