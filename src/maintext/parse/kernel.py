"""The fast maker of Pages: the native kernel writes the table, and this gives it to NumPy as it is."""

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from maintext._kernel import native
from maintext.arrays import IntArray
from maintext.errors import Reason
from maintext.limits import Deadline, Limits, OutOfTime
from maintext.page import Attributes, CountedAttributes, Page
from maintext.tags import TAGS
from maintext.visibility import hiding_reason

# The kernel's columns, in its order; the counts of `maintext.characters` follow.
_COLUMNS = "tag parent end depth flags block text_start text_end line offset".split()


def parse_with_kernel(html: str, limits: Limits, deadline: Deadline, problems: tuple[Reason, ...]) -> Page:
    """Parse the source, and write its table, in C."""
    deadline.check()
    try:
        table = native.parse(html, hiding_reason, limits.nodes, limits.depth, deadline.left())
    except TimeoutError:
        raise OutOfTime from None
    if table.is_cut:
        problems += (Reason.NODES,)
    if table.is_flattened:
        problems += (Reason.DEPTH,)
    cells: IntArray = np.frombuffer(table, dtype=np.int64).reshape(native.COLUMNS, -1)
    return Page(
        text=table.text,
        **dict(zip(_COLUMNS, cells, strict=False)),
        attributes=LazyAttributes(table),
        tag_names=TAGS + table.local_tags,
        problems=problems,
        text_counts=cells[len(_COLUMNS) :],
    )


class LazyAttributes(CountedAttributes):
    """Attributes by row, each made when it is first asked for: most methods never do."""

    def __init__(self, table: native.Table) -> None:
        self._table = table
        self._made: dict[int, Attributes] = {}

    @cached_property
    def _rows(self) -> dict[int, None]:
        return dict.fromkeys(self._table.rows_with_attributes())

    def __getitem__(self, row: int) -> Attributes:
        attributes = self._made.get(row)
        if attributes is None:
            attributes = self._table.attributes(row) if row >= 0 else {}
            if not attributes:
                raise KeyError(row)
            self._made[row] = attributes
        return attributes

    def __iter__(self) -> Iterator[int]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def chars(self) -> IntArray:
        return np.frombuffer(self._table.attribute_chars(), dtype=np.int64)

    def __reduce__(self) -> tuple[type[dict[int, Attributes]], tuple[dict[int, Attributes]]]:
        return dict, (dict(self),)
