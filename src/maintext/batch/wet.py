"""Texts as WARC conversion records, like those in the WET files of crawls."""

import base64
import hashlib
import uuid
from datetime import UTC, datetime
from typing import Any

from maintext.version import __version__

_URN = "urn:uuid:"


def info_record() -> bytes:
    """The first record of a file, which names the software."""
    fields = f"software: maintext/{__version__}\r\nformat: WARC File Format 1.0\r\n".encode()
    return _record({"WARC-Type": "warcinfo", "WARC-Record-ID": f"<{uuid.uuid4().urn}>"}, _INFO, fields)


_INFO = "application/warc-fields"


def conversion_record(row: dict[str, Any]) -> bytes:
    """The text of a page; it refers to the record of the page, if that has a URN."""
    text = str(row["text"]).encode()
    digest = base64.b32encode(hashlib.sha1(text, usedforsecurity=False).digest()).decode()
    given = str(row["id"])
    headers = {
        "WARC-Type": "conversion",
        "WARC-Target-URI": row.get("url"),
        "WARC-Record-ID": f"<{_URN}{uuid.uuid5(uuid.NAMESPACE_URL, given)}>",
        "WARC-Refers-To": f"<{given}>" if given.startswith("urn:") else None,
        "WARC-Block-Digest": f"sha1:{digest}",
        "WARC-Identified-Content-Language": row.get("language"),
    }
    return _record(headers, "text/plain", text)


def _record(headers: dict[str, str | None], content_type: str, body: bytes) -> bytes:
    date = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    headers = headers | {
        "WARC-Date": date,
        "Content-Type": content_type,
        "Content-Length": str(len(body)),
    }
    lines = [f"{name}: {' '.join(value.split())}" for name, value in headers.items() if value]
    return "\r\n".join(["WARC/1.0", *lines, "", ""]).encode() + body + b"\r\n\r\n"
