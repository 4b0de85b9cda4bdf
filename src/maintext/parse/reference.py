"""The reference: a guarded source, another parser's tree, and a walk over it."""

from maintext.errors import Reason
from maintext.limits import Deadline, Limits
from maintext.page.page import Page
from maintext.page.visibility import reveal
from maintext.parse.guard import guard
from maintext.parse.walk import walk


def parse_by_walk(
    html: str | bytes, limits: Limits, deadline: Deadline, problems: tuple[Reason, ...]
) -> Page:
    """Parse the source with turbohtml, and write its table in Python."""
    guarded = guard(html if isinstance(html, str) else html.decode(), limits)
    return reveal(walk(guarded.html, limits, deadline, problems + guarded.problems))
