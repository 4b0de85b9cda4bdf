"""How much of the gold text an extraction has, and how much else."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from maintext.tokens import tokens

LCS_CHARS = 200_000
"""Characters of each text that `lcs_prf` looks at: the work grows with the product of the two lengths."""

_WORD = re.compile(r"\w+")


class Prf(NamedTuple):
    """Precision, recall and their harmonic mean."""

    precision: float
    recall: float
    f1: float


def overlap_prf(common: int, found: int, wanted: int) -> Prf:
    """From counts: of the units found and the units wanted, how many are common to both.

    Nothing found where nothing is wanted is right; if only one of the two is empty, all is wrong.
    """
    if not found or not wanted:
        return Prf(0.0, 0.0, 0.0) if found or wanted else Prf(1.0, 1.0, 1.0)
    return Prf(common / found, common / wanted, 2 * common / (found + wanted))


def token_prf(text: str, gold: str) -> Prf:
    """Over bags of tokens: words, and single Han, kana and hangul characters.

    >>> token_prf("one two three", "two three four")
    Prf(precision=0.6666666666666666, recall=0.6666666666666666, f1=0.6666666666666666)
    """
    return _bag_prf(tokens(text), tokens(gold))


def word_prf(text: str, gold: str) -> Prf:
    r"""Over bags of words as WCXB counts them: runs of `\w` in lower case, so that CJK clauses are words.

    >>> word_prf("正文很长。", "正文很长")
    Prf(precision=1.0, recall=1.0, f1=1.0)
    """
    return _bag_prf(_WORD.findall(text.lower()), _WORD.findall(gold.lower()))


def lcs_prf(text: str, gold: str) -> Prf:
    """Over characters, by the longest common subsequence (paper 5): order counts.

    White space is left out, since line breaks are layout. Of each text the first `LCS_CHARS`
    characters count, which bounds the time of a page.

    >>> lcs_prf("abcd", "a c d e")
    Prf(precision=0.75, recall=0.75, f1=0.75)
    """
    from rapidfuzz.distance import LCSseq

    found, wanted = ("".join(part.split())[:LCS_CHARS] for part in (text, gold))
    return overlap_prf(LCSseq.similarity(found, wanted), len(found), len(wanted))


def _bag_prf(found: Iterable[str], wanted: Iterable[str]) -> Prf:
    found_bag, wanted_bag = Counter(found), Counter(wanted)
    return overlap_prf((found_bag & wanted_bag).total(), found_bag.total(), wanted_bag.total())
