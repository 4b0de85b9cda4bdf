"""The guard: children for whoever has items."""

import contextlib
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Generic, Self, TypeVar

from maintext.errors import MaintextError
from maintext.processes.messages import Duty, Failure, Lost, alarm
from maintext.processes.process import KILLED, SIGKILL, Child

Item = TypeVar("Item")
Result = TypeVar("Result")
Yield = TypeVar("Yield")


class Guard(Generic[Item, Result]):
    """Child processes that run one function on items; threads may share them, one at a time has each.

    `start` is run once in every child and returns the function; it is sent there, so it must be picklable:
    a function of a module, or a partial of one. `seconds` and `memory` (bytes on top of what the
    child has before the item, where the system can limit that) are the limits of each item. With `fork`,
    children are copies of this process, which has loaded already what they need, as long as it has no
    other threads, whose locks would be copied, too; else, and on other systems than Linux, they start anew.
    """

    def __init__(
        self,
        start: Callable[[], Callable[[Item], Result]],
        *,
        seconds: float,
        memory: int | None = None,
        children: int = 1,
        fork: bool = False,
    ) -> None:
        if not seconds > 0 or (memory is not None and not memory > 0):
            raise ValueError(f"the limits must be positive, not {seconds!r} seconds and {memory!r} bytes")
        if children < 1:
            raise ValueError(f"there must be a child at least, not {children}")
        duty = Duty(start, seconds, memory)
        self._places = [Place(duty, fork) for _ in range(children)]
        self._free: queue.SimpleQueue[Place] = queue.SimpleQueue()
        for place in self._places:
            self._free.put(place)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def open(self, *, wait: bool = True) -> None:
        """Start the children now, not at the first item; wait until they are ready, or not."""
        for place in self._places:
            place.child()
        for place in self._places if wait else ():
            place.ready()

    def run(self, items: Sequence[Item]) -> list[Result | Failure]:
        """Run the function on each item, once; one outcome for each, in their order."""
        outcomes: list[Result | Failure] = []
        killed = -1  # the item whose child was killed from outside: no fault of its own, the first time
        with self._place() as place:
            while len(outcomes) < len(items):
                ended = place.ready().work(items[len(outcomes) :], outcomes)
                if ended is None:
                    continue
                place.clear()
                if ended is KILLED and killed < len(outcomes):
                    killed = len(outcomes)
                else:
                    outcomes.append(ended)
        return outcomes

    def stream(
        self, work: Callable[[Callable[[Item], Result | Failure]], Iterator[Yield]]
    ) -> Iterator[Yield]:
        """What `work` yields in a child; it is given the function, which there keeps the limits of an item.

        Nothing but what is yielded comes here, so this is for items that are many and large. `Lost` is
        raised where the work raises, where an item breaks a limit or ends the child, and where the system
        cannot limit the time of an item in the child itself.
        """
        if not alarm():
            raise Lost("this system has no alarms")
        with self._place() as place:
            yield from place.ready().stream(work)

    @contextlib.contextmanager
    def _place(self) -> "Iterator[Place]":
        """A child of one's own for a while; one that was left in the middle of something is ended."""
        place = self._free.get()
        try:
            yield place
        except BaseException:  # an interrupt, too: whatever the child says next belongs to no item
            place.clear()
            raise
        finally:
            self._free.put(place)

    @property
    def closed(self) -> bool:
        """Whether the children have been ended for good."""
        return any(place.closed for place in self._places)

    def close(self) -> None:
        """End the children, whatever they are doing, for good."""
        for place in self._places:
            place.close()


class Place:
    """Where a child is, or will be."""

    def __init__(self, duty: Duty, fork: bool) -> None:
        self.duty = duty
        self.fork = fork
        self.lock = threading.Lock()
        self.now: Child | None = None
        self.closed = False

    def child(self) -> "Child":
        """The child, which may not be ready."""
        with self.lock:
            if self.closed:
                raise MaintextError("the worker processes have been ended")
            if self.now is None:
                self.now = Child(self.duty, self.fork)
            return self.now

    def ready(self) -> "Child":
        """The child, when it is ready; one that somebody kills before that is replaced, once."""
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
        """End the child, and have no other."""
        with self.lock:
            self.closed = True
        self.clear()
