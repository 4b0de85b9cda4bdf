"""`maintext run --dry-run`: what a run would take."""

from collections.abc import Sequence

from maintext.batch.estimate import estimate
from maintext.batch.job import Job
from maintext.batch.sources.shard import Shard
from maintext.cli.run_counts import counted
from maintext.processes.cores import count_cores


def print_estimate(shards: Sequence[Shard], left: Sequence[Shard], job: Job, workers: int | None) -> int:
    """Print the plan, and an estimate for the shards that are left, from a sample; return the exit code."""
    files = counted(len({shard.path for shard in shards}), "file or folder", "files or folders")
    print(f"{counted(len(shards), 'shard')} of {files}, {_total_size(shards)}")
    if not left:
        print("all shards are done already: nothing is left to do")
        return 0
    if len(left) < len(shards):
        done = len(shards) - len(left)
        print(f"{done:,} done already; left: {counted(len(left), 'shard')}, {_total_size(left)}")
    found = estimate(left, job)
    if not found.sampled:
        print("the sample has no page, so there is no estimate")
        return 0
    cores = workers or count_cores()
    print(f"sample: {counted(found.sampled, 'page')}")
    print(f"expected: about {counted(found.pages, 'page')}, {_size(found.output_bytes)} of output")
    on_one, on_all = _duration(found.core_seconds), _duration(found.core_seconds / cores)
    print(f"expected: about {on_one} of processor time; about {on_all} on {counted(cores, 'core')}")
    return 0


def _duration(seconds: float) -> str:
    """A time in words.

    >>> _duration(0.2), _duration(89), _duration(600), _duration(86_400)
    ('1 s', '89 s', '10 min', '24.0 hours')
    """
    if seconds < 90:
        return f"{max(seconds, 1):.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:,.1f} hours"


def _total_size(shards: Sequence[Shard]) -> str:
    return _size(sum(shard.bytes for shard in shards))


def _size(count: float) -> str:
    """Bytes in words.

    >>> _size(123), _size(5_000_000), _size(3.2e12)
    ('123 bytes', '5.0 MB', '3,200.0 GB')
    """
    if count < 1e5:
        return f"{count:,.0f} bytes"
    return f"{count / 1e6:,.1f} MB" if count < 1e9 else f"{count / 1e9:,.1f} GB"
