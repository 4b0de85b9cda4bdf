"""A page as the papers' tables need it: parsed once, with the texts of the run's extractors."""

from collections.abc import Mapping
from dataclasses import dataclass

from maintext.document import Document
from maintext.evaluation.datasets import LabelledPage
from maintext.limits import Limits
from maintext.methods.base import Method
from maintext.options import Output, TitleChoice
from maintext.page.page import Page
from maintext.pipeline import Source, read, run

_LIMITS = Limits()


@dataclass(frozen=True)
class ParsedPage:
    """A labelled page with its table."""

    source: Source
    gold: str
    page_type: str | None
    texts: Mapping[str, str]
    """The texts of the run's extractors."""
    site: tuple[Page, ...]
    """Other pages of the same site, if the run has any."""
    sampled: bool
    """Whether it is one of the few pages for slow experiments."""

    @property
    def page(self) -> Page:
        """The page's table."""
        return self.source.page

    def document(self, method: Method, *, with_site: bool = False, title: TitleChoice = "auto") -> Document:
        """What a method finds on the page."""
        site = list(self.site) if with_site and self.site else None
        return run(self.source, method, site, _LIMITS.deadline(), output=Output(title=title))

    def extract(self, method: Method, *, with_site: bool = False, title: TitleChoice = "auto") -> str:
        """The text that a method finds on the page."""
        return self.document(method, with_site=with_site, title=title).text


@dataclass(frozen=True, slots=True)
class Assignment:
    """The input of a parsed page; small enough to be sent to another process."""

    label: LabelledPage
    texts: Mapping[str, str]
    site: tuple[bytes, ...]
    sampled: bool

    def read(self) -> ParsedPage:
        """Parse the page, and the others of its site."""
        site = tuple(_read(html, None).page for html in self.site)
        source = _read(self.label.html, self.label.url)
        return ParsedPage(source, self.label.text or "", self.label.page_type, self.texts, site, self.sampled)


def _read(html: bytes, url: str | None) -> Source:
    return read(html, url, None, _LIMITS, _LIMITS.deadline())
