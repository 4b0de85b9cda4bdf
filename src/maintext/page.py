"""Page: a web page as a table of nodes over one text buffer.

One row per element and per text node, in document order, so a subtree is the range of rows
`row .. end[row]` and any sum over it is one subtraction of prefix sums. The table is built once by
`maintext.parse` and never changes; every method is array arithmetic over it.

A *leaf* is a text node whose text is shown and not blank. All text counts are over leaves.
"""

import weakref
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from maintext._kernel import loops
from maintext.arrays import BoolArray, IntArray, frozen, prefix_sums
from maintext.characters import Characters, Counts, characters
from maintext.errors import Reason
from maintext.tags import IMG, SVG, TAGS, TEXT, TITLE, VOID_TAGS, A, Flag, P

if TYPE_CHECKING:
    from maintext.blocks import Blocks

Attributes = Mapping[str, str]
NO_ATTRIBUTES: Attributes = {}


class CountedAttributes(Mapping[int, Attributes]):
    """Attributes by row, of a parser that can tell of them, and of the text, without making them."""

    @abstractmethod
    def named(self, name: str) -> list[tuple[int, str]]:
        """The rows that have an attribute, and its values; the name in lower case."""

    @abstractmethod
    def shared(self, name: str) -> tuple[list[str], IntArray]:
        """The different values of an attribute, and the number of each row's; -1 where it has none."""

    @abstractmethod
    def rows_with_role(self, role: str) -> list[int]:
        """Rows whose `role` is exactly this, in order."""

    @abstractmethod
    def rows_with_spans(self) -> list[int]:
        """Rows that have a `colspan` or a `rowspan`, in order."""

    @abstractmethod
    def markup(self, tag_lengths: IntArray) -> IntArray:
        """Characters of each row's tags, whose lengths are given, and of what attributes count as markup."""

    @abstractmethod
    def names(self, rows: IntArray) -> tuple[NDArray[np.uint64], IntArray, IntArray]:
        """The different names of some rows: their words, where each one's begin, the name of every row.

        See `maintext.features.names`.
        """

    @abstractmethod
    def utf_8(self) -> bytes:
        """The page's text as UTF-8."""

    @abstractmethod
    def head(self) -> tuple[str, str, str, str, bool, bool]:
        """What `<meta>` and `<link>` declare of the page, in the order of `maintext.features.meta`."""


_COLUMNS = "tag parent end depth flags block text_start text_end line offset".split()


@dataclass(frozen=True, eq=False, repr=False)
class Page:
    """A parsed page. All columns have one entry per row and are read-only."""

    text: str
    """Every text node's characters, in document order."""
    tag: IntArray
    """Tag id: a position in `maintext.tags.TAGS`, or past its end in `tag_names`."""
    parent: IntArray
    """Row of the parent element; -1 for the root."""
    end: IntArray
    """One past the last row of the subtree."""
    depth: IntArray
    """Number of ancestors; 0 for the root."""
    flags: IntArray
    """`Flag` bits, own and inherited."""
    block: IntArray
    """Row of the nearest block element, the row itself included; 0 if there is none."""
    text_start: IntArray
    """Where the subtree's text begins in `text`."""
    text_end: IntArray
    """Where the subtree's text ends in `text`."""
    line: IntArray
    """Line of the start tag in the source, from 1; 0 where it is not known (text, implied tags)."""
    offset: IntArray
    """Character offset of the start tag in the decoded source; -1 where it is not known."""
    attributes: Mapping[int, Attributes]
    """Attributes by row, for the rows that have any."""
    tag_names: tuple[str, ...] = TAGS
    """Names by tag id: `TAGS`, then this page's own unlisted tags."""
    problems: tuple[Reason, ...] = ()
    """What keeps the table from holding the whole page."""
    text_counts: NDArray[np.integer[Any]] | None = None
    """Counts of every text node, shown or not, one row of `Counts` each; None if the parser made none."""

    def __post_init__(self) -> None:
        for name in _COLUMNS:
            frozen(getattr(self, name))

    def __len__(self) -> int:
        return len(self.tag)

    def __reduce__(self) -> tuple[type["Page"], tuple[object, ...]]:
        # Only the table travels between processes: what is derived from it can be derived again.
        return Page, tuple(self._fields().values())

    def _fields(self) -> dict[str, object]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __repr__(self) -> str:
        return f"<Page: {len(self)} rows, {int(self.is_leaf.sum())} leaves, {len(self.text)} characters>"

    @cached_property
    def utf_8(self) -> bytes:
        """The text as UTF-8, for loops in C."""
        if isinstance(self.attributes, CountedAttributes):
            return self.attributes.utf_8()
        return self.text.encode("utf-8", "surrogatepass")

    @property
    def columns(self) -> tuple[IntArray, ...]:
        """The columns that the kernel's loops read, in their order."""
        return self.tag, self.parent, self.end, self.flags, self.block, self.text_start, self.text_end

    # -- text statistics, per row: own counts of leaves, 0 elsewhere --------------------------------

    @cached_property
    def shown_texts(self) -> tuple[IntArray, Characters]:
        """Rows of the text nodes that are shown, blank ones too, and their characters."""
        has_text = (self.tag == TEXT) & (self.text_start < self.text_end)
        rows = np.flatnonzero(has_text & ~self.has(Flag.UNSHOWN | Flag.HIDDEN))
        return rows, characters(self.text, self.text_start[rows], self.text_end[rows])

    def _count(self, name: str) -> IntArray:
        """A column of `Counts`, by row."""
        if self.text_counts is None:
            rows, shown = self.shown_texts
            column = np.zeros(len(self), dtype=np.int64)
            column[rows] = shown.count(name)
            return frozen(column)
        counts = self.text_counts[Counts._fields.index(name)]
        if loops is not None:
            return np.frombuffer(loops.seen_counts(self.flags, counts), dtype=np.int64)
        return frozen(np.where(self.has(Flag.UNSHOWN | Flag.HIDDEN), 0, counts).astype(np.int64))

    @cached_property
    def chars(self) -> IntArray:
        """Characters of each leaf, runs of white space counted as one, ends trimmed."""
        return self._count("chars")

    @cached_property
    def words(self) -> IntArray:
        """White-space separated words of each leaf."""
        return self._count("words")

    @cached_property
    def cjk(self) -> IntArray:
        """Han, kana and hangul characters of each leaf."""
        return self._count("cjk")

    @cached_property
    def cjk_punctuation(self) -> IntArray:
        """Full-width sentence marks (。，？、；：！) of each leaf."""
        return self._count("cjk_punctuation")

    @cached_property
    def latin_punctuation(self) -> IntArray:
        """Sentence marks of other scripts (. , ? ; : ! and Arabic, Devanagari, ... ones) of each leaf."""
        return self._count("latin_punctuation")

    @cached_property
    def digits(self) -> IntArray:
        """Decimal digits of each leaf."""
        return self._count("digits")

    @cached_property
    def upper(self) -> IntArray:
        """Capital letters of each leaf."""
        return self._count("upper")

    @cached_property
    def punctuation(self) -> IntArray:
        """Sentence marks of every script of each leaf."""
        return frozen(self.cjk_punctuation + self.latin_punctuation)

    @cached_property
    def link_chars(self) -> IntArray:
        """Characters of each leaf that lies in a link."""
        return frozen(np.where(self.has(Flag.LINK), self.chars, 0))

    # -- element statistics, per row: 1 for what the row is, 0 elsewhere ---------------------------

    @cached_property
    def is_element(self) -> BoolArray:
        """Rows that are elements."""
        return frozen(self.tag != TEXT)

    @cached_property
    def is_link(self) -> BoolArray:
        """Rows that are `<a>` elements."""
        return frozen(self.tag == A)

    @cached_property
    def is_paragraph(self) -> BoolArray:
        """Rows that are `<p>` elements."""
        return frozen(self.tag == P)

    @cached_property
    def is_image(self) -> BoolArray:
        """Rows that are `<img>` elements."""
        return frozen(self.tag == IMG)

    @cached_property
    def is_image_link(self) -> BoolArray:
        """Rows that are images inside a link."""
        return frozen(self.is_image & self.has(Flag.LINK))

    @cached_property
    def tag_chars(self) -> IntArray:
        """Characters of each element's own tags, without attributes."""
        return frozen(self.tag_lengths.take(self.tag))

    @property
    def tag_lengths(self) -> IntArray:
        """The same by tag id."""
        unlisted = [_tag_length(name) for name in self.tag_names[len(TAGS) :]]
        return np.concatenate((_TAG_LENGTHS, unlisted)) if unlisted else _TAG_LENGTHS

    @cached_property
    def markup(self) -> IntArray:
        """Characters of each element's own tags, without the `id`, `class` and `style` attributes."""
        if isinstance(self.attributes, CountedAttributes):
            return self.attributes.markup(self.tag_lengths)
        lengths = self.tag_chars.copy()
        rows = np.fromiter(self.attributes, dtype=np.int64)
        lengths[rows] += np.fromiter(map(_attribute_length, self.attributes.values()), dtype=np.int64)
        return frozen(lengths)

    # -- structure ----------------------------------------------------------------------------------

    @cached_property
    def is_leaf(self) -> BoolArray:
        """Rows that are text nodes with shown, non-blank text."""
        return frozen(self.chars > 0)

    @cached_property
    def leaves(self) -> IntArray:
        """Rows of the leaves, in document order."""
        if loops is not None:
            return np.frombuffer(loops.leaves(self.chars), dtype=np.int64)
        return frozen(np.flatnonzero(self.is_leaf))

    @cached_property
    def next_sibling(self) -> IntArray:
        """Row of the next sibling; -1 for the last child."""
        after = np.minimum(self.end, len(self) - 1)
        follows = (self.end < len(self)) & (self.parent[after] == self.parent)
        return frozen(np.where(follows, self.end, -1))

    @cached_property
    def child_count(self) -> IntArray:
        """Number of children, blank text nodes left out."""
        counted = (self.is_element | self.is_leaf) & (self.parent >= 0)
        return frozen(np.bincount(self.parent[counted], minlength=len(self)))

    def has(self, flags: Flag) -> BoolArray:
        """Rows that carry any of the flags."""
        return (self.flags & int(flags)) != 0

    def subtree(self, column: IntArray | BoolArray) -> IntArray:
        """Sum of a per-row column over each row's subtree."""
        sums = prefix_sums(column)
        return sums[self.end] - sums[:-1]

    def inside(self, rows: BoolArray) -> BoolArray:
        """Rows that are marked, or lie below a marked one."""
        ended = np.bincount(self.end[rows], minlength=len(self) + 1)[:-1]
        return np.cumsum(rows) > np.cumsum(ended)

    def nearest(self, rows: BoolArray) -> IntArray:
        """For each row the nearest marked row above it, itself included; -1 where there is none.

        Every step doubles how far a row has climbed, so a page takes about log2(depth) of them.
        """
        above = np.append(np.where(rows, np.arange(len(self)), self.parent), -1)
        while True:
            higher = above[above]
            if np.array_equal(higher, above):
                return above[:-1]
            above = higher

    @cached_property
    def subtree_chars(self) -> IntArray:
        """Characters below each row."""
        return frozen(self.subtree(self.chars))

    @cached_property
    def subtree_link_chars(self) -> IntArray:
        """Link characters below each row."""
        return frozen(self.subtree(self.link_chars))

    @cached_property
    def subtree_tags(self) -> IntArray:
        """Elements below each row, an element itself included."""
        return frozen(self.subtree(self.is_element))

    @cached_property
    def subtree_link_tags(self) -> IntArray:
        """Links below each row, a link itself included."""
        return frozen(self.subtree(self.is_link))

    @cached_property
    def subtree_punctuation(self) -> IntArray:
        """Sentence marks below each row."""
        return frozen(self.subtree(self.punctuation))

    @property
    def blocks(self) -> "Blocks":
        """The blocks of the page (see `maintext.blocks`): the same ones as long as somebody holds them.

        They hold the page; if it held them, neither would go before the garbage is collected.
        """
        known: weakref.ref[Blocks] | None = self.__dict__.get("_blocks")
        blocks = None if known is None else known()
        if blocks is None:
            from maintext.blocks import segment  # blocks are made from pages: imported when asked for

            blocks = segment(self)
            self.__dict__["_blocks"] = weakref.ref(blocks)
        return blocks

    # -- single rows --------------------------------------------------------------------------------

    def tag_name(self, row: int) -> str:
        """The row's tag name; `#text` for text."""
        return self.tag_names[int(self.tag[row])]

    def attribute(self, row: int, name: str) -> str | None:
        """An attribute of the row, or None."""
        return self.attributes.get(row, NO_ATTRIBUTES).get(name)

    def row_text(self, row: int) -> str:
        """All text of the row's subtree, shown or not, exactly as in the source."""
        return self.text[self.text_start[row] : self.text_end[row]]

    def rows_of(self, tag: int) -> IntArray:
        """Rows with the given tag id."""
        return np.flatnonzero(self.tag == tag)

    def rows_with_role(self, role: str) -> list[int]:
        """Rows of the elements whose `role` is exactly this."""
        if isinstance(self.attributes, CountedAttributes):
            return self.attributes.rows_with_role(role)
        return [row for row, found in self.attributes.items() if found.get("role") == role]

    def values_of(self, name: str) -> list[tuple[int, str]]:
        """The rows that have an attribute, in order, and its values.

        >>> from maintext.parse import parse
        >>> parse("<p id=one><p><p id=two>").values_of("id")
        [(3, 'one'), (5, 'two')]
        """
        if isinstance(self.attributes, CountedAttributes):
            return self.attributes.named(name)
        return [(row, found[name]) for row, found in self.attributes.items() if name in found]

    def shared_values(self, name: str) -> tuple[list[str], IntArray]:
        """The different values of an attribute, and the number of each row's; -1 where it has none.

        Elements repeat, and so do their classes. One value may come twice.

        >>> from maintext.parse import parse
        >>> values, of_row = parse("<p class=one><p><p class=one>").shared_values("class")
        >>> values, of_row[3:].tolist()
        (['one'], [0, -1, 0])
        """
        if isinstance(self.attributes, CountedAttributes):
            return self.attributes.shared(name)
        number: dict[str, int] = {}
        of_row = np.full(len(self), -1, dtype=np.int64)
        for row, value in self.values_of(name):
            of_row[row] = number.setdefault(value, len(number))
        return list(number), of_row

    def rows_with_spans(self) -> list[int]:
        """Rows of the elements that have a `colspan` or a `rowspan`."""
        if isinstance(self.attributes, CountedAttributes):
            return self.attributes.rows_with_spans()
        return [row for row, names in self.attributes.items() if "colspan" in names or "rowspan" in names]

    def ancestors(self, row: int) -> list[int]:
        """Rows from the parent up to the root."""
        rows = []
        above = self.parent.item(row)
        while above >= 0:
            rows.append(above)
            above = self.parent.item(above)
        return rows

    @cached_property
    def _sibling_numbers(self) -> tuple[IntArray, IntArray]:
        """For each row its number, from 1, among siblings of the same tag, and how many those are."""
        key = (self.parent + 1) * len(self.tag_names) + self.tag
        order = np.argsort(key, kind="stable")
        _, first, size = np.unique(key[order], return_index=True, return_counts=True)
        number, total = np.empty_like(key), np.empty_like(key)
        number[order] = np.arange(len(key)) - np.repeat(first, size) + 1
        total[order] = np.repeat(size, size)
        return number, total

    def xpath(self, row: int) -> str:
        """The row's absolute path, with a number only where siblings share the tag.

        >>> from maintext.parse import parse
        >>> page = parse("<body><p>one<p>two")
        >>> page.xpath(int(page.leaves[1]))
        '/html/body/p[2]/text()'
        """
        number, total = self._sibling_numbers
        steps = []
        for step in reversed([row, *self.ancestors(row)]):
            tag = self.tag.item(step)
            name = "text()" if tag == TEXT else self.tag_names[tag]
            steps.append(f"/{name}" if total.item(step) == 1 else f"/{name}[{number.item(step)}]")
        return "".join(steps)

    @cached_property
    def title(self) -> str:
        """The text of the page's first `<title>` that has any, white space folded."""
        in_drawing = self.inside(self.tag == SVG)  # where a title names a shape
        for row in np.flatnonzero((self.tag == TITLE) & ~in_drawing):
            title = " ".join(self.row_text(int(row)).split())
            if title:
                return title
        return ""


def empty_page(*problems: Reason) -> Page:
    """A page without rows, for input that cannot be parsed."""
    none = np.zeros(0, dtype=np.int64)
    return Page("", none, none, none, none, none, none, none, none, none, none, {}, problems=problems)


def _tag_length(name: str) -> int:
    """Characters of `<name></name>`, or of `<name>` where there is no end tag; 0 for text."""
    if name == TAGS[TEXT]:
        return 0
    return len(name) + 2 if name in VOID_TAGS else 2 * len(name) + 5


_TAG_LENGTHS = frozen(np.array([_tag_length(name) for name in TAGS], dtype=np.int64))


def _attribute_length(attributes: Attributes) -> int:
    """Characters of ` name="value"` for every attribute that counts as markup."""
    length = 0
    for name, value in attributes.items():
        if name not in ("id", "class", "style"):
            length += len(name) + len(value) + 4
    return length
