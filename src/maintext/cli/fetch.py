"""http(s) URLs → pages, for the commands."""

from maintext.cli.inputs import InputPage
from maintext.errors import DataError
from maintext.http.addresses import FetchError
from maintext.http.client import FetchPolicy, fetch_page
from maintext.http.sisters import find_sisters
from maintext.limits import Limits

_MAX_REDIRECTS = 8


def fetch(url: str, limits: Limits) -> InputPage:
    """Download a page, also from a private network; `DataError` if that fails."""
    try:
        page = fetch_page(url.strip().replace(" ", "%20"), _policy(limits))
    except FetchError as error:
        raise DataError(str(error)) from None
    return InputPage(page.html, page.url, page.charset)


def fetch_sisters(
    html: bytes, url: str, charset: str | None, limits: Limits
) -> tuple[list[str] | None, str | None]:
    """Two other pages of a page's site; else None, and why."""
    found = find_sisters(html, url, charset=charset, policy=_policy(limits))
    return found.texts or None, found.problem


def _policy(limits: Limits) -> FetchPolicy:
    return FetchPolicy(
        limits.bytes, limits.seconds, max_redirects=_MAX_REDIRECTS, public_only=False, use_proxy=True
    )
