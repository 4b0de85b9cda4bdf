"""Columns as ranks, one byte each: how many of a feature's borders a value is above.

Trees only ask whether a value is above a border, so ranks are enough to fit them, in a quarter of the memory.
CatBoost chooses the borders, as it does for floats.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from maintext.arrays import Columns
from maintext.model.trees import Trees

Ranks = NDArray[np.uint8]
"""Features × units."""

MOST_BORDERS = 63
"""Borders of a feature."""
SAMPLED = 200_000
"""Units from which borders are chosen, as by CatBoost itself."""
_AT_ONCE = 20_000


@dataclass(frozen=True, eq=False)
class Borders:
    """The borders of each feature, ascending."""

    by_feature: Sequence[Columns]

    @classmethod
    def of(cls, columns: Columns) -> "Borders":
        """Borders for these units."""
        from catboost import Pool  # slow to import

        pool = Pool(np.ascontiguousarray(columns.T))
        pool.quantize(border_count=MOST_BORDERS)
        found: list[list[str]] = [[] for _ in columns]
        with TemporaryDirectory() as folder:
            path = Path(folder) / "borders"
            pool.save_quantization_borders(str(path))
            for line in path.read_text().splitlines():
                feature, border = line.split("\t")[:2]
                found[int(feature)].append(border)
        return cls([np.unique(np.array(borders, dtype=np.float32)) for borders in found])

    def ranks(self, parts: Iterable[Columns], units: int) -> Ranks:
        """The ranks of all units, given in parts; an unknown value (NaN) is above no border."""
        ranks = np.empty((len(self.by_feature), units), dtype=np.uint8)
        start, waiting, size = 0, list[Columns](), 0
        for part in parts:
            waiting.append(part)
            size += part.shape[1]
            if size >= _AT_ONCE:  # a call for each page and feature would take longer than the search
                self._rank(np.hstack(waiting), ranks[:, start : start + size])
                start, waiting, size = start + size, [], 0
        if waiting:
            self._rank(np.hstack(waiting), ranks[:, start:])
        return ranks

    def _rank(self, columns: Columns, ranks: Ranks) -> None:
        for values, borders, into in zip(columns, self.by_feature, ranks, strict=True):
            into[:] = np.searchsorted(borders, values)
            into[np.isnan(values)] = 0

    def restore(self, trees: Trees) -> Trees:
        """Trees that were fitted to ranks, as trees for columns."""
        bound = trees.bound.copy()
        for place in zip(*np.nonzero(np.isfinite(bound)), strict=True):
            bound[place] = self.by_feature[trees.feature[place]][int(bound[place])]
        return replace(trees, bound=bound)
