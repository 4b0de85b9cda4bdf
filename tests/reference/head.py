"""Declarations of a page, by regular expressions over its attributes and scripts."""

import re
from string import ascii_lowercase, ascii_uppercase

import numpy as np

from maintext.page.attributes import NO_ATTRIBUTES
from maintext.page.page import Page
from maintext.page.tags import META, SCRIPT, SVG, TAG_ID, TITLE

_OG_TYPES = ("article", "product", "website")
_SCHEMA_TYPES = (
    "product article newsarticle blogposting discussionforumposting itemlist faqpage breadcrumblist question "
    "review service organization collectionpage recipe"
).split()
_URL_WORDS = {
    "forum": "forum thread topic /t/ question discuss comments/",
    "product": "/product/ /products/ /p/ /dp/ /item /shop buy",
    "article": "blog news article story /post /20##/",
    "documentation": "doc. doc/ docs. docs/ guide reference manual api wiki learn tutorial",
    "list": "categor collection /c/ browse list tag /best search /s/",
}
_TYPE = re.compile(r'"@type"\s*:\s*\[?\s*"([A-Za-z]{1,40})')
_HOST = re.compile(r"^[a-z][a-z0-9+.-]*://[^/?#]*")
_SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)


def title(page: Page) -> str:
    """The first `<title>` with text outside of drawings, white space folded."""
    for row in page.rows_of(TITLE).tolist():
        in_drawing = any(page.tag[above] == SVG for above in page.ancestors(row))
        if not in_drawing and (folded := " ".join(page.row_text(row).split())):
            return folded
    return ""


def titles(page: Page) -> str:
    """The page's title and the one that it declares."""
    return f"{title(page)} {_metas(page).get('og:title', '')}"


def head_features(page: Page) -> dict[str, float]:
    """The page features that come from its head and its URL."""
    metas, types = _metas(page), _schema_types(page)
    url = _lower(_canonical(page) or metas.get("og:url", ""))
    path = _HOST.sub("", url).split("?")[0].strip("/")
    return {
        **{f"page_og_{name}": name in _lower(metas.get("og:type", "")) for name in _OG_TYPES},
        "page_has_author": "author" in metas or "article:author" in metas,
        "page_has_date": "article:published_time" in metas,
        **{f"page_schema_{name}": name in types for name in _SCHEMA_TYPES},
        **{f"page_url_{name}": _has_one_of(words, url) for name, words in _URL_WORDS.items()},
        "page_url_depth": path.count("/") + bool(path),
        "page_url_number": re.search("[0-9]{4,}", path) is not None,
        "page_url_home": bool(url) and not path,
        "page_url_unknown": not url,
    }


def _lower(text: str) -> str:
    return text[:500].translate(_SMALL)


def _has_one_of(words: str, url: str) -> bool:
    patterns = [re.escape(word).replace(r"\#", "[0-9]") for word in words.split()]
    return re.search("|".join(patterns), url) is not None


def _metas(page: Page) -> dict[str, str]:
    """The first `<meta>` of each name."""
    found: dict[str, str] = {}
    for row in page.rows_of(META).tolist():
        attributes = page.attributes.get(row, NO_ATTRIBUTES)
        name = (attributes.get("property") or attributes.get("name") or "").lower()
        if name:
            found.setdefault(name, attributes.get("content", ""))
    return found


def _canonical(page: Page) -> str:
    for row in page.rows_of(TAG_ID["link"]).tolist():
        attributes = page.attributes.get(row, NO_ATTRIBUTES)
        if attributes.get("rel", "").lower() == "canonical" and (url := attributes.get("href")):
            return url
    return ""


def _schema_types(page: Page) -> set[str]:
    """Types of JSON-LD in the first 20,000 characters of each script."""
    types: set[str] = set()
    scripts = page.rows_of(SCRIPT)
    start, end = page.text_start.take(scripts), page.text_end.take(scripts)
    for script in np.flatnonzero(end > start).tolist():
        first = int(start[script])
        last = min(int(end[script]), first + 20_000)
        at = page.text.find('"@type"', first, last)
        while at >= 0:
            if found := _TYPE.match(page.text, at, last):
                types.add(found[1].lower())
            at = page.text.find('"@type"', at + 1, last)
    return types
