"""The effects in docs/papers/path_similarity.md: paper 4's method with each departure and reading.

    PYTHONPATH=. python tools/path_similarity_readings.py DATA [EVERY]

Runs the steps of the paper in `tests/reference/paper_path_similarity.py`, which have a switch for each of
them, from the printed form and from our defaults, on every third page or on those of EVERY. Each page is
compared with two others of its site, as in the report. For each scope: token F1 and page precision.
"""

import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import numpy as np
from tests.reference.paper_path_similarity import Node, Reading, content, main_text, plain_tree

from maintext.evaluation.datasets import LabelledPage, read_pages
from maintext.evaluation.metrics import is_acceptable, token_prf
from maintext.evaluation.report.papers import same_site
from maintext.evaluation.report.papers.news import NEWS_SETS, is_news
from maintext.evaluation.report.results import key
from maintext.limits import Limits
from maintext.options import Output
from maintext.page.page import Page
from maintext.pipeline import read
from maintext.render import get_format
from maintext.site.template import site_noise

FOUR_SETS = ("wcxb-dev", "news4k", "magic-article", "magic-forum")
AS_PRINTED = Reading()
DEFAULT = Reading(strict=False, hidden=False)


class Variant(NamedTuple):
    """A row of the table."""

    name: str
    reading: Reading
    others: int = 2
    blocks: bool = True
    """Whether whole blocks are kept, as in a document, or leaves, as in the paper."""


VARIANTS = (
    Variant("as printed", AS_PRINTED),
    Variant("leaves, not blocks", AS_PRINTED, blocks=False),
    Variant("may equal Th", AS_PRINTED._replace(strict=False)),
    Variant("equal tags and attributes", AS_PRINTED._replace(equality="markup")),
    Variant("equal tags and attributes, may equal Th", AS_PRINTED._replace(equality="markup", strict=False)),
    Variant("the same nodes", AS_PRINTED._replace(equality="node")),
    Variant("the same nodes, may equal Th", AS_PRINTED._replace(equality="node", strict=False)),
    Variant("hidden text left out", AS_PRINTED._replace(hidden=False)),
    Variant("text of iframes, templates, svg in", AS_PRINTED._replace(unshown=True)),
    Variant("white space as in the source", AS_PRINTED._replace(white_space=True)),
    Variant("blank texts are nodes of the walk", AS_PRINTED._replace(blank=True)),
    Variant("nodes where walks meet are lost", AS_PRINTED._replace(meeting="lost")),
    Variant("nodes where walks meet are content", AS_PRINTED._replace(meeting="content")),
    Variant("compared with each page alone", AS_PRINTED._replace(pairwise=True)),
    Variant("one other page", AS_PRINTED, others=1),
    Variant("no other page", AS_PRINTED, others=0),
    Variant("our default", DEFAULT),
    Variant("our default, no other page", DEFAULT, others=0),
)


class Outcome(NamedTuple):
    """A variant on one page."""

    f1: float
    correct: bool


def measure(page: LabelledPage, others: Sequence[bytes]) -> list[Outcome]:
    """Every variant on one page."""
    table, *tables = (_read(html) for html in (page.html, *others))
    tables = [other for other in tables if site_noise(table, [other]) is not None]  # no copies
    trees = [plain_tree(each) for each in (table, *tables)]
    known: dict[frozenset[int], tuple[float, bool]] = {}
    outcomes = []
    for variant in VARIANTS:
        left = content(trees[: variant.others + 1], variant.reading)
        rows = frozenset(node.row for node in main_text(left, variant.reading) if _is_seen(node))
        if rows not in known or not variant.blocks:
            text = _block_text(table, rows) if variant.blocks else _leaf_text(table, rows)
            graded = token_prf(text, page.text or "").f1, is_acceptable(text, page.text or "")
            if variant.blocks:
                known[rows] = graded
        f1, correct = known[rows] if variant.blocks else graded
        outcomes.append(Outcome(f1, correct))
    return outcomes


def _read(html: bytes) -> Page:
    limits = Limits()
    return read(html, None, None, limits, limits.deadline()).page


def _is_seen(node: Node) -> bool:
    return node.is_shown and not node.is_hidden


def _block_text(page: Page, rows: frozenset[int]) -> str:
    kept = page.blocks.mostly(np.isin(page.leaves, list(rows)))
    return get_format("text").write(page, kept, None, Output())


def _leaf_text(page: Page, rows: frozenset[int]) -> str:
    return "\n".join(page.row_text(row) for row in sorted(rows))


def scopes(page: LabelledPage) -> Iterator[str]:
    """The columns that a page counts for."""
    if is_news(page):
        yield "news"
        if page.lang == "zh":
            yield "Chinese news"
    if page.dataset in FOUR_SETS:
        yield "four sets"


def main(data: str, every: str = "3") -> None:
    """Print the table."""
    found: dict[str, list[list[Outcome]]] = {"Chinese news": [], "news": [], "four sets": []}
    for name in sorted({*FOUR_SETS, *NEWS_SETS}):
        pages = [page for page in read_pages(Path(data) / f"{name}.parquet") if page.text]
        sisters = same_site(pages)
        for page in islice(pages, 0, None, int(every)):
            outcomes = measure(page, sisters[key(page)])
            for scope in scopes(page):
                found[scope].append(outcomes)
    print("| | " + " | ".join(f"{scope} ({len(own)}): F1 | P" for scope, own in found.items()) + " |")
    print("|---|" + "--:|--:|" * len(found))
    for number, variant in enumerate(VARIANTS):
        cells = []
        for own in found.values():
            column = [outcomes[number] for outcomes in own]
            cells.append(f"{fmean(one.f1 for one in column):.3f}".removeprefix("0"))
            cells.append(f"{100 * fmean(one.correct for one in column):.1f}")
        print(f"| {variant.name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
