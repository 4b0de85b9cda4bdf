"""What should be there, from Markdown that was written by hand, as for the construct pages."""

from urllib.parse import urlsplit

from maintext.evaluation.structure.gold import (
    Gold,
    GoldItem,
    GoldLink,
    GoldListing,
    GoldTable,
)
from maintext.evaluation.structure.images import GoldImage
from maintext.evaluation.structure.markdown import read_markdown


def expected(markdown: str) -> Gold:
    r"""The structure of a Markdown text; its first heading is the title. URLs may be without their host.

    >>> expected("# Tea\n\n## Water\n\nBoil it.").headings
    ('Water',)
    """
    shown = read_markdown(markdown)
    title, headings = shown.headings[:1], shown.headings[1:]
    return Gold(
        tuple(GoldListing(*each) for each in shown.listings),
        tuple(GoldTable(each, each) for each in shown.tables),
        tuple(headings),
        tuple(GoldItem(*each) for each in shown.items),
        tuple(text for text in shown.paragraphs if text),
        tuple(shown.formulas),
        tuple(GoldLink(text, _forms(url)) for text, url in shown.links.elements()),
        tuple(GoldImage(_forms(url), "") for url in shown.images.elements()),
        frozenset(title),
    )


def _forms(url: str) -> frozenset[str]:
    """A URL, and the same as a page of its host may write it."""
    parts = urlsplit(url)
    return frozenset({url, parts._replace(scheme="", netloc="").geturl()})
