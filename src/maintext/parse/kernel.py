"""The fast maker of Pages: the native kernel writes the table, and this gives it to NumPy as it is."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext._kernel import _native as native
from maintext.arrays import IntArray, frozen
from maintext.errors import Reason
from maintext.limits import Deadline, Limits, OutOfTime
from maintext.page.attributes import Attributes, CountedAttributes, Search
from maintext.page.page import Page
from maintext.page.tags import TAGS
from maintext.page.visibility import hides_most, hiding_reason, reveal
from maintext.text.words import LETTERS

_MOST_CHARACTERS = native.MOST_SOURCE // 4  # each takes up to four bytes


def parse_with_kernel(
    html: str | bytes,
    limits: Limits,
    deadline: Deadline,
    problems: tuple[Reason, ...],
    scorer: "native.Scorer | None",
) -> Page:
    """Parse the source, write its table, find its blocks, and ask the scorer, in C."""
    html, cut = _within(html)
    problems += cut
    try:
        table = native.parse(html, hiding_reason, limits.nodes, limits.depth, deadline.left(), scorer)
    except TimeoutError:
        raise OutOfTime from None
    if table.is_cut:
        problems += (Reason.NODES,)
    if table.is_flattened:
        problems += (Reason.DEPTH,)
    rows, block = table.rows, memoryview(table)
    cells = np.frombuffer(block, dtype=np.int64, count=native.COLUMNS * rows)
    counts = np.frombuffer(block, dtype=np.int32, offset=cells.nbytes)
    # The kernel's columns are in the page's order; the counts of `maintext.text.characters` follow, in theirs.
    tag, parent, end, depth, flags, blocks, start, stop, line, offset = cells.reshape(native.COLUMNS, rows)
    page = Page(
        table.utf_8,
        *(tag, parent, end, depth, flags, blocks, start, stop, line, offset),
        attributes=LazyAttributes(table),
        tag_names=TAGS + table.local_tags,
        problems=problems,
        text_counts=counts.reshape(native.COUNTS, rows),
    )
    shown = reveal(page) if hides_most(table.hidden_chars, table.shown_chars) else page
    if shown is page:  # else it has other blocks
        _tell(page, table, scorer)
    return shown


def _tell(page: Page, table: native.Table, scorer: "native.Scorer | None") -> None:
    """Give a page what is known of its blocks: a cached property that is there is not computed."""
    rows, after = table.rows, table.rows + table.leaf_count
    found = np.frombuffer(memoryview(table.segments), dtype=np.int64)
    vars(page).update(chars=found[:rows], leaves=found[rows:after], segments=found[after:])
    if table.scores is not None:
        vars(page)["scored"] = scorer, table.scores


def _within(html: str | bytes) -> tuple[str | bytes, tuple[Reason, ...]]:
    """As much of the source as the kernel can address."""
    if len(html) <= _MOST_CHARACTERS:
        return html, ()
    text = html if isinstance(html, str) else html.decode()
    return text[:_MOST_CHARACTERS], (Reason.BYTES,) if len(text) > _MOST_CHARACTERS else ()


class _Made(dict[int, Attributes]):
    """Attributes of the rows that were asked for; none are empty."""

    def __init__(self, table: native.Table) -> None:
        self._table = table

    def __missing__(self, row: int) -> Attributes:
        try:
            found = self._table.attributes(row)
        except KeyError:
            found = {}
        self[row] = found
        return found


class LazyAttributes(CountedAttributes):
    """Attributes by row, each made when it is first asked for: most methods never do."""

    def __init__(self, table: native.Table) -> None:
        self._table = table
        self._made = _Made(table)
        self._shared: dict[str, tuple[list[str], IntArray]] = {}

    @cached_property
    def _rows(self) -> dict[int, None]:
        return dict.fromkeys(self._table.rows_with_attributes())

    def __getitem__(self, row: int) -> Attributes:
        if attributes := self._made[row]:
            return attributes
        raise KeyError(row)

    def get(self, row: int, default: Any = None) -> Any:
        """The same without the exception, which most rows would cost."""
        return self._made[row] or default

    def __contains__(self, row: object) -> bool:
        return row in self._rows

    def __iter__(self) -> Iterator[int]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def rows_with_role(self, role: str) -> list[int]:
        return self._table.rows_with_role(role)

    def named(self, name: str) -> list[tuple[int, str]]:
        return self._table.values(name)

    def shared(self, name: str) -> tuple[list[str], IntArray]:
        if name not in self._shared:
            of_row = np.empty(self._table.rows, dtype=np.int64)
            self._shared[name] = self._table.shared_values(name, of_row), frozen(of_row)
        return self._shared[name]

    def holding(self, searches: tuple[Search, ...], most: int) -> list[list[tuple[int, str]]]:
        return self._table.values_holding(searches, most)

    def markup(self, tag_lengths: IntArray) -> IntArray:
        return np.frombuffer(self._table.markup(tag_lengths), dtype=np.int64)

    def names(self, rows: IntArray) -> tuple[NDArray[np.uint64], IntArray, IntArray]:
        of_row = np.empty(self._table.rows, dtype=np.int64)
        hashes, first = self._table.names(rows, LETTERS, of_row)
        return np.frombuffer(hashes, dtype=np.uint64), np.frombuffer(first, dtype=np.int64), of_row

    def declared(self, words: bytes, types: int, schemas: int, addresses: int) -> tuple[bytes, bytes]:
        return self._table.declared(words, types, schemas, addresses)

    def title(self) -> str:
        return self._table.title()

    def score(self, *arguments: Any) -> native.Memory:
        return self._table.score(*arguments)

    def __reduce__(self) -> tuple[type[dict[int, Attributes]], tuple[dict[int, Attributes]]]:
        return dict, (dict(self),)
