"""Which unlisted elements are boxes: the rules of `_kernel/rows/boxes.c`, one set of rows for each."""

from dataclasses import dataclass

from turbohtml import Namespace

from maintext.page.tags import BLOCK_TAGS, IS_BLOCK, TAG_FLAGS, TAG_ID, Flag


@dataclass(frozen=True)
class Place:
    """A row and its place in the parser's tree."""

    name: str
    """`#text` for text."""
    space: Namespace
    text: str
    is_hidden: bool
    above: int
    """Row of the parent in the tree; -1 for the root."""

    @property
    def is_listed_block(self) -> bool:
        """Whether it ends a line wherever it is."""
        return self.name in BLOCK_TAGS or (self.name in TAG_ID and IS_BLOCK[TAG_ID[self.name]])

    @property
    def is_unlisted(self) -> bool:
        """Whether its place decides."""
        return self.space is Namespace.HTML and self.name not in TAG_ID and self.name not in BLOCK_TAGS

    @property
    def flags(self) -> int:
        """Flags of the tag."""
        return TAG_FLAGS[TAG_ID[self.name]] if self.name in TAG_ID else 0

    @property
    def counts(self) -> bool:
        """Whether what is inside counts for what is around it. Text counts even if it is hidden."""
        is_hidden = self.is_hidden and self.name != "#text"
        return self.above >= 0 and not is_hidden and not self.flags & Flag.UNSHOWN


def box_rows(places: list[Place]) -> set[int]:
    """Rows of the unlisted elements that end a line."""
    with_text, with_line, with_listed = _content(places)
    standing: set[int] = set()
    in_lines: set[int] = set()
    for row, place in enumerate(places):
        if place.above < 0:
            continue
        above = places[place.above]
        if place.above in in_lines or above.flags & (Flag.PARAGRAPH | Flag.HEADING | Flag.PRE):
            in_lines.add(row)
        is_alone = above.is_listed_block and place.above not in with_line
        may_stand = place.is_unlisted and ":" not in place.name and row not in in_lines
        if may_stand and (is_alone or place.above in standing or row not in with_text):
            standing.add(row)
    boxes, with_block = set(), set(with_listed)
    for row, place in reversed(list(enumerate(places))):
        if place.is_unlisted and (row in with_block or row in standing):
            boxes.add(row)
        if place.counts and (row in boxes or row in with_block):
            with_block.add(place.above)
    return boxes


def _content(places: list[Place]) -> tuple[set[int], set[int], set[int]]:
    """Rows with text inside; with a line directly inside; with a listed block element inside."""
    with_text: set[int] = set()
    with_line: set[int] = set()
    with_listed: set[int] = set()
    for row, place in reversed(list(enumerate(places))):
        if not place.counts:
            continue
        is_break, is_text = place.name == "br", place.name == "#text"
        has_text = bool(place.text.strip(" \t\n\f\r")) if is_text else row in with_text
        has_listed = row in with_listed or (place.is_listed_block and not is_break)
        if has_text:
            with_text.add(place.above)
        if has_listed:
            with_listed.add(place.above)
        if is_break or (has_text and not has_listed and not place.is_unlisted):
            with_line.add(place.above)
    return with_text, with_line, with_listed
