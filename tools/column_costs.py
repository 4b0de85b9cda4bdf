"""What each group of columns of `maintext run` costs: processor time of a page, with and without it.

    python tools/column_costs.py DATA [--pages 2000] [--rounds 3] [--turn 20] [--tokenizer tokenizer.json]

Pages of all sources of the data are extracted in one process, a turn of some pages with each set of columns
before the next turn, so that other work on the machine slows all sets equally. A group costs what its set
takes more than the plain one. Rows are made as in a run, and converted to Arrow; pages are in memory, and
nothing is written.
"""

import argparse
import time
from pathlib import Path
from statistics import mean, median

import pyarrow as pa

from maintext.batch.extract import RawPage, start_extraction, to_batch
from maintext.batch.job import Job
from maintext.batch.record import GROUPS
from maintext.evaluation.datasets import read_pages

PLAIN, FULL = "text, verdict, kind, counts, digest", "all of these"
ANY_TEXT = "gopher_words >= 0"
"""A filter that every text passes: the signals of texts are computed, and those of pages are not."""


def sets_of_columns(tokenizer: str | None) -> dict[str, Job]:
    """Jobs by the group of columns that they have beside the plain ones."""
    groups = tuple(group for group in GROUPS if group != "tokens")
    jobs = {
        PLAIN: Job(metadata=False),
        "metadata": Job(),
        "`--columns markdown`": Job(metadata=False, columns=("markdown",)),
        "`--columns html,links`": Job(metadata=False, columns=("html", "links")),
        "quality signals of the text, or `--filter`": Job(metadata=False, filter=ANY_TEXT),
        "`--columns quality`": Job(metadata=False, columns=("quality",)),
        FULL: Job(columns=groups, tokenizer=tokenizer),
    }
    if tokenizer is not None:
        jobs["`--tokenizer`"] = Job(metadata=False, tokenizer=tokenizer)
    return jobs


class Measured:
    """A set of columns that takes turns."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.extract = start_extraction(job)
        self.seconds = 0.0
        self.characters: list[int] = []

    def turn(self, pages: list[RawPage]) -> None:
        """Make the rows of some pages."""
        start = time.process_time()
        rows = [self.extract(page) for page in pages]
        to_batch({"id": pa.array(["page"] * len(rows))}, rows, self.job)
        self.seconds += time.process_time() - start
        self.characters += [row["characters"] for row in rows if "characters" in row]


def main() -> None:
    """Measure all sets in turns, print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--turn", type=int, default=20)
    parser.add_argument("--tokenizer", help="path of a tokenizer.json")
    given = parser.parse_args()
    every = [RawPage(page.html, page.url, None) for page in read_pages(given.data)]
    pages = every[:: max(1, len(every) // given.pages)][: given.pages]
    measured = {name: Measured(job) for name, job in sets_of_columns(given.tokenizer).items()}
    order = list(measured.values())
    for begin in list(range(0, len(pages), given.turn)) * given.rounds:
        for one in order:
            one.turn(pages[begin : begin + given.turn])
        order.append(order.pop(0))  # the first reads pages that are in no cache
    counts = measured[PLAIN].characters
    print(
        f"{len(pages)} pages, {mean(len(page.html) for page in pages) / 1000:.0f} KB in the mean; "
        f"{len(counts) // given.rounds} texts, {mean(counts):,.0f} characters in the mean, "
        f"{median(counts):,.0f} in the median; {given.rounds} rounds\n"
    )
    print("| columns | ms a page | share of all |\n|---|---|---|")
    for name, one in measured.items():
        seconds = one.seconds - (0 if name in (PLAIN, FULL) else measured[PLAIN].seconds)
        milliseconds = 1000 * seconds / len(pages) / given.rounds
        print(f"| {name} | {milliseconds:.2f} | {100 * seconds / measured[FULL].seconds:.0f} % |")


if __name__ == "__main__":
    main()
