"""The effects in docs/papers/punctuation.md: token F1 of paper 2's method with each departure and reading.

    python tools/punctuation_readings.py DATA

Columns: the four sets of docs/methods, the Chinese pages among them, and zhnews.
"""

import sys
from dataclasses import replace
from pathlib import Path
from statistics import fmean

from maintext.evaluation.datasets import LabelledPage, read_pages
from maintext.evaluation.metrics import token_prf
from maintext.limits import Limits
from maintext.methods.registry import get_method
from maintext.page.parse import with_hidden_text
from maintext.pipeline import read, run

FOUR_SETS = ("wcxb-dev", "news4k", "magic-article", "magic-forum")
SPECS = (
    "punctuation:printed",
    "punctuation:printed(weights=page)",
    "punctuation:printed(weights=page, base=2.718281828459045)",
    "punctuation:printed(base=2.718281828459045)",
    "punctuation:printed(base=2)",
    "punctuation:printed(markless=dropped)",
    "punctuation:printed(marks=all)",
    "punctuation",
    "punctuation:printed(unit=block)",
    "punctuation(unit=block)",
)
HIDDEN = "punctuation:printed, hidden leaves count and are kept"
MOST_LIKE = 316
"""With base 10, so many like leaves are kept."""


def measure(page: LabelledPage) -> tuple[dict[str, float], bool]:
    """F1 by row, and whether the page has so few leaves that none can be rejected."""
    limits = Limits()
    source = read(page.html, page.url, None, limits, limits.deadline())
    hidden = replace(source, page=with_hidden_text(source.page))
    texts = {spec: run(source, get_method(spec), None, limits.deadline()).text for spec in SPECS}
    texts[HIDDEN] = run(hidden, get_method(SPECS[0]), None, limits.deadline()).text
    f1 = {row: token_prf(text, page.text or "").f1 for row, text in texts.items()}
    return f1, len(source.page.leaves) <= MOST_LIKE


def main(data: str) -> None:
    """Print the table."""
    columns: dict[str, list[tuple[dict[str, float], bool]]] = {
        "four sets": [],
        "Chinese pages": [],
        "zhnews": [],
    }
    for name in (*FOUR_SETS, "zhnews"):
        for page in read_pages(Path(data) / f"{name}.parquet"):
            if not page.text:
                continue
            own = measure(page)
            columns["four sets" if name in FOUR_SETS else "zhnews"].append(own)
            if name in FOUR_SETS and page.lang == "zh":
                columns["Chinese pages"].append(own)
    print(f"| | {' | '.join(f'{name} ({len(own)})' for name, own in columns.items())} |\n|---|--:|--:|--:|")
    for row in (*SPECS, HIDDEN):
        cells = (f"{fmean(f1[row] for f1, _ in own):.3f}".removeprefix("0") for own in columns.values())
        print(f"| {row} | {' | '.join(cells)} |")
    few = (f"{fmean(is_small for _, is_small in own):.1%}" for own in columns.values())
    print(f"| pages with at most {MOST_LIKE} leaves | {' | '.join(few)} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
