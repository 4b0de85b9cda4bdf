"""All shards of a run, in any engine, until each is done or cannot be."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from maintext.batch.job import Job
from maintext.batch.manifest import Manifest, ShardResult
from maintext.batch.shard import Report
from maintext.batch.sources.shard import Shard

TRIES = 3
"""How often a shard may lose its process before it is given up."""
_POLL_SECONDS = 0.5
_ELSEWHERE = "it was done, but not in this output: every machine must see the same folder"


@dataclass(frozen=True, slots=True)
class ShardFailure:
    """A shard that could not be done."""

    shard: Shard
    reason: str
    lasting: bool
    """Whether another try would end the same: its input cannot be read."""


ShardOutcome = tuple[Shard, ShardResult | ShardFailure | None]
"""A shard, and what became of it; None: it is done already, or another runner is at it."""


class Engine(Protocol):
    """Whatever runs `process_shard` on many shards."""

    def process(
        self, shards: Sequence[Shard], job: Job, output: str, report: Report
    ) -> Iterator[ShardOutcome]:
        """An outcome for each shard, as they come."""
        ...


def run_shards(
    shards: Sequence[Shard],
    job: Job,
    output: str,
    engine: Engine,
    report: Report = lambda _: None,
    *,
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[ShardResult | ShardFailure]:
    """Process what is not done yet: one result or failure for each shard.

    A shard whose process died is tried again. One that another runner is at is waited for, and taken over
    if that runner dies.
    """
    manifest = Manifest.at(output)
    tries: Counter[str] = Counter()
    pending = manifest.missing(shards)
    pending.sort(key=lambda shard: -shard.bytes)  # the small ones last, so that workers end together
    while pending:
        again: list[Shard] = []
        waiting = 0
        for shard, outcome in engine.process(pending, job, output, report):
            if outcome is None and manifest.is_done(shard):
                yield manifest.result(shard)
            elif outcome is None:
                waiting += 1
                again.append(shard)
            elif isinstance(outcome, ShardResult):
                yield outcome if manifest.is_done(shard) else ShardFailure(shard, _ELSEWHERE, lasting=True)
            else:
                tries[shard.key] += 1
                if outcome.lasting or tries[shard.key] >= TRIES:
                    yield outcome
                else:
                    again.append(shard)
        pending = again
        while pending and waiting == len(again):  # the engine need not start for that
            sleep(_POLL_SECONDS)
            done = [shard for shard in pending if manifest.is_done(shard)]
            yield from map(manifest.result, done)
            pending = [shard for shard in pending if shard not in done]
            if any(_is_free(manifest, shard) for shard in pending):
                break
    if not manifest.missing(shards):
        manifest.sweep()


def _is_free(manifest: Manifest, shard: Shard) -> bool:
    """Whether nobody is at a shard now."""
    with manifest.claim(shard) as mine:
        return mine
