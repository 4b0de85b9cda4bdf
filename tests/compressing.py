"""Brotli, for tests of bodies and records that are compressed with it."""

import io

from fastwarc.stream_io import BrotliWriter


def brotli(data: bytes) -> bytes:
    """Compressed data."""
    out = io.BytesIO()
    writer = BrotliWriter(out)
    writer.write(data)
    writer.close()
    return out.getvalue()
