import pickle
import re
from importlib import resources
from math import inf
from random import Random
from typing import Literal

import numpy as np
import pytest

import maintext
from maintext.limits import Deadline
from maintext.methods.papers.path_similarity import PathSimilarity
from maintext.page.page import Page
from maintext.page.parse import empty_page, parse
from maintext.pipeline import Source, run
from maintext.site.copies import find_flaw
from maintext.text.decode import decode
from maintext.text.encodings import Encoding
from tests.reference.paper_path_similarity import Reading, extract

Equality = Literal["tag", "markup", "node"]
FOLDER = resources.files("maintext") / "samples"
SAMPLES = [file.name for file in FOLDER.iterdir() if file.name.endswith(".html")]

PAPER_SAMPLE = """<html><body>
<div>
 <p> This is the first block. </p>
 <p> This is the second block. </p>
 <p> This is the third block. </p>
</div>
<div>
 <p> test1 </p>
</div>
</body></html>"""


def kept_texts(page: Page, method: PathSimilarity) -> list[str]:
    scores = method.score(page)
    leaves = page.leaves[scores.leaves_of(method.select(scores))]
    return [page.row_text(int(leaf)).strip() for leaf in leaves]


BLOCKS = [f"This is the {number} block." for number in ("first", "second", "third")]


@pytest.mark.parametrize(
    ("equality", "strict", "expected"),
    [
        ("node", False, BLOCKS),  # one grandparent
        ("node", True, ["This is the second block."]),  # one parent
        ("tag", True, [*BLOCKS, "test1"]),  # html, body, div, p: by tag, test1 has the same path
        ("tag", False, [*BLOCKS, "test1"]),
    ],
)
def test_the_sample_of_the_paper_agrees_with_each_reading(
    equality: Equality, strict: bool, expected: list[str]
) -> None:
    method = PathSimilarity(equality=equality, strict=strict)
    assert kept_texts(parse(PAPER_SAMPLE), method) == expected


def test_the_sample_of_the_paper_has_paths_of_five_levels() -> None:
    method = PathSimilarity()
    scores = method.score(parse(PAPER_SAMPLE))
    assert scores.values.tolist() == [4, 5, 4, 4]  # the second block is the longest
    assert method.describe(scores, 1) == "the longest text"
    assert (
        method.describe(scores, 0) == "path similarity 1 - 1/2^4 to the longest text's, threshold 1 - 1/2^3"
    )


def random_site(seed: int) -> list[Page]:
    """A page and two more, which share parts of it: text, hidden text, classes, and copies of texts."""
    random = Random(seed)
    texts = [f"{word} " * random.randint(1, 6) for word in "one two three four five".split()]

    def part(depth: int) -> str:
        name = random.choice("div p span b section noscript iframe".split() if depth else ["div"])
        extra = random.choice(["", "", "", " class=x", " class=y", " hidden", " style=display:none"])
        inside = [
            part(depth + 1) if depth < 4 and random.random() < 0.5 else random.choice([*texts, "\n", ""])
            for _ in range(random.randint(0, 3))
        ]
        return f"<{name}{extra}>{''.join(inside)}</{name}>"

    shared = [part(0) for _ in range(4)]
    return [
        parse("<body>" + "".join(random.choice([each, each, part(0), ""]) for each in shared))
        for _ in range(3)
    ]


def sample_site(name: str) -> list[Page]:
    """A bundled page, and two more of its site: other stories, and a part that moves the walks apart."""
    html = (FOLDER / name).read_bytes()
    source = decode(html).text
    others = [
        re.sub(r"(<p[^>]*>)[^<]{40,}", rf"\1Another story, number {number}, is told here.", source)
        for number in (1, 2)
    ]
    moved = others[1].replace("<body", "<body><div><p>An extra part.</p></div><body", 1)
    return [parse(each) for each in (source, others[0], moved)]


def kept_rows(pages: list[Page], method: PathSimilarity) -> list[int]:
    page, *others = pages
    source = Source(page, Encoding("unicode", "given", 1.0), None)
    document = run(source, method, others or None, Deadline(inf))
    assert document.scores is not None
    return page.leaves[document.scores.leaves_of(method.select(document.scores))].tolist()


READINGS = [
    Reading(equality, strict, hidden)
    for equality in ("tag", "markup", "node")
    for strict in (True, False)
    for hidden in (True, False)
]


@pytest.mark.parametrize("reading", READINGS, ids=lambda one: f"{one.equality} {one.strict} {one.hidden}")
def test_random_sites_agree_with_the_paper_to_the_letter(reading: Reading) -> None:
    method = PathSimilarity(reading.equality, reading.strict, reading.hidden)
    template = hidden = 0
    for seed in range(150):
        pages = random_site(seed)
        if not len(pages[0].leaves):
            continue
        for others in (0, 1, 2):
            page, *site = pages[: others + 1]
            # Copies and pages without text are ignored, which the paper does not say.
            site = [each for each in site if find_flaw(method.view(page), method.view(each)) is None]
            expected = extract(page, site, reading)
            assert kept_rows([page, *site], method) == expected, (seed, others)
            template += expected != extract(page, [], reading)
            hidden += expected != extract(page, site, reading._replace(hidden=not reading.hidden))
    assert min(template, hidden) > 10  # the cases do occur


@pytest.mark.parametrize("name", sorted(SAMPLES))
@pytest.mark.parametrize("reading", [Reading(), Reading(strict=False, hidden=False)])
def test_bundled_pages_agree_with_the_paper_to_the_letter(name: str, reading: Reading) -> None:
    pages = sample_site(name)
    method = PathSimilarity(reading.equality, reading.strict, reading.hidden)
    for others in (0, 2):
        expected = extract(pages[0], pages[1 : others + 1], reading)
        assert expected
        assert kept_rows(pages[: others + 1], method) == expected


def test_the_printed_form_is_the_first_reading_of_the_paper() -> None:
    reading = Reading()
    assert PathSimilarity.as_printed() == PathSimilarity(reading.equality, reading.strict, reading.hidden)


def test_a_copy_of_the_longest_text_below_another_parent_is_greater_than_the_threshold() -> None:
    page = parse("<div><p>The same long text.</p><h2>The same long text.</h2><h2>Another text.</h2></div>")
    method = PathSimilarity(strict=True)
    assert kept_texts(page, method) == ["The same long text."] * 2
    scores = method.score(page)
    assert method.describe(scores, 1) == (
        "path similarity 1 - 3/2^5 to the longest text's, threshold 1 - 1/2^3"
    )
    assert kept_texts(page, PathSimilarity(strict=True, equality="node")) == ["The same long text."]


def test_by_markup_attributes_count_too() -> None:
    page = parse(
        "<div class=a><p>A long paragraph of text.</p></div>"
        "<div class=a><p>One.</p></div><div><p>Two.</p></div>"
    )
    assert kept_texts(page, PathSimilarity("markup", True)) == ["A long paragraph of text.", "One."]
    assert kept_texts(page, PathSimilarity("tag", True))[-1] == "Two."


HIDDEN = """<div><p>A story.</p></div>
<section hidden><div><p>A hidden text that is longer than the story.</p></div></section>
<section><div><p>Seen.</p></div></section>"""


def test_hidden_text_may_be_the_longest_but_is_never_kept() -> None:
    printed = maintext.extract(HIDDEN, method=PathSimilarity(strict=True, hidden=True))
    assert printed.text == "Seen."
    assert maintext.extract(HIDDEN, method=PathSimilarity(strict=True)).text == "A story."
    assert all("hidden" not in block.text for block in printed.blocks)
    again = pickle.loads(pickle.dumps(printed))
    assert [block.score for block in again.blocks] == [block.score for block in printed.blocks]
    assert [block.reason for block in again.blocks] == [block.reason for block in printed.blocks]


def test_hidden_text_that_repeats_on_the_site_is_removed() -> None:
    others = [HIDDEN.replace("A story.", story) for story in ("Rain.", "Snow.")]
    document = maintext.extract(HIDDEN, method=PathSimilarity(strict=True, hidden=True), site=others)
    assert document.text == "A story."
    assert document.noise is not None
    assert document.noise.tolist() == [False, True]


def test_levels_are_exact_where_a_float_similarity_would_be_one() -> None:
    deep = "<div>" * 100
    page = parse(
        f"{deep}<p>The longest text of the page.</p></div><p>one level up</p></div><p>two levels up</p>"
    )
    assert kept_texts(page, PathSimilarity(equality="node")) == ["The longest text of the page."]
    scores = PathSimilarity(equality="node").score(page)
    assert np.diff(scores.values).tolist() == [-3, -1]


def test_the_first_of_two_longest_leaves_is_used() -> None:
    page = parse("<div><div><p>first</p></div></div><div><section><p>other</p></section></div>")
    assert kept_texts(page, PathSimilarity(strict=True)) == ["first"]


def test_text_in_noscript_is_removed_before_scoring() -> None:
    page = parse("<body><p>short</p><noscript><p>Please switch scripts on to read this.</p></noscript>")
    scores = PathSimilarity().score(page)
    assert scores.leaf_unit.tolist() == [0, -1]


def test_site_noise_is_never_the_longest_leaf() -> None:
    page = parse(
        "<div><p>The story itself.</p></div><ul><li>A cookie notice that is longer than the story.</li></ul>"
    )
    method = PathSimilarity(strict=True)
    scores = method.score(page, np.array([False, True]))
    assert scores.leaf_unit.tolist() == [0, -1]
    assert scores.leaves_of(method.select(scores)).tolist() == [True, False]


TITLED = """<title>Rain over Wuyi - Daily</title>
<div><h1>Rain over Wuyi</h1><div><p>It rained all day.</p></div></div>
<footer><div><div><div>
<p>All rights are reserved by the publisher of this page.</p></div></div></div></footer>"""


def test_a_limit_on_the_distance_to_the_title_leaves_out_distant_text() -> None:
    page = parse(TITLED)
    assert kept_texts(page, PathSimilarity(strict=True))[-1].startswith("All rights")
    assert kept_texts(page, PathSimilarity(strict=True, title_distance=5)) == ["It rained all day."]


def test_the_distance_to_the_title_counts_steps_up_and_down() -> None:
    # h1 text → h1 → div → div → p → text are five steps; the footer is nine away
    page = parse(TITLED)
    kept = [PathSimilarity(title_distance=steps).score(page).leaf_unit.tolist() for steps in (4, 5, 9)]
    assert kept == [[0, -1, -1], [0, 1, -1], [0, 1, 2]]


def test_without_a_title_there_is_no_limit_on_the_distance() -> None:
    page = parse("<div><p>One.</p><p>Two.</p></div>")
    assert kept_texts(page, PathSimilarity(title_distance=0)) == ["One.", "Two."]


@pytest.mark.parametrize("page", [empty_page(), parse("<div></div>")], ids=["no rows", "no leaves"])
@pytest.mark.parametrize("equality", ["node", "tag", "markup"])
def test_a_page_without_text_has_no_units(page: Page, equality: Equality) -> None:
    method = PathSimilarity(equality=equality, title_distance=3)
    scores = method.score(page)
    assert len(scores.values) == len(method.select(scores)) == len(scores.leaf_unit) == 0
