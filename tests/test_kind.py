"""The kind of a page: named if it is likely, and found from the page's features alone."""

import pytest

from maintext.cli.sample_pages import sample_pages
from maintext.kind import NAMED_FROM, OTHER, UNSURE, decide_kind, find_kind, is_unsure, name_kind, weigh_forum
from maintext.limits import Limits
from maintext.model.auto import shipped_auto
from maintext.model.schema import KINDS
from maintext.page.parse import empty_page, parse
from maintext.pipeline import read


def kinds(**known: float) -> dict[str, float]:
    """Probabilities of all kinds: the given ones, and the rest in equal parts."""
    rest = (1 - sum(known.values())) / (len(KINDS) - len(known))
    return {kind: known.get(kind, rest) for kind in KINDS}


def test_the_likeliest_kind_is_named() -> None:
    kind = name_kind(kinds(forum=0.6, article=0.3))
    assert (kind.name, kind.probability, str(kind)) == ("forum", 0.6, "forum (60%)")
    assert name_kind(kinds(product=NAMED_FROM)).name == "product"


def test_a_page_that_is_not_likely_of_any_kind_is_other() -> None:
    kind = name_kind(kinds(forum=NAMED_FROM - 0.01))
    assert (kind.name, kind.probability) == (OTHER, NAMED_FROM - 0.01)
    assert str(kind) == "other (most likely forum, 39%)"


def test_articles_and_documentation_have_an_article() -> None:
    assert name_kind(kinds(article=0.5, documentation=0.2)).with_article == pytest.approx(0.7)
    assert name_kind(kinds(forum=1.0)).with_article == 0


def test_the_kinds_of_the_bundled_pages_are_found() -> None:
    limits = Limits()
    found = {
        name: find_kind(read(html, None, None, limits, limits.deadline()).page)
        for name, html in sample_pages().items()
    }
    assert found["english-article"].name == found["chinese-news"].name == "article"
    assert found["forum-thread"].name == "forum"
    assert found["index-page"].name != "article"
    for kind in found.values():
        assert tuple(kind.probabilities) == KINDS
        assert sum(kind.probabilities.values()) == pytest.approx(1)
        assert kind.probability == max(kind.probabilities.values())


def test_a_page_without_text_is_of_no_kind() -> None:
    for page in (empty_page(), parse("<script>1</script>")):
        kind = find_kind(page)
        assert (kind.name, kind.probability, kind.with_article) == (OTHER, 0, 0)
        assert str(kind) == "other (0%)"


def test_the_bundled_model_is_used_by_default() -> None:
    page = parse("<p>The tower was built in 1911, and it leans.</p>")
    assert find_kind(page) == find_kind(page, shipped_auto())


def thread(*authors: str) -> str:
    """A page with a post of each author."""
    post = """<div class=post id=post-{0}><b class=author>{1}</b> <time>{0} May 2024</time>
        <div class=post-content>My kettle is loud, and I have had it for {0} years.</div></div>"""
    return "".join(post.format(number, author) for number, author in enumerate(authors, 1))


def test_the_posts_of_an_unsure_page_count() -> None:
    page, sure = parse(thread(*"ABCDEFGH")), kinds(article=0.99)
    unsure = kinds(article=0.5, forum=0.2)
    assert decide_kind(page, unsure).name == "forum"
    assert decide_kind(page, unsure).probabilities["forum"] > 0.8
    assert decide_kind(page, sure).name == "article"
    assert decide_kind(parse("<p>It rained." * 40), unsure).name == "article"
    assert UNSURE[0] < UNSURE[1]


def test_a_page_without_posts_is_less_likely_a_forum() -> None:
    page, given = parse("<p>It rained." * 40), kinds(article=0.25, forum=0.6)
    kind = decide_kind(page, given)
    assert kind.probabilities["forum"] < 0.45
    assert kind.with_article > 0.3
    assert decide_kind(page, kinds(forum=0.99)).name == "forum"


def test_comments_do_not_make_an_article_a_forum() -> None:
    comments = "<div id=comments>" + thread(*"ABCD") + "</div>"
    page = parse("<h1>Kettles</h1><p>" + "They are loud. " * 20 + comments)
    given = kinds(article=0.5, forum=0.3)
    before = decide_kind(page, given, posts=tuple).probabilities["forum"]
    assert before < decide_kind(page, given).probabilities["forum"] < 0.35


def test_posts_are_searched_for_only_where_they_matter() -> None:
    assert is_unsure(name_kind(kinds(article=0.5)))
    assert is_unsure(name_kind(kinds(article=0.1, forum=0.6)))
    assert not is_unsure(name_kind(kinds(article=0.9)))
    assert not is_unsure(name_kind(kinds(forum=0.97)))
    assert not is_unsure(name_kind(kinds(article=0.1, product=0.8)))


def test_probabilities_of_a_thread_sum_to_one() -> None:
    assert sum(weigh_forum(kinds(article=0.7), 50).values()) == pytest.approx(1)
