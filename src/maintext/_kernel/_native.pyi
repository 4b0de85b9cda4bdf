from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from maintext.arrays import BoolArray, Columns, FloatArray, IntArray

_Record = TypeVar("_Record")

COLUMNS: int
COUNTS: int
MOST_SOURCE: int
ONLY_KIND: int
WITH_WORDS: int
WITHOUT_NAMES: int

class Memory:
    def __buffer__(self, flags: int, /) -> memoryview: ...

Buffer = Memory | bytearray

_Images = tuple[IntArray, list[bytes], list[bytes], list[bytes]]
_Texts = tuple[IntArray, list[bytes]]
# Images on lines of their own and inside of lines, links, languages of code, footnotes, no emphasis.
_Rich = tuple[_Images, _Images, _Texts, _Texts, _Texts, bool]
# Features, bounds, leaves and bias of trees.
_Trees = tuple[memoryview, memoryview, memoryview, memoryview]
# What a page measures; of each block: probability and log odds, where those are not the measured ones.
_Choice = tuple[Buffer, FloatArray | None, FloatArray | None]
# Of a thread: what its page measures, the probability of each block if that is not the measured one, the name
# of each row; of each block, the number of its post, whether it is in a comment, and whether it is kept.
_Thread = tuple[Buffer, FloatArray | None, IntArray, IntArray, BoolArray, BoolArray]
# What a page measures; of each block: probability, if that is not the measured one, whether it is kept.
_LineChoice = tuple[Buffer, FloatArray | None, BoolArray]
# Of possible posts: how many are good, and the share of these that are full; score; start, end and owner;
# blocks with names and titles.
_Group = tuple[tuple[int, float], float, tuple[bytes, bytes, bytes], bytes, bytes]
# What lines begin with, as `Openings` in model/openings.h.
Starts = tuple[memoryview, memoryview, bytes, memoryview, memoryview, int, bytes]
# Text nodes that are written differently, their texts, and whether Markdown has them as they are.
_Changed = tuple[IntArray, list[bytes], BoolArray]

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
    @property
    def is_style_cut(self) -> bool: ...
    @property
    def is_strict(self) -> bool: ...
    def attributes(self, row: int, /) -> dict[str, str]: ...
    def markup(self, tag_lengths: IntArray, /) -> bytes: ...
    def title(self) -> str: ...
    @property
    def leaf_count(self) -> int: ...
    @property
    def block_count(self) -> int: ...
    @property
    def segments(self) -> Memory: ...
    @property
    def source(self) -> bytes: ...
    def counts(self, column: int, /) -> bytes: ...
    def xpath(self, row: int, /) -> str: ...
    def rewrite(self, tag: IntArray, flags: IntArray, /) -> None: ...
    @property
    def has_formulas(self) -> bool: ...
    @property
    def has_marks(self) -> bool: ...
    def with_formulas(
        self, rows: IntArray, texts: list[bytes], is_display: BoolArray, flags: IntArray, /
    ) -> Table: ...
    def places(self) -> bytes: ...
    def measure(
        self,
        scorer: Scorer,
        wanted: int,
        /,
    ) -> tuple[Memory, tuple[tuple[bytes, bytes], ...] | None]: ...
    def mark_threads(self, has_time: Callable[[str], bool], /) -> Memory: ...
    def post_groups(self, marks: Memory, free: BoolArray, /) -> tuple[Memory, list[_Group]]: ...
    def post_opening(self, evidence: Buffer, reply: int, /) -> tuple[bytes, bytes, bytes] | None: ...
    def post_texts(
        self,
        marks: Memory,
        evidence: Memory,
        free: BoolArray,
        group: tuple[IntArray, IntArray, IntArray],
        alphabetic: BoolArray,
        /,
    ) -> Memory: ...
    def post_columns(self, thread: _Thread, /) -> tuple[bytes, bytes]: ...
    def look_at_posts(
        self, thread: _Thread, trees: _Trees, bounds: tuple[float, float], was_dropped: BoolArray, /
    ) -> tuple[bytes, bytes]: ...
    def mostly(self, leaves: BoolArray, /) -> bytes: ...
    def gaps(self, kept: BoolArray, /) -> tuple[bytes, bytes]: ...
    def p_values(
        self,
        weighted: IntArray | None,
        markup: IntArray,
        removed: BoolArray,
        wrappers: BoolArray,
        wrapper_share: float,
        images: bool,
        hidden: bool,
        noise: IntArray,
        /,
    ) -> tuple[bytes, bytes, bytes]: ...
    def tidy(
        self,
        choice: _Choice,
        parts: BoolArray,
        trees: tuple[_Trees | None, _Trees | None],
        limits: tuple[float, float, float, float, float, float, float, float],
        kept: BoolArray,
        was_dropped: BoolArray | None,
        /,
    ) -> list[tuple[int, int]]: ...
    def look(self, choice: _Choice, headings: bool, kept: BoolArray, /) -> tuple[bytes, bytes]: ...
    def survey(
        self,
        measures: Buffer,
        kept: BoolArray,
        long_copy: float,
        least_forum: float,
        labels: Starts,
        longest_label: int,
        /,
    ) -> tuple[int, bool, bool, bool, bool, bool, bool]: ...
    def outer_articles(self) -> bytes: ...
    def lines(self, page: _LineChoice, starts: Starts, /) -> list[tuple[int, str]]: ...
    def labels(self, measures: Buffer, starts: Starts, longest: int, /) -> list[tuple[int, str]]: ...
    def line_columns(self, page: _LineChoice, lines: list[tuple[int, int]], /) -> bytes | None: ...
    def clutter(
        self, page: _LineChoice, lines: list[tuple[int, int]], trees: _Trees, bound: float, /
    ) -> bytes | None: ...
    def write_text(self, kept: BoolArray, gaps: IntArray, changed: _Changed, /) -> str: ...
    def write_texts(
        self, kept: BoolArray, gaps: IntArray, changed: _Changed, owner: IntArray, count: int, /
    ) -> list[str]: ...
    def write_markdown(
        self, kept: BoolArray, gaps: IntArray, changed: _Changed, rich: _Rich, tables: int, /
    ) -> str: ...
    def write_html(self, kept: BoolArray, gaps: IntArray, changed: _Changed, rich: _Rich, /) -> str: ...
    def block_texts(self, kept: BoolArray, gaps: IntArray, changed: _Changed, /) -> list[str]: ...
    def row_texts(self, rows: IntArray, /) -> list[str]: ...
    def text_around(self, rows: IntArray, before: int, after: int, /) -> list[str]: ...
    def rows_with_attributes(self) -> list[int]: ...
    def values(self, name: str, /) -> list[tuple[int, str]]: ...
    def shared_values(self, name: str, of_row: NDArray[Any], /) -> list[str]: ...
    def values_holding(
        self, searches: tuple[tuple[str, str | None, str], ...], most: int, /
    ) -> list[list[tuple[int, str]]]: ...
    def meta(self, most: int, /) -> list[tuple[str, str]]: ...
    def hidden_texts(self) -> list[tuple[int, str]]: ...
    def hidings(self) -> list[tuple[int, int, str | None, int]]: ...
    def unseen(self) -> list[tuple[int, int, bytes]]: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...

def drop_unseen(text: bytes, /) -> tuple[bytes, list[tuple[int, int, bytes]]]: ...
def parse(
    source: str | bytes,
    strict: bool,
    nodes: int,
    depth: int,
    seconds: float,
    is_plain: bool = False,
    /,
) -> Table: ...
def character_kinds() -> bytes: ...
def inspect_source(source: bytes, /) -> tuple[int, int, int, int, bool, bool, bool]: ...
def count_controls(text: bytes, /) -> int: ...
def find_declaration(source: bytes, start: int, /) -> int: ...

class Scorer: ...  # a capsule

def make_scorer(
    references: tuple[object, ...],
    tables: tuple[tuple[NDArray[np.int8], float, float], ...],
    kinds: _Trees,
    blocks: _Trees,
    calibration: tuple[float, float],
    choice: tuple[FloatArray, float, float],
    /,
) -> Scorer: ...
def measure_runs(
    words: NDArray[np.uint64], lengths: IntArray, top: IntArray, repeated: IntArray, /
) -> None: ...
def sum_trees(
    columns: Columns,
    feature: memoryview,
    bound: memoryview,
    leaf: memoryview,
    bias: memoryview,
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
def score_languages(
    text: bytes,
    model: tuple[NDArray[np.uint32], NDArray[np.uint16], NDArray[np.int32], NDArray[np.uint16]],
    scores: FloatArray,
    /,
) -> int: ...
def find_pushes(
    columns: Columns,
    trees: _Trees,
    moves: FloatArray,
    scale: float,
    features: IntArray,
    pushes: FloatArray,
    /,
) -> None: ...
def describe(names: list[str], columns: Columns, /) -> list[dict[str, float]]: ...
def make_records(
    record: type[_Record], names: tuple[str, ...], columns: tuple[list[Any], ...], /
) -> tuple[_Record, ...]: ...
def explain(
    names: list[str],
    features: IntArray,
    pushes: FloatArray,
    values: Columns,
    probability: FloatArray,
    reason: tuple[int, float, int],
    /,
) -> tuple[list[dict[str, float]], list[str]]: ...
