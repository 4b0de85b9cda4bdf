"""Categories and tags."""

import pytest

from maintext.metadata import read_metadata
from maintext.page.parse import parse

Topics = tuple[tuple[str, ...], tuple[str, ...]]


def json_ld(fields: str) -> str:
    return f'<script type="application/ld+json">{{"@type": "Article", {fields}}}</script>'


@pytest.mark.parametrize(
    ("html", "topics"),
    [
        (
            json_ld('"articleSection": ["News", "Weather"], "keywords": "rain, storm,Rain"'),
            (("News", "Weather"), ("rain", "storm")),
        ),
        (
            "<meta property=article:section content=News><meta property=article:tag content=rain>"
            "<meta property=article:tag content='#storm'><meta name=keywords content='a, b'>",
            (("News",), ("rain", "storm")),
        ),
        (
            "<main><h1>Rain</h1><a rel='category tag' href=/c>News</a> <a rel=tag href=/t>storm</a></main>",
            (("News",), ("storm",)),
        ),
        ("<h1>Rain</h1><div class=related><a rel=tag href=/t>storm</a></div>", ((), ())),
        ("<meta name=keywords content='a，b'>", ((), ("a", "b"))),
        (f"<meta name=keywords content='{'x' * 200},b'>", ((), ("b",))),
        (
            json_ld('"keywords": [1, {"name": "a"}]'),
            ((), ("a",)),
        ),
    ],
)
def test_categories_and_tags(html: str, topics: Topics) -> None:
    found = read_metadata(parse(html))
    assert (found.categories, found.tags) == topics


def test_images_of_other_names() -> None:
    ld = json_ld('"image": {"contentUrl": "https://x.org/a.jpg"}')
    assert read_metadata(parse(ld)).image == "https://x.org/a.jpg"
    assert (
        read_metadata(parse("<link rel=image_src href=https://x.org/b.jpg>")).image == "https://x.org/b.jpg"
    )
