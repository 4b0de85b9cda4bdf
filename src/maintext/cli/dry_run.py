"""`maintext run --dry-run`: what a run would take."""

from collections.abc import Sequence

from maintext.batch.estimate import estimate
from maintext.batch.job import Job
from maintext.batch.sources.shard import Shard
from maintext.processes.cores import count_cores


def print_estimate(shards: Sequence[Shard], job: Job, workers: int | None) -> int:
    """Print the plan and an estimate from a sample; return the exit code."""
    found = estimate(shards, job)
    files = len({shard.path for shard in shards})
    print(f"{found.shards:,} shards of {files:,} files or folders, {_size(found.bytes)}")
    if not found.sampled:
        print("the sample has no page, so there is no estimate")
        return 0
    cores = workers or count_cores()
    print(f"sample: {found.sampled:,} pages")
    print(f"expected: {found.pages:,} pages, {_size(found.output_bytes)} of output")
    print(f"expected: {found.hours(1):,.2f} core hours; {found.hours(cores):,.2f} hours on {cores} cores")
    return 0


def _size(count: float) -> str:
    """Bytes in words.

    >>> _size(123), _size(5_000_000), _size(3.2e12)
    ('123 bytes', '5.0 MB', '3,200.0 GB')
    """
    if count < 1e5:
        return f"{count:,.0f} bytes"
    return f"{count / 1e6:,.1f} MB" if count < 1e9 else f"{count / 1e9:,.1f} GB"
