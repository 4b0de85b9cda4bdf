"""How much of the gold text an extraction has."""

import re
from collections import Counter
from typing import NamedTuple

_CJK = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_TOKEN = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+")


class Prf(NamedTuple):
    """Precision, recall and their harmonic mean."""

    precision: float
    recall: float
    f1: float


def tokens(text: str) -> list[str]:
    """Words in lower case; Han, kana and hangul characters one by one.

    >>> tokens("Main text 正文")
    ['main', 'text', '正', '文']
    """
    return _TOKEN.findall(text.lower())


def token_prf(text: str, gold: str) -> Prf:
    """Precision, recall and F1 over bags of tokens.

    >>> token_prf("one two three", "two three four")
    Prf(precision=0.6666666666666666, recall=0.6666666666666666, f1=0.6666666666666666)
    """
    found, wanted = Counter(tokens(text)), Counter(tokens(gold))
    if not wanted:
        return Prf(0.0, 0.0, 0.0) if found else Prf(1.0, 1.0, 1.0)
    if not found:
        return Prf(0.0, 0.0, 0.0)
    common = (found & wanted).total()
    return Prf(common / found.total(), common / wanted.total(), 2 * common / (found.total() + wanted.total()))
