"""All shards of a run, on any engine, until each is done or has failed."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from maintext.batch.job import Job
from maintext.batch.manifest import Manifest
from maintext.batch.notes import ShardResult
from maintext.batch.shard import Report
from maintext.batch.sources.shard import Shard
from maintext.errors import MaintextError

TRIES = 3
"""How often a shard is tried if its process dies."""
_POLL_SECONDS = 0.5
_ELSEWHERE = "it was done, but not in this output folder: all machines must share it"


@dataclass(frozen=True, slots=True)
class ShardFailure:
    """A shard that failed."""

    shard: Shard
    reason: str
    lasting: bool
    """Whether a retry is useless: its input cannot be read."""
    full: bool = False
    """Whether a disk is full, so that no other shard can be done either; `reason` names the folder."""


class Unfinished(MaintextError):
    """A run ends before its last shard, for a reason outside of its input; it can be resumed."""


ShardOutcome = tuple[Shard, ShardResult | ShardFailure | None]
"""A shard and its outcome; None if it is already done, or another runner is processing it."""


class Engine(Protocol):
    """Runs `process_shard` on many shards."""

    def process(
        self, shards: Sequence[Shard], job: Job, output: str, report: Report
    ) -> Iterator[ShardOutcome]:
        """An outcome for each shard, as they finish."""
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
    """Process the shards that are not done: one result or failure for each.

    A shard whose process died is tried again. A shard of another runner is waited for, and taken over if
    that runner dies.
    """
    manifest = Manifest.at(output)
    tries: Counter[str] = Counter()
    pending = manifest.missing(shards)
    pending.sort(key=lambda shard: -shard.bytes)  # small ones last, so that workers finish together
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
            elif outcome.full:
                raise Unfinished(outcome.reason)
            else:
                tries[shard.key] += 1
                if outcome.lasting or tries[shard.key] >= TRIES:
                    yield outcome
                else:
                    again.append(shard)
        pending = again
        while pending and waiting == len(again):  # no need to start the engine
            sleep(_POLL_SECONDS)
            left = manifest.missing(pending)
            waited = {shard.key for shard in left}
            yield from (manifest.result(shard) for shard in pending if shard.key not in waited)
            pending = left
            if any(_is_free(manifest, shard) for shard in pending):
                break
    if not manifest.missing(shards):
        manifest.sweep()


def _is_free(manifest: Manifest, shard: Shard) -> bool:
    """Whether no runner is processing a shard."""
    with manifest.claim(shard) as mine:
        return mine
