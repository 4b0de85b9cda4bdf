"""The tables of texts and places in docs/site-templates.md: `auto` on sites with five pages or more.

    python tools/site_places.py DATA [--fitted SET ...] [--others N] [--sites]

Each page is extracted without a template, with the texts of a template of up to 20 other pages of its host,
and with
texts and places. The prior of places is fitted by folds of sites: a page is measured with the prior of
other sites.
Pages of `--fitted`, the sets that the bundled model was fitted to, are measured apart and not used for the
prior.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

import numpy as np

from maintext.batch.templates import host_of
from maintext.evaluation.datasets import LabelledPage, dataset_files, read_pages
from maintext.evaluation.metrics import token_prf
from maintext.evaluation.sites import FOLDS
from maintext.limits import Limits
from maintext.methods.auto.method import Auto
from maintext.model.auto import AutoModel, shipped_auto
from maintext.pipeline import Source, run
from maintext.site.learner import Learner
from maintext.site.template import SiteTemplate
from maintext.text.encodings import Encoding
from maintext.training.auto.calibrate import Prediction, outcomes
from maintext.training.auto.places import fit_place_prior
from maintext.training.auto.samples import make_sample

LEAST_PAGES = 5
UNCHANGED = (1.0, 0.0)  # the bundled model is calibrated already


class Row(NamedTuple):
    """F1 of one page."""

    host: str
    dataset: str
    nothing: float
    texts: float
    places: float


def hosts(pages: Sequence[LabelledPage]) -> dict[str, list[Prediction]]:
    """The results of the bundled model on the pages of each host with enough of them."""
    by_host: defaultdict[str, list[LabelledPage]] = defaultdict(list)
    for page in pages:
        if page.text and (host := host_of(page.url)):
            by_host[host].append(page)
    found = {}
    for host, own in sorted(by_host.items()):
        if len(own) >= LEAST_PAGES:
            samples = [sample for page in own if (sample := make_sample(page)) is not None]
            found[host] = outcomes([replace(sample, table_words={}) for sample in samples], shipped_auto())
    return found


def measure(own: Sequence[Prediction], host: str, models: Sequence[AutoModel], others: int) -> Iterator[Row]:
    """The F1 of each page of a host; `models` have the prior of each fold."""
    single = [SiteTemplate.learn([outcome.sample.page]) for outcome in own]
    random, limits = Random(host), Limits()
    for number, outcome in enumerate(own):
        sample = outcome.sample
        learner = Learner()
        rest = [other for other in range(len(own)) if other != number]
        for other in random.sample(rest, min(others, len(rest))):
            learner.add(single[other].pages, single[other].counts, single[other].places)
        both = SiteTemplate.learned(learner)
        source = Source(sample.page, Encoding("utf-8", "given", 1.0), None)
        method = Auto(model=models[sample.fold])
        f1 = [
            token_prf(run(source, method, site, limits.deadline()).text, sample.gold).f1
            for site in (None, replace(both, places={}), both)
        ]
        yield Row(host, sample.dataset, *f1)


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
    """Print the tables, and the prior that all sites give."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--fitted", nargs="*", default=["wcxb-dev", "news4k", "magic-article", "magic-forum"])
    parser.add_argument("--others", type=int, default=20)
    parser.add_argument("--sites", action="store_true")
    given = parser.parse_args()
    by_host = hosts([page for file in dataset_files(given.data) for page in read_pages(file)])
    every = [
        outcome for own in by_host.values() for outcome in own if outcome.sample.dataset not in given.fitted
    ]
    model = shipped_auto()
    print("prior of all sites:", fit_place_prior(every, UNCHANGED, model.site_prior), flush=True)
    priors = [
        fit_place_prior([one for one in every if one.sample.fold != fold], UNCHANGED, model.site_prior)
        for fold in range(FOLDS)
    ]
    print("priors of the folds:", priors, "\n", flush=True)
    models = [replace(model, place_prior=prior) for prior in priors]
    rows = [row for host, own in by_host.items() for row in measure(own, host, models, given.others)]
    unseen: Mapping[bool, list[Row]] = {known: [] for known in (False, True)}
    for row in rows:
        unseen[row.dataset in given.fitted].append(row)
    for known, own in unseen.items():
        print("sets that the model was fitted to" if known else "other sets", "\n")
        print(*table(own, "dataset"), "", sep="\n")
        if given.sites:
            print(*table(own, "host"), "", sep="\n")


if __name__ == "__main__":
    main()
