"""One shard and its outcome: what every engine runs."""

import errno
import traceback

from maintext.batch.extract import PageGuard, Start
from maintext.batch.full_disk import is_full, name_full
from maintext.batch.job import Job
from maintext.batch.run import ShardFailure, ShardOutcome
from maintext.batch.shard import Report, make_guard, process_shard
from maintext.batch.sources.files import is_network_error
from maintext.batch.sources.shard import Shard
from maintext.errors import DataError, MaintextError

_TRANSIENT = (errno.EIO, errno.ESTALE)


def attempt_shard(
    shard: Shard, job: Job, output: str, guard: PageGuard, report: Report = lambda _: None
) -> ShardOutcome:
    """An outcome, whatever happens: a shard that cannot be read must not stop the others."""
    try:
        return shard, process_shard(shard, job, output, guard=guard, report=report)
    except (MaintextError, OSError) as error:
        if isinstance(error, OSError) and is_full(error):
            return shard, ShardFailure(shard, name_full(error, output), lasting=True, full=True)
        return shard, ShardFailure(shard, str(error), lasts(error))
    except Exception as error:
        words = traceback.format_exception_only(error)[-1].strip()
        return shard, ShardFailure(shard, words, lasts(error))


def attempt_remotely(
    shard: Shard, job: Job, output: str, start: Start, *, fork: bool = False
) -> ShardOutcome:
    """The same in a worker process of a cluster, which keeps a guarded process."""
    return attempt_shard(shard, job, output, _guard(job, start, fork))


def lasts(error: Exception) -> bool:
    """Whether a retry is useless: not if a network, a disk or a worker process failed."""
    if isinstance(error, OSError):
        return not is_network_error(error) and error.errno not in _TRANSIENT
    if isinstance(error, MaintextError):
        return isinstance(error, DataError)
    return not is_network_error(error)


_guards: dict[tuple[Job, Start, bool], PageGuard] = {}
"""The guard of the job of this process."""


def _guard(job: Job, start: Start, fork: bool) -> PageGuard:
    """Engines use a process for many tasks, and a guarded process takes a while to start, so it is kept."""
    key = job, start, fork
    if key not in _guards:
        while _guards:
            _guards.popitem()[1].close()
        _guards[key] = make_guard(job, start, fork=fork)
    return _guards[key]
