"""bytes → text: which encoding a page is in, where that was learned, and how sure it is.

Cheap evidence comes first: byte order mark, HTTP header, `<meta>`, then whether the bytes are valid
UTF-8. A claim is believed only as far as the bytes bear it out. Only when all of that fails is the
encoding detected, from the text between the tags. `docs/encoding.md` has the measurements.

Encodings have their WHATWG names in lower case and are read by the WHATWG rules, as in a browser:
`iso-8859-1` means `windows-1252`; `gb2312` and `gbk` mean `gb18030`.
"""

import codecs
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from turbohtml.detect import detect  # also registers the `whatwg-…` codecs that `_read` uses

from maintext._kernel import native


@dataclass(frozen=True, slots=True)
class Encoding:
    """Which encoding a page was read in, where that was learned, and how sure it is."""

    name: str
    """WHATWG name in lower case; `unicode` for a page given as str, `binary` for what is no text."""
    source: str
    """`given` (a str), `bom`, `header`, `meta`, `bytes` (their pattern alone) or `detected`."""
    confidence: float
    """Share of the evidence that fits, 0 to 1: of the non-ASCII characters, those that could be read;
    if `detected`, of the samples of the page's text, those that were found to be in this encoding."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A page's text. It holds no lone surrogates and no byte order mark."""

    source: str | bytes
    """The text, or where it came like that and the native kernel is there, its UTF-8."""
    encoding: Encoding

    @property
    def text(self) -> str:
        """The text."""
        return self.source if isinstance(self.source, str) else self.source.decode()

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing but white space."""
        if isinstance(self.source, str):
            return not self.source or self.source.isspace()
        solid = _SOLID.search(self.source)
        return solid is None or (not solid[0].isascii() and self.text.isspace())


_SOLID = re.compile(rb"[^\s\x1c-\x1f]")


def decode(html: str | bytes, charset: str | None = None) -> Decoded:
    """Read a page's bytes; `charset` is its HTTP Content-Type, or the charset named there.

    >>> decode("<p>正文".encode("gbk"), "text/html; charset=gb2312")
    Decoded(source='<p>正文', encoding=Encoding(name='gb18030', source='header', confidence=1.0))
    """
    if isinstance(html, str):
        return Decoded(_well_formed(html), Encoding("unicode", "given", 1.0))
    if looks_binary(html):
        return Decoded("", Encoding("binary", "bytes", 1.0))
    wide = _utf_16(html)
    if wide is not None:
        return _read_as(wide, html)
    claims = list(_claims(html, charset))
    return _as_utf_8(html, claims) or _as_claimed(html, claims) or _as_detected(html, claims)


def _well_formed(text: str) -> str:
    """The text with surrogate pairs joined and lone surrogates replaced: nothing can encode those."""
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.removeprefix("\ufeff")


# -- claims: what the page and its server say -----------------------------------------------------------


class _Claim(NamedTuple):
    """An encoding that somebody says the page is in."""

    name: str
    source: str


_UTF_8 = "utf-8"
_ISO_2022_JP = "iso-2022-jp"
_MANY_BYTE = frozenset(("gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"))
# What servers and HTTP libraries say when nobody told them: believed only if the text is not in
# another script.
_SAID_BY_DEFAULT = "windows-1252"
_LATIN = frozenset(
    "windows-1250 windows-1252 windows-1254 windows-1257 windows-1258 "
    "iso-8859-2 iso-8859-4 iso-8859-13".split()
)

_HEAD_BYTES = 4096
_META = re.compile(
    rb"""<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w.:-]+)"""
    rb"""|<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w.:-]+)""",
    re.IGNORECASE,
)
_HEADER = re.compile(r"""(?:\bcharset\s*=|^)[\s"']*([\w.:-]+)[\s"']*(?:[;,]|$)""", re.IGNORECASE | re.ASCII)
# Names that are met in the wild but are no WHATWG labels; and GBK, which is read as GB 18030.
_ALIASES = {
    "gbk": "gb18030",
    "cp936": "gb18030",
    "ms936": "gb18030",
    "cp932": "shift_jis",
    "cp949": "euc-kr",
    "cp950": "big5",
    "euc_jp": "euc-jp",
    "euc_kr": "euc-kr",
    _UTF_8: _UTF_8,
    "utf_8": _UTF_8,
    "utf8mb4": _UTF_8,
}


def _claims(html: bytes, charset: str | None) -> Iterator[_Claim]:
    if html.startswith(codecs.BOM_UTF8):
        yield _Claim(_UTF_8, "bom")
    said = _HEADER.search(charset) if charset else None
    if said and (name := _canonical(said[1])):
        yield _Claim(name, "header")
    head = html[:_HEAD_BYTES]
    for meta in _META.finditer(head):
        in_comment = head.rfind(b"<!--", 0, meta.start()) > head.rfind(b"-->", 0, meta.start())
        if in_comment:
            continue
        if name := _canonical((meta[1] or meta[2]).decode("ascii")):
            yield _Claim(name, "meta")
            return


def _canonical(label: str) -> str | None:
    """The encoding that a label means; None when it means none."""
    label = label.lower()
    if label in _ALIASES:
        return _ALIASES[label]
    # The detector knows all labels. The last byte is one that it can explain by the label alone.
    match = detect(b'<meta charset="%s">\xff' % label.encode("ascii"))
    if not match.confidence or match.encoding in (None, "replacement"):
        return None
    name = match.encoding.lower()
    return _ALIASES.get(name, name)


# -- UTF-16 and UTF-8: seen in the bytes ------------------------------------------------------------------

_WIDE_TAG = re.compile(rb"<\0[a-z!?/]\0", re.IGNORECASE)
# A two-byte character of a many-byte encoding is valid UTF-8 by chance, about one in seven.
_CHANCE_CONTINUATIONS = 8


def _utf_16(html: bytes) -> _Claim | None:
    """UTF-16 by its mark, or by a tag with NULs between its letters.

    A header or meta that says UTF-16 is no evidence: almost any bytes can be read as it.
    """
    if html.startswith(codecs.BOM_UTF16_LE):
        return _Claim("utf-16le", "bom")
    if html.startswith(codecs.BOM_UTF16_BE):
        return _Claim("utf-16be", "bom")
    tag = _WIDE_TAG.search(html, 0, _HEAD_BYTES) if 0 in html[:_HEAD_BYTES] else None
    if tag is None:
        return None
    return _Claim("utf-16be" if tag.start() % 2 else "utf-16le", "bytes")


def _as_utf_8(html: bytes, claims: list[_Claim]) -> Decoded | None:
    """The page if it is valid UTF-8; whatever it is said to be, for nothing else looks like that."""
    valid = _valid_utf_8(html)
    if valid is None:
        return None
    text, continuations = valid
    if not continuations and b"\x1b$" in html:  # ISO-2022-JP writes Japanese in ASCII and escapes
        said = [claim for claim in claims if claim.name == _ISO_2022_JP]
        return _read_as(said[0] if said else _Claim(_ISO_2022_JP, "bytes"), html)
    for claim in claims:
        if claim.name == _UTF_8 or not continuations:
            return Decoded(text, Encoding(claim.name, claim.source, 1.0))
    if continuations < _CHANCE_CONTINUATIONS and any(claim.name in _MANY_BYTE for claim in claims):
        return None
    return Decoded(text, Encoding(_UTF_8, "bytes", 1.0))


def _valid_utf_8(html: bytes) -> tuple[str | bytes, int] | None:
    """The bytes if they are UTF-8, less a last character that was cut, and how many continue one.

    Where the kernel is there it says so without making a str, and can read the bytes as they are.
    """
    if native is not None:
        valid, characters = native.valid_utf_8(html)
        if valid == len(html):
            return html.removeprefix(codecs.BOM_UTF8), valid - characters
    try:
        text = html.decode()
    except UnicodeDecodeError as error:
        whole = html[: error.start]
        if error.reason != "unexpected end of data" or whole.isascii():
            return None
        text = whole.decode()
    return text.removeprefix("\ufeff"), len(html) - len(text)


# -- claims against the bytes -----------------------------------------------------------------------------

# How much of a page must be readable for a claim to be believed. Damaged UTF-8 stays far above, other
# encodings far below; the many-byte ones can hardly be told apart by this, but detection can do that.
_LEAST_READABLE_UTF_8 = 0.6
_LEAST_READABLE = 0.98


def _as_claimed(html: bytes, claims: list[_Claim]) -> Decoded | None:
    """The page as the first claim that the bytes bear out; failing that, as damaged UTF-8."""
    for claim in (*claims, _Claim(_UTF_8, "bytes")):
        if claim.name != _SAID_BY_DEFAULT:
            decoded = _read_as(claim, html)
            least = _LEAST_READABLE_UTF_8 if claim.name == _UTF_8 else _LEAST_READABLE
            if decoded.encoding.confidence >= least:
                return decoded
    return None


def _read_as(claim: _Claim, html: bytes) -> Decoded:
    text = _read(html, claim.name)
    non_ascii = len(text) - len(text.encode("ascii", "ignore"))
    unreadable = text.count("\ufffd") / max(non_ascii, 1)
    return Decoded(text, Encoding(claim.name, claim.source, 1.0 - unreadable))


def _read(html: bytes, name: str) -> str:
    """The bytes in an encoding, with U+FFFD for what is not valid in it."""
    return html.decode(f"whatwg-{name}").removeprefix("\ufeff")


# -- detection --------------------------------------------------------------------------------------------

# Splits a page into its text. Every alternative takes all that it has looked at, so this is linear
# even where nothing is closed. Line ends are never a part of a many-byte character.
_BETWEEN_TEXT = re.compile(
    rb"<script\b.*?(?:</script|\Z)|<style\b.*?(?:</style|\Z)|<!--.*?(?:-->|\Z)|</?[a-z!?][^>]*|[\r\n]+",
    re.IGNORECASE | re.DOTALL,
)
_ASCII = bytes(range(128))
_ASCII_BEFORE = 256
_SAMPLES = 16
_SAMPLE_BYTES = 4096
# A sample without any pattern is called windows-1252, and so is Chinese with a bad byte in it. Swept
# over 0, 0.1, 0.3 and 1: more loses damaged pages, less loses English ones.
_WEIGHT_OF_DEFAULT = 0.3


def _as_detected(html: bytes, claims: list[_Claim]) -> Decoded:
    """The page in the encoding that most samples of its text are in.

    One bad byte hides a many-byte encoding from the detector, so samples vote: it spoils but one.
    """
    votes: dict[str, float] = defaultdict(float)
    for sample in _samples(html):
        match = detect(sample)
        if not match.confidence:
            match = detect(sample[:-1])  # without a character that was cut
        name = (match.encoding or _SAID_BY_DEFAULT).lower()
        weight = 1.0 if match.confidence else _WEIGHT_OF_DEFAULT
        votes[_ALIASES.get(name, name)] += weight * len(sample.translate(None, _ASCII))
    name = max(votes, key=votes.__getitem__)
    if name in _LATIN:
        for claim in claims:
            if claim.name == _SAID_BY_DEFAULT:
                return _read_as(claim, html)
    return Decoded(_read(html, name), Encoding(name, "detected", votes[name] / sum(votes.values())))


def _samples(html: bytes) -> Iterator[bytes]:
    """Up to 17 stretches of the text with non-ASCII bytes, spread evenly over it."""
    pieces = _non_ascii(_BETWEEN_TEXT.split(html)) or _non_ascii(html.splitlines())
    size = sum(map(len, pieces)) // _SAMPLES
    sample: list[bytes] = []
    length = 0
    for number, piece in enumerate(pieces, 1):
        sample.append(piece)
        length += len(piece)
        if length > size or number == len(pieces):
            yield b"\n".join(sample)[:_SAMPLE_BYTES]
            sample, length = [], 0


def _non_ascii(pieces: list[bytes]) -> list[bytes]:
    """The pieces with non-ASCII bytes, each from a sentence before the first of them."""
    return [
        piece[max(len(piece) - len(piece.lstrip(_ASCII)) - _ASCII_BEFORE, 0) :]
        for piece in pieces
        if not piece.isascii()
    ]


# -- other kinds of files -----------------------------------------------------------------------------------

# Files whose first bytes may pass for text; the others give themselves away by control bytes.
_SIGNATURES = tuple(
    bytes.fromhex(signature)
    for signature in (
        "255044462d 25215053 7b5c727466 "  # PDF, PostScript, RTF
        "89504e47 474946383761 474946383961 ffd8ff "  # PNG, GIF, JPEG
        "504b0304 d0cf11e0 1f8b 425a6839 377abcaf 526172211a fd377a585a 28b52ffd "  # office, archives
        "774f4646 774f4632 4f54544f00 00010000 "  # fonts
        "49443303 49443304 4f67675300 664c614300 1a45dfa3 "  # MP3, Ogg, FLAC, Matroska
        "7f454c46 cafebabe 0061736d"  # ELF, Java and Mach-O, WebAssembly
    ).split()
)
_NOT_CONTROLS = bytes(sorted({*b"\t\n\v\f\r\x1b", *range(0x20, 0x7F), *range(0x80, 0x100)}))
_MOST_CONTROLS = 0.05  # of a page; random bytes have 0.11
_FEW_CONTROLS = 2


def looks_binary(html: str | bytes) -> bool:
    r"""Whether the input is a file of another kind, or so full of control characters that it is no text.

    >>> looks_binary(b"%PDF-1.7"), looks_binary(b"<p>One \0 on a page"), looks_binary("正文".encode("utf-16"))
    (True, False, False)
    """
    if isinstance(html, str):
        head = html[:_HEAD_BYTES].encode("utf-8", "replace")
    elif html.startswith(_SIGNATURES):
        return True
    else:
        head = html[:_HEAD_BYTES]
        if wide := _utf_16(html):
            head = head.decode(wide.name, "replace").encode()
    return len(head.translate(None, _NOT_CONTROLS)) > max(_MOST_CONTROLS * len(head), _FEW_CONTROLS)
