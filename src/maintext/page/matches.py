"""The parts of a CSS selector as functions from a page to the rows that match: array arithmetic alone."""

import re
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.page.page import Page

Match = Callable[[Page], BoolArray]
"""Marks the rows that match."""


class Step(NamedTuple):
    """A compound selector, and how it follows the one before: by a space, `>`, `+` or `~`."""

    combinator: str
    match: Match


# -- simple selectors -------------------------------------------------------------------------------------


def of_tag(name: str) -> Match:
    """Elements with a tag name; `*` for all."""
    if name == "*":
        return lambda page: page.is_element
    return lambda page: np.isin(
        page.tag, [at for at, known in enumerate(page.tag_names) if known.lower() == name]
    )


def with_attribute(name: str, test: Callable[[str], bool]) -> Match:
    """Rows whose value of an attribute passes a test, which is run once for each distinct value."""

    def match(page: Page) -> BoolArray:
        values, of_row = page.shared_values(name)
        passed = np.array([*map(test, values), False], dtype=np.bool_)
        return passed[of_row]

    return match


def is_equal(wanted: str) -> Callable[[str], bool]:
    """A test: the whole value."""
    return lambda value: value == wanted


def has_word(wanted: str) -> Callable[[str], bool]:
    """A test: one of the words of a value."""
    return lambda value: wanted in value.split()


def value_test(token: re.Match[str]) -> Callable[[str], bool]:
    """The test of `[name operator value]`."""
    operator = token["operator"]
    if not operator:
        return lambda _: True
    wanted = next(part for part in (token["double"], token["single"], token["bare"]) if part is not None)
    tests: dict[str, Callable[[str, str], bool]] = {
        "=": str.__eq__,
        "~=": lambda value, part: part in value.split(),
        "|=": lambda value, part: value == part or value.startswith(part + "-"),
        "^=": lambda value, part: bool(part) and value.startswith(part),
        "$=": lambda value, part: bool(part) and value.endswith(part),
        "*=": lambda value, part: bool(part) and part in value,
    }
    test = tests[operator]
    if (token["case"] or "").lower() == "i":
        return lambda value: test(value.lower(), wanted.lower())
    return lambda value: test(value, wanted)


def unescaped(name: str) -> str:
    """A name without its backslashes."""
    return re.sub(r"\\(.)", r"\1", name)


# -- combinations -----------------------------------------------------------------------------------------


def all_of(parts: list[Match]) -> Match:
    """Rows that match all parts."""
    return lambda page: np.logical_and.reduce([part(page) for part in parts])


def any_of(parts: list[Match]) -> Match:
    """Rows that match one of the parts."""
    return lambda page: np.logical_or.reduce([part(page) for part in parts])


def none_of(part: Match) -> Match:
    """Elements that do not match."""
    return lambda page: page.is_element & ~part(page)


def joined(steps: list[Step]) -> Match:
    """Rows that the last step matches, reached from those of the steps before."""

    def match(page: Page) -> BoolArray:
        found = steps[0].match(page)
        for combinator, part in steps[1:]:
            found = _REACHED[combinator](page, found) & part(page)
        return found

    return match


def having(part: Match, is_child: bool) -> Match:
    """Elements with a match below them, or right below them."""

    def match(page: Page) -> BoolArray:
        found = part(page)
        if not is_child:
            return page.is_element & (page.subtree(found) > found)
        marked = np.zeros(len(page), dtype=np.bool_)
        parents = page.parent[found]
        marked[parents[parents >= 0]] = True
        return marked

    return match


def _children(page: Page, found: BoolArray) -> BoolArray:
    return np.append(found, False)[page.parent]


def _below(page: Page, found: BoolArray) -> BoolArray:
    return _children(page, page.inside(found))


def _next(page: Page, found: BoolArray) -> BoolArray:
    order, _, position = _siblings(page, page.parent)
    reached = np.zeros(len(page), dtype=np.bool_)
    reached[order[1:]] = found[order[:-1]] & (position[1:] > 0)
    return reached


def _later(page: Page, found: BoolArray) -> BoolArray:
    order, first, _ = _siblings(page, page.parent)
    before: IntArray = np.cumsum(found[order]) - found[order]
    reached = np.zeros(len(page), dtype=np.bool_)
    reached[order] = before > before[first]
    return reached


_REACHED = {" ": _below, ">": _children, "+": _next, "~": _later}


# -- places among siblings --------------------------------------------------------------------------------


def _siblings(page: Page, group: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """The elements by group; for each, where its group starts in that order, and its place in the group."""
    rows = np.flatnonzero(page.is_element)
    order = rows[np.argsort(group[rows], kind="stable")]
    groups = group[order]
    begins = np.ones(len(order), dtype=np.bool_)
    begins[1:] = groups[1:] != groups[:-1]
    first = np.flatnonzero(begins)[np.cumsum(begins) - 1] if len(order) else order
    return order, first, np.arange(len(order)) - first


def nth(step: int, offset: int, *, of_type: bool = False, from_end: bool = False) -> Match:
    """Elements at the places step × n + offset among their siblings, from 1."""

    def match(page: Page) -> BoolArray:
        group = (page.parent + 1) * len(page.tag_names) + page.tag if of_type else page.parent
        order, first, position = _siblings(page, group)
        if from_end:
            position = np.bincount(first, minlength=len(order))[first] - 1 - position
        distance = position + 1 - offset
        hit = distance == 0 if not step else (distance % step == 0) & (distance // step >= 0)
        marked = np.zeros(len(page), dtype=np.bool_)
        marked[order[hit]] = True
        return marked

    return match


def nth_numbers(step: re.Match[str]) -> tuple[int, int]:
    """Step and offset of `2n + 1`, `odd`, `3`."""
    word, factor, sign, offset, place = step.groups()
    if word:
        return 2, int(word.lower() == "odd")
    if place:
        return 0, int(place)
    number = int(f"{factor}1" if factor in ("", "+", "-") else factor)
    return number, int(f"{sign}{offset}") if offset else 0


def _only(of_type: bool) -> Match:
    return all_of([nth(0, 1, of_type=of_type), nth(0, 1, of_type=of_type, from_end=True)])


PSEUDO: dict[str, Match] = {
    "root": lambda page: page.is_element & (page.parent < 0),
    "empty": lambda page: page.is_element & (page.end == np.arange(len(page)) + 1),
    "first-child": nth(0, 1),
    "last-child": nth(0, 1, from_end=True),
    "only-child": _only(False),
    "first-of-type": nth(0, 1, of_type=True),
    "last-of-type": nth(0, 1, of_type=True, from_end=True),
    "only-of-type": _only(True),
}
