"""datatrove with Trafilatura and with MainText on the same pages: pages/s, F1, and what each loses.

    python tools/bench_datatrove.py DATA [--pages 20000] [--turn 250]

Labelled pages with a gold text are decoded once, and repeated until there are enough. The steps take turns
of some pages, in one process after the other, so that other work on the machine slows all equally. A step
is warm when its clock starts. F1 is that of words, and is taken over the first pass, in which each page is
new: Trafilatura's `deduplicate`, which datatrove sets, drops texts that it has seen before, so later passes
have less text. All have 20 seconds for a page; datatrove's default for Trafilatura is 1. The bundled model of
MainText was trained on the development data, so its F1 on these is too high; take other labelled pages to
compare quality.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from datatrove.data import Document
from datatrove.pipeline.extractors import Trafilatura
from datatrove.utils.logging import logger

from maintext.batch.datatrove import MainText
from maintext.evaluation.datasets import read_pages
from maintext.evaluation.metrics import word_prf
from maintext.text.decode import decode

WARM_UP = "<html><body><article>" + "<p>The tower was built in 1911, and it leans to the south.</p>" * 9
WARM = 32
"""Pages before the clock starts: as many as MainText takes at a time."""
STEPS: dict[str, Callable[[], Any]] = {
    "Trafilatura, as datatrove sets it": lambda: Trafilatura(timeout=20),
    "Trafilatura, deduplicate=False": lambda: Trafilatura(timeout=20, deduplicate=False),
    "MainText": lambda: MainText(timeout=20),
    "MainText, metadata=False": lambda: MainText(timeout=20, metadata=False),
}


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
            for name, stat in step.stats.stats.items():
                if name.startswith("dropped") or name in ("timeout", "broken_process", "clean_error"):
                    self.outcomes[name] += int(stat.total)


def documents(pages: list[tuple[str, str]]) -> Iterator[Document]:
    """The pages, after those that warm a step up."""
    for number in range(WARM):
        yield Document(text=WARM_UP, id=f"warm-{number}")
    for name, html in pages:
        yield Document(text=html, id=name, metadata={"url": "http://page.example/"})


def main() -> None:
    """Run all steps in turns, print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--turn", type=int, default=250)
    parser.add_argument("--distinct", type=int, help="distinct pages; by default, all that have a gold text")
    given = parser.parse_args()
    logger.remove()
    labelled = [page for page in read_pages(given.data) if page.text]
    if given.distinct:  # from all sources
        labelled = labelled[:: max(1, len(labelled) // given.distinct)][: given.distinct]
    gold = {str(number): page.text or "" for number, page in enumerate(labelled)}
    pages = [(str(number), decode(page.html).text) for number, page in enumerate(labelled)]
    measured = {name: Measured(make) for name, make in STEPS.items()}
    supply = cycle(pages)
    for begin in range(0, given.pages, given.turn):
        some = list(islice(supply, min(given.turn, given.pages - begin)))
        for one in measured.values():
            fresh = len(pages) - begin  # pages of this turn that are still of the first pass
            if fresh < len(some):
                one.turn(some[:fresh], first=True) if fresh > 0 else None
                one.turn(some[max(fresh, 0) :], first=False)
            else:
                one.turn(some, first=True)
        print(f"{begin + len(some)} pages", file=sys.stderr, flush=True)
    print(f"{given.pages} pages, {len(pages)} of them distinct\n")
    print(
        "| step | pages/s | × | F1 | precision | recall | no text | F1 below 0.5 | dropped |\n"
        + "|---" * 9
        + "|"
    )
    base = next(iter(measured.values()))
    for name, one in measured.items():
        scores = [word_prf(one.texts.get(key, ""), text) for key, text in gold.items()]
        means = [
            sum(getattr(s, kind) for s in scores) / len(scores) for kind in ("f1", "precision", "recall")
        ]
        rate = one.pages / one.seconds
        cells = [
            name,
            f"{rate:.0f}",
            f"{rate * base.seconds / base.pages:.1f}",
            *(f"{mean:.3f}" for mean in means),
        ]
        cells += [str(len(gold) - len(one.texts)), str(sum(score.f1 < 0.5 for score in scores))]
        cells.append(", ".join(f"{count} {kind}" for kind, count in sorted(one.outcomes.items())) or "none")
        print(f"| {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
