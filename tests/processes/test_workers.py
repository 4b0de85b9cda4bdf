import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from maintext.errors import MaintextError
from maintext.processes.workers import Done, Failure, Guard, run_tasks


def square(number: int) -> int:
    return number * number


def misbehave(task: str) -> str:
    match task:
        case "hang":
            time.sleep(60)
        case "die":
            os._exit(7)
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "raise":
            raise ValueError("two\nlines")
        case "hoard":
            return str(len(bytearray(8 << 30)))
        case "unsendable":
            return lambda: None  # type: ignore[return-value]
        case "nap":
            time.sleep(0.3)
    return task.upper()


def process_id(_: int) -> int:
    time.sleep(0.05)
    return os.getpid()


class Prepared:
    """Counts in the worker how often it was prepared."""

    times = 0

    def prepare(self) -> None:
        self.times += 1

    def __call__(self, task: int) -> int:
        return self.times


def failing_start() -> None:
    os._exit(3)


def outcomes(done: list[Done[str, str]]) -> list[str | None]:
    return [each.result or each.failure for each in done]


def test_results_come_in_the_order_of_the_tasks() -> None:
    tasks = ["nap", "a", "b", "c", "nap", "d"]
    done = list(run_tasks(misbehave, tasks, workers=2))
    assert [each.task for each in done] == tasks
    assert [each.result for each in done] == [task.upper() for task in tasks]


def test_results_come_as_they_are_ready_when_no_order_is_asked_for() -> None:
    done = [each.task for each in run_tasks(misbehave, ["nap", "a", "b"], workers=2, ordered=False)]
    assert sorted(done) == ["a", "b", "nap"]
    assert done[0] != "nap"


def test_every_kind_of_failure_costs_one_task_and_is_named() -> None:
    tasks = ["a", "hang", "b", "die", "raise", "killed", "unsendable", "c"]
    done = list(run_tasks(misbehave, tasks, workers=2, guard=Guard(seconds=0.5)))
    assert outcomes(done) == ["A", "timeout", "B", "crash", "error", "crash", "error", "C"]
    messages = {each.task: each.message for each in done if each.failure}
    times = {each.task: each.seconds for each in done}
    assert times["hang"] == 0.5
    assert 0 < times["a"] < times["hang"]
    assert messages["hang"] == "it took more than 0.5 seconds"
    assert messages["die"] == "the process that worked on it died with exit code 7"
    assert messages["raise"] == "ValueError: two lines"
    assert messages["killed"] == "the process that worked on it died by signal SIGKILL"


@pytest.mark.skipif(sys.platform != "linux", reason="limits on address space are Linux's")
def test_a_task_that_hoards_memory_fails_and_the_next_one_does_not() -> None:
    guard = Guard(memory=2 << 30)
    done = list(run_tasks(misbehave, ["hoard", "a"], workers=1, guard=guard))
    assert outcomes(done) == [Failure.MEMORY, "A"]


def test_a_late_answer_is_a_timeout_even_if_nobody_was_there_to_see_it_late() -> None:
    """The worker's own clock decides, not when the reader looks."""
    results = run_tasks(misbehave, ["a", "nap", "b"], workers=2, guard=Guard(seconds=0.15))
    first = next(results)
    time.sleep(1)
    assert outcomes([first, *results]) == ["A", "timeout", "B"]


def test_the_clock_of_the_first_task_starts_after_the_preparation() -> None:
    done = list(
        run_tasks(misbehave, ["a"], workers=1, guard=Guard(seconds=0.2), prepare=partial(time.sleep, 0.5))
    )
    assert outcomes(done) == ["A"]


def test_each_worker_is_prepared_once_and_keeps_what_it_prepared() -> None:
    function = Prepared()
    results = [each.result for each in run_tasks(function, range(6), workers=2, prepare=function.prepare)]
    assert results == [1] * 6


def test_tasks_are_taken_only_as_workers_can_begin_them() -> None:
    taken = 0

    def tasks() -> Iterator[int]:
        nonlocal taken
        for number in range(1000):
            taken += 1
            yield number

    results = run_tasks(square, tasks(), workers=2)
    for expected in range(10):
        assert next(results).result == expected**2
        assert taken <= expected + 1 + 16 * 2 + 1
    results.close()  # type: ignore[attr-defined]


def test_a_slow_task_holds_back_those_far_behind_it() -> None:
    started = 0

    def tasks() -> Iterator[str]:
        nonlocal started
        yield "nap"
        for _ in range(500):
            started += 1
            yield "a"

    results = run_tasks(misbehave, tasks(), workers=2)
    assert next(results).task == "nap"
    assert started <= 16 * 2 + 1
    results.close()  # type: ignore[attr-defined]


def test_work_is_shared_among_as_many_processes_as_asked_for() -> None:
    assert len({each.result for each in run_tasks(process_id, range(12), workers=3)}) == 3
    assert len({each.result for each in run_tasks(process_id, range(4), workers=1)}) == 1


def test_no_process_is_left_however_the_run_ends() -> None:
    before = multiprocessing.active_children()
    list(run_tasks(misbehave, ["a", "die", "b"], workers=2))
    started = run_tasks(misbehave, ["a", "hang", "hang"], workers=2)
    next(started)
    assert len(multiprocessing.active_children()) > len(before)
    started.close()  # type: ignore[attr-defined]
    assert multiprocessing.active_children() == before


def test_a_worker_that_cannot_start_ends_the_run_with_an_error() -> None:
    with pytest.raises(MaintextError, match="ended with exit code 3 before it was ready"):
        list(run_tasks(square, [1], workers=1, prepare=failing_start))


def test_no_tasks_start_no_worker() -> None:
    assert list(run_tasks(square, [], workers=2, prepare=failing_start)) == []


def test_there_must_be_a_worker() -> None:
    with pytest.raises(ValueError, match="not 0"):
        next(run_tasks(square, [1], workers=0))


_MAIN = """
import sys
from maintext.processes.workers import Guard, run_tasks
from tests.processes.test_workers import record_and_hang
if __name__ == "__main__":
    folder, seconds = sys.argv[1:]
    list(run_tasks(record_and_hang, [folder] * 2, workers=2, guard=Guard(seconds=float(seconds))))
"""


def record_and_hang(folder: str) -> None:
    Path(folder, str(os.getpid())).touch()
    while True:
        pass


def _start(tmp_path: Path, seconds: float) -> "tuple[subprocess.Popen[bytes], list[int]]":
    script, folder = tmp_path / "main.py", tmp_path / "workers"
    script.write_text(_MAIN)
    folder.mkdir()
    root = str(Path(__file__).parents[2])
    process = subprocess.Popen(
        [sys.executable, str(script), str(folder), str(seconds)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])},
        stderr=subprocess.PIPE,
    )
    until = time.monotonic() + 30
    while len(list(folder.iterdir())) < 2:
        assert time.monotonic() < until, "the workers did not start"
        time.sleep(0.05)
    return process, [int(path.name) for path in folder.iterdir()]


def _await_end(process_ids: list[int]) -> bool:
    until = time.monotonic() + 20
    while time.monotonic() < until:
        if not any(Path(f"/proc/{number}").exists() for number in process_ids):
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")
def test_an_interrupt_ends_the_workers_with_the_main_process(tmp_path: Path) -> None:
    process, workers = _start(tmp_path, 60)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert errors.count(b"KeyboardInterrupt") == 1
    assert _await_end(workers)


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")
def test_a_hanging_worker_does_not_outlive_a_killed_main_process(tmp_path: Path) -> None:
    process, workers = _start(tmp_path, 0.5)
    process.kill()
    process.communicate()
    assert _await_end(workers)
