"""A crawl of any size: the pages of the labelled data, again and again under new ids."""

import gzip
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from urllib.parse import quote

import pyarrow as pa
import pyarrow.parquet as pq
from fastwarc.warc import ArchiveIterator, WarcRecordType

from maintext.batch.extract import RawPage
from maintext.evaluation.datasets import read_pages

WARC, PARQUET = "warc", "parquet"
"""Kinds of input, and the folders that hold them."""
ARCHIVE = 20_000
"""Pages of an archive."""
Pages = list[tuple[str, bytes]]


def pages_of(data: Path, distinct: int | None) -> Pages:
    """URL and bytes of the pages of the data, or of some of them, from all sources."""
    pages = [(page.url or "http://page.example/", page.html) for page in read_pages(data)]
    return pages if distinct is None else pages[:: max(1, len(pages) // distinct)][:distinct]


def write_crawl(kind: str, pages: Pages, count: int, folder: Path) -> None:
    """Write pages to a folder, which is complete if it is there."""
    if folder.exists():
        return
    unfinished = folder.with_name(f"{folder.name}.unfinished")
    unfinished.mkdir(parents=True, exist_ok=True)
    {WARC: _write_warc, PARQUET: _write_parquet}[kind](pages, count, unfinished)
    unfinished.rename(folder)


def _write_warc(pages: Pages, count: int, folder: Path) -> None:
    """Pages as responses, one gzip member each."""
    supply = islice(cycle(pages), count)
    for begin in range(0, count, ARCHIVE):
        with (folder / f"pages-{begin // ARCHIVE:04}.warc.gz").open("wb") as out:
            for number, (url, html) in enumerate(islice(supply, ARCHIVE), begin):
                out.write(gzip.compress(_record(number, url, html), compresslevel=1))


def _record(number: int, url: str, html: bytes) -> bytes:
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html
    head = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:page:{number}>\r\n"
        f"WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Target-URI: {quote(url, safe=':/?&=%#')}\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body + b"\r\n\r\n"


def _write_parquet(pages: Pages, count: int, folder: Path) -> None:
    """Pages as a table, in row groups of 200."""
    schema = pa.schema([("id", pa.string()), ("url", pa.string()), ("html", pa.binary())])
    supply = islice(cycle(pages), count)
    with pq.ParquetWriter(
        folder / "pages.parquet", schema, compression="zstd", compression_level=1
    ) as writer:
        for begin in range(0, count, 200):
            some = list(islice(supply, 200))
            ids = [f"page-{number}" for number in range(begin, begin + len(some))]
            columns = [ids, [url for url, _ in some], [html for _, html in some]]
            writer.write_table(pa.table(columns, schema=schema))


def read_crawl(kind: str, folder: Path) -> Iterator[RawPage]:
    """The pages of a folder, as a script of a few lines would read them."""
    for file in sorted(folder.iterdir()):
        yield from {WARC: _read_warc, PARQUET: _read_parquet}[kind](file)


def _read_warc(file: Path) -> Iterator[RawPage]:
    with file.open("rb") as stream:
        for record in ArchiveIterator(stream, record_types=WarcRecordType.response):
            url, charset = record.headers["WARC-Target-URI"], record.http_charset
            yield RawPage(record.reader.read(), url, charset)


def _read_parquet(file: Path) -> Iterator[RawPage]:
    """It is slower with more rows at a time."""
    for batch in pq.ParquetFile(file).iter_batches(16, columns=["html", "url"]):
        for html, url in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            yield RawPage(html, url, None)
