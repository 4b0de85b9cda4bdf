"""Precision and recall of an extraction, compared with the gold text."""

import re
from collections import Counter
from typing import NamedTuple, TypeVar

from maintext.text.words import tokens

LCS_CHARS = 200_000
"""Characters of each text that `lcs_prf` reads: its time grows with the product of the two lengths."""

T = TypeVar("T")

_WORD = re.compile(r"\w+")


class Prf(NamedTuple):
    """Precision, recall and their harmonic mean."""

    precision: float
    recall: float
    f1: float


def overlap_prf(common: int, found: int, wanted: int) -> Prf:
    """From counts: units found, units wanted, and units in both.

    If both are empty, all scores are 1; if one is, 0.
    """
    if not found or not wanted:
        return Prf(0.0, 0.0, 0.0) if found or wanted else Prf(1.0, 1.0, 1.0)
    return Prf(common / found, common / wanted, 2 * common / (found + wanted))


def token_prf(text: str, gold: str) -> Prf:
    """Over bags of tokens: words, and single Han, kana and hangul characters.

    >>> token_prf("one two three", "two three four")
    Prf(precision=0.6666666666666666, recall=0.6666666666666666, f1=0.6666666666666666)
    """
    return bag_prf(Counter(tokens(text)), Counter(tokens(gold)))


def word_prf(text: str, gold: str) -> Prf:
    r"""Over bags of words as WCXB counts them: runs of `\w` in lower case, so that a CJK clause is a word.

    >>> word_prf("正文很长。", "正文很长")
    Prf(precision=1.0, recall=1.0, f1=1.0)
    """
    return bag_prf(Counter(words(text)), Counter(words(gold)))


def lcs_prf(text: str, gold: str) -> Prf:
    """Over characters, by the longest common subsequence (paper 5), so order counts.

    White space is ignored, because line breaks are layout. Only the first `LCS_CHARS` characters of each text
    count, to limit the time of a page.

    >>> lcs_prf("abcd", "a c d e")
    Prf(precision=0.75, recall=0.75, f1=0.75)
    """
    from rapidfuzz.distance import LCSseq

    found, wanted = ("".join(part.split())[:LCS_CHARS] for part in (text, gold))
    return overlap_prf(LCSseq.similarity(found, wanted), len(found), len(wanted))


def token_lcs_prf(text: str, gold: str) -> Prf:
    """Over tokens in their order, by the longest common subsequence (reference [7] of paper 3).

    Only the first `LCS_CHARS` tokens of each text count, to limit the time of a page.

    >>> token_lcs_prf("two one three", "one two three four")
    Prf(precision=0.6666666666666666, recall=0.5, f1=0.5714285714285714)
    """
    from rapidfuzz.distance import LCSseq

    found, wanted = tokens(text)[:LCS_CHARS], tokens(gold)[:LCS_CHARS]
    return overlap_prf(LCSseq.similarity(found, wanted), len(found), len(wanted))


def words(text: str) -> list[str]:
    """Words as WCXB counts them."""
    return _WORD.findall(text.lower())


def bag_prf(found: Counter[str], wanted: Counter[str]) -> Prf:
    """From bags of the units found and wanted."""
    return overlap_prf(shared(found, wanted), found.total(), wanted.total())


def shared(found: Counter[T], wanted: Counter[T]) -> int:
    """The size of the intersection of two bags."""
    both = found.keys() & wanted.keys()
    return sum(map(min, map(found.__getitem__, both), map(wanted.__getitem__, both)))
