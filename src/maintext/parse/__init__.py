"""html → Page. One door: everything above it sees the table, never a parser's tree."""

from maintext.errors import Reason
from maintext.limits import Deadline, Limits
from maintext.page import Page
from maintext.parse.guard import guard
from maintext.parse.walk import walk
from maintext.visibility import reveal

__all__ = ["parse"]


def parse(
    html: str,
    limits: Limits = Limits(),
    deadline: Deadline | None = None,
    problems: tuple[Reason, ...] = (),
) -> Page:
    """Build the node table of a page, within limits; `problems` are those known before.

    >>> parse("<p>one<p>two")
    <Page: 7 rows, 2 leaves, 6 characters>
    """
    guarded = guard(html, limits)
    return reveal(walk(guarded.html, limits, deadline or limits.deadline(), problems + guarded.problems))
