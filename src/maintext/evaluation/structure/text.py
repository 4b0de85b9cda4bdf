"""Keys by which texts and URLs are compared."""

import re
import unicodedata
from urllib.parse import unquote, urljoin, urlsplit

_OTHER = re.compile(r"[\W_]+")


def squeezed(text: str) -> str:
    """The letters and digits of a text, in lower case.

    >>> squeezed("Boil 1 l of “hot” water!")
    'boil1lofhotwater'
    """
    return _OTHER.sub("", unicodedata.normalize("NFKC", text).lower())


def joined(text: str) -> str:
    """A text without white space: punctuation and symbols count."""
    return "".join(unicodedata.normalize("NFKC", text).split())


def url_keys(url: str, base: str | None) -> frozenset[str]:
    """The forms of a URL that are right: as written, and resolved; with or without percent signs.

    >>> sorted(url_keys("/my pic.png", "https://e.org/a/"))
    ['/my pic.png', 'https://e.org/my pic.png']
    """
    plain = url.strip()
    try:
        resolved = urljoin(base, plain) if base else plain
    except ValueError:  # not a valid URL, such as http://[
        resolved = plain
    return frozenset({url_key(plain), url_key(resolved)})


def url_key(url: str) -> str:
    """A URL without percent signs."""
    return unquote(url.strip())


def is_web(url: str, base: str | None) -> bool:
    """Whether a link leads to a page, and not to a place on the same page or a script."""
    plain = url.strip()
    if not plain or plain.startswith("#"):
        return False
    try:
        scheme = urlsplit(plain).scheme or urlsplit(base or "").scheme or "http"
    except ValueError:
        return False
    return scheme.lower() in ("http", "https")
