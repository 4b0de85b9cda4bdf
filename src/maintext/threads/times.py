"""Texts with a time.

The kernel decides texts of ASCII itself: `tools/thread_tables.py` (`make tables`) writes its words from here.
"""

import re

from maintext.text.words import by_first_letter

MONTHS = (
    "jan feb mar apr may jun jul aug sep oct nov dec mär mai dez okt janv févr mars avr juin juil août déc "
    "ene abr ago dic fev set out gen mag giu lug ott янв фев мар апр мая июн июл авг сен окт ноя дек"
).split()
"""What the name of a month begins with."""
SPANS = "second minute hour day week month year".split()
UNITS = [
    *"s m h d w y mo mos".split(),
    *(unit + ending for unit in [*SPANS, *"sec min hr wk yr".split()] for ending in ("", "s")),
]
NUMERALS = ["an", "a", "one", "a few", "few"]
AGO_AFTER = ["назад", "atrás", "fa", "geleden", "önce", "temu", "yang lalu", "lalu", "trước", "πριν"]
"""Words for `ago`, after a number and a unit."""
AGO_BEFORE = ["vor", "il y a", "hace", "há"]
FOR, SINCE = "för", "منذ"
ORDINALS = "st nd rd th".split()
CLOCKS = ["at", "um"]
"""Words between a day and a clock."""
_PAST = "yesterday gestern hier ayer ieri вчера".split()
DAYS = [*_PAST, *"today heute сегодня".split()]
ALONE = [*_PAST, "just now", *"刚刚 剛剛 昨天 前天 昨日 어제 방금".split()]
"""Texts that are a time with nothing beside them."""

_UNIT = by_first_letter(UNITS)
_MONTH = rf"{by_first_letter(MONTHS)}[^\W\d_]{{0,7}}"
_NUMERAL = rf"(?:{'|'.join(NUMERALS)})"
_ORDINAL = "|".join(ORDINALS)
_YEAR = r"(?:19|20)\d\d"
_GAP = r"[ \u00a0-]"
_AGO = rf"\s?{_UNIT}(?:,? (?:and )?\d{{1,4}}\s?{_UNIT})?\s?ago(?!\w)"
_DATED = (  # starts with a digit
    rf"(?<!\d){_YEAR}\s?[-/.年년]\s?\d{{1,2}}\s?[-/.月월]\s?\d{{1,2}}|"
    rf"(?<![\d./-])\d{{1,2}}(?:([/.])\d{{1,2}}\1(?:19|20)?\d\d|-\d{{1,2}}-{_YEAR})(?![\d./-])|"
    rf"(?<!\w)\d{{1,2}}(?:{_ORDINAL}|\.)?{_GAP}(?:de )?{_MONTH}[.,]?"
    rf"(?:{_GAP}(?:de )?'?(?:19|20)?\d\d)?(?!\w)|"
    rf"(?<!\w)\d{{1,4}}\+?{_AGO}|"
    rf"(?<!\w)\d{{1,4}} \w{{1,12}} (?:{'|'.join(AGO_AFTER)})(?!\w)|"
    r"(?<!\d)\d{1,4}\s?(?:秒|分钟|分鐘|分|小时|小時|時間|天|日|周|週|週間|个月|個月|か月|ヶ月|月|年)[之以]?前|"
    r"(?<!\d)\d{1,4}\s?(?:초|분|시간|일|주|개월|달|년)\s?전|\d{1,2}月\d{1,2}日|"
    r"(?<!\d)\d{1,2}-\d{1,2} \d{1,2}:\d\d(?!\d)"
)
_WORDED = (  # starts with a word
    rf"(?<!\w){_MONTH}(?:\.?{_GAP}'?\d{{1,2}}(?:{_ORDINAL})?(?:(?!\w)|,)|{_GAP}{_YEAR}(?!\d))|"
    rf"(?<!\w){_NUMERAL}{_AGO}|"
    rf"(?:{'|'.join(AGO_BEFORE)}) \d{{1,4}} \w|{FOR} \d{{1,4}} \w{{1,12}} sedan|{SINCE} \S|"
    rf"(?<!\w)(?:{'|'.join(DAYS)})(?= (?:{'|'.join(CLOCKS)})|,? (?:в )?\d)"
)
_WHEN = re.compile(rf"(?=\d)(?:{_DATED})|(?=[^\W\d_])(?<![^\W_])(?:{_WORDED})|昨天|前天", re.IGNORECASE)
"""A date, or a time ago."""
_DIGIT = re.compile(r"\d")
_WHEN_IN_WORDS = re.compile(
    rf"\W*(?:{_NUMERAL} (?:{'|'.join(SPANS)})s? ago|{'|'.join(ALONE)})\W*$", re.IGNORECASE
)
"""A text without digits that is a time and nothing else."""


def has_time(text: str) -> bool:
    """Whether a short text has a time in it.

    >>> has_time("3 hours ago"), has_time("Yesterday"), has_time("4 replies")
    (True, True, False)
    """
    return (_WHEN.search(text) if _DIGIT.search(text) else _WHEN_IN_WORDS.match(text)) is not None
