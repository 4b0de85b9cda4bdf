"""Pages by URL: responses for the client's errors."""

import asyncio
from collections.abc import Callable

import pytest
from starlette.requests import Request

from maintext.http.addresses import FetchError, ForbiddenUrl, InvalidUrl
from maintext.http.client import Fetched, Take
from maintext.serve.errors import Refusal
from maintext.serve.intake import Intake
from maintext.serve.settings import Settings

BODY = b'{"url": "http://news.example/"}'


def ask(outcome: Fetched | FetchError, allow_fetch: bool = True) -> tuple[bytes | str, dict[str, object]]:
    """The page of a request with a URL, if fetching ends like this."""

    async def fetch(url: str, take: Take) -> Fetched:
        assert url == "http://news.example/"
        if isinstance(outcome, FetchError):
            raise outcome
        return outcome

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": BODY, "more_body": False}

    intake = Intake(Settings(allow_fetch=allow_fetch), None)
    intake.client.fetch = fetch  # type: ignore[assignment,method-assign]
    headers = [(b"content-type", b"application/json")]
    request = Request({"type": "http", "method": "POST", "headers": headers, "query_string": b""}, receive)
    given = asyncio.run(intake.page(request, "extract", lambda size: None))
    return given.html, given.options


def test_a_fetched_page_has_its_last_url_and_charset() -> None:
    html, options = ask(Fetched(b"<p>Hello", "http://news.example/2", "koi8-r"))
    assert html == b"<p>Hello"
    assert options == {"url": "http://news.example/2", "charset": "koi8-r"}


@pytest.mark.parametrize(
    ("kind", "status", "error"),
    [(InvalidUrl, 422, "invalid"), (ForbiddenUrl, 403, "forbidden"), (FetchError, 502, "fetch_failed")],
)
def test_each_kind_of_error_has_its_status(
    kind: Callable[[str], FetchError], status: int, error: str
) -> None:
    with pytest.raises(Refusal, match="why") as refused:
        ask(kind("why"))
    assert (refused.value.status, refused.value.error) == (status, error)


def test_nothing_is_fetched_unless_that_is_allowed() -> None:
    with pytest.raises(Refusal, match="--allow-fetch") as refused:
        ask(FetchError("asked though it is not allowed"), allow_fetch=False)
    assert refused.value.status == 403
