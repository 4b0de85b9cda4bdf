"""html → Page. One door: everything above it sees the table, never a parser's tree.

Two makers stand behind it: the native kernel where it was built, and a plain walk over another parser's
tree, which is the reference and the fallback. `MAINTEXT_PARSER=reference` in the environment, or
`parser="reference"`, asks for the walk; the tests compare the two.
"""

import os
from typing import TYPE_CHECKING, Literal

from maintext._kernel import native
from maintext.errors import Reason
from maintext.limits import Deadline, Limits
from maintext.page.page import Page

if TYPE_CHECKING:
    from maintext._kernel._native import Scorer

__all__ = ["PARSER", "parse"]

Parser = Literal["kernel", "reference"]


PARSER: Parser = (
    "reference" if native is None or os.environ.get("MAINTEXT_PARSER") == "reference" else "kernel"
)
"""The parser in use."""


def parse(
    html: str | bytes,
    limits: Limits = Limits(),
    deadline: Deadline | None = None,
    problems: tuple[Reason, ...] = (),
    *,
    parser: Parser = PARSER,
    scorer: "Scorer | None" = None,
) -> Page:
    """Build the node table of a page, within limits; `problems` are those known before.

    Bytes are well-formed UTF-8: `maintext.text.decode` sees to that. What a scorer says of the page is kept in
    `page.scored`: the kernel asks it in the same call, so that threads wait for Python's lock but once.

    >>> parse("<p>one<p>two")
    <Page: 7 rows, 2 leaves, 6 characters>
    """
    # Each imports what it needs when it is needed: the other parser may be missing, or slow to load.
    deadline = deadline or limits.deadline()
    if parser == "kernel":
        from maintext.parse.kernel import parse_with_kernel

        return parse_with_kernel(html, limits, deadline, problems, scorer)
    from maintext.parse.reference import parse_by_walk

    return parse_by_walk(html, limits, deadline, problems)
