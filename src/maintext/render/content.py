"""The content model: kept blocks, and data that the node table does not have.

Every format is written from one list of items, which the kernel makes (`_kernel/render/content.h`):
paragraphs, headings, captions, code, tables and images, in quotes, figures and lists. Python adds missing
spaces between words, links, images and the languages of code.
"""

from functools import cached_property

import numpy as np

from maintext.arrays import BoolArray, IntArray, frozen
from maintext.options import Output
from maintext.page.gaps import find_gaps
from maintext.page.marks import UNCHANGED, Changed, changed, mark_texts
from maintext.page.page import Page
from maintext.page.tags import TEXT, A, Flag
from maintext.render.images import Image, content_images
from maintext.render.languages import code_language
from maintext.render.links import PageUrls
from maintext.render.notes import Notes, find_notes

_NONE = frozen(np.zeros(0, dtype=np.int64))

# Types that the kernel expects; see its stub.
ImageArrays = tuple[IntArray, list[bytes], list[bytes], list[bytes]]
Texts = tuple[IntArray, list[bytes]]
Rich = tuple[ImageArrays, ImageArrays, Texts, Texts, Texts, bool]


class Content:
    """Kept blocks of a page, as the kernel expects them."""

    def __init__(
        self, page: Page, kept: BoolArray, base_url: str | None = None, output: Output = Output()
    ) -> None:
        self.page, self.kept = page, np.ascontiguousarray(kept, dtype=np.bool_)
        self._base_url, self._output = base_url, output

    @property
    def gaps(self) -> IntArray:
        """Text nodes that need a space before them."""
        return find_gaps(self.page, self.kept)

    def changed(self, is_plain: bool, with_notes: bool = False) -> Changed:
        """Text nodes that are written differently: quotation marks, and in plain text powers and indices.

        References to kept notes are changed only `with_notes`.
        """
        if is_plain and not with_notes:
            return self.page.plain_marks
        texts = mark_texts(self.page, is_plain)
        references = self._notes.references if with_notes else {}
        texts.update(references)
        return changed(texts, frozenset(references)) if texts else UNCHANGED

    def rich(self, with_notes: bool = False) -> Rich:
        """For Markdown and HTML: images on separate lines and inside lines, links, languages, notes.

        The last says whether bold, italic, struck and marked text is plain.
        """
        outside, inside = self._images
        labels = self._notes.labels if with_notes else {}
        notes = _rows(sorted(labels)), [encoded(labels[row]) for row in sorted(labels)]
        images, inline = _arrays(outside), _arrays(inside)
        return images, inline, self._links(), self._languages(), notes, not self._output.formatting

    @cached_property
    def _notes(self) -> Notes:
        return find_notes(self.page, self.kept)

    @cached_property
    def _urls(self) -> PageUrls:
        return PageUrls(self.page, self._base_url)

    @cached_property
    def _images(self) -> tuple[dict[int, Image], dict[int, Image]]:
        if not self._output.images:
            return {}, {}
        return content_images(self.page, self.kept, self._urls)

    def _links(self) -> Texts:
        """The index of the URL of each row's link, or -1; and the URLs."""
        page = self.page
        if not self._output.links:
            return np.full(len(page), -1, dtype=np.int64), []
        values, value_of_row = page.shared_values("href")
        rows = self._around_kept(np.flatnonzero((page.tag == A) & (value_of_row >= 0)))
        number: dict[str, int] = {}
        of_value = np.full(len(values), -1, dtype=np.int64)
        for value in np.unique(value_of_row[rows]).tolist():
            url = self._urls.link(values[value]) if values[value] else None
            if url:
                of_value[value] = number.setdefault(url, len(number))
        of_row = np.full(len(page), -1, dtype=np.int64)
        of_row[rows] = of_value[value_of_row[rows]]
        return of_row, [encoded(url) for url in number]

    def _languages(self) -> Texts:
        """Listings with a named language, and the names."""
        page = self.page
        rows = np.flatnonzero(page.flags & int(Flag.PRE))
        if not len(rows):
            return _NONE, []
        outermost = (page.flags[page.parent[rows]] & int(Flag.PRE)) == 0
        rows = self._around_kept(rows[outermost & (page.tag[rows] != TEXT)])
        found = {row: language for row in rows.tolist() if (language := code_language(page, row))}
        return _rows(list(found)), [encoded(language) for language in found.values()]

    def _around_kept(self, rows: IntArray) -> IntArray:
        """The elements that contain kept blocks or images, or are inside kept blocks."""
        blocks, images = self.page.blocks, list(self._images[0])
        first, last = blocks.first_row[self.kept], blocks.last_row[self.kept]
        if images:
            first, last = np.sort(np.append(first, images)), np.sort(np.append(last, images))
        at = np.searchsorted(last, rows)
        return rows[np.append(first, len(self.page))[at] < self.page.end[rows]]


def encoded(text: str) -> bytes:
    """UTF-8, with lone surrogates as three bytes."""
    return text.encode("utf-8", "surrogatepass")


def _arrays(images: dict[int, Image]) -> ImageArrays:
    found = images.values()
    return (
        _rows(list(images)),
        [encoded(image.src) for image in found],
        [encoded(image.alt) for image in found],
        [encoded(image.title) for image in found],
    )


def _rows(rows: list[int]) -> IntArray:
    return np.array(rows, dtype=np.int64) if rows else _NONE
