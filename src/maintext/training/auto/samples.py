"""Labelled pages → training samples: features, words and labels of every block."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from maintext.arrays import BoolArray, Columns, FloatArray, IntArray
from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.sites import fold_of, site_key
from maintext.limits import Limits
from maintext.model.auto import BUCKETS, AutoModel, Choice, WordWeights
from maintext.model.measure import Measured, Words, measure
from maintext.model.schema import KINDS, SCORES
from maintext.model.trees import Trees
from maintext.page.page import Page
from maintext.page.tags import TAG_ID, Flag, in_tags, tag_mask
from maintext.pipeline import read
from maintext.training.align import align

_SMOOTHING = 50
_MOST_WEIGHT = 0.3
_EVEN = 0.2
_OLD_STEP = 8
_MEANING_TAGS = tag_mask(
    "div section article main aside nav header footer p ul ol li dl dt dd h1 h2 h3 h4 h5 h6 figure figcaption"
)
_MEANING = int(
    Flag.NAV | Flag.HEADER | Flag.FOOTER | Flag.ASIDE | Flag.HEADING | Flag.LIST | Flag.FIGURE
    | Flag.CAPTION | Flag.PARAGRAPH | Flag.ARTICLE | Flag.MAIN
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Sample:
    """A labelled page."""

    dataset: str
    id: str
    site: str
    """Folds are by site: no site is on both sides of a split."""
    kind: int
    """Index in `KINDS`; -1 if unknown."""
    page: Page
    page_columns: Columns
    """`PAGE_FEATURES` × 1."""
    words: IntArray
    """Words of each block."""
    table_words: Mapping[str, Words]
    """By table, the words it is fitted to."""
    main: BoolArray
    gold: str
    usable: bool
    """Whether the page has its gold text, so that its blocks can be used."""
    old: bool = False
    """Whether it was rewritten to look old: block trees learn from it, kind trees do not."""

    @property
    def size(self) -> int:
        """Blocks of the page."""
        return len(self.words)

    @property
    def weight(self) -> FloatArray:
        """Weight of each block in the loss: its share of the page's gold, so that pages count alike."""
        gold = self.words[self.main].sum() or self.words.sum()
        return np.minimum((self.words + 1) / (gold + _SMOOTHING), _MOST_WEIGHT)

    @property
    def fold(self) -> int:
        """The fold of the page's site."""
        return fold_of(self.site)

    def measure(self, model: AutoModel) -> Measured:
        """Measure the page with a model."""
        return measure(self.page, model, names=not self.old)


def no_trees(outputs: int = 1) -> Trees:
    """Trees with a sum of 0."""
    return Trees(
        np.zeros((1, 0), np.int16),
        np.zeros((1, 0), np.float32),
        np.zeros((0, 2, outputs), np.float32),
        np.zeros((0, 2), np.float32),
        np.zeros(outputs, np.float32),
    )


@cache
def blank_model() -> AutoModel:
    """A model that has learned nothing, to measure pages with before the first fit."""
    empty = WordWeights(np.zeros(BUCKETS, np.int8), 1.0, 0.0)
    return AutoModel(
        tables=dict.fromkeys(SCORES, empty),
        kinds=no_trees(len(KINDS)),
        blocks=no_trees(),
        confidence=no_trees(),
        calibration=(1.0, 0.0),
        choice=Choice(1.0, 0.0, 1.0, 0.0),
        site_prior=0.0,
        card={},
    )


def make_samples(pages: Iterable[LabelledPage], on_page: Callable[[], None] | None = None) -> list[Sample]:
    """The samples of labelled pages; a page without text gives none."""
    samples = []
    for page in pages:
        if (sample := make_sample(page)) is not None:
            samples.append(sample)
        if on_page:
            on_page()
    return samples


def old_samples(pages: Sequence[LabelledPage]) -> list[Sample]:
    """Every eighth page again, as it would have been written before 2005: for fitting, never for evaluation.

    Labelled pages are recent; from them alone, a model learns to rely on features that old pages lack.
    """
    samples = (make_sample(page, old=True) for page in pages[::_OLD_STEP])
    return [sample for sample in samples if sample is not None and sample.usable]


def make_sample(labelled: LabelledPage, old: bool = False) -> Sample | None:
    """The sample of one page, as it is or as an old one; None if it has no blocks."""
    limits = Limits()
    page = read(labelled.html, labelled.url, None, limits, limits.deadline()).page
    if old:
        page = laid_out_in_tables(page)
    if not len(page.blocks):
        return None
    alignment = align(page, labelled.text or "")
    measured = measure(page, blank_model(), with_words=True, names=not old)
    assert measured.table_words is not None
    return Sample(
        labelled.dataset,
        labelled.id,
        site_key(labelled.url, labelled.html),
        KINDS.index(labelled.page_type) if labelled.page_type in KINDS else -1,
        page,
        measured.page_columns.copy(),
        measured.words.copy(),
        measured.table_words,
        alignment.main,
        labelled.text or "",
        alignment.usable and bool((labelled.text or "").strip()),
        old,
    )


def laid_out_in_tables(page: Page) -> Page:
    """A page with every meaningful element replaced by a table cell; it is measured without names."""
    tag = np.where(in_tags(page.tag, _MEANING_TAGS), TAG_ID["td"], page.tag)
    page.table.rewrite(tag, page.flags & ~_MEANING)
    return Page(page.table, page.problems, page.limits)


def weights(samples: list[Sample]) -> FloatArray:
    """The weight of every block of the samples; the mean is 1, and none is 0."""
    weight = np.concatenate([sample.weight for sample in samples])
    return (1 - _EVEN) * weight / weight.mean() + _EVEN
