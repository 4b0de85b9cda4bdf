"""Run a function over pages, in several processes if requested, with progress."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from types import TracebackType
from typing import TypeVar

from maintext.evaluation.progress import Progress

Job = TypeVar("Job")
Done = TypeVar("Done")

_CHUNK = 8  # jobs sent to a process at once: pages are large


class WorkPool:
    """A pool of processes; with one worker, this process does the work.

    >>> with WorkPool() as work:
    ...     work.map(len, ["a", "bb"], "measuring")
    [1, 2]
    """

    def __init__(self, workers: int = 1, progress: Progress | None = None) -> None:
        # Spawned: a progress bar may run threads, which do not survive a fork.
        spawned = get_context("spawn")
        self._pool = ProcessPoolExecutor(workers, mp_context=spawned) if workers > 1 else None
        self._progress = progress

    def __enter__(self) -> "WorkPool":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def map(self, function: Callable[[Job], Done], jobs: Sequence[Job], what: str) -> list[Done]:
        """The results in order. The function must be importable."""
        done: Iterable[Done] = (
            map(function, jobs) if self._pool is None else self._pool.map(function, jobs, chunksize=_CHUNK)
        )
        return list(done if self._progress is None else self._progress(done, len(jobs), what))
