"""Paper 2 in its own words: equations (1) and (2), definitions 1 and 2, and the four steps, leaf by leaf.

Nothing here is fast, and nothing is shared with `maintext.methods.papers.punctuation`.
"""

import math
from collections.abc import Sequence

from maintext.page.page import Page
from maintext.page.tags import Flag

DOTS = "。，？、；：！"
"""Table I, left column: full stop, comma, interrogation, caesura sign, semicolon, colon, exclamation mark."""


def leaf_node_set(page: Page) -> list[str]:
    """Step 1: the `<text>` nodes. Our reading: those with text that a reader sees."""
    texts = []
    for row in range(len(page)):
        is_shown = not page.flags[row] & (Flag.UNSHOWN | Flag.HIDDEN)
        if page.tag_name(row) == "#text" and is_shown and page.row_text(row).strip():
            texts.append(page.row_text(row))
    return texts


def frequency(mark: str, leaf: str) -> int:
    """Step 2: how often a mark occurs in a leaf; a mark may have counterparts."""
    return sum(character in mark for character in leaf)


def equation_1(
    leaf: str, leaves: Sequence[str], marks: Sequence[str], *, sum_over_leaves: bool
) -> list[float]:
    """F, one value for each mark. All b_j are 1.

    The print sums f_ij over the m leaves j. Our reading is the frequency in the one leaf.
    """
    values = []
    for mark in marks:
        holding = sum(frequency(mark, other) > 0 for other in leaves)
        counted = leaves if sum_over_leaves else [leaf]
        total = sum(frequency(mark, each) for each in counted)
        values.append(total * math.log(len(leaves) / holding) if holding else 0.0)
    return values


def equation_2(values: list[float]) -> list[float]:
    """w: F, normalised. The paper does not say what becomes of a leaf without marks; here it stays 0."""
    length = math.sqrt(sum(value**2 for value in values))
    return [value / length for value in values] if length else values


def are_similar(a: list[float], b: list[float], epsilon: float) -> bool:
    """Definition 1. Our reading: two leaves without marks are similar."""
    if not any(a) and not any(b):
        return True
    return sum(x * y for x, y in zip(a, b, strict=True)) > epsilon


def weight_of_a_leaf(similar: int, base: float) -> float:
    """Definition 2: I = log[1 / (N + 1)]."""
    return math.log(1 / (similar + 1)) / math.log(base)


def weights_of_leaves(
    leaves: Sequence[str],
    *,
    base: float,
    epsilon: float = 0.8,
    marks: Sequence[str] = DOTS,
    sum_over_leaves: bool = False,
) -> list[float]:
    """Step 3: the weight of each leaf, from its similarity to the other leaves."""
    vectors = [
        equation_2(equation_1(leaf, leaves, marks, sum_over_leaves=sum_over_leaves)) for leaf in leaves
    ]
    weights = []
    for i, own in enumerate(vectors):
        similar = sum(are_similar(own, other, epsilon) for j, other in enumerate(vectors) if j != i)
        weights.append(weight_of_a_leaf(similar, base))
    return weights


def text_of_the_page(leaves: Sequence[str], weights: Sequence[float], theta: float = -2.5) -> list[str]:
    """Step 4: the leaves with a weight greater than theta."""
    return [leaf for leaf, weight in zip(leaves, weights, strict=True) if weight > theta]


def most_like_leaves(base: float, theta: float = -2.5) -> int:
    """How many leaves may all be like each other and still be kept."""
    kept = 0
    while weight_of_a_leaf(kept, base) > theta:  # one more leaf, which is similar to all before
        kept += 1
    return kept
