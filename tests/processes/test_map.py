"""Many items in several children: order, laziness, failures, and no remaining process."""

import os
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from functools import partial
from pathlib import Path
from typing import cast

import pytest

from maintext.errors import MaintextError
from maintext.processes import Failure, Guard
from tests.processes.tasks import MB, dying_start, start
from tests.waiting import is_running, wait_until, wait_until_ended

Outcomes = list[tuple[str, str | Failure]]


def summary(outcomes: Outcomes) -> list[str]:
    return [outcome.status if isinstance(outcome, Failure) else outcome for _, outcome in outcomes]


def test_results_come_in_the_order_of_the_items(tmp_path: Path) -> None:
    last = tmp_path / "last"

    def items() -> Iterator[str]:
        yield f"await {last}"
        yield from "abc"
        last.touch()
        yield "d"

    with Guard(start, children=2) as guard:
        outcomes = list(guard.map(items()))
    assert [item for item, _ in outcomes] == [f"await {last}", *"abcd"]
    assert [outcome for _, outcome in outcomes] == [item.upper() for item, _ in outcomes]


def test_unordered_results_come_as_they_finish(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    slow = f"await {seen}"
    with Guard(start, children=2) as guard:
        results = guard.map([slow, "a", "b"], ordered=False)
        first = next(results)
        seen.touch()
        others = list(results)
    assert first == ("a", "A")
    assert {item for item, _ in others} == {slow, "b"}


def test_every_kind_of_failure_affects_one_item_and_is_reported() -> None:
    items = ["a", "hang", "b", "exit", "raise", "killed", "unsendable", "hoard", "c"]
    with Guard(start, seconds=1.5, memory=256 * MB, children=2) as guard:
        outcomes = list(guard.map(items))
    names = ["A", "timeout", "B", "crash", "error", "memory", "error", "memory", "C"]
    assert summary(outcomes) == names
    failures = {item: outcome for item, outcome in outcomes if isinstance(outcome, Failure)}
    assert failures["hang"].reason == "it took more than 1.5 seconds"
    assert failures["hang"].seconds == 1.5
    assert failures["exit"].reason == "its process ended with exit code 7"
    assert failures["raise"].reason == "ValueError: two lines"
    assert 0 < failures["raise"].seconds < 60


def test_items_are_taken_only_when_children_are_free() -> None:
    taken = 0

    def items() -> Iterator[str]:
        nonlocal taken
        for _ in range(1000):
            taken += 1
            yield "a"

    with Guard(start, children=2) as guard:
        results = guard.map(items())
        for number in range(10):
            next(results)
            assert taken <= number + 1 + 16 * 2 + 1


def test_a_slow_item_limits_how_far_later_ones_run_ahead(tmp_path: Path) -> None:
    enough = tmp_path / "enough"
    taken = 0

    def items() -> Iterator[str]:
        nonlocal taken
        yield f"await {enough}"
        for _ in range(500):
            taken += 1
            # both children are busy: no further one is started before the first has ended
            if taken == 16 * 2:
                enough.touch()
            yield "a"

    with Guard(start, children=2) as guard:
        assert next(guard.map(items()))[0] == f"await {enough}"
    assert taken == 16 * 2


@pytest.mark.parametrize("children", [1, 3])
def test_work_is_shared_among_all_children(children: int) -> None:
    with Guard(start, children=children) as guard:
        assert len({outcome for _, outcome in guard.map(["pid"] * 6)}) == children


def test_a_free_child_is_used_before_another_is_started() -> None:
    with Guard(start, children=3) as guard:
        assert len({str(guard.run(["pid"])) for _ in range(6)}) == 1


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
def test_no_process_remains_when_the_iteration_is_left_early() -> None:
    with Guard(start, children=2) as guard:
        guard.open()
        ids = [place.child().process.pid for place in guard._places]
        results = cast("Generator[object]", guard.map(["a", "hang", "hang"]))
        next(results)
        results.close()
        assert guard.closed
        wait_until_ended(ids)


def test_a_child_that_cannot_start_ends_the_iteration_with_an_error() -> None:
    with Guard(dying_start) as guard, pytest.raises(MaintextError, match="ended with exit code 3"):
        list(guard.map(["a"]))


def test_an_error_of_the_items_is_raised_and_nothing_hangs() -> None:
    def items() -> Iterator[str]:
        yield "a"
        raise OSError("no more pages")

    with Guard(start, children=2) as guard, pytest.raises(OSError, match="no more pages"):
        list(guard.map(items()))


def test_no_items_start_no_child() -> None:
    with Guard(dying_start) as guard:
        assert list(guard.map([])) == []


SCRIPT = """
import sys
from functools import partial
from maintext.processes import Guard
from tests.processes.test_map import start_recording
folder, seconds = sys.argv[1:]
with Guard(partial(start_recording, folder), seconds=float(seconds), children=2) as guard:
    list(guard.map([1, 2]))
"""
"""It has no main guard."""


def record_and_spin(folder: str, _: int) -> None:
    Path(folder, str(os.getpid())).touch()
    while True:
        pass


def start_recording(folder: str) -> "partial[None]":
    return partial(record_and_spin, folder)


def run_script(tmp_path: Path, seconds: float) -> "tuple[subprocess.Popen[bytes], list[int]]":
    script, folder = tmp_path / "main.py", tmp_path / "children"
    script.write_text(SCRIPT)
    folder.mkdir()
    root = str(Path(__file__).parents[2])
    process = subprocess.Popen(
        [sys.executable, str(script), str(folder), str(seconds)],
        env=os.environ | {"PYTHONPATH": root},
        stderr=subprocess.PIPE,
    )
    wait_until(lambda: len(list(folder.iterdir())) == 2, "two children at work")
    return process, [int(path.name) for path in folder.iterdir()]


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
def test_an_interrupt_ends_the_main_process_and_its_children(tmp_path: Path) -> None:
    process, children = run_script(tmp_path, 600)
    for number in (process.pid, *children):  # as a terminal does
        os.kill(number, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert errors.count(b"KeyboardInterrupt") == 1
    wait_until_ended(children)


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
def test_children_end_when_the_main_process_is_killed(tmp_path: Path) -> None:
    process, children = run_script(tmp_path, 600)
    process.kill()
    process.communicate()
    wait_until_ended(children)
    assert process.returncode == -signal.SIGKILL
    assert not any(map(is_running, children))


QUIET = """
import os, signal
from maintext.processes import Guard
from tests.processes.tasks import start
signal.signal(signal.SIGINT, lambda *_: None)
with Guard(start, children=4) as guard:
    guard.open(wait=False)
    os.killpg(0, signal.SIGINT)
    print([outcome for _, outcome in guard.map(["a", "b", "c", "d"])])
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
def test_starting_children_ignore_an_interrupt() -> None:
    done = subprocess.run(
        [sys.executable, "-c", QUIET], capture_output=True, text=True, start_new_session=True, timeout=120
    )
    assert (done.stdout, done.stderr) == ("['A', 'B', 'C', 'D']\n", "")
