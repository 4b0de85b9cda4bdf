"""Time of each stage of our pipeline."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from maintext.arrays import FloatArray
from maintext.methods.base import Method
from maintext.page.parse import parse
from maintext.render import to_text
from maintext.text.decode import decode

STAGES = ("decode", "parse", "blocks", "score", "select", "text")

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class StageTimes:
    """Mean milliseconds per page of a method's stages."""

    extractor: str
    milliseconds: dict[str, float]

    @property
    def total(self) -> float:
        """All stages together."""
        return sum(self.milliseconds.values())


def run_stages(html: bytes, method: Method, clock: Clock = time.perf_counter) -> tuple[str, list[float]]:
    """The main text of a page, and the seconds of each stage.

    Runs the steps of the pipeline in the same order, without limits; a test checks that the text is the same.
    """
    ticks = [clock()]
    source = decode(html).source
    ticks.append(clock())
    page = parse(source)
    ticks.append(clock())
    blocks = page.blocks
    ticks.append(clock())
    scores = method.score(page) if len(page.leaves) else None
    ticks.append(clock())
    kept = np.zeros(len(blocks), dtype=np.bool_)
    if scores is not None:
        kept = method.keep(scores, method.select(scores)).blocks
    ticks.append(clock())
    text = to_text(page, kept)
    ticks.append(clock())
    return text, np.diff(ticks).tolist()


def stage_times(
    pages: Iterable[bytes], methods: Sequence[Method], rounds: int, clock: Clock = time.perf_counter
) -> list[StageTimes]:
    """The best of some rounds for each page and stage, averaged over the pages.

    All methods run a page before the next page.
    """
    best: list[FloatArray] = []  # by page: methods × stages
    for html in pages:
        taken = [[run_stages(html, method, clock)[1] for method in methods] for _ in range(rounds)]
        best.append(np.array(taken).min(axis=0))
    means = 1000 * np.mean(best, axis=0) if best else np.zeros((len(methods), len(STAGES)))
    return [
        StageTimes(method.spec, dict(zip(STAGES, row, strict=True)))
        for method, row in zip(methods, means.tolist(), strict=True)
    ]
