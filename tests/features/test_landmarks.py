import pytest

from maintext.features import Landmarks, Reading, landmarks
from maintext.page.parse import parse
from maintext.page.tags import Flag
from tests.features.checks import assert_own_family, own_value
from tests.features.literal import LEVELS, Literal
from tests.features.pages import pages

_MEASURES = ("density", "p_value", "votes")


def describe(page: Literal, block: int) -> dict[str, float]:
    above = page.above(block)
    best = Landmarks(
        Reading(page.page)
    ).rows  # the best by rounding at a tie; that it is best is tested below
    blocks = {name: page.within(best[name]) for name in _MEASURES}
    inside = {name: [page.within(row) for row in above] for name in _MEASURES}
    unlinked = [page.sizes[at] - page.chars(at, Flag.LINK) for at in range(page.size)]
    held = [sum(unlinked[at] for at in page.within(row)) for row in above]
    total = max(sum(unlinked), 1)

    def levels_to_share(share: float) -> int:
        return next((level for level, chars in enumerate(held) if chars >= share * total), LEVELS)

    def distance(name: str) -> int:
        before, after = block - blocks[name][0], block - blocks[name][-1]
        return max(before, -60) if before < 0 else min(max(after, 0), 60)

    most = {"density": max(page.density_sums.values()), "votes": max(page.votes.values(), default=0)}
    return {
        **{
            f"levels_to_{name}": sum(not set(blocks[name]) <= set(held_by) for held_by in inside[name])
            for name in _MEASURES
        },
        **{f"in_{name}": block in blocks[name] for name in _MEASURES},
        **{f"from_{name}": distance(name) for name in _MEASURES},
        "density_share": page.density_sums.get(above[1], 0) / max(most["density"], 1e-9),
        "votes_share": page.votes.get(above[0], 0) / max(most["votes"], 1e-9),
        "votes_above": page.votes.get(above[1], 0) / max(most["votes"], 1e-9),
        "levels_to_30": levels_to_share(0.3),
        "levels_to_60": levels_to_share(0.6),
    }


@pytest.mark.parametrize("name", pages())
def test_columns_are_what_their_meanings_say(name: str) -> None:
    assert_own_family(pages()[name], list(landmarks.MEANINGS), describe)


@pytest.mark.parametrize("name", pages())
def test_the_best_elements_are_the_best(name: str) -> None:
    page = parse(pages()[name])
    found = Landmarks(Reading(page)).rows
    literal = Literal(page)
    measures = {"density": literal.density_sums, "p_value": literal.p_values, "votes": literal.votes}
    for measure, values in measures.items():
        assert values.get(found[measure], 0) == pytest.approx(max(values.values(), default=0))


def test_a_block_of_the_article_lies_in_the_best_element() -> None:
    sentence = "The tower leans to the south, and nobody knows why, though many have asked. "
    html = "<ul><li><a href=/>Home</a><li><a href=/>News</a></ul><div>"
    html += f"<p>{sentence * 3}" * 4
    for measure in _MEASURES:
        assert own_value(html, f"in_{measure}") == [0, 0, 1, 1, 1, 1]
        assert own_value(html, f"from_{measure}") == [-2, -1, 0, 0, 0, 0]
