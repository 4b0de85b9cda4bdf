"""This machine's cores: a process for each, which takes one shard after the other."""

import json
import multiprocessing
import os
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection

from maintext.batch.extract import PageGuard, Start, start_extraction
from maintext.batch.job import Job
from maintext.batch.manifest import ShardResult
from maintext.batch.run import Outcome, ShardFailure
from maintext.batch.shard import Report, make_guard, process_shard
from maintext.batch.sources.shard import Shard
from maintext.workers import Failure, run_tasks


class LocalEngine:
    """Processes on this machine; `start` makes what is run on each page."""

    def __init__(self, workers: int | None = None, start: Start = start_extraction) -> None:
        self.workers = workers or os.cpu_count() or 1
        self.start = start

    def process(self, shards: Sequence[Shard], job: Job, output: str, report: Report) -> Iterator[Outcome]:
        """An outcome for each shard, as they come; `report` is called from a thread of its own."""
        heard, said = multiprocessing.get_context("spawn").Pipe(duplex=False)
        listener = threading.Thread(target=_listen, args=(heard, report), daemon=True)
        listener.start()
        try:
            worker = ShardWorker(job, output, self.start, said)
            count = min(self.workers, len(shards))
            for done in run_tasks(worker, shards, workers=count, ordered=False, prepare=end_with_parent):
                if done.failure is None:
                    yield done.task, done.result
                else:
                    lasting = done.failure is Failure.ERROR
                    yield done.task, ShardFailure(done.task, done.message, lasting)
        finally:
            said.close()
            listener.join()
            heard.close()


class ShardWorker:
    """What a process does with each shard; its guarded process serves one shard after the other."""

    def __init__(self, job: Job, output: str, start: Start, said: Connection) -> None:
        self.job = job
        self.output = output
        self.start = start
        self.said = said
        self.guard: PageGuard | None = None

    def __call__(self, shard: Shard) -> ShardResult | None:
        if self.guard is None:
            self.guard = make_guard(self.job, self.start)
        return process_shard(shard, self.job, self.output, guard=self.guard, report=self._report)

    def _report(self, seen: Counter[str]) -> None:
        self.said.send_bytes(json.dumps(seen).encode())  # so short that no other's gets between


def end_with_parent() -> None:
    """End this process as soon as the one that started it is gone, however that went."""
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def _listen(heard: Connection, report: Report) -> None:
    try:
        while True:
            report(Counter(json.loads(heard.recv_bytes())))
    except (EOFError, OSError):  # nobody is left to say anything
        return
