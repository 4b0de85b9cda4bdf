"""Where other methods would look: the elements they find best, and how far each block is from those.

The P value of paper 3, the density sums of CETD and the paragraph votes of Readability each name one
element. They are computed here from sums that the features share, in their plainest form.
"""

from functools import cached_property

import numpy as np

from maintext._kernel import loops
from maintext.arrays import BoolArray, FloatArray, IntArray, prefix_sums
from maintext.features.reading import LEVELS, Reading

_METHODS = {
    "density": "the largest sum of its children's text densities (CETD)",
    "p_value": "the largest P (paper 3)",
    "votes": "the most votes of its paragraphs (Readability)",
}
_FAR = 60
_SHORTEST_VOTER = 25

MEANINGS = {
    **{
        f"levels_to_{name}": f"levels up to an element that holds the one with {what}"
        for name, what in _METHODS.items()
    },
    **{f"in_{name}": f"whether it lies in the element with {what}" for name, what in _METHODS.items()},
    **{
        f"from_{name}": f"blocks from the element with {what}, {_FAR} at most"
        for name, what in _METHODS.items()
    },
    "density_share": "density sum of the element above its own, as a share of the largest",
    "votes_share": "votes of its own element, as a share of the most",
    "votes_above": "votes of the element above its own, as a share of the most",
    "levels_to_30": "levels up to an element with 30 % of the page's unlinked text; 9 for none",
    "levels_to_60": "levels up to an element with 60 % of the page's unlinked text; 9 for none",
}


class Landmarks:
    """The best elements of a page by the measures of other methods."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self._find_all()

    def _find_all(self) -> None:
        """Find all of the properties below in one go; without the loops, each when asked for."""
        if loops is None or not self.reading.size:
            return
        reading, page = self.reading, self.reading.page
        chars, link_chars, density_sums, votes = np.empty((4, len(page)))
        p_values = np.empty(len(reading.holders))
        texts = reading.chars, reading.link_chars, reading.commas
        sums = chars, link_chars, density_sums, votes, p_values
        best = loops.find_landmarks(reading.found, *texts, page.tag_lengths, *sums)
        rows = dict(zip(_METHODS, best, strict=True))
        # A cached property that is there is not computed.
        vars(self).update(chars=chars, link_chars=link_chars, density_sums=density_sums)
        vars(self).update(votes=votes, p_values=p_values, rows=rows)

    @cached_property
    def chars(self) -> FloatArray:
        """Characters of each row's blocks."""
        return self._sums[0]

    @cached_property
    def link_chars(self) -> FloatArray:
        """Characters of each row's blocks that lie in links."""
        return self._sums[1]

    @cached_property
    def _sums(self) -> FloatArray:
        return self.reading.sum_rows(np.array([self.reading.chars, self.reading.link_chars]))

    @cached_property
    def density_sums(self) -> FloatArray:
        """By row: the sum of the composite text densities of its children."""
        page, rows = self.reading.page, self.reading.holders
        chars, links = self.chars.take(rows), self.link_chars.take(rows)
        tags, link_tags = page.subtree_tags.take(rows), np.maximum(page.subtree_link_tags.take(rows), 1)
        base = chars / np.maximum(chars - links, 1) * links + links[0] / chars[0] * chars + np.e
        density = chars / tags * np.log(chars / np.maximum(links, 1) * tags / link_tags) / np.log(base)
        parent = np.maximum(page.parent.take(rows), 0)
        sums = np.bincount(parent, np.maximum(density, 0), minlength=len(page))
        return np.asarray(sums, dtype=np.float64)

    @cached_property
    def p_values(self) -> FloatArray:
        """The P value of each element that holds blocks, its tags counted without attributes."""
        page, rows = self.reading.page, self.reading.holders
        chars, links = self.chars.take(rows), self.link_chars.take(rows)
        unlinked = chars - links
        tag_chars = prefix_sums(page.tag_chars)
        markup = tag_chars.take(page.end.take(rows)) - tag_chars.take(rows)
        return chars / (chars + markup) * unlinked / max(unlinked[0], 1)

    @cached_property
    def votes(self) -> FloatArray:
        """By row: the votes of its paragraphs, half as many a level up, a quarter two levels up."""
        reading, page = self.reading, self.reading.page
        vote = (reading.chars - reading.link_chars) / 100 + reading.commas
        vote[reading.chars <= _SHORTEST_VOTER] = 0
        votes = np.zeros(len(page))
        for level, part in enumerate((1.0, 0.5, 0.25)):
            votes += np.bincount(reading.above[level], vote * part, minlength=len(page))
        return votes * (1 - self.link_chars / np.maximum(self.chars, 1))

    @cached_property
    def rows(self) -> dict[str, int]:
        """The best element by each measure."""
        return {
            "density": int(self.density_sums.argmax()),
            "p_value": int(self.reading.holders[self.p_values.argmax()]),
            "votes": int(self.votes.argmax()),
        }


def landmark_columns(reading: Reading, landmarks: Landmarks) -> list[FloatArray | BoolArray | IntArray]:
    """The columns that `MEANINGS` names; three rows, one per measure, where those are meant."""
    best = np.array(list(landmarks.rows.values()))
    low, high = reading.low[best][:, None], reading.high[best][:, None]
    holds = (reading.above_low[:, None] <= low) & (reading.above_high[:, None] >= high)
    number = reading.number
    before = np.minimum(number - low, 0)
    after = np.maximum(number - high + 1, 0)
    density, votes = landmarks.density_sums, landmarks.votes
    own, above = reading.above[0], reading.above[1]
    return [
        np.add.reduce(~holds, axis=0, dtype=np.uint8),
        (before == 0) & (after == 0),
        np.maximum(before, -_FAR) + np.minimum(after, _FAR),
        density.take(above) / max(density.max(), 1e-9),
        votes.take(own) / max(votes.max(), 1e-9),
        votes.take(above) / max(votes.max(), 1e-9),
        *_levels_to_share(reading),
    ]


def _levels_to_share(reading: Reading) -> list[IntArray]:
    """The first levels with 30 % and 60 % of the page's text outside links."""
    sums = np.zeros(reading.size + 1)
    np.cumsum(reading.chars - reading.link_chars, out=sums[1:])
    unlinked = np.full((LEVELS + 1, reading.size), np.inf)  # beyond the last level, anything is reached
    np.subtract(sums.take(reading.above_high), sums.take(reading.above_low), out=unlinked[:LEVELS])
    total = max(float(sums[-1]), 1.0)
    return [(unlinked >= 0.3 * total).argmax(axis=0), (unlinked >= 0.6 * total).argmax(axis=0)]
