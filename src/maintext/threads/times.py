"""Texts with a time."""

import re

from maintext.text.words import by_first_letter

_UNIT = r"(?:s|m|h|d|w|y|mo|mos|(?:sec|second|min|minute|hr|hour|day|wk|week|month|yr|year)s?)"
_MONTHS = (
    "jan feb mar apr may jun jul aug sep oct nov dec mär mai dez okt janv févr mars avr juin juil août déc "
    "ene abr ago dic fev set out gen mag giu lug ott янв фев мар апр мая июн июл авг сен окт ноя дек"
).split()
_MONTH = rf"{by_first_letter(_MONTHS)}[^\W\d_]{{0,7}}"
_YEAR = r"(?:19|20)\d\d"
_GAP = r"[ \u00a0-]"
_AGO = rf"\s?{_UNIT}(?:,? (?:and )?\d{{1,4}}\s?{_UNIT})?\s?ago(?!\w)"
_DATED = (  # starts with a digit
    rf"(?<!\d){_YEAR}\s?[-/.年년]\s?\d{{1,2}}\s?[-/.月월]\s?\d{{1,2}}|"
    rf"(?<![\d./-])\d{{1,2}}(?:([/.])\d{{1,2}}\1(?:19|20)?\d\d|-\d{{1,2}}-{_YEAR})(?![\d./-])|"
    rf"(?<!\w)\d{{1,2}}(?:st|nd|rd|th|\.)?{_GAP}(?:de )?{_MONTH}[.,]?"
    rf"(?:{_GAP}(?:de )?'?(?:19|20)?\d\d)?(?!\w)|"
    rf"(?<!\w)\d{{1,4}}\+?{_AGO}|"
    r"(?<!\w)\d{1,4} \w{1,12} (?:назад|atrás|fa|geleden|önce|temu|yang lalu|lalu|trước|πριν)(?!\w)|"
    r"(?<!\d)\d{1,4}\s?(?:秒|分钟|分鐘|分|小时|小時|時間|天|日|周|週|週間|个月|個月|か月|ヶ月|月|年)[之以]?前|"
    r"(?<!\d)\d{1,4}\s?(?:초|분|시간|일|주|개월|달|년)\s?전|\d{1,2}月\d{1,2}日|"
    r"(?<!\d)\d{1,2}-\d{1,2} \d{1,2}:\d\d(?!\d)"
)
_WORDED = (  # starts with a word
    rf"(?<!\w){_MONTH}(?:\.?{_GAP}'?\d{{1,2}}(?:st|nd|rd|th)?(?:(?!\w)|,)|{_GAP}{_YEAR}(?!\d))|"
    rf"(?<!\w)(?:an?|one|a few|few){_AGO}|"
    r"(?:vor|il y a|hace|há) \d{1,4} \w|för \d{1,4} \w{1,12} sedan|منذ \S|"
    r"(?<!\w)(?:yesterday|today|gestern|heute|hier|ayer|ieri|вчера|сегодня)(?= at| um|,? (?:в )?\d)"
)
_WHEN = re.compile(rf"(?=\d)(?:{_DATED})|(?=[^\W\d_])(?<![^\W_])(?:{_WORDED})|昨天|前天", re.IGNORECASE)
"""A date, or a time ago."""
_DIGIT = re.compile(r"\d")
_WHEN_IN_WORDS = re.compile(
    r"\W*(?:(?:an?|one|a few|few) (?:second|minute|hour|day|week|month|year)s? ago|just now|yesterday|"
    r"gestern|hier|ayer|ieri|вчера|刚刚|剛剛|昨天|前天|昨日|어제|방금)\W*$",
    re.IGNORECASE,
)
"""A text without digits that is a time and nothing else."""


def has_time(text: str) -> bool:
    """Whether a short text has a time in it.

    >>> has_time("3 hours ago"), has_time("Yesterday"), has_time("4 replies")
    (True, True, False)
    """
    return (_WHEN.search(text) if _DIGIT.search(text) else _WHEN_IN_WORDS.match(text)) is not None
