"""The service on a port, until it is interrupted."""

import contextlib
import gc
import os
import socket
import sys
import threading
import webbrowser

import uvicorn
from starlette.types import ASGIApp

from maintext.errors import MaintextError
from maintext.serve import jobs
from maintext.serve.access import LOCAL
from maintext.serve.app import create_app
from maintext.serve.connections import IDLE_SECONDS, MAX_CONNECTIONS, GuardedProtocol
from maintext.serve.memory import keep_little
from maintext.serve.settings import Settings
from maintext.serve.work_routes import Start


def run(
    settings: Settings, host: str, port: int, open_browser: bool = False, start: Start = jobs.start
) -> int:
    """Listen and answer; on a signal, finish the running requests and stop."""
    keep_little()
    _allow_connections()
    listening = listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    url = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else shown}:{listening.getsockname()[1]}"
    config = configure(create_app(settings, start), settings.limits.seconds)
    server = _Server(config, url, open_browser and _has_browser())
    if host not in {*LOCAL, "::1"} and settings.access.token is None:
        print(
            f"warning: anybody who can reach {host} can use the service: --token is not set", file=sys.stderr
        )
    server.run([listening])
    return 0 if server.started else 1


def configure(
    app: ASGIApp, seconds: float, protocol: type[GuardedProtocol] = GuardedProtocol
) -> uvicorn.Config:
    """How an application is served; `seconds` is the limit for a page."""
    return uvicorn.Config(
        app,
        http=protocol,
        log_level="warning",
        access_log=False,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=int(2 * seconds) + 1,
        server_header=False,
        date_header=False,
        lifespan="on",
        ws="none",
    )


class _Server(uvicorn.Server):
    """Prints its URL as soon as it listens."""

    def __init__(self, config: uvicorn.Config, url: str, opens: bool) -> None:
        super().__init__(config)
        self.url, self.opens = url, opens

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.collect()
        gc.freeze()  # what is loaded is not scanned again
        if self.started:
            print(f"maintext is listening on {self.url} (with the inspector); Ctrl-C stops it", flush=True)
            if self.opens:
                threading.Thread(target=webbrowser.open, args=(self.url,), daemon=True).start()


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; `MaintextError` if the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sets TCP_NODELAY only if the protocol is named here; without it, small writes wait 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise MaintextError(f"cannot listen on {host} port {port}: {error.strerror or error}") from None
    return listening


def _allow_connections() -> None:
    """Raise the limit on open files, which is often a thousand: each connection is one."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 2 * MAX_CONNECTIONS
        if now != resource.RLIM_INFINITY and now < wanted:
            allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))


def _has_browser() -> bool:
    """Whether there is a graphical browser; a text browser would take over the terminal."""
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
