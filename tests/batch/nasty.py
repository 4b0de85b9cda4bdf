"""A nasty crawl: each page in records of every kind that archives have, in files compressed three ways.

Kinds are named for what is wrong with the record. Each says what must become of it: a row with the whole
page, a row with a part of it, or a line in the list of skipped responses.
"""

import gzip
import io
import json
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pyarrow.dataset as ds
import zstandard

from tests.batch.archives import pack, response
from tests.compressing import brotli

COMPRESSIONS: Final = {"plain": ".warc", "gzip": ".warc.gz", "zstd": ".warc.zst"}
WHOLE, NOTHING = "row", "nothing"
_TYPE = "Content-Type: text/html"
_EMPTY = b"\r\n\r\n"


class Kind(NamedTuple):
    """A kind of record, and what must become of it."""

    outcome: str
    """`row`, `row, truncated: WHY`, `skipped: REASON` or `nothing`."""
    make: Callable[[str, bytes], bytes]
    """The record with an id and a page."""


def zstd_blocks(data: bytes) -> bytes:
    """A frame of several blocks: of one block, nothing can be decompressed if it is cut."""
    out = io.BytesIO()
    with zstandard.ZstdCompressor().stream_writer(out, closefd=False) as writer:
        for begin in range(0, len(data), 500):
            writer.write(data[begin : begin + 500])
            writer.flush(zstandard.FLUSH_BLOCK)
    return out.getvalue()


def chunked(data: bytes) -> bytes:
    pieces = [data[begin : begin + 700] for begin in range(0, len(data), 700)]
    return b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


ENCODERS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli,
    "zstd": zstd_blocks,
    "chunked": chunked,
}


def encoded(name: str, *, cut: bool) -> Kind:
    field = "Transfer-Encoding" if name == "chunked" else "Content-Encoding"

    def make(key: str, page: bytes) -> bytes:
        body = ENCODERS[name](page)
        return response(key, body[: 2 * len(body) // 3] if cut else body, http=[_TYPE, f"{field}: {name}"])

    return Kind("row, truncated: encoding" if cut else WHOLE, make)


def typed(content_type: str | None) -> Kind:
    http = [] if content_type is None else [f"Content-Type: {content_type}"]
    return Kind(WHOLE, lambda key, page: response(key, page, http=http))


def line_feeds(*, warc: bool, http: bool) -> Kind:
    """Headers whose lines end in LF alone."""

    def make(key: str, page: bytes) -> bytes:
        header, _, payload = response(key, page, http=[_TYPE]).removesuffix(_EMPTY).partition(_EMPTY)
        if http:
            top, _, body = payload.partition(_EMPTY)
            shorter = top.replace(b"\r\n", b"\n") + b"\n\n" + body
            header = header.replace(b"Length: %d" % len(payload), b"Length: %d" % len(shorter))
            payload = shorter
        top = header.replace(b"\r\n", b"\n") + b"\n\n" if warc else header + _EMPTY
        return top + payload + _EMPTY

    return Kind(WHOLE, make)


def other(outcome: str, body: bytes | None = None, *, status: str = "200 OK", http: str = _TYPE) -> Kind:
    return Kind(
        outcome,
        lambda key, page: response(key, page if body is None else body, status=status, http=[http]),
    )


def of_type(name: str) -> Kind:
    return Kind(NOTHING, lambda key, page: response(key, page, kind=name))


KINDS: Final[dict[str, Kind]] = {
    "as it should be": typed("text/html"),
    "HTTP header with LF": line_feeds(warc=False, http=True),
    "WARC header with LF": line_feeds(warc=True, http=False),
    "both headers with LF": line_feeds(warc=True, http=True),
    "type: text/html, text/html; charset": typed("text/html, text/html;"),
    'type: "text/html"': typed('"text/html"'),
    "type: application/octet-stream": typed("application/octet-stream"),
    "no type": typed(None),
    **{f"body in {name}": encoded(name, cut=False) for name in ENCODERS},
    "body named gzip, but plain": Kind(
        WHOLE, lambda key, page: response(key, page, http=[_TYPE, "Content-Encoding: gzip"])
    ),
    **{f"body in {name}, cut": encoded(name, cut=True) for name in ENCODERS},
    "WARC-Truncated: length": Kind(
        "row, truncated: length",
        lambda key, page: response(
            key, page[: len(page) // 2], http=[_TYPE], warc=["WARC-Truncated: length"]
        ),
    ),
    "status 404": other("skipped: not_ok", status="404 Not Found"),
    "status 301": other("skipped: not_ok", b"", status="301 Moved Permanently"),
    "an image": other("skipped: not_html", b"\x89PNG\r\n\x1a\n", http="Content-Type: image/png"),
    "octet-stream, not HTML": other(
        "skipped: not_html", b"\x7fELF\x02\x01", http="Content-Type: application/octet-stream"
    ),
    "no HTTP header": Kind(
        "skipped: no_header",
        lambda key, page: response(key, page, http=[_TYPE]).replace(b"HTTP/1.1 200", b"XXXX/1.1 200"),
    ),
    "a request": of_type("request"),
    "a revisit": of_type("revisit"),
    "metadata": of_type("metadata"),
}
DAMAGED: Final = "damaged record"
CUT_OFF: Final = "archive ends in it"


def write_nasty_crawl(pages: Sequence[bytes], folder: Path) -> int:
    """Write three archives with each page in a record of each kind; return how many records each has."""
    folder.mkdir(parents=True, exist_ok=True)
    for how, ending in COMPRESSIONS.items():
        with (folder / f"nasty{ending}").open("wb") as file:
            for number, page in enumerate(pages):
                # Not last: after damage, reading resumes at a record that is complete.
                file.write(_damaged(pack([response(_key(how, number, DAMAGED), page)], how), how))
                for name, kind in KINDS.items():
                    file.write(pack([kind.make(_key(how, number, name), page)], how))
            last = pack([response(_key(how, 0, CUT_OFF), pages[0] * 3)], how)
            file.write(last[: len(last) // 2])
    return len(pages) * (len(KINDS) + 1) + 1


def _key(how: str, number: int, kind: str) -> str:
    return f"{how}/{number}/{kind.replace(' ', '_')}"


def _damaged(record: bytes, how: str) -> bytes:
    """A record that cannot be read: another first line, or zeros in its compressed bytes."""
    if how == "plain":
        return record.replace(b"WARC/1.0", b"W@RC/1.0", 1)
    return record[:40] + bytes(20) + record[60:]


def outcomes(output: Path) -> tuple[Counter[tuple[str, str, str]], dict[str, str]]:
    """What came out: (compression, kind, outcome) with counts, and the digests of texts by id."""
    found: Counter[tuple[str, str, str]] = Counter()
    columns = ["id", "warc_file", "status", "truncated", "text_digest"]
    rows = ds.dataset(output / "data", format="parquet").to_table(columns=columns).to_pylist()
    for row in rows:
        how, kind = _kind_of(row["id"], row["warc_file"])
        why = f", truncated: {row['truncated']}" if row["truncated"] else ""
        found[how, kind, WHOLE + why] += 1
    for file in (output / "_maintext" / "skipped").glob("*.jsonl.zst"):
        with zstandard.open(file, "rt", encoding="utf-8") as lines:
            for line in map(json.loads, lines):
                how, kind = _kind_of(line["id"], line["file"])
                found[how, kind, f"skipped: {line['reason']}"] += 1
    return found, {row["id"]: str(row["text_digest"]) for row in rows}


def _kind_of(identifier: str | None, file: str) -> tuple[str, str]:
    """Compression and kind of a record; one without an id is damaged."""
    how = next(how for how, ending in COMPRESSIONS.items() if file.endswith(ending))
    name = (identifier or "").removeprefix("urn:uuid:").split("/", 2)[-1].replace("_", " ")
    return how, name or DAMAGED


def expected(pages: int) -> Counter[tuple[str, str, str]]:
    """What must come out of the kinds that are the same in all compressions."""
    return Counter(
        {
            (how, name, kind.outcome): pages
            for how in COMPRESSIONS
            for name, kind in KINDS.items()
            if kind.outcome != NOTHING
        }
    )
