"""Other people's extractors, run beside ours (extra `[peers]`)."""

from collections.abc import Callable

from maintext.decode import decode
from maintext.evaluation.datasets import LabelledPage


def pextract(page: LabelledPage) -> str:
    """The P value authors' own package, fed the same decoded text as our methods."""
    from bs4 import BeautifulSoup
    from pextract import extract

    text, _ = extract(BeautifulSoup(decode(page.html).text, "lxml"))
    return str(text)


PEERS: dict[str, Callable[[LabelledPage], str]] = {"pextract": pextract}
