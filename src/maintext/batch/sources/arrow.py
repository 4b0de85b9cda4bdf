"""Arrow IPC files: the failed pages of a run, for `--replay`. They have the columns `INPUT`."""

from collections.abc import Iterator

import pyarrow as pa

from maintext.batch.record import INPUT
from maintext.batch.sources.files import open_file
from maintext.batch.sources.pages import Origin, SourcePage
from maintext.batch.sources.shard import BatchSize, Columns, Counts, Shard
from maintext.errors import DataError


def read_arrow(shard: Shard, _: Columns, counts: Counts, size: BatchSize) -> Iterator[SourcePage]:
    """The pages of a file, in order."""
    try:
        with open_file(shard.path) as file:
            reader = pa.ipc.open_file(file)
            missing = [name for name in INPUT.names if name not in reader.schema.names]
            if missing:
                raise DataError(f"{shard.path} has no column {missing[0]}; it is not a file of failed pages")
            for number in range(reader.num_record_batches):
                batch = reader.get_batch(number).select(INPUT.names)
                for row in batch.to_pylist():
                    counts["records"] += 1
                    identifier, url, html, charset, *origin = row.values()
                    yield SourcePage(identifier, url, html[: size.page + 1], charset, Origin(*origin))
    except pa.ArrowException as error:
        raise DataError(f"{shard.path} is not an Arrow file: {error}") from None
