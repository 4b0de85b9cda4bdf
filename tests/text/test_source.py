"""What the kernel says of the bytes of a page is what Python says of them, byte by byte."""

import random
import re

import pytest

from maintext._kernel import native
from maintext.text.decode import decode

_ODD = (
    b"a",
    b" ",
    b"\n",
    b"\x1b",
    b"\r",
    b"\0",
    b"\x01",
    b"\x7f",
    b"\xff\xfe",
    b"\xe9",
    b"\xc0\x80",
    b"\xc1\xbf",
    b"\xe0\x9f\xbf",
    b"\xed\xa0\x80",
    b"\xf0\x8f\xbf\xbf",
    b"\xf4\x90\x80\x80",
    b"\xf5\x80\x80\x80",
    b"\x80",
    b"\xe6\xad",
    b"\xf0\x9f\x98",
)
_TAGS = "<meta |<META|charset|charSet=|<?xml |encoding|>|é|正|😀|plain text "
_PLAIN = tuple(piece.encode() for piece in _TAGS.split("|"))
_META = re.compile(rb"<(?:meta[^<>]*charset|\?xml[^<>]*encoding)", re.IGNORECASE)


def valid_part(source: bytes) -> bytes:
    """The leading bytes that are UTF-8."""
    try:
        source.decode()
        return source
    except UnicodeDecodeError as error:
        return source[: error.start]


@pytest.mark.parametrize("seed", range(60))
def test_bytes_are_described_as_they_are(seed: int) -> None:
    chance = random.Random(seed)
    odd = chance.choice((0.0, 0.02, 0.3))
    pieces = [
        chance.choice(_ODD if chance.random() < odd else _PLAIN)
        for _ in range(chance.choice((0, 1, 3, 20, 300)))
    ]
    source = b"".join(pieces)
    assert_is_described(source)


@pytest.mark.parametrize("wrong", [b"", *_ODD], ids=repr)
@pytest.mark.parametrize("rest", [b"a" * 150, "é正😀".encode() * 9], ids=["ascii", "other"])
def test_bytes_are_described_at_every_place_of_a_step(wrong: bytes, rest: bytes) -> None:
    for before in range(132):  # the kernel takes up to 64 bytes at a time
        for last in ("", "é", "正", "😀", "\uffff", "\U0010ffff"):
            assert_is_described(b"a" * before + last.encode() + wrong + rest)
        assert_is_described(("\r" * (before % 3) + "正" * (before // 3)).encode() + wrong + rest)


def assert_is_described(source: bytes) -> None:
    """The kernel's facts about a source are those that Python finds."""
    valid = valid_part(source)
    declared = _META.search(source[:4096])
    controls = sum((byte < 32 and byte not in b"\t\n\v\f\r\x1b") or byte == 127 for byte in source[:4096])
    assert native.inspect_source(source) == (
        len(valid),
        len(valid.decode()),
        controls,
        declared.start() if declared else -1,
        0 in source[:4096] or source.startswith((b"\xff\xfe", b"\xfe\xff")),
        b"\x1b" in valid,
        valid == source and not any(odd in source for odd in (b"\x1b", b"\0", b"\r")),
    )


def test_every_tag_that_may_declare_an_encoding_is_found_in_the_first_64_kb() -> None:
    tags = [b"<meta charset=x>", b"<p charset=x>", b"<META content='a; CharSet=y'>", b"<meta name=viewport>"]
    source = b"".join(b" " * 30_000 + tag for tag in (*tags[1:], *tags[:1]))
    first = native.inspect_source(source)[3]
    assert source[first:].startswith(b"<META")
    assert native.find_declaration(source, first + 1) == -1  # the last one is too late
    assert native.find_declaration(source, len(source) + 5) == -1
    with pytest.raises(ValueError, match="negative"):
        native.find_declaration(source, -1)


@pytest.mark.parametrize(
    ("head", "name", "source"),
    [
        ('<meta charSet="koi8-r">', "koi8-r", "meta"),
        ("<!-- <meta charset=big5> --><meta charset=koi8-r>", "koi8-r", "meta"),
        ("<!-- <meta charset=koi8-r>", "windows-1251", "detected"),
        ("<meta charset=klingon><meta name=charset><meta charset=koi8-r>", "koi8-r", "meta"),
        ("<style></style>" + " " * 9000 + "<meta charset=koi8-r>", "koi8-r", "meta"),
        ("<?xml version='1.0' encoding='koi8-r'?>", "koi8-r", "meta"),
    ],
)
def test_the_first_known_encoding_outside_comments_is_the_declared_one(
    head: str, name: str, source: str
) -> None:
    text = "Осёл, козёл и косолапый мишка затеяли сыграть квартет; достали нот, баса, альта, две скрипки."
    page = f"{head}<p>{text}".encode("koi8-r" if source == "meta" else "windows-1251")
    encoding = decode(page).encoding
    assert (encoding.name, encoding.source) == (name, source)
