"""The language of a text: by its script, or by py3langid where a script is written in many languages.

A script decides at once where it has one language (Greek, Hebrew, Thai, hangul, kana), and leaves few to
choose from elsewhere, by the model of `maintext.metadata.classifier`.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from maintext.metadata.classifier import load_classifier
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

SAMPLE = 500
"""Characters of a text that are read; on 200, accuracy is .992, on 1,000 .998 (docs/metadata.md)."""
_LEAST_LETTERS = 20
"""With fewer letters, a Latin text has no language: a name is the same in many."""
_ENOUGH = 0.2
"""Share of the letters that shows a script: names in Latin letters and code are common in any language."""
_KANA_SHARE = 0.1
"""Share of kana that makes Han Japanese."""
_SURE = 0.99
"""The probability of a language that is the only one of its script."""

# By script, the language that is far ahead of the others, and those that are written in it, too.
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
_OTHERS: Mapping[str, frozenset[str]] = {
    "ru": frozenset("uk be bg mk sr kk ky mn tg tt ba".split()),
    "ar": frozenset("fa ur ps ug ku sd".split()),
    "hi": frozenset("mr ne sa".split()),
}
_SPANS = sorted((*span, script) for script, ranges in _SCRIPTS.items() for span in ranges)
_BORDERS = np.array([border for first, last, _ in _SPANS for border in (first, last + 1)])
_NO_LANGUAGE = "zxx"


class DetectedLanguage(NamedTuple):
    """A language and its probability."""

    language: str
    """ISO 639-1, such as `zh`."""
    probability: float
    """As far as it can be known from the text alone."""


def detect_language(text: str) -> DetectedLanguage | None:
    """The language of a text; None if there are too few letters to tell.

    >>> detect_language("央行宣布下调存款准备金率，释放长期资金。")
    DetectedLanguage(language='zh', probability=0.99)
    >>> detect_language("Der Rat traf sich am Dienstag, um über die Brücke zu reden.").language
    'de'
    >>> detect_language("Home")
    """
    text = text[:SAMPLE]
    script = guess_script(text)
    if script is not None and script not in _OTHERS:
        return DetectedLanguage(script, _SURE)
    if script is None and not _has_letters(text):
        return None
    found = _classify(text)
    if script is None:
        return found
    is_in_script = found is not None and found.language in {script, *_OTHERS[script]}
    return found if is_in_script else DetectedLanguage(script, _SURE)


def _has_letters(text: str) -> bool:
    """Whether there are enough letters; the start of most texts has them."""
    return any(sum(map(str.isalpha, text[:end])) >= _LEAST_LETTERS for end in (2 * _LEAST_LETTERS, SAMPLE))


def _classify(text: str) -> DetectedLanguage | None:
    """The likeliest of the languages that have a code of two letters."""
    classifier = load_classifier()
    probabilities = classifier.probabilities(text)
    if probabilities is None or classifier.languages[int(probabilities.argmax())] == _NO_LANGUAGE:
        return None
    likeliest = int((probabilities * classifier.has_short_code).argmax())
    return DetectedLanguage(classifier.languages[likeliest], round(probabilities.item(likeliest), 4))


def guess_script(text: str) -> str | None:
    """The main language of the text's script; None for Latin and for scripts that are not distinguished."""
    if text.isascii() or len(text.encode("ascii", "ignore")) >= (1 - _ENOUGH) * len(text):
        return None
    counts = _count_scripts(text)
    kana = counts.pop("kana")
    count, language = max((count, language) for language, count in counts.items())
    if count + kana < _ENOUGH * len(text) and count + kana < _ENOUGH * sum(map(str.isalpha, text)):
        return None
    is_japanese = language == "zh" and kana > _KANA_SHARE * (count + kana)
    return "ja" if is_japanese else language


def _count_scripts(text: str) -> dict[str, int]:
    """Number of characters per script."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    counts = np.bincount(np.searchsorted(_BORDERS, codes, side="right"), minlength=len(_BORDERS) + 1)
    by_script = dict.fromkeys(_SCRIPTS, 0)
    for (*_, script), count in zip(_SPANS, counts[1::2].tolist(), strict=True):
        by_script[script] += count
    return by_script
