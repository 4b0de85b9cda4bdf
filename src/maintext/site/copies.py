"""Which other pages of a site a page can be compared with: those that have text and are not copies of it.

A copy shares the page's main text, which would then look like text that repeats on the site.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum

import numpy as np

from maintext.arrays import IntArray
from maintext.page.blocks import fold
from maintext.page.page import Page
from maintext.page.tags import Flag
from maintext.text.words import squeeze

LONG = 80
"""Characters of a text that hardly ever repeats on a site, unless its page is a copy."""
# Of 3,300 pairs of pages of one site in the development data, 38 have one digest. Two others with such titles
# are versions of an article and share .53 and .70; no other pair with such titles shares more than .2.
_COPIED = 0.5


class Flaw(StrEnum):
    """Why a page cannot be compared with another one of its site."""

    NO_TEXT = "without text"
    COPY = "nearly the same as the page"


def find_flaw(page: Page, other: Page) -> Flaw | None:
    """Why another page of the site cannot be used; None if it can.

    >>> from maintext.page.parse import parse
    >>> page, snow = (parse(f"<title>{text}</title><p>Daily News<p>{text}") for text in ("Rain.", "Snow."))
    >>> find_flaw(page, page), find_flaw(page, parse("<script>go()</script>")), find_flaw(page, snow)
    (<Flaw.COPY: 'nearly the same as the page'>, <Flaw.NO_TEXT: 'without text'>, None)
    """
    if not len(other.leaves):
        return Flaw.NO_TEXT
    return Flaw.COPY if _is_copy(page, other) else None


def usable_pages(page: Page, others: Iterable[Page]) -> tuple[list[Page], Counter[str]]:
    """The pages without a flaw, and the flaws of the rest."""
    usable: list[Page] = []
    flaws: Counter[str] = Counter()
    for other in others:
        flaw = find_flaw(page, other)
        if flaw is None:
            usable.append(other)
        else:
            flaws[flaw] += 1
    return usable, flaws


def say_unused(flaws: Mapping[str, int], come: str = "given") -> str:
    """Why none of some pages was used.

    >>> say_unused({Flaw.NO_TEXT: 2, Flaw.COPY: 1}, "found")
    '3 other pages of the site were found, but not used: 2 without text, 1 nearly the same as the page'
    """
    total = sum(flaws.values())
    pages = "1 other page of the site was" if total == 1 else f"{total} other pages of the site were"
    return f"{pages} {come}, but not used: " + ", ".join(f"{count} {flaw}" for flaw, count in flaws.items())


def digest(page: Page) -> str:
    """Digest of a page's title and its long texts outside links; of all texts if none is long.

    A copy of an article that differs only in dates, counters and teasers has the same digest: counted twice,
    its main text would recur.
    """
    return hash_text("\n".join([page.title, *(_long_texts(page) or _texts(page, page.leaves))]))


def hash_text(text: str) -> str:
    """A short digest of a text."""
    from hashlib import blake2b  # loads OpenSSL

    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _is_copy(page: Page, other: Page) -> bool:
    """Whether both have one digest, or similar titles and half of the page's long texts in common."""
    if digest(page) == digest(other):
        return True
    title, its = squeeze(page.title), squeeze(other.title)
    if not title or not its or not (title in its or its in title):
        return False
    texts = Counter(_long_texts(page))
    shared = texts & Counter(_long_texts(other))
    return bool(texts) and _characters(shared) >= _COPIED * _characters(texts)


def _characters(texts: Counter[str]) -> int:
    return sum(len(text) * count for text, count in texts.items())


def _long_texts(page: Page) -> list[str]:
    """The long texts of a page outside links."""
    return _texts(page, np.flatnonzero((page.chars > LONG) & ~page.has(Flag.LINK)))


def _texts(page: Page, rows: IntArray) -> list[str]:
    return [fold(page.row_text(row)) for row in rows.tolist()]
