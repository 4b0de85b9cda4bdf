"""The effects in docs/papers/naive_bayes.md of readings that are no parameter of paper 1's method.

    python tools/naive_bayes_effects.py DATA [EVERY]

Each reading is exchanged for another choice, in counting and in extracting, on all pages or on every EVERYth.
As in the report, a page is measured with counts of the other half of the sites. `evaluate --papers` measures
the readings that are parameters.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from itertools import islice
from pathlib import Path
from unittest.mock import patch

import numpy as np

from maintext.arrays import BoolArray, FloatArray, IntArray
from maintext.evaluation.datasets import LabelledPage, read_pages
from maintext.evaluation.metrics import bootstrap_interval, difference_interval, token_prf
from maintext.evaluation.report.papers.naive_bayes import half_of
from maintext.limits import Limits
from maintext.methods.papers import bayes_blocks, naive_bayes
from maintext.methods.papers.bayes_blocks import BayesUnits
from maintext.methods.papers.naive_bayes import NaiveBayes
from maintext.model.naive_bayes import LEVELS, NaiveBayesModel, PageCounts
from maintext.options import Output
from maintext.page.page import Page
from maintext.page.parse import with_hidden_text
from maintext.pipeline import read, run
from maintext.training import naive_bayes as training
from maintext.training.naive_bayes import add, count_blocks, make_model, no_counts

SEGMENTATIONS = (NaiveBayes().segmentation,)
OUR_FEATURES, OUR_LEVELS = BayesUnits.features, bayes_blocks.find_levels
OURS, HIDDEN, LEAVES = "our default", "hidden text takes part", "leaves, not lines"
TITLE, WHOLE_TITLE = "the title first", "the whole <title> first"
SAME_COUNTS = (OURS, LEAVES, TITLE, WHOLE_TITLE)
"""Choices that change the result alone, not the counts."""


def linked_characters(units: BayesUnits) -> dict[str, FloatArray]:
    """(4) and (5) to the letter: levels of linktextsum."""
    return OUR_FEATURES(units) | {"unlinked_chars": units.link_chars.astype(np.float64)}


def no_punctuation_without_links(units: BayesUnits) -> dict[str, FloatArray]:
    """(3) is 0 in a block without link characters."""
    features = OUR_FEATURES(units)
    ratio = np.where(units.link_chars > 0, features["marks_per_link_char"], 0.0)
    return features | {"marks_per_link_char": ratio}


def levels_with_bounds_below(feature: str, values: FloatArray) -> IntArray:
    """A value that equals a bound is below it; 0 `<p>` stays the lowest level."""
    if feature == "paragraphs":
        return OUR_LEVELS(feature, values)
    return np.searchsorted(LEVELS[feature], values, side="left")


def wholly_main(page: Page, units: BayesUnits, leaf_is_main: BoolArray) -> BoolArray:
    """A block is main text if all of its characters are."""
    chars = np.zeros(len(page), dtype=np.int64)
    main_leaves = page.leaves[leaf_is_main]
    chars[main_leaves] = page.chars[main_leaves]
    return units.members.sum(chars) == units.chars


class WithHidden(NaiveBayes):
    """The method on a page whose hidden text counts; what is hidden is not written."""

    def view(self, page: Page) -> Page:
        return with_hidden_text(page)


def levels_everywhere() -> AbstractContextManager[object]:
    """Both modules use the function by its name."""
    return patch.multiple(bayes_blocks, find_levels=levels_with_bounds_below)


CHOICES: Mapping[str, Callable[[], AbstractContextManager[object]]] = {
    OURS: nullcontext,
    "(4), (5): link characters": lambda: patch.object(BayesUnits, "features", linked_characters),
    "a value on a bound is below it": levels_everywhere,
    "(3) is 0 without links": lambda: patch.object(BayesUnits, "features", no_punctuation_without_links),
    "a theme block is main text alone": lambda: patch.object(training, "main_units", wholly_main),
    HIDDEN: nullcontext,
    LEAVES: nullcontext,
    TITLE: nullcontext,
    WHOLE_TITLE: nullcontext,
}


def chosen(data: str, every: int) -> Iterator[LabelledPage]:
    """The pages with a gold text."""
    return islice((page for page in read_pages(Path(data)) if page.text), 0, None, every)


def fit(pages: Iterator[LabelledPage], choice: str) -> list[NaiveBayesModel]:
    """For each half, the counts of the other one."""
    totals = [no_counts(SEGMENTATIONS) for _ in range(2)]
    for page in pages:
        table = parse(page)
        shown = with_hidden_text(table) if choice == HIDDEN else table
        if (own := count_blocks(shown, page.text or "", SEGMENTATIONS)) is not None:
            add(totals[1 - half_of(page)], own)
    return [make_model(total, PageCounts(1, 0, 0), {}) for total in totals]


def parse(page: LabelledPage) -> Page:
    """The table of a page."""
    limits = Limits()
    return read(page.html, page.url, None, limits, limits.deadline()).page


def extract(page: LabelledPage, choice: str, model: NaiveBayesModel) -> str:
    """The text of a page by a choice."""
    method = replace(WithHidden() if choice == HIDDEN else NaiveBayes(), model=model)
    if choice == LEAVES:
        scores = method.score(parse(page))
        rows = scores.page.leaves[scores.leaves_of(method.select(scores))]
        return "\n".join(map(scores.page.row_text, rows.tolist()))
    limits = Limits()
    source = read(page.html, page.url, None, limits, limits.deadline())
    output = Output(title="always" if choice in (TITLE, WHOLE_TITLE) else "auto")
    document = run(source, method, None, limits.deadline(), output=output)
    text, title, whole = document.text, document.title or "", source.page.title
    if choice == WHOLE_TITLE and title and whole and text.startswith(title):
        return whole + text.removeprefix(title)
    return text


def main(data: str, every: str = "1") -> None:
    """Print a row for each choice."""
    ours: list[float] = []
    print("| with | F1 | 95 % interval | to the default | 95 % interval |\n|---|--:|---|--:|---|")
    for choice, changed in CHOICES.items():
        with changed(), patch.object(naive_bayes, "find_levels", lambda *own: bayes_blocks.find_levels(*own)):
            models = fit(chosen(data, int(every)), choice)
            scores = [
                token_prf(extract(page, choice, models[half_of(page)]), page.text or "").f1
                for page in chosen(data, int(every))
            ]
        ours = ours or scores
        f1, ahead = bootstrap_interval(scores), difference_interval(scores, ours)
        cells = (f"{x:.3f}" for x in (f1.value, f1.low, f1.high, ahead.value, ahead.low, ahead.high))
        print("| {} | {} | {} to {} | {} | {} to {} |".format(choice, *cells), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
