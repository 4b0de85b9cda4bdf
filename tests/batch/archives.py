"""Small archives for the tests."""

import gzip
from collections.abc import Sequence

import zstandard

HTML = "text/html; charset=gbk"


def response(
    number: int | str,
    body: bytes = b"<html><p>page</p></html>",
    *,
    kind: str = "response",
    status: str = "200 OK",
    http: Sequence[str] = (f"Content-Type: {HTML}",),
    warc: Sequence[str] = (),
    named: bool = True,
) -> bytes:
    """A record of a WARC file."""
    lines = "".join(f"{line}\r\n" for line in (f"HTTP/1.1 {status}", *http, ""))
    payload = lines.encode() + body
    header = ["WARC/1.0", f"WARC-Type: {kind}", f"WARC-Target-URI: http://site/{number}"]
    header += [f"WARC-Record-ID: <urn:uuid:{number}>"] if named else []
    header += [
        "Content-Type: application/http; msgtype=response",
        f"Content-Length: {len(payload)}",
        *warc,
        "",
    ]
    return "".join(f"{line}\r\n" for line in header).encode() + payload + b"\r\n\r\n"


def pack(records: Sequence[bytes], how: str) -> bytes:
    """Records as a file: plain, by record with gzip or Zstandard, with a dictionary, or in one piece."""
    if how == "gzip":
        return b"".join(gzip.compress(record, mtime=0) for record in records)
    if how == "zstd":
        return b"".join(zstandard.compress(record) for record in records)
    if how == "dictionary":
        raw = _DICTIONARY.as_bytes()
        compressor = zstandard.ZstdCompressor(dict_data=_DICTIONARY)
        frame = b"\x5d\x2a\x4d\x18" + len(raw).to_bytes(4, "little") + raw
        return frame + b"".join(compressor.compress(record) for record in records)
    if how == "gzip-whole":
        return gzip.compress(b"".join(records), mtime=0)
    if how == "zstd-whole":
        return zstandard.compress(b"".join(records))
    return b"".join(records)


_DICTIONARY = zstandard.train_dictionary(1000, [response(number, b"%d" % number) for number in range(300)])
BY_RECORD = ("plain", "gzip", "zstd", "dictionary")
WHOLE = ("gzip-whole", "zstd-whole")
ENDINGS = {"plain": ".warc", "gzip": ".warc.gz", "gzip-whole": ".warc.gz"}


def warc_name(how: str) -> str:
    """A file name for an archive of that kind."""
    return f"crawl{ENDINGS.get(how, '.warc.zst')}"
