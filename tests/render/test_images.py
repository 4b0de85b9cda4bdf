"""Images of the text: the one that the page declares, and those with captions."""

import numpy as np
import pytest

from maintext.document import Document
from maintext.page.parse import parse
from maintext.pipeline import extract
from maintext.render import to_markdown

TEXT = "<p>The town council voted on Tuesday to reopen the path, which has been closed for two years.</p>" * 3


def extracted(declared: str, image: str, around: str = "div") -> Document:
    """A page with an image before its text."""
    return extract(
        f'<head><meta property="og:image" content="{declared}"></head><body><div><{around}>{image}</{around}>'
        f"<p>By Ann</p></div><div>{TEXT}</div>",
        url="https://example.org/",
        method="p_value",
    )


CANAL = '<a href=/big><img src="/small/canal.jpg?w=300" alt="The canal"></a>'
SHOWN = "![The canal](https://example.org/small/canal.jpg?w=300)"


@pytest.mark.parametrize(
    "name", ["canal.jpg", "canal-1200x630.jpg", "canal_1200x630.jpg", "canal-scaled.webp"]
)
def test_the_declared_image_leads_the_text(name: str) -> None:
    assert extracted(f"https://cdn.example.org/{name}?v=2", CANAL).markdown.startswith(f"{SHOWN}\n\nThe town")


@pytest.mark.parametrize(
    ("declared", "image", "around"),
    [
        ("https://example.org/lock.jpg", CANAL, "div"),
        ("https://example.org/canal.jpg", CANAL, "nav"),
        ("https://example.org/canal.jpg", CANAL.replace("<img", "<img width=16"), "div"),
        ("https://example.org/a.jpg", CANAL.replace("canal.jpg", "a.jpg"), "div"),  # says nothing
        ("http://[bad", CANAL, "div"),
        ("", CANAL, "div"),
    ],
)
def test_other_images_before_the_text_are_left_out(declared: str, image: str, around: str) -> None:
    assert extracted(declared, image, around).markdown.startswith("The town")


def test_it_is_shown_once() -> None:
    markdown = extracted("https://example.org/canal.jpg", CANAL + CANAL).markdown
    assert markdown.count("canal.jpg") == 1


def test_a_kept_title_comes_first() -> None:
    html = f"<meta property=og:image content=/canal.jpg><div>{CANAL}<p>Menu</p></div><h1>Canals</h1>{TEXT}"
    assert extract(html, url="https://example.org/").markdown.startswith("# Canals\n\nThe town")


# -- captions -----------------------------------------------------------------------------------------


def between(figure: str, head: str = "") -> str:
    """The Markdown of a page with a figure between its paragraphs, which are kept."""
    page = parse(f"<head>{head}</head><div>{TEXT}{figure}{TEXT}</div>")
    kept = np.array([page.block_text(block).startswith("The town") for block in range(len(page.blocks))])
    return to_markdown(page, kept, "https://example.org/")


LOCK = '![](https://example.org/lock.jpg "The lock.")'


@pytest.mark.parametrize(
    "figure",
    [
        "<figure><img src=/lock.jpg><figcaption>The lock.</figcaption></figure>",
        "<div class='wp-caption alignleft'><a href=/big><img src=/lock.jpg></a>"
        "<p class=wp-caption-text>The lock.</p></div>",
        "<p>Larger<p>Smaller<figure><img src=/lock.jpg><figcaption>The lock.</figcaption></figure>",
        "<figure><img src=/lock.jpg style=opacity:0><figcaption>The lock.</figcaption></figure>",
    ],
)
def test_an_image_with_its_caption_stays_between_kept_blocks(figure: str) -> None:
    assert between(figure).count(LOCK) == 1


@pytest.mark.parametrize(
    "figure",
    [
        "<div hidden><figure><img src=/lock.jpg><figcaption>The lock.</figcaption></figure></div>",
        "<img src=/lock.jpg style=display:none>",
        "<p>One<p>Two<p>Three<figure><img src=/lock.jpg><figcaption>The lock.</figcaption></figure>",
        "<p>Larger<p>Smaller<p><img src=/lock.jpg>",
    ],
)
def test_hidden_images_and_those_among_other_text_are_left_out(figure: str) -> None:
    assert "lock.jpg" not in between(figure)


def test_of_a_figure_with_a_shown_image_the_hidden_ones_are_left_out() -> None:
    figure = "<figure><img src=/wide.jpg style=display:none><img src=/lock.jpg><figcaption>The lock."
    markdown = between(f"{figure}</figcaption></figure>")
    assert LOCK in markdown
    assert "wide.jpg" not in markdown


def test_captions_of_other_figures_do_not_part_an_image_from_the_text() -> None:
    figures = "".join(
        f"<figure><img src=/{name}.jpg><figcaption>The {name}.</figcaption></figure>"
        for name in ("lock", "path", "bank", "boat")
    )
    markdown = between(figures)
    assert all(f'/{name}.jpg "The {name}.")' in markdown for name in ("lock", "path", "bank", "boat"))


def test_an_image_that_stands_twice_has_the_caption_of_the_second() -> None:
    twice = "<img src=/lock.jpg><p>The town again.</p>"
    markdown = between(f"{twice}<figure><img src=/lock.jpg><figcaption>The lock.</figcaption></figure>")
    assert markdown.count("lock.jpg") == markdown.count(LOCK) == 1


# -- at the end ---------------------------------------------------------------------------------------


def ended(end: str, around: str = "article") -> str:
    """The last paragraph of the Markdown of a page that ends so; other text follows, which is not kept."""
    page = parse(f"<div><{around}>{TEXT}{end}</{around}></div><div><p><img src=/foot.jpg>Imprint</p></div>")
    kept = np.array([page.block_text(block).startswith("The ") for block in range(len(page.blocks))])
    return to_markdown(page, kept, "https://example.org/").split("\n\n")[-1]


LAST = "![](https://example.org/lock.jpg)"


@pytest.mark.parametrize(
    "end",
    [
        "<p>The result:</p><p><img src=/lock.jpg></p>",
        "<figure><img src=/lock.jpg></figure>",
        "<ul><li>The first.<li>The second.</ul><p><a href=/large.jpg?1><img src=/lock.jpg></a></p>",
        "<div><div><p>The result:</p></div></div><p><span><img src=/lock.jpg></span></p>",
    ],
)
def test_an_image_may_end_the_text(end: str) -> None:
    assert ended(end) == LAST


def test_several_images_may_end_the_text() -> None:
    figure = "<figure><img src=/gate.jpg><figcaption>A gate.</figcaption></figure>"
    assert ended(figure + "<figure><img src=/lock.jpg><figcaption>A lock.</figcaption></figure>") == (
        '![](https://example.org/lock.jpg "A lock.")'
    )


@pytest.mark.parametrize(
    "end",
    [
        "<p><a href=/next><img src=/lock.jpg></a></p>",
        "<div class='post-share'><img src=/lock.jpg></div>",
        "<div><img src=/lock.jpg><b>Ann Example</b></div>",
        "<p>Advertisement</p><p><img src=/lock.jpg></p>",
        "<p><img src=/img/logo.png></p>",
        "<footer><img src=/lock.jpg></footer>",
        "</article><p><img src=/lock.jpg></p>",
    ],
)
def test_other_images_after_the_text_are_left_out(end: str) -> None:
    assert ended(end).startswith("The town")
