"""The page's title before the main text."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from maintext import Document, Output, Select, extract
from maintext.choice import apply_options
from maintext.options import TitleChoice
from maintext.page.parse import parse
from maintext.render import title as titles

LEAD = "<p>The tower was built in 1911, and it leans a little more every year, they say in the town.</p>"
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
    page = f"<title>The tower: a story</title><h1>The tower:</h1><h2>A story</h2>{STORY}"
    assert with_title(whole(page)).text.startswith("The tower:\n\nA story\n\nThe tower was")
    page = page.replace("<h1>The tower:</h1><h2>A story</h2>", "<p>The tower:</p>")
    assert with_title(whole(page)).text.startswith("The tower: a story\n\nThe tower:\n\nThe tower was")


BYLINE = "<p>Photographs by Ann</p>"
LATE = {
    "an h1": f"{BYLINE}<h1>Towers and trees</h1>",
    "an h1 after a copy": f"<p>TOWERS AND TREES</p>{BYLINE}<h1>Towers and trees</h1>",
    "an h1 after nine lines": "".join(f"<p>Photograph {at} by Ann</p>" for at in range(9))
    + "<h1>Towers and trees</h1>",
    "an h1 after a paragraph": f"<p>{9 * 'They stood here, and no one knew why. '}<h1>Towers and trees</h1>",
    "an h1 of two lines": f"{BYLINE}<h1>Towers and<br>trees</h1>",
    "an h2": f"{9 * BYLINE}<h2>Towers and trees</h2>",
}


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
@pytest.mark.parametrize("top", LATE.values(), ids=LATE)
def test_a_title_that_is_kept_further_down_moves_to_the_top(top: str, form: str) -> None:
    page = f"<title>Towers and trees | Site</title><article>{top}{LEAD}</article>"
    document = with_title(whole(page))
    first = {
        "text": "Towers and trees",
        "markdown": "# Towers and trees",
        "html": "<h1>Towers and trees</h1>",
    }
    written = document.render(form)
    assert written.splitlines()[0] == first[form]
    assert written.casefold().count("trees") == 1
    assert LEAD[3:-4] in written
    assert "rees" not in without_title(whole(page)).render(form).casefold()
    assert LEAD[3:-4] in without_title(whole(page)).render(form)


def test_a_heading_that_moves_to_the_top_keeps_its_sub_title() -> None:
    page = f"<title>Towers and trees</title>{BYLINE}<h1>Towers and trees <small>A story</small></h1>{LEAD}"
    text = with_title(whole(page)).markdown
    assert text.startswith("# Towers and trees A story\n\nPhotographs by Ann\n\nThe tower")


@pytest.mark.parametrize(
    ("title", "heading"),
    [
        ("[node] How it listens", "How it listens"),
        ("The tower: a story", "The tower"),
        ("How it listens", "Title: How it listens"),
        ("A", "A tower of clay"),
    ],
)
def test_a_heading_that_is_most_of_the_title_is_the_title(title: str, heading: str) -> None:
    page = parse(f"<h1>{heading}</h1>{LEAD}")
    kept, added = titles.with_title(page, page.blocks.chars > 0, title)
    assert kept.all()
    assert added == (title if title == "A" else "")


def test_a_title_is_written_once_at_the_top() -> None:
    page = f"<title>Towers</title><h1><a href=/t>Towers</a></h1><p>TOWERS</p>{LEAD}"
    assert with_title(whole(page)).markdown.startswith("# [Towers](/t)\n\nThe tower was built")


def test_other_text_that_is_like_the_title_stays() -> None:
    items = "<ul><li>Leaves<li>Towers</ul>"
    page = f"<title>Towers</title><h1>Towers</h1>{items}{9 * LEAD}<p>Towers</p><h2>Towers</h2>"
    always = with_title(whole(page)).text
    assert always.splitlines().count("Towers") == 4  # heading, item, paragraph, sub-heading
    never = without_title(whole(page)).text
    assert never.splitlines()[-3:] == ["Towers", "", "Towers"]


@pytest.mark.parametrize("title", ["always", "never"])
@pytest.mark.parametrize(
    "other",
    [
        f"{LEAD}<ul><li>Towers<li>Leaves</ul>",
        "<ol><li><p>Towers</p><li>Leaves</ol>",
        f"{LEAD}<dl><dt>Towers<dd>Leaves</dl>",
        f"{LEAD}<h2>Towers</h2>",
    ],
)
def test_items_and_sections_near_the_top_stay(other: str, title: TitleChoice) -> None:
    document = whole(f"<title>Towers</title><h1>Towers</h1>{other}{LEAD}")
    written = apply_options(document, Select(), Output(title=title)).text
    assert written.splitlines().count("Towers") == (2 if title == "always" else 1)


def test_a_sub_heading_that_repeats_the_title_before_the_text_is_a_copy() -> None:
    page = f"<title>Towers</title><h1>Towers</h1>{BYLINE}<h2>Towers</h2>{LEAD}"
    assert "Towers" not in without_title(whole(page)).text.splitlines()
    assert with_title(whole(page)).text.splitlines().count("Towers") == 1


def test_a_text_that_is_only_the_title_has_it_once() -> None:
    assert with_title(whole("<title>The tower</title><p>The tower")).text == "The tower"


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


def without_title(document: Document) -> Document:
    return apply_options(document, Select(), Output(title="never"))


def with_title(document: Document) -> Document:
    return replace(document, output=Output(title="always"))


def whole(html: str) -> Document:
    """A document that keeps every block."""
    document = extract(html, method="p_value")
    return replace(document, kept=np.ones_like(document.kept), reasons=())


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
@pytest.mark.parametrize(
    "top",
    [
        "<h1>Towers and trees</h1>",
        "<h1>Towers and trees</h1><p>TOWERS AND TREES</p>",
        "<p>Towers and<br>trees</p>",
        "<h1>Towers and trees <small>A story</small></h1><p>Towers and trees!</p>",
    ],
)
def test_the_title_and_its_copies_can_be_left_out(top: str, form: str) -> None:
    page = f"<title>Towers and trees | Site</title><article>{top}{LEAD}</article>"
    assert "rees" in whole(page).render(form)
    document = without_title(whole(page))
    assert "rees" not in document.render(form).casefold()
    assert document.title == "Towers and trees"
    assert LEAD[3:-4] in document.render(form)


def test_only_the_title_is_left_out() -> None:
    page = (
        f"<title>The tower</title><h1>The tower</h1>{STORY}<h2>Its story</h2>{LEAD}<p>The tower</p>"
        + "<p>x" * 9
    )
    document = without_title(whole(page))
    assert document.text.startswith("The tower was built in 1911, and it leans.\n\nIts story")
    long = f"<title>The tower</title>{LEAD * 4}<p>The tower</p>".replace("</p><p>", " ")
    assert without_title(whole(long)).text.endswith("The tower")


def test_a_block_that_is_left_out_says_so() -> None:
    page = f"<title>The tower</title><h1>The tower</h1>{STORY}"
    document = without_title(whole(page))
    assert [block.kept for block in document.blocks] == [False, True]
    assert document.blocks[0].reason.startswith("the title, which is left out")


def test_a_text_that_is_only_the_title_is_empty_then() -> None:
    document = without_title(whole("<title>The tower</title><h1>The tower</h1>"))
    assert (document.text, document.status, document.reason) == ("", "empty", "nothing_selected")


def test_never_is_a_choice_of_an_extraction() -> None:
    page = f"<title>The tower</title><article><h1>The tower</h1>{LEAD * 3}</article>"
    assert extract(page, method="ceds").text.startswith("The tower\n")
    document = extract(page, method="ceds", title="never")
    assert document.text == extract(page, method="ceds").text.removeprefix("The tower\n\n")
    assert pickle.loads(pickle.dumps(document)).markdown == document.markdown


def test_another_choice_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^title must be 'auto', 'always' or 'never', not 'no'$"):
        extract(PAGE, title="no")  # type: ignore[arg-type]
