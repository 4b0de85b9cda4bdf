"""Paper 1, written from its text: blocks, features, likelihoods, the decision, and the counts of training.

Plain loops over a tree. Numbers are fractions, so that p(c1) >= p(c2) is exact. Names and numbers in brackets
are the paper's. Where the paper can be read in two ways, a field of `Reading` chooses; `Reading()` is as
printed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from unicodedata import category

from maintext.page.page import Page
from maintext.page.tags import Flag
from tests.reference.counts import text_counts

PAPER_TAGS = ("table", "tr", "td", "div")
OF_SENTENCES = set("。，？、；：！.,?;:!．｡､؟،؛।॥።፣")
"""What ends or parts a sentence: Chinese, Latin, half and full width, Arabic, Devanagari, Ethiopic."""


@dataclass(frozen=True)
class Reading:
    """How to read the paper."""

    tags: tuple[str, ...] = PAPER_TAGS
    merge: bool = True
    subtree: bool = True
    empty_leaves: bool = True
    loose_text: bool = False
    all_punctuation: bool = True
    empty_paragraphs: bool = True


@dataclass(eq=False)
class Node:
    """A node of the DOM tree."""

    row: int
    tag: str
    parent: "Node | None"
    text: str = ""
    linked: bool = False
    children: list["Node"] = field(default_factory=list)

    def below(self) -> Iterator["Node"]:
        """The node and all nodes below it, in document order."""
        yield self
        for child in self.children:
            yield from child.below()

    def above(self) -> Iterator["Node"]:
        """The node and all nodes above it."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent

    @cached_property
    def has_text(self) -> bool:
        """Whether its text is not empty."""
        return any(text_counts(node.text)["chars"] for node in self.below())


def dom_tree(page: Page) -> Node:
    """Step three: the page as a tree. Hidden text is empty text."""
    nodes: list[Node] = []
    for row in range(len(page)):
        above = nodes[page.parent[row]] if page.parent[row] >= 0 else None
        node = Node(row, page.tag_name(row), above)
        if node.tag == "#text" and page.chars[row]:
            node.text = page.row_text(row)
            node.linked = bool(page.flags[row] & int(Flag.LINK))
        nodes.append(node)
        if above:
            above.children.append(node)
    return nodes[0]


# -- step four: DOM tree blocking ----------------------------------------------------------------------


def leaf_queue(root: Node, reading: Reading) -> list[Node]:
    """(1) Let DOM tree leaf node enter the queue. Scripts and styles were deleted in step two."""
    leaves = [node for node in root.below() if not node.children]
    if not reading.empty_leaves:
        return [leaf for leaf in leaves if leaf.has_text]
    return [leaf for leaf in leaves if not any(node.tag in ("script", "style") for node in leaf.above())]


def block_node(leaf: Node, reading: Reading) -> Node | None:
    """(2) Scan the node's parent node until it is a block node whose text is not empty."""
    for node in leaf.above():
        if node.tag in reading.tags and node.has_text:
            return node
        if node.parent is None and reading.loose_text:
            return node
    return None


def page_blocks(root: Node, reading: Reading) -> list[list[Node]]:
    """(2) and (3): the block nodes of each block, merged where a node is a sibling of the one before."""
    blocks: list[list[Node]] = []
    before: Node | None = None
    for leaf in leaf_queue(root, reading):
        node = block_node(leaf, reading)
        if node is None or (node is root and not leaf.has_text):
            continue
        if not any(node in block for block in blocks):
            blocks.append([node])
        own = next(block for block in blocks if node in block)
        if reading.merge and before is not None and before.parent is node.parent and before not in own:
            old = next(block for block in blocks if before in block)
            old.extend(own)
            blocks.remove(own)
        before = node
    return [block for block in blocks if block_leaves(block, reading)]


def block_leaves(block: list[Node], reading: Reading) -> list[Node]:
    """The text of a block: of "it and its affiliated tags", or only what is in no smaller block."""
    texts = (node for top in block for node in _own(top, reading) if node.text)
    return sorted(texts, key=lambda node: node.row)


def _own(top: Node, reading: Reading) -> list[Node]:
    return [node for node in top.below() if reading.subtree or block_node(node, reading) is top]


# -- 4.2: block feature extraction ---------------------------------------------------------------------


@dataclass(frozen=True)
class Sums:
    """What the paper counts in a block."""

    linktextsum: int
    textsum: int
    puncsum: int
    psum: int

    @property
    def unlinktextsum(self) -> int:
        """The number of unlink characters."""
        return self.textsum - self.linktextsum

    @property
    def link(self) -> Fraction:
        """(2)"""
        return Fraction(self.linktextsum, self.textsum)


def block_sums(block: list[Node], reading: Reading) -> Sums:
    """The counts of one block."""
    leaves = block_leaves(block, reading)
    length = {leaf: text_counts(leaf.text)["chars"] for leaf in leaves}
    paragraphs = [node for top in block for node in _own(top, reading) if node.tag == "p"]
    return Sums(
        sum(length[leaf] for leaf in leaves if leaf.linked),
        sum(length.values()),
        sum(_is_punctuation(char, reading) for leaf in leaves for char in leaf.text),
        sum(reading.empty_paragraphs or paragraph.has_text for paragraph in paragraphs),
    )


def _is_punctuation(char: str, reading: Reading) -> bool:
    if reading.all_punctuation:
        return category(char).startswith("P")
    return char in OF_SENTENCES


def levels(sums: Sums) -> tuple[int, int, int, int]:
    """The levels of 4.3.1 to 4.3.4, from 1."""
    n = min(sums.unlinktextsum // 20 + 1, 6)
    link = 1 if sums.link < Fraction(1, 10) else 2 if sums.link < Fraction(1, 2) else 3
    if sums.link >= Fraction(8, 10):
        link = 4
    if sums.linktextsum == 0:  # (3) divides by 0
        punc = 3 if sums.puncsum else 1
    else:
        ratio = Fraction(sums.puncsum, sums.linktextsum)
        punc = 1 if ratio < Fraction(2, 100) else 2 if ratio < Fraction(1, 10) else 3
    return n, link, punc, 1 if sums.psum == 0 else 2 if sums.psum <= 3 else 3


# -- 4.3: likelihoods, and the overall probability -----------------------------------------------------


@dataclass(frozen=True)
class Likelihoods:
    """One class: the number of its training blocks at each level, in the order of 4.3.1 to 4.3.4."""

    unlink: Sequence[int]
    link: Sequence[int]
    punc: Sequence[int]
    p: Sequence[int]
    smoothing: int = 0

    def share(self, counts: Sequence[int], level: int) -> Fraction:
        """The share of the class at one level."""
        return Fraction(counts[level - 1] + self.smoothing, sum(counts) + self.smoothing * len(counts))

    def up_to(self, counts: Sequence[int], level: int) -> Fraction:
        """(4), (5), (8), (9): the sum over i from 1 to n."""
        return sum((self.share(counts, i) for i in range(1, level + 1)), Fraction(0))

    def product(
        self, sums: Sums, *, cumulative: bool = True, own_values: bool = True, prior: Fraction = Fraction(1)
    ) -> Fraction:
        """(14) or (15). With `own_values`, (6), (7), (10) and (11) as printed."""
        n, link, punc, p = levels(sums)
        first = self.up_to if cumulative else self.share
        value = first(self.unlink, n) * first(self.punc, punc) * prior
        if own_values:
            return value * sums.link * sums.psum
        return value * self.share(self.link, link) * self.share(self.p, p)


def is_theme(sums: Sums, theme: Likelihoods, other: Likelihoods) -> bool:
    """As printed: a block is extracted if p(c1 | …) >= p(c2 | …)."""
    return theme.product(sums) >= other.product(sums)


# -- training --------------------------------------------------------------------------------------------


def count_training_blocks(
    pages: Sequence[tuple[Node, set[int]]], reading: Reading
) -> tuple[list[list[int]], list[list[int]]]:
    """The blocks at each level of the four features: theme blocks, other blocks.

    A page comes with the rows of its text nodes that are main text; a block is a theme block if at least half
    of its characters are.
    """
    counts = [[[0] * size for size in (6, 4, 3, 3)] for _ in range(2)]
    for root, main in pages:
        for block in page_blocks(root, reading):
            leaves = block_leaves(block, reading)
            chars = [text_counts(leaf.text)["chars"] for leaf in leaves]
            of_theme = sum(size for leaf, size in zip(leaves, chars, strict=True) if leaf.row in main)
            own = counts[0 if 2 * of_theme >= sum(chars) else 1]
            for feature, level in enumerate(levels(block_sums(block, reading))):
                own[feature][level - 1] += 1
    return counts[0], counts[1]
