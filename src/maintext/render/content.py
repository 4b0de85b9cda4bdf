"""The content model: kept blocks, and what the attributes of their page say.

Every format is written from one list of items, which the kernel makes (`_kernel/render/content.h`):
paragraphs, headings, captions, code, tables and images, in quotes, figures and lists. Here is what it cannot
see in the node table: roles, spans of cells, list numbers, links, images and the languages of code.
"""

from functools import cached_property

import numpy as np

from maintext.arrays import BoolArray, IntArray, frozen
from maintext.page.gaps import find_gaps
from maintext.page.page import Page
from maintext.page.tags import TAG_ID, A, in_tags, tag_mask
from maintext.render.images import Image, content_images
from maintext.render.languages import code_language
from maintext.render.links import Addresses

_TABLE, _OL, _LI = TAG_ID["table"], TAG_ID["ol"], TAG_ID["li"]
_CODE = tag_mask("pre xmp plaintext textarea")
_WIDEST_SPAN = 20
_DEFAULT_LEVEL = 2  # of a heading by role
_NONE = frozen(np.zeros(0, dtype=np.int64))

# As the kernel takes them: see its stub.
Structure = tuple[IntArray, IntArray, IntArray, IntArray, IntArray, IntArray]
ImageArrays = tuple[IntArray, list[bytes], list[bytes]]
Numbers = tuple[IntArray, IntArray]
Texts = tuple[IntArray, list[bytes]]
Rich = tuple[Numbers, ImageArrays, ImageArrays, Texts, Texts]


class Content:
    """Kept blocks of a page, as the kernel takes them."""

    def __init__(self, page: Page, kept: BoolArray, base_url: str | None = None) -> None:
        self.page, self.kept = page, np.ascontiguousarray(kept, dtype=np.bool_)
        self._base_url = base_url

    @property
    def gaps(self) -> IntArray:
        """Text nodes that need a space before them."""
        return find_gaps(self.page, self.kept)

    # -- structure ----------------------------------------------------------------------------------

    @property
    def structure(self) -> Structure:
        """Tables that only place text; headings by role and their levels; cells that span several places."""
        page = self.page
        headings = page.rows_with_role("heading")
        levels = [self._level(row) for row in headings]
        tables = page.rows_of(_TABLE).tolist()
        layout = [row for row in tables if page.attribute(row, "role") in ("presentation", "none")]
        spans = self._spans() if tables else (_NONE, _NONE, _NONE)
        return _rows(layout), _rows(headings), _rows(levels), *spans

    def _level(self, heading: int) -> int:
        level = self.page.attribute(heading, "aria-level") or ""
        return int(level) if level in ("1", "2", "3", "4", "5", "6") else _DEFAULT_LEVEL

    def _spans(self) -> tuple[IntArray, IntArray, IntArray]:
        across = {row: _span(value) for row, value in self.page.values_of("colspan")}
        down = {row: _span(value) for row, value in self.page.values_of("rowspan")}
        rows = sorted(across.keys() | down.keys())
        return (
            _rows(rows),
            _rows([across.get(row, 1) for row in rows]),
            _rows([down.get(row, 1) for row in rows]),
        )

    # -- what only Markdown and HTML show -----------------------------------------------------------

    @property
    def rich(self) -> Rich:
        """List numbers, images on lines of their own and inside of lines, links, languages of code."""
        outside, inside = self._images
        return self._numbers(), _arrays(outside), _arrays(inside), self._links(), self._languages()

    @cached_property
    def _addresses(self) -> Addresses:
        return Addresses(self.page, self._base_url)

    @cached_property
    def _images(self) -> tuple[dict[int, Image], dict[int, Image]]:
        return content_images(self.page, self.kept, self._addresses)

    def _numbers(self) -> Numbers:
        """Ordered lists that begin with a number, list items that have one, and these numbers."""
        page = self.page
        if not (page.tag == _OL).any():
            return _NONE, _NONE
        found = {row: value for row, value in page.values_of("start") if page.tag[row] == _OL}
        found |= {row: value for row, value in page.values_of("value") if page.tag[row] == _LI}
        numbers = {row: number for row in sorted(found) if (number := _whole(found[row])) is not None}
        return _rows(list(numbers)), _rows(list(numbers.values()))

    def _links(self) -> Texts:
        """By row the number of the address that a link leads to, or -1; the addresses."""
        page = self.page
        values, value_of_row = page.shared_values("href")
        rows = self._around_kept(np.flatnonzero((page.tag == A) & (value_of_row >= 0)))
        number: dict[str, int] = {}
        of_value = np.full(len(values), -1, dtype=np.int64)
        for value in np.unique(value_of_row[rows]).tolist():
            address = self._addresses.link(values[value]) if values[value] else None
            if address:
                of_value[value] = number.setdefault(address, len(number))
        of_row = np.full(len(page), -1, dtype=np.int64)
        of_row[rows] = of_value[value_of_row[rows]]
        return of_row, [encoded(address) for address in number]

    def _languages(self) -> Texts:
        """Rows of code whose language is named, and these names."""
        rows = self._around_kept(np.flatnonzero(in_tags(self.page.tag, _CODE)))
        found = {row: language for row in rows.tolist() if (language := code_language(self.page, row))}
        return _rows(list(found)), [encoded(language) for language in found.values()]

    def _around_kept(self, rows: IntArray) -> IntArray:
        """Of elements, those that hold kept blocks or images, or that lie in kept blocks."""
        blocks, images = self.page.blocks, list(self._images[0])
        first, last = blocks.first_row[self.kept], blocks.last_row[self.kept]
        if images:
            first, last = np.sort(np.append(first, images)), np.sort(np.append(last, images))
        at = np.searchsorted(last, rows)
        return rows[np.append(first, len(self.page))[at] < self.page.end[rows]]


def encoded(text: str) -> bytes:
    """UTF-8, in which a lone surrogate takes three bytes."""
    return text.encode("utf-8", "surrogatepass")


def _arrays(images: dict[int, Image]) -> ImageArrays:
    found = images.values()
    return (
        _rows(list(images)),
        [encoded(image.src) for image in found],
        [encoded(image.alt) for image in found],
    )


def _rows(rows: list[int]) -> IntArray:
    return np.array(rows, dtype=np.int64) if rows else _NONE


def _span(value: str) -> int:
    """How many places a cell spans."""
    value = value.strip()
    if not (value.isascii() and value.isdigit() and len(value) < 9):
        return 1
    return min(max(int(value), 1), _WIDEST_SPAN)


def _whole(value: str) -> int | None:
    """A number that may stand before a list item; None for anything else."""
    value = value.strip()
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else None
