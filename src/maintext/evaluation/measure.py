"""Mean token F1 of methods on labelled pages: `python -m maintext.evaluation.measure DIR`."""

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from maintext.errors import MaintextError
from maintext.evaluation.datasets import LabelledPage, read_pages
from maintext.evaluation.metrics import Prf, token_prf
from maintext.evaluation.peers import PEERS
from maintext.methods.base import Method
from maintext.methods.registry import METHODS
from maintext.pipeline import Extractor

Extract = Callable[[LabelledPage], str]


class Result(NamedTuple):
    """One extractor on one page."""

    dataset: str
    page: str
    extractor: str
    prf: Prf
    milliseconds: float
    error: str | None


def method_extract(method: str | Method, page: LabelledPage) -> str:
    """Extract a page by one of our methods."""
    return Extractor(method).extract(page.html, url=page.url).text


def measure_page(extractors: Mapping[str, Extract], page: LabelledPage) -> list[Result]:
    """Run every extractor on a page; an exception is counted, not raised."""
    results = []
    for name, extract in extractors.items():
        start = time.perf_counter()
        text, error = "", None
        try:
            text = extract(page)
        except Exception as problem:  # a failing extractor is a result
            error = f"{type(problem).__name__}: {problem}"
        milliseconds = (time.perf_counter() - start) * 1000
        results.append(
            Result(page.dataset, page.id, name, token_prf(text, page.text or ""), milliseconds, error)
        )
    return results


def measure(
    pages: Iterable[LabelledPage],
    extractors: Mapping[str, Extract],
    workers: int = 2,
) -> list[Result]:
    """Measure extractors on the pages that have a gold text, in parallel, in order.

    Extractors are sent to worker processes: functions of a module, or `functools.partial` of one.
    """
    labelled = [page for page in pages if page.text]
    with ProcessPoolExecutor(workers) as pool:
        runs = pool.map(partial(measure_page, extractors), labelled, chunksize=8)
        shown = track(runs, "measuring", total=len(labelled), console=Console(stderr=True))
        return [result for results in shown for result in results]


def mean_f1(results: Iterable[Result]) -> dict[str, dict[str, float]]:
    """Mean F1 by extractor and data set."""
    values: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for result in results:
        values[result.extractor][result.dataset].append(result.prf.f1)
    return {
        name: {dataset: sum(f1) / len(f1) for dataset, f1 in by_dataset.items()}
        for name, by_dataset in values.items()
    }


def f1_table(results: Sequence[Result]) -> Table:
    """Mean F1 by extractor and data set, with failures and time."""
    means = mean_f1(results)
    datasets = list(dict.fromkeys(result.dataset for result in results))
    table = Table("extractor", *datasets, "failed", "ms/page", title="mean token F1")
    for name, by_dataset in means.items():
        own = [result for result in results if result.extractor == name]
        failed = sum(result.error is not None for result in own)
        milliseconds = sum(result.milliseconds for result in own) / len(own)
        cells = [f"{by_dataset[dataset]:.4f}" for dataset in datasets]
        table.add_row(name, *cells, str(failed), f"{milliseconds:.1f}")
    return table


def main() -> int:
    """Measure every method, and on demand peers, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m maintext.evaluation.measure", description=__doc__)
    parser.add_argument("data", type=Path, help="a Parquet file or a folder of them")
    parser.add_argument("--methods", nargs="*", default=list(METHODS), metavar="NAME")
    parser.add_argument("--peers", nargs="*", default=[], choices=list(PEERS))
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    extractors: dict[str, Extract] = {name: partial(method_extract, name) for name in options.methods}
    extractors |= {name: PEERS[name] for name in options.peers}
    try:
        results = measure(read_pages(options.data), extractors, options.workers)
    except MaintextError as error:
        print(error, file=sys.stderr)
        return 2
    Console().print(f1_table(results))
    for result in results:
        if result.error is not None:
            print(
                f"{result.extractor} failed on {result.dataset}/{result.page}: {result.error}",
                file=sys.stderr,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
