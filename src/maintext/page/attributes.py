"""Attributes of a page's elements, by row: what can be asked of them without looking at each.

A parser that keeps them as spans of the source answers in one pass, and makes none (`CountedAttributes`).
"""

import re
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from maintext.arrays import IntArray, frozen

if TYPE_CHECKING:
    from maintext._kernel._native import Memory

Attributes = Mapping[str, str]
NO_ATTRIBUTES: Attributes = {}
_LONGEST_SOUGHT = 4_000  # the kernel counts bytes of the source


class Search(NamedTuple):
    """Words that are sought in an attribute: ASCII, in lower case, a space between; found in either case."""

    name: str
    otherwise: str | None
    """The attribute that counts where that one is missing or empty."""
    words: str


class CountedAttributes(Mapping[int, Attributes]):
    """Attributes by row, of a parser that can tell of them, and of the text, without making them."""

    @abstractmethod
    def named(self, name: str) -> list[tuple[int, str]]:
        """The rows that have an attribute, and its values; the name in lower case."""

    @abstractmethod
    def shared(self, name: str) -> tuple[list[str], IntArray]:
        """The different values of an attribute, and the number of each row's; -1 where it has none."""

    @abstractmethod
    def holding(self, searches: tuple[Search, ...], most: int) -> list[list[tuple[int, str]]]:
        """For each search the first rows that hold one of its words, and the values of their attributes."""

    @abstractmethod
    def rows_with_role(self, role: str) -> list[int]:
        """Rows whose `role` is exactly this, in order."""

    @abstractmethod
    def markup(self, tag_lengths: IntArray) -> IntArray:
        """Characters of each row's tags, whose lengths are given, and of what attributes count as markup."""

    @abstractmethod
    def title(self) -> str:
        """The text of the first `<title>` that has any and names no drawing."""

    @abstractmethod
    def write_text(self, *arguments: Any) -> str | bytes:
        """Write the kept blocks of the page as plain text: see `maintext.render.text`."""

    @abstractmethod
    def measure(self, *arguments: Any) -> "tuple[Memory, Any]":
        """Measure the page with a model: see `maintext.model.measure`."""


def values_of(attributes: Mapping[int, Attributes], name: str) -> list[tuple[int, str]]:
    """The rows that have an attribute, in order, and its values."""
    if isinstance(attributes, CountedAttributes):
        return attributes.named(name)
    return [(row, found[name]) for row, found in attributes.items() if name in found]


def shared_values(attributes: Mapping[int, Attributes], name: str, rows: int) -> tuple[list[str], IntArray]:
    """The different values of an attribute, and the number of each row's; -1 where it has none."""
    if isinstance(attributes, CountedAttributes):
        return attributes.shared(name)
    number: dict[str, int] = {}
    of_row = np.full(rows, -1, dtype=np.int64)
    for row, value in values_of(attributes, name):
        of_row[row] = number.setdefault(value, len(number))
    return list(number), of_row


def values_holding(
    attributes: Mapping[int, Attributes], searches: tuple[Search, ...], most: int
) -> list[list[tuple[int, str]]]:
    """For each search the first rows that hold one of its words, and the values of their attributes."""
    if isinstance(attributes, CountedAttributes):
        return attributes.holding(searches, most)
    return [list(islice(_holding(attributes, search), most)) for search in searches]


def _holding(attributes: Mapping[int, Attributes], search: Search) -> Iterator[tuple[int, str]]:
    words = re.compile("|".join(map(re.escape, search.words.split())), re.ASCII | re.IGNORECASE)
    for row, found in attributes.items():
        value = found.get(search.name) or found.get(search.otherwise or "", "")
        if value and len(value) <= _LONGEST_SOUGHT and words.search(value):
            yield row, value


def rows_with_role(attributes: Mapping[int, Attributes], role: str) -> list[int]:
    """Rows whose `role` is exactly this."""
    if isinstance(attributes, CountedAttributes):
        return attributes.rows_with_role(role)
    return [row for row, found in attributes.items() if found.get("role") == role]


def markup_chars(attributes: Mapping[int, Attributes], tag: IntArray, tag_lengths: IntArray) -> IntArray:
    """Characters of each row's tags, and of its attributes but `id`, `class` and `style`."""
    if isinstance(attributes, CountedAttributes):
        return attributes.markup(tag_lengths)
    lengths = tag_lengths.take(tag)
    rows = np.fromiter(attributes, dtype=np.int64)
    lengths[rows] += np.fromiter(map(_attribute_length, attributes.values()), dtype=np.int64)
    return frozen(lengths)


def _attribute_length(attributes: Attributes) -> int:
    """Characters of ` name="value"` for every attribute that counts as markup."""
    length = 0
    for name, value in attributes.items():
        if name not in ("id", "class", "style"):
            length += len(name) + len(value) + 4
    return length
