"""This machine's cores: a guarded process for each, which is given one shard after the other."""

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
    """Processes on this machine; `start` makes what is run on each page."""

    def __init__(self, workers: int | None = None, start: Start = start_extraction) -> None:
        self.workers = workers or count_cores()
        self.start = start

    def process(
        self, shards: Sequence[Shard], job: Job, output: str, report: Report
    ) -> Iterator[ShardOutcome]:
        """An outcome for each shard, as they come; `report` is called from several threads."""
        count = min(self.workers, len(shards))
        guard = make_guard(job, self.start, count, fork=True)
        threads = ThreadPoolExecutor(count + 1)  # one part more: while it is put on disk, no process waits
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
        finally:  # an interrupt, too: the threads end with the processes
            guard.close()
            threads.shutdown()
