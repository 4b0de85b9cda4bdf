"""Paper 5 (CEDS), step by step as its text says, with plain loops over a tree of objects.

`Reading` has what the paper leaves open, or what we do instead; its defaults are the form as printed.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, NamedTuple

from maintext.page.page import Page
from maintext.page.tags import Flag


@dataclass(eq=False)
class Node:
    """An element, or a text that is not blank."""

    row: int
    name: str
    text: str
    parent: "Node | None"
    level: int
    """Section B 1): "the deeper the DOM structure is, the larger the node level is"; 1 for the root."""
    shown: bool
    children: list["Node"] = field(default_factory=list)
    above: list["Node"] = field(init=False)
    """The node and its ancestors, the nearest first."""

    def __post_init__(self) -> None:
        self.above = [self, *(self.parent.above if self.parent else ())]

    def below(self) -> list["Node"]:
        """The node and all below it."""
        found, waiting = [], [self]
        while waiting:
            node = waiting.pop()
            found.append(node)
            waiting += node.children
        return found


class Reading(NamedTuple):
    """What is open, and our departures. The first choice of each is as printed, if anything is printed."""

    leaves: Literal["childless", "text"] = "childless"
    numerator: Literal["ratio", "length"] = "ratio"
    variance: Literal["classes", "blocks"] = "classes"
    one_class: Literal["dropped", "kept"] = "dropped"
    roots: tuple[str, ...] = ("html", "body")
    nested: Literal["outermost", "innermost", "all"] = "outermost"
    alone: bool = True
    """Whether a leaf outside every block is a separate unit."""
    links: Literal["plus one", "at least one"] = "plus one"
    typical: Literal["real", "leaf"] = "real"
    """Whose levels are counted for typicalLevel: real nodes or leaves."""
    first_level: int = 1
    denoise: bool = True


class Block(NamedTuple):
    """A block of leaves, its node and its importance."""

    node: Node
    leaves: list[Node]
    importance: float


def make_tree(page: Page) -> list[Node]:
    """Every node of the page, in document order."""
    nodes: dict[int, Node] = {}
    for row in range(len(page)):
        if page.is_element[row] or page.is_leaf[row]:
            parent = nodes.get(int(page.parent[row]))
            text = "" if page.is_element[row] else " ".join(page.row_text(row).split())
            shown = not page.flags[row] & int(Flag.UNSHOWN | Flag.HIDDEN)
            level = parent.level + 1 if parent else 1
            nodes[row] = Node(row, page.tag_name(row), text, parent, level, shown)
            if parent:
                parent.children.append(nodes[row])
    return list(nodes.values())


def leaf_nodes(nodes: Iterable[Node], reading: Reading) -> list[Node]:
    """Section B 2): "the leaf node is the display atomic object of the page"."""
    leaves = [node for node in nodes if not node.children and node.shown]
    return [leaf for leaf in leaves if leaf.text] if reading.leaves == "text" else leaves


def get_real_node(node: Node) -> Node:
    """Section B 3): climb while "its parent node only has one child node"."""
    while node.parent and len(node.parent.children) == 1:
        node = node.parent
    return node


def get_lca(first: Node, second: Node) -> Node:
    """The least common ancestor."""
    others = set(second.above)
    return next(node for node in first.above if node in others)


def fuse_by_common_ancestor(leaves: list[Node], reading: Reading) -> list[Node]:
    """Algorithm 1: the nodes that become blocks, each once."""
    blocks: dict[Node, None] = {}
    for first, second in pairwise(leaves):
        a, b = get_real_node(first), get_real_node(second)
        is_common_level = a.level == b.level
        is_brother = a.parent is b.parent
        if is_common_level and is_brother and (parent := get_lca(a, b)).name not in reading.roots:
            blocks[parent] = None
    return list(blocks)


def divide(leaves: list[Node], reading: Reading) -> dict[Node, list[Node]]:
    """The leaves of each block, and of each real node outside every block."""
    fused = set(fuse_by_common_ancestor(leaves, reading))
    divided: dict[Node, list[Node]] = {}
    for leaf in leaves:
        around = [node for node in leaf.above if node in fused]
        if around and reading.nested != "all":
            around = [around[-1 if reading.nested == "outermost" else 0]]
        if not around and reading.alone:
            around = [get_real_node(leaf)]
        for node in around:
            divided.setdefault(node, []).append(leaf)
    return divided


def most_common_level(levels: list[int]) -> int:
    """ "The largest number of node level is the most common level, and we select the maximum level"."""
    return max(set(levels), key=lambda level: (levels.count(level), level))


def links_of(node: Node, units: set[Node], reading: Reading) -> int:
    """textLinkCount + imgLinkCount of a block, without those of blocks inside that are on their own."""
    inside = node.below()
    if reading.nested == "innermost":
        inside = [each for each in inside if next(unit for unit in each.above if unit in units) is node]
    text_links = [each for each in inside if each.name == "a" and any(leaf.text for leaf in each.below())]
    image_links = [
        each for each in inside if each.name == "img" and any(outer.name == "a" for outer in each.above)
    ]
    return len(text_links) + len(image_links)


def content_importance(node: Node, leaves: list[Node], units: set[Node], reading: Reading) -> float:
    """Formula (1)."""
    total = 0.0
    for leaf in leaves:
        text_length = len(leaf.text)
        link_text_length = text_length if any(each.name == "a" for each in leaf.above) else 0
        if reading.numerator == "length":
            total += text_length - link_text_length
        elif text_length:
            total += (text_length - link_text_length) / text_length
    links = links_of(node, units, reading)
    links = links + 1 if reading.links == "plus one" else max(links, 1)
    nodes = [get_real_node(leaf) for leaf in leaves] if reading.typical == "real" else leaves
    typical_level = most_common_level([each.level for each in nodes]) - 1 + reading.first_level
    return total / (links * typical_level)


def threshold(values: list[float], reading: Reading) -> float:
    """Formulas (2) to (5): eps from 1 to 3 by 0.1, the smallest with the largest variance."""
    mean = sum(values) / len(values)
    best, tau = 0.0, 0.0 if reading.one_class == "kept" else float("inf")
    for step in range(21):
        candidate = (1 + step / 10) * mean
        content = [value for value in values if value > candidate]
        noise = [value for value in values if value <= candidate]
        if not content or not noise:
            continue
        means = [sum(content) / len(content), sum(noise) / len(noise)]
        if reading.variance == "blocks":
            means = [means[0]] * len(content) + [means[1]] * len(noise)
        mu = sum(means) / len(means)
        variance = sum((x - mu) ** 2 for x in means)
        if variance > best * (1 + 1e-9):
            best, tau = variance, candidate
    return tau


def noise_nodes(block: Block) -> set[Node]:
    """Section E."""
    common = most_common_level([leaf.level for leaf in block.leaves])
    noise: set[Node] = set()
    for first, second in pairwise(block.leaves):
        if abs(first.level - second.level) > 4 and get_lca(first, second) is not block.node:
            noise |= {leaf for leaf in (first, second) if leaf.level != common}
    return noise


def blocks_of(nodes: list[Node], reading: Reading = Reading()) -> list[Block]:
    """The blocks of a page's nodes with their importance, in order of their first leaves."""
    divided = divide(leaf_nodes(nodes, reading), reading)
    units = set(divided)
    return [Block(node, own, content_importance(node, own, units, reading)) for node, own in divided.items()]


def kept_rows(blocks: list[Block], reading: Reading = Reading()) -> set[int]:
    """The rows of the text leaves that are main text."""
    if not blocks:
        return set()
    tau = threshold([block.importance for block in blocks], reading)
    kept: set[Node] = set()
    for block in blocks:
        if block.importance > tau:
            kept |= set(block.leaves) - (noise_nodes(block) if reading.denoise else set())
    return {leaf.row for leaf in kept if leaf.text}


def lcs_length(a: str, b: str) -> int:
    """The length of the longest common subsequence."""
    row = [0] * (len(b) + 1)
    for character in a:
        before = 0
        for at, other in enumerate(b, 1):
            before, row[at] = row[at], before + 1 if character == other else max(row[at], row[at - 1])
    return row[-1]


def lcs_scores(a: str, b: str) -> tuple[float, float, float]:
    """Precision, recall and F1, formulas (6) to (8), of an extracted and a gold text; neither is empty."""
    common = lcs_length(a, b)
    precision, recall = common / len(a), common / len(b)
    return precision, recall, 2 * precision * recall / (precision + recall) if common else 0.0
