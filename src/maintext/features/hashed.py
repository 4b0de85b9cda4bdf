"""Words as features: the bucket of a table of weights that each word of a block or around it falls into.

A block's score by such a table is the sum of its words' weights over the square root of their number. The
same word falls into different buckets by where it stands: in the text or at its end, in the name of the
block's own element or far above it, in the heading that the block stands under.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext._kernel import loops
from maintext.arrays import FloatArray, IntArray, ranges
from maintext.features.reading import LEVELS, Reading
from maintext.page.tags import TAGS
from maintext.text.words import Hashes

BITS = 18
BUCKETS = 1 << BITS

_SPREAD = np.uint64(0xD6E8FEB86659FD93)
_FIRST_WORDS = 40
_FIRST_PAIRS = 20
_LAST_WORDS = 3
_HEADING_WORDS = 8
_REACH = 4  # levels above a heading that its section may fill
_NONE = np.zeros(0, dtype=np.int64)


class Words(NamedTuple):
    """Which buckets each block's words fall into.

    Words of names and headings are those of many blocks. They are kept once, by unit, with the units
    that each block takes: to weigh a unit once is less work.
    """

    own_block: IntArray
    own_bucket: IntArray
    unit: IntArray = _NONE
    unit_bucket: IntArray = _NONE
    taker: IntArray = _NONE
    """The blocks that take units, each as often as it takes one."""
    taken: IntArray = _NONE
    """The units that they take."""

    def score(self, weight: NDArray[np.int8], scale: float, bias: float, size: int) -> FloatArray:
        """The log odds of each of `size` blocks by a table of weights."""
        total = np.bincount(self.own_block, weight.take(self.own_bucket), minlength=size)
        count = np.bincount(self.own_block, minlength=size)
        if len(self.taken):
            units = int(self.taken.max()) + 1
            unit_total = np.bincount(self.unit, weight.take(self.unit_bucket), minlength=units)
            unit_count = np.bincount(self.unit, minlength=units)
            total = total + np.bincount(self.taker, unit_total.take(self.taken), minlength=size)
            count = count + np.bincount(self.taker, unit_count.take(self.taken), minlength=size)
        return total * scale / np.sqrt(np.maximum(count, 1)) + bias

    @property
    def block(self) -> IntArray:
        """Blocks, each as often as it has a word."""
        return self.pairs()[0]

    @property
    def bucket(self) -> IntArray:
        """The buckets of those words."""
        return self.pairs()[1]

    def pairs(self) -> tuple[IntArray, IntArray]:
        """Both: what a table of weights is fitted to."""
        order = np.argsort(self.unit, kind="stable")
        units = int(max(self.unit.max(initial=-1), self.taken.max(initial=-1))) + 1
        count = np.bincount(self.unit, minlength=units)
        first, count = (np.cumsum(count) - count).take(self.taken), count.take(self.taken)
        shared = self.unit_bucket[order].take(ranges(first, count))
        return (
            np.concatenate([self.own_block, np.repeat(self.taker, count)]),
            np.concatenate([self.own_bucket, shared]),
        )


def buckets(hashes: Hashes, salt: np.uint64 | Hashes) -> IntArray:
    """The buckets of words that stand in the place that the salt names."""
    found = hashes ^ salt
    found *= _SPREAD
    found >>= np.uint64(64 - BITS)
    return found.view(np.int64)


def text_words(reading: Reading) -> Words:
    """The block's own words: the first ones, pairs of them, the last ones, and a short block as a whole."""
    word, block, rank, words = reading.word_hash, reading.word_block, reading.word_rank, reading.words
    left = np.repeat(words, words) - rank
    first = np.flatnonzero(rank < _FIRST_WORDS)
    pair = np.flatnonzero((rank < _FIRST_PAIRS) & (left > 1))
    last = np.flatnonzero((left <= _LAST_WORDS) & (left + rank > _LAST_WORDS))
    short = np.flatnonzero((words <= _LAST_WORDS) & (words > 0))
    found = (
        buckets(word.take(first), np.uint64(1)),
        buckets(_pairs(word, pair), np.uint64(2)),
        buckets(word.take(last), np.uint64(3)),
        buckets(reading.wording.text_hash.take(short), np.uint64(4)),
    )
    blocks = block.take(np.concatenate([first, pair, last]))
    return Words(np.concatenate([blocks, short]), np.concatenate(found))


# How near an element is counts by its level, on one scale for names and on another for tags.
_NAME_PLACE = np.array([0, 1, 2, 2, 3, 3, 3, 3, 3])[:, None]
_TAG_PLACE = np.minimum(np.arange(LEVELS), 4)[:, None]
_NAME_SALTS = np.array([6, 10, 11, 12, 13], dtype=np.uint64)[:, None]  # in any place, in each of the four
_TAG_KINDS = len(TAGS) + 1
_TAG_PLACES = np.arange(_TAG_KINDS) + 1000 * np.arange(5)[:, None] + 7
TAG_BUCKETS = buckets(_TAG_PLACES.astype(np.uint64), np.uint64(5)).ravel()
_TAG_UNITS = np.arange(len(TAG_BUCKETS))


def name_words(reading: Reading) -> Words:
    """The tags and names of the elements above the block."""
    above, names, number = reading.above, reading.names, reading.number
    kinds = len(names.first)  # units: each name in each of the four places, then each tag in each of five
    name = np.repeat(np.arange(kinds), names.counts)
    anywhere, *placed = buckets(names.hash, _NAME_SALTS)
    in_place = [name + place * kinds for place in range(4)]
    new = np.ones(above.shape, dtype=np.bool_)
    np.not_equal(above[1:], above[:-1], out=new[1:])
    at = np.flatnonzero(new)  # the root is above itself: it counts on its lowest level
    taker = np.broadcast_to(number, above.shape).ravel().take(at)
    names_taken = names.of_row.take(above) + _NAME_PLACE * kinds
    tags_taken = reading.tag.view(np.int64).take(above) + (_TAG_PLACE * _TAG_KINDS + 4 * kinds)
    return Words(
        own_block=np.concatenate([number, number]),
        own_bucket=buckets(reading.tag_paths[[2, 4], 1], _PATH_SALTS).ravel(),
        unit=np.concatenate([*in_place, *in_place, _TAG_UNITS + 4 * kinds]),
        unit_bucket=np.concatenate([*[anywhere] * 4, *placed, TAG_BUCKETS]),
        taker=np.concatenate([taker, taker]),
        taken=np.concatenate([names_taken.ravel().take(at), tags_taken.ravel().take(at)]),
    )


def _score_names(reading: Reading, weight: NDArray[np.int8], scale: float, bias: float) -> FloatArray:
    """What `name_words(reading).score` gives, with less work: elements repeat, and so do their names."""
    above, names = reading.above, reading.names
    sums = np.zeros((len(_NAME_SALTS), len(names.hash) + 1), dtype=np.int64)
    np.cumsum(weight.take(buckets(names.hash, _NAME_SALTS)), axis=1, out=sums[:, 1:])
    anywhere, *placed = sums.take(names.first + names.counts, axis=1) - sums.take(names.first, axis=1)
    of_name, of_tag = np.array(placed) + anywhere, weight.take(TAG_BUCKETS)
    name = names.of_row.take(above)
    total = of_name.ravel().take(name + _NAME_PLACE * len(names.first))
    total += of_tag.take(reading.tag.view(np.int64).take(above) + _TAG_PLACE * _TAG_KINDS)
    count = 2 * names.counts.take(name) + 1  # each word in any place and in its own, and the tag
    again = above[1:] == above[:-1]  # the root is above itself: it counts on its lowest level
    total[1:][again] = 0
    count[1:][again] = 0
    own = weight.take(buckets(reading.tag_paths[[2, 4], 1], _PATH_SALTS))
    total_of_block = total.sum(axis=0) + own.sum(axis=0)
    return total_of_block * scale / np.sqrt(count.sum(axis=0) + len(own)) + bias


_PATH_SALTS = np.array([22, 24], dtype=np.uint64)[:, None]
# The same words in four places: of a heading, before the block or in one element with it; of any label.
_HEADING_SALTS = np.array([30, 34, 31, 35], dtype=np.uint64)[:, None]
_HEADING_PAIR_SALTS = _HEADING_SALTS + np.uint64(40)


def heading_words(reading: Reading) -> Words:
    """The words of the last heading before the block, and of the last heading or label."""
    marked = reading.last_headings[1] == reading.number
    label = np.flatnonzero(marked)
    words = np.minimum(reading.words.take(label), _HEADING_WORDS)
    pairs = np.maximum(words - 1, 0)
    first = reading.first_word.take(label)
    word = reading.word_hash.take(ranges(first, words))
    pair = _pairs(reading.word_hash, ranges(first, pairs))
    units = np.arange(len(label)) + len(label) * np.arange(4)[:, None]
    number = np.cumsum(marked) - 1
    ends = reading.above_high[:_REACH].max(axis=0)
    takers, taken = [], []
    for place, at in enumerate(reading.last_headings):
        block = np.flatnonzero((at >= 0) & (at != reading.number))
        heading = at.take(block)
        inside = ends.take(heading) > block
        takers.append(block)
        taken.append(number.take(heading) + (2 * place + inside) * len(label))
    return Words(
        own_block=_NONE,
        own_bucket=_NONE,
        unit=np.concatenate([np.repeat(units, count, axis=1).ravel() for count in (words, pairs)]),
        unit_bucket=np.concatenate(
            [buckets(word, _HEADING_SALTS).ravel(), buckets(pair, _HEADING_PAIR_SALTS).ravel()]
        ),
        taker=np.concatenate(takers),
        taken=np.concatenate(taken),
    )


def _pairs(word: Hashes, first: IntArray) -> Hashes:
    return word.take(first) * np.uint64(3) + word.take(first + 1, mode="clip")


TABLES = {"text": text_words, "names": name_words, "heading": heading_words}
"""The tables of weights, and what finds the words that they weigh."""


def word_scores(
    reading: Reading, name: str, weight: NDArray[np.int8], scale: float, bias: float
) -> FloatArray:
    """The log odds of each block by one of the tables of weights."""
    if loops is None and name == "names":
        return _score_names(reading, weight, scale, bias)
    if loops is None:
        return TABLES[name](reading).score(weight, scale, bias, reading.size)
    scores = np.empty(reading.size)
    weights = (weight, scale, bias)
    words = (reading.word_hash, reading.first_word, reading.words)
    if name == "text":
        loops.score_text(*weights, *words, reading.wording.text_hash, scores)
    elif name == "names":
        names, paths = reading.names, (reading.tag_paths[2, 1], reading.tag_paths[4, 1])
        named = (names.hash, names.first, names.of_row, reading.page.tag, reading.above)
        loops.score_names(*weights, *named, *paths, TAG_BUCKETS, scores)
    else:
        ends = reading.above_high[:_REACH].max(axis=0)
        loops.score_headings(*weights, *words, *reading.last_headings, ends, scores)
    return scores
