"""A page, block by block: texts, words, elements, names, headings; the best elements of other methods."""

from collections import Counter
from functools import cache, cached_property
from math import e, log

import numpy as np

from maintext.model.vocabulary import NAMES
from maintext.page.page import Page
from maintext.page.tags import TAG_ID, TAGS, TEXT, Flag
from maintext.text.characters import Kind
from tests.reference import head, text

LEVELS = 9
_SUBJECTS = {text.hash_word(word): subject for subject, words in NAMES.items() for word in words.split()}


def _numbered(values: list[tuple[object, ...]]) -> list[int]:
    """The same number for equal values: they are compared very often."""
    numbers: dict[tuple[object, ...], int] = {}
    return [numbers.setdefault(value, len(numbers)) for value in values]


class ReferencePage:
    """A page with blocks."""

    def __init__(self, page: Page, *, names: bool = True) -> None:
        self.page = page
        self.has_names = names
        self.blocks = [page.leaves[page.blocks.leaves(block)].tolist() for block in range(len(page.blocks))]
        self.first = [leaves[0] for leaves in self.blocks]
        self.element = [int(page.block[row]) for row in self.first]
        self.size = len(self.blocks)
        self.everyone = range(self.size)
        self.parent, self.end, self.block = page.parent.tolist(), page.end.tolist(), page.block.tolist()
        self.flags = page.flags.tolist()
        self.within, self.above, self.tags = cache(self._within), cache(self._above), cache(self._tags)
        self.held, self.held_links, self.look = cache(self._held), cache(self._held_links), cache(self._look)
        self.is_label = cache(self._is_label)

    # -- text -----------------------------------------------------------------------------------------

    @cached_property
    def texts(self) -> list[list[str]]:
        """The shown text nodes of each block; a blank one belongs to the block before it."""
        found: list[list[str]] = [[] for _ in self.blocks]
        block = 0
        for row in range(len(self.page)):
            unseen = self.flags[row] & int(Flag.UNSHOWN | Flag.HIDDEN)
            if self.page.tag[row] == TEXT and not unseen and self.page.row_text(row):
                while block + 1 < self.size and self.first[block + 1] <= row:
                    block += 1
                found[block].append(self.page.row_text(row))
        return found

    @cached_property
    def words(self) -> list[list[str]]:
        """The words of each block."""
        return [[word for part in texts for word in text.words(part)] for texts in self.texts]

    @cached_property
    def hashes(self) -> list[list[int]]:
        """The hashes of these words."""
        return [list(map(text.hash_word, words)) for words in self.words]

    @cached_property
    def text_hashes(self) -> list[int]:
        """A hash of the words of each block, in order."""
        return list(map(text.hash_text, self.hashes))

    @cached_property
    def title(self) -> set[int]:
        """The words of the page's titles, as hashes."""
        return set(map(text.hash_word, text.words(head.titles(self.page))))

    @cached_property
    def solid(self) -> list[str]:
        """The characters of each block without white space."""
        joined = ["".join(texts) for texts in self.texts]
        return ["".join(char for char in part if text.kind(char) != Kind.SPACE) for part in joined]

    @cached_property
    def kind_counts(self) -> list[Counter[int]]:
        """How many characters of each kind each block has, white space left out."""
        return [Counter(map(text.kind, solid)) for solid in self.solid]

    def kind_count(self, block: int, *wanted: Kind) -> int:
        """Characters of some kinds."""
        return sum(self.kind_counts[block][kind] for kind in wanted)

    def chars(self, block: int, flag: Flag | None = None) -> int:
        """Characters of the block, or those with a flag; a CJK character counts as three."""
        rows = [row for row in self.blocks[block] if flag is None or self.flags[row] & int(flag)]
        return int(self.page.chars[rows].sum() + 2 * self.page.cjk[rows].sum())

    @cached_property
    def sizes(self) -> list[int]:
        """Characters of each block."""
        return [self.chars(block) for block in self.everyone]

    @cached_property
    def links(self) -> list[int]:
        """Link characters of each block."""
        return [self.chars(block, Flag.LINK) for block in self.everyone]

    @cached_property
    def commas(self) -> list[int]:
        """Punctuation inside sentences."""
        return [self.kind_count(block, Kind.COMMA, Kind.CJK_COMMA) for block in self.everyone]

    @cached_property
    def stops(self) -> list[int]:
        """Punctuation that ends sentences."""
        return [self.kind_count(block, Kind.STOP, Kind.CJK_STOP) for block in self.everyone]

    # -- elements -------------------------------------------------------------------------------------

    def _within(self, row: int) -> range:
        """The blocks whose first leaf is in the row's subtree."""
        low = sum(first < row for first in self.first)
        return range(low, low + sum(row <= first < self.end[row] for first in self.first))

    def _above(self, block: int) -> list[int]:
        """The block elements above a block, its own first; at the top, the root is repeated."""
        rows = [self.element[block]]
        while len(rows) < LEVELS:
            rows.append(self.block[max(self.parent[rows[-1]], 0)])
        return rows

    @cached_property
    def holders(self) -> list[int]:
        """The elements with blocks."""
        return [row for row in range(len(self.page)) if self.page.tag[row] != TEXT and self.within(row)]

    @cached_property
    def names(self) -> dict[int, list[int]]:
        """The words of the name of each element with blocks, as hashes; `<html>` has none."""
        found = {}
        for row in self.holders if self.has_names else ():
            if self.page.tag[row] != TAG_ID["html"]:
                parts = [self.page.attribute(row, name) for name in ("class", "id", "role", "itemprop")]
                name = " ".join(part[:160] for part in parts if part)
                found[row] = list(map(text.hash_word, text.name_words(name)))
        return found

    def subjects(self, row: int) -> list[str]:
        """The subjects of the row's name."""
        return [_SUBJECTS[word] for word in self.names.get(row, []) if word in _SUBJECTS]

    def tag(self, row: int) -> int:
        """The row's tag; all unlisted tags count as one."""
        return min(int(self.page.tag[row]), len(TAGS))

    def _look(self, row: int) -> tuple[int, tuple[int, ...]]:
        """The key of similar elements: their tags and the words of their names."""
        return self.tag(row), tuple(sorted(self.names.get(row, [])))

    @cached_property
    def paths(self) -> list[int]:
        """A number for the keys of each block's element and of all above it."""
        elements = ([row, *self.page.ancestors(row)] for row in self.element)
        return _numbered([tuple(map(self.look, rows)) for rows in elements])

    @cached_property
    def tag_paths(self) -> list[int]:
        """A number for the tags of each block's elements on six levels."""
        return _numbered([tuple(map(self.tag, self.above(block)[:6])) for block in self.everyone])

    def alike(self, paths: list[int], block: int) -> list[int]:
        """The blocks with the block's path."""
        return [at for at in self.everyone if paths[at] == paths[block]]

    def _tags(self, row: int, *names: str) -> int:
        """The elements in the row's subtree, or those with some tags."""
        rows = range(row, self.end[row])
        return sum(
            bool(self.page.tag[at] != TEXT and (not names or self.page.tag_name(at) in names)) for at in rows
        )

    def children(self, row: int) -> int:
        """Children of an element, blank text left out."""
        counted = self.page.is_element | self.page.is_leaf
        return int(np.count_nonzero(counted & (self.page.parent == row)))

    # -- headings -------------------------------------------------------------------------------------

    def is_heading(self, block: int) -> bool:
        """Whether a block is in a heading."""
        return bool(self.flags[self.first[block]] & int(Flag.HEADING))

    def _is_label(self, block: int) -> bool:
        """Whether a block is short, and bold or has the tag of a label."""
        if not 0 < len(self.words[block]) <= 12:
            return False
        bold = self.chars(block, Flag.EMPHASIS) >= 0.9 * self.sizes[block]
        return bold or self.page.tag_name(self.element[block]) in ("dt", "th", "summary", "legend", "caption")

    def last(self, block: int, *, labels: bool) -> int:
        """The last heading up to the block, or the last heading or label; -1 if there is none."""
        for at in range(block, -1, -1):
            if (self.is_heading(at) and len(self.words[at]) <= 20) or (labels and self.is_label(at)):
                return at
        return -1

    # -- what other methods find best -----------------------------------------------------------------

    def _held(self, row: int) -> int:
        """Characters of the row's blocks."""
        return sum(self.sizes[block] for block in self.within(row))

    def _held_links(self, row: int) -> int:
        """Link characters of the row's blocks."""
        return sum(self.links[block] for block in self.within(row))

    @cached_property
    def density_sums(self) -> dict[int, float]:
        """CETD's composite text densities, summed over the children of each element."""
        linked = self.held_links(0) / self.held(0)
        sums = dict.fromkeys(self.holders, 0.0)
        for row in self.holders:
            chars, links = self.held(row), self.held_links(row)
            tags, link_tags = self.tags(row), max(self.tags(row, "a"), 1)
            base = chars / max(chars - links, 1) * links + linked * chars + e
            density = chars / tags * log(chars / max(links, 1) * tags / link_tags) / log(base)
            sums[max(self.parent[row], 0)] += max(density, 0)
        return sums

    @cached_property
    def p_values(self) -> dict[int, float]:
        """P (paper 3) of each element, its tags counted without attributes."""
        unlinked = max(self.held(0) - self.held_links(0), 1)
        found = {}
        for row in self.holders:
            chars = self.held(row)
            markup = int(self.page.tag_chars[row : self.end[row]].sum())
            found[row] = chars / (chars + markup) * (chars - self.held_links(row)) / unlinked
        return found

    @cached_property
    def votes(self) -> dict[int, float]:
        """Readability's votes: a block's for its element, half for the one above, a quarter for the next."""
        by_level = [dict.fromkeys(self.holders, 0.0) for _ in range(3)]
        for block in self.everyone:
            if self.sizes[block] > 25:
                vote = (self.sizes[block] - self.links[block]) / 100 + self.commas[block]
                for level, part in enumerate((1, 0.5, 0.25)):
                    by_level[level][self.above(block)[level]] += vote * part
        votes = {row: by_level[0][row] + by_level[1][row] + by_level[2][row] for row in self.holders}
        return {row: votes[row] * (1 - self.held_links(row) / max(self.held(row), 1)) for row in self.holders}

    @cached_property
    def best(self) -> dict[str, int]:
        """The best element by each measure, the first at a tie."""
        measures = {"density": self.density_sums, "p_value": self.p_values, "votes": self.votes}
        return {name: max(values, key=values.__getitem__) for name, values in measures.items()}
