"""What a model of `auto` reads and says of a page: features, kind, probability of main text, chosen blocks.

Where the kernel was built and has the page's table, all of it is one call, or even done when the page was
parsed; else it is made family by family. All give the same.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext._kernel import loops
from maintext.arrays import BoolArray, Columns, FloatArray, IntArray
from maintext.features import (
    CONTEXT_FEATURES,
    OWN_FEATURES,
    Landmarks,
    Reading,
    context_columns,
    own_columns,
    page_columns,
)
from maintext.features.context import SCORES
from maintext.features.hashed import word_scores
from maintext.methods.selection import expected_f1
from maintext.model.auto import BLOCK_FEATURES, KINDS, AutoModel, Choice
from maintext.page.page import Page
from maintext.text.characters import Counts

if TYPE_CHECKING:
    from maintext._kernel._native import Memory

# Where the features of a block's surroundings begin, and those of its page's kind.
_CONTEXT_AT = len(OWN_FEATURES)
_KINDS_AT = _CONTEXT_AT + len(CONTEXT_FEATURES)
_CJK = Counts._fields.index("cjk")
_ARTICLE = KINDS.index("article")


@dataclass(frozen=True, eq=False)
class Measured:
    """A page's features, as the model reads them, and what its trees say of them."""

    kinds: FloatArray
    """The probability of each of `KINDS`."""
    columns: Columns
    """`BLOCK_FEATURES` × blocks."""
    log_odds: FloatArray
    """Those of main text, by block: the sum of the trees, calibrated."""
    probability: FloatArray
    """The same as probabilities."""
    chars: FloatArray
    """Characters of each block, as `Reading` counts them."""
    words: IntArray
    """Words of each block."""
    chosen: BoolArray
    """The blocks of the largest expected F1."""


def measure(page: Page, model: AutoModel) -> Measured:
    """The features of a page, its kind, and how likely its blocks are main text."""
    size = len(page.blocks)
    if not size:
        none = np.zeros(0)
        columns = np.zeros((len(BLOCK_FEATURES), 0), dtype=np.float32)
        words, chosen = none.astype(np.int64), none.astype(np.bool_)
        return Measured(np.zeros(len(KINDS)), columns, none, none, none, words, chosen)
    rows = (*page.columns, page.depth, page.chars, page.text_counts[_CJK])
    blocks = page.leaves, page.blocks.first_row, page.blocks.element
    return _measured(page.table.score(model.scorer, rows, blocks), size)


def _measured(scores: "Memory", size: int) -> Measured:
    """What the kernel has written of so many blocks, one array after the other."""
    memory = memoryview(scores)
    numbers = np.frombuffer(memory, dtype=np.float64, count=len(KINDS) + 3 * size)
    kinds, rest = numbers[: len(KINDS)], numbers[len(KINDS) :]
    log_odds, probability, chars = rest.reshape(3, size)
    words = np.frombuffer(memory, dtype=np.int64, count=size, offset=numbers.nbytes)
    after = numbers.nbytes + words.nbytes
    features = len(BLOCK_FEATURES)
    columns = np.frombuffer(memory, dtype=np.float32, count=features * size, offset=after)
    chosen = np.frombuffer(memory, dtype=np.bool_, count=size, offset=after + columns.nbytes)
    return Measured(kinds, columns.reshape(features, size), log_odds, probability, chars, words, chosen)


def measure_by_families(page: Page, model: AutoModel) -> Measured:
    """The same, one family of features after the other."""
    reading = Reading(page)
    landmarks = Landmarks(reading)
    columns = np.empty((len(BLOCK_FEATURES), reading.size), dtype=np.float32)
    own = own_columns(reading, landmarks, columns[:_CONTEXT_AT])
    kinds = softmax(model.kinds.margins(page_columns(reading, landmarks))[:, 0])
    scores = np.array([_word_scores(reading, model, name) for name in SCORES])
    context_columns(reading, own, scores, columns[_CONTEXT_AT:_KINDS_AT])
    columns[_KINDS_AT:] = kinds[:, None]
    slope, offset = model.calibration
    log_odds = slope * model.blocks.margins(columns)[0] + offset
    chosen = choose(log_odds, reading.words, kinds, model.choice)
    return Measured(kinds, columns, log_odds, sigmoid(log_odds), reading.chars, reading.words, chosen)


def choose(log_odds: FloatArray, words: IntArray, kinds: FloatArray, choice: Choice) -> BoolArray:
    """The blocks of the largest expected F1."""
    if loops is None:
        return expected_f1(weighed(log_odds, kinds[_ARTICLE], choice), words)
    kept = np.empty(len(words), dtype=np.bool_)
    log_odds, words = np.ascontiguousarray(log_odds), np.ascontiguousarray(words)
    exponent = choice.exponent + choice.article * kinds[_ARTICLE]
    loops.choose_weighed(log_odds, choice.slope, choice.offset, exponent, words, kept)
    return kept


def weighed(log_odds: FloatArray, article: float, choice: Choice) -> FloatArray:
    """Probabilities as the choice of blocks counts them, by the probability that the page is an article.

    An article stands in one piece: what is unlikely beside it is less likely still. On lists it is the
    other way round: where one item belongs, so do those like it.
    """
    return sigmoid(choice.slope * log_odds + choice.offset) ** (choice.exponent + choice.article * article)


def _word_scores(reading: Reading, model: AutoModel, name: str) -> FloatArray:
    table = model.tables[name]
    return word_scores(reading, name, table.weight, table.scale, table.bias)


def sigmoid(log_odds: FloatArray) -> FloatArray:
    """Log odds as probabilities."""
    return 1 / (1 + np.exp(-log_odds))


def softmax(margins: FloatArray) -> FloatArray:
    """Log odds as probabilities that sum to 1."""
    odds = np.exp(margins - margins.max())
    return odds / odds.sum()
