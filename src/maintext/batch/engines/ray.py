"""Ray: a task for each shard. Ray places tasks and retries lost ones."""

import atexit
import os
import signal
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from maintext.batch.engines.attempt import attempt_remotely
from maintext.batch.engines.reach import Watch, call_within, check_reachable
from maintext.batch.engines.shuffle import merge_on_ray
from maintext.batch.extract import Start, start_extraction
from maintext.batch.job import Job
from maintext.batch.notes import ShardResult
from maintext.batch.run import TRIES, ShardFailure, ShardOutcome, Unfinished
from maintext.batch.shard import Report
from maintext.batch.sites import HostMerger
from maintext.batch.sources.shard import Shard
from maintext.errors import MaintextError

_AHEAD = 4
"""Tasks per core that are queued in Ray; the others wait here."""
_WAIT_SECONDS = 1.0
_JOIN_SECONDS = 20.0
"""Joining a cluster takes one or two seconds. Ray itself waits for minutes, or ends the process with exit
code 1."""
_HEAD_SECONDS = 15.0
"""How long a head may be silent, as it can be replaced. Ray ends a process that has not reached it for 60
seconds, with exit code 1; and to leave a lost cluster takes some 15."""


@contextmanager
def _own_sigterm() -> Iterator[None]:
    """Keep this program's handler of SIGTERM: the one that Ray sets, in C, aborts the process."""
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        if threading.current_thread() is threading.main_thread() and before is not None:
            signal.signal(signal.SIGTERM, before)


class RayEngine:
    """A Ray cluster; without an address, one is started on this machine."""

    def __init__(self, address: str | None = None, start: Start = start_extraction) -> None:
        # Read when Ray is loaded. Without it, a task on a machine without memory is retried forever.
        os.environ.setdefault("RAY_task_oom_retries", str(TRIES))
        try:
            import ray
        except ImportError:
            raise MaintextError("--engine ray needs Ray: pip install 'maintext[ray]'") from None
        self.ray: Any = ray
        self.address = address
        self.start = start

    def process(
        self, shards: Sequence[Shard], job: Job, output: str, report: Report
    ) -> Iterator[ShardOutcome]:
        """An outcome for each shard, as they finish."""
        try:
            yield from self._process(shards, job, output, report)
        except (self.ray.exceptions.RayError, ConnectionError) as error:
            words = " ".join(str(error).split())[:200] or type(error).__name__
            raise Unfinished(f"Ray was lost: {words}; run the command again to resume") from None

    def _process(
        self, shards: Sequence[Shard], job: Job, output: str, report: Report
    ) -> Iterator[ShardOutcome]:
        ray = self._connected()
        task = ray.remote(num_cpus=1, max_retries=TRIES)(attempt_remotely)
        waiting = iter(shards)
        running: dict[object, Shard] = {}

        def submit() -> None:
            most = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))  # clusters grow
            for shard in islice(waiting, max(most - len(running), 0)):
                running[task.remote(shard, job, output, self.start)] = shard

        watch = self._watch()
        while True:
            watch.call(submit)
            if not running:
                return
            ready: list[object] = []
            while not ready:
                watch.check()
                ready, _ = ray.wait(list(running), num_returns=1, timeout=_WAIT_SECONDS)
            for reference in ready:
                outcome = self._outcome(running.pop(reference), reference)
                if isinstance(outcome[1], ShardFailure):
                    watch.check(now=True)  # all others fail, too, if the cluster is lost
                if isinstance(outcome[1], ShardResult):
                    report(outcome[1].statuses + Counter(bytes=outcome[1].bytes))
                yield outcome

    def merge_hosts(self, files: Sequence[Path], merger: HostMerger) -> int:
        """Site templates, by Ray Data's shuffle."""
        ray = self._connected()
        return self._watch().call(lambda: merge_on_ray(ray, files, merger))

    def _watch(self) -> Watch:
        """Watches the head and this machine's node; not where Ray's client is between them and here."""
        ray = self.ray
        if ray.util.client.ray.is_connected():
            return Watch({})
        context = ray.get_runtime_context()
        here = [node for node in ray.nodes() if node["NodeID"] == context.get_node_id()]
        nodes = {f"{node['NodeManagerAddress']}:{node['NodeManagerPort']}": 0.0 for node in here}
        return Watch({context.gcs_address: _HEAD_SECONDS} | nodes)

    def _connected(self) -> Any:
        ray = self.ray
        if not ray.is_initialized():
            own = not self.address and not os.environ.get("RAY_ADDRESS")
            check_reachable("Ray", self.address or os.environ.get("RAY_ADDRESS"), "--address")
            where = {"address": "local", "include_dashboard": False} if own else {"address": self.address}
            start = partial(ray.init, **where, log_to_driver=False, logging_level="error")
            try:
                with _own_sigterm():
                    start() if own else call_within(_JOIN_SECONDS, start, self._silent())
            except Unfinished:
                raise
            except Exception as error:  # Ray has many kinds of errors
                words = " ".join(str(error).split())[:300] or type(error).__name__
                raise Unfinished(
                    f"Ray cannot be reached or started: {words}; check --address, and RAY_AUTH_MODE=token "
                    "where the cluster asks for a token"
                ) from None
            # Without this, Ray waits at exit for log lines of its workers, which are not shown here.
            atexit.unregister(ray.shutdown)
            atexit.register(ray.shutdown)
        return ray

    def _silent(self) -> str:
        """Why a cluster could not be joined in time."""
        where = self.address or os.environ.get("RAY_ADDRESS")
        return (
            f"Ray cannot be reached at {where}: no answer within {_JOIN_SECONDS:g} seconds; check --address, "
            "that the cluster is healthy (ray status) and has a node here, and RAY_AUTH_MODE=token "
            "where it asks for a token"
        )

    def _outcome(self, shard: Shard, reference: object) -> ShardOutcome:
        try:
            outcome: ShardOutcome = self.ray.get(reference)
        except self.ray.exceptions.RayError as error:  # the task and its retries were lost
            return shard, ShardFailure(shard, " ".join(str(error).split())[:200], lasting=False)
        return outcome
