"""What a page declares of itself, in its head and in its address: its titles, and numbers."""

import re
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext.page.attributes import NO_ATTRIBUTES
from maintext.page.page import Page
from maintext.page.tags import META, SCRIPT, TAG_ID

OG_TYPES = ("article", "product", "website")
SCHEMA_TYPES = tuple(
    "product article newsarticle blogposting discussionforumposting itemlist faqpage breadcrumblist question "
    "review service organization collectionpage".split()
)
URL_WORDS = {
    "forum": "forum thread topic /t/ question discuss comments/",
    "product": "/product/ /products/ /p/ /dp/ /item /shop buy",
    "article": "blog news article story /post /20##/",
    "documentation": "doc. doc/ docs. docs/ guide reference manual api wiki learn tutorial",
    "list": "categor collection /c/ browse list tag /best search /s/",
}
"""Words of addresses by kind of page; `#` is any digit."""

_LONGEST = 500
"""Characters of an address or a type that count."""
_LONGEST_SCRIPT = 20_000
_KEY = '"@type"'
_TYPE = re.compile(r'"@type"\s*:\s*\[?\s*"([A-Za-z]{1,40})')
_HOST = re.compile(r"^[a-z][a-z0-9+.-]*://[^/?#]*")
_NUMBER = re.compile(r"[0-9]{4,}")
_SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile("|".join(re.escape(word).replace(r"\#", "[0-9]") for word in words.split()))


_URL_PATTERNS = [_pattern(words) for words in URL_WORDS.values()]


def _listed(groups: list[list[str]]) -> bytes:
    """Words as the kernel takes them: the number of each one's group, its length, its letters."""
    return b"".join(
        bytes((number, len(word))) + word.encode() for number, words in enumerate(groups) for word in words
    )


DECLARED_WORDS = (
    _listed(
        [[name] for name in (*OG_TYPES, *SCHEMA_TYPES)] + [words.split() for words in URL_WORDS.values()]
    ),
    len(OG_TYPES),
    len(SCHEMA_TYPES),
    len(URL_WORDS),
)
"""The words that the values tell of, and how many groups of each sort there are."""


class Declared(NamedTuple):
    """What a page declares of itself."""

    titles: str
    """Its title and the one that it gives to others, a space between them."""
    values: NDArray[np.float32]
    """Types, whether there are an author and a date, types of JSON-LD, and what its address says."""


def read_declared(page: Page) -> Declared:
    """Read `<title>`, `<meta>`, `<link>` and the types of JSON-LD."""
    if True:
        titles, values = page.table.declared(*DECLARED_WORDS)
        return Declared(titles.decode("utf-8", "surrogatepass"), np.frombuffer(values, dtype=np.float32))
    declared = _declared_by_meta(page)
    og_type, types = _small(declared.get("og:type", "")), _schema_types(page)
    found = [
        *(kind in og_type for kind in OG_TYPES),
        "author" in declared or "article:author" in declared,
        "article:published_time" in declared,
        *(name in types for name in SCHEMA_TYPES),
        *_url_values(_small(_canonical(page) or declared.get("og:url", ""))),
    ]
    return Declared(f"{page.title} {declared.get('og:title', '')}", np.array(found, dtype=np.float32))


def _small(text: str) -> str:
    return text[:_LONGEST].translate(_SMALL)


def _declared_by_meta(page: Page) -> dict[str, str]:
    """The first `<meta>` of each name counts."""
    declared: dict[str, str] = {}
    for row in page.rows_of(META).tolist():
        attributes = page.attributes.get(row, NO_ATTRIBUTES)
        name = (attributes.get("property") or attributes.get("name") or "").lower()
        if name:
            declared.setdefault(name, attributes.get("content", ""))
    return declared


def _canonical(page: Page) -> str:
    """The address in `<link rel=canonical>`."""
    for row in page.rows_of(TAG_ID["link"]).tolist():
        attributes = page.attributes.get(row, NO_ATTRIBUTES)
        if attributes.get("rel", "").lower() == "canonical" and (url := attributes.get("href")):
            return url
    return ""


def _schema_types(page: Page) -> frozenset[str]:
    """Types of JSON-LD, in small letters."""
    types: set[str] = set()
    scripts = page.rows_of(SCRIPT)
    start, end = page.text_start.take(scripts), page.text_end.take(scripts)
    for script in np.flatnonzero(end > start).tolist():  # only those of data have text
        first = int(start[script])
        last = min(int(end[script]), first + _LONGEST_SCRIPT)
        at = page.text.find(_KEY, first, last)
        while at >= 0:
            if found := _TYPE.match(page.text, at, last):
                types.add(found[1].lower())
            at = page.text.find(_KEY, at + 1, last)
    return frozenset(types)


def _url_values(url: str) -> list[float]:
    """What an address in small letters says."""
    path = _HOST.sub("", url).split("?")[0].strip("/")
    return [
        *(float(pattern.search(url) is not None) for pattern in _URL_PATTERNS),
        float(path.count("/") + bool(path)),
        float(_NUMBER.search(path) is not None),
        float(bool(url) and not path),
        float(not url),
    ]
