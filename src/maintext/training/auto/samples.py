"""Labelled pages → what the model is fitted to: features, words and labels of every block."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from maintext.arrays import BoolArray, Columns, FloatArray, IntArray
from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.sites import fold_of, site_key
from maintext.features import Landmarks, Reading, own_columns, page_columns
from maintext.features.hashed import TABLES, Words
from maintext.limits import Limits
from maintext.model.auto import KINDS
from maintext.page.page import Page
from maintext.page.tags import TAG_ID, Flag, in_tags, tag_mask
from maintext.pipeline import read
from maintext.training.align import align

_SMOOTHING = 50
_MOST_WEIGHT = 0.3
_EVEN = 0.2
_OLD_STEP = 8
_NAMING = ("class", "id", "role", "itemprop")
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
    """What folds are made by: no site is on both sides of a split."""
    kind: int
    """Its number in `KINDS`; -1 where that is not known."""
    reading: Reading
    own: Columns
    page: Columns
    words: dict[str, Words]
    main: BoolArray
    gold: str
    usable: bool
    """Whether the page has its gold text, so that its blocks can be learned from."""
    old: bool = False
    """Whether it was made an old page: its blocks tell main text, but a page of its kind looks otherwise."""

    @property
    def weight(self) -> FloatArray:
        """What each block counts in the loss: by its share of the page's gold, so that pages count alike."""
        words = self.reading.words
        gold = words[self.main].sum() or words.sum()
        return np.minimum((words + 1) / (gold + _SMOOTHING), _MOST_WEIGHT)

    @property
    def fold(self) -> int:
        """The fold of the page's site."""
        return fold_of(self.site)


def make_samples(pages: Iterable[LabelledPage], on_page: Callable[[], None] | None = None) -> list[Sample]:
    """The samples of labelled pages; one without any text gives none."""
    samples = []
    for page in pages:
        if (sample := make_sample(page)) is not None:
            samples.append(sample)
        if on_page:
            on_page()
    return samples


def old_samples(pages: Sequence[LabelledPage]) -> list[Sample]:
    """Every eighth page again as it would have been written before 2005, to be fitted to, never measured by.

    Collections of labelled pages are of today; with them alone a model relies on what old pages lack.
    """
    samples = (make_sample(page, old=True) for page in pages[::_OLD_STEP])
    return [sample for sample in samples if sample is not None and sample.usable]


def make_sample(labelled: LabelledPage, old: bool = False) -> Sample | None:
    """The sample of one page, as it is or as an old one; None where it has no blocks."""
    limits = Limits()
    page = read(labelled.html, labelled.url, None, limits, limits.deadline()).page
    if old:
        page = laid_out_in_tables(page)
    if not len(page.blocks):
        return None
    alignment = align(page, labelled.text or "")
    reading = Reading(page)
    landmarks = Landmarks(reading)
    return Sample(
        labelled.dataset,
        labelled.id,
        site_key(labelled.url, labelled.html),
        KINDS.index(labelled.page_type) if labelled.page_type in KINDS else -1,
        reading,
        own_columns(reading, landmarks),
        page_columns(reading, landmarks),
        {name: find(reading) for name, find in TABLES.items()},
        alignment.main,
        labelled.text or "",
        alignment.usable and bool((labelled.text or "").strip()),
        old,
    )


def laid_out_in_tables(page: Page) -> Page:
    """A page without the names of its elements, in which whatever its tags mean is a cell."""
    attributes = {
        row: {name: value for name, value in of.items() if name not in _NAMING}
        for row, of in page.attributes.items()
    }
    return replace(
        page,
        tag=np.where(in_tags(page.tag, _MEANING_TAGS), TAG_ID["td"], page.tag),
        flags=page.flags & ~_MEANING,
        attributes=attributes,
    )


def weights(samples: list[Sample]) -> FloatArray:
    """The weight of every block of the samples; the mean is 1, and none counts for nothing."""
    weight = np.concatenate([sample.weight for sample in samples])
    return (1 - _EVEN) * weight / weight.mean() + _EVEN


def starts(samples: list[Sample]) -> IntArray:
    """Where each sample's blocks begin when all are laid end to end, and where the last ones end."""
    return np.cumsum([0, *(sample.reading.size for sample in samples)])
