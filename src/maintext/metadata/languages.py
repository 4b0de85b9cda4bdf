"""The language of a page, as a BCP 47 tag."""

import re
from collections.abc import Iterator

import numpy as np

from maintext.metadata.declared import Declarations, Found
from maintext.metadata.json_ld import JsonLd
from maintext.page.page import Page
from maintext.page.tags import BODY, HTML
from maintext.text.characters import (
    ARABIC,
    CYRILLIC,
    DEVANAGARI,
    GREEK,
    HAN,
    HANGUL,
    HEBREW,
    KANA_LETTERS,
    THAI,
)

_TAG = re.compile(r"([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?![a-z\d])", re.IGNORECASE)

# Scripts of one language, or of one that is far ahead of the others. With kana, Han is Japanese.
_SCRIPTS = {
    "el": GREEK,
    "ru": CYRILLIC,
    "he": HEBREW,
    "ar": ARABIC,
    "hi": DEVANAGARI,
    "th": THAI,
    "kana": KANA_LETTERS,
    "zh": HAN,
    "ko": HANGUL,
}
_SPANS = sorted((*span, script) for script, ranges in _SCRIPTS.items() for span in ranges)
_BORDERS = np.array([border for first, last, _ in _SPANS for border in (first, last + 1)])
_UKRAINIAN = re.compile("[іїєґІЇЄҐ]")
_PERSIAN = re.compile("[پچژگ]")
_MOST_LEAVES = 50
_SAMPLE = 4_000  # characters
_ENOUGH = 0.2  # share of the letters: names in Latin letters and code are common in any language


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


def read_language(page: Page, declared: Declarations, json_ld: JsonLd) -> Found | None:
    """The page's language and where it was found."""
    guess = None  # not needed if a language other than English is declared
    for value, source in _declared_languages(page, declared, json_ld):
        language = normalise_language(value)
        if language and language[:2] == "en":  # many templates declare "en" by default
            guess = guess or guess_language(page)
        if language and (language[:2] != "en" or not guess):
            return language, source
    guess = guess or guess_language(page)
    return (guess, "script") if guess else None


def _declared_languages(page: Page, declared: Declarations, json_ld: JsonLd) -> Iterator[Found]:
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
    """The language, by the script of the text; None for Latin and other scripts of many languages."""
    if page.text.isascii() or _is_nearly_ascii(page):
        return None
    sample = _shown_sample(page)
    if sample.isascii() or len(sample.encode("ascii", "ignore")) >= (1 - _ENOUGH) * len(sample):
        return None
    counts = _count_scripts(sample)
    kana = counts.pop("kana")
    count, language = max((count, language) for language, count in counts.items())
    if count + kana < _ENOUGH * len(sample) and count + kana < _ENOUGH * sum(map(str.isalpha, sample)):
        return None
    if language == "zh" and kana > 0.1 * (count + kana):
        return "ja"
    if language == "ru" and _UKRAINIAN.search(sample):
        return "uk"
    if language == "ar" and _PERSIAN.search(sample):
        return "fa"
    return language


def _is_nearly_ascii(page: Page) -> bool:
    """Whether no sample can have enough characters of another script; quicker than to take one."""
    others = len(page.utf_8) - len(page.text)  # at most that many
    leaves = len(page.leaves)
    mean = int(page.chars.sum()) / max(leaves, 1)
    return others < _ENOUGH * min(_SAMPLE, min(leaves, _MOST_LEAVES) * mean)


def _count_scripts(text: str) -> dict[str, int]:
    """Number of characters per script."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    counts = np.bincount(np.searchsorted(_BORDERS, codes, side="right"), minlength=len(_BORDERS) + 1)
    by_script = dict.fromkeys(_SCRIPTS, 0)
    for (*_, script), count in zip(_SPANS, counts[1::2].tolist(), strict=True):
        by_script[script] += count
    return by_script


def _shown_sample(page: Page) -> str:
    """The text of the longest leaves: menus are short, and more often in another language."""
    leaves, chars = page.leaves, page.chars[page.leaves]
    if len(leaves) > _MOST_LEAVES:
        long = chars >= np.partition(chars, -_MOST_LEAVES)[-_MOST_LEAVES]
        leaves, chars = leaves[long], chars[long]
    longest = leaves[(-chars).argsort(kind="stable")[:_MOST_LEAVES]]
    pieces = []
    left = _SAMPLE
    for start, end in zip(page.text_start[longest].tolist(), page.text_end[longest].tolist(), strict=True):
        pieces.append(page.text[start : min(end, start + left)])
        left -= len(pieces[-1])
        if left <= 0:
            break
    return "".join(pieces)
