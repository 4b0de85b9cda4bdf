"""The bundled pages: their main text is complete, with little else."""

from pathlib import Path

import pytest

from maintext import Reason, Status, extract
from maintext.cli.sample_pages import sample_pages
from maintext.text.words import tokens

TEXTS = {
    path.stem: path.read_text(encoding="utf-8") for path in (Path(__file__).parent / "samples").iterdir()
}
ARTICLES = ("chinese-news", "english-article", "gbk-page")
_SENTENCE_ENDS = tuple(".。”!?")


@pytest.mark.parametrize("name", TEXTS)
def test_the_text_of_a_sample_has_every_paragraph_and_little_else(name: str) -> None:
    document = extract(sample_pages()[name])
    lines = document.text.splitlines()
    paragraphs = [
        line for line in TEXTS[name].splitlines() if line.endswith(_SENTENCE_ENDS) and len(line) > 60
    ]
    assert len(paragraphs) >= 5
    assert [line for line in paragraphs if line not in lines] == []
    assert len(tokens(document.text)) <= 1.2 * len(tokens(TEXTS[name]))


@pytest.mark.parametrize("name", ARTICLES)
def test_an_article_is_not_refused(name: str) -> None:
    document = extract(sample_pages()[name], articles_only=True)
    assert document.status is Status.OK
    assert document.kind.name == "article"


def test_the_index_page_is_refused_with_its_kind_and_probability() -> None:
    document = extract(sample_pages()["index-page"], articles_only=True)
    assert (document.status, document.reason) == (Status.REFUSED, Reason.NOT_ARTICLE)
    assert document.explanation == f"the page has no article: {document.verdict.reason}"
    assert f"probability of an article is {document.verdict.probability:.0%}" in document.explanation
    assert str(document.kind) in document.explanation


def test_the_thread_has_its_posts() -> None:
    posts = extract(sample_pages()["forum-thread"]).posts
    assert [post.author for post in posts] == ["milla", "ovenjoe", "hanne", "milla"]


def test_the_gbk_page_is_decoded() -> None:
    encoding = extract(sample_pages()["gbk-page"]).encoding
    assert (encoding.name, encoding.source) == ("gb18030", "meta")


def test_hidden_text_of_a_sample_is_listed() -> None:
    hidden = extract(sample_pages()["english-article"]).hidden
    assert [(text.reason, text.text.split()[0]) for text in hidden] == [("off-screen", "Ignore")]


def test_every_sample_has_an_expected_text_or_is_refused() -> None:
    assert set(sample_pages()) == {*TEXTS, "index-page"}
