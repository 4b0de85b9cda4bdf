"""Time of each stage of `auto`: best of several runs of each page, in one process.

python tools/bench_stages.py DATA [pages] [rounds]
"""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from bench_parse import pages

from maintext.features import Landmarks, Reading, context_columns, own_columns, page_columns
from maintext.features.context import SCORES
from maintext.features.hashed import word_scores
from maintext.methods.auto.method import Auto
from maintext.model.auto import shipped_auto
from maintext.model.measure import softmax
from maintext.parse import PARSER, parse
from maintext.pipeline import Extractor
from maintext.text.decode import decode


def stages(html: bytes) -> Iterator[str]:
    """Run the stages; yield the name of each when it is done."""
    model = shipped_auto()
    source = decode(html).source
    yield "decode"
    page = parse(source)
    yield "parse"
    reading = Reading(page)
    if not reading.size:
        return
    yield "leaves, blocks"
    _ = reading.wording
    yield "characters and words"
    _ = reading.names
    yield "names of elements"
    landmarks = Landmarks(reading)
    own = own_columns(reading, landmarks)
    yield "own features"
    whole = page_columns(reading, landmarks)
    yield "page features"
    kinds = softmax(model.kinds.margins(whole)[:, 0])
    yield "kind trees"
    scores = []
    for name in SCORES:
        table = model.tables[name]
        scores.append(word_scores(reading, name, table.weight, table.scale, table.bias))
        yield f"word scores: {name}"
    context = context_columns(reading, own, np.array(scores))
    yield "context features"
    columns = np.vstack([own, context, np.repeat(kinds.astype(np.float32)[:, None], reading.size, axis=1)])
    model.blocks.margins(columns)
    yield "block trees"


def end_to_end(html: bytes, extractor: Extractor) -> Iterator[str]:
    """The whole flow, and what comes of it."""
    document = extractor.extract(html)
    yield "extract: all of the above, choice, clean-up"
    _ = document.text
    yield "text"
    _ = document.markdown
    yield "markdown"


def main(folder: str, count: str = "120", rounds: str = "5") -> None:
    """Print the mean over pages of each stage's best time."""
    sample, extractor = pages(Path(folder), int(count)), Extractor(Auto())
    best: dict[tuple[str, int], float] = {}
    for _ in range(int(rounds)):
        for number, html in enumerate(sample):
            spent: dict[str, float] = {}
            for run in (stages(html), end_to_end(html, extractor)):
                start = time.perf_counter()
                for stage in run:
                    spent[stage] = spent.get(stage, 0.0) + time.perf_counter() - start
                    start = time.perf_counter()
            for stage, seconds in spent.items():
                best[stage, number] = min(best.get((stage, number), np.inf), seconds)
    print(f"{len(sample)} pages, parser: {PARSER}")
    for name in dict.fromkeys(stage for stage, _ in best):
        print(f"{name:48} {sum(v for (s, _), v in best.items() if s == name) / len(sample) * 1e3:8.3f} ms")


if __name__ == "__main__":
    main(*sys.argv[1:])
