import pytest

from maintext.judge import ARTICLE_FROM, JUDGED, SHORTEST_SURE, SURE_FROM, judge_page
from maintext.methods.p_value import AS_PRINTED
from maintext.page import Page, empty_page
from maintext.parse import parse

SENTENCE = "The tower was built in 1911, and it has leaned to the west since then. "


def page_with(sentences: int, links: int) -> Page:
    """An article of so many sentences beside so many links."""
    nav = "".join(f"<li><a href='/{n}'>Story number {n}</a> today</li>" for n in range(links))
    return parse(f"<div><ul>{nav}</ul></div><main><p>{SENTENCE * sentences}</p></main>")


def test_a_long_text_in_one_element_is_an_article() -> None:
    verdict = judge_page(page_with(sentences=20, links=5))
    assert verdict.label == "article"
    assert verdict.has_article
    assert verdict.p_value >= SURE_FROM
    assert verdict.reason.startswith("one element holds the page's text: its P, 0.9")


def test_a_page_of_many_small_texts_is_no_article() -> None:
    verdict = judge_page(parse("<div><h2>A product</h2><div><span>10</span> <b>Buy</b></div></div>" * 30))
    assert verdict.label == "not_article"
    assert not verdict.has_article
    assert verdict.p_value < ARTICLE_FROM
    assert verdict.reason.startswith("no element holds the page's text: the largest P, 0.")


def test_a_list_of_headlines_is_no_article_though_its_p_is_large() -> None:
    verdict = judge_page(parse("<li><a href=/>A headline of the usual length, and more</a> today</li>" * 30))
    assert verdict.p_value >= ARTICLE_FROM
    assert verdict.label == "not_article"
    assert verdict.reason.startswith("89% of the text in the element with the largest P, 0.7")


def test_between_the_bounds_the_verdict_is_uncertain_and_the_page_is_not_refused() -> None:
    verdict = judge_page(page_with(sentences=9, links=60))
    assert ARTICLE_FROM <= verdict.p_value < SURE_FROM
    assert verdict.label == "uncertain"
    assert verdict.has_article
    assert verdict.reason.endswith("lies between 0.5 and 0.7")


def test_a_short_notice_is_uncertain_however_large_its_p() -> None:
    assert len(SENTENCE * 3) < SHORTEST_SURE < len(SENTENCE * 5)
    short, long = judge_page(page_with(3, 0)), judge_page(page_with(5, 0))
    assert short.p_value >= SURE_FROM
    assert (short.label, long.label) == ("uncertain", "article")
    assert short.reason.endswith("its element has only 212 characters of text")


@pytest.mark.parametrize("page", [empty_page(), parse(""), parse("<a href=/>only a link</a>")])
def test_a_page_without_text_outside_links_has_no_article(page: Page) -> None:
    verdict = judge_page(page)
    assert (verdict.label, verdict.p_value, verdict.printed_p_value) == ("not_article", 0, 0)
    assert verdict.reason == "no element has text outside links"


def test_the_p_values_are_the_largest_of_the_page() -> None:
    page = page_with(sentences=9, links=60)
    verdict = judge_page(page)
    assert verdict.p_value == JUDGED.score(page).values.max()
    assert verdict.printed_p_value == AS_PRINTED.score(page).values.max()
    assert verdict.probability is None


def test_long_attributes_do_not_make_an_article_less_of_one_except_as_printed() -> None:
    plain = judge_page(parse(f"<main><p>{SENTENCE * 9}</p></main>"))
    modern = judge_page(
        parse(f"<main data-props='{'x' * 2000}'><p data-x='{'y' * 900}'>{SENTENCE * 9}</p></main>")
    )
    assert plain.has_article_as_printed
    assert not modern.has_article_as_printed
    assert plain.label == modern.label == "article"
    assert plain.p_value == modern.p_value


def test_chinese_text_is_judged_like_a_translation_three_times_as_long() -> None:
    chinese, english = "正文，" * 100, "abcdefghi" * 100
    menu = "<li></li>" * 20
    verdicts = [judge_page(parse(f"<ul>{menu}</ul><p>{text}</p>{menu}")) for text in (chinese, english)]
    assert verdicts[0].p_value == verdicts[1].p_value
