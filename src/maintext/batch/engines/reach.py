"""Whether a cluster can be reached: an engine's own attempts can take minutes."""

import re
import socket
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, wait
from typing import TypeVar

from maintext.batch.run import Unfinished

T = TypeVar("T")
_SECONDS = 10.0
_POLL_SECONDS = 1.0
_HOST = re.compile(r"^(?:ray://|spark://)?(\[[^]]+\]|[^:/,]+):(\d{1,5})$")


def check_reachable(engine: str, address: str | None, option: str) -> None:
    """Raise an error of one line if no process listens at an address; names such as `auto` are not checked.

    An address may list several hosts, as for a Spark master with a standby; one of them is enough.
    """
    if not address:
        return
    first, *others = address.split(",")
    hosts = [_HOST.match(first), *(_HOST.match(other) for other in others)]
    if not all(hosts):
        return
    for host in hosts:
        assert host is not None
        try:
            with socket.create_connection((host[1].strip("[]"), int(host[2])), _SECONDS / len(hosts)):
                return
        except (OSError, OverflowError) as error:
            words = getattr(error, "strerror", None) or str(error) or type(error).__name__
    raise Unfinished(
        f"{engine} cannot be reached at {address} ({words}): check {option}, and that the cluster runs and "
        "accepts connections from here"
    )


class Watch:
    """Notices that a cluster is lost: nothing listens at one of its addresses for longer than it may."""

    def __init__(self, patience: Mapping[str, float]) -> None:
        self.patience = patience
        """Addresses, and how many seconds each may be silent; of a list with commas, one must answer."""
        self.checked = time.monotonic()
        self.answered = dict.fromkeys(patience, self.checked)

    def check(self, *, now: bool = False) -> None:
        """Raise an error if the cluster is lost; connections are tried once a second, or now."""
        if not now and time.monotonic() - self.checked < _POLL_SECONDS:
            return
        for address, seconds in self.patience.items():
            begun = time.monotonic()
            if any(map(_listens, address.split(","))):
                self.answered[address] = begun
            elif begun - self.answered[address] > seconds:
                raise Unfinished(
                    f"the cluster was lost: nothing answers at {address}; run the command again to resume"
                )
        self.checked = time.monotonic()

    def call(self, function: Callable[[], T]) -> T:
        """What a function returns that may wait for the cluster; it is abandoned if the cluster is lost."""
        future = _in_thread(function)
        while not wait([future], _POLL_SECONDS).done:
            self.check()
        return future.result()


def call_within(seconds: float, function: Callable[[], T], late: str) -> T:
    """Call a function with a time limit; raise `Unfinished(late)` when it is exceeded."""
    future = _in_thread(function)
    if not wait([future], seconds).done:
        raise Unfinished(late)
    return future.result()


def _in_thread(function: Callable[[], T]) -> Future[T]:
    """Run a function in a daemon thread; return its future."""
    future: Future[T] = Future()

    def act() -> None:
        try:
            future.set_result(function())
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=act, daemon=True).start()
    return future


def _listens(address: str) -> bool:
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), _POLL_SECONDS).close()
    except OSError:
        return False
    return True
