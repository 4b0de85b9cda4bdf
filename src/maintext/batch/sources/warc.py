"""WARC: crawl archives, plain or compressed by record with gzip or Zstandard. Pages are HTML responses.

Each response is a page, or is skipped for a reason. After damage, reading resumes at the next complete
record; damage is counted.
"""

from collections.abc import Iterator
from itertools import pairwise

from maintext.batch.sources.boundaries import next_record, read_head, record_cuts
from maintext.batch.sources.files import LOOK, File, open_file
from maintext.batch.sources.inflate import Damage
from maintext.batch.sources.pages import Origin, Skipped, SourcePage, text_of
from maintext.batch.sources.records import Record, RecordReader
from maintext.batch.sources.responses import (
    ArchivedResponse,
    Decoding,
    Headers,
    begins_as_html,
    decode_body,
    is_html,
    is_unknown,
    parse_response,
)
from maintext.batch.sources.shard import BatchSize, Columns, Counts, Shard, piece
from maintext.errors import DataError

_WHOLE = "in one piece: it is not compressed record by record, or damaged"
_HTTP_HEADER = 64 << 10
"""Bytes of a payload beyond the limit on a page, for its HTTP header."""


def plan_warc(file: File, shard_bytes: int) -> Iterator[Shard]:
    """The pieces of a file."""
    cuts: list[int] = []
    if file.size > shard_bytes:
        with open_file(file.path, LOOK) as opened:
            cuts = record_cuts(opened, file.size, shard_bytes)
    note = _WHOLE if file.size > 2 * shard_bytes and not cuts else ""
    for begin, end in pairwise([0, *cuts, file.size]):
        yield piece(file, "warc", begin, end, note)


def read_warc(shard: Shard, _: Columns, counts: Counts, size: BatchSize) -> Iterator[SourcePage | Skipped]:
    """The pages of a shard, in order, and what was skipped."""
    with open_file(shard.path) as file:
        head = read_head(file)
        at: int | None = shard.begin
        end = shard.begin + shard.bytes if shard.end is None else shard.end
        before = counts["records"]
        while at is not None and at < end:
            reader = RecordReader(file, at, end, head)
            last = -1
            for record in reader.records(size.page + 1 + _HTTP_HEADER):
                counts["records"] += 1
                last = record.offset
                counts["cut_off"] += record.short or record.damage is Damage.CUT
                found = _read_record(record, shard.name, counts, size.page)
                if found is not None:
                    yield found
            if reader.broken is None:
                break
            counts["malformed"] += 1
            broken = max(reader.broken, at)
            at = reader.resume or next_record(file, broken + 1, end, head)
            lost = 0 if reader.resume else (end if at is None else at) - broken
            counts["damaged_bytes"] += lost
            if last != broken:  # else its record has a row, or was skipped
                yield Skipped("corrupt", None, None, shard.name, broken, lost)
        if at is None and counts["records"] == before and shard.begin == 0:
            raise DataError(f"{shard.path} has no WARC record that can be read")


def _read_record(record: Record, name: str, counts: Counts, limit: int) -> SourcePage | Skipped | None:
    """The page of a record, or why it is skipped; None if it is not a response."""
    if not record.is_response:
        counts["not_response"] += 1
        return None
    headers = record.headers
    response = parse_response(record.payload)
    url = (text_of(headers.get("warc-target-uri")) or "").strip("<>") or None
    given = text_of(headers.get("warc-record-id"))
    place = f"{name}#{record.offset}" + f".{record.earlier}" * bool(record.earlier)
    number = given.strip("<>") if given else place

    def skip(reason: str, detail: str | None = None) -> Skipped:
        if reason != "corrupt":  # counted with the damage
            counts[reason] += 1
        return Skipped(reason, number, url, name, record.offset, record.length, detail)

    if record.damage is Damage.CORRUPT:
        return skip("corrupt")
    if response is None:
        return skip("no_header")
    if not 200 <= response.status < 300:
        return skip("not_ok", str(response.status))
    declared = response.headers.get("content-type") or headers.get("warc-identified-payload-type")
    if not is_unknown(declared) and not is_html(declared or ""):
        return skip("not_html", declared)
    encodings = response.headers.get("content-encoding"), response.headers.get("transfer-encoding")
    html, decoding = decode_body(response.body[: limit + 1], *encodings, limit + 1)
    if is_unknown(declared) and not begins_as_html(html):
        return skip("not_html", declared)
    truncated = _truncated(record, headers, decoding)
    counts["truncated"] += truncated is not None and not record.short
    counts["undecoded"] += decoding is Decoding.NONE
    counts["no_id"] += given is None
    origin = _origin(record, response, name, declared, truncated)
    return SourcePage(number, url, html, response.charset, origin)


def _truncated(record: Record, headers: Headers, decoding: Decoding) -> str | None:
    """Why the page is not complete: what the crawler says, or what was found here."""
    if record.short:
        return "archive"
    if said := headers.get("warc-truncated"):
        return said.lower()
    return "encoding" if decoding is Decoding.CUT else None


def _origin(
    record: Record, response: ArchivedResponse, name: str, declared: str | None, truncated: str | None
) -> Origin:
    return Origin(
        crawl_date=text_of(record.headers.get("warc-date")),
        warc_file=name,
        warc_offset=record.offset,
        warc_length=record.length,
        http_status=response.status,
        content_type=text_of(declared),
        payload_digest=text_of(record.headers.get("warc-payload-digest")),
        truncated=truncated,
    )
