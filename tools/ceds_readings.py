"""The effects in docs/papers/ceds.md: F1 of paper 5's method with and without each departure and reading.

    PYTHONPATH=. python tools/ceds_readings.py DATA [EVERY]

Runs the steps of the paper in `tests/reference/paper_ceds.py`, which have a switch for each of them, from our
defaults and from the printed form, on every third page or on those of EVERY. Columns: F1 by the longest
common subsequence (paper 5) and of tokens, on the four sets of docs/methods and on thematic news.
"""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import fmean
from typing import Any, ClassVar

import numpy as np
from tests.reference.paper_ceds import Reading, blocks_of, kept_rows, make_tree

from maintext.arrays import BoolArray
from maintext.evaluation.datasets import LabelledPage, read_pages
from maintext.evaluation.metrics import lcs_prf, token_prf
from maintext.evaluation.report.papers.news import NEWS_SETS, is_news
from maintext.limits import Limits
from maintext.methods.base import Method, Paper, Scores
from maintext.page.page import Page
from maintext.page.parse import with_hidden_text
from maintext.pipeline import read, run

FOUR_SETS = ("wcxb-dev", "news4k", "magic-article", "magic-forum")
DEFAULT = Reading("text", "length", "blocks", "kept")
AS_PRINTED = Reading()
DEPARTURES = ("leaves", "numerator", "variance", "one_class")
HIDDEN = "hidden=takes part"
OPEN: tuple[Mapping[str, Any], ...] = (
    {"roots": ("html",)},
    {"nested": "innermost"},
    {"nested": "all"},
    {"alone": False},
    {"links": "at least one"},
    {"typical": "leaf"},
    {"first_level": 0},
    {"denoise": False},
)
F1 = tuple[float, float]


@dataclass(frozen=True)
class Chosen(Method):
    """A method that keeps the leaves it is given."""

    name: ClassVar[str] = "chosen"
    paper: ClassVar[Paper] = Paper("", "", None)
    rows: frozenset[int] = frozenset()

    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        values = np.array([float(row in self.rows) for row in page.leaves.tolist()])
        return Scores(page, values, np.arange(len(values)))

    def select(self, scores: Scores) -> BoolArray:
        return scores.values > 0


def readings() -> Iterator[tuple[str, Reading]]:
    """The rows of the table: from each form, every departure swapped for the other's, every open reading.

    Hidden text is not a field of `Reading`: the row with its name has another tree.
    """
    for name, form, other in (("default", DEFAULT, AS_PRINTED), ("printed", AS_PRINTED, DEFAULT)):
        yield name, form
        for change in (*({field: getattr(other, field)} for field in DEPARTURES), *OPEN):
            ((field, value),) = change.items()
            yield f"{name}, {field}={value}", form._replace(**change)
        yield f"{name}, {HIDDEN}", form


def measure(page: LabelledPage) -> list[F1]:
    """Every reading on one page; few of them differ there."""
    limits, known = Limits(), dict[frozenset[int], F1]()
    source = read(page.html, page.url, None, limits, limits.deadline())
    nodes, with_hidden = make_tree(source.page), make_tree(with_hidden_text(source.page))
    shown = frozenset(source.page.leaves.tolist())
    scores = []
    for name, reading in readings():
        tree = with_hidden if name.endswith(HIDDEN) else nodes
        rows = shown & kept_rows(blocks_of(tree, reading), reading)
        if rows not in known:
            text = run(source, Chosen(rows), None, limits.deadline()).text
            known[rows] = lcs_prf(text, page.text or "").f1, token_prf(text, page.text or "").f1
        scores.append(known[rows])
    return scores


def main(data: str, every: str = "3") -> None:
    """Print the table."""
    four: list[list[F1]] = []
    news: list[list[F1]] = []
    for name in sorted({*FOUR_SETS, *NEWS_SETS}):
        pages = (page for page in read_pages(Path(data) / f"{name}.parquet") if page.text)
        for page in islice(pages, 0, None, int(every)):
            scores = measure(page)
            four += [scores] * (name in FOUR_SETS)
            news += [scores] * is_news(page)
    print(f"| | four sets ({len(four)}): LCS | tokens | news ({len(news)}): LCS | tokens |")
    print("|---|---|---|---|---|")
    for number, (name, _) in enumerate(readings()):
        cells = (fmean(page[number][kind] for page in group) for group in (four, news) for kind in (0, 1))
        print(f"| {name} | {' | '.join(f'{cell:.4f}'.removeprefix('0') for cell in cells)} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
