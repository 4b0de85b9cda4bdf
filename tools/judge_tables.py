"""The tables of docs/judge.md: kinds and verdicts on labelled pages, by models that have not seen their site.

    python tools/judge_tables.py DATA [--fit SET ...] [--bare EVERY]

Trees for kinds are fitted in four folds by site to the pages of `--fit` (all sets by default) whose kind is
known. A page is judged with the trees of the folds that its site is not in. `--bare` also judges bare
pages: the first blocks of the main text of every n-th page, without anything around them.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from maintext.evaluation.datasets import dataset_files, read_pages
from maintext.evaluation.sites import FOLDS
from maintext.kind import OTHER, WITH_ARTICLE, find_kind
from maintext.model.auto import AutoModel
from maintext.model.schema import KINDS
from maintext.page.parse import parse
from maintext.render import to_html
from maintext.training.auto.fit import fit_kinds
from maintext.training.auto.samples import Sample, make_sample
from maintext.training.blank import blank_model
from maintext.verdict import Verdict, judge_page

LABELS = ("article", "uncertain", "not_article")
BARE = (1, 2, 3, 5, 10, 20)


def samples(data: Path) -> Iterator[Sample]:
    """The pages of all sets."""
    for file in dataset_files(data):
        for page in read_pages(file):
            if (sample := make_sample(page)) is not None:
                yield replace(sample, table_words={})


def fold_models(known: Sequence[Sample]) -> list[AutoModel]:
    """For each fold, a model whose trees for kinds were fitted to the other folds."""
    return [
        replace(blank_model(), kinds=fit_kinds([one for one in known if one.fold != fold], seed=0))
        for fold in range(FOLDS)
    ]


def kind_name(sample: Sample) -> str:
    """The kind that the page is labelled with."""
    return KINDS[sample.kind] if sample.kind >= 0 else "unknown"


def kind_table(judged: Sequence[tuple[Sample, Verdict]]) -> Iterator[str]:
    """A row for each kind that pages have, a column for each that they are given."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for sample, verdict in judged:
        counts[kind_name(sample)][verdict.kind.name] += 1
    yield "| | " + " | ".join((*KINDS, OTHER)) + " |"
    yield "|---|" + "---|" * (len(KINDS) + 1)
    for kind in (*KINDS, "unknown"):
        if counts[kind]:
            cells = [
                f"**{counts[kind][name]}**" if name == kind else str(counts[kind][name])
                for name in (*KINDS, OTHER)
            ]
            yield f"| {kind} | {' | '.join(cells)} |"


def label_table(judged: Sequence[tuple[Sample, Verdict]]) -> Iterator[str]:
    """Labels and probabilities by set and kind."""
    groups: defaultdict[tuple[str, str], list[Verdict]] = defaultdict(list)
    for sample, verdict in judged:
        groups[sample.dataset, kind_name(sample)].append(verdict)
    yield "| set | kind | pages | 10 % | median | 90 % | " + " | ".join(LABELS) + " |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for (dataset, kind), own in sorted(groups.items()):
        spread = np.quantile([verdict.probability for verdict in own], [0.1, 0.5, 0.9])
        labels: Counter[str] = Counter(verdict.label for verdict in own)
        cells = [f"{value:.2f}".removeprefix("0") for value in spread] + [
            str(labels[name]) for name in LABELS
        ]
        yield f"| {dataset} | {kind} | {len(own)} | {' | '.join(cells)} |"


def bare_table(known: Sequence[Sample], models: Sequence[AutoModel], every: int) -> Iterator[str]:
    """The same on the first blocks of the main text, by their number."""
    groups: defaultdict[tuple[str, int], list[Verdict]] = defaultdict(list)
    for sample in [one for one in known if one.usable][::every]:
        main = np.flatnonzero(sample.main)
        for size in BARE:
            kept = np.zeros_like(sample.main)
            kept[main[:size]] = True
            page = parse(to_html(sample.page, kept, None))
            if len(main) >= size and len(page.blocks):
                verdict = judge_page(page, find_kind(page, models[sample.fold]))
                has = "with" if kind_name(sample) in WITH_ARTICLE else "without"
                groups[has, size].append(verdict)
    yield "| article | blocks | pages | " + " | ".join(LABELS) + " | kind article | kind forum |"
    yield "|---|---|---|---|---|---|---|---|"
    for (has, size), own in sorted(groups.items()):
        labels, kinds = (
            Counter(each) for each in zip(*((one.label, one.kind.name) for one in own), strict=True)
        )
        cells = [labels[name] for name in LABELS] + [kinds["article"], kinds["forum"]]
        yield f"| {has} | {size} | {len(own)} | {' | '.join(map(str, cells))} |"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--fit", nargs="*")
    parser.add_argument("--bare", type=int)
    given = parser.parse_args()
    every = [*samples(given.data)]
    known = [one for one in every if one.kind >= 0 and one.usable]
    models = fold_models([one for one in known if not given.fit or one.dataset in given.fit])
    judged = [(one, judge_page(one.page, find_kind(one.page, models[one.fold]))) for one in every]
    print(*kind_table(judged), "", *label_table(judged), "", sep="\n", flush=True)
    if given.bare:
        print(*bare_table(known, models, given.bare), sep="\n")


if __name__ == "__main__":
    main()
