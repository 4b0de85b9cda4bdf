"""Outputs of runs as files of texts: read them, or copy some of their rows with the clusters of these."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import BinaryIO, NamedTuple

import pyarrow as pa
from pyarrow import parquet

from maintext.arrays import BoolArray
from maintext.batch.parts import DATA
from maintext.batch.record import GROUPS, output_schema
from maintext.batch.sinks import compressor, open_part, whole_file
from maintext.batch.sources.files import File, find_files, open_file
from maintext.batch.sources.jsonl import DAMAGE, decompressed
from maintext.batch.sources.parquet import is_text
from maintext.errors import DataError

CLUSTERS = pa.schema([("cluster_id", pa.string()), ("cluster_size", pa.int64())])
"""Columns that a copy has more than its original."""
_ROWS = 256
_LINES = (".jsonl", ".jsonl.gz", ".jsonl.zst")
SUFFIXES = (".parquet", *_LINES)


class Text(NamedTuple):
    """Id and text of a row."""

    id: str
    text: str | None


class Clusters(NamedTuple):
    """What a copy says of the rows of a file."""

    keep: BoolArray
    """Which rows are copied."""
    ids: list[str | None]
    """Id of the first row of each row's cluster; None for a row without words."""
    sizes: list[int | None]
    """Rows in that cluster."""


class TextFile(ABC):
    """A file of texts."""

    def __init__(self, file: File) -> None:
        self.path = file.path
        self.below, _, self.name = file.name.rpartition("/")
        """The folder relative to the common folder of all inputs, and the name in it."""
        self.written: set[str] = set()
        """Columns of the rows in its copy; empty without rows, and for Parquet, which has their types."""

    def texts(self) -> Iterator[list[Text]]:
        """The rows, a batch at a time."""
        try:
            with open_file(self.path) as file:
                yield from self._texts(file)
        except (pa.ArrowException, *DAMAGE) as error:
            raise DataError(f"{self.path} is damaged: {error}") from None

    @property
    def suffix(self) -> str:
        """What its name ends in, without the first dot."""
        return next(end[1:] for end in SUFFIXES if self.name.endswith(end))

    def folder(self, output: str) -> str:
        """Folder of its copy, below `data`: files of several inputs may have the same name."""
        below = [part for part in self.below.split("/") if part and part != DATA]
        return "/".join((output.rstrip("/"), DATA, *below))

    @abstractmethod
    def _texts(self, file: BinaryIO) -> Iterator[list[Text]]: ...

    @abstractmethod
    def copy(self, clusters: Clusters, output: str) -> None:
        """Write the rows to keep, with all columns and those of `CLUSTERS`, to a file of the same name."""


class _Table(TextFile):
    def _texts(self, file: BinaryIO) -> Iterator[list[Text]]:
        table = parquet.ParquetFile(file)
        names = table.schema_arrow.names
        for name in Text._fields:
            if name not in names:
                raise DataError(f"{self.path} has no column {name}; it has {', '.join(names)}")
        kind = table.schema_arrow.field("text").type
        if not is_text(kind):
            raise DataError(f"{self.path}: column text holds {kind}, not text")
        for batch in table.iter_batches(_ROWS, columns=list(Text._fields)):
            yield [Text(str(row["id"]), row["text"]) for row in batch.to_pylist()]

    def copy(self, clusters: Clusters, output: str) -> None:
        with open_file(self.path) as file:
            table = parquet.ParquetFile(file)
            names = [name for name in table.schema_arrow.names if name not in CLUSTERS.names]
            fields = [table.schema_arrow.field(name) for name in names]
            schema = pa.schema([*fields, *CLUSTERS])
            stem = self.name.removesuffix(".parquet")
            with open_part(self.folder(output), stem, "parquet", schema) as part:
                row = 0
                for batch in table.iter_batches(_ROWS):
                    end = row + len(batch)
                    values = clusters.ids[row:end], clusters.sizes[row:end]
                    new = [pa.array(some, kind) for some, kind in zip(values, CLUSTERS.types, strict=True)]
                    columns = [*(batch.column(name) for name in names), *new]
                    rows = pa.RecordBatch.from_arrays(columns, schema=schema)
                    part.write(rows.filter(pa.array(clusters.keep[row:end])))
                    row = end


class _Lines(TextFile):
    def _texts(self, file: BinaryIO) -> Iterator[list[Text]]:
        held: list[Text] = []
        for number, line in enumerate(decompressed(file), 1):
            held.append(self._text(line, number))
            if len(held) == _ROWS:
                yield held
                held = []
        yield held

    def _text(self, line: bytes, number: int) -> Text:
        if not line.strip():
            return Text("", None)
        try:
            row = json.loads(line)
            name, text = row["id"], row["text"]
        except (ValueError, TypeError, KeyError):
            name, text = None, False
        if not isinstance(text, str | None):
            raise DataError(f"{self.path}, line {number}: not a row with an id and a text")
        return Text(str(name), text)

    def copy(self, clusters: Clusters, output: str) -> None:
        with open_file(self.path) as file, whole_file(self.folder(output), self.name) as target:
            plain = self.name.endswith(".jsonl")
            stream = target if plain else compressor(target, self.name)
            for kept, first, size, line in zip(*clusters, decompressed(file), strict=True):
                if kept and line.strip():
                    row = json.loads(line) | {"cluster_id": first, "cluster_size": size}
                    self.written.update(row)
                    stream.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")
            if not plain:
                stream.close()


def written_schema(files: Sequence[TextFile]) -> pa.Schema | None:
    """The columns of all copies together; None if they have no rows, or columns that no run writes.

    A file may lack some of them: `datasets` fills these with nulls, but only if it knows their types.
    """
    names = set[str]().union(*(file.written for file in files))
    known = [field for field in (*output_schema(GROUPS), *CLUSTERS) if field.name in names]
    return pa.schema(known) if names and len(known) == len(names) else None


def find_texts(inputs: Sequence[str]) -> list[TextFile]:
    """The files of some outputs, in order."""
    found: list[TextFile] = []
    for file in find_files(inputs, SUFFIXES):
        if file.name.endswith(".parquet"):
            found.append(_Table(file))
        elif file.name.endswith(_LINES):
            found.append(_Lines(file))
        else:
            raise DataError(f"{file.path} is neither Parquet nor JSON lines")
    return found
