"""Punctuation: leaves whose punctuation differs from that of the many short texts of a page.

Paper: Wang Nan, Xiao Chun, "A Method Based on Statistics for Extracting Text from Web Pages".

Idea: navigation and advertising are many short texts without punctuation; main text has punctuation. Each
leaf is a vector f with the counts of each punctuation mark, weighted like terms in information retrieval,

    F_i = b · f_i · log(H / n_i),    w = F / |F|

with H leaves on the page, n_i of them with mark i. (The leaf's weight b cancels in w.) The print has the sum
of b_j · f_ij over all leaves j in place of b · f_i: then all leaves of a page have the same vector, and the
page is kept whole or not at all (`weights="page"`). Two leaves are similar if cos(w_a, w_b) > epsilon; with N
leaves similar to it, a leaf has the weight

    I = log(1 / (N + 1))

and is main text if I > theta. N counts the *other* leaves, as step 3 of the paper says, so a leaf
that is similar to no other has I = 0. The paper does not state the base of the logarithm. With base e, 12
like leaves are kept and 13 are not; with base 10, 316 are kept and 317 are not; with base 2, 5 and 6.

Units: leaves, or blocks. Needs: the page alone.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from maintext.arrays import BoolArray, FloatArray, IntArray, frozen
from maintext.methods.base import Method, Paper, Scores
from maintext.methods.selection import above
from maintext.page.page import Page

MARKS = ("。.．｡।॥።", "，,،፣", "？?؟", "、､", "；;؛", "：:", "！!")
"""The paper's seven punctuation marks, each followed by its counterparts in other scripts."""


@dataclass(frozen=True)
class Punctuation(Method):
    """Paper 2's method. Its printed form takes `weights="leaf"`: with the printed sum there is no method.

    Figures are mean token F1 on the development data; `docs/papers/punctuation.md` has them all.
    """

    name: ClassVar[str] = "punctuation"
    paper: ClassVar[Paper] = Paper(
        "Wang, Xiao", "A Method Based on Statistics for Extracting Text from Web Pages", None
    )
    ranges: ClassVar[Mapping[str, tuple[float, float]]] = {"epsilon": (-1, 1), "base": (1.01, 1e9)}
    printed: ClassVar[Mapping[str, object]] = {"marks": "cjk", "markless": "similar"}

    epsilon: float = 0.8
    """Two leaves are similar if the cosine of their vectors is greater."""
    theta: float = -2.5
    """A leaf is kept if its weight I is greater."""
    base: float = 10.0
    """The base of the logarithm in I, which the paper does not state. With 10, 316 like leaves are kept and
    317 are not; with e, 12 and 13; with 2, 5 and 6, and most articles are rejected (.718, .319, .158)."""
    marks: Literal["cjk", "all"] = "all"
    """Which punctuation counts: the paper's seven Chinese ones, or also their counterparts in other scripts
    (.486 → .718)."""
    markless: Literal["similar", "dropped"] = "dropped"
    """How leaves without punctuation, whose cosine is 0 / 0, are treated. The paper does not say. `similar`:
    they are similar to each other, so many of them are dropped; `dropped`: they are never kept (.718 → .772).
    """
    unit: Literal["leaf", "block"] = "leaf"
    """What is scored: text nodes, as in the paper, or whole blocks (.772 → .775)."""
    weights: Literal["leaf", "page"] = "leaf"
    """Where formula (1) counts marks: in the leaf, or, as it is printed, in all leaves of the page together,
    which gives every leaf the same vector."""

    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        by_leaf = self.unit == "leaf"
        units = len(page.leaves) if by_leaf else len(page.blocks)
        leaf_unit = np.arange(units) if by_leaf else page.blocks.of_leaf.copy()
        if noise is not None:
            leaf_unit[noise] = -1
        counts = mark_counts(page, leaf_unit, units, self.marks)
        scored = np.zeros(units, dtype=np.bool_)
        scored[leaf_unit[leaf_unit >= 0]] = True
        similar: IntArray = np.zeros(units, dtype=np.int64)
        frequencies = counts
        if self.weights == "page":  # formula (1) as printed: one sum for all leaves
            frequencies = np.where(scored[:, None], counts.sum(axis=0), 0)
        similar[scored] = similar_others(frequencies[scored], self.epsilon, mark_weights(counts[scored]))
        values: FloatArray = np.log(1 / (similar + 1)) / math.log(self.base)
        if self.markless == "dropped":
            values[~frequencies.any(axis=1)] = np.nan

        evidence = {"marks": counts.sum(axis=1), "similar": similar, "scored": int(scored.sum())}
        return Scores(page, values, leaf_unit, evidence=evidence)

    def select(self, scores: Scores) -> BoolArray:
        return above(scores.values, self.theta)

    def describe(self, scores: Scores, unit: int) -> str:
        found = f"{scores.evidence['marks'][unit] or 'no'} punctuation marks"
        if np.isnan(scores.values[unit]):
            return found
        others = f"{scores.evidence['similar'][unit]} of {scores.evidence['scored'] - 1} other"
        units = "leaves" if self.unit == "leaf" else "blocks"
        return f"{found}, similar to {others} {units}: I = {scores.values[unit]:.2f}"


def _mark_by_code(marks: Literal["cjk", "all"]) -> NDArray[np.int8]:
    """Index of the punctuation mark that each character of the basic plane is; -1 for others."""
    numbers = np.full(0x10000, -1, dtype=np.int8)
    for number, same in enumerate(MARKS):
        numbers[[ord(mark) for mark in (same[0] if marks == "cjk" else same)]] = number
    return frozen(numbers)


_MARK = {"cjk": _mark_by_code("cjk"), "all": _mark_by_code("all")}


def mark_counts(page: Page, leaf_unit: IntArray, units: int, marks: Literal["cjk", "all"]) -> IntArray:
    """How often each unit has each punctuation mark: units × marks."""
    codes = np.frombuffer(page.text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    mark = _MARK[marks].take(codes, mode="clip")
    places = np.flatnonzero(mark >= 0)
    leaf = np.searchsorted(page.text_start[page.leaves], places, side="right") - 1
    shown = (leaf >= 0) & (places < np.append(page.text_end[page.leaves], 0)[leaf])
    unit = np.where(shown, np.append(leaf_unit, -1)[leaf], -1)
    cells = unit[unit >= 0] * len(MARKS) + mark[places[unit >= 0]]
    return np.bincount(cells, minlength=units * len(MARKS)).reshape(units, len(MARKS))


# Real pages have few distinct vectors (development data: at most 209). Above this limit, which only an attack
# or a page of a million leaves reaches, directions are rounded to fewer steps until there are few enough.
# With two steps there are at most 576: only one component of seven can round to 1.
_MOST_VECTORS = 2048
_STEPS = (64, 32, 16, 8, 4, 2)
_ROWS_AT_ONCE = 256


def mark_weights(counts: IntArray) -> FloatArray:
    """log(H / n_i) of each mark, for H units of which n_i have the mark."""
    holders = np.count_nonzero(counts, axis=0)
    weights: FloatArray = np.log(max(len(counts), 1) / np.maximum(holders, 1))
    return weights


def similar_others(counts: IntArray, epsilon: float, weights: FloatArray | None = None) -> IntArray:
    """How many other units each unit is similar to, by its mark counts (units × marks).

    `weights` are those of the marks; by default, those of these units.

    Units with equal counts are compared as one, so the time is that of sorting the units, plus a limited
    number of comparisons.

    >>> similar_others(np.array([[1, 0], [2, 0], [0, 3], [0, 0], [0, 0]]), 0.8).tolist()
    [1, 1, 0, 1, 1]
    """
    weights = mark_weights(counts) if weights is None else weights
    distinct, group = _distinct(counts.astype(np.float64))
    directions = _directions(distinct * weights)
    for steps in _STEPS:
        if len(directions) <= _MOST_VECTORS:
            break
        rounded, coarser = _distinct(np.rint(directions * steps))
        directions, group = _directions(rounded), coarser[group]
    return _similar(directions, np.bincount(group, minlength=len(directions)), epsilon)[group] - 1


def _distinct(vectors: FloatArray) -> tuple[FloatArray, IntArray]:
    """The distinct rows, and the index of each row among them."""
    order = np.lexsort(vectors.T)
    ordered = vectors[order]
    first = np.ones(len(vectors), dtype=np.bool_)
    first[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    group = np.empty(len(vectors), dtype=np.int64)
    group[order] = np.cumsum(first) - 1
    return ordered[first], group


def _directions(vectors: FloatArray) -> FloatArray:
    """The vectors scaled to length 1; those of length 0 are unchanged."""
    length = np.sqrt((vectors**2).sum(axis=1, keepdims=True))
    return vectors / np.where(length, length, 1.0)


def _similar(directions: FloatArray, size: IntArray, epsilon: float) -> IntArray:
    """Units similar to those of each direction, these included; directions of length 0 are similar."""
    similar = np.empty(len(directions), dtype=np.int64)
    empty = np.asarray(~directions.any(axis=1))
    for start in range(0, len(directions), _ROWS_AT_ONCE):
        rows = np.arange(start, min(start + _ROWS_AT_ONCE, len(directions)))
        alike = directions[rows] @ directions.T > epsilon
        alike |= empty[rows, None] & empty
        alike[rows - start, rows] = True
        similar[rows] = alike @ size
    return similar
