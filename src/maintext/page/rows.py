"""Rows: the columns of a page's table.

One row per element and per text node, in document order. Counts are those of leaves, and 0 for other rows;
sums over subtrees are in `maintext.page.page`.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext._kernel import native
from maintext.arrays import BoolArray, IntArray, frozen, prefix_sums
from maintext.errors import Reason
from maintext.lazy import lazy
from maintext.limits import Limits
from maintext.page.attributes import RowAttributes
from maintext.page.tags import IMG, TAGS, TEXT, VOID_TAGS, A, Flag, P
from maintext.text.characters import Counts, punctuation_by_code

if TYPE_CHECKING:
    from maintext._kernel._native import Table


@dataclass(frozen=True, eq=False, repr=False)
class Rows:
    """The rows of a page: read-only columns over the kernel's table."""

    table: "Table"
    """The kernel's own table, for native loops."""
    problems: tuple[Reason, ...]
    """Why the table does not have the whole page, if so."""
    limits: Limits
    """The limits that applied to parsing."""
    pruned: tuple[str, ...] = ()
    """CSS selectors of elements whose text is left out."""
    within: str | None = None
    """CSS selector of the elements outside of which text is left out, if any."""

    def __len__(self) -> int:
        return self.table.rows

    @lazy
    def _columns(self) -> IntArray:
        """The next eight, in this order."""
        rows = self.table.rows
        cells = np.frombuffer(memoryview(self.table), dtype=np.int64, count=native.COLUMNS * rows)
        return cells.reshape(native.COLUMNS, rows)

    @lazy
    def tag(self) -> IntArray:
        """Tag id: a position in `tag_names`."""
        return self._columns[0]

    @lazy
    def parent(self) -> IntArray:
        """Row of the parent element; -1 for the root."""
        return self._columns[1]

    @lazy
    def end(self) -> IntArray:
        """One past the last row of the subtree."""
        return self._columns[2]

    @lazy
    def depth(self) -> IntArray:
        """Number of ancestors; 0 for the root."""
        return self._columns[3]

    @lazy
    def flags(self) -> IntArray:
        """`Flag` bits, own and inherited."""
        return self._columns[4]

    @lazy
    def block(self) -> IntArray:
        """Row of the nearest block element, which may be the row itself; 0 if there is none."""
        return self._columns[5]

    @lazy
    def text_start(self) -> IntArray:
        """Where the subtree's text begins in `text`, in characters."""
        return self._columns[6]

    @lazy
    def text_end(self) -> IntArray:
        """Where the subtree's text ends in `text`."""
        return self._columns[7]

    @lazy
    def tag_names(self) -> tuple[str, ...]:
        """Names by tag id: `TAGS`, then this page's unlisted tags."""
        return TAGS + self.table.local_tags

    @lazy
    def attributes(self) -> RowAttributes:
        """Attributes by row, for the rows that have any."""
        return RowAttributes(self.table)

    @lazy
    def _places(self) -> IntArray:
        """Two rows: lines and offsets."""
        return np.frombuffer(self.table.places(), dtype=np.int64).reshape(2, len(self))

    @property
    def line(self) -> IntArray:
        """Line of the start tag in the source, from 1; 0 if unknown (text, implied tags)."""
        return self._places[0]

    @property
    def offset(self) -> IntArray:
        """Character offset of the start tag in the decoded source; -1 if unknown."""
        return self._places[1]

    @lazy
    def utf_8(self) -> bytes:
        """The characters of all text nodes, in document order, as UTF-8; lone surrogates take three bytes."""
        return self.table.utf_8

    @lazy
    def text(self) -> str:
        """The same as a str."""
        return self.utf_8.decode("utf-8", "surrogatepass")

    # -- text statistics, per row: own counts of leaves, 0 elsewhere --------------------------------

    def _count(self, name: str) -> IntArray:
        """A column of `Counts`, by row."""
        return np.frombuffer(self.table.counts(Counts._fields.index(name)), dtype=np.int64)

    @lazy
    def chars(self) -> IntArray:
        """Characters of each leaf; runs of white space count as one, ends as none."""
        return self._segments[: len(self)]

    @lazy
    def source_chars(self) -> IntArray:
        """Characters of each text node, hidden or not, with its white space as in the source."""
        return frozen(np.where(self.tag == TEXT, self.text_end - self.text_start, 0))

    @lazy
    def _segments(self) -> IntArray:
        """Characters by row; the rows of the leaves; then the columns of `Blocks`."""
        return np.frombuffer(memoryview(self.table.segments), dtype=np.int64)

    @lazy
    def words(self) -> IntArray:
        """Words of each leaf, separated by white space."""
        return self._count("words")

    @lazy
    def cjk(self) -> IntArray:
        """Han, kana and hangul characters of each leaf."""
        return self._count("cjk")

    @lazy
    def cjk_punctuation(self) -> IntArray:
        """Full-width punctuation (。，？、；：！) of each leaf."""
        return self._count("cjk_punctuation")

    @lazy
    def latin_punctuation(self) -> IntArray:
        """Punctuation of other scripts (. , ? ; : ! and Arabic, Devanagari, ...) of each leaf."""
        return self._count("latin_punctuation")

    @lazy
    def digits(self) -> IntArray:
        """Decimal digits of each leaf."""
        return self._count("digits")

    @lazy
    def upper(self) -> IntArray:
        """Capital letters of each leaf."""
        return self._count("upper")

    @lazy
    def punctuation(self) -> IntArray:
        """Punctuation of every script of each leaf."""
        return frozen(self.cjk_punctuation + self.latin_punctuation)

    @lazy
    def all_punctuation(self) -> IntArray:
        """Punctuation of each leaf, with quotes, brackets and dashes."""
        codes = np.frombuffer(self.text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
        sums = prefix_sums(punctuation_by_code().take(codes, mode="clip"))
        return frozen(np.where(self.chars > 0, sums[self.text_end] - sums[self.text_start], 0))

    @lazy
    def link_chars(self) -> IntArray:
        """Characters of each leaf that is in a link."""
        return frozen(np.where(self.has(Flag.LINK), self.chars, 0))

    # -- element statistics, per row: 1 for what the row is, 0 elsewhere ---------------------------

    @lazy
    def is_element(self) -> BoolArray:
        """Rows that are elements."""
        return frozen(self.tag != TEXT)

    @lazy
    def is_block(self) -> BoolArray:
        """Rows that are block elements: those that end a line of text, `<br>` among them."""
        return frozen(self.block == np.arange(len(self)))

    @lazy
    def is_link(self) -> BoolArray:
        """Rows that are `<a>` elements."""
        return frozen(self.tag == A)

    @lazy
    def is_paragraph(self) -> BoolArray:
        """Rows that are `<p>` elements."""
        return frozen(self.tag == P)

    @lazy
    def is_image(self) -> BoolArray:
        """Rows that are `<img>` elements."""
        return frozen(self.tag == IMG)

    @lazy
    def is_image_link(self) -> BoolArray:
        """Rows that are images inside a link."""
        return frozen(self.is_image & self.has(Flag.LINK))

    @lazy
    def tag_chars(self) -> IntArray:
        """Characters of each element's own tags, without attributes."""
        return frozen(self.tag_lengths.take(self.tag))

    @property
    def tag_lengths(self) -> IntArray:
        """The same by tag id."""
        unlisted = [_tag_length(name) for name in self.tag_names[len(TAGS) :]]
        return np.concatenate((TAG_LENGTHS, unlisted)) if unlisted else TAG_LENGTHS

    @lazy
    def markup(self) -> IntArray:
        """Characters of each element's own tags, without the `id`, `class` and `style` attributes."""
        return np.frombuffer(self.table.markup(self.tag_lengths), dtype=np.int64)

    def has(self, flags: Flag) -> BoolArray:
        """Rows with any of the flags."""
        return (self.flags & int(flags)) != 0


def _tag_length(name: str) -> int:
    """Characters of `<name></name>`, or of `<name>` if it has no end tag; 0 for text."""
    if name == TAGS[TEXT]:
        return 0
    return len(name) + 2 if name in VOID_TAGS else 2 * len(name) + 5


TAG_LENGTHS = frozen(np.array([_tag_length(name) for name in TAGS], dtype=np.int64))
"""Characters of a listed element's own tags, by tag id."""
