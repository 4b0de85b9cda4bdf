"""What a run would take, from a sample: a few small shards, done in one process."""

import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass

from maintext.batch.job import Job
from maintext.batch.shard import make_guard, process_shard
from maintext.batch.sources.shard import Shard

_SHARDS = 3
_BYTES = 128 << 20
"""Most bytes of the sample."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """The size of a run, and what its sample took."""

    shards: int
    bytes: int
    """Of the input, as it is stored."""
    pages: int
    """Expected."""
    core_seconds: float
    """Expected, on a core like those of this machine."""
    output_bytes: int
    """Expected."""
    sampled: int
    """Pages of the sample."""

    def hours(self, cores: int) -> float:
        """Expected time on some cores."""
        return self.core_seconds / cores / 3600


def estimate(shards: Sequence[Shard], job: Job) -> Estimate:
    """Process a few small shards into a temporary folder, and scale what they take.

    The scale is by bytes, or by pages for shards with a limit.
    """
    seen = rows = written = 0
    seconds = 0.0
    with tempfile.TemporaryDirectory(prefix="maintext-") as folder, make_guard(job) as guard:
        guard.open()
        for shard in sample_shards(shards):
            start = time.monotonic()
            result = process_shard(shard, job, folder, guard=guard)
            if result is not None:
                seconds += time.monotonic() - start
                seen += _weight(shard)
                rows += result.rows
                written += sum(part.bytes for part in result.parts)
    total = sum(shard.bytes for shard in shards)
    scale = sum(map(_weight, shards)) / seen if seen else 0.0
    return Estimate(len(shards), total, round(rows * scale), seconds * scale, round(written * scale), rows)


def _weight(shard: Shard) -> int:
    return shard.bytes if shard.limit is None else shard.limit


def sample_shards(shards: Sequence[Shard]) -> list[Shard]:
    """The smallest shards, of different files where possible."""
    ordered = sorted((shard for shard in shards if shard.bytes), key=lambda shard: shard.bytes)
    by_file = list({shard.path: shard for shard in reversed(ordered)}.values())[::-1]
    chosen: list[Shard] = []
    for shard in dict.fromkeys([*by_file, *ordered]):
        weight = sum(one.bytes for one in chosen) + shard.bytes
        if chosen and (len(chosen) == _SHARDS or weight > _BYTES):
            break
        chosen.append(shard)
    return chosen
