"""Metadata as a whole: every source is read, the better one wins, and every field has its source."""

from dataclasses import asdict, fields
from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.metadata import Metadata, read_metadata
from maintext.metadata.reader import PLAIN_URL
from maintext.page.parse import empty_page, parse


def metadata_of(html: str, url: str | None = None) -> Metadata:
    return read_metadata(parse(html), url)


def test_a_page_without_rows_has_no_metadata() -> None:
    assert read_metadata(empty_page()) == Metadata()


def test_exactly_the_fields_that_are_found_have_a_source() -> None:
    found = metadata_of(
        """<html lang=en><link rel=canonical href=/a><link rel=license href=/terms>
        <meta property=og:title content=Rain><meta name=author content="Ann Lee">
        <meta property=article:published_time content=2024-03-05>
        <meta property=article:modified_time content=2024-03-06><meta property=og:site_name content=Paper>
        <meta name=description content="It rains."><meta property=og:image content=/i.png>
        <meta property=article:section content=News><meta property=article:tag content=storm>""",
        "https://example.com/x",
    )
    assert found == Metadata(
        title="Rain",
        authors=("Ann Lee",),
        date="2024-03-05",
        modified="2024-03-06",
        site_name="Paper",
        language_declared="en",
        description="It rains.",
        categories=("News",),
        tags=("storm",),
        licence="https://example.com/terms",
        image="https://example.com/i.png",
        url="https://example.com/a",
        sources={
            "title": "og:title",
            "authors": "author",
            "date": "article:published_time",
            "modified": "article:modified_time",
            "site_name": "og:site_name",
            "language_declared": "html lang",
            "description": "description",
            "licence": "rel=license",
            "image": "og:image",
            "url": "link canonical",
            "categories": "article:section",
            "tags": "article:tag",
        },
    )
    assert set(found.sources) == {field.name for field in fields(Metadata)} - {"sources", "sample"}


def test_a_field_that_is_not_found_has_no_source() -> None:
    found = metadata_of("<p>words")
    assert found == Metadata()
    assert found.sources == {}


def test_json_ld_comes_before_meta_and_meta_before_the_page() -> None:
    page = "<h1>Rain</h1><p>By Cy Low, 3 May 2024</p>"
    meta = '<meta name=author content="Bo Li"><meta name=date content=2024-05-02>'
    json_ld = """<script type="application/ld+json">{"@type": "NewsArticle", "datePublished": "2024-05-01",
    "author": {"@type": "Person", "name": "Ann Lee"}}</script>"""
    assert [
        (found.authors, found.date)
        for found in (metadata_of(json_ld + meta + page), metadata_of(meta + page), metadata_of(page))
    ] == [
        (("Ann Lee",), "2024-05-01"),
        (("Bo Li",), "2024-05-02"),
        (("Cy Low",), "2024-05-03"),
    ]


def test_microdata_is_read_and_that_of_comments_is_not() -> None:
    found = metadata_of(
        """<article itemscope itemtype="https://schema.org/Article">
        <div itemscope itemtype="https://schema.org/Comment"><b itemprop=author>Troll</b>
        <time itemprop=datePublished datetime=2020-01-01>then</time></div>
        <h2 itemprop=headline>Rain in May</h2>
        <span itemprop=author itemscope><b itemprop=name>Ann Lee</b> (staff)</span>
        <meta itemprop=datePublished content=2024-05-01></article>"""
    )
    assert (found.title, found.authors, found.date) == ("Rain in May", ("Ann Lee",), "2024-05-01")
    assert found.sources["authors"] == "microdata"


def test_dublin_core_is_read() -> None:
    found = metadata_of(
        """<meta name=DC.title content="Rain"><meta name=DC.creator content="Ann Lee">
        <meta name=DC.date.issued content=2024-05-01><meta name=DC.language content=fr>"""
    )
    assert (found.title, found.authors, found.date, found.language) == (
        "Rain",
        ("Ann Lee",),
        "2024-05-01",
        "fr",
    )


def test_scholarly_pages_list_authors_one_by_one_last_name_first() -> None:
    found = metadata_of(
        '<meta name=citation_author content="Lee, Ann"><meta name=citation_author content="Li, Bo">'
    )
    assert found.authors == ("Ann Lee", "Bo Li")


@pytest.mark.parametrize(
    ("html", "licence", "source"),
    [
        ('<a rel=license href="https://example.com/cc">CC', "https://example.com/cc", "rel=license"),
        (
            '<a href="//creativecommons.org/licenses/by/4.0/">CC',
            "https://creativecommons.org/licenses/by/4.0/",
            "link",
        ),
        (
            '<script type="application/ld+json">{"@type":"WebPage","license":"https://example.com/l"}</script>',
            "https://example.com/l",
            "json-ld",
        ),
        ('<a href="https://creativecommons.org/about">About CC', None, None),
    ],
)
def test_a_licence_is_found(html: str, licence: str | None, source: str | None) -> None:
    found = metadata_of(html, "https://example.com/")
    assert (found.licence, found.sources.get("licence")) == (licence, source)


def test_invalid_urls_are_ignored() -> None:
    found = metadata_of(
        "<meta property=og:image content='data:image/png;base64,AA'><link rel=canonical href='http://[x'>"
    )
    assert (found.image, found.url) == (None, None)


def test_the_site_name_is_that_of_the_publisher_if_there_is_no_other() -> None:
    found = metadata_of(
        '<script type="application/ld+json">{"@type":"Article","publisher":{"name":"A &amp; B"}}</script>'
    )
    assert (found.site_name, found.sources["site_name"]) == ("A & B", "json-ld")


def test_metadata_can_be_turned_into_plain_data() -> None:
    assert asdict(metadata_of("<title>Rain</title>"))["sources"] == {"title": "title"}


@given(
    st.from_regex(PLAIN_URL, fullmatch=True),
    st.sampled_from(("", "http://a.example/b/c?d#e", "https://a.example", "file:///a", "a:b")),
)
def test_joining_does_not_change_a_plain_url(url: str, base: str) -> None:
    assert urljoin(base, url) == url


# -- forms, profiles and buttons --------------------------------------------------------------------------

BODY = "<p>The town council voted on Tuesday to reopen the path, which has been closed for two years.</p>" * 3


def read(body: str, head: str = "", url: str | None = None) -> Metadata:
    return metadata_of(f"<head>{head}</head><body>{body}{BODY}", url)


def test_labels_of_a_form_are_no_bylines() -> None:
    login = "<form><p class=login-username><label>Username or Email Address</label><input></p></form>"
    assert read(f"<h1>The path</h1>{login}").authors == ()
    assert read("<form><h1>The path</h1><p class=author>By Ann Lee</p></form>").authors == ("Ann Lee",)


@pytest.mark.parametrize(
    "joined",
    [
        "<dd class=profile-joined><b>Joined:</b> 2011-11-17 06:12</dd>",
        "<dd class=date>Joined 2011-11-17</dd>",
        "<dt>注册时间</dt><dd>2011-11-17</dd>",
        "<p>Registered: <time datetime=2011-11-17>17 Nov 2011</time></p>",
    ],
)
def test_the_date_when_a_user_joined_is_not_that_of_the_page(joined: str) -> None:
    assert read(f"<h1>The path</h1>\n<dl>{joined}</dl>").date is None
    posted = "<p>by Ann » <time datetime=2019-05-04>4 May 2019</time></p>"
    assert read(f"<h1>The path</h1>\n<dl>{joined}</dl>{posted}").date == "2019-05-04"


def test_a_menu_before_a_date_is_no_label() -> None:
    assert read("<h1>The path</h1><p>Login Register 4 May 2019</p>").date == "2019-05-04"
    assert read("<h1>小路</h1><p>加入收藏 2019-05-04</p>").date == "2019-05-04"


def test_a_viewport_has_no_tags() -> None:
    assert read("", '<meta name=keywords content="width=device-width, initial-scale=1.0">').tags == ()


def test_a_button_is_no_part_of_the_title() -> None:
    assert read("<h1>The path <button>Copy item path</button></h1>").title == "The path"
    assert read("<h1><button>The path</button></h1>").title == "The path"


def test_a_relative_canonical_link_is_resolved_against_the_declared_url() -> None:
    canonical = "<link rel=canonical href=/a.html><meta property=og:url content=https://example.org/b>"
    assert read("", canonical).url == "https://example.org/a.html"
