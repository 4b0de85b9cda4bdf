"""Document: what was extracted from one page, and the evidence for it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from maintext.arrays import BoolArray, FloatArray
from maintext.decode import Encoding
from maintext.errors import Reason, Status
from maintext.judge import Verdict, judge_page
from maintext.metadata import Metadata, read_metadata
from maintext.methods.base import Scores
from maintext.page import Page
from maintext.render import to_dict, to_html, to_json, to_markdown, to_text
from maintext.site import Fit, SiteTemplate
from maintext.threads import Post, find_posts
from maintext.visibility import HiddenText, hidden_texts


@dataclass(frozen=True, slots=True)
class Block:
    """A run of text, where it came from, and why it was kept or not."""

    index: int
    text: str
    tag: str
    """The block element that holds the text."""
    xpath: str
    line: int
    """Line of that element in the source, from 1; 0 where it is not known."""
    offset: int
    """Character offset of that element in the decoded source; -1 where it is not known."""
    score: float | None
    """The method's score; None where the method left the block out before scoring."""
    probability: float | None
    """The method's probability of main text, where it gives one."""
    kept: bool
    reason: str
    """Why, in the method's own words."""
    features: dict[str, float]
    """What else is known of the block (see `maintext.features`)."""


@dataclass(frozen=True, eq=False, repr=False)
class Document:
    """The main text of a page. Everything else it offers is computed when asked for."""

    page: Page
    method: str
    kept: BoolArray
    """Which of `page.blocks` are main text."""
    scores: Scores | None
    """The method's scores; None where the page has no text to score."""
    encoding: Encoding
    url: str | None = None
    reasons: tuple[Reason, ...] = ()
    """Why the result is partial, empty or refused; the first one counts."""
    noise: BoolArray | None = None
    """Which leaves repeat on other pages of the site, where that is known."""
    template: SiteTemplate | None = None
    """The site template that was applied, if any."""

    def __repr__(self) -> str:
        reason = f" ({self.reason})" if self.reason else ""
        kept = f"{int(self.kept.sum())} of {len(self.kept)} blocks"
        return f"<Document: {self.status}{reason}, {kept} by {self.method}>"

    @property
    def reason(self) -> Reason | None:
        """Why the status is not `ok`."""
        return self.reasons[0] if self.reasons else None

    @property
    def status(self) -> Status:
        """Whether text was found, all of it or a part."""
        if Reason.NOT_ARTICLE in self.reasons:
            return Status.REFUSED
        if not self.kept.any():
            return Status.EMPTY
        return Status.PARTIAL if self.reasons else Status.OK

    @cached_property
    def text(self) -> str:
        """The main text, a line per block, an empty line between paragraphs."""
        return to_text(self.page.blocks, self.kept)

    @cached_property
    def markdown(self) -> str:
        """The main text as Markdown: headings, lists, tables, code, quotes, links and images."""
        return to_markdown(self.page.blocks, self.kept, base_url=self.url)

    @cached_property
    def html(self) -> str:
        """The main text as clean HTML: content elements only, no scripts, styles or classes."""
        return to_html(self.page.blocks, self.kept, base_url=self.url)

    @cached_property
    def metadata(self) -> Metadata:
        """Title, authors, date, site name, language, licence."""
        return read_metadata(self.page, self.url)

    @cached_property
    def posts(self) -> tuple[Post, ...]:
        """The posts of a forum thread, or question and answers; empty on a page that is no thread."""
        return tuple(post for post in self._all_posts if post.kind == "post")

    @cached_property
    def comments(self) -> tuple[Post, ...]:
        """The comments beside an article, or under the posts of a thread."""
        return tuple(post for post in self._all_posts if post.kind == "comment")

    @cached_property
    def hidden(self) -> tuple[HiddenText, ...]:
        """Text that a reader cannot see; it is never part of the main text."""
        return hidden_texts(self.page)

    @cached_property
    def verdict(self) -> Verdict:
        """Whether the page has an article."""
        return judge_page(self.page)

    @cached_property
    def site_fit(self) -> Fit | None:
        """How well the page fits the site template; None where there was none."""
        return None if self.template is None else self.template.fit(self.page)

    @property
    def title(self) -> str | None:
        """The page's title."""
        return self.metadata.title

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Every block of the page, kept or not, with its evidence."""
        return tuple(self._block(index) for index in range(len(self.kept)))

    def to_dict(self, *, blocks: bool = False, metadata: bool = True) -> dict[str, Any]:
        """The document as plain data; with `blocks`, the evidence too."""
        return to_dict(self, blocks=blocks, metadata=metadata)

    def to_json(self, *, blocks: bool = False, metadata: bool = True, indent: int | None = None) -> str:
        """The document as JSON."""
        return to_json(self, blocks=blocks, metadata=metadata, indent=indent)

    def _block(self, index: int) -> Block:
        blocks = self.page.blocks
        element = int(blocks.element[index])
        return Block(
            index=index,
            text=blocks.text(index),
            tag=self.page.tag_name(element),
            xpath=self.page.xpath(element),
            line=int(self.page.line[element]),
            offset=int(self.page.offset[element]),
            score=_number(self._block_scores, index),
            probability=_number(self._block_probabilities, index),
            kept=bool(self.kept[index]),
            reason=self._why(index),
            features=self.page.features.of(index),
        )

    @cached_property
    def _all_posts(self) -> tuple[Post, ...]:
        return find_posts(self.page)

    @cached_property
    def _block_scores(self) -> FloatArray | None:
        return None if self.scores is None else self._mean_over_blocks(self.scores.leaf_values)

    @cached_property
    def _block_probabilities(self) -> FloatArray | None:
        if self.scores is None or self.scores.leaf_probability is None:
            return None
        return self._mean_over_blocks(self.scores.leaf_probability)

    def _mean_over_blocks(self, leaf_values: FloatArray) -> FloatArray:
        """Mean of the leaves' values, each counted by its characters; NaN where no leaf has one."""
        blocks = self.page.blocks
        chars = np.where(np.isnan(leaf_values), 0, self.page.chars[self.page.leaves])
        sums = np.bincount(blocks.of_leaf, np.nan_to_num(leaf_values) * chars, minlength=len(blocks))
        weights = np.bincount(blocks.of_leaf, chars, minlength=len(blocks))
        return np.divide(sums, weights, out=np.full(len(blocks), np.nan), where=weights > 0)

    def _why(self, index: int) -> str:
        """The method's words on the unit that holds most of the block."""
        if self.scores is None:
            return "not scored"
        leaves = self.page.blocks.leaves(index)
        if self.noise is not None and self.noise[leaves].all():
            return "repeats on other pages of the site"
        longest = np.argmax(self.page.chars[self.page.leaves[leaves]])
        unit = int(self.scores.leaf_unit[leaves][longest])
        return self.scores.describe(unit) if unit >= 0 else "left out before scoring"


def _number(values: FloatArray | None, index: int) -> float | None:
    return None if values is None or np.isnan(values[index]) else float(values[index])
