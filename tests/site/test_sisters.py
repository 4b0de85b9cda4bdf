import time

import pytest

from maintext.page.page import Page
from maintext.page.parse import empty_page, parse
from maintext.site.sisters import sister_urls

PAGE = "https://news.example/2024/05/rain-over-wuyi.html"


def linked(*links: str) -> Page:
    return parse("".join(f'<p><a href="{link}">link</a></p>' for link in links))


def found(page: Page, url: str = PAGE, seed: int = 0) -> list[str]:
    return [each.removeprefix("https://news.example") for each in sister_urls(page, url, seed=seed)]


def test_pages_of_the_same_shape_come_first() -> None:
    page = linked("/news/about/us.html", "/2023/11/first-snow.html", "/2024/05/fog.html", "/1/a/3")
    urls = found(page)
    assert urls[0] == "/2023/11/first-snow.html"
    assert urls[1] == "/2024/05/fog.html"  # no hyphen
    assert set(urls[2:]) == {"/news/about/us.html", "/1/a/3"}


@pytest.mark.parametrize(
    "link",
    [
        PAGE,
        "",
        "#comments",
        "?print=1",
        "/2024/05/rain-over-wuyi.html#top",
        "/2024/05/rain-over-wuyi.html/",
        "/2024/05",
        "/2024/05/a/b.html",
        "/2024/05/photo-of-rain.jpg",
        "/2024/05/report-of-rain.pdf",
        "https://other.example/2024/05/first-snow.html",
        "https://www.news.example/2024/05/first-snow.html",
        "https://news.example:8443/2024/05/first-snow.html",
        "//other.example/2024/05/first-snow.html",
        "javascript:open('/2024/05/first-snow.html')",
        "mailto:a/2024/05/first-snow.html",
        "data:text/html,/2024/05/x",
        "http://[news.example/2024/05/first-snow.html",
        "https://news.example:port/2024/05/first-snow.html",
        "/2024/05/" + 3000 * "x" + ".html",
    ],
)
def test_what_is_not_another_page_of_the_site_is_left_out(link: str) -> None:
    assert found(linked(link)) == []


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("first-snow.html", "/2024/05/first-snow.html"),
        ("../06/ice.html#top", "/2024/06/ice.html"),
        ("http://news.example/2024/05/first-snow.html", "/2024/05/first-snow.html"),
        ("HTTPS://NEWS.EXAMPLE:443/2024/05/first-snow.html", "/2024/05/first-snow.html"),
        ("/2024/05/first-snow.html?from=home", "/2024/05/first-snow.html?from=home"),
        ("/新闻/2024/雪.html", "/新闻/2024/雪.html"),
    ],
)
def test_links_are_resolved_and_asked_for_by_the_pages_own_scheme(link: str, expected: str) -> None:
    assert found(linked(link)) == [expected]


def test_a_base_element_counts() -> None:
    page = parse("<base href=https://news.example/2023/12/><a href=ice.html>x</a>")
    assert found(page) == ["/2023/12/ice.html"]


def test_the_query_can_say_which_page_it_is() -> None:
    own = "https://news.example/show.php?id=7&cat=2"
    page = linked(
        "/show.php?id=8&cat=2", "/show.php?id=7&cat=2", "/show.php?id=7&cat=2&print=1", "/list.php?p=1"
    )
    assert found(page, own) == ["/show.php?id=8&cat=2", "/list.php?p=1"]


def test_hidden_links_are_not_followed() -> None:
    assert found(parse("<p hidden><a href=/2024/05/trap.html>x</a></p>")) == []


def test_the_choice_is_random_but_the_same_each_time() -> None:
    links = [f"/2024/05/story-{number}.html" for number in range(20)]
    orders = {tuple(found(linked(*links), seed=seed)) for seed in range(5)}
    assert len(orders) == 5
    assert all(sorted(order) == sorted(links) for order in orders)
    assert found(linked(*links), seed=3) == found(linked(*reversed(links)), seed=3)


@pytest.mark.parametrize("url", ["", "news.example/a", "ftp://news.example/a", "http://[x/a", "http://x:y/a"])
def test_without_a_url_there_are_no_sisters(url: str) -> None:
    assert sister_urls(linked("/a", "/b"), url) == []


def test_a_page_without_links_has_no_sisters() -> None:
    assert found(empty_page()) == found(parse("<p>Text.</p>")) == []


def test_a_page_with_very_many_links_takes_little_time() -> None:
    page = linked(*(f"/2024/05/story-{number}.html" for number in range(100_000)))
    start = time.thread_time()
    assert len(found(page)) == 20
    assert time.thread_time() - start < 30  # 0.1 on a quiet machine; a square of the links takes minutes
