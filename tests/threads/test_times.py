"""Texts with a time: the kernel must pass every one of them to the patterns."""

import pytest

from maintext.page.parse import parse
from maintext.threads.marks import read_marks
from maintext.threads.times import has_time

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
    assert not has_time(text)
    assert not read_marks(parse(f"<p>{text}")).times.any()
