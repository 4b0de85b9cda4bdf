"""bytes → text: finds the encoding of a page, says where it was found and how sure that is.

Cheap evidence comes first: byte order mark, valid UTF-8, HTTP header, `<meta>`. A declared encoding is used
only if the bytes can be read in it. If nothing fits, the encoding is detected from the text between the tags.
`docs/encoding.md` has the measurements.
"""

import codecs
import re

from maintext._kernel import native
from maintext.text.detected import as_detected
from maintext.text.encodings import (
    ISO_2022_JP,
    MULTI_BYTE,
    SAID_BY_DEFAULT,
    UTF_8,
    CharsetClaim,
    Decoded,
    Encoding,
    canonical,
    read_as,
)


def decode(html: str | bytes, charset: str | None = None) -> Decoded:
    """Decode a page; `charset` is its HTTP Content-Type, or the charset named there.

    >>> decode("<p>正文".encode("gbk"), "text/html; charset=gb2312")
    Decoded(source='<p>正文', encoding=Encoding(name='gb18030', source='header', confidence=1.0))
    """
    if isinstance(html, str):
        return Decoded(_well_formed(html), Encoding("unicode", "given", 1.0))
    facts = native.inspect_source(html)
    valid, characters, controls, declaration, may_be_wide, has_escape, is_plain = facts
    wide = _utf_16(html) if may_be_wide else None
    if _looks_binary(html, wide, controls):
        return Decoded("", Encoding("binary", "bytes", 1.0))
    if wide is not None:
        return read_as(wide, html)
    if valid == len(html) and not (charset or has_escape) and _says_utf_8(html, declaration):
        return Decoded(html, _SAID_UTF_8, is_plain)
    claims = _claims(html, charset, declaration)
    return (
        _as_utf_8(html, valid, characters, has_escape, claims, is_plain)
        or _as_western(html, claims)
        or _as_claimed(html, claims)
        or as_detected(html, claims)
    )


def _well_formed(text: str) -> str:
    """The text with surrogate pairs joined, and lone surrogates, which cannot be encoded, replaced."""
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.removeprefix("\ufeff")


# -- declared encodings -----------------------------------------------------------------------------------


_HEAD_BYTES = 4096
_MOST_HEAD_BYTES = 65_536
"""Where declarations are looked for: browsers look at 1 KB, pages do not. The kernel has both numbers."""
_META = re.compile(
    rb"""<meta\b[^<>]*?\bcharset\s*+=\s*+["']?+\s*+([\w.:-]+)"""
    rb"""|<\?xml\b[^<>]*?\bencoding\s*=\s*["']([\w.:-]+)""",
    re.IGNORECASE,
)
_HEADER = re.compile(r"""(?:\bcharset\s*=|^)[\s"']*([\w.:-]+)[\s"']*(?:[;,]|$)""", re.IGNORECASE | re.ASCII)


def unknown_charset(charset: str) -> str | None:
    """The encoding that a Content-Type, or its charset, names, if there is no such encoding.

    >>> unknown_charset("text/html; charset=klingon"), unknown_charset("gbk"), unknown_charset("text/html")
    ('klingon', None, None)
    """
    said = _HEADER.search(charset)
    if said is None:
        return charset if charset.strip() and "/" not in charset else None
    return None if canonical(said[1]) else said[1]


def _claims(html: bytes, charset: str | None, declaration: int) -> list[CharsetClaim]:
    claims = []
    if html.startswith(codecs.BOM_UTF8):
        claims.append(CharsetClaim(UTF_8, "bom"))
    said = _HEADER.search(charset) if charset else None
    if said and (name := canonical(said[1])):
        claims.append(CharsetClaim(name, "header"))
    if name := _declared(html, declaration):
        claims.append(CharsetClaim(name, "meta"))
    return claims


def _declared(html: bytes, at: int) -> str | None:
    """The first known encoding that a head declares outside comments.

    `at` is where the first tag begins that may do so, or -1.
    """
    while at >= 0:
        meta = _META.match(html, at, _MOST_HEAD_BYTES)
        if (
            meta
            and not _is_in_comment(html, at)
            and (name := canonical((meta[1] or meta[2]).decode("ascii")))
        ):
            return name
        at = native.find_declaration(html, at + 1)
    return None


_SAID_UTF_8 = Encoding(UTF_8, "meta", 1.0)


def _says_utf_8(html: bytes, at: int) -> bool:
    """Whether the tag at a place says so in the usual way, and nothing before it can, as on most pages."""
    said = _META.match(html, at, _MOST_HEAD_BYTES) if at >= 0 else None
    return (
        said is not None
        and (said[1] or said[2]).lower() == b"utf-8"
        and not html.startswith(codecs.BOM_UTF8)
        and not _is_in_comment(html, at)
    )


def _is_in_comment(html: bytes, at: int) -> bool:
    begin = html.rfind(b"<!--", 0, at)
    return begin >= 0 and html.find(b"-->", begin, at) < 0


# -- UTF-16 and UTF-8 -------------------------------------------------------------------------------------

_WIDE_TAG = re.compile(rb"<\0[a-z!?/]\0", re.IGNORECASE)
# About one in seven two-byte characters of a multi-byte encoding is valid UTF-8 by chance.
_CHANCE_CONTINUATIONS = 8


def _utf_16(html: bytes) -> CharsetClaim | None:
    """UTF-16, if the page has its byte order mark or a tag with NULs between its letters.

    A header or meta does not count: almost any bytes can be read as UTF-16.
    """
    if html.startswith(codecs.BOM_UTF16_LE):
        return CharsetClaim("utf-16le", "bom")
    if html.startswith(codecs.BOM_UTF16_BE):
        return CharsetClaim("utf-16be", "bom")
    tag = _WIDE_TAG.search(html, 0, _HEAD_BYTES)
    if tag is None:
        return None
    return CharsetClaim("utf-16be" if tag.start() % 2 else "utf-16le", "bytes")


def _as_utf_8(
    html: bytes, valid: int, characters: int, has_escape: bool, claims: list[CharsetClaim], is_plain: bool
) -> Decoded | None:
    """The page if it is valid UTF-8, whatever is declared: other encodings hardly ever are.

    `valid` of its bytes are, with so many characters. A cut last character is left out.
    """
    text: str | bytes = html.removeprefix(codecs.BOM_UTF8)
    if valid < len(html):
        if valid == characters or not _is_cut_character(html[valid:]):
            return None
        text = html[:valid].decode().removeprefix("\ufeff")
    continuations = len(html) - characters
    if not continuations and has_escape and b"\x1b$" in html:  # ISO-2022-JP: ASCII with escapes
        said = [claim for claim in claims if claim.name == ISO_2022_JP]
        return read_as(said[0] if said else CharsetClaim(ISO_2022_JP, "bytes"), html)
    for claim in claims:
        if claim.name == UTF_8 or not continuations:
            return Decoded(text, Encoding(claim.name, claim.source, 1.0), is_plain)
    if continuations < _CHANCE_CONTINUATIONS and any(claim.name in MULTI_BYTE for claim in claims):
        return None
    return Decoded(text, Encoding(UTF_8, "bytes", 1.0), is_plain)


def _is_cut_character(rest: bytes) -> bool:
    """Whether bytes are the beginning of one UTF-8 character, and nothing else."""
    try:
        return codecs.utf_8_decode(rest, "strict", False)[1] == 0
    except UnicodeDecodeError:
        return False


# -- windows-1252 -----------------------------------------------------------------------------------------

_ASCII_AS_SPACE = bytes([*b" " * 0x80, *range(0x80, 0x100)])
_WESTERN = frozenset(bytes([code]) for code in (0x85, *range(0x91, 0x98), 0x99, 0xA0, *range(0xA2, 0x100)))
"""Letters and signs of Western texts. The others are rare, or begin characters of Shift JIS and Big5."""
_MOST_FOREIGN = 0.05


def _as_western(html: bytes, claims: list[CharsetClaim]) -> Decoded | None:
    """The page if it is declared as windows-1252, and few non-ASCII characters are beside each other.

    In other scripts they form words. Whether the declaration is right then is for the detector, which is
    slow: of a page of 50 KB it takes 1 ms.
    """
    if {claim.name for claim in claims} != {SAID_BY_DEFAULT}:
        return None
    runs = html.translate(_ASCII_AS_SPACE).split()  # of non-ASCII bytes; five times as fast as a pattern
    foreign = sum(run not in _WESTERN for run in runs)
    return read_as(claims[0], html) if foreign <= _MOST_FOREIGN * len(runs) else None


# -- declared encodings, checked --------------------------------------------------------------------------

# Share of a page that must be readable in a declared encoding. Damaged UTF-8 is far above its share, other
# encodings far below. Multi-byte encodings hardly differ in this; detection distinguishes them.
_LEAST_READABLE_UTF_8 = 0.6
_LEAST_READABLE = 0.98


def _as_claimed(html: bytes, claims: list[CharsetClaim]) -> Decoded | None:
    """The page in the first declared encoding that fits the bytes, else as damaged UTF-8."""
    for claim in (*claims, CharsetClaim(UTF_8, "bytes")):
        if claim.name != SAID_BY_DEFAULT:
            decoded = read_as(claim, html)
            least = _LEAST_READABLE_UTF_8 if claim.name == UTF_8 else _LEAST_READABLE
            if decoded.encoding.confidence >= least:
                return decoded
    return None


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
_MOST_CONTROLS = 0.05  # share of a page; random bytes have 0.11
_FEW_CONTROLS = 2


def looks_binary(html: str | bytes) -> bool:
    r"""Whether the input is a file of another type, or has too many control characters to be text.

    >>> looks_binary(b"%PDF-1.7"), looks_binary(b"<p>One \0 on a page"), looks_binary("正文".encode("utf-16"))
    (True, False, False)
    """
    if isinstance(html, str):
        head = html[:_HEAD_BYTES].encode("utf-8", "replace")
        return _are_many(native.count_controls(head), len(head))
    _, _, controls, _, may_be_wide, _, _ = native.inspect_source(html[:_HEAD_BYTES])
    return _looks_binary(html, _utf_16(html) if may_be_wide else None, controls)


def _looks_binary(html: bytes, wide: CharsetClaim | None, controls: int) -> bool:
    """The same of bytes; `wide` is what `_utf_16` says of them."""
    if not html.startswith(b"<") and html.startswith(_SIGNATURES):  # most pages begin with <
        return True
    if wide is None:
        return controls > 0 and _are_many(controls, min(len(html), _HEAD_BYTES))
    head = html[:_HEAD_BYTES].decode(wide.name, "replace").encode()
    return _are_many(native.count_controls(head), len(head))


def _are_many(controls: int, size: int) -> bool:
    return controls > _FEW_CONTROLS and controls > _MOST_CONTROLS * size
