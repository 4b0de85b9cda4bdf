"""The language of a page: what it declares, and what its text is written in."""

import re
from collections.abc import Iterator

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.metadata.declared import Declarations, Found
from maintext.metadata.detection import SAMPLE, DetectedLanguage, detect_language, guess_script
from maintext.metadata.json_ld import JsonLd
from maintext.page.page import Page
from maintext.page.tags import BODY, HTML, Flag

_TAG = re.compile(r"([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?![a-z\d])", re.IGNORECASE)
_MOST_LEAVES = 50
_USUAL_BLOCKS = 6
"""Blocks that are enough for a sample on most pages."""
_PIECE = 200
"""Characters of a block that are read: several blocks are a better sample than one."""
_PRE = int(Flag.PRE)
_BELIEVED_FROM = 0.6
"""Probability from which the text's language is believed against the declared one."""
# Codes of three letters and old ones, and languages that are declared by more than one code.
_CODES = {
    "ara": "ar", "chi": "zh", "cmn": "zh", "deu": "de", "eng": "en", "fra": "fr", "fre": "fr", "ger": "de",
    "in": "id", "ita": "it", "iw": "he", "ji": "yi", "jp": "ja", "jpn": "ja", "kor": "ko", "kr": "ko", "nb":
    "no",
    "nn": "no", "por": "pt", "rus": "ru", "spa": "es", "yue": "zh", "zho": "zh",
}  # fmt: skip
_ALIKE = [
    {"hr", "bs", "sr", "sh"},
    {"id", "ms", "jv"},
    {"gl", "pt"},
    {"da", "no"},
    {"cs", "sk"},
    {"hi", "mr", "ne"},
]
"""Languages that a text does not always tell apart: then the declared one is believed."""


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
    """The language that the page declares and where."""
    for value, source in _declared_languages(page, declared, json_ld):
        if language := normalise_language(value):
            return language, source
    return None


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


def choose_language(declared: str | None, sample: str) -> DetectedLanguage | tuple[str, None] | None:
    """The language of a page from its declaration and its text: the text's, unless that is not certain.

    >>> choose_language("en-US", "央行宣布下调存款准备金率，释放长期资金。")
    DetectedLanguage(language='zh', probability=0.99)
    >>> choose_language("nb-NO", "Home")
    ('no', None)
    """
    said = _code(declared) if declared else None
    found = detect_language(sample)
    if found is None:
        return None if said is None else (said, None)
    if said is None or said == found.language:
        return found
    if found.probability < _BELIEVED_FROM or any({said, found.language} <= group for group in _ALIKE):
        return said, None
    return found


def _code(tag: str) -> str:
    """The code of two letters of a language tag, if it has one."""
    language = tag.partition("-")[0]
    return _CODES.get(language, language)


def has_other_script(page: Page) -> bool:
    """Whether the page is written in another script than Latin: then English is a leftover of a template."""
    return not page.text.isascii() and guess_script(shown_sample(page)) is not None


def text_sample(page: Page, kept: BoolArray) -> str:
    """The longest blocks of the main text, to detect its language; the longest texts if there is none.

    Names are short and code is in listings: both look like English on pages of any language.
    """
    blocks = np.flatnonzero(kept)
    is_code = (page.flags[page.blocks.first_row[blocks]] & _PRE) != 0
    blocks = blocks[~is_code]
    longest = blocks[(-page.blocks.chars[blocks]).argsort(kind="stable")[:_MOST_LEAVES]]
    for most in (_USUAL_BLOCKS, _MOST_LEAVES):
        texts = _texts_of(page, longest[:most])
        pieces: list[str] = []
        left = SAMPLE
        for text in texts:
            pieces.append(text[: min(left, _PIECE)])
            left -= len(pieces[-1]) + 1
            if left <= 0:
                return "\n".join(pieces)
    return "\n".join(pieces) if pieces else shown_sample(page)


def _texts_of(page: Page, blocks: IntArray) -> list[str]:
    """The texts of some blocks, in their order."""
    wanted = np.zeros(len(page.blocks), dtype=np.bool_)
    wanted[blocks] = True
    texts = dict(zip(np.flatnonzero(wanted).tolist(), page.texts_of(wanted), strict=True))
    return [texts[block] for block in blocks.tolist()]


def shown_sample(page: Page) -> str:
    """The text of the longest leaves: menus are short, and more often in another language."""
    leaves, chars = page.leaves, page.chars[page.leaves]
    if len(leaves) > _MOST_LEAVES:
        long = chars >= np.partition(chars, -_MOST_LEAVES)[-_MOST_LEAVES]
        leaves, chars = leaves[long], chars[long]
    longest = leaves[(-chars).argsort(kind="stable")[:_MOST_LEAVES]]
    pieces = []
    left = SAMPLE
    for start, end in zip(page.text_start[longest].tolist(), page.text_end[longest].tolist(), strict=True):
        pieces.append(page.text[start : min(end, start + left)])
        left -= len(pieces[-1])
        if left <= 0:
            break
    return " ".join(pieces)
