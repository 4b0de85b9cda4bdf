"""Arguments → shards."""

import gzip
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import zstandard

from maintext.batch.sources.boundaries import WARC, is_zstd
from maintext.batch.sources.files import LOOK, MISSING, File, digest_of, find_files, open_file
from maintext.batch.sources.html import plan_html
from maintext.batch.sources.jsonl import check_jsonl, plan_jsonl
from maintext.batch.sources.parquet import plan_parquet
from maintext.batch.sources.shard import Columns, Shard, piece
from maintext.batch.sources.warc import plan_warc
from maintext.errors import DataError
from maintext.http.body import GZIP

SHARD_BYTES = 64 << 20
IDENTITIES = ("name-size", "digest")
"""How a finished input is recognised, wherever it is now; the first is the default."""
_SUFFIXES = {
    "warc": (".warc", ".warc.gz", ".warc.zst"),
    "parquet": (".parquet", ".pq"),
    "jsonl": tuple(f".{name}{end}" for name in ("jsonl", "ndjson") for end in ("", ".gz", ".zst")),
    "html": (".html", ".htm", ".xhtml"),
    "arrow": (".arrow",),
}
_ALL = tuple(suffix for suffixes in _SUFFIXES.values() for suffix in suffixes)
_THREADS = 8
"""Files inspected at once: most of the time is spent waiting for a store."""


def plan(
    inputs: Sequence[str],
    shard_bytes: int = SHARD_BYTES,
    *,
    columns: Columns = Columns(),
    format: str | None = None,  # noqa: A002 - what users call it
    without: str = "",
    identity: str = IDENTITIES[0],
) -> list[Shard]:
    """Cut inputs into shards of about `shard_bytes`; every record is in exactly one of them.

    Inputs are files, folders, patterns and fsspec URLs. Files of folders and patterns below `without`, such
    as the output, are skipped. The format is found by the name of a file, or by its content. With the
    identity `digest`, every file is read once, so that a change is noticed that keeps its size. Columns
    are checked in the first table, the first JSON lines, and in all that are cut.
    """
    if shard_bytes < 1:
        raise ValueError(f"shard_bytes must be at least 1, not {shard_bytes}")
    if format is not None and format not in _SUFFIXES:
        raise DataError(f"unknown format {format}; known are {', '.join(_SUFFIXES)}")
    if identity not in IDENTITIES:
        raise DataError(f"unknown identity {identity}; known are {', '.join(IDENTITIES)}")
    files = find_files(inputs, _SUFFIXES[format] if format else _ALL, without)
    if identity == "digest":
        with ThreadPoolExecutor(_THREADS) as pool:
            files = list(pool.map(_digested, files))
    formats = [format or _format(file) for file in files]
    for file, kind in zip(files, formats, strict=True):
        if file.identity == MISSING and kind != "html":
            raise DataError(f"{file.path}: a link to a file that does not exist")
    first = {kind: file for file, kind in reversed([*zip(files, formats, strict=True)]) if file.size}
    checked = {*first.values(), *(file for file in files if file.size > shard_bytes)}

    def pieces(task: tuple[File, str]) -> list[Shard]:
        file, kind = task
        if not file.size:
            return [piece(file, kind, 0, 0, "an empty file")]
        if kind == "warc":
            return list(plan_warc(file, shard_bytes))
        if kind == "jsonl":
            if file in checked:
                check_jsonl(file, columns)
            return list(plan_jsonl(file, shard_bytes))
        if kind == "arrow" or file not in checked:
            return [Shard(file.path, kind, file.identity, file.size, name=file.name)]
        return list(plan_parquet(file, shard_bytes, columns))

    tasks = [(file, kind) for file, kind in zip(files, formats, strict=True) if kind != "html"]
    pages = [file for file, kind in zip(files, formats, strict=True) if kind == "html"]
    with ThreadPoolExecutor(_THREADS) as pool:
        shards = [shard for found in pool.map(pieces, tasks) for shard in found]
    shards += plan_html(pages, shard_bytes)
    if not any(shard.bytes for shard in shards):
        raise DataError(f"{', '.join(inputs)}: nothing to read, every file is empty")
    sources = _sources(file.path for file, _ in tasks)
    return [
        replace(shard, number=number, source=sources.get(shard.path, shard.source))
        for number, shard in enumerate(shards)
    ]


def _digested(file: File) -> File:
    if file.identity == MISSING:
        return file
    return replace(file, identity=f"{file.identity} {digest_of(file.path)}")


def _sources(paths: Iterable[str]) -> dict[str, str]:
    """Names of files without their folders; equal ones are numbered, in order.

    >>> _sources(["/a/x.warc", "/b/x.warc", "/b/y.warc"])
    {'/a/x.warc': 'x.warc', '/b/x.warc': 'x.warc#2', '/b/y.warc': 'y.warc'}
    """
    seen: Counter[str] = Counter()
    found: dict[str, str] = {}
    for path in paths:
        name = path.rpartition("/")[2]
        seen[name] += 1
        found[path] = name if seen[name] == 1 else f"{name}#{seen[name]}"
    return found


def _format(file: File) -> str:
    """By name, else by content."""
    for name, suffixes in _SUFFIXES.items():
        if file.path.lower().endswith(suffixes):
            return name
    head = _head(file)
    for name, begins in (("warc", WARC), ("parquet", b"PAR1"), ("jsonl", b"{"), ("html", b"<")):
        if head.lstrip().startswith(begins):
            return name
    raise DataError(f"{file.path} is none of WARC, Parquet, JSON lines and HTML")


def _head(file: File) -> bytes:
    """The first bytes of a file, decompressed; empty if that fails."""
    with open_file(file.path, LOOK) as opened:
        raw = opened.read(4096)
    try:
        if raw.startswith(GZIP):
            return gzip.GzipFile(fileobj=io.BytesIO(raw)).read1(64)
        if is_zstd(raw):
            return zstandard.ZstdDecompressor().stream_reader(io.BytesIO(raw)).read(64)
    except (OSError, EOFError, zstandard.ZstdError):
        return b""
    return raw
