"""Access control."""

import socket
from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest

from maintext.serve.access import LOCAL, Access
from tests.serve import faults
from tests.serve.conftest import SETTINGS
from tests.serve.running import running

FRIEND, STRANGER = "https://friend.example", "https://stranger.example"


@pytest.fixture(scope="module")
def closed() -> Iterator[httpx.Client]:
    access = Access(token="sesame", origins=frozenset({FRIEND}))
    with running(replace(SETTINGS, access=access), faults.start) as client:
        yield client


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("localhost", True),
        ("LOCALHOST:8000", True),
        ("localhost.", True),
        ("127.0.0.1:1", True),
        ("[::1]:8000", True),
        ("[::1]", True),
        ("rebound.example", False),
        ("rebound.example:8000", False),
        ("127.0.0.1.rebound.example", False),
        ("localhost.rebound.example", False),
        ("localhost:8000@rebound.example", False),
        ("", False),
    ],
)
def test_the_service_answers_only_to_its_own_host_names(host: str, allowed: bool) -> None:
    assert Access().allows_host(host) is allowed


def test_a_rebound_host_name_is_refused(service: httpx.Client) -> None:
    answer = service.get("/", headers={"Host": "rebound.example"})
    assert (answer.status_code, answer.json()["error"]) == (421, "wrong_host")


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer sesam", "Bearer sesamee", "Basic sesame", "sesame"])
def test_without_the_token_nothing_is_answered(closed: httpx.Client, header: str) -> None:
    for path in ("/methods", "/metrics", "/labels", "/retrain/model", "/nowhere"):
        answer = closed.get(path, headers={"Authorization": header})
        assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    assert closed.post("/judge", content=b"", headers={"Authorization": header}).status_code == 401


def test_with_the_token_the_service_answers(closed: httpx.Client) -> None:
    headers = {"Authorization": "bearer sesame"}
    assert closed.get("/methods", headers=headers).status_code == 200


@pytest.mark.parametrize("path", ["/health", "/openapi.json", "/docs"])
def test_routes_that_reveal_nothing_about_pages_need_no_token(closed: httpx.Client, path: str) -> None:
    assert closed.get(path).status_code == 200


def test_pages_of_other_sites_may_not_send_requests_or_read_responses(service: httpx.Client) -> None:
    asked = service.post(
        "/judge", content=b"<p>x", headers={"Origin": STRANGER, "Content-Type": "text/plain"}
    )
    assert asked.status_code == 403
    for origin in (STRANGER, "null"):
        preflight = {"Origin": origin, "Access-Control-Request-Method": "POST"}
        answer = service.options("/judge", headers=preflight)
        assert answer.status_code == 403
        assert "access-control-allow-origin" not in answer.headers
        assert (
            "access-control-allow-origin" not in service.get("/methods", headers={"Origin": origin}).headers
        )


def test_the_inspector_itself_may_send_requests(service: httpx.Client) -> None:
    own = str(service.base_url).rstrip("/")
    assert service.post("/judge", content=b"<p>x", headers={"Origin": own}).status_code == 200


def test_an_allowed_origin_may_send_requests_and_read_responses(closed: httpx.Client) -> None:
    preflight = {"Origin": FRIEND, "Access-Control-Request-Method": "POST"}
    answer = closed.options("/judge", headers=preflight)
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, FRIEND)
    asked = closed.post("/judge", content=b"", headers={"Origin": FRIEND, "Authorization": "Bearer sesame"})
    assert (asked.status_code, asked.headers["access-control-allow-origin"]) == (200, FRIEND)


def test_every_response_has_the_security_headers(service: httpx.Client) -> None:
    for path in ("/methods", "/docs", "/nowhere"):
        headers = service.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'none'; ")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize(
    "path", ["/page/../settings.py", "/page/%2e%2e%2fapp.py", "/page/..%5capp.py", "/page/"]
)
def test_no_path_leads_out_of_the_inspectors_files(service: httpx.Client, path: str) -> None:
    assert service.get(path).status_code == 404


def test_local_names_are_the_default() -> None:
    assert Access().hosts == LOCAL


@pytest.mark.parametrize("token", ["sésame", "芝麻开门"])
def test_a_token_may_have_letters_beyond_ascii(token: str) -> None:
    access = Access(token=token)
    assert access.allows_token(f"Bearer {token.encode().decode('latin-1')}")
    assert access.allows_token("Bearer s\xe9same") is (token == "sésame")
    assert not access.allows_token("Bearer " + token.encode("ascii", "replace").decode())
    assert not access.allows_token("Bearer ")


def test_transfer_encoding_with_content_length_is_refused(service: httpx.Client) -> None:
    host, port = service.base_url.host, service.base_url.port or 0
    for path in ("/judge", "/health"):
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        with socket.create_connection((host, port)) as client:
            client.sendall(head.encode() + b"0\r\n\r\nGET /methods HTTP/1.1\r\nHost: localhost\r\n\r\n")
            received = b"".join(iter(lambda: client.recv(4096), b""))
        assert received.startswith(b"HTTP/1.1 400 ")
        assert received.count(b"HTTP/1.1") == 1
        assert b"not both" in received


def test_unknown_query_parameters_are_refused_on_every_route(labelling: httpx.Client) -> None:
    routes = [
        *(("GET", path) for path in ("/methods", "/samples", "/settings", "/health", "/metrics")),
        *(("GET", path) for path in ("/openapi.json", "/labels", "/labels/file", "/labels/pages/x.html")),
        *(("PUT", "/labels/pages/x.html"), ("DELETE", "/labels/pages/x.html"), ("POST", "/labels/undo")),
        *(("POST", "/labels/pages"), ("GET", "/retrain"), ("POST", "/retrain"), ("DELETE", "/retrain")),
        *(("GET", "/retrain/model"), ("POST", "/extract"), ("POST", "/judge"), ("POST", "/compare")),
        ("POST", "/explain"),
    ]
    for verb, path in routes:
        answer = labelling.request(verb, f"{path}?x=1")
        assert (answer.status_code, answer.json()["error"]) == (422, "invalid"), (verb, path)
        assert "unknown option 'x'" in answer.json()["reason"]


@pytest.mark.parametrize(
    ("verb", "path", "allowed"),
    [
        ("GET", "/extract", {"POST"}),
        ("DELETE", "/explain", {"POST"}),
        ("POST", "/health", {"GET", "HEAD"}),
        ("OPTIONS", "/judge", {"POST"}),
        ("PATCH", "/labels/pages/a.html", {"GET", "HEAD", "PUT", "DELETE"}),
        ("GET", "/labels/undo", {"POST"}),
        ("PUT", "/retrain", {"GET", "HEAD", "POST", "DELETE"}),
        ("POST", "/", {"GET", "HEAD"}),
    ],
)
def test_a_wrong_verb_is_answered_with_those_allowed(
    service: httpx.Client, verb: str, path: str, allowed: set[str]
) -> None:
    answer = service.request(verb, path)
    assert (answer.status_code, answer.json()["error"]) == (405, "method_not_allowed")
    assert set(answer.headers["allow"].split(", ")) == allowed
