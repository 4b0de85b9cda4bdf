"""The cores of this machine: a guarded process for each."""

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice

from maintext.batch.engines.attempt import attempt_shard
from maintext.batch.extract import Start, start_extraction
from maintext.batch.job import Job
from maintext.batch.run import ShardOutcome
from maintext.batch.shard import Report, make_guard
from maintext.batch.sources.shard import Shard
from maintext.processes.cores import count_cores


class LocalEngine:
    """Processes on this machine; `start` returns the function for a page."""

    def __init__(self, workers: int | None = None, start: Start = start_extraction) -> None:
        self.workers = workers or count_cores()
        self.start = start

    def process(
        self, shards: Sequence[Shard], job: Job, output: str, report: Report
    ) -> Iterator[ShardOutcome]:
        """An outcome for each shard, as they finish; `report` is called from several threads."""
        count = min(self.workers, len(shards))
        guard = make_guard(job, self.start, count, fork=True)
        threads = ThreadPoolExecutor(count + 1)  # one more, so that no process waits while a part is written
        try:
            guard.open(wait=False)
            waiting = iter(shards)
            running: set[Future[ShardOutcome]] = set()
            while True:
                for shard in islice(waiting, count + 1 - len(running)):
                    running.add(threads.submit(attempt_shard, shard, job, output, guard, report))
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        finally:  # also at an interrupt: the threads end with the processes
            guard.close()
            threads.shutdown()
