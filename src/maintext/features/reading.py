"""A page as its features read it: elements, words and names, each found once and only when asked for."""

from functools import cached_property

import numpy as np

from maintext._kernel import loops
from maintext.arrays import BoolArray, FloatArray, IntArray
from maintext.features.elements import LEVELS, Elements, numbered
from maintext.features.meta import Declared, read_declared
from maintext.features.names import Names, find_names, named_rows
from maintext.features.wording import CJK_LETTERS, Wording, leaf_chars, read_wording
from maintext.page.tags import in_tags, tag_mask
from maintext.text.characters import Kind
from maintext.text.words import Hashes, mix

__all__ = ["ALIKE_LEVELS", "CJK_LETTERS", "LEVELS", "Reading", "numbered"]

_FACTOR = np.uint64(0xD6E8FEB86659FD93)
_PARENT = np.uint64(0xA0761D6478BD642F)
ALIKE_LEVELS = 4
"""Levels above a block whose elements are compared with their siblings."""
_LONGEST_HEADING = 20
_LONGEST_LABEL = 12
_LABELS = tag_mask("dt th summary legend caption")


class Reading(Elements):
    """What features are computed from. The page has at least one block."""

    @cached_property
    def declared(self) -> Declared:
        """What the page declares of itself."""
        return read_declared(self.page)

    # -- characters of blocks -------------------------------------------------------------------------

    @cached_property
    def wording(self) -> Wording:
        """What the texts of the blocks are made of."""
        return read_wording(self.page, self.declared.titles)

    @property
    def kinds(self) -> IntArray:
        """How many characters of each `Kind` each block has: kinds × blocks."""
        return self.wording.kinds

    @cached_property
    def commas(self) -> IntArray:
        """Marks inside sentences of each block."""
        return self.kinds[Kind.COMMA] + self.kinds[Kind.CJK_COMMA]

    @cached_property
    def stops(self) -> IntArray:
        """Marks that end sentences of each block."""
        return self.kinds[Kind.STOP] + self.kinds[Kind.CJK_STOP]

    @cached_property
    def marks(self) -> IntArray:
        """Sentence marks of each block."""
        return self.commas + self.stops

    @cached_property
    def leaf_chars(self) -> IntArray:
        """Characters of each leaf; a CJK one counts for `CJK_LETTERS`, here and wherever length is meant."""
        return leaf_chars(self.page)

    @cached_property
    def chars(self) -> FloatArray:
        """Characters of each block."""
        return self.wording.chars.astype(np.float64)

    @cached_property
    def link_chars(self) -> FloatArray:
        """Characters of each block that lie in links."""
        return self.wording.link_chars.astype(np.float64)

    @property
    def emphasis(self) -> IntArray:
        """Characters of each block that are bold or italic."""
        return self.wording.emphasis

    # -- words of blocks ------------------------------------------------------------------------------

    @property
    def word_hash(self) -> Hashes:
        """The words of the page's blocks, in document order."""
        return self.wording.hash

    @property
    def first_word(self) -> IntArray:
        """Where each block's words begin."""
        return self.wording.first_word

    @property
    def words(self) -> IntArray:
        """Words of each block; Han, kana and hangul characters count one by one."""
        return self.wording.words

    @cached_property
    def word_block(self) -> IntArray:
        """The block of each word."""
        return np.repeat(self.number, self.words)

    @cached_property
    def word_rank(self) -> IntArray:
        """The number of each word in its block, from 0."""
        return np.arange(len(self.word_hash)) - np.repeat(self.first_word, self.words)

    def count_words(self, marked: BoolArray) -> FloatArray:
        """How many marked words each block has."""
        return np.asarray(np.bincount(self.word_block, marked, minlength=self.size), dtype=np.float64)

    # -- headings -------------------------------------------------------------------------------------

    @cached_property
    def last_headings(self) -> tuple[IntArray, IntArray]:
        """For each block the last heading up to it, and the last heading or label; -1 where there is none.

        A label is a short block that is bold or italic, or names what follows it by its tag.
        """
        if loops is not None:
            last = np.empty((2, self.size), dtype=np.int64)
            loops.find_last_headings(self.found, self.words, self.emphasis, self.chars, last)
            return last[0], last[1]
        heading = self.is_heading & (self.words <= _LONGEST_HEADING)
        label = self.emphasis >= 0.9 * self.chars
        label |= in_tags(self.page.tag.take(self.blocks.element), _LABELS)
        label &= (self.words <= _LONGEST_LABEL) & (self.words > 0)
        heading_at, label_at = (np.where(marked, self.number, -1) for marked in (heading, heading | label))
        return np.maximum.accumulate(heading_at), np.maximum.accumulate(label_at)

    # -- names ----------------------------------------------------------------------------------------

    @cached_property
    def names(self) -> Names:
        """The names of the elements that hold blocks."""
        return find_names(self.page, self.holders)

    @cached_property
    def named_rows(self) -> tuple[IntArray, IntArray]:
        """Which rows have a name that speaks of something, and the number of what it speaks of in `NAMES`."""
        return named_rows(self.names)

    @cached_property
    def own_path(self) -> Hashes:
        """A number for each row's tag and names: alike elements have the same."""
        key = mix((self.tag + np.uint64(1)) * _FACTOR)
        key += self.names.sums.take(self.names.of_row)
        return mix(key)

    @property
    def group(self) -> IntArray:
        """Numbers that are the same for blocks whose elements have alike paths from the root."""
        return self._repeats[0]

    @property
    def alike(self) -> IntArray:
        """How many siblings, itself included, have the tag and names of each element above a block.

        `ALIKE_LEVELS` × blocks.
        """
        return self._repeats[1]

    @cached_property
    def _repeats(self) -> tuple[IntArray, IntArray]:
        if loops is None:
            return self._group_paths(), self._count_alike()
        group = np.empty(self.size, dtype=np.int64)
        alike = np.empty((ALIKE_LEVELS, self.size), dtype=np.int64)
        loops.find_repeats(self.found, self.names.of_row, self.names.sums, group, alike)
        return group, alike

    def _group_paths(self) -> IntArray:
        """A path's number is the sum of those of its elements, by depth.

        So it is what all elements that have begun add up to, less those that have ended.
        """
        page, rows = self.page, self.holders
        terms = self.own_path.take(rows) * (page.depth.take(rows) * 2 + 1).view(np.uint64)
        change = np.zeros(len(page) + 1, dtype=np.uint64)
        change[rows] = terms
        np.subtract.at(change, page.end.take(rows), terms)
        return numbered(np.cumsum(change).take(self.blocks.element))

    def _count_alike(self) -> IntArray:
        page = self.page
        rows = np.flatnonzero(page.block == np.arange(len(page)))  # only block elements are above blocks
        parent = (page.parent.take(rows) + 1).view(np.uint64)
        same = numbered(mix(self.own_path.take(rows) + parent * _PARENT))
        alike = np.zeros(len(page), dtype=np.int64)
        alike[rows] = np.bincount(same).take(same)
        return alike.take(self.above[:ALIKE_LEVELS])
