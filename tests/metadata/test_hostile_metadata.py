"""Metadata of pages made to hurt: nothing is raised, and the time grows with the page."""

import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext.metadata import Metadata, read_metadata
from maintext.page import Page
from maintext.parse import parse

JSON_LD = '<script type="application/ld+json">'

FAMILIES: dict[str, Callable[[int], str]] = {
    "meta tags": lambda n: "<meta name=author content='Ann Lee, https://x'>" * n,
    "meta names": lambda n: "".join(f"<meta name=n{i} content=x>" for i in range(n)),
    "long content": lambda n: f"<meta property=og:title content='{'a - b ' * 50 * n}'>",
    "long class": lambda n: f"<h1>t</h1><p class='{'author ' * 50 * n}'>x",
    "open arrays": lambda n: JSON_LD + "[" * 50 * n,
    "open objects": lambda n: JSON_LD + '{"@graph":' * 20 * n,
    "open authors": lambda n: JSON_LD + '"author":[{' * 20 * n,
    "commas": lambda n: JSON_LD + "{" + ", " * 50 * n,
    "objects": lambda n: JSON_LD + "[" + ",".join(['{"@type":"Article","author":"x y z? "}'] * n) + "]",
    "scripts": lambda n: (JSON_LD + "{bad,}</script>") * n,
    "headings": lambda n: "<title>a b c</title>" + "<h1>x y z</h1>" * n,
    "times": lambda n: "<h1>t</h1>" + "<time datetime=2024-01-0x>z</time>" * n,
    "years": lambda n: "<h1>t</h1><p>" + "2024-" * 50 * n,
    "bylines": lambda n: "<h1>t</h1>" + "<p class=author>what? no</p>" * n,
    "names": lambda n: "<h1>t</h1><p class=author>By " + "A, " * 50 * n,
    "comments": lambda n: "<div itemscope itemtype=Comment>" * 300 + "<b itemprop=author>x</b>" * n,
    "licences": lambda n: "<a href=//creativecommons.org/licenses>x</a>" * n,
    "spaces": lambda n: "<title>" + " " * 100 * n + "-" + " " * 100 * n + "x",
    "unshown titles": lambda n: "<title>x</title>" + "<template>x</template>" * n,
}
_SIZE = 2000
_NOISE = 0.03  # seconds that a clock or a collector may add


def seconds(page: Page) -> float:
    """The lesser processor time of two runs."""
    times = []
    for _ in range(2):
        start = time.process_time()
        assert isinstance(read_metadata(page, "https://example.com/"), Metadata)
        times.append(time.process_time() - start)
    return min(times)


@pytest.mark.parametrize("family", FAMILIES)
def test_twice_the_page_costs_about_twice_the_time(family: str) -> None:
    small, large = (parse(FAMILIES[family](size)) for size in (_SIZE, 2 * _SIZE))
    assert len(small.leaves) <= len(large.leaves)  # and the table's own sums are made
    assert seconds(large) <= 2.5 * seconds(small) + _NOISE


def test_a_value_of_a_million_characters_is_cut() -> None:
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
def test_nothing_is_raised_and_the_answer_is_the_same_each_time(
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
    assert all(found.sources.get(name) for name in ("title", "date", "language") if getattr(found, name))


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet='{}[]",:\\ \n@graphtypeauthornameArticle0null', max_size=80))
def test_no_json_ld_makes_it_fail(source: str) -> None:
    assert isinstance(read_metadata(parse(f"{JSON_LD}{source}</script>"), None), Metadata)
