"""Sketches grouped by host, with an engine's own shuffle. They are small; no page is shuffled.

The merger gets the sketches of a host in the order of files and lines, as on disk, so the templates are the
same.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from typing import Any

import pyarrow as pa

from maintext.batch.sites import HostMerger, sketched_host

_PARTS = 1024
"""Most partitions."""
Placed = tuple[tuple[str, str, int], str]
"""(host, file, line number), and the sketch."""


def read_sketches(file: str) -> Iterator[Placed]:
    """The sketches of a file, with their sort keys."""
    with open(file, encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            yield (sketched_host(line), file, number), line


def merge_on_ray(ray: Any, files: Sequence[Path], merger: HostMerger) -> int:
    """Merge with Ray Data; all sketches of one host are in memory at once."""
    hosts = ray.data.from_items([{"file": str(file)} for file in files]).flat_map(_rows).groupby("host")
    merged = hosts.map_groups(partial(_merge_table, merger=merger), batch_format="pyarrow")
    return sum(int(row["templates"]) for row in merged.iter_rows())


def _rows(row: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"host": host, "file": file, "line": number, "sketch": sketch}
        for (host, file, number), sketch in read_sketches(row["file"])
    ]


def _merge_table(table: pa.Table, merger: HostMerger) -> pa.Table:
    ordered = table.sort_by([("file", "ascending"), ("line", "ascending")])
    return pa.table({"templates": [merger(sketch.as_py() for sketch in ordered["sketch"])]})


def merge_on_spark(context: Any, files: Sequence[Path], merger: HostMerger) -> int:
    """Merge with Spark, which sorts while it shuffles, so no host has to fit into memory."""
    parts = min(len(files), _PARTS)
    sketches = context.parallelize([str(file) for file in files], parts).flatMap(read_sketches)
    ordered = sketches.repartitionAndSortWithinPartitions(parts, _part_of)
    return int(ordered.mapPartitions(partial(_merge_hosts, merger=merger)).sum())


def _part_of(place: tuple[str, str, int]) -> int:
    """The partition of a host, the same on every machine."""
    return int.from_bytes(blake2b(place[0].encode(), digest_size=4).digest())


def _merge_hosts(sketches: Iterable[Placed], merger: HostMerger) -> Iterator[int]:
    for _, group in groupby(sketches, key=lambda sketch: sketch[0][0]):
        yield merger(line for _, line in group)
