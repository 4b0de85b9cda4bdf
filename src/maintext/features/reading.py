"""A page as its features read it: words, names and ranges of blocks, each found once and only when asked for.

A block belongs to an element when its first leaf does. Blocks are numbered in document order, so those of
an element are a range, and a sum over them is one subtraction of prefix sums.
"""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from maintext.arrays import BoolArray, FloatArray, IntArray, lengths, prefix_sums
from maintext.characters import Characters, Kind, characters
from maintext.features.meta import Meta, read_meta
from maintext.features.names import Names, find_names, named_rows
from maintext.page import Page
from maintext.tags import TAGS, Flag, in_tags, tag_mask
from maintext.words import Hashes, Words, find_words, mix

LEVELS = 9
"""Block elements above a block that are looked at, its own included."""
CJK_LETTERS = 3
"""What a Han, kana or hangul character counts for: it says what about three letters say."""
_FACTOR = np.uint64(0xD6E8FEB86659FD93)
_TAG_FACTORS = np.array([[3], [5]], dtype=np.uint64)
_LONGEST_HEADING = 20
_LONGEST_LABEL = 12
_LABELS = tag_mask("dt th summary legend caption")


class Reading:
    """What features are computed from. The page has at least one block."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.blocks = page.blocks
        self.size = len(page.blocks)
        self.number = np.arange(self.size)

    @cached_property
    def meta(self) -> Meta:
        """What the page's head declares of it."""
        return read_meta(self.page)

    # -- characters of blocks -------------------------------------------------------------------------

    @property
    def texts(self) -> Characters:
        """The characters of the shown text nodes."""
        return self.page.shown_texts[1]

    @cached_property
    def first_text(self) -> IntArray:
        """Where each block's texts begin; a blank one counts to the block before it."""
        first = np.searchsorted(self.page.shown_texts[0], self.blocks.first_row)
        first[0] = 0
        return first

    @cached_property
    def start(self) -> IntArray:
        """Where each block's characters begin."""
        return self.texts.start.take(self.first_text)

    @cached_property
    def kinds(self) -> IntArray:
        """How many characters of each `Kind` each block has: kinds × blocks."""
        return np.add.reduceat(self.texts.kind_counts, self.first_text, axis=0).T.copy()

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
        page = self.page
        return page.chars.take(page.leaves) + (CJK_LETTERS - 1) * page.cjk.take(page.leaves)

    @cached_property
    def _leaf_sums(self) -> IntArray:
        flags, chars = self.page.flags.take(self.page.leaves), self.leaf_chars
        linked, emphatic = (flags & int(Flag.LINK)) != 0, (flags & int(Flag.EMPHASIS)) != 0
        columns = np.array([chars, linked * chars, emphatic * chars, linked])
        return np.add.reduceat(columns, self.blocks.first, axis=1)

    @cached_property
    def chars(self) -> FloatArray:
        """Characters of each block."""
        return self._leaf_sums[0].astype(np.float64)

    @cached_property
    def link_chars(self) -> FloatArray:
        """Characters of each block that lie in links."""
        return self._leaf_sums[1].astype(np.float64)

    @property
    def emphasis(self) -> IntArray:
        """Characters of each block that are bold or italic."""
        return self._leaf_sums[2]

    @property
    def linked_leaves(self) -> IntArray:
        """Text nodes of each block that lie in links."""
        return self._leaf_sums[3]

    # -- words of blocks ------------------------------------------------------------------------------

    @cached_property
    def _words(self) -> tuple[Words, int]:
        """The words of the shown texts, then those of the title, and how many of the former there are."""
        title, texts = f"{self.page.title} {self.meta.title}", self.texts
        found = characters(title, np.array([0]), np.array([len(title)]))
        words = find_words(
            Characters(
                np.concatenate([texts.codes, found.codes]),
                np.concatenate([texts.kind, found.kind]),
                np.append(texts.start, len(texts.codes)),
            )
        )
        return words, int(np.searchsorted(words.first, len(texts.codes)))

    @cached_property
    def word_hash(self) -> Hashes:
        """The words of the page's blocks, in document order."""
        words, count = self._words
        return words.hash[:count]

    @cached_property
    def word_kind(self) -> NDArray[np.uint8]:
        """The `Kind` of each word's first character."""
        words, count = self._words
        return words.kind[:count]

    @cached_property
    def title_words(self) -> Hashes:
        """The different words of the page's titles, sorted."""
        words, count = self._words
        return np.unique(words.hash[count:])

    @cached_property
    def first_word(self) -> IntArray:
        """Where each block's words begin."""
        return np.searchsorted(self._words[0].first, self.start)

    @cached_property
    def words(self) -> IntArray:
        """Words of each block; Han, kana and hangul characters count one by one."""
        return lengths(self.first_word, len(self.word_hash))

    @cached_property
    def word_block(self) -> IntArray:
        """The block of each word."""
        return np.repeat(self.number, self.words)

    @cached_property
    def word_rank(self) -> IntArray:
        """The number of each word in its block, from 0."""
        return np.arange(len(self.word_hash)) - np.repeat(self.first_word, self.words)

    @cached_property
    def text_hash(self) -> Hashes:
        """A number for each block's words in their order; 0 where it has none."""
        terms = self.word_hash * (2 * self.word_rank + 1).view(np.uint64)
        sums = np.zeros(self.size, dtype=np.uint64)
        some = np.flatnonzero(self.words)
        if len(some):
            sums[some] = np.add.reduceat(terms, self.first_word.take(some))
        return sums

    def count_words(self, marked: BoolArray) -> IntArray:
        """How many marked words each block has."""
        return np.bincount(self.word_block[marked], minlength=self.size)

    # -- headings -------------------------------------------------------------------------------------

    @cached_property
    def is_heading(self) -> BoolArray:
        """Which blocks lie in a heading."""
        return (self.page.flags.take(self.blocks.first_row) & int(Flag.HEADING)) != 0

    @cached_property
    def last_headings(self) -> tuple[IntArray, IntArray]:
        """For each block the last heading up to it, and the last heading or label; -1 where there is none.

        A label is a short block that is bold or italic, or names what follows it by its tag.
        """
        heading = self.is_heading & (self.words <= _LONGEST_HEADING)
        label = self.emphasis >= 0.9 * self.chars
        label |= in_tags(self.page.tag.take(self.blocks.element), _LABELS)
        label &= (self.words <= _LONGEST_LABEL) & (self.words > 0)
        heading_at, label_at = (np.where(marked, self.number, -1) for marked in (heading, heading | label))
        return np.maximum.accumulate(heading_at), np.maximum.accumulate(label_at)

    # -- elements above blocks ------------------------------------------------------------------------

    @cached_property
    def low(self) -> IntArray:
        """The first block at or after each row."""
        return self._blocks_before[:-1]

    @cached_property
    def high(self) -> IntArray:
        """The first block after each row's subtree."""
        return self._blocks_before.take(self.page.end)

    @cached_property
    def _blocks_before(self) -> IntArray:
        begins = np.zeros(len(self.page), dtype=np.bool_)
        begins[self.blocks.first_row] = True
        return prefix_sums(begins)

    @cached_property
    def holders(self) -> IntArray:
        """Rows of the elements that hold blocks; the root is first."""
        return np.flatnonzero((self.high > self.low) & self.page.is_element)

    @cached_property
    def above(self) -> IntArray:
        """Rows of the block elements above each block, its own first, at last the root: levels × blocks."""
        page = self.page
        climb = page.block.take(np.maximum(page.parent, 0))
        rows = np.empty((LEVELS, self.size), dtype=np.int64)
        rows[0] = self.blocks.element
        for level in range(1, LEVELS):
            climb.take(rows[level - 1], out=rows[level], mode="clip")
        return rows

    @cached_property
    def above_low(self) -> IntArray:
        """The first block of each of those elements."""
        return self.low.take(self.above)

    @cached_property
    def above_high(self) -> IntArray:
        """One past the last block of each of those elements."""
        return np.maximum(self.high.take(self.above), self.above_low + 1)

    def sum_rows(self, values: FloatArray) -> FloatArray:
        """Sum of a per-block column over the blocks of each row."""
        sums = np.zeros(self.size + 1)
        np.cumsum(values, out=sums[1:])
        return sums.take(self.high) - sums.take(self.low)

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
    def tag(self) -> NDArray[np.uint64]:
        """The tag of each row; all that are not listed count as one."""
        return np.minimum(self.page.tag, len(TAGS)).view(np.uint64)

    @cached_property
    def own_path(self) -> Hashes:
        """A number for each row's tag and names: alike elements have the same."""
        key = mix((self.tag + np.uint64(1)) * _FACTOR)
        key += self.names.sums.take(self.names.of_row)
        return mix(key)

    @cached_property
    def group(self) -> IntArray:
        """Numbers that are the same for blocks whose elements have alike paths from the root.

        A path's number is the sum of those of its elements, by depth: what all elements that have begun
        add up to, less those that have ended.
        """
        page, rows = self.page, self.holders
        terms = self.own_path.take(rows) * (page.depth.take(rows) * 2 + 1).view(np.uint64)
        change = np.zeros(len(page) + 1, dtype=np.uint64)
        change[rows] = terms
        np.subtract.at(change, page.end.take(rows), terms)
        return numbered(np.cumsum(change).take(self.blocks.element))

    @cached_property
    def tag_group(self) -> IntArray:
        """The same for blocks that have the same tags on the six nearest levels."""
        return numbered(self.tag_paths[5, 0])

    @cached_property
    def tag_paths(self) -> Hashes:
        """By level: two numbers for the tags from each block's element up to there: levels × 2 × blocks."""
        paths = np.zeros((len(self.above), 2, self.size), dtype=np.uint64)
        for level, tag in enumerate(self.tag.take(self.above[:6]) + np.uint64(1)):
            paths[level] = mix(paths[level - 1] * _TAG_FACTORS + tag)
        return paths


def numbered(keys: Hashes) -> IntArray:
    """Numbers from 0 that are the same for the same keys."""
    order = np.argsort(keys)
    ordered = keys.take(order)
    number = np.zeros(len(keys), dtype=np.int64)
    number[order[1:]] = np.cumsum(ordered[1:] != ordered[:-1])
    return number
