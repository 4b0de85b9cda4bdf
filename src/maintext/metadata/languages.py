"""The language a page is in, as a BCP 47 tag."""

import re
from collections.abc import Iterator

from maintext.metadata.declared import Declared
from maintext.metadata.json_ld import JsonLd
from maintext.page import Page
from maintext.tags import BODY, HTML

_TAG = re.compile(r"([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?![a-z\d])", re.IGNORECASE)

# Scripts that one language, or one far ahead of the others, is written in. Kana settles Japanese
# before Han is counted.
_SCRIPTS = tuple(
    (language, re.compile(characters))
    for language, characters in (
        ("ko", "[\uac00-\ud7af]"),
        ("zh", "[\u4e00-\u9fff]"),
        ("ru", "[\u0400-\u04ff]"),
        ("ar", "[\u0600-\u06ff]"),
        ("he", "[\u0590-\u05ff]"),
        ("el", "[\u0370-\u03ff]"),
        ("th", "[\u0e00-\u0e7f]"),
        ("hi", "[\u0900-\u097f]"),
    )
)
_KANA = re.compile("[\u3041-\u30fa]")
_UKRAINIAN = re.compile("[іїєґІЇЄҐ]")
_PERSIAN = re.compile("[پچژگ]")
_SAMPLE = 4_000  # characters; enough for a count of letters
_ENOUGH = 0.2  # of the sample's letters: names in Latin letters and code are common in any language


def normalise_language(value: str) -> str | None:
    """A language tag in its usual spelling.

    >>> normalise_language("zh_cn"), normalise_language("EN-us; q=0.8"), normalise_language("zh-hans-cn")
    ('zh-CN', 'en-US', 'zh-Hans-CN')
    """
    found = _TAG.match(value[:40].strip())
    if not found or found[1].lower() in ("und", "mul", "zxx", "xx", "utf"):
        return None
    language, script, region = found.groups()
    return "-".join(
        part for part in (language.lower(), script and script.title(), region and region.upper()) if part
    )


def read_language(page: Page, declared: Declared, json_ld: JsonLd) -> tuple[str, str] | None:
    """The page's language and where it was found."""
    guess = guess_language(page)
    for value, source in _declared_languages(page, declared, json_ld):
        language = normalise_language(value)
        if language and not (guess and language[:2] == "en"):  # "en" is left over from many a template
            return language, source
    return (guess, "script") if guess else None


def _declared_languages(page: Page, declared: Declared, json_ld: JsonLd) -> Iterator[tuple[str, str]]:
    for tag in (HTML, BODY):
        for row in page.rows_of(tag)[:1].tolist():
            for name in ("lang", "xml:lang"):
                yield page.attribute(row, name) or "", f"{page.tag_name(row)} {name}"
    yield from declared.first("content-language")
    for value in json_ld.values("inLanguage"):
        code = value.get("alternateName") if isinstance(value, dict) else value
        if isinstance(code, str):
            yield code, "json-ld"
    yield from declared.first("og:locale", "dc.language", "dcterms.language", "language")


def guess_language(page: Page) -> str | None:
    """The language that a page's script gives away; None for Latin and other shared scripts."""
    sample = _shown_sample(page)
    if len(sample.encode("ascii", "ignore")) >= (1 - _ENOUGH) * len(sample):
        return None
    letters = sum(map(str.isalpha, sample))
    kana = len(_KANA.findall(sample))
    counts = [(len(script.findall(sample)), language) for language, script in _SCRIPTS]
    count, language = max(counts)
    if count + kana < _ENOUGH * letters:
        return None
    if language == "zh" and kana > 0.1 * (count + kana):
        return "ja"
    if language == "ru" and _UKRAINIAN.search(sample):
        return "uk"
    if language == "ar" and _PERSIAN.search(sample):
        return "fa"
    return language


def _shown_sample(page: Page) -> str:
    """The longest leaves' text: menus are short, and more often in a foreign language."""
    leaves = page.leaves
    longest = leaves[(-page.chars[leaves]).argsort(kind="stable")[:50]]
    pieces = []
    left = _SAMPLE
    for row in longest.tolist():
        start = int(page.text_start[row])
        pieces.append(page.text[start : min(int(page.text_end[row]), start + left)])
        left -= len(pieces[-1])
        if left <= 0:
            break
    return "".join(pieces)
