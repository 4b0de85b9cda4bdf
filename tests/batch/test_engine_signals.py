"""Ctrl-C, SIGTERM and a lost cluster: the run ends cleanly, says how to resume, and can be resumed."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp

import pyarrow.dataset as ds
import pytest

from tests.batch.hostile import write_crawl
from tests.batch.test_engines import ROOTS
from tests.waiting import wait_until

PROGRAM = "from maintext.cli import app\nif __name__ == '__main__':\n    app()"
ENGINES = {"ray": ["--engine", "ray"], "spark": ["--engine", "spark", "--master", "local[2,4]"]}

pytestmark = pytest.mark.skipif(os.name != "posix", reason="interrupts are sent as signals")


def command_for(engine: str, folder: Path) -> list[str]:
    if find_spec("pyspark" if engine == "spark" else engine) is None:
        pytest.skip(f"{engine} is not installed")
    if engine == "spark" and shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("Spark needs Java, and there is none")
    command = [sys.executable, "-c", PROGRAM, "run", str(folder / "crawl"), "-o", str(folder / "out")]
    return [*command, "-m", "p_value", "--log", str(folder / "log.jsonl"), *ENGINES[engine]]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join([*ROOTS, os.environ.get("PYTHONPATH", "")])}


def events(folder: Path) -> list[str]:
    if not (folder / "log.jsonl").exists():
        return []
    return [json.loads(line)["event"] for line in (folder / "log.jsonl").read_text().splitlines()]


MARKED = [pytest.param("ray", marks=pytest.mark.ray), pytest.param("spark", marks=pytest.mark.spark)]


@pytest.mark.parametrize("engine", MARKED)
@pytest.mark.parametrize(
    ("sent", "code", "word"), [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 4, "terminated")]
)
def test_a_signal_ends_a_run_cleanly_and_it_can_be_resumed(
    sent: signal.Signals, code: int, word: str, engine: str, tmp_path: Path
) -> None:
    ids = sorted(write_crawl(tmp_path / "crawl", 30, 300))
    command = command_for(engine, tmp_path)
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, start_new_session=True, env=environment()
    ) as run:
        # The runner counts a shard while others still run: that is its progress.
        wait_until(lambda: "shard" in events(tmp_path) or run.poll() is not None, "the first shard", 240)
        os.killpg(run.pid, sent) if sent is signal.SIGINT else run.send_signal(sent)
        _, errors = run.communicate(timeout=120)
    assert run.returncode == code, errors
    assert f"maintext: {word}: " in errors
    assert "run it again to resume" in errors
    assert "Traceback" not in errors
    done = list((tmp_path / "out").glob("_maintext/done/*.json"))
    assert 0 < len(done) < 30
    again = subprocess.run(
        command, capture_output=True, text=True, timeout=300, check=False, env=environment()
    )
    assert again.returncode == 0, again.stderr
    rows = ds.dataset(tmp_path / "out" / "data", format="parquet").to_table(columns=["id"])
    assert sorted(rows.column("id").to_pylist()) == ids


@contextmanager
def ray_cluster() -> Iterator[tuple[str, int]]:
    """The address of a Ray cluster of its own, and the process that started it."""
    if find_spec("ray") is None:
        pytest.skip("ray is not installed")
    folder = Path(mkdtemp())  # the path of a socket must be short
    start = [str(Path(sys.executable).with_name("ray")), "start", "--head", "--block", "--port", "0"]
    start += ["--include-dashboard=false", "--num-cpus", "2", "--node-ip-address", "127.0.0.1"]
    where = {**environment(), "RAY_TMPDIR": str(folder), "RAY_AUTH_MODE": "disabled"}
    with subprocess.Popen(
        start, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, env=where
    ) as head:
        try:
            wait_until(lambda: list(folder.rglob("ray_current_cluster")), "the cluster", 240)
            (known,) = folder.rglob("ray_current_cluster")
            yield known.read_text().strip(), head.pid
        finally:
            os.killpg(head.pid, signal.SIGKILL)
    shutil.rmtree(folder, ignore_errors=True)


def child_of(parent: int, name: str) -> int:
    """The process of a name that another one has started."""
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            before, _, after = status.read_text().rpartition(")")
            if name in before and int(after.split()[1]) == parent:
                return int(status.parent.name)
    raise AssertionError(f"{parent} has no child {name}")


@pytest.mark.ray
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds a process in /proc")
@pytest.mark.parametrize("killed", ["gcs_server", "raylet"])
def test_a_run_ends_with_a_line_when_its_ray_cluster_is_killed_and_can_be_resumed(
    killed: str, tmp_path: Path
) -> None:
    ids = sorted(write_crawl(tmp_path / "crawl", 30, 300))
    command = command_for("ray", tmp_path)
    with (
        ray_cluster() as (address, head),
        subprocess.Popen(
            [*command, "--address", address],
            stderr=subprocess.PIPE,
            text=True,
            env={**environment(), "RAY_AUTH_MODE": "disabled"},
        ) as run,
    ):
        wait_until(lambda: "shard" in events(tmp_path) or run.poll() is not None, "a shard", 240)
        os.kill(child_of(head, killed), signal.SIGKILL)
        _, errors = run.communicate(timeout=120)
    assert run.returncode == 4, errors
    (line,) = [line for line in errors.splitlines() if "run the command again to resume" in line]
    assert line.startswith("maintext: ")
    assert " of 30 shards are done" in line
    again = [word for word in command if word not in ("--engine", "ray")]
    ended = subprocess.run(again, capture_output=True, text=True, timeout=300, check=False)
    assert ended.returncode == 0, ended.stderr
    rows = ds.dataset(tmp_path / "out" / "data", format="parquet").to_table(columns=["id"])
    assert sorted(rows.column("id").to_pylist()) == ids


def unfinished_line(command: list[str], **variables: str) -> str:
    """The only line that a run prints which cannot be finished."""
    run = subprocess.run(
        command,
        stderr=subprocess.PIPE,
        text=True,
        timeout=120,
        check=False,
        env={**environment(), **variables},
    )
    assert run.returncode == 4, run.stderr
    (line,) = [line for line in run.stderr.splitlines() if line.startswith("maintext: ")]
    return line


@pytest.mark.ray
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds a process in /proc")
@pytest.mark.parametrize("case", ["raylet killed", "gcs_server stopped"])
def test_a_ray_cluster_that_listens_but_does_not_work_is_one_line_in_half_a_minute(
    case: str, tmp_path: Path
) -> None:
    write_crawl(tmp_path / "crawl", 2, 2)
    command = command_for("ray", tmp_path)
    with ray_cluster() as (address, head):
        name, how = case.split()
        os.kill(head, signal.SIGSTOP)  # it would end the others
        os.kill(child_of(head, name), signal.SIGKILL if how == "killed" else signal.SIGSTOP)
        line = unfinished_line([*command, "--address", address], RAY_AUTH_MODE="disabled")
    # Ray itself takes a minute, or for ever, and has other words.
    assert f"Ray cannot be reached at {address}: no answer within 20 seconds; check --address" in line


@pytest.mark.spark
def test_a_spark_master_that_listens_but_does_not_answer_is_one_line_in_half_a_minute(tmp_path: Path) -> None:
    write_crawl(tmp_path / "crawl", 2, 2)
    *command, _, _ = command_for("spark", tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        master = f"spark://127.0.0.1:{silent.getsockname()[1]}"
        line = unfinished_line([*command, "--master", master])
    # Spark itself takes a minute, and has other words.
    assert f"Spark cannot be reached at {master}: no answer within 20 seconds; check --master" in line
