"""The features of a small page, computed slowly and straight from what their meanings say."""

import re
from collections import Counter, defaultdict
from functools import cached_property
from math import e, log

import numpy as np
from maintext.features.names import NAMES

from maintext.page.page import Page
from maintext.page.tags import TAG_ID, TAGS, TEXT, Flag
from maintext.text.characters import Kind, characters

LEVELS = 9
_CJK = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
WORD = re.compile(rf"[{_CJK}]|[^\W_{_CJK}\U00010000-\U0010ffff]+")


def kinds(text: str) -> list[int]:
    """The kind of each character."""
    return characters(text, np.array([0]), np.array([len(text)])).kind.tolist() if text else []


def name_words(name: str) -> list[str]:
    """The words of a class name: `postBody` has two; without numbers and letters before another word."""
    words: list[tuple[int, str]] = []
    for at, char in enumerate(name):
        if not char.isalnum():
            continue
        before = name[at - 1] if at else " "
        begins = not before.isalnum() or char.isdigit() != before.isdigit()
        if begins or (char.isupper() and before.islower()):
            words.append((at, char))
        else:
            words[-1] = words[-1][0], words[-1][1] + char
    starts = {at for at, _ in words} | {len(name)}
    return [word.lower() for at, word in words if not word[0].isdigit() and at + 1 not in starts]


class Literal:
    """A page, block by block."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.blocks = [page.leaves[page.blocks.leaves(block)].tolist() for block in range(len(page.blocks))]
        self.first = [leaves[0] for leaves in self.blocks]
        self.element = [int(page.block[row]) for row in self.first]
        self.size = len(self.blocks)

    # -- text -----------------------------------------------------------------------------------------

    @cached_property
    def texts(self) -> list[list[str]]:
        """The shown text nodes of each block; a blank one counts to the block before it."""
        found: list[list[str]] = [[] for _ in self.blocks]
        block = 0
        for row in range(len(self.page)):
            unseen = int(self.page.flags[row]) & int(Flag.UNSHOWN | Flag.HIDDEN)
            if self.page.tag[row] == TEXT and not unseen and self.page.row_text(row):
                while block + 1 < self.size and self.first[block + 1] <= row:
                    block += 1
                found[block].append(self.page.row_text(row))
        return found

    @cached_property
    def words(self) -> list[list[str]]:
        """The words of each block, as they are written."""
        return [[word for text in texts for word in WORD.findall(text)] for texts in self.texts]

    @cached_property
    def kind_counts(self) -> list[Counter[int]]:
        return [Counter(kind for text in texts for kind in kinds(text)) for texts in self.texts]

    def kind_count(self, block: int, *wanted: Kind) -> int:
        return sum(self.kind_counts[block][kind] for kind in wanted)

    def chars(self, block: int, flag: Flag | None = None) -> int:
        """Characters of the block, or those of them that carry a flag; a CJK one counts for three."""
        rows = [row for row in self.blocks[block] if flag is None or int(self.page.flags[row]) & int(flag)]
        return int(self.page.chars[rows].sum() + 2 * self.page.cjk[rows].sum())

    def marks(self, block: int) -> int:
        return self.kind_count(block, Kind.COMMA, Kind.STOP, Kind.CJK_COMMA, Kind.CJK_STOP)

    @cached_property
    def sizes(self) -> list[int]:
        return [self.chars(block) for block in range(self.size)]

    # -- elements -------------------------------------------------------------------------------------

    def within(self, row: int) -> list[int]:
        """The blocks whose first leaf lies in the row's subtree."""
        end = int(self.page.end[row])
        return [block for block, first in enumerate(self.first) if row <= first < end]

    def above(self, block: int) -> list[int]:
        """The block elements above a block, its own first; the root again and again at the top."""
        rows = [self.element[block]]
        while len(rows) < LEVELS:
            rows.append(int(self.page.block[max(int(self.page.parent[rows[-1]]), 0)]))
        return rows

    @cached_property
    def holders(self) -> list[int]:
        """The elements that hold blocks."""
        return [row for row in range(len(self.page)) if self.page.tag[row] != TEXT and self.within(row)]

    @cached_property
    def names(self) -> dict[int, list[str]]:
        """The words of the names of each element that holds blocks; `<html>` has none."""
        found = {}
        for row in self.holders:
            if self.page.tag[row] != TAG_ID["html"]:
                parts = [self.page.attribute(row, name) for name in ("class", "id", "role", "itemprop")]
                found[row] = name_words(" ".join(part[:160] for part in parts if part))
        return found

    def subjects(self, row: int) -> list[str]:
        """What the row's names speak of."""
        spoken = {word: subject for subject, words in NAMES.items() for word in words.split()}
        return [spoken[word] for word in self.names.get(row, []) if word in spoken]

    def tag(self, row: int) -> int:
        return min(int(self.page.tag[row]), len(TAGS))

    def look(self, row: int) -> tuple[int, tuple[str, ...]]:
        """What makes elements alike: their tags and the words of their names."""
        return self.tag(row), tuple(sorted(self.names.get(row, [])))

    def path(self, block: int) -> tuple[object, ...]:
        row = self.element[block]
        return tuple(self.look(above) for above in [row, *self.page.ancestors(row)])

    def tags_above(self, block: int) -> tuple[int, ...]:
        return tuple(self.tag(row) for row in self.above(block)[:6])

    # -- headings -------------------------------------------------------------------------------------

    def is_heading(self, block: int) -> bool:
        return bool(int(self.page.flags[self.first[block]]) & int(Flag.HEADING))

    def is_label(self, block: int) -> bool:
        if not 0 < len(self.words[block]) <= 12:
            return False
        bold = self.chars(block, Flag.EMPHASIS) >= 0.9 * self.sizes[block]
        return bold or self.page.tag_name(self.element[block]) in ("dt", "th", "summary", "legend", "caption")

    def last(self, block: int, *, labels: bool) -> int:
        """The last heading up to the block, or the last heading or label; -1 where there is none."""
        for at in range(block, -1, -1):
            if (self.is_heading(at) and len(self.words[at]) <= 20) or (labels and self.is_label(at)):
                return at
        return -1

    # -- landmarks ------------------------------------------------------------------------------------

    def subtree(self, row: int, *, links: bool = False) -> int:
        """Characters of the row's blocks, or those of them that lie in links."""
        return sum(self.chars(block, Flag.LINK if links else None) for block in self.within(row))

    def tags(self, row: int, *names: str) -> int:
        rows = range(row, int(self.page.end[row]))
        return sum(
            self.page.tag[at] != TEXT and (not names or self.page.tag_name(at) in names) for at in rows
        )

    @cached_property
    def density_sums(self) -> dict[int, float]:
        """CETD's composite text densities, summed over the children of each element."""
        page_links, page_chars = self.subtree(0, links=True), self.subtree(0)
        sums: dict[int, float] = defaultdict(float)
        for row in self.holders:
            chars, links = self.subtree(row), self.subtree(row, links=True)
            tags, link_tags = self.tags(row), max(self.tags(row, "a"), 1)
            base = chars / max(chars - links, 1) * links + page_links / page_chars * chars + e
            density = chars / tags * log(chars / max(links, 1) * tags / link_tags) / log(base)
            sums[max(int(self.page.parent[row]), 0)] += max(density, 0)
        return sums

    @cached_property
    def p_values(self) -> dict[int, float]:
        unlinked = max(self.subtree(0) - self.subtree(0, links=True), 1)
        found = {}
        for row in self.holders:
            chars = self.subtree(row)
            markup = int(self.page.tag_chars[row : self.page.end[row]].sum())
            found[row] = chars / (chars + markup) * (chars - self.subtree(row, links=True)) / unlinked
        return found

    @cached_property
    def votes(self) -> dict[int, float]:
        votes: dict[int, float] = defaultdict(float)
        for block in range(self.size):
            if self.sizes[block] > 25:
                commas = self.kind_count(block, Kind.COMMA, Kind.CJK_COMMA)
                vote = (self.sizes[block] - self.chars(block, Flag.LINK)) / 100 + commas
                for row, part in zip(self.above(block), (1, 0.5, 0.25), strict=False):
                    votes[row] += vote * part
        return {
            row: vote * (1 - self.subtree(row, links=True) / max(self.subtree(row), 1))
            for row, vote in votes.items()
        }
