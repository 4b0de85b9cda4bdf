"""HTML → Page, by the kernel. Everything else uses the table, never a parser's tree."""

from math import inf
from typing import TYPE_CHECKING

import numpy as np

from maintext._kernel import native
from maintext.arrays import BoolArray
from maintext.errors import Reason
from maintext.limits import Deadline, Limits, OutOfTime
from maintext.page.page import Page
from maintext.page.tags import TEXT, Flag

if TYPE_CHECKING:
    from maintext._kernel._native import Table

_HIDDEN, _UNSHOWN = int(Flag.HIDDEN), int(Flag.UNSHOWN)
_MOST_CHARACTERS = native.MOST_SOURCE // 4  # each takes up to four bytes


def parse(
    html: str | bytes,
    limits: Limits = Limits(),
    deadline: Deadline | None = None,
    problems: tuple[Reason, ...] = (),
    *,
    strict: bool = False,
    is_plain: bool = False,
) -> Page:
    """Build the node table of a page, within limits; `problems` are those found before parsing.

    Bytes must be valid UTF-8; `maintext.text.decode` returns that. With `strict`, text that a script may show
    counts as hidden. `is_plain` says that the page has no NUL and no carriage return.

    >>> parse("<p>one<p>two")
    <Page: 7 rows, 2 leaves, 6 characters>
    """
    html, cut = _within(html)
    left = (deadline or limits.deadline()).left()
    try:
        table = native.parse(html, strict, limits.nodes, limits.depth, left, is_plain)
    except TimeoutError:
        raise OutOfTime from None
    problems += cut
    if table.is_cut:
        problems += (Reason.NODES,)
    if table.is_flattened:
        problems += (Reason.DEPTH,)
    if table.has_formulas:
        table = _with_formulas(table, limits)
    return Page(table, problems, limits)


def _with_formulas(table: "Table", limits: Limits) -> "Table":
    """The same page, with the formulas as text: one text node in place of what an element contains."""
    from maintext.formulas import find_formulas  # only for pages with formulas

    found = find_formulas(Page(table, (), limits))
    if not found:
        return table
    return table.with_formulas(
        np.array([formula.row for formula in found], dtype=np.int64),
        [formula.text.encode("utf-8", "surrogatepass") for formula in found],
        np.array([formula.is_display for formula in found], dtype=np.bool_),
        np.array([formula.flags for formula in found], dtype=np.int64),
    )


def parse_again(
    source: bytes,
    limits: Limits,
    problems: tuple[Reason, ...],
    pruned: tuple[str, ...] = (),
    within: str | None = None,
    *,
    strict: bool = False,
) -> Page:
    """Parse a pickled page again, with the same result. Its time limit does not apply."""
    page = parse(source, limits, Deadline(inf), strict=strict)
    if pruned or within is not None:
        page.table.rewrite(
            page.tag, np.where(_left_out(page, pruned, within), page.flags | _UNSHOWN, page.flags)
        )
    return Page(page.table, problems, limits, pruned, within)


def prune_page(page: Page, pruned: tuple[str, ...], within: str | None) -> Page:
    """The page without the text of some elements, and without that outside of some; both CSS selectors.

    >>> page = prune_page(parse("<nav>Home</nav><p>Tea<sup>1</sup>"), ("nav", "sup"), None)
    >>> [page.row_text(leaf) for leaf in page.leaves]
    ['Tea']
    """
    table = page.table
    return parse_again(table.source, page.limits, page.problems, pruned, within, strict=table.is_strict)


def whole_page(page: Page) -> Page:
    """The page as it was before it was pruned."""
    if not page.pruned and page.within is None:
        return page
    return parse_again(page.table.source, page.limits, page.problems, strict=page.table.is_strict)


def _left_out(page: Page, pruned: tuple[str, ...], within: str | None) -> BoolArray:
    """Rows that are pruned; elements around text that stays are not."""
    from maintext.page.selectors import matching  # few pages need it

    out = matching(page, pruned)
    return out if within is None else out | (~matching(page, (within,)) & (page.tag == TEXT))


def with_hidden_text(page: Page) -> Page:
    """The same page, with hidden text among its leaves; text that is never shown, as in a script, is not.

    >>> page = parse("<p hidden>one<p>two")
    >>> len(page.leaves), len(with_hidden_text(page).leaves)
    (1, 2)
    """
    if not page.has(Flag.HIDDEN).any():
        return page
    again = prune_page(page, page.pruned, page.within)
    again.table.rewrite(again.tag, again.flags & ~_HIDDEN)
    return Page(again.table, page.problems, page.limits, page.pruned, page.within)


def empty_page(*problems: Reason) -> Page:
    """A page without text, for input that cannot be parsed."""
    return parse("", problems=problems)


def _within(html: str | bytes) -> tuple[str | bytes, tuple[Reason, ...]]:
    """Cut the source to the size that the kernel can address."""
    if len(html) <= _MOST_CHARACTERS:
        return html, ()
    text = html if isinstance(html, str) else html.decode()
    return text[:_MOST_CHARACTERS], (Reason.BYTES,) if len(text) > _MOST_CHARACTERS else ()
