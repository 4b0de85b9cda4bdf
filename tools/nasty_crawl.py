"""What becomes of a crawl with records of every kind, compressed three ways, on every engine.

    python tools/nasty_crawl.py FOLDER [DATA] [--pages 20] [--engines local,ray,spark,standalone]

The pages are the bundled samples, or some of the labelled pages of DATA. Each is in a record of each kind of
`tests/batch/nasty.py`, in three archives. Prints what went in and what came out, and fails if an engine's
rows, texts or reasons differ from those of the first engine, or from what must come out.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections import Counter
from contextlib import nullcontext
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from local_clusters import CORES, MASTER, standalone
from tests.batch import nasty

import maintext
from maintext.evaluation.datasets import read_pages

OPTIONS = {
    "local": ["--workers", str(CORES)],
    "ray": ["--engine", "ray"],
    "spark": ["--engine", "spark", "--master", f"local[{CORES}]"],
    "standalone": ["--engine", "spark", "--master", MASTER],
}
PROGRAM = "from maintext.cli import app\nif __name__ == '__main__':\n    app()"
Outcomes = Counter[tuple[str, str, str]]


def pages_of(data: Path | None, count: int) -> list[bytes]:
    """The bundled pages, or some of the data from all of its sources, that are neither tiny nor huge."""
    if data is None:
        samples = Path(maintext.__file__).parent / "samples"
        return [path.read_bytes() for path in sorted(samples.glob("*.html"))]
    fit = [
        page.html
        for page in read_pages(data)
        if 5_000 < len(page.html) < 200_000 and b"<html" in page.html[:1000].lower()
    ]
    return fit[:: max(1, len(fit) // count)][:count]


def run(engine: str, folder: Path) -> tuple[Outcomes, dict[str, str]]:
    """What comes out on an engine."""
    output = folder / f"out-{engine}"
    shutil.rmtree(output, ignore_errors=True)
    command = [
        sys.executable,
        "-c",
        PROGRAM,
        "run",
        str(folder / "crawl"),
        "-o",
        str(output),
        "--shard-mb",
        "1",
    ]
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable}
    with standalone(folder) if engine == "standalone" else nullcontext():
        ended = subprocess.run(
            [*command, *OPTIONS[engine]], env=environment, capture_output=True, text=True, check=False
        )
    if ended.returncode != 1:  # damaged input
        raise SystemExit(f"{engine}: exit code {ended.returncode}\n{ended.stderr[-2000:]}")
    return nasty.outcomes(output)


def table(found: Outcomes, pages: int) -> str:
    """What went in and what came out, by kind; of all compressions together where these are alike."""
    lines = ["| record | in, each archive | plain | gzip | zstd |", "|---|---|---|---|---|"]
    went_in = {nasty.DAMAGED: pages, **dict.fromkeys(nasty.KINDS, pages), nasty.CUT_OFF: 1}
    for kind, count in went_in.items():
        cells = []
        for how in nasty.COMPRESSIONS:
            came = [f"{found[key]} {key[2]}" for key in sorted(found) if key[:2] == (how, kind)]
            nothing = "not a response" if kind in nasty.KINDS else "counted as a damaged record"
            cells.append("; ".join(came) or nothing)
        lines.append(f"| {kind} | {count} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Make the crawl, run the engines, compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("data", type=Path, nargs="?")
    parser.add_argument("--pages", type=int, default=20)
    parser.add_argument("--engines", default=",".join(OPTIONS))
    given = parser.parse_args()
    pages = pages_of(given.data, given.pages)
    records = nasty.write_nasty_crawl(pages, given.folder / "crawl")
    print(f"{len(pages)} pages, {records} records in each of {len(nasty.COMPRESSIONS)} archives", flush=True)
    expected = nasty.expected(len(pages))
    first: tuple[Outcomes, dict[str, str]] | None = None
    failed = False
    for engine in given.engines.split(","):
        found = run(engine, given.folder)
        if first is None:
            first = found
            print(table(found[0], len(pages)), flush=True)
        wrong = {key: (count, found[0][key]) for key, count in expected.items() if found[0][key] != count}
        same = found == first
        failed |= bool(wrong) or not same
        rows = len(found[1])
        print(
            f"{engine}: {rows} rows, {'the same' if same else 'NOT the same'}; wrong: {wrong or 'none'}",
            flush=True,
        )
    sys.exit(failed)


if __name__ == "__main__":
    main()
