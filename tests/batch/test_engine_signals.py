"""Ctrl-C and SIGTERM on every engine: the run ends cleanly, says how to resume, and can be resumed."""

import json
import os
import shutil
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

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
