import pytest

from maintext.page.page import Page
from maintext.page.parse import empty_page, parse
from maintext.site.lockstep import lockstep


def story(text: str, extra: str = "") -> Page:
    return parse(f"<body><ul><li>Home<li>Sports</ul>{extra}<div><p>{text}</p></div><div>Imprint</div>")


def test_text_that_all_pages_have_at_the_same_place_is_template() -> None:
    noise = lockstep(story("Rain."), [story("Snow."), story("Hail.")])
    assert noise.tolist() == [True, True, False, True]


def test_text_that_one_page_lacks_is_content() -> None:
    others = [story("Rain."), story("Hail.")]
    assert lockstep(story("Rain."), others).tolist() == [True, True, False, True]
    assert lockstep(story("Rain."), others[:1]).all()


def test_white_space_makes_no_difference() -> None:
    assert lockstep(parse("<p>Daily\n  News</p>"), [parse("\n<p> Daily News</p>")]).tolist() == [True]


def test_a_deeper_part_of_one_page_is_skipped() -> None:
    extra = "<div><div><p>advertisement</p></div></div>"
    assert lockstep(story("Rain.", "<div></div>"), [story("Snow.", extra)]).tolist() == [
        True,
        True,
        False,
        True,
    ]
    assert lockstep(story("Rain.", extra), [story("Snow.", "<div></div>")]).tolist() == [
        True, True, False, False, True,
    ]  # fmt: skip


def test_scripts_and_their_replacements_are_ignored() -> None:
    page = parse("<body><noscript><p>Switch it on</p></noscript><p>Daily News</p>")
    assert lockstep(page, [parse("<body><script>1</script><p>Daily News</p>")]).tolist() == [False, True]


@pytest.mark.parametrize("others", [[], [empty_page()], [story("Rain."), parse("")]])
def test_without_another_page_nothing_is_template(others: list[Page]) -> None:
    page = parse("<p>one</p>")
    assert not lockstep(page, others).any()


def test_an_empty_page_has_no_template() -> None:
    assert lockstep(empty_page(), [story("Rain.")]).tolist() == []
