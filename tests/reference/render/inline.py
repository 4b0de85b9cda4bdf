"""Content of a line: runs of text with their links and styles, and images."""

from typing import NamedTuple

import numpy as np

from maintext.page.blocks import fold
from maintext.page.gaps import find_gaps
from maintext.page.marks import mark_texts
from maintext.page.page import Page
from maintext.page.tags import TAG_ID, TEXT, A, Flag
from maintext.render.images import Image
from maintext.render.links import PageUrls

STRONG, EM, SUB, SUP, CODE, STRUCK, MARKED = 1, 2, 4, 8, 16, 32, 64
RAW = 1 << 8  # already Markdown

_DRESS = {
    TAG_ID[name]: bit
    for bit, names in (
        (STRONG, "b strong"),
        (EM, "em i"),
        (SUB, "sub"),
        (SUP, "sup"),
        (CODE, "code kbd samp tt"),
        (STRUCK, "s del strike"),
        (MARKED, "mark"),
    )
    for name in names.split()
}
_DRESSING = frozenset({A, *_DRESS})
_UNSEEN = int(Flag.UNSHOWN | Flag.HIDDEN)


class Style(NamedTuple):
    """The style of a run."""

    href: str | None = None
    dress: int = 0

    def shared(self, other: "Style") -> "Style":
        """The style of a space between two runs: code does not continue from one link to another."""
        if self.href == other.href:
            return Style(self.href, self.dress & other.dress)
        return Style(None, self.dress & other.dress & ~CODE)


PLAIN = Style()


class Run(NamedTuple):
    """A piece of a line: text of one style, or an image."""

    text: str
    style: Style = PLAIN
    image: Image | None = None


class Lines:
    """The lines of a page's blocks, as runs."""

    def __init__(
        self, page: Page, urls: PageUrls, images: dict[int, Image], references: dict[int, str]
    ) -> None:
        self._page = page
        self._raw = references
        self._changed = {**mark_texts(page, is_plain=False), **references}
        self._urls = urls
        self._images = images
        self._first, self._last = page.blocks.first_row.tolist(), page.blocks.last_row.tolist()
        self._styles: dict[int, Style] = {-1: PLAIN}
        self._gaps = frozenset(find_gaps(page, np.ones(len(page.blocks), dtype=np.bool_)).tolist())

    def runs(self, block: int, undressed: int = 0) -> list[Run]:
        """The runs of a block, without the style that its place implies."""
        first, last = self._first[block], self._last[block]
        if first == last:
            text = fold(self._changed.get(first, self._page.row_text(first)))
            return [Run(text, _without(self._text_style(first), undressed))]
        pieces = self._pieces(first, last)
        if undressed:
            pieces = [Run(text, _without(style, undressed), image) for text, style, image in pieces]
        return _even_code(_folded(pieces))

    def _pieces(self, first: int, last: int) -> list[Run]:
        page, rows = self._page, slice(first, last + 1)
        columns = page.tag, page.flags, page.text_start, page.text_end
        gaps = self._gaps
        pieces = []
        for row, (tag, flags, start, end) in enumerate(
            zip(*(column[rows].tolist() for column in columns), strict=True), first
        ):
            if tag == TEXT:
                if not flags & _UNSEEN:
                    text = self._changed.get(row, page.text[start:end])
                    pieces.append(Run(f" {text}" if row in gaps else text, self._text_style(row)))
            elif row in self._images:
                pieces.append(Run("", PLAIN, self._images[row]))
        return pieces

    def _text_style(self, row: int) -> Style:
        """The style of a text node: a formula has no emphasis, a reference to a note no style at all."""
        style = self._style(row)
        if self._page.flags.item(row) & Flag.FORMULA:
            return Style(style.href, style.dress & ~(STRONG | EM | STRUCK) | RAW)
        return Style(None, RAW) if row in self._raw else style

    def _style(self, row: int) -> Style:
        """The style of a row, from those of the elements above it, each found once."""
        tag, parent = self._page.tag.item, self._page.parent.item
        new = []
        while row not in self._styles:
            new.append(row)
            row = parent(row)
        style = self._styles[row]
        for row in reversed(new):
            if tag(row) in _DRESSING:
                style = self._dress(row, style)
            self._styles[row] = style
        return style

    def _dress(self, row: int, around: Style) -> Style:
        tag = int(self._page.tag[row])
        if tag != A:
            return Style(around.href, around.dress | _DRESS[tag])
        href = self._page.attribute(row, "href")
        return Style((self._urls.link(href) if href else None) or around.href, around.dress)


def _without(style: Style, dress: int) -> Style:
    return Style(style.href, style.dress & ~dress) if style.dress & dress else style


def _folded(pieces: list[Run]) -> list[Run]:
    """Fold white space over the whole line, as `fold` does for its text.

    Folding changes only white space, so the line's text is cut where the pieces meet. The space between two
    pieces gets the style that they share.
    """
    whole = "".join(piece.text for piece in pieces)
    line = fold(whole)
    # `fold` joins lines only in a text with a line feed; here that means the whole line, not a piece.
    line_feed = "\n" if "\n" in whole else ""
    runs: list[Run] = []
    at, spaced, space_used = 0, False, False
    for piece in pieces:
        text = fold(piece.text + line_feed)
        space_due = line[at : at + 1] == " "
        if piece.image:
            if spaced and space_due:
                runs.append(Run(" "))
                at, space_used = at + 1, True
            runs.append(piece)
            spaced = False
        elif not text:
            spaced |= bool(piece.text)
        else:
            if space_due or (space_used and (spaced or piece.text[0].isspace())):
                _append(runs, Run(" ", runs[-1].style.shared(piece.style)))
                at += space_due
            _append(runs, Run(text, piece.style))
            at += len(text)
            spaced, space_used = piece.text[-1].isspace(), False
    return runs


def _append(runs: list[Run], run: Run) -> None:
    """Add a run, joined with the last one if both are text of one style."""
    if runs and not runs[-1].image and runs[-1].style == run.style:
        runs[-1] = Run(runs[-1].text + run.text, run.style)
    else:
        runs.append(run)


def _even_code(runs: list[Run]) -> list[Run]:
    """Inside consecutive code, only the style that all of it has: `**` means nothing in code."""
    if not any(run.style.dress & ~CODE for run in runs if run.style.dress & CODE):
        return runs
    even: list[Run] = []
    at = 0
    while at < len(runs):
        stop = at
        common = ~0
        while stop < len(runs) and runs[stop].style.dress & CODE:
            common &= runs[stop].style.dress
            stop += 1
        for run in runs[at:stop]:
            _append(even, Run(run.text, Style(run.style.href, common)))
        if stop == at:
            even.append(runs[at])
            stop += 1
        at = stop
    return even


Mark = tuple[int, str | None]
"""A link (0 and its URL) or one style (its bit and None)."""


class Token(NamedTuple):
    """The beginning or end of a mark, or a run between them."""

    run: Run | None
    mark: Mark = (0, None)
    opens: bool = False


def nested(runs: list[Run]) -> list[Token]:
    """The runs with beginnings and ends of their marks, properly nested, the longest outside."""
    marks = [_marks(run.style) for run in runs]
    if len(runs) == 1:
        begins = (Token(None, mark, True) for mark in marks[0])
        return [*begins, Token(runs[0]), *(Token(None, mark) for mark in reversed(marks[0]))]
    reach: list[dict[Mark, int]] = [{} for _ in runs]
    for at in range(len(runs) - 1, -1, -1):
        after = reach[at + 1] if at + 1 < len(runs) else {}
        reach[at] = {mark: after.get(mark, at) for mark in marks[at]}
    tokens: list[Token] = []
    stack: list[Mark] = []
    for at, run in enumerate(runs):
        wanted = reach[at]
        keep = next((i for i, mark in enumerate(stack) if mark not in wanted), len(stack))
        tokens += (Token(None, mark) for mark in reversed(stack[keep:]))
        del stack[keep:]
        new = [mark for mark in wanted if mark not in stack]
        new.sort(key=wanted.__getitem__, reverse=True)  # stable: links outside, if equal
        tokens += (Token(None, mark, True) for mark in new)
        stack += new
        tokens.append(Token(run))
    tokens += (Token(None, mark) for mark in reversed(stack))
    return tokens


def _marks(style: Style) -> list[Mark]:
    marks: list[Mark] = [] if style.href is None else [(0, style.href)]
    if style.dress:
        marks += ((bit, None) for bit in (SUB, SUP, STRUCK, MARKED, STRONG, EM) if style.dress & bit)
    return marks
