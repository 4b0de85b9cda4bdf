from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext.arrays import BoolArray, Columns, FloatArray, IntArray
from maintext.text.words import Hashes

COLUMNS: int
COUNTS: int
MOST_SOURCE: int

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
    def names(
        self, rows: NDArray[Any], letters: NDArray[Any], of_row: NDArray[Any], /
    ) -> tuple[bytes, bytes]: ...
    def declared(self, words: bytes, types: int, schemas: int, addresses: int, /) -> tuple[bytes, bytes]: ...
    def title(self) -> str: ...
    @property
    def leaf_count(self) -> int: ...
    @property
    def segments(self) -> Memory: ...
    @property
    def scores(self) -> Memory | None: ...
    def score(
        self,
        scorer: Scorer,
        columns: tuple[NDArray[Any], ...],
        blocks: tuple[IntArray, IntArray, IntArray],
        /,
    ) -> Memory: ...
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
def read_texts(
    text: bytes,
    title: bytes,
    tag: NDArray[Any],
    flags: NDArray[Any],
    text_start: NDArray[Any],
    text_end: NDArray[Any],
    chars: NDArray[Any],
    cjk: NDArray[Any],
    first_row: NDArray[Any],
    letters: NDArray[Any],
    told: NDArray[Any],
    /,
) -> tuple[bytes, bytes, bytes]: ...
def text_features(
    told: NDArray[Any],
    hashes: NDArray[Any],
    kind: NDArray[Any],
    title: NDArray[Any],
    stops: NDArray[Any],
    stop_factor: int,
    years: NDArray[Any],
    year_factor: int,
    bits: int,
    columns: NDArray[Any],
    /,
) -> None: ...
def named_rows(
    hashes: NDArray[Any],
    first: NDArray[Any],
    of_row: NDArray[Any],
    slots: NDArray[Any],
    factor: int,
    bits: int,
    subjects: NDArray[Any],
    /,
) -> tuple[bytes, bytes]: ...
def score_text(
    weight: NDArray[Any],
    scale: float,
    bias: float,
    hashes: NDArray[Any],
    first_word: NDArray[Any],
    words: NDArray[Any],
    text_hash: NDArray[Any],
    scores: NDArray[Any],
    /,
) -> None: ...
def score_names(
    weight: NDArray[Any],
    scale: float,
    bias: float,
    hashes: NDArray[Any],
    first: NDArray[Any],
    of_row: NDArray[Any],
    tag: NDArray[Any],
    above: NDArray[Any],
    short_path: NDArray[Any],
    long_path: NDArray[Any],
    tag_buckets: NDArray[Any],
    scores: NDArray[Any],
    /,
) -> None: ...
def score_headings(
    weight: NDArray[Any],
    scale: float,
    bias: float,
    hashes: NDArray[Any],
    first_word: NDArray[Any],
    words: NDArray[Any],
    heading: NDArray[Any],
    label: NDArray[Any],
    ends: NDArray[Any],
    scores: NDArray[Any],
    /,
) -> None: ...

class Scorer: ...  # a capsule

def make_scorer(
    references: tuple[object, ...],
    tables: tuple[tuple[NDArray[np.int8], float, float], ...],
    kinds: tuple[NDArray[Any], ...],
    blocks: tuple[NDArray[Any], ...],
    calibration: tuple[float, float],
    choice: tuple[float, float, float, float, int],
    page_features: int,
    /,
) -> Scorer: ...

class _Elements: ...  # a capsule

# The arrays: by row, tag parent end depth flags block; by block, first_row element; and what is found (see
# maintext.features.elements): low high holders above above_low above_high tag_paths tag_group is_heading.
def find_elements(*arrays: IntArray | Hashes | BoolArray) -> tuple[_Elements, int]: ...
def find_repeats(
    elements: _Elements, name: IntArray, name_sums: Hashes, group: IntArray, alike: IntArray, /
) -> None: ...
def find_last_headings(
    elements: _Elements, words: IntArray, emphasis: IntArray, chars: FloatArray, last: IntArray, /
) -> None: ...
def find_landmarks(
    elements: _Elements,
    chars: FloatArray,
    link_chars: FloatArray,
    commas: IntArray,
    tag_lengths: IntArray,
    row_chars: FloatArray,
    row_link_chars: FloatArray,
    density_sums: FloatArray,
    votes: FloatArray,
    p_values: FloatArray,
    /,
) -> tuple[int, int, int]: ...
def write_element_columns(
    elements: _Elements,
    chars: FloatArray,
    link_chars: FloatArray,
    marks: IntArray,
    group: IntArray,
    alike: IntArray,
    leaves: IntArray,
    named: IntArray,
    subject: IntArray,
    near: IntArray,
    density_sums: FloatArray,
    votes: FloatArray,
    best: tuple[int, ...],
    out: Columns,
    /,
) -> None: ...
def sum_trees(
    columns: Columns,
    feature: NDArray[np.int16],
    bound: NDArray[np.float32],
    leaf: NDArray[np.float32],
    bias: NDArray[np.float32],
    margins: FloatArray,
    /,
) -> None: ...
def write_surroundings(
    scores: FloatArray,
    around: Columns,
    chars: FloatArray,
    low: IntArray,
    high: IntArray,
    path: IntArray,
    tags: IntArray,
    heading: IntArray,
    label: IntArray,
    columns: Columns,
    /,
) -> None: ...
def choose(probability: FloatArray, size: IntArray, kept: BoolArray, /) -> None: ...
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
def count_page(
    tag: IntArray,
    flags: IntArray,
    depth: IntArray,
    chars: IntArray,
    cjk: IntArray,
    leaves: IntArray,
    first_row: IntArray,
    element: IntArray,
    group: IntArray,
    block_chars: FloatArray,
    link_chars: FloatArray,
    kinds: IntArray,
    subjects: IntArray,
    sizes: tuple[int, int, int],
    heading: int,
    containers: tuple[int, int, int],
    long: float,
    counts: FloatArray,
    /,
) -> None: ...
def seen_counts(flags: IntArray, counts: NDArray[np.integer[Any]], /) -> bytes: ...
def leaves(chars: IntArray, /) -> bytes: ...
def kept_blocks(first: IntArray, leaves: IntArray, kept: BoolArray, chars: IntArray, /) -> bytes: ...
def blocks(columns: tuple[IntArray, ...], leaves: IntArray, /) -> bytes: ...
def meetings(
    utf_8: bytes,
    columns: tuple[IntArray, ...],
    first_row: IntArray,
    last_row: IntArray,
    kept: BoolArray,
    /,
) -> bytes: ...
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

# Kept blocks: UTF-8, columns, first and last rows, which are kept, gaps, characters.
_Blocks = tuple[bytes, tuple[IntArray, ...], IntArray, IntArray, BoolArray, IntArray, IntArray]
# Layout tables; headings by role and their levels; cells that span several places, across and down.
_Structure = tuple[IntArray, IntArray, IntArray, IntArray, IntArray, IntArray]
_Images = tuple[IntArray, list[bytes], list[bytes]]
# List numbers, images on lines of their own and inside of lines, links, languages of code.
_Rich = tuple[
    tuple[IntArray, IntArray], _Images, _Images, tuple[IntArray, list[bytes]], tuple[IntArray, list[bytes]]
]

def write_text(blocks: _Blocks, structure: _Structure, /) -> str: ...
def write_texts(blocks: _Blocks, structure: _Structure, owner: IntArray, count: int, /) -> list[str]: ...
def write_markdown(blocks: _Blocks, structure: _Structure, rich: _Rich, /) -> str: ...
def write_html(blocks: _Blocks, structure: _Structure, rich: _Rich, /) -> str: ...
def block_texts(blocks: _Blocks, /) -> list[str]: ...
def paths(columns: tuple[IntArray, ...], tag_names: list[bytes], rows: IntArray, /) -> list[str]: ...
def find_pushes(
    columns: Columns,
    trees: tuple[NDArray[np.int16], Columns, Columns, Columns],
    moves: FloatArray,
    scale: float,
    features: IntArray,
    pushes: FloatArray,
    /,
) -> None: ...
def explain(
    names: list[str],
    features: IntArray,
    pushes: FloatArray,
    values: Columns,
    probability: FloatArray,
    reason: tuple[int, float, int],
    /,
) -> tuple[list[dict[str, float]], list[str]]: ...
