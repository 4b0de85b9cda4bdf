"""Spark: a task for each shard. Placement, retries of lost tasks and the cluster are Spark's."""

import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from maintext.batch.engines.attempt import attempt_remotely
from maintext.batch.engines.shuffle import merge_on_spark
from maintext.batch.extract import Start, start_extraction
from maintext.batch.job import Job
from maintext.batch.manifest import ShardResult
from maintext.batch.run import TRIES, Outcome
from maintext.batch.shard import Report
from maintext.batch.sites import HostMerger
from maintext.batch.sources.shard import Shard
from maintext.errors import MaintextError


class SparkEngine:
    """A Spark master; without one, the session that is there, or this machine's cores."""

    def __init__(self, master: str | None = None, start: Start = start_extraction) -> None:
        try:
            import pyspark.sql
        except ImportError:
            raise MaintextError("--engine spark needs PySpark: pip install 'maintext[spark]'") from None
        self.sql: Any = pyspark.sql
        self.master = master
        self.start = start

    def process(self, shards: Sequence[Shard], job: Job, output: str, report: Report) -> Iterator[Outcome]:
        """An outcome for each shard; they come when the last is done."""
        context = self._session().sparkContext
        work = partial(attempt_remotely, job=job, output=output, start=self.start)
        try:
            outcomes: list[Outcome] = context.parallelize(shards, len(shards)).map(work).collect()
        except Exception as error:  # Spark's own, of the JVM: a class for each version
            raise _failed(error) from None
        for shard, outcome in outcomes:
            if isinstance(outcome, ShardResult):
                report(outcome.statuses + Counter(bytes=outcome.bytes))
            yield shard, outcome

    def merge_hosts(self, files: Sequence[Path], merger: HostMerger) -> int:
        """Site templates, by Spark's shuffle."""
        try:
            return merge_on_spark(self._session().sparkContext, files, merger)
        except Exception as error:
            raise _failed(error) from None

    def _session(self) -> Any:
        builder = self.sql.SparkSession.builder.appName("maintext").config(
            "spark.task.maxFailures", TRIES + 1
        )
        master = self.master
        if master is None and self.sql.SparkSession.getActiveSession() is None:
            master = f"local[*,{TRIES + 1}]"
        if master is not None:
            builder = builder.master(master)
        if master is not None and master.startswith("local"):
            # Spark would take the first python3 that it finds, which may know nothing of maintext.
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        builder = builder.config("spark.ui.showConsoleProgress", "false")
        return builder.getOrCreate()


def _failed(error: Exception) -> MaintextError:
    return MaintextError(f"Spark: {' '.join(str(error).split())[:300]}; run it again to go on")
