"""Guarded worker processes: tasks in, results out; a task that hangs, crashes or hoards costs only itself.

    tasks ─one per free worker→ processes ─pipes→ Done(task, result | failure), in order or as they come

Each worker is a process of its own with a pipe of its own, so that one that dies leaves no lock behind.
They are spawned, not forked: a fork copies the locks of other threads, such as a progress bar's, as they are.

This is for one thread that has a list of tasks: it shares them out, keeps their order, holds back those that
are ahead, and stands in the main process of a program. `maintext.processes` is for whom this does not fit:
threads of a server and processes of an engine, which share children or have one each, and shards, whose pages
a child finds itself; its limits are set and lifted for each of a great many small items.
"""

import contextlib
import multiprocessing
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import ForkingPickler
from typing import Any, Generic, NamedTuple, TypeVar, cast

from maintext.errors import MaintextError

T = TypeVar("T")
R = TypeVar("R")

START_SECONDS = 300.0
"""A worker that is not ready by then never will be."""
_AHEAD = 16
"""In ordered runs, how many tasks each worker may be ahead of the slowest one."""
_GRACE = 0.2
"""Seconds for an answer to arrive that was ready in time."""


class Failure(StrEnum):
    """How a task ended that has no result."""

    ERROR = "error"
    """An exception; the message names it."""
    TIMEOUT = "timeout"
    """It took longer than it may; its worker was killed."""
    MEMORY = "memory"
    """It asked for more memory than a worker may have."""
    CRASH = "crash"
    """Its worker died."""


@dataclass(frozen=True, slots=True)
class Guard:
    """What one task may cost."""

    seconds: float | None = None
    memory: int | None = None
    """Bytes of address space of a worker, where the system can limit that (POSIX)."""


@dataclass(frozen=True, slots=True)
class Done(Generic[T, R]):
    """A task and what became of it: its result, or its failure."""

    task: T
    result: R | None
    failure: Failure | None = None
    message: str = ""
    seconds: float = 0.0
    """What it took, by the clock of its worker; what it may take, where that was the reason."""


def run_tasks(
    function: Callable[[T], R],
    tasks: Iterable[T],
    *,
    workers: int,
    guard: Guard = Guard(),
    ordered: bool = True,
    prepare: Callable[[], object] | None = None,
) -> Iterator[Done[T, R]]:
    """Run a function on many tasks in worker processes, and give back every task with its result.

    Tasks are taken from the iterable as workers become free. `prepare` is called once in every new
    worker, before the clock of its first task starts. All of it is sent to the workers: functions
    of a module, or callable objects that can be pickled. However the iteration ends, no process is left.
    """
    if workers < 1:
        raise ValueError(f"there must be a worker at least, not {workers}")
    crew: _Crew[T, R] = _Crew(_Duty(function, prepare, guard), workers)
    try:
        yield from _in_order(crew, tasks) if ordered else (done for _, done in crew.work(tasks))
    finally:  # an interrupt or a reader that has enough, too: nobody waits for the rest
        crew.dismiss()


def _in_order(crew: "_Crew[T, R]", tasks: Iterable[T]) -> Iterator[Done[T, R]]:
    """Results in the order of the tasks; no task starts far ahead of one whose result is due."""
    early: dict[int, Done[T, R]] = {}
    due = 0

    def may_start(index: int) -> bool:
        return index < due + _AHEAD * crew.size

    for index, done in crew.work(tasks, may_start):
        early[index] = done
        while due in early:
            yield early.pop(due)
            due += 1


# -- the main process -------------------------------------------------------------------------------------


class _Duty(NamedTuple):
    """What a worker is told when it starts."""

    function: Callable[[Any], Any]
    prepare: Callable[[], object] | None
    guard: Guard


class _Answer(NamedTuple):
    """What a worker says of a task."""

    result: Any
    failure: Failure | None
    message: str
    seconds: float


class _Crew(Generic[T, R]):
    """The workers of a run, and which task each has."""

    def __init__(self, duty: _Duty, size: int) -> None:
        self.duty = duty
        self.size = size
        self.idle: list[_Worker] = []
        self.busy: dict[Connection, _Worker] = {}

    def work(
        self, tasks: Iterable[T], may_start: Callable[[int], bool] = lambda _: True
    ) -> Iterator[tuple[int, Done[T, R]]]:
        """Results as they come, each with the number of its task; `may_start` may hold tasks back."""
        waiting = enumerate(tasks)
        following = next(waiting, None)
        while following or self.busy:
            while following and len(self.busy) < self.size and may_start(following[0]):
                worker = self.idle.pop() if self.idle else _Worker(self.duty)
                worker.assign(*following)
                self.busy[worker.pipe] = worker
                following = next(waiting, None)
            for worker in self._ready():
                answer = worker.listen()
                if answer is None:  # it is at work now
                    continue
                del self.busy[worker.pipe]
                if answer.failure in (None, Failure.ERROR):
                    self.idle.append(worker)
                else:
                    worker.dismiss()
                done = Done(cast(T, worker.task), cast("R | None", answer.result), *answer[1:])
                yield worker.index, done

    def _ready(self) -> "list[_Worker]":
        """The workers that have something to say, have died, or are past their time."""
        soonest = min(worker.deadline for worker in self.busy.values())
        timeout = None if soonest == float("inf") else max(0.0, soonest - time.monotonic())
        heard = {self.busy[cast(Connection, pipe)] for pipe in wait(list(self.busy), timeout)}
        now = time.monotonic()
        return [worker for worker in self.busy.values() if worker in heard or worker.deadline <= now]

    def dismiss(self) -> None:
        """End all workers, whatever they are doing."""
        for worker in (*self.idle, *self.busy.values()):
            worker.dismiss()


class _Worker:
    """A process, its pipe, and the task that it has."""

    def __init__(self, duty: _Duty) -> None:
        self.seconds = duty.guard.seconds
        self.started = False
        self.deadline = time.monotonic() + START_SECONDS
        context = multiprocessing.get_context("spawn")
        self.pipe, there = context.Pipe()
        self.process: BaseProcess = context.Process(target=_serve, args=(duty, there), daemon=True)
        with _no_interrupts():
            self.process.start()
        there.close()

    def assign(self, index: int, task: object) -> None:
        """Give it a task; a new worker gets it when it has started."""
        self.index, self.task = index, task
        if self.started:
            self._send()

    def _send(self) -> None:
        limit = float("inf") if self.seconds is None else self.seconds + _GRACE
        self.since = time.monotonic()
        self.deadline = self.since + limit
        with contextlib.suppress(OSError):  # it has died: listening will tell
            self.pipe.send(self.task)

    def listen(self) -> _Answer | None:
        """What became of its task; None if all it says is that it has started."""
        try:
            if not self.pipe.poll():
                return self._late()
            answer: _Answer | None = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join(_GRACE)  # it may have closed the pipe and live on
            return self._died()
        if answer is None:
            self.started = True
            self._send()
        elif self.seconds is not None and answer.seconds > self.seconds:
            return self._late()
        return answer

    def _late(self) -> _Answer:
        if not self.started or self.seconds is None:
            raise MaintextError(f"a worker process was not ready after {START_SECONDS:g} seconds")
        return _Answer(None, Failure.TIMEOUT, f"it took more than {self.seconds:g} seconds", self.seconds)

    def _died(self) -> _Answer:
        code = self.process.exitcode or 0
        how = f"by signal {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
        if not self.started:
            raise MaintextError(f"a worker process ended {how} before it was ready")
        if self.seconds is not None and code == -_alarm_number():
            return self._late()
        message = f"the process that worked on it died {how}"
        return _Answer(None, Failure.CRASH, message, time.monotonic() - self.since)

    def dismiss(self) -> None:
        """End it, whatever it is doing, and leave nothing of it."""
        self.process.kill()
        self.process.join()
        self.process.close()
        self.pipe.close()


@contextlib.contextmanager
def _no_interrupts() -> Iterator[None]:
    """Interrupts wait: a process started meanwhile never sees one, the main process does afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# -- a worker ---------------------------------------------------------------------------------------------


def _serve(duty: _Duty, pipe: Connection) -> None:
    """A worker: tasks in, answers out, until nobody sends any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process says what there is to say
    _limit_memory(duty.guard.memory)
    if duty.prepare is not None:
        duty.prepare()
    with contextlib.suppress(EOFError, OSError):
        pipe.send(None)
        while True:
            task = pipe.recv()
            _set_alarm(duty.guard.seconds)
            answer = _attempt(duty.function, task)
            _set_alarm(None)
            pipe.send_bytes(answer)


def _attempt(function: Callable[[Any], Any], task: object) -> bytes:
    """The answer to a task, ready to be sent: a result that cannot be sent is an error, too."""
    start = time.monotonic()
    try:
        result = function(task)
        return bytes(ForkingPickler.dumps(_Answer(result, None, "", time.monotonic() - start)))
    except MemoryError:
        failure, message = Failure.MEMORY, "it needs more memory than it may have"
    except Exception as error:  # a task that fails must not end the others' work
        failure, message = Failure.ERROR, " ".join(f"{type(error).__name__}: {error}".split())
    return bytes(ForkingPickler.dumps(_Answer(None, failure, message, time.monotonic() - start)))


def _limit_memory(memory: int | None) -> None:
    if memory is not None:
        with contextlib.suppress(ImportError):
            import resource

            _, most = resource.getrlimit(resource.RLIMIT_AS)
            allowed = memory if most == resource.RLIM_INFINITY else min(memory, most)
            resource.setrlimit(resource.RLIMIT_AS, (allowed, most))


def _alarm_number() -> int:
    return int(getattr(signal, "SIGALRM", 0))


def _set_alarm(seconds: float | None) -> None:
    """Let the system end this process if the main one is no longer there to do it."""
    if hasattr(signal, "setitimer") and _alarm_number():
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, 0.0 if seconds is None else seconds + 10 * _GRACE)
