"""Marks of elements by regular expressions, row by row: what `maintext.threads.marks` reads by the kernel."""

import re

from maintext.page.page import Page
from maintext.page.tags import TAG_ID, A
from maintext.threads.times import has_time
from maintext.threads.vocabulary import WORDS

_LONGEST = 200
_PATTERNS = {int(mark): re.compile(f"(?<![a-z])(?:{words})") for mark, words in WORDS.items()}
_PROFILE = re.compile(
    r"/(?:(?:u|users?|members?|profiles?|people|authors?|~)(?:\.php)?[/?~-][^#]|@\w|user\?id=)|"
    r"[?&;](?:u|uid|user|userid|user_id)=|space-uid|m(?:od=space|ember(?:list)?\.php)|profile\.php|action=profile",
    re.IGNORECASE,
)


def without_numbers(value: str) -> str:
    """A name without numbers, and letters that follow them."""
    return re.sub(r"\d\w*", "", value[:_LONGEST])


def lower(value: str) -> str:
    """A name in lower case, with hyphens between words."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", value).replace("_", "-").lower()


def marks(page: Page, row: int) -> int:
    """The marks of a row's own attributes."""
    names = [
        f"{lower(without_numbers(page.attribute(row, 'class') or ''))} ",
        f"{lower(without_numbers(page.attribute(row, 'id') or ''))} ",
        f"prop {lower((page.attribute(row, 'itemprop') or '')[:_LONGEST])} ",
        lower((page.attribute(row, "itemtype") or "")[:_LONGEST].rpartition("/")[2]),
    ]
    return sum(mark for mark, pattern in _PATTERNS.items() if any(map(pattern.search, names)))


def names(page: Page, row: int) -> tuple[str, str]:
    """What a row is called by its first class, or its id, and by an id with a number."""
    given = page.attribute(row, "id") or ""
    plain = without_numbers(given)
    first = (without_numbers(page.attribute(row, "class") or "").split() or [""])[0]
    return first or (plain and f"#{plain}"), f"#{plain}" if plain and plain != given[:_LONGEST] else ""


def is_profile(page: Page, row: int) -> bool:
    """Whether a row is a link to a profile."""
    url = (page.attribute(row, "href") or "")[:_LONGEST]
    return bool(page.tag[row] == A and _PROFILE.search(url))


def is_time(page: Page, row: int) -> bool:
    """Whether a row is a leaf with a time, in a short line."""
    if not page.is_leaf[row]:
        return False
    leaves = page.leaves[page.blocks.of_leaf == page.blocks.of_leaf[page.leaves == row]]
    if (page.chars + page.cjk)[leaves].sum() > 120 or page.punctuation[leaves].sum() > 8:
        return False
    in_time = any(page.tag[above] == TAG_ID["time"] for above in page.ancestors(row))
    return in_time or has_time(page.row_text(row))
