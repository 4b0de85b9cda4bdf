"""Words, in any script."""

import re

_CJK = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_TOKEN = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+")


def tokens(text: str) -> list[str]:
    """Words in lower case; Han, kana and hangul characters one by one.

    >>> tokens("Main text 正文")
    ['main', 'text', '正', '文']
    """
    return _TOKEN.findall(text.lower())
