"""Limits on bodies."""

import asyncio
import gzip
import socket
import zlib
from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.requests import Request

from maintext.serve.body import Buffers, read_body
from maintext.serve.errors import Refusal
from tests.serve.conftest import SETTINGS

MOST = SETTINGS.limits.bytes
GZIP = {"Content-Encoding": "gzip", "Content-Type": "text/html"}


def test_a_compressed_body_is_decompressed(service: httpx.Client) -> None:
    packed = gzip.compress(b"<p>The tower was built in 1911, and it leans.")
    assert service.post("/extract?format=text&method=p_value", content=packed, headers=GZIP).text.startswith(
        "The tower"
    )


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"not gzip at all", 400),
        (gzip.compress(b"x" * 1000)[:-9], 400),
        (gzip.compress(b"x") + b"more", 400),
        (gzip.compress(b"x") * 2, 200),
        (gzip.compress(b"x" * MOST), 200),
        (gzip.compress(b"x" * (MOST + 1)), 413),
        (gzip.compress(b"\0" * 30_000_000), 413),
        (gzip.compress(gzip.compress(b"\0" * 1_000_000)), 200),
    ],
    ids=["no gzip", "cut", "goes on", "two members", "at the limit", "past it", "a bomb", "packed twice"],
)
def test_compressed_bodies_are_limited_and_checked(service: httpx.Client, body: bytes, status: int) -> None:
    assert service.post("/judge", content=body, headers=GZIP).status_code == status


def test_another_encoding_is_refused(service: httpx.Client) -> None:
    headers = GZIP | {"Content-Encoding": "br"}
    assert service.post("/judge", content=b"x", headers=headers).status_code == 415


def test_a_body_that_is_declared_too_large_is_refused_before_it_is_sent(service: httpx.Client) -> None:
    host, port = service.base_url.host, service.base_url.port or 0
    with socket.create_connection((host, port)) as client:
        client.sendall(f"POST /judge HTTP/1.1\r\nHost: {host}\r\nContent-Length: {MOST + 1}\r\n\r\n".encode())
        assert client.recv(100).startswith(b"HTTP/1.1 413 ")


def test_a_client_that_sends_all_before_it_reads_gets_the_response(service: httpx.Client) -> None:
    host, port = service.base_url.host, service.base_url.port or 0
    head = f"POST /judge HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: 20000000\r\n\r\n"
    with socket.create_connection((host, port), timeout=60) as client:
        client.sendall(head.encode() + b"x" * 20_000_000)
        assert b"".join(iter(lambda: client.recv(65_536), b"")).startswith(b"HTTP/1.1 413 ")


def test_a_bomb_that_has_arrived_completely_does_not_delay_the_next_request(service: httpx.Client) -> None:
    with httpx.Client(base_url=service.base_url, timeout=60) as client:
        for _ in range(5):
            bomb = gzip.compress(bytes(5_000_000))
            assert client.post("/judge", content=bomb, headers=GZIP).status_code == 413
            assert client.get("/health").status_code == 200


def test_a_body_in_chunks_is_refused_when_it_has_become_too_large(service: httpx.Client) -> None:
    chunks = (b"x" * 100_000 for _ in range(50))
    answer = service.post("/judge", content=chunks, headers={"Content-Type": "text/html"})
    assert (answer.status_code, answer.json()["error"]) == (413, "too_large")


def request_of(*chunks: bytes, wait: float = 0, headers: dict[str, str] | None = None) -> Request:
    async def messages() -> AsyncIterator[dict[str, object]]:
        for chunk in chunks:
            await asyncio.sleep(wait)
            yield {"type": "http.request", "body": chunk, "more_body": True}
        yield {"type": "http.request", "body": b"", "more_body": False}

    source = messages()
    raw = [(name.encode(), value.encode()) for name, value in (headers or {}).items()]
    return Request({"type": "http", "method": "POST", "headers": raw}, source.__anext__)


def test_a_body_that_arrives_too_slowly_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        asyncio.run(read_body(request_of(b"a", b"b", wait=3600), 100, 0.1, lambda size: None))
    assert refused.value.status == 408


def test_a_decompression_bomb_stops_at_the_limit() -> None:
    taken: list[int] = []
    bomb = gzip.compress(b"\0" * 5_000_000)
    with pytest.raises(Refusal) as refused:
        asyncio.run(
            read_body(request_of(bomb, headers={"content-encoding": "gzip"}), 200_000, 5, taken.append)
        )
    assert refused.value.status == 413
    assert sum(taken) <= 200_000


@pytest.mark.parametrize("size", [1, 7, 1000, 65_536])
def test_a_compressed_body_is_complete_however_it_is_cut(size: int) -> None:
    text = b"".join(b"%d " % number for number in range(4_000))
    packed = zlib.compressobj(wbits=31)
    body = packed.compress(text) + packed.flush()
    chunks = [body[at : at + size] for at in range(0, len(body), size)]
    request = request_of(*chunks, headers={"content-encoding": "gzip"})
    assert asyncio.run(read_body(request, 10**6, 30, lambda size: None)) == text


def test_the_bytes_of_all_bodies_are_limited_and_released() -> None:
    buffers = Buffers(100)
    with buffers.share() as one:
        one(60)
        with buffers.share() as other, pytest.raises(Refusal) as refused:
            other(50)
        assert refused.value.status == 503
    assert buffers.held == 0
