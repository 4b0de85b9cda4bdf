"""Parquet: a row is a page; pieces are runs of row groups."""

from collections.abc import Iterator
from typing import Any

import pyarrow as pa
from pyarrow import parquet

from maintext.batch.sources.columns import find_columns
from maintext.batch.sources.files import LOOK, File, open_file
from maintext.batch.sources.pages import SourcePage, text_of
from maintext.batch.sources.shard import BatchSize, Columns, Counts, Shard, piece, piece_bytes
from maintext.errors import DataError

_ROWS = 8
"""Rows decoded at a time: pages can be long."""
_TEXT = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
_TEXT_OR_BYTES = (
    *_TEXT,
    pa.types.is_binary,
    pa.types.is_large_binary,
    pa.types.is_binary_view,
    pa.types.is_fixed_size_binary,
)


def plan_parquet(file: File, shard_bytes: int, columns: Columns) -> Iterator[Shard]:
    """The pieces of a file."""
    with open_file(file.path, LOOK) as opened:
        table = _open(opened, file.path)
        _find(columns, table.schema_arrow, file.path)
        groups = table.metadata.num_row_groups
        weights = [_weight(table.metadata.row_group(group)) for group in range(groups)]
    note = "in one piece: it has a single row group" if groups == 1 and file.size > 2 * shard_bytes else ""
    begin = weight = 0
    rest = sum(weights)
    most = shard_bytes if rest <= shard_bytes else piece_bytes(rest, shard_bytes)
    for group, heavy in enumerate(weights):
        if weight and weight + heavy > most:
            yield piece(file, "parquet", begin, group, note, weight)
            rest -= weight
            begin, weight, most = group, 0, piece_bytes(rest, shard_bytes)
        weight += heavy
    # A file in one piece has the same key whether it was opened or not.
    yield piece(file, "parquet", begin, groups if begin else None, note, weight)


def _weight(group: Any) -> int:
    return sum(group.column(index).total_compressed_size for index in range(group.num_columns))


def read_parquet(shard: Shard, columns: Columns, counts: Counts, size: BatchSize) -> Iterator[SourcePage]:
    """The pages of a shard, in order."""
    with open_file(shard.path) as file:
        table = _open(file, shard.path)
        found = _find(columns, table.schema_arrow, shard.path)
        roles = (found.id, found.url, found.charset, found.html)
        names = sorted({name for name in roles if name is not None})
        text = "utf-8" if is_text(table.schema_arrow.field(found.html).type) else None
        end = table.metadata.num_row_groups if shard.end is None else shard.end
        row = sum(table.metadata.row_group(group).num_rows for group in range(shard.begin))
        try:
            groups = list(range(shard.begin, end))
            for batch in table.iter_batches(
                min(_ROWS, size.rows), row_groups=groups, columns=names, use_threads=False
            ):
                none = [None] * len(batch)
                values = (_values(batch.column(name)) if name else none for name in roles)
                for given, url, charset, html in zip(*values, strict=True):
                    counts["records"] += 1
                    name = text_of(given)
                    counts["no_id"] += name is None
                    page = (html or b"")[: size.page + 1]
                    yield SourcePage(
                        name or f"{shard.name}#{row}", text_of(url), page, text or text_of(charset)
                    )
                    row += 1
        except (pa.ArrowException, OSError) as error:
            raise _data_error(error, f"{shard.path} is damaged: {error}") from None


def _values(column: pa.Array) -> list[Any]:
    """The values of a column; text as bytes, because it may not be valid UTF-8."""
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if is_text(column.type):
        column = column.cast(pa.large_string()).cast(pa.large_binary())
    try:
        return list(column.to_pylist())
    except (OverflowError, ValueError):  # a time outside of Python's range
        return list(column.cast(pa.string()).to_pylist())


def is_text(kind: pa.DataType) -> bool:
    """Whether a column holds text, in any of Arrow's text types."""
    value = kind.value_type if pa.types.is_dictionary(kind) else kind
    return any(is_kind(value) for is_kind in _TEXT)


def _open(file: Any, path: str) -> parquet.ParquetFile:
    try:
        return parquet.ParquetFile(file, pre_buffer=False)
    except (pa.ArrowException, OSError) as error:
        raise _data_error(error, f"{path} is not a Parquet file: {error}") from None


def _data_error(error: Exception, words: str) -> Exception:
    """A `DataError`, except for errors of the disk or network, which have an errno."""
    return error if isinstance(error, OSError) and error.errno is not None else DataError(words)


def _find(wanted: Columns, schema: pa.Schema, path: str) -> Columns:
    found = find_columns(wanted, schema.names, path)
    for name in (found.html, found.url, found.id, found.charset):
        if schema.names.count(name) > 1:
            raise DataError(f"{path} has {schema.names.count(name)} columns {name}")
    kind = schema.field(found.html).type
    value = kind.value_type if pa.types.is_dictionary(kind) else kind
    if not any(is_kind(value) for is_kind in _TEXT_OR_BYTES):
        raise DataError(f"{path}: column {found.html} holds {kind}, neither text nor bytes")
    return found
