from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext.arrays import BoolArray, Columns, FloatArray, IntArray

COLUMNS: int
COUNTS: int
MOST_SOURCE: int
ONLY_KIND: int
WITH_WORDS: int
WITHOUT_NAMES: int

class Memory:
    def __buffer__(self, flags: int, /) -> memoryview: ...

class Table:
    @property
    def utf_8(self) -> bytes: ...
    @property
    def local_tags(self) -> tuple[str, ...]: ...
    @property
    def rows(self) -> int: ...
    @property
    def shown_chars(self) -> int: ...
    @property
    def hidden_chars(self) -> int: ...
    @property
    def is_cut(self) -> bool: ...
    @property
    def is_flattened(self) -> bool: ...
    def attributes(self, row: int, /) -> dict[str, str]: ...
    def markup(self, tag_lengths: IntArray, /) -> bytes: ...
    def title(self) -> str: ...
    @property
    def leaf_count(self) -> int: ...
    @property
    def segments(self) -> Memory: ...
    @property
    def scores(self) -> Memory | None: ...
    def measure(
        self,
        scorer: Scorer,
        columns: tuple[NDArray[Any], ...],
        blocks: tuple[IntArray, IntArray, IntArray],
        wanted: int,
        /,
    ) -> tuple[Memory, tuple[tuple[bytes, bytes], ...] | None]: ...
    def write_text(
        self,
        columns: tuple[IntArray, ...],
        first_row: IntArray,
        last_row: IntArray,
        kept: BoolArray,
        chars: IntArray,
        structure: BoolArray,
        gaps: IntArray,
        texts: list[bytes],
        /,
    ) -> str | bytes: ...
    def rows_with_attributes(self) -> list[int]: ...
    def values(self, name: str, /) -> list[tuple[int, str]]: ...
    def shared_values(self, name: str, of_row: NDArray[Any], /) -> list[str]: ...
    def values_holding(
        self, searches: tuple[tuple[str, str | None, str], ...], most: int, /
    ) -> list[list[tuple[int, str]]]: ...
    def rows_with_role(self, role: str, /) -> list[int]: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...

def parse(
    source: str | bytes,
    hides: Callable[[dict[str, str]], object],
    nodes: int,
    depth: int,
    seconds: float,
    scorer: Scorer | None,
    /,
) -> Table: ...
def valid_utf_8(source: bytes, /) -> tuple[int, int]: ...

class Scorer: ...  # a capsule

def make_scorer(
    references: tuple[object, ...],
    tables: tuple[tuple[NDArray[np.int8], float, float], ...],
    kinds: tuple[NDArray[Any], ...],
    blocks: tuple[NDArray[Any], ...],
    calibration: tuple[float, float],
    choice: tuple[float, float, float, float],
    /,
) -> Scorer: ...
def sum_trees(
    columns: Columns,
    feature: NDArray[np.int16],
    bound: NDArray[np.float32],
    leaf: NDArray[np.float32],
    bias: NDArray[np.float32],
    margins: FloatArray,
    /,
) -> None: ...
def choose_weighed(
    log_odds: FloatArray,
    slope: float,
    offset: float,
    exponent: float,
    size: IntArray,
    kept: BoolArray,
    /,
) -> None: ...
def tidy(
    probability: FloatArray,
    chars: FloatArray,
    ends_colon: NDArray[np.float32],
    first_row: IntArray,
    element: IntArray,
    tag: IntArray,
    flags: IntArray,
    parent: IntArray,
    end: IntArray,
    parts: BoolArray,
    least: float,
    short: float,
    sure: float,
    heading: int,
    headings_in_a_row: int,
    kept: BoolArray,
    change: NDArray[np.uint8],
    /,
) -> None: ...
def seen_counts(flags: IntArray, counts: NDArray[np.integer[Any]], /) -> bytes: ...
def leaves(chars: IntArray, /) -> bytes: ...
def kept_blocks(first: IntArray, leaves: IntArray, kept: BoolArray, chars: IntArray, /) -> bytes: ...
def data_tables(
    columns: tuple[IntArray, ...],
    first_row: IntArray,
    last_row: IntArray,
    kept: BoolArray,
    chars: IntArray,
    structure: BoolArray,
    /,
) -> bytes: ...
def blocks(columns: tuple[IntArray, ...], leaves: IntArray, /) -> bytes: ...
def meetings(
    utf_8: bytes,
    columns: tuple[IntArray, ...],
    first_row: IntArray,
    last_row: IntArray,
    kept: BoolArray,
    /,
) -> bytes: ...
def holders(
    columns: tuple[IntArray, ...],
    first_row: IntArray,
    last_row: IntArray,
    tables: IntArray,
    headings: IntArray,
    /,
) -> bytes: ...
def write_markdown(
    utf_8: bytes,
    columns: tuple[IntArray, ...],
    first_row: IntArray,
    last_row: IntArray,
    kept: BoolArray,
    gaps: IntArray,
    held: tuple[IntArray, list[bytes | None], IntArray],
    images: tuple[IntArray, list[bytes], IntArray],
    links: tuple[IntArray, list[bytes], list[bytes | None]],
    numbered: tuple[IntArray, IntArray],
    lines: list[bytes | None],
    /,
) -> str | bytes: ...
def p_values(
    columns: tuple[IntArray, ...],
    chars: IntArray,
    weighted: IntArray,
    markup: IntArray,
    removed: BoolArray,
    wrappers: BoolArray,
    wrapper_share: float,
    images: bool,
    noise: IntArray,
    leaves: IntArray,
    /,
) -> tuple[bytes, bytes, bytes]: ...
