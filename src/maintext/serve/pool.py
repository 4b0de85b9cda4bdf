"""Jobs → worker processes: a bounded queue, a time and a memory limit per job.

A job that hangs, crashes or hoards gets an error; its worker is replaced, and the others never notice.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, TypeVar

from maintext.errors import MaintextError
from maintext.processes import Failure, Guard
from maintext.serve.errors import Refusal, busy

J = TypeVar("J")
A = TypeVar("A")
T = TypeVar("T")

_LOG = logging.getLogger("maintext.serve")
_ERRORS = {
    "timeout": (504, "timeout"),
    "memory": (507, "out_of_memory"),
    "crash": (500, "crashed"),
    "error": (500, "internal"),
}


class Pool(Generic[J, A]):
    """Some guarded worker processes and a queue before them."""

    def __init__(
        self,
        start: Callable[[], Callable[[J], A]],
        *,
        workers: int,
        queue: int,
        seconds: float,
        memory: int | None,
    ) -> None:
        self.size, self.queue, self.seconds = workers, queue, seconds
        self.waiting = self.busy = self.replaced = 0
        self._guards = [Guard(start, seconds=seconds, memory=memory) for _ in range(workers)]
        self._free: asyncio.Queue[Guard[J, A]] = asyncio.Queue()
        self._threads = ThreadPoolExecutor(workers, "maintext-worker")
        self._running: set[asyncio.Task[A | Failure]] = set()

    async def open(self) -> None:
        """Start the workers; an error where one does not."""
        await asyncio.gather(*(self._in_thread(guard.open) for guard in self._guards))
        for guard in self._guards:
            self._free.put_nowait(guard)

    async def close(self) -> None:
        """Let the jobs that were begun end, each within its time, then end the workers."""
        if self._running:
            await asyncio.wait(self._running)
        for guard in self._guards:
            guard.close()
        self._threads.shutdown()

    def check_room(self) -> None:
        """`Refusal` where the queue is full."""
        if self._free.empty() and self.waiting >= self.queue:
            raise busy(f"{self.waiting} requests are waiting already")

    async def run(self, job: J) -> A:
        """The answer to a job; `Refusal` where there is none, or no room for the job."""
        self.check_room()
        self.waiting += 1
        try:
            async with asyncio.timeout(self.seconds):
                guard = await self._free.get()
        except TimeoutError:
            raise busy(f"no worker was free within {self.seconds:g} seconds", 5) from None
        finally:
            self.waiting -= 1
        # A request may be given up while its job runs: the worker is free only when that has ended.
        task = asyncio.create_task(self._work(guard, job))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        answer = await asyncio.shield(task)
        if isinstance(answer, Failure):
            _LOG.warning("a page could not be worked on: %s", answer.reason)
            status, error = _ERRORS[answer.status]
            raise Refusal(status, error, f"the page could not be worked on: {answer.reason}")
        return answer

    async def _work(self, guard: Guard[J, A], job: J) -> A | Failure:
        self.busy += 1
        try:
            outcome = (await self._in_thread(guard.run, [job]))[0]
        except (MaintextError, OSError) as error:  # a new worker could not be started
            outcome = Failure("crash", str(error))
        finally:
            self.busy -= 1
            self._free.put_nowait(guard)  # where its worker has died, the next job starts another
        if isinstance(outcome, Failure) and outcome.status != "error":
            self.replaced += 1
        return outcome

    async def _in_thread(self, function: Callable[..., T], *given: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *given)

    def gauges(self) -> dict[str, tuple[str, str, float]]:
        """The state of the moment, for `Metrics.text`."""
        return {
            "workers": ("gauge", "Worker processes.", self.size),
            "workers_busy": ("gauge", "Worker processes at work.", self.busy),
            "workers_replaced_total": ("counter", "Worker processes that hung or died.", self.replaced),
            "queue": ("gauge", "Requests that wait for a worker.", self.waiting),
            "queue_limit": ("gauge", "Requests that may wait.", self.queue),
        }
