"""The words of quality signals, by a regular expression."""

import re

from maintext.text.characters import CJK, regex_class

_CJK = regex_class(CJK)
_WORD = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+(?:['’-][^\W{_CJK}]+)*|[^\w\s]+")
"""A word, with the apostrophes and hyphens inside it; a CJK character; a run of punctuation."""


def quality_words(text: str) -> list[str]:
    """Words and runs of punctuation, as they are written."""
    return _WORD.findall(text)
