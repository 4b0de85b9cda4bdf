"""Measuring a page with a model of `auto`: features, kind, probability of main text, chosen blocks.

One call of the kernel does all of it: for `auto`, for kinds, for explanations of other methods and for
training.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext._kernel import native
from maintext.arrays import BoolArray, Columns, FloatArray, IntArray
from maintext.lazy import lazy
from maintext.model.auto import AutoModel, Choice, shipped_auto
from maintext.model.schema import BLOCK_FEATURES, DESCRIBED, KINDS, PAGE_FEATURES, SCORES
from maintext.page.page import Page

if TYPE_CHECKING:
    from maintext._kernel._native import Buffer

_DESCRIBED = [*DESCRIBED]
_KINDS_END = 8 * len(KINDS)
_PAGE_END = _KINDS_END + 4 * len(PAGE_FEATURES)
_COLUMNS_END = 48 + 4 * len(BLOCK_FEATURES)
"""Bytes of the kernel's arrays: of the kinds, of all that a page has once, of a block up to its columns."""
_DESCRIBED_AT = [BLOCK_FEATURES.index(name) for name in DESCRIBED]


class Words(NamedTuple):
    """The words of each block in a table of weights, block by block."""

    counts: NDArray[np.int32]
    """Number of words of each block."""
    buckets: NDArray[np.int32]
    """Their buckets in the table."""


@dataclass(frozen=True, eq=False)
class Measured:
    """The features of a page, and the results of a model's trees."""

    memory: "Buffer"
    """The kernel's own arrays, one after the other, as `place_measures` in bind/measure.c has them."""
    blocks: int
    """Number of blocks of the page."""
    table_words: Mapping[str, Words] | None = None
    """By table, the words it is fitted to; None unless requested."""

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: with a copy of the memory."""
        return Measured, (bytearray(memoryview(self.memory)), self.blocks, self.table_words)

    def _array(self, kind: type[np.generic], start: int, size: int) -> NDArray[Any]:
        return np.frombuffer(self.memory, kind, size, start)  # type: ignore[arg-type]  # it is a buffer

    @lazy
    def kinds(self) -> FloatArray:
        """The probability of each of `KINDS`."""
        return self._array(np.float64, 0, len(KINDS))

    @lazy
    def log_odds(self) -> FloatArray:
        """Log odds of main text, by block: the sum of the trees, calibrated."""
        return self._array(np.float64, _KINDS_END, self.blocks)

    @lazy
    def probability(self) -> FloatArray:
        """The same as probabilities."""
        return self._array(np.float64, _KINDS_END + 8 * self.blocks, self.blocks)

    @lazy
    def chars(self) -> FloatArray:
        """Characters of each block; a Han, kana or hangul character counts for three."""
        return self._array(np.float64, _KINDS_END + 16 * self.blocks, self.blocks)

    @lazy
    def words(self) -> IntArray:
        """Words of each block."""
        return self._array(np.int64, _KINDS_END + 24 * self.blocks, self.blocks)

    @lazy
    def unit(self) -> IntArray:
        """The element of each block's unit; -1 for none. All blocks of a unit have the same log odds."""
        return self._array(np.int64, _KINDS_END + 32 * self.blocks, self.blocks)  # then 8 bytes for `core`

    @lazy
    def page_columns(self) -> Columns:
        """`PAGE_FEATURES` × 1."""
        return self._array(np.float32, _KINDS_END + 48 * self.blocks, len(PAGE_FEATURES))[:, None]

    @lazy
    def columns(self) -> Columns:
        """`BLOCK_FEATURES` × blocks."""
        size = len(BLOCK_FEATURES) * self.blocks
        columns = self._array(np.float32, _PAGE_END + 48 * self.blocks, size)
        return columns.reshape(len(BLOCK_FEATURES), self.blocks)

    @lazy
    def unit_kind(self) -> NDArray[np.uint8]:
        """Index of its kind in `UNITS`; the number of these for none."""
        return self._array(np.uint8, _PAGE_END + _COLUMNS_END * self.blocks, self.blocks)

    @lazy
    def chosen(self) -> BoolArray:
        """The blocks with the largest expected F1."""
        return self._array(np.bool_, _PAGE_END + (_COLUMNS_END + 1) * self.blocks, self.blocks)

    def by_unit(self, marked: BoolArray) -> BoolArray:
        """The blocks that are marked; all or none of a unit, by most of its words."""
        marked, inside = marked.copy(), self.unit >= 0
        _, unit = np.unique(self.unit[inside], return_inverse=True)
        words = self.words[inside] + 1  # a block may have no word
        is_most = 2 * np.bincount(unit, words * marked[inside]) > np.bincount(unit, words)
        marked[inside] = is_most[unit]
        return marked

    def mean_by_unit(self, values: FloatArray) -> FloatArray:
        """The value of each block; those of a unit have their mean, weighted by words."""
        values, inside = values.copy(), self.unit >= 0
        _, unit = np.unique(self.unit[inside], return_inverse=True)
        words = self.words[inside] + 1
        values[inside] = (np.bincount(unit, words * values[inside]) / np.bincount(unit, words))[unit]
        return values


def measure(page: Page, model: AutoModel, *, with_words: bool = False, names: bool = True) -> Measured:
    """Measure a page with a model.

    `with_words` also lists the words that the tables of weights are fitted to. Without `names`, classes, ids,
    roles and itemprops are ignored.
    """
    size = page.table.block_count
    if not size:
        return unmeasured()
    wanted = (native.WITH_WORDS if with_words else 0) | (0 if names else native.WITHOUT_NAMES)
    memory, lists = page.table.measure(model.scorer, wanted)
    words = None if lists is None else dict(zip(SCORES, map(_words, lists), strict=True))
    return Measured(memory, size, words)


def page_kinds(page: Page, model: AutoModel) -> FloatArray:
    """The probability of each of `KINDS`; all 0 on a page without text. Blocks are not measured."""
    if not page.table.block_count:
        return np.zeros(len(KINDS))
    memory, _ = page.table.measure(model.scorer, native.ONLY_KIND)
    return np.frombuffer(memoryview(memory), dtype=np.float64, count=len(KINDS))


def block_columns(page: Page) -> Columns:
    """The features of each block by the bundled model: `BLOCK_FEATURES` × blocks."""
    return measure(page, shipped_auto()).columns


def describe_blocks(columns: Columns) -> list[dict[str, float]]:
    """The features of each block that can be understood without seeing the page."""
    return native.describe(_DESCRIBED, columns[_DESCRIBED_AT])


def described(columns: Columns) -> Columns:
    """The same features as an array: `DESCRIBED` × blocks."""
    return columns[_DESCRIBED_AT]


def _words(lists: tuple[bytes, bytes]) -> Words:
    counts, buckets = (np.frombuffer(part, dtype=np.int32) for part in lists)
    return Words(counts, buckets)


def unmeasured(blocks: int = 0) -> Measured:
    """What is known of a page that was not measured, such as one without text: all values are 0."""
    return Measured(bytearray(_PAGE_END + (_COLUMNS_END + 2) * blocks), blocks)


def choose(log_odds: FloatArray, words: IntArray, kinds: FloatArray, choice: Choice) -> BoolArray:
    """The blocks with the largest expected F1, from their log odds and words and the page's kinds.

    An article is one piece: blocks that are unlikely beside it are even less likely. On lists it is the
    opposite: if one item belongs, similar ones do, too. So probabilities get an exponent that depends on the
    probabilities of the kinds.
    """
    kept = np.empty(len(words), dtype=np.bool_)
    log_odds, words = np.ascontiguousarray(log_odds), np.ascontiguousarray(words)
    exponent = 0.0
    for power, probability in zip(choice.exponents, kinds.tolist(), strict=True):
        exponent += power * probability  # as the kernel adds; sum() is more exact from Python 3.12 on
    native.choose_weighed(log_odds, choice.slope, choice.offset, exponent, words, kept)
    return kept
