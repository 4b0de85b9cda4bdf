"""A Ray cluster and a Spark master with workers on this machine, for measurements."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from chaos_run import below
from turns import send_signal

CORES = len(os.sched_getaffinity(0))
MASTER = "spark://127.0.0.1:7077"


def _await_port(port: int, seconds: float = 120) -> None:
    """Wait until a process of this machine listens at a port."""
    end = time.monotonic() + seconds
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port), 1):
                return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


@contextmanager
def standalone(folder: Path) -> Iterator[list[int]]:
    """A Spark master and a worker for each core, on loopback."""
    import pyspark

    home = Path(pyspark.__file__).parent
    start = [str(home / "bin" / "spark-class")]
    where = {
        **os.environ,
        "SPARK_HOME": str(home),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "PYSPARK_PYTHON": sys.executable,
        "SPARK_WORKER_DIR": str(folder / "spark"),
    }
    quiet = {"env": where, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    kind = "org.apache.spark.deploy"
    master = [*start, f"{kind}.master.Master", "--host", "127.0.0.1", "--port", "7077", "--webui-port", "0"]
    running = [subprocess.Popen(master, **quiet)]  # type: ignore[call-overload]
    _await_port(7077)
    for _ in range(CORES):
        worker = [
            *start,
            f"{kind}.worker.Worker",
            "--cores",
            "1",
            "--memory",
            "2g",
            "--webui-port",
            "0",
            MASTER,
        ]
        running.append(subprocess.Popen(worker, **quiet))  # type: ignore[call-overload]
    time.sleep(5)
    try:
        yield [process.pid for process in running]
    finally:
        for process in running:
            process.kill()
            process.wait()


@contextmanager
def cluster() -> Iterator[list[int]]:
    """A Ray cluster on this machine, separate from any other."""
    ray = str(Path(sys.executable).with_name("ray"))
    os.environ["RAY_TMPDIR"] = place = mkdtemp()
    start = [ray, "start", "--head", "--block", "--port", "0", "--include-dashboard=false"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([*start, "--num-cpus", str(CORES)], **quiet) as running:  # type: ignore[call-overload]
        end = time.monotonic() + 120
        while not any(Path(place).rglob("ray_current_cluster")) and time.monotonic() < end:
            time.sleep(0.2)
        try:
            yield [running.pid]
        finally:
            send_signal((*below(running.pid), running.pid), signal.SIGKILL)
            del os.environ["RAY_TMPDIR"]
            shutil.rmtree(place, ignore_errors=True)
