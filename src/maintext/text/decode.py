"""bytes → text: finds the encoding of a page, says where it was found and how sure that is.

Cheap evidence comes first: byte order mark, valid UTF-8, HTTP header, `<meta>`. A declared encoding is used
only if the bytes can be read in it. If nothing fits, the encoding is detected from the text between the tags.
`docs/encoding.md` has the measurements.

Encodings have their WHATWG names, in lower case, and are decoded by the WHATWG rules, as in a browser:
`iso-8859-1` means `windows-1252`; `gb2312` and `gbk` mean `gb18030`.

Two parts of turbohtml are used, because Python has neither: its encoding detector, and its WHATWG codecs
(`whatwg-…`), which read every byte and follow the standard where Python's codecs do not.
"""

import codecs
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from turbohtml.detect import detect  # this import registers the `whatwg-…` codecs, too

from maintext._kernel import native
from maintext.arguments import wrong_type
from maintext.text.characters import WHITE_SPACE, codes_in

Html = str | bytes | bytearray | memoryview
"""A page: text, or any bytes-like object."""


@dataclass(frozen=True, slots=True)
class Encoding:
    """The encoding of a page, where it was found, and how sure that is."""

    name: str
    """WHATWG name in lower case; `unicode` for a page given as str, `binary` if it is not text."""
    source: str
    """`given` (a str), `bom`, `header`, `meta`, `bytes` (UTF-8 or UTF-16, undeclared) or `detected`."""
    confidence: float
    """0 to 1: share of the non-ASCII characters that could be read; if `detected`, share of the votes."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A page's text, without lone surrogates and byte order mark."""

    source: str | bytes
    """The text; as UTF-8 if that is how it came, since the kernel reads UTF-8."""
    encoding: Encoding

    @property
    def text(self) -> str:
        """The text."""
        return self.source if isinstance(self.source, str) else self.source.decode()

    @property
    def is_blank(self) -> bool:
        """Whether the page is empty or all white space."""
        if isinstance(self.source, str):
            return not self.source or self.source.isspace()
        solid = _SOLID.search(self.source)
        return solid is None or (not solid[0].isascii() and self.text.isspace())


_SOLID = re.compile(b"[^%b]" % bytes(code for code in codes_in(WHITE_SPACE) if code < 0x80))


def text_or_bytes(html: Html) -> str | bytes:
    """A page as str or bytes: other bytes-like objects are copied.

    >>> text_or_bytes(bytearray(b"<p>")), text_or_bytes(memoryview(b"<p>"))
    (b'<p>', b'<p>')
    """
    if isinstance(html, (str, bytes)):
        return html
    try:
        return memoryview(html).tobytes()
    except TypeError:
        raise wrong_type("html", html, "str or bytes-like") from None


def decode(html: Html, charset: str | None = None) -> Decoded:
    """Decode a page; `charset` is its HTTP Content-Type, or the charset named there.

    >>> decode("<p>正文".encode("gbk"), "text/html; charset=gb2312")
    Decoded(source='<p>正文', encoding=Encoding(name='gb18030', source='header', confidence=1.0))
    """
    html = text_or_bytes(html)
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
    """The text with surrogate pairs joined, and lone surrogates, which cannot be encoded, replaced."""
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.removeprefix("\ufeff")


# -- declared encodings -----------------------------------------------------------------------------------


class _Claim(NamedTuple):
    """An encoding that the page or its server declares."""

    name: str
    source: str


_UTF_8 = "utf-8"
_ISO_2022_JP = "iso-2022-jp"
_MULTI_BYTE = frozenset(("gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"))
# The default of servers and HTTP libraries: used only if the text is not in another script.
_SAID_BY_DEFAULT = "windows-1252"
_LATIN = frozenset(
    "windows-1250 windows-1252 windows-1254 windows-1257 windows-1258 "
    "iso-8859-2 iso-8859-4 iso-8859-13".split()
)

_HEAD_BYTES = 4096
_MOST_HEAD_BYTES = 65_536
"""Where declarations are looked for if the first bytes have none: browsers look at 1 KB, pages do not."""
_META = re.compile(
    rb"""<meta\b[^<>]*?\bcharset\s*=\s*["']?\s*([\w.:-]+)"""
    rb"""|<\?xml\b[^<>]*?\bencoding\s*=\s*["']([\w.:-]+)""",
    re.IGNORECASE,
)
_HEADER = re.compile(r"""(?:\bcharset\s*=|^)[\s"']*([\w.:-]+)[\s"']*(?:[;,]|$)""", re.IGNORECASE | re.ASCII)
# Common names that are not WHATWG labels; and GBK, which is read as GB 18030.
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
    if name := _declared(html[:_HEAD_BYTES]) or _declared_late(html[:_MOST_HEAD_BYTES]):
        yield _Claim(name, "meta")


def _declared(head: bytes) -> str | None:
    """The first known encoding that a head declares outside comments."""
    for meta in _META.finditer(head):
        in_comment = head.rfind(b"<!--", 0, meta.start()) > head.rfind(b"-->", 0, meta.start())
        if not in_comment and (name := _canonical((meta[1] or meta[2]).decode("ascii"))):
            return name
    return None


def _declared_late(head: bytes) -> str | None:
    """The same for a long head. The pattern is slow, so the word is searched for first."""
    words = (b"charset", b"CHARSET", b"Charset")
    return _declared(head) if any(head.find(word, _HEAD_BYTES) >= 0 for word in words) else None


def _canonical(label: str) -> str | None:
    """The encoding of a label, if any."""
    label = label.lower()
    if label in _ALIASES:
        return _ALIASES[label]
    # turbohtml has the table of labels only inside its detector; \xff makes the detector use the label.
    match = detect(b'<meta charset="%s">\xff' % label.encode("ascii"))
    if not match.confidence or match.encoding in (None, "replacement"):
        return None
    name = match.encoding.lower()
    return _ALIASES.get(name, name)


# -- UTF-16 and UTF-8 -------------------------------------------------------------------------------------

_WIDE_TAG = re.compile(rb"<\0[a-z!?/]\0", re.IGNORECASE)
# About one in seven two-byte characters of a multi-byte encoding is valid UTF-8 by chance.
_CHANCE_CONTINUATIONS = 8


def _utf_16(html: bytes) -> _Claim | None:
    """UTF-16, if the page has its byte order mark or a tag with NULs between its letters.

    A header or meta does not count: almost any bytes can be read as UTF-16.
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
    """The page if it is valid UTF-8, whatever is declared: other encodings hardly ever are."""
    valid = _valid_utf_8(html)
    if valid is None:
        return None
    text, continuations = valid
    if not continuations and b"\x1b$" in html:  # ISO-2022-JP is ASCII with escape sequences
        said = [claim for claim in claims if claim.name == _ISO_2022_JP]
        return _read_as(said[0] if said else _Claim(_ISO_2022_JP, "bytes"), html)
    for claim in claims:
        if claim.name == _UTF_8 or not continuations:
            return Decoded(text, Encoding(claim.name, claim.source, 1.0))
    if continuations < _CHANCE_CONTINUATIONS and any(claim.name in _MULTI_BYTE for claim in claims):
        return None
    return Decoded(text, Encoding(_UTF_8, "bytes", 1.0))


def _valid_utf_8(html: bytes) -> tuple[str | bytes, int] | None:
    """The page if it is UTF-8, and its number of continuation bytes. A cut last character is left out."""
    valid, characters = native.valid_utf_8(html)
    if valid == len(html):
        return html.removeprefix(codecs.BOM_UTF8), valid - characters
    whole, rest = html[:valid], html[valid:]
    if whole.isascii() or not _is_cut_character(rest):
        return None
    return whole.decode().removeprefix("\ufeff"), len(html) - characters


def _is_cut_character(rest: bytes) -> bool:
    """Whether bytes are the beginning of one UTF-8 character, and nothing else."""
    try:
        return codecs.utf_8_decode(rest, "strict", False)[1] == 0
    except UnicodeDecodeError:
        return False


# -- declared encodings, checked --------------------------------------------------------------------------

# Share of a page that must be readable in a declared encoding. Damaged UTF-8 is far above its share, other
# encodings far below. Multi-byte encodings hardly differ in this; detection tells them apart.
_LEAST_READABLE_UTF_8 = 0.6
_LEAST_READABLE = 0.98


def _as_claimed(html: bytes, claims: list[_Claim]) -> Decoded | None:
    """The page in the first declared encoding that fits the bytes, else as damaged UTF-8."""
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
    """Decode bytes, with U+FFFD for invalid ones."""
    return html.decode(f"whatwg-{name}").removeprefix("\ufeff")


# -- detection --------------------------------------------------------------------------------------------

# What lies between pieces of text. Every alternative consumes what it has looked at, so that matching is
# linear even if nothing is closed. Line ends are never part of a multi-byte character.
_BETWEEN_TEXT = re.compile(
    rb"<!\[CDATA\[|<script\b.*?(?:</script|\Z)|<style\b.*?(?:</style|\Z)|<!--.*?(?:-->|\Z)|</?[a-z!?][^>]*|[\r\n]+",
    re.IGNORECASE | re.DOTALL,
)
_ASCII = bytes(range(128))
_ASCII_BEFORE = 256
_SAMPLES = 16
_SAMPLE_BYTES = 4096
# The detector calls a sample windows-1252 if it finds no pattern, or if Chinese has a bad byte. Swept over
# 0, 0.1, 0.3 and 1: more loses damaged pages, less loses English ones.
_WEIGHT_OF_DEFAULT = 0.3
_WEIGHT_OF_WHOLE = 0.5  # of the weight of all samples
_MOST_DETECTED = 65_536  # bytes of text

_CENTRAL_EUROPEAN = "windows-1250"
# Encodings in which the bytes 80 to 9F, quotation marks in their namesakes, are control characters.
_WITHOUT_C1 = {"iso-8859-2": _CENTRAL_EUROPEAN, "iso-8859-4": "windows-1257", "iso-8859-13": "windows-1257"}
_C1 = re.compile(rb"[\x80-\x9f]")
_NON_ASCII_LETTER = re.compile(r"[^\W\d_a-zA-Z]")
_ODD = re.compile(r"(?<![^\W\d_])[^\W\d_](?![^\W\d_])|[˘ˇ˙˛˝]")  # a letter by itself, or an accent by itself


def _as_detected(html: bytes, claims: list[_Claim]) -> Decoded:
    """The page in the encoding of most samples of its text; the whole text has a vote, too.

    One bad byte hides a multi-byte encoding from the detector; with samples, it spoils only one vote. Samples
    of a few words are often taken for another encoding; together they are not.
    """
    pieces = _non_ascii(_BETWEEN_TEXT.split(html)) or _non_ascii(html.splitlines())
    text = b"\n".join(pieces)[:_MOST_DETECTED]
    votes = _votes(pieces)
    whole = detect(text)
    if whole.encoding and whole.confidence:
        name = whole.encoding.lower()
        name = _ALIASES.get(name, name)
        votes[name] = votes.get(name, 0.0) + _WEIGHT_OF_WHOLE * sum(votes.values())
    name = max(votes, key=votes.__getitem__)
    confidence = votes[name] / sum(votes.values())
    if name in _LATIN:
        for claim in claims:
            if claim.name == _SAID_BY_DEFAULT:
                return _read_as(claim, html)
        name = _latin(name, text)
    return Decoded(_read(html, name), Encoding(name, "detected", confidence))


def _votes(pieces: list[bytes]) -> dict[str, float]:
    """The encodings of samples of the text, weighted by their non-ASCII bytes."""
    votes: dict[str, float] = defaultdict(float)
    for sample in _samples(pieces):
        match = detect(sample)
        if not match.confidence:
            match = detect(sample[:-1])  # the last character may be cut
        name = (match.encoding or _SAID_BY_DEFAULT).lower()
        weight = 1.0 if match.confidence else _WEIGHT_OF_DEFAULT
        votes[_ALIASES.get(name, name)] += weight * len(sample.translate(None, _ASCII))
    return votes


def _latin(name: str, text: bytes) -> str:
    """The Latin encoding in which the text is well spelt, where the detector is often wrong."""
    if name in _WITHOUT_C1 and (_C1.search(text) or _is_polish(_read(text, name))):
        name = _WITHOUT_C1[name]
    if name == _SAID_BY_DEFAULT:
        return _CENTRAL_EUROPEAN if _is_hungarian(_read(text, name)) else name
    return _SAID_BY_DEFAULT if _has_symbols(_read(text, name), _read(text, _SAID_BY_DEFAULT)) else name


def _has_symbols(text: str, western: str) -> bool:
    """Whether most characters that windows-1252 reads in another way are odd: `£5` read as `Ł5`."""
    different = {at for at, (one, other) in enumerate(zip(text, western, strict=True)) if one != other}
    odd = {found.start() for found in _ODD.finditer(text)}
    return 2 * len(different & odd) > len(different)


def _is_polish(text: str) -> bool:
    """Whether a text read as iso-8859-2 has a letter of Czech among those of Polish: ą, read as š."""
    letters = set(text.lower())
    return "š" in letters and bool(letters & set("łężćń"))


def _is_hungarian(text: str) -> bool:
    """Whether a text read as windows-1252 is spelt as Hungarian is, with its ő and ű shown as õ and û."""
    letters = set(_NON_ASCII_LETTER.findall(text.lower()))
    return letters <= set("áéíóöúüõû") and all(letters & set(some) for some in ("õû", "öü", "áíóú"))


def _samples(pieces: list[bytes]) -> Iterator[bytes]:
    """Up to 17 pieces of text with non-ASCII bytes, spread evenly over the page."""
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
    """The pieces with non-ASCII bytes, each starting a sentence before the first such byte."""
    return [
        piece[max(len(piece) - len(piece.lstrip(_ASCII)) - _ASCII_BEFORE, 0) :]
        for piece in pieces
        if not piece.isascii()
    ]


# -- binary files -----------------------------------------------------------------------------------------

# File types whose first bytes may look like text; other types have many control bytes.
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
_MOST_CONTROLS = 0.05  # share of a page; random bytes have 0.11
_FEW_CONTROLS = 2


def looks_binary(html: str | bytes) -> bool:
    r"""Whether the input is a file of another type, or has too many control characters to be text.

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
