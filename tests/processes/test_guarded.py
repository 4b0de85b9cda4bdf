import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from maintext.errors import MaintextError
from maintext.processes import Failure, Guard, Lost

MB = 1 << 20


def misbehave(log: Path | None, task: str) -> str:
    if log is not None:
        with log.open("a") as file:
            file.write(task + "\n")
    match task:
        case "hang":
            time.sleep(60)
        case "spin in C":
            sum(range(10**12))
        case "segfault":
            ctypes.string_at(0)
        case "exit":
            os._exit(7)
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "raise":
            raise ValueError("two\nlines")
        case "hoard":
            return str(len(b"x" * (1024 * MB)))
        case "unsendable":
            return lambda: None  # type: ignore[return-value]
        case "print":
            print("words on standard output")
        case "pid":
            return str(os.getpid())
    return task.upper()


def start(log: Path | None = None) -> Callable[[str], str]:
    return partial(misbehave, log)


def broken_start() -> Callable[[str], str]:
    raise ValueError("no model")


def dying_start() -> Callable[[str], str]:
    os._exit(3)


def length(item: bytes) -> int:
    return len(item)


def start_length() -> Callable[[bytes], int]:
    return length


@pytest.fixture(scope="module")
def guard() -> Iterator[Guard[str, str]]:
    with Guard(start, seconds=0.5, memory=256 * MB) as guard:
        yield guard


@pytest.mark.parametrize(
    ("task", "status"),
    [
        ("hang", "timeout"),
        ("spin in C", "timeout"),
        ("segfault", "crash"),
        ("exit", "crash"),
        ("hoard", "memory"),
        ("killed", "memory"),
        ("raise", "error"),
        ("unsendable", "error"),
    ],
)
def test_an_item_that_fails_costs_only_itself(guard: Guard[str, str], task: str, status: str) -> None:
    outcomes = guard.run(["a", task, "b", "c"])
    failure = outcomes.pop(1)
    assert outcomes == ["A", "B", "C"]
    assert isinstance(failure, Failure)
    assert failure.status == status
    assert failure.reason
    assert "\n" not in failure.reason


def test_each_item_is_run_once_whatever_the_others_do(tmp_path: Path) -> None:
    log = tmp_path / "log"
    tasks = ["a", "exit", "b", "hang", "c", "raise", "d"]
    with Guard(partial(start, log), seconds=0.3) as guard:
        outcomes = guard.run(tasks)
    assert [isinstance(outcome, Failure) for outcome in outcomes] == [False, True] * 3 + [False]
    assert log.read_text().split() == tasks


def test_an_error_does_not_cost_the_child(guard: Guard[str, str]) -> None:
    first, _, last = guard.run(["pid", "raise", "pid"])
    assert first == last


def test_an_item_whose_child_was_killed_from_outside_is_run_again(guard: Guard[str, str]) -> None:
    (pid,) = guard.run(["pid"])
    os.kill(int(str(pid)), signal.SIGKILL)
    assert guard.run(["a", "b"]) == ["A", "B"]


def test_prints_do_not_disturb_the_results(guard: Guard[str, str]) -> None:
    assert guard.run(["print", "a"]) == ["PRINT", "A"]


def test_no_items_no_outcomes(guard: Guard[str, str]) -> None:
    assert guard.run([]) == []


def test_items_larger_than_the_memory_limit_of_an_item_cross_over() -> None:
    items = [bytes(40 * MB)] * 2 + [b"z" * (40 * MB)] * 2
    with Guard(start_length, seconds=10, memory=16 * MB) as guard:
        assert guard.run(items) == [40 * MB] * 4
        assert guard.run(items) == [40 * MB] * 4


@pytest.mark.parametrize(("bad", "words"), [(broken_start, "ValueError: no model"), (dying_start, "code 3")])
def test_a_child_that_cannot_start_is_one_line(bad: Callable[[], Callable[[str], str]], words: str) -> None:
    with Guard(bad, seconds=1) as guard, pytest.raises(MaintextError, match=words):
        guard.run(["a"])


def test_guards_work_side_by_side_in_threads() -> None:
    outcomes: dict[int, list[str | Failure]] = {}

    def work(number: int) -> None:
        with Guard(start, seconds=5) as guard:
            outcomes[number] = guard.run([f"a{number}", "exit", "b"])

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number in range(3):
        first, failure, last = outcomes[number]
        assert (first, last) == (f"A{number}", "B")
        assert isinstance(failure, Failure)


def in_pairs(
    tasks: list[str], attempt: Callable[[str], str | Failure]
) -> Iterator[tuple[str | Failure, str | Failure]]:
    for first, second in zip(tasks[::2], tasks[1::2], strict=True):
        yield attempt(first), attempt(second)


def no_input(_: Callable[[str], str | Failure]) -> Iterator[str]:
    yield "before"
    raise OSError("no such file")


def much_between(attempt: Callable[[str], str | Failure]) -> Iterator[int]:
    for _ in range(3):
        read = bytes(512 * MB)
        attempt("a")
        yield len(read)


def test_a_stream_is_what_the_work_yields(guard: Guard[str, str]) -> None:
    first, second = guard.stream(partial(in_pairs, ["a", "b", "raise", "c"]))
    assert first == ("A", "B")
    assert isinstance(second[0], Failure)
    assert second[0].status == "error"
    assert second[1] == "C"
    assert list(guard.stream(partial(in_pairs, []))) == []


@pytest.mark.parametrize("task", ["hang", "spin in C", "segfault", "exit", "hoard", "killed"])
def test_a_stream_ends_where_an_item_breaks_its_limits(guard: Guard[str, str], task: str) -> None:
    stream = guard.stream(partial(in_pairs, ["a", "b", "c", task, "d", "e"]))
    assert next(stream) == ("A", "B")
    with pytest.raises(Lost):
        next(stream)
    assert guard.run(["a"]) == ["A"]


def test_a_stream_ends_where_its_work_raises(guard: Guard[str, str]) -> None:
    stream = guard.stream(no_input)
    assert next(stream) == "before"
    with pytest.raises(Lost, match="OSError: no such file"):
        next(stream)
    assert guard.run(["a"]) == ["A"]


def test_what_a_stream_takes_between_items_is_not_theirs_to_answer_for() -> None:
    with Guard(start, seconds=10, memory=32 * MB) as guard:
        assert list(guard.stream(much_between)) == [512 * MB] * 3


def test_a_stream_that_is_left_leaves_a_guard_that_works(guard: Guard[str, str]) -> None:
    stream = guard.stream(partial(in_pairs, ["a"] * 2000))
    assert next(stream) == ("A", "A")
    stream.close()  # type: ignore[attr-defined]
    assert guard.run(["b"]) == ["B"]


def test_threads_share_the_children_of_a_guard() -> None:
    with Guard(start, seconds=30, children=2) as guard:
        streams = [guard.stream(partial(in_pairs, ["pid", "pid"])) for _ in range(2)]
        pids = [next(stream)[0] for stream in streams]
        assert pids[0] != pids[1]
        waiting = threading.Thread(target=guard.run, args=(["a"],))
        waiting.start()
        waiting.join(0.2)
        assert waiting.is_alive(), "both children are taken"
        assert list(streams[0]) == []
        waiting.join(30)
        assert not waiting.is_alive()


def test_whoever_waits_for_a_child_is_told_when_the_guard_is_closed() -> None:
    guard = Guard(start, seconds=60)
    guard.open()
    heard: list[BaseException] = []

    def work() -> None:
        try:
            guard.run(["hang"])
        except MaintextError as error:
            heard.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(0.2)
    guard.close()
    thread.join(30)
    assert "ended" in str(heard[0])


def test_a_child_that_is_killed_before_it_is_ready_is_replaced() -> None:
    with Guard(start, seconds=10) as guard:
        guard.open(wait=False)
        child = guard._places[0].child()
        child.process.kill()
        assert guard.run(["a"]) == ["A"]


PARENT = """
import sys, time
from maintext.processes import Guard
from tests.processes.test_guarded import start
with Guard(start, seconds=60, fork=bool(sys.argv[1:])) as guard:
    print(*guard.run(["pid"]), flush=True)
    guard.run(["hang"])
"""


@pytest.mark.skipif(os.name != "posix", reason="asks /proc or ps for processes")
@pytest.mark.parametrize("options", [[], ["fork"]])
def test_the_child_dies_with_its_parent(options: list[str]) -> None:
    command = [sys.executable, "-c", PARENT, *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        time.sleep(0.2)  # it is at work now
        parent.kill()
    for _ in range(100):
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    raise AssertionError("the child lives on")


FORKS = """
import threading
from maintext.processes import Guard
from maintext.processes.fork import Fork
from tests.processes.test_guarded import start
with Guard(start, seconds=0.5, memory=256 << 20, fork=True) as guard:
    tasks = ["a", "print", "hang", "hoard", "segfault", "killed", "raise", "b"]
    print([getattr(outcome, "status", outcome) for outcome in guard.run(tasks)])
    process = guard._places[0].now.process
    print(isinstance(process, Fork))
    waiting = [threading.Thread(target=process.wait) for _ in range(4)]
    for thread in waiting:
        thread.start()
    guard.close()
    for thread in waiting:
        thread.join()
    print(process.returncode)
with Guard(start, seconds=10, fork=True) as guard:
    thread = threading.Timer(10, print)
    thread.start()
    print(guard.run(["c"]), isinstance(guard._places[0].now.process, Fork))
    thread.cancel()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no forks")
def test_a_copy_of_this_process_is_a_child_like_others_unless_there_are_threads() -> None:
    done = subprocess.run([sys.executable, "-c", FORKS], capture_output=True, text=True, check=True)
    said = ["A", "PRINT", "timeout", "memory", "crash", "memory", "error", "B"]
    assert done.stdout.splitlines() == [str(said), "True", str(-signal.SIGKILL), "['C'] False"]
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("seconds", "memory"), [(0, None), (1, 0)])
def test_limits_are_positive(seconds: float, memory: int | None) -> None:
    with pytest.raises(ValueError, match="positive"):
        Guard(start, seconds=seconds, memory=memory)


def test_a_child_may_wait_for_its_first_item_as_long_as_it_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("maintext.processes.process.START_SECONDS", 1.0)
    with Guard(start, seconds=10) as guard:
        guard.open(wait=False)
        time.sleep(2.5)
        assert guard.run(["a", "b"]) == ["A", "B"]


class Unreadable:
    """What can be sent, but not read."""

    def __reduce__(self) -> tuple[Callable[[str], int], tuple[str]]:
        return int, ("no number",)


def test_work_that_the_child_cannot_read_is_lost_and_nothing_hangs() -> None:
    with Guard(start, seconds=10) as guard:
        with pytest.raises(Lost):
            list(guard.stream(Unreadable()))  # type: ignore[arg-type]
        assert guard.run(["a"]) == ["A"]


def test_a_limit_that_no_clock_can_count_is_none() -> None:
    with Guard(start, seconds=float("inf")) as guard:
        assert guard.run(["a"]) == ["A"]
