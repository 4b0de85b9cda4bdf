"""Tasks → worker processes: a bounded queue, a time and a memory limit for each task.

A task that hangs, crashes or uses too much memory gets an error, and its worker is replaced.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, TypeVar

from maintext.errors import MaintextError
from maintext.processes import Failure, Guard
from maintext.serve.errors import Refusal, busy

Task = TypeVar("Task")
Answer = TypeVar("Answer")
T = TypeVar("T")

_LOG = logging.getLogger("maintext.serve")
_ERRORS = {
    "timeout": (504, "timeout"),
    "memory": (507, "out_of_memory"),
    "crash": (500, "crashed"),
    "error": (500, "internal"),
}


class Pool(Generic[Task, Answer]):
    """Worker processes and a queue in front of them."""

    def __init__(
        self,
        start: Callable[[], Callable[[Task], Answer]],
        *,
        workers: int,
        queue: int,
        seconds: float,
        memory: int | None,
    ) -> None:
        self.size, self.queue, self.seconds = workers, queue, seconds
        self.waiting = self.busy = self.replaced = 0
        self._guards = [Guard(start, seconds=seconds, memory=memory) for _ in range(workers)]
        self._free: asyncio.Queue[Guard[Task, Answer]] = asyncio.Queue()
        self._threads = ThreadPoolExecutor(workers, "maintext-worker")
        self._running: set[asyncio.Task[Answer | Failure]] = set()

    async def open(self) -> None:
        """Start the workers; raise if one cannot start."""
        await asyncio.gather(*(self._in_thread(guard.open) for guard in self._guards))
        for guard in self._guards:
            self._free.put_nowait(guard)

    async def close(self) -> None:
        """Finish the running tasks, then end the workers."""
        if self._running:
            await asyncio.wait(self._running)
        for guard in self._guards:
            guard.close()
        self._threads.shutdown()

    def check_room(self) -> None:
        """Raise `Refusal` if the queue is full."""
        if self._free.empty() and self.waiting >= self.queue:
            raise busy(f"the queue is full: {self.waiting} requests are waiting")

    async def run(self, task: Task) -> Answer:
        """The answer to a task; `Refusal` if it fails or the queue is full."""
        self.check_room()
        guard = await self._take()
        # The client may leave while its task runs: the worker is free only when the task has ended.
        running = asyncio.create_task(self._work(guard, task))
        self._running.add(running)
        running.add_done_callback(self._running.discard)
        answer = await asyncio.shield(running)
        if isinstance(answer, Failure):
            _LOG.warning("a page failed: %s", answer.reason)
            status, error = _ERRORS[answer.status]
            raise Refusal(status, error, f"the page could not be processed: {answer.reason}")
        return answer

    async def _take(self) -> Guard[Task, Answer]:
        """A free worker; `Refusal` if none is free in time."""
        if not self.waiting and not self._free.empty():
            return self._free.get_nowait()
        self.waiting += 1
        try:
            async with asyncio.timeout(self.seconds):
                return await self._free.get()
        except TimeoutError:
            raise busy(f"no worker was free within {self.seconds:g} seconds", 5) from None
        finally:
            self.waiting -= 1

    async def _work(self, guard: Guard[Task, Answer], task: Task) -> Answer | Failure:
        self.busy += 1
        try:
            outcome = (await self._in_thread(guard.run, [task]))[0]
        except (MaintextError, OSError) as error:  # a new worker could not be started
            outcome = Failure("crash", str(error))
        finally:
            self.busy -= 1
            self._free.put_nowait(guard)  # if its worker has died, the next task starts another
        if isinstance(outcome, Failure) and outcome.status != "error":
            self.replaced += 1
        return outcome

    async def _in_thread(self, function: Callable[..., T], *given: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *given)

    def gauges(self) -> dict[str, tuple[str, str, float]]:
        """Current values, for `Metrics.text`."""
        return {
            "workers": ("gauge", "Worker processes.", self.size),
            "workers_busy": ("gauge", "Worker processes that are busy.", self.busy),
            "workers_replaced_total": ("counter", "Worker processes that were replaced.", self.replaced),
            "queue": ("gauge", "Requests waiting for a worker.", self.waiting),
            "queue_limit": ("gauge", "Requests that may wait.", self.queue),
        }
