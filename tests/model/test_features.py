"""Every column of the kernel has the same value as in the slow, literal reference."""

from collections.abc import Mapping
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from maintext.cli.sample_pages import sample_pages
from maintext.evaluation.hostile import MARKUP, METADATA, TEXT
from maintext.model.auto import AutoModel, shipped_auto
from maintext.model.measure import measure
from maintext.model.schema import BLOCK_FEATURES, KINDS, OWN_FEATURES, PAGE_FEATURES, SCORES, meaning
from maintext.page.page import Page
from maintext.page.parse import parse
from maintext.text.decode import decode
from tests.model.pages import constants, pages, random_html
from tests.reference.features import block_columns, page_features
from tests.reference.head import title
from tests.reference.page import ReferencePage
from tests.reference.word_scores import BUCKETS
from tests.soup import soups

_PIECES = (
    "a", "B", "é", "ß", "İ", "塔", "한", "1", "٣", "_", "-", " ", "\n", "\u00ad", "\u0301", "।", "?", "？",
    "©", "’", "“", "🙂", "\ud800", "foot", "postBody", "x" * 40, "2019", "&amp;", "\0", "\r", ".", "」", ":",
    "：", "ﬁ", "\uffff", "$", "#", "<b>", "</b>", "<p>", "<a href=/>", "</a>", "<i hidden>", "</i>", "<br>",
)  # fmt: skip
_CHARACTERS = st.lists(st.sampled_from(_PIECES), max_size=40).map("".join)
_KIND_COLUMNS = tuple(f"kind_{kind}" for kind in KINDS)


@cache
def all_pages() -> dict[str, Page]:
    """Random pages, special ones, the bundled ones, and hostile ones; those that have blocks."""
    hostile = {f"hostile {name}": family(8) for name, family in (MARKUP | TEXT | METADATA).items()}
    bundled = {name: decode(html).source for name, html in sample_pages().items()}
    sources: dict[str, str | bytes] = {**pages(), **constants(), **bundled, **hostile}
    sources["large"] = random_html(100, 250)
    parsed = {name: parse(source) for name, source in sources.items()}
    return {name: page for name, page in parsed.items() if len(page.blocks)}


def assert_columns(found: NDArray[np.floating], expected: Mapping[str, float]) -> None:
    """Equal except for rounding; NaN if there is nothing to measure."""
    wanted = np.array(list(expected.values()))
    close = np.isclose(found, wanted, rtol=2e-6, atol=1e-6, equal_nan=True)
    wrong = [
        f"{name} ({meaning(name)}) is {found[at]}, not {wanted[at]}"
        for at, name in enumerate(expected)
        if not close[at]
    ]
    assert wrong == []


def check(page: Page, model: AutoModel, *, names: bool = True) -> None:
    """Compare every column of a page, the words of its tables and its counts."""
    reference = ReferencePage(page, names=names)
    measured = measure(page, model, names=names, with_words=True)
    assert measured.chars.tolist() == reference.sizes
    assert measured.words.tolist() == [len(words) for words in reference.words]
    expected_page = page_features(reference)
    assert tuple(expected_page) == PAGE_FEATURES
    assert_columns(measured.page_columns[:, 0], expected_page)
    for block, expected in enumerate(block_columns(reference, model)):
        expected |= dict(zip(_KIND_COLUMNS, measured.kinds, strict=True))
        assert tuple(expected) == BLOCK_FEATURES, "every column of the schema is compared"
        assert_columns(measured.columns[:, block], expected)
    assert measured.table_words is not None
    for name in SCORES:
        words = measured.table_words[name]
        ends = np.cumsum(words.counts).tolist()
        for block, (end, count) in enumerate(zip(ends, words.counts.tolist(), strict=True)):
            found = words.buckets[end - count : end].tolist()
            assert sorted(found) == sorted(BUCKETS[name](reference, block)), name


@pytest.mark.parametrize("name", list(all_pages()))
def test_every_column_agrees_with_the_reference(name: str) -> None:
    check(all_pages()[name], shipped_auto())


@settings(max_examples=60, deadline=None)
@given(soups)
def test_any_page_agrees_with_the_reference(html: str) -> None:
    page = parse(html)
    if len(page.blocks):
        check(page, shipped_auto())


@settings(max_examples=60, deadline=None)
@given(_CHARACTERS, _CHARACTERS)
def test_any_characters_agree_with_the_reference(html: str, title: str) -> None:
    page = parse(f"<title>{title}</title>{html}")
    if len(page.blocks):
        check(page, shipped_auto())


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(("class", "ID", "role", "itemprop", "title")), _CHARACTERS), max_size=6
    )
)
def test_names_of_any_characters_agree_with_the_reference(
    attributes: list[tuple[str, str]],
) -> None:
    tags = [f"""<div {name}="{value.replace('"', "")}">x""" for name, value in attributes]
    check(parse("".join(tags) + "<p " + " ".join(tag[5:-2] for tag in tags) + ">x"), shipped_auto())


@pytest.mark.parametrize(
    "piece", ["a", "Bc9", "x" * 8, "y" * 33, "z" * 70, "é", "caf\u00e9", "塔", "?", '."', ": "]
)
def test_words_do_not_depend_on_where_a_run_of_bytes_ends(piece: str) -> None:
    rest = "<p>" + "and so on " * 20
    for before in range(50, 80, 3):
        check(parse(f"<p>{'it ' * (before // 3)}{'-' * (before % 3)}{piece}{rest}"), shipped_auto())
        check(parse(f"<p>{'w' * before} {piece} tail{rest}<p>{piece}"), shipped_auto())


@pytest.mark.parametrize("name", ["random 3", "random 5", "index-page", "unlisted tags"])
def test_ignoring_names_equals_removing_them(name: str) -> None:
    page = all_pages()[name]
    measured = measure(page, shipped_auto(), names=False)
    named = [column for column, name in enumerate(BLOCK_FEATURES) if name.startswith("named_")]
    assert not measured.columns[named].any()
    samples = pytest.importorskip("maintext.training.auto.samples", reason="the extra train is not installed")
    bare = samples.laid_out_in_tables(page)
    reference = block_columns(ReferencePage(bare, names=False), shipped_auto())
    found = measure(bare, shipped_auto(), names=False).columns
    own = [name for name in OWN_FEATURES if "p_value" not in name]  # the method itself reads the attributes
    for block, expected in enumerate(reference):
        rows = [BLOCK_FEATURES.index(name) for name in own]
        assert_columns(found[rows, block], {name: expected[name] for name in own})


HEADS = (
    "<meta property=OG:Title content='A &amp; B'><meta property=og:title content=second>",
    "<meta property='' name=author content=Ann><meta property=x name=article:author>",
    "<meta name=article:author><meta property=article:published_time content=2020>",
    "<link rel=canonical><link rel=' CANONICAL ' href=/x&amp;y><link rel=canonical href=/z>",
    "<link rel='canonical x' href=/x><meta property=og:url content=/u>",
    "<meta property=og:type content=Article>",
    "<svg><meta property=og:title content=drawn></svg><p><meta property=og:url content='é\0'>",
    "<svg><title>x</title></svg><title> </title><title>é a</title>",
)
URLS = (
    *("", "/", "//", "?", "a", "/a/b/", "https://e.org", "HTTPS://E.ORG/Blog/2024/05/a-1234?x=/docs/", "x:/"),
    *("h1+.-://host/p#/f/", "1http://e.org/a", "://e.org/a", "http://e.org?/a/1999", "/201/", "/20x4/1234x"),
    *("http://e.org/ÄÖ/" + 600 * "é" + "/forum/", 499 * "a" + "/t/", 495 * "a" + "/t/", 496 * "a" + "/forum"),
    *("\u212aforum", "/\u0661\u0661\u0661\u0661/"),
)
_HEAD_PIECES = (
    *("<title>", "</title>", "<svg>", "</svg>", "<math>", "x", "é", " ", "\x1c", "\x85", "\u3000", "\u200b"),
    *(
        "<script type='application/ld+json'>",
        "</script>",
        '{"@type":"Article"}',
        '"@type" : [ "News1"',
        "<p>",
    ),
    *('"@type"\u2003:"B', '"@type":"' + 41 * "a", '"@type"', '"', '"@type":["É', "<template>", "&nbsp;"),
)


def check_head(html: str) -> None:
    """Compare the columns of the page, and its title."""
    page = parse(html)
    assert page.title == title(page)
    if len(page.blocks):
        expected = page_features(ReferencePage(page))
        assert_columns(measure(page, shipped_auto()).page_columns[:, 0], expected)


@pytest.mark.parametrize("head", [*HEADS, "".join(HEADS), "".join(reversed(HEADS))])
def test_reading_a_head_agrees_with_the_reference(head: str) -> None:
    check_head(f"{head}<p>One")


def url_words() -> list[str]:
    """A URL for every word that the kernel searches for, and for some with a missing letter."""
    words = (
        "forum thread topic /t/ question discuss comments/ /product/ /products/ /p/ /dp/ /item /shop buy "
        "blog news article story /post /2019/ doc. doc/ docs. docs/ guide reference manual api wiki learn "
        "tutorial categor collection /c/ browse list tag /best search /s/"
    ).split()
    return [*words, *(word[:-1] for word in words)]


@pytest.mark.parametrize("tag", ["link rel=canonical href", "meta property=og:url content"])
def test_reading_urls_agrees_with_the_reference(tag: str) -> None:
    for url in (*URLS, *url_words()):
        check_head(f"<{tag}='{url}'><p>One")


def test_reading_types_of_json_ld_agrees_with_the_reference() -> None:
    names = [name.removeprefix("page_schema_") for name in PAGE_FEATURES if name.startswith("page_schema_")]
    for name in (*names, "Thing", *(f"{name}s" for name in names)):
        check_head(f'<script type="application/ld+json">{{"@type": ["{name.upper()}"]}}</script><p>One')
        check_head(f"<meta property=og:type content='x-{name}'><p>One")


@pytest.mark.parametrize("seed", range(20))
def test_reading_titles_and_scripts_agrees_with_the_reference(seed: int) -> None:
    random = np.random.default_rng(seed)
    for _ in range(50):
        check_head("".join(random.choice(_HEAD_PIECES, random.integers(1, 14))) + "<p>One")


@pytest.mark.parametrize("before", [19_982, 19_983, 19_984, 19_999])
def test_a_type_counts_only_at_the_beginning_of_a_script(before: int) -> None:
    check_head(f'<script type=application/json>{before * "é"}"@type":"Article"</script><p>One')
