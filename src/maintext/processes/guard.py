"""The guard: child processes with limits."""

import contextlib
import queue
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Generic, Self, TypeVar

from maintext.errors import MaintextError
from maintext.processes.messages import Failure, Lost, Setup, alarm
from maintext.processes.process import KILLED, SIGKILL, Child, interrupts_blocked

Item = TypeVar("Item")
Result = TypeVar("Result")
Yield = TypeVar("Yield")

_AHEAD = 16
"""In an ordered `map`, how many items for each child may be ahead of the slowest one."""


class Guard(Generic[Item, Result]):
    """Child processes that run one function on items. Threads may share a guard.

    Args:
        start: Called once in every child; returns the function. It is pickled, so it must be a function of a
            module or a partial of one.
        seconds: Time limit of an item.
        memory: Memory limit of an item in bytes, on top of what the child uses before it (Linux).
        children: Number of child processes. They start when they are first needed.
        fork: Fork this process, which has loaded what the children need, instead of starting interpreters.
            Only on Linux and while there are no other threads.
    """

    def __init__(
        self,
        start: Callable[[], Callable[[Item], Result]],
        *,
        seconds: float = float("inf"),
        memory: int | None = None,
        children: int = 1,
        fork: bool = False,
    ) -> None:
        if not seconds > 0 or (memory is not None and not memory > 0):
            raise ValueError(f"limits must be positive, not {seconds!r} seconds and {memory!r} bytes")
        if children < 1:
            raise ValueError(f"a guard needs at least one child, not {children}")
        setup = Setup(start, seconds, memory)
        self._places = [Place(setup, fork) for _ in range(children)]
        self._free: queue.LifoQueue[Place] = queue.LifoQueue()  # a child that has started is taken first
        for place in self._places:
            self._free.put(place)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def open(self, *, wait: bool = True) -> None:
        """Start all children now; with `wait`, return when they are ready."""
        for place in self._places:
            place.child()
        for place in self._places if wait else ():
            place.ready()

    def run(self, items: Sequence[Item]) -> list[Result | Failure]:
        """Run the function on each item, in one child; the outcomes in the order of the items."""
        outcomes: list[Result | Failure] = []
        killed = -1  # an item whose child was killed from outside is tried once more
        with self._place() as place:
            while len(outcomes) < len(items):
                failure = place.ready().work(items[len(outcomes) :], outcomes)
                if failure is None:
                    continue
                place.clear()
                if failure is KILLED and killed < len(outcomes):
                    killed = len(outcomes)
                else:
                    outcomes.append(failure)
        return outcomes

    def map(self, items: Iterable[Item], *, ordered: bool = True) -> Iterator[tuple[Item, Result | Failure]]:
        """Run the function on many items in all children; each item with its outcome.

        Items are taken as children become free. Leaving the iteration early closes the guard.
        """
        done: queue.SimpleQueue[tuple[int, Item, Result | Failure | BaseException]] = queue.SimpleQueue()

        def work(index: int, item: Item) -> None:
            try:
                done.put((index, item, self.run([item])[0]))
            except BaseException as error:
                done.put((index, item, error))

        size = len(self._places)
        waiting = enumerate(items)
        following = next(waiting, None)
        running = due = 0
        early: dict[int, tuple[Item, Result | Failure]] = {}
        threads = ThreadPoolExecutor(size)
        try:
            while following or running:
                while following and running < size and (not ordered or following[0] < due + _AHEAD * size):
                    threads.submit(work, *following)
                    running += 1
                    following = next(waiting, None)
                index, item, outcome = done.get()
                running -= 1
                if isinstance(outcome, BaseException):
                    raise outcome
                if not ordered:
                    yield item, outcome
                    continue
                early[index] = item, outcome
                while due in early:
                    yield early.pop(due)
                    due += 1
        finally:
            if running:  # interrupted, or left early: do not wait for the rest
                self.close()
            threads.shutdown()

    def stream(self, job: Callable[[Callable[[Item], Result | Failure]], Iterator[Yield]]) -> Iterator[Yield]:
        """The values that `job` yields in a child, where it gets the function with its limits.

        Only yielded values are sent, so this suits many large items. `Lost` is raised when the job
        raises, when an item exceeds a limit or ends the child, and where the system has no alarms.
        """
        if not alarm():
            raise Lost("this system has no alarms")
        with self._place() as place:
            yield from place.ready().stream(job)

    @contextlib.contextmanager
    def _place(self) -> "Iterator[Place]":
        """A child for one user; it is ended if it is left in the middle of something."""
        place = self._free.get()
        try:
            yield place
        except BaseException:  # its next reply would belong to no item
            place.clear()
            raise
        finally:
            self._free.put(place)

    @property
    def closed(self) -> bool:
        """Whether the children were ended for good."""
        return any(place.closed for place in self._places)

    def close(self) -> None:
        """End the children for good, whatever they are doing."""
        for place in self._places:
            place.close()


class Place:
    """Holds a child, and starts another after it has ended."""

    def __init__(self, setup: Setup, fork: bool) -> None:
        self.setup = setup
        self.fork = fork
        self.lock = threading.Lock()
        self.now: Child | None = None
        self.closed = False

    def child(self) -> Child:
        """The child, which may still be starting."""
        with self.lock:
            if self.closed:
                raise MaintextError("the worker processes have been ended")
            if self.now is None:
                with interrupts_blocked():
                    self.now = Child(self.setup, self.fork)
            return self.now

    def ready(self) -> Child:
        """The child, once it is ready. One that is killed before that is replaced, once."""
        child = self.child()
        try:
            child.get_ready()
        except MaintextError:
            self.clear()
            if child.process.returncode != -SIGKILL:
                raise
            child = self.child()
            child.get_ready()
        return child

    def clear(self) -> None:
        """End the child."""
        with self.lock:
            child, self.now = self.now, None
        if child is not None:
            child.end()

    def close(self) -> None:
        """End the child, and start no other."""
        with self.lock:
            self.closed = True
        self.clear()
