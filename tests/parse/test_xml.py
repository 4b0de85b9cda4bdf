"""Pages that were written as XML: `<i/>` is an empty element there, and not the start of one."""

import pytest

from maintext.page.parse import parse

HEAD = "<html><head>" + '<meta name="a" content="b"/>' * 6 + "</head><body>"
SAVED = HEAD + '<p>One.<br/><br/></p><div class="c"/>' + '<i aria-hidden="true"/>' * 3


def texts(source: str) -> list[str]:
    page = parse(source)
    return [page.block_text(block) for block in range(len(page.blocks))]


def paths(source: str) -> list[str]:
    page = parse(source)
    return [page.xpath(int(page.blocks.element[block])) for block in range(len(page.blocks))]


@pytest.mark.parametrize(
    "tag", ["i", "iframe", "textarea", "script", "style", "title", "a", "li", "noscript"]
)
def test_an_empty_element_swallows_nothing(tag: str) -> None:
    source = f"{SAVED}<{tag} id='x'/><p>Three.</p><p>Four.</p>"
    assert texts(source) == ["One.", "Three.", "Four."]
    assert paths(source)[1:] == ["/html/body/p[2]", "/html/body/p[3]"]


def test_in_tables() -> None:
    source = f"{SAVED}<table><tr><td/><td>Three.</td></tr><tr/><tr><td>Four.</td></tr></table>"
    assert texts(source)[1:] == ["Three.", "Four."]
    assert paths(source)[2] == "/html/body/table/tbody/tr[3]/td"


@pytest.mark.parametrize(
    "sign",
    [
        "<br>",
        '<meta charset="utf-8">',
        "<b></b>" * 20,
        "<img alt='a > b'>",
        "<!-- <br/> --><br>",
        "<script>x</script><br>",
    ],
    ids=["br", "meta", "pairs", "quotes", "comment", "script"],
)
def test_html_keeps_its_rules(sign: str) -> None:
    assert texts(f"{SAVED}{sign}<textarea/><p>Three.</p>")[1:] == []


@pytest.mark.parametrize(
    "other",
    [
        "<!-- <br> -->",
        "<script>'<br>'</script>",
        "<svg><title></title><g><br></g></svg>",
        "<p title='<br>'>x</p>",
    ],
    ids=["comment", "script", "drawing", "value"],
)
def test_what_is_no_tag_of_the_page_is_no_sign(other: str) -> None:
    assert texts(f"{SAVED}{other}<textarea/><p>Three.</p>")[-1] == "Three."


def test_a_short_page_is_html() -> None:
    assert texts("<p>One.</p><br/><iframe/><p>Two.</p>") == ["One."]


def test_an_open_quote_ends_the_search() -> None:
    assert texts(f"{SAVED}<p>One.</p><textarea/><p class='x>Two.</p>")[-1] == "One."


def test_many_empty_elements() -> None:
    page = parse(SAVED + "<i/><textarea/>" * 50_000 + "<p>End.</p>")
    assert page.block_text(len(page.blocks) - 1) == "End."
