import pytest

from maintext.errors import Reason
from maintext.kind import PageKind, find_kind, name_kind
from maintext.methods.papers.p_value import PValue
from maintext.page.page import Page
from maintext.page.parse import empty_page, parse
from maintext.verdict import (
    ARTICLE_FROM,
    JUDGED,
    LIKELY_FROM,
    SHORTEST,
    SHORTEST_SURE,
    SURE_FROM,
    UNLIKELY_BELOW,
    Label,
    judge_page,
)
from tests.test_kind import kinds

SENTENCE = "The tower was built in 1911, and it has leaned to the west since then. "
SURE, LIKELY, UNLIKELY = (name_kind(kinds(article=p)) for p in (0.9, 0.5, 0.2))
SCATTERED = parse("<div><h2>A product</h2><div><span>10</span> <b>Buy</b></div></div>" * 30)
HEADLINES = parse("<li><a href=/>A headline of the usual length, and more</a> today</li>" * 30)


def page_with(sentences: int, links: int) -> Page:
    """An article with some sentences beside some links."""
    nav = "".join(f"<li><a href='/{n}'>Story number {n}</a> today</li>" for n in range(links))
    return parse(f"<div><ul>{nav}</ul></div><main><p>{SENTENCE * sentences}</p></main>")


LONG = page_with(sentences=20, links=5)


@pytest.mark.parametrize("name", ["article", "documentation"])
@pytest.mark.parametrize("p", [LIKELY_FROM, 0.78, 1.0])
def test_a_probable_article_is_an_article_whatever_its_p(p: float, name: str) -> None:
    kind = name_kind(kinds(**{name: p}))
    for page in (LONG, SCATTERED, parse("<div><p>A short line of words</p><b>x</b></div>" * 40)):
        assert judge_page(page, kind).label == "article"
    assert judge_page(LONG, kind).has_article


@pytest.mark.parametrize("p", [0.0, UNLIKELY_BELOW - 0.01])
def test_an_improbable_article_is_not_an_article_however_large_its_p(p: float) -> None:
    verdict = judge_page(LONG, PageKind("forum", 1 - p, kinds(article=p / 2, documentation=p / 2)))
    assert verdict.p_value > 0.9
    assert verdict.label == "not_article"
    assert not verdict.has_article
    assert verdict.reason == f"the probability of an article is {p:.0%}, the kind is forum ({1 - p:.0%})"


@pytest.mark.parametrize(
    ("page", "label", "words"),
    [
        (LONG, "uncertain", "does not rule an article out"),
        (SCATTERED, "not_article", "no element holds the page's text: the largest P is 0."),
        (HEADLINES, "not_article", "89% of the text in the element with the largest P is links"),
    ],
)
def test_between_the_thresholds_p_decides(page: Page, label: Label, words: str) -> None:
    verdict = judge_page(page, LIKELY)
    assert verdict.label == label
    assert words in verdict.reason
    assert (verdict.p_value < ARTICLE_FROM) == (page is SCATTERED)


def test_a_short_notice_is_uncertain_however_probable_an_article() -> None:
    assert len(SENTENCE) < SHORTEST_SURE < len(SENTENCE * 2)
    short, long = (judge_page(page_with(count, 0), SURE) for count in (1, 2))
    assert (short.label, long.label) == ("uncertain", "article")
    assert short.reason.endswith("but it has only 70 characters of text")


def test_a_chinese_text_is_as_long_as_its_translation() -> None:
    text = "这座塔建于一九一一年，从那时起它就一直向西倾斜，谁也不知道为什么。"
    assert len(text) < SHORTEST_SURE < 3 * len(text)
    assert judge_page(parse(f"<main><p>{text}</p></main>"), SURE).label == "article"


def test_a_few_words_are_no_article_however_probable() -> None:
    verdict = judge_page(parse("<p>Not found</p>"), SURE)
    assert (verdict.label, verdict.reason) == (
        "not_article",
        "the page has only 9 characters of text outside links",
    )
    assert SHORTEST > 9


def test_a_likely_article_of_links_is_a_list() -> None:
    assert judge_page(HEADLINES, name_kind(kinds(article=0.7))).label == "not_article"
    assert judge_page(HEADLINES, name_kind(kinds(article=SURE_FROM))).label == "article"


def test_a_bare_page_of_a_few_lines_has_an_article() -> None:
    page = parse(
        "<nav><a href=/>Home</a> <a href=/news>News</a></nav><div><h1>The tower</h1>"
        "<p>The tower was built in 1911, and it leans.</p>"
        "<p>Nobody knows why, but everybody has an <b>opinion</b>.</p></div>"
    )
    verdict = judge_page(page)
    assert (verdict.label, verdict.kind.name) == ("article", "article")


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        (parse("<a href=/>only a link</a>"), "no element has text outside links"),
        (parse(""), "the page shows no text"),
        (empty_page(Reason.NO_INPUT), "the input is empty"),
        (empty_page(Reason.NOT_HTML), "the input is binary data, not HTML"),
    ],
)
def test_a_page_without_text_outside_links_has_no_article(page: Page, reason: str) -> None:
    verdict = judge_page(page)
    assert (verdict.label, verdict.p_value, verdict.printed_p_value) == ("not_article", 0, 0)
    assert verdict.reason == reason


def test_the_verdict_has_its_evidence() -> None:
    verdict = judge_page(LONG)
    assert verdict.p_value == JUDGED.score(LONG).values.max()
    assert verdict.printed_p_value == PValue.as_printed().score(LONG).values.max()
    assert verdict.kind == find_kind(LONG)
    assert verdict.probability == verdict.kind.with_article
    assert judge_page(LONG, UNLIKELY).probability == UNLIKELY.with_article


def test_long_attributes_lower_only_the_published_p() -> None:
    plain = judge_page(parse(f"<main><p>{SENTENCE * 9}</p></main>"), SURE)
    modern = judge_page(
        parse(f"<main data-props='{'x' * 2000}'><p data-x='{'y' * 900}'>{SENTENCE * 9}</p></main>"), SURE
    )
    assert plain.has_article_as_printed
    assert not modern.has_article_as_printed
    assert plain.p_value == modern.p_value


def test_white_space_in_the_source_changes_only_the_published_p() -> None:
    tight = "<div><h2>A product</h2><div><span>10</span><b>Buy</b></div></div>" * 30
    loose = tight.replace("><", ">" + " " * 40 + "<")
    plain, indented = judge_page(parse(tight), SURE), judge_page(parse(loose), SURE)
    assert plain.p_value == indented.p_value
    assert not plain.has_article_as_printed
    assert indented.has_article_as_printed


# -- the paper's rule --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [SURE, LIKELY, UNLIKELY])
def test_by_the_printed_rule_only_the_published_p_decides(kind: PageKind) -> None:
    has, has_not = judge_page(LONG, kind, "printed"), judge_page(SCATTERED, kind, "printed")
    assert (has.label, has_not.label) == ("article", "not_article")
    assert has.reason == "the largest P as printed is 0.97, and a page with an article has 0.5 or more"
    assert has.has_article_as_printed
    assert not has_not.has_article_as_printed
    assert (has.probability, has.kind) == (kind.with_article, kind)


def test_a_page_without_text_has_no_article_by_either_rule() -> None:
    assert judge_page(parse("<p hidden>Nobody reads this.</p>"), rule="printed").label == "not_article"


def test_an_unknown_rule_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^rule must be 'model' or 'printed', not 'other'$"):
        judge_page(LONG, rule="other")  # type: ignore[arg-type]


def test_chinese_text_has_the_p_of_a_translation_three_times_as_long() -> None:
    chinese, english = "正文，" * 100, "abcdefghi" * 100
    menu = "<li></li>" * 20
    verdicts = [judge_page(parse(f"<ul>{menu}</ul><p>{text}</p>{menu}")) for text in (chinese, english)]
    assert verdicts[0].p_value == verdicts[1].p_value
