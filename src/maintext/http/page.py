"""`maintext.fetch`: a page from its URL, by the guarded client that the command uses."""

from maintext.arguments import check_type
from maintext.errors import InputError
from maintext.http.client import Fetched, FetchPolicy, fetch_page
from maintext.limits import Limits

_MAX_REDIRECTS = 8


def fetch(url: str, *, limits: Limits = Limits(), private: bool = False) -> Fetched:
    """Download a page for `extract`; `FetchError` if that fails.

    The proxies of the environment are used.

    Args:
        url: An http or https URL.
        limits: At most `limits.bytes` bytes are read, in at most `limits.seconds` seconds.
        private: Allow any host; by default, only hosts of the public internet, also in redirects.

    >>> fetch("example.org")
    Traceback (most recent call last):
    maintext.errors.InputError: url must start with http:// or https://, as in 'https://example.org'
    """
    check_type("url", url, str, "a text")
    check_type("limits", limits, Limits, "a Limits object")
    url = url.strip().replace(" ", "%20")
    if not url.lower().startswith(("http://", "https://")):
        scheme, separator, _ = url.partition("://")
        hint = (
            f"not {scheme[:20]}://" if separator else f"as in {'https://' + (url[:200] or 'example.org/')!r}"
        )
        raise InputError(f"url must start with http:// or https://, {hint}")
    return fetch_page(url, fetch_policy(limits, private))


def fetch_policy(limits: Limits, private: bool) -> FetchPolicy:
    """What a person who gives a URL may do."""
    return FetchPolicy(
        limits.bytes, limits.seconds, max_redirects=_MAX_REDIRECTS, public_only=not private, use_proxy=True
    )
