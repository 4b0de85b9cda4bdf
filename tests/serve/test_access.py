"""Access control."""

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
