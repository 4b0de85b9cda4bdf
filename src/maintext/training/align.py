"""Which blocks of a page are main text, according to its gold text.

The gold text is the page's text without the rest, but white space, punctuation and sometimes the order
differ, and single words of it occur everywhere. So blocks are matched by *shingles*, three tokens in a row (a
Han, kana or hangul character is a token):

1. in order: the longest common subsequence of the page's and the gold's shingles;
2. in any order: what remains, for sections that the gold has elsewhere;
3. blocks that the gold abridges: those that still raise the F1 of the labelled blocks;
4. blocks too short for shingles: if the gold has them right beside a match of their neighbours;
5. rows of such blocks, as in tables: by shingles that span several blocks.

In 1 and 2, blocks that the gold covers almost completely come first, so that a sentence is matched with its
own paragraph and not with a dump of the page's source. See docs/labels.md.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from maintext.arrays import BoolArray, FloatArray, IntArray
from maintext.page.page import Page
from maintext.text.words import tokens

# All except _LARGEST were swept on every fifth page of the development data, by the token F1 of the labelled
# blocks. No other value that was tried changes the mean by more than .002.
SHINGLE = 3
"""Tokens of a shingle. Of 2, 3 and 4, 2 has .0004 more F1 than 3, but also matches links of two words."""
_BARS = (0.95, 0.5)
"""The share of a block's tokens that the gold must have, in the first and in the second attempt."""
_LEAST_BAR = 0.25
"""The same for blocks that the gold shortens; at least half of the current F1, so that they raise it."""
_FEW = 10
_FEW_BAR = 0.65
"""Blocks with fewer tokens need at least this share: a third of a headline occurs in any text."""
_LARGEST = 500_000_000
"""Bits of the table for the longest common subsequence; for larger pages, order is ignored."""
_SHORT = 6
"""Blocks with fewer tokens may be placed by their neighbours."""
_REACH = 8
"""Maximum number of unmatched blocks between such a block and its neighbour."""
_SLACK = 2
"""Maximum number of gold tokens between them."""

LEAST_COVERAGE = 0.5
"""The share of its gold text that a page must have to be used in training."""

Find = Callable[[IntArray, IntArray], tuple[IntArray, IntArray]]
"""Positions in two sequences that are matched with each other."""


@dataclass(frozen=True, eq=False)
class Alignment:
    """The labels of a page's blocks."""

    main: BoolArray
    """Which blocks are main text."""
    coverage: FloatArray
    """The share of each block's tokens that were matched with the gold; 0 if it is not main text."""
    matched: BoolArray
    """Which tokens of the gold were matched."""

    @property
    def gold_coverage(self) -> float:
        """The share of the gold's tokens that were matched: low if the page does not have its gold text."""
        return float(self.matched.mean()) if len(self.matched) else 0.0

    @property
    def usable(self) -> bool:
        """Whether a model may learn from these labels: at least half of the gold text must be on the page."""
        return self.gold_coverage >= LEAST_COVERAGE


def align(page: Page, gold: str) -> Alignment:
    r"""Label the page's blocks by a gold text.

    >>> from maintext.page.parse import parse
    >>> page = parse("<a>Home</a><h1>Rain</h1><p>It rained for six days.<p>More news")
    >>> align(page, "Rain\n\nIt rained for six days.").main.tolist()
    [False, True, True, False]
    """
    return align_tokens(block_tokens(page), tokens(gold))


def block_tokens(page: Page) -> list[list[str]]:
    """The tokens of each block."""
    return [tokens(page.block_text(block)) for block in range(len(page.blocks))]


def align_tokens(blocks: Sequence[Sequence[str]], gold: Sequence[str]) -> Alignment:
    """Label blocks, given as tokens, by gold tokens."""
    matching = _Matching(blocks, gold)
    for find in (_in_order, _in_any_order):
        for bar in _BARS:
            matching.accept(find, bar)
    matching.accept(_in_order, max(matching.f1() / 2, _LEAST_BAR))
    matching.place_short_blocks()
    if matching.accept(_in_order, _BARS[0], across=True):
        matching.place_short_blocks()
    return Alignment(
        matching.main,
        np.where(matching.main, matching.share(matching.partner >= 0), 0.0),
        matching.taken,
    )


class _Matching:
    """The gold token that each token of the page is matched with, so far."""

    def __init__(self, blocks: Sequence[Sequence[str]], gold: Sequence[str]) -> None:
        number: dict[str, int] = {}
        self.gold: IntArray = np.array([number.setdefault(t, len(number)) for t in gold], dtype=np.int64)
        words = chain.from_iterable(blocks)
        self.page: IntArray = np.array([number.get(token, -1) for token in words], dtype=np.int64)
        self.size: IntArray = np.array([len(block) for block in blocks], dtype=np.int64)
        self.first = np.cumsum(self.size) - self.size
        self.block = np.repeat(np.arange(len(blocks)), self.size)
        self.main = np.zeros(len(blocks), dtype=np.bool_)
        self.partner = np.full(len(self.page), -1)
        self.taken = np.zeros(len(gold), dtype=np.bool_)
        # Larger numbers wrap around: two shingles may then share one, which does no harm.
        self.page_shingles = _shingles(self.page, len(number))
        self.gold_shingles = _shingles(self.gold, len(number))
        starts = np.arange(len(self.page_shingles))
        self.known = _shingle_sums(self.page < 0) == 0
        self.within_block = self.block[starts] == self.block[starts + SHINGLE - 1]

    def share(self, tokens: BoolArray) -> FloatArray:
        """The share of each block's tokens that are marked."""
        return np.bincount(self.block, tokens, minlength=len(self.size)) / np.maximum(self.size, 1)

    def f1(self) -> float:
        """F1 of the matched tokens, between the blocks of main text and the gold."""
        matched = np.count_nonzero(self.partner >= 0)
        return 2 * matched / max(int(self.size[self.main].sum()) + len(self.gold), 1)

    def accept(self, find: Find, bar: float, *, across: bool = False) -> bool:
        """Match unmatched blocks with the rest of the gold; return whether there were any.

        With `across`, shingles may span several blocks.
        """
        bars = np.where(self.size < _FEW, max(bar, _FEW_BAR), bar)
        open_gold = np.flatnonzero(_shingle_sums(self.taken) == 0)
        open_page = self.known & (_shingle_sums(self.main[self.block]) == 0)
        if not across:
            open_page &= self.within_block
        open_page &= np.isin(self.page_shingles, self.gold_shingles[open_gold])
        in_reach = np.zeros(len(self.page), dtype=np.bool_)
        for k in range(SHINGLE):
            in_reach[np.flatnonzero(open_page) + k] = True
        # A block that fails in any order fails in this one: it would only be in the way.
        hits = np.flatnonzero(open_page)
        hits = hits[(self.share(in_reach) >= bars)[self.block[hits]]]
        open_gold = open_gold[np.isin(self.gold_shingles[open_gold], self.page_shingles[hits])]
        if not len(hits):
            return False
        found, there = find(self.page_shingles[hits], self.gold_shingles[open_gold])
        partner = np.full(len(self.page), -1)
        for k in range(SHINGLE):
            partner[hits[found] + k] = open_gold[there] + k
        accepted = (self.share(partner >= 0) >= bars) & (self.size > 0)
        matched = np.flatnonzero((partner >= 0) & accepted[self.block])
        self.main |= accepted
        self.partner[matched] = partner[matched]
        self.taken[partner[matched]] = True
        return bool(accepted.any())

    def place_short_blocks(self) -> None:
        """Follow the gold from each main block to the short blocks after it, then to those before it."""
        for forward in (True, False):
            self._place_short_blocks(forward=forward)

    def _place_short_blocks(self, *, forward: bool) -> None:
        page, gold = self.page.tolist(), self.gold.tolist()
        ends = self._gold_ends(forward=forward)
        place = missed = -1  # the next gold token, and the number of blocks without it
        spans = list(enumerate(zip(self.first.tolist(), self.size.tolist(), ends, strict=True)))
        for block, (first, size, end) in spans if forward else reversed(spans):
            if end >= 0:
                place, missed = end, 0
                continue
            if not size:
                continue
            missed += 1
            if place < 0 or missed > _REACH or size >= _SHORT:
                continue
            for slack in range(_SLACK + 1):
                start = place + slack if forward else place - size - slack
                if start < 0 or self.taken[start : start + size].any():
                    break
                if gold[start : start + size] == page[first : first + size]:
                    self.main[block] = self.taken[start : start + size] = True
                    self.partner[first : first + size] = np.arange(start, start + size)
                    place, missed = (start + size if forward else start), 0
                    break

    def _gold_ends(self, *, forward: bool) -> list[int]:
        """For each main block, the gold token after it, or the one it begins with; else -1."""
        ends = np.full(len(self.size), -1)
        matched = np.flatnonzero(self.partner >= 0)
        if len(matched):
            blocks, first = np.unique(self.block[matched], return_index=True)
            partner = self.partner[matched]
            ends[blocks] = (
                np.maximum.reduceat(partner, first) + 1 if forward else np.minimum.reduceat(partner, first)
            )
        return ends.tolist()


def _shingle_sums(values: BoolArray) -> IntArray:
    """The sum over each shingle; empty if there are too few tokens."""
    count = max(len(values) - SHINGLE + 1, 0)
    sums: IntArray = np.zeros(count, dtype=np.int64)
    for k in range(SHINGLE):
        sums += values[k : k + count]
    return sums


def _shingles(tokens: IntArray, base: int) -> IntArray:
    """A number for each shingle."""
    count = max(len(tokens) - SHINGLE + 1, 0)
    numbers: IntArray = np.zeros(count, dtype=np.int64)
    for k in range(SHINGLE):
        numbers = numbers * (base + 1) + tokens[k : k + count]
    return numbers


def _in_order(page: IntArray, gold: IntArray) -> tuple[IntArray, IntArray]:
    """The longest common subsequence; of equal parts of the page, the last.

    The last, because repeated text is usually a title: in a path or bar at the top of the page, and right
    above the text.
    """
    from rapidfuzz.distance import LCSseq

    if len(page) * len(gold) > _LARGEST:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    runs = LCSseq.editops(page[::-1].tolist(), gold[::-1].tolist()).as_matching_blocks()
    sizes = [run.size for run in runs]
    within = np.arange(sum(sizes)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    found = len(page) - 1 - (np.repeat([run.a for run in runs], sizes) + within)
    there = len(gold) - 1 - (np.repeat([run.b for run in runs], sizes) + within)
    return found, there


def _in_any_order(page: IntArray, gold: IntArray) -> tuple[IntArray, IntArray]:
    """Match the first of a kind with the first of its kind, the second with the second, and so on."""
    kinds, kind = np.unique(np.concatenate([page, gold]), return_inverse=True)
    page_key = kind[: len(page)] + len(kinds) * _ordinals(kind[: len(page)])
    gold_key = kind[len(page) :] + len(kinds) * _ordinals(kind[len(page) :])
    _, found, there = np.intersect1d(page_key, gold_key, assume_unique=True, return_indices=True)
    return found, there


def _ordinals(kind: IntArray) -> IntArray:
    """For each, the number of equal ones before it."""
    order = np.argsort(kind, kind="stable")
    ordered = kind[order]
    first = np.searchsorted(ordered, ordered)
    ordinals = np.empty_like(order)
    ordinals[order] = np.arange(len(kind)) - first
    return ordinals
