"""What Markdown and HTML share: the content model with images, and its lines as runs."""

from bisect import bisect_left
from functools import cached_property

from maintext.arrays import BoolArray
from maintext.page.blocks import Blocks
from maintext.render.content import Item, outline
from maintext.render.inline import Image, Lines, Run
from maintext.render.links import Addresses, content_images
from maintext.render.tables import Grid, grid


class RichContent:
    """The items of the kept blocks, images included, and what lies inside their lines."""

    def __init__(self, blocks: Blocks, kept: BoolArray, base_url: str | None) -> None:
        rows, inside = content_images(blocks, kept)
        self.blocks, self.kept = blocks, kept
        self.addresses = Addresses(blocks.page, base_url)
        self.inside = rows[inside]
        """Rows of the images that stand inside of lines."""
        self._lines = Lines(blocks, self.addresses, set(self.inside.tolist()))
        self.images = self._once(rows[~inside].tolist())
        """The other images, by row."""
        self._rows = list(self.images)

    @cached_property
    def items(self) -> list[Item]:
        """The items in order."""
        return outline(self.blocks, self.kept, self._rows)

    def runs(self, block: int, undressed: int = 0) -> list[Run]:
        """The runs of a block, without the dress that its place implies."""
        return self._lines.runs(block, undressed)

    def image(self, row: int) -> Image | None:
        """The image at a row."""
        return self.images.get(row)

    def grid(self, item: Item) -> Grid:
        """The cells of a table."""
        end = int(self.blocks.page.end[item.row])
        images = self._rows[bisect_left(self._rows, item.row) : bisect_left(self._rows, end)]
        return grid(self.blocks, item.row, item.lines, images)

    def _once(self, rows: list[int]) -> dict[int, Image]:
        """The images by row, each address once: pages repeat a lazy image in `<noscript>`."""
        images: dict[int, Image] = {}
        seen = set()
        for row in rows:
            image = self._lines.image(row)
            if image and image.src not in seen:
                seen.add(image.src)
                images[row] = image
        return images
