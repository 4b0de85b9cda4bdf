"""Outputs of runs as files of texts: read them, or copy them without some rows."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import BinaryIO, NamedTuple

import pyarrow as pa
from pyarrow import parquet

from maintext.arrays import BoolArray
from maintext.batch.sinks import compressor, open_part, whole_file
from maintext.batch.sources.files import File, find_files, open_file
from maintext.batch.sources.jsonl import DAMAGE, decompressed
from maintext.batch.sources.parquet import is_text
from maintext.errors import DataError

_ROWS = 256
_LINES = (".jsonl", ".jsonl.gz", ".jsonl.zst")


class Text(NamedTuple):
    """Id and text of a row."""

    id: str
    text: str | None


class TextFile(ABC):
    """A file of texts."""

    def __init__(self, file: File) -> None:
        self.path = file.path
        self.below, _, self.name = file.name.rpartition("/")
        """The folder relative to the common folder of all inputs, and the name in it."""

    def texts(self) -> Iterator[list[Text]]:
        """The rows, a batch at a time."""
        try:
            with open_file(self.path) as file:
                yield from self._texts(file)
        except (pa.ArrowException, *DAMAGE) as error:
            raise DataError(f"{self.path} is damaged: {error}") from None

    def folder(self, output: str) -> str:
        """Folder of its copy: files of several inputs may have the same name."""
        return f"{output.rstrip('/')}/{self.below}" if self.below else output

    @abstractmethod
    def _texts(self, file: BinaryIO) -> Iterator[list[Text]]: ...

    @abstractmethod
    def copy(self, keep: BoolArray, output: str) -> None:
        """Write the rows to keep, with all columns, to a file of the same name."""


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

    def copy(self, keep: BoolArray, output: str) -> None:
        with open_file(self.path) as file:
            table = parquet.ParquetFile(file)
            stem = self.name.removesuffix(".parquet")
            with open_part(self.folder(output), stem, "parquet", table.schema_arrow) as part:
                row = 0
                for batch in table.iter_batches(_ROWS):
                    part.write(batch.filter(pa.array(keep[row : row + len(batch)])))
                    row += len(batch)


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

    def copy(self, keep: BoolArray, output: str) -> None:
        with open_file(self.path) as file, whole_file(self.folder(output), self.name) as target:
            plain = self.name.endswith(".jsonl")
            stream = target if plain else compressor(target, self.name)
            for kept, line in zip(keep, decompressed(file), strict=True):
                if kept:
                    stream.write(line)
            if not plain:
                stream.close()


def find_texts(inputs: Sequence[str]) -> list[TextFile]:
    """The files of some outputs, in order."""
    found: list[TextFile] = []
    for file in find_files(inputs, (".parquet", *_LINES)):
        if file.name.endswith(".parquet"):
            found.append(_Table(file))
        elif file.name.endswith(_LINES):
            found.append(_Lines(file))
        else:
            raise DataError(f"{file.path} is neither Parquet nor JSON lines")
    return found
