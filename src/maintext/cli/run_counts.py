"""What a run has read, in words: the counts of `maintext.batch.sources`."""

from collections import Counter
from pathlib import Path

_WORDS = {
    "not_response": "not an HTTP response (request, revisit, metadata, …)",
    "not_ok": "with an HTTP status other than 2xx",
    "not_html": "not HTML",
    "no_header": "without an HTTP header",
    "corrupt": "damaged",
    "unreadable": "unreadable file(s)",
    "malformed": "place(s) that cannot be read",
    "damaged_bytes": "damaged byte(s)",
    "cut_off": "incomplete",
    "truncated": "truncated by the crawler",
    "undecoded": "not in the declared encoding",
    "empty_files": "empty file(s)",
    "no_id": "without an id",
    "not_sampled": "not in the sample",
}
"""In the order in which they are listed, (s) for several; another count has its own name."""
_SKIPPED = ("not_ok", "not_html", "no_header", "corrupt", "malformed", "unreadable")
"""Reasons in the lists of what was skipped."""


def counted(count: int, one: str, several: str = "") -> str:
    """A number with its noun; the plural has an s, unless it is given.

    >>> counted(1, "page"), counted(2000, "page"), counted(0, "copy", "copies")
    ('1 page', '2,000 pages', '0 copies')
    """
    return f"{count:,} {one if count == 1 else several or f'{one}s'}"


def describe_counts(counts: Counter[str], skipped: Path) -> str:
    """The counts in one line, with the folder that lists what was skipped.

    >>> describe_counts(Counter(records=8, not_ok=1, not_html=2), Path("skipped"))
    'read: 8 records; skipped: 1 with an HTTP status other than 2xx, 2 not HTML; the list is in skipped'
    >>> describe_counts(Counter(records=8, malformed=1, no_id=7), Path("skipped"))
    'read: 8 records; 7 without an id; skipped: 1 place that cannot be read; the list is in skipped'
    """
    order = [name for name in (*_WORDS, *sorted(counts.keys() - _WORDS.keys())) if counts[name]]
    others = ", ".join(_worded(name, counts) for name in order if name not in ("records", *_SKIPPED))
    left_out = ", ".join(_worded(name, counts) for name in order if name in _SKIPPED)
    parts = [f"read: {counted(counts['records'], 'record')}"]
    parts += [others] * bool(others)
    parts += [f"skipped: {left_out}; the list is in {skipped}"] * bool(left_out)
    return "; ".join(parts)


def _worded(name: str, counts: Counter[str]) -> str:
    words = _WORDS.get(name, name).replace("(s)", "" if counts[name] == 1 else "s")
    return f"{counts[name]:,} {words}"
