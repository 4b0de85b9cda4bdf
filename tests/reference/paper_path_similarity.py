"""Paper 4 (path similarity), step by step as its text says, with plain loops over a tree of objects.

`Reading` has what the paper leaves open, or what we do instead; its defaults are the form as printed. Numbers
of sections are those of the paper.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple

from maintext.page.page import Page
from maintext.page.tags import Flag

UNRELATED = ("head", "script", "noscript", "style")
"""Section 1.1; comments are not in the tree."""


@dataclass(eq=False)
class Node:
    """An element, or a text."""

    row: int
    name: str
    """The tag; empty for a text."""
    attributes: tuple[tuple[str, str], ...]
    source: str
    """The text as the source has it; empty for an element."""
    parent: "Node | None"
    depth: int
    """Section 2: "depth is the depth of a node, that is, the number of elements of its path"."""
    is_hidden: bool
    is_shown: bool
    """False for text in an iframe, a template, an svg and the like."""
    children: list["Node"] = field(default_factory=list)

    @property
    def path(self) -> list["Node"]:
        """The nodes from the root down to this one."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]


class Reading(NamedTuple):
    """What is open, and our departures. The first choice of each is as printed, if anything is printed."""

    equality: Literal["tag", "markup", "node"] = "tag"
    strict: bool = True
    """Section 2: "greater than the threshold"."""
    hidden: bool = True
    """Whether hidden text takes part: the paper deletes none."""
    unshown: bool = False
    """Whether text in iframes, templates, svg and so on takes part; by the rules of HTML5, it is no text."""
    white_space: bool = False
    """Whether runs of white space, and white space at the ends, count as they are."""
    blank: bool = False
    """Whether blank texts are nodes of the walk."""
    meeting: Literal["compared", "lost", "content"] = "compared"
    """The nodes at which walks meet again after a difference: the loop, to the letter, skips them (lost); the
    words before it add the page's node to the content."""
    pairwise: bool = False
    """Whether the page is compared with each other page alone: template is what it shares with both."""


def plain_tree(page: Page) -> Node:
    """The tree of a page."""
    nodes: list[Node] = []
    for row in range(len(page)):
        parent = nodes[page.parent[row]] if row else None
        is_text = page.tag_name(row) == "#text"
        flags = Flag(int(page.flags[row]))
        node = Node(
            row,
            "" if is_text else page.tag_name(row),
            () if is_text else tuple(sorted((page.attributes.get(row) or {}).items())),
            page.row_text(row) if is_text else "",
            parent,
            parent.depth + 1 if parent else 1,
            Flag.HIDDEN in flags,
            Flag.UNSHOWN not in flags,
        )
        nodes.append(node)
        if parent is not None:
            parent.children.append(node)
    return nodes[0]


def text(node: Node, reading: Reading) -> str:
    """The text of a node, as it is compared and counted."""
    return node.source if reading.white_space else " ".join(node.source.split())


def in_depth_first_order(root: Node, reading: Reading) -> list[Node]:
    """Section 1.1 and the order of 1.2: the nodes that are left, depth first."""
    found: list[Node] = []
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.name in UNRELATED:
            continue
        waiting += reversed(node.children)
        if node.name or _takes_part(node, reading):
            found.append(node)
    return found


def _takes_part(node: Node, reading: Reading) -> bool:
    if (node.is_hidden and not reading.hidden) or (not node.is_shown and not reading.unshown):
        return False
    return reading.blank or bool(node.source.strip())


def content(trees: Sequence[Node], reading: Reading) -> list[Node]:
    """Section 1.2: the texts of the first tree that are not template, in order."""
    first, *others = (in_depth_first_order(tree, reading) for tree in trees)
    if not others:
        return [node for node in first if is_leaf(node)]
    if reading.pairwise:
        found = [_compare(first, [other], reading) for other in others]
        template = set.intersection(*(templates for templates, _ in found))
        lost = set.union(*(gone for _, gone in found))
    else:
        template, lost = _compare(first, others, reading)
    return [node for node in first if is_leaf(node) and node not in template and node not in lost]


def is_leaf(node: Node) -> bool:
    """Whether it is a text with more than white space."""
    return not node.name and bool(node.source.strip())


def _compare(
    first: list[Node], others: Sequence[list[Node]], reading: Reading
) -> tuple[set[Node], set[Node]]:
    """The pseudo-code: the template, and what is in neither set. Everything else is content."""
    template: set[Node] = set()
    lost: set[Node] = set()
    i, at = 0, [0] * len(others)

    def depths() -> tuple[int, list[int]] | None:
        if i >= len(first) or any(j >= len(other) for j, other in zip(at, others, strict=True)):
            return None
        return first[i].depth, [other[j].depth for j, other in zip(at, others, strict=True)]

    while now := depths():
        depth1, rest = now
        if all(depth == depth1 for depth in rest):
            there = [other[j] for j, other in zip(at, others, strict=True)]
            if all(
                (node.name, text(node, reading)) == (first[i].name, text(first[i], reading)) for node in there
            ):
                template.add(first[i])
        else:
            while (now := depths()) and any(now[0] > depth for depth in now[1]):
                i += 1  # i is content
            for k in range(len(others)):
                while (now := depths()) and now[0] < now[1][k]:
                    at[k] += 1
            if reading.meeting == "compared":
                continue
            if now and reading.meeting == "lost":
                lost.add(first[i])
        i += 1
        at = [j + 1 for j in at]
    return template, lost


def similarity(a: Node, b: Node, reading: Reading) -> Fraction:
    """Section 2: the sum of 1/2^depth over the levels at which two paths are equal, up to the shorter one."""

    def equal(one: Node, other: Node) -> bool:
        if reading.equality == "node":
            return one is other
        if not one.name or not other.name:
            return one.name == other.name and text(one, reading) == text(other, reading)
        return one.name == other.name and (reading.equality == "tag" or one.attributes == other.attributes)

    levels = enumerate(zip(a.path, b.path, strict=False), start=1)
    return sum((Fraction(1, 2**depth) for depth, pair in levels if equal(*pair)), Fraction(0))


def main_text(leaves: Sequence[Node], reading: Reading) -> list[Node]:
    """Section 2: the leaves whose paths are similar to that of the leaf with most characters."""
    if not leaves:
        return []
    longest = max(leaves, key=lambda leaf: len(text(leaf, reading)))  # the first at a tie
    threshold = 1 - Fraction(1, 2) ** (longest.depth - 2)
    kept = []
    for leaf in leaves:
        found = similarity(leaf, longest, reading)
        if found > threshold or (found == threshold and not reading.strict):
            kept.append(leaf)
    return kept


def extract(page: Page, others: Sequence[Page], reading: Reading) -> list[int]:
    """The rows of the main text that are shown."""
    trees = [plain_tree(each) for each in (page, *others)]
    kept = main_text(content(trees, reading), reading)
    return [leaf.row for leaf in kept if leaf.is_shown and not leaf.is_hidden]
