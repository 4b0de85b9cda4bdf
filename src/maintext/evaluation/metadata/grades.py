"""Grades of metadata: right, wrong or missing. Nothing found on a page without a value is right."""

import re
from typing import Literal

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.metadata.readers import Read
from maintext.text.words import squeeze

Grade = Literal["right", "wrong", "missing"]
"""`missing`: the page has a value, and the reader found none."""

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_BREAK = re.compile(r"\s*[,;&，、]\s*|\s+and\s+")


def grade(page: LabelledPage, found: Read, field: str) -> Grade:
    """The grade of a field of `Read`.

    Titles are equal if their letters and digits are; authors, if all names are; dates, if the day is.

    >>> page = LabelledPage("tea", "1", b"", None, title="Tea: a story", author="Ann Lee and Bo Li")
    >>> read = Read("Tea – A Story", ("Bo Li",), None)
    >>> grade(page, read, "title"), grade(page, read, "authors"), grade(page, read, "date")
    ('right', 'wrong', 'right')
    """
    gold, value = (
        _values(field, page.title, page.author, page.date),
        _values(field, found.title, ";".join(found.authors), found.date),
    )
    if gold == value:
        return "right"
    return "wrong" if value else "missing"


def _values(field: str, title: str | None, authors: str | None, date: str | None) -> frozenset[str]:
    """A field in a form that can be compared."""
    if field == "title":
        texts = [squeeze(title or "")]
    elif field == "authors":
        texts = [squeeze(name) for name in _BREAK.split(authors or "")]
    elif field == "date":
        texts = _DAY.findall((date or "")[:10])
    else:
        raise ValueError(f"no field {field!r} of metadata is graded")
    return frozenset(filter(None, texts))
