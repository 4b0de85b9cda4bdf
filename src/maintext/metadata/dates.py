"""Dates as pages write them → ISO 8601. The current time is never used."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from maintext.text.words import by_first_letter

JOINED = re.compile(
    r"\b(?:join|regist|member since|since|inscri|miembro|beigetreten|mitglied|membre|anmeld|angemeldet|dabei|"
    r"lid sinds|geregistreerd|iscritt|dołączył|medlem|katılım)|регистрац|зарегистр|"
    r"注册|註冊|加入|登録|가입",
    re.IGNORECASE,
)
"""Labels of the date when a user joined."""
_LONGEST = 100  # only this many characters of a declared date are read

_MONTH_NAMES = (
    "jan january januar janvier enero janeiro gennaio januari stycznia января ocak ene gen янв janv",
    "feb february februar février fevrier febrero fevereiro febbraio februari lutego февраля şubat фев fév "
    "févr",
    "mar march märz maerz mars marzo março marco maart maret marca марта mart мар mrt mär",
    "apr april avril abril aprile kwietnia апреля nisan abr апр avr",
    "may mai mayo maio maggio mei maj maja мая mayıs mag",
    "jun june juni juin junio junho giugno czerwca июня haziran giu июн",
    "jul july juli juillet julio julho luglio lipca июля temmuz lug июл juil",
    "aug august août aout agosto augustus agustus sierpnia августа ağustos ago авг",
    "sep sept september septembre septiembre setembro settembre września сентября eylül set сен",
    "oct october oktober octobre octubre outubro ottobre października октября ekim okt out ott окт",
    "nov november novembre noviembre novembro listopada ноября kasım kas ноя",
    "dec december dezember décembre decembre diciembre dezembro dicembre desember grudnia декабря aralık dez "
    "dic дек déc des",
)
_MONTHS = {name: number for number, names in enumerate(_MONTH_NAMES, 1) for name in names.split()}
_NAME = rf"(?P<name>{by_first_letter(_MONTHS)})"
_YEAR = r"(?P<year>(?:199[1-9]|20\d\d))(?!\d)"  # the first web page is of 1991; 1970 is an unset clock
_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])"
_MONTH = r"(?P<month>0?[1-9]|1[0-2])"

_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?<!\d){_YEAR}\s?(?:[-/.–]|年|년)\s?{_MONTH}\s?(?:[-/.–]|月|월)\s?{_DAY}(?!\d)\s?[日일号號]?",
        rf"(?<![\d.]){_DAY}(?:st|nd|rd|th|er|º|\.)?[\s-]{{1,2}}(?:of\s|de\s)?{_NAME}[.,]{{0,2}}[\s-]{{1,2}}(?:de\s|del\s)?{_YEAR}",
        rf"\b{_NAME}[.\s-]{{1,3}}{_DAY}(?:st|nd|rd|th)?[,.\s-]{{1,3}}{_YEAR}",
        rf"(?<!\d){_YEAR}[\s,-]{{1,2}}{_NAME}[.,]?[\s-]{{1,2}}{_DAY}(?!\d)",
        rf"(?<![\d./-])(?P<first>[0-3]?\d)(?P<mark>[/.-])(?P<second>[0-3]?\d)(?P=mark){_YEAR}",
    )
)
_SHORT_YEAR = re.compile(
    r"(?<![\d./-])(?P<first>[0-3]?\d)(?P<mark>[/.-])(?P<second>[0-3]?\d)(?P=mark)(?P<year>\d\d)(?![\d./-])"
)
_YEAR_ALONE = re.compile(_YEAR)
_BEFORE_YEAR, _AFTER_YEAR = 32, 64  # characters around a year that its date and time may take
_COMPACT = re.compile(
    r"((?:199|20\d)\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?:T?([01]\d|2[0-3])([0-5]\d)([0-5]\d)?)?Z?"
)
_EPOCH = re.compile(r"1\d{9}(?:\d{3})?")
_CLOCK = re.compile(
    r"[T\s,]{0,3}(?:at\s|um\s|à\s|@\s?|[-–|·]\s?|[(（]?(?:星期|周)[一二三四五六日天][)）]?\s?)?(?P<noon>[上下]午\s?|오[전후]\s?)?"
    r"(?P<hour>[01]?\d|2[0-3])(?::|：|时|時|点)(?P<minute>[0-5]\d)(?!\d)(?:[:：分](?P<second>[0-5]\d)(?!\d))?(?:[.,]\d{1,9})?"
    r"\s?(?P<half>[ap]\.?m\b)?\s?(?P<zone>Z\b|GMT\b|UTC\b)?(?P<shift>[+-]\d{2}:?\d{2})?(?!\d)",
    re.IGNORECASE,
)
_IN_URL = re.compile(
    rf"(?<!\d)(?P<year>199[1-9]|20\d\d)[-/_.]?(?:(?P<month>0[1-9]|1[0-2])|(?<=/){_NAME})[-/_.]?(?P<day>0[1-9]|[12]\d|3[01])(?!\d)",
    re.IGNORECASE,
)


def parse_date(value: str, month_first: bool = False) -> str | None:
    """A declared date in ISO 8601: the day, with time and zone if they are given.

    >>> parse_date("2024-03-05T12:30:00Z"), parse_date("5th of March 2024"), parse_date("20240305")
    ('2024-03-05T12:30:00+00:00', '2024-03-05', '2024-03-05')
    """
    value = value[:_LONGEST].strip()
    if compact := _COMPACT.fullmatch(value):
        year, month, day, hour, minute, second = compact.groups()
        clock = f"T{hour}:{minute}:{second or '00'}" if hour else ""
        return _checked(int(year), int(month), int(day), clock)
    if _EPOCH.fullmatch(value):
        return datetime.fromtimestamp(int(value[:10]), UTC).isoformat()
    found = next(find_dates(value, month_first), None) or next(find_short_dates(value, month_first), None)
    return found and found[1]


def find_dates(text: str, month_first: bool = False) -> Iterator[tuple[int, str]]:
    """The dates in a text and where they start, in order.

    >>> list(find_dates("发布时间：2024年3月5日 12:30 来源：新华网"))
    [(5, '2024-03-05T12:30:00')]
    """
    if "20" not in text and "199" not in text:  # most lines have no year
        return
    done = 0
    for found in _YEAR_ALONE.finditer(text):
        start = max(done, found.start() - _BEFORE_YEAR)
        if found.start() < done:
            continue
        window = text[start : found.end() + _AFTER_YEAR]
        for form in _FORMS:
            written = next(
                (at for at in form.finditer(window) if at.start("year") == found.start() - start), None
            )
            date = written and _date_of(written, window, month_first)
            if written and date:
                done = start + written.end()
                yield start + written.start(), date
                break


def find_short_dates(text: str, month_first: bool = False) -> Iterator[tuple[int, str]]:
    """The dates in numbers with a year of two digits, and where they start; only for texts that hold a date.

    >>> list(find_short_dates("Published on 01/25/26"))
    [(13, '2026-01-25')]
    """
    for written in _SHORT_YEAR.finditer(text):
        if date := _date_of(written, text, month_first):
            yield written.start(), date


def date_in_url(url: str) -> str | None:
    """The date in a URL, if any.

    >>> date_in_url("https://example.com/c/2024-03-05/doc-1.shtml")
    '2024-03-05'
    """
    for found in _IN_URL.finditer(url[:2000]):
        month = _MONTHS[found["name"].lower()] if found["name"] else int(found["month"])
        if date := _checked(int(found["year"]), month, int(found["day"]), ""):
            return date
    return None


def _date_of(written: re.Match[str], window: str, month_first: bool) -> str | None:
    parts = written.groupdict()
    if parts.get("first"):
        first, second = int(parts["first"]), int(parts["second"])
        swap = second > 12 or (month_first and first <= 12 and parts["mark"] != ".")
        day, month = (second, first) if swap else (first, second)
    else:
        name = parts.get("name")
        day, month = int(parts["day"]), _MONTHS[name.lower()] if name else int(parts["month"])
    year = int(parts["year"])
    if year < 100:
        year += 1900 if year > 90 else 2000
    return _checked(year, month, day, _clock(window, written.end()))


def _clock(text: str, at: int) -> str:
    """The time of day at a place in a text, as the rest of an ISO date-time; empty if there is none."""
    clock = _CLOCK.match(text, at)
    if not clock:
        return ""
    hour = int(clock["hour"])
    half = (clock["half"] or clock["noon"] or "").strip().lower()
    if half and hour <= 12:
        hour = hour % 12 + (12 if half[0] == "p" or half in ("下午", "오후") else 0)
    shift = clock["shift"] or ("+00:00" if clock["zone"] else "")
    if shift and ":" not in shift:
        shift = f"{shift[:3]}:{shift[3:]}"
    return f"T{hour:02}:{clock['minute']}:{clock['second'] or '00'}{shift}"


def _checked(year: int, month: int, day: int, clock: str) -> str | None:
    date = f"{year:04}-{month:02}-{day:02}{clock}"
    try:
        datetime.fromisoformat(date)
    except ValueError:
        return None
    return date
