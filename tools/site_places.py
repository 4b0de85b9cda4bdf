"""The table of texts and places in docs/site-templates.md: `auto` on sites with five pages or more.

    python tools/site_places.py DATA [--folds DIR] [--others N] [--sites]

Each page is extracted without a template, with the texts of a template of up to 20 other pages of its host,
and with texts and places. With `--folds` (of `maintext train auto --folds`), a page and its template are
measured by the model that was not fitted to its site, with the prior of places of other sites. Without it,
by the bundled model, which was fitted to these pages.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

import numpy as np

from maintext.batch.templates import host_of
from maintext.evaluation.datasets import LabelledPage, dataset_files, read_pages
from maintext.evaluation.metrics import token_prf
from maintext.evaluation.sites import FOLDS, fold_of, site_key
from maintext.limits import Limits
from maintext.methods.auto.method import Auto
from maintext.model.auto import AutoModel, shipped_auto
from maintext.model.measure import measure
from maintext.page.page import Page
from maintext.pipeline import read, run
from maintext.site.learner import Learner
from maintext.site.places import find_places
from maintext.site.template import SiteTemplate

LEAST_PAGES = 5


class Row(NamedTuple):
    """F1 of one page."""

    host: str
    dataset: str
    nothing: float
    texts: float
    places: float


def load_models(folder: Path | None) -> list[AutoModel]:
    """The model for each fold of sites: those in the folder, or the bundled one."""
    if folder is None:
        return [shipped_auto()] * FOLDS
    return [AutoModel.load(folder / f"fold{fold}.npz") for fold in range(FOLDS)]


def learn(pages: Iterable[Page], model: AutoModel) -> SiteTemplate:
    """A template of pages, its places by the probabilities of a model."""
    learner = Learner()
    for page in pages:
        measured = measure(page, model)
        single = SiteTemplate.learn([page], places=False)
        learner.add(single.pages, single.counts, find_places(page, measured.probability, measured.words))
    return SiteTemplate.learned(learner)


def hosts(data: Path) -> dict[str, list[LabelledPage]]:
    """The pages with gold text of each host with enough of them."""
    by_host: defaultdict[str, list[LabelledPage]] = defaultdict(list)
    for page in (page for file in dataset_files(data) for page in read_pages(file)):
        if page.text and (host := host_of(page.url)):
            by_host[host].append(page)
    return {host: own for host, own in sorted(by_host.items()) if len(own) >= LEAST_PAGES}


def measure_host(own: Sequence[LabelledPage], host: str, model: AutoModel, others: int) -> Iterator[Row]:
    """The F1 of each page of a host."""
    random, limits = Random(host), Limits()
    sources = [read(page.html, page.url, None, limits, limits.deadline()) for page in own]
    shown = [number for number, source in enumerate(sources) if len(source.page.blocks)]
    single = {number: learn([sources[number].page], model) for number in shown}
    for number in shown:
        learner = Learner()
        rest = [other for other in shown if other != number]
        for other in random.sample(rest, min(others, len(rest))):
            learner.add(single[other].pages, single[other].counts, single[other].places)
        both = SiteTemplate.learned(learner)
        f1 = [
            token_prf(
                run(sources[number], Auto(model=model), site, limits.deadline()).text, own[number].text or ""
            ).f1
            for site in (None, replace(both, places={}), both)
        ]
        yield Row(host, own[number].dataset, *f1)


def table(rows: Sequence[Row], by: str) -> Iterator[str]:
    """A table in Markdown, a line for each group and one for all."""
    groups: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[getattr(row, by)].append(row)
    yield f"| {by} | pages | without | texts | texts and places | better | worse |"
    yield "|---|---|---|---|---|---|---|"
    for group, own in [*sorted(groups.items()), ("all", [*rows])]:
        means = [fmean(getattr(row, name) for row in own) for name in ("nothing", "texts", "places")]
        change = np.array([row.places - row.texts for row in own])
        cells = [f"{mean:.3f}".removeprefix("0") for mean in means]
        cells += [str((change > 0.005).sum()), str((change < -0.005).sum())]
        yield f"| {group} | {len(own)} | {' | '.join(cells)} |"


def main() -> None:
    """Print the table by data set and, if wanted, by host."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--folds", type=Path)
    parser.add_argument("--others", type=int, default=20)
    parser.add_argument("--sites", action="store_true")
    given = parser.parse_args()
    models = load_models(given.folds)
    rows = [
        row
        for host, own in hosts(given.data).items()
        for row in measure_host(own, host, models[fold_of(site_key(own[0].url, own[0].html))], given.others)
    ]
    for by in ("dataset", "host") if given.sites else ("dataset",):
        print(*table(rows, by), "", sep="\n")


if __name__ == "__main__":
    main()
