"""A guard: items in one child, streams, and how children end."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from maintext.errors import MaintextError
from maintext.processes import Failure, Guard, Lost
from tests.processes.tasks import MB, broken_start, dying_start, slow_start, start, start_length
from tests.waiting import wait_until, wait_until_ended


@pytest.fixture(scope="module")
def guard() -> Iterator[Guard[str, str]]:
    with Guard(start, seconds=0.5, memory=256 * MB) as guard:
        yield guard


@pytest.mark.parametrize(
    ("task", "status"),
    [
        ("hang", "timeout"),
        ("spin", "timeout"),
        ("segfault", "crash"),
        ("exit", "crash"),
        ("hoard", "memory"),
        ("killed", "memory"),
        ("raise", "error"),
        ("unsendable", "error"),
    ],
)
def test_a_failing_item_does_not_affect_others(guard: Guard[str, str], task: str, status: str) -> None:
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


def test_an_error_does_not_end_the_child(guard: Guard[str, str]) -> None:
    first, _, last = guard.run(["pid", "raise", "pid"])
    assert first == last


def test_an_item_whose_child_was_killed_from_outside_is_run_again(guard: Guard[str, str]) -> None:
    (pid,) = guard.run(["pid"])
    os.kill(int(str(pid)), signal.SIGKILL)
    assert guard.run(["a", "b"]) == ["A", "B"]


def test_prints_do_not_disturb_the_results(guard: Guard[str, str]) -> None:
    assert guard.run(["print", "a"]) == ["PRINT", "A"]


def test_no_items_give_no_outcomes(guard: Guard[str, str]) -> None:
    assert guard.run([]) == []


def test_items_larger_than_the_memory_limit_can_be_sent() -> None:
    items = [bytes(40 * MB)] * 2 + [b"z" * (40 * MB)] * 2
    with Guard(start_length, seconds=10, memory=16 * MB) as guard:
        assert guard.run(items) == [40 * MB] * 4
        assert guard.run(items) == [40 * MB] * 4


@pytest.mark.parametrize(("bad", "words"), [(broken_start, "ValueError: no model"), (dying_start, "code 3")])
def test_a_child_that_cannot_start_is_an_error_of_one_line(
    bad: Callable[[], Callable[[str], str]], words: str
) -> None:
    with Guard(bad, seconds=1) as guard, pytest.raises(MaintextError, match=words):
        guard.run(["a"])


def test_guards_work_side_by_side_in_threads() -> None:
    outcomes: dict[int, list[str | Failure]] = {}

    def work(number: int) -> None:
        with Guard(start, seconds=5) as guard:
            outcomes[number] = guard.run([f"a{number}", "exit", "b"])

    threads = [threading.Thread(target=work, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number in range(2):
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


def test_a_stream_yields_the_values_of_its_job(guard: Guard[str, str]) -> None:
    first, second = guard.stream(partial(in_pairs, ["a", "b", "raise", "c"]))
    assert first == ("A", "B")
    assert isinstance(second[0], Failure)
    assert second[0].status == "error"
    assert second[1] == "C"
    assert list(guard.stream(partial(in_pairs, []))) == []


@pytest.mark.parametrize("task", ["hang", "spin", "segfault", "exit", "hoard", "killed"])
def test_a_stream_ends_when_an_item_exceeds_its_limits(guard: Guard[str, str], task: str) -> None:
    stream = guard.stream(partial(in_pairs, ["a", "b", "c", task, "d", "e"]))
    assert next(stream) == ("A", "B")
    with pytest.raises(Lost):
        next(stream)
    assert guard.run(["a"]) == ["A"]


def test_a_stream_ends_when_its_job_raises(guard: Guard[str, str]) -> None:
    stream = guard.stream(no_input)
    assert next(stream) == "before"
    with pytest.raises(Lost, match="OSError: no such file"):
        next(stream)
    assert guard.run(["a"]) == ["A"]


def test_memory_and_time_between_items_of_a_stream_are_not_limited() -> None:
    with Guard(start, seconds=10, memory=32 * MB) as guard:
        assert list(guard.stream(much_between)) == [512 * MB] * 3


def test_a_guard_still_works_after_leaving_a_stream_early(guard: Guard[str, str]) -> None:
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
        waiting.join(60)
        assert not waiting.is_alive()


def test_waiting_for_a_child_fails_when_the_guard_is_closed(tmp_path: Path) -> None:
    log = tmp_path / "log"
    guard = Guard(partial(start, log), seconds=600)
    heard: list[BaseException] = []

    def work() -> None:
        try:
            guard.run(["hang"])
        except MaintextError as error:
            heard.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    wait_until(log.exists, "the start of the item")
    guard.close()
    thread.join(60)
    assert "ended" in str(heard[0])


def test_a_child_that_is_killed_before_it_is_ready_is_replaced() -> None:
    with Guard(start, seconds=10) as guard:
        guard.open(wait=False)
        child = guard._places[0].child()
        child.process.kill()
        assert guard.run(["a"]) == ["A"]


PARENT = """
import sys
from functools import partial
from pathlib import Path
from maintext.processes import Guard
from tests.processes.tasks import start
with Guard(partial(start, Path(sys.argv[1])), seconds=600, fork=bool(sys.argv[2:])) as guard:
    print(*guard.run(["pid"]), flush=True)
    guard.run(["hang"])
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
@pytest.mark.parametrize("options", [[], ["fork"]])
def test_the_child_dies_with_its_parent(options: list[str], tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = [sys.executable, "-c", PARENT, str(log), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        wait_until(lambda: "hang" in log.read_text(), "the start of the item")
        parent.kill()
    wait_until_ended([child])


FORKS = """
import threading
from maintext.processes import Guard
from maintext.processes.fork import Fork
from tests.processes.tasks import start
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
def test_a_fork_works_like_other_children_unless_there_are_threads() -> None:
    done = subprocess.run([sys.executable, "-c", FORKS], capture_output=True, text=True, check=True)
    said = ["A", "PRINT", "timeout", "memory", "crash", "memory", "error", "B"]
    assert done.stdout.splitlines() == [str(said), "True", str(-signal.SIGKILL), "['C'] False"]
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("settings", "words"),
    [({"seconds": 0}, "positive"), ({"memory": 0}, "positive"), ({"children": 0}, "at least one child")],
)
def test_limits_and_the_number_of_children_are_positive(settings: dict[str, int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Guard(start, **settings)  # type: ignore[arg-type]


def test_the_start_time_is_limited_only_while_something_waits_for_the_child() -> None:
    with Guard(start, seconds=10) as guard:
        guard.open(wait=False)
        assert guard._places[0].child().due == float("inf")
        assert guard.run(["a", "b"]) == ["A", "B"]
        assert guard._places[0].child().due == float("inf")


def test_the_clock_of_the_first_item_starts_when_the_child_is_ready() -> None:
    with Guard(slow_start, seconds=1) as guard:
        assert guard.run(["a"]) == ["A"]


class Unreadable:
    """An object that can be pickled but not unpickled."""

    def __reduce__(self) -> tuple[Callable[[str], int], tuple[str]]:
        return int, ("no number",)


def test_an_item_that_cannot_be_unpickled_is_lost_and_nothing_hangs() -> None:
    with Guard(start, seconds=10) as guard:
        with pytest.raises(Lost):
            list(guard.stream(Unreadable()))  # type: ignore[arg-type]
        assert guard.run(["a"]) == ["A"]


def test_without_limits_items_may_run_long() -> None:
    with Guard(start) as guard:
        assert guard.run(["a"]) == ["A"]
