"""The measures of structure on the construct pages, for `auto` and the public extractors that give Markdown.

python tools/construct_scores.py         # the table of docs/structure.md

The Markdown that is wanted of each page is read like that of the extractors. A page with several right texts
counts with the best.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.constructs.cases import URL, Case, all_cases

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.extractors import MARKDOWN, choose_markdown, load_extractor, missing_peers
from maintext.evaluation.report.model import show
from maintext.evaluation.structure.expected import expected
from maintext.evaluation.structure.markdown import read_markdown
from maintext.evaluation.structure.measures import MEASURES, Counts, measure
from maintext.evaluation.structure.scores import StructureScores


def best(case: Case, markdown: str) -> Counts:
    """The measures of a page, against the right text that it is nearest to."""
    shown = read_markdown(markdown)
    found = [measure(expected(text), shown) for text in case.accepted("md")]
    return max(found, key=lambda counts: counts["blocks"].right / counts["blocks"].all)


def measured() -> StructureScores:
    """All extractors on all construct pages."""
    names = choose_markdown(["auto"], ["all"])
    names = [name for name in names if name not in missing_peers(names)]
    loaded = {name.removeprefix(MARKDOWN): load_extractor(name) for name in names}
    cases = all_cases()
    pages = [
        LabelledPage("constructs", case.name, case.html.encode(), case.accepted("md")[0], URL)
        for case in cases
    ]
    counts = [
        {name: best(case, extract(page.html, URL)) for name, extract in loaded.items()}
        for case, page in zip(cases, pages, strict=True)
    ]
    return StructureScores(tuple(pages), tuple(loaded), tuple(counts))


def lines(scores: StructureScores) -> Iterator[str]:
    """The table, in Markdown."""
    yield (
        "| measure | number | " + " | ".join(name.removeprefix("peer:") for name in scores.extractors) + " |"
    )
    yield "|---|" + "--:|" * (len(scores.extractors) + 1)
    for each in MEASURES:
        if number := scores.total(each.name):
            figures = [scores.figure(name, each.name) for name in scores.extractors]
            cells = [show(figure and figure.value, "percent") for figure in figures]
            yield f"| {each.title} | {number} | {' | '.join(cells)} |"


if __name__ == "__main__":
    print("\n".join(lines(measured())))
