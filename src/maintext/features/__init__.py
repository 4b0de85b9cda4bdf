"""Shared columns: what can be said of every block, computed once and only when asked for.

A feature is a method that returns one number per block; its name is its column, its docstring
its meaning. Methods and explanations share them through `page.features`.
"""

from functools import cached_property

import numpy as np

from maintext.arrays import BoolArray, FloatArray, IntArray
from maintext.blocks import Blocks
from maintext.tags import Flag
from maintext.tokens import tokens


class Features:
    """The features of a page's blocks."""

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self.page = blocks.page

    @cached_property
    def chars(self) -> FloatArray:
        """Characters."""
        return self.blocks.chars.astype(np.float64)

    @cached_property
    def link_density(self) -> FloatArray:
        """Share of the characters that lie in links."""
        return self.blocks.sum(self.page.link_chars) / self.chars

    @cached_property
    def cjk_share(self) -> FloatArray:
        """Share of Han, kana and hangul among the characters."""
        return self.blocks.sum(self.page.cjk) / self.chars

    @cached_property
    def digit_share(self) -> FloatArray:
        """Share of digits among the characters."""
        return self.blocks.sum(self.page.digits) / self.chars

    @cached_property
    def cjk_punctuation(self) -> FloatArray:
        """Full-width sentence marks per character."""
        return self.blocks.sum(self.page.cjk_punctuation) / self.chars

    @cached_property
    def latin_punctuation(self) -> FloatArray:
        """Sentence marks of other scripts per character."""
        return self.blocks.sum(self.page.latin_punctuation) / self.chars

    @cached_property
    def depth(self) -> FloatArray:
        """Depth of the element that holds the block."""
        return self.page.depth[self.blocks.element].astype(np.float64)

    @cached_property
    def position(self) -> FloatArray:
        """Share of the page's characters that come before the block."""
        before = np.cumsum(self.blocks.chars) - self.blocks.chars
        return before / max(int(self.blocks.chars.sum()), 1)

    @cached_property
    def text_density(self) -> FloatArray:
        """Characters per tag in the element that holds the block."""
        return self._of_element(self.page.subtree_chars) / self._of_element(self.page.subtree_tags)

    @cached_property
    def parent_text_density(self) -> FloatArray:
        """Characters per tag in the parent of that element."""
        parent = np.maximum(self.page.parent[self.blocks.element], 0)
        return self.page.subtree_chars[parent] / np.maximum(self.page.subtree_tags[parent], 1)

    @cached_property
    def parent_link_density(self) -> FloatArray:
        """Share of link characters in the parent of that element."""
        parent = np.maximum(self.page.parent[self.blocks.element], 0)
        return self.page.subtree_link_chars[parent] / np.maximum(self.page.subtree_chars[parent], 1)

    @cached_property
    def repetition(self) -> FloatArray:
        """How many blocks of the page have the same text."""
        _, same, count = np.unique(self._text_numbers, return_inverse=True, return_counts=True)
        return count[same].astype(np.float64)

    @cached_property
    def title_overlap(self) -> FloatArray:
        """Share of the title's different words that the block holds."""
        title = set(tokens(self.page.title))
        if not title:
            return np.zeros(len(self.blocks))
        return np.array([len(title.intersection(tokens(text))) / len(title) for text in self._texts])

    @cached_property
    def is_heading(self) -> BoolArray:
        """Whether the block lies in a heading."""
        return (self.page.flags[self.blocks.first_row] & int(Flag.HEADING)) != 0

    def of(self, block: int) -> dict[str, float]:
        """Every feature of one block, by name."""
        return {name: float(getattr(self, name)[block]) for name in FEATURES}

    @cached_property
    def _texts(self) -> list[str]:
        return [self.blocks.text(block) for block in range(len(self.blocks))]

    @cached_property
    def _text_numbers(self) -> IntArray:
        number: dict[str, int] = {}
        return np.array([number.setdefault(text, len(number)) for text in self._texts], dtype=np.int64)

    def _of_element(self, column: IntArray) -> IntArray:
        return column[self.blocks.element]


FEATURES: tuple[str, ...] = tuple(
    name for name, value in vars(Features).items() if isinstance(value, cached_property) and name[0] != "_"
)
"""Names of all features, in the order in which they are defined."""
