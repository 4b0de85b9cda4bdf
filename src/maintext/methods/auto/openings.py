"""Lines that readers skip, by their first words: "Read more:", "Advertisement", "Posted by", a lone date.

The words (`opening_words.py`) only say which lines may be clutter; `maintext.methods.auto.clutter` decides.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from maintext.methods.auto.opening_starts import DIGITS, END, starts_of
from maintext.methods.auto.opening_words import (
    DATE_FIRST,
    DAYS,
    HAN,
    LABELS,
    LONGEST_DATE,
    MONTHS,
    OPENINGS,
    SIGNS,
    SMALL,
)
from maintext.model.schema import LINE_KINDS
from maintext.text.words import by_first_letter

_KINDS = tuple(OPENINGS)

REPLY = LINE_KINDS.index("reply")
_MONTH = by_first_letter(MONTHS.split())
_WORD = by_first_letter(f"{MONTHS} {DAYS} {LABELS} {SMALL}".split())
_UNITS = "[年月日时時分秒号년월일시분]"
_DIGIT = re.compile(r"\d")
_FIRST_DIGITS = re.compile(r"[0-9]\d*")
_COLON = re.compile("[:：]")
_LONGEST_LABEL = 30
_PREFIX = 5
"""First characters that are looked up, to try only the expressions that may match."""
_NUMBER = {kind: number for number, kind in enumerate(LINE_KINDS)}


@cache
def _date() -> re.Pattern[str]:
    """A line of nothing but dates; possessive, so that a text that fails is read once."""
    return re.compile(rf"(?:[\W_]++|{_WORD}\b|{HAN}|\d++(?:st\b|nd\b|rd\b|th\b|{_UNITS}|(?!\w)))++\Z")


@cache
def _says_when() -> re.Pattern[str]:
    """A date or time somewhere in a line."""
    return re.compile(
        rf"\d:\d\d|\d[./-]\d\d?[./-]\d\d|\b(?:19|20)\d\d\b.*\d|\d.*\b(?:19|20)\d\d\b|\d.*\b{_MONTH}\b|\b{_MONTH}\b.*\d|[月월]\s?\d|\bago\b"
    )


@cache
def _opening(kind: str) -> re.Pattern[str]:
    """One expression for all openings of a kind; compiling those of all kinds takes 7 ms."""
    words = re.sub(r"(?<![?\[]):", r"\\s*[:：]", "|".join(OPENINGS[kind]))
    return re.compile(words.replace("[:/", "[:：/"))


@cache
def _kinds_by_start() -> Mapping[str, tuple[int, ...]]:
    """The kinds, as indices in `_KINDS`, that begin with these characters.

    There may be fewer characters than `_PREFIX`, where the next one may be anything. Digits at the beginning
    are one `DIGITS`.
    """
    kinds: dict[str, tuple[int, ...]] = {}
    for index, kind in enumerate(OPENINGS):
        for plain in {plain for start in starts_of(kind) for plain in _plain(start)}:
            kinds[plain] = (*kinds.get(plain, ()), index)
    return kinds


def _plain(start: str) -> Iterable[str]:
    """The first characters of a start, up to the end of the line or to a digit further on."""
    if start.startswith(DIGITS):
        return ((DIGITS + start[1:].removesuffix(END).partition(DIGITS)[0])[:_PREFIX],)
    plain, digits, _ = start.removesuffix(END).partition(DIGITS)
    if not digits or len(plain) >= _PREFIX:
        return (plain[:_PREFIX],)
    return [plain + digit for digit in "0123456789"]


@lru_cache(maxsize=4096)
def _kinds_that_start(start: str) -> tuple[str, ...]:
    """The kinds of line that may begin with these characters."""
    known = _kinds_by_start()
    kinds = {kind for length in range(1, _PREFIX + 1) for kind in known.get(start[:length], ())}
    return tuple(_KINDS[index] for index in sorted(kinds))


def kind_of_line(text: str) -> int:
    """The index in `LINE_KINDS` of the kind of line that a text may be; -1 for none.

    >>> [LINE_KINDS[kind_of_line(text)] for text in ("Read more: the mayor", "12 March 2024", "【相关阅读】")]
    ['reference', 'date', 'related']
    >>> kind_of_line("Reading is a habit.")
    -1
    """
    text = " ".join(text.split()).lstrip(SIGNS)
    if kinds := _kinds_that_start(_start_of(text)):  # many texts begin with none of these: fast to see
        lower = text.lower()
        for kind in kinds:
            if _opening(kind).match(lower):
                is_reference = kind == "related" and _COLON.search(text, 0, _LONGEST_LABEL)
                return _NUMBER["reference" if is_reference else kind]
    first = text[:1].lower()[:1]
    if len(text) <= LONGEST_DATE and (first.isdigit() or first in DATE_FIRST) and _DIGIT.search(text):
        text = text.lower()
        return 0 if _date().match(text) and _says_when().search(text) else -1
    return -1


def _start_of(text: str) -> str:
    """The first characters of a text, as `_kinds_by_start` has them."""
    digits = _FIRST_DIGITS.match(text)
    if digits is None:
        return text[:_PREFIX].lower()
    after = digits.end()
    return DIGITS + text[after : after + _PREFIX - 1].lower()
