"""Time from bytes to node table: the kernel, and tree parsers alone, interleaved.

python tools/bench_parse.py DATA [pages] [rounds]
"""

import gc
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np
import pyarrow.parquet as pq
import turbohtml

from maintext._kernel import _native as native
from maintext.page.parse import parse
from maintext.text.decode import decode

FOREVER = 1e9


def kernel_alone(html: bytes) -> object:
    """The kernel's table, without a Page around it."""
    return native.parse(html, False, 1_000_000, 512, FOREVER)


SUBJECTS: dict[str, Callable[[bytes], object]] = {
    "turbohtml.parse": turbohtml.parse,
    "kernel: decode, Page": lambda html: parse(decode(html).source),
    "kernel: table alone": kernel_alone,
    "bytes.decode": bytes.decode,
}
try:
    from selectolax.lexbor import LexborHTMLParser

    SUBJECTS["selectolax"] = LexborHTMLParser
except ImportError:
    pass


def pages(folder: Path, count: int) -> list[bytes]:
    """`count` pages, evenly from all files, as UTF-8."""
    sources = [
        source
        for file in sorted(folder.glob("*.parquet"))
        for source in pq.read_table(file, columns=["html"])["html"].to_pylist()
    ]
    return [decode(source).text.encode() for source in sources[:: max(1, len(sources) // count)][:count]]


def main(folder: str, count: str = "120", rounds: str = "7") -> None:
    """Print the mean over pages of each subject's best time, and its ratio to turbohtml's."""
    sample = pages(Path(folder), int(count))
    best = np.full((len(SUBJECTS), len(sample)), np.inf)
    order, subjects = Random(1), list(enumerate(SUBJECTS.values()))
    gc.disable()  # garbage of one subject must not slow down another
    for _ in range(int(rounds)):
        for page, html in enumerate(sample):
            for number, subject in order.sample(subjects, len(subjects)):
                start = time.perf_counter()
                made = subject(html)
                best[number, page] = min(best[number, page], time.perf_counter() - start)
                del made  # freeing it is not timed
    mean = best.mean(axis=1) * 1e3
    size = np.mean([len(html) for html in sample])
    print(f"{len(sample)} pages, mean {size / 1e3:.0f} thousand bytes")
    for name, milliseconds in zip(SUBJECTS, mean, strict=True):
        print(f"{name:24} {milliseconds:7.3f} ms  {milliseconds / mean[0]:5.2f} x turbohtml.parse")


if __name__ == "__main__":
    main(*sys.argv[1:])
