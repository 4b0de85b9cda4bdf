"""The page's title before the main text."""

import pickle

import pytest

from maintext import extract
from maintext.render import starts_with

STORY = "<p>The tower was built in 1911, and it leans.</p>"
PAGE = f"<title>Towers & 1 *tree* - Site News</title><div><a href=/>Home</a></div><div>{STORY}</div>"


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("text", "Towers & 1 *tree*\n\nThe tower was built in 1911, and it leans."),
        ("markdown", "# Towers & 1 \\*tree\\*\n\nThe tower was built in 1911, and it leans."),
        ("html", "<h1>Towers &amp; 1 *tree*</h1>\n<p>The tower was built in 1911, and it leans.</p>"),
    ],
)
def test_every_format_can_start_with_the_title(form: str, expected: str) -> None:
    always = extract(PAGE, method="p_value", title="always")
    assert always.render(form) == expected
    kept = extract(PAGE, method="p_value")
    assert expected.endswith(kept.render(form))
    assert "tree" not in kept.render(form)


def test_a_text_that_starts_with_the_title_is_left_alone() -> None:
    page = f"<title>TOWERS, and trees!</title><article><h1>Towers and  trees</h1>{STORY}</article>"
    document = extract(page, method="p_value", title="always")
    assert document.text.startswith("Towers and trees\n")
    assert document.text == extract(page, method="p_value").text
    assert document.markdown.count("rees") == document.html.count("rees") == 1


def test_a_sentence_that_starts_like_the_title_is_not_the_title() -> None:
    page = f"<title>The tower</title>{STORY}"
    assert extract(page, method="p_value", title="always").text.startswith("The tower\n\nThe tower was built")


def test_a_title_may_have_several_lines() -> None:
    assert starts_with("The tower:\n\nA story\n\nOnce.", "The tower: a story")
    assert not starts_with("The tower:\n\nOnce.", "The tower: a story")


def test_a_page_without_title_or_without_text_is_left_alone() -> None:
    assert (
        extract(STORY, method="p_value", title="always").text == "The tower was built in 1911, and it leans."
    )
    empty = extract("<title>Towers</title>", title="always")
    assert empty.text == ""
    assert empty.status == "empty"


def test_a_pickled_document_keeps_its_title() -> None:
    document = extract(PAGE, method="p_value", title="always")
    again = pickle.loads(pickle.dumps(document))
    assert again.text == document.text
    assert again.markdown == document.markdown


def test_another_choice_is_refused() -> None:
    with pytest.raises(ValueError, match="no choice of title 'never'; there are auto, always"):
        extract(PAGE, title="never")  # type: ignore[arg-type]
