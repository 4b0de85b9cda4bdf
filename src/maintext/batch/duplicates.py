"""Near-duplicates: a separate step over outputs of runs. Of a cluster of similar texts, the first is kept.

    texts ─sign→ signatures on disk ─bands→ pairs ─settle→ clusters ─copy→ files without the other rows

    OUT/data/...                            the rows that are kept, with `cluster_id` and `cluster_size`
    OUT/_maintext/duplicates.jsonl.zst      the rows that are not: id, cluster_id, similarity to that row
    OUT/.huggingface.yaml                   names `data` for the library `datasets`

A text is dropped only if it is similar enough to one that is kept. Memory grows by a few dozen bytes per
text; the signatures, 480 bytes each, are on disk. The result depends only on the input and its order. Rows
without a text are kept.
"""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from maintext.arrays import BoolArray, FloatArray, IntArray
from maintext.batch.card import CARD, write_card
from maintext.batch.full_disk import scratch_files
from maintext.batch.places import output_place, remove, write_whole
from maintext.batch.signatures import BANDS, VALUES, Signatures, band_keys, sign, similarity
from maintext.batch.sinks import Part, open_part
from maintext.batch.text_files import Clusters, Text, TextFile, find_texts, written_schema
from maintext.errors import DataError
from maintext.text.words import Hashes

DROPPED = pa.schema([("id", pa.string()), ("cluster_id", pa.string()), ("similarity", pa.float32())])
"""The columns of the list of dropped rows."""
Report = Callable[[str, int], None]
"""Called with the stage and the number of rows it has done."""
_AT_ONCE = 100_000
"""Signatures in memory at a time."""
_MAX_LEADERS = 16
"""Texts of a group that agree in a band but differ: the others are compared with each of them."""


@dataclass(frozen=True, slots=True)
class Deduplicated:
    """Counts of a deduplication."""

    rows: int
    texts: int
    """Rows with at least one word."""
    dropped: int


def drop_duplicates(
    inputs: Sequence[str],
    output: str,
    *,
    threshold: float = 0.8,
    keep_all: bool = False,
    report: Report = lambda stage, rows: None,
) -> Deduplicated:
    """Copy the outputs of runs without near-duplicates, and write the clusters of these.

    `threshold` is the share of five-word shingles that two texts must have in common (Jaccard). With
    `keep_all`, every row is copied, and only the columns of the clusters tell them apart.
    """
    if not 0 < threshold <= 1:
        raise DataError(f"the threshold must be between 0 and 1, not {threshold:g}")
    folder = output_place(output)
    if folder.exists() and any(folder.iterdir()):
        raise DataError(f"{output} is not empty")
    files = find_texts(inputs)
    with scratch_files(), tempfile.TemporaryDirectory(prefix="maintext-") as scratch:
        path = Path(scratch) / "signatures"
        has_words, ends = _sign_all(files, path, report)
        signed = _load(path, len(has_words))
        leaders = _find_leaders(signed, np.flatnonzero(has_words), threshold, report)
        settled = _settle(signed, leaders, threshold)
        del signed
    try:
        _Copy(settled, has_words, keep_all).write(files, ends, output, report)
        if len({file.suffix for file in files}) == 1:
            write_whole(folder / CARD, write_card(files[0].suffix, written_schema(files)))
    except BaseException:
        with suppress(OSError, DataError):
            remove(folder)  # it was empty before
        raise
    return Deduplicated(
        len(has_words), int(has_words.sum()), int((settled.keeper != np.arange(len(has_words))).sum())
    )


# -- signatures -------------------------------------------------------------------------------------------


def _sign_all(files: Sequence[TextFile], path: Path, report: Report) -> tuple[BoolArray, list[int]]:
    """Write the signatures of all rows; return which rows have words, and where the rows of each file end."""
    masks: list[BoolArray] = []
    ends: list[int] = []
    rows = 0
    with path.open("wb") as target:
        for file in files:
            for batch in file.texts():
                signed, has_words = _sign_batch(batch)
                target.write(signed.data)  # numpy's tofile does not say that a disk is full
                masks.append(has_words)
                rows += len(batch)
                report("signed", rows)
            ends.append(rows)
    return np.concatenate(masks) if masks else np.zeros(0, dtype=np.bool_), ends


def _sign_batch(batch: Sequence[Text]) -> tuple[Signatures, BoolArray]:
    signed = np.zeros((len(batch), VALUES), dtype=np.uint32)
    has_words = np.zeros(len(batch), dtype=np.bool_)
    full = [number for number, row in enumerate(batch) if row.text]
    if full:
        signed[full], has_words[full] = sign([batch[number].text or "" for number in full])
    return signed, has_words


def _load(path: Path, rows: int) -> Signatures:
    if not rows:
        return np.zeros((0, VALUES), dtype=np.uint32)
    return np.memmap(path, dtype=np.uint32, mode="r", shape=(rows, VALUES))


# -- similar texts ----------------------------------------------------------------------------------------


class _Leaders:
    """The earlier rows that a row is similar to. Most rows have at most one, so this costs little."""

    def __init__(self, rows: int) -> None:
        self.first = np.full(rows, -1, dtype=np.int64)
        self.more: dict[int, set[int]] = {}

    def add(self, rows: IntArray, leader: int) -> None:
        known = self.first[rows]
        self.first[rows[known < 0]] = leader
        for row in rows[(known >= 0) & (known != leader)].tolist():
            self.more.setdefault(row, set()).add(leader)

    def followers(self) -> Iterator[tuple[int, list[int]]]:
        """The rows with leaders, in order, each with its leaders in order."""
        for row in np.flatnonzero(self.first >= 0).tolist():
            yield row, sorted({int(self.first[row]), *self.more.get(row, ())})


def _find_leaders(signed: Signatures, rows: IntArray, threshold: float, report: Report) -> _Leaders:
    """Compare the texts that agree in a band."""
    leaders = _Leaders(len(signed))
    for band in range(BANDS):
        keys = [
            band_keys(signed[rows[begin : begin + _AT_ONCE]], band) for begin in range(0, len(rows), _AT_ONCE)
        ]
        for group in _groups(np.concatenate(keys)) if keys else ():
            _lead(signed, rows[group], threshold, leaders)
        report("compared", (band + 1) * len(rows) // BANDS)
    return leaders


def _groups(keys: Hashes) -> Iterator[IntArray]:
    """Groups of at least two positions with the same key, in order."""
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    starts = np.concatenate([[0], np.flatnonzero(ordered[1:] != ordered[:-1]) + 1, [len(keys)]])
    for group in np.flatnonzero(np.diff(starts) > 1):
        yield order[starts[group] : starts[group + 1]]


def _lead(signed: Signatures, rows: IntArray, threshold: float, leaders: _Leaders) -> None:
    """Make the first row of a group the leader of similar ones; then the first of the others, and so on."""
    for _ in range(_MAX_LEADERS):
        if len(rows) < 2:
            return
        leader, rest = int(rows[0]), rows[1:]
        alike = np.concatenate(
            [
                similarity(signed[rest[begin : begin + _AT_ONCE]], signed[leader]) >= threshold
                for begin in range(0, len(rest), _AT_ONCE)
            ]
        )
        leaders.add(rest[alike], leader)
        rows = rest[~alike]


class _Settled(NamedTuple):
    """For each row, the row that is kept for it, and their similarity."""

    keeper: IntArray
    similarity: FloatArray


def _settle(signed: Signatures, leaders: _Leaders, threshold: float) -> _Settled:
    """Drop a row if it is similar to one that is kept: a leader, or the row kept for a leader."""
    settled = _Settled(np.arange(len(signed)), np.ones(len(signed), dtype=np.float32))
    for row, found in leaders.followers():
        for leader in found:
            keeper = int(settled.keeper[leader])
            alike = float(similarity(signed[row], signed[keeper]))
            if alike >= threshold:
                settled.keeper[row], settled.similarity[row] = keeper, alike
                break
    return settled


# -- the rows to keep -------------------------------------------------------------------------------------


class _Copy:
    """Copies files row by row; the first row of a cluster comes before the others."""

    def __init__(self, settled: _Settled, has_words: BoolArray, keep_all: bool) -> None:
        self.settled, self.has_words = settled, has_words
        self.first = settled.keeper == np.arange(len(settled.keeper))
        self.stays = np.ones_like(self.first) if keep_all else self.first
        self.sizes = np.bincount(settled.keeper, minlength=len(settled.keeper))
        self.leading = set(settled.keeper[~self.first].tolist())
        self.ids: dict[int, str] = {}
        """Ids of the first rows of clusters of several rows."""

    def write(self, files: Sequence[TextFile], ends: Sequence[int], output: str, report: Report) -> None:
        with open_part(f"{output.rstrip('/')}/_maintext", "duplicates", "jsonl.zst", DROPPED) as dropped:
            for file, (begin, end) in zip(files, pairwise([0, *ends]), strict=True):
                ids: list[str | None] = []
                row = begin
                for batch in file.texts():
                    self._add_batch(batch, row, ids, dropped)
                    row += len(batch)
                sizes = self.sizes[self.settled.keeper[begin:end]].tolist()
                clusters = Clusters(
                    self.stays[begin:end],
                    ids,
                    [size if known is not None else None for size, known in zip(sizes, ids, strict=True)],
                )
                file.copy(clusters, output)
                report("written", end)

    def _add_batch(self, batch: Sequence[Text], row: int, ids: list[str | None], dropped: Part) -> None:
        gone = []
        for number, text in enumerate(batch, row):
            if number in self.leading:
                self.ids[number] = text.id
            keeper = int(self.settled.keeper[number])
            ids.append(self.ids.get(keeper, text.id) if self.has_words[number] else None)
            if not self.first[number]:
                gone.append((text.id, self.ids[keeper], self.settled.similarity[number]))
        if gone:
            columns = [pa.array(list(column)) for column in zip(*gone, strict=True)]
            dropped.write(pa.RecordBatch.from_arrays(columns, schema=DROPPED))
