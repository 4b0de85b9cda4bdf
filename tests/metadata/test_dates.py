from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.metadata import read_metadata
from maintext.metadata.dates import date_in_url, find_dates, parse_date
from maintext.metadata.published import is_month_first
from maintext.page.parse import parse


@pytest.mark.parametrize(
    ("written", "iso"),
    [
        ("2024-03-05", "2024-03-05"),
        ("2024-03-05T12:30:00Z", "2024-03-05T12:30:00+00:00"),
        ("2024-03-05T12:30:00.123-0500", "2024-03-05T12:30:00-05:00"),
        ("2024-03-05 12:30", "2024-03-05T12:30:00"),
        ("2024/3/5", "2024-03-05"),
        ("2024.03.05", "2024-03-05"),
        ("20240305", "2024-03-05"),
        ("20240305123000", "2024-03-05T12:30:00"),
        ("1709641800", "2024-03-05T12:30:00+00:00"),
        ("1709641800000", "2024-03-05T12:30:00+00:00"),
        ("Tue, 05 Mar 2024 12:30:00 GMT", "2024-03-05T12:30:00+00:00"),
        ("March 5, 2024", "2024-03-05"),
        ("Mar. 5th, 2024 at 1:30 p.m.", "2024-03-05T13:30:00"),
        ("5 March 2024", "2024-03-05"),
        ("the 5th of March 2024", "2024-03-05"),
        ("12:05 am on nothing", None),
        ("March 5, 2024 12:05 AM", "2024-03-05T00:05:00"),
        ("5. März 2024", "2024-03-05"),
        ("5 de marzo de 2024", "2024-03-05"),
        ("5 mars 2024 à 12:30", "2024-03-05T12:30:00"),
        ("5 марта 2024", "2024-03-05"),
        ("2024年3月5日", "2024-03-05"),
        ("2024 年 03 月 05 日 12:30", "2024-03-05T12:30:00"),
        ("2024年3月5日12时30分", "2024-03-05T12:30:00"),
        ("2024年3月5日 下午3:05", "2024-03-05T15:05:00"),
        ("2024-3-5（星期二）12:30", "2024-03-05T12:30:00"),
        ("2024년 3월 5일", "2024-03-05"),
        ("31/12/2024", "2024-12-31"),
        ("12/31/2024", "2024-12-31"),
        ("2024-02-31", None),
        ("1970-01-01", None),
        ("2010-2012", None),
        ("version 2.2024.3", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_a_date_is_read_as_it_is_written(written: str, iso: str | None) -> None:
    assert parse_date(written) == iso


def test_the_order_of_month_and_day_follows_the_language() -> None:
    assert (parse_date("3/5/2024", month_first=True), parse_date("3/5/2024")) == ("2024-03-05", "2024-05-03")
    assert parse_date("3.5.2024", month_first=True) == "2024-05-03"
    assert is_month_first("en-US", "")
    assert is_month_first("en", "https://example.com/")
    assert not is_month_first("en-GB", "")
    assert not is_month_first("en", "https://example.co.uk/")
    assert not is_month_first("fr", "https://example.com/")


def test_every_date_of_a_text_is_found_in_order() -> None:
    text = "Posted on March 5, 2024, updated 6 May 2024, and seen 2024-05-07."
    assert [(text[start : start + 5], date) for start, date in find_dates(text)] == [
        ("March", "2024-03-05"),
        ("6 May", "2024-05-06"),
        ("2024-", "2024-05-07"),
    ]


@pytest.mark.parametrize(
    ("url", "date"),
    [
        ("https://example.com/2024/03/05/rain", "2024-03-05"),
        ("https://example.com/c/2024-03-05/doc-1.shtml", "2024-03-05"),
        ("https://example.com/n1/2024/0305/c1-2.html", "2024-03-05"),
        ("https://example.com/2024-03/05/content_1.htm", "2024-03-05"),
        ("https://example.com/world/2024/mar/05/rain", "2024-03-05"),
        ("https://example.com/20240305/1.html", "2024-03-05"),
        ("https://example.com/id/1202403051", None),
        ("https://example.com/2024/rain", None),
    ],
)
def test_a_url_may_hold_the_date(url: str, date: str | None) -> None:
    assert date_in_url(url) == date


@given(st.text(alphabet="0123456789-/.:T +Z年月日 MarchAP,", max_size=60), st.booleans())
def test_every_date_that_is_returned_is_valid(text: str, month_first: bool) -> None:
    for date in [parse_date(text, month_first), date_in_url(text), *(date for _, date in find_dates(text))]:
        if date is not None:
            assert 1991 <= datetime.fromisoformat(date).year <= 2099


def date_of(html: str, url: str | None = None) -> tuple[str | None, str | None]:
    found = read_metadata(parse(html), url)
    return found.date, found.sources.get("date")


def test_the_date_near_the_title_is_that_of_the_page() -> None:
    menu = "<p>1 May 2020</p>" + "<p>menu</p>" * 40
    assert date_of(f"{menu}<h1>Rain</h1><p>5 May 2024</p><p>It rained on 3 May 2024.</p>") == (
        "2024-05-05",
        "text",
    )


def test_a_date_of_publication_beats_one_of_change() -> None:
    html = "<h1>Rain</h1><p>Updated: 6 May 2024. Published: 5 May 2024</p>"
    assert date_of(html) == ("2024-05-05", "text")


def test_dates_of_comments_and_related_articles_are_ignored() -> None:
    html = """<main><h1>Rain</h1><div class=related-news><time datetime=2020-01-01>then</time></div>
    <div class=comments><p>1 May 2020</p></div></main>"""
    assert date_of(html) == (None, None)


def test_a_box_with_the_title_belongs_to_the_page_whatever_its_name() -> None:
    assert date_of("<div class='has-sidebar comments-open'><h1>Rain</h1><time datetime=2024-05-05>") == (
        "2024-05-05",
        "time",
    )


def test_a_marked_date_is_found_far_from_the_title() -> None:
    html = (
        "<h1>Rain</h1>"
        + "<p>It rained, it rains, and it will rain.</p>" * 60
        + "<p class=post-date>5 May 2024</p>"
    )
    assert date_of(html) == ("2024-05-05", "date class")


def test_a_date_of_change_is_not_the_date_of_publication() -> None:
    html = "<meta property=article:modified_time content=2024-06-01><h1>Rain</h1>"
    assert date_of(html, "https://example.com/2024/05/05/rain") == ("2024-05-05", "url")
    assert date_of(html) == (None, None)
    assert read_metadata(parse(html)).modified == "2024-06-01"


def test_the_date_in_the_url_beats_those_in_the_text() -> None:
    url = "https://example.com/2024/05/05/rain"
    assert date_of("<h1>Rain</h1><p>It was 3 June 2023.</p>", url) == ("2024-05-05", "url")
    assert date_of("<h1>Rain</h1><p>3 June 2023</p><p>5 May 2024, 12:30</p>", url) == (
        "2024-05-05T12:30:00",
        "text",
    )
    declared = "<meta property=article:published_time content=2024-05-06><h1>Rain</h1>"
    assert date_of(declared, url) == ("2024-05-06", "article:published_time")


@pytest.mark.parametrize(
    ("language", "line", "date"),
    [
        ("en", "Published on 01/25/26", "2026-01-25"),
        ("en", "Published on 25/01/26", "2026-01-25"),
        ("en", "Posted 3/5/24 by Ann Lee", "2024-03-05"),
        ("en-GB", "Posted 3/5/24 by Ann Lee", "2024-05-03"),
        ("fr", "Publié le 03/05/24", "2024-05-03"),
        ("de", "Veröffentlicht am 03.05.98", "1998-05-03"),
        ("en", "Version 01/25/26", None),
        ("en", "Published on 26/25/26", None),
        ("en", "Published in 1.2.3.26", None),
    ],
)
def test_a_year_of_two_digits_is_read_after_a_label(language: str, line: str, date: str | None) -> None:
    assert date_of(f"<html lang={language}><h1>Rain</h1><p>{line}</p><p>It rains.")[0] == date


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("citation_publication_date", "2023 Jan 7"),
        ("citation_publication_date", "2023/01/07"),
        ("citation_online_date", "2023-Jan-07"),
        ("published_on", "2023-01-07"),
        ("published_on", "01/07/23"),
    ],
)
def test_names_and_forms_of_declared_dates(name: str, value: str) -> None:
    assert date_of(f"<html lang=en-US><meta name={name} content='{value}'><h1>Rain</h1>") == (
        "2023-01-07",
        name,
    )


@pytest.mark.parametrize("box", ["article", "main", "header"])
@pytest.mark.parametrize("note", ["aside", "footer", "aside class=post-meta"])
def test_a_date_in_a_note_beside_the_title_counts(box: str, note: str) -> None:
    aside = f"<{note}><time datetime=2024-05-05>5 May</time></{note.split()[0]}>"
    html = f"<{box}><h1>Rain</h1>{aside}</{box}><p>It rains."
    assert date_of(html) == ("2024-05-05", "time")


@pytest.mark.parametrize("note", ["<aside>", "<aside class=related>", "<footer>"])
def test_a_date_in_another_note_does_not_count(note: str) -> None:
    inner = f"{note}<time datetime=2024-05-05>5 May</time>"
    assert date_of(f"<article><h1>Rain</h1><p>It rains.</article>{inner}") == (None, None)


def test_a_web_page_that_names_no_author_has_no_date_of_publication_in_json_ld() -> None:
    data = '{"@type": "%s", %s "datePublished": "2024-05-05"}'
    html = f'<script type="application/ld+json">{data}</script><h1>Rain</h1>'
    assert date_of(html % ("WebPage", "")) == (None, None)
    assert date_of(html % ("WebPage", '"author": "Ann",')) == ("2024-05-05", "json-ld")
    assert date_of(html % ("Article", "")) == ("2024-05-05", "json-ld")


def test_a_time_is_given_in_the_zone_that_the_page_uses() -> None:
    html = "<meta property=article:published_time content=2024-05-06T01:00:00Z><time datetime={}>May</time>"
    assert date_of(html.format("2024-05-05T20:00:00-05:00"))[0] == "2024-05-05T20:00:00-05:00"
    assert date_of(html.format("2024-05-05T20:00:01-05:00"))[0] == "2024-05-06T01:00:00+00:00"


def test_a_chinese_line_of_date_and_source_is_read() -> None:
    html = "<h1>暴雨橙色预警</h1><div>2024年3月5日 12:30　来源：新华网　作者：王小明</div><p>正文。</p>"
    found = read_metadata(parse(html))
    assert (found.date, found.authors) == ("2024-03-05T12:30:00", ("王小明",))
