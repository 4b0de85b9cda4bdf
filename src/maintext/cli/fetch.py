"""http(s) URLs → pages, for the commands."""

from maintext.cli.inputs import InputPage
from maintext.errors import DataError
from maintext.http.addresses import FetchError
from maintext.http.client import FetchPolicy, fetch_page
from maintext.limits import Limits

_MAX_REDIRECTS = 8


def fetch(url: str, limits: Limits) -> InputPage:
    """Download a page, also from a private network; `DataError` if that fails."""
    policy = FetchPolicy(
        limits.bytes, limits.seconds, max_redirects=_MAX_REDIRECTS, public_only=False, use_proxy=True
    )
    try:
        page = fetch_page(url.strip().replace(" ", "%20"), policy)
    except FetchError as error:
        raise DataError(str(error)) from None
    return InputPage(page.html, page.url, page.charset)
