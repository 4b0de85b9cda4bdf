"""A page's tree and source as plain lists, for slow and literal versions of the methods."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from maintext.methods.base import Method
from maintext.page.page import Page
from maintext.page.parse import parse
from maintext.page.tags import VOID_TAGS, Flag
from tests.random_html import random_html, random_page

NAVIGATION = "<ul>" + "".join(f"<li><a href=/{n}>Some headline {n}</a></li>" for n in range(8)) + "</ul>"
SENTENCE = "The tower was built in 1911, of brick and lime, and it leans to the south; nobody knows why. "
ARTICLE = "<div>" + f"<p>{SENTENCE * 3}</p>" * 4 + "</div>"
PAGE = f"<body><nav>{NAVIGATION}</nav>{ARTICLE}<footer>{NAVIGATION}<p>Imprint</p></footer>"

TAG = -1
"""A tag, or a character of one, in a sequence of leaf indices."""


@dataclass(eq=False)
class Node:
    row: int
    name: str
    parent: "Node | None"
    children: list["Node"] = field(default_factory=list)

    @property
    def level(self) -> int:
        return len(self.above())

    def below(self) -> list["Node"]:
        """The node and all below it, in document order."""
        return [self, *(node for child in self.children for node in child.below())]

    def above(self) -> list["Node"]:
        """The node and its ancestors, the nearest first."""
        return [self, *(self.parent.above() if self.parent else [])]


def tree(page: Page, *, hidden: bool = False) -> list[Node]:
    """The visible nodes, or also hidden elements, in document order, without blank text."""
    nodes: dict[int, Node] = {}
    for row in range(len(page)):
        shown = hidden or not page.flags[row] & int(Flag.UNSHOWN | Flag.HIDDEN)
        if shown and (page.is_element[row] or page.is_leaf[row]):
            parent = nodes.get(int(page.parent[row]))
            nodes[row] = Node(row, page.tag_name(row), parent)
            if parent:
                parent.children.append(nodes[row])
    return list(nodes.values())


def random_pages(count: int = 60) -> list[Page]:
    return [random_page(seed, 60) for seed in range(count)]


def tokens(page: Page) -> list[int]:
    """The page as words and tags: the index of the leaf for each word, `TAG` for a tag."""
    return _row(page, lambda node: len(page.row_text(node.row).split()), lambda _: (1, 1))


def characters(page: Page) -> list[int]:
    """The page as characters: the index of the leaf for each character, `TAG` for those of tags."""

    def tag_lengths(node: Node) -> tuple[int, int]:
        given = page.attributes.get(node.row, {})
        return len(f"<{node.name}>" + "".join(f' {n}="{v}"' for n, v in given.items())), len(
            f"</{node.name}>"
        )

    return _row(page, lambda node: len(" ".join(page.row_text(node.row).split())), tag_lengths)


def _row(
    page: Page, text_length: Callable[[Node], int], tag_lengths: Callable[[Node], tuple[int, int]]
) -> list[int]:
    leaf = {row: number for number, row in enumerate(page.leaves.tolist())}

    def write(node: Node) -> list[int]:
        if node.row in leaf:
            return [leaf[node.row]] * text_length(node)
        start, end = tag_lengths(node)
        inner = [item for child in node.children for item in write(child)]
        return [TAG] * start + inner + [TAG] * (0 if node.name in VOID_TAGS else end)

    return write(tree(page)[0])


def kept_texts(page: Page, method: Method) -> list[str]:
    """The words of the leaves that a method keeps."""
    scores = method.score(page)
    kept = page.leaves[scores.leaves_of(method.select(scores))]
    return [" ".join(page.row_text(row).split()) for row in kept.tolist()]


def best_runs(
    row: list[int], leaves: int, inside_tag: float, outside_tag: float
) -> tuple[list[float], set[int]]:
    """For each leaf, the best value of a run of tokens that contains it, and the leaves of the best runs."""
    best, runs = [-np.inf] * leaves, []
    for first in range(len(row)):
        for last in range(first, len(row)):
            outside = row[:first] + row[last + 1 :]
            run = row[first : last + 1]
            held = {leaf for leaf in set(run) - {TAG} if run.count(leaf) == row.count(leaf)}
            words = len(run) - run.count(TAG)
            value = words + inside_tag * run.count(TAG) + outside_tag * outside.count(TAG)
            runs.append((value, held))
            for leaf in held:
                best[leaf] = max(best[leaf], value)
    largest = max(value for value, _ in runs)
    return best, set().union(*(held for value, held in runs if value == largest))


def unlinked_punctuation(page: Page) -> dict[int, int]:
    """The sentence punctuation of each leaf outside links, by row."""
    return {
        row: 0
        if page.flags[row] & int(Flag.LINK)
        else sum(page.row_text(row).count(mark) for mark in ".,;:?!")
        for row in page.leaves.tolist()
    }


def sum_below(page: Page, counts: dict[int, int], node: int) -> int:
    """The sum of the counts of all rows in an element."""
    return sum(count for row, count in counts.items() if node <= row < page.end[node])


def differing_pages(method: Method, literal_kept: Callable[[Page], list[bool]]) -> list[int]:
    """Seeds of random pages with punctuation, of which a method and its literal version keep other leaves."""
    some, differing = 0, []
    for seed in range(80):
        html = random_html(seed, 60)
        page = parse(html.replace("word word word", "word, word. wo").replace("d word word", "d word, wor"))
        scores = method.score(page)
        kept = scores.leaves_of(method.select(scores)).tolist()
        if kept != literal_kept(page):
            differing.append(seed)
        some += 0 < sum(kept) < len(kept)
    assert some, "no page has leaves of both kinds"
    return differing
