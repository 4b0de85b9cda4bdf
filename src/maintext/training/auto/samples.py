"""Labelled pages → training samples: features, words and labels of every block."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from maintext.arrays import BoolArray, Columns, FloatArray, IntArray
from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.sites import fold_of, site_key
from maintext.limits import Limits
from maintext.model.auto import AutoModel
from maintext.model.measure import Measured, Words, measure
from maintext.model.schema import KINDS
from maintext.page.page import Page
from maintext.page.tags import TAG_ID, Flag, in_tags, tag_mask
from maintext.pipeline import read
from maintext.training.align import align
from maintext.training.blank import blank_model
from maintext.training.conventions import convention_of
from maintext.training.taught import taught_blocks

_SMOOTHING = 50
_MOST_WEIGHT = 0.3
_EVEN = 0.2
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
    taught: BoolArray
    """The blocks whose label is not only a rule of the data set: block trees learn from these."""
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


def make_samples(pages: Iterable[LabelledPage], on_page: Callable[[], None] | None = None) -> list[Sample]:
    """The samples of labelled pages; a page without text gives none."""
    samples = []
    for page in pages:
        if (sample := make_sample(page)) is not None:
            samples.append(sample)
        if on_page:
            on_page()
    return samples


def make_all_samples(
    pages: Iterable[LabelledPage], old_step: int, on_page: Callable[[], None] | None = None
) -> tuple[list[Sample], list[Sample], int]:
    """The samples of the pages, those of old pages, and the number of pages. Pages are not kept.

    One page in `old_step` is made a second time, as it would have been written before 2005: for fitting,
    never for evaluation. Most labelled pages are recent; from them alone, a model learns to rely on features
    that old pages lack.
    """
    today: list[Sample | None] = []
    old: list[Sample | None] = []
    for number, page in enumerate(pages):
        today.append(make_sample(page))
        if old_step and number % old_step == 0:
            old.append(make_sample(page, old=True))
        if on_page:
            on_page()
    return (
        [sample for sample in today if sample is not None],
        [sample for sample in old if sample is not None and sample.usable],
        len(today),
    )


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
        taught_blocks(page, measured, alignment.main, convention_of(labelled.dataset)),
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


def fit_weights(samples: Sequence[Sample], site_power: float) -> FloatArray:
    """The weight of every taught block, for the block trees: by its words and by its page. The mean is 1."""
    of_page = page_weights(samples, site_power)
    weight = weights(list(samples)) * np.repeat(of_page, [sample.size for sample in samples])
    weight = weight[np.concatenate([sample.taught for sample in samples])]
    return weight / weight.mean()


def page_weights(samples: Sequence[Sample], site_power: float) -> FloatArray:
    """The weight of each page by its data set and its site.

    Pages of a site with n pages among the samples weigh n ** -site_power each.
    """
    pages = Counter(sample.site for sample in samples)
    return np.array([convention_of(s.dataset).weight * pages[s.site] ** -site_power for s in samples])


def kind_weights(samples: Sequence[Sample], site_power: float, most_articles: float) -> FloatArray:
    """The weight of each page for the kind trees; those of articles are lowered to their largest share."""
    weight = page_weights(samples, site_power)
    is_article = np.array([KINDS[sample.kind] == "article" for sample in samples])
    articles, others = weight[is_article].sum(), weight[~is_article].sum()
    weight[is_article] *= min(1.0, others * most_articles / (1 - most_articles) / articles)
    return weight / weight.mean()
