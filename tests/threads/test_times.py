"""Texts with a time: the kernel decides those of ASCII as the patterns do, and passes others to them."""

from random import Random

import pytest

from maintext.page.parse import parse
from maintext.threads.marks import read_marks
from maintext.threads.times import (
    AGO_AFTER,
    AGO_BEFORE,
    ALONE,
    CLOCKS,
    DAYS,
    FOR,
    MONTHS,
    NUMERALS,
    ORDINALS,
    SINCE,
    SPANS,
    UNITS,
    has_time,
)

TIMES = [
    "2024年3月5日", "2024 년 3 월 5 일", "2024\u3000-\u300003\u3000-\u300005 日", "3月5日",
    "03-05 12:30 发布", "5 mär 2024", "5 MÄRZ", "12 févr. 2023", "3 Août", "1 DÉC 2020", "5 янв",
    "5 ФЕВРАЛЯ 2024", "5 марта", "7 Апр", "2 мая", "июнь 2024", "1 июля", "3 авг", "4 сен", "5 окт",
    "6 ноя", "7 дек", "é 5 may 2024", "é 3h ago", "3 часа назад", "5 horas atrás", "3 gün önce",
    "5 phút trước", "5 PHÚT TRƯỚC", "5 ώρες πριν", "3天前", "3 小时前", "5 個月前", "3일 전",
    "há 3 dias", "(HÁ 3 dias)", "för 3 dagar sedan", "منذ 3 أيام", "вчера в 12", "Сегодня, 12:30",
    "昨天 12:30", "前天 3", "вчера", "Вчера!", "刚刚", "剛剛", "昨天", "昨日", "어제", "방금",
    "3 ſep 2024", "5 o\u212at 2024", "٣ مارس 2024 3 days ago", "é 12/03/2024", "3 GÜN ÖNCE",
]  # fmt: skip
OTHERS = ["£175,000", "14867.40万元", "Ваше мнение", "В статье 3 ошибки", "中国40海里", "© 2024 Ünal"]


@pytest.mark.parametrize("text", TIMES)
def test_a_time_is_found_in_any_language(text: str) -> None:
    assert has_time(text)
    assert read_marks(parse(f"<p>{text}")).times.any()


@pytest.mark.parametrize("text", OTHERS)
def test_other_texts_are_not_tried(text: str) -> None:
    def not_needed(text: str) -> bool:
        raise AssertionError(text)

    assert not has_time(text)
    parse(f"<p>{text}").table.mark_threads(not_needed)


def test_what_the_patterns_raise_is_raised() -> None:
    def fail(text: str) -> bool:
        raise KeyError(text)

    with pytest.raises(KeyError, match="昨天"):
        parse("<p>昨天").table.mark_threads(fail)


LISTED = [
    *(f"5 {month}" for month in MONTHS),
    *(f"{month} 2024" for month in MONTHS),
    *(f"5{ordinal} May" for ordinal in ORDINALS),
    *(f"3 {unit} ago" for unit in UNITS),
    *(f"{numeral} {span}s ago" for numeral in NUMERALS for span in SPANS),
    *(f"3 x {ago}" for ago in AGO_AFTER),
    *(f"{ago} 3 x" for ago in AGO_BEFORE),
    f"{FOR} 3 x sedan",
    f"{SINCE} 3",
    *(f"{day}, 3" for day in DAYS),
    *(f"{day} {clock} 3" for day in DAYS for clock in CLOCKS),
    *ALONE,
]


@pytest.mark.parametrize("text", [*LISTED, *map(str.upper, LISTED)])
def test_the_kernel_knows_every_listed_word(text: str) -> None:
    assert has_time(text)
    assert read_marks(parse(f"<p>{text}")).times.any()


PLAIN = (
    "2024-5-1|2024 / 05 / 01|5.5.2024|1/5/24|12-1-2024|12-Jan|3 days ago|3 Days Ago.|a few hours ago|"
    "An hour ago!|just now|Yesterday|yesterday at 5|today, 12:30|vor 3 Tagen|il y a 2 jours|hace 5 horas|"
    "4 dias fa|3 dagen geleden|12 okt. 2020|Mai 5|March 2020|3 hari yang lalu|2 dni temu|gestern|05-12 12:30|"
    "1st May 2020|12. de mayo de 2024|May 5th, 2020|Sep. '24|2h, 5 min ago|2 hours and 3 minutes ago|"
    "3+ years ago|heute um 12|few secs ago 5|one week ago|january 2000x|may 51|12 december_|5mosago"
).split("|")
LETTERS = "0123456789 -/.:,'_+abdeghmostuy\t\nADST("


def nearly_a_time(random: Random) -> str:
    """A time, or two, with up to three changed characters."""
    text = [*random.choice(PLAIN)]
    if random.random() < 0.3:
        text += [*random.choice(["", ". ", " ", "x", "_", "1"]), *random.choice(PLAIN)]
    for _ in range(random.randint(0, 3)):
        at = random.randrange(len(text))
        text[at : at + random.randint(0, 1)] = random.choice(["", *LETTERS])
    return "".join(text) or "1"


def test_times_in_ascii_are_those_of_the_patterns() -> None:
    random = Random(1)
    texts = [nearly_a_time(random) for _ in range(20_000)]
    page = parse("".join(f"<p>{text}</p>" for text in texts))
    times = read_marks(page).times[page.leaves].tolist()
    found = 0
    for row, is_time in zip(page.leaves.tolist(), times, strict=True):
        text = page.row_text(row)
        if sum(map(text.count, ".,:;?!")) <= 8:  # in a short line
            assert is_time == has_time(text), text
            found += is_time
    assert found > 5_000
