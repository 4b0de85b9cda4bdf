"""Fit the `naive_bayes` method: gold text → labelled blocks → counts → `NaiveBayesModel`.

The same pages give the same model, byte for byte, in any order.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.errors import DataError
from maintext.evaluation.datasets import LabelledPage
from maintext.limits import Limits
from maintext.methods.papers.bayes_blocks import SEGMENTATIONS, BayesUnits, Segmentation, bayes_units
from maintext.model.measure import measure
from maintext.model.naive_bayes import (
    LEVELS,
    BlockCounts,
    ClassCounts,
    DataSource,
    NaiveBayesModel,
    PageCounts,
)
from maintext.page.page import Page
from maintext.pipeline import read
from maintext.training.align import align
from maintext.training.blank import blank_model
from maintext.training.conventions import NOT_LISTED, Convention, convention_of
from maintext.training.taught import taught_blocks

Counts = dict[str, dict[str, IntArray]]
"""By segmentation and feature: blocks by class (other, main) and level."""


def train(
    pages: Iterable[LabelledPage],
    on_page: Callable[[], None] | None = None,
    segmentations: Sequence[Segmentation] = SEGMENTATIONS,
) -> NaiveBayesModel:
    """Count the blocks of labelled pages, cut in each of these ways. `on_page` is called after each page."""
    total = no_counts(segmentations)
    used: Counter[str] = Counter()
    without_gold = gold_absent = 0
    for labelled in pages:
        if not (labelled.text or "").strip():
            without_gold += 1
        elif (counts := count_page(labelled, segmentations)) is None:
            gold_absent += 1
        else:
            used[labelled.dataset] += 1
            add(total, counts)
        if on_page:
            on_page()
    if not used:
        raise DataError("no page contains its gold text, so there is nothing to train on")
    return make_model(total, PageCounts(used.total(), without_gold, gold_absent), used)


def count_page(
    labelled: LabelledPage, segmentations: Sequence[Segmentation] = SEGMENTATIONS
) -> Counts | None:
    """The counts of one page; None if its gold text is not on it."""
    limits = Limits()
    page = read(labelled.html, labelled.url, None, limits, limits.deadline()).page
    return count_blocks(page, labelled.text or "", segmentations, convention_of(labelled.dataset))


def count_blocks(
    page: Page, gold: str, segmentations: Sequence[Segmentation], rule: Convention = NOT_LISTED
) -> Counts | None:
    """The same for a parsed page. Units that the rule of the data set decides are not counted."""
    alignment = align(page, gold)
    if not alignment.usable:
        return None
    leaf_is_main = alignment.main[page.blocks.of_leaf]
    taught = taught_blocks(page, measure(page, blank_model()), alignment.main, rule)
    leaf_is_decided = ~taught[page.blocks.of_leaf]
    counts = no_counts(segmentations)
    for segmentation in segmentations:
        units = bayes_units(page, segmentation)
        main = main_units(page, units, leaf_is_main).astype(np.int64)
        counted = ~main_units(page, units, leaf_is_decided) if leaf_is_decided.any() else slice(None)
        for feature, level in units.levels().items():
            np.add.at(counts[segmentation.name][feature], (main[counted], level[counted]), 1)
    return counts


def main_units(page: Page, units: BayesUnits, leaf_is_main: BoolArray) -> BoolArray:
    """Units with at least half of their characters in main text."""
    chars = np.zeros(len(page), dtype=np.int64)
    main_leaves = page.leaves[leaf_is_main]
    chars[main_leaves] = page.chars[main_leaves]
    return 2 * units.members.sum(chars) >= units.chars


def no_counts(segmentations: Sequence[Segmentation] = SEGMENTATIONS) -> Counts:
    """Zero counts."""
    return {
        segmentation.name: {
            feature: np.zeros((2, len(bounds) + 1), dtype=np.int64) for feature, bounds in LEVELS.items()
        }
        for segmentation in segmentations
    }


def add(total: Counts, counts: Counts) -> None:
    """Add counts to a total."""
    for name, features in counts.items():
        for feature, levels in features.items():
            total[name][feature] += levels


def make_model(total: Counts, pages: PageCounts, used: Mapping[str, int]) -> NaiveBayesModel:
    """The model with these counts."""
    sources = (
        DataSource(dataset, convention_of(dataset).origin, convention_of(dataset).licence, used[dataset])
        for dataset in sorted(used)
    )
    counts = {
        name: BlockCounts(main=_class_counts(features, 1), other=_class_counts(features, 0))
        for name, features in total.items()
    }
    return NaiveBayesModel(pages, tuple(sources), counts)


def _class_counts(features: Mapping[str, IntArray], kind: int) -> ClassCounts:
    levels = {feature: tuple(counts[kind].tolist()) for feature, counts in features.items()}
    return ClassCounts(sum(levels["paragraphs"]), levels)
