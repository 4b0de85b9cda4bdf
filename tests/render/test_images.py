"""The image that a page declares as its own, before the text."""

import pytest

from maintext.document import Document
from maintext.pipeline import extract

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
