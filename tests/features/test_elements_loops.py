"""The loops in C over elements and blocks find what their twins in NumPy find, and refuse wrong arrays."""

import pickle
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from maintext import features
from maintext._kernel import loops
from maintext.arrays import frozen
from maintext.cli.sample_pages import sample_pages
from maintext.evaluation.hostile import MARKUP, TEXT
from maintext.features import (
    OWN_FEATURES,
    Landmarks,
    Reading,
    elements,
    landmarks,
    methods,
    own_columns,
    place,
    reading,
    text,
)
from maintext.page.page import Page
from maintext.parse import parse
from tests.features.pages import pages, random_html

pytestmark = pytest.mark.skipif(loops is None, reason="there is no kernel, or it is not to be used")

_FOUND = "low high holders above above_low above_high tag_paths is_heading alike".split()
_NUMBERED = ("group", "tag_group")
_MEASURED = "chars link_chars p_values density_sums votes".split()


@cache
def all_pages() -> dict[str, Page]:
    """Random pages, special ones, bundled ones, and ones made to hurt; those that have blocks."""
    hostile = {name: family(60) for name, family in (MARKUP | TEXT).items()}
    bundled = {name: html.decode(errors="replace") for name, html in sample_pages().items()}
    large = {f"large {seed}": random_html(seed, 600) for seed in range(100, 110)}
    parsed = {name: parse(html) for name, html in (pages() | large | bundled | hostile).items()}
    return {name: page for name, page in parsed.items() if len(page.blocks)}


def by_twin(monkeypatch: pytest.MonkeyPatch, page: Page) -> tuple[Reading, Landmarks, NDArray[np.float32]]:
    """What NumPy finds."""
    with monkeypatch.context() as without:
        for module in (features, elements, reading, landmarks):
            without.setattr(module, "loops", None)
        slow = Reading(page)
        marks = Landmarks(slow)
        for name in (*_FOUND, *_NUMBERED, "last_headings"):
            getattr(slow, name)
        for name in (*_MEASURED, "rows"):
            getattr(marks, name)
        return slow, marks, own_columns(slow, marks)


def parts(number: NDArray[np.int64]) -> list[int]:
    """Which values are the same, whatever they are: for each the first position where it stands."""
    first = {value: at for at, value in reversed(list(enumerate(number.tolist())))}
    return [first[value] for value in number.tolist()]


@pytest.mark.parametrize("name", all_pages())
def test_the_loops_find_what_numpy_finds(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    page = all_pages()[name]
    slow, slow_marks, expected = by_twin(monkeypatch, page)
    fast = Reading(page)
    marks = Landmarks(fast)
    for attribute in _FOUND:
        found, wanted = getattr(fast, attribute), getattr(slow, attribute)
        assert (found.dtype, found.shape) == (wanted.dtype, wanted.shape), attribute
        assert np.array_equal(found, wanted), attribute
    for attribute in _NUMBERED:
        found = getattr(fast, attribute)
        assert parts(found) == parts(getattr(slow, attribute)), attribute
        assert set(found.tolist()) == set(range(len(np.unique(found)))), attribute
    assert np.array_equal(fast.last_headings, slow.last_headings)
    assert marks.rows == slow_marks.rows
    for attribute in _MEASURED:
        np.testing.assert_allclose(getattr(marks, attribute), getattr(slow_marks, attribute), rtol=1e-12)
    assert_same_columns(own_columns(fast, marks), expected)


def assert_same_columns(found: NDArray[np.float32], expected: NDArray[np.float32]) -> None:
    """Equal but for one unit in the last place of a float, where there are logarithms."""
    exact = np.array([not meaning_has_log(name) for name in OWN_FEATURES])
    assert np.array_equal(found[exact], expected[exact], equal_nan=True)
    apart = np.abs(found - expected) > np.spacing(np.abs(expected))
    assert not [OWN_FEATURES[column] for column in np.flatnonzero(apart.any(axis=1))]


def meaning_has_log(name: str) -> bool:
    return "log" in features.MEANINGS[name] or name == "density_share"


def measured(html: str) -> tuple[Reading, Landmarks]:
    found = Reading(parse(html))
    return found, Landmarks(found)


_PAGE = "<h1>one</h1><ul><li class=nav>two<li class=nav>three</ul><p>four, <b>five</b>"


def calls() -> dict[str, tuple[Callable[..., object], list[Any]]]:
    """Every function, with arguments that are right."""
    found, marks = measured(_PAGE)
    size, rows, page = found.size, len(found.page), found.page
    rows_of = page.tag, page.parent, page.end, page.depth, page.flags, page.block
    of_blocks = page.blocks.first_row, page.blocks.element
    to_find = [getattr(found, name).copy() for name in (*_FOUND[:7], "tag_group", "is_heading")]
    to_find[2] = np.empty(rows, dtype=np.int64)
    group, alike, last = (np.empty(count * size, dtype=np.int64) for count in (1, 4, 2))
    sums = [np.empty(rows) for _ in range(4)]
    texts = [found.chars, found.link_chars]
    out = np.empty((len(OWN_FEATURES) - len(text.MEANINGS) - len(methods.MEANINGS), size), dtype=np.float32)
    landmarks_of = [marks.density_sums, marks.votes, tuple(marks.rows.values())]
    given: dict[str, list[Any]] = {
        "find_elements": [*rows_of, *of_blocks, *to_find],
        "find_repeats": [found.found, found.names.of_row, found.names.sums, group, alike],
        "find_last_headings": [found.found, found.words, found.emphasis, found.chars, last],
        "find_landmarks": [
            *(found.found, *texts, found.commas, found.page.tag_lengths),
            *(*sums, np.empty(len(found.holders))),
        ],
        "write_element_columns": [
            *(
                found.found,
                *texts,
                found.marks,
                found.group,
                found.alike,
                found.page.leaves,
                *found.named_rows,
            ),
            *(place.NEAR_NUMBER, *landmarks_of, out),
        ],
    }
    return {name: (getattr(loops, name), arguments) for name, arguments in given.items()}


CALLS = calls() if loops is not None else {}
_INDICES = {
    "find_elements": (0, 1, 2, 5, 6, 7),
    "find_repeats": (1,),
    "write_element_columns": (4, 6, 7, 8, 9),
}
"""The arguments that say where to look."""
_ANY_SIZE = {"find_repeats": 2, "find_landmarks": 4, "write_element_columns": 6}
"""The arguments that may be longer than it takes: sums of names, lengths of tags, leaves."""


def changed(arguments: Sequence[Any], position: int, argument: object) -> list[Any]:
    return [*arguments[:position], argument, *arguments[position + 1 :]]


@pytest.mark.parametrize("name", CALLS)
def test_arguments_that_are_right_are_taken(name: str) -> None:
    function, arguments = CALLS[name]
    function(*arguments)
    with pytest.raises(ValueError, match="too few arguments"):
        function(*arguments[:-1])


@pytest.mark.parametrize("name", CALLS)
def test_an_array_of_another_size_type_or_layout_is_refused(name: str) -> None:
    function, arguments = CALLS[name]
    arrays = [(at, each) for at, each in enumerate(arguments) if isinstance(each, np.ndarray)]
    for at, array in arrays:
        longer = [] if _ANY_SIZE.get(name) == at else [np.append(array, array)]
        for wrong in (np.zeros_like(array, dtype=np.int16), array.ravel().repeat(2)[::2], *longer):
            with pytest.raises((ValueError, BufferError)):
                function(*changed(arguments, at, wrong))


@pytest.mark.parametrize("name", CALLS)
def test_what_is_to_be_filled_must_be_writable(name: str) -> None:
    function, arguments = CALLS[name]
    with pytest.raises((ValueError, BufferError)):
        function(*changed(arguments, len(arguments) - 1, frozen(arguments[-1].copy())))


@pytest.mark.parametrize("name", _INDICES)
@pytest.mark.parametrize("number", [-2, 10_000_000_000, 2**63 - 1, -(2**63)])
def test_a_row_block_or_tag_that_there_is_none_of_is_refused(name: str, number: int) -> None:
    function, arguments = CALLS[name]
    for at in _INDICES[name]:
        wrong = arguments[at].copy()
        wrong.flat[-1] = number
        with pytest.raises(ValueError, match="that there is none of"):
            function(*changed(arguments, at, wrong))


@pytest.mark.parametrize("name", [name for name in CALLS if name != "find_elements"])
def test_elements_that_were_not_found_are_refused(name: str) -> None:
    function, (_, *arguments) = CALLS[name]
    for wrong in (np.zeros(5), (), None):
        with pytest.raises(ValueError, match="PyCapsule"):
            function(wrong, *arguments)


def test_blocks_that_their_elements_do_not_hold_are_refused() -> None:
    function, arguments = CALLS["find_elements"]
    element = np.full_like(arguments[7], len(arguments[0]) - 1)  # after the first leaf of the last block
    with pytest.raises(ValueError, match="that there is none of"):
        function(*changed(arguments, 7, element))


def test_a_reading_travels_between_processes() -> None:
    found, _ = measured(_PAGE)
    copy = pickle.loads(pickle.dumps(found))
    assert np.array_equal(copy.above, found.above)
    assert np.array_equal(copy.group, found.group)


def test_a_best_row_that_there_is_none_of_is_refused() -> None:
    function, arguments = CALLS["write_element_columns"]
    for wrong in ((0, 0, 1_000_000), (-1, 0, 0), (0, 0)):
        with pytest.raises((ValueError, TypeError)):
            function(*changed(arguments, 12, wrong))
