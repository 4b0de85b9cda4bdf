"""A page as a sequence of text and tags, without a tree: the view of the oldest methods."""

from dataclasses import dataclass

import numpy as np

from maintext.arrays import BoolArray, FloatArray, IntArray, prefix_sums
from maintext.page.page import Page
from maintext.page.tags import VOID_TAGS, Flag, in_tags, tag_mask

_VOID = tag_mask(" ".join(VOID_TAGS))


@dataclass(frozen=True, eq=False)
class Sequence:
    """The leaves of a page in order, with the tags between them. Lengths are in tokens or characters."""

    text: IntArray
    """Length of each leaf."""
    code_before: IntArray
    """Length of the tags before each leaf, from the start of the page."""
    code: int
    """Length of all tags of the page."""

    @classmethod
    def of_tokens(cls, page: Page, noise: BoolArray | None, ignored: BoolArray | None = None) -> "Sequence":
        """The words and tags of a page; a Han, kana or hangul character is a word.

        The text of `noise` leaves has no length, nor do the tags of `ignored` rows.
        """
        end = has_end_tag(page)
        return cls._of(
            page, np.maximum(page.words, page.cjk), np.ones(len(page), np.int64), end, noise, ignored
        )

    @classmethod
    def of_characters(
        cls, page: Page, noise: BoolArray | None, ignored: BoolArray | None = None
    ) -> "Sequence":
        """The characters of a page, without `id`, `class` and `style` attributes."""
        end = np.where(has_end_tag(page), (page.tag_chars + 1) // 2, 0)  # </p> of <p></p>
        return cls._of(page, page.chars, page.markup - end, end, noise, ignored)

    @classmethod
    def _of(
        cls,
        page: Page,
        text: IntArray,
        start_tag: IntArray,
        end_tag: IntArray | BoolArray,
        noise: BoolArray | None,
        ignored: BoolArray | None,
    ) -> "Sequence":
        """Count a row's start tag before its subtree and its end tag after; hidden rows have no tags."""
        counted = page.is_element & ~page.has(Flag.UNSHOWN | Flag.HIDDEN)
        if ignored is not None:
            counted &= ~ignored
        started = prefix_sums(np.where(counted, start_tag, 0))
        ended = np.zeros(len(page) + 1, dtype=np.int64)
        np.add.at(ended, page.end[counted], end_tag[counted])
        before = started + np.cumsum(ended)
        lengths = text[page.leaves]
        return cls(
            lengths if noise is None else np.where(noise, 0, lengths), before[page.leaves], int(before[-1])
        )

    @property
    def start(self) -> IntArray:
        """Where each leaf begins."""
        return self.code_before + np.cumsum(self.text) - self.text

    @property
    def end(self) -> IntArray:
        """Where each leaf ends."""
        return self.start + self.text

    @property
    def length(self) -> int:
        """Length of the whole page."""
        return self.code + int(self.text.sum())

    def text_before(self, at: FloatArray | IntArray) -> FloatArray:
        """Length of the text before some places of the page: the document's curve."""
        before = np.cumsum(self.text)
        place = np.stack([self.start, self.end], axis=1).ravel()
        amount = np.stack([before - self.text, before], axis=1).ravel()
        place = np.concatenate(([0], place, [self.length]))
        return np.interp(at, place, np.concatenate(([0], amount, [self.text.sum()])))

    def best_run_through(self, tag_weight: float) -> FloatArray:
        """For each leaf, the best run that contains it: the most text minus weighted code.

        The two ends of a run are independent, so running maxima from both sides find the best run for every
        leaf in linear time.
        """
        through = np.cumsum(self.text)
        first = tag_weight * self.code_before - (through - self.text)
        last = through - tag_weight * self.code_before
        best_last = np.maximum.accumulate(last[::-1])[::-1]
        return (np.maximum.accumulate(first) + best_last).astype(np.float64)


def has_end_tag(page: Page) -> BoolArray:
    """Rows of tags with an end tag: all except `<br>`, `<img>` and the like."""
    return ~in_tags(page.tag, _VOID)


def leaf_units(count: int, noise: BoolArray | None) -> IntArray:
    """Each leaf as a unit; -1 for noise."""
    units = np.arange(count)
    return units if noise is None else np.where(noise, -1, units)
