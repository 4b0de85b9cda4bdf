"""`maintext serve` as a process."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from maintext.serve.server import listen
from tests.waiting import is_running

MAINTEXT = (sys.executable, "-c", "from maintext.cli import app; app()")


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_prints_where_it_listens_answers_and_leaves_no_process(number: signal.Signals) -> None:
    command = [*MAINTEXT, "serve", "--port", "0", "--workers", "1", "--open"]
    environment = {name: value for name, value in os.environ.items() if "DISPLAY" not in name}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            assert "Ctrl-C stops it" in line
            url = next(word for word in line.split() if word.startswith("http://"))
            assert httpx.post(f"{url}/extract?format=text", content="<p>x", timeout=60).status_code == 200
            children = [int(pid) for pid in _children(process.pid)]
            assert children
            process.send_signal(number)
            process.wait(60)
        finally:
            process.kill()
    assert not [pid for pid in children if is_running(pid)]


def _children(pid: int) -> list[str]:
    return (
        Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        or subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
        ).stdout.split()
    )


def test_a_port_that_is_taken_is_an_error_of_one_line(service: httpx.Client) -> None:
    command = [*MAINTEXT, "serve", "--port", str(service.base_url.port)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == 2
    assert ended.stderr.startswith("maintext: cannot listen on 127.0.0.1")
    assert ended.stderr.count("\n") == 1


def test_small_responses_are_sent_at_once() -> None:
    """asyncio sets TCP_NODELAY only on connections of sockets whose protocol is named."""
    with listen("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP
