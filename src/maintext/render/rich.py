"""What Markdown and HTML share: the content model with images, and its lines as runs."""

from bisect import bisect_left

from maintext.arrays import BoolArray
from maintext.blocks import Blocks
from maintext.render.content import Item, outline
from maintext.render.inline import Image, Lines, Run
from maintext.render.links import Addresses, content_images
from maintext.render.tables import Grid, grid


class RichContent:
    """The items of the kept blocks, images included, and what lies inside their lines."""

    def __init__(self, blocks: Blocks, kept: BoolArray, base_url: str | None) -> None:
        rows, inside = content_images(blocks, kept)
        self.blocks = blocks
        self._lines = Lines(blocks, Addresses(blocks.page, base_url), set(rows[inside].tolist()))
        self._images = self._once(rows[~inside].tolist())
        self._rows = list(self._images)
        self.items = outline(blocks, kept, self._rows)

    def runs(self, block: int, undressed: int = 0) -> list[Run]:
        """The runs of a block, without the dress that its place implies."""
        return self._lines.runs(block, undressed)

    def image(self, row: int) -> Image | None:
        """The image at a row."""
        return self._images.get(row)

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
