"""Spark: a task for each shard. Spark places tasks and retries lost ones."""

import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from maintext.batch.engines.attempt import attempt_remotely
from maintext.batch.engines.reach import check_reachable
from maintext.batch.engines.shuffle import merge_on_spark
from maintext.batch.extract import Start, start_extraction
from maintext.batch.job import Job
from maintext.batch.notes import ShardResult
from maintext.batch.run import TRIES, ShardOutcome, Unfinished
from maintext.batch.shard import Report
from maintext.batch.sites import HostMerger
from maintext.batch.sources.shard import Shard
from maintext.errors import MaintextError
from maintext.processes.process import SETTINGS

_OWN = {
    "spark.task.maxFailures": str(TRIES + 1),
    "spark.ui.showConsoleProgress": "false",
    "spark.python.daemon.module": "maintext.batch.engines.spark_daemon",
    # Java only hands out shards: optimizing its code takes seconds and saves nothing.
    "spark.driver.defaultJavaOptions": "-XX:TieredStopAtLevel=1",
    "spark.executor.defaultJavaOptions": "-XX:TieredStopAtLevel=1",
    **{f"spark.executorEnv.{name}": value for name, value in SETTINGS.items()},
}
"""Settings of a new context; an existing one keeps its own."""


class SparkEngine:
    """A Spark master; without one, the active session, or the cores of this machine."""

    def __init__(self, master: str | None = None, start: Start = start_extraction) -> None:
        try:
            import pyspark
        except ImportError:
            raise MaintextError("--engine spark needs PySpark: pip install 'maintext[spark]'") from None
        self.spark: Any = pyspark
        self.master = master
        self.start = start

    def process(
        self, shards: Sequence[Shard], job: Job, output: str, report: Report
    ) -> Iterator[ShardOutcome]:
        """An outcome for each shard; all come when the last is done."""
        context = self._context()
        work = partial(attempt_remotely, job=job, output=output, start=self.start, fork=True)
        try:
            outcomes: list[ShardOutcome] = context.parallelize(shards, len(shards)).map(work).collect()
        except Exception as error:  # errors of the JVM, with a class for each version
            raise _failed(error) from None
        for shard, outcome in outcomes:
            if isinstance(outcome, ShardResult):
                report(outcome.statuses + Counter(bytes=outcome.bytes))
            yield shard, outcome

    def merge_hosts(self, files: Sequence[Path], merger: HostMerger) -> int:
        """Site templates, by Spark's shuffle."""
        context = self._context()
        try:
            return merge_on_spark(context, files, merger)
        except Exception as error:
            raise _failed(error) from None

    def _context(self) -> Any:
        """The context of the active session, or a new one."""
        session = self.spark.sql.SparkSession.getActiveSession()
        if session is not None and self.master is None:
            return session.sparkContext
        master = self.master or f"local[*,{TRIES + 1}]"
        check_reachable("Spark", self.master, "--master")
        conf = self.spark.SparkConf().setMaster(master).setAppName("maintext").setAll(_OWN.items())
        if master.startswith("local"):
            conf.set("spark.ui.enabled", "false")
            # Spark would take the first python3 that it finds, which may not have maintext.
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        try:
            return self.spark.SparkContext.getOrCreate(conf)
        except Exception as error:  # Spark has many kinds of errors
            words = " ".join(str(error).split())[:300]
            raise Unfinished(f"Spark cannot be reached or started: {words}") from None


def _failed(error: Exception) -> Unfinished:
    return Unfinished(f"Spark: {' '.join(str(error).split())[:300]}; run the command again to resume")
