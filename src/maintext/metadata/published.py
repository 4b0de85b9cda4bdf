"""When a page was published and last changed: declared dates first, then those that the page shows."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from urllib.parse import urlsplit

from maintext.metadata.dates import JOINED, date_in_url, find_dates, find_short_dates, parse_date
from maintext.metadata.declared import (
    DATE_MARKS,
    Declarations,
    Found,
    describes_page,
    item_text,
    shown_line,
)
from maintext.metadata.json_ld import JsonLd
from maintext.page.page import Page
from maintext.page.tags import TAG_ID

_TIME = TAG_ID["time"]
_MOST_TIMES = 50
_MOST_LOCAL_TIMES = 5
_LONGEST_LINE = 200
_LONGEST_LABEL = 30
_BLOCKS_BEFORE, _BLOCKS_AFTER = 8, 25  # around the title

_PUBLISHED_META = (
    "article:published_time og:article:published_time og:published_time bytedance:published_time "
    "article:published og:release_date datepublished parsely-pub-date article.published "
    "article_date_original cxenseparse:recs:publishtime citation_publication_date citation_online_date "
    "citation_date dc.date.issued dcterms.issued dcterms.created dc.date.created dc.date dcterms.date "
    "publication_date publicationdate published_on published-on "
    "publish_date publishdate publish-date publishtime publish_time "
    "published-date published_at pubdate pub_date _pubtime apub:time date originalpublicationdate "
    "date.created datecreated ptime weibo:article:create_at article:create_at displaydate release_date "
    "ms.date sailthru.date"
).split()
_MODIFIED_META = (
    "article:modified_time og:updated_time og:article:modified_time datemodified lastmod last-modified "
    "dcterms.modified dc.date.modified revised article:updated"
).split()

_PUBLISHED = "datePublished"
_DAY_FIRST_HOSTS = (".uk", ".au", ".nz", ".ie", ".in", ".za", ".eu", ".de", ".fr", ".sg", ".ng", ".ke")
_PUBLISHED_LABEL = re.compile(
    r"publi|posted|release|first|created|erstellt|veröffentlicht|发布|发表|發布|發表|时间|時間|日期|刊登|来源|來源|公開|등록|입력|опубликован",
    re.IGNORECASE,
)
_BEFORE_DIGITS = re.compile(r"\d.*$", re.DOTALL)  # what to remove
_TWO_DIGITS = re.compile(r"\d\d")
_MAY_BE_SHORT = re.compile(r"\d[/.-]\d\d?[/.-]\d\d(?!\d)")
_CHANGED_LABEL = re.compile(
    r"updat|modif|edit|review|last|更新|修改|編輯|수정|aktualisiert|mis à jour|обновлен", re.IGNORECASE
)
# Before the date when a user joined. "Register" and 加入收藏 are also in menus.
_JOINED_BEFORE = re.compile(
    rf"(?:{JOINED.pattern})[^\d:：]{{0,15}}[:：]\s*$|"
    r"\b(?:joined|registered|(?:member|mitglied|dabei) (?:since|seit))"
    r"(?:\s(?:on|am))?\s*$|(?:注册|註冊|加入)(?:时间|時間|日期|于|於)\s*$",
    re.IGNORECASE,
)


def read_date(
    page: Page, declared: Declarations, json_ld: JsonLd, title_row: int, url: str, month_first: bool
) -> Found | None:
    """When the page was published, and where that was found."""
    for text, source in _declared(page, declared, json_ld, _PUBLISHED, _PUBLISHED_META):
        if date := parse_date(text, month_first):
            return _in_local_zone(page, date), source
    shown = _until_sure(_times(page, declared, title_row, month_first))
    shown += _until_sure(_lines(declared, title_row, month_first))
    shown = shown or _until_sure(_marked(page, declared, title_row, month_first))
    if in_url := date_in_url(url):
        same = (date.found for date in shown if date.date.startswith(in_url))
        return next(same, (in_url, "url"))
    return min(shown, key=lambda date: date.rank).found if shown else None


def is_month_first(language: str, url: str) -> bool:
    """Whether 3/5/2024 is the fifth of March: in English, unless the page is from outside America."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        host = ""
    if language == "en":
        return not host.endswith(_DAY_FIRST_HOSTS)
    return language in ("en-US", "en-PH") or not (language or host.endswith(_DAY_FIRST_HOSTS))


def read_modified(page: Page, declared: Declarations, json_ld: JsonLd, month_first: bool) -> Found | None:
    """When the page was last changed, if it declares that, and where that was found."""
    for text, source in _declared(page, declared, json_ld, "dateModified", _MODIFIED_META):
        if date := parse_date(text, month_first):
            return date, source
    return None


def _in_local_zone(page: Page, date: str) -> str:
    """The same time in the zone that the page uses elsewhere: the local day may not be that of UTC."""
    if date.endswith("+00:00"):
        moment = datetime.fromisoformat(date)
        for row in page.rows_of(_TIME)[:_MOST_LOCAL_TIMES].tolist():
            local = parse_date(page.attribute(row, "datetime") or "")
            if local and local[-6:-5] in ("+", "-") and datetime.fromisoformat(local) == moment:
                return local
    return date


def _declared(
    page: Page, declared: Declarations, json_ld: JsonLd, name: str, meta: list[str]
) -> Iterator[Found]:
    dates = json_ld.signed_values(name) if name == _PUBLISHED else json_ld.values(name)
    yield from ((value, "json-ld") for value in dates if isinstance(value, str))
    yield from declared.first(*meta)
    for row in declared.items.named(name.lower()):
        if describes_page(page, row):
            yield item_text(page, row), "microdata"


@dataclass(frozen=True, slots=True)
class ShownDate:
    """A date that the page shows, and how likely it is the date of publication."""

    date: str
    source: str
    changed: bool
    """Whether it is labelled as the date of a change."""
    labelled: bool
    """Whether it is labelled as the date of publication."""
    before_title: bool
    row: int

    @property
    def found(self) -> Found:
        """The date and where it was found."""
        return self.date, self.source

    @property
    def rank(self) -> tuple[bool, bool, bool, int]:
        """Sort key: the likeliest date comes first."""
        return self.changed, self.before_title, not self.labelled, self.row


def _until_sure(dates: Iterable[ShownDate]) -> list[ShownDate]:
    """Dates up to the first that no later one can beat."""
    found = []
    for date in dates:
        found.append(date)
        if date.labelled and not date.changed and not date.before_title:
            break
    return found


def _times(page: Page, declared: Declarations, title_row: int, month_first: bool) -> Iterator[ShownDate]:
    """Dates of `<time>` elements."""
    for row in page.rows_of(_TIME)[:_MOST_TIMES].tolist():
        if declared.in_other_text(row, title_row):
            continue
        if date := parse_date(item_text(page, row), month_first):
            before = _text_before(page, row)
            words = f"{page.attribute(row, 'class') or ''} {before}"
            if not _JOINED_BEFORE.search(before):
                yield _shown(date, "time", words, row, title_row)


def _marked(page: Page, declared: Declarations, title_row: int, month_first: bool) -> Iterator[ShownDate]:
    """Dates in short elements with the class of a date."""
    marked = (
        (row, mark)
        for row, mark in declared.marked(DATE_MARKS)
        if page.text_end[row] - page.text_start[row] < _LONGEST_LINE
    )
    for row, mark in islice(marked, _MOST_TIMES):
        if declared.in_other_text(row, title_row):
            continue
        line = shown_line(page, row)
        before = f"{_text_before(page, row)} {_BEFORE_DIGITS.sub('', line)}"
        if not _JOINED_BEFORE.search(before) and (date := parse_date(line, month_first)):
            yield _shown(date, "date class", mark, row, title_row)


def _lines(declared: Declarations, title_row: int, month_first: bool) -> Iterator[ShownDate]:
    """Dates in short lines around the title."""
    above = ""
    for row, line in declared.lines_around(title_row, _BLOCKS_BEFORE, _BLOCKS_AFTER):
        label, above = above, line[-_LONGEST_LABEL:]
        if not _TWO_DIGITS.search(line):  # most lines
            continue
        done = 0
        for start, date in _dates_in_line(line, month_first):
            if declared.in_other_text(row, title_row):
                break
            before = line[done:start]
            if not _JOINED_BEFORE.search(before if before else label):
                yield _shown(date, "text", before, row, title_row)
            done = start


def _dates_in_line(line: str, month_first: bool) -> Iterator[tuple[int, str]]:
    """Dates in a line; those with a year of two digits only after a label."""
    yield from find_dates(line, month_first)
    if _MAY_BE_SHORT.search(line) and (label := _PUBLISHED_LABEL.search(line)):
        yield from (found for found in find_short_dates(line, month_first) if found[0] > label.start())


def _shown(date: str, source: str, words: str, row: int, title_row: int) -> ShownDate:
    return ShownDate(
        date,
        source,
        changed=_CHANGED_LABEL.search(words) is not None,
        labelled=_PUBLISHED_LABEL.search(words) is not None,
        before_title=row < title_row,
        row=row,
    )


def _text_before(page: Page, row: int) -> str:
    """The last few characters before a row."""
    end = int(page.text_start[row])
    return page.text[max(0, end - 20) : end]
