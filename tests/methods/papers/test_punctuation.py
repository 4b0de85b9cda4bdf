import math
from collections import Counter
from random import Random

import numpy as np
import pytest

from maintext.methods.papers.punctuation import MARKS, Punctuation, similar_others
from maintext.page.page import Page
from maintext.page.parse import empty_page, parse
from tests.growth import grows_linearly

LATIN = ".,?、;:!"


def kept_texts(page: Page, method: Punctuation, noise: list[bool] | None = None) -> list[str]:
    scores = method.score(page, None if noise is None else np.array(noise))
    leaves = page.leaves[scores.leaves_of(method.select(scores))]
    return [page.row_text(int(leaf)) for leaf in leaves]


# -- the formula -----------------------------------------------------------------------------------


def literal_similar(texts: list[str], marks: str, epsilon: float) -> list[int]:
    """Equations (1) and (2) and definition 1, text by text and pair by pair."""
    holders = [sum(mark in text for text in texts) for mark in marks]

    def vector(text: str) -> list[float]:
        counts = Counter(text)
        weights = [
            counts[mark] * math.log(len(texts) / held) if held else 0.0
            for mark, held in zip(marks, holders, strict=True)
        ]
        length = math.hypot(*weights)
        return [weight / length for weight in weights] if length else [0.0] * len(marks)

    def similar(a: list[float], b: list[float]) -> bool:
        if not any(a) and not any(b):
            return True
        return sum(x * y for x, y in zip(a, b, strict=True)) > epsilon

    vectors = [vector(text) for text in texts]
    return [
        sum(similar(vectors[i], vectors[j]) for j in range(len(texts)) if j != i) for i in range(len(texts))
    ]


def random_texts(random: Random, marks: str) -> list[str]:
    texts = []
    for _ in range(random.randint(1, 60)):
        size = random.choice([0, 0, 1, 2, 5, 12])
        texts.append("text" + "".join(f"{random.choice(marks)}text" for _ in range(size)))
    return texts


@pytest.mark.parametrize(("marks", "signs"), [("cjk", "。，？、；：！"), ("all", LATIN)])
@pytest.mark.parametrize("epsilon", [0.31, 0.8, 0.97])
def test_weights_agree_with_a_computation_for_every_pair(marks: str, signs: str, epsilon: float) -> None:
    random = Random(signs)
    for _ in range(15):
        texts = random_texts(random, signs)
        page = parse("".join(f"<p>{text}</p>" for text in texts))
        method = Punctuation(epsilon=epsilon, marks=marks, markless="similar", base=math.e)  # type: ignore[arg-type]
        expected = [math.log(1 / (n + 1)) for n in literal_similar(texts, signs, epsilon)]
        assert method.score(page).values.tolist() == pytest.approx(expected)


def test_a_leaf_that_is_similar_to_no_other_has_the_weight_zero() -> None:
    page = parse("<p>One, two, three.</p><p>Home</p><p>News</p>")
    assert Punctuation(markless="similar").score(page).values.tolist() == pytest.approx(
        [0, -math.log10(2), -math.log10(2)]
    )


def test_punctuation_of_other_scripts_counts_like_that_of_the_paper() -> None:
    for same in MARKS:
        texts = [*(f"a{mark}" for mark in same), "none"]
        page = parse("".join(f"<p>{text}</p>" for text in texts))
        similar = 10 ** -Punctuation(markless="similar").score(page).values - 1
        assert similar[:-1] == pytest.approx(len(same) - 1)
        assert kept_texts(page, Punctuation()) == texts[:-1]


def test_as_in_the_paper_only_chinese_punctuation_counts() -> None:
    texts = ["逗号，句号。", "comma, stop.", "none"]
    page = parse("".join(f"<p>{text}</p>" for text in texts))
    similar = 10 ** -Punctuation.as_printed().score(page).values - 1
    assert similar == pytest.approx([0, 1, 1])


# -- the rule --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("base", "most"), [(2, 5), (math.e, 12), (10, 316)])
def test_the_base_decides_how_many_leaves_may_be_similar(base: float, most: int) -> None:
    method = Punctuation(base=base, markless="similar")
    assert len(kept_texts(parse("<p>Home</p>" * most), method)) == most
    assert kept_texts(parse("<p>Home</p>" * (most + 1)), method) == []


def test_many_short_texts_are_rejected_and_the_text_is_kept() -> None:
    page = parse("<li>链接</li>" * 400 + "<p>正文，有标点。</p><p>第二段：也有！</p>")
    assert kept_texts(page, Punctuation.as_printed()) == ["正文，有标点。", "第二段：也有！"]


def test_a_few_leaves_without_punctuation_are_kept_only_as_in_the_paper() -> None:
    page = parse("<li>链接</li><p>正文，有标点。</p>")
    assert kept_texts(page, Punctuation.as_printed()) == ["链接", "正文，有标点。"]
    assert kept_texts(page, Punctuation()) == ["正文，有标点。"]


def test_punctuation_outside_the_shown_text_does_not_count() -> None:
    page = parse("<title>a, b</title><p hidden>x, y.</p><p>Home<!-- a, b --></p><script>f(a, b);</script>")
    scores = Punctuation().score(page)
    assert np.isnan(scores.values).tolist() == [True]
    assert Punctuation().describe(scores, 0) == "no punctuation marks"


def test_noise_is_neither_kept_nor_counted() -> None:
    page = parse("<p>Alike, all.</p>" * 3 + "<p>Other: text!</p>")
    scores = Punctuation().score(page, np.array([True, True, False, False]))
    assert scores.leaf_unit.tolist() == [-1, -1, 2, 3]
    assert (
        Punctuation().describe(scores, 2) == "2 punctuation marks, similar to 0 of 1 other leaves: I = 0.00"
    )
    assert kept_texts(page, Punctuation(), [True, True, False, False]) == ["Alike, all.", "Other: text!"]


def test_a_block_is_one_unit_when_blocks_are_scored() -> None:
    page = parse("<p>A sentence, with <b>bold</b> words.</p><p>Home</p>")
    assert kept_texts(page, Punctuation(unit="leaf")) == ["A sentence, with ", " words."]
    assert kept_texts(page, Punctuation(unit="block")) == ["A sentence, with ", "bold", " words."]


@pytest.mark.parametrize("unit", ["leaf", "block"])
@pytest.mark.parametrize("page", [empty_page(), parse(""), parse("<p>none</p>")])
def test_a_page_without_punctuation_keeps_nothing(page: Page, unit: str) -> None:
    assert kept_texts(page, Punctuation(unit=unit)) == []  # type: ignore[arg-type]


def test_a_page_of_noise_alone_keeps_nothing() -> None:
    assert kept_texts(parse("<p>a, b.</p>"), Punctuation(), [True]) == []


# -- bounded work ----------------------------------------------------------------------------------


def test_above_the_limit_on_vectors_clear_groups_are_still_separated() -> None:
    random = np.random.default_rng(1)
    counts = np.zeros((9000, len(MARKS)), dtype=np.int64)
    counts[:6000, 0] = np.arange(20_000, 26_000)  # nearly along the first mark, all different
    counts[:6000, 1] = random.integers(0, 600, 6000)
    counts[6000:, 3] = np.arange(20_000, 23_000)
    counts[6000:, 2] = random.integers(0, 600, 3000)
    counts = np.vstack([counts, np.zeros((7, len(MARKS)), dtype=np.int64)])
    similar = similar_others(counts, 0.8)
    assert similar.tolist() == [5999] * 6000 + [2999] * 3000 + [6] * 7


def test_many_distinct_vectors_take_linear_time() -> None:
    random = np.random.default_rng(2)

    small, large = (random.integers(0, 60, (units, len(MARKS))) for units in (40_000, 80_000))
    assert grows_linearly(lambda: similar_others(small, 0.8), lambda: similar_others(large, 0.8))
