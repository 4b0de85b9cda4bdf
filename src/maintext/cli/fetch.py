"""http(s) URLs → pages, for the commands."""

from maintext.cli.inputs import InputPage
from maintext.errors import DataError, InputError
from maintext.http.addresses import FetchError
from maintext.http.page import fetch as fetch_page
from maintext.http.page import fetch_policy
from maintext.http.sisters import find_sisters
from maintext.limits import Limits


def fetch(url: str, limits: Limits) -> InputPage:
    """Download a page, also from a private network; `DataError` if that fails."""
    try:
        page = fetch_page(url, limits=limits, private=True)
    except (FetchError, InputError) as error:
        raise DataError(str(error)) from None
    return InputPage(page.html, page.url, page.charset)


def fetch_sisters(
    html: bytes, url: str, charset: str | None, limits: Limits
) -> tuple[list[str] | None, str | None]:
    """Two other pages of a page's site; else None, and why."""
    found = find_sisters(html, url, charset=charset, policy=fetch_policy(limits, private=True))
    return found.texts or None, found.problem
