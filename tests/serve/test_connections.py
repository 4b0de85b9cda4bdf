"""Connections that send nothing, little, or no HTTP."""

import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from maintext.serve.access import Clients
from maintext.serve.connections import GuardedProtocol
from tests.serve import faults
from tests.serve.conftest import SETTINGS
from tests.serve.running import running
from tests.waiting import wait_until

PLACES = 20
HEAD = b"POST /judge HTTP/1.1\r\nHost: localhost\r\n"


class FewPlaces(GuardedProtocol):
    max_connections = PLACES
    head_seconds = 600.0


class Hurried(GuardedProtocol):
    head_seconds = 0.3


@pytest.fixture(scope="module")
def small() -> Iterator[httpx.Client]:
    with running(SETTINGS, faults.start, FewPlaces) as client:
        yield client


@pytest.fixture(scope="module")
def hurried() -> Iterator[httpx.Client]:
    with running(SETTINGS, faults.start, Hurried) as client:
        yield client


def connect(client: httpx.Client) -> socket.socket:
    return socket.create_connection((client.base_url.host, client.base_url.port or 0), timeout=60)


def received(connection: socket.socket) -> tuple[int, dict[str, str]]:
    """Status and JSON of a response after which the connection is closed."""
    data = b"".join(iter(lambda: connection.recv(65_536), b""))
    head, _, body = data.partition(b"\r\n\r\n")
    assert b"content-type: application/json" in head.lower()
    return int(head.split()[1]), json.loads(body)


@pytest.mark.parametrize(
    "sent",
    [b"", HEAD, HEAD + b"X-Slow: ", HEAD + b"Content-Length: 9\r\n\r\n<p>", b"GET /health HTTP/1.1\r\n"],
    ids=["nothing", "half a head", "half a line", "half a body", "a line"],
)
def test_connections_without_a_request_lock_nobody_out(small: httpx.Client, sent: bytes) -> None:
    with ExitStack() as held:
        for _ in range(3 * PLACES):
            idle = held.enter_context(connect(small))
            idle.sendall(sent)
        for _ in range(5):
            assert httpx.get(f"{small.base_url}/health", timeout=20).status_code == 200
        judged = httpx.post(f"{small.base_url}/judge", content=b"<p>x", timeout=60)
        assert judged.status_code == 200


def test_requests_in_work_keep_their_place(small: httpx.Client, tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as threads, ExitStack() as held:
        page = f"await {tmp_path / 'go'}"
        working = threads.submit(httpx.post, f"{small.base_url}/judge", content=page, timeout=60)
        wait_until(lambda: httpx.get(f"{small.base_url}/health").json()["busy"], "the page to be worked on")
        for _ in range(2 * PLACES):
            held.enter_context(connect(small))
        assert httpx.get(f"{small.base_url}/health", timeout=20).status_code == 200
        (tmp_path / "go").touch()
        assert working.result().status_code == 200


def test_when_every_place_is_in_work_the_next_connection_gets_503(
    small: httpx.Client, tmp_path: Path
) -> None:
    def ask(connection: socket.socket) -> None:
        page = f"await {tmp_path / 'go'}".encode()
        connection.sendall(HEAD + b"Content-Length: %d\r\n\r\n" % len(page) + page)

    with ExitStack() as held:
        for _ in range(5 * PLACES):  # one that has not arrived completely loses its place
            ask(held.enter_context(connect(small)))
            answer = httpx.get(f"{small.base_url}/health", timeout=60)
            if answer.status_code != 200:
                break
        (tmp_path / "go").touch()
    assert (answer.status_code, answer.json()["error"]) == (503, "busy")
    assert answer.headers["retry-after"] == "1"


def sum_of(health: dict[str, int]) -> int:
    return health["busy"] + health["waiting"]


@pytest.mark.parametrize(
    "sent", [b"", HEAD, HEAD + b"X-Slow: "], ids=["nothing", "half a head", "half a line"]
)
def test_a_head_that_does_not_arrive_in_time_is_an_error(hurried: httpx.Client, sent: bytes) -> None:
    with connect(hurried) as slow:
        slow.sendall(sent)
        assert received(slow) == (
            408,
            {"error": "too_slow", "reason": "no request arrived within 0.3 seconds"},
        )


def test_a_second_request_has_as_much_time_for_its_head_and_no_more(hurried: httpx.Client) -> None:
    with connect(hurried) as slow:
        slow.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert slow.recv(65_536).startswith(b"HTTP/1.1 200")
        slow.sendall(b"GET /hea")
        assert received(slow)[0] == 408


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01 is no HTTP\r\n\r\n",
        b"GET /health HTTP/1.1\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 100_000,
        HEAD + b"Content-Length: -1\r\n\r\n",
        HEAD + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        HEAD + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    ],
)
def test_what_is_not_http_is_answered_in_json(small: httpx.Client, sent: bytes) -> None:
    with connect(small) as client:
        client.sendall(sent)
        status, body = received(client)
    assert (status, body["error"]) in ((400, "bad_request"), (501, "bad_request"))


def test_one_client_cannot_have_every_place(tmp_path: Path) -> None:
    with running(replace(SETTINGS, per_client=2), faults.start) as client, ThreadPoolExecutor(2) as threads:
        page = f"await {tmp_path / 'go'}"
        working = [threads.submit(httpx.post, f"{client.base_url}/judge", content=page) for _ in range(2)]
        wait_until(lambda: sum_of(client.get("/health").json()) == 2, "both requests")
        refused = client.post("/judge", content="<p>x")
        assert (refused.status_code, refused.json()["error"]) == (429, "too_many_requests")
        assert refused.headers["retry-after"] == "1"
        (tmp_path / "go").touch()
        assert [one.result().status_code for one in working] == [200, 200]
        assert client.post("/judge", content="<p>x").status_code == 200


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("203.0.113.9", "203.0.113.9", True),
        ("203.0.113.9", "203.0.113.10", False),
        ("2001:db8:1:2::3", "2001:db8:1:2:ffff::1", True),
        ("2001:db8:1:2::3", "2001:db8:1:3::3", False),
    ],
)
def test_clients_are_told_apart_by_their_network(one: str, other: str, same: bool) -> None:
    clients = Clients(1)
    with clients.place({"client": (one, 1)}) as first, clients.place({"client": (other, 2)}) as second:
        assert (first, second) == (True, not same)
    assert not clients.requests
