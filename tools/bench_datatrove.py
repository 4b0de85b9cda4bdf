"""datatrove with Trafilatura and with MainText on the same pages: pages/s, F1, and what each loses.

    python tools/bench_datatrove.py DATA [--pages 20000] [--steps trafilatura,maintext] [--folds DIR]

Labelled pages with a gold text are decoded once, and repeated until there are enough. The steps take turns
of some pages, in one process after the other, so that other work on the machine slows all equally. A step
is warm when its clock starts. F1 is that of words, and is taken over the first pass, in which each page is
new: Trafilatura's `deduplicate`, which datatrove sets, drops texts that it has seen before, so later passes
have less text. All have 20 seconds for a page; datatrove's default for Trafilatura is 1.

The bundled model of MainText was trained on the development data, so its F1 on these is too high. With
`--folds`, the models of `maintext train auto --folds DIR` take the pages, too, each those of sites it was
not fitted to; this is not timed.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path
from statistics import mean
from typing import Any

from datatrove.data import Document
from datatrove.pipeline.extractors import Trafilatura
from datatrove.utils.logging import logger

from maintext.batch.datatrove import MainText
from maintext.evaluation.datasets import LabelledPage, read_pages
from maintext.evaluation.metrics import word_prf
from maintext.evaluation.sites import FOLDS, fold_of, site_key
from maintext.text.decode import decode

WARM_UP = "<html><body><article>" + "<p>The tower was built in 1911, and it leans to the south.</p>" * 9
WARM = 32
"""Pages before the clock starts: as many as MainText takes at a time."""
STEPS: dict[str, tuple[str, Callable[[], Any]]] = {
    "trafilatura": ("Trafilatura, as datatrove sets it", lambda: Trafilatura(timeout=20)),
    "copies": ("Trafilatura, deduplicate=False", lambda: Trafilatura(timeout=20, deduplicate=False)),
    "maintext": ("MainText", lambda: MainText(timeout=20)),
    "text": ("MainText, metadata=False", lambda: MainText(timeout=20, metadata=False)),
}
"""Steps by the name that `--steps` takes."""


class Measured:
    """A step that takes turns."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make
        self.seconds = 0.0
        self.pages = 0
        self.texts: dict[str, str] = {}
        """The texts of the first pass, by the id of the page."""
        self.outcomes: Counter[str] = Counter()

    def turn(self, pages: list[tuple[str, str]], *, first: bool) -> None:
        """Take some pages, in a new process that is warm."""
        step = self.make()
        out = step.run(iter(documents(pages)))
        for _ in range(WARM):
            next(out)
        start = time.perf_counter()
        found = {document.id: document.text for document in out}
        self.seconds += time.perf_counter() - start
        self.pages += len(pages)
        if first:
            self.texts |= found
            self.count_losses(step)

    def count_losses(self, step: Any) -> None:
        """Add the pages that a step has dropped, by reason."""
        for name, stat in step.stats.stats.items():
            if name.startswith("dropped") or name in ("timeout", "broken_process", "clean_error"):
                self.outcomes[name] += int(stat.total)


def documents(pages: list[tuple[str, str]]) -> Iterator[Document]:
    """The pages, after those that warm a step up."""
    for number in range(WARM):
        yield Document(text=WARM_UP, id=f"warm-{number}")
    for name, html in pages:
        yield Document(text=html, id=name, metadata={"url": "http://page.example/"})


def in_folds(labelled: list[LabelledPage], pages: list[tuple[str, str]], folder: Path) -> Measured:
    """All pages, each by the model that was not fitted to its site."""
    measured = Measured(lambda: None)
    folds = [fold_of(site_key(page.url or "", page.html)) for page in labelled]
    for fold in range(FOLDS):
        step = MainText(timeout=20, metadata=False, model=str(folder / f"fold{fold}.npz"))
        some = [page for page, own in zip(pages, folds, strict=True) if own == fold]
        measured.texts |= {document.id: document.text for document in step.run(documents(some))}
        measured.count_losses(step)
    return measured


def cells(name: str, one: Measured, gold: dict[str, str], base: Measured) -> Iterator[str]:
    """A line of the table."""
    scores = [word_prf(one.texts.get(key, ""), text) for key, text in gold.items()]
    rate = one.pages / one.seconds if one.seconds else None
    yield name
    yield "" if rate is None else f"{rate:.0f}"
    yield "" if rate is None else f"{rate * base.seconds / base.pages:.1f}"
    for kind in ("f1", "precision", "recall"):
        yield f"{mean(getattr(score, kind) for score in scores):.3f}"
    yield str(sum(key not in one.texts for key in gold))
    yield str(sum(score.f1 < 0.5 for score in scores))
    yield ", ".join(f"{count} {kind}" for kind, count in sorted(one.outcomes.items())) or "none"


def main() -> None:
    """Run all steps in turns, print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--turn", type=int, default=250)
    parser.add_argument("--distinct", type=int, help="distinct pages; by default, all that have a gold text")
    parser.add_argument("--steps", default=",".join(STEPS))
    parser.add_argument("--folds", type=Path, help="models of cross-validation, for F1 on pages not seen")
    given = parser.parse_args()
    logger.remove()
    labelled = [page for page in read_pages(given.data) if page.text]
    if given.distinct:  # from all sources
        labelled = labelled[:: max(1, len(labelled) // given.distinct)][: given.distinct]
    gold = {str(number): page.text or "" for number, page in enumerate(labelled)}
    pages = [(str(number), decode(page.html).text) for number, page in enumerate(labelled)]
    measured = {title: Measured(make) for title, make in map(STEPS.__getitem__, given.steps.split(","))}
    base = next(iter(measured.values()))
    supply = cycle(pages)
    for begin in range(0, given.pages, given.turn):
        some = list(islice(supply, min(given.turn, given.pages - begin)))
        fresh = max(len(pages) - begin, 0)  # pages of this turn that are still of the first pass
        for one in measured.values():
            for part, first in ((some[:fresh], True), (some[fresh:], False)):
                if part:
                    one.turn(part, first=first)
        print(f"{begin + len(some)} pages", file=sys.stderr, flush=True)
    if given.folds:
        measured["MainText, models of folds"] = in_folds(labelled, pages, given.folds)
    print(f"{given.pages} pages, {len(pages)} of them distinct\n")
    print("| step | pages/s | × | F1 | precision | recall | no text | F1 below 0.5 | dropped |")
    print("|---" * 9 + "|")
    for name, one in measured.items():
        print(f"| {' | '.join(cells(name, one, gold, base))} |")


if __name__ == "__main__":
    main()
