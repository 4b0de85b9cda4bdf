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


def test_the_only_heading_beats_a_title_for_search_engines_with_which_it_shares_a_word() -> None:
    html = "<title>Cheap boots 2024 | Shop</title><h1>{} we wear in winter</h1>"
    assert title_of(html.format("Boots")) == "Boots we wear in winter"
    assert title_of(html.format("What")) == "Cheap boots 2024"


@pytest.mark.parametrize(
    "heading", ["<h1>Silicon Exposed</h1><h3>{}</h3>", "<h1>Silicon Exposed</h1>", "<h1>Acme</h1>"]
)
def test_a_logo_as_heading_does_not_beat_the_declared_titles(heading: str) -> None:
    title = "Open Verilog flow for chips"
    head = f"<title>Silicon Exposed: {title}</title><meta property=og:title content='{title}'>"
    assert title_of(head + heading.format(title)) == title


@pytest.mark.parametrize(
    ("logo", "expected"),
    [
        ("<a href=https://rain.org/>Rain Club</a>", "Why it falls"),
        ("<div><a href=/><b>Rain</b> Club</a></div>", "Why it falls"),
        ("<a href=./index.php>Rain Club</a>", "Rain Club"),
        ("<a href=index.php>Rain Club</a>", "Why it falls"),
        ("<a href=/topic?id=5>Rain Club</a>", "Rain Club"),
        ("<a href=#top>Rain Club</a>", "Rain Club"),
        ("<a href=#>Rain Club</a>", "Rain Club"),
        ("<a href=''>Rain Club</a>", "Rain Club"),
        ("<a>Rain Club</a>", "Rain Club"),
        ("<a href=http://[>Rain Club</a>", "Rain Club"),
        ("<a href=/>Rain</a> Club", "Rain Club"),
        ("The <a href=/>Rain Club</a>", "The Rain Club"),
        ("Rain Club", "Rain Club"),
    ],
)
def test_a_heading_that_leads_to_the_first_page_is_a_logo(logo: str, expected: str) -> None:
    html = (
        f"<title>Why it falls / Weather talk / Rain Club Forums</title><h1>{logo}</h1><h3>Why it falls</h3>"
    )
    assert title_of(html) == expected


def test_the_heading_of_a_first_page_may_lead_to_it() -> None:
    assert title_of("<title>Rain Club</title><h1><a href=/>Rain Club</a></h1>") == "Rain Club"
    assert title_of("<h1><a href=/>Rain Club</a></h1>") == "Rain Club"


@pytest.mark.parametrize(
    "heading",
    [
        "<h1>Rain falls <small>In spring</small></h1>",
        "<h1>Rain falls<span class=subtitle>In spring</span></h1>",
        "<h1>Rain falls<br><span class='post-sub-title x'>In spring</span></h1>",
    ],
)
def test_a_sub_title_is_not_part_of_the_title(heading: str) -> None:
    assert title_of(heading) == "Rain falls"
    assert title_of(f"<title>Rain falls - Paper</title>{heading}") == "Rain falls"


def test_a_sub_title_is_part_of_a_title_that_is_declared_with_it() -> None:
    head = "<meta property=og:title content='Rain falls: in spring'>"
    assert title_of(f"{head}<h1>Rain falls: <small>in spring</small></h1>") == "Rain falls: in spring"
    assert title_of("<h1><small>Rain falls</small></h1>") == "Rain falls"


def test_an_element_beside_the_declared_title_in_a_heading_is_left_out() -> None:
    head = "<title>Rain in spring - Paper</title><meta property=og:title content='Rain in spring'>"
    for heading in (
        "<b>12 replies to</b> <i>Rain in spring</i>",
        "Rain in spring <i>(example.org) 87 comments</i>",
    ):
        assert title_of(f"{head}<h1>{heading}</h1>") == "Rain in spring"


def test_the_name_of_a_book_as_heading_does_not_beat_the_chapter() -> None:
    html = (
        "<title>What is rain? - The Book of Weather</title><h1>The Book of Weather</h1><h2>What is rain?</h2>"
    )
    assert title_of(html) == "What is rain?"


def test_the_part_of_a_title_that_the_page_shows_is_the_title() -> None:
    html = "<title>下雨了 - 早報 - 今天下雨了,很大 - 報</title><a href=/>早報</a><td>今天下雨了,很大</td>"
    assert title_of(html) == "今天下雨了,很大"
    assert (
        title_of("<title>Home > City > Rain falls on us</title><b>Rain falls on us</b>") == "Rain falls on us"
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
