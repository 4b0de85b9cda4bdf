"""Measuring a page with a model of `auto`: features, kind, probability of main text, chosen blocks.

One call of the kernel does all of it: for `auto`, for kinds, for explanations of other methods and for
training.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext._kernel import native
from maintext.arrays import BoolArray, Columns, FloatArray, IntArray
from maintext.model.auto import AutoModel, Choice, shipped_auto
from maintext.model.schema import BLOCK_FEATURES, DESCRIBED, KINDS, PAGE_FEATURES, SCORES
from maintext.page.page import Page

if TYPE_CHECKING:
    from maintext._kernel._native import Memory

_Lists = tuple[tuple[bytes, bytes], ...]
_DESCRIBED = [*DESCRIBED]
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

    kinds: FloatArray
    """The probability of each of `KINDS`."""
    columns: Columns
    """`BLOCK_FEATURES` × blocks."""
    log_odds: FloatArray
    """Log odds of main text, by block: the sum of the trees, calibrated."""
    probability: FloatArray
    """The same as probabilities."""
    chars: FloatArray
    """Characters of each block; a Han, kana or hangul character counts for three."""
    words: IntArray
    """Words of each block."""
    unit: IntArray
    """The element of each block's unit; -1 for none. All blocks of a unit have the same log odds."""
    unit_kind: NDArray[np.uint8]
    """Index of its kind in `UNITS`; the number of these for none."""
    chosen: BoolArray
    """The blocks with the largest expected F1."""
    page_columns: Columns
    """`PAGE_FEATURES` × 1."""
    table_words: Mapping[str, Words] | None = None
    """By table, the words it is fitted to; None unless requested."""

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
    size = len(page.blocks)
    if not size:
        return _without_blocks()
    wanted = (native.WITH_WORDS if with_words else 0) | (0 if names else native.WITHOUT_NAMES)
    return _read(*page.table.measure(model.scorer, wanted), size)


def page_kinds(page: Page, model: AutoModel) -> FloatArray:
    """The probability of each of `KINDS`; all 0 on a page without text. Blocks are not measured."""
    if not len(page.blocks):
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


def _read(memory: "Memory", lists: "_Lists | None", size: int) -> Measured:
    """The kernel's output as arrays, for a number of blocks: one after the other (`make_measures`)."""
    view = memoryview(memory)
    numbers = 8 * len(KINDS)
    of_page = numbers + 5 * 8 * size
    columns = of_page + 4 * len(PAGE_FEATURES)
    units = columns + 4 * len(BLOCK_FEATURES) * size
    return Measured(
        kinds=np.ndarray(len(KINDS), np.float64, view),
        columns=np.ndarray((len(BLOCK_FEATURES), size), np.float32, view, columns),
        log_odds=np.ndarray(size, np.float64, view, numbers),
        probability=np.ndarray(size, np.float64, view, numbers + 8 * size),
        chars=np.ndarray(size, np.float64, view, numbers + 16 * size),
        words=np.ndarray(size, np.int64, view, numbers + 24 * size),
        unit=np.ndarray(size, np.int64, view, numbers + 32 * size),
        unit_kind=np.ndarray(size, np.uint8, view, units),
        chosen=np.ndarray(size, np.bool_, view, units + size),
        page_columns=np.ndarray((len(PAGE_FEATURES), 1), np.float32, view, of_page),
        table_words=None
        if lists is None
        else {name: _words(pair) for name, pair in zip(SCORES, lists, strict=True)},
    )


def _words(lists: tuple[bytes, bytes]) -> Words:
    counts, buckets = (np.frombuffer(part, dtype=np.int32) for part in lists)
    return Words(counts, buckets)


def _without_blocks() -> Measured:
    none = np.zeros(0)
    return Measured(
        kinds=np.zeros(len(KINDS)),
        columns=np.zeros((len(BLOCK_FEATURES), 0), dtype=np.float32),
        log_odds=none,
        probability=none,
        chars=none,
        words=none.astype(np.int64),
        unit=none.astype(np.int64),
        unit_kind=none.astype(np.uint8),
        chosen=none.astype(np.bool_),
        page_columns=np.zeros((len(PAGE_FEATURES), 1), dtype=np.float32),
    )


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
