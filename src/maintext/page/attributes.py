"""Attributes of a page's elements, by row. Each is read from the source on first use."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from maintext._kernel._native import Table

Attributes = Mapping[str, str]
NO_ATTRIBUTES: Attributes = {}


class Search(NamedTuple):
    """Words to search for in an attribute: lower-case ASCII, separated by spaces; matched in any case."""

    name: str
    otherwise: str | None
    """The attribute to use instead if that one is missing or empty."""
    words: str


class RowAttributes(Mapping[int, Attributes]):
    """The attributes of every row that has any. Most methods never use them."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self._read: dict[int, Attributes] = {}

    def get(self, row: int, default: Any = None) -> Any:
        """The attributes of a row; faster than `[row]`, because most rows have none."""
        found = self._read.get(row)
        if found is None:
            found = self._read[row] = self._table.attributes(row)
        return found or default

    def __getitem__(self, row: int) -> Attributes:
        if attributes := self.get(row):
            return attributes
        raise KeyError(row)

    @cached_property
    def _rows(self) -> dict[int, None]:
        return dict.fromkeys(self._table.rows_with_attributes())

    def __contains__(self, row: object) -> bool:
        return row in self._rows

    def __iter__(self) -> Iterator[int]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)
