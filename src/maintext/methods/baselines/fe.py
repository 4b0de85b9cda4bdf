"""FE, feature extractor: the block with the most text and little else.

Paper: Debnath, Mitra, Giles, "Automatic Extraction of Informative Blocks from Webpages", SAC 2005, which
papers 4 and 5 compare with. A longer paper, "Automatic Identification of Informative Sections of Web Pages"
(Debnath, Mitra, Pal, Giles, IEEE TKDE 17(9), 2005), adds K-FeatureExtractor, which keeps several blocks.

Idea: cut the page into blocks at certain tags. Count the content of each block: text, link text, images,
objects, form controls, list items. Each count divided by the largest on the page is a feature f. With

    P(text | block) = f_text / sum of all f

the winner is the block with the largest f_text * P(text | block): much text, and little else. Blocks with
the wanted features are the papers' idea; the tags, the features and the product are our readings (see
docs/methods/fe.md).

Units: blocks. Needs: the page alone.
"""

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
    """Debnath's method, with text as the wanted feature: the FeatureExtractor of SAC 2005."""

    name: ClassVar[str] = "fe"
    paper: ClassVar[Paper] = Paper(
        "Debnath, Mitra, Giles", "Automatic Extraction of Informative Blocks from Webpages", 2005, "SAC"
    )

    blocks: Literal["sections", "paragraphs"] = "sections"
    """Which tags begin a block: those of tables, lists and sections, or also those of paragraphs. Then only
    one paragraph of an article is kept."""
    rule: Literal["product", "majority"] = "product"
    """What a block is scored by: f_text * P(text | block), or f_text where text is more than all other
    features together."""
    winners: Literal["one", "cluster"] = "one"
    """What is kept: the best block (FE), or all of its cluster (K-FE, of the longer paper)."""

    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        block = np.maximum(page.nearest(in_tags(page.tag, _BLOCK_TAGS[self.blocks])), 0)  # or the root
        rows, unit = np.unique(block, return_inverse=True)
        features = _features(page, unit, len(rows), noise)
        total = features.sum(axis=0)
        text = features[0]
        if self.rule == "product":
            values = text * text / np.maximum(total, np.finfo(float).tiny)
        else:
            values = np.where(text > total - text, text, 0.0)

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
