"""The figures of docs/methods: mean token F1 by data set, a row for each choice of a method's parameters.

    python tools/method_tables.py DATA [method ...]

A page is parsed once, and all methods run on it; a method that fails has an empty text, as in
`maintext evaluate`. `naive_bayes` is cross-validated: five folds by host, each page with the counts of the
others.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from statistics import fmean

from maintext.evaluation.datasets import LabelledPage, read_pages
from maintext.evaluation.metrics import Prf
from maintext.evaluation.metrics.overlap import bag_prf
from maintext.evaluation.sites import fold_of
from maintext.limits import Limits
from maintext.methods.base import Method
from maintext.methods.papers.naive_bayes import NaiveBayes
from maintext.methods.registry import BASELINES, PAPERS, get_method
from maintext.model.naive_bayes import NaiveBayesModel, PageCounts
from maintext.pipeline import read, run
from maintext.processes import Failure, Guard
from maintext.processes.cores import count_cores
from maintext.text.words import tokens
from maintext.training.naive_bayes import add, count_page, make_model, no_counts

# The parameters of each row, by method; none are the defaults.
_VARIANTS: dict[str, tuple[str, ...]] = {
    "naive_bayes": tuple(
        f'block_tags="{tags}", merge_siblings={merge}, likelihood="{likelihood}", priors={priors}'
        for tags, merge, likelihood, priors in product(
            ("paper", "html5", "table"), (True, False), ("cumulative", "level"), (False, True)
        )
    ),
    "punctuation": (
        'base=2, marks="cjk", markless="similar"',
        'base=2, markless="similar"',
        'base=2.718281828459045, marks="cjk", markless="similar"',
        'base=2.718281828459045, markless="similar"',
        'marks="cjk", markless="similar"',
        'marks="cjk"',
        'markless="similar"',
        "",
        'unit="block"',
        'marks="cjk", markless="similar", weights="page"',
        'base=2.718281828459045, marks="cjk", markless="similar", weights="page"',
        *(  # the last theta keeps every leaf that has a weight
            f'markless="{markless}", epsilon={epsilon}, theta={theta}'
            for markless, epsilon, theta in product(
                ("similar", "dropped"), (0.5, 0.65, 0.8, 0.95), (-1, -1.5, -2, -2.5, -3, -99)
            )
        ),
    ),
    "p_value": (
        'removed="paper", wrapper_share=1.0, images=True, lengths="source"',
        'removed="paper", wrapper_share=1.0, lengths="source"',
        'wrapper_share=1.0, images=True, lengths="source"',
        'removed="paper", images=True, lengths="source"',
        'lengths="source"',
        'removed="paper", wrapper_share=1.0, images=True',
        'removed="paper", wrapper_share=1.0',
        "wrapper_share=1.0, images=True",
        'removed="paper", images=True',
        *("", "wrapper_share=0.3", "wrapper_share=0.7", "attributes=False", "cjk_weight=3"),
    ),
    "path_similarity": (
        *("strict=True, hidden=True", "strict=True", ""),
        *(f'equality="{one}"{strict}' for one in ("markup", "node") for strict in (", strict=True", "")),
        *(f"title_distance={most}" for most in (8, 12, 16, 20, 24)),
    ),
    "ceds": (
        'leaves="childless", numerator="ratio", variance="classes", one_class="dropped"',
        *('numerator="ratio"', 'variance="classes"', 'leaves="childless"', 'one_class="dropped"', ""),
    ),
    "dsc": ("", "window=10", "window=25", "window=50", "row=2", "row=3", "slope=0.75"),
    "lqf": ("", "quota=0.25", "quota=0.75", 'counted="all"', 'quota=0.75, counted="all"'),
    "fe": (
        *("", 'blocks="paragraphs"', 'rule="majority"', 'winners="cluster"'),
        'blocks="paragraphs", winners="cluster"',
    ),
    "ccb": (
        *("", "range=80", "anchors=False"),
        *('row="tokens", range=25, threshold=0.5', 'row="tokens", range=25'),
    ),
    "song": ("", "share=0.6", "share=0.7", "share=0.8", "share=0.9", 'marks="cjk"'),
    "mss": ("", "tag_cost=2", "tag_cost=1.5"),
    "cetr": (
        *("", 'lines="source"', "radius=2"),
        *("dimensions=1", 'dimensions=1, lines="source"', "dimensions=1, radius=2"),
    ),
    "econ": ("", "growth=0.0", "growth=0.1", "growth=0.5", "growth=2.0", "links=True"),
    "cetd": ("", 'density="text"'),
}
VARIANTS = {method.name: _VARIANTS.get(method.name, ("",)) for method in (*PAPERS, *BASELINES)}
COLUMNS = "wcxb-dev|news4k|magic-article|magic-forum|Chinese pages|all|precision|recall".split("|")
FOLDS = 5
WORKERS = count_cores()
Measured = tuple[set[str], list[Prf]]
"""The columns that a page belongs to, and its scores by variant."""


def variant(method: str, parameters: str) -> Method:
    """A method with parameters as written above."""
    return get_method(f"{method}({parameters})")


def pages(data: Path) -> Iterator[LabelledPage]:
    """The pages with a gold text."""
    return (page for page in read_pages(data) if page.text)


def fold_models(data: Path) -> list[NaiveBayesModel]:
    """For each fold, a model counted on the others."""
    totals = [no_counts() for _ in range(FOLDS)]
    with Guard(partial(partial, count_page), children=WORKERS) as guard:
        for page, counts in guard.map(pages(data)):
            for fold, total in enumerate(totals):
                if counts and not isinstance(counts, Failure) and fold != fold_of(page.site, FOLDS):
                    add(total, counts)
    return [make_model(total, PageCounts(0, 0, 0), {}) for total in totals]


def measure(methods: Sequence[Method], models: Sequence[NaiveBayesModel], page: LabelledPage) -> Measured:
    """Every variant on one page."""
    limits, scores = Limits(), []
    source = read(page.html, page.url, None, limits, limits.deadline())
    gold = Counter(tokens(page.text or ""))
    for method in methods:
        text = ""
        if isinstance(method, NaiveBayes):
            method = replace(method, model=models[fold_of(page.site, FOLDS)])
        with suppress(Exception):
            text = run(source, method, None, limits.deadline()).text
        scores.append(bag_prf(Counter(tokens(text)), gold))
    chinese = ["Chinese pages"] if page.lang == "zh" else []
    return {page.dataset, "all", "precision", "recall", *chinese}, scores


def main(data: str, *chosen: str) -> None:
    """Print a table for each method."""
    rows = [(name, each) for name in chosen or VARIANTS for each in VARIANTS[name]]
    models = fold_models(Path(data)) if any(name == NaiveBayes.name for name, _ in rows) else []
    start = partial(partial, measure, [variant(*row) for row in rows], models)
    measured: list[Measured] = []
    with Guard(start, children=WORKERS) as guard:
        for _, outcome in guard.map(pages(Path(data))):
            assert not isinstance(outcome, Failure), outcome.reason
            measured.append(outcome)
    for number, (name, parameters) in enumerate(rows):
        if number == 0 or rows[number - 1][0] != name:
            print(f"\n| {name} | {' | '.join(COLUMNS)} |\n|---{'|---' * len(COLUMNS)}|")
        own = [(columns, scores[number]) for columns, scores in measured]
        means = (
            fmean(getattr(score, column, score.f1) for columns, score in own if column in columns)
            for column in COLUMNS
        )
        cells = " | ".join(f"{mean:.3f}".removeprefix("0") for mean in means)
        print(f"| {f'`{parameters}`' if parameters else 'default'} | {cells} |")


if __name__ == "__main__":
    import method_tables  # so that child processes can import `measure`, which is not in their `__main__`

    method_tables.main(*sys.argv[1:])
