"""The time limit of a page holds while it is written, too."""

import signal
from itertools import repeat
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from maintext.cli.clock import TimeUp, page_clock
from maintext.cli.output import to_json_line
from tests.cli.conftest import Run

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="the system has no alarms")


def never_end(*_: Any, **__: Any) -> str:
    """What a page with very many parts does to a writer; errors are caught, as a writer may do it."""
    for _none in repeat(None):
        try:
            sum(range(100))
        except Exception:
            continue
    return ""


@pytest.mark.parametrize(
    ("writer", "options"),
    [
        ("maintext.cli.work.render", ["-f", "markdown"]),
        ("maintext.document.to_dict", ["-f", "json", "--blocks"]),
        ("maintext.cli.explain.explain", ["--explain"]),
    ],
)
def test_a_page_that_takes_too_long_to_write_is_an_error(
    run: Run, article: Path, monkeypatch: pytest.MonkeyPatch, writer: str, options: list[str]
) -> None:
    monkeypatch.setattr(writer, never_end)
    result = run("extract", article, "--timeout", 0.2, *options)
    assert result.exit_code == 2
    assert result.stderr == f"maintext: {article}: the time limit was reached before the work was done\n"


def test_the_next_page_has_its_own_time(run: Run, article: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = article.with_name("slow.html")
    slow.write_bytes(article.read_bytes())

    def write(value: dict[str, Any]) -> str:
        return never_end() if "slow" in value["input"] and "text" in value else to_json_line(value)

    monkeypatch.setattr("maintext.cli.work.to_json_line", write)
    result = run("extract", slow, article, "--workers", 1, "--timeout", 0.5)
    assert result.exit_code == 2
    first, second = result.stdout.splitlines()
    assert '"status": "unreadable", "error": "the time limit was reached' in first
    assert '"status": "unreadable"' not in second


def test_the_clock_stops_with_its_block() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(TimeUp), page_clock(0.01):
        never_end()
    with page_clock(60):
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 60
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) is before


def test_in_a_thread_there_is_no_clock() -> None:
    found: list[float] = []

    def work() -> None:
        with page_clock(60):
            found.append(signal.getitimer(signal.ITIMER_REAL)[0])

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert found == [0.0]
