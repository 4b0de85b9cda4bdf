"""The table in docs/site-templates.md of pages known of a site: F1 with 0, 2, 5, 10, 20 and 50 of them.

    python tools/same_site.py DATA [--sets NAME ...] [--known N ...] [--held-out N] [--draws N] [--folds DIR]

For each site of the data sets with enough pages (`zhnews`: five news sites with about 100 pages each), some
pages are held out, and the others are drawn at random, several times; fewer pages are the first ones of the
same draw. The pages are given as they are, and as a template that was learned from them.
With `--folds` (of `maintext train auto --folds`), `auto` uses the model that was not fitted to the site;
without it, the bundled one, which was.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

from site_places import learn, load_models

from maintext.evaluation.datasets import LabelledPage, read_pages
from maintext.evaluation.metrics import token_prf
from maintext.evaluation.sites import fold_of, site_key
from maintext.limits import Limits
from maintext.methods.auto.method import Auto
from maintext.methods.base import Method
from maintext.methods.registry import get_method
from maintext.model.auto import AutoModel
from maintext.pipeline import SiteEvidence, Source, read, run

METHODS = ("path_similarity", "p_value", "auto")


class Case(NamedTuple):
    """A column and a row of the table."""

    method: str
    form: str
    known: int


def sites(pages: Sequence[LabelledPage], least: int) -> Iterator[list[LabelledPage]]:
    """The pages of each site that has enough of them."""
    by_site: defaultdict[str, list[LabelledPage]] = defaultdict(list)
    for page in pages:
        if page.text:
            by_site[site_key(page.url, page.html)].append(page)
    for _, own in sorted(by_site.items()):
        if len(own) >= least:
            yield own


def measure_site(
    pages: Sequence[LabelledPage], counts: Sequence[int], held_out: int, draws: int, model: AutoModel
) -> Iterator[tuple[Case, float]]:
    """The F1 of each case on the held-out pages of a site."""
    random, limits = Random(0), Limits()
    shuffled = random.sample(pages, len(pages))
    gold = [page.text or "" for page in shuffled[:held_out]]
    tables = [read(page.html, page.url, None, limits, limits.deadline()) for page in shuffled]
    tests, pool = tables[:held_out], tables[held_out:]
    methods = [Auto(model=model) if name == Auto.name else get_method(name) for name in METHODS]
    for method in methods:
        for f1 in _grades(tests, gold, method, None):
            yield Case(method.name, "nothing", 0), f1
    for _ in range(draws):
        drawn = [source.page for source in random.sample(pool, max(counts))]
        for known in counts:
            template = learn(drawn[:known], model)
            forms: Mapping[str, SiteEvidence] = {"pages": drawn[:known], "template": template}
            for form, evidence in forms.items():
                for method in methods:
                    for f1 in _grades(tests, gold, method, evidence):
                        yield Case(method.name, form, known), f1


def _grades(
    tests: Sequence[Source], gold: Sequence[str], method: Method, site: SiteEvidence
) -> Iterator[float]:
    limits = Limits()
    for source, text in zip(tests, gold, strict=True):
        yield token_prf(run(source, method, site, limits.deadline()).text, text).f1


def table(found: Mapping[Case, Sequence[float]], counts: Sequence[int]) -> Iterator[str]:
    """The table in Markdown."""
    yield "| | 0 | " + " | ".join(map(str, counts)) + " |"
    yield "|---|" + "---|" * (1 + len(counts))
    for method in METHODS:
        for form in ("pages", "template"):
            means = [fmean(found[Case(method, "nothing", 0)])]
            means += [fmean(found[Case(method, form, known)]) for known in counts]
            cells = [f"{mean:.3f}".removeprefix("0") for mean in means]
            yield f"| `{method}`, {form} | {' | '.join(cells)} |"


def main() -> None:
    """Print the table, of each site and of all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--sets", nargs="+", default=["zhnews"])
    parser.add_argument("--known", nargs="+", type=int, default=[2, 5, 10, 20, 50])
    parser.add_argument("--held-out", type=int, default=30)
    parser.add_argument("--draws", type=int, default=3)
    parser.add_argument("--folds", type=Path)
    given = parser.parse_args()
    models = load_models(given.folds)
    pages = [page for name in given.sets for page in read_pages(given.data / f"{name}.parquet")]
    everything: defaultdict[Case, list[float]] = defaultdict(list)
    for own in sites(pages, given.held_out + max(given.known)):
        found: defaultdict[Case, list[float]] = defaultdict(list)
        site = site_key(own[0].url, own[0].html)
        model = models[fold_of(site)]
        for case, f1 in measure_site(own, given.known, given.held_out, given.draws, model):
            found[case].append(f1)
            everything[case].append(f1)
        print(
            f"\n{site} ({len(own)} pages)\n",
            *table(found, given.known),
            sep="\n",
            flush=True,
        )
    print("\nall\n", *table(everything, given.known), sep="\n")


if __name__ == "__main__":
    main()
