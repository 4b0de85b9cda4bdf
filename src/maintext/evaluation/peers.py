"""Public extractors, each in its best documented setting (extra `[peers]`). See docs/peers.md.

A peer that reads bytes gets the page as served and finds the encoding itself; one that reads text gets
it from our decoder. Decoding counts in the time of both.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Literal

from maintext.text.characters import HAN, KANA, regex_class
from maintext.text.decode import decode

PEER = "peer:"
"""Prefix of the names of peers, to distinguish them from methods."""

_HAN, _KANA = re.compile(f"[{regex_class(HAN)}]"), re.compile(f"[{regex_class(KANA)}]")

Extract = Callable[[bytes, str | None], str]
"""A page's bytes and URL → its main text."""


def installed_version(distribution: str) -> str | None:
    """The version of an installed package; None if it is not installed."""
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


@dataclass(frozen=True, slots=True)
class Peer:
    """A public extractor."""

    name: str
    distribution: str
    """Its name on PyPI."""
    reads: Literal["bytes", "text"]
    """Its input: the bytes of the page, or text from our decoder."""
    setting: str
    """How it is called."""
    load: Callable[[], Extract]
    """Import it and set it up, once for many pages."""

    def version(self) -> str | None:
        """The installed version; None if it is not installed."""
        return installed_version(self.distribution)

    def extract(self, html: bytes, url: str | None = None) -> str:
        """The main text of one page."""
        return self.load()(html, url)


def _trafilatura() -> Extract:
    from trafilatura import extract

    # Without comments, as in its authors' own evaluation.
    return lambda html, url: extract(html, url=url, include_comments=False) or ""


def _resiliparse() -> Extract:
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding

    def extract(html: bytes, url: str | None) -> str:
        text = bytes_to_str(html, detect_encoding(html, from_html_meta=True))
        # URLs of links and list bullets are not text of the page.
        return str(extract_plain_text(text, main_content=True, links=False, list_bullets=False))

    return extract


def _readability() -> Extract:
    from html_text import extract_text
    from readability import Document

    def extract(html: bytes, url: str | None) -> str:
        return str(extract_text(Document(decode(html).text, url=url).summary(html_partial=True)))

    return extract


def _justext() -> Extract:
    from justext import justext

    def extract(html: bytes, url: str | None) -> str:
        # The language-independent mode: no stop words are required.
        paragraphs = justext(html, frozenset(), stopwords_low=0, stopwords_high=0)
        return "\n".join(part.text for part in paragraphs if not part.is_boilerplate)

    return extract


def _boilerpy3() -> Extract:
    from boilerpy3.extractors import ArticleExtractor

    extractor = ArticleExtractor(raise_on_failure=False)
    return lambda html, url: str(extractor.get_content(decode(html).text))


def newspaper_reader() -> Callable[[bytes, str | None], Any]:
    """A function that parses a page as an article of newspaper4k."""
    from newspaper import Article

    def read(html: bytes, url: str | None) -> Any:
        text = decode(html).text
        language = {"language": "zh"} if is_chinese(text) else {}
        article = Article(url or "http://localhost/", fetch_images=False, **language)
        article.download(input_html=text)
        article.parse()
        return article

    return read


def _newspaper4k() -> Extract:
    parsed = newspaper_reader()
    return lambda html, url: str(parsed(html, url).text)


def _goose3() -> Extract:
    from goose3 import Goose
    from goose3.text import StopWordsChinese

    goose = Goose({"enable_image_fetching": False})
    chinese = Goose({"enable_image_fetching": False, "stopwords_class": StopWordsChinese})

    def extract(html: bytes, url: str | None) -> str:
        text = decode(html).text
        return str((chinese if is_chinese(text) else goose).extract(raw_html=text).cleaned_text)

    return extract


def is_chinese(text: str) -> bool:
    """Whether a page is Chinese, for extractors that need to know; few pages declare it."""
    han = sum(1 for _ in _HAN.finditer(text))
    return han > 200 and sum(1 for _ in _KANA.finditer(text)) < han / 10


def _gne() -> Extract:
    from gne import GeneralNewsExtractor

    return lambda html, url: str(GeneralNewsExtractor().extract(decode(html).text)["content"])


def _turbohtml() -> Extract:
    from turbohtml import parse

    def extract(html: bytes, url: str | None) -> str:
        content = parse(html).main_content()
        return "" if content is None else content.to_text()

    return extract


def _html_text() -> Extract:
    from html_text import extract_text

    return lambda html, url: str(extract_text(decode(html).text))


def _pextract() -> Extract:
    from bs4 import BeautifulSoup
    from pextract import extract

    return lambda html, url: str(extract(BeautifulSoup(decode(html).text, "lxml"))[0])


_ALL = (
    Peer("trafilatura", "trafilatura", "bytes", "extract(include_comments=False)", _trafilatura),
    Peer(
        "resiliparse",
        "resiliparse",
        "bytes",
        "extract_plain_text(main_content=True, links=False, list_bullets=False)",
        _resiliparse,
    ),
    Peer("readability", "readability-lxml", "text", "summary(html_partial=True), html-text", _readability),
    Peer("justext", "jusText", "bytes", "language-independent", _justext),
    Peer("boilerpy3", "boilerpy3", "text", "ArticleExtractor", _boilerpy3),
    Peer("newspaper4k", "newspaper4k", "text", "Article(language=zh on Chinese pages)", _newspaper4k),
    Peer("goose3", "goose3", "text", "Goose(StopWordsChinese on Chinese pages)", _goose3),
    Peer("gne", "gne", "text", "GeneralNewsExtractor", _gne),
    Peer("turbohtml", "turbohtml", "bytes", "main_content().to_text()", _turbohtml),
    Peer("html-text", "html-text", "text", "extract_text: all text", _html_text),
    Peer("pextract", "pextract", "text", "extract(BeautifulSoup(lxml))", _pextract),
)
PEERS: dict[str, Peer] = {peer.name: peer for peer in _ALL}
"""Every peer by name."""
