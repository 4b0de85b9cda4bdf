"""The refits of docs/methods/naive_bayes.md: token F1 with counts of some data sets, or of all.

    python tools/naive_bayes_refit.py DATA [EVERY]

Four folds by site: a page is measured with counts of the other folds. On all pages, or on every EVERYth.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from statistics import fmean

from maintext.evaluation.datasets import LabelledPage, read_pages
from maintext.evaluation.metrics import token_prf
from maintext.evaluation.sites import fold_of, site_key
from maintext.limits import Limits
from maintext.methods.papers.naive_bayes import NaiveBayes
from maintext.model.naive_bayes import NaiveBayesModel, PageCounts
from maintext.pipeline import read, run
from maintext.training.conventions import convention_of
from maintext.training.naive_bayes import Counts, add, count_blocks, make_model, no_counts

FOUR_SETS = ("wcxb-dev", "news4k", "magic-article", "magic-forum")
FOLDS = 4
SEGMENTATIONS = (NaiveBayes().segmentation,)
FITS = ("the four sets", "all sets", "all sets, by their conventions")


def chosen(data: str, every: str) -> Iterator[LabelledPage]:
    """The pages with a gold text."""
    return islice((page for page in read_pages(Path(data)) if page.text), 0, None, int(every))


def page_counts(page: LabelledPage) -> dict[str, Counts | None]:
    """The counts of a page for each fit; None where it does not count."""
    limits, gold = Limits(), page.text or ""
    table = read(page.html, page.url, None, limits, limits.deadline()).page
    plain = count_blocks(table, gold, SEGMENTATIONS)
    ruled = count_blocks(table, gold, SEGMENTATIONS, convention_of(page.dataset))
    return dict(zip(FITS, (plain if page.dataset in FOUR_SETS else None, plain, ruled), strict=True))


def fit(data: str, every: str) -> dict[str, list[NaiveBayesModel]]:
    """For each fit and fold, the counts of the other folds."""
    totals = {name: [no_counts(SEGMENTATIONS) for _ in range(FOLDS)] for name in FITS}
    for page in chosen(data, every):
        for name, own in page_counts(page).items():
            for fold, total in enumerate(totals[name]):
                if own is not None and fold != _fold(page):
                    add(total, own)
    return {name: [make_model(one, PageCounts(1, 0, 0), {}) for one in own] for name, own in totals.items()}


def _fold(page: LabelledPage) -> int:
    return fold_of(site_key(page.url, page.html), FOLDS)


def main(data: str, every: str = "1") -> None:
    """Print a row for each fit and for the shipped counts, then the same by data set."""
    models, limits = fit(data, every), Limits()
    found: dict[str, list[tuple[LabelledPage, float]]] = {name: [] for name in (*FITS, "the shipped counts")}
    for page in chosen(data, every):
        source = read(page.html, page.url, None, limits, limits.deadline())
        for name, own in found.items():
            method = replace(NaiveBayes(), model=models[name][_fold(page)] if name in models else None)
            text = run(source, method, None, limits.deadline()).text
            own.append((replace(page, html=b""), token_prf(text, page.text or "").f1))
    groups: dict[str, Callable[[LabelledPage], bool]] = {
        "all": lambda page: True,
        "the four sets": lambda page: page.dataset in FOUR_SETS,
        "other sets": lambda page: page.dataset not in FOUR_SETS,
        "Chinese pages": lambda page: page.lang == "zh",
    }
    sets = dict.fromkeys(page.dataset for page, _ in found[FITS[0]])
    print("| counted on |", " | ".join(groups), "|\n|---" + "|---" * len(groups) + "|")
    for name, scores in found.items():
        print(f"| {name} |", " | ".join(_mean(scores, belongs) for belongs in groups.values()), "|")
    print("\n| set |", " | ".join(found), "|\n|---" + "|---" * len(found) + "|")
    for dataset in sets:
        cells = (_mean(scores, lambda page, own=dataset: page.dataset == own) for scores in found.values())
        print(f"| {dataset} |", " | ".join(cells), "|")


def _mean(scores: Sequence[tuple[LabelledPage, float]], belongs: Callable[..., bool]) -> str:
    own = [f1 for page, f1 in scores if belongs(page)]
    return f"{fmean(own or [0]):.4f}".removeprefix("0")


if __name__ == "__main__":
    main(*sys.argv[1:])
