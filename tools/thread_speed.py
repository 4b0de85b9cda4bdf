"""Pages a second of one shared Extractor, on one thread and on two.

python tools/thread_speed.py [PAGES] [METHOD ...]

PAGES is a folder of HTML files, by default the bundled samples. Rounds on one and on two threads take turns,
and the ratio is that of the best rounds. It needs two free cores: on a busy machine it comes out too low.
"""

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import maintext

SAMPLES = Path(maintext.__file__).parent / "samples"
ROUNDS = 9
LEAST_SECONDS = 0.5
MOST_PAGES = 200


def seconds(extractor: maintext.Extractor, pages: list[bytes], threads: int) -> float:
    """Time to extract the text of all pages."""
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(len, pages))  # threads have started
        start = time.perf_counter()
        for _ in pool.map(lambda page: extractor.extract(page).text, pages):
            pass
        return time.perf_counter() - start


def main(folder: str = str(SAMPLES), *methods: str) -> None:
    """Print a row for each method."""
    pages = [path.read_bytes() for path in sorted(Path(folder).rglob("*.html"))[:MOST_PAGES]]
    if not pages:
        sys.exit(f"there are no .html files in {folder}")
    print("| method | one thread, pages/s | two threads, pages/s | ratio |\n|---|---|---|---|")
    for method in methods or ("auto", "p_value"):
        extractor = maintext.Extractor(method)
        once = seconds(extractor, pages, 1)  # also loads what is loaded on first use
        work = pages * max(1, round(LEAST_SECONDS / once))
        rounds = [[seconds(extractor, work, threads) for threads in (1, 2)] for _ in range(ROUNDS)]
        one, two = (len(work) / min(each) for each in zip(*rounds, strict=True))
        print(f"| `{method}` | {one:,.0f} | {two:,.0f} | {two / one:.2f} |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
