"""Two runners on one output, as processes: every page once, even if one of them is killed."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pyarrow.dataset as ds

import maintext
from tests.batch.hostile import write_crawl
from tests.waiting import wait_until

_PATHS = [str(Path(maintext.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join(_PATHS)}


def start(tmp_path: Path, *more: str) -> "subprocess.Popen[str]":
    arguments = [
        "run",
        str(tmp_path / "crawl"),
        "-o",
        str(tmp_path / "out"),
        "-m",
        "p_value",
        "-j",
        "1",
        *more,
    ]
    command = [sys.executable, "-c", "from maintext.cli import app; app()", *arguments]
    return subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)


def end(runners: Sequence["subprocess.Popen[str]"]) -> None:
    for runner in runners:
        _, said = runner.communicate(timeout=300)
        assert runner.returncode == 0, said


def ids_in(tmp_path: Path) -> list[str]:
    found = ds.dataset(tmp_path / "out", format="parquet").to_table(columns=["id"])["id"].to_pylist()
    return sorted(found)


def test_two_runners_that_start_together_share_the_work(tmp_path: Path) -> None:
    ids = write_crawl(tmp_path / "crawl", 6, 8)
    end([start(tmp_path, "--site-templates", "learn") for _ in range(2)])
    assert ids_in(tmp_path) == sorted(ids)
    assert not list((tmp_path / "out").rglob("*.tmp"))


def test_a_runner_continues_when_the_other_is_killed(tmp_path: Path) -> None:
    ids = write_crawl(tmp_path / "crawl", 24, 20)
    killed, other = start(tmp_path), start(tmp_path)
    done = tmp_path / "out" / "_maintext" / "done"
    wait_until(lambda: done.exists() and any(done.glob("*.json")), "the first shard", 120)
    killed.kill()
    killed.communicate()
    end([other])
    assert ids_in(tmp_path) == sorted(ids)
