"""Write the cross-validated figures of `auto` into its page, by data set, language, era and kind of page.

    maintext evaluate --data DATA --peers all --folds FOLDS --report REPORT
    python tools/auto_docs.py REPORT DATA

A line `<!-- table NAME -->` in docs/methods/auto.md or docs/evaluation.md is before each table: one of
this tool (`main` names them), or one of the report. Intervals are over sites: pages of one site are alike.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from paper_docs import DOCS, fill, report_tables

from maintext.arrays import FloatArray
from maintext.evaluation.datasets import LabelledPage, read_pages
from maintext.evaluation.sites import site_key
from maintext.metadata.detection import detect_language
from maintext.methods.registry import METHODS

OURS = "auto-cv"
PEERS = ("trafilatura", "readability", "resiliparse")
RESAMPLES = 2000
LEAST_PAGES = 10
"""A group with fewer pages is counted among the others."""

ERAS = {
    "cleaneval": "2000-06",
    "daniel": "2011-12",
    "daniel-zh": "2011-12",
    "zhnews": "2014-20",
    "gne-zh": "2014-20",
    "wcxb-dev": "2023-26",
    "news4k": "2023-26",
    "fundus": "2023-26",
}
"""When the pages of a data set were made, where all of them are of one time."""

LANGUAGES = {
    "ar": "Arabic", "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek", "en": "English",
    "es": "Spanish", "fr": "French", "hi": "Hindi", "id": "Indonesian", "it": "Italian", "ja": "Japanese",
    "ko": "Korean", "nl": "Dutch", "no": "Norwegian", "pl": "Polish", "pt": "Portuguese", "ru": "Russian",
    "sv": "Swedish", "tr": "Turkish", "zh": "Chinese",
}  # fmt: skip


class Graded:
    """A page of the report: its groups, its site and the token F1 of every extractor."""

    def __init__(self, page: LabelledPage, score: dict[str, Any]) -> None:
        self.data_set = page.dataset
        self.site = site_key(page.url, page.html)
        self.kind = page.page_type or "not labelled"
        found = detect_language(page.text or "")
        self.language = LANGUAGES.get(found.language, "others") if found else "others"
        self.f1: dict[str, float] = {
            name.removeprefix("peer:"): own["token"][2] for name, own in score["extractors"].items()
        }


def grade_pages(report: Path, data: Path) -> list[Graded]:
    """The pages of a report that have gold text."""
    scores = json.loads((report / "report.json").read_text("utf-8"))["scores"]
    by_page = {(score["data_set"], score["page"]): score for score in scores}
    pages = [page for page in read_pages(data) if page.text and page.text.strip()]
    return [Graded(page, by_page[page.dataset, page.id]) for page in pages]


def group_rows(pages: Sequence[Graded], by: Callable[[Graded], str], others: Sequence[str]) -> list[str]:
    """A table: a row per group of pages, the largest first, and one for all of them."""
    groups: dict[str, list[Graded]] = defaultdict(list)
    for page in pages:
        groups[by(page)].append(page)
    small = [name for name, group in groups.items() if len(group) < LEAST_PAGES and name != "others"]
    for name in small:
        groups["others"] += groups.pop(name)
    order = sorted(groups, key=lambda name: (name == "others", -len(groups[name])))
    head = ["", "pages", "`auto`", *others, "ahead of the best of these by"]
    lines = [f"| {' | '.join(head)} |", "|---|--:|" + "--:|" * (len(head) - 2)]
    lines += [_row(name, groups[name], others) for name in order]
    return [*lines, _row("**all**", pages, others)]


def _row(name: str, pages: Sequence[Graded], others: Sequence[str]) -> str:
    means = {other: float(np.mean([page.f1[other] for page in pages])) for other in others}
    best = max(means, key=means.__getitem__)
    low, high = _over_sites(pages, lambda page: page.f1[OURS])
    ahead_low, ahead_high = _over_sites(pages, lambda page: page.f1[OURS] - page.f1[best])
    ours = float(np.mean([page.f1[OURS] for page in pages]))
    highest = max(_short(ours), _short(means[best]))

    def cell(mean: float) -> str:
        return f"**{highest}**" if _short(mean) == highest else _short(mean)

    cells = [
        name,
        f"{len(pages):,}",
        f"{cell(ours)} ({_short(low)}–{_short(high)})",
        *(cell(means[other]) for other in others),
        f"{_signed(ours - means[best])} ({_signed(ahead_low)} to {_signed(ahead_high)})",
    ]
    return f"| {' | '.join(cells)} |"


def _over_sites(pages: Sequence[Graded], value: Callable[[Graded], float]) -> tuple[float, float]:
    """The 95 % interval of a mean over pages, by drawing sites."""
    sites: dict[str, list[float]] = defaultdict(list)
    for page in pages:
        sites[page.site].append(value(page))
    sums: FloatArray = np.array([sum(values) for values in sites.values()])
    counts = np.array([len(values) for values in sites.values()])
    drawn = np.random.default_rng(0).integers(len(sums), size=(RESAMPLES, len(sums)))
    means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    return float(low), float(high)


def _short(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


def _signed(value: float) -> str:
    return ("+" if value >= 0 else "−") + f"{abs(value):.3f}".removeprefix("0")


def best_untrained(pages: Sequence[Graded], names: Iterable[str], count: int = 2) -> list[str]:
    """The best of our methods that are not fitted to pages, over all pages."""
    fitted = ("auto", "naive_bayes")
    own = [name for name in names if name in METHODS and not name.startswith(fitted)]
    return sorted(own, key=lambda name: -np.mean([page.f1.get(name, 0) for page in pages]))[:count]


def main(folder: str, data: str) -> None:
    """Fill the pages."""
    report = Path(folder)
    pages = grade_pages(report, Path(data))
    others = [*PEERS, *best_untrained(pages, pages[0].f1)]
    tables = report_tables(report) | {
        "by-set": group_rows(pages, lambda page: page.data_set, others),
        "by-language-of-text": group_rows(pages, lambda page: page.language, others),
        "by-era": group_rows(pages, lambda page: ERAS.get(page.data_set, "others"), others),
        "by-kind": group_rows(pages, lambda page: page.kind, others),
        "chinese-by-set": group_rows(
            [page for page in pages if page.language == "Chinese"], lambda page: page.data_set, others
        ),
    }
    for name in ("methods/auto.md", "evaluation.md"):
        page = DOCS / name
        page.write_text(fill(page.read_text("utf-8"), tables), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
