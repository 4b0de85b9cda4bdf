"""What a run has read, in words: the counts of `maintext.batch.sources`."""

from collections import Counter
from pathlib import Path

_WORDS = {
    "not_response": "not an HTTP response (request, revisit, metadata, …)",
    "not_ok": "with an HTTP status other than 2xx",
    "not_html": "not HTML",
    "no_header": "without an HTTP header",
    "corrupt": "damaged",
    "unreadable": "unreadable files",
    "malformed": "places that cannot be read",
    "damaged_bytes": "damaged bytes",
    "cut_off": "incomplete",
    "truncated": "truncated by the crawler",
    "undecoded": "not in the encoding that they declare",
    "empty_files": "empty files",
    "no_id": "without an id of their own",
    "not_sampled": "not in the sample",
}
"""In the order in which they are listed; another count has its own name."""
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
    'read: 8 records; 1 with an HTTP status other than 2xx, 2 not HTML; those skipped are listed in skipped'
    """
    order = [name for name in (*_WORDS, *sorted(counts.keys() - _WORDS.keys())) if name != "records"]
    parts = [f"read: {counted(counts['records'], 'record')}"]
    if others := [f"{counts[name]:,} {_WORDS.get(name, name)}" for name in order if counts[name]]:
        parts.append(", ".join(others))
    if any(counts[name] for name in _SKIPPED):
        parts.append(f"those skipped are listed in {skipped}")
    return "; ".join(parts)
