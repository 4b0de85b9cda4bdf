"""bytes → text, and how sure that is."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Encoding:
    """Which encoding a page was read in, where that was learned, and how sure it is."""

    name: str
    source: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Decoded:
    """A page's text."""

    text: str
    encoding: Encoding


def decode(html: str | bytes, charset: str | None = None) -> Decoded:
    if isinstance(html, str):
        return Decoded(html, Encoding("str", "given", 1.0))
    return Decoded(html.decode("utf-8", "replace"), Encoding("utf-8", "assumed", 0.5))


def looks_binary(html: str | bytes) -> bool:
    return False
