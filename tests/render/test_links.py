"""URLs of links: joining them agrees with urllib."""

from urllib.parse import urljoin

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from maintext.page.parse import parse
from maintext.render.links import PageUrls

PAGE = parse("")
BASES = (
    "http://a.example",
    "https://A.example:80/b/c;d?e=/f#g",
    "https://a.example?b",
    "http://a.example\n",
    "http://[::1]/b",
    "http://a_b.example/",
    "ftp://a.example/b",
    "/b/c",
)
PARTS = "http https :// : / / // . .. ? # ; ;p=1 a b.example A-1 %20 ~u _ & = , @ ! ' ( ) $ é [ ] :8".split()


def joined(base: str, url: str) -> str | None:
    try:
        return urljoin(base, url)
    except ValueError:
        return None


@settings(max_examples=500, deadline=None)
@given(st.sampled_from(BASES), st.lists(st.sampled_from(PARTS), min_size=1, max_size=8).map("".join))
@example("http://a.example/b", "/c/./d")
@example("http://a.example/b", "/c/..")
@example("http://a.example/b", "//b.example/c")
@example("http://a.example/b", "https://b.example?")
@example("http://a.example/b", "https://b.example#")
@example("http://a.example/b", "/c?d=/../e")
@example("http://a.example/b", "http://b.example/c//d/?e#f")
@example("http://a.example/b", "/c//d/")
def test_joined_urls_agree_with_urllib(base: str, url: str) -> None:
    if not url.startswith(("http:", "https:", "/")):
        url = f"/{url}"
    assert PageUrls(PAGE, base).link(url) == joined(base, url)


@pytest.mark.parametrize("url", ["", " #a", "#a", "javascript:a", " java\nscript:a", "data:a", "ftp://a/b"])
def test_empty_and_unsafe_urls_are_not_links(url: str) -> None:
    assert PageUrls(PAGE, "https://a.example/").link(url) is None


def test_the_base_element_of_the_page_is_used() -> None:
    page = parse("<base href='//b.example/c/'>")
    urls = PageUrls(page, "https://a.example/")
    assert urls.link("/d") == "https://b.example/d"
    assert urls.link("d") == "https://b.example/c/d"
