"""Evidence: every block of a document, where it came from, and why it was kept or not."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import numpy as np

from maintext._kernel import native
from maintext.arrays import BoolArray, FloatArray, IntArray
from maintext.methods.base import Scores
from maintext.model.measure import describe_blocks

if TYPE_CHECKING:
    from maintext.document import Document

_LEFT_OUT = "left out before scoring"
_REPEATS = "repeats on other pages of the site"


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading, list item or other run of text, where it is, and why it was kept or not.

    >>> from maintext import extract
    >>> block = extract("<p>Salt the water.", method="p_value").blocks[0]
    >>> block.text, block.xpath, block.kept
    ('Salt the water.', '/html/body/p', True)
    """

    index: int
    """Its number among `page.blocks`, from 0."""
    text: str
    """Its text, with white space folded as in a browser."""
    tag: str
    """The block element that holds the text."""
    xpath: str
    """XPath of that element."""
    line: int
    """Line of that element in the source, from 1; 0 if unknown."""
    offset: int
    """Character offset of that element in the decoded source; -1 if unknown."""
    score: float | None
    """The method's score; None if the method left the block out before scoring."""
    probability: float | None
    """The method's probability of main text, if it gives one."""
    kept: bool
    """Whether it is main text."""
    reason: str
    """Why it was kept or not, in the method's own words."""
    features: dict[str, float]
    """Other features of the block (see docs/features.md)."""
    pushes: dict[str, float]
    """How much each feature changed the log odds of main text, the strongest first; only for `auto`."""


_FIELDS = tuple(field.name for field in fields(Block))


def all_blocks(
    document: Document, most: int | None = None, *, with_features: bool = True
) -> tuple[Block, ...]:
    """Every block of the page, kept or not; with `most`, the first ones."""
    page, blocks = document.page, document.page.blocks
    if not len(blocks):
        return ()
    indices = list(range(len(blocks)))[:most]
    element, count = blocks.element[:most], len(indices)
    pushes = [{} for _ in indices] if document.scores is None else document.scores.all_pushes()[:most]
    columns = (
        indices,
        page.block_texts[:most],
        [page.tag_names[tag] for tag in page.tag[element].tolist()],
        list(map(page.table.xpath, element.tolist())),
        page.line[element].tolist(),
        page.offset[element].tolist(),
        _numbers(document.block_scores, count),
        _numbers(document.block_probabilities, count),
        document.kept[:most].tolist(),
        _reasons(document)[:most],
        describe_blocks(document.features[:, :most]) if with_features else [{} for _ in indices],
        pushes,
    )
    return native.make_records(Block, _FIELDS, columns)


def one_block(document: Document, index: int) -> Block:
    """One block of the page; a negative `index` counts from the end."""
    page = document.page
    index = range(len(page.blocks))[index]
    element = int(page.blocks.element[index])
    return Block(
        index=index,
        text=page.block_text(index),
        tag=page.tag_name(element),
        xpath=page.xpath(element),
        line=int(page.line[element]),
        offset=int(page.offset[element]),
        score=_numbers(document.block_scores, 1, index)[0],
        probability=_numbers(document.block_probabilities, 1, index)[0],
        kept=bool(document.kept[index]),
        reason=_reasons(document, index)[0],
        features=describe_blocks(document.features[:, index : index + 1])[0],
        pushes={} if document.scores is None else document.scores.pushes(index),
    )


def _reasons(document: Document, index: int | None = None) -> list[str]:
    """The reason of every block, or of one: the method's description of the unit with most of its text."""
    scores, method, indices = document.scores, document.by, range(len(document.kept))
    if index is not None:
        indices = indices[index : index + 1]
    if scores is None:
        return ["not scored" for _ in indices]
    units, repeats = _units(document, scores)
    units, repeats = units[indices.start : indices.stop], repeats[indices.start : indices.stop]
    is_described = (units >= 0) & ~repeats
    if index is None:
        words = iter(method.describe_all(scores, units[is_described]))
    else:
        words = (method.describe(scores, unit) for unit in units[is_described].tolist())
    reasons = []
    for at, described, repeated in zip(indices, is_described.tolist(), repeats.tolist(), strict=True):
        reason = next(words) if described else _REPEATS if repeated else _LEFT_OUT
        reasons.append(f"{document.changes[at]}; {reason}" if at in document.changes else reason)
    return reasons


def _units(document: Document, scores: Scores) -> tuple[IntArray, BoolArray]:
    """By block: the unit of its longest leaf, and whether it was dropped because it repeats on the site."""
    page, blocks = document.page, document.page.blocks
    chars = page.chars[page.leaves]
    longest = np.flatnonzero(chars == np.maximum.reduceat(chars, blocks.first)[blocks.of_leaf])
    units = np.empty(len(blocks), dtype=np.int64)
    units[blocks.of_leaf[longest][::-1]] = scores.leaf_unit[longest][::-1]  # the first of equal ones
    if document.noise is None or document.by.settles_noise:
        return units, np.zeros(len(blocks), dtype=np.bool_)
    return units, np.logical_and.reduceat(document.noise, blocks.first)


def _numbers(values: FloatArray | None, count: int, first: int = 0) -> list[float | None]:
    """The values as floats; None for unknown ones."""
    if values is None:
        return [None] * count
    return [None if value != value else value for value in values[first : first + count].tolist()]
