"""What surrounds a block: its neighbours, the means around it, in its containers and over blocks of its path.

Means count every block by its characters. They are taken of word scores and of a few columns of the text.
A tree asks about one column at a time, so what is large *for its page* is said outright: as the difference
from the page's mean, from its best path, and as a rank.
"""

import numpy as np
from numpy.typing import NDArray

from maintext._kernel import loops
from maintext.arrays import Columns, FloatArray, IntArray, stack
from maintext.features.elements import element_above
from maintext.features.reading import Reading

SCORES = ("text", "names", "heading")
"""The scores by words, in the order in which they are given."""
_MEANT = (*SCORES, "words")
"""Those and their sum."""
AROUND = (
    "log_words",
    "link_density",
    "marks_per_word",
    "stop_words",
    "ends_sentence",
    "depth",
    "capital_share",
)
"""The columns whose surroundings count."""
_OFFSETS = (-3, -2, -1, 1, 2, 3)
_WINDOWS = (4, 12)
_REACHES = np.array(_WINDOWS)[:, None]
_CONTAINERS = (0, 1, 2, 3, 5)

_NEIGHBOURED = ("text", "names", *AROUND)
_OFFSET_NAMES = [f"{offset:+d}" for offset in _OFFSETS]
_CALLED = {name: f"{name} score" for name in _MEANT} | {name: name for name in AROUND}

MEANINGS = {
    **{f"{score}_score": f"log odds by the words of its {score}" for score in SCORES},
    "words_score": "log odds by all of these words: the sum of the three",
    **{
        f"{name}@{offset}": f"{_CALLED[name]} of the block {offset} from it"
        for offset in _OFFSET_NAMES
        for name in _NEIGHBOURED
    },
    **{
        f"{name}~{window}": f"mean {_CALLED[name]} of the block, {window} before it and {window} after"
        for window in _WINDOWS
        for name in (*_MEANT, *AROUND[1:])
    },
    **{
        f"{score}^{level}": f"mean {score} score in {element_above(level)}"
        for score in _MEANT
        for level in _CONTAINERS
    },
    **{f"{score}^path": f"mean {score} score of the blocks with its path" for score in _MEANT},
    **{f"{score}^tags": f"mean {score} score of the blocks with its tags on six levels" for score in _MEANT},
    **{f"{score}^page": f"mean {score} score of the page" for score in _MEANT},
    "heading_text": "text score of the last heading",
    "heading_names": "names score of the last heading",
    "label_text": "text score of the last heading or label",
    "label_names": "names score of the last heading or label",
    "since_label": "blocks since the last heading or label, 99 at most",
    **{f"{score}_score-page": f"{score} score, less the page's mean" for score in _MEANT},
    **{f"{score}^path-page": f"mean {score} score of its path, less the page's mean" for score in _MEANT},
    **{
        f"{score}^1-page": f"mean {score} score of the element above, less the page's mean"
        for score in _MEANT
    },
    **{f"{score}^path-best": f"mean {score} score of its path, less the page's best" for score in _MEANT},
    **{f"{score}^2-best": f"mean {score} score two levels above, less the page's best" for score in _MEANT},
    **{f"{name}-page": f"{_CALLED[name]}, less the page's mean" for name in AROUND[1:]},
    "path_rank": "share of the page's text whose path has a larger mean words score",
    "above_rank": "share of the page's text with a larger mean words score two levels above",
    "words_rank": "share of the page's text with a larger words score",
}
_LONG = 150
"""Characters of a block that can be the page's best."""


def write_context(reading: Reading, scores: FloatArray, around: Columns, out: Columns) -> None:
    """Write the columns that `MEANINGS` names, from the rows that `SCORES` and `AROUND` name."""
    if loops is None:
        stack(_context_columns(reading, scores, around), out)
        return
    loops.write_surroundings(
        np.ascontiguousarray(scores),
        around,
        reading.chars,
        reading.above_low,
        reading.above_high,
        reading.group,
        reading.tag_group,
        *reading.last_headings,
        out,
    )


def _context_columns(reading: Reading, scores: FloatArray, around: Columns) -> list[NDArray[np.floating]]:
    """The same in NumPy, a list of columns."""
    number, size, weight = reading.number, reading.size, reading.chars
    meant = np.concatenate([scores, scores.sum(axis=0, keepdims=True), around[1:]])
    scores = meant[: len(_MEANT)]
    weighed = meant * weight
    sums, total = _prefix(weighed), _prefix(weight)

    def mean(low: IntArray, high: IntArray, sums: FloatArray = sums) -> FloatArray:
        means = sums.take(high, axis=1)
        means -= sums.take(low, axis=1)
        means /= total.take(high) - total.take(low)
        return means

    windows = mean(np.maximum(number - _REACHES, 0), np.minimum(number + _REACHES + 1, size))
    low, high = (edge.take(_CONTAINERS, axis=0) for edge in (reading.above_low, reading.above_high))
    score_sums = sums[: len(_MEANT)]
    containers = mean(low, high, score_sums)
    path = _group_means(weighed[: len(_MEANT)], weight, reading.group)
    page = sums[:, -1:] / total[-1]
    return [
        scores,
        *_neighbours(np.concatenate([scores[:2], around])),
        *windows.swapaxes(0, 1),
        containers.reshape(-1, size),
        path,
        _group_means(weighed[: len(_MEANT)], weight, reading.tag_group),
        np.repeat(page[: len(_MEANT)], size, axis=1),
        *_of_headings(reading, scores),
        *_relative(weight, meant, path, containers, page),
    ]


def _prefix(values: FloatArray) -> FloatArray:
    """Sums along the last axis, with a 0 before them."""
    sums = np.zeros((*values.shape[:-1], values.shape[-1] + 1))
    np.cumsum(values, axis=-1, out=sums[..., 1:])
    return sums


def _neighbours(columns: FloatArray) -> list[FloatArray]:
    """The columns of the blocks at each offset; NaN beyond the page's ends."""
    reach = max(_OFFSETS)
    padded = np.full((len(columns), columns.shape[1] + 2 * reach), np.nan)
    padded[:, reach:-reach] = columns
    return [padded[:, reach + offset : reach + offset + columns.shape[1]] for offset in _OFFSETS]


def _group_means(weighed: FloatArray, weight: FloatArray, group: IntArray) -> FloatArray:
    total = np.bincount(group, weight)
    means = np.array([np.bincount(group, values) for values in weighed]) / total
    return means.take(group, axis=1)


def _of_headings(reading: Reading, scores: FloatArray) -> list[FloatArray]:
    heading, label = reading.last_headings
    own = np.append(scores[:2], [[np.nan], [np.nan]], axis=1)  # the last entry is where -1 points
    return [
        own.take(heading, axis=1),
        own.take(label, axis=1),
        np.where(label >= 0, np.minimum(reading.number - label, 99), 99),
    ]


def _relative(
    weight: FloatArray, meant: FloatArray, path: FloatArray, containers: FloatArray, page: FloatArray
) -> list[FloatArray]:
    """Scores and columns by what the page has: less its mean, less its best, and as ranks."""
    count = len(_MEANT)
    long = np.flatnonzero(weight >= min(_LONG, weight.max()))
    above = containers[:, 2]
    words = count - 1
    return [
        meant[:count] - page[:count],
        path - page[:count],
        containers[:, 1] - page[:count],
        path - path.take(long, axis=1).max(axis=1, keepdims=True),
        above - above.take(long, axis=1).max(axis=1, keepdims=True),
        meant[count:] - page[count:],
        *(_rank(values, weight) for values in (path[words], above[words], meant[words])),
    ]


def _rank(values: FloatArray, weight: FloatArray) -> FloatArray:
    """The share of the weight whose value is larger."""
    order = np.argsort(-values, kind="stable")
    ordered, weights = values.take(order), weight.take(order)
    larger = np.cumsum(weights) - weights
    larger[1:][ordered[1:] == ordered[:-1]] = 0  # equals have what the first of them has
    rank = np.empty_like(values)
    rank[order] = np.maximum.accumulate(larger) / weight.sum()
    return rank
