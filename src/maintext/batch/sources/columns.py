"""Which columns hold the page, its URL and its id."""

from collections.abc import Container, Iterable, Sequence

from maintext.batch.sources.shard import Columns
from maintext.errors import DataError

_KNOWN = {
    "html": ("html", "raw_html", "content", "body"),
    "url": ("url", "uri", "WARC-Target-URI"),
    "id": ("id", "record_id", "WARC-Record-ID"),
    "charset": ("charset", "content_charset"),
}
_MAX_LISTED = 20


def find_columns(wanted: Columns, present: Iterable[str], where: str) -> Columns:
    """The requested columns, or those with usual names; `html` is required.

    >>> find_columns(Columns(url="link"), ["raw_html", "link"], "pages.parquet")
    Columns(html='raw_html', url='link', id=None, charset=None)
    >>> find_columns(Columns(), ["text"], "pages.parquet")
    Traceback (most recent call last):
    maintext.errors.DataError: pages.parquet has no column html, raw_html, content or body; it has text
    """
    names = list(present)
    asked = (wanted.html, wanted.url, wanted.id, wanted.charset)
    missing = [name for name in asked if name is not None and name not in names]
    if missing:
        raise DataError(f"{where} has no column {missing[0]}; it has {_listed(names)}")
    found = usual_columns(wanted, names)
    if found.html is None:
        *some, last = _KNOWN["html"]
        raise DataError(f"{where} has no column {', '.join(some)} or {last}; it has {_listed(names)}")
    return found


def usual_columns(wanted: Columns, present: Container[str]) -> Columns:
    """The requested columns, or those with usual names that exist."""
    return Columns(
        *(
            getattr(wanted, role) or next((name for name in usual if name in present), None)
            for role, usual in _KNOWN.items()
        )
    )


def _listed(names: Sequence[str]) -> str:
    more = [f"{len(names) - _MAX_LISTED} more"] if len(names) > _MAX_LISTED else []
    return ", ".join([*names[:_MAX_LISTED], *more]) or "none"
