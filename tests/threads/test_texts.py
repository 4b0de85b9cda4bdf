"""The kernel's texts of posts, compared with plain loops."""

from random import Random

import numpy as np
import pytest

from maintext import extract
from maintext.arrays import BoolArray
from maintext.cli.sample_pages import sample_pages
from maintext.evaluation.hostile import hostile_pages
from maintext.page.page import Page
from maintext.page.parse import parse
from maintext.threads.evidence import Evidence, Group, read_evidence
from maintext.threads.groups import opening_group
from maintext.threads.marks import read_marks
from maintext.threads.texts import find_texts
from tests.reference.post_texts import Texts
from tests.threads.test_groups import random_thread


def _evidence(page: Page, free: BoolArray) -> Evidence:
    return read_evidence(page, read_marks(page), free)


def _check(evidence: Evidence) -> int:
    """Compare the texts of all groups of a page; returns the number of posts with a text."""
    found = 0
    openings = [opening_group(evidence, group) for group in evidence.groups]
    for group in [*evidence.groups, *(group for group in openings if group is not None)]:
        texts, expected = find_texts(evidence, group), Texts(evidence, group)
        assert texts.is_common.tolist() == expected.common
        assert texts.is_inside.tolist() == expected.inside
        assert texts.is_text.tolist() == expected.is_text
        likeness: dict[str, int] = {}
        for text, number in zip(texts.texts, texts.likeness.tolist(), strict=True):
            assert likeness.setdefault(text, number) == number
        found += sum(map(bool, texts.texts))
    return found


def _every(page: Page) -> BoolArray:
    return np.ones(len(page.blocks), dtype=np.bool_)


def test_texts_of_random_threads_are_those_of_plain_loops() -> None:
    found = 0
    for seed in range(300):
        page = parse(random_thread(seed))
        found += _check(_evidence(page, _every(page)))
        random = Random(seed)
        _check(
            _evidence(
                page, np.array([random.random() < 0.8 for _ in range(len(page.blocks))], dtype=np.bool_)
            )
        )
    assert found > 300


@pytest.mark.parametrize("name", sample_pages())
def test_texts_of_a_sample_page_are_those_of_plain_loops(name: str) -> None:
    page = extract(sample_pages()[name]).page
    _check(_evidence(page, _every(page)))


@pytest.mark.parametrize("family", hostile_pages())
def test_texts_of_hostile_pages_are_those_of_plain_loops(family: str) -> None:
    page = parse(hostile_pages()[family](12).decode(errors="replace"))
    _check(_evidence(page, _every(page)))


def test_equal_texts_are_alike_in_other_elements() -> None:
    def post(text: str) -> str:
        byline = "<b class=author>Ann</b> <time>2 May 2024</time>"
        return f"<div class=post>{byline}<div class=post-body>{text}</div></div>"

    page = parse(
        "".join(
            map(
                post,
                (
                    "The <b>area</b> is 10 km<sup>2</sup>, at H<sub>2</sub>O level.",
                    "The area <i>is</i> 10 km^2, at H₂O level.",
                    "The Area is 10 km^2, at H₂O level.",
                ),
            )
        )
    )
    evidence = _evidence(page, _every(page))
    texts = find_texts(evidence, evidence.groups[0])
    assert texts.texts[0] == texts.texts[1] != texts.texts[2]
    assert texts.likeness[0] == texts.likeness[1] != texts.likeness[2]


@pytest.mark.parametrize(
    "group",
    [
        ([5, 3], [6, 4], [-1, -1]),
        ([3, 3], [4, 4], [-1, -1]),
        ([3], [400], [-1, -1]),
        ([-1], [4], [-1, -1]),
        ([3], [4], [-1, 1]),
        ([3], [4], [-1]),
    ],
)
def test_invalid_groups_are_errors(group: tuple[list[int], ...]) -> None:
    page = parse("<p>One<p>Two")
    start, end, owner = (np.array(part, dtype=np.int64).tobytes() for part in group)
    with pytest.raises(ValueError, match=r"array|order"):
        find_texts(_evidence(page, _every(page)), Group((1, 1.0), 0.0, (start, end, owner), b"", b""))
