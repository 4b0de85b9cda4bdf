"""Shared parts of Markdown and HTML: the items with images, and their lines as runs."""

from bisect import bisect_left
from functools import cached_property

from maintext.arrays import BoolArray
from maintext.page.page import Page
from maintext.render.images import Image, content_images
from maintext.render.links import PageUrls
from maintext.render.notes import find_notes
from tests.reference.render.content import Item, outline
from tests.reference.render.inline import Lines, Run
from tests.reference.render.tables import Grid, grid


class RichContent:
    """The items of the kept blocks, with images, and the runs of their lines."""

    def __init__(self, page: Page, kept: BoolArray, base_url: str | None) -> None:
        urls = PageUrls(page, base_url)
        self.page, self.kept = page, kept
        self.images, inside = content_images(page, kept, urls)
        self.notes = find_notes(page, kept)
        self._lines = Lines(page, urls, inside, {})
        self._lines_with_notes = Lines(page, urls, inside, self.notes.references)
        self.with_notes = False
        self._rows = list(self.images)

    @cached_property
    def items(self) -> list[Item]:
        """The items in order."""
        return outline(self.page, self.kept, self._rows, with_rules=True)

    def runs(self, block: int, undressed: int = 0) -> list[Run]:
        """The runs of a block, without the style that its place implies."""
        lines = self._lines_with_notes if self.with_notes else self._lines
        return lines.runs(block, undressed)

    def image(self, row: int) -> Image:
        """The image at a row."""
        return self.images[row]

    def grid(self, item: Item) -> Grid:
        """The cells of a table."""
        end = int(self.page.end[item.row])
        images = self._rows[bisect_left(self._rows, item.row) : bisect_left(self._rows, end)]
        return grid(self.page, item.row, item.lines, images)
