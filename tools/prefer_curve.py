"""Precision against recall: the curve of docs/options.md, over what `prefer` adds to the log odds of blocks.

    python tools/prefer_curve.py DATA [--every N]

A page is parsed and scored once; the choice, the clean-up and the text are made for each number. Figures are
means of token precision, recall and F1 over the pages with gold. The bundled model was fitted to the
development data, so the shape of the curve counts there, not its height.
"""

import argparse
from collections import Counter
from itertools import islice
from pathlib import Path
from statistics import fmean

from maintext.evaluation.datasets import read_pages
from maintext.evaluation.metrics import Prf
from maintext.evaluation.metrics.overlap import bag_prf
from maintext.limits import Limits
from maintext.methods.registry import get_method
from maintext.pipeline import SHIFTS
from maintext.reading import read
from maintext.render import to_text
from maintext.text.words import tokens

NUMBERS = (-4.0, -3.0, -2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0)


def measure(html: bytes, gold: str) -> list[Prf]:
    """The figures of one page, for each number."""
    limits, method, wanted = Limits(), get_method("auto"), Counter(tokens(gold))
    page = read(html, None, None, limits, limits.deadline()).page
    if not len(page.leaves):
        return [bag_prf(Counter(), wanted) for _ in NUMBERS]
    scores = method.score(page)
    found = []
    for number in NUMBERS:
        kept = method.keep(scores, method.select_shifted(scores, number)).blocks
        found.append(bag_prf(Counter(tokens(to_text(page, kept))), wanted))
    return found


def main() -> None:
    """Print the curve as a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--every", type=int, default=5)
    arguments = parser.parse_args()
    pages = (page for page in read_pages(arguments.data) if page.text)
    measured = [measure(page.html, page.text or "") for page in islice(pages, 0, None, arguments.every)]
    names = {number: name for name, number in SHIFTS.items()}
    print(f"{len(measured):,} pages\n\n| added | `prefer` | precision | recall | F1 |\n|---|---|---|---|---|")
    for number, column in zip(NUMBERS, zip(*measured, strict=True), strict=True):
        figures = (fmean(getattr(one, name) for one in column) for name in ("precision", "recall", "f1"))
        name = f"`{names[number]}`" if number in names else ""
        print(f"| {number:+.1f} | {name} | " + " | ".join(f"{value:.3f}"[1:] for value in figures) + " |")


if __name__ == "__main__":
    main()
