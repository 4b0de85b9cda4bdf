import pytest

from maintext.metadata import read_metadata
from maintext.metadata.titles import strip_site_name
from maintext.page.parse import parse


def title_of(html: str, url: str | None = None) -> str | None:
    return read_metadata(parse(html), url).title


@pytest.mark.parametrize(
    ("title", "bare"),
    [
        ("Storm reaches the coast | BBC News", "Storm reaches the coast"),
        ("Storm reaches the coast - The Daily Paper", "Storm reaches the coast"),
        ("央行宣布下调存款准备金率 - 新浪网", "央行宣布下调存款准备金率"),
        ("央行宣布下调存款准备金率_新浪财经_新浪网", "央行宣布下调存款准备金率"),
        ("静夜思-中国诗歌网", "静夜思"),
        ("Java 17: what is new", "Java 17: what is new"),
        ("read_csv and to_csv", "read_csv and to_csv"),
        ("Well-known facts", "Well-known facts"),
        ("A - B", "A - B"),
        ("|", "|"),
        ("", ""),
    ],
)
def test_an_unknown_site_name_is_stripped_if_it_looks_like_one(title: str, bare: str) -> None:
    assert strip_site_name(title) == bare


def test_a_known_site_name_is_stripped_at_either_end() -> None:
    assert strip_site_name("Example: a day of rain", {"example"}) == "a day of rain"
    assert strip_site_name("Rain | A long subtitle of many words | Example News", {"example"}) == (
        "Rain | A long subtitle of many words"
    )


def test_the_host_and_the_declared_site_name_are_known_names() -> None:
    title = "<title>A day of rain and of very much wind - The Example</title>"
    assert title_of(title, "https://www.theexample.com/a") == "A day of rain and of very much wind"
    assert title_of(f"<meta property=og:site_name content='The Example'>{title}") == (
        "A day of rain and of very much wind"
    )


def test_the_heading_that_agrees_with_the_declared_title_is_the_title() -> None:
    html = (
        "<title>Storm hits coast - Paper</title><h1>Paper</h1><h1>Storm hits the coast</h1><h1>More news</h1>"
    )
    assert title_of(html) == "Storm hits the coast"


def test_a_heading_that_the_declared_title_starts_with_is_the_title() -> None:
    html = "<title>Start — SQL Toolkit 2.0 Manual</title><h1>SQL Toolkit 2.0 Manual</h1><h1>Start¶</h1>"
    assert title_of(html) == "Start"


def test_the_only_heading_beats_a_title_for_search_engines() -> None:
    assert (
        title_of("<title>Cheap boots 2024 | Shop</title><h1>What we wear in winter</h1>")
        == "What we wear in winter"
    )


def test_a_heading_that_is_the_site_name_is_not_the_title() -> None:
    html = "<meta property=og:site_name content=Paper><title>A day of rain - Paper</title><h1>Paper</h1>"
    assert title_of(html) == "A day of rain"


def test_a_kicker_before_the_heading_is_left_out() -> None:
    html = "<meta property=og:title content='A day of rain'><h1><span>Opinion</span> A day of rain</h1>"
    assert title_of(html) == "A day of rain"


def test_words_that_a_style_sheet_separates_are_not_joined() -> None:
    assert title_of("<h1>Data<br>Analytics</h1>") == "Data Analytics"
    assert (
        title_of("<title>Data Analytics</title><h1><span>Data</span><span>Analytics</span></h1>")
        == "Data Analytics"
    )


def test_hidden_text_of_a_heading_is_left_out() -> None:
    assert title_of("<h1>Rain<span hidden> (hidden)</span><svg><title>icon</title></svg></h1>") == "Rain"


def test_a_title_that_is_escaped_twice_is_read() -> None:
    assert title_of('<meta property="og:title" content="Salt &amp;amp; pepper">') == "Salt & pepper"
