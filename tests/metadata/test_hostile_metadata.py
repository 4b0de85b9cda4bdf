"""Metadata of hostile pages: nothing is raised, and the time is linear."""

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext.evaluation.hostile import METADATA
from maintext.metadata import Metadata, read_metadata
from maintext.page.parse import parse
from tests.growth import grows_linearly

JSON_LD = '<script type="application/ld+json">'
_SIZE = 2000


@pytest.mark.parametrize("family", METADATA)
def test_metadata_takes_linear_time(family: str) -> None:
    small, large = (parse(METADATA[family](size)) for size in (_SIZE, 2 * _SIZE))
    assert len(small.leaves) <= len(large.leaves)  # computes the table's own sums
    assert isinstance(read_metadata(large, "https://example.com/"), Metadata)
    assert grows_linearly(partial(read_metadata, small), partial(read_metadata, large))


def test_a_value_of_a_million_characters_is_shortened() -> None:
    found = read_metadata(parse(f"<meta name=description content='{'x' * 1_000_000}'>"))
    assert found.description is not None
    assert len(found.description) <= 5_000


_NAMES = st.sampled_from(
    "author date og:title og:url article:published_time og:image twitter:data1 citation_author".split()
)
_TEXT = st.text(max_size=40) | st.sampled_from(
    ["2024-03-05", "By Ann Lee", "作者：王小明", "a | b - c", "{", "[", "http://[", "_"]
)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(_NAMES, _TEXT), max_size=4),
    st.lists(st.tuples(st.sampled_from("h1 h2 time title p a script".split()), _TEXT), max_size=6),
    _TEXT,
)
def test_nothing_is_raised_and_the_result_is_always_the_same(
    metas: list[tuple[str, str]], elements: list[tuple[str, str]], url: str
) -> None:
    html = "".join(f'<meta property="{name}" content="{value}">' for name, value in metas) + "".join(
        f'<{tag} type="application/ld+json" class="author date" rel="author license" itemprop="author" '
        f'href="{text}" datetime="{text}">{text}</{tag}>'
        for tag, text in elements
    )
    page = parse(html)
    found = read_metadata(page, url)
    assert found == read_metadata(page, url)
    assert all(
        found.sources.get(name) for name in ("title", "date", "language_declared") if getattr(found, name)
    )


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet='{}[]",:\\ \n@graphtypeauthornameArticle0null', max_size=80))
def test_no_json_ld_makes_it_fail(source: str) -> None:
    assert isinstance(read_metadata(parse(f"{JSON_LD}{source}</script>"), None), Metadata)
