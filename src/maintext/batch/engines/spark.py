"""Spark: a task for each shard. Spark places tasks and retries lost ones."""

import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

from maintext.batch.engines.attempt import attempt_remotely
from maintext.batch.engines.reach import Watch, check_reachable
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

_POLL_SECONDS = 0.5
_STANDALONE = "spark://"
_JOIN_SECONDS = 20.0
"""A master answers within a second; Spark asks it for a minute."""
_MASTER_SECONDS = 60.0
"""How long a master may be silent, as it can be started again; Spark itself waits forever."""
_SUBMITTED = "PYSPARK_GATEWAY_PORT"
"""The variable that spark-submit sets for its application."""
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
        """An outcome for each shard, as they finish."""
        context = self._context()
        found = context.accumulator([], _Joined())
        work = partial(_add_outcome, found=found, job=job, output=output, start=self.start)
        given = 0
        watch = _watch(context)
        with _background(context, lambda: context.parallelize(shards, len(shards)).foreach(work)) as running:
            while True:
                ended = wait([running], _POLL_SECONDS).done
                for shard, outcome in found.value[given:]:  # it grows as tasks end
                    given += 1
                    if isinstance(outcome, ShardResult):
                        report(outcome.statuses + Counter(bytes=outcome.bytes))
                    yield shard, outcome
                if ended:
                    break
                watch.check()
        if error := running.exception():  # errors of the JVM, with a class for each version
            raise _failed(error) from None

    def merge_hosts(self, files: Sequence[Path], merger: HostMerger) -> int:
        """Site templates, by Spark's shuffle."""
        context = self._context()
        try:
            return _watch(context).call(lambda: merge_on_spark(context, files, merger))
        except Unfinished:
            raise
        except Exception as error:
            raise _failed(error) from None

    def _context(self) -> Any:
        """The context of the active session, or a new one."""
        session = self.spark.sql.SparkSession.getActiveSession()
        if session is not None and self.master is None:
            return session.sparkContext
        check_reachable("Spark", self.master, "--master")
        conf = self.spark.SparkConf().setAppName("maintext").setAll(_OWN.items())
        # spark-submit has a master already.
        master = self.master or ("" if _SUBMITTED in os.environ else f"local[*,{TRIES + 1}]")
        if master:
            conf.setMaster(master)
        if master.startswith("local"):
            conf.set("spark.ui.enabled", "false")
            # Spark would take the first python3 that it finds, which may not have maintext.
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        try:
            with _join_limit(self.spark.SparkContext, master) as late:
                return self.spark.SparkContext.getOrCreate(conf)
        except Exception as error:  # Spark has many kinds of errors
            if late.is_set():
                raise Unfinished(
                    f"Spark cannot be reached at {master}: no answer within {_JOIN_SECONDS:g} seconds; check "
                    "--master, whose port is not that of its web page, and that the master is healthy"
                ) from None
            words = " ".join(str(error).split())[:300]
            raise Unfinished(f"Spark cannot be reached or started: {words}") from None


@contextmanager
def _join_limit(contexts: Any, master: str) -> Iterator[threading.Event]:
    """Kill the JVM if a standalone master does not answer in time; the event is set then.

    If it was killed just when the block had succeeded, leaving the block raises an error.
    """
    late, over = threading.Event(), threading.Event()
    decides = threading.Lock()  # either the block ends in time, or the JVM is killed

    def watch() -> None:
        began = None  # when Java has started
        while not over.wait(_POLL_SECONDS):
            java: Any = getattr(getattr(contexts, "_gateway", None), "proc", None)
            began = began or (time.monotonic() if java else None)
            if began and time.monotonic() - began > _JOIN_SECONDS:
                with decides:
                    if not over.is_set():
                        late.set()
                        java.kill()
                return

    if master.startswith(_STANDALONE):
        threading.Thread(target=watch, daemon=True).start()
    try:
        yield late
    finally:
        with decides:
            over.set()
    if late.is_set():
        raise TimeoutError(master)


def _watch(context: Any) -> Watch:
    """Watches the master of a standalone cluster."""
    master = str(context.master)
    if not master.startswith(_STANDALONE):
        return Watch({})
    return Watch({master.removeprefix(_STANDALONE): _MASTER_SECONDS})


class _Joined:
    """Adds lists up, for an accumulator: Spark sends what a task has added when the task is done."""

    def zero(self, _: list[ShardOutcome]) -> list[ShardOutcome]:
        return []

    def addInPlace(self, one: list[ShardOutcome], other: list[ShardOutcome]) -> list[ShardOutcome]:  # noqa: N802
        one.extend(other)
        return one


def _add_outcome(shard: Shard, found: Any, job: Job, output: str, start: Start) -> None:
    """What a task does."""
    found.add([attempt_remotely(shard, job, output, start, fork=True)])


@contextmanager
def _background(context: Any, action: Callable[[], None]) -> Iterator[Future[None]]:
    """Run an action of Spark in a thread, so that this one can count; leaving early cancels its job."""
    group = f"maintext-{uuid4().hex}"

    def act() -> None:
        context.setJobGroup(group, "maintext run", interruptOnCancel=True)
        action()

    with ThreadPoolExecutor(1) as threads:
        running = threads.submit(act)
        try:
            yield running
        finally:
            if not running.done():
                with suppress(Exception):  # the engine may be lost
                    context.cancelJobGroup(group)


def _failed(error: BaseException) -> Unfinished:
    return Unfinished(f"Spark: {' '.join(str(error).split())[:300]}; run the command again to resume")
