from math import nan

import numpy as np
import pytest
from maintext.features.context import AROUND, SCORES

from maintext.features import CONTEXT_FEATURES, OWN_FEATURES, Landmarks, Reading, context_columns, own_columns
from maintext.page.parse import parse
from tests.features.checks import assert_columns
from tests.features.literal import Literal
from tests.features.pages import pages

_CONTAINERS = (0, 1, 2, 3, 5)


def mean(values: list[float], weights: list[int]) -> float:
    return sum(value * weight for value, weight in zip(values, weights, strict=True)) / sum(weights)


def describe(page: Literal, block: int, columns: dict[str, list[float]]) -> dict[str, float]:
    """`columns` has the three scores, their sum as `words`, and the columns of `AROUND`."""
    meant = [*SCORES, "words"]

    def mean_over(name: str, blocks: list[int]) -> float:
        return mean([columns[name][at] for at in blocks], [page.sizes[at] for at in blocks])

    def near(name: str, at: int) -> float:
        return columns[name][at] if 0 <= at < page.size else nan

    def window(reach: int) -> list[int]:
        return [at for at in range(block - reach, block + reach + 1) if 0 <= at < page.size]

    everyone = list(range(page.size))
    above = page.above(block)
    by_path = [at for at in everyone if page.path(at) == page.path(block)]
    by_tags = [at for at in everyone if page.tags_above(at) == page.tags_above(block)]
    heading, label = (page.last(block, labels=labels) for labels in (False, True))
    long = [at for at in everyone if page.sizes[at] >= min(150, max(page.sizes))]

    def path_mean(name: str, at: int) -> float:
        return mean_over(name, [other for other in everyone if page.path(other) == page.path(at)])

    def above_mean(name: str, at: int) -> float:
        return mean_over(name, page.within(page.above(at)[2]))

    def rank(values: list[float]) -> float:
        larger = [page.sizes[at] for at in everyone if values[at] > values[block]]
        return sum(larger) / sum(page.sizes)

    return {
        **{f"{score}_score": columns[score][block] for score in meant},
        **{
            f"{name}@{offset:+d}": near(name, block + offset)
            for offset in (-3, -2, -1, 1, 2, 3)
            for name in ("text", "names", *AROUND)
        },
        **{
            f"{name}~{reach}": mean_over(name, window(reach))
            for reach in (4, 12)
            for name in (*meant, *AROUND[1:])
        },
        **{
            f"{name}^{level}": mean_over(name, page.within(above[level]))
            for name in meant
            for level in _CONTAINERS
        },
        **{f"{name}^path": mean_over(name, by_path) for name in meant},
        **{f"{name}^tags": mean_over(name, by_tags) for name in meant},
        **{f"{name}^page": mean_over(name, everyone) for name in meant},
        "heading_text": near("text", heading),
        "heading_names": near("names", heading),
        "label_text": near("text", label),
        "label_names": near("names", label),
        "since_label": min(block - label, 99) if label >= 0 else 99,
        **{f"{name}_score-page": columns[name][block] - mean_over(name, everyone) for name in meant},
        **{f"{name}^path-page": mean_over(name, by_path) - mean_over(name, everyone) for name in meant},
        **{
            f"{name}^1-page": mean_over(name, page.within(above[1])) - mean_over(name, everyone)
            for name in meant
        },
        **{
            f"{name}^path-best": path_mean(name, block) - max(path_mean(name, at) for at in long)
            for name in meant
        },
        **{
            f"{name}^2-best": above_mean(name, block) - max(above_mean(name, at) for at in long)
            for name in meant
        },
        **{f"{name}-page": columns[name][block] - mean_over(name, everyone) for name in AROUND[1:]},
        "path_rank": rank([path_mean("words", at) for at in everyone]),
        "above_rank": rank([above_mean("words", at) for at in everyone]),
        "words_rank": rank(columns["words"]),
    }


@pytest.mark.parametrize("name", pages())
def test_columns_are_what_their_meanings_say(name: str) -> None:
    page = parse(pages()[name])
    reading = Reading(page)
    own = own_columns(reading, Landmarks(reading))
    scores = np.random.default_rng(reading.size).normal(size=(len(SCORES), reading.size))
    columns = dict(zip([*SCORES, "words"], [*scores.tolist(), scores.sum(axis=0).tolist()], strict=True))
    columns |= {name: own[OWN_FEATURES.index(name)].tolist() for name in AROUND}
    found = context_columns(reading, own, scores)
    assert_columns(found, CONTEXT_FEATURES, Literal(page), lambda page, block: describe(page, block, columns))


def test_a_label_is_short_and_bold_or_named_by_its_tag() -> None:
    page = parse("<p>one<h2>two</h2><p>three<p><b>four</b><p>five<dl><dt>six<dd>seven</dl>")
    heading, label = Reading(page).last_headings
    assert heading.tolist() == [-1, 1, 1, 1, 1, 1, 1]
    assert label.tolist() == [-1, 1, 1, 3, 3, 5, 5]
