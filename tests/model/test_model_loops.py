"""The loops of the learned extractor in C give what their twins in NumPy give."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from maintext.features.meta import read_declared

import maintext
from maintext._kernel import loops
from maintext.arrays import Columns, FloatArray, stack
from maintext.evaluation.hostile import MARKUP, METADATA, TEXT
from maintext.features import (
    CONTEXT_FEATURES,
    OWN_FEATURES,
    Landmarks,
    Reading,
    context,
    context_columns,
    own_columns,
    whole,
)
from maintext.methods import selection
from maintext.methods.auto import cleanup
from maintext.methods.auto.method import Auto
from maintext.model.trees import Trees
from maintext.page.page import Page
from maintext.page.parse import parse
from maintext.text.decode import decode
from tests.features.pages import pages

if loops is None:
    pytest.skip("the kernel was not built, or the reference is asked for", allow_module_level=True)

SAMPLES = {path.name: path for path in (Path(maintext.__file__).parent / "samples").glob("*.html")}
HOSTILE = {name: family(60) for name, family in (MARKUP | TEXT | METADATA).items()}
HEADS = (
    "<meta property=OG:Title content='A &amp; B'><meta property=og:title content=second>",
    "<meta property='' name=author content=Ann><meta property=x name=article:author>",
    "<meta name=article:author><meta property=article:published_time content=2020>",
    "<link rel=canonical><link rel=' CANONICAL ' href=/x&amp;y><link rel=canonical href=/z>",
    "<link rel='canonical x' href=/x><meta property=og:url content=/u>",
    "<meta property=og:type content=Article>",
    "<svg><meta property=og:title content=drawn></svg><p><meta property=og:url content='é\0'>",
)


def all_sources() -> dict[str, str | bytes]:
    return {name: decode(path.read_bytes()).source for name, path in SAMPLES.items()} | pages() | HOSTILE


def all_pages() -> dict[str, Page]:
    parsed = {name: parse(source) for name, source in all_sources().items()}
    return {name: page for name, page in parsed.items() if len(page.blocks)}


@pytest.fixture(scope="module", params=list(all_pages()))
def page(request: pytest.FixtureRequest) -> Page:
    return all_pages()[request.param]


def random_scores(reading: Reading) -> FloatArray:
    """Scores with many equals, as alike blocks have."""
    return np.random.default_rng(reading.size).integers(-5, 6, (len(context.SCORES), reading.size)) / 3


def test_context_columns_are_those_of_numpy(page: Page) -> None:
    reading = Reading(page)
    own, scores = own_columns(reading, Landmarks(reading)), random_scores(reading)
    around = own[[OWN_FEATURES.index(name) for name in context.AROUND]]
    expected = np.empty((len(CONTEXT_FEATURES), reading.size), dtype=np.float32)
    stack(context._context_columns(reading, scores, around), expected)
    np.testing.assert_array_equal(context_columns(reading, own, scores), expected)


def test_counts_of_a_page_are_those_of_numpy(page: Page) -> None:
    reading = Reading(page)
    assert whole._count(reading).tolist() == whole._count_by_numpy(reading).tolist()


def assert_declared_alike(page: Page) -> None:
    """The kernel reads what a page declares of itself as Python reads it from the attributes."""
    found = read_declared(page)
    expected = read_declared(replace(page, attributes=dict(page.attributes)))
    assert found.titles.split() == expected.titles.split()
    assert found.values.tolist() == expected.values.tolist()


@pytest.mark.parametrize("head", [*HEADS, "".join(HEADS), "".join(reversed(HEADS))])
def test_the_kernel_reads_of_a_head_what_its_attributes_say(head: str) -> None:
    assert_declared_alike(parse(head))


def test_the_kernel_reads_of_every_page_what_its_attributes_say(page: Page) -> None:
    assert_declared_alike(page)


ADDRESSES = (
    *("", "/", "//", "?", "a", "/a/b/", "https://e.org", "HTTPS://E.ORG/Blog/2024/05/a-1234?x=/docs/", "x:/"),
    *("h1+.-://host/p#/f/", "1http://e.org/a", "://e.org/a", "http://e.org?/a/1999", "/201/", "/20x4/1234x"),
    *(
        "http://e.org/ÄÖ/" + 600 * "é" + "/forum/",
        499 * "a" + "/t/",
        "\u212aforum",
        "/\u0661\u0661\u0661\u0661/",
    ),
)


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("tag", ["link rel=canonical href", "meta property=og:url content"])
def test_the_kernel_reads_addresses_as_python_does(address: str, tag: str) -> None:
    assert_declared_alike(parse(f"<{tag}='{address}'><p>One"))


PIECES = (
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


@pytest.mark.parametrize("seed", range(20))
def test_the_kernel_reads_titles_and_types_as_python_does(seed: int) -> None:
    random = np.random.default_rng(seed)
    for _ in range(50):
        page = parse("".join(random.choice(PIECES, random.integers(1, 14))))
        assert page.title == replace(page, attributes=dict(page.attributes)).title
        assert_declared_alike(page)


@pytest.mark.parametrize("before", [19_982, 19_983, 19_984, 19_999])
def test_a_type_counts_only_where_a_script_begins(before: int) -> None:
    page = parse(f'<script type=application/json>{before * "é"}"@type":"Article"</script><p>One')
    assert_declared_alike(page)


def random_trees(seed: int, levels: int, outputs: int, trees: int = 25) -> Trees:
    random = np.random.default_rng(seed)
    return Trees(
        random.integers(0, 6, (levels, trees)).astype(np.int16),
        random.normal(size=(levels, trees)).astype(np.float32),
        random.normal(size=(trees, 1 << levels, outputs)).astype(np.float32),
        np.ones((trees, 1 << levels), dtype=np.float32),
        random.normal(size=outputs).astype(np.float32),
    )


def random_columns(units: int) -> Columns:
    random = np.random.default_rng(units)
    columns = random.normal(size=(6, units)).astype(np.float32)
    columns[random.random(columns.shape) < 0.1] = np.nan
    return columns


@pytest.mark.parametrize("levels", [1, 3, 4, 6, 10])
@pytest.mark.parametrize("outputs", [1, 7])
@pytest.mark.parametrize("units", [0, 1, 2, 255, 256, 257, 700])
def test_margins_are_those_of_numpy(levels: int, outputs: int, units: int) -> None:
    trees, columns = random_trees(units, levels, outputs), random_columns(units)
    np.testing.assert_allclose(trees.margins(columns), trees._margins(columns), rtol=0, atol=1e-12)


def test_a_units_margin_does_not_depend_on_the_other_units() -> None:
    trees, columns = random_trees(1, 6, 1), random_columns(300)
    together = trees.margins(columns)[0].tolist()
    assert together == [trees.margins(columns[:, [unit]])[0, 0] for unit in range(300)]


@pytest.mark.parametrize("units", [0, 1, 2, 9, 40, 1000])
@pytest.mark.parametrize("steps", [0, 3, 1 << 30])
def test_the_choice_by_expected_f1_is_that_of_numpy(units: int, steps: int) -> None:
    random = np.random.default_rng(units)
    probability = random.integers(0, steps, units, endpoint=True) / max(steps, 1)
    size = random.integers(0, 30, units)
    kept = selection.expected_f1(probability, size)
    assert kept.tolist() == selection._expected_f1(probability, size).tolist()


def test_the_clean_up_is_that_of_numpy(page: Page) -> None:
    scores, random = Auto().score(page), np.random.default_rng(len(page))
    for share in (0.0, 0.2, 0.5, 0.8, 1.0):
        some = replace(scores, probability=random.random(len(page.blocks)))
        kept = random.random(len(page.blocks)) < share
        expected = kept.copy()
        change, because = cleanup._tidy(some, kept), cleanup._tidy_by_numpy(some, expected)
        assert kept.tolist() == expected.tolist()
        assert change.tolist() == because.tolist()


def test_arrays_that_do_not_fit_are_refused() -> None:
    assert loops is not None
    trees, columns, margins = random_trees(0, 3, 1), random_columns(5), np.empty((1, 5))
    arrays: list[Any] = [columns, trees.feature, trees.bound, trees.leaf, trees.bias, margins]
    wrong: list[tuple[int, Any]] = [
        (0, columns[:3]),  # a column that is asked for is missing
        (0, columns[0]),
        (0, columns.astype(np.float64)),
        (0, columns[:, ::2]),
        (1, -trees.feature - 1),
        (1, np.zeros((17, 25), dtype=np.int16)),
        (2, trees.bound[:, 1:].copy()),
        (3, trees.leaf[1:]),
        (4, np.zeros(2, dtype=np.float32)),
        (5, np.empty((1, 4))),
        (5, np.empty((1, 5), dtype=np.int64)),
    ]
    for number, array in wrong:
        changed = [*arrays[:number], array, *arrays[number + 1 :]]
        with pytest.raises(ValueError, match=r"array|trees|columns|contiguous"):
            loops.sum_trees(*changed)
    frozen = np.zeros((1, 5))
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        loops.sum_trees(*arrays[:5], frozen)


def test_numbers_that_point_beyond_an_array_are_refused() -> None:
    assert loops is not None
    reading = Reading(parse("<h1>one</h1><div><p>two<p>three</div>"))
    chars, low, high = reading.chars, reading.above_low, reading.above_high
    scores, around = np.zeros((3, 3)), np.zeros((7, 3), dtype=np.float32)
    indices = [low, high, reading.group, reading.tag_group, *reading.last_headings]
    out = np.empty((len(CONTEXT_FEATURES), 3), dtype=np.float32)
    loops.write_surroundings(scores, around, chars, *indices, out)
    for number in range(len(indices)):
        for beyond in (-2, 4):
            changed = [*indices[:number], np.full_like(indices[number], beyond), *indices[number + 1 :]]
            with pytest.raises(ValueError, match="points beyond"):
                loops.write_surroundings(scores, around, chars, *changed, out)
    with pytest.raises(ValueError, match="levels"):
        loops.write_surroundings(scores, around, chars, low[:5], *indices[1:], out)
    with pytest.raises(ValueError, match="items"):
        loops.write_surroundings(scores, around, chars, *indices, out[1:])
