"""A service in a thread of the tests, and a client of it."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import uvicorn
from starlette.types import ASGIApp

from maintext.serve import jobs
from maintext.serve.app import create_app
from maintext.serve.connections import GuardedProtocol
from maintext.serve.server import configure
from maintext.serve.settings import Settings
from maintext.serve.work_routes import Start


@contextmanager
def running(
    settings: Settings, start: Start = jobs.start, protocol: type[GuardedProtocol] = GuardedProtocol
) -> Iterator[httpx.Client]:
    with running_app(create_app(settings, start), settings.limits.seconds, protocol) as client:
        yield client


@contextmanager
def running_app(
    app: ASGIApp, seconds: float, protocol: type[GuardedProtocol] = GuardedProtocol
) -> Iterator[httpx.Client]:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    config = configure(app, seconds, protocol)
    config.log_level = "critical"
    config.configure_logging()
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        while not server.started and thread.is_alive():
            thread.join(0.01)
        with httpx.Client(base_url=f"http://127.0.0.1:{listening.getsockname()[1]}", timeout=60) as client:
            yield client
    finally:
        server.should_exit = True
        thread.join()
        listening.close()
