"""Content encodings, in whatever pieces the body arrives."""

import gzip
import random
import tracemalloc
import zlib
from collections.abc import Callable

import pytest
import zstandard

from maintext.http.body import (
    BodyError,
    DamagedBody,
    TruncatedBody,
    UnknownEncoding,
    make_decoders,
)
from tests.compressing import brotli

TEXT = b"".join(b"%d words " % number for number in range(30_000))


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


ENCODED = {
    "gzip": ("gzip", gzip.compress(TEXT)),
    "x-gzip": ("X-GZIP", gzip.compress(TEXT)),
    "several members": ("gzip", b"".join(gzip.compress(TEXT[at::3]) for at in range(3))),
    "empty members": ("gzip", gzip.compress(b"") * 3 + gzip.compress(TEXT) + gzip.compress(b"")),
    "deflate": ("deflate", zlib.compress(TEXT)),
    "raw deflate": ("deflate", raw_deflate(TEXT)),
    "stored deflate": ("deflate", zlib.compress(TEXT, 0)),
    "br": ("br", brotli(TEXT)),
    "zstd": ("zstd", zstandard.compress(TEXT)),
    "two frames": ("zstd", zstandard.compress(TEXT[:5]) + zstandard.compress(TEXT[5:])),
    "zstd without sizes": ("zstd", zstandard.ZstdCompressor(write_content_size=False).compress(TEXT)),
    "none": ("identity", TEXT),
    "a chain": ("deflate, gzip", gzip.compress(zlib.compress(TEXT))),
    "another chain": ("gzip, br", brotli(gzip.compress(TEXT))),
}


def decode(header: str | None, body: bytes, size: int = 1 << 20) -> bytes:
    decoder = make_decoders(header)
    pieces = [piece for at in range(0, len(body), size) for piece in decoder.feed(body[at : at + size])]
    pieces += decoder.finish()
    assert header in (None, "identity") or all(len(piece) <= 1 << 16 for piece in pieces)
    return b"".join(pieces)


@pytest.mark.parametrize("size", [1, 7, 1000, 1 << 20])
@pytest.mark.parametrize("name", ENCODED)
def test_a_body_is_decoded_however_it_is_cut_into_pieces(name: str, size: int) -> None:
    header, body = ENCODED[name]
    expected = TEXT[::3] + TEXT[1::3] + TEXT[2::3] if name == "several members" else TEXT
    assert decode(header, body, size) == expected


@pytest.mark.parametrize("name", [name for name in ENCODED if name != "none"])
def test_a_body_that_is_cut_off_is_an_error(name: str) -> None:
    header, body = ENCODED[name]
    lost = random.Random(name).randrange(30, len(body) - 30)
    with pytest.raises(BodyError):
        decode(header, body[:-lost])


@pytest.mark.parametrize("header", ["gzip", "deflate", "br", "zstd"])
def test_a_body_that_is_cut_off_is_distinguished_from_one_that_is_damaged(header: str) -> None:
    body = ENCODED[header][1]
    with pytest.raises(TruncatedBody, match="ends early"):
        decode(header, body[:-1])
    if header in ("br", "zstd"):
        return  # they have no checksums here, so that other bytes may be other text
    with pytest.raises(DamagedBody):
        decode(header, body[:500] + bytes(200) + body[700:])


@pytest.mark.parametrize("header", ["gzip", "deflate", "br", "zstd"])
def test_a_body_in_another_encoding_is_an_error(header: str) -> None:
    with pytest.raises(DamagedBody):
        decode(header, b"<p>This is not compressed at all.")


@pytest.mark.parametrize("header", ["gzip", "deflate", "br", "zstd"])
def test_an_empty_body_is_decoded_to_nothing(header: str) -> None:
    assert decode(header, b"") == b""


@pytest.mark.parametrize("rest", [b"\0", b"more", bytes(1000)])
def test_data_after_the_last_gzip_member_is_ignored(rest: bytes) -> None:
    assert decode("gzip", gzip.compress(TEXT) + rest, 5) == TEXT


def test_too_many_members_are_an_error() -> None:
    with pytest.raises(DamagedBody, match="100 gzip members"):
        decode("gzip", gzip.compress(b"") * 101)


def test_an_unknown_encoding_is_named() -> None:
    with pytest.raises(UnknownEncoding, match="rot13"):
        make_decoders("gzip, rot13")


def test_an_encoding_without_its_package_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("brotli", "zstandard"):
        monkeypatch.setitem(__import__("sys").modules, package, None)
    for name in ("br", "zstd"):
        with pytest.raises(UnknownEncoding, match=r"pip install 'maintext\[batch\]'"):
            make_decoders(name)


@pytest.mark.parametrize("header", ["gzip", "deflate", "br", "zstd"])
def test_a_bomb_is_decoded_a_little_at_a_time(header: str) -> None:
    zeros = bytes(50_000_000)
    pack: dict[str, Callable[[bytes], bytes]] = {
        "gzip": gzip.compress,
        "deflate": zlib.compress,
        "br": brotli,
        "zstd": zstandard.compress,
    }
    bomb = pack[header](zeros)
    decoder = make_decoders(header)
    tracemalloc.start()
    try:
        pieces = decoder.feed(bomb)
        taken = sum(len(piece) for piece, _ in zip(pieces, range(100), strict=False))
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()
    assert 0 < taken <= 100 << 16


def test_many_frames_are_an_error() -> None:
    with pytest.raises(DamagedBody):
        decode("zstd", zstandard.compress(b"") * 101)


def test_a_window_beyond_that_of_browsers_is_an_error() -> None:
    parameters = zstandard.ZstdCompressionParameters(window_log=27, write_content_size=False)
    packer = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
    with pytest.raises(DamagedBody):
        decode("zstd", packer.compress(TEXT) + packer.flush())
