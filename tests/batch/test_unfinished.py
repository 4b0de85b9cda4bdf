"""Runs that end early for a reason outside of their input: exit code 4, and they can be resumed."""

import errno
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow.dataset as ds
import pytest

from maintext.batch.engines import ray, spark
from maintext.batch.engines.local import LocalEngine
from maintext.batch.engines.reach import Watch, check_reachable
from maintext.batch.full_disk import name_full, scratch_files
from maintext.batch.manifest import Manifest
from maintext.batch.run import ShardFailure, Unfinished
from maintext.batch.sources import plan
from maintext.cli import run_report
from maintext.files import whole_local_file
from tests.batch.hostile import JOB, write_crawl
from tests.batch.test_run import Scripted
from tests.waiting import wait_until

PROGRAM = "from maintext.cli import app\nif __name__ == '__main__':\n    app()"


def test_a_full_disk_stops_the_run_at_once_and_names_the_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_crawl(tmp_path / "crawl", 8, 2)
    shards = plan([str(tmp_path / "crawl")])
    tried: list[Path] = []

    @contextmanager
    def full(path: Path, **options: Any) -> Any:
        with whole_local_file(path, **options) as file:
            yield file
            if path.name.startswith("part-"):
                tried.append(path)
                if len(tried) > 2:
                    raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("maintext.batch.sinks.whole_local_file", full)
    code = run_report.run(shards, JOB, str(tmp_path / "out"), LocalEngine(1))
    assert code == 4
    last = capsys.readouterr().err.splitlines()[-1]
    assert f"{tmp_path / 'out'}: no space left for the output" in last
    assert "2 of 8 shards are done" in last
    assert len(tried) < 6
    assert len(list((tmp_path / "out" / "data").glob("part-*"))) == 2
    monkeypatch.undo()
    assert run_report.run(shards, JOB, str(tmp_path / "out"), LocalEngine(1)) == 0
    assert len(ds.dataset(tmp_path / "out" / "data", format="parquet").to_table()) == 16


@pytest.mark.parametrize("inside", [True, False])
def test_a_full_disk_names_the_temporary_folder_only_for_files_there(
    inside: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "scratch"))
    error = OSError(errno.ENOSPC, "No space left on device", None if inside else str(tmp_path / "out" / "a"))
    with pytest.raises(OSError, match="No space"), scratch_files():
        raise error
    full = tmp_path / ("scratch" if inside else "out")
    assert name_full(error, str(tmp_path / "out")).startswith(f"{full}: no space left")


@pytest.mark.parametrize("name", ["job.json", "KEY.json"])
def test_a_disk_that_is_full_for_the_notes_names_the_output_too(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_crawl(tmp_path / "crawl", 2, 2)
    shards = plan([str(tmp_path / "crawl")])
    wanted = {name, *(name.replace("KEY", shard.key) for shard in shards)}

    @contextmanager
    def full(path: Path, **options: Any) -> Any:
        if path.name in wanted:
            raise OSError(errno.ENOSPC, "No space left on device")
        with whole_local_file(path, **options) as file:
            yield file

    monkeypatch.setattr("maintext.batch.sinks.whole_local_file", full)
    assert run_report.run(shards, JOB, str(tmp_path / "out"), LocalEngine(1)) == 4
    assert f"{tmp_path / 'out'}: no space left for the output" in capsys.readouterr().err.splitlines()[-1]
    monkeypatch.undo()
    assert run_report.run(shards, JOB, str(tmp_path / "out"), LocalEngine(1)) == 0
    assert len(ds.dataset(tmp_path / "out" / "data", format="parquet").to_table()) == 4


def test_shards_that_are_lost_leave_the_run_unfinished_and_unreadable_ones_do_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_crawl(tmp_path / "crawl", 1, 2)
    shards = plan([str(tmp_path / "crawl")])
    for lasting, code, advice in (
        (False, 4, "run it again"),
        (True, 2, "repair or exclude the unreadable input"),
    ):
        failures = [ShardFailure(shards[0], "gone", lasting)] * 3
        assert run_report.run(shards, JOB, str(tmp_path / "out"), Scripted(*failures)) == code
        assert advice in capsys.readouterr().err.splitlines()[-1]


def test_an_engine_that_is_lost_leaves_the_run_unfinished(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    class Lost:
        def process(self, *_: object) -> Any:
            raise Unfinished("Spark: the master is gone; run the command again to resume")

    write_crawl(tmp_path / "crawl", 1, 2)
    assert run_report.run(plan([str(tmp_path / "crawl")]), JOB, str(tmp_path / "out"), Lost()) == 4
    assert "the master is gone" in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize(
    "address", ["ray://127.0.0.1:{}", "127.0.0.1:{}", "spark://127.0.0.1:{0},127.0.0.1:{0}"]
)
def test_a_cluster_that_cannot_be_reached_is_an_error_of_one_line_within_seconds(address: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # nobody listens there
        begin = time.monotonic()
        with pytest.raises(Unfinished, match=r"Ray cannot be reached at .*: check --address") as error:
            check_reachable("Ray", address.format(taken.getsockname()[1]), "--address")
        assert time.monotonic() - begin < 30
        assert "\n" not in str(error.value)
        taken.listen()
        check_reachable("Ray", address.format(taken.getsockname()[1]), "--address")


@pytest.mark.parametrize("address", [None, "", "auto", "local[2]", "yarn", "k8s://https://host:443"])
def test_an_address_without_host_and_port_is_left_to_the_engine(
    address: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[object] = []
    monkeypatch.setattr(socket, "create_connection", lambda *place: tried.append(place))
    check_reachable("Spark", address, "--master")
    assert tried == []


@contextmanager
def listening() -> Iterator[tuple[socket.socket, str]]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server, f"127.0.0.1:{server.getsockname()[1]}"


def test_a_cluster_is_lost_when_an_address_is_silent_for_longer_than_it_may() -> None:
    with listening() as (head, head_address), listening() as (node, node_address):
        watch = Watch({head_address: 3600.0, node_address: 0.0})
        watch.check(now=True)
        head.close()
        watch.check(now=True)  # it may come back
        node.close()
        with pytest.raises(Unfinished, match=f"lost: nothing answers at {node_address}; run the command"):
            watch.check(now=True)


def test_a_call_that_waits_for_a_lost_cluster_is_abandoned() -> None:
    never = threading.Event()
    with listening() as (server, address):
        watch = Watch({address: 0.0})
        assert watch.call(lambda: 7) == 7
        with pytest.raises(ValueError, match="its own"):
            watch.call(lambda: int("its own"))
        server.close()
        try:
            with pytest.raises(Unfinished, match="nothing answers"):
                watch.call(never.wait)
        finally:
            never.set()


def test_a_cluster_with_a_standby_is_not_lost() -> None:
    with listening() as (first, one), listening() as (second, other):
        watch = Watch({f"{one},{other}": 0.0})
        first.close()
        watch.check(now=True)
        second.close()
        with pytest.raises(Unfinished, match="nothing answers"):
            watch.check(now=True)


@pytest.mark.parametrize(
    ("master", "watched"),
    [
        ("spark://a:7077,b:7077", ["a:7077,b:7077"]),
        ("local[2]", []),
        ("yarn", []),
        ("k8s://https://a:443", []),
    ],
)
def test_the_master_of_a_standalone_spark_cluster_is_watched(master: str, watched: list[str]) -> None:
    assert list(spark._watch(SimpleNamespace(master=master)).patience) == watched


def test_a_ray_cluster_that_does_not_answer_is_given_up(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    never = threading.Event()
    fake = SimpleNamespace(is_initialized=lambda: False, init=lambda **_: never.wait())
    fake.exceptions = SimpleNamespace(RayError=ZeroDivisionError)
    monkeypatch.setitem(sys.modules, "ray", fake)
    monkeypatch.setattr(ray, "_JOIN_SECONDS", 0.1)
    write_crawl(tmp_path / "crawl", 1, 1)
    with listening() as (_, address):
        engine = ray.RayEngine(address)
        words = f"Ray cannot be reached at {address}: no answer within 0.1 seconds; check --address"
        try:
            with pytest.raises(Unfinished, match=words) as error:
                list(
                    engine.process(
                        plan([str(tmp_path / "crawl")]), JOB, str(tmp_path / "out"), lambda _: None
                    )
                )
        finally:
            never.set()
    assert "\n" not in str(error.value)


def contexts(kill: Callable[[], object]) -> SimpleNamespace:
    """The class of Spark's contexts, with a Java that can be killed."""
    return SimpleNamespace(_gateway=SimpleNamespace(proc=SimpleNamespace(kill=kill)))


def test_a_spark_master_that_does_not_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spark, "_JOIN_SECONDS", 0.05)
    monkeypatch.setattr(spark, "_POLL_SECONDS", 0.02)
    killed = threading.Event()
    # The block succeeds, but its Java is gone: that must not pass for a context.
    with pytest.raises(TimeoutError), spark._join_limit(contexts(killed.set), "spark://a:7077") as late:
        assert killed.wait(60)
    assert late.is_set()


def test_a_spark_context_that_was_joined_in_time_is_not_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spark, "_JOIN_SECONDS", 0.0)
    monkeypatch.setattr(spark, "_POLL_SECONDS", 0.0)
    killed: list[bool] = []
    ended = threading.Event()
    clock = time.monotonic

    def slow() -> float:  # the watcher looks at the clock, and the block ends meanwhile
        if threading.current_thread() is not threading.main_thread():
            ended.wait(60)
        return clock()

    monkeypatch.setattr(time, "monotonic", slow)
    before = set(threading.enumerate())
    with spark._join_limit(contexts(lambda: killed.append(True)), "spark://a:7077") as late:
        (watcher,) = set(threading.enumerate()) - before
    ended.set()
    watcher.join(60)
    assert not watcher.is_alive()
    assert not late.is_set()
    assert not killed


def test_only_a_standalone_spark_master_is_watched_while_it_is_joined() -> None:
    before = set(threading.enumerate())
    with spark._join_limit(contexts(lambda: None), "local[2]"):
        assert set(threading.enumerate()) == before


def test_nothing_is_checked_without_an_address() -> None:
    Watch({}).check(now=True)


@pytest.mark.skipif(os.name != "posix", reason="SIGTERM is a signal")
def test_a_terminated_run_ends_cleanly_and_can_be_resumed(tmp_path: Path) -> None:
    write_crawl(tmp_path / "crawl", 10, 100)
    command = [sys.executable, "-c", PROGRAM, "run", str(tmp_path / "crawl"), "-o", str(tmp_path / "out")]
    command += ["-m", "p_value", "-j", "1"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as run:
        wait_until(lambda: list((tmp_path / "out").glob("_maintext/done/*.json")), "the first shard", 120)
        run.send_signal(signal.SIGTERM)
        _, errors = run.communicate(timeout=60)
    assert run.returncode == 4
    assert errors.splitlines()[-1].startswith("maintext: terminated: ")
    assert "run it again to resume" in errors.splitlines()[-1]
    assert "Traceback" not in errors
    assert subprocess.run(command, capture_output=True, timeout=300, check=False).returncode == 0
    assert len(ds.dataset(tmp_path / "out" / "data", format="parquet").to_table()) == 1000


def test_another_version_resumes_only_if_that_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_crawl(tmp_path / "crawl", 2, 1)
    shards = plan([str(tmp_path / "crawl")])
    out = str(tmp_path / "out")
    assert run_report.run(shards[:1], JOB, out, LocalEngine(1)) == 0
    for module in ("job", "job_file"):
        monkeypatch.setattr(f"maintext.batch.{module}.__version__", "9.9.9")
    with pytest.raises(Exception, match=r"other settings: version .* \(--other-version resumes it\)"):
        run_report.run(shards, JOB, out, LocalEngine(1))
    assert run_report.run(shards, JOB, out, LocalEngine(1), run_report.Start(other_version=True)) == 0
    results = list(Manifest(tmp_path / "out").results())
    assert len({result.settings for result in results}) == 2
    assert json.loads((tmp_path / "out" / "_maintext" / "job.json").read_text())["version"] == "9.9.9"
