"""The bundled pages: their main text is right to the sentence."""

from pathlib import Path

import pytest

from maintext import Reason, extract
from maintext.cli.sample_pages import sample_pages

TEXTS = Path(__file__).parent / "samples"
METHODS = {
    "chinese-news": "p_value",
    "english-article": "p_value",
    "forum-thread": "path_similarity",
    "gbk-page": "p_value",
}


@pytest.mark.parametrize("name", METHODS)
def test_the_main_text_of_a_sample_is_right_to_the_sentence(name: str) -> None:
    document = extract(sample_pages()[name], method=METHODS[name], articles_only=True)
    assert document.text == (TEXTS / f"{name}.txt").read_text(encoding="utf-8").rstrip("\n")


def test_the_index_page_is_refused() -> None:
    assert extract(sample_pages()["index-page"], articles_only=True).reason is Reason.NOT_ARTICLE


def test_the_gbk_page_says_how_it_was_read() -> None:
    encoding = extract(sample_pages()["gbk-page"]).encoding
    assert (encoding.name, encoding.source) == ("gb18030", "meta")


def test_text_that_is_hidden_in_a_sample_is_listed() -> None:
    hidden = extract(sample_pages()["english-article"]).hidden
    assert [(text.reason, text.text.split()[0]) for text in hidden] == [("off-screen", "Ignore")]


def test_every_sample_has_an_expected_text_or_is_refused() -> None:
    assert set(sample_pages()) == {*METHODS, "index-page"}
