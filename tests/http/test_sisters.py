"""Other pages of a site: which are fetched, how politely, and what happens if none can be."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest

import maintext
from maintext.http.client import Client, Fetched, FetchPolicy
from maintext.http.sisters import Manners, Sisters, fetch_sisters, find_sisters
from tests.http.sites import Answer, Site, running_site, story

POLICY = FetchPolicy(1_000_000, 10, public_only=False)
QUICK = Manners(pause=0)
LINKS = [f"/news/{number}.html" for number in range(2, 6)]
PAGES: dict[str, bytes | Answer] = {link: story(f"It snowed on day {link[6]}.") for link in LINKS}


def robots(text: str) -> dict[str, bytes | Answer]:
    return {"/robots.txt": Answer(text.encode(), kind="text/plain")}


def find(pages: Mapping[str, bytes | Answer], *links: str, manners: Manners = QUICK) -> tuple[Sisters, Site]:
    with running_site(pages) as site:
        own = story("It rained.", *(links or LINKS))
        return find_sisters(own, f"{site.url}/news/1.html", policy=POLICY, manners=manners), site


def test_two_pages_of_the_site_are_fetched_and_used() -> None:
    sisters, site = find(PAGES)
    assert site.asked[0] == "/robots.txt"
    assert len(site.asked) == 3
    assert set(site.asked[1:]) <= set(LINKS)
    assert [page.url for page in sisters.pages] == [site.url + path for path in site.asked[1:]]
    assert sisters.problem is None
    assert site.agents == {f"Mozilla/5.0 (compatible; maintext/{maintext.__version__})"}
    document = maintext.extract(story("It rained."), method="path_similarity:printed", site=sisters.texts)
    assert document.text == "It rained."
    assert document.notes == ()


def test_the_same_pages_are_chosen_each_time_and_others_by_another_seed() -> None:
    with running_site(PAGES) as site:
        url = f"{site.url}/news/1.html"

        def chosen(seed: int) -> list[str]:
            found = find_sisters(story("It rained.", *LINKS), url, seed=seed, policy=POLICY, manners=QUICK)
            return [page.url for page in found.pages]

        assert chosen(0) == chosen(0)
        assert len({tuple(chosen(seed)) for seed in range(8)}) > 1


def test_what_robots_txt_forbids_is_not_asked_for() -> None:
    rules = "User-agent: *\nDisallow: /news/2\nDisallow: /*/3.html$\n"
    sisters, site = find(PAGES | robots(rules))
    assert sorted(site.asked) == ["/news/4.html", "/news/5.html", "/robots.txt"]
    assert len(sisters.pages) == 2


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (robots("User-agent: *\nDisallow: /"), "its robots.txt forbids the other pages"),
        (robots("User-agent: maintext\nDisallow: /news"), "its robots.txt forbids the other pages"),
        ({"/robots.txt": Answer(b"", 503)}, "its robots.txt could not be fetched: the server answered 503"),
        ({"/robots.txt": Answer(b"", 429)}, "its robots.txt could not be fetched: the server answered 429"),
        ({"/robots.txt": Answer(b"\x89PNG\r\n", kind="image/png")}, "its robots.txt is not text"),
        ({"/robots.txt": Answer(b"", 301, location="http://other.example/robots.txt")}, "another host"),
        ({"/robots.txt": Answer(b"#" * 2_000_000, kind="text/plain")}, "fetched: it has more than 1,000,000"),
    ],
)
def test_if_robots_txt_forbids_it_or_cannot_be_read_nothing_else_is_asked_for(
    answer: dict[str, bytes | Answer], words: str
) -> None:
    sisters, site = find(PAGES | answer)
    assert site.asked == ["/robots.txt"]
    assert sisters.pages == ()
    assert words in (sisters.problem or "")


@pytest.mark.parametrize("kind", ["application/octet-stream", "text/html", "image/png", "nonsense", ""])
def test_robots_txt_is_read_whatever_its_content_type(kind: str) -> None:
    rules = Answer(b"User-agent: *\nDisallow: /news/2\nDisallow: /news/3", kind=kind)
    sisters, site = find(PAGES | {"/robots.txt": rules})
    assert sorted(site.asked) == ["/news/4.html", "/news/5.html", "/robots.txt"]
    assert len(sisters.pages) == 2


def test_robots_txt_is_decoded() -> None:
    rules = Answer("\ufeffUser-agent: *\nDisallow: /".encode("utf-16-le"), kind="text/plain")
    assert find(PAGES | {"/robots.txt": rules})[0].problem == "its robots.txt forbids the other pages"


@pytest.mark.parametrize("status", [403, 404, 410])
def test_a_site_without_robots_txt_forbids_nothing(status: int) -> None:
    assert len(find(PAGES | {"/robots.txt": Answer(b"", status)})[0].pages) == 2


def test_without_links_nothing_is_asked_for() -> None:
    sisters, site = find(PAGES, "https://other.example/news/1.html", "/imprint")
    assert site.asked == []
    assert sisters == Sisters((), "the page links to no page of the same site and shape")


def test_one_page_is_better_than_none() -> None:
    sisters, site = find({LINKS[0]: PAGES[LINKS[0]]})
    assert len(site.asked) == 5
    assert [page.url for page in sisters.pages] == [site.url + LINKS[0]]
    assert sisters.problem is None


def test_few_pages_are_asked_for_if_all_fail() -> None:
    sisters, site = find({}, *(f"/news/{number}.html" for number in range(2, 50)))
    assert len(site.asked) == 1 + QUICK.tries
    assert sisters.pages == ()
    assert sisters.problem == (
        "6 other pages of the site were tried, but not used: "
        "6 that could not be fetched (the server answered 404 Not Found)"
    )


@pytest.mark.parametrize(
    "location",
    ["http://localhost:1/news/2.html", "http://other.example/", "https://127.0.0.1:1/", "/private/2.html"],
)
def test_redirects_to_another_host_or_a_forbidden_path_are_not_followed(location: str) -> None:
    pages: dict[str, bytes | Answer] = {link: Answer(b"", 302, location=location) for link in LINKS}
    sisters, site = find(pages | robots("User-agent: *\nDisallow: /private"))
    assert sisters.pages == ()
    assert sorted(site.asked) == [*LINKS, "/robots.txt"]
    assert "another host" in (sisters.problem or "") or "forbids" in (sisters.problem or "")


def test_redirects_on_the_site_are_followed_but_not_back_to_the_page() -> None:
    pages: dict[str, bytes | Answer] = {
        "/news/2.html": Answer(b"", 302, location="/stories/2.html"),
        "/news/3.html": Answer(b"", 302, location="/news/1.html"),
        "/stories/2.html": story("It snowed."),
        "/news/1.html": story("It rained."),
    }
    sisters, site = find(pages, "/news/2.html", "/news/3.html")
    assert [page.url for page in sisters.pages] == [f"{site.url}/stories/2.html"]


LONG = "It rained on the hills for a day and a night, and the river rose until it stood in the lower town. "
EMPTY = b"<title>Soon</title><script>load()</script>"
PDF = b"%PDF-1.7 " + bytes(range(256)) * 8


NOT_HTML = "that could not be fetched (it is application/pdf, not HTML)"


def copy_of_the_page(number: int) -> bytes:
    """The page in another version: another address, another count of readers, a line more."""
    return story(LONG + "It rained.", *LINKS) + b"<p>Read %d times.</p><p>Print this page.</p>" % number


@pytest.mark.parametrize(
    ("pages", "words"),
    [
        ([copy_of_the_page(number) for number in range(4)], "4 nearly the same as the page"),
        ([EMPTY, b"", b" ", EMPTY], "4 without text"),
        ([PDF] * 4, "4 without text"),
        (
            [Answer(PDF, kind="application/pdf")] * 4,
            f"4 {NOT_HTML}",
        ),
        ([Answer(b"", 302, location="/news/1.html")] * 4, "4 nearly the same as the page"),
    ],
)
def test_copies_and_pages_without_text_do_not_count(pages: list[bytes | Answer], words: str) -> None:
    own = story(LONG + "It rained.", *LINKS)
    with running_site(dict(zip(LINKS, pages, strict=True)) | {"/news/1.html": own}) as site:
        sisters = find_sisters(own, f"{site.url}/news/1.html", policy=POLICY, manners=QUICK)
    assert sisters == Sisters((), f"4 other pages of the site were tried, but not used: {words}")


def test_each_flaw_is_counted() -> None:
    answers: list[bytes | Answer] = [story("It rained.", *LINKS), EMPTY, PDF, Answer(b"", 410)]
    pages = dict(zip(LINKS, answers, strict=True))
    problem = find(pages)[0].problem or ""
    assert problem.startswith("4 other pages of the site were tried, but not used: ")
    assert sorted(problem.partition(": ")[2].split(", ")) == [
        "1 nearly the same as the page",
        "1 that could not be fetched (the server answered 410 Gone)",
        "2 without text",
    ]


def test_the_next_page_is_tried_instead_of_one_that_cannot_be_used() -> None:
    links = [*LINKS, "/news/6.html"]
    pages = dict(zip(links, [story("It rained.", *links), EMPTY, PDF], strict=False)) | {
        link: story(f"It snowed on day {link[6]}.") for link in links[3:]
    }
    sisters, site = find(pages, *links)
    assert {page.url.removeprefix(site.url) for page in sisters.pages} == set(links[3:])
    assert sisters.problem is None


def test_why_a_search_ended_early_is_said_after_what_it_found() -> None:
    pages = dict.fromkeys(LINKS, EMPTY + b" " * 300_000)
    assert find(pages)[0].problem == (
        "3 other pages of the site were tried, but not used: 3 without text; "
        "the other pages have more than 1,000,000 bytes"
    )


def test_the_bytes_of_all_pages_together_are_limited() -> None:
    large = {link: story(f"{link} " + "word " * 60_000) for link in LINKS}
    sisters, site = find(large)
    assert len(sisters.pages) == 1
    assert len(site.asked) == 3


def test_there_is_a_pause_before_each_request_and_a_longer_one_if_the_site_asks_for_it() -> None:
    paused: list[float] = []

    async def sleep(seconds: float) -> None:
        paused.append(seconds)

    def search(site: Site) -> Sisters:
        urls = [site.url + link for link in LINKS]
        search = fetch_sisters(Client(POLICY), f"{site.url}/news/1.html", urls, find_none, sleep=sleep)
        return asyncio.run(search)

    async def find_none(_: Fetched) -> None:
        return None

    with running_site(PAGES | robots("User-agent: *\nCrawl-delay: 3")) as site:
        assert len(search(site).pages) == 2
    assert paused == [0.5, 3, 3]


def test_the_time_of_all_requests_together_is_limited() -> None:
    with running_site(PAGES) as site:
        policy = FetchPolicy(1_000_000, 0.5, public_only=False)
        own = story("It rained.", *LINKS)
        sisters = find_sisters(own, f"{site.url}/news/1.html", policy=policy, manners=Manners(pause=0.4))
    assert sisters == Sisters((), "no other page of the site within 0.5 seconds")


def test_a_site_that_asks_for_more_time_than_there_is_is_left_alone() -> None:
    sisters, site = find(PAGES | robots("User-agent: *\nCrawl-delay: 3600"))
    assert sisters == Sisters((), "its robots.txt asks for 3600 seconds between requests")
    assert site.asked == ["/robots.txt"]


def test_few_redirects_are_followed() -> None:
    pages: dict[str, bytes | Answer] = {link: Answer(b"", 302, location=link) for link in LINKS}
    sisters, site = find(pages)
    assert len(site.asked) == 1 + 3 * len(LINKS)
    assert "4 that could not be fetched (it redirects more than 2 times)" in (sisters.problem or "")


def test_a_malformed_redirect_is_a_page_that_cannot_be_fetched() -> None:
    sisters, _ = find(
        PAGES | {"/news/2.html": Answer(b"", 302, location="http://[::1/")}, "/news/2.html", "/news/3.html"
    )
    assert len(sisters.pages) == 1


@pytest.mark.parametrize("url", ["http://127.0.0.1:8080/news/1.html", "http://169.254.169.254/news/1.html"])
def test_only_public_hosts_are_asked_unless_the_policy_says_otherwise(url: str) -> None:
    sisters = find_sisters(story("It rained.", *LINKS), url, manners=QUICK)
    assert sisters.pages == ()
    assert "not an address of the public internet" in (sisters.problem or "")


@pytest.mark.parametrize(
    "html", [b"", b"\x00\xff" * 1000, b"<a href=" * 10_000, b"<div>" * 10_000, "<a href='http://[::1'>x</a>"]
)
def test_a_hostile_page_has_no_sisters(html: bytes | str) -> None:
    assert find_sisters(html, "http://127.0.0.1:1/news/1.html", policy=POLICY, manners=QUICK).pages == ()


def test_hostile_sisters_are_read_like_any_page() -> None:
    pages = {"/news/2.html": b"\x00\xff" * 1000, "/news/3.html": b"<div>" * 10_000, "/news/4.html": b""}
    sisters, _ = find(pages, *pages)
    document = maintext.extract(story("It rained."), method="path_similarity", site=sisters.texts)
    assert "It rained." in document.text


def test_the_docs_name_the_limits() -> None:
    text = (Path(__file__).parents[2] / "docs" / "site-templates.md").read_text(encoding="utf-8")
    manners = Manners()
    assert f"at most {manners.tries} pages" in text
    assert f"{manners.pause:g} s" in text
