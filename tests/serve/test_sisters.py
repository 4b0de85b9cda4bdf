"""`site: "auto"`: the service finds other pages of a page's site, where it may fetch."""

from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest

from maintext.http.client import Client, FetchPolicy
from maintext.serve.intake import Intake
from tests.http.sites import Site, running_site, story
from tests.serve.conftest import SETTINGS
from tests.serve.running import running

LINKS = [f"/news/{number}.html" for number in range(1, 4)]


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running_site({link: story(f"It rained on day {link[6]}.", *LINKS) for link in LINKS}) as pages:
        yield pages


@pytest.fixture(scope="module")
def fetching() -> Iterator[httpx.Client]:
    """A service that may fetch, also from this machine."""
    made = Intake.__init__

    def make(intake: Intake, *arguments: object) -> None:
        made(intake, *arguments)  # type: ignore[arg-type]
        intake.client = Client(FetchPolicy(1_000_000, 20, public_only=False))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Intake, "__init__", make)
        with running(replace(SETTINGS, allow_fetch=True)) as client:
            yield client


PRINTED = {"method": "path_similarity:printed", "site": "auto"}


def test_other_pages_are_found_for_a_url(fetching: httpx.Client, site: Site) -> None:
    found = fetching.post("/extract", json={"url": f"{site.url}/news/1.html", **PRINTED}).json()
    assert found["text"] == "It rained on day 1."
    assert "notes" not in found
    explained = fetching.post("/explain", json={"url": f"{site.url}/news/1.html", **PRINTED}).json()
    assert explained["template"]["blocks"]


def test_other_pages_are_found_for_a_page_with_its_url(fetching: httpx.Client, site: Site) -> None:
    page = {"html": story("It rained today.", *LINKS).decode(), "url": f"{site.url}/news/9.html"}
    assert fetching.post("/extract", json=page | PRINTED).json()["text"] == "It rained today."
    query = {"url": page["url"], **PRINTED}
    body = {"content": page["html"], "headers": {"Content-Type": "text/html"}}
    assert fetching.post("/extract", params=query, **body).json()["text"] == "It rained today."  # type: ignore[arg-type]


def test_methods_are_compared_with_other_pages(fetching: httpx.Client, site: Site) -> None:
    asked = {"url": f"{site.url}/news/1.html", "methods": ["path_similarity", "auto"], "site": "auto"}
    found = fetching.post("/compare", json=asked).json()["methods"]
    assert found["path_similarity"]["text"] == "It rained on day 1."
    assert "notes" not in found["path_similarity"]


def test_copies_and_pages_without_text_are_not_used_and_the_note_says_so(fetching: httpx.Client) -> None:
    rain = "It rained on the hills for a day and a night, and the river rose until it stood in the town."
    own, links = story(rain, *LINKS), LINKS[1:]
    pages = {LINKS[0]: own, links[0]: own.replace(b"Sports", b"Sport"), links[1]: b"<script>go()</script>"}
    with running_site(pages) as other:
        found = fetching.post("/extract", json={"url": f"{other.url}{LINKS[0]}", **PRINTED}).json()
        (note,) = found["notes"]
        assert "2 other pages of the site were tried, but not used: " in note
        assert "1 without text" in note
        assert "1 nearly the same as the page" in note
        other.answers[links[1]].body = story("It snowed.", *LINKS)
        found = fetching.post("/extract", json={"url": f"{other.url}{LINKS[0]}", **PRINTED}).json()
    assert found["text"] == rain
    assert "notes" not in found


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://127.0.0.1:1/news/1.html", "its robots.txt could not be fetched: cannot connect"),
        ("http://[x/news/1.html", "not a valid URL"),
        ("/news/1.html", "only http and https URLs are fetched"),
    ],
)
def test_if_no_page_is_found_the_result_says_why(fetching: httpx.Client, url: str, words: str) -> None:
    page = {"html": story("It rained.", *LINKS).decode(), "url": url, "site": "auto"}
    (note,) = fetching.post("/extract", json=page).json()["notes"]
    assert note.startswith("what repeats on the site was not removed: ")
    assert words in note
    compared = fetching.post("/compare", json={**page, "methods": ["auto"]}).json()
    assert compared["methods"]["auto"]["notes"] == [note]


@pytest.mark.parametrize(
    ("more", "status", "words"),
    [
        ({"site": "auto"}, 422, "needs the url"),
        ({"site": "auto", "url": "http://x.example/", "site_pages": ["<p>"]}, 422, "not both"),
        ({"site": "news.json"}, 422, "site must be 'auto', not 'news.json'"),
        ({"site": ["auto"]}, 422, "site must be a text"),
    ],
)
def test_what_cannot_be_done_is_refused(
    fetching: httpx.Client, more: dict[str, object], status: int, words: str
) -> None:
    answer = fetching.post("/extract", json={"html": "<p>Text.", **more})
    assert answer.status_code == status
    assert words in answer.json()["reason"]


def test_nothing_is_fetched_unless_that_is_allowed(service: httpx.Client) -> None:
    page = {"html": "<p>Text.", "url": "http://x.example/", "site": "auto"}
    answer = service.post("/extract", json=page)
    assert answer.status_code == 403
    assert "--allow-fetch" in answer.json()["reason"]


def test_a_skipped_site_step_is_reported_for_the_method_that_has_one(service: httpx.Client) -> None:
    page = {"html": story("It rained.").decode()}
    assert service.post("/extract", json=page | {"method": "path_similarity"}).json()["notes"]
    assert "notes" not in service.post("/extract", json=page | {"method": "ceds"}).json()
