import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from maintext.evaluation.datasets import LabelledPage, page_line
from maintext.evaluation.peers import PEERS
from maintext.evaluation.report.papers import paper_extractors
from tests.cli.conftest import ARTICLE, CHINESE, Run
from tests.waiting import wait_until

pytest.importorskip("rapidfuzz")
GOLD = "The tower was built in 1911, and it leans a little more every year, they say."


@pytest.fixture
def data(tmp_path: Path) -> Path:
    pages = [
        LabelledPage("", "1", ARTICLE.encode(), GOLD),
        LabelledPage("", "2", CHINESE.encode(), "纸是水做的"),
    ]
    file = tmp_path / "towers.jsonl"
    file.write_text("\n".join(map(page_line, pages)), encoding="utf-8")
    return file


def test_the_table_has_a_row_for_each_extractor_and_a_column_for_each_set(
    run: Run, data: Path, tmp_path: Path
) -> None:
    done = run(
        "evaluate",
        "--data",
        data,
        "--methods",
        "p_value,bte",
        "--peers",
        "turbohtml",
        "--cache",
        tmp_path / "c",
    )
    assert done.exit_code == 0
    rows = {line.split()[1]: line.split() for line in done.stdout.splitlines() if line.startswith("│")}
    assert list(rows) == ["p_value", "bte", "peer:turbohtml"]
    assert "towers" in done.stdout
    f1, failed = rows["p_value"][3], rows["p_value"][5]
    assert 0 < float(f1) < 1
    assert failed == "0"


def test_structure_adds_a_table_of_what_is_right_in_markdown(run: Run, data: Path, tmp_path: Path) -> None:
    command = (
        "evaluate",
        "--data",
        data,
        "--methods",
        "bte",
        "--peers",
        "justext",
        "--structure",
        "--workers",
        1,
    )
    done = run(*command, "--cache", tmp_path / "c")
    assert done.exit_code == 0
    table = done.stdout.partition("structure in Markdown")[2]
    assert "blocks" in table
    assert "justext" not in table  # it gives no Markdown


def test_a_peer_for_markdown_alone_needs_structure(run: Run, data: Path) -> None:
    done = run("evaluate", "--data", data, "--methods", "bte", "--peers", "html2text", "--no-cache")
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert "no peer 'html2text'" in done.stderr


def test_a_report_is_written_to_the_given_folder(run: Run, data: Path, tmp_path: Path) -> None:
    out = tmp_path / "new" / "out"
    arguments = "evaluate", "--data", data, "--methods", "p_value,bte", "--no-cache", "--workers", 1
    done = run(*arguments, "--report", out)
    assert (done.exit_code, done.stdout) == (0, f"written to {out}\n")
    assert {"report.md", "report.json", "report.html"} <= {path.name for path in out.iterdir()}
    assert "bte" in (out / "report.md").read_text(encoding="utf-8")


def test_papers_adds_all_that_the_papers_tables_need(run: Run, data: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    arguments = (
        "--data",
        data,
        "--methods",
        "none",
        "--papers",
        "--no-cache",
        "--report",
        out,
        "--workers",
        1,
    )
    assert run("evaluate", *arguments).exit_code == 0
    report = json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert report["extractors"] == paper_extractors()
    text = (out / "report.md").read_text(encoding="utf-8")
    assert all(f"(paper {number})" in text for number in range(1, 6))


def test_a_second_run_prints_the_same_table(run: Run, data: Path, tmp_path: Path) -> None:
    arguments = "evaluate", "--data", data, "--methods", "bte", "--cache", tmp_path / "c", "--workers", 1
    first, second = run(*arguments), run(*arguments)
    assert (first.exit_code, second.exit_code) == (0, 0)
    assert "bte" in first.stdout
    assert second.stdout == first.stdout


def test_without_a_cache_nothing_is_stored(
    run: Run, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    arguments = "evaluate", "--data", data, "--methods", "bte", "--workers", 1
    assert run(*arguments, "--no-cache").exit_code == 0
    assert not (tmp_path / "cache").exists()
    assert run(*arguments).exit_code == 0
    assert (tmp_path / "cache" / "maintext" / "outcomes.sqlite").exists()


def test_peers_that_are_not_installed_are_left_out_with_one_line(
    run: Run, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(PEERS["gne"]), "version", lambda _: None)
    arguments = "evaluate", "--data", data, "--no-cache", "--workers", 1
    done = run(*arguments, "--methods", "bte", "--peers", "gne,goose3")
    assert done.exit_code == 0
    assert done.stderr.splitlines() == [
        "maintext: left out, not installed: peer:gne, peer:goose3; pip install 'maintext[peers]'"
    ]
    alone = run(*arguments, "--methods", "none", "--peers", "gne")
    assert alone.exit_code == 2
    assert "no extractor to run" in alone.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--methods", "nope"],
            "no method 'nope'; there are all, papers, printed, baselines, none, auto, naive_bayes",
        ),
        (["--methods", "bte,ceds(x=1)"], "ceds has no parameter 'x'; it has numerator"),
        (["--methods", "bte,ceds(x=1"], "a bracket or quote of 'ceds(x=1' has no partner"),
        (["--papers"], "--papers makes tables of a report: add --report FOLDER"),
        (["--peers", "nope"], "no peer 'nope'; there are all, none, trafilatura"),
        (["--layout", "nope"], "no data set layout is called 'nope'"),
        (["--workers", "0"], "--workers"),
    ],
)
def test_wrong_usage_is_an_error_of_one_line_and_exit_code_2(
    run: Run, data: Path, arguments: list[str], message: str
) -> None:
    done = run("evaluate", "--data", data, "--no-cache", *arguments)
    assert done.exit_code == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_missing_data_is_an_error_of_one_line_and_exit_code_2(run: Run, tmp_path: Path) -> None:
    done = run("evaluate", "--data", tmp_path / "nowhere", "--no-cache")
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert "no such file or folder" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_an_interrupted_run_ends_quietly_and_can_be_resumed(run: Run, tmp_path: Path) -> None:
    data = tmp_path / "many.jsonl"
    pages = (LabelledPage("", str(n), f"{ARTICLE}<p>{n}".encode(), GOLD) for n in range(3000))
    data.write_text("\n".join(map(page_line, pages)), encoding="utf-8")
    cache = tmp_path / "cache"
    arguments = ["evaluate", "--data", str(data), "--methods", "bte", "--cache", str(cache)]
    with subprocess.Popen(
        [sys.executable, "-c", "from maintext.cli import app; app()", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        log = cache / "outcomes.sqlite-wal"
        wait_until(
            lambda: process.poll() is not None or (log.exists() and log.stat().st_size > 100_000),
            "the first outcomes",
            300,
        )
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"Traceback" not in errors
    assert run(*arguments, "--limit", "20", "--workers", 1).exit_code == 0
