"""Encodings: their names, the detector, and reading bytes in one of them.

Encodings have their WHATWG names, in lower case, and are decoded by the WHATWG rules, as in a browser:
`iso-8859-1` means `windows-1252`; `gb2312` and `gbk` mean `gb18030`.

Two parts of turbohtml are used, because Python has neither: its encoding detector, and its WHATWG codecs
(`whatwg-…`), which read every byte and follow the standard where Python's codecs do not.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from maintext.text.characters import WHITE_SPACE, codes_in


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
    is_plain: bool = field(default=False, repr=False)
    """Whether it is known to have no NUL and no carriage return."""

    @property
    def text(self) -> str:
        """The text."""
        return self.source if isinstance(self.source, str) else self.source.decode()

    @property
    def is_blank(self) -> bool:
        """Whether the page is empty or all white space."""
        if isinstance(self.source, str):
            return not self.source or self.source.isspace()
        if self.source.startswith(b"<"):  # as nearly all pages do
            return False
        solid = _SOLID.search(self.source)
        return solid is None or (not solid[0].isascii() and self.text.isspace())


_SOLID = re.compile(b"[^%b]" % bytes(code for code in codes_in(WHITE_SPACE) if code < 0x80))


class CharsetClaim(NamedTuple):
    """An encoding that the page or its server declares."""

    name: str
    source: str


UTF_8 = "utf-8"
ISO_2022_JP = "iso-2022-jp"
MULTI_BYTE = frozenset(("gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"))
SAID_BY_DEFAULT = "windows-1252"
"""The default of servers and HTTP libraries: used only if the text is not in another script."""
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
    UTF_8: UTF_8,
    "utf_8": UTF_8,
    "utf8mb4": UTF_8,
}


@lru_cache(maxsize=256)
def canonical(label: str) -> str | None:
    """The encoding of a label, if any."""
    label = label.lower()
    if label in _ALIASES:
        return _ALIASES[label]
    # turbohtml has the table of labels only inside its detector; \xff makes the detector use the label.
    found = detect_encoding(b'<meta charset="%s">\xff' % label.encode("ascii"))
    return found.name if found.is_sure and found.name != "replacement" else None


class Detected(NamedTuple):
    """What the detector says about some bytes."""

    name: str | None
    is_sure: bool
    """Whether it found a pattern; if not, the name is a guess."""


def detect_encoding(text: bytes) -> Detected:
    """The encoding that some bytes seem to have."""
    from turbohtml.detect import detect  # slow to load, and most pages do not need it

    match = detect(text)
    name = match.encoding.lower() if match.encoding else None
    return Detected(_ALIASES.get(name, name) if name else None, bool(match.confidence))


def read_as(claim: CharsetClaim, html: bytes) -> Decoded:
    """A page in an encoding that is claimed for it, and how much of it can be read."""
    text = read(html, claim.name)
    non_ascii = len(text) - len(text.encode("ascii", "ignore"))
    unreadable = text.count("\ufffd") / max(non_ascii, 1)
    return Decoded(text, Encoding(claim.name, claim.source, 1.0 - unreadable))


def read(html: bytes, name: str) -> str:
    """Decode bytes, with U+FFFD for invalid ones."""
    import turbohtml.detect  # noqa: F401 - registers the `whatwg-…` codecs

    return html.decode(f"whatwg-{name}").removeprefix("\ufeff")
