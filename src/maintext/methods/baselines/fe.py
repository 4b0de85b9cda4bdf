"""FE, feature extractor: the block with the most text and little else.

Paper: Debnath, Mitra, Pal, Giles, "Automatic Identification of Informative Sections of Web Pages",
IEEE Transactions on Knowledge and Data Engineering 17(9), 2005.

Idea: cut the page into blocks at certain tags. Count the content of each block: text, link text, images,
objects, form controls, list items. Each count divided by the largest on the page is a feature f. With

    P(text | block) = f_text / sum of all f

the winner is the block with the largest f_text * P(text | block): much text, and little else. The product
is our reading: by P alone, a single unlinked word would win. The paper's K-FeatureExtractor keeps more
than one block, found by k-means.

Units: blocks. Needs: the page alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from maintext.arrays import BoolArray, FloatArray, IntArray
from maintext.methods.base import Method, Paper, Scores
from maintext.methods.baselines.clusters import content_share
from maintext.methods.selection import above, only_best
from maintext.page.page import Page
from maintext.page.tags import Flag, in_tags, tag_mask

_SECTIONS = (
    "body table tr td th div section article main aside nav header footer ul ol dl form fieldset blockquote "
    "center details dialog"
)
_BLOCK_TAGS = {
    "sections": tag_mask(_SECTIONS),
    "paragraphs": tag_mask(_SECTIONS + " p hr li dt dd pre h1 h2 h3 h4 h5 h6"),
}
_OTHERS = tuple(
    tag_mask(names)
    for names in (
        "img picture svg canvas",
        "script iframe object embed applet audio video",
        "input select textarea button option",
        "li dt dd",
    )
)


@dataclass(frozen=True)
class Fe(Method):
    """Debnath's method, with text as the wanted feature."""

    name: ClassVar[str] = "fe"
    paper: ClassVar[Paper] = Paper(
        "Debnath, Mitra, Pal, Giles",
        "Automatic Identification of Informative Sections of Web Pages",
        2005,
        "IEEE TKDE 17(9)",
    )
    printed: ClassVar[Mapping[str, object]] = {"blocks": "paragraphs"}

    blocks: Literal["sections", "paragraphs"] = "sections"
    """Which tags begin a block: those of tables, lists and sections, or also those of paragraphs. The paper
    cuts at `<p>`, too; but then only one paragraph of an article is kept."""
    winners: Literal["one", "cluster"] = "one"
    """What is kept: the best block (FE), or all of its cluster (K-FE)."""

    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        block = np.maximum(page.nearest(in_tags(page.tag, _BLOCK_TAGS[self.blocks])), 0)  # or the root
        rows, unit = np.unique(block, return_inverse=True)
        features = _features(page, unit, len(rows), noise)
        total = features.sum(axis=0)
        text = features[0]
        values = text * text / np.maximum(total, np.finfo(float).tiny)

        leaf_unit = unit[page.leaves]
        if noise is not None:
            leaf_unit = np.where(noise, -1, leaf_unit)
        return Scores(page, values, leaf_unit, evidence={"text": text, "all_features": total})

    def select(self, scores: Scores) -> BoolArray:
        if self.winners == "one":
            return only_best(scores.values)
        return above(content_share(scores.values[:, None], 2), 0.5)

    def describe(self, scores: Scores, unit: int) -> str:
        text, total = scores.evidence["text"][unit], scores.evidence["all_features"][unit]
        share = text / total if total else 0.0
        return f"text {text:.0%} of the block with most text; {share:.0%} of its features are text"


def _features(page: Page, unit: IntArray, units: int, noise: BoolArray | None) -> FloatArray:
    """One row per feature, text first, one column per block, each as a share of its largest."""
    shown = ~page.has(Flag.HIDDEN)
    if noise is not None:
        shown[page.leaves[noise]] = False
    columns: list[IntArray | BoolArray] = [page.chars - page.link_chars, page.link_chars]
    columns += [in_tags(page.tag, mask) for mask in _OTHERS]
    counts = np.array([np.bincount(unit, np.where(shown, column, 0), minlength=units) for column in columns])
    return counts / np.maximum(counts.max(axis=1, initial=0), 1)[:, None]
