"""Evidence: every block of a document, where it came from, and why it was kept or not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext._kernel import native
from maintext.arrays import BoolArray, Columns, FloatArray, IntArray
from maintext.features import OWN_FEATURES, Landmarks, Reading, describe_blocks, own_columns
from maintext.methods.auto.method import AutoScores
from maintext.methods.base import Scores
from maintext.page.page import Page
from maintext.render.content import block_arrays, encoded

if TYPE_CHECKING:
    from maintext.document import Document


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
    pushes: dict[str, float]
    """How much each feature pushed the log odds of main text, the strongest first; empty but for `auto`."""


def all_blocks(document: Document) -> tuple[Block, ...]:
    """Every block of the page, kept or not."""
    page, blocks = document.page, document.page.blocks
    if not len(blocks):
        return ()
    element, indices = blocks.element, range(len(blocks))
    pushes, reasons = _explained(document)
    columns = (
        indices,
        block_texts(page),
        [page.tag_names[tag] for tag in page.tag[element].tolist()],
        xpaths(page, element),
        page.line[element].tolist(),
        page.offset[element].tolist(),
        _numbers(document.block_scores, len(blocks)),
        _numbers(document.block_probabilities, len(blocks)),
        document.kept.tolist(),
        reasons,
        describe_blocks(document.features),
        pushes,
    )
    return tuple(map(Block, *columns))


def one_block(document: Document, index: int) -> Block:
    """One block of the page; `index` may count from the end."""
    page = document.page
    index = range(len(page.blocks))[index]
    element = int(page.blocks.element[index])
    pushes, reasons = _explained(document, index)
    return Block(
        index=index,
        text=page.blocks.text(index),
        tag=page.tag_name(element),
        xpath=page.xpath(element),
        line=int(page.line[element]),
        offset=int(page.offset[element]),
        score=_numbers(document.block_scores, 1, index)[0],
        probability=_numbers(document.block_probabilities, 1, index)[0],
        kept=bool(document.kept[index]),
        reason=reasons[0],
        features=describe_blocks(document.features[:, index : index + 1])[0],
        pushes=pushes[0],
    )


def block_texts(page: Page) -> list[str]:
    """The text of every block."""
    return native.block_texts(block_arrays(page, np.ones(len(page.blocks), dtype=np.bool_)))


def xpaths(page: Page, rows: IntArray) -> list[str]:
    """The XPaths of some rows."""
    return native.paths(page.columns, list(map(encoded, page.tag_names)), rows)


def own_features(page: Page, scores: Scores | None) -> Columns:
    """The features of every block that need no model: features × blocks."""
    if isinstance(scores, AutoScores):
        return scores.measured.columns[: len(OWN_FEATURES)]
    reading = Reading(page)
    return own_columns(reading, Landmarks(reading))


def _explained(document: Document, index: int | None = None) -> tuple[list[dict[str, float]], list[str]]:
    """The pushes and the reason of every block, or of one."""
    scores, indices = document.scores, range(len(document.kept)) if index is None else [index]
    if isinstance(scores, AutoScores):
        if index is None:
            pushes, reasons = scores.explained
        else:
            pushes, reasons = [scores.pushes(index)], [scores.tell(index)]
        changes = document.changes
        if changes:
            pairs = zip(indices, reasons, strict=True)
            reasons = [f"{changes[at]}; {told}" if at in changes else told for at, told in pairs]
        return pushes, reasons
    no_pushes: list[dict[str, float]] = [{} for _ in indices]
    if scores is None:
        return no_pushes, ["not scored" for _ in indices]
    units, repeated = _units(document, scores)
    return no_pushes, [_why(scores, int(units[at]), bool(repeated[at])) for at in indices]


def _units(document: Document, scores: Scores) -> tuple[IntArray, BoolArray]:
    """By block: the unit of its longest leaf, and whether all of its leaves repeat on the site."""
    page, blocks = document.page, document.page.blocks
    chars = page.chars[page.leaves]
    longest = np.flatnonzero(chars == np.maximum.reduceat(chars, blocks.first)[blocks.of_leaf])
    units = np.empty(len(blocks), dtype=np.int64)
    units[blocks.of_leaf[longest][::-1]] = scores.leaf_unit[longest][::-1]  # of equal ones the first
    if document.noise is None:
        return units, np.zeros(len(blocks), dtype=np.bool_)
    return units, np.logical_and.reduceat(document.noise, blocks.first)


def _why(scores: Scores, unit: int, is_repeated: bool) -> str:
    """The method's words on the unit that holds most of a block."""
    if is_repeated:
        return "repeats on other pages of the site"
    return scores.describe(unit) if unit >= 0 else "left out before scoring"


def _numbers(values: FloatArray | None, count: int, first: int = 0) -> list[float | None]:
    """Some of the values as floats; None for those that are not known."""
    if values is None:
        return [None] * count
    return [None if value != value else value for value in values[first : first + count].tolist()]
