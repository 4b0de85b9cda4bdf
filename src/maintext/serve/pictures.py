"""The papers' figures for a page, as data: scored units, P along the tree, punctuation counts."""

from typing import Any

import numpy as np

from maintext.arrays import BoolArray, FloatArray, IntArray
from maintext.document import Document
from maintext.methods.base import Method, Scores
from maintext.methods.papers.p_value import PValue
from maintext.methods.papers.punctuation import MARKS, Punctuation, mark_counts

MAX_UNITS = 2000
MAX_ELEMENTS = 300


def pictures(document: Document, method: Method) -> dict[str, Any]:
    """Every figure that the method has for the page."""
    scores = document.scores
    if scores is None:
        return {}
    kept = method.select(scores)
    drawn: dict[str, Any] = {"units": _units(scores, kept, method)}
    if isinstance(method, PValue):
        drawn["tree"] = _tree(scores)
    if isinstance(method, Punctuation):
        drawn["marks"] = _marks(scores, kept, method)
    return drawn


def _units(scores: Scores, kept: BoolArray, method: Method) -> list[dict[str, Any]]:
    """The units that the method scored, with their blocks, in document order; the largest scores if many."""
    first, last = _block_spans(scores)
    drawn = _largest(np.where(last >= 0, scores.values, -np.inf), MAX_UNITS)
    drawn = drawn[np.argsort(first[drawn], kind="stable")]
    columns = (scores.values[drawn], kept[drawn], first[drawn], last[drawn])
    lists = (*(column.tolist() for column in columns), method.describe_all(scores, drawn))
    names = ("value", "kept", "first", "last", "words")  # no value is infinite or NaN here
    return [dict(zip(names, unit, strict=True)) for unit in zip(*lists, strict=True)]


def _block_spans(scores: Scores) -> tuple[IntArray, IntArray]:
    """The first and the last block of each unit; the last is -1 if it has none."""
    has_unit = scores.leaf_unit >= 0
    unit, block = scores.leaf_unit[has_unit], scores.page.blocks.of_leaf[has_unit]
    first = np.full(len(scores.values), len(scores.page.blocks))
    last = np.full(len(scores.values), -1)
    np.minimum.at(first, unit, block)
    np.maximum.at(last, unit, block)
    return first, last


def _tree(scores: Scores) -> list[dict[str, Any]]:
    """The elements with the largest P, in document order; the parent is the nearest one among them."""
    page, elements = scores.page, scores.element
    if elements is None:
        return []
    drawn = np.sort(_largest(np.where(scores.values > 0, scores.values, -np.inf), MAX_ELEMENTS))
    rows = elements[drawn]
    is_drawn = np.zeros(len(page), dtype=np.bool_)
    is_drawn[rows] = True
    place = {row: at for at, row in enumerate(rows.tolist())}
    around = page.nearest(is_drawn)
    first_leaf = np.searchsorted(page.leaves, rows)
    end_leaf = np.searchsorted(page.leaves, page.end[rows])
    best = int(np.argmax(scores.values)) if len(scores.values) else -1
    nodes = []
    for at, (unit, row) in enumerate(zip(drawn.tolist(), rows.tolist(), strict=True)):
        parent = int(page.parent[row])
        has_text = first_leaf[at] < end_leaf[at]
        nodes.append(
            {
                "xpath": page.xpath(row),
                "tag": page.tag_name(row),
                "depth": int(page.depth[row]),
                "p": _number(scores.values[unit]),
                "best": unit == best,
                "parent": place.get(int(around[parent]), -1) if parent >= 0 else -1,
                "first": int(page.blocks.of_leaf[first_leaf[at]]) if has_text else None,
                "last": int(page.blocks.of_leaf[end_leaf[at] - 1]) if has_text else None,
            }
        )
    return nodes


def _marks(scores: Scores, kept: BoolArray, method: Punctuation) -> dict[str, Any]:
    """How often each unit has each of the paper's punctuation marks."""
    counts = mark_counts(scores.page, scores.leaf_unit, len(scores.values), method.marks)
    first, last = _block_spans(scores)
    marked = np.flatnonzero(counts.any(axis=1) & (last >= 0))[:MAX_UNITS]
    return {
        "marks": [same[0] if method.marks == "cjk" else same for same in MARKS],
        "units": [
            {
                "block": int(first[unit]),
                "counts": counts[unit].tolist(),
                "value": _number(scores.values[unit]),
                "kept": bool(kept[unit]),
            }
            for unit in marked.tolist()
        ],
    }


def _largest(values: FloatArray, count: int) -> IntArray:
    """The units with the largest values; NaN and -inf are left out."""
    known = np.flatnonzero(np.isfinite(values))
    return known[np.argsort(-values[known], kind="stable")[:count]]


def _number(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
