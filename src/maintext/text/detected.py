"""The encoding of a page that declares none, or a wrong one: found from the text between its tags."""

import re
from collections import defaultdict
from collections.abc import Iterator

from maintext.text.encodings import (
    SAID_BY_DEFAULT,
    CharsetClaim,
    Decoded,
    Encoding,
    detect_encoding,
    read,
    read_as,
)

_LATIN = frozenset(
    "windows-1250 windows-1252 windows-1254 windows-1257 windows-1258 "
    "iso-8859-2 iso-8859-4 iso-8859-13".split()
)

# What is between texts. Every alternative consumes what it has looked at, so that matching is linear even
# if nothing is closed. All begin with the same character, so that the others are skipped fast.
_BETWEEN_TEXT = re.compile(
    rb"<!\[CDATA\[|<script\b.*?(?:</script|\Z)|<style\b.*?(?:</style|\Z)|<!--.*?(?:-->|\Z)|</?[a-z!?][^>]*",
    re.IGNORECASE | re.DOTALL,
)
_LINE_END = re.compile(rb"[\r\n]+")
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


def as_detected(html: bytes, claims: list[CharsetClaim]) -> Decoded:
    """The page in the encoding of most samples of its text; the whole text has a vote, too.

    One bad byte hides a multi-byte encoding from the detector; with samples, it spoils only one vote. Samples
    of a few words are often taken for another encoding; together they are not.
    """
    pieces = _non_ascii(_BETWEEN_TEXT.split(html)) or _non_ascii([html])
    text = b"\n".join(pieces)[:_MOST_DETECTED]
    votes = _votes(pieces)
    whole = detect_encoding(text)
    if whole.name and whole.is_sure:
        votes[whole.name] = votes.get(whole.name, 0.0) + _WEIGHT_OF_WHOLE * sum(votes.values())
    name = max(votes, key=votes.__getitem__)
    confidence = votes[name] / sum(votes.values())
    if name in _LATIN:
        for claim in claims:
            if claim.name == SAID_BY_DEFAULT:
                return read_as(claim, html)
        name = _latin(name, text)
    return Decoded(read(html, name), Encoding(name, "detected", confidence))


def _votes(pieces: list[bytes]) -> dict[str, float]:
    """The encodings of samples of the text, weighted by their non-ASCII bytes."""
    votes: dict[str, float] = defaultdict(float)
    for sample in _samples(pieces):
        found = detect_encoding(sample)
        if not found.is_sure and sample[-1] >= 0x80:  # the last character may be cut
            found = detect_encoding(sample[:-1])
        weight = 1.0 if found.is_sure else _WEIGHT_OF_DEFAULT
        votes[found.name or SAID_BY_DEFAULT] += weight * len(sample.translate(None, _ASCII))
    return votes


def _latin(name: str, text: bytes) -> str:
    """The Latin encoding in which the text is well spelt, where the detector is often wrong."""
    if name in _WITHOUT_C1 and (_C1.search(text) or _is_polish(read(text, name))):
        name = _WITHOUT_C1[name]
    if name == SAID_BY_DEFAULT:
        return _CENTRAL_EUROPEAN if _is_hungarian(read(text, name)) else name
    return SAID_BY_DEFAULT if _has_symbols(read(text, name), read(text, SAID_BY_DEFAULT)) else name


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


def _non_ascii(texts: list[bytes]) -> list[bytes]:
    """The lines with non-ASCII bytes, each starting a sentence before the first such byte.

    Line ends are never part of a multi-byte character.
    """
    return [
        line[max(len(line) - len(line.lstrip(_ASCII)) - _ASCII_BEFORE, 0) :]
        for text in texts
        if not text.isascii()
        for line in _LINE_END.split(text)
        if not line.isascii()
    ]
