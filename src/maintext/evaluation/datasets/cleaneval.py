"""CleanEval and CleanPortalEval: a folder of original pages, and one of texts cleaned by hand.

    pages    en_original  zh_original  original  orig   input
    texts    en_cleaned   zh_cleaned   cleaned   clean  GoldStandard

A text begins with a `URL:` line and marks headings, paragraphs and list items with `<h>`, `<p>`, `<l>`.
A page is wrapped in `<text ...>`, which was added by the data set and is removed.
"""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

from maintext.errors import DataError
from maintext.evaluation.datasets.base import (
    LabelledPage,
    Layout,
    find_page,
    read_gold,
    read_html,
    sorted_files,
)
from maintext.page.blocks import fold

_FOLDERS = (
    ("en_original", "en_cleaned"),
    ("zh_original", "zh_cleaned"),
    ("en-original", "en-cleaned"),
    ("zh-original", "zh-cleaned"),
    ("original", "cleaned"),
    ("orig", "clean"),
    ("input", "GoldStandard"),
)
_NAMES = {"GoldStandard": "cleanportaleval"}

_WRAPPER = re.compile(rb'\A(?:\xef\xbb\xbf)?\s*<text\b((?:"[^"]*"|[^">])*)>\s*', re.IGNORECASE)
_WRAPPER_ID = re.compile(rb'\bid\s*=\s*"(https?://[^"]+)"', re.IGNORECASE)
_URL_LINE = re.compile(r"\A\s*URL:[ \t]*(\S*).*\n?")
_BORDER = re.compile(r"</?[hpl]>|\n[ \t\r]*\n", re.IGNORECASE)


def _folders(path: Path) -> list[tuple[Path, Path]]:
    return [
        (path / pages, path / texts)
        for pages, texts in _FOLDERS
        if (path / pages).is_dir() and (path / texts).is_dir()
    ]


def _detect(path: Path) -> bool:
    return bool(_folders(path))


def _read(path: Path) -> Iterator[LabelledPage]:
    folders = _folders(path)
    if not folders:
        raise DataError(f"no folders of pages and texts in {path}, such as en_original and en_cleaned")
    for pages, texts in folders:
        lang = "zh" if texts.name.startswith("zh") else None
        name = _NAMES.get(texts.name, "cleaneval")
        for file in sorted_files(texts, "*.txt"):
            page_id = file.stem.removesuffix("-cleaned")
            html, page_url = unwrap(read_html(find_page(pages, page_id)))
            text, url = clean_gold(read_gold(file))
            yield LabelledPage(name, page_id, html, text, url=url or page_url, lang=lang)


def unwrap(html: bytes) -> tuple[bytes, str | None]:
    """Remove the `<text ...>` wrapper of a page; also return the URL in it.

    >>> unwrap(b'<text id="https://tea.example/"><p>Tea</p></text>')
    (b'<p>Tea</p>', 'https://tea.example/')
    """
    wrapper = _WRAPPER.match(html)
    if not wrapper:
        return html, None
    url_match = _WRAPPER_ID.search(wrapper[1])
    html = html[wrapper.end() :].rstrip()
    if html[-7:].lower() == b"</text>":
        html = html[:-7].rstrip()
    return html, unescape(url_match[1].decode("utf-8", "replace")) if url_match else None


def clean_gold(text: str) -> tuple[str, str | None]:
    r"""A gold text without its markers, a line for each paragraph, and the URL in its first line.

    >>> clean_gold("URL: https://tea.example/\n<h>Tea\n<p>Boil\n the water &amp; wait.")
    ('Tea\nBoil the water & wait.', 'https://tea.example/')
    """
    url_match = _URL_LINE.match(text)
    if url_match:
        text = text[url_match.end() :]
    lines = (fold(unescape(part)) for part in _BORDER.split(text))
    return "\n".join(filter(None, lines)), (url_match[1] or None) if url_match else None


CLEANEVAL = Layout("cleaneval", "en_original/ + en_cleaned/, or input/ + GoldStandard/", _detect, _read)
