"""A shard on a machine of a cluster: what Ray's tasks and Spark's both run."""

import traceback
from functools import lru_cache

from maintext.batch.extract import PageGuard, Start
from maintext.batch.job import Job
from maintext.batch.run import Outcome, ShardFailure
from maintext.batch.shard import make_guard, process_shard
from maintext.batch.sources.shard import Shard
from maintext.errors import MaintextError


def process_remotely(shard: Shard, job: Job, output: str, start: Start) -> Outcome:
    """An outcome, whatever happens: a shard that cannot be read must not end the engine's job."""
    try:
        return shard, process_shard(shard, job, output, guard=_guard(job, start))
    except (MaintextError, OSError) as error:
        return shard, ShardFailure(shard, str(error), lasting=True)
    except Exception as error:
        return shard, ShardFailure(shard, traceback.format_exception_only(error)[-1].strip(), lasting=True)


@lru_cache(maxsize=1)  # engines use a process for many tasks, and a guarded process takes a while to start
def _guard(job: Job, start: Start) -> PageGuard:
    return make_guard(job, start)
