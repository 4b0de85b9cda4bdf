import pytest

from maintext.metadata import read_metadata
from maintext.metadata.names import byline_names, declared_names
from maintext.page.parse import parse


def authors_of(html: str) -> tuple[tuple[str, ...], str | None]:
    found = read_metadata(parse(html))
    return found.authors, found.sources.get("authors")


@pytest.mark.parametrize(
    ("byline", "names"),
    [
        ("By Ann Lee", ["Ann Lee"]),
        ("Written by: Ann Lee and Bo Li", ["Ann Lee", "Bo Li"]),
        ("Ann Lee, Bo Li & Cy Low", ["Ann Lee", "Bo Li", "Cy Low"]),
        ("Ann Lee, MD, PhD", ["Ann Lee"]),
        ("Ann Lee, Senior Editor", ["Ann Lee"]),
        ("Ann Lee | Staff writer", ["Ann Lee"]),
        ("By Rayhan Demytrie BBC News, Ust-Kamenogorsk, Kazakhstan", ["Rayhan Demytrie"]),
        ("By Ann Lee The Associated Press", ["Ann Lee"]),
        ("Ann Lee, London", ["Ann Lee"]),
        ("Ann Lee Founder", ["Ann Lee"]),
        ("Ann og Bo Li", ["Ann", "Bo Li"]),
        ("Ann Lee March 5, 2024", ["Ann Lee"]),
        ("Ann Lee 5 Mar 2024", ["Ann Lee"]),
        ("Ann Lee Published 2024", ["Ann Lee"]),
        ("Von Änne Öz", ["Änne Öz"]),
        ("Paper Staff", ["Paper Staff"]),
        ("Ann Lee on rain", ["Ann Lee"]),
        ("作者：王小明", ["王小明"]),
        ("本报记者 王小明 李四", ["王小明", "李四"]),
        ("记者 王乐文 方 敏", ["王乐文", "方敏"]),
        ("文/王小明", ["王小明"]),
        ("作者：王小明 来源：新华网", ["王小明"]),
        ("作者：记者 王小明", ["王小明"]),
        ("作者：见习编辑 王小明", ["王小明"]),
        ("作者：佚名", []),
        ("+复制链接", []),
        ("发表于 6 天前", []),
        ("Taboola", []),
        ("Comment", []),
        ("51 Comments", []),
        ("Report Duplicate", []),
        ("Flag", []),
        ("By following the tips below, you win", []),
        ("by", []),
        ("August 28", []),
        ("admin", []),
        ("CC BY", []),
        ("CC BY-NC-SA", []),
        ("CC BY-SA 4.0", []),
        ("CC-BY-4.0", []),
        ("CC0", []),
        ("CC0 1.0", []),
        ("https://example.com/ann", []),
        ("ann@example.com", []),
        ("x" * 300, []),
        ("", []),
    ],
)
def test_names_are_read_from_a_byline(byline: str, names: list[str]) -> None:
    assert byline_names(byline) == names


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("Ann Lee", ["Ann Lee"]),
        ("Ann Lee, Bo Li and Cy Low", ["Ann Lee", "Bo Li", "Cy Low"]),
        ("Paper Staff", ["Paper Staff"]),
        ("Morgan & Morgan", ["Morgan & Morgan"]),
        ("ann lee", ["ann lee"]),
        ("https://facebook.com/paper", []),
        ("page.head.author", []),
    ],
)
def test_declared_names_are_taken_as_they_are(value: str, names: list[str]) -> None:
    assert declared_names(value) == names


def test_nested_json_ld_authors_are_read() -> None:
    html = """<script type="application/ld+json">{"@type": "Article", "author": [
    {"@type": "Person", "name": "Ann Lee"}, {"givenName": "Bo", "familyName": "Li"}, "Cy Low",
    {"@type": "Person"}, null, 3, {"name": ["Di Ma"]}]}</script>"""
    assert authors_of(html) == (("Ann Lee", "Bo Li", "Cy Low", "Di Ma"), "json-ld")


@pytest.mark.parametrize(
    ("html", "source"),
    [
        ("<h1>Rain</h1><a rel=author href=/x>Ann Lee</a>", "rel=author"),
        ("<h1>Rain</h1><div class=post-author-name>Ann Lee</div>", "byline class"),
        (
            "<h1>Rain</h1><div class=byline>By <a href=/x>Ann Lee</a> <span>Rain desk</span></div>",
            "byline class",
        ),
        ("<h1>Rain</h1><div class=byline><div>Ann Lee</div><div>5 May 2024</div></div>", "byline class"),
        ("<h1>Rain</h1><a href=/author/ann-lee>Ann Lee</a>", "author link"),
        ("<h1>Rain</h1><p>By Ann Lee</p>", "byline text"),
        ("<h1>Rain</h1><p>By <b>Ann Lee</b><i>5 May 2024</i></p>", "byline text"),
        (
            "<meta name=twitter:label1 content='Written by'><meta name=twitter:data1 content='Ann Lee'>",
            "twitter:data",
        ),
    ],
)
def test_a_byline_is_found_if_nothing_is_declared(html: str, source: str) -> None:
    assert authors_of(html) == (("Ann Lee",), source)


def test_buttons_beside_an_author_are_no_authors() -> None:
    names = "<a>Ann Lee</a> <a>Report Duplicate</a> <a>Flag</a> <a>+加关注</a>"
    assert authors_of(f"<h1>Rain</h1><div class=author>{names}</div>")[0] == ("Ann Lee",)


def test_authors_of_comments_are_not_authors_of_the_page() -> None:
    html = "<main><h1>Rain</h1><ul class=comment-list><li class=comment-author>Ann Lee</li></ul></main>"
    assert authors_of(html) == ((), None)


def test_a_byline_after_the_title_beats_one_before_it() -> None:
    html = "<div><b class=author>Bo Li</b></div><div><h1>Rain</h1><b class=author>Ann Lee</b></div>"
    assert authors_of(html)[0] == ("Ann Lee",)


def test_a_byline_beats_a_site_that_declares_itself_as_author() -> None:
    declared = "<meta property=og:site_name content=Paper><meta name=author content=Paper><h1>Rain</h1>"
    assert authors_of(f"{declared}<p class=byline>By Ann Lee</p>") == (("Ann Lee",), "byline class")
    assert authors_of(declared) == (("Paper",), "author")


def test_a_url_is_not_an_author() -> None:
    html = (
        "<meta property=article:author content=https://www.facebook.com/paper><h1>Rain</h1><p>By Ann Lee</p>"
    )
    assert authors_of(html)[0] == ("Ann Lee",)


@pytest.mark.parametrize(
    "attributes", ["class=Byline", "id=byline", "class='' id=BYLINE", "class=' ' id=by-line"]
)
def test_a_byline_is_found_by_its_class_or_else_its_id_in_any_case(attributes: str) -> None:
    page = parse(f"<h1>Rain</h1><div {attributes}>Ann Lee</div><p>It rained all day, and all night, too.")
    assert read_metadata(page).authors == ("Ann Lee",)


def test_an_id_does_not_count_next_to_a_class() -> None:
    page = parse(
        "<h1>Rain</h1><div class=box id=byline>Ann Lee</div><p>It rained all day, and all night, too."
    )
    assert read_metadata(page).authors == ()


def test_an_author_in_a_note_beside_the_title_counts() -> None:
    note = "<aside><address><a rel=author href=/x>Ann Lee</a></address></aside>"
    assert authors_of(f"<article><h1>Rain</h1>{note}<p>It rains.</article>") == (("Ann Lee",), "rel=author")
    assert authors_of(f"<h1>Rain</h1>{note}<p>It rains.") == (("Ann Lee",), "rel=author")
    assert (
        authors_of(f"<article><h1>Rain</h1></article>{note.replace('<aside', '<aside class=related')}")[0]
        == ()
    )


def test_a_name_may_follow_its_label_on_a_line_of_its_own() -> None:
    assert authors_of("<h1>Rain</h1><p>Written by</p><p>Ann Lee</p><p>It rains.")[0] == ("Ann Lee",)


def test_a_site_among_the_authors_is_left_out() -> None:
    site = "<meta property=og:site_name content=Paper>"
    assert authors_of(f"{site}<meta name=author content='Ann Lee, Paper'>")[0] == ("Ann Lee",)
    assert authors_of(f"{site}<meta name=author content=Paper>")[0] == ("Paper",)


def test_all_authors_of_a_citation_count() -> None:
    ld = '<script type="application/ld+json">{"@type": "Article", "author": {"name": "Ann Lee"}}</script>'
    names = "<meta name=citation_author content='Lee, Ann'><meta name=citation_author content='Bo Li'>"
    assert authors_of(ld + names) == (("Ann Lee", "Bo Li"), "citation_author")


def test_conjunctions_of_other_languages_separate_declared_names() -> None:
    assert declared_names("Ann Lee und Bo Li") == declared_names("Ann Lee og Bo Li") == ["Ann Lee", "Bo Li"]
    assert declared_names("Telegram & Gazette") == ["Telegram & Gazette"]
